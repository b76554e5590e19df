"""The gradient through the steps of a recurrent network: what is left of it so many steps back."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log10
from typing import Any

from app.lab.demos.demo import Asked, Task
from app.lab.demos.depth.by_hand import EXACT, Extrapolation, three_digits
from app.lab.demos.depth.state import CELLS, State
from app.web.languages.languages import N_
from engine.demos import recording

WITHIN = 0.5  # powers of ten
LEAST = 1e-7  # of a factor through time on a sheet
GIVEN = 6  # steps back that are shown before the prediction


@dataclass(frozen=True)
class Steps(Task):
    """The question about time: how large the gradient of an input is ``back`` steps before the last one."""

    state: State
    question = "a-gradient-from-the-lab"

    @property
    def cell_name(self) -> str:
        return CELLS[self.state.cell][1]

    @cached_property
    def norms(self) -> list[float]:
        return norms_back(self.state.cell)

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
    def extrapolation(self) -> Extrapolation:
        """An estimate from the part of the table that is shown before the prediction."""
        return Extrapolation(self.norms[:GIVEN], self.state.back)

    @property
    def asked(self) -> Asked:
        """Accepts going on with the last factor of the table, rounded or not."""
        outcome = round(log10(self.left), 2)
        within = max(WITHIN, self.extrapolation.missed(outcome)) + EXACT
        return Asked(words=f"{self.state.cell}: {self.state.back} steps back", outcome=outcome, within=within)

    @property
    def obstacle(self) -> str:
        if self.rounded_factor == 1:
            return N_(
                "These numbers make no exercise: the mean factor is 1.00. Take another cell or more steps."
            )
        if self.power <= LEAST:
            return N_("These numbers make no exercise: the power is below 0.0000001. Take fewer steps.")
        return ""

    @property
    def numbers(self) -> Mapping[str, Any]:
        """Parameters of an exercise: the factor of a step, and the steps."""
        return {"weight": self.rounded_factor, "steps": self.state.back}


def norms_back(cell: str) -> list[float]:
    """Norms of the gradients by steps back, as parts of that of the last input."""
    norms: list[float] = recording.shown("depth")["time"][CELLS[cell][0]]["norms"]
    return norms
