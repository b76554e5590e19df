"""Real models in the KV cache demo: how large a cache is, and how many fit on a card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.lab.demos.cache.state import State
from app.lab.demos.demo import Asked
from app.lab.demos.parts import Part
from app.web.languages.languages import N_
from engine.solutions.pictures import Bars

GIB, GB = 2**30, 10**9
LEAST = 0.1  # GiB of the smallest cache that makes an exercise


@dataclass(frozen=True)
class Model(Part):
    """GiB in the cache of a real model."""

    state: State
    label = N_("A real model")
    uses: Sequence[str] = ("model", "context", "batch", "format")
    question = "kv-cache-of-a-chat-server"

    @property
    def a_token(self) -> int:
        """Bytes of one position in all layers."""
        kept = self.state.kept
        return 2 * kept.layers * kept.kv_heads * kept.d_head * self.state.bytes_each

    @property
    def bytes(self) -> int:
        return self.a_token * self.state.context * self.state.batch

    @property
    def weights(self) -> float:
        """GB of the weights in 16 bits, as they are shown."""
        return round(2 * self.state.real.parameters / GB, 2)

    @property
    def asked(self) -> Asked:
        """Asks for two decimals; the exact number is right, too."""
        gib = self.bytes / GIB
        return Asked(
            words="GiB of the cache", outcome=round(gib, 2), within=max(0.0051, 0.001 * gib), least=0
        )

    @property
    def fills(self) -> bool:
        """True if weights in 16 bits and cache fit into 24 GB, and one more sequence would not."""
        one, left = self.bytes // self.state.batch, (24 - self.weights) * GB
        return self.bytes <= left < self.bytes + one

    @property
    def obstacle(self) -> str:
        if self.bytes / GIB < LEAST:  # two decimals would say too little
            return N_("The exercise takes a cache of at least 0.1 GiB: take more tokens.")
        return ""

    @property
    def numbers(self) -> Mapping[str, Any]:
        kept, state = self.state.kept, self.state
        return {
            "layers": kept.layers, "kv_heads": kept.kv_heads, "d_head": kept.d_head,
            "bytes_per_value": state.bytes_each, "context": state.context, "batch": state.batch,
        }  # fmt: skip

    def picture(self, predicted: float | None) -> Bars:
        gib, shared = self.bytes / GIB, self.state.real.query_heads / self.state.kept.kv_heads
        bars = [
            ("the cache", gib),
            ("if no heads were shared", gib * shared),
            ("weights in 16 bits", 2 * self.state.real.parameters / GIB),
            ("a card with 24 GB", 24 * GB / GIB),
        ]
        most = max(value for _, value in bars)
        return Bars(
            f"The cache of {self.state.model}",
            "GiB of the cache beside the weights and beside the memory of a card; 1 GiB is 1024^3 bytes, 1 GB is "
            "1000^3 bytes",
            ("GiB",),
            tuple((name, (round(value, 2),)) for name, value in [*_yours(predicted, most), *bars]),
            unit="GiB",
        )


def _yours(predicted: float | None, most: float) -> list[tuple[str, float]]:
    """The prediction as a bar of its own, at most twice as long as all others."""
    if predicted is None:
        return []
    return [("you said" if predicted <= 2 * most else "you said more", min(max(predicted, 0.0), 2 * most))]


@dataclass(frozen=True)
class Card(Model):
    """Number of sequences that fit on one card beside the weights, which are taken as they are shown."""

    label = N_("What fits on a card")
    uses = ("model", "context", "card", "format")
    question = "gigabytes-on-the-box"

    @property
    def each(self) -> int:
        """Bytes of one sequence's cache."""
        return self.a_token * self.state.context

    @property
    def free(self) -> int:
        """Bytes left beside the weights; 0 if these do not fit."""
        return max(0, round((self.state.card - self.weights) * GB))

    @property
    def fit(self) -> int:
        return self.free // self.each

    @property
    def exact(self) -> str:
        """The quotient before it is rounded down, cut after two decimals so that it is never rounded up to a whole
        number."""
        whole, hundredths = divmod(100 * self.free // self.each, 100)
        return f"{whole:,}.{hundredths:02d}" + ("…" if 100 * self.free % self.each else "")

    @property
    def asked(self) -> Asked:
        return Asked(words="sequences that fit", outcome=float(self.fit), within=0.5, least=0)

    @property
    def obstacle(self) -> str:
        if self.weights > self.state.card:
            return N_("The exercise is about weights that fit: take a larger card, or a smaller model.")
        if self.state.format != "FP16":
            return N_("The exercise is about FP16: choose it.")
        if self.each / GIB < LEAST:
            return N_("The exercise takes a cache of at least 0.1 GiB for each sequence: take more tokens.")
        return ""

    @property
    def numbers(self) -> Mapping[str, Any]:
        kept, state = self.state.kept, self.state
        return {
            "memory": state.card, "weights": self.weights, "unit": "GB", "layers": kept.layers,
            "kv_heads": kept.kv_heads, "d_head": kept.d_head, "bytes_per_value": 2, "context": state.context,
        }  # fmt: skip

    def picture(self, predicted: float | None) -> Bars:
        one, weights, card = self.each / GB, self.weights, float(self.state.card)
        most = max(card, weights)
        bars = [
            ("weights and all that fits", weights + self.fit * one),
            ("weights", weights),
            ("the card", card),
        ]
        yours = _yours(None if predicted is None else weights + max(predicted, 0.0) * one, most)
        return Bars(
            f"{self.state.model} on a card with {self.state.card} GB",
            "GB of the card, of the weights in 16 bits, and of these with as many caches as fit; above them what you "
            "said",
            ("GB",),
            tuple(
                (name.replace("you said", "weights and what you said"), (value,))
                for name, value in [*yours, *bars]
            ),
            unit="GB",
        )
