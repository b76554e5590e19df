"""Inverted dropout in training: kept values are divided by the share that is kept, so that their mean stays.

Srivastava et al. 2014 scale at test time instead; today's libraries scale in training (curriculum c.1).
"""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, ValidationInfo, field_validator

from engine.chain import Family, NotApplicable, NotNeeded, Run
from engine.parameters import Array, Frozen, Mask, Vector, symbol
from engine.solutions import latex


class Parameters(Frozen):
    x: Vector = symbol("x", "values before dropout")
    mask: Mask = symbol("m", "one number for each value: 1 keeps it, 0 drops it")
    p: Annotated[float, Field(ge=0, lt=1)] = symbol(
        "p",
        "probability that a value is dropped",
        because="with everything dropped, what is kept would be divided by 1 - 1",
    )

    @field_validator("mask")
    @classmethod
    def zeros_and_ones(cls, mask: Array, info: ValidationInfo) -> Array:
        wanted = len(info.data.get("x", mask))
        if len(mask) != wanted or not np.isin(mask, (0, 1)).all():
            raise ValueError(
                f"must have one number for each value of x ({wanted}), 1 for kept and 0 for dropped"
            )
        return mask


family = Family("dropout", "Dropout", section="c.1", builds_on=("mlp_forward",), parameters=Parameters)


@family.step(
    "Values that are kept", r"<mask> \odot <x>", symbol="k",
    numbers=lambda mask, x, at: rf"{latex.number(mask[at])} \cdot {latex.signed(x[at])}",
)  # fmt: skip
def kept(mask: Array, x: Array) -> Array:
    return mask * x + 0.0


@family.step("Factor", r"\frac{1}{1 - <p>}", symbol="f")
def factor(p: float) -> float | NotNeeded:
    return 1 / (1 - p) if p else NotNeeded(1.0, "Nothing is dropped on average, so nothing is scaled.")


@family.step(
    "Output", r"<factor>\,<kept>", symbol="y",
    numbers=lambda factor, kept, at: rf"{latex.number(factor)} \cdot {latex.signed(kept[at])}",
)  # fmt: skip
def output(factor: float, kept: Array) -> Array:
    return factor * kept


family.gives(
    {
        "kept": ("len(x)", "x with zeros where the mask is 0."),
        "factor": ("number", "1 over 1 - p."),
        "output": ("len(x)", "Factor times the kept values."),
    }
)
family.assumes(
    "Dropout is inverted: kept values are divided by 1 - p in training. The mask decides which are kept, "
    "whatever p says.",
)


@family.mistake(
    of="kept", says="You kept what has a 0 in the mask. A 1 in the mask keeps the value, a 0 drops it."
)
def mask_turned(mask: Array, x: Array) -> Array:
    return (1 - mask) * x


@family.mistake(of="kept", says="You left out the mask. Where it is 0, the value is dropped and becomes 0.")
def mask_forgotten(x: Array) -> Array:
    return x


@family.mistake(
    of="factor", says="You divided by p, the share that is dropped. Divide by 1 - p, the share that is kept."
)
def divided_by_p(p: float) -> float:
    if not p:
        raise NotApplicable
    return 1 / p


@family.mistake(
    of="factor",
    says="You multiplied by 1 - p. That makes the kept values smaller: divide by it, to make up for the dropped ones.",
)
def multiplied(p: float) -> float:
    return 1 - p


@family.mistake(
    of="factor",
    says="You divided by the share of ones in this mask. Divide by 1 - p, whatever the mask turned out to be.",
)
def share_of_this_mask(mask: Array, p: float) -> float:
    return float(len(mask) / mask.sum())


@family.mistake(of="output", says="You left the dropped values in. Where the mask is 0, the output is 0.")
def dropped_left_in(factor: float, kept: Array, mask: Array, x: Array) -> Array:
    return np.where(mask == 1, factor * kept, x)


@family.convention(
    "Right for dropout that scales at test time. Here dropout is inverted: in training, divide what is kept by 1 - p."
)
def scaled_at_test_time(given: Parameters) -> Parameters | None:
    return given.replace(p=0) if given.p else None


@family.refuses
def all_or_nothing(exact: Run) -> str | None:
    return "everything is dropped, or nothing" if len(set(exact.values["mask"].tolist())) == 1 else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = {"warm-up": 4, "exam": 5, "hard": 8}[level]
    size = next((len(fixed[name]) for name in ("x", "mask") if name in fixed), size)
    p = fixed.get("p", rng.choice((0.5,) if level == "warm-up" else (0.1, 0.2, 0.25, 0.3, 0.4)))
    parts = 1 if level == "warm-up" else 10
    return {
        "x": [rng.choice((-1, 1, 1)) * rng.randint(parts // 5 + 1, 4 * parts) / parts for _ in range(size)],
        "mask": [int(rng.random() >= p) for _ in range(size)],
        "p": p,
    }
