"""A question with its numbers drawn, to be shown to somebody; with its key only for instructors.

Nothing is stored: the same question, version, level and seed give the same variant, and ``marks`` draws it again.
"""

import secrets
from typing import Annotated, Any

from fastapi import Body
from pydantic import BeforeValidator, ConfigDict, Field

from app.api.access import NAMED, SENT, as_json, behind_the_door, refusals
from app.api.points import Points
from app.identity.store.people import Role
from app.practice.part import line, waits_for
from app.questions.context import ContextHere
from app.questions.dependencies import QuestionHere
from app.web.concurrency import MARKING, limit_concurrency
from engine import fairness, variants
from engine.answers import cells
from engine.marking import feedback
from engine.parameters import BadParameters
from engine.questions import Level, Question
from engine.solutions import wording, worked_solution
from engine.solutions.latex import SLOT
from engine.validation.schema import Shape
from engine.variants import MOST_SEED, Asked, Undrawable, Variant

SEEDS = 10**9  # the bound of seeds chosen here: every JSON parser keeps them exactly
Texts = dict[str, list[str]]


def _whole(seed: Any) -> Any:
    """7.0 is a whole number in JSON."""
    return int(seed) if isinstance(seed, float) and seed.is_integer() else seed


Seed = Annotated[int, Field(ge=0, lt=MOST_SEED), BeforeValidator(_whole)]
router = behind_the_door("variants")


class KeysAreForInstructors(PermissionError):
    """Somebody who is no instructor asked for a key."""


class NoSuchLevel(ValueError):
    """The question has other levels."""

    def __init__(self, question: Question) -> None:
        super().__init__(f"It has: {', '.join(question.levels)}.")


class Wanted(Shape):
    """The variant to draw; without a seed, one is chosen."""

    model_config = ConfigDict(strict=True)

    level: Level | None = Field(
        None, description="null: the exam's where the question has it, else its first"
    )
    seed: Seed | None = None
    with_key: bool = Field(False, description="for instructors: key, bands, mistakes and worked solution")


class Part(Shape):
    """One thing to answer: ``cells`` texts, of this form. ``input`` says how a page lays it out.

    ``labels`` name the cells, ``options`` are the choices, empty where something is typed.
    These and ``cells`` are null for a part that ``waits_for`` another one: they would tell its answer.
    """

    name: str
    title: str
    symbol: str
    unit: str
    form: str
    points: Points
    input: str
    cells: int | None
    labels: list[str] | None
    options: list[str] | None
    waits_for: str = Field(description="the title of that part; empty for most")


class Band(Shape):
    """The limits within which a cell is accepted; an infinite end is given as text."""

    exact: float | str
    low: float | str
    high: float | str


class Answer(Shape):
    """The key of a part, cell by cell: in full, as it would be typed, and what else is accepted."""

    key: Any
    shown: list[str]
    accepted: str
    bands: list[Band | None]


class Mistake(Shape):
    """A classic mistake: what is said of it, and the answers that reveal it; none where these numbers hide it."""

    name: str
    of: str
    says: str
    answers: Texts


class Line(Shape):
    """A line of the worked solution, in LaTeX; ``note`` stands alone where these numbers make the line superfluous."""

    name: str
    title: str
    formula: str
    numbers: str
    value: Any
    note: str


class Key(Shape):
    """The parts of a variant that only instructors see."""

    parameters: dict[str, Any]
    answers: dict[str, Answer]
    mistakes: list[Mistake]
    solution: list[Line]


class Drawn(Shape):
    """A variant as it is asked. Mathematics is LaTeX between dollar signs."""

    question: str
    version: str
    level: Level
    seed: int
    statement: str
    parameters: dict[str, Any] = Field(description="those that the statement tells")
    parts: list[Part]
    points: Points
    key: Key | None = Field(description="null unless it was asked for")


@router.post("/questions/{question}/variants", responses=SENT | refusals(403, 404), openapi_extra=NAMED)
@limit_concurrency(MARKING)
@as_json
def draw(question: QuestionHere, context: ContextHere, wanted: Annotated[Wanted, Body()]) -> Drawn:
    if wanted.with_key and not context.person.role.may(Role.INSTRUCTOR):
        raise KeysAreForInstructors
    seed = secrets.randbelow(SEEDS) if wanted.seed is None else wanted.seed
    return drawn(with_seed(question, seed, wanted.level), wanted.with_key)


def with_seed(question: Question, seed: int, level: Level | None) -> Variant:
    """Draws a variant, at the question's default level unless one is given. Raises NoSuchLevel, and Undrawable."""
    if level is not None and level not in question.levels:
        raise NoSuchLevel(question)
    try:
        return variants.draw(question, seed, level or question.default_level)
    except BadParameters as error:  # the question's own values no longer fit
        raise Undrawable(question.id, str(error)) from error


def drawn(variant: Variant, with_key: bool) -> Drawn:
    """The variant as the interface gives it. Parameters in no slot of the statement are left out of it:
    some tell which option is right."""
    question, parameters = variant.question, variant.parameters.to_json()
    told = set(SLOT.findall(question.statement))
    return Drawn(
        question=question.id,
        version=question.version,
        level=variant.level,
        seed=variant.seed,
        statement=wording.plain_text(variant.statement),
        parameters={name: cells.plain(value) for name, value in parameters.items() if name in told},
        parts=[_part(variant, asked) for asked in variant.asked],
        points=Points.of(variant.points),
        key=_key(variant) if with_key else None,
    )


def _part(variant: Variant, asked: Asked) -> Part:
    waiting = waits_for(variant, asked, ())
    shown = line(variant, asked, None, None, None, None, set(), waiting)
    return Part(
        name=shown.name,
        title=shown.text or shown.title,
        symbol=shown.symbol,
        unit=shown.unit,
        form=shown.form,
        points=Points.of(shown.points),
        input=shown.input,
        cells=None if waiting else len(shown.cells),
        labels=None if waiting else [cell.label for cell in shown.cells],
        options=None if waiting else list(shown.options),
        waits_for=waiting,
    )


def _key(variant: Variant) -> Key:
    parameters = {name: cells.plain(value) for name, value in variant.parameters.to_json().items()}
    return Key(
        parameters=parameters,
        answers={asked.name: _answer(asked) for asked in variant.asked},
        mistakes=_mistakes(variant),
        solution=[
            _line(told)
            for told in worked_solution.tell(variant.exact, [asked.name for asked in variant.asked])
        ],
    )


def _answer(asked: Asked) -> Answer:
    ends = (band and cells.plain([band.exact, band.low, band.high]) for band in asked.bands)
    return Answer(
        key=cells.plain(asked.key),
        shown=_shown(asked, cells.cells(asked.key)),
        accepted=feedback.accepted(asked),
        bands=[Band(exact=end[0], low=end[1], high=end[2]) if end else None for end in ends],
    )


def _mistakes(variant: Variant) -> list[Mistake]:
    names = {asked.name: None for asked in variant.asked}
    found = []
    for mistake in variant.exact.family.mistakes.values():
        answers = {}
        for name, made in fairness.outcomes(mistake, variant.exact, names):
            asked = variant.part(name)
            if asked and made is not None and not fairness.same_cells(made, cells.cells(asked.key)):
                answers[name] = _shown(asked, made)
        found.append(Mistake(name=mistake.name, of=mistake.of, says=mistake.says, answers=answers))
    return found


def _line(told: worked_solution.Line) -> Line:
    step = told.step
    numbers = f"{told.cell} = {told.numbers}" if told.cell else told.numbers
    value = cells.plain(told.value)
    return Line(
        name=step.name, title=step.title, formula=told.formula, numbers=numbers, value=value, note=told.note
    )


def _shown(asked: Asked, leaves: list[Any]) -> list[str]:
    return [str(asked.step.form.show(leaf)) for leaf in leaves]
