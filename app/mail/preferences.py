"""Which e-mails a person wants, in which language and by which clock."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from app.courses.membership import mine
from app.courses.store.courses import Course
from app.identity.store import people
from app.outbox import clocks
from app.outbox.store import readers
from app.outbox.store.mails import OPTIONAL, MailKind
from app.outbox.store.readers import ENGLISH, UTC_ZONE, Switch
from app.web.context import Context
from app.web.languages.languages import LANGUAGES, N_

WORDS = {
    MailKind.DUE: N_("reminders of due dates"),
    MailKind.MARKS: N_("notices of new marks"),
    MailKind.ANNOUNCEMENT: N_("announcements of your courses"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Preferences:
    """The mail that a person gets: the ``kinds``, and announcements from the ``courses``, each with whether it is
    wanted. ``confirmed``: the e-mail is known to be theirs; ``refused_at``: a server said that it takes no mail."""

    email: str
    confirmed: bool
    refused_at: datetime | None
    kinds: tuple[tuple[MailKind, bool], ...]
    courses: tuple[tuple[Course, bool], ...]
    language: str
    zone: str


def of_person(context: Context) -> Preferences:
    """Returns what the person who asks gets."""
    there = [one.course for one in mine(context) if not one.course.archived]
    with context.database.read() as connection:
        reader = readers.find(connection, context.account)
        off = readers.off(connection, context.account)
        confirmed = bool(people.verified_email(connection, context.account))
    return Preferences(
        email=context.person.email,
        confirmed=confirmed,
        refused_at=reader.refused_at if reader else None,
        kinds=tuple((kind, Switch(kind, None) not in off) for kind in WORDS),
        courses=tuple((one, Switch(MailKind.ANNOUNCEMENT, one.id) not in off) for one in there),
        language=reader.language if reader else ENGLISH,
        zone=reader.zone if reader else UTC_ZONE,
    )


def choose(
    context: Context, kinds: Collection[str], wanted: Collection[str], language: str, zone: str
) -> None:
    """Sets which kinds are wanted, and from which courses, by name, announcements; another one's are left as they are.
    A clock that there is not changes nothing."""
    there = {one.course.id: one.course.name for one in mine(context) if not one.course.archived}
    with context.database.write() as connection:
        elsewhere = {
            one
            for one in readers.off(connection, context.account)
            if one.course is not None and one.course not in there
        }
        off = {Switch(kind, None) for kind in OPTIONAL if kind not in kinds}
        off |= {Switch(MailKind.ANNOUNCEMENT, number) for number, name in there.items() if name not in wanted}
        readers.switch(connection, context.account, off | elsewhere)
        spoken = language if language in LANGUAGES else ENGLISH
        readers.note(connection, context.account, spoken, clocks.known(zone), chosen=True)


def try_again(context: Context) -> None:
    """Forgets that a server refused the person's address."""
    with context.database.write() as connection:
        readers.refuse(connection, context.account, None)
