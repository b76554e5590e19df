"""The parts of a course's sheets on which somebody does not get any further."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, func, select

from app.analytics.store.cohort import RULE, of_students
from app.database.schema import assignments, attempts, responses
from engine.marking.marking import Rule


@dataclass(frozen=True, slots=True)
class Stuck:
    """A part that somebody answered wrongly ``tries`` times, and not rightly since, without opening the solution."""

    person: int
    question: str
    part: str
    tries: int
    last_at: datetime


def of_course(connection: Connection, course: int, tries: int) -> list[Stuck]:
    """The parts that a student answered wrongly at least ``tries`` times since the last right answer;
    the most tries first."""
    often = (
        select(attempts.c.id, attempts.c.person_id, attempts.c.question, responses.c.part)
        .join(responses, responses.c.attempt_id == attempts.c.id)
        .where(attempts.c.id.in_(of_students(assignments.c.course_id == course)))
        .where(attempts.c.solution_seen_at.is_(None))
        .group_by(attempts.c.id, responses.c.part)
        .having(func.count(responses.c.id) >= tries)
        .subquery()
    )
    is_wrong = RULE == Rule.WRONG
    one = and_(responses.c.attempt_id == often.c.id, responses.c.part == often.c.part)
    other = responses.alias()
    right = (other.c.attempt_id == often.c.id, other.c.part == often.c.part)
    last_right = (
        select(func.coalesce(func.max(other.c.id), 0))
        .where(*right, other.c.verdict["rule"].as_string() != Rule.WRONG)
        .scalar_subquery()
    )
    since = select(
        often.c.person_id, often.c.question, often.c.part,
        func.count(responses.c.id).label("tries"), func.max(responses.c.at).label("last_at"),
    ).join(responses, one)  # fmt: skip
    wrong = (is_wrong, responses.c.verdict["outdated"].as_string().is_(None))
    grouped = since.where(*wrong, responses.c.id > last_right).group_by(*often.c)
    count, last = func.count(responses.c.id), func.max(responses.c.at)
    wanted = grouped.having(count >= tries).order_by(count.desc(), last.desc())
    return [Stuck(*row) for row in connection.execute(wanted)]
