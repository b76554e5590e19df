"""The next token: the bars of the likeliest ones, and one that is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from app.whole_model.smollm2.shown import Shown
from app.whole_model.smollm2.state import State
from engine.demos.decoding import Settings, pipeline
from engine.demos.smollm2.settings import BARS, SPECIAL, TRACED, visible
from engine.figures.wording import shown as number
from engine.parameters import Array


@dataclass(frozen=True, kw_only=True, slots=True)
class Bar:
    """A token that may come next: its probability in the model, and as it is decoded; ``id`` is -1 where unknown."""

    token: str
    id: int
    probability: float
    decoded: float

    @property
    def text(self) -> str:
        """The probability as it is decoded, and as the page shows it."""
        return number(self.decoded, 3)


def bars(known: Shown, state: State, token: int) -> Sequence[Bar]:
    """The likeliest tokens after this one; decoded, after the newest alone."""
    is_newest = token == len(known.tokens) - 1
    shares = decoded(known, state) if is_newest and known.logits is not None and state.decodes else None
    return [
        Bar(
            token=visible(text),
            id=id,
            probability=share,
            decoded=share if shares is None else float(shares[id]),
        )
        for id, text, share in known.bars.get(token, ())[:BARS]
    ]


def came(known: Shown, token: int) -> tuple[str, str, int] | None:
    """The token that came after this one, what the model gave it, and its rank; None where none came."""
    if token >= len(known.came):
        return None
    share, rank = known.came[token]
    return visible(known.tokens[token + 1]), number(share, 3), rank


def decoded(known: Shown, state: State) -> Array:
    """The probabilities that the next token is drawn from, (V,)."""
    assert known.logits is not None
    settings = Settings(state.temperature, state.k or len(known.logits), state.p)
    return pipeline(known.logits, settings)[-1].probabilities


def after_drawing(state: State, known: Shown, chance: Random) -> State:
    """The state with a token drawn after its text; it has ended where a sign of its own was drawn, such as the end of
    the text, and is as it was where the text was not read, or no more tokens are."""
    if known.logits is None or len(known.tokens) >= TRACED:
        return state
    shares = decoded(known, state).tolist()
    (drawn,) = chance.choices(range(len(shares)), shares)
    left = replace(state, token=None, opened=None, asks=False, walk=0)
    if drawn < SPECIAL:
        return replace(left, ended=True)
    return replace(left, then=(*state.then, drawn), ended=False)
