"""Comments of a rubric, each with points that it adds or takes off: written while one marks, applied to many answers,
and edited, which re-marks them all."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.courses.membership import Right, taught
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.grading.manual_grading import POINTS
from app.grading.store import comments
from app.grading.store.comments import RubricComment
from app.practice.store.attempt import Comment
from app.questions.context import Context

LONGEST_COMMENT = 300


class NoSuchComment(LookupError):
    """The course has no such comment, or none any more."""


class NoText(ValueError):
    """A comment needs a text: points alone tell a student nothing."""


class NoAdjustment(ValueError):
    """The text is no number of points that a comment could add or take off."""


class CommentGone(ValueError):
    """A comment that was ticked has been deleted meanwhile."""


class CommentUsed(ValueError):
    """Answers carry the comment, so it is not deleted; carries the course and the comment."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The comments of a course by question and its title, and how many answers carry each."""

    course: Course
    questions: tuple[tuple[str, tuple[RubricComment, ...]], ...]
    used: Mapping[int, int]


def listed(context: Context, course: str) -> Listed:
    """Raises NoSuchCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course, Right.MARK)
        found = comments.of_course(connection, here.id)
        used = comments.uses(connection, here.id)
    by: dict[str, list[RubricComment]] = {}
    for one in found:
        by.setdefault(one.question, []).append(one)
    titles = context.library.titles(by.keys())
    questions = [(titles.get(question, question), tuple(there)) for question, there in by.items()]
    return Listed(here, tuple(questions), used)


def comment_in(text: str) -> str:
    """Returns a comment as it is stored. Raises NoText."""
    tidy = " ".join(text.replace("\0", "").split())[:LONGEST_COMMENT]
    if not tidy:
        raise NoText(text)
    return tidy


def adjustment_in(text: str) -> Fraction:
    """Reads points with a sign; nothing is none. Raises NoAdjustment."""
    tidy = text.strip().replace("\u2212", "-")
    number = tidy.lstrip("+-")
    if tidy and (len(tidy) - len(number) > 1 or not POINTS.fullmatch(number.strip())):
        raise NoAdjustment(text)
    return Fraction(number.strip().replace(",", ".") or "0") * (-1 if tidy.startswith("-") else 1)


def applied(
    connection: Connection,
    course: int,
    on: tuple[str, str],
    ticked: Collection[int],
    text: str,
    adjustment: str,
) -> list[Comment]:
    """Returns the ``ticked`` comments on a question's part as they are now, and one that was written with them, which
    is stored; nobody edits or applies them until the transaction ends. What is there already is not stored twice.

    Raises CommentGone, NoText, and NoAdjustment.
    """
    known = comments.of_question(connection, course, *on, hold=True)
    have = [one.comment for one in known if one.comment.id in ticked]
    if len(have) < len(set(ticked)):
        raise CommentGone(on)
    if not text.strip() and not adjustment.strip():
        return have
    said, points = comment_in(text), adjustment_in(adjustment)
    same = [one.comment for one in known if (one.comment.text, one.comment.points) == (said, points)]
    written = same[0] if same else comments.add(connection, course, *on, said, points).comment
    return have if written in have else [*have, written]


def retire(context: Context, course: str, comment: int, again: bool) -> None:
    """Offers a comment no more, or offers it again. Raises NoSuchCourse, and NoSuchComment."""
    with context.database.write() as connection:
        here = taught(connection, context.person, course, Right.MARK)
        comments.retire(connection, held(connection, here.id, comment).comment.id, again)


def delete(context: Context, course: str, comment: int) -> None:
    """Deletes a comment that no answer carries. Raises NoSuchCourse, NoSuchComment, and CommentUsed."""
    with context.database.write() as connection:
        here = taught(connection, context.person, course, Right.MARK)
        one = held(connection, here.id, comment)
        if comments.uses(connection, here.id)[one.comment.id]:
            raise CommentUsed(course, comment)
        comments.remove(connection, one.comment.id)


def held(connection: Connection, course: int, comment: int) -> RubricComment:
    """Returns a comment, which nobody else edits or applies until the transaction ends, nor another one on the same
    part: they count together. Raises NoSuchComment."""
    one = comments.find(connection, course, comment)
    there = comments.of_question(connection, course, one.question, one.part, hold=True) if one else ()
    now = next((each for each in there if each.comment.id == comment), None)
    if now is None:
        raise NoSuchComment(comment)
    return now
