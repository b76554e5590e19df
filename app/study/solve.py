"""Solve with your own numbers: a family's parameters as a form, and the worked solution of the values in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from app.web.languages.languages import N_
from app.web.sections import SECTIONS
from engine.answers.reading import Unreadable
from engine.bank import Bank
from engine.catalogue import families
from engine.chain import CannotGoOn, Family, Run, run
from engine.deadline import TakesTooLong
from engine.fields import form
from engine.fields.form import Field
from engine.parameters import BadParameters
from engine.questions import Question
from engine.reference.presets import Preset, presets
from engine.sections import section_order
from engine.solutions import worked_solution
from engine.solutions.worked_solution import Line
from engine.variants import MOST_DRAWS

TOO_LONG = N_("Working this out takes too long. Use smaller vectors and matrices, or shorter texts.")


@dataclass(frozen=True, slots=True)
class Entry:
    """One field of the form, with its text and what is wrong with it."""

    field: Field
    text: str
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Solved:
    """The form, and the solution of its numbers; ``lines`` is empty where there is none, and ``why`` says why."""

    family: Family
    entries: tuple[Entry, ...]
    lines: tuple[Line, ...]
    exact: Run | None
    why: str
    models: tuple[Preset, ...]
    questions: tuple[Question, ...]


def doors() -> list[tuple[str, list[Family]]]:
    """All families by section of the course, each section by its title."""
    sections: dict[str, list[Family]] = {}
    for family in families().values():
        sections.setdefault(family.section, []).append(family)
    return [
        (SECTIONS.get(section, section), sorted(sections[section], key=lambda family: family.title))
        for section in sorted(sections, key=section_order)
    ]


def example(family: Family, seed: int) -> dict[str, str]:
    """Draws numbers, as texts to type. Every family has some: its contract test draws thousands."""
    for attempt in range(MOST_DRAWS):
        rng = Random(f"{family.id}/solve/{seed}/{attempt}")
        try:
            parameters = family.parameters.of(family.draw(rng, "exam", {}) if family.draw else {})
            if family.unfair(run(family, parameters)) is None:
                return form.filled(family, parameters)
        except (BadParameters, CannotGoOn):
            continue
    return {}


def preset(family: Family, name: str) -> Mapping[str, str]:
    """The texts of a public model; empty for an unknown name."""
    return next((model.texts for model in presets(family.id) if model.name == name), {})


def solve(bank: Bank, family: Family, texts: Mapping[str, str]) -> Solved:
    """Reads every field and runs the chain; each problem stands at its field."""
    asked = form.fields(family)
    problems: dict[str, str] = {}
    lines: list[Line] = []
    exact, why = None, ""
    try:
        values, problems = _read(asked, texts)
        if not problems:
            exact = run(family, family.parameters.of(values))
            lines = worked_solution.tell(exact, exact.steps)
    except BadParameters as error:
        named = error.parameter.partition(".")[0]
        if any(field.name == named for field in asked):
            problems[named] = error.message
        else:
            why = error.message
    except CannotGoOn as error:
        why = f"These numbers have no solution. {error}."
        if any(field.name == error.parameter for field in asked):
            problems[error.parameter] = str(error)
    except TakesTooLong:
        exact, why = None, TOO_LONG
    entries = tuple(Entry(field, texts.get(field.name, ""), problems.get(field.name, "")) for field in asked)
    mine = tuple(question for question in bank.questions.values() if question.family_id == family.id)
    return Solved(
        family=family,
        entries=entries,
        lines=tuple(lines),
        exact=exact,
        why=why,
        models=presets(family.id),
        questions=mine,
    )


def _read(asked: Iterable[Field], texts: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Reads the fields; returns their values, and the problem of each that cannot be read."""
    values, problems = {}, {}
    for field in asked:
        text = texts.get(field.name, "")
        if field.name in texts and not field.left_out(text):
            value = form.read(field, text)
            if isinstance(value, Unreadable):
                problems[field.name] = value.message
            else:
                values[field.name] = value
        elif field.needed:
            problems[field.name] = N_("This one is still empty.")
    return values, problems
