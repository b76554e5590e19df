"""Kind ``drawn``: a choice of four numbers, the key of a family's chain and three mistakes, drawn for each sheet.

The family's chain gets one step more: which of the options its last number is, or comes near to where lines were
rounded. So marking finds the mistakes behind an option by running the chain with each, and the telling shows the whole
calculation. No mistake comes near an option that is not its own.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from pydantic import Field, create_model

from engine import catalogue
from engine.answers.forms import Choice, Fixed, Form, Scientific
from engine.chain import CannotGoOn, Family, NotApplicable, Run, Step, run
from engine.parameters import symbol
from engine.questions import LEVELS, Common, Level, Part, Points, Question
from engine.ranges import Range
from engine.rounding.bands import Band, bands, reach
from engine.solutions.wording import THIN, grouped
from engine.validation.schema import Fault

WRONG = 3
RIGHT = "This is what the steps come to."


class Item(Common):
    """A choice among numbers as its file says it; ``ask`` is the step whose value is to be found."""

    kind: str = "drawn"
    family_id: str = Field(alias="family")
    ask: str
    levels: tuple[Level, ...] = Field(LEVELS, min_length=1)
    points: Points = Fraction(1)
    fixed: dict[str, Any] = Field(default_factory=dict)
    ranges: dict[str, Range] = Field(default_factory=dict)
    cases: list[dict[str, Any]] = Field(default_factory=list)

    def question(self) -> Question:
        """The question of this file, whose chain ends with the choice. Raises UnknownFamily, and Fault for ``ask``."""
        return Question(
            **{name: getattr(self, name) for name in Common.model_fields},
            kind=self.kind,
            family=self.family_id,
            chain=choosing(catalogue.find(self.family_id), self.ask),
            levels=self.levels,
            points=self.points,
            fixed=self.fixed,
            ranges=self.ranges,
            cases=self.cases,
            parts=[Part(ask="answer", text="Choose one")],
        )


def choosing(base: Family, ask: str) -> Family:
    """The family with a last step that chooses among ``options``; ``slips`` name the mistakes behind each, "" the key.

    Raises Fault where the chain is not fixed or has no such step.
    """
    if ask not in base.steps:
        raise Fault(("ask",), f"{ask} is no step of {base.id}; it has {', '.join(base.steps)}")
    parameters = create_model(
        "Parameters",
        __base__=base.parameters,
        options=(tuple[str, ...], symbol(r"\text{options}", "the numbers to choose from")),
        slips=(tuple[str, ...], symbol(r"\text{slips}", "the mistakes behind each of them")),
    )
    asked = base.steps[ask]
    answer = Step(
        "answer", "Answer", "", lambda value, options: chosen(asked, value, options), (ask, "options"),
        form=Choice("options"), answer="answer",
    )  # fmt: skip
    behind = {ask} | {name for name in base.steps if _leads(base, name, ask)}
    mistakes = {name: mistake for name, mistake in base.mistakes.items() if mistake.of in behind}
    family = replace(
        base, steps={**base.steps, "answer": answer}, mistakes=mistakes, conventions={}, parameters=parameters,  # type: ignore[arg-type]
        pictures={}, draw=None, unfair=lambda run: None, reasons_of=_reasons,
    )  # fmt: skip

    @family.draws
    def drawn(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
        values = {**(base.draw(rng, level, fixed) if base.draw else {}), **fixed}
        exact = run(base, base.parameters.of(values))
        (band,) = bands(exact, [ask])[ask]
        key = shown(asked, exact.reached[ask])
        wrong = _apart(exact, ask, band, rng)
        options = rng.sample([key, *wrong], WRONG + 1)
        return {
            **values,
            "options": options,
            "slips": [" ".join(wrong.get(option, ())) for option in options],
        }

    return family


def shown(step: Step, value: Any) -> str:
    """A number as an option: in the form of its step, its digits grouped, with its unit."""
    number = re.sub(r"\d+", lambda whole: grouped(int(whole[0])), step.form.show(value), count=1)
    return f"{number} {step.unit}".strip()


def chosen(step: Step, value: float, options: Sequence[str]) -> str:
    """The option that somebody with this value takes: their own number, or the one that rounding on the way explains;
    their own number alone where none of them is."""
    mine = shown(step, value)
    nearest = min(options, key=lambda option: (_bare(option) != _bare(mine), abs(_number(option) - value)))
    near = _bare(nearest) == _bare(mine) or _near(step, value, _number(nearest))
    return nearest if near else mine


def _near(step: Step, value: float, number: float) -> bool:
    return abs(value - number) <= reach(step.form, number)


def _number(option: str) -> float:
    return float(_bare(option).split(maxsplit=1)[0])


def _bare(option: str) -> str:
    return option.replace(THIN, "")


def _reasons(family: Family, parameters: Any) -> dict[str, str]:
    return {
        option: " Or: ".join(family.mistakes[slip].says for slip in slips.split()) or RIGHT
        for option, slips in zip(parameters.options, parameters.slips, strict=True)
    }


def _leads(family: Family, name: str, to: str) -> bool:
    """True if the step ``name`` is among those that ``to`` rests on."""
    waiting, seen = [to], set()
    while waiting:
        for source in family.steps[waiting.pop()].sources:
            if source in family.steps and source not in seen:
                seen.add(source)
                waiting.append(source)
    return name in seen


def _apart(exact: Run, ask: str, band: Band | None, rng: Random) -> dict[str, list[str]]:
    """Three mistaken numbers and the mistakes behind each; no two options are closer than the band is wide."""
    step, key = exact.steps[ask], exact.reached[ask]
    form = step.form
    u = form.last_place(key) if isinstance(form, Fixed | Scientific) else 1.0
    least = max((band.high - band.low) if band else 0.0, 2 * u)
    if not _legible(form, key):
        raise CannotGoOn("the key is shown as zero, but is not", {})
    mistaken = _mistaken(exact, ask)
    numbers = {shown(step, value): value for value in mistaken.values() if _legible(form, value)}
    for three in combinations(rng.sample(sorted(numbers), len(numbers)), WRONG):
        values = [key, *(numbers[option] for option in three)]
        apart = all(abs(one - other) > least for one, other in combinations(values, 2))
        others = [value for value in mistaken.values() if shown(step, value) not in three]
        if apart and not any(_near(step, value, numbers[option]) for value in others for option in three):
            return {
                option: [name for name, value in mistaken.items() if shown(step, value) == option]
                for option in three
            }
    raise CannotGoOn(f"only {len(numbers)} mistakes differ enough from the key with these numbers", {})


def _legible(form: Form, value: float) -> bool:
    """True for a finite number, unless it is shown as zero without being so."""
    return math.isfinite(value) and (value == 0 or form.rounded(value) != 0)


def _mistaken(exact: Run, ask: str) -> dict[str, float]:
    """The value of the asked step under each mistake that applies."""
    values: dict[str, float] = {}
    for name, mistake in exact.family.mistakes.items():
        try:
            made = run(
                exact.family, exact.parameters, instead={mistake.of: mistake}, wanted=[ask], like=exact
            )
        except (CannotGoOn, NotApplicable):
            continue
        values[name] = float(made.reached[ask])
    return values
