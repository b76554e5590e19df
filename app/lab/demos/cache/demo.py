"""The KV cache: what it keeps, what it saves, and what it takes in real models. One part is shown at a time."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from app.lab.demos.cache.grids import STEPS, Grids
from app.lab.demos.cache.real import Card, Model
from app.lab.demos.cache.small import Memory, Work, recorded
from app.lab.demos.cache.state import BYTES, MOST, OFFERED, State
from app.lab.demos.demo import Goal
from app.lab.demos.parts import Parted
from app.web.languages.languages import N_

Kind = Memory | Work | Model | Card
PARTS: Mapping[str, type[Kind]] = {"memory": Memory, "work": Work, "model": Model, "card": Card}


class Cache(Parted[State, Kind]):
    name = "cache"
    title = N_("KV cache")
    says = N_(
        "Names are written with and without a cache: the same names, at another price in memory and work."
    )
    section = "2.8"
    puzzle = N_("How much work does a KV cache save, and what does it cost?")
    minutes, cover = 15, "picture"
    questions = ("the-cache-of-the-lab", "kv-cache-of-a-chat-server", "gigabytes-on-the-box")
    refused = N_(
        "Rounding would decide this exercise, or its numbers become too large. Change the number of tokens."
    )
    state_type = State
    parts = PARTS
    prediction_fields = ("part", "heads", "tokens", "format", "model", "context", "batch", "card")
    form = "%.10g"
    models = tuple((name, name) for name in OFFERED)
    formats = tuple((name, f"{name}, {size} B") for name, size in BYTES.items())

    @cached_property
    def part(self) -> Kind:
        return PARTS[self.state.part](self.state)

    def changes_for(self, part: str) -> Mapping[str, object]:
        """Changes the format with the part: the recorded runs kept FP32, and real models keep FP16 to begin with."""
        small = ("memory", "work")
        if (part in small) == (self.state.part in small):
            return {"part": part}
        return {"part": part, "format": "FP32" if part in small else "FP16"}

    @property
    def text(self) -> str:
        """The recorded text up to this state's tokens: the same letters with and without a cache."""
        return str(self._writing["text"][: self.state.tokens])

    @property
    def steps(self) -> int:
        """The last step of the grids."""
        return STEPS

    @property
    def grids(self) -> Grids:
        """The first tokens of this text, which begins behind a dot."""
        return Grids(self.state.shape, self.state.step, "." + str(self._writing["text"])[: STEPS - 1])

    @property
    def apart(self) -> float:
        """The largest difference between the logits of the two ways."""
        return float(self._writing["largest_difference"])

    @property
    def _writing(self) -> Mapping[str, Any]:
        chance, greedy = recorded(self.state.heads)["runs"]
        writing: Mapping[str, Any] = chance if self.state.drawn == "chance" else greedy
        assert writing["same"]
        return writing

    @property
    def _fills(self) -> bool:
        """True if the cache fills 24 GB; a right prediction of how many sequences fit on such a card counts, too."""
        if isinstance(self.part, Card):
            told = self.prediction is not None and bool(self.prediction.right)
            return told and self.state.card == 24 and self.part.fit > 0
        return isinstance(self.part, Model) and self.part.fills

    @property
    def goals(self) -> Sequence[Goal]:
        here, state = self.part, self.state
        return [
            Goal(
                N_("The small model keeps all 255 tokens in fewer than 40,000 bytes."),
                isinstance(here, Memory) and state.tokens == MOST and here.bytes < 40_000,
            ),
            Goal(
                N_("You have found the fewest tokens from which the cache saves more than a factor of 100."),
                isinstance(here, Work) and here.fewest,
            ),
            Goal(
                N_(
                    "A real model's weights in 16 bits and its cache fit into 24 GB together; with one sequence more "
                    "they would not."
                ),
                self._fills,
            ),
        ]
