"""Top-k sampling (Fan, Lewis and Dauphin 2018): keep the k most probable tokens, then renormalize."""

from collections.abc import Mapping
from random import Random
from typing import Any

from pydantic import ValidationInfo, field_validator

from engine.answers.forms import Positions
from engine.chain import Family
from engine.mathematics import truncation
from engine.mathematics.truncation import only
from engine.mathematics.vocabulary import Distribution, Places, draw_distribution, falling, mass_of
from engine.parameters import Array, symbol


class Parameters(Distribution):
    k: int = symbol("k", "how many tokens are kept", ge=1)

    @field_validator("k")
    @classmethod
    def within_the_vocabulary(cls, k: int, info: ValidationInfo) -> int:
        size = len(info.data.get("probabilities", [])) or k
        if k > size:
            raise ValueError(f"must be at most {size}, the number of tokens")
        return k


family = Family(
    "top_k", "Top-k sampling", section="2.7", builds_on=("softmax_temperature",), parameters=Parameters
)


@family.step(
    "Tokens that are kept", r"\text{the } <k> \text{ most probable tokens; among equals the first ones}",
    symbol=r"\text{kept}", form=Positions("tokens"),
)  # fmt: skip
def kept(probabilities: Array, k: int) -> Places:
    return tuple(falling(probabilities)[:k])


truncation.go_on(family)


family.gives(
    {
        "kept": ("k", "Places of the kept tokens, counted from 0, the most probable first."),
        "mass": ("number", "Sum of their probabilities."),
        "renormalized": ("len(probabilities)", "Probabilities over the mass, 0 for dropped tokens."),
    }
)
family.assumes(
    "Among equal probabilities the token listed first is kept.",
)


@family.mistake(
    of="kept",
    says="You kept the first tokens of the list. Keep the most probable ones, wherever they stand.",
)
def first_of_the_list(probabilities: Array, k: int) -> Places:
    return tuple(place for place in falling(probabilities) if place < k)


@family.mistake(of="kept", says="You kept one token too few. Top-k keeps exactly k tokens.")
def one_too_few(right: Places) -> Places:
    return right[:-1] or right


@family.mistake(
    of="mass",
    says="That is what the dropped tokens have in all. Add up the probabilities of those that are kept.",
)
def dropped_mass(probabilities: Array, kept: Places) -> float:
    return float(mass_of(probabilities, [place for place in range(len(probabilities)) if place not in kept]))


@family.mistake(
    of="renormalized",
    says="You shared the dropped mass out in equal parts. Divide by the mass that is kept: ratios stay as they were.",
)
def shared_out(probabilities: Array, kept: Places, mass: float) -> Array:
    return only(probabilities + (1 - mass) / len(kept), kept)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    drawn = draw_distribution(rng, level, fixed)
    most = max(1, min(len(drawn["probabilities"]) - 1, 4))
    return {**drawn, "k": rng.randint(min(2, most), most)}
