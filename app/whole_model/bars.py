"""The bars of the next letter: what the model gives it, what it is drawn with, what it had before a switch."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.whole_model.state import State
from engine.demos.decoding import Settings, pipeline
from engine.demos.gpt.forward import Pass
from engine.mathematics import softmax
from engine.parameters import Array
from engine.whole_model.stations import letter

BARS = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Bar:
    """A letter that may come next: its logit and its probability in the model, as it is decoded, and with nothing
    switched off."""

    letter: str
    place: int
    logit: float
    probability: float
    decoded: float
    trained: float


def bars(through: Pass, trained: Pass, state: State) -> Sequence[Bar]:
    """The likeliest letters after the token whose way is drawn."""
    own, before = (softmax(one.logits[state.token]) for one in (through, trained))
    drawn = decoded(through, state)
    return tuple(
        Bar(
            letter=letter(n),
            place=n,
            logit=float(through.logits[state.token, n]),
            probability=float(own[n]),
            decoded=float(drawn[n]),
            trained=float(before[n]),
        )
        for n in likeliest(through, state.token)[:BARS]
    )


def likeliest(through: Pass, token: int) -> list[int]:
    """All letters, the likeliest after a token first."""
    return [int(n) for n in np.argsort(-through.logits[token], kind="stable")]


def decoded(through: Pass, state: State) -> Array:
    """The probabilities that the next letter is drawn from, (V,)."""
    settings = Settings(state.temperature, state.k, state.p)
    return pipeline(through.logits[state.token], settings)[-1].probabilities
