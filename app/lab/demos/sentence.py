"""Attention in a real model: SmolLM2-135M reads a sentence; to be predicted is the share that the first token gets."""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from app.lab.demos import demo
from app.lab.demos.chart import Chart, Point
from app.lab.demos.demo import Asked, Goal, NoExercise
from app.lab.demos.shades import Shades, shades
from app.lab.demos.trained import Lack, Trained
from app.web.languages.languages import N_
from engine.demos.smollm2 import recorded
from engine.demos.smollm2.settings import (
    HEAD_SIZE,
    HEADS,
    KV_HEADS,
    LAYERS,
    MOST_TOKENS,
    SENTENCE,
    SENTENCES,
    installed,
    pieces,
    visible,
)
from engine.parameters import Array
from engine.solutions.pictures import Curve, HeatMap

LONGEST = 120  # characters
WITHIN = 0.105  # a tenth of all attention, as both numbers are shown
LETTERS = 10  # of a token beside its map
NO_MODEL = Lack(
    N_(
        "The real model is not installed on this server, so it reads no sentence of your own. Choose one of the "
        "twenty that it has read already."
    ),
    N_("You can install it: “make smollm2” on the server, then start Examformer again."),
)

KINDS = (  # of the recorded sentences, in their order
    N_("a fact"), N_("a number"), N_("an opposite"), N_("a negation"), N_("a negation"),
    N_("a name twice"), N_("a name twice"), N_("a pronoun"), N_("a plural, far from its verb"), N_("a question"),
    N_("quotation marks"), N_("a list"), N_("a list"), N_("a pattern"), N_("a pattern"),
    N_("a sentence begun again"), N_("sums"), N_("code"), N_("German"), N_("Bangla"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class State(demo.State):
    """``layer`` is the one asked about; its ``head`` and ``row`` are shown in detail."""

    sentence: Annotated[str, Field(max_length=LONGEST)] = SENTENCE
    layer: Annotated[int, Field(ge=1, le=LAYERS)] = 4
    head: Annotated[int, Field(ge=1, le=HEADS)] = 1
    row: Annotated[int, Field(ge=1, le=MOST_TOKENS)] = 5


@dataclass(frozen=True, slots=True)
class Weight:
    """The weight that a position gives to one that it may look at."""

    position: int
    token: str
    share: float


class Sentence(Trained[State]):
    name = "sentence"
    title = N_("Attention in a real model")
    says = N_("SmolLM2, with 135 million parameters, reads your sentence: 270 heads, and where they look.")
    section = "2.5"
    puzzle = N_("Where do the heads of a real model look in your sentence?")
    minutes, cover = 10, "map"
    question = "kv-cache-of-one-sentence"
    questions = (question,)
    refused = N_("This sentence makes no exercise. Take another one.")
    state_type = State
    prediction_fields = ("sentence",)
    trained_by = "engine.demos.smollm2.live"
    measured = "asked"
    sketched = False
    most = LONGEST
    sentences = tuple(zip(KINDS, SENTENCES, strict=True))

    @property
    def sentence(self) -> str:
        return " ".join(self.state.sentence.replace("\0", "").split())

    @property
    def wrong(self) -> str:
        if not self.sentence:
            return N_("There is no sentence yet: write one.")
        if len(self.sentence.encode()) < 2:
            return N_(
                "A single letter or sign is one token, and at least two are read: lengthen the sentence."
            )
        if len(pieces(self.sentence)) > MOST_TOKENS:
            return N_("These are more than 16 tokens, and no more are read: shorten the sentence.")
        return ""

    @property
    def lacks(self) -> Lack | None:
        return None if installed() else NO_MODEL

    @property
    def is_recorded(self) -> bool:
        return self.sentence in SENTENCES

    @cached_property
    def points(self) -> Sequence[Point]:
        """The points of the run; without one those of the recording, if it has this sentence."""
        if self.run:
            return self.run.points
        return [dict(point) for point in recorded.points(self.sentence)]

    @property
    def tokens(self) -> Sequence[str]:
        """The tokens; none before the model has cut the sentence."""
        found: Sequence[str] = self.points[0]["tokens"] if self.points else ()
        return found

    @property
    def next(self) -> Sequence[tuple[str, float]]:
        """The most probable next tokens; spaces and line ends are replaced by signs, so that no two look alike."""
        found: Sequence[tuple[str, float]] = self.points[-1].get("next", ()) if self.points else ()
        return [(visible(token), share) for token, share in found]

    @property
    def asked(self) -> Asked:
        layer = self.state.layer
        known = self.points[layer]["first"] if self.is_recorded and not self.run else None
        return Asked(words=f"layer {layer}", outcome=known, within=WITHIN, least=0, most=1)

    @property
    def training(self) -> Mapping[str, Any]:
        return {"sentence": self.sentence, "layer": self.state.layer, "steps": LAYERS}

    @property
    def chart(self) -> Chart:
        about = "The mean weight that later tokens give to the first one, layer by layer"
        return Chart(
            about=about,
            y=N_("share of attention"),
            lines={"first": N_("on the first token")},
            levels={},
            low=0.0,
            high=1.0,
            x="layer",
            at=self.state.layer,
        )

    @property
    def by_layer(self) -> Curve:
        layer = self.state.layer
        marks = [(f"layer {layer}: {self.first:.2f}", float(layer), self.first)]
        if self.prediction:
            marks.append((f"you, {self.prediction.asked}", float(layer), self.prediction.predicted))
        drawn = self.chart.drawn("Attention on the first token", self.points)
        return replace(drawn, marks=tuple(marks))

    @property
    def first(self) -> float:
        """The share that the layer gives to the first token."""
        return float(self.points[self.state.layer]["first"])

    @property
    def complete(self) -> bool:
        """True if every layer is there; a run may have been stopped."""
        return bool(self.next)

    @cached_property
    def heads(self) -> Array:
        """The weights of the layer: (H, T, T)."""
        length = len(self.tokens)
        packed = b64decode(self.points[self.state.layer]["heads"])
        return np.frombuffer(packed, np.uint8).reshape(HEADS, length, length) / 255

    @property
    def maps(self) -> list[tuple[int, Shades]]:
        """Every head of the layer as a small picture."""
        return [(n, shades(weights)) for n, weights in enumerate(self.heads, 1)]

    @property
    def before(self) -> Sequence[float]:
        """The mean share that each head of the layer gives to the token before.

        It counts from the third token on, as the one before the second is the first. Empty if fewer than two tokens are
        left.
        """
        later = range(2, len(self.tokens))
        if len(later) < 2:
            return []
        found: Array = self.heads[:, later, [n - 1 for n in later]]  # (H, rows)
        return [round(mean, 2) for mean in found.mean(-1).tolist()]

    @property
    def map(self) -> HeatMap:
        names = tuple(f"{n} {short(token)}" for n, token in enumerate(self.tokens, 1))
        title = f"Layer {self.state.layer}, head {self.state.head}"
        about = "Row by row, the weights with which a token attends to itself and to those before it"
        values = self.heads[self.state.head - 1].tolist()
        return HeatMap(title, about, names, names, tuple(map(tuple, values)))

    @property
    def row(self) -> int:
        """The row that is shown, from 1; the last one if the sentence has fewer."""
        return min(self.state.row, len(self.tokens))

    @property
    def weights(self) -> list[Weight]:
        """The weights of that row, which sum to one."""
        shares = self.heads[self.state.head - 1, self.row - 1, : self.row].tolist()
        return [Weight(n, self.tokens[n - 1], share) for n, share in enumerate(shares, 1)]

    @property
    def group(self) -> tuple[int, int, int]:
        """The key-value head of the opened head, and the first and the last query head that share it."""
        size = HEADS // KV_HEADS
        of = (self.state.head - 1) // size
        return of + 1, of * size + 1, (of + 1) * size

    @property
    def goals(self) -> list[Goal]:
        if not self.complete:
            return []
        first, before = round(self.first, 2), self.before  # as they are shown
        return [
            Goal(N_("Find a layer that gives the first token less than a third of its attention."), first < 1 / 3),
            Goal(N_("Find a layer that gives it more than nine tenths."), first > 0.9),
            Goal(N_("Open a head that gives the token before more than half of its attention, on the mean."),
                 bool(before) and before[self.state.head - 1] > 0.5),
        ]  # fmt: skip

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise: the sentence's cache, in numbers of two bytes."""
        if not self.tokens:
            raise NoExercise
        return {
            "layers": LAYERS, "kv_heads": KV_HEADS, "d_head": HEAD_SIZE, "bytes_per_value": 2,
            "context": len(self.tokens), "batch": 1,
        }  # fmt: skip


def short(token: str) -> str:
    text = token.strip() or "␣"
    return text if len(text) <= LETTERS else text[: LETTERS - 1] + "…"
