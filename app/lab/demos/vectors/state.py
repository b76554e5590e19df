"""The state held in the address of the page about word vectors."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from app.lab.demos import demo

Source = Literal["thinned", "all", "strong", "own"]
Relation = Literal[
    "man and woman", "country and capital", "country and language", "animal and young", "today and yesterday",
    "as it is and more",
]  # fmt: skip
Sheet = Literal["cosine", "nearest", "analogy"]
TRAINED = ("dimensions", "window", "noise", "often", "steps", "seed")  # what a live run depends on
Word = Annotated[str, Field(max_length=30)]


@dataclass(frozen=True, kw_only=True, slots=True)
class State(demo.State):
    """The fields from ``dimensions`` to ``seed`` are those of the visitor's ``own`` vectors. ``turn`` are degrees of
    the map in three dimensions, ``sheet`` names the exercise."""

    vectors: Source = "thinned"
    word: Word = "king"
    first: Word = "queen"
    second: Word = "man"
    a: Word = "king"
    b: Word = "man"
    c: Word = "woman"
    turn: Annotated[int, Field(ge=0, le=360)] = 30
    relation: Relation = "man and woman"
    sheet: Sheet = "cosine"
    dimensions: Annotated[int, Field(ge=4, le=32)] = 12
    window: Annotated[int, Field(ge=1, le=9)] = 4
    noise: Annotated[int, Field(ge=1, le=15)] = 5
    often: Annotated[float, Field(ge=1e-4, le=1)] = 1.0
    steps: Annotated[int, Field(ge=50, le=3000)] = 600
    seed: Annotated[int, Field(ge=0, le=10**6)] = 1
