"""A paper version as its marker sees it: its questions, its owner, and its completion, which turns it into attempts.

Until it is done, only its markers know of it. Then one transaction gives it to its student, marks it as the submission
of an exam does, and gives the points by hand, each with an entry in the mark log.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from app.clock import Clock
from app.courses.membership import taught
from app.courses.store import courses
from app.courses.store.courses import Course, Member
from app.database.connection import Rows
from app.exams import results_release, submission
from app.exams.course_exam import find
from app.exams.store import audit_log, outcomes, sittings
from app.exams.store.audit_log import Entry, Event, Kind
from app.exams.store.exams import Exam
from app.exams.store.sittings import ClosedBy, Drawn, Sitting
from app.exams.submission import Marked, Standing
from app.grading.double_marking import MARKERS
from app.grading.manual_grading import award
from app.grading.store import marker_scores
from app.identity.store.people import Person
from app.paper import paper_question
from app.paper.paper_forms import NoSuchForm, numbered
from app.paper.paper_owner import check, free
from app.paper.paper_question import Question, changed
from app.paper.store import paper_forms
from app.practice.store import attempts
from app.questions.context import Context
from app.questions.library import Library, UnknownQuestion
from engine.variants import Stale

WHOSE = (0, "whose")  # the field that names the student


class NobodyChosen(ValueError):
    """The owner of the paper version must be chosen before it is done."""


class FormDone(ValueError):
    """The paper version is marked, so its points are changed on its sheets; carries course, exam and number."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """A question in the list of a paper version. ``touched``: something is typed for it; once done, ``sheet`` is the
    name of its attempt; ``pending`` points wait for a mark."""

    place: int
    heading: str
    title: str
    points: Fraction
    earned: Fraction
    pending: Fraction
    touched: bool
    sheet: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Paper:
    """A paper version with its questions. ``whose`` is the number of the chosen student, ``students`` are those who can
    have it; ``called`` is its owner once it is done, "" where names are hidden."""

    course: Course
    exam: Exam
    form: Sitting
    lines: tuple[Line, ...]
    whose: int
    students: tuple[Member, ...]
    called: str

    @property
    def done(self) -> bool:
        return self.form.closed_at is not None

    @property
    def earned(self) -> Fraction:
        return sum((one.earned for one in self.lines), Fraction(0))

    @property
    def pending(self) -> Fraction:
        return sum((one.pending for one in self.lines), Fraction(0))


def paper(context: Context, course: str, exam: str, number: str) -> Paper:
    """Raises NoSuchCourse, NoCourseExam, and NoSuchForm."""
    with context.database.read() as rows:
        here = taught(rows, context.person, course)
        known = find(rows, here, exam)
        form = numbered(rows, known, number)
        drawn = sittings.questions(rows, form.id)
        standing = audit_log.standing(rows, form.id)
        came = outcomes.of_exam(rows, known.id, form.id)
        everybody = courses.roster(rows, here.id)
        students = tuple(free(rows, known, everybody))
        hidden = courses.names_hidden(rows, here.id)
    titles = context.library.titles({one.question for one in drawn})
    if form.closed_at is None:
        lines = tuple(_line(context.library, known, one, standing, titles) for one in drawn)
    else:
        lines = tuple(
            Line(
                place=one.place,
                heading=one.heading,
                title=titles.get(one.question, one.question),
                points=one.points,
                earned=one.earned,
                pending=one.pending,
                touched=True,
                sheet=one.attempt,
            )
            for one in came
        )
    called = next((one.called for one in everybody if one.id == form.person and not hidden), "")
    return Paper(
        course=here, exam=known, form=form, lines=lines, whose=_whose(standing), students=students,
        called=called,
    )  # fmt: skip


def question(context: Context, course: str, exam: str, number: str, place: int) -> tuple[Paper, Question]:
    """Raises NoSuchCourse, NoCourseExam, NoSuchForm, FormDone, UnknownQuestion, and variants.Stale."""
    whole = paper(context, course, exam, number)
    if whole.done:
        raise FormDone(course, exam, number)
    with context.database.read() as rows:
        drawn = sittings.questions(rows, whole.form.id, [place])
        standing = audit_log.standing(rows, whole.form.id)
    if not drawn:
        raise NoSuchForm(number)
    return whole, paper_question.question(context.library, drawn[0], standing, whole.exam.rules.markers)


def save(
    context: Context,
    course: str,
    exam: str,
    number: str,
    place: int,
    typed: Mapping[str, Sequence[str]],
    beside: Mapping[str, Sequence[str]],
    empty: bool = False,
) -> None:
    """Stores what the form of one question holds; ``empty`` removes all of it.

    Raises as ``question``, and paper_question.WrongPoints.
    """
    with context.database.write() as rows:
        known = find(rows, taught(rows, context.person, course), exam)
        form = _open(rows, known, course, number)
        drawn = next(iter(sittings.questions(rows, form.id, [place])), None)
        if drawn is None:
            raise NoSuchForm(number)
        standing, now = audit_log.standing(rows, form.id), context.clock.now()
        if empty:
            new = paper_question.emptied(drawn, standing, now)
        else:
            asked = paper_question.question(context.library, drawn, standing, known.rules.markers)
            new = paper_question.entries(asked, drawn, typed, beside, standing, now)
        audit_log.put(rows, form.id, new)


def choose(context: Context, course: str, exam: str, number: str, student: int) -> None:
    """Notes the owner, as far as known; 0 for nobody. Raises NoSuchCourse, NoCourseExam, NoSuchForm, and FormDone."""
    with context.database.write() as rows:
        form = _open(rows, find(rows, taught(rows, context.person, course), exam), course, number)
        standing = audit_log.standing(rows, form.id)
        audit_log.put(
            rows, form.id, changed(0, {WHOSE[1]: str(student or "")}, standing, context.clock.now())
        )


def done(context: Context, course: str, exam: str, number: str) -> None:
    """Gives the paper version to its student, with all marks. A second click finds it done.

    Raises NoSuchCourse, NoCourseExam, NoSuchForm, NobodyChosen, and paper_owner.HasOne.
    """
    with context.database.read() as rows:
        known = find(rows, taught(rows, context.person, course), exam)
        form = numbered(rows, known, number)
        drawn = sittings.questions(rows, form.id)
        standing = audit_log.standing(rows, form.id)
    while form.closed_at is None:
        asked = {one.place: _read(context.library, known, one, standing) for one in drawn}
        written = {**standing, **_on_paper(asked, form, context.clock.now())}
        marked = [
            _unrun(one, asked[one.drawn.place])
            for one in submission.each_marked(context.library, drawn, written)
        ]
        with context.database.write() as rows:
            known = find(rows, taught(rows, context.person, course), exam, hold=True)
            form = numbered(rows, known, number, hold=True)
            now = audit_log.standing(rows, form.id)
            if form.closed_at is None and now == standing:
                _store(rows, context.clock, context.person, known, form, marked, asked, written)
                return
        standing = now


def _store(
    rows: Rows,
    clock: Clock,
    person: Person,
    exam: Exam,
    form: Sitting,
    marked: Sequence[Marked],
    asked: Mapping[int, Question | None],
    written: Standing,
) -> None:
    """Stores owner and marks. The audit log gives everything typed the same time, because nobody knows when it was
    written. Raises NobodyChosen, and paper_owner.HasOne."""
    student, now = _whose(written), clock.now()
    if not student:
        raise NobodyChosen(form.number)
    check(rows, exam, student)
    written = {spot: one for spot, one in written.items() if spot != WHOSE and one.text}
    audit_log.put(rows, form.id, [*written.values(), *_nobody(audit_log.standing(rows, form.id))])
    typed = [
        Event(now, Kind.SAVED, place=one.place, field=one.field, revision=one.revision, text=one.text)
        for one in written.values()
    ]
    audit_log.log(rows, form.id, [Event(now, Kind.BEGUN, text=f"on paper; typed by {person.called}"), *typed])
    paper_forms.belongs(rows, form.id, student, now)
    theirs = replace(form, person=student, begun_at=now)
    submission.store(rows, theirs, marked, audit_log.standing(rows, form.id), ClosedBy.INSTRUCTOR, now)
    for attempt in attempts.of_sitting(rows, form.id):
        known = asked[attempt.place or 0]
        for part in known.parts if known else ():
            given = part.hand
            if given and part.rubric and exam.rules.markers >= MARKERS:
                marker_scores.put(
                    rows, attempt.id, part.asked.name, person.id or 0, given.points, given.ticked, given.word
                )
            elif given:
                award(rows, attempt, part.asked.name, given.points, given.word, person.id or 0, given.ticked)
    results_release.settle(rows, exam.id, now)


def _on_paper(
    asked: Mapping[int, Question | None], form: Sitting, now: datetime
) -> dict[tuple[int, str], Entry]:
    """Returns entries for sentences that nobody types, which say where they are."""
    said = f"On paper: version {form.number}."
    made = {}
    for place, known in asked.items():
        for part in known.parts if known else ():
            if part.hand and part.rubric and not any(cell.typed.strip() for cell in part.fields.cells):
                field = f"{part.fields.name}.0"
                made[place, field] = Entry(place, field, int(now.timestamp() * 1000), said, now)
    return made


def _unrun(marked: Marked, known: Question | None) -> Marked:
    """Returns the question without its run where it has points by hand: such a program is not run."""
    return replace(marked, program=None) if known and any(part.hand for part in known.parts) else marked


def _line(library: Library, exam: Exam, one: Drawn, standing: Standing, titles: Mapping[str, str]) -> Line:
    known = _read(library, exam, one, standing)
    touched = any(entry.place == one.place and entry.text.strip() for entry in standing.values())
    earned, pending = (known.earned, known.pending) if known else (Fraction(0), one.points)
    title = titles.get(one.question, one.question)
    return Line(
        place=one.place, heading=one.heading, title=title, points=one.points, earned=earned, pending=pending,
        touched=touched,
    )  # fmt: skip


def _read(library: Library, exam: Exam, one: Drawn, standing: Standing) -> Question | None:
    try:
        return paper_question.question(library, one, standing, exam.rules.markers)
    except (UnknownQuestion, Stale):
        return None


def _open(rows: Rows, exam: Exam, course: str, number: str) -> Sitting:
    """Returns the paper version, locked by this transaction. Raises NoSuchForm, and FormDone."""
    form = numbered(rows, exam, number, hold=True)
    if form.closed_at is not None:
        raise FormDone(course, exam.name, number)
    return form


def _whose(standing: Standing) -> int:
    chosen = standing.get(WHOSE)
    return int(chosen.text) if chosen and chosen.text else 0


def _nobody(standing: Standing) -> list[Entry]:
    """Empties the field of the owner, because the sitting has the owner from now on."""
    chosen = standing.get(WHOSE)
    return [replace(chosen, revision=chosen.revision + 1, text="")] if chosen else []
