"""Kind ``drawn``: one of four numbers: the key of a family's chain and three of its mistakes, drawn for each sheet.

The family's chain gets one step more: which of the options its last number is. So marking finds the mistake behind
an option by running the chain with it, and the telling shows the whole calculation.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from pydantic import Field, create_model

from engine import catalogue
from engine.by_hand import Band, bands, reach
from engine.chain import CannotGoOn, Family, NotApplicable, Run, Step, run
from engine.forms import Choice, Fixed, Scientific
from engine.parameters import symbol
from engine.questions import LEVELS, Common, Level, Part, Points, Question, Range

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
    """The family with a last step that chooses among ``options``; ``slips`` name the mistake behind each, "" the key.

    Raises ValueError where the chain is not fixed or has no such step.
    """
    if ask not in base.steps:
        raise ValueError(f"ask: {ask} is no step of {base.id}; it has {', '.join(base.steps)}")
    parameters = create_model(
        "Parameters",
        __base__=base.parameters,
        options=(tuple[str, ...], symbol(r"\text{options}", "the numbers to choose from")),
        slips=(tuple[str, ...], symbol(r"\text{slips}", "the mistake behind each of them")),
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
        wrong = _apart(exact, ask, band, rng)
        order = rng.sample(["", *wrong], WRONG + 1)
        numbers = {"": exact.reached[ask], **wrong}
        return {**values, "options": [shown(asked, numbers[name]) for name in order], "slips": order}

    return family


def shown(step: Step, value: Any) -> str:
    return f"{step.form.show(value)} {step.unit}".strip()


def chosen(step: Step, value: float, options: Sequence[str]) -> str:
    """The option that someone with this value takes: his own number, or the one that rounding on the way explains."""
    number = {option: float(option.split()[0]) for option in options}
    nearest = min(options, key=lambda option: abs(number[option] - value))
    near = abs(number[nearest] - value) <= reach(step.form, number[nearest])
    return nearest if near else shown(step, value)


def _reasons(family: Family, parameters: Any) -> dict[str, str]:
    return {
        option: family.mistakes[slip].says if slip else RIGHT
        for option, slip in zip(parameters.options, parameters.slips, strict=True)
    }


def _leads(family: Family, name: str, to: str) -> bool:
    """Whether a step is among those that another rests on."""
    waiting, seen = [to], set()
    while waiting:
        for source in family.steps[waiting.pop()].sources:
            if source in family.steps and source not in seen:
                seen.add(source)
                waiting.append(source)
    return name in seen


def _apart(exact: Run, ask: str, band: Band | None, rng: Random) -> dict[str, float]:
    """Three mistaken values, none closer to the key or to one another than the band is wide."""
    form = exact.steps[ask].form
    key = exact.reached[ask]
    u = form.last_place(key) if isinstance(form, Fixed | Scientific) else 1.0
    least = max((band.high - band.low) if band else 0.0, 2 * u)
    found: dict[str, float] = {}
    for name in rng.sample(sorted(exact.family.mistakes), len(exact.family.mistakes)):
        mistake = exact.family.mistakes[name]
        try:
            made = run(
                exact.family, exact.parameters, instead={mistake.of: mistake}, wanted=[ask], like=exact
            )
        except (CannotGoOn, NotApplicable):
            continue
        value = float(made.reached[ask])
        if math.isfinite(value) and all(abs(value - other) > least for other in (key, *found.values())):
            found[name] = value
        if len(found) == WRONG:
            return found
    raise CannotGoOn(f"only {len(found)} mistakes differ enough from the key with these numbers", {})
