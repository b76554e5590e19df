"""The text of an e-mail, written when it leaves: in the language and by the clock of who reads it, from what is true
then.

A mail that is not wanted any more is not written: its kind is switched off, its student has left the course or
finished, a date has moved, a release was taken back. Course mail goes to confirmed addresses alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any, assert_never

from babel.dates import format_datetime
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.accounts.store import links
from app.accounts.store.links import Purpose
from app.courses.store import announcements
from app.coursework.copying import zone
from app.database.connection import Connection
from app.identity.store import people
from app.identity.store.people import Account
from app.mail import reminders, unsubscribing
from app.mail.store import subjects
from app.outbox.store import events, readers
from app.outbox.store.events import Event
from app.outbox.store.mails import Mail, MailKind
from app.outbox.store.readers import Reader, Switch
from app.resources import resource
from app.settings import Settings
from app.web.languages.languages import messages

RESET_LASTS = timedelta(hours=1)
CONFIRMATION_LASTS = timedelta(days=1)
Facts = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Letter:
    """An e-mail in words; ``off`` is the path that ends mails like this, "" where none does."""

    to: str
    subject: str
    text: str = field(repr=False)
    language: str
    off: str = ""


def written(connection: Connection, mail: Mail, now: datetime, chosen: Settings) -> Letter | None:
    """Writes the mail, and makes the token of its link; None where it is not wanted any more."""
    if mail.until is not None and mail.until < now:
        return None
    found = _account(connection, mail)
    if found is None:
        return None
    reader, account = readers.hold(connection, found.id), _account(connection, mail)
    if account is None or account.id != found.id:  # its address was changed before it was held
        return None
    said = _facts(connection, mail, account, reader)
    if said is None:
        return None
    facts, off = said
    template = environment(reader.language).get_template(f"{mail.kind.replace(' ', '_')}.txt")
    site = chosen.address
    told = {"site": site, "host": site.partition("://")[2], "email": account.email, "off": off, **facts}
    subject = "".join(template.blocks["subject"](template.new_context(told)))
    return Letter(
        to=mail.address or account.email,
        subject=subject,
        text=template.render(told),
        language=reader.language,
        off=off,
    )


def _account(connection: Connection, mail: Mail) -> Account | None:
    if mail.person is None:
        return people.account(connection, mail.address)
    return people.by_id(connection, mail.person)


def _facts(connection: Connection, mail: Mail, account: Account, reader: Reader) -> tuple[Facts, str] | None:
    """Returns what the template is told, and the path that ends such mails; None where it is not wanted."""
    match mail.kind:
        case MailKind.CONFIRMATION:
            if mail.address == people.verified_email(connection, account.id):
                return None
            made = links.add(connection, Purpose.EMAIL, account.id, CONFIRMATION_LASTS, mail.address)
            return {"path": f"/link/{made}", "address": mail.address}, ""
        case MailKind.RESET:
            made = links.add(connection, Purpose.MAILED_PASSWORD, account.id, RESET_LASTS, account.email)
            return {"path": f"/link/{made}"}, ""
        case MailKind.NEW_PASSWORD | MailKind.NEW_ADDRESS | MailKind.TEST:
            return {}, ""
        case MailKind.ANNOUNCEMENT | MailKind.DUE | MailKind.MARKS:
            return _of_course(connection, mail, account, reader)
        case never:
            assert_never(never)


def _of_course(
    connection: Connection, mail: Mail, account: Account, reader: Reader
) -> tuple[Facts, str] | None:
    off = readers.off(connection, account.id)
    if (
        not people.verified_email(connection, account.id)
        or reader.refused_at
        or Switch(mail.kind, None) in off
    ):
        return None
    if mail.kind is MailKind.ANNOUNCEMENT:
        one = announcements.by_id(connection, mail.announcement or 0)
        if one is None or Switch(mail.kind, one.course) in off:
            return None
        if not announcements.is_read_by(connection, one.id, account.id):
            return None
        name, title = announcements.course_of(connection, one.id)
        facts = {"one": one, "course": title, "path": f"/courses/{name}#announcements"}
        return facts, unsubscribing.path(reader, mail.kind, one.course)
    about = subjects.find(connection, mail.assignment or 0, account.id)
    if about is None or not _still_true(connection, mail, about, account.id):
        return None
    due = said_at(about.due_at, reader) if about.due_at else ""
    facts = {"title": about.title, "course": about.course.title, "due": due, "path": about.path}
    return facts, unsubscribing.path(reader, mail.kind)


def _still_true(connection: Connection, mail: Mail, about: subjects.Subject, person: int) -> bool:
    if mail.kind is MailKind.MARKS:
        return (about.id, "") in events.noted(connection, Event.MARKS, {about.id})
    moved, over = about.due_at != mail.until, about.course.archived
    return not moved and not over and reminders.unfinished(connection, about.id, person) > 0


def said_at(moment: datetime, reader: Reader) -> str:
    """Returns a moment in words, by the reader's clock; its distance from UTC tells apart the hour that comes twice."""
    here = moment.astimezone(zone(reader.zone))
    text = format_datetime(here, "EEEE, d MMMM y, HH:mm", locale=reader.language)
    offset = here.utcoffset() or timedelta(0)
    if not offset:
        return f"{text} UTC"
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    sign = "-" if offset < timedelta(0) else "+"
    return f"{text} (UTC{sign}{hours}{f':{minutes:02}' if minutes else ''})"


@cache
def environment(language: str) -> Environment:
    """The templates of letters: plain text, in which nothing is escaped."""
    made = Environment(
        extensions=["jinja2.ext.i18n"],
        loader=FileSystemLoader(resource("templates") / "mail" / "letters"),
        autoescape=False,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.policies["ext.i18n.trimmed"] = True
    made.install_gettext_translations(messages(language), newstyle=True)  # type: ignore[attr-defined]
    return made
