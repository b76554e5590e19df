"""Opens sheets: fresh ones, with numbers just drawn, and begun ones, with the numbers that were stored."""

import secrets
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from app.courses.store import duties
from app.courses.store.asked import Asking
from app.database.connection import Connection
from app.identity.store import people, sessions
from app.practice.store import attempts, exam_question
from app.practice.store.attempt import Attempt, Way
from app.questions.context import Context
from app.questions.library import AskedByCourse, Library, UnknownQuestion
from engine import variants
from engine.answers.forms import Prose
from engine.bank import Bank
from engine.parameters import BadParameters
from engine.questions import Question
from engine.variants import NO_SEED, Variant

KEPT = 1000  # variants, of 7 kB each and 55 kB at most
UNFAIR = (UnknownQuestion, BadParameters, variants.Undrawable)  # why numbers make no sheet of a question


class AskedInExam(Exception):
    """The question belongs to the exam of this ``sitting``: it is shown in the review, and takes no more answers.
    ``place``: where it stands there; None leads to the grade at the head of the review."""

    def __init__(self, sitting: str, place: int | None) -> None:
        super().__init__(sitting)
        self.sitting = sitting
        self.place = place


class NoSuchAttempt(LookupError):
    """No attempt of this name belongs to this person."""


class TakenOut(LookupError):
    """The attempt is this person's, but its question is no longer in the bank, or cannot be read."""


class Edited(ValueError):
    """The question was changed after the page was opened, and its numbers may have changed with it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.id)
        self.question = question


class MarkedAgain(ValueError):
    """The attempt got other keys while something was marked by its old ones; carries its name."""


class AnotherSheet(ValueError):
    """The key of this form began another sheet, which no page of ours sends."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """A sheet on which nothing is stored yet, to be worked on in this way; ``opened_at`` where its time is shown."""

    variant: Variant
    way: Way = Way.ORDINARY
    opened_at: datetime | None = None

    withheld = until = None  # no course asks it: see Begun
    deferred = over = saves_itself = False
    hints = True


@dataclass(frozen=True, slots=True)
class Begun:
    """A stored sheet; ``withheld`` is the assignment for whose sake its solution is closed, because somebody in the
    course has time left. ``deferred``: its answers are marked once results open. ``until`` then it takes them, or other
    sentences than those that are saved; ``over``: that is past. ``hints``: its assignment lets students take them.
    ``saves_itself``: what is typed is saved unasked, because nothing is marked by it and it is not late."""

    variant: Variant
    attempt: Attempt
    _: KW_ONLY
    withheld: Asking | None = None
    deferred: bool = False
    until: datetime | None = None
    over: bool = False
    hints: bool = True
    saves_itself: bool = False

    @property
    def way(self) -> Way:
        """The way in which it was begun."""
        return self.attempt.way

    @property
    def opened_at(self) -> datetime:
        """The moment at which the sheet was begun."""
        return self.attempt.begun_at


def fresh(question: Question, seed: int, level: str, version: str | None = None) -> Fresh:
    """Draws a sheet that is not stored. Raises Edited where the page was drawn from another text of the question."""
    if version not in (None, question.version):
        raise Edited(question)
    return Fresh(_once_drawn(_This(question), seed, level))


@dataclass(frozen=True, slots=True, eq=False)
class _This:
    """A question as it was read, the same as itself alone: another one of this text may see other files."""

    question: Question

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and self.question is other.question

    def __hash__(self) -> int:
        return id(self.question)


@lru_cache(KEPT)
def _once_drawn(this: _This, seed: int, level: str) -> Variant:
    """Draws for a page, and keeps that for the first answer on it."""
    return variants.draw(this.question, seed, level)


def begun(context: Context, name: str) -> Begun:
    """Returns the person's stored sheet. Raises NoSuchAttempt, TakenOut, AskedByCourse where it is practice of what a
    course asks, and variants.Stale where today's engine no longer understands the numbers."""
    person = context.person.id
    with context.database.read() as connection:
        attempt = person and attempts.find(connection, person, name)
    if not attempt:
        raise NoSuchAttempt(name)
    on = restored(context.library, attempt)
    withheld = context.library.withheld(
        on.variant.question, context.person, attempt.assignment, attempt.begun_at
    )
    practised = attempt.assignment is None or (withheld is not None and not withheld.inside)
    if withheld and practised and attempt.sitting is None:
        raise AskedByCourse(withheld, guest=context.person.account is None)
    if attempt.assignment is None or attempt.sitting is not None:
        return replace(on, withheld=withheld)
    with context.database.read() as connection:
        duty = duties.duty(connection, attempt.id)
    on = replace(on, withheld=withheld, hints=duty is None or duty.hints)
    if not (_is_deferred(on, withheld) or _is_text_of_course(on)):
        return on
    until = duty.policy.until(duty.due_at) if duty else None
    over = until is not None and datetime.now(UTC) > until
    late = duty is not None and duty.policy.is_late(datetime.now(UTC), duty.due_at)
    if not _is_text_of_course(on):
        over = over or withheld is None
        return replace(on, until=until, deferred=True, over=over, saves_itself=not (late or over))
    on = replace(on, saves_itself=not (late or attempt.solution_seen))
    if attempt.latest():  # what is saved when its time is over is handed in
        return replace(on, until=until, over=over)
    return on


def _is_text_of_course(on: Begun) -> bool:
    """True if sentences are written on it for an assignment, which a person marks."""
    asked = on.variant.asked
    of_course = on.attempt.assignment is not None and on.attempt.sitting is None
    return of_course and all(isinstance(one.step.form, Prose) for one in asked)


def _is_deferred(on: Begun, withheld: Asking | None) -> bool:
    """True if the answers of a sheet are marked once results open; also where they are open, and it is not marked yet.

    Sentences wait for a person anyway.
    """
    if on.attempt.saved:
        return True
    if withheld is None or on.attempt.assignment is None or on.attempt.sitting is not None:
        return False
    if any(isinstance(asked.step.form, Prose) for asked in on.variant.asked):
        return False
    return withheld.release.defers(withheld.until, same=not on.variant.question.varies)


def restored(library: Library, attempt: Attempt) -> Begun:
    """Returns anybody's attempt with its numbers. Raises TakenOut and variants.Stale, as ``begun`` does."""
    try:
        question = library.begun(attempt.question, attempt.variant["version"])
    except UnknownQuestion as error:
        raise TakenOut(attempt.question) from error
    return Begun(variants.from_json(question, attempt.variant), attempt)


def readable(library: Library, attempt: Attempt) -> Begun | None:
    """Returns anybody's attempt with its numbers; None where they cannot be read any more."""
    try:
        return restored(library, attempt)
    except (TakenOut, variants.Stale):
        return None


def with_numbers(context: Context, question: str, numbers: Mapping[str, Any], form_key: str) -> str:
    """Makes a sheet of a built-in question with numbers that somebody came across elsewhere, in the lab or a figure;
    returns its name. Raises one of ``UNFAIR`` where they make no fair exercise."""
    variant = _drawn(context.library.bank, question, numbers)
    with context.database.write() as connection:
        return stored(connection, context, Fresh(variant), form_key).name


def makes_a_sheet(bank: Bank, question: str, numbers: Mapping[str, Any]) -> bool:
    """True if ``with_numbers`` would make one: only then is it offered."""
    try:
        _drawn(bank, question, numbers)
    except UNFAIR:
        return False
    return True


def _drawn(bank: Bank, question: str, numbers: Mapping[str, Any]) -> Variant:
    asked = bank.questions.get(question)
    if asked is None:
        raise UnknownQuestion(question)
    return variants.draw(asked, NO_SEED, asked.default_level, numbers)


def stored(connection: Connection, context: Context, on: Fresh | Begun, form_key: str) -> Attempt:
    """Returns the stored attempt as it is now; the first action on a fresh sheet begins it, a second click finds it.

    Raises AnotherSheet, and MarkedAgain.
    """
    if isinstance(on, Begun):
        sessions.see(connection, context.visitor.token)
        attempt = attempts.reload(connection, on.attempt)
        if attempt.variant["version"] != on.attempt.variant["version"]:
            raise MarkedAgain(attempt.name)
        return attempt
    person = person_of(connection, context.visitor.token)
    variant, kept = on.variant, on.variant.to_json()
    found = attempts.begun_with(connection, person, form_key)
    if found is None:
        name, section = secrets.token_urlsafe(12), variant.question.section
        return attempts.begin(
            connection,
            person,
            form_key,
            name,
            section,
            variant.points,
            kept,
            way=on.way,
            opened_at=on.opened_at or context.clock.now(),
        )
    if any(found.variant.get(what) != kept.get(what) for what in ("question", "level", "seed", "stage")):
        raise AnotherSheet(form_key)
    return found


def keeps_hints(on: Fresh | Begun) -> bool:
    """True if a line has no hints before its points are settled."""
    return on.way is Way.STRICT or not on.hints


def going_on(on: Fresh | Begun, attempt: Attempt) -> Begun:
    """Returns the sheet with what is stored of it now."""
    return replace(on, attempt=attempt) if isinstance(on, Begun) else Begun(on.variant, attempt)


def person_of(connection: Connection, token: str) -> int:
    """Returns the person of this cookie, locked until the transaction ends; a guest's row is created here, by the first
    thing they send."""
    found = people.hold(connection, token).id
    sessions.see(connection, token)
    return people.add(connection, token) if found is None else found


def send_to_exam(context: Context, attempt: Attempt, at_head: bool = False) -> None:
    """Raises AskedInExam where the attempt was a question of an exam."""
    if attempt.sitting is None:
        return
    with context.database.read() as connection:
        sitting = exam_question.sitting_name(connection, attempt.sitting)
    raise AskedInExam(sitting, None if at_head else attempt.place)
