"""Deletes what belongs to a person alone, and takes the name off what stays with a course or with others."""

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    delete,
    exists,
    or_,
    select,
    update,
)

from app.attachments import attachments
from app.courses.store import roster, staff
from app.courses.store.courses import CourseRole
from app.courses.store.staff import LastInstructor
from app.database.schema import (
    api_tokens,
    assignments,
    attempts,
    card_reviews,
    exams,
    goals,
    identities,
    job_files,
    jobs,
    kept_answers,
    learners,
    links,
    lti_members,
    lti_scores,
    mail_readers,
    mail_switches,
    mails,
    mark_changes,
    mark_events,
    members,
    metadata,
    mistakes_made,
    people,
    placements,
    practice_sets,
    predictions,
    presences,
    questions,
    removed_mistakes,
    reports,
    sessions,
    sittings,
    skill_states,
    trail,
    versions,
    webhooks,
)
from app.database.schema import courses as courses_table
from app.identity.store.people import Role
from app.personal_data.store.own_work import is_own, of_courses

NAMELESS = "Deleted account"
OF_ONE_PERSON = (
    predictions, sessions, links, api_tokens, kept_answers, webhooks, identities, goals, learners, skill_states,
    mistakes_made, removed_mistakes, mark_events, placements, practice_sets, card_reviews, lti_members, lti_scores,
    presences, mails, mail_readers, mail_switches, job_files,
)  # fmt: skip


def delete_everything(connection: Connection, person: int) -> bool:
    """Deletes the person, held, with all that is theirs alone. Where something stays, so does their row, without name
    and e-mail: returns False then. Raises LastInstructor."""
    roster.forget(connection, person)
    _leave_courses(connection, person)
    _delete_own_work(connection, person)
    for table in OF_ONE_PERSON:
        connection.execute(delete(table).where(table.c.person_id == person))
    theirs = select(people.c.email).where(people.c.id == person).scalar_subquery()
    connection.execute(delete(mails).where(mails.c.address == theirs))  # asked for by whoever typed it
    published = select(versions.c.question_id)
    connection.execute(
        delete(questions).where(questions.c.owner_id == person, questions.c.id.not_in(published))
    )
    attachments.leave_behind(connection, person)
    if any(_refers(connection, column, person) for column in columns_of_people()):
        _take_name_off(connection, person)
        return False
    connection.execute(delete(people).where(people.c.id == person))
    return True


def columns_of_people() -> Iterable[Column[int]]:
    """Every column that names a person, in whatever table."""
    for table in metadata.tables.values():
        for column in table.columns:
            if any(key.column.table is people for key in column.foreign_keys):
                yield column


def _leave_courses(connection: Connection, person: int) -> None:
    """Leaves the courses in which the person is more than a student. A student's marks stay in the gradebook; one who
    did nothing for a course leaves no trace in it."""
    found = (
        select(members.c.course_id, courses_table.c.archived_at)
        .join(courses_table, courses_table.c.id == members.c.course_id)
        .where(members.c.person_id == person, members.c.left_at.is_(None))
        .where(members.c.role != CourseRole.STUDENT)
    )
    for row in connection.execute(found).all():
        try:
            staff.leave(connection, row.course_id, person)
        except LastInstructor:
            if row.archived_at is None:
                raise
            gone = update(members).where(*_in(row.course_id, person))
            connection.execute(gone.values(left_at=datetime.now(UTC)))
    unbegun = (sittings.c.person_id == person, sittings.c.begun_at.is_(None), sittings.c.form_key.is_(None))
    connection.execute(delete(sittings).where(*unbegun))  # drawn ahead for an exam that was never begun
    worked_in = _courses_worked_in(person)
    student = (members.c.person_id == person, members.c.role == CourseRole.STUDENT)
    connection.execute(delete(members).where(*student, members.c.course_id.not_in(worked_in)))


def _in(course: int, person: int) -> tuple[ColumnElement[bool], ...]:
    return members.c.course_id == course, members.c.person_id == person


def _courses_worked_in(person: int) -> Select[tuple[int]]:
    """The courses for which the person has begun something."""
    begun = and_(attempts.c.person_id == person, attempts.c.assignment_id == assignments.c.id)
    sat = and_(sittings.c.person_id == person, sittings.c.exam_id == exams.c.id)
    of_exam = select(exams.c.id).join(sittings, sat).where(exams.c.assignment_id == assignments.c.id)
    some = or_(exists(select(attempts.c.id).where(begun)), exists(of_exam))
    return select(assignments.c.course_id).where(some)


def _delete_own_work(connection: Connection, person: int) -> None:
    """Deletes practice and mock exams with all that hangs on them, and the jobs that were done for them."""
    mine = select(attempts.c.id).where(is_own(person))
    names = select(attempts.c.name).where(is_own(person))
    alone = or_(reports.c.attempt_id.is_(None), reports.c.attempt_id.in_(mine))
    connection.execute(delete(reports).where(reports.c.person_id == person, alone))
    connection.execute(delete(mark_changes).where(mark_changes.c.attempt_id.in_(mine)))
    connection.execute(delete(jobs).where(jobs.c.about.in_(names)))
    of_courses_work = select(attempts.c.name).where(of_courses(person))
    handed_in = (jobs.c.person_id == person, jobs.c.about.in_(of_courses_work))
    connection.execute(update(jobs).where(*handed_in).values(person_id=None))  # it is still to be marked
    connection.execute(delete(jobs).where(jobs.c.person_id == person))
    connection.execute(delete(attempts).where(is_own(person)))
    exams_of_ones_own = (sittings.c.person_id == person, sittings.c.exam_id.is_(None))
    these = select(sittings.c.id).where(*exams_of_ones_own)
    connection.execute(delete(trail).where(trail.c.sitting_id.in_(these)))
    connection.execute(delete(sittings).where(*exams_of_ones_own))


def _refers(connection: Connection, column: Column[int], person: int) -> bool:
    table = column.table
    assert isinstance(table, Table)
    return bool(connection.execute(select(exists().where(table.c[column.name] == person))).scalar())


def _take_name_off(connection: Connection, person: int) -> None:
    nobody = {
        "email": None,
        "email_verified_at": None,
        "password": None,
        "name": f"{NAMELESS} {person}",
        "role": Role.GUEST,
        "extra_time": 0,
        "break_minutes": 0,
    }
    connection.execute(update(people).where(people.c.id == person).values(nobody))
    no_more = {"extra_time": 0, "break_minutes": 0}
    connection.execute(update(members).where(members.c.person_id == person).values(no_more))
