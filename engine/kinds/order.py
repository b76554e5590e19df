"""Kind ``order``: things to put in order. The longest run that stands as it should earns its share of the points."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from pydantic import Field, field_validator

from engine import kinds
from engine.answers.forms import Choice
from engine.answers.ordering import Ordering
from engine.chain import Family
from engine.parameters import Frozen, symbol
from engine.questions import Points
from engine.validation.schema import Shape


class Parameters(Frozen):
    """The items of a sheet, shuffled."""

    items: tuple[str, ...] = symbol(r"\text{items}", "what is to be put in order, shuffled", min_length=2)


class Place(Shape):
    """An item, perhaps with the reason for its place."""

    text: kinds.Plain = Field(min_length=1, max_length=120)
    why: str = Field("", max_length=400)


class Item(kinds.Item):
    """An ordering question as its file says it: ``items`` in the right order, with the reasons for their places."""

    kind: str = "order"
    asks = "Put them in order, the first at the top"
    points: Points = Fraction(2)
    items: list[Place] = Field(min_length=3, max_length=8)

    @field_validator("items")
    @classmethod
    def all_different(cls, items: list[Place]) -> list[Place]:
        """Raises ValueError where two items are alike."""
        if len({item.text for item in items}) < len(items):
            raise ValueError("the items must be different")
        return items

    def chain(self) -> Family:
        """One step: the items in their order, of which the longest run that stands right counts."""
        reasons = {item.text: item.why for item in self.items}
        texts = list(reasons)
        family = self.one_step(
            "Order",
            Parameters,
            Choice("items"),
            lambda items: texts[:],
            reasons=reasons,
            ordering=LongestRun(),
        )

        @family.draws
        def shuffled(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
            mixed = rng.sample(texts, len(texts))
            return {"items": mixed if mixed != texts else mixed[::-1]}

        return family


class LongestRun(Ordering):
    """The longest run of neighbours that are neighbours in the key counts."""

    earns = "each place in the longest run that follows on rightly"

    def places(self, typed: Sequence[str], key: Sequence[str], empty: Collection[int] = ()) -> range:
        return longest_run(typed, key)

    def ticked(self, right: int, of: int) -> str:
        if not right:
            return "Nothing follows on rightly yet."
        return f"Ticked is the longest run that follows on rightly: {right} of {of}."

    def amiss(self, typed: Sequence[str], key: Sequence[str], first: int) -> str:
        place = next(n for n, (mine, right) in enumerate(zip(typed, key, strict=True)) if mine != right)
        return f"Something else belongs in place {place + 1}."


def longest_run(typed: Sequence[str], key: Sequence[str]) -> range:
    """The places of the longest run of neighbours that are neighbours in the key; a single one is no run."""
    follows = dict(pairwise(key))
    longest = range(0)
    start = 0
    for place in range(1, len(typed)):
        if follows.get(typed[place - 1]) != typed[place]:
            start = place
        if place + 1 - start > max(1, len(longest)):
            longest = range(start, place + 1)
    return longest
