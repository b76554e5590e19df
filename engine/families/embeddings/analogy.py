"""Analogies by vector arithmetic: king - man + woman is near queen (Mikolov, Yih and Zweig 2013).

The nearest vector is found by cosine among exactly the candidates given; ties go to the one given first. Real systems
leave the three given words out: one of them is often nearest.
"""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from engine.answers.forms import Choice
from engine.chain import Family, Run
from engine.mathematics import lone
from engine.mathematics.vectors import SIZES, draw_direction
from engine.parameters import Array, Frozen, Vector, exact, symbol
from engine.solutions import latex

Name = Annotated[str, Field(min_length=1, max_length=40)]
Candidates = Mapping[str, Array]
Numbers = dict[str, float]
HONEST = 0.0101  # how far rounding to two decimals may move a cosine that is then compared


class Parameters(Frozen):
    a: Vector = symbol("a", "first vector, added")
    b: Vector = symbol("b", "second vector, subtracted")
    c: Vector = symbol("c", "third vector, added")
    candidates: dict[Name, Vector] = symbol("x", "named candidate vectors", min_length=1, max_length=20)

    @model_validator(mode="after")
    def comparable(self) -> "Parameters":
        for name, vector in {"b": self.b, "c": self.c, **self.candidates}.items():
            if len(vector) != len(self.a):
                where = f"candidates: {name}" if name in self.candidates else name
                raise ValueError(f"{where} must have as many entries as a")
        for name, vector in self.candidates.items():
            if not vector.any():
                raise ValueError(f"candidates: {name} must not be zero: the zero vector has no direction")
        if not any(exact_target(self.a, self.b, self.c)):
            raise ValueError("a: a - b + c must not be zero: the zero vector has no direction")
        return self


def exact_target(a: Array, b: Array, c: Array) -> list[Fraction]:
    return [
        exact(x) - exact(y) + exact(z) for x, y, z in zip(a.tolist(), b.tolist(), c.tolist(), strict=True)
    ]


family = Family(
    "analogy",
    "Analogy by vector arithmetic",
    section="2.4",
    builds_on=("nearest_neighbour",),
    parameters=Parameters,
)


@family.step(
    "Target", "<a> - <b> + <c>", symbol="t",
    numbers=lambda a, b, c, at: (
        f"{latex.number(a[at[0]])} - {latex.signed(b[at[0]])} + {latex.signed(c[at[0]])}"
    ),
)  # fmt: skip
def target(a: Array, b: Array, c: Array) -> Array:
    plain = a - b + c
    return plain if plain.dtype == object else np.asarray([float(entry) for entry in exact_target(a, b, c)])


@family.step(
    "Dot products with the target", r"<target> \cdot <candidates>", symbol=r"t \cdot x",
    numbers=lambda target, candidates, at: latex.dot(target, candidates[at[0]]),
)  # fmt: skip
def dots(target: Array, candidates: Candidates) -> Numbers:
    return {name: lone(target @ vector) for name, vector in candidates.items()}


@family.step("Length of the target", r"\sqrt{\textstyle\sum_i t_i^2}", symbol="|t|", numbers=latex.norm)
def target_norm(target: Array) -> float:
    return lone(np.sqrt(target @ target))


@family.step(
    "Lengths of the candidates", r"\sqrt{\textstyle\sum_i x_i^2}", symbol="|x|",
    numbers=lambda candidates, at: latex.norm(candidates[at[0]]),
)  # fmt: skip
def norms(candidates: Candidates) -> Numbers:
    return {name: lone(np.sqrt(vector @ vector)) for name, vector in candidates.items()}


@family.step(
    "Cosine similarities", r"\frac{<dots>}{<target_norm> \cdot <norms>}", symbol=r"\cos(t, x)",
    numbers=lambda dots, target_norm, norms, at: (
        rf"\frac{{{latex.number(dots[at[0]])}}}{{{latex.number(target_norm)} \cdot {latex.number(norms[at[0]])}}}"
    ),
)  # fmt: skip
def cosine(dots: Numbers, target_norm: float, norms: Numbers) -> Numbers:
    return {name: dots[name] / (target_norm * norms[name]) for name in dots}


@family.step(
    "Nearest by angle", r"\text{largest } <cosine>", form=Choice("candidates"), symbol=r"\text{nearest}",
    numbers=lambda cosine, a, b, c, candidates: rf"\max{latex.value(np.array([*cosine.values()]))}",
)  # fmt: skip
def nearest(cosine: Numbers, a: Array, b: Array, c: Array, candidates: Candidates) -> str:
    """The candidate with the highest cosine, by exact fractions while the cosines are true but for rounding."""
    direction = exact_target(a, b, c)
    ranks = {name: ranked_cosine(direction, vector) for name, vector in candidates.items()}
    true = all(abs(signed_root(ranks[name]) - cosine[name]) <= HONEST for name in ranks)
    return max(cosine, key=lambda name: ranks[name] if true else exact(cosine[name]))


def ranked_cosine(direction: list[Fraction], vector: Array) -> Fraction:
    """The cosine's square with the cosine's sign: ranks as the cosine does, without a root."""
    other = [exact(x) for x in vector]
    dot = dot_of(direction, other)
    return dot * abs(dot) / (dot_of(direction, direction) * dot_of(other, other))


def dot_of(u: list[Fraction], v: list[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(u, v, strict=True)), Fraction(0))


def signed_root(square: Fraction) -> float:
    return float(np.copysign(np.sqrt(abs(float(square))), float(square)))


family.gives(
    {
        "target": ("len(a)", "a minus b plus c."),
        "dots": ("{candidates}: number", "Dot product of the target with each candidate."),
        "target_norm": ("number", "Length of the target."),
        "norms": ("{candidates}: number", "Length of each candidate."),
        "cosine": ("{candidates}: number", "Cosine similarity of the target with each candidate."),
        "nearest": ("text", "Name of the candidate with the largest cosine."),
    }
)
family.assumes(
    "The nearest is found by cosine among exactly the candidates given: a, b and c are not left out where "
    "they are among them. Ties go to the first.",
)


@family.mistake(
    of="target",
    says="You computed b - a + c, which answers 'a is to b as c is to what'. Here b is subtracted: a - b + c.",
)
def relation_turned(a: Array, b: Array, c: Array) -> Array:
    return b - a + c


@family.mistake(of="target", says="You subtracted c as well. Only b is subtracted, then c is added.")
def both_subtracted(a: Array, b: Array, c: Array) -> Array:
    return a - b - c


@family.mistake(of="target", says="You added b. Subtract it: a - b + c.")
def all_added(a: Array, b: Array, c: Array) -> Array:
    return a + b + c


@family.mistake(of="cosine", says="You left out the lengths: divide each dot product by |t| and by |x|.")
def dots_for_cosines(dots: Numbers) -> Numbers:
    return dots


@family.mistake(
    of="nearest",
    says="You ranked by the dot product, which favours long vectors. Divide by the lengths first.",
)
def by_dot_product(dots: Numbers) -> str:
    return max(dots, key=lambda name: dots[name])


@family.mistake(
    of="nearest", says="You took the candidate at the smallest distance. Here the largest cosine decides."
)
def by_distance(target: Array, candidates: Candidates) -> str:
    return min(candidates, key=lambda name: lone(((target - candidates[name]) ** 2).sum()))


@family.mistake(of="nearest", says="You took the smallest cosine. The nearest by angle has the largest.")
def smallest_cosine(cosine: Numbers) -> str:
    return min(cosine, key=lambda name: cosine[name])


@family.refuses
def near_tie(exact: Run) -> str | None:
    """Candidates that two decimals cannot rank, or that all point elsewhere."""
    ranked = sorted(exact.reached["cosine"].values())
    if ranked[-1] < 0.2:
        return "no candidate points where the target points"
    if len(ranked) < 2 or min(ranked[1] - ranked[0], ranked[-1] - ranked[-2]) < 2 * HONEST:
        return "two candidates are too close to be ranked from two decimals"
    return None


OTHERS = ("princess", "girl", "apple", "throne", "river", "duke", "castle", "piano", "garden")


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    vectors = [fixed[name] for name in "abc" if name in fixed]
    vectors += list(fixed.get("candidates", {}).values())
    size = len(vectors[0]) if vectors else min(SIZES[level], 3)
    lowest = 0 if level == "warm-up" else -2
    names = ["queen", *rng.sample(OTHERS, 1 if level == "warm-up" else 2)]
    rng.shuffle(names)
    wants_contrast = level != "warm-up" and rng.random() < 0.85
    for _ in range(12):  # often, dot product or distance should point to another candidate than the cosine
        drawn: dict[str, Any] = {name: draw_direction(rng, size, lowest, 5) for name in "abc"}
        drawn["candidates"] = {name: draw_direction(rng, size, lowest, 6) for name in names}
        if not goal({**drawn, **fixed}).any():
            drawn["c"][0] += 1
        if not wants_contrast or disagree({**drawn, **fixed}):
            break
    return drawn


def goal(drawn: Mapping[str, Any]) -> Array:
    return target(*(np.array(drawn[name], dtype=float) for name in "abc"))


def disagree(drawn: Mapping[str, Any]) -> bool:
    """True if neither the dot product nor the distance finds the candidate that the cosine finds."""
    candidates = {name: np.array(vector, dtype=float) for name, vector in drawn["candidates"].items()}
    by_dot = dots(goal(drawn), candidates)
    lengths = norms(candidates)
    by_angle = max(by_dot, key=lambda name: by_dot[name] / lengths[name])
    return by_angle not in (by_dot_product(by_dot), by_distance(goal(drawn), candidates))
