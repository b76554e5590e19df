"""Entry from a platform: into an account, into the course, to the page that the link leads to.

A person is known by platform and subject. An e-mail that a platform tells opens no account that exists: whoever has one
shows it by its password, or by being signed in here; else a new one is opened. A course is connected with a context by
somebody who teaches both, and from then on lets in those whom the platform sends, in the roles that it gives them.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from app.accounts import account as accounts
from app.accounts import credentials
from app.accounts.account import Unfit, called, enter, guest
from app.accounts.openid_sign_in import holder
from app.accounts.store import identities
from app.accounts.store.identities import IdentityTaken
from app.courses.membership import Right, mine, rights, running, titled
from app.courses.store import courses
from app.courses.store.courses import Course, CourseRole
from app.database.connection import Connection
from app.identity.store import people, tokens
from app.identity.store.people import EmailTaken, Role
from app.lti.arrival import NeedsRole, NoRole, check_connected, come_to
from app.lti.protocol.roles import course_role
from app.lti.store import contexts, launches, platforms
from app.lti.store.launches import Launched
from app.lti.store.platforms import Platform
from app.web.context import Context
from app.web.languages.languages import N_

LASTS = timedelta(minutes=30)  # for a password, or the choice of a course
HAS_ACCOUNT = N_("There is an account with this e-mail. Sign in to it, or type another one.")


class EntryOver(LookupError):
    """The launch is over, or somebody has gone on with it already."""


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody is in: under a new ``token``, "" where they were signed in already; on to this address."""

    token: str
    address: str


@dataclass(frozen=True, kw_only=True, slots=True)
class WhoAreYou:
    """The platform's person is new here. ``email`` is what the platform tells, "" for nothing, ``taken`` where an
    account has it; ``here`` is called the account that is signed in in this browser."""

    platform: str
    name: str
    email: str
    taken: bool
    here: str


@dataclass(frozen=True, kw_only=True, slots=True)
class WhichCourse:
    """A context is new here; ``courses`` are those that the person teaches."""

    platform: str
    title: str
    courses: tuple[Course, ...]


def come_in(context: Context, secret: str) -> str:
    """Goes on with a launch that was believed, once, and returns the secret for the next steps. Raises EntryOver."""
    new = tokens.made()
    with context.database.write() as connection:
        if not launches.swap(connection, secret, new, LASTS):
            raise EntryOver
    return new


def go_on(context: Context, secret: str) -> Entered | None:
    """Enters as the person whom the platform names. Somebody new, who is signed in nowhere and whose e-mail no account
    has, gets an account. None where a step is needed first.

    Raises EntryOver, NotConnected, NoRole, NeedsRole, OtherCourse, CourseArchived, and Withdrawn.
    """
    try:
        return _go_on(context, secret)
    except (EmailTaken, IdentityTaken):  # from another browser, at this moment: now it is there
        return _go_on(context, secret)


def step(context: Context, secret: str) -> WhoAreYou | WhichCourse:
    """Returns what is to be said or chosen next. Raises EntryOver."""
    with context.database.read() as connection:
        launch, platform = _launch(connection, secret)
        message = launch.message
        if identities.person(connection, platform.issuer_key, message.subject) is None:
            taken = bool(message.email) and people.account(connection, message.email) is not None
            return WhoAreYou(
                platform=platform.title,
                name=called(message.name),
                email=message.email,
                taken=taken,
                here=context.person.called if context.person.email else "",
            )
    taught = [one.course for one in mine(context) if Right.TEACH in rights(one, context.person)]
    title = message.context.title or message.context.label if message.context else ""
    return WhichCourse(
        platform=platform.title,
        title=titled(title),
        courses=tuple(one for one in taught if not one.archived),
    )


def connect_here(context: Context, secret: str) -> Entered | None:
    """Connects the platform's person with the account that is signed in here. Raises as ``go_on``."""
    if context.person.id is not None and context.person.email:
        with suppress(IdentityTaken), context.database.write() as connection:
            launch, platform = _launch(connection, secret)
            _connect(connection, platform, launch, context.account)
    return go_on(context, secret)


def connect_proved(context: Context, secret: str, email: str, password: str) -> Entered | Unfit | None:
    """Connects the platform's person with the account that this password opens. Raises as ``go_on``."""
    with context.database.read() as connection:
        _launch(connection, secret)
    entered = accounts.sign_in(context, email, password)
    if isinstance(entered, Unfit):
        return entered
    with context.database.write() as connection:
        launch, platform = _launch(connection, secret)
        account = people.account(connection, email, hold=True)
        assert account is not None
        with suppress(IdentityTaken):
            _connect(connection, platform, launch, account.id)
        signed_in = replace(
            context,
            visitor=replace(context.visitor, token=entered.token),
            person=people.with_token(connection, entered.token),
        )
    further = go_on(signed_in, secret)
    return Entered(entered.token, further.address if further else "/lti/entry")


def open_account(context: Context, secret: str, email: str) -> Entered | Unfit | None:
    """Opens an account with this e-mail, which the person typed. Raises as ``go_on``."""
    if fault := credentials.fault_of_email(email):
        return Unfit({"email": fault})
    try:
        with suppress(IdentityTaken), context.database.write() as connection:
            launch, platform = _launch(connection, secret)
            if identities.person(connection, platform.issuer_key, launch.message.subject) is None:
                here = guest(connection, context.visitor.token)
                _open(connection, platform, launch, here, email)
    except EmailTaken:
        return Unfit({"email": HAS_ACCOUNT})
    return go_on(context, secret)


def choose(context: Context, secret: str, course: str, title: str) -> Entered | None:
    """Connects the context with a course that the person teaches, or with a new one of this title. Raises as ``go_on``,
    and NoSuchCourse."""
    with context.database.write() as connection:
        launch, platform = _launch(connection, secret)
        message = launch.message
        person = identities.person(connection, platform.issuer_key, message.subject)
        if person is None or person != context.person.id or message.context is None:
            raise EntryOver
        if course_role(message.roles) is not CourseRole.INSTRUCTOR or not context.person.role.may(
            Role.INSTRUCTOR
        ):
            raise NoRole(platform.title)
        place = (platform.id, message.deployment, message.context.id)
        platforms.hold(connection, platform.id)  # a form that is sent twice, or by two, makes one course
        if contexts.find(connection, *place) is None:
            named = titled(title) or titled(message.context.title) or platform.title
            here = running(connection, context.person, course) if course else None
            chosen = here or courses.add(connection, named, person)
            contexts.connect(connection, *place, titled(message.context.title) or named, chosen.id)
    return go_on(context, secret)


def _go_on(context: Context, secret: str) -> Entered | None:
    with context.database.write() as connection:
        launch, platform = _launch(connection, secret)
        person = holder(connection, platform.issuer_key, launch.message.subject)
        if person is None:
            check_connected(connection, platform, launch.message)
            email = launch.message.email
            if context.person.email or not email or people.account(connection, email) is not None:
                return None
            person = _open(connection, platform, launch, guest(connection, context.visitor.token), email)
        account = people.by_id(connection, person)
        assert account is not None
        problem, there = None, None
        try:
            there = come_to(connection, platform, launch.message, account)
        except NeedsRole as error:  # the account is opened nevertheless, so that it can be given the role
            problem = error
        token = ""
        if context.person.id != person or not context.person.email:
            token = enter(connection, context.visitor.token, account.email).token
        if there is not None:
            launches.end(connection, launch.id)
    if problem:
        raise problem
    return Entered(token, there or "/lti/entry")


def _launch(connection: Connection, secret: str) -> tuple[Launched, Platform]:
    launch = launches.with_secret(connection, secret) if secret else None
    platform = platforms.by_id(connection, launch.platform) if launch else None
    if launch is None or platform is None:
        raise EntryOver
    return launch, platform


def _open(connection: Connection, platform: Platform, launch: Launched, guest: int | None, email: str) -> int:
    person = people.open_account(connection, guest, email, None)
    people.rename(connection, person, called(launch.message.name))
    _connect(connection, platform, launch, person)
    return person


def _connect(connection: Connection, platform: Platform, launch: Launched, person: int) -> None:
    """Makes the platform's person this one, unless they are somebody here already."""
    if identities.person(connection, platform.issuer_key, launch.message.subject) is None:
        identities.add(connection, platform.issuer_key, launch.message.subject, person)
