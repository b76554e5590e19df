"""Choosing on the platform what a link there opens (deep linking): an exercise, an assignment, an exam, a page, a demo.

The chooser stands in a frame of the platform, where a browser may keep no cookie. So each of its forms carries the
secret of the launch, which opens nothing but choosing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from app.accounts.store import identities
from app.courses.membership import Right, rights
from app.courses.store import assignments, courses
from app.courses.store.courses import Course, CourseRole
from app.coursework.marks.gradebook import points_of
from app.database.connection import Connection
from app.exams.store import exams
from app.identity.permissions import InExam
from app.identity.store import people, tokens
from app.lab.demos import DEMOS
from app.lti import keys
from app.lti.entry import EntryOver
from app.lti.launch import NotBelieved
from app.lti.login import Framed
from app.lti.protocol.message import Message, Picking
from app.lti.protocol.names import DEEP_LINK_ANSWER, DEEP_LINKING, LTI, RESOURCE_LINK, VERSION
from app.lti.protocol.roles import course_role
from app.lti.store import contexts, launches, platforms
from app.lti.store.launches import Launched
from app.lti.store.platforms import Platform
from app.questions import search
from app.questions.context import Context
from app.questions.library import Library
from app.web.sections import SECTIONS

LASTS = timedelta(hours=1)
SHOWN = 20


class MayNotChoose(Framed):
    """The person does not teach the course there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """Something that can be chosen: its path on our site, and for what is marked its content item's own fields."""

    path: str
    title: str
    item: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Chooser:
    """The choices on offer, for the ``secret`` of their forms; ``found`` by words, ``chosen`` before. Without a course,
    the person has to connect one first."""

    platform: Platform
    secret: str
    several: bool
    language: str
    course: str = ""
    words: str = ""
    marked: tuple[Choice, ...] = ()
    found: tuple[Choice, ...] = ()
    chosen: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the platform: a signed token, to this address."""

    platform: Platform
    back: str
    token: str


def begin(context: Context, secret: str) -> Chooser:
    """Goes on with a launch that was believed, once. Raises EntryOver, NotBelieved, MayNotChoose, and InExam."""
    new = tokens.made()
    with context.database.write() as connection:
        if not launches.swap(connection, secret, new, LASTS):
            raise EntryOver
    return choose(context, new, "", ())


def choose(context: Context, secret: str, words: str, chosen: Iterable[str]) -> Chooser:
    """Shows what can be chosen. Raises EntryOver, NotBelieved, MayNotChoose, and InExam."""
    with context.database.read() as connection:
        launch, platform, picking = _picking(connection, secret)
        course = _course(connection, platform, launch.message)
        marked = _marked(connection, context.library, course) if course else ()
    before = set(chosen)
    kept = tuple(one for one in _everything(context.library, marked) if one.path in before)
    return Chooser(
        platform=platform,
        secret=secret,
        several=picking.several,
        language=launch.message.language,
        course=course.title if course else "",
        words=words,
        marked=marked,
        found=tuple(_found(context.library, words)) if words.strip() else (),
        chosen=kept if picking.several else kept[:1],
    )


def answer(context: Context, secret: str, chosen: Sequence[str], site: str) -> Answer | None:
    """Answers with what was chosen, once; None where nothing was. Raises as ``choose``."""
    with context.database.read() as connection:
        launch, platform, picking = _picking(connection, secret)
        course = _course(connection, platform, launch.message)
        marked = _marked(connection, context.library, course) if course else ()
    wanted = [one for one in _everything(context.library, marked) if one.path in set(chosen)]
    items = [_item(one, site, picking) for one in (wanted if picking.several else wanted[:1])]
    if not items or course is None:
        return None
    with context.database.write() as connection:
        launches.end(connection, launch.id)
    claims = {
        "iss": platform.details.client_id,
        "aud": platform.details.issuer,
        "nonce": tokens.made(),
        f"{LTI}message_type": DEEP_LINK_ANSWER,
        f"{LTI}version": VERSION,
        f"{LTI}deployment_id": launch.message.deployment,
        f"{DEEP_LINKING}content_items": items,
    } | ({} if picking.data is None else {f"{DEEP_LINKING}data": picking.data})
    return Answer(platform, picking.back, keys.signed(context.database, claims))


def _picking(connection: Connection, secret: str) -> tuple[Launched, Platform, Picking]:
    launch = launches.with_secret(connection, secret) if secret else None
    platform = platforms.by_id(connection, launch.platform) if launch else None
    if launch is None or platform is None or launch.message.picking is None:
        raise EntryOver
    picking = launch.message.picking
    if not platform.trusted(picking.back):
        raise NotBelieved(platform, "what is chosen would go to another site")
    if RESOURCE_LINK not in picking.types:
        raise NotBelieved(platform, "it takes no links of ours")
    return launch, platform, picking


def _course(connection: Connection, platform: Platform, message: Message) -> Course | None:
    """Returns the course whose work can be chosen; None where the person has to come into it first. Raises MayNotChoose
    for whoever does not teach it there, and InExam."""
    if course_role(message.roles) is not CourseRole.INSTRUCTOR or message.context is None:
        raise MayNotChoose(platform, "not as an instructor of the context")
    person = identities.person(connection, platform.issuer_key, message.subject)
    there = contexts.find(connection, platform.id, message.deployment, message.context.id)
    account = people.by_id(connection, person) if person is not None else None
    if account is None or there is None:
        return None
    if sits := people.sitting_of(connection, account.id):
        raise InExam(sits)
    found = courses.find(connection, account.id, there.course.name)
    who = account.person
    return there.course if found is not None and Right.TEACH in rights(found, who) else None


def _marked(connection: Connection, library: Library, course: Course) -> tuple[Choice, ...]:
    """Returns what is marked in the course, with its points and dates as the standard writes them."""
    sat = {one.assignment: one for one in exams.of_course(connection, course.id)}
    made = []
    for one in assignments.of_course(connection, course.id):
        exam = sat.get(one.id)
        if exam is not None and (exam.published_at is None or exam.archived_at is not None):
            continue
        opens, closes = (exam.rules.opens_at, exam.rules.closes_at) if exam else (one.opens_at, one.due_at)
        times = {"startDateTime": opens, "endDateTime": closes}
        dates = {key: at.isoformat() for key, at in times.items() if at is not None}
        points = points_of(library, one, exam)
        item: dict[str, Any] = {
            "available": {key: at for key, at in dates.items() if exam or key == "startDateTime"},
            "submission": {key: at for key, at in dates.items() if key == "endDateTime"},
            "lineItem": {"label": one.title, "scoreMaximum": float(points), "resourceId": one.name}
            if points > 0
            else {},
        }
        what = f"exams/{exam.name}" if exam else f"assignments/{one.name}"
        path = f"/courses/{course.name}/{what}"
        title = exam.title if exam else one.title
        made.append(Choice(path=path, title=title, item=tuple((key, it) for key, it in item.items() if it)))
    return tuple(made)


def _found(library: Library, words: str) -> Iterable[Choice]:
    """Exercises that anybody may practise, sections and demos, by words."""
    bank = library.everybodys()
    found = search.found(library.bank, bank.questions.values(), words.replace("\0", "")).questions
    wanted = words.casefold().split()
    pages = (one for one in _pages() if all(word in f"{one.path} {one.title}".casefold() for word in wanted))
    yield from pages
    yield from (_exercise(one.id, one.title) for one in found[:SHOWN])


def _everything(library: Library, marked: Sequence[Choice]) -> Iterable[Choice]:
    exercises = (_exercise(one.id, one.title) for one in library.everybodys().questions.values())
    return (*marked, *_pages(), *exercises)


def _exercise(name: str, title: str) -> Choice:
    return Choice(path=f"/practice/{name}", title=title)


def _pages() -> Iterable[Choice]:
    yield from (Choice(path=f"/study/{name}", title=title) for name, title in SECTIONS.items())
    yield from (Choice(path=f"/lab/{demo.name}", title=demo.title) for demo in DEMOS)


def _item(one: Choice, site: str, picking: Picking) -> dict[str, Any]:
    """Returns a content item: a link that opens in a window of its own where the platform can do that."""
    own = {key: it for key, it in one.item if key != "lineItem" or picking.takes_line_items}
    link = {"type": RESOURCE_LINK, "title": one.title, "url": f"{site}{one.path}"}
    return link | {"window": {"targetName": "_blank"}} | own
