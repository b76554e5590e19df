"""Marks a sheet of a file by today's engine, from what was typed: nobody imports points.

Keys and bands are made anew from the numbers, and a worked example asks the lines of its stage. A program runs again
in the sandbox; lines that its learner ticked are counted again. Where the question is not here, or no longer takes
these numbers, the sheet is kept with the points that the file tells, and its page says that the exercise is gone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from app.grading.regrade_attempt import again
from app.identity.store.people import NOBODY, Person
from app.personal_data.file_format import Answer, Sheet
from app.practice import answers, code, code_grading, examples, sandbox, self_marking
from app.practice.store.attempt import AS_TOLD, BY_HAND, SELF_MARKED, Attempt, Response, Shown
from app.questions.library import Library, UnknownQuestion
from engine import asked_lines, variants
from engine.answers.forms import Program
from engine.deadline import TakesTooLong, within
from engine.marking.marking import Rule
from engine.questions import Question
from engine.solutions import worked_solution
from engine.variants import Asked, Stale, Variant

BUDGET = 10.0  # seconds of processor time for one sheet
RULES = {*map(str, Rule), SELF_MARKED, BY_HAND}
NOT_FITTING = (
    ArithmeticError,
    LookupError,
    TypeError,
    ValueError,
    TakesTooLong,
)  # numbers that no page of ours made
UNMARKED = "Not marked yet."


@dataclass(frozen=True, kw_only=True, slots=True)
class Remarked:
    """A response as it is stored."""

    part: str
    sent: str
    typed: tuple[str, ...]
    verdict: Mapping[str, Any]
    earned: Fraction | None
    at: datetime
    withdrawn_at: datetime | None
    sure: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Marked:
    """A sheet as it is stored; ``as_told``: its points are those of the file."""

    sheet: Sheet
    section: str
    points: Fraction
    variant: Mapping[str, Any]
    answers: tuple[Remarked, ...]
    as_told: bool


def mark(library: Library, sheet: Sheet, owner: Person = NOBODY) -> Marked:
    """Marks everything on the sheet again, unless a course asks its question and its owner may not know the answer
    yet."""
    question = _question(library, sheet)
    if question is None or library.withheld(question, owner):
        return _told(sheet)
    try:
        with within(BUDGET):
            return _marked(question, sheet)
    except NOT_FITTING:
        return _told(sheet)


def _question(library: Library, sheet: Sheet) -> Question | None:
    """The question that the sheet was begun on, if everybody may practise it; of a published one, that very version."""
    if sheet.question not in library.bank.questions and not library.practised([sheet.question], NOBODY):
        return None
    try:
        return library.begun(sheet.question, sheet.version)
    except UnknownQuestion:
        return None


def _marked(question: Question, sheet: Sheet) -> Marked:
    """Raises NOT_FITTING."""
    variant = _variant(question, sheet)
    parts = {asked.name: asked for asked in variant.asked}
    verdicts: dict[int, tuple[Mapping[str, Any], Fraction]] = {}
    if any(isinstance(asked.step.form, Program) for asked in variant.asked):
        verdicts |= _runs(variant, sheet)
    else:
        attempt = _attempt(sheet, variant)
        for change in again(attempt, question, best_kept=False).changed:
            verdicts[change.response.id] = change.after.verdict, change.after.earned or Fraction(0)
        for n, answer in enumerate(sheet.answers):
            if answer.rule == SELF_MARKED and answer.part in parts:
                verdicts[n] = _ticked(variant, parts[answer.part], answer, attempt)
    return Marked(
        sheet=sheet,
        section=question.section,
        points=variant.points,
        variant=variant.to_json(),
        answers=_settled(sheet, verdicts),
        as_told=False,
    )


def _variant(question: Question, sheet: Sheet) -> Variant:
    """The numbers with today's keys. Raises Stale."""
    if sheet.stage is None:
        return variants.rekeyed(question, _numbers_of(sheet))
    if not examples.offered(question):
        raise Stale("it has no worked examples")
    return asked_lines.example(variants.keyed(question, _numbers_of(sheet)), sheet.stage)


def _settled(
    sheet: Sheet, verdicts: Mapping[int, tuple[Mapping[str, Any], Fraction]]
) -> tuple[Remarked, ...]:
    """The responses with their verdicts: the first mark of a part settles its points, unless it was taken back."""
    settled: set[str] = set()
    found = []
    for n, answer in enumerate(sheet.answers):
        verdict, points = verdicts.get(n, (_open(answer), Fraction(0)))
        back = answer.withdrawn_at is not None
        counts = verdict["rule"] != Rule.OPEN and answer.part not in settled and not back
        if counts:
            settled.add(answer.part)
        found.append(_remarked(answer, verdict, points if counts else None))
    return tuple(found)


def _remarked(answer: Answer, verdict: Mapping[str, Any], earned: Fraction | None) -> Remarked:
    return Remarked(
        part=answer.part, sent=answer.sent, typed=answer.typed, verdict=verdict, earned=earned, at=answer.at,
        withdrawn_at=answer.withdrawn_at, sure=None if earned is None else answer.sure,
    )  # fmt: skip


def _attempt(sheet: Sheet, variant: Variant) -> Attempt:
    """The sheet as an attempt on which nothing but one's own marks was decided yet; responses are numbered from 0."""
    responses = tuple(
        Response(
            n,
            answer.part,
            answer.sent,
            answer.typed,
            answers.unkeyed(answer.rule if answer.rule == SELF_MARKED else "", [], Fraction(0), []),
            Fraction(0),
            at=answer.at,
            withdrawn_at=answer.withdrawn_at,
        )
        for n, answer in enumerate(sheet.answers)
    )
    return Attempt(
        id=0,
        name=sheet.name,
        question=sheet.question,
        section=sheet.section,
        level=sheet.level,
        points=variant.points,
        variant=variant.to_json(),
        begun_at=sheet.begun_at,
        chain_opened=sheet.chain_opened_at is not None,
        solution_seen_at=None if sheet.exam else sheet.solution_seen_at,  # an exam is marked after its end
        sitting=1 if sheet.exam else None,
        way=sheet.way,
        responses=responses,
        shown=tuple(Shown(one.part, one.rung, Fraction(one.cost), one.at) for one in sheet.hints),
    )


def _ticked(
    variant: Variant, asked: Asked, answer: Answer, attempt: Attempt
) -> tuple[Mapping[str, Any], Fraction]:
    lines = worked_solution.worth(variant, asked)
    return self_marking.marked(asked, lines, answer.ticked, attempt.cost(answer.part, answer.at))


def _runs(variant: Variant, sheet: Sheet) -> dict[int, tuple[Mapping[str, Any], Fraction]]:
    """The programs that were handed in, run again; where none can run here, or one breaks, it waits for a mark."""
    if sandbox.backend() is None:
        return {}
    found: dict[int, tuple[Mapping[str, Any], Fraction]] = {}
    for n, answer in enumerate(sheet.answers):
        payload = code.tests_of(variant, "".join(answer.typed), hidden=True)
        result = code_grading.run_program(payload, lambda done, total: None)
        if "broken" not in result or sheet.exam:
            graded = code_grading.graded(payload, result)
            late = sheet.exam is None and sheet.solution_seen_at and answer.at > sheet.solution_seen_at
            found[n] = graded.verdict, Fraction(0) if late else graded.points
    return found


def _open(answer: Answer) -> Mapping[str, Any]:
    return answers.unkeyed(Rule.OPEN, [("", "")] * len(answer.typed), Fraction(0), [UNMARKED])


def _told(sheet: Sheet) -> Marked:
    """The sheet with the points of the file, each part's within what it is worth; none where they were taken back, nor
    for an example, whose stage nothing confirms. None of it is evidence of what its learner knows."""
    worth = {part.name: Fraction(part.points) for part in sheet.parts}
    settled: set[str] = set()
    found = []
    for answer in sheet.answers:
        earned = None if answer.earned is None else Fraction(answer.earned)
        if answer.withdrawn_at is not None or sheet.stage is not None:
            earned = None
        if earned is not None:
            earned = None if answer.part in settled else min(earned, worth.get(answer.part, Fraction(0)))
            settled.add(answer.part)
        rule = answer.rule if answer.rule in RULES else str(Rule.OPEN)
        verdict = answers.unkeyed(rule, [], Fraction(0), [], **{AS_TOLD: True})
        found.append(_remarked(answer, verdict, earned))
    return Marked(
        sheet=sheet,
        section=sheet.section,
        points=sum(worth.values(), Fraction(0)),
        variant=_numbers_of(sheet),
        answers=tuple(found),
        as_told=True,
    )


def _numbers_of(sheet: Sheet) -> Mapping[str, Any]:
    """The sheet's numbers in the shape of ``Variant.to_json``, with no keys: an engine that does not know the question
    calls it stale, and one that does makes them anew."""
    parts = [{"name": part.name, "points": part.points, "key": [], "bands": []} for part in sheet.parts]
    told = {
        "question": sheet.question,
        "version": sheet.version,
        "level": sheet.level,
        "seed": sheet.seed,
        "case": sheet.case,
        "parameters": sheet.parameters,
        "parts": parts,
    }
    more = {"worth": sheet.worth, "stage": sheet.stage}
    return told | {name: value for name, value in more.items() if value is not None}
