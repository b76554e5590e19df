"""Points given by an instructor: read as they are typed, and stored with their reason in the mark log."""

import re
import secrets
from collections.abc import Sequence
from fractions import Fraction

from app.database.connection import Connection
from app.grading.store import comments
from app.grading.store.marker_scores import Marking, as_text
from app.outbox import marks
from app.practice.answers import unkeyed
from app.practice.counting import is_excused
from app.practice.store import attempts, mark_log
from app.practice.store.attempt import BY_HAND, Attempt, Comment, comments_in
from app.practice.store.mark_log import MarkSnapshot

LONGEST_REASON = 1000
POINTS = re.compile(r"[0-9]{1,3}([.,][0-9]{1,2})?|[0-9]{1,3}/[1-9][0-9]?")


class NoSuchPoints(ValueError):
    """The text is no number of points between none and all of them."""


def points_in(text: str, most: Fraction) -> Fraction:
    """Raises NoSuchPoints."""
    tidy = text.strip()
    if not POINTS.fullmatch(tidy):
        raise NoSuchPoints(tidy)
    points = Fraction(tidy.replace(",", "."))
    if points > most:
        raise NoSuchPoints(tidy)
    return points


def reason_in(text: str) -> str:
    return " ".join(text.replace("\0", "").split())[:LONGEST_REASON]


def award(
    connection: Connection,
    attempt: Attempt,
    part: str,
    points: Fraction,
    reason: str,
    person: int,
    ticked: Sequence[str] = (),
    for_all: bool = False,
    *,
    comments: Sequence[Comment] | None = None,
    criteria: Fraction | None = None,
    promised: Fraction | None = None,
    logged: str = "",
    excused: bool | None = None,
) -> None:
    """Gives a part these points, whatever it had before, even if it was left empty.

    ``for_all``: as all others who were asked it. ``comments`` are those of the rubric, None for those that it has;
    ``criteria`` are the points of what was ticked, None where the points were given as a whole: then no comment changes
    them, and ``promised`` those below which none brings it. ``logged`` is what the log says, where it is not the
    ``reason`` on the sheet. ``excused``: they count however late the answer came; None leaves that as it was. The mark
    is put on the response that settled the part, else on the latest, because that is where points are counted.
    """
    asked = next(one for one in attempt.variant["parts"] if one["name"] == part)
    mine = [response for response in attempt.responses if response.part == part]
    settled = next((response for response in mine if response.earned is not None), None)
    marked = settled or (mine[-1] if mine else None)
    blank = [("", "")] * len(asked["bands"])
    most = Fraction(asked["points"])
    credit = points / most if most else Fraction(0)
    said = ["Marked by your instructor."]
    held = comments_in(marked.verdict if marked else None) if comments is None else comments
    verdict = unkeyed(
        BY_HAND, blank, credit, said, reason=reason, ticked=list(ticked), for_all=for_all,
        comments=[one.to_json() for one in held], criteria=as_text(criteria), promised=as_text(promised),
        excused=(marked is None or is_excused(marked.verdict)) if excused is None else excused,
    )  # fmt: skip
    version, key = attempt.variant["version"], asked["key"]
    if marked is None:
        nothing = unkeyed("", blank, Fraction(0), [])
        attempts.respond(connection, attempt.id, part, secrets.token_urlsafe(16), (), nothing, None)
        marked = attempts.reload(connection, attempt).responses[-1]
    before = MarkSnapshot(version, key, marked.earned, marked.verdict)
    after = MarkSnapshot(version, key, points, verdict)
    mark_log.change(connection, attempt.id, marked.id, before, after, person, logged or reason)
    marks.changed(connection, [attempt.id])


def award_stored(connection: Connection, course: int, attempt: Attempt, stored: Marking) -> None:
    """Gives the points of marks that did not count until now, with those of their comments that there are still, unless
    an instructor has given others meanwhile, or another text was written since."""
    latest = attempt.latest().get(stored.part)
    if latest and (latest.verdict["rule"] == BY_HAND or attempt.written_at(latest) > stored.at):
        return
    most = next(Fraction(part["points"]) for part in attempt.variant["parts"] if part["name"] == stored.part)
    known = comments.of_question(connection, course, attempt.question, stored.part, hold=True)
    award(
        connection,
        attempt,
        stored.part,
        min(stored.points, most),
        stored.reason,
        stored.person,
        stored.ticked,
        comments=[each.comment for each in known if each.comment.id in stored.comments],
        criteria=stored.criteria,
        promised=stored.promised,
        excused=False,
    )
