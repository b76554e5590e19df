"""A person's data as CSV tables, for spreadsheets; cells that one would take for a formula are defused."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import lru_cache

from app.personal_data.file_format import Answer, PersonalFile, Sheet
from app.practice.store.attempt import Attempt, Response
from app.web.downloads import as_csv
from engine.marking import grading
from engine.variants import NO_SEED

ANSWERS = (
    "begun",
    "question",
    "section",
    "level",
    "seed",
    "part",
    "typed",
    "verdict",
    "earned",
    "of",
    "at",
    "way",
    "taken back",
)


def answers_of(made: Sequence[Attempt]) -> str:
    """One line per response, oldest first. ``made`` begins with the newest attempt.

    Seeds are told of practice alone: in an exam or an assignment, numbers are drawn for once. ``way`` says how the
    sheet was worked on.
    """
    rows = []
    for attempt in reversed(made):
        worth = {part["name"]: part["points"] for part in attempt.variant["parts"]}
        practised = attempt.assignment is None and attempt.sitting is None
        begun = _begun(attempt, attempt.variant["seed"], practised)
        for response in attempt.responses:
            earned = None if response.earned is None else str(response.earned)
            rows.append(
                (
                    *begun,
                    *_answered(response, response.verdict["rule"], earned, worth),
                    attempt.way,
                    _time(response.withdrawn_at),
                )
            )
    return _table(ANSWERS, rows)


def answers(file: PersonalFile) -> str:
    """The same for the sheets of a file."""
    rows = []
    for sheet in file.sheets:
        worth = {part.name: part.points for part in sheet.parts}
        begun = _begun(sheet, sheet.seed, sheet.exam is None)
        rows += [
            (
                *begun,
                *_answered(answer, answer.rule, answer.earned, worth),
                sheet.way,
                _time(answer.withdrawn_at),
            )
            for answer in sheet.answers
        ]
    return _table(ANSWERS, rows)


def _begun(one: Attempt | Sheet, seed: int, practised: bool) -> tuple[object, ...]:
    told = seed if practised and seed != NO_SEED else ""
    return _time(one.begun_at), one.question, one.section, one.level, told


def _answered(
    one: Response | Answer, rule: str, earned: str | None, worth: Mapping[str, str]
) -> tuple[object, ...]:
    typed, of = " | ".join(one.typed), _points(worth.get(one.part, "0"))
    return one.part, typed, rule, _points(earned), of, _time(one.at)


def sheets(file: PersonalFile) -> str:
    """One line per sheet, oldest first."""
    heads = (
        "begun", "question", "section", "level", "exam", "answers", "hints", "solution seen", "earned", "of", "way",
        "stage",
    )  # fmt: skip
    return _table(
        heads,
        (
            (
                _time(one.begun_at),
                one.question,
                one.section,
                one.level,
                one.exam or "",
                len(one.answers),
                len(one.hints),
                _time(one.solution_seen_at),
                _points(str(sum((Fraction(answer.earned or "0") for answer in one.answers), Fraction(0)))),
                _points(one.points),
                one.way,
                "" if one.stage is None else one.stage,
            )
            for one in file.sheets
        ),
    )


def exams(file: PersonalFile) -> str:
    """One line per mock exam."""
    heads = ("name", "title", "begun", "ended", "minutes", "of")
    return _table(
        heads,
        (
            (
                one.name,
                one.blueprint.get("title", ""),
                _time(one.begun_at),
                _time(one.closed_at),
                one.minutes,
                _points(one.points),
            )
            for one in file.exams
        ),
    )


def predictions(file: PersonalFile) -> str:
    """One line per prediction in the lab."""
    heads = ("at", "demo", "settings", "asked", "predicted", "outcome")
    return _table(
        heads,
        (
            (
                _time(one.at),
                one.demo,
                one.state,
                one.asked,
                one.predicted,
                "" if one.outcome is None else one.outcome,
            )
            for one in file.predictions
        ),
    )


def courses(file: PersonalFile) -> str:
    """One line per answer that a course asked for, as far as its student may see it."""
    heads = ("course", "assignment", "question", "part", "typed", "earned", "at")
    return _table(
        heads,
        (
            (
                course.title,
                sheet.title,
                sheet.question,
                answer.part,
                " | ".join(answer.typed),
                _points(answer.earned),
                _time(answer.at),
            )
            for course in file.courses
            for sheet in course.sheets
            for answer in sheet.answers
        ),
    )


def reports(file: PersonalFile) -> str:
    """One line per report that a key is wrong."""
    heads = ("at", "question", "sentence", "answer", "answered")
    return _table(
        heads,
        (
            (_time(one.at), one.question, one.sentence, one.answer or "", _time(one.answered_at))
            for one in file.reports
        ),
    )


def goal(file: PersonalFile) -> str:
    """One line if a goal was set."""
    rows = [] if file.goal is None else [(file.goal.exam, file.goal.exam_on or "", _time(file.goal.set_at))]
    return _table(("exam", "on", "set"), rows)


def placements(file: PersonalFile) -> str:
    """One line for each topic that a placement asked."""
    return _table(
        ("ended", "topic", "went well"),
        (
            (_time(one.ended_at), topic, "yes" if right else "no")
            for one in file.placements
            for topic, right in one.answers
        ),
    )


def cards(file: PersonalFile) -> str:
    """One line for each review of a card."""
    return _table(("at", "card", "grade"), ((_time(one.at), one.card, one.grade) for one in file.cards))


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return as_csv([heads, *rows])


def _time(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat(timespec="seconds")


@lru_cache(1000)
def _points(points: str | None) -> str:
    return "" if points is None else grading.two_decimals(Fraction(points))
