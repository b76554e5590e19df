"""The edit of a comment: every answer that carries it is re-marked, in one transaction.

The marker first sees who gains and who loses. On confirmation the answers are re-marked that carry it by then, and
whoever applies it later applies it as edited.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.courses.membership import Right, hides_names, taught
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.grading.comments import NoSuchComment, adjustment_in, comment_in, held
from app.grading.manual_grading import award
from app.grading.store import comments, marker_scores
from app.grading.store.comments import Carrier, RubricComment
from app.practice.counting import adjusted, promised_in
from app.practice.store import attempts
from app.practice.store.attempt import Comment, comments_in
from app.questions.context import Context
from engine.marking.grading import added_up


class EditedMeanwhile(ValueError):
    """Somebody else has edited the comment since the list was made."""


@dataclass(frozen=True, slots=True)
class Remarked:
    """An answer that carries the comment, and its points after the edit; ``whole``: they were typed, and stay."""

    carrier: Carrier
    after: Fraction

    @property
    def gain(self) -> Fraction:
        return self.after - self.carrier.earned

    @property
    def whole(self) -> bool:
        """True if its points were given as a whole, so that no comment changes them."""
        return self.carrier.verdict["criteria"] is None


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """The effect of an edit; ``token`` identifies the comment as it is before, ``wait`` is how many marks carry
    it that do not count yet, and follow. Without an edit, ``text`` and ``points`` are those of the comment."""

    course: Course
    names_hidden: bool
    title: str
    stored: RubricComment
    used: int
    text: str
    points: Fraction
    remarked: tuple[Remarked, ...]
    wait: int
    token: str

    @property
    def edited(self) -> bool:
        """True if something would change."""
        return (self.text, self.points) != (self.stored.comment.text, self.stored.comment.points)

    @property
    def gaining(self) -> int:
        return sum(one.gain > 0 for one in self.remarked)

    @property
    def losing(self) -> int:
        return sum(one.gain < 0 for one in self.remarked)


def plan(context: Context, course: str, comment: int, text: str | None = None, adjustment: str = "") -> Plan:
    """Returns the effect of this edit, or without a text the comment as it is.

    Raises NoSuchCourse, NoSuchComment, NoText, and NoAdjustment.
    """
    with context.database.read() as connection:
        here = taught(connection, context.person, course, Right.MARK)
        stored = comments.find(connection, here.id, comment)
        if stored is None:
            raise NoSuchComment(comment)
        carriers = comments.carriers(connection, here.id, stored)
        used = comments.uses(connection, here.id)[comment]
        hidden = hides_names(connection, context.person, here)
        open_marks = marker_scores.unsettled(connection, here.id, stored.question, stored.part)
    new = stored.comment if text is None else Comment(comment, comment_in(text), adjustment_in(adjustment))
    remarked = [Remarked(one, _points(one.verdict, new, one.earned, one.most)) for one in carriers]
    remarked.sort(key=lambda one: (one.gain == 0, "" if hidden else one.carrier.called.casefold()))
    return Plan(
        course=here,
        names_hidden=hidden,
        title=context.library.titles({stored.question}).get(stored.question, stored.question),
        stored=stored,
        used=used,
        text=new.text,
        points=new.points,
        remarked=tuple(remarked),
        wait=sum(comment in one.comments for one, _ in open_marks),
        token=_token(stored),
    )


def apply(context: Context, course: str, comment: int, text: str, adjustment: str, token: str) -> int:
    """Stores the edit of the comment with this token, and re-marks the answers that carry it by now; returns how many.
    An edit that is stored already re-marks nothing.

    Raises NoSuchCourse, NoSuchComment, NoText, NoAdjustment, and EditedMeanwhile.
    """
    new = Comment(comment, comment_in(text), adjustment_in(adjustment))
    with context.database.write() as connection:
        here = taught(connection, context.person, course, Right.MARK)
        stored = held(connection, here.id, comment)
        if stored.comment == new:
            return 0
        if _token(stored) != token:
            raise EditedMeanwhile(comment)
        comments.change(connection, comment, new.text, new.points)
        _follow(connection, here.id, stored, new)
        carriers = comments.carriers(connection, here.id, stored)
        done = [_remark(connection, one, stored, new, context.account) for one in carriers]
    return sum(done)


def _remark(
    connection: Connection, carrier: Carrier, stored: RubricComment, new: Comment, person: int
) -> bool:
    """Gives one answer its new mark, unless it does not carry the comment any more; it is locked and read again."""
    attempt = attempts.reload(connection, attempts.named(connection, carrier.attempt))
    now = next(one for one in attempt.responses if one.id == carrier.response)
    before, earned = now.verdict, now.earned
    if earned is None or stored.comment.id not in {one.id for one in comments_in(before)}:
        return False
    award(
        connection, attempt, stored.part, _points(before, new, earned, carrier.most), before["reason"], person,
        before["ticked"], before["for_all"], comments=_with(before, new),
        criteria=None if before["criteria"] is None else Fraction(before["criteria"]), promised=promised_in(before),
        logged=_reason(stored.comment, new),
    )  # fmt: skip
    return True


def _follow(connection: Connection, course: int, stored: RubricComment, new: Comment) -> None:
    """Gives the marks that wait for a second marker their new points."""
    known = comments.of_question(connection, course, stored.question, stored.part)
    for one, variant in marker_scores.unsettled(connection, course, stored.question, stored.part):
        if new.id in one.comments and one.criteria is not None:
            most = next(Fraction(part["points"]) for part in variant["parts"] if part["name"] == one.part)
            mine = [each.comment for each in known if each.comment.id in one.comments]
            points = adjusted(one.criteria, mine, most, one.promised)
            marker_scores.give(connection, one, points, one.ticked, one.criteria, one.promised)


def _points(verdict: Mapping[str, Any], new: Comment, earned: Fraction, most: Fraction) -> Fraction:
    criteria = verdict["criteria"]
    if criteria is None:
        return earned
    return adjusted(Fraction(criteria), _with(verdict, new), most, promised_in(verdict))


def _with(verdict: Mapping[str, Any], new: Comment) -> list[Comment]:
    return [new if one.id == new.id else one for one in comments_in(verdict)]


def _reason(old: Comment, new: Comment) -> str:
    """Returns what the log says, as the student reads it: the comment before and after, with its points."""
    return f"A comment was edited: “{old.text}” ({_signed(old)}) is now “{new.text}” ({_signed(new)})."


def _signed(one: Comment) -> str:
    shown = added_up(abs(one.points))
    return f"{'−' if one.points < 0 else '+' if one.points > 0 else ''}{shown}"


def _token(stored: RubricComment) -> str:
    one = stored.comment
    return hashlib.sha256(f"{one.points}\n{one.text}".encode()).hexdigest()[:32]
