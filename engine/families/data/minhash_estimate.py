"""MinHash: the share of equal components in two signatures estimates the Jaccard similarity of two sets.

Broder 1997, "On the resemblance and containment of documents".
"""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import field_validator, model_validator

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable
from engine.parameters import Array, Frozen, Vector, listed, symbol
from engine.solutions import latex

LARGEST = 2**53 - 1  # from 2^53 on, a float stands for more than one whole number
WHOLE = "must hold whole numbers from 0 to 2^53 - 1"


Signature = Annotated[Vector, listed({"type": "integer", "minimum": 0, "maximum": LARGEST})]


class Parameters(Frozen):
    signature_a: Signature = symbol("a", "signature of the first document: one minimum per hash function")
    signature_b: Signature = symbol("b", "signature of the second document, with the same hash functions")

    @field_validator("signature_a", "signature_b", mode="before")
    @classmethod
    def kept_whole(cls, signature: Any) -> Any:
        """Raises ValueError for numbers so large that as floats two different ones may be the same."""
        if isinstance(signature, list | tuple) and any(isinstance(x, int) and x > LARGEST for x in signature):
            raise ValueError(WHOLE)
        return signature

    @field_validator("signature_a", "signature_b")
    @classmethod
    def whole_numbers(cls, signature: Array) -> Array:
        if not ((signature == signature.round()) & (signature >= 0) & (signature <= LARGEST)).all():
            raise ValueError(WHOLE)
        return signature

    @model_validator(mode="after")
    def same_length(self) -> "Parameters":
        if len(self.signature_a) != len(self.signature_b):
            raise ValueError("signature_b must have as many components as signature_a")
        return self


family = Family(
    "minhash_estimate",
    "Similarity from MinHash signatures",
    section="2.1",
    builds_on=("shingle_jaccard",),
    parameters=Parameters,
)


@family.step(
    "Equal components", r"\text{1 where both signatures hold the same number at the same place, else 0}",
    symbol="e", form=Integer(),
    numbers=lambda signature_a, signature_b, at: (
        latex.number(signature_a[at[0]])
        + (" = " if signature_a[at[0]] == signature_b[at[0]] else r" \neq ")
        + latex.number(signature_b[at[0]])
    ),
)  # fmt: skip
def equal(signature_a: Array, signature_b: Array) -> Array:
    return np.where(signature_a == signature_b, 1.0, 0.0)


@family.step("Matches", r"\sum_i <equal>_i", symbol="m", form=Integer(), numbers=latex.total)
def matches(equal: Array) -> int:
    return int(equal.sum())


@family.step(
    "Estimated similarity", r"\frac{<matches>}{\text{number of places}}", symbol=r"\hat J",
    numbers=lambda matches, signature_a: rf"\frac{{{matches}}}{{{len(signature_a)}}}",
)  # fmt: skip
def estimate(matches: int, signature_a: Array) -> float:
    return matches / len(signature_a)


family.gives(
    {
        "equal": (
            "len(signature_a)",
            "1 where both signatures hold the same number at the same place, else 0.",
        ),
        "matches": ("whole number", "How many places are equal."),
        "estimate": ("number", "Matches over the length of a signature: the estimated Jaccard similarity."),
    }
)


@family.mistake(
    of="matches",
    says="You compared the numbers wherever they stand. Only equal numbers at the same place count: each place belongs "
    "to one hash function.",
)
def anywhere(signature_a: Array, signature_b: Array) -> int:
    return len(set(signature_a.tolist()) & set(signature_b.tolist()))


@family.mistake(of="matches", says="You counted the components that differ. Count those that are equal.")
def differences(equal: Array) -> int:
    return int(len(equal) - equal.sum())


@family.mistake(
    of="estimate",
    says="You compared the signatures as sets: common numbers over all different numbers. Count the equal "
    "places and divide by the number of places.",
)
def over_the_union(signature_a: Array, signature_b: Array) -> float:
    a, b = set(signature_a.tolist()), set(signature_b.tolist())
    return len(a & b) / len(a | b)


@family.mistake(
    of="estimate",
    says="You divided by the components of both signatures. Each place counts once: divide by the number of places.",
)
def over_both(matches: int, signature_a: Array) -> float:
    return matches / (2 * len(signature_a))


@family.mistake(
    of="estimate",
    says="You divided by the places that differ. Divide by all places of a signature.",
)
def over_the_others(matches: int, signature_a: Array) -> float:
    if matches == len(signature_a):
        raise NotApplicable
    return matches / (len(signature_a) - matches)


@family.mistake(
    of="estimate", says="That is the distance, 1 minus the similarity. The similarity itself is asked."
)
def distance(right: float) -> float:
    return 1 - right


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Signatures that agree at some places; some numbers stand in both of them at different places."""
    sizes = [len(fixed[name]) for name in ("signature_a", "signature_b") if name in fixed]
    size = sizes[0] if sizes else {"warm-up": 5, "exam": 8, "hard": 12}[level]
    numbers = rng.sample(range(1, 6 * size), 2 * size)
    first = list(fixed.get("signature_a", numbers[:size]))
    second = [x if rng.random() < 0.6 else other for x, other in zip(first, numbers[size:], strict=True)]
    i, j = rng.sample(range(size), 2) if size > 1 else (0, 0)
    second[i], second[j] = second[j], second[i]
    return {"signature_a": first, "signature_b": second}
