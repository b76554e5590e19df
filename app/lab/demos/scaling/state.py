"""The state held in the address of the page about scaling."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from app.lab.demos import demo

Width = Literal["8", "12", "16", "24", "32", "48", "64"]
Compute = Literal["1e9", "2.6e9", "1e10", "1e12", "1e15"]


@dataclass(frozen=True, kw_only=True, slots=True)
class State(demo.State):
    """``asks`` names what is predicted. ``thousands`` of tokens are read. ``row`` is the recorded run that is shown,
    ``compute`` the budget spent in the picture.

    Seed 7 made the recorded runs, so no live one has it.
    """

    asks: Literal["law", "valley", "run"] = "law"
    width: Width = "16"
    thousands: Annotated[int, Field(ge=10, le=250)] = 150
    real: bool = False
    seed: Annotated[int, Field(ge=8, le=10**6)] = 8
    row: Annotated[int, Field(ge=1, le=19)] = 10
    compute: Compute = "2.6e9"
