"""Kind ``match``: each thing on the left has one partner; some partners may belong to nothing."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from pydantic import Field, model_validator

from engine import kinds
from engine.answers.forms import Choice
from engine.chain import Family
from engine.parameters import Frozen, symbol
from engine.questions import Points
from engine.validation.schema import Shape


class Parameters(Frozen):
    """The two sides of a sheet, each shuffled."""

    names: tuple[str, ...] = symbol(r"\text{names}", "what stands on the left", min_length=2)
    partners: tuple[str, ...] = symbol(r"\text{partners}", "what there is to choose from", min_length=2)


class Pair(Shape):
    """A thing on the left with its partner, and perhaps why they belong together."""

    left: kinds.Plain = Field(min_length=1, max_length=80)
    right: kinds.Plain = Field(min_length=1, max_length=120)
    why: str = Field("", max_length=400)


class Item(kinds.Item):
    """A matching question as its file says it; ``extra`` are partners of nothing."""

    kind: str = "match"
    asks = "Choose a partner for each"
    points: Points = Fraction(2)
    pairs: list[Pair] = Field(min_length=3, max_length=8)
    extra: list[kinds.Plain] = Field([], max_length=3)

    @model_validator(mode="after")
    def all_different(self) -> "Item":
        """Raises ValueError where two on the left are alike, or an extra one is a partner."""
        if len({pair.left for pair in self.pairs}) < len(self.pairs):
            raise ValueError("what stands on the left must be different")
        if len({*self.partners(), *self.extra}) < len({pair.right for pair in self.pairs}) + len(self.extra):
            raise ValueError("what is extra must be no partner of anything")
        return self

    def partners(self) -> list[str]:
        """The partners without repetition: one may belong to several and stands once among those to choose from."""
        return list(dict.fromkeys(pair.right for pair in self.pairs))

    def chain(self) -> Family:
        """One step: the partner of each thing on the left."""
        right = {pair.left: pair.right for pair in self.pairs}
        family = self.one_step(
            "Pairs",
            Parameters,
            Choice("partners"),
            lambda names, partners: {name: right[name] for name in names},
            reasons={pair.left: pair.why for pair in self.pairs},
        )

        @family.draws
        def shuffled(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
            partners = [*self.partners(), *self.extra]
            return {
                "names": rng.sample(list(right), len(right)),
                "partners": rng.sample(partners, len(partners)),
            }

        return family
