"""The courses in the file of a person, to be read; none of it is imported."""

from pydantic import Field

from app.personal_data.file_values import (
    MOST_ANSWERS,
    MOST_CELLS,
    MOST_SHEETS,
    Moment,
    Points,
    QuestionId,
    Shape,
    Short,
    Typed,
)


class CourseAnswer(Shape):
    """An answer that a course asked for, with its mark."""

    part: Short
    typed: tuple[Typed, ...] = Field(max_length=MOST_CELLS)
    earned: Points | None
    at: Moment


class CourseSheet(Shape):
    """A sheet of a course: its question without numbers or keys, which are the course's."""

    title: Short
    question: QuestionId
    points: Points
    begun_at: Moment
    answers: tuple[CourseAnswer, ...] = Field(max_length=MOST_ANSWERS)


class Listed(Shape):
    """The details that the roster of a course gives of oneself, "" where it gives none; extra time in percent."""

    name: Short
    email: Short
    matriculation: Short
    section: Short
    extra_time: int
    stated: Short


class Course(Shape):
    """A course that one is or was in, to be read; none of it is imported."""

    title: Short
    role: Short
    joined_at: Moment
    left_at: Moment | None
    roster: Listed | None = None
    sheets: tuple[CourseSheet, ...] = Field(max_length=MOST_SHEETS)
