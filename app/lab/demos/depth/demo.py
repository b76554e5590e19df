"""Depth and time: how a gradient changes through many layers, and through many steps of a recurrent network."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from app.lab.demos.demo import Asked, Demo, Goal
from app.lab.demos.depth import pictures
from app.lab.demos.depth.by_hand import four_digits, three_digits
from app.lab.demos.depth.layers import Layers
from app.lab.demos.depth.state import CELLS, FAR, State
from app.lab.demos.depth.steps import Steps
from app.lab.demos.depth.wave import Wave
from app.web.languages.languages import N_
from engine.solutions.pictures import Curve

DECIDES = {"layers": ("asks", "norm", "start", "part"), "time": ("asks", "cell")}


class Depth(Demo[State]):
    """The gradients at one state: of the last layer by depth, and of an input by steps back."""

    name = "depth"
    title = N_("Depth and time")
    says = N_("What is left of a gradient after many layers, and after many steps of RNN, LSTM and GRU.")
    section = "c.4"
    puzzle = N_("How much of a gradient is left after many layers, or after many time steps?")
    minutes, cover = 15, "outcome"
    questions = (Layers.question, Steps.question)
    refused = N_("These numbers make no exercise. Change a setting a little.")
    state_type = State
    cells = tuple((cell, words) for cell, (_, words) in CELLS.items())
    four_digits = staticmethod(four_digits)
    three_digits = staticmethod(three_digits)

    @cached_property
    def layers(self) -> Layers:
        return Layers(self.state)

    @cached_property
    def steps(self) -> Steps:
        return Steps(self.state)

    @property
    def _task(self) -> Layers | Steps:
        return self.layers if self.state.asks == "layers" else self.steps

    @property
    def asked(self) -> Asked:
        return self._task.asked

    @property
    def near_as_theory(self) -> bool:
        """True if a prediction about depth counts as right only because theory is as far off."""
        asks_depth = self.state.asks == "layers"
        return bool(
            asks_depth and self.prediction and self.prediction.right and self.off > self.layers.within
        )

    @property
    def off(self) -> float:
        """The distance of a prediction about depth from its outcome."""
        return abs((self.predicted or 0.0) - self.layers.factor)

    @property
    def question(self) -> str:
        return self._task.question

    @property
    def obstacle(self) -> str:
        return self._task.obstacle

    @property
    def numbers(self) -> Mapping[str, Any]:
        return self._task.numbers

    @property
    def form(self) -> str:
        """The printf format: a prediction keeps its typed digits, an outcome those that it has."""
        return "%.6g"

    @property
    def study_section(self) -> str:
        return "2.6" if self.state.asks == "layers" else self.section

    @property
    def prediction_fields(self) -> Sequence[str]:
        """The fields a prediction is about: one about depth shows every depth, one about time every step back."""
        return DECIDES[self.state.asks]

    @property
    def goals(self) -> Sequence[Goal]:
        layers, time = self.state.asks == "layers", self.state.asks == "time"
        factor, far = self.layers.factor, self.steps.norms[FAR]
        return [
            Goal(N_("From 2 to 32 layers the last layer's gradient changes by less than a tenth."),
                 layers and abs(factor - 1) < 0.1),
            Goal(N_("A cell in which between half and twice the gradient is left 49 steps back."),
                 time and 0.5 < far < 2),
            Goal(N_("A gradient that grows more than a hundredfold, through layers or through time."),
                 (layers and factor > 100) or (time and far > 100)),
        ]  # fmt: skip

    @property
    def before(self) -> Curve:
        """Draws what may be seen before the prediction."""
        if self.state.asks == "layers":
            return pictures.layers_before(self.layers)
        return pictures.steps_before(self.steps)

    @property
    def outcome(self) -> Curve:
        if self.state.asks == "layers":
            return pictures.layers(self.layers, self.predicted)
        return pictures.steps(self.steps, self.predicted)

    @cached_property
    def wave(self) -> Wave:
        """The gradients of the model that is looked at closely, the last layer first, or those of the steps back."""
        if self.state.asks == "layers":
            norms = self.layers.norms(self.state.part)[::-1]
            return Wave(norms, range(len(norms), 0, -1), self.state.wave)
        norms = self.steps.norms[: self.state.back + 1]
        return Wave(norms, range(len(norms)), self.state.wave)

    @property
    def one_model(self) -> Curve:
        return pictures.one_model(self.layers)

    @property
    def factors(self) -> Curve:
        return pictures.factors(self.steps)
