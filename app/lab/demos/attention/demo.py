"""Attention maps and induction heads: a head is removed from a small model, and the visitor predicts what that
costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import exp, sqrt
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from app.lab.demos import demo
from app.lab.demos.demo import Asked, Demo, Goal
from app.web.languages.languages import N_
from engine.demos import recording
from engine.demos.attention import attention_by_hand as by_hand
from engine.demos.attention.attention_by_hand import (
    EVERYTHING_ON,
    LENGTH,
    LETTERS,
    Array,
    Head,
    Place,
    Switches,
)

MODEL = "attention_only"
LAYERS, HEADS, SIZE = 2, 4, 8  # D
NEAR, FLOOR = 0.1, 0.15  # tolerance of a loss: a share of it, and at least so many nats
DIFFERENT = 4  # different letters a text needs before a goal speaks of copying
WITHIN, ROUNDED = (
    0.0101,
    0.0051,
)  # of a weight: a hundredth, and half of one for rounding the answer
LISTED, LATER = 6, 2  # keys of a row shown one by one, and further ones that the mask hides
CHECKS = 128  # sequences, the same as in the recording
KEYS = 3  # of an exercise

One = Literal["none", "1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3", "2.4"]


@dataclass(frozen=True, slots=True)
class State(demo.State):
    """``without`` is the head that is taken out; layers, heads and positions count from 1."""

    text: Annotated[str, Field(max_length=100)] = "zebrafoxzebrafox"
    without: One = "2.1"
    mask: bool = True
    scale: bool = True
    asks: Literal["loss", "weight"] = "loss"
    layer: Annotated[int, Field(ge=1, le=LAYERS)] = 2
    head: Annotated[int, Field(ge=1, le=HEADS)] = 1
    row: Annotated[int, Field(ge=1, le=LENGTH - 1)] = 10

    @property
    def switches(self) -> Switches:
        layer, _, head = self.without.partition(".")
        return Switches(self.mask, self.scale, frozenset({(int(layer) - 1, int(head) - 1)} if head else ()))


@dataclass(frozen=True, slots=True)
class Pass:
    """One way through the model: every head, and what each letter but the first costs, in nats."""

    heads: Mapping[Place, Head]
    nats: Array  # (T - 1,)
    loss: float  # the mean over letters that can be known


class Attention(Demo[State]):
    """The demo at one state. The model reads all letters but the last, which is only predicted: ``seen`` holds those
    read, with a row of a map for each."""

    name = "attention"
    title = N_("Attention maps and induction heads")
    says = N_("Which letters each head of a small model looks at, and what the model loses without one head.")
    section = "2.5"
    question = "a-row-of-the-lab"
    questions = (question,)
    refused = N_("With two decimals, this row makes no clear exercise. Take another row.")
    reads = State

    @cached_property
    def text(self) -> str:
        """The letters that the model knows, cut to as many as it can read."""
        return "".join(letter for letter in self.state.text.lower() if letter in LETTERS)[:LENGTH]

    @cached_property
    def tokens(self) -> Array:
        return by_hand.encode(self.text)

    @property
    def seen(self) -> str:
        return self.text[:-1]

    @cached_property
    def known(self) -> Array:
        """(T - 1,): whether the letter after this position can be known."""
        return by_hand.known(self.tokens[:-1])

    @property
    def wrong(self) -> str:
        if len(self.text) < 3 or not self.known.any():
            return N_(
                "There is nothing to copy: no letter comes again with another one after it. Write letters from a to z "
                "that come again, as in zebrafoxzebrafox."
            )
        return ""

    @property
    def unread(self) -> str:
        """Typed signs outside the model's alphabet, each once."""
        typed = (one for one in self.state.text if one.lower() not in LETTERS and not one.isspace())
        return "".join(dict.fromkeys(typed))

    @property
    def beyond(self) -> int:
        """Number of letters after those that the model can read."""
        return sum(letter in LETTERS for letter in self.state.text.lower()) - len(self.text)

    @property
    def at(self) -> int:
        """The position whose row is opened, from 1."""
        return min(self.state.row, len(self.seen))

    @property
    def letter(self) -> str:
        return self.seen[self.at - 1]

    @property
    def changed(self) -> bool:
        """True if any part of the model is taken out or switched off."""
        return self.state.switches != EVERYTHING_ON

    @cached_property
    def whole(self) -> Pass:
        return self._through(EVERYTHING_ON)

    @cached_property
    def ran(self) -> Pass:
        """The forward pass of the model as it is set."""
        return self._through(self.state.switches)

    def _through(self, switches: Switches) -> Pass:
        logits, heads = by_hand.forward(recording.weights(MODEL), self.tokens[:-1], switches)
        nats = by_hand.surprisals(logits, self.tokens[1:])
        return Pass(heads, nats, float(nats[self.known].mean()))

    @property
    def rise(self) -> float:
        return self.ran.loss - self.whole.loss

    @property
    def opened(self) -> Place:
        return self.state.layer - 1, self.state.head - 1

    @cached_property
    def row(self) -> Head:
        """The opened head at the opened position, in the model as it is set."""
        return self.ran.heads[self.opened].row(self.at - 1)

    @cached_property
    def listed(self) -> list[int]:
        """Positions listed one by one, from 0 and in order: those with the largest scores, and hidden ones with
        large scores."""
        falling = [int(key) for key in np.argsort(-self.row.scores, kind="stable")]
        hidden = [key for key in falling if self.state.mask and key >= self.at]
        return sorted([key for key in falling if key not in hidden][:LISTED] + hidden[:LATER])

    @property
    def others(self) -> list[int]:
        """Visible positions that are not listed."""
        may = range(self.at if self.state.mask else len(self.seen))
        return [key for key in may if key not in self.listed]

    @property
    def largest(self) -> float:
        """The largest scaled score of the row; it is subtracted from all of them, so that no exponential exceeds 1."""
        return float(self.row.masked.max())

    @property
    def rest(self) -> float:
        """Sum of the exponentials of ``others``, the largest of the row being 1."""
        return float(np.exp(self.row.scaled[self.others].astype(np.float64) - self.largest).sum())

    @property
    def most(self) -> int:
        """The position, from 0, with the largest weight, which is the one to be predicted."""
        return int(self.row.weights.argmax())

    @property
    def on_paper(self) -> float:
        """The largest weight, computed from the scores as the page shows them."""
        shown = {key: round(float(self.row.scores[key]), 2) for key in self.listed}
        over = sqrt(SIZE) if self.state.scale else 1.0
        top = shown[self.most]
        shares = [
            exp((score - top) / over) for key, score in shown.items() if np.isfinite(self.row.masked[key])
        ]
        return 1 / (sum(shares) + round(self.rest, 3))

    @property
    def asked(self) -> Asked:
        if self.state.asks == "loss":
            return Asked("loss", self.ran.loss, max(FLOOR, NEAR * self.ran.loss), 0)
        outcome = float(self.row.weights[self.most])
        words = f"weight {self.state.layer}.{self.state.head} {self.at}"
        return Asked(words, outcome, max(WITHIN, abs(self.on_paper - outcome) + ROUNDED), 0, 1)

    @property
    def opens(self) -> Sequence[str]:
        """The fields a prediction is about: a loss leaves all heads and rows open to view, a weight is one entry of
        one row."""
        every = ("text", "without", "mask", "scale", "asks")
        return every if self.state.asks == "loss" else (*every, "layer", "head", "row")

    def habits(self, place: Place, of: Pass) -> dict[str, float]:
        """Shares of a head's attention in this text, by habit."""
        return by_hand.habits(of.heads[place], self.tokens[:-1])

    def copies(self, place: Place, of: Pass) -> float:
        """The share that a head puts on letters right after the same letter, without what is one place back or the
        position itself."""
        return by_hand.copies(of.heads[place], self.tokens[:-1])

    @property
    def goals(self) -> list[Goal]:
        """Goals about the loss of the model without one head, the rest of it as it was trained."""
        state = self.state
        one = state.asks == "loss" and state.mask and state.scale and state.without != "none"
        copies = one and self.many >= DIFFERENT and self.copied > 0.6
        return [
            Goal(N_("Without one head, the loss rises by more than 2."), one and self.rise > 2),
            Goal(
                N_("In a text of at least 4 different letters, a head puts more than 0.6 of its attention on letters "
                   "that came right after the same letter, and without it the loss changes by less than 0.05."),
                copies and abs(self.rise) < 0.05,
            ),
            Goal(N_("On a text of your own, the loss falls by more than 1 when one head is taken out."),
                 one and self.rise < -1),
        ]  # fmt: skip

    @property
    def many(self) -> int:
        """Number of different letters in the text."""
        return len(set(self.text))

    @property
    def copied(self) -> float:
        """The share that the removed head ``copies``, in the whole model."""
        (place,) = self.state.switches.off
        return self.copies(place, self.whole)

    @property
    def elsewhere(self) -> tuple[float, float]:
        """The loss on other sequences, of the whole model and as it is set."""
        return _elsewhere(EVERYTHING_ON), _elsewhere(self.state.switches)

    @property
    def hindered(self) -> str:
        if not self.state.scale:
            return N_("The exercise divides the scores by √8: for it, switch the scale on.")
        if self.state.mask and self.at < KEYS:
            return N_(
                "The exercise takes three positions that a row looks at, and the open row has fewer: take a later row."
            )
        if int((self.row.weights > 0).sum()) < KEYS:
            return N_(
                "The exercise takes three weights above 0, and the open row has fewer: take another row."
            )
        return ""

    @property
    def numbers(self) -> dict[str, Any]:
        """Parameters of an exercise: the query of the row, and the three positions with the largest weights."""
        given = by_hand.exercise(self.row, self.state.switches, KEYS)
        return {name: given[name] for name in "QKV"}


@cache
def _elsewhere(switches: Switches) -> float:
    rows = by_hand.sequences(CHECKS, np.random.default_rng(0))
    return by_hand.loss(recording.weights(MODEL), rows, switches)
