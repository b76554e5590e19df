"""The sittings whose single saves nobody looks at any more, and for which reason others are left."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.database.connection import Connection
from app.exams.store import exams, old_saves
from app.exams.store.exams import Exam, Opens
from app.exams.store.old_saves import Ended


class Reason(StrEnum):
    """The reason for which the saves of an ended sitting stay where they are."""

    GOES_ON = "of exams that can still be sat"
    WITHHELD = "of exams of which not all results are open"
    LATER = "of exams that ended for everybody, or whose results opened, later than that"
    REPORTED = "with a report of a student that waits for an answer"
    UNMARKED = "with an answer that waits for its mark"
    CHANGED = "of which a mark was changed since then"
    DISPUTED = "with a break, or with texts that came late or from outside the rooms"


@dataclass(frozen=True, slots=True)
class Found:
    """The sittings whose saves are ``old``, and how many others that ended before then are left, by reason."""

    old: tuple[int, ...]
    left: Mapping[Reason, int]


def find(connection: Connection, before: datetime, sitting: int | None = None) -> Found:
    """Looks at all sittings that ended before that moment, or at one of them."""
    being_sat, of_exams = exams.being_sat(connection), dict[int, Reason | None]()
    old, left = list[int](), Counter[Reason]()
    for one in old_saves.ended(connection, before, sitting):
        if one.exam not in of_exams:
            exam = exams.by_id(connection, one.exam)
            of_exams[one.exam] = _of_exam(connection, exam, before, one.exam in being_sat)
        if reason := of_exams[one.exam] or _of_sitting(one):
            left[reason] += 1
        else:
            old.append(one.id)
    return Found(tuple(old), left)


def _of_exam(connection: Connection, exam: Exam, before: datetime, being_sat: bool) -> Reason | None:
    last_moments = [moment for moment in (exam.archived_at, exam.rules.closes_at) if moment]
    if being_sat or not last_moments:
        return Reason.GOES_ON
    over = min(last_moments)
    if exam.released_at is None and exam.rules.solutions is Opens.RELEASED:
        return Reason.WITHHELD
    last_end = exams.last_end(connection, exam)
    moments = [moment for moment in (over, last_end, exam.released_at) if moment]
    return None if max(moments) < before else Reason.LATER


def _of_sitting(one: Ended) -> Reason | None:
    reasons = {
        Reason.REPORTED: one.reported,
        Reason.UNMARKED: one.unmarked,
        Reason.CHANGED: one.changed,
        Reason.DISPUTED: one.disputed,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)
