"""The file ``examformer.json``: what one person learned here. It is written and read by the same classes.

It holds no keys, no marks that count without being given again, no token and no password. ``FORMAT`` rises with every
change that an older version could not read; fields are never taken to mean something else.
"""

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, StringConstraints, model_validator

from app.exams.store.audit_log import Kind
from app.personal_data.file_courses import Course
from app.personal_data.file_values import (
    MOST_ANSWERS,
    MOST_CELLS,
    MOST_SHEETS,
    Day,
    Key,
    Moment,
    Name,
    Parameters,
    Points,
    QuestionId,
    Section,
    Shape,
    Short,
    Typed,
)
from app.practice.store.attempt import SAVED, Way
from engine.learning.fading import MOST_STAGES
from engine.marking.marking import Rule
from engine.questions import Level

FORMAT = 2
MOST_EXAMS = 20_000
MOST_PREDICTIONS = 200_000
MOST_REPORTS = 20_000
MOST_PLACEMENTS = 1_000
MOST_CARDS = 50_000  # reviews
MOST_TOPICS = 100  # of one placement
MOST_EVENTS = 200_000  # of one exam


class Head(BaseModel):
    """The head of every file, which can be read also of one that a newer version wrote."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)
    format: int = Field(ge=1)
    application: Short
    sheets: Any = ()
    exams: Any = ()
    predictions: Any = ()
    reports: Any = ()
    cards: Any = ()

    @property
    def holds_too_much(self) -> bool:
        """True if something is longer than it may be: then none of it is looked at any closer."""
        most = {
            "sheets": MOST_SHEETS,
            "exams": MOST_EXAMS,
            "predictions": MOST_PREDICTIONS,
            "reports": MOST_REPORTS,
            "cards": MOST_CARDS,
        }
        held = ((getattr(self, name), limit) for name, limit in most.items())
        return any(isinstance(rows, list) and len(rows) > limit for rows, limit in held)


class Part(Shape):
    """A part that the sheet asks, and its points."""

    name: Short
    points: Points


class Answer(Shape):
    """The texts typed into a part. ``sent`` is the same for all that was sent together; ``ticked`` are the lines that
    its learner marked as right. ``rule`` and ``earned`` tell how it was marked; it is marked again where it can be, and
    earns nothing once it was taken back."""

    part: Short
    sent: Key
    typed: tuple[Typed, ...] = Field(max_length=MOST_CELLS)
    rule: Short
    ticked: tuple[Short, ...] = Field((), max_length=200)
    earned: Points | None
    at: Moment
    withdrawn_at: Moment | None = None
    sure: int | None = Field(None, ge=0, le=100, description="what was said before the mark, in percent")


class Hint(Shape):
    """A hint that was shown, and what it takes off the part's points."""

    part: Short
    rung: int = Field(ge=0, le=100)
    cost: Points
    at: Moment


class MarkChange(Shape):
    """A mark that was changed after it was given. It is told and not imported."""

    part: Short
    reason: Typed
    before: Points | None
    after: Points | None
    at: Moment


class Sheet(Shape):
    """An exercise with its numbers and everything that was done on it; ``exam`` and ``place`` name the question of a
    mock exam that it was. ``stage`` says how far a worked example had faded, and with it which lines it asks."""

    name: Name
    question: QuestionId
    version: Short
    section: Section
    level: Level
    seed: int = Field(ge=-1, lt=2**128)
    case: Short
    parameters: Parameters
    parts: tuple[Part, ...] = Field(max_length=500)
    worth: Points | None
    points: Points
    begun_at: Moment
    chain_opened_at: Moment | None
    solution_seen_at: Moment | None
    exam: Name | None
    place: int | None = Field(ge=1, le=1000)
    answers: tuple[Answer, ...] = Field(max_length=MOST_ANSWERS)
    hints: tuple[Hint, ...] = Field(max_length=MOST_ANSWERS)
    changes: tuple[MarkChange, ...] = Field(max_length=MOST_ANSWERS)
    way: Annotated[Way, Field(strict=False)] = Way.ORDINARY
    stage: int | None = Field(None, ge=0, le=MOST_STAGES)

    @model_validator(mode="after")
    def _is_of_one_way(self) -> Self:
        """Raises ValueError where no page of ours could have made it."""
        unmarked = (SAVED, Rule.OPEN)  # what is emptied before it is marked is taken back on any sheet
        back = [one for one in self.answers if one.withdrawn_at is not None and one.rule not in unmarked]
        if (self.stage is not None) != (self.way is Way.EXAMPLE):
            raise ValueError("a worked example has a stage, and nothing else has one")
        if self.exam is not None and self.way is not Way.ORDINARY:
            raise ValueError("an exam is worked on in its own way")
        if not self.parts and self.stage != 0:
            raise ValueError("nothing is asked")
        if back and (self.way is not Way.RELAXED or len(back) > 1):
            raise ValueError("one answer of a relaxed sheet can be taken back")
        return self


class Asked(Shape):
    """A question of an exam; its numbers stand on its sheet."""

    place: int = Field(ge=1, le=1000)
    heading: Short


class Saved(Shape):
    """The text that stands in a field of an exam."""

    place: int = Field(ge=1, le=1000)
    field: Short
    revision: int = Field(ge=0, lt=2**62)
    text: Typed
    at: Moment


class Event(Shape):
    """A line of an exam's submission history."""

    at: Moment
    kind: Annotated[Kind, Field(strict=False)]
    place: int | None
    field: Short
    revision: int | None
    text: Typed
    typed_at: Moment | None


class Exam(Shape):
    """A mock exam that has ended."""

    name: Name
    number: Annotated[str, StringConstraints(pattern=r"^[0-9-]{1,16}$")]
    blueprint: Parameters
    minutes: int = Field(ge=1, le=10_000)
    points: Points
    forbids_aids: bool
    prepared_at: Moment
    begun_at: Moment
    extended: int = Field(ge=-10_000, le=10_000)
    extra_time: int = Field(ge=0, le=1000)
    break_minutes: int = Field(ge=0, le=10_000)
    paused_for: FiniteFloat = Field(ge=0, le=10**7)
    place: int = Field(ge=1, le=1000)
    heard_at: Moment | None
    closed_at: Moment
    closed_by: Annotated[str, StringConstraints(pattern=r"^(hand|time)$")]
    questions: tuple[Asked, ...] = Field(max_length=1000)
    fields: tuple[Saved, ...] = Field(max_length=MOST_EVENTS)
    history: tuple[Event, ...] = Field(max_length=MOST_EVENTS)


class Prediction(Shape):
    """A prediction in the lab."""

    name: Name
    demo: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]{1,30}$")]
    state: Annotated[str, StringConstraints(max_length=8_000)]
    asked: Short
    predicted: FiniteFloat
    outcome: FiniteFloat | None
    within: FiniteFloat
    sketch: tuple[FiniteFloat | None, ...] = Field(max_length=10_000)
    at: Moment


class Report(Shape):
    """A sentence that a key is wrong; ``sheet`` names the one that it was sent from, None where that was not stored."""

    sheet: Name | None
    question: QuestionId
    sentence: Typed
    at: Moment
    answer: Typed | None
    answered_at: Moment | None


class Goal(Shape):
    """The day of the exam, None where none is set, and the blueprint that is aimed at."""

    exam_on: Day | None
    exam: QuestionId
    set_at: Moment


class Placement(Shape):
    """A placement that has ended: the topics that it asked, in turn, and whether they went well."""

    begun_at: Moment
    ended_at: Moment
    answers: tuple[tuple[Short, bool], ...] = Field(max_length=MOST_TOPICS)


class CardReview(Shape):
    """A review of a card; ``grade`` tells how well it was known: 1 not yet, 2 with effort, 3 well."""

    card: Annotated[str, StringConstraints(max_length=200)]
    grade: int = Field(ge=1, le=3)
    at: Moment


class Owner(Shape):
    """The person whose file it is; both texts may be empty."""

    name: Annotated[str, StringConstraints(max_length=80)]
    email: Annotated[str, StringConstraints(max_length=254)]


class PersonalFile(Shape):
    """The whole file. Sheets stand in the order in which they were begun."""

    format: int = FORMAT
    application: Short
    written_at: Moment
    owner: Owner
    sheets: tuple[Sheet, ...] = Field(max_length=MOST_SHEETS)
    exams: tuple[Exam, ...] = Field(max_length=MOST_EXAMS)
    predictions: tuple[Prediction, ...] = Field(max_length=MOST_PREDICTIONS)
    reports: tuple[Report, ...] = Field(max_length=MOST_REPORTS)
    courses: tuple[Course, ...] = Field(max_length=1000)
    goal: Goal | None = None
    placements: tuple[Placement, ...] = Field(default=(), max_length=MOST_PLACEMENTS)
    cards: tuple[CardReview, ...] = Field(default=(), max_length=MOST_CARDS)
