"""The preview of a text: the problems that keep it from being a question, or one variant with the engine's output."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from app.authoring.drafting import toml
from app.database.connection import Database
from app.practice.sheet import Sheet, sheet
from app.questions.attachments import drafted_here
from app.questions.library import drafted
from app.web.languages.languages import N_
from engine import data_files, fairness, variants
from engine.answers import cells
from engine.answers.responses import NotRead
from engine.bank import values_in
from engine.deadline import TakesTooLong
from engine.marking import feedback, marking
from engine.marking.marking import PartMark
from engine.parameters import BadParameters
from engine.questions import Example, Question
from engine.solutions import worked_solution
from engine.solutions.worked_solution import Line
from engine.validation import examples, typesetting
from engine.validation.locations import Broken, broken_at
from engine.validation.undrawable import misfits
from engine.variants import MOST_SEED, Asked, Undrawable, Variant

Typed = Mapping[str, Sequence[str]]
SHOWN = 20  # problems
TOO_LONG = N_(
    "Drawing these numbers takes too long. Make vectors and matrices smaller, or constraints easier to meet."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One problem, with the line of the text that it is about; ``column`` counts from 0, None where it is unknown.

    ``place`` is the path to its key, as in ``Broken``.
    """

    line: int
    key: str
    message: str
    text: str
    column: int | None
    place: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake in this variant: what it says, and the answers that reveal it; none where these numbers hide it."""

    name: str
    says: str
    answers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Tested:
    """The verdict on a typed answer; ``rule`` is "" where it could not be read, and it ``earned`` nothing then."""

    rule: str
    says: tuple[str, ...]
    mistakes: tuple[str, ...]
    earned: Fraction | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """A preview: ``problems``; or ``why`` no numbers can be drawn, at the step titled ``about``; or the sheet of one
    variant with its solution.

    ``remarks`` do not keep the text from being a question; ``rubric`` are the criteria of an answer in sentences, each
    with its points.
    """

    seed: int
    level: str
    problems: tuple[Problem, ...] = ()
    why: str = ""
    about: str = ""
    sheet: Sheet | None = None
    remarks: tuple[Problem, ...] = ()
    lines: tuple[Line, ...] = ()
    slips: tuple[Slip, ...] = ()
    rubric: tuple[tuple[str, Fraction], ...] = ()
    tested: Mapping[str, Tested] | None = None

    @property
    def next_seed(self) -> int:
        return (self.seed + 1) % MOST_SEED


def preview(
    name: str,
    text: str,
    seed: int,
    level: str,
    typed: Typed,
    database: Database | None = None,
    again: bool = False,
) -> Preview:
    """Draws one variant and marks the typed answers; writes nothing. Images are looked up in the ``database``. Where
    numbers are drawn ``again``, what was typed was for other ones."""
    question = drafted_here(database, name, text) if database else drafted(name, text)
    remarks = tuple(_remarks(text))
    if not isinstance(question, Question):
        problems = tuple(_problem(text, broken) for broken in question[:SHOWN])
        return Preview(seed=seed, level=level, problems=_with_remarks(problems, remarks))
    remarks += tuple(_unmentioned(question, text))
    level = level if level in question.levels else question.default_level
    try:
        kept = {} if again and question.varies else typed
        return replace(_previewed(question, seed, level, kept), remarks=remarks)
    except (BadParameters, Undrawable) as error:
        if problems := tuple(_misfits(question, text, seed, level, error)):
            return Preview(seed=seed, level=level, problems=_with_remarks(problems, remarks))
        if isinstance(error, BadParameters):
            return Preview(seed=seed, level=level, why=str(error), remarks=remarks)
        about = question.family.steps[error.step].title if error.step else ""
        return Preview(seed=seed, level=level, why=error.reason, about=about, remarks=remarks)
    except TakesTooLong:
        return Preview(seed=seed, level=level, why=TOO_LONG, remarks=remarks)


def _previewed(question: Question, seed: int, level: str, typed: Typed) -> Preview:
    """The preview of a text that is a question. Raises Undrawable, BadParameters, and TakesTooLong."""
    variant = variants.draw(question, seed, level)
    fits = _fitting(variant, typed)
    marks = marking.mark(variant, fits)
    unread = {part: mark for part, mark in marks.items() if isinstance(mark, NotRead)}
    names = [asked.name for asked in variant.asked]
    return Preview(
        seed=seed,
        level=level,
        sheet=sheet(variant, None, fits, unread),
        lines=tuple(worked_solution.tell(variant.exact, names)),
        slips=_slips(variant),
        rubric=tuple(_rubric(variant)) if question.kind == "text" else (),
        tested={part: _tested(variant, part, mark) for part, mark in marks.items()},
    )


def with_test(name: str, text: str, seed: int, level: str, typed: Typed) -> str:
    """The text with this variant as a test: the typed answers, or the key, must give the same verdict as today.

    Returns the same text where no test can be made.
    """
    question = drafted(name, text)
    if not isinstance(question, Question) or not question.of_numbers:
        return text
    try:
        variant = variants.draw(question, seed, level if level in question.levels else question.default_level)
    except (Undrawable, BadParameters, TakesTooLong):
        return text
    answers = {
        part: list(texts) for part, texts in _fitting(variant, typed).items() if any(map(str.strip, texts))
    }
    answers = answers or {
        asked.name: [_shown(asked, x) for x in cells.cells(asked.key)] for asked in variant.asked
    }
    numbers = variant.parameters.to_json()
    gives = examples.outcome(question, Example(numbers=numbers, typed=answers, gives=""))
    if gives.startswith("no "):
        return text
    test = {"numbers": numbers, "typed": answers, "gives": gives.split(", ")[0]}
    table = "\n".join(f"{name} = {toml.inline(value)}" for name, value in test.items())
    return f"{text.rstrip()}\n\n[[tests]]\n{table}\n"


def _problem(text: str, broken: Broken) -> Problem:
    lines = text.splitlines()
    stands = lines[broken.line - 1] if 0 < broken.line <= len(lines) else ""
    return Problem(
        line=broken.line,
        key=broken.key,
        message=broken.message,
        text=stands[:200],
        column=broken.column,
        place=broken.place,
    )


def _remarks(text: str) -> Iterator[Problem]:
    file = Path("text")
    values = values_in(text, file)
    for way, said in () if isinstance(values, Broken) else typesetting.unpaired(values):
        yield _problem(text, broken_at(text, file, way, said, "$"))


def _unmentioned(question: Question, text: str) -> Iterator[Problem]:
    """A remark on each data file that the statement does not name."""
    for n, said in data_files.unmentioned(question.statement, question.files):
        yield _problem(text, broken_at(text, Path("text"), ("files", n, "name"), said))


def _with_remarks(problems: tuple[Problem, ...], remarks: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Adds remarks to problems, without remarks on a place that has a problem."""
    places = {problem.place for problem in problems}
    return (*problems, *(remark for remark in remarks if remark.place not in places))[:SHOWN]


def _misfits(
    question: Question, text: str, seed: int, level: str, error: BadParameters | Undrawable
) -> Iterator[Problem]:
    """The values with which nothing can be drawn, at their places in the text."""
    for fault in misfits(question, level, seed, error)[:SHOWN]:
        yield _problem(text, broken_at(text, Path("text"), fault.place, fault.message))


def _fitting(variant: Variant, typed: Typed) -> dict[str, Sequence[str]]:
    """The typed answers that fit the fields of this variant: other numbers may ask for other shapes."""
    return {
        asked.name: typed[asked.name]
        for asked in variant.asked
        if len(typed.get(asked.name, ())) == len(asked.bands)
    }


def _rubric(variant: Variant) -> Iterator[tuple[str, Fraction]]:
    for asked in variant.asked:
        for name, points in worked_solution.worth(variant, asked).items():
            yield variant.exact.steps[name].title, points


def _slips(variant: Variant) -> tuple[Slip, ...]:
    names = {asked.name: None for asked in variant.asked}
    found = []
    for mistake in variant.exact.family.mistakes.values():
        answers = []
        for name, made in fairness.outcomes(mistake, variant.exact, names):
            asked = variant.part(name)
            if asked and made is not None and not fairness.same_cells(made, cells.cells(asked.key)):
                answers.append((asked.step.title, ", ".join(_shown(asked, leaf) for leaf in made[:12])))
        found.append(Slip(mistake.name, mistake.says, tuple(answers)))
    return tuple(found)


def _shown(asked: Asked, leaf: Any) -> str:
    return asked.step.form.show(leaf).replace("\n", "; ")


def _tested(variant: Variant, part: str, mark: PartMark | NotRead) -> Tested:
    asked = variant.part(part)
    if isinstance(mark, NotRead) or asked is None:
        problems = mark.problems.values() if isinstance(mark, NotRead) else ()
        return Tested("", tuple(problem.message for problem in problems), ())
    said = tuple(feedback.sentences(variant, asked, mark))
    return Tested(str(mark.rule), said, tuple(mark.explanation.mistakes), mark.credit * asked.points)
