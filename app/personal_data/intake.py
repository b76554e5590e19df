"""Stores what a file holds for one person, each thing once.

Some sheets at a time are marked and stored: an import that was cancelled, or ended with its server, is completed by
importing the same file again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from app.database.connection import Connection
from app.identity.store import people
from app.jobs.heartbeat import Refused
from app.lab import lab
from app.learning import fold, goal
from app.learning.store import goals, placements
from app.personal_data import exam_rows, naming, remarking
from app.personal_data.file_format import Exam, Goal, PersonalFile, Placement, Prediction, Report, Sheet
from app.personal_data.naming import Named, NamesTaken
from app.personal_data.remarking import Marked
from app.personal_data.store import imported
from app.personal_data.store.imported import Owned
from app.questions.library import Library
from app.study import card_reviews
from app.web.languages.languages import N_
from engine.deadline import TakesTooLong, within
from engine.learning.spacing import Grade

TOGETHER = 50  # sheets, or exams with theirs, in one transaction
NOBODY = N_("Whoever asked for this is no longer here.")
TAKEN = N_("Too many people here have imported this very file. It belongs to one of them.")
Progress = Callable[[int, int], None]


@dataclass(kw_only=True)
class Taken:
    """The counts of an import. ``known`` things were here before; ``as_told`` sheets could not be marked again;
    ``exam_on`` is the day of the exam that was taken over, None for none."""

    sheets: int = 0
    exams: int = 0
    predictions: int = 0
    reports: int = 0
    known: int = 0
    as_told: int = 0
    exam_on: str | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit that is stored as a whole: a sheet, or an exam with all its sheets."""

    exam: Exam | None
    sheets: tuple[Sheet, ...]


def take(library: Library, about: str, file: PersonalFile, progress: Progress) -> Taken:
    """Stores what the person of the job ``about`` this file does not have yet. Its marks lie in the past, so what is
    known of the person is folded anew at the end. Raises Refused."""
    taken, done = Taken(), 0
    with library.database.read() as connection:
        opened = people.by_id(connection, _person(connection, about, hold=False))
    owner = opened.person if opened else people.NOBODY
    whole = len(file.sheets) + len(file.predictions) + len(file.reports) + 1
    try:
        for units in _batched(list(_units(file))):
            marked: dict[str, Marked] = {}
            for sheet in _unknown(library, about, units):
                progress(done + len(marked), whole)
                marked[sheet.name] = remarking.mark(library, sheet, owner)
            with library.database.write() as connection:
                person = _person(connection, about)
                known = _known(connection, units)
                for unit in units:
                    _keep(connection, person, unit, marked, known, taken)
            done += sum(len(unit.sheets) for unit in units)
        with library.database.write() as connection:
            person = _person(connection, about)
            _keep_predictions(connection, person, file.predictions, taken)
            _keep_reports(connection, person, file.reports, taken)
            _keep_goal(connection, library, person, file.goal, taken)
            _keep_placements(connection, person, file.placements, taken)
            sent = [(one.card, Grade(one.grade), one.at) for one in file.cards]
            taken.known += card_reviews.merge(connection, person, sent, datetime.now(UTC))
        fold.rebuild(library.database, library, person)
    except NamesTaken:
        raise Refused(TAKEN) from None
    progress(whole, whole)
    return taken


def _units(file: PersonalFile) -> Iterator[Unit]:
    """Everything in the order in which it was begun; an exam stands where its first sheet does. Sheets of an exam that
    cannot be one are practice."""
    exams = {exam.name: exam for exam in file.exams if exam_rows.is_an_exam(exam)}
    sheets: dict[str, list[Sheet]] = {}
    for sheet in file.sheets:
        if sheet.exam in exams and sheet.place is not None:
            sheets.setdefault(sheet.exam, []).append(sheet)
    told: set[str] = set()
    for sheet in file.sheets:
        if sheet.exam not in exams or sheet.place is None:
            yield Unit(None, (sheet.model_copy(update={"exam": None, "place": None}),))
        elif sheet.exam not in told:
            told.add(sheet.exam)
            yield Unit(exams[sheet.exam], tuple(sheets[sheet.exam]))
    yield from (Unit(exam, ()) for name, exam in exams.items() if name not in told)


def _batched(units: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
    for start in range(0, len(units), TOGETHER):
        yield units[start : start + TOGETHER]


def _person(connection: Connection, about: str, hold: bool = True) -> int:
    person = imported.importing(connection, about, hold)
    if person is None:
        raise Refused(NOBODY)
    return person


def _known(connection: Connection, units: Sequence[Unit]) -> Mapping[str, Mapping[str, Owned]]:
    """The rows that have a name which something of these units may get."""
    names = {
        "sheets": [sheet.name for unit in units for sheet in unit.sheets],
        "exams": [unit.exam.name for unit in units if unit.exam],
    }
    return {
        what: imported.named(connection, what, naming.every_candidate(those)) for what, those in names.items()
    }


def _unknown(library: Library, about: str, units: Sequence[Unit]) -> list[Sheet]:
    """The sheets that the person does not have, which alone are marked; looked at again before they are stored."""
    with library.database.read() as connection:
        person = _person(connection, about, hold=False)
        known = _known(connection, units)["sheets"]
    every = [sheet for unit in units for sheet in unit.sheets]
    return [sheet for sheet in every if naming.settled(sheet.name, known, person).row is None]


def _keep(
    connection: Connection,
    person: int,
    unit: Unit,
    marked: Mapping[str, Marked],
    known: Mapping[str, Mapping[str, Owned]],
    taken: Taken,
) -> None:
    sitting, there = None, set[int]()
    if unit.exam is not None:
        here = naming.settled(unit.exam.name, known["exams"], person)
        if here.row is None:
            sitting = exam_rows.add(connection, person, here.name, unit.exam, [*_of(unit, marked)])
            taken.exams += 1
        else:
            sitting, there = here.row, imported.places_of(connection, here.row)
            taken.known += 1
    for sheet in unit.sheets:
        here = naming.settled(sheet.name, known["sheets"], person)
        one = marked.get(sheet.name)
        if here.row is not None or one is None or (sheet.place in there):
            taken.known += 1
            continue
        if sheet.place is not None:
            there.add(sheet.place)
        _keep_sheet(connection, person, here.name, one, unit.exam, sitting)
        taken.sheets += 1
        taken.as_told += one.as_told


def _of(unit: Unit, marked: Mapping[str, Marked]) -> Iterator[Marked]:
    return (marked[sheet.name] for sheet in unit.sheets if sheet.name in marked)


def _keep_sheet(
    connection: Connection, person: int, name: str, one: Marked, exam: Exam | None, sitting: int | None
) -> None:
    sheet = one.sheet
    values: dict[str, Any] = {
        "name": name,
        "question": sheet.question,
        "section": one.section,
        "level": sheet.level,
        "points": str(one.points),
        "variant": dict(one.variant),
        "begun_at": exam.begun_at if exam else sheet.begun_at,
        "chain_opened_at": None if exam else sheet.chain_opened_at,
        "solution_seen_at": exam.closed_at if exam else sheet.solution_seen_at,
        "sitting_id": sitting,
        "place": sheet.place,
        "way": sheet.way,
    }
    answers = [
        {
            "part": answer.part,
            "form_key": answer.sent,
            "typed": list(answer.typed),
            "verdict": dict(answer.verdict),
            "earned": None if answer.earned is None else str(answer.earned),
            "at": answer.at,
            "withdrawn_at": answer.withdrawn_at,
            "sure": answer.sure,
        }
        for answer in {(answer.part, answer.sent): answer for answer in one.answers}.values()
    ]
    shown = [
        {"part": hint.part, "rung": hint.rung, "cost": hint.cost, "at": hint.at}
        for hint in {(hint.part, hint.rung): hint for hint in sheet.hints}.values()
    ]
    imported.add_sheet(connection, person, values, answers, shown)


def _keep_predictions(connection: Connection, person: int, made: Sequence[Prediction], taken: Taken) -> None:
    """A demo that knows the outcome at once says it anew; of a live run, which is not run again, it is as told."""
    known = imported.named(
        connection, "predictions", naming.every_candidate(prediction.name for prediction in made)
    )
    rows: dict[str, Mapping[str, Any]] = {}
    for prediction in made:
        here = naming.settled(prediction.name, known, person)
        if here.row is not None or here.name in rows:
            taken.known += 1
            continue
        rows[here.name] = {
            "name": here.name,
            "demo": prediction.demo,
            "state": prediction.state,
            "asked": prediction.asked,
            "predicted": prediction.predicted,
            "outcome": _outcome(prediction),
            "within": prediction.within,
            "sketch": list(prediction.sketch) or None,
            "at": prediction.at,
        }
        taken.predictions += 1
    imported.add_predictions(connection, person, list(rows.values()))


def _outcome(prediction: Prediction) -> float | None:
    with suppress(TakesTooLong), within(remarking.BUDGET):
        return lab.outcome_of(prediction.demo, prediction.state, prediction.outcome)
    return prediction.outcome


def _keep_goal(
    connection: Connection, library: Library, person: int, told: Goal | None, taken: Taken
) -> None:
    if told is None:
        return
    set_there = goals.Goal(told.exam_on, told.exam, told.set_at)
    if not goal.take_over(connection, library.bank, person, set_there, datetime.now(UTC)):
        taken.known += 1
    elif told.exam_on is not None:
        taken.exam_on = told.exam_on.isoformat()


def _keep_placements(connection: Connection, person: int, sent: Sequence[Placement], taken: Taken) -> None:
    for one in sent:
        taken.known += not placements.add(connection, person, one.begun_at, one.ended_at, one.answers)


def _keep_reports(connection: Connection, person: int, sent: Sequence[Report], taken: Taken) -> None:
    """Reports come with the sheets that they were sent from; others went to those who run the other installation."""
    names = [report.sheet for report in sent if report.sheet is not None]
    known = imported.named(connection, "sheets", naming.every_candidate(names))
    for report in sent:
        here: Named | None = None if report.sheet is None else naming.settled(report.sheet, known, person)
        if here is None or here.row is None:
            continue
        variant = imported.variant_of(connection, here.row)
        new = imported.add_report(
            connection,
            person,
            {
                "question": variant["question"],
                "variant": dict(variant),
                "sentence": report.sentence,
                "at": report.at,
                "attempt_id": here.row,
                "answer": report.answer,
                "answered_at": report.answered_at,
            },
        )
        taken.reports += new
        taken.known += not new
