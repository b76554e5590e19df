"""The rows of a mock exam that comes from a file: what can be computed again is."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from app.database.connection import Connection
from app.exams.receipt import receipt
from app.exams.store.audit_log import End, Entry, Kind
from app.personal_data.file_format import Event, Exam
from app.personal_data.remarking import Marked
from app.personal_data.store import imported
from engine.exams.blueprints import Blueprint


def is_an_exam(exam: Exam) -> bool:
    """True if it was composed as exams are, and ended after it was begun."""
    with suppress(ValidationError):
        Blueprint.model_validate(exam.blueprint)
        return exam.begun_at <= exam.closed_at
    return False


def add(connection: Connection, person: int, name: str, exam: Exam, sheets: Sequence[Marked]) -> int:
    """Stores the sitting with everything but its sheets; returns its number in the table."""
    blueprint = Blueprint.model_validate(exam.blueprint)
    headings = {asked.place: asked.heading for asked in exam.questions}
    stands = {(one.place, one.field): one for one in exam.fields}
    standing = {
        spot: Entry(one.place, one.field, one.revision, one.text, one.at) for spot, one in stands.items()
    }
    code = receipt(name, standing)
    values = {
        "name": name,
        "number": exam.number,
        "blueprint": blueprint.model_dump(mode="json"),
        "minutes": exam.minutes,
        "points": str(blueprint.points),
        "forbids_aids": "notes" not in blueprint.aids,
        "prepared_at": exam.prepared_at,
        "begun_at": exam.begun_at,
        "extended": exam.extended,
        "extra_time": exam.extra_time,
        "break_minutes": exam.break_minutes,
        "paused_for": exam.paused_for,
        "place": exam.place,
        "heard_at": exam.heard_at,
        "closed_at": exam.closed_at,
        "closed_by": exam.closed_by,
        "receipt": code,
    }
    return imported.add_exam(
        connection,
        person,
        values,
        [_question(place, one, headings) for place, one in _by_place(sheets).items()],
        [one.model_dump() for one in stands.values()],
        [_event(event, End(exam.closed_by, code)) for event in exam.history],
    )


def _by_place(sheets: Sequence[Marked]) -> Mapping[int, Marked]:
    placed = {one.sheet.place: one for one in reversed(sheets) if one.sheet.place is not None}
    return dict(sorted(placed.items()))


def _question(place: int, one: Marked, headings: Mapping[int, str]) -> dict[str, Any]:
    return {
        "place": place,
        "heading": headings.get(place, ""),
        "question": one.sheet.question,
        "section": one.section,
        "points": str(one.points),
        "variant": dict(one.variant),
    }


def _event(event: Event, end: End) -> dict[str, Any]:
    """A line of the submission history. The last one says the receipt of what is stored here."""
    line = event.model_dump()
    return line | {"text": end.line} if event.kind is Kind.CLOSED else line
