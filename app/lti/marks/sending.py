"""Marks are sent: what the platform is to have is compared with what it last acknowledged, and the difference leaves.

So nothing is lost by a platform that is down, and nothing is sent twice but what was not acknowledged, with a later
timestamp. Where the platform is down, everything waits, each time a little longer; a single mark that it refuses waits
alone. Only one process sends the marks of a context at one moment.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from app.database.connection import Database
from app.lti.marks import derived
from app.lti.protocol.asking import BadPlatform, PlatformDown, Refused
from app.lti.protocol.names import LINE_ITEM
from app.lti.protocol.service import Service
from app.lti.store import contexts, platforms, scores
from app.lti.store.contexts import CourseThere
from app.lti.store.scores import NEVER, LineItem, Sent, Told
from app.questions.library import Library

CLAIMED = timedelta(minutes=5)
MOST = timedelta(minutes=2)  # for one context at one time; the rest waits for the next
BUSY, QUIET = (
    timedelta(seconds=30),
    timedelta(minutes=5),
)  # until the next comparison, after something was sent or not
FIRST, LONGEST = timedelta(minutes=1), timedelta(hours=2)  # pauses after failures: the first, and the longest
STEP = timedelta(milliseconds=1)
log = logging.getLogger("examformer")


class Fault(StrEnum):
    """Why marks wait: the platform does not answer, it refuses all of them, or some of them."""

    NONE = ""
    DOWN = "down"
    REFUSED = "refused"
    SOME_REFUSED = "some refused"


@dataclass(frozen=True, slots=True)
class Difference:
    """A mark that the platform has not, or has otherwise."""

    line_item: LineItem
    person: int
    subject: str
    score: Told
    before: Sent


def send_due(database: Database, library: Library) -> int:
    """Sends what is due in all contexts, and returns how many marks were acknowledged."""
    with database.read() as connection:
        due = contexts.due(connection, datetime.now(UTC))
    return sum(send(database, library, number) for number in due)


def send(database: Database, library: Library, number: int) -> int:
    """Sends what differs in one context, unless another process is at it."""
    now = datetime.now(UTC)
    with database.write() as connection:
        if not contexts.claim(connection, number, now, CLAIMED):
            return 0
    with database.read() as connection:
        there = contexts.by_id(connection, number)
        platform = platforms.by_id(connection, there.platform) if there else None
    if there is None or platform is None:
        return 0
    try:
        sent, left, fault = _send_differences(database, library, Service(database, platform), there)
    except (PlatformDown, BadPlatform, Refused) as error:
        log.warning("marks of context %s wait for platform %s: %s", number, platform.id, str(error)[:300])
        sent, left = 0, len(differences(database, library, there))
        fault = Fault.DOWN if isinstance(error, PlatformDown) else Fault.REFUSED
    stopped = fault in (Fault.DOWN, Fault.REFUSED)
    failures = there.failures + 1 if stopped else 0
    pause = _pause(failures) if stopped else BUSY if sent or left else QUIET
    with database.write() as connection:
        contexts.release(
            connection,
            number,
            look_at=datetime.now(UTC) + pause,
            tried_at=now if sent or left or stopped else None,
            failures=failures,
            fault=fault,
            waiting=left,
        )
    return sent


def _send_differences(
    database: Database, library: Library, service: Service, there: CourseThere
) -> tuple[int, int, Fault]:
    """Returns how many marks were acknowledged and how many were not, and whether the platform refused some. Raises
    PlatformDown, BadPlatform and Refused."""
    _make_line_items(database, library, service, there)
    waiting, now = differences(database, library, there), datetime.now(UTC)
    sent, fault = 0, Fault.NONE
    for one in waiting:
        if datetime.now(UTC) - now > MOST:
            break
        if one.before.next_at is not None and one.before.next_at > now:
            fault = Fault.SOME_REFUSED
        elif _send_one(database, service, one):
            sent += 1
        elif one.line_item.address:
            fault = Fault.SOME_REFUSED
    return sent, len(waiting) - sent, fault


def differences(database: Database, library: Library, there: CourseThere) -> list[Difference]:
    """Returns what the platform has not, of those who came from it; of a line item that it does not have yet, too."""
    found = []
    with database.read() as connection:
        wanted = derived.wanted(connection, library, there.course)
        people = contexts.subjects(connection, there.id)
        for item in scores.line_items(connection, there.id):
            has = scores.of_line_item(connection, item.id)
            for person, subject in people.items():
                before = has.get(person, NEVER)
                score = wanted.scores.get((item.assignment, person))
                if score is None and before.acknowledged is not None and person in wanted.students:
                    score = derived.nothing()
                if score is not None and score != before.acknowledged:
                    found.append(Difference(item, person, subject, score, before))
    return found


def _make_line_items(database: Database, library: Library, service: Service, there: CourseThere) -> None:
    """Finds or makes the line items that the platform did not give to their links."""
    with database.read() as connection:
        missing = [one for one in scores.line_items(connection, there.id) if not one.address]
        marked = derived.wanted(connection, library, there.course).marked if missing else {}
    container = there.services.line_items
    if not missing or not container or LINE_ITEM not in there.services.scopes:
        return
    for one in missing:
        title, points = marked.get(one.assignment, ("", 0))
        if not points:  # not published, or nothing can be earned
            continue
        name = f"examformer-{one.assignment}"
        said = {"label": title, "scoreMaximum": round(float(points), 4), "resourceId": name}
        address = service.find_line_item(container, name) or service.make_line_item(
            container, said | {"resourceLinkId": one.link}
        )
        with database.write() as connection:
            scores.locate(connection, one.id, address)


def _send_one(database: Database, service: Service, one: Difference) -> bool:
    """Sends one mark, and notes that it was acknowledged, or refused. The timestamp is stored before it leaves, so that
    the next one is later, whatever becomes of this one. Raises PlatformDown and BadPlatform, and Refused where we may
    not send at all."""
    if not one.line_item.address:
        return False
    now = datetime.now(UTC)
    at = max(now, one.before.sent_at + STEP) if one.before.sent_at else now
    noted = replace(one.before, sent_at=at)
    _note(database, one, noted)
    try:
        service.send_score(one.line_item.address, _told(one, at))
    except Refused as error:
        if error.status in (401, 403):
            raise
        failures = one.before.failures + 1
        again = now + _pause(failures)
        _note(database, one, replace(noted, fault=str(error), failures=failures, next_at=again))
        return False
    _note(database, one, Sent(one.score, at))
    return True


def _pause(failures: int) -> timedelta:
    return min(LONGEST, FIRST * (1 << min(failures - 1, 10)))


def _told(one: Difference, at: datetime) -> Mapping[str, object]:
    return {**one.score, "userId": one.subject, "timestamp": at.isoformat(timespec="milliseconds")}


def _note(database: Database, one: Difference, sent: Sent) -> None:
    with database.write() as connection:
        scores.note(connection, one.line_item.id, one.person, sent)
