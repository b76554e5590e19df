"""The review of an exam: what each question earned, what was lost and why, how long it took; by section and skill."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.clock import Clock
from app.database.connection import Connection
from app.exams import history, mock_exams, results_release
from app.exams.history import Late
from app.exams.results_release import Shown
from app.exams.sitting import is_shut, its_own
from app.exams.store import audit_log, sittings
from app.exams.store import exams as of_courses
from app.exams.store.audit_log import End
from app.exams.store.exams import Exam
from app.exams.store.sitting import Drawn, Sitting
from app.jobs.store import jobs
from app.practice import opening, practice
from app.practice.sheet import Sheet
from app.practice.store import attempts, mark_log
from app.practice.store.attempt import Attempt
from app.practice.store.mark_log import Change
from app.questions.context import Context
from app.questions.library import KeptForCourses, Library
from engine.exams.blueprints import Blueprint, Group
from engine.marking import grading


class StillRunning(ValueError):
    """The sitting has not ended; carries its name."""


class BeingMarked(ValueError):
    """The time of the sitting is over, and it is not marked yet; carries its name."""

    headers = {"Retry-After": "1"}  # noqa: RUF012


class NotOpened(ValueError):
    """The results that were asked for open later; carries the sitting's name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewedQuestion:
    """One question. ``pending`` points wait for a mark; ``sheet`` is None where it cannot be read any more."""

    place: int
    group: str
    title: str
    section: str
    skill: str
    points: Fraction
    earned: Fraction
    pending: Fraction
    seconds: float
    attempt: Attempt
    sheet: Sheet | None

    @property
    def lost(self) -> Fraction:
        return self.points - self.earned - self.pending

    @property
    def empty(self) -> bool:
        return not self.attempt.responses


@dataclass(frozen=True, slots=True)
class Tally:
    """Points earned in one section or skill; ``before`` is the share earned in all earlier sittings, None without
    any."""

    name: str
    earned: Fraction
    points: Fraction
    before: float | None

    @property
    def share(self) -> float:
        return float(self.earned / self.points)


@dataclass(frozen=True, kw_only=True, slots=True)
class Review:
    """A sitting that has ended. ``grade`` is None while points are pending.

    ``exam`` is its exam in a course, of whose results only what is ``shown`` is open; ``regraded`` are the changes by
    regrades, by attempt; ``late`` came after the end. The answers of ``withheld`` questions are not shown yet, for the
    sake of a course. Those that are ``practised`` the learner may begin anew today.
    """

    sitting: Sitting
    items: tuple[ReviewedQuestion, ...]
    grade: str | None
    passed: bool | None
    sections: tuple[Tally, ...]
    skills: tuple[Tally, ...]
    exam: Exam | None
    shown: Shown
    regraded: Mapping[int, Sequence[Change]]
    end: End | None
    late: tuple[Late, ...]
    program_runs: bool
    withheld: frozenset[str]
    practised: frozenset[str]

    @property
    def earned(self) -> Fraction:
        return sum((one.earned for one in self.items), Fraction(0))

    @property
    def pending(self) -> Fraction:
        return sum((one.pending for one in self.items), Fraction(0))

    @property
    def self_marked(self) -> Fraction:
        return sum((one.attempt.self_marked for one in self.items), Fraction(0))

    @property
    def to_mark(self) -> list[ReviewedQuestion]:
        """The answers in sentences that wait for the learner's own marks."""
        own = self.sitting.exam is None
        return [one for one in self.items if own and one.pending and one.sheet and one.sheet.writing]

    @property
    def by_loss(self) -> list[ReviewedQuestion]:
        """The questions on which points were lost, the most first."""
        return sorted((one for one in self.items if one.lost), key=lambda one: -one.lost)

    @property
    def to_practise(self) -> list[ReviewedQuestion]:
        """Those of them that may be practised today."""
        return [one for one in self.by_loss if one.attempt.question in self.practised]

    @property
    def kept(self) -> list[ReviewedQuestion]:
        """Those of them that are kept for exams and assignments of a course."""
        return [one for one in self.by_loss if one.attempt.question not in self.practised]


def review(context: Context, name: str) -> Review:
    """Raises NoSuchSitting, NotBegun, StillRunning, and BeingMarked."""
    with context.database.read() as connection:
        sitting = its_own(connection, context.person.id, name)
        if sitting.closed_at is None:
            raise BeingMarked(name) if is_shut(sitting, context.clock) else StillRunning(name)
        items = tuple(_items(connection, context.library, sitting))
        before = [
            one
            for past in _earlier(connection, sitting, context.clock)
            for one in _items(connection, context.library, past)
        ]
        exam, shown = _shown(connection, sitting, context.clock)
        regraded, end = mark_log.regraded(connection, sitting.id), audit_log.end(connection, sitting.id)
        late = history.late(audit_log.of_sitting(connection, sitting.id), sitting.over_at)
        program_runs = jobs.go_on(connection, "run", [one.attempt.name for one in items if one.pending])
    earned = sum((one.earned for one in items), Fraction(0))
    pending = sum((one.pending for one in items), Fraction(0))
    blueprint = sitting.blueprint
    grade = passed = None
    if not pending:
        limit = Fraction(blueprint["passes"])
        grade = grading.grade(earned, sitting.points, limit, blueprint["scale"])
        passed = grading.passed(earned, sitting.points, limit)
    by_section = _tallies(items, before, "section")
    by_skill = _tallies(items, before, "skill")
    withheld = frozenset() if exam else frozenset(context.library.asked_by_courses(context.person))
    practised = frozenset(context.library.open_to(context.person, {one.attempt.question for one in items}))
    return Review(
        sitting=sitting, items=items, grade=grade, passed=passed, sections=by_section, skills=by_skill,
        exam=exam, shown=shown, regraded=regraded, end=end, late=late, program_runs=program_runs,
        withheld=withheld, practised=practised,
    )  # fmt: skip


def lost(context: Context, name: str) -> Review:
    """Returns the review for practising what was lost. Raises as ``review``, and NotOpened."""
    found = review(context, name)
    if not found.shown.answers:
        raise NotOpened(name)
    return found


def lost_with(context: Context, question: str) -> Sitting | None:
    """Returns the learner's newest exam with a question, if they lost points with it there and may see that."""
    with context.database.read() as connection:
        who = context.person.id
        sitting = None if who is None else sittings.asked(connection, who, question)
        if sitting is None or not _shown(connection, sitting, context.clock)[1].answers:
            return None
        made = attempts.of_sitting(connection, sitting.id)
    return sitting if any(one.question == question and one.earned < one.settled for one in made) else None


def _shown(connection: Connection, sitting: Sitting, clock: Clock) -> tuple[Exam | None, Shown]:
    """Returns the course's exam that it was of, and what of it is open; of practice, everything is."""
    if sitting.exam is None:
        return None, Shown()
    exam = of_courses.by_id(connection, sitting.exam)
    return exam, results_release.shown(exam, results_release.has_closed(connection, exam, clock.now()))


def _earlier(connection: Connection, sitting: Sitting, clock: Clock) -> list[Sitting]:
    """Returns the earlier sittings whose marks the learner may see."""
    assert sitting.person is not None
    mine = sittings.of_person(connection, sitting.person)
    over = (one for one in mine if one.closed_at is not None and one.id < sitting.id)
    return [one for one in over if _shown(connection, one, clock)[1].answers]


def _items(connection: Connection, library: Library, sitting: Sitting) -> Iterable[ReviewedQuestion]:
    drawn = {one.place: one for one in sittings.questions(connection, sitting.id)}
    seconds = history.spent(audit_log.of_sitting(connection, sitting.id), sitting.over_at)
    for attempt in attempts.of_sitting(connection, sitting.id):
        assert attempt.place is not None
        yield _item(library, drawn[attempt.place], attempt, seconds.get(attempt.place, 0.0))


def _item(library: Library, one: Drawn, attempt: Attempt, seconds: float) -> ReviewedQuestion:
    on = opening.readable(library, attempt)
    title = on.variant.question.title if on else attempt.question
    waiting = attempt.latest().keys() - attempt.marked
    pending = (Fraction(part["points"]) for part in attempt.variant["parts"] if part["name"] in waiting)
    return ReviewedQuestion(
        place=one.place, group=one.heading, title=title, section=one.section,
        skill=on.variant.question.skill if on else "", points=attempt.points, earned=attempt.earned,
        pending=sum(pending, Fraction(0)), seconds=seconds, attempt=attempt,
        sheet=practice.show(on) if on else None,
    )  # fmt: skip


def again(context: Context, name: str, form_key: str) -> str:
    """Begins the same questions with new numbers, as practice. If the sitting was practice, the new one is as long.

    Raises NoSuchSitting, NotBegun, StillRunning, NotOpened, KeptForCourses, composing.Unfillable, and AlreadySitting.
    """
    with context.database.read() as connection:
        sitting = its_own(connection, context.person.id, name)
        drawn = sittings.questions(connection, sitting.id)
        _, shown = _shown(connection, sitting, context.clock)
    if sitting.closed_at is None:
        raise StillRunning(name)
    if not shown.solutions:
        raise NotOpened(name)
    practised = context.library.open_to(context.person, {one.question for one in drawn})
    if not practised:
        raise KeptForCourses(name)
    drawn = [one for one in drawn if one.question in practised]
    asked: dict[str, list[str]] = {}
    for one in drawn:
        asked.setdefault(one.heading, []).append(one.question)
    blueprint = Blueprint.model_validate(sitting.blueprint)
    groups = tuple(
        Group(
            title=group.title,
            number=len(asked[group.title]),
            points=group.points,
            level=group.level,
            questions=tuple(asked[group.title]),
        )
        for group in blueprint.groups
        if group.title in asked
    )
    same = blueprint.model_copy(update={"groups": groups, "sections": None, "scope": "all"})
    questions = context.library.newest([one.question for one in drawn]).values()
    percent = round(100 * sitting.seconds / 60 / blueprint.minutes, 3)
    extra = None if sitting.exam else int(percent) - 100  # it was rounded up to whole minutes
    return mock_exams.start(context, same, questions, form_key, extra)


def earlier(context: Context, name: str) -> Sitting:
    """Raises NoSuchSitting."""
    with context.database.read() as connection:
        return its_own(connection, context.person.id, name)


def _tallies(
    items: Sequence[ReviewedQuestion], before: Sequence[ReviewedQuestion], what: str
) -> tuple[Tally, ...]:
    found: dict[str, list[ReviewedQuestion]] = {}
    for one in items:
        found.setdefault(getattr(one, what), []).append(one)
    tallies = []
    for name, mine in found.items():
        settled = sum((one.points - one.pending for one in mine), Fraction(0))
        if settled:
            earlier = [one for one in before if getattr(one, what) == name]
            points = sum((one.points - one.pending for one in earlier), Fraction(0))
            share = sum((one.earned for one in earlier), Fraction(0)) / points if points else None
            earned = sum((one.earned for one in mine), Fraction(0))
            tallies.append(Tally(name, earned, settled, None if share is None else float(share)))
    return tuple(sorted(tallies, key=lambda tally: tally.share))
