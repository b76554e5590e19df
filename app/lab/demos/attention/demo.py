"""Attention maps and induction heads: a head is removed from a small model, and the visitor predicts what that
costs."""

from collections.abc import Sequence
from functools import cached_property
from math import log
from typing import Any

from app.lab.demos.attention import forward, pictures
from app.lab.demos.attention.forward import Pass
from app.lab.demos.attention.row import KEYS, Row
from app.lab.demos.attention.state import HEADS, LAYERS, State
from app.lab.demos.demo import Asked, Demo, Goal
from app.lab.demos.shades import Shades, shades
from app.web.languages.languages import N_
from engine.demos.attention import by_hand
from engine.demos.attention.by_hand import EVERYTHING_ON, LENGTH, LETTERS, Array, Place
from engine.solutions.pictures import Bars, Curve, HeatMap

NEAR, FLOOR = 0.1, 0.15  # tolerance of a loss: a share of it, and at least so many nats
DIFFERENT = 4  # different letters a text needs before a goal speaks of copying
WITHIN, ROUNDED = 0.0101, 0.0051  # of a weight: a hundredth, and half of one for rounding the answer


class Attention(Demo[State]):
    """The demo at one state. The model reads all letters but the last, which is only predicted: ``seen`` holds those
    read, with a row of a map for each."""

    name = "attention"
    title = N_("Attention maps and induction heads")
    says = N_("Which letters each head of a small model looks at, and what the model loses without one head.")
    section = "2.5"
    puzzle = N_("What does a model lose when one of its heads is taken out?")
    minutes, cover = 15, "opened_map"
    question = "a-row-of-the-lab"
    questions = (question,)
    refused = N_("With two decimals, this row makes no clear exercise. Take another row.")
    state_type = State
    heads = tuple(f"{layer}.{head}" for layer in range(1, LAYERS + 1) for head in range(1, HEADS + 1))
    removable = tuple((name, name) for name in heads)
    maps = staticmethod(pictures.maps)
    trained_unscaled = staticmethod(forward.trained_unscaled)
    worst_removals = staticmethod(forward.worst_removals)

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
    def letters(self) -> list[tuple[str, bool]]:
        """The letters of the text, each with whether the loss counts it."""
        return list(zip(self.text, [False, *self.known.tolist()], strict=True))

    @property
    def distinct(self) -> int:
        """Number of different letters in the text."""
        return len(set(self.text))

    @property
    def guesses(self) -> tuple[float, float]:
        """The loss of guessing evenly among all letters, and among those of the text."""
        return log(len(LETTERS)), log(self.distinct)

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
    def next_head(self) -> str:
        """The head to be taken out after this one."""
        place = self.heads.index(self.state.without) + 1 if self.state.without in self.heads else 0
        return self.heads[place % len(self.heads)]

    @property
    def changed(self) -> bool:
        """True if any part of the model is taken out or switched off."""
        return self.state.switches != EVERYTHING_ON

    @cached_property
    def whole(self) -> Pass:
        return forward.forward(self.tokens, EVERYTHING_ON)

    @cached_property
    def ablated(self) -> Pass:
        """The forward pass of the model as it is set."""
        return forward.forward(self.tokens, self.state.switches)

    @property
    def rise(self) -> float:
        return self.ablated.loss - self.whole.loss

    @property
    def on_sequences(self) -> tuple[float, float]:
        """The loss on other sequences, of the whole model and as it is set."""
        return forward.loss_on_sequences(EVERYTHING_ON), forward.loss_on_sequences(self.state.switches)

    @property
    def copied(self) -> float:
        """The share that the removed head copies, in the whole model."""
        (place,) = self.state.switches.off
        return self.whole.copies(place)

    @property
    def other_copiers(self) -> list[str]:
        """The other heads that copy with more than half of their attention."""
        off = self.state.switches.off
        others = (place for place in self.whole.heads if place not in off)
        return [pictures.name_of(place) for place in others if self.whole.copies(place) > 0.5]

    @property
    def opened(self) -> Place:
        return self.state.layer - 1, self.state.head - 1

    @cached_property
    def row(self) -> Row:
        """The opened head at the opened position, in the model as it is set."""
        position = min(self.state.row, len(self.seen))
        head = self.ablated.heads[self.opened].row(position - 1)
        return Row(head, self.seen, position, self.state.switches)

    @property
    def mistake(self) -> str:
        """The usual mistake that leads to the predicted wrong weight; "" if none does."""
        if self.state.asks != "weight" or self.prediction is None or self.prediction.right:
            return ""
        predicted = self.prediction.predicted
        return next((says for says, weight in self.row.mistakes if abs(predicted - weight) < WITHIN), "")

    def changes(self, of: Pass) -> pictures.Changes:
        """The weights of the opened head that differ from those of the whole model."""
        return pictures.changes(of, self.whole, self.opened)

    def most_of(self, of: Pass) -> tuple[int, float]:
        """The position, from 1, that the opened row looks at most, and its weight."""
        weights = of.heads[self.opened].weights[self.row.position - 1]
        return int(weights.argmax()) + 1, float(weights.max())

    def matrix(self, of: Pass) -> HeatMap:
        return pictures.matrix(of, self.opened, self.seen)

    @property
    def opened_map(self) -> HeatMap:
        """The opened head of the whole model."""
        return self.matrix(self.whole)

    def shades_of(self, of: Pass) -> Shades:
        return shades(of.heads[self.opened].weights)

    @property
    def losses(self) -> Curve | Bars:
        ablated = self.ablated if self.changed else None
        return pictures.losses(self.text, self.whole, ablated, self.predicted)

    @property
    def weights(self) -> Bars:
        return pictures.weights(self.row, self.opened, self.predicted)

    @property
    def asked(self) -> Asked:
        if self.state.asks == "loss":
            return Asked(
                words="loss", outcome=self.ablated.loss, within=max(FLOOR, NEAR * self.ablated.loss), least=0
            )
        row = self.row
        words = f"weight {self.state.layer}.{self.state.head} {row.position}"
        within = max(WITHIN, abs(row.weight_on_paper - row.weight) + ROUNDED)
        return Asked(words=words, outcome=row.weight, within=within, least=0, most=1)

    @property
    def prediction_fields(self) -> Sequence[str]:
        """The fields a prediction is about: a loss leaves all heads and rows open to view, a weight is one entry of
        one row."""
        every = ("text", "without", "mask", "scale", "asks")
        return every if self.state.asks == "loss" else (*every, "layer", "head", "row")

    @property
    def goals(self) -> list[Goal]:
        """Goals about the loss of the model without one head, the rest of it as it was trained."""
        state = self.state
        one = state.asks == "loss" and state.mask and state.scale and state.without != "none"
        copies = one and self.distinct >= DIFFERENT and self.copied > 0.6
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
    def obstacle(self) -> str:
        if not self.state.scale:
            return N_("The exercise divides the scores by √8: for it, switch the scale on.")
        if self.state.mask and self.row.position < KEYS:
            return N_(
                "The exercise takes three positions that a row looks at, and the open row has fewer: take a later row."
            )
        if int((self.row.head.weights > 0).sum()) < KEYS:
            return N_(
                "The exercise takes three weights above 0, and the open row has fewer: take another row."
            )
        return ""

    @property
    def numbers(self) -> dict[str, Any]:
        return self.row.exercise
