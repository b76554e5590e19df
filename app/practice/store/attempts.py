"""Stores attempts with their responses and hints: what one learner did on one variant."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    and_,
    bindparam,
    func,
    insert,
    or_,
    select,
    update,
)

from app.database.schema import attempts, hints, responses, sittings
from app.practice.store import mark_events
from app.practice.store.attempt import Attempt, Response, Shown, Way
from app.practice.store.exam_question import ExamQuestion
from engine import deadline

# Each answer asks these, some of them three times; built once, with parameters, they take half as long.
_OWN = select(attempts).where(
    attempts.c.name == bindparam("name"),
    attempts.c.person_id == bindparam("person"),
    or_(attempts.c.opens_at.is_(None), attempts.c.opens_at <= bindparam("now")),
)
_HELD = select(attempts).where(attempts.c.id == bindparam("attempt")).with_for_update()
_RESPONSES = select(responses).where(responses.c.attempt_id == bindparam("attempt")).order_by(responses.c.id)
_HINTS = select(hints).where(hints.c.attempt_id == bindparam("attempt")).order_by(hints.c.id)
_RESPOND = insert(responses).returning(responses.c.id)


def begin(
    connection: Connection,
    person: int,
    form_key: str,
    name: str,
    section: str,
    points: Fraction,
    variant: Mapping[str, Any],
    assignment: int | None = None,
    exam: ExamQuestion | None = None,
    *,
    way: Way = Way.ORDINARY,
    opened_at: datetime | None = None,
) -> Attempt:
    """Stores a new attempt, begun for an ``assignment`` (None: practice) or as a question of an ``exam``'s sitting. It
    is begun now, unless it was ``opened_at`` an earlier time."""
    row = insert(attempts).values(
        name=name,
        person_id=person,
        form_key=form_key,
        question=variant["question"],
        section=section,
        level=variant["level"],
        points=str(points),
        variant=dict(variant),
        begun_at=exam.begun_at if exam else opened_at or datetime.now(UTC),
        assignment_id=assignment,
        sitting_id=exam.sitting if exam else None,
        place=exam.place if exam else None,
        opens_at=exam.opens_at if exam else None,
        solution_seen_at=exam.closed_at if exam else None,  # from then on nothing more can be earned
        way=way,
    )
    return _attempt(connection.execute(row.returning(attempts)).one(), [], [])


def find(connection: Connection, person: int, name: str) -> Attempt | None:
    """Returns the person's own attempt of this name; another's is not found, nor an exam's before it opens."""
    if "\0" in name:  # PostgreSQL takes no such text
        return None
    row = connection.execute(_OWN, {"person": person, "name": name, "now": datetime.now(UTC)}).first()
    return None if row is None else _whole(connection, row)


def named(connection: Connection, name: str) -> Attempt:
    """Returns the attempt of this name, whoever made it."""
    return _whole(connection, connection.execute(select(attempts).where(attempts.c.name == name)).one())


def reload(connection: Connection, attempt: Attempt) -> Attempt:
    """Returns the attempt as it is in this transaction, which alone may write to it until it ends."""
    return _whole(connection, connection.execute(_HELD, {"attempt": attempt.id}).one())


def begun_with(connection: Connection, person: int, form_key: str) -> Attempt | None:
    """Returns the attempt that this form began, where it was sent before."""
    mine = (attempts.c.person_id == person, attempts.c.form_key == form_key)
    row = connection.execute(select(attempts).where(*mine)).first()
    return None if row is None else _whole(connection, row)


def of_person(connection: Connection, person: int, all_of_them: bool = False) -> list[Attempt]:
    """Returns the person's attempts, newest first, with their responses; hints are left out. Attempts of exams are left
    out before they open, unless ``all_of_them`` are wanted."""
    mine = attempts.c.person_id == person
    mine = mine if all_of_them else and_(mine, _opened())
    return _answered(connection, select(attempts).where(mine).order_by(attempts.c.id.desc()))


def newest(
    connection: Connection,
    person: int,
    most: int | None = None,
    *,
    since: datetime | None = None,
    questions: Collection[str] | None = None,
) -> list[Attempt]:
    """Returns the person's sheets, newest first, with their responses: the newest so many, those that were begun
    ``since`` then, or those of some questions. Worked examples, hints and exams that are not open yet are left out."""
    wanted = select(attempts).where(_practised(person))
    if since is not None:
        wanted = wanted.where(attempts.c.begun_at >= since)
    if questions is not None:
        wanted = wanted.where(attempts.c.question.in_(questions))
    ordered = wanted.order_by(attempts.c.begun_at.desc(), attempts.c.id.desc())
    return _answered(connection, ordered.limit(most))


def of_assignments(connection: Connection, person: int, of: Collection[int]) -> list[Attempt]:
    """Returns the person's sheets of these assignments, newest first, with their responses; hints are left out."""
    mine = and_(attempts.c.person_id == person, attempts.c.assignment_id.in_(of), _opened())
    return _answered(connection, select(attempts).where(mine).order_by(attempts.c.id.desc()))


def times_asked(connection: Connection, person: int, questions: Collection[str]) -> Mapping[str, int]:
    """Returns how many sheets of each of these questions the person has, as ``newest`` counts them; of those without
    any, nothing."""
    these = attempts.c.question.in_(questions)
    counted = select(attempts.c.question, func.count()).where(_practised(person), these)
    rows = connection.execute(counted.group_by(attempts.c.question))
    return {row[0]: row[1] for row in rows}


def begun_since(connection: Connection, person: int, moment: datetime) -> int:
    """Returns how many sheets the person has begun since then."""
    counted = select(func.count()).where(_practised(person), attempts.c.begun_at >= moment)
    return connection.execute(counted).scalar_one()


def _practised(person: int) -> ColumnElement[bool]:
    return and_(attempts.c.person_id == person, attempts.c.way != Way.EXAMPLE, _opened())


def examples(connection: Connection, person: int, question: str, most: int) -> list[Attempt]:
    """Returns the person's newest sheets of worked examples of this question, oldest first; hints are left out."""
    mine = (attempts.c.person_id == person, attempts.c.question == question, attempts.c.way == Way.EXAMPLE)
    return _answered(connection, select(attempts).where(*mine).order_by(attempts.c.id.desc()).limit(most))[
        ::-1
    ]


def of_sitting(connection: Connection, sitting: int) -> list[Attempt]:
    """Returns the attempts of a sitting, in the order of its questions."""
    there = attempts.c.sitting_id == sitting
    return _answered(connection, select(attempts).where(there).order_by(attempts.c.place))


def unmarked(connection: Connection, part: str) -> list[str]:
    """Returns the names of the attempts of exams on which this part was answered and has no mark."""
    marked = select(responses.c.attempt_id).where(responses.c.part == part, responses.c.earned.is_not(None))
    of_exams = (attempts.c.sitting_id.is_not(None), responses.c.part == part, attempts.c.id.not_in(marked))
    found = select(attempts.c.name).join(responses, responses.c.attempt_id == attempts.c.id)
    return list(connection.execute(found.where(*of_exams).distinct()).scalars())


def on_question(
    connection: Connection, question: str, hold: bool = False, exam: int | None = None
) -> list[tuple[int, Attempt]]:
    """Returns all attempts on a question, or those of an ``exam``, oldest first, each with its person's number. With
    ``hold``, this transaction alone may write to them until it ends."""
    there = attempts.c.question == question
    if exam is not None:
        there &= attempts.c.sitting_id.in_(select(sittings.c.id).where(sittings.c.exam_id == exam))
    wanted = select(attempts).where(there).order_by(attempts.c.id)
    found = connection.execute(wanted.with_for_update() if hold else wanted).all()
    answered, shown = _by_attempt(connection, responses, there), _by_attempt(connection, hints, there)
    return [
        (row.person_id, _attempt(row, map(_response, answered.get(row.id, ())), shown.get(row.id, ())))
        for row in found
    ]


def respond(
    connection: Connection,
    attempt: int,
    part: str,
    form_key: str,
    typed: Sequence[str],
    verdict: Mapping[str, Any],
    earned: Fraction | None,
    at: datetime | None = None,
    sure: int | None = None,
    withdrawn_at: datetime | None = None,
) -> None:
    """Stores a response; ``at`` is now, unless it is given; ``sure``: in percent, what its learner said before."""
    row = {
        "attempt_id": attempt, "part": part, "form_key": form_key, "typed": list(typed), "verdict": dict(verdict),
        "earned": None if earned is None else str(earned), "at": at or datetime.now(UTC), "sure": sure,
        "withdrawn_at": withdrawn_at,
    }  # fmt: skip
    made = connection.execute(_RESPOND, row).scalar_one()
    if earned is not None:
        mark_events.add(connection, attempt, made)


def withdraw(connection: Connection, response: int, at: datetime | None = None) -> None:
    """Stores that a response was taken back then, or now: it earns nothing, and the part is open again."""
    taken_back = update(responses).where(responses.c.id == response)
    values = {"earned": None, "withdrawn_at": at or datetime.now(UTC)}
    attempt = connection.execute(taken_back.values(values).returning(responses.c.attempt_id)).scalar_one()
    mark_events.add(connection, attempt, response, changed=True)


def hint(
    connection: Connection, attempt: int, part: str, rung: int, cost: Fraction, at: datetime | None = None
) -> None:
    """Stores that a rung was shown then, or now, and its cost."""
    values = {"attempt_id": attempt, "part": part, "rung": rung, "cost": str(cost)}
    connection.execute(insert(hints).values(**values, at=at or datetime.now(UTC)))


def open_chain(connection: Connection, attempt: int, at: datetime | None = None) -> None:
    """Stores when the chain was opened first."""
    _happens(connection, attempt, attempts.c.chain_opened_at, at)


def see_solution(connection: Connection, attempt: int, at: datetime | None = None) -> None:
    """Stores when the solution was seen first."""
    _happens(connection, attempt, attempts.c.solution_seen_at, at)
    mark_events.add(connection, attempt)


def _happens(connection: Connection, attempt: int, moment: Column[datetime], at: datetime | None) -> None:
    """Stores the moment at which something happened first."""
    first_time = (attempts.c.id == attempt, moment.is_(None))
    connection.execute(update(attempts).where(*first_time).values({moment: at or datetime.now(UTC)}))


def _opened() -> ColumnElement[bool]:
    return or_(attempts.c.opens_at.is_(None), attempts.c.opens_at <= datetime.now(UTC))


def _answered(connection: Connection, wanted: Select[Any]) -> list[Attempt]:
    """Returns these attempts in their order, with their responses and without hints. However many there are, the second
    statement names none of them."""
    these = wanted.with_only_columns(attempts.c.id).subquery()
    answered = _by_attempt(connection, responses, attempts.c.id.in_(select(these.c.id)))
    found = connection.execute(wanted)
    return [_attempt(row, map(_response, answered.get(row.id, ())), ()) for row in found]


def _by_attempt(
    connection: Connection, table: Table, where: ColumnElement[bool]
) -> dict[int, list[Row[Any]]]:
    """Returns the rows of a table that belong to these attempts, oldest first."""
    these = select(attempts.c.id).where(where)
    found: dict[int, list[Row[Any]]] = {}
    for row in connection.execute(select(table).where(table.c.attempt_id.in_(these)).order_by(table.c.id)):
        found.setdefault(row.attempt_id, []).append(row)
    return found


def _whole(connection: Connection, row: Row[Any]) -> Attempt:
    answered, shown = (connection.execute(each, {"attempt": row.id}).all() for each in (_RESPONSES, _HINTS))
    return _attempt(row, map(_response, answered), shown)


def _attempt(row: Row[Any], answered: Iterable[Response], shown: Iterable[Row[Any]]) -> Attempt:
    """Builds the view. Raises TakesTooLong: nobody waits for the attempts of somebody who made a hundred thousand."""
    deadline.check()
    hints_seen = tuple(Shown(hint.part, hint.rung, Fraction(hint.cost), hint.at) for hint in shown)
    return Attempt(
        id=row.id, name=row.name, question=row.question, section=row.section, level=row.level,
        points=Fraction(row.points), variant=row.variant, begun_at=row.begun_at,
        chain_opened=row.chain_opened_at is not None, solution_seen_at=row.solution_seen_at,
        assignment=row.assignment_id, sitting=row.sitting_id, place=row.place, responses=tuple(answered),
        shown=hints_seen, way=Way(row.way), saved=row.saved_at is not None,
    )  # fmt: skip


def _response(row: Row[Any]) -> Response:
    earned = None if row.earned is None else Fraction(row.earned)
    return Response(
        row.id, row.part, row.form_key, tuple(row.typed), row.verdict, earned,
        at=row.at, withdrawn_at=row.withdrawn_at, sure=row.sure,
    )  # fmt: skip
