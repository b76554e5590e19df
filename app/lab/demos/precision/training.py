"""Number formats and small memories in training: loss scaling, the training state, gradient accumulation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from app.lab.demos import prediction_marks
from app.lab.demos.demo import Asked
from app.lab.demos.parts import Part
from app.lab.demos.precision.state import GB, State
from app.web.languages.languages import N_
from engine.answers.forms import Fixed
from engine.demos import recording
from engine.demos.precision import formats
from engine.demos.precision.formats import FP16, STATES, Underflow
from engine.parameters import Array
from engine.solutions.pictures import Bars, Curve, Line

EXPONENTS = range(33)
BINS = range(-27, -11)  # powers of two for which the page counts the smaller gradients
DRAWN_TO = 1000  # gradients, in the picture


@cache
def gradients() -> Array:
    """The gradients of the recorded batch without those that are exactly 0.

    An embedding that does not occur in the batch has no gradient.
    """
    every = np.asarray(recording.weights("accumulation")["gradient"], dtype=np.float64)
    return np.asarray(every[every != 0])


@cache
def scaled(divided: int) -> Sequence[Underflow]:
    """The underflow of the divided gradients, for every power of two."""
    return [formats.underflow(gradients() / divided, 2.0**exponent) for exponent in EXPONENTS]


@dataclass(frozen=True)
class Scaling(Part):
    """The number of gradients that become 0 in FP16."""

    state: State
    label = N_("Loss scaling")
    uses = ("divided", "exponent")
    question = "gradients-too-small-to-store"

    @property
    def divided(self) -> int:
        return int(self.state.divided)

    @property
    def count(self) -> int:
        return int(gradients().size)

    def _counts(self, exponent: int) -> tuple[int, int, int]:
        found = scaled(self.divided)[exponent]
        zero, subnormal, infinite = (
            round(share * self.count) for share in (found.zero, found.subnormal, found.infinite)
        )
        return zero, subnormal, infinite

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of gradients that become 0, that keep only some of their bits, and that are infinite."""
        return self._counts(self.state.exponent)

    @property
    def smaller(self) -> list[tuple[int, int]]:
        """The number of undivided gradients below each power of two."""
        return [(power, int((abs(gradients()) < 2.0**power).sum())) for power in BINS]

    @property
    def asked(self) -> Asked:
        """Accepts the number read off the table with 1000 taken for 2^10."""
        zero = self.counts[0]
        power = FP16.finest - 1 - self.state.exponent + (10 if self.divided == 1000 else 0)
        on_paper = int((abs(gradients()) < 2.0**power).sum())
        return Asked(
            words="gradients that become 0",
            outcome=float(zero),
            within=max(0.5, abs(on_paper - zero), 0.03 * zero),
        )

    @property
    def saved(self) -> bool:
        """True if nothing is lost of gradients that need scaling."""
        zero, _, infinite = self.counts
        return self.divided == 1000 and zero == infinite == 0

    @property
    def followed(self) -> list[tuple[float, float, float, float]]:
        """Small, middle and large gradients: original, scaled, stored, and divided by the scale again."""
        falling = np.sort(abs(gradients())) / self.divided
        scale, found = 2.0**self.state.exponent, []
        for place in (0, self.count // 100, self.count // 2, self.count - 1):
            gradient = float(falling[place])
            stored = float(formats.nearest(gradient * scale, FP16))
            found.append((gradient, gradient * scale, stored, stored / scale))
        return found

    @property
    def numbers(self) -> Mapping[str, Any]:
        return {"exponent_bits": FP16.exponent_bits, "mantissa_bits": FP16.mantissa_bits}

    def picture(self, predicted: float | None) -> Curve:
        counts = [self._counts(exponent) for exponent in EXPONENTS]
        lines = [
            Line(
                name,
                tuple(
                    (float(n), float(min(one[place], DRAWN_TO)))
                    for n, one in zip(EXPONENTS, counts, strict=True)
                ),
            )
            for name, place in (("become 0", 0), ("become infinite", 2))
        ]
        return Curve(
            "What FP16 makes of the gradients",
            f"Gradients that become 0 and those that become infinite, over the exponent of the loss scale; drawn up to "
            f"{DRAWN_TO:,}",
            "loss scale, as a power of two",
            "gradients",
            tuple(lines),
            marks=prediction_marks.both(
                float(self.state.exponent), float(self.counts[0]), predicted, (0.0, float(DRAWN_TO))
            ),
        )


BYTES: Mapping[str, Mapping[str, float]] = {
    "mixed": STATES["mixed precision"],
    "fp32": STATES["FP32"],
    "weights16": {"weight": 2},
    "weights4": {"weight": 0.5},
}
TRAININGS = {"mixed": "sixteen-bytes-for-every-parameter", "fp32": "does-mixed-precision-halve-it"}


@dataclass(frozen=True)
class Memory(Part):
    """GB of a real model while it is trained, or only used."""

    state: State
    label = N_("Memory")
    uses = ("model", "training")

    @property
    def question(self) -> str:
        return TRAININGS.get(self.state.training, "from-thirty-two-bits-down-to-four")

    @property
    def sizes(self) -> Mapping[str, float]:
        """Bytes of one parameter, by purpose."""
        return BYTES[self.state.training]

    @property
    def each(self) -> float:
        return sum(self.sizes.values())

    @property
    def gb(self) -> float:
        return self.state.parameters * self.each / GB

    @property
    def asked(self) -> Asked:
        return Asked(
            words="GB of the model", outcome=Fixed(2).rounded(self.gb), within=max(0.0051, 0.005 * self.gb)
        )

    @property
    def numbers(self) -> Mapping[str, Any]:
        if self.state.training not in TRAININGS:
            return {"parameters": self.state.parameters, "bits": 8 * self.each}
        return {"parameters": self.state.parameters} | {
            f"{name}_bytes": size for name, size in self.sizes.items()
        }

    def picture(self, predicted: float | None) -> Bars:
        parts = [(name, self.state.parameters * size / GB) for name, size in self.sizes.items() if size]
        bars = [("all", self.gb), *(parts if len(parts) > 1 else [])]
        if predicted is not None:
            shown = min(max(predicted, 0.0), 2 * self.gb)
            bars.insert(0, ("you" if predicted <= 2 * self.gb else "you: more", shown))
        about = "GB (1000^3 bytes), without activations; above, what you said"
        return Bars(
            f"Memory of {self.state.model}", about, ("GB",), tuple((n, (x,)) for n, x in bars), unit="GB"
        )


@dataclass(frozen=True)
class Accumulation(Part):
    """The factor by which a token of the shortest micro-batch counts too much in a mean of means."""

    state: State
    label = N_("Micro-batches")
    uses = ("micro", "order")
    question = "what-one-update-reads"

    @cached_property
    def rows(self) -> Sequence[Mapping[str, Any]]:
        """All sizes of micro-batches, as they were recorded."""
        order = "as drawn" if self.state.order == "drawn" else "by length"
        found: Sequence[Mapping[str, Any]] = recording.shown("accumulation")["comparisons"]["trained"][order]
        return found

    @property
    def here(self) -> Mapping[str, Any]:
        return next(row for row in self.rows if row["micro"] == int(self.state.micro))

    @property
    def names(self) -> int:
        return len(recording.shown("accumulation")["names"])

    @property
    def tokens(self) -> Sequence[int]:
        found: Sequence[int] = self.here["tokens"]
        return found

    @property
    def total(self) -> int:
        return sum(self.tokens)

    @property
    def average(self) -> float:
        return self.total / len(self.tokens)

    @property
    def asked(self) -> Asked:
        ratio = self.average / min(self.tokens)
        return Asked(words="times too much", outcome=round(ratio, 2), within=0.0101)

    @property
    def obstacle(self) -> str:
        if self.names % int(self.state.micro) == 0 and len(self.tokens) > 1:
            return ""
        return N_(
            "The exercise needs several micro-batches of the same size: take 1, 2, 4, 8 or 16 names in each of them."
        )

    @property
    def near(self) -> bool:
        """True if the mean of means of several micro-batches is off by less than 5 percent."""
        return len(self.tokens) > 1 and self.here["mean_of_means"] < 0.05

    @property
    def numbers(self) -> Mapping[str, Any]:
        """Parameters of an exercise in which all micro-batches have the same size; the number of processors is
        drawn."""
        return {"micro_batch": int(self.state.micro), "accumulation": len(self.tokens)}

    def picture(self, predicted: float | None) -> Curve:
        least, most = min(self.tokens), max(self.tokens)
        beyond = (
            0.0 if most - least > 0.1 * least else 0.5 * least
        )  # else the axis would span next to nothing
        across = np.linspace(least - beyond, most + beyond, 20).tolist()
        lines = [
            Line("mean of means", tuple((n, self.average / n) for n in across)),
            Line("by tokens", tuple((n, 1.0) for n in across)),
            Line("the micro-batches", tuple((float(n), self.average / n) for n in self.tokens), style="dots"),
        ]
        came = self.average / least
        return Curve(
            "How much one token counts",
            "Times that a token counts in the mean of means, over the tokens of its micro-batch; 1 is right",
            "tokens in the micro-batch",
            "times",
            tuple(lines),
            marks=prediction_marks.both(float(least), round(came, 2), predicted, (0.0, 1.5 * came)),
        )

    @property
    def apart(self) -> Bars:
        return Bars(
            "How far the mean of means is off",
            "Distance of its gradient from that of the big batch, in percent of the latter, by names in a micro-batch",
            ("percent",),
            tuple((self._named(row), (100 * row["mean_of_means"],)) for row in self.rows),
            unit="%",
        )

    @property
    def activations(self) -> Bars:
        return Bars(
            "Activations that are kept at a time",
            "Kilobytes (1000 bytes) for the backward pass of one micro-batch, by names in it",
            ("kB",),
            tuple((self._named(row), (row["activations"] / 1000,)) for row in self.rows),
            unit="kB",
        )

    def _named(self, row: Mapping[str, Any]) -> str:
        return f"▸ {row['micro']}" if row["micro"] == int(self.state.micro) else str(row["micro"])
