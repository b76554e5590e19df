"""Steps that top-k and top-p share once the tokens to keep are chosen: the mass, the new shares, their picture."""

import numpy as np

from engine.chain import Family, Run
from engine.mathematics.vocabulary import Places, falling, mass_of
from engine.parameters import Array
from engine.solutions import latex
from engine.solutions.pictures import Bars


def go_on(family: Family) -> None:
    """Adds the lines, mistakes and picture that follow a step ``kept`` over the parameter ``probabilities``."""
    family.step(
        "Their probability in all", r"\sum_{i \text{ kept}} <probabilities>_i", symbol="M",
        numbers=lambda probabilities, kept: latex.total([probabilities[place] for place in kept]),
    )(mass)  # fmt: skip
    family.step(
        "Renormalized probabilities", r"\frac{<probabilities>_i}{<mass>} \text{ where kept, else } 0", symbol="Q_i",
        distribution=True, numbers=share_numbers,
    )(renormalized)  # fmt: skip
    family.mistake(
        of="renormalized",
        says="You did not renormalize. Divide each kept probability by the mass that is kept, so that they sum to one.",
    )(not_renormalized)
    family.mistake(
        of="renormalized",
        says="You took a softmax of the probabilities. They are no logits: divide each by the mass that is kept.",
    )(softmax_again)
    family.picture(after="renormalized")(before_and_after)
    family.refuses(tie_at_the_edge)


def mass(probabilities: Array, kept: Places) -> float:
    """The probability of all kept tokens together, without float noise."""
    return float(mass_of(probabilities, kept))


def share_numbers(probabilities: Array, kept: Places, mass: float, at: tuple[int]) -> str:
    """One new share with its numbers, as LaTeX."""
    if at[0] not in kept:
        return r"0 \ \text{ (dropped)}"
    return rf"\frac{{{latex.number(probabilities[at[0]])}}}{{{latex.number(mass)}}}"


def renormalized(probabilities: Array, kept: Places, mass: float) -> Array:
    """The kept probabilities over their mass, with zeros where a token is dropped."""
    return only(probabilities, kept) / mass


def only(probabilities: Array, kept: Places) -> Array:
    """The probabilities with zeros where a token is dropped."""
    return np.where(np.isin(np.arange(len(probabilities)), kept), probabilities, 0.0)


def not_renormalized(probabilities: Array, kept: Places) -> Array:
    """The kept probabilities as they are, a mistake."""
    return only(probabilities, kept)


def softmax_again(probabilities: Array, kept: Places) -> Array:
    """The softmax of the kept probabilities, a mistake."""
    exponentials = only(np.exp(probabilities), kept)
    return np.asarray(exponentials / exponentials.sum())


def before_and_after(exact: Run) -> Bars:
    """Bars of each token's probability before and after the cut."""
    before, after = exact.values["probabilities"].tolist(), exact.reached["renormalized"].tolist()
    about = "What is dropped gets nothing; what is kept grows in proportion, until it sums to one."
    bars = tuple(zip(exact.values["tokens"], zip(before, after, strict=True), strict=True))
    return Bars("Before and after the cut", about, ("before", "after"), bars)


def tie_at_the_edge(exact: Run) -> str | None:
    """The reason not to ask which tokens are kept: the last one kept and the first one dropped are equal."""
    probabilities, kept = exact.values["probabilities"], exact.reached["kept"]
    dropped = [place for place in falling(probabilities) if place not in kept]
    if dropped and probabilities[dropped[0]] == probabilities[kept[-1]]:
        return "a kept and a dropped token are equally probable"
    return None
