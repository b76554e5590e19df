"""The gradient through the layers of a transformer: that of the last layer by depth, and one model clipped by hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any

import numpy as np

from app.lab.demos.demo import Asked, Task
from app.lab.demos.depth.by_hand import EXACT, four_digits
from app.lab.demos.depth.state import State
from app.web.languages.languages import N_
from engine.answers.forms import Scientific
from engine.demos import recording

SHALLOW, DEEP = 2, 32  # layers that are compared
WITHIN, LOOSE = 0.2, 0.9  # tolerances: shares of the factor
SMALL = 8  # layers whose norms are asked on a sheet
CLIP = 1.0
SCALE_PLACES = 4  # decimals that a sheet asks for in the clipping scale
NEAR = 0.05  # of a norm of CLIP: whether it is clipped would be a matter of rounding
LAWS: Mapping[
    tuple[str, str], float
] = {  # the factor that theory gives for an initialisation: 1 / sqrt(16), and none
    ("pre", "xavier"): (SHALLOW / DEEP) ** 0.5,
    ("post", "xavier"): 1.0,
}


@dataclass(frozen=True, slots=True)
class Clipped:
    """The norm of one layer's gradient, and what clipping the whole gradient leaves of it."""

    layer: int
    norm: float
    left: float


@dataclass(frozen=True)
class Layers(Task):
    """The question about depth: by which factor the last layer's gradient changes from 2 to 32 layers."""

    state: State
    question = "clipped-layer-by-layer"

    @cached_property
    def depths(self) -> list[int]:
        return list(recording.shown("depth")["depths"])

    @property
    def _recorded(self) -> Mapping[str, Any]:
        return self._start(self.state.norm)

    def _start(self, norm: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = recording.shown("depth")["layers"][f"{norm} {self.state.start}"]
        return found

    def norms(self, part: str) -> list[float]:
        """Norms of the gradients of the model that is shown closely, the first layer first."""
        found: list[float] = self._recorded[part][self.depths.index(self.state.layers)]
        return found

    def last_layer(self, norm: str) -> dict[int, float]:
        """The norm of the last layer's gradient, by the number of layers."""
        found = self._start(norm)[self.state.part]
        return {depth: norms[-1] for depth, norms in zip(self.depths, found, strict=True)}

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
        found: float = self._recorded["slope"]
        return found

    @property
    def clipped(self) -> list[Clipped]:
        """The gradients layer by layer, as they are shown: clipped to CLIP if the norm of all together is larger."""
        norms = [round(norm, 2) for norm in self.norms(self.state.part)]
        return [Clipped(n, norm, self.clip_scale * norm) for n, norm in enumerate(norms, 1)]

    @property
    def total(self) -> float:
        """The norm of the gradients of all layers together, computed from the rounded norms, as it is shown."""
        norms = [round(norm, 2) for norm in self.norms(self.state.part)]
        return float(self.digits(float(np.linalg.norm(norms))).replace(",", ""))

    def digits(self, total: float) -> str:
        """Formats with enough digits for the four decimals of a sheet; beyond its layers, with those that were
        measured."""
        return f"{total:.{SCALE_PLACES}f}" if self.state.layers <= SMALL else four_digits(total)

    @property
    def clip_scale(self) -> float:
        """The clipping scale as it is shown: with the decimals of a sheet, or with four digits for more layers than
        it has."""
        scale = min(1.0, CLIP / self.total)
        return round(scale, SCALE_PLACES) if self.state.layers <= SMALL else float(f"{scale:.4g}")

    @property
    def scale_shown(self) -> str:
        scale = self.clip_scale
        return f"{scale:.{SCALE_PLACES}f}" if scale >= 10**-SCALE_PLACES * 10 else Scientific(3).show(scale)

    @property
    def law(self) -> float | None:
        """The factor predicted by theory; None if it predicts none."""
        return LAWS.get((self.state.norm, self.state.start))

    @property
    def missed(self) -> float:
        """The distance of theory's factor from the outcome; 0 if it predicts none."""
        return abs(self.law - self.factor) if self.law else 0.0

    @property
    def within(self) -> float:
        """The distance within which a prediction is right, whatever theory predicts."""
        hard = self.state.norm == "none" and self.state.start == "xavier"
        return (LOOSE if hard else WITHIN) * self.factor + EXACT

    @property
    def asked(self) -> Asked:
        """Accepts the factor of theory, too."""
        state = self.state
        words = f"{state.norm} {state.start}, {state.part}: from {SHALLOW} to {DEEP} layers"
        return Asked(words=words, outcome=self.factor, within=max(self.within, self.missed + EXACT), least=0)

    @property
    def obstacle(self) -> str:
        if self.state.layers > SMALL:
            return N_(
                "These numbers make no exercise: more than 8 layers are too many for a sheet. Take 8 or fewer."
            )
        if abs(self.total - CLIP) < NEAR * CLIP:
            return N_(
                "These numbers make no exercise: the norm of all layers together is so near to 1 that rounding decides "
                "whether it is clipped. Take another number of layers."
            )
        return ""

    @property
    def numbers(self) -> Mapping[str, Any]:
        """Parameters of an exercise: the norms of the layers, to be clipped."""
        return {"gradient": [one.norm for one in self.clipped], "threshold": CLIP}
