"""A running exam as its learner sees it: the open question, the list of all, the clock. Never a verdict."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from app.clock import GRACE, Clock
from app.database.connection import Connection
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Entry, Spot
from app.exams.store.sitting import Drawn, Sitting
from app.practice.part import Part, decided_by, line, waits_for
from app.questions.context import Context
from app.questions.library import Library, UnknownQuestion
from engine import variants
from engine.answers import responses
from engine.answers.forms import Program, Shown
from engine.answers.responses import NotRead
from engine.solutions import wording
from engine.variants import Variant

FLAG = "flag"  # the field that flags a question to come back to


class NoSuchSitting(LookupError):
    """No sitting of this name belongs to this person, or it has no such question."""


class Ended(ValueError):
    """The sitting is over; carries its name."""


class Resting(ValueError):
    """The sitting is in a break, in which its questions are not shown; carries its name."""


class NotBegun(ValueError):
    """The sitting's clock has not started; carries its name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Time:
    """The clock of a sitting now. ``left`` and ``break_left`` are seconds; ``over``: nothing can be typed any more."""

    now: datetime
    ends_at: datetime
    over: bool
    paused: bool
    break_left: float
    message: str
    window: str
    closed: bool

    @property
    def left(self) -> float:
        return max(0.0, (self.ends_at - self.now).total_seconds())


@dataclass(frozen=True, kw_only=True, slots=True)
class Listed:
    """A question in the list: filled in wholly or partly, flagged to come back to, or with something that cannot be
    read."""

    place: int
    group: str
    points: Fraction
    title: str
    answered: bool
    partly: bool
    flagged: bool
    unread: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Open:
    """The open question, with what is typed in its fields and their revisions; ``shown`` are the tests of a program
    that everybody sees."""

    place: int
    group: str
    title: str
    points: Fraction
    kind: str
    statement: tuple[wording.Block, ...]
    parts: tuple[Part, ...]
    flagged: bool
    revisions: Mapping[str, int]
    unread: Mapping[str, str]

    shown: Shown | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Running:
    """A sitting whose clock runs. ``alone``: it belongs to no course, so no room full of people begins at the same
    moment."""

    name: str
    title: str
    number: str
    points: Fraction
    forbids_aids: bool
    alone: bool
    calculator: bool
    rules: tuple[str, ...]
    clock: Time
    questions: tuple[Listed, ...]
    here: Open

    @property
    def empty(self) -> list[Listed]:
        return [one for one in self.questions if not one.answered and not one.partly]

    @property
    def partly(self) -> list[Listed]:
        return [one for one in self.questions if one.partly]

    @property
    def flagged(self) -> list[Listed]:
        return [one for one in self.questions if one.flagged]


def running(
    context: Context,
    name: str,
    place: int | None = None,
    arrived: datetime | None = None,
) -> Running:
    """Returns the sitting at this question, else at the one open last, as of when the request ``arrived``. During a
    break, its question must not be shown. Raises NoSuchSitting, Ended, and NotBegun."""
    sitting, drawn, typed = _read(context, name, arrived)
    here = next((one for one in drawn if one.place == (place or sitting.place)), None)
    if here is None:
        raise NoSuchSitting(name)
    return _at(context.library, sitting, drawn, typed, context.clock.now(), here)


def at_each(context: Context, name: str) -> list[Running]:
    """Returns the sitting once at each of its questions. Raises NoSuchSitting, Ended, NotBegun, and Resting."""
    sitting, drawn, typed = _read(context, name)
    if sitting.paused(context.clock.now()):
        raise Resting(name)
    first = _at(context.library, sitting, drawn, typed, context.clock.now(), drawn[0])
    return [replace(first, here=_open(context.library, one, typed)) for one in drawn]


def _read(
    context: Context, name: str, at: datetime | None = None
) -> tuple[Sitting, list[Drawn], Mapping[Spot, Entry]]:
    with context.database.read() as connection:
        sitting = its_own(connection, context.person.id, name)
        if is_shut(sitting, context.clock, at):
            raise Ended(name)
        return sitting, sittings.questions(connection, sitting.id), audit_log.standing(connection, sitting.id)


def _at(
    library: Library,
    sitting: Sitting,
    drawn: Sequence[Drawn],
    typed: Mapping[Spot, Entry],
    now: datetime,
    here: Drawn,
) -> Running:
    name = sitting.name
    return Running(
        name=name, title=sitting.title, number=sitting.number, points=sitting.points,
        forbids_aids=sitting.forbids_aids, alone=sitting.exam is None,
        calculator="calculator" in sitting.blueprint["aids"], rules=tuple(sitting.blueprint["rules"]),
        clock=time(sitting, now), questions=tuple(listed(library, one, typed) for one in drawn),
        here=_open(library, here, typed),
    )  # fmt: skip


def clock_of(context: Context, name: str) -> Time:
    """Raises NoSuchSitting, and NotBegun."""
    with context.database.read() as connection:
        return time(its_own(connection, context.person.id, name), context.clock.now())


def its_own(connection: Connection, person: int | None, name: str, hold: bool = False) -> Sitting:
    """Returns the person's sitting, whose clock must have started. Raises NoSuchSitting, and NotBegun."""
    found = None if person is None else sittings.find(connection, person, name, hold)
    if found is None:
        raise NoSuchSitting(name)
    if found.begun_at is None:
        raise NotBegun(name)
    return found


def is_shut(sitting: Sitting, clock: Clock, at: datetime | None = None) -> bool:
    """True if nothing more is accepted, now or ``at`` a moment: handed in, or over with its grace period.

    A server that was down when the time ended gives the grace period once it is back.
    """
    moment = at or clock.now()
    return not sitting.running or moment > max(sitting.ends_at(moment), clock.started_at) + GRACE


def time(sitting: Sitting, now: datetime) -> Time:
    ends_at = sitting.ends_at(now)
    over = sitting.closed_at is not None or now >= ends_at
    left = max(0.0, sitting.breaks - sitting.rested(now))
    return Time(
        now=now, ends_at=ends_at, over=over, paused=sitting.paused(now), break_left=left,
        message=sitting.message, window=sitting.window, closed=sitting.closed_at is not None,
    )  # fmt: skip


def restored(library: Library, one: Drawn) -> Variant:
    """Returns the question with its numbers. Raises UnknownQuestion, and variants.Stale."""
    return variants.from_json(library.begun(one.question, one.variant["version"]), one.variant)


def texts(one: Drawn, standing: Mapping[Spot, Entry]) -> dict[str, list[str]]:
    """Returns what is typed in a question, part by part, one text per cell; "" where nothing was typed."""
    typed: dict[str, dict[int, str]] = {}
    for (place, field), entry in standing.items():
        part, dot, cell = field.rpartition(".")
        if place == one.place and dot:
            typed.setdefault(part, {})[int(cell)] = entry.text
    asked = {part["name"]: len(part["bands"]) for part in one.variant["parts"]}
    return {
        name: [cells.get(n, "") for n in range(max(asked.get(name, 0), 1 + max(cells)))]
        for name, cells in typed.items()
    }


def unread(
    variant: Variant, typed: Mapping[str, list[str]], only: Collection[str] | None = None
) -> dict[str, str]:
    """Returns for each field why it cannot be read as what is asked; "" where it can."""
    said: dict[str, str] = {}
    for asked, read, _ in responses.read_all(variant, typed):
        if only is None or asked.name in only:
            problems = read.problems if isinstance(read, NotRead) else {}
            for n, text in enumerate(typed.get(asked.name, ())):
                problem = problems.get(n) if text.strip() else None
                said[f"{asked.name}.{n}"] = problem.message if problem else ""
    return said


def listed(library: Library, one: Drawn, standing: Mapping[Spot, Entry]) -> Listed:
    """Summarises a question for the list. A cell that cannot be read counts as empty.

    What nobody has touched yet is not computed anew: when a room begins, that is everything.
    """
    typed = texts(one, standing)
    filled, broken = sum(bool(text.strip()) for cells in typed.values() for text in cells), 0
    every = sum(len(part["bands"]) for part in one.variant["parts"])
    try:
        title = library.begun(one.question, one.variant["version"]).title
        if filled:
            variant = restored(library, one)
            broken = sum(map(bool, unread(variant, responses.fitted(variant, typed)).values()))
    except (UnknownQuestion, variants.Stale):
        title = one.question
    answered, flagged = filled - broken >= every, _flagged(one, standing)
    partly = filled > 0 and not answered
    return Listed(
        place=one.place, group=one.heading, points=one.points, title=title, answered=answered, partly=partly,
        flagged=flagged, unread=broken > 0,
    )  # fmt: skip


def _flagged(one: Drawn, standing: Mapping[Spot, Entry]) -> bool:
    flag = standing.get((one.place, FLAG))
    return flag is not None and flag.text == "yes"


def _open(library: Library, one: Drawn, standing: Mapping[Spot, Entry]) -> Open:
    variant = restored(library, one)
    typed = responses.fitted(variant, texts(one, standing))
    question = variant.question
    filled = {name for name, cells in typed.items() if any(map(str.strip, cells))}
    statement = variant.statement
    return Open(
        place=one.place, group=one.heading, title=question.title, points=one.points, kind=question.kind,
        statement=statement, parts=tuple(_parts(variant, typed, filled)), flagged=_flagged(one, standing),
        revisions={field: entry.revision for (place, field), entry in standing.items() if place == one.place},
        unread={field: said for field, said in unread(variant, typed).items() if said},
        shown=next((form.shown for asked in variant.asked if isinstance(form := asked.step.form, Program)), None),
    )  # fmt: skip


def _parts(variant: Variant, typed: Mapping[str, list[str]], filled: Collection[str]) -> Iterable[Part]:
    for asked, _, _ in responses.read_all(variant, typed):
        waits = waits_for(variant, asked, filled)
        yield line(variant, asked, None, None, typed.get(asked.name), None, set(), waits)


def shape_follows(variant: Variant, parts: Collection[str]) -> bool:
    """True if the fields of the question depend on what is typed in one of these parts."""
    return any(set(decided_by(variant, asked.name)) & set(parts) for asked in variant.asked)
