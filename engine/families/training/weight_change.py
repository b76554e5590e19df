"""Effect of one changed weight of a softmax regression on the probabilities of all classes (curriculum c.1)."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import ValidationInfo, field_validator

from engine.chain import Family, NotApplicable, Run
from engine.mathematics import softmax
from engine.mathematics.classifier import Classifier, draw_classifier, one_sided, score_numbers
from engine.parameters import Array, Real, symbol
from engine.solutions import latex
from engine.solutions.pictures import Bars


class Parameters(Classifier):
    """Row and column count from 0."""

    row: int = symbol("r", "row of the changed weight: its class, counted from 0", ge=0)
    column: int = symbol("c", "column of the changed weight: its feature, counted from 0", ge=0)
    delta: Real = symbol(r"\delta", "what is added to this weight")

    @field_validator("row", "column")
    @classmethod
    def inside_the_weights(cls, place: int, info: ValidationInfo) -> int:
        if "weights" in info.data:
            size = info.data["weights"].shape[info.field_name == "column"]
            if place >= size:
                raise ValueError(f"counts from 0 and must be below {size}, the {info.field_name}s of weights")
        return place


family = Family(
    "weight_change",
    "A changed weight",
    section="c.1",
    builds_on=("softmax_regression",),
    parameters=Parameters,
)


@family.step("Scores before", r"<weights><x> + <bias>", symbol="z", numbers=score_numbers)
def scores(weights: Array, bias: Array, x: Array) -> Array:
    return weights @ x + bias


@family.step(
    "Probabilities before", r"\operatorname{softmax}(<scores>)", symbol="p", distribution=True,
    numbers=lambda scores, at: latex.softmax_cell(scores, at[0]),
)  # fmt: skip
def before(scores: Array) -> Array:
    return softmax(scores)


def new_score(scores: Array, row: int, column: int, delta: float, x: Array, at: tuple[int]) -> str:
    score = latex.number(scores[at])
    same = r"\ \text{ (its weights stay as they are)}"
    return (
        rf"{score} + {latex.signed(delta)} \cdot {latex.signed(x[column])}" if at[0] == row else score + same
    )


@family.step(
    "Scores after: one of them moves", r"<scores>_k + <delta> \cdot <x>_j \text{ for the class of the changed weight}",
    symbol="z'", numbers=new_score,
)  # fmt: skip
def new_scores(scores: Array, row: int, column: int, delta: float, x: Array) -> Array:
    moved = np.zeros(len(scores))
    moved[row] = delta * x[column]
    return scores + moved


@family.step(
    "Probabilities after", r"\operatorname{softmax}(<new_scores>)", symbol="p'", distribution=True,
    numbers=lambda new_scores, at: latex.softmax_cell(new_scores, at[0]),
)  # fmt: skip
def after(new_scores: Array) -> Array:
    return softmax(new_scores)


@family.step(
    "Change of the probabilities", "<after> - <before>", symbol=r"\Delta p",
    numbers=lambda after, before, at: f"{latex.number(after[at])} - {latex.number(before[at])}",
)  # fmt: skip
def difference(after: Array, before: Array) -> Array:
    return after - before


@family.picture(after="difference")
def all_classes_move(exact: Run) -> Bars:
    rows = zip(exact.values["classes"], exact.reached["before"], exact.reached["after"], strict=True)
    return Bars(
        "Probabilities before and after", "One weight changed, and every class moved: together they stay at one.",
        ("before", "after"), tuple((name, (float(old), float(new))) for name, old, new in rows),
    )  # fmt: skip


family.gives(
    {
        "scores": ("rows(weights)", "Score of each class before the change."),
        "before": ("rows(weights)", "Probability of each class before the change."),
        "new_scores": ("rows(weights)", "Score of each class after the change."),
        "after": ("rows(weights)", "Probability of each class after the change."),
        "difference": ("rows(weights)", "Probabilities after minus those before."),
    }
)


@family.mistake(
    of="new_scores",
    says="You added the change to the score as it is. A weight is multiplied with its feature, so its change is too.",
)
def feature_forgotten(scores: Array, row: int, column: int, delta: float, x: Array) -> Array:
    return new_scores(scores, row, column, delta, np.ones(len(x)))


@family.mistake(
    of="new_scores",
    says="You changed every weight of the class. Only one weight moves, so only its feature counts.",
)
def whole_row(scores: Array, row: int, column: int, delta: float, x: Array) -> Array:
    return new_scores(scores, row, column, delta, np.full(len(x), x.sum()))


@family.mistake(
    of="new_scores",
    says="You changed the weight of another class. Rows of the weights are classes, columns are features.",
)
def row_and_column_swapped(scores: Array, row: int, column: int, delta: float, x: Array) -> Array:
    if row >= len(x) or column >= len(scores):
        raise NotApplicable
    return new_scores(scores, column, row, delta, x)


@family.mistake(
    of="after",
    says="You changed one probability and kept the others. All are divided by one sum, so all of them change.",
)
def others_kept(new_scores: Array, before: Array, row: int) -> Array:
    kept = before.copy()
    kept[row] = softmax(new_scores)[row]
    return kept


@family.mistake(
    of="after",
    says="You added the change to the probability. Add it to the score and take the softmax again.",
)
def shift_of_the_probability(new_scores: Array, scores: Array, before: Array) -> Array:
    return before + new_scores - scores


@family.mistake(
    of="difference", says="The signs are turned: subtract the probabilities before from those after."
)
def before_minus_after(after: Array, before: Array) -> Array:
    return before - after


@family.mistake(
    of="difference",
    says="You divided by the probability before. The change itself is asked: after minus before.",
)
def relative_change(after: Array, before: Array) -> Array:
    return (after - before) / before


@family.refuses
def nothing_to_see(exact: Run) -> str | None:
    if np.ptp(exact.reached["new_scores"] - exact.reached["scores"]) == 0:
        return "no score changes"
    return one_sided(exact.reached["scores"]) or one_sided(exact.reached["new_scores"])


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    drawn = draw_classifier(rng, level, fixed)
    given = {**drawn, **fixed}
    return {
        **drawn,
        "row": rng.randrange(len(given["weights"])),
        "column": rng.randrange(len(given["x"])),
        "delta": rng.choice((-1, 1) if level == "warm-up" else (-1, -0.5, 0.5, 1, 1.5)),
    }
