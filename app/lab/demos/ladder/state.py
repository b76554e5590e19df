"""The state held in the address of the page of the ladder."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from app.lab.demos import demo
from engine.demos.gpt.names import CONTEXT
from engine.demos.ladder import ngram

Model = Literal["add_alpha", "interpolated", "neural_ngram", "rnn", "gru", "lstm", "gpt"]
Other = Literal["interpolated_6", "neural_ngram", "rnn", "gru", "lstm", "gpt"]


@dataclass(frozen=True, kw_only=True, slots=True)
class State(demo.State):
    """``ratio`` tells how much more each order of a mixture weighs than the one before.

    ``place`` is the letter that is worked out, ``beside`` the recorded model to compare its surprisals with.
    """

    model: Model = "interpolated"
    order: Annotated[int, Field(ge=1, le=ngram.LONGEST)] = 3
    alpha: Annotated[float, Field(ge=0.001, le=100)] = 1.0
    ratio: Annotated[float, Field(ge=0.2, le=5)] = 2.0
    steps: Annotated[int, Field(ge=20, le=1000)] = 300
    seed: Annotated[int, Field(ge=0, le=10**6)] = 1
    word: Annotated[str, Field(max_length=40)] = "myriam"
    place: Annotated[int, Field(ge=1, le=CONTEXT)] = 3
    beside: Other = "gpt"
