"""Judges whether a request of an exam comes from where the exam is sat: anew for every request, by facts alone."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.database.connection import Connection
from app.exams.store import audit_log, exams, presences
from app.exams.store import supervision as store
from app.exams.store.audit_log import Event, Kind
from app.exams.store.exams import Exam
from app.exams.store.presences import Presence
from app.exams.store.sitting import Sitting
from app.exams.store.supervision import Room, Supervision
from app.exams.supervision import codes, seb_keys, seb_settings
from app.exams.supervision.seen import Seen
from app.identity.networks import address, holds, network
from app.questions.context import Context

LONGEST_ADDRESS = 45  # of IPv6, written out


class Obstacle(StrEnum):
    """The first thing that is missing."""

    ADDRESS = "address"
    SEB = "seb"
    CODE = "code"


class NotAdmitted(ValueError):
    """Something of the exam's supervision is missing; carries the sitting's name."""


class WrongCode(ValueError):
    """The code is not that of a room in which the person may sit the exam."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """How a request stands to the supervision of an exam: the ``rooms`` to which its address belongs, of those in which
    the person may sit it; whether Safe Exam Browser was proven, None where it is not asked for; and the first
    ``obstacle``, None where the person may sit it. Whoever was let in meets none."""

    supervision: Supervision
    presence: Presence
    address: str
    open_rooms: tuple[Room, ...]
    rooms: tuple[Room, ...]
    seb: bool | None
    obstacle: Obstacle | None

    @property
    def outside(self) -> bool:
        """True if answers from here wait. A missing code closes the questions alone: what was typed before a break is
        stored."""
        return self.obstacle in (Obstacle.ADDRESS, Obstacle.SEB)

    @property
    def room(self) -> str:
        """The room, as far as it is known: by its code, else by the address."""
        names = [room.name for room in self.rooms]
        if self.presence.code_room in names:
            return self.presence.code_room
        return ", ".join(names)[:255] if self.supervision.by_address else ""


def judge(supervision: Supervision, presence: Presence, sent: Seen, own_keys: Collection[str]) -> Standing:
    """Compares a request with the rules; ``own_keys`` are those of the settings that we make. The exam's rooms are
    narrowed to the one that was assigned, as long as there is one of this name."""
    assigned = tuple(room for room in supervision.rooms if room.name == presence.assigned)
    open_rooms, here = assigned or supervision.rooms, address(sent.address)
    at = tuple(room for room in open_rooms if not room.ranges or holds(map(network, room.ranges), here))
    seb = None
    if supervision.by_seb:
        config = (*supervision.config_keys, *own_keys)
        seb = seb_keys.both(config, supervision.browser_keys, sent.url, sent.config_hash, sent.browser_hash)
    obstacle = None
    if presence.admitted_at is None:
        if supervision.by_address and not at:
            obstacle = Obstacle.ADDRESS
        elif seb is False:
            obstacle = Obstacle.SEB
        elif supervision.code_minutes and presence.code_at is None:
            obstacle = Obstacle.CODE
    return Standing(
        supervision=supervision, presence=presence, address=str(here or "")[:LONGEST_ADDRESS],
        open_rooms=open_rooms, rooms=at, seb=seb, obstacle=obstacle,
    )  # fmt: skip


def standing_of(connection: Connection, sitting: Sitting, sent: Seen) -> Standing | None:
    """Returns how a request stands to the exam that its person sits; None where it is sat from anywhere."""
    if not sitting.supervised or sitting.exam is None or sitting.person is None:
        return None
    return standing(connection, sitting.exam, sitting.person, sent)


def standing(connection: Connection, exam: int, person: int, sent: Seen) -> Standing | None:
    """Returns how the request of a person stands to an exam; None where the exam is sat from anywhere."""
    found = store.find(connection, exam)
    if found is None or not found.asks_something:
        return None
    own: list[str] = []
    if found.own_settings:
        own = [seb_settings.config_key(settings_for(connection, exams.by_id(connection, exam), sent))]
    return judge(found, presences.find(connection, exam, person), sent, own)


def settings_for(connection: Connection, exam: Exam, sent: Seen) -> dict[str, object]:
    """Returns the settings of Safe Exam Browser that we make for the exam."""
    start = f"{sent.site}/courses/{exams.course_name(connection, exam)}/exams/{exam.name}"
    return seb_settings.made(start, f"{start}/leave", sent.filters)


def note(connection: Connection, exam: int, person: int, one: Standing, now: datetime) -> bool:
    """Notes from where the person came, where that has changed; True if it is another room than before."""
    was = one.presence
    if (was.address, was.room, was.seb) == (one.address, one.room, one.seb) and was.seen_at:
        return False
    presences.note(connection, exam, person, address=one.address, room=one.room, seb=one.seb, seen_at=now)
    return was.room != one.room


def came(one: Standing, now: datetime) -> Event:
    """The line of the audit log that tells the room; never the address, for the log is kept for ever."""
    return Event(now, Kind.CAME, text=one.room)


def enter(context: Context, sitting: Sitting, one: Standing, typed: str) -> None:
    """Takes the code that is typed in a running exam, as after a break. Raises WrongCode."""
    assert sitting.exam is not None
    assert sitting.person is not None
    now = context.clock.now()
    room = room_of(one, typed, now)
    with context.database.write() as connection:
        presences.note(connection, sitting.exam, sitting.person, room=room, code_room=room, code_at=now)
        if one.presence.code_room != room:
            audit_log.log(connection, sitting.id, [Event(now, Kind.CAME, text=room)])


def room_of(one: Standing, typed: str, now: datetime) -> str:
    """Returns the room of this code, of those to which the address belongs. Raises WrongCode."""
    minutes, secret = one.supervision.code_minutes, one.supervision.secret
    known = [room.name for room in one.rooms if codes.fits(typed, secret, room.name, minutes, now)]
    if not known:
        raise WrongCode
    return known[0]


def ask_again(connection: Connection, sitting: Sitting) -> None:
    """Asks for the room code anew as a break begins, where the exam wants that."""
    found = None if sitting.exam is None else store.find(connection, sitting.exam)
    if found is not None and found.code_again and sitting.exam and sitting.person:
        presences.note(connection, sitting.exam, sitting.person, code_at=None)
