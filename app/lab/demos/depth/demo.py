"""Depth and time: how a gradient changes through many layers, and through many steps of a recurrent network."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log, log10
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from app.lab.demos import demo
from app.lab.demos.demo import Asked, Demo, Goal
from app.lab.demos.depth.by_hand import GoingOn, four_digits, three_digits
from app.web.languages.languages import N_
from engine.answers.forms import Scientific
from engine.demos import recording

SHALLOW, DEEP = 2, 32  # layers that are compared
FAR = 49  # steps back, the last that are recorded
LAYERS_WITHIN, LOOSE, TIME_WITHIN = 0.2, 0.9, 0.5  # tolerances: shares of the factor; powers of ten
SMALL = 8  # layers whose norms are asked on a sheet
CLIP = 1.0
SCALE_PLACES = 4  # decimals that a sheet asks for in the clipping scale
NEAR = 0.05  # of a norm of CLIP: whether it is clipped would be a matter of rounding
LEAST = 1e-7  # of a factor through time on a sheet
LAWS: Mapping[
    tuple[str, str], float
] = {  # the factor that theory gives for an initialisation: 1 / sqrt(16), and none
    ("pre", "xavier"): (SHALLOW / DEEP) ** 0.5,
    ("post", "xavier"): 1.0,
}
EXACT = 1e-9  # rounding error of floats
GIVEN = 6  # steps back that are shown before the prediction
CELLS: Mapping[str, tuple[str, str]] = {  # in the address: as recorded, and in words
    "rnn": ("RNN", N_("RNN, as PyTorch begins")),
    "lstm": ("LSTM", N_("LSTM, as PyTorch begins")),
    "gru": ("GRU", N_("GRU, as PyTorch begins")),
    "lstm1": ("LSTM, forget gate + 1", N_("LSTM, forget gate with a bias of +1")),
    "lstm5": ("LSTM, forget gate + 5", N_("LSTM, forget gate with a bias of +5")),
    "orthogonal": ("RNN, orthogonal", N_("RNN, orthogonal matrix")),
    "orthogonal15": ("RNN, orthogonal times 1.5", N_("RNN, orthogonal matrix times 1.5")),
    "orthogonal2": ("RNN, orthogonal times 2", N_("RNN, orthogonal matrix times 2")),
}
NORMS: Mapping[str, str] = {"pre": N_("pre-norm"), "post": N_("post-norm"), "none": N_("no norm")}
PARTS: Mapping[str, str] = {"mlp": N_("MLP"), "attention": N_("attention")}
DECIDES = {"layers": ("asks", "norm", "start", "part"), "time": ("asks", "cell")}


@dataclass(frozen=True, slots=True)
class State(demo.State):
    """``layers`` of the model shown closely, ``back`` for the steps through time; with ``every``, the others are
    shown too."""

    asks: Literal["layers", "time"] = "layers"
    norm: Literal["pre", "post", "none"] = "pre"
    start: Literal["xavier", "small"] = "xavier"
    part: Literal["mlp", "attention"] = "mlp"
    layers: Annotated[Literal[2, 4, 8, 16, 32], BeforeValidator(int)] = 4
    cell: Literal["rnn", "lstm", "gru", "lstm1", "lstm5", "orthogonal", "orthogonal15", "orthogonal2"] = "rnn"
    back: Annotated[int, Field(ge=6, le=FAR)] = 20
    every: bool = False


@dataclass(frozen=True, slots=True)
class Clipped:
    """The norm of one layer's gradient, and what clipping the whole gradient leaves of it."""

    layer: int
    norm: float
    left: float


class Depth(Demo[State]):
    """The gradients at one state: of the last layer by depth, and of an input by steps back."""

    name = "depth"
    title = N_("Depth and time")
    says = N_("What is left of a gradient after many layers, and after many steps of RNN, LSTM and GRU.")
    section = "c.4"
    questions = ("clipped-layer-by-layer", "a-gradient-from-the-lab")
    refused = N_("No exercise comes of this. Change a setting a little.")
    reads = State

    plain = staticmethod(four_digits)
    short = staticmethod(three_digits)

    @property
    def cell_name(self) -> str:
        return CELLS[self.state.cell][1]

    @property
    def cells_in_words(self) -> list[tuple[str, str]]:
        return [(cell, said) for cell, (_, said) in CELLS.items()]

    @property
    def norm_name(self) -> str:
        return NORMS[self.state.norm]

    @cached_property
    def depths(self) -> list[int]:
        return list(recording.shown("depth")["depths"])

    def by_layer(self, norm: str, part: str, layers: int) -> list[float]:
        """Norms of the gradients of a model with so many layers, the first layer first."""
        found = recording.shown("depth")["layers"][f"{norm} {self.state.start}"]
        norms: list[float] = found[part][self.depths.index(layers)]
        return norms

    def last_layer(self, norm: str) -> dict[int, float]:
        """The norm of the last layer's gradient, by the number of layers."""
        return {depth: self.by_layer(norm, self.state.part, depth)[-1] for depth in self.depths}

    @property
    def factor(self) -> float:
        """Factor between the last layer's gradients at 2 and at 32 layers, to no more digits than were measured."""
        norms = self.last_layer(self.state.norm)
        return float(f"{norms[DEEP] / norms[SHALLOW]:.3g}")

    @property
    def exponent(self) -> float:
        return log(self.factor) / log(DEEP / SHALLOW)

    @property
    def slope(self) -> float:
        """The exponent of a straight line through the logarithms of all depths, for the MLP, mean over the seeds."""
        found: float = recording.shown("depth")["layers"][f"{self.state.norm} {self.state.start}"]["slope"]
        return found

    @property
    def clipped(self) -> list[Clipped]:
        """The gradients layer by layer, as they are shown: clipped to CLIP if the norm of all together is larger."""
        norms = self.by_layer(self.state.norm, self.state.part, self.state.layers)
        return [
            Clipped(n, round(norm, 2), self.clip_scale * round(norm, 2)) for n, norm in enumerate(norms, 1)
        ]

    @property
    def whole(self) -> float:
        """The norm of the gradients of all layers together, computed from the rounded norms, as it is shown."""
        norms = self.by_layer(self.state.norm, self.state.part, self.state.layers)
        return float(self.digits(float(np.linalg.norm([round(norm, 2) for norm in norms]))).replace(",", ""))

    def digits(self, whole: float) -> str:
        """Formats with enough digits for the four decimals of a sheet; beyond its layers, with those that were
        measured."""
        return f"{whole:.{SCALE_PLACES}f}" if self.state.layers <= SMALL else four_digits(whole)

    @property
    def clip_scale(self) -> float:
        """The clipping scale as it is shown: with the decimals of a sheet, or with four digits for more layers than
        it has."""
        scale = min(1.0, CLIP / self.whole)
        return round(scale, SCALE_PLACES) if self.state.layers <= SMALL else float(f"{scale:.4g}")

    @property
    def scale_shown(self) -> str:
        scale = self.clip_scale
        return f"{scale:.{SCALE_PLACES}f}" if scale >= 10**-SCALE_PLACES * 10 else Scientific(3).show(scale)

    def through_time(self, cell: str) -> list[float]:
        """Norms of the gradients by steps back, as parts of that of the last input."""
        norms: list[float] = recording.shown("depth")["time"][CELLS[cell][0]]["norms"]
        return norms

    @cached_property
    def norms(self) -> list[float]:
        return self.through_time(self.state.cell)

    @property
    def left(self) -> float:
        return self.norms[self.state.back]

    @property
    def factors(self) -> list[float]:
        """The factors from each step back to the next."""
        return [later / earlier for earlier, later in pairwise(self.norms)]

    @property
    def mean_factor(self) -> float:
        """The geometric mean of the first ``back`` factors."""
        return float(self.left ** (1 / self.state.back))

    @property
    def rounded_factor(self) -> float:
        """The mean factor as it is shown and used on paper."""
        return round(self.mean_factor, 2)

    @property
    def power(self) -> float:
        """The rounded factor to the power of ``back``, which a sheet asks for."""
        return float(self.rounded_factor**self.state.back)

    @property
    def power_shown(self) -> str:
        return three_digits(self.power)

    @property
    def law(self) -> float | None:
        """The factor predicted by theory; None if it predicts none."""
        return LAWS.get((self.state.norm, self.state.start))

    @property
    def way(self) -> GoingOn:
        """An estimate from the part of the table that is shown before the prediction."""
        return GoingOn(self.norms[:GIVEN], self.state.back)

    @property
    def asked(self) -> Asked | None:
        """Accepts the factor of theory, and going on with the last factor of the table, rounded or not."""
        state = self.state
        if state.asks == "layers":
            within = LOOSE if state.norm == "none" and state.start == "xavier" else LAYERS_WITHIN
            words = f"{state.norm} {state.start}, {state.part}: from {SHALLOW} to {DEEP} layers"
            missed = abs(self.law - self.factor) if self.law else 0.0
            return Asked(words, self.factor, max(within * self.factor, missed) + EXACT, least=0)
        outcome = round(log10(self.left), 2)
        within = max(TIME_WITHIN, self.way.missed(outcome)) + EXACT
        return Asked(f"{state.cell}: {state.back} steps back", outcome, within)

    @property
    def form(self) -> str:
        """The printf format: a prediction keeps its typed digits, an outcome those that it has."""
        return "%.6g"

    @property
    def told_in(self) -> str:
        return "2.6" if self.state.asks == "layers" else self.section

    @property
    def opens(self) -> Sequence[str]:
        """The fields a prediction is about: one about depth shows every depth, one about time every step back."""
        return DECIDES[self.state.asks]

    @property
    def goals(self) -> Sequence[Goal]:
        layers, time = self.state.asks == "layers", self.state.asks == "time"
        far = self.norms[FAR]
        return [
            Goal(N_("From 2 to 32 layers the last layer's gradient changes by less than a tenth."),
                 layers and abs(self.factor - 1) < 0.1),
            Goal(N_("A cell that brings back between half and twice the gradient from 49 steps back."),
                 time and 0.5 < far < 2),
            Goal(N_("A gradient that grows more than a hundredfold, through layers or through time."),
                 (layers and self.factor > 100) or (time and far > 100)),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        return "clipped-layer-by-layer" if self.state.asks == "layers" else "a-gradient-from-the-lab"

    @property
    def hindered(self) -> str:
        if self.state.asks == "time":
            if self.rounded_factor == 1:
                return N_(
                    "These numbers make no exercise: the mean factor is 1.00. Take another cell or more steps."
                )
            if self.power <= LEAST:
                return N_("These numbers make no exercise: the power is below 0.0000001. Take fewer steps.")
            return ""
        if self.state.layers > SMALL:
            return N_(
                "These numbers make no exercise: more than 8 layers are too many for a sheet. Take 8 or fewer."
            )
        if abs(self.whole - CLIP) < NEAR * CLIP:
            return N_(
                "These numbers make no exercise: the norm of all layers together is so near to 1 that rounding decides "
                "whether it is clipped. Take another number of layers."
            )
        return ""

    @property
    def numbers(self) -> Mapping[str, Any]:
        """Parameters of an exercise: the norms of the layers, to be clipped; or the factor of a step, and the steps."""
        if self.state.asks == "time":
            return {"weight": self.rounded_factor, "steps": self.state.back}
        return {"gradient": [one.norm for one in self.clipped], "threshold": CLIP}
