"""The small model of the KV cache demo: the bytes that are kept, and the work that is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.lab.demos import prediction_marks
from app.lab.demos.cache.state import KV_HEADS, MOST, State
from app.lab.demos.demo import Asked
from app.lab.demos.parts import Part
from app.web.languages.languages import N_
from engine.demos import recording
from engine.demos.cache import cost
from engine.demos.cache.cost import Shape, cache_bytes, multiply_adds
from engine.demos.gpt.names import vocabulary
from engine.solutions.pictures import Curve, Line

EVERY = 17  # a picture shows one in so many of the counted sizes


def recorded(heads: str) -> Mapping[str, Any]:
    """The recording of the small model with these heads."""
    models = recording.shown("kv_cache")["models"]
    found: Mapping[str, Any] = next(one for one in models if one["kv_heads"] == KV_HEADS[heads])
    return found


def timed() -> Mapping[int, Mapping[str, Sequence[float]]]:
    """The measured times, by number of key-value heads."""
    return {one["kv_heads"]: one for one in recording.shown("kv_cache_times")["milliseconds"]}


@dataclass(frozen=True)
class Memory(Part):
    """Bytes in the cache of the small model."""

    state: State
    label = N_("Bytes that are kept")
    uses = ("heads", "tokens", "format")
    question = "the-cache-of-the-lab"

    def formula(self, heads: str, tokens: int) -> int:
        shape = Shape(len(vocabulary()), kv_heads=KV_HEADS[heads])
        return cache_bytes(shape, tokens, self.state.bytes_each)

    @property
    def bytes(self) -> int:
        return self.formula(self.state.heads, self.state.tokens)

    @property
    def counted(self) -> int | None:
        """Bytes counted in the recorded run; None but for FP32, the only format it ran in."""
        if self.state.format != "FP32":
            return None
        return int(recorded(self.state.heads)["runs"][0]["cache_bytes"][self.state.tokens - 1])

    @property
    def asked(self) -> Asked:
        return Asked(words="bytes of the cache", outcome=float(self.bytes), within=0.5, least=0)

    @property
    def numbers(self) -> Mapping[str, Any]:
        shape = self.state.shape
        return {
            "layers": shape.layers, "kv_heads": shape.kv_heads, "d_head": shape.d_head,
            "bytes_per_value": self.state.bytes_each, "context": self.state.tokens, "batch": 1,
        }  # fmt: skip

    def picture(self, predicted: float | None) -> Curve:
        """Draws the bytes in kB of 1000."""
        lines = [
            Line(heads, tuple((float(n), self.formula(heads, n) / 1000) for n in (1, 64, 128, 192, MOST)))
            for heads in KV_HEADS
        ]
        if self.state.format == "FP32":
            kept = [recorded(heads)["runs"][0]["cache_bytes"] for heads in KV_HEADS]
            dots = ((float(n), own[n - 1] / 1000) for own in kept for n in range(EVERY, MOST + 1, EVERY))
            lines.append(Line("counted on the tensors", tuple(dots), style="dots"))
        top = self.formula("MHA", MOST) / 1000
        said = None if predicted is None else predicted / 1000
        return Curve(
            "Bytes in the cache",
            f"Kilobytes (1000 bytes) that are kept in {self.state.format}, over the tokens in the cache: the formula "
            "as lines, what the recorded runs kept as dots",
            "tokens in the cache",
            "kB",
            tuple(lines),
            marks=prediction_marks.both(
                float(self.state.tokens), self.bytes / 1000, said, (0.0, 1.15 * top), " kB"
            ),
        )


@dataclass(frozen=True)
class Work(Part):
    """The factor by which the multiply-adds grow if nothing is kept. Estimates may be off by five percent."""

    state: State
    label = N_("Work that is saved")
    uses = ("heads", "tokens")
    question = Memory.question

    @property
    def one_way(self) -> int:
        """Multiply-adds of one token, without those for the tokens it looks at."""
        return multiply_adds(self.state.shape, 1, 0) - self.look

    @property
    def look(self) -> int:
        """Multiply-adds for each token that one token looks at, itself included."""
        return 2 * self.state.shape.layers * self.state.shape.width

    @property
    def sums(self) -> tuple[int, int]:
        return self._sums(self.state.tokens)

    def _sums(self, tokens: int) -> tuple[int, int]:
        """Multiply-adds of all tokens together, with and without a cache."""
        shape, read = self.state.shape, range(1, tokens + 1)
        return sum(multiply_adds(shape, 1, n - 1) for n in read), sum(
            multiply_adds(shape, n, 0) for n in read
        )

    def factor(self, tokens: int) -> float:
        kept, anew = self._sums(tokens)
        return anew / kept

    @property
    def asked(self) -> Asked:
        factor = round(self.factor(self.state.tokens), 2)
        return Asked(words="times the multiply-adds", outcome=factor, within=0.05 * factor, least=0)

    def hint(self, predicted: float) -> str:
        """The hint for a wrong prediction."""
        if self.state.tokens == 1:
            return N_("A single token is computed once, with a cache and without.")
        half = (self.state.tokens + 1) / 2
        if abs(predicted - half) <= 0.1 * half:
            return N_(
                "Half of the tokens is a good first guess. It leaves out that old tokens look at the whole text again, "
                "too."
            )
        if predicted < self.factor(self.state.tokens):
            return N_(
                "Too low: without a cache the last step computes all tokens, the step before it one fewer, and so on; "
                "with a cache each step computes one."
            )
        return N_(
            "Too high: only the last step computes all tokens, those before it fewer: about half on average."
        )

    @property
    def fewest(self) -> bool:
        """True if one token less would not save a factor of a hundred."""
        tokens = self.state.tokens
        return self.factor(tokens) > 100 >= self.factor(max(1, tokens - 1))

    @property
    def last(self) -> tuple[cost.Work, cost.Work]:
        """The work of the last token, with and without a cache."""
        shape, tokens = self.state.shape, self.state.tokens
        return cost.work(shape, 1, tokens - 1), cost.work(shape, tokens, 0)

    @property
    def numbers(self) -> Mapping[str, Any]:
        return Memory(self.state).numbers

    def picture(self, predicted: float | None) -> Curve:
        every = [1, *range(15, MOST + 1, 15)]
        half = tuple((float(n), (n + 1) / 2) for n in (1, MOST))
        return Curve(
            "How many times the work",
            "Multiply-adds of a whole text without a cache over those with one, by the tokens of the text; beside it "
            "half of the tokens, what it would be if a token cost the same however long the text is",
            "tokens that are written",
            "times",
            (Line("counted", tuple((float(n), self.factor(n)) for n in every)), Line("(T + 1) / 2", half)),
            marks=prediction_marks.both(
                float(self.state.tokens),
                round(self.factor(self.state.tokens), 2),
                predicted,
                (0.0, 1.15 * self.factor(MOST)),
            ),
        )

    @property
    def each_token(self) -> Curve:
        """Draws the multiply-adds of each token, as they were recorded."""
        found = recorded(self.state.heads)["runs"][0]["multiply_adds"]
        lines = [
            Line(label, tuple((float(n), float(found[way][n - 1])) for n in (1, *range(15, MOST + 1, 15))))
            for label, way in (("without a cache", "without"), ("with it", "with"))
        ]
        about = "Multiply-adds for one more token, over the tokens that the model has to read for it"
        return Curve(
            "Work for one more token", about, "tokens read", "multiply-adds", tuple(lines), log_y=True
        )

    @property
    def measured(self) -> Mapping[str, Sequence[float]]:
        """Milliseconds per token, by tokens read."""
        return timed()[self.state.shape.kv_heads]

    @property
    def measured_ends(self) -> tuple[float, float, float, float, float]:
        """Fewest and most tokens read; milliseconds with a cache at the fewest, with and without one at the most."""
        found = self.measured
        return found["read"][0], found["read"][-1], found["with"][0], found["with"][-1], found["without"][-1]

    @property
    def slowest(self) -> Sequence[tuple[str, float]]:
        """Milliseconds of the last token with a cache, by heads."""
        return [(name, timed()[heads]["with"][-1]) for name, heads in KV_HEADS.items()]

    @property
    def times(self) -> Curve:
        found = self.measured
        lines = [
            Line(label, tuple((float(n), ms) for n, ms in zip(found["read"], found[way], strict=True)))
            for label, way in (("without a cache", "without"), ("with it", "with"))
        ]
        about = "Milliseconds for one more token over the tokens read: the fastest of five runs, one thread"
        return Curve("Time for one more token", about, "tokens read", "ms", tuple(lines))
