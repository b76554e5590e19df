"""The parameters and results of a built-in calculation, told before anything is typed for it."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from app.authoring.drafting import toml
from engine import catalogue
from engine.chain import Family
from engine.fields.form import fields
from engine.variants import NOT_DRAWN

SEEDS = 12  # tried for values of a calculation


@dataclass(frozen=True, kw_only=True, slots=True)
class Parameter:
    """A parameter: its name in the text, its symbol as LaTeX ("" for none), its meaning, its kind of value in words,
    what holds where it is not given, and a value as the form takes it ("" where none could be drawn)."""

    name: str
    symbol: str
    meaning: str
    shape: str
    default: str
    example: str


@dataclass(frozen=True, slots=True)
class Calculation:
    """A calculation with its parameters, and the name and title of each step that can be asked."""

    title: str
    parameters: tuple[Parameter, ...]
    steps: tuple[tuple[str, str], ...]


def calculation(values: Mapping[str, Any]) -> Calculation | None:
    """Returns the calculation that a text names; None where it names none."""
    family = catalogue.families().get(str(values.get("family")))
    if family is None:
        return None
    steps = tuple((name, step.title) for name, step in family.steps.items())
    return Calculation(family.title, tuple(_parameters(family)), steps)


def _parameters(family: Family) -> list[Parameter]:
    example = next(drawn(family, {}), {})
    return [
        Parameter(
            name=field.name,
            symbol=field.sign,
            meaning=field.description,
            shape=", ".join(field.options) or field.kind.name,
            default="" if field.needed else field.empty or field.default,
            example=_shown(example.get(field.name)),
        )
        for field in fields(family)
    ]


def drawn(family: Family, fixed: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yields parameters as JSON holds them, drawn with the fixed ones; what cannot be drawn is left out."""
    if family.draw is None:
        return
    wrong = {misfit.parameter.partition(".")[0] for misfit in family.parameters.misfits(fixed)}
    fixed = {name: value for name, value in fixed.items() if name not in wrong}
    for seed in range(SEEDS):
        with suppress(*NOT_DRAWN):
            yield family.parameters.of({**family.draw(Random(seed), "warm-up", fixed), **fixed}).to_json()


def _shown(value: Any) -> str:
    return "" if value is None else toml.inline(value)
