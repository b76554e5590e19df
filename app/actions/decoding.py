"""The decoding lab: the next letter of a name, from the model's logits to what is drawn, and whole names."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from urllib.parse import parse_qs, urlencode

import numpy as np

from app.actions.lab import Asked, Goal
from app.i18n import N_
from engine.demos import decoding, name_gpt, recording
from engine.demos.decoding import STEPS, Hypothesis, Settings, Stage
from engine.demos.names import CONTEXT, EDGE, decode, encode, vocabulary
from engine.parameters import Array

MODEL = "reference_model"
HEADS = 4
SHOWN = 8  # letters in a picture, the most probable first
DRAWS = 200
WITHIN = 0.0101  # a hundredth, for what is rounded on the way
ROUNDED = 0.0051  # what rounding the answer to two decimals does
NAMED = dict(zip("tkp", STEPS, strict=True))
ORDERS = tuple("".join(order) for order in permutations(NAMED))


@dataclass(frozen=True, slots=True)
class State:
    """All that the page depends on, as it stands in the address; ``begin`` are the letters that are there already."""

    begin: str = "mar"
    temperature: float = 0.7
    k: int = 4
    p: float = 1.0
    order: str = "tkp"
    seed: int = 1
    width: int = 3
    layer: int = 1
    head: int = 1

    @property
    def address(self) -> str:
        return urlencode({name: getattr(self, name) for name in self.__slots__})

    def to(self, **changes: int) -> str:
        """The address after a change."""
        return replace(self, **changes).address  # type: ignore[arg-type]

    @property
    def settings(self) -> Settings:
        return Settings(self.temperature, self.k, self.p, tuple(NAMED[letter] for letter in self.order))


FIRST = State()


def fitting(begin: str) -> str:
    """The letters of a text that names have, as many as leave room for one more."""
    return "".join(letter for letter in begin.lower() if letter in vocabulary()[1:])[: CONTEXT - 2]


def same_begin(address: str, state: State) -> bool:
    """Whether that address was about the same letters: their logits are known then, and one may try all settings."""
    return parse_qs(address).get("begin", [""]) == [state.begin]


def logits(tokens: Sequence[int]) -> Array:
    return name_gpt.logits(recording.weights(MODEL), tokens, HEADS)


@dataclass(frozen=True, slots=True)
class Product:
    """One summand of a dot product."""

    place: int
    state: float
    weight: float

    @property
    def product(self) -> float:
        return self.state * self.weight


@dataclass(frozen=True)
class Decoding:
    """The lab at one state. ``letter`` is what is asked for: the second most probable of those that are left."""

    state: State

    @cached_property
    def tokens(self) -> list[int]:
        return encode(EDGE + self.state.begin)

    @cached_property
    def logits(self) -> Array:
        return logits(self.tokens)

    @cached_property
    def stages(self) -> list[Stage]:
        return decoding.pipeline(self.logits, self.state.settings)

    @cached_property
    def last(self) -> Array:
        return self.stages[-1].probabilities

    @cached_property
    def falling(self) -> list[int]:
        return decoding.ranked(self.logits)

    @cached_property
    def token(self) -> int:
        left = [token for token in self.falling if self.last[token] > 0]
        return left[min(1, len(left) - 1)]

    @property
    def letter(self) -> str:
        return shown(self.token)

    @property
    def table(self) -> list[tuple[str, float]]:
        """The logits of as many letters as are needed by hand, best first."""
        return [(shown(token), float(self.logits[token])) for token in self.falling[:SHOWN]]

    @property
    def by_hand(self) -> bool:
        """Whether the logits that are shown are all that the result depends on."""
        cut_first = "k" if self.state.p == 1 else self.state.order.replace("t", "")[0]
        return cut_first == "k" and self.state.k <= SHOWN

    @property
    def asked(self) -> Asked:
        """Whoever computes with the logits of the page is right: a low temperature makes much of their rounding."""
        outcome = float(self.last[self.token])
        on_paper = decoding.pipeline(np.round(self.logits, 2), self.state.settings)[-1].probabilities
        within = abs(float(on_paper[self.token]) - outcome) + ROUNDED
        return Asked(self.letter, outcome, max(WITHIN, within))

    @property
    def drawn(self) -> list[int]:
        """How often each letter came in two hundred draws."""
        return decoding.counts(self.last, DRAWS, np.random.default_rng(self.state.seed))

    @property
    def names(self) -> list[str]:
        """Eight names that begin so, drawn with these settings."""
        rng = np.random.default_rng(self.state.seed)
        end = encode(EDGE)[0]
        made = [
            decoding.sampled(logits, self.tokens, self.state.settings, CONTEXT, end, rng)
            for _ in range(SHOWN)
        ]
        return [decode(tokens).strip(EDGE) for tokens in made]

    @cached_property
    def rows(self) -> list[list[Hypothesis]]:
        """The beam, row by row."""
        return decoding.beam(logits, self.tokens, self.state.width, CONTEXT, encode(EDGE)[0])

    @property
    def best(self) -> Hypothesis:
        return self.rows[-1][0]

    @cached_property
    def greedy(self) -> Hypothesis:
        return decoding.greedy(logits, self.tokens, CONTEXT, encode(EDGE)[0])

    @property
    def greedy_name(self) -> str:
        return decode(self.greedy.tokens).strip(EDGE)

    @property
    def beam_name(self) -> str:
        return decode(self.best.tokens).strip(EDGE)

    @property
    def products(self) -> list[Product]:
        """The dot product that is the logit of the asked letter."""
        weights = recording.weights(MODEL)
        state = name_gpt.state(weights, self.tokens, HEADS)[-1]
        pairs = zip(state.tolist(), weights["head.weight"][self.token].tolist(), strict=True)
        return [Product(n, *pair) for n, pair in enumerate(pairs, 1)]

    @property
    def entropy(self) -> float:
        return decoding.entropy(self.last)

    @property
    def goals(self) -> list[Goal]:
        left = self.stages[-1].kept
        swapped = replace(self.state, order=self.state.order[::-1])
        other = decoding.pipeline(self.logits, swapped.settings)[-1]
        return [
            Goal(
                N_("At least three letters are left, and one of them has more than 0.9."),
                left >= 3 and bool(self.last.max() > 0.9),
            ),
            Goal(
                N_("The other way round, these three steps leave another number of letters."),
                other.kept != left,
            ),
            Goal(
                N_("Greedy and beam search end with different names."), self.greedy.tokens != self.best.tokens
            ),
        ]

    @property
    def numbers(self) -> dict[str, object]:
        """For an exercise: the logits of the letters that are left, as they are shown, and the temperature."""
        left = [token for token in self.falling if self.last[token] > 0][:SHOWN]
        return {
            "logits": [round(float(self.logits[token]), 2) for token in left],
            "temperature": self.state.temperature,
        }


def shown(token: int) -> str:
    """A letter as a page shows it; the edge is the end of the name."""
    return decode([token]) if token else "·"
