"""The completion of a paper version: one transaction gives it to its student, marks it as the submission of an exam
does, and gives the points by hand, each with an entry in the mark log."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from app.clock import Clock
from app.courses.membership import taught
from app.database.connection import Connection
from app.exams import results_release, submission
from app.exams.course_exam import find
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Entry, Event, Kind, Standing
from app.exams.store.exams import Exam
from app.exams.store.sitting import ClosedBy, Sitting
from app.exams.submission import Marked
from app.grading.double_marking import MARKERS
from app.grading.manual_grading import award
from app.grading.store import marker_scores
from app.identity.store.people import Person
from app.paper.paper_owner import check
from app.paper.paper_question import Question
from app.paper.paper_version import WHOSE, read, whose
from app.paper.paper_versions import by_number
from app.paper.store import paper_versions
from app.practice.store import attempts
from app.questions.context import Context


class NobodyChosen(ValueError):
    """The owner of the paper version must be chosen before it is done."""


def complete(context: Context, course: str, exam: str, number: str) -> None:
    """Gives the paper version to its student, with all marks. A second click finds it done.

    Raises NoSuchCourse, NoCourseExam, NoSuchVersion, NobodyChosen, and paper_owner.HasOne.
    """
    with context.database.read() as connection:
        known = find(connection, taught(connection, context.person, course), exam)
        form = by_number(connection, known, number)
        drawn = sittings.questions(connection, form.id)
        standing = audit_log.standing(connection, form.id)
    while form.closed_at is None:
        asked = {one.place: read(context.library, known, one, standing) for one in drawn}
        written = {**standing, **_on_paper(asked, form, context.clock.now())}
        marked = [
            _unrun(one, asked[one.drawn.place])
            for one in submission.each_marked(context.library, drawn, written)
        ]
        with context.database.write() as connection:
            known = find(connection, taught(connection, context.person, course), exam, hold=True)
            form = by_number(connection, known, number, hold=True)
            now = audit_log.standing(connection, form.id)
            if form.closed_at is None and now == standing:
                _store(connection, context.clock, context.person, known, form, marked, asked, written)
                return
        standing = now


def _store(
    connection: Connection,
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
    student, now = whose(written), clock.now()
    if not student:
        raise NobodyChosen(form.number)
    check(connection, exam, student)
    written = {spot: one for spot, one in written.items() if spot != WHOSE and one.text}
    audit_log.put(connection, form.id, [*written.values(), *_nobody(audit_log.standing(connection, form.id))])
    typed = [
        Event(now, Kind.SAVED, place=one.place, field=one.field, revision=one.revision, text=one.text)
        for one in written.values()
    ]
    audit_log.log(
        connection, form.id, [Event(now, Kind.BEGUN, text=f"on paper; typed by {person.called}"), *typed]
    )
    paper_versions.belongs(connection, form.id, student, now)
    theirs = replace(form, person=student, begun_at=now)
    submission.store(
        connection, theirs, marked, audit_log.standing(connection, form.id), ClosedBy.INSTRUCTOR, now
    )
    for attempt in attempts.of_sitting(connection, form.id):
        known = asked[attempt.place or 0]
        for part in known.parts if known else ():
            given = part.hand
            if given and part.rubric and exam.rules.markers >= MARKERS:
                marker_scores.put(
                    connection, attempt.id, part.asked.name, person.id or 0, given.points, given.ticked,
                    given.word,
                )  # fmt: skip
            elif given:
                award(
                    connection, attempt, part.asked.name, given.points, given.word, person.id or 0,
                    given.ticked,
                )  # fmt: skip
    results_release.settle(connection, exam.id, now)


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


def _nobody(standing: Standing) -> list[Entry]:
    """Empties the field of the owner, because the sitting has the owner from now on."""
    chosen = standing.get(WHOSE)
    return [replace(chosen, revision=chosen.revision + 1, text="")] if chosen else []
