"""The start of a supervised exam: whether somebody may begin it from where they are."""

from dataclasses import dataclass
from datetime import datetime

from app.database.connection import Connection
from app.exams.store import audit_log, presences
from app.exams.store.audit_log import Event, Kind
from app.exams.supervision import admission
from app.exams.supervision.admission import Standing
from app.exams.supervision.seen import Seen
from app.questions.context import Context


class Outside(ValueError):
    """The person is not where this exam is sat, or not in its browser; carries how they stand to its supervision."""

    def __init__(self, standing: Standing) -> None:
        super().__init__(standing.obstacle)
        self.standing = standing


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody who may begin: how they stand to the supervision, and the ``room`` whose code they typed, "" where none
    is asked for."""

    standing: Standing
    room: str

    def note(self, connection: Connection, exam: int, person: int, sitting: int, now: datetime) -> None:
        """Notes from where the sitting was begun."""
        admission.note(connection, exam, person, self.standing, now)
        room, events = self.room or self.standing.room, []
        if self.room:
            presences.note(connection, exam, person, room=room, code_room=room, code_at=now)
        if room:
            events.append(Event(now, Kind.CAME, text=room))
        if (known := self.standing.presence).admitted_at:
            events.append(Event(now, Kind.ADMITTED, text=f"{known.reason} ({known.admitted_by})"))
        audit_log.log(connection, sitting, events)


def enter(context: Context, exam: int, sent: Seen, code: str) -> Entered | None:
    """Lets somebody begin who is where the exam is sat, and has typed its code; None where it is sat from anywhere.
    From where anybody else came is noted, so that a supervisor finds them. Raises Outside, and WrongCode."""
    now, person = context.clock.now(), context.account
    with context.database.read() as connection:
        one = admission.standing(connection, exam, person, sent)
    if one is None:
        return None
    if one.outside:
        with context.database.write() as connection:
            admission.note(connection, exam, person, one, now)
        raise Outside(one)
    needed = one.supervision.code_minutes and one.presence.admitted_at is None
    return Entered(one, admission.room_of(one, code, now) if needed else "")
