"""The export of a person's data: one archive with ``examformer.json``, and the same as tables for people to open.

Exam questions of a course that are not open yet, and exercises that a course asks at present, are left out; of what
belongs to a course stands only what its student typed and got. Tokens, passwords and sessions never leave.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from app import __version__
from app.authoring.exchange import archive
from app.database.connection import Connection
from app.learning.store import goals, placements
from app.personal_data import tables
from app.personal_data.file_courses import Course, CourseAnswer, CourseSheet, Listed
from app.personal_data.file_format import (
    Answer,
    Asked,
    CardReview,
    Event,
    Exam,
    Goal,
    Hint,
    MarkChange,
    Owner,
    Part,
    PersonalFile,
    Placement,
    Prediction,
    Report,
    Saved,
    Sheet,
)
from app.personal_data.store import own_work
from app.personal_data.store.own_work import Rows, Stock, Work
from app.questions.context import Context
from app.study.store import card_reviews
from engine import deadline

JSON = "examformer.json"


@dataclass(frozen=True, slots=True)
class Overview:
    """The data of a person; ``withheld`` sheets are left out of the file as long as a course asks them."""

    stock: Stock
    withheld: int


def overview(context: Context) -> Overview:
    """Counts what the page shows; a newcomer has nothing."""
    if context.person.id is None:
        nothing = {"sheets": 0, "answers": 0, "exams": 0, "predictions": 0, "reports": 0, "of_courses": 0}
        return Overview(Stock(**nothing, since=None, exam_on=None), 0)
    withheld = _withheld(context, context.person.id)
    with context.database.read() as connection:
        left_out = own_work.sheets_on(connection, context.person.id, withheld)
        return Overview(own_work.stock(connection, context.person.id), left_out)


def archived(context: Context) -> bytes:
    """Returns the archive to be downloaded."""
    now, me = datetime.now(UTC), context.person.id
    withheld: set[str] = set() if me is None else _withheld(context, me)
    file = personal_file(context, now, withheld)
    sheets = {
        JSON: file.model_dump_json(indent=1),
        "answers.csv": tables.answers(file),
        "sheets.csv": tables.sheets(file),
        "exams.csv": tables.exams(file),
        "predictions.csv": tables.predictions(file),
        "reports.csv": tables.reports(file),
        "goal.csv": tables.goal(file),
        "placements.csv": tables.placements(file),
        "cards.csv": tables.cards(file),
        "courses.csv": tables.courses(file),
    }
    return archive.pack((name, text, now) for name, text in sheets.items())


def personal_file(context: Context, now: datetime, withheld: Collection[str]) -> PersonalFile:
    """Returns everything but what is ``withheld`` as one value, empty for a newcomer."""
    me = context.person.id
    head: dict[str, Any] = {
        "application": f"Examformer {__version__}",
        "written_at": now,
        "owner": Owner(name=context.person.name, email=context.person.email),
    }
    if me is None:
        return PersonalFile(**head, sheets=(), exams=(), predictions=(), reports=(), courses=())
    with context.database.read() as connection:
        work = own_work.own_sheets(connection, me)
        return PersonalFile(
            **head,
            sheets=tuple(_sheet(row, work) for row in work.sheets if row.question not in withheld),
            exams=tuple(_exams(connection, me)),
            predictions=tuple(_prediction(row) for row in own_work.own_predictions(connection, me)),
            reports=tuple(_report(row) for row in own_work.own_reports(connection, me)),
            courses=tuple(_courses(connection, me)),
            goal=_goal(connection, me),
            placements=tuple(_placements(connection, me)),
            cards=tuple(_cards(connection, me)),
        )


def _withheld(context: Context, person: int) -> set[str]:
    """The questions that the same course asks all its students alike, as long as somebody has time left for them."""
    library = context.library
    with context.database.read() as connection:
        mine = own_work.questions_of(connection, person)
    published = library.newest(mine - library.bank.questions.keys()).values()
    me = context.person
    return library.asked_by_courses(me) | {one.id for one in published if library.withheld(one, me)}


def _sheet(row: Any, work: Work) -> Sheet:
    """Raises TakesTooLong, as whatever reads all that somebody did."""
    deadline.check()
    variant: Mapping[str, Any] = row.variant
    return Sheet(
        name=row.name,
        question=row.question,
        version=variant["version"],
        section=row.section,
        level=row.level,
        seed=variant["seed"],
        case=variant["case"],
        parameters=variant["parameters"],
        parts=tuple(Part(name=part["name"], points=part["points"]) for part in variant["parts"]),
        worth=variant.get("worth"),
        points=row.points,
        begun_at=row.begun_at,
        chain_opened_at=row.chain_opened_at,
        solution_seen_at=row.solution_seen_at,
        exam=row.exam,
        place=row.place,
        answers=tuple(map(_answer, work.answers.get(row.id, ()))),
        hints=tuple(
            Hint(part=hint.part, rung=hint.rung, cost=hint.cost, at=hint.at)
            for hint in work.hints.get(row.id, ())
        ),
        changes=tuple(_changes(work, row.id)),
        way=row.way,
        stage=variant.get("stage"),
    )


def _answer(row: Any) -> Answer:
    return Answer(
        part=row.part,
        sent=row.form_key,
        typed=tuple(row.typed),
        rule=row.verdict["rule"],
        ticked=tuple(row.verdict.get("ticked", ())),
        earned=row.earned,
        at=row.at,
        withdrawn_at=row.withdrawn_at,
        sure=row.sure,
    )


def _changes(work: Work, attempt: int) -> Iterable[MarkChange]:
    parts = {answer.id: answer.part for answer in work.answers.get(attempt, ())}
    for row in work.changes.get(attempt, ()):
        yield MarkChange(
            part=parts.get(row.response_id, ""),
            reason=row.reason,
            before=row.before["earned"],
            after=row.after["earned"],
            at=row.at,
        )


def _exams(connection: Connection, person: int) -> Iterable[Exam]:
    more = own_work.of_exams(connection, person)
    same = (
        "name", "number", "blueprint", "minutes", "points", "forbids_aids", "prepared_at", "begun_at",
        "extended", "extra_time", "break_minutes", "paused_for", "place", "heard_at", "closed_at", "closed_by",
    )  # fmt: skip
    for row in own_work.own_exams(connection, person):
        of_it: dict[str, Rows] = {table: rows.get(row.id, ()) for table, rows in more.items()}
        yield Exam(
            **{name: row._mapping[name] for name in same},
            questions=tuple(Asked(place=one.place, heading=one.heading) for one in of_it["drawn"]),
            fields=tuple(map(_saved, of_it["entries"])),
            history=tuple(map(_event, of_it["trail"])),
        )


def _saved(row: Any) -> Saved:
    return Saved(place=row.place, field=row.field, revision=row.revision, text=row.text, at=row.at)


def _event(row: Any) -> Event:
    return Event(
        at=row.at,
        kind=row.kind,
        place=row.place,
        field=row.field,
        revision=row.revision,
        text=row.text,
        typed_at=row.typed_at,
    )


def _prediction(row: Any) -> Prediction:
    return Prediction(
        name=row.name,
        demo=row.demo,
        state=row.state,
        asked=row.asked,
        predicted=row.predicted,
        outcome=row.outcome,
        within=row.within,
        sketch=tuple(row.sketch or ()),
        at=row.at,
    )


def _report(row: Any) -> Report:
    return Report(
        sheet=row.sheet,
        question=row.question,
        sentence=row.sentence,
        at=row.at,
        answer=row.answer,
        answered_at=row.answered_at,
    )


def _goal(connection: Connection, person: int) -> Goal | None:
    found = goals.of_person(connection, person)
    return None if found is None else Goal(exam_on=found.exam_on, exam=found.exam, set_at=found.set_at)


def _placements(connection: Connection, person: int) -> Iterable[Placement]:
    for one in placements.ended(connection, person):
        assert one.ended_at is not None
        yield Placement(begun_at=one.begun_at, ended_at=one.ended_at, answers=one.answers)


def _cards(connection: Connection, person: int) -> Iterable[CardReview]:
    for card, grade, at in card_reviews.every(connection, person):
        yield CardReview(card=card, grade=grade, at=at)


def _courses(connection: Connection, person: int) -> Iterable[Course]:
    work = own_work.course_sheets(connection, person)
    for member in own_work.memberships(connection, person):
        its = (row for row in work.sheets if row.course_id == member.course_id)
        yield Course(
            title=member.title,
            role=member.role,
            joined_at=member.joined_at,
            left_at=member.left_at,
            roster=_listed(member),
            sheets=tuple(_course_sheet(row, work) for row in its),
        )


def _listed(member: Any) -> Listed:
    return Listed(
        name=member.listed_name,
        email=member.listed_email or "",
        matriculation=member.matriculation or "",
        section=member.section,
        extra_time=member.extra_time,
        stated=member.stated_number or "",
    )


def _course_sheet(row: Any, work: Work) -> CourseSheet:
    typed = (
        CourseAnswer(part=one.part, typed=tuple(one.typed), earned=one.earned, at=one.at)
        for one in work.answers.get(row.id, ())
    )
    return CourseSheet(
        title=row.title,
        question=row.question,
        points=row.points,
        begun_at=row.begun_at,
        answers=tuple(typed),
    )
