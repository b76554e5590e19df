"""Mock exams that anybody can sit: the built-in ones, narrowed to some sections or not, and those that learners
compose."""

import secrets
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import ceil
from random import Random
from typing import Any

from app.database.connection import Connection
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Event, Kind
from app.exams.store.sitting import Sitting
from app.identity.store import people
from app.learning import forecast
from app.learning.store import forecasts
from app.practice.score_summary import attempts_of, by_section
from app.practice.store import attempts
from app.questions.context import Context
from app.questions.library import Library
from app.web.sections import SECTIONS
from engine.exams import composing
from engine.exams.blueprints import Blueprint
from engine.exams.composing import Picked
from engine.exams.own_exam import own
from engine.questions import Question
from engine.variants import Undrawable, Variant

OWN = "own"  # the address of an exam that the learner composes
TRIES = 5
WEAK = 3  # sections
SHARE = 0.8  # of its points: a section with less is weak
LEAST, MOST = 10, 180  # minutes of an exam that the learner composes
LONGER = 0, 25, 50, 100  # percent more time that anybody may take


class NoSuchExam(LookupError):
    """No built-in exam has this name."""


class ChooseSections(ValueError):
    """The exam is about one section, and none or several are chosen."""


class AlreadySitting(ValueError):
    """The person is in the middle of another exam; carries its name."""


@dataclass(frozen=True, slots=True)
class Past:
    """A sitting in the learner's own list. ``earned`` counts what is marked; it is None where a course's rules keep it
    closed, or while the sitting runs. ``pending`` points wait for a mark."""

    sitting: Sitting
    running: bool
    begun_at: datetime
    earned: Fraction | None
    pending: Fraction


@dataclass(frozen=True, slots=True)
class Exams:
    """All exams that the visitor can sit, and the sittings they have begun."""

    exams: tuple[Blueprint, ...]
    sections: tuple[tuple[str, str], ...]
    past: tuple[Past, ...]

    @property
    def going_on(self) -> tuple[Past, ...]:
        """The running sittings: more than one where somebody signs in who sits one as a guest."""
        return tuple(one for one in self.past if one.running)


@dataclass(frozen=True, slots=True)
class Lack:
    """The reason why an exam cannot be filled: its ``groups`` want so many different questions, and fewer are there."""

    groups: str
    wanted: int
    there: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Cover:
    """The page before the clock starts. ``sections`` are those that it is narrowed to, none for all; ``minutes``
    include the person's extra time. ``chosen``: nothing has to be chosen first."""

    name: str
    blueprint: Blueprint
    sections: tuple[str, ...]
    choice: tuple[tuple[str, str], ...]
    chosen: bool
    minutes: Fraction
    extra_time: int
    longer: tuple[int, ...]
    break_minutes: int
    going_on: str
    lack: Lack | None


def exams(context: Context) -> Exams:
    with context.database.read() as connection:
        me = context.person.id
        mine = sittings.of_person(connection, me) if me is not None else []
        past = [_past(connection, one, one.begun_at) for one in mine if one.begun_at is not None]
    ordered = sorted(context.library.bank.exams.values(), key=lambda exam: exam.minutes)
    return Exams(tuple(ordered), tuple(SECTIONS.items()), tuple(past))


def _past(connection: Connection, sitting: Sitting, begun_at: datetime) -> Past:
    if sitting.closed_at is None or sitting.exam is not None:
        return Past(sitting, sitting.running, begun_at, None, Fraction(0))
    made = attempts.of_sitting(connection, sitting.id)
    earned, settled = (
        sum((getattr(one, what) for one in made), Fraction(0)) for what in ("earned", "settled")
    )
    return Past(sitting, False, begun_at, earned, sitting.points - settled)


def cover(
    context: Context,
    name: str,
    sections: Collection[str],
    minutes: int,
    extra: int | None,
) -> Cover:
    """Returns the cover of an exam; ``extra`` is as in ``start``. Raises NoSuchExam."""
    chosen = tuple(one for one in SECTIONS if one in sections)
    whole = (
        context.library.bank.exams["full" if name == OWN else name]
        if name in {OWN, *context.library.bank.exams}
        else None
    )
    if whole is None:
        raise NoSuchExam(name)
    if whole.scope == "weak spots":
        chosen = weak_spots(context)
    if whole.scope == "all" and name != OWN:
        chosen = ()
    ready, lack = True, None
    try:
        blueprint = composed(context.library, name, chosen, minutes)
        composing.fill(blueprint, context.library.bank.questions.values(), Random(0))
    except ChooseSections:
        blueprint, ready = whole, False
    except composing.Unfillable as error:
        blueprint = whole
        lack = Lack(", ".join(group.title for group in error.groups), error.wanted, error.found)
    with context.database.read() as connection:
        me = context.person.id
        own_extra, breaks = people.accommodation(connection, me) if me is not None else (0, 0)
        going_on = sittings.running(connection, me) if me is not None else []
    lasts = Fraction(blueprint.minutes) * (100 + own_extra) / 100 + _more(blueprint, own_extra, extra)
    return Cover(
        name=name, blueprint=blueprint, sections=chosen, choice=tuple(SECTIONS.items()), chosen=ready,
        minutes=lasts, extra_time=own_extra if extra is None else extra,
        longer=tuple(sorted({*LONGER, own_extra})), break_minutes=breaks,
        going_on=going_on[0].name if going_on else "", lack=lack,
    )  # fmt: skip


def _more(blueprint: Blueprint, own_extra: int, extra: int | None) -> int:
    """Returns the whole minutes that a sitting gets beyond the person's own extra time, so that it is ``extra`` percent
    longer."""
    return 0 if extra is None else ceil(Fraction(blueprint.minutes * (extra - own_extra), 100))


def composed(library: Library, name: str, sections: Sequence[str], minutes: int) -> Blueprint:
    """Returns the exam as it is sat. Raises NoSuchExam, ChooseSections, and composing.Unfillable."""
    questions = library.bank.questions.values()
    if name == OWN:
        length = min(MOST, max(LEAST, minutes))
        return own(library.bank.exams["full"], questions, sections, length)
    blueprint = library.bank.exams.get(name)
    if blueprint is None:
        raise NoSuchExam(name)
    if blueprint.scope == "section" and len(sections) != 1:
        raise ChooseSections(name)
    return blueprint if blueprint.scope == "all" or not sections else blueprint.narrowed(sections)


def begin(
    context: Context,
    name: str,
    sections: Sequence[str],
    minutes: int,
    extra: int | None,
    form_key: str,
) -> str:
    """Draws all questions, stores them at once, and starts the clock; returns the sitting's name. A second click
    returns the same one.

    The review will show the answers, so questions whose answers a course of theirs withholds are left out. ``extra`` is
    as in ``start``. Raises NoSuchExam, ChooseSections, composing.Unfillable, and AlreadySitting.
    """
    chosen = [one for one in SECTIONS if one in sections]
    blueprint = composed(context.library, name, chosen, minutes)
    withheld = context.library.asked_by_courses(context.person)
    questions = [one for one in context.library.bank.questions.values() if one.id not in withheld]
    return start(context, blueprint, questions, form_key, extra)


def start(
    context: Context,
    blueprint: Blueprint,
    questions: Collection[Question],
    form_key: str,
    extra: int | None = None,
) -> str:
    """Begins a sitting of this blueprint and returns its name. ``extra`` is by how many percent it is longer this once,
    in place of the person's own extra time.

    Raises composing.Unfillable, and AlreadySitting.
    """
    drawn = rows_of(composing.fill(blueprint, questions, Random(secrets.randbits(128))))
    expected = forecast.of_exam(context, blueprint)
    with context.database.write() as connection:
        person = people.hold(connection, context.visitor.token).id or people.add(
            connection, context.visitor.token
        )
        if begun := sittings.begun_with(connection, person, form_key):
            return begun.name
        if going_on := sittings.running(connection, person):
            raise AlreadySitting(going_on[0].name)
        now, new = context.clock.now(), secrets.token_urlsafe(12)
        more = own_extra, _ = people.accommodation(connection, person)
        sitting = sittings.add(
            connection, new, person, form_number(), blueprint.model_dump(mode="json"), blueprint.minutes,
            blueprint.points, "notes" not in blueprint.aids, drawn, now, form_key=form_key, begun_at=now,
            accommodation=more,
        )  # fmt: skip
        sittings.extend(connection, sitting, _more(blueprint, own_extra, extra))
        audit_log.log(connection, sitting, [Event(now, Kind.BEGUN)])
        if expected is not None:
            forecasts.add(connection, sitting, expected)
    return new


def rows_of(picked: Sequence[Picked]) -> list[dict[str, Any]]:
    """Draws the numbers of the questions, from 128 random bits each, and returns the rows to be stored."""
    drawn = []
    for one in picked:
        variant = _drawn(one)
        drawn.append(
            {"heading": one.group.title, "question": one.question.id, "section": one.question.section}
            | {"points": str(variant.points), "variant": variant.to_json()}
        )
    return drawn


def _drawn(picked: Picked) -> Variant:
    """Draws a question's numbers, and draws others where nothing fair comes of them. Raises Undrawable."""
    for _ in range(TRIES):
        with suppress(Undrawable):
            return composing.draw(picked, secrets.randbits(128))
    return composing.draw(picked, secrets.randbits(128))


def form_number() -> str:
    """Returns a random number of six digits for a sitting that belongs to no course."""
    return f"{secrets.randbelow(900_000) + 100_000}"


def weak_spots(context: Context) -> tuple[str, ...]:
    """Returns the sections in which the learner lost the largest share of the points, at most three; none where little
    was lost."""
    tallies = by_section(attempts_of(context))
    weak = [(one.share, name) for name, one in tallies.items() if one.settled and one.share < SHARE]
    found = {name for _, name in sorted(weak)[:WEAK]}
    return tuple(name for name in SECTIONS if name in found)
