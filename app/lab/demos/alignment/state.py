"""The state held in the address of the page about alignment."""

from dataclasses import asdict, dataclass, field
from typing import Annotated, Literal
from urllib.parse import urlencode

from pydantic import Field

from app.lab.demos import demo
from app.lab.demos.alignment import runs
from app.lab.demos.alignment.runs import DPO, GRADIENT

NAMES = 6  # of a step that are listed with their numbers
ASKED = {GRADIENT: ("reward", "divergence", "unique"), DPO: ("chosen", "divergence", "unique")}


@dataclass(frozen=True, kw_only=True, slots=True)
class State(demo.State):
    """A run and, from ``step`` on, what is shown of it: a step, ``one`` of its names, and the ``others`` recorded.

    A run that is not ``live`` was recorded: ``rate``, ``steps`` and ``seed`` are then only kept for the next live one.
    Settings that were not recorded are replaced by the nearest that were.
    """

    live: bool = False
    method: Literal["gradient", "dpo"] = "gradient"
    reward: Literal["letter", "ending"] = "letter"
    beta: Annotated[float, Field(ge=0, le=10)] = 0.0
    asks: Literal["reward", "divergence", "unique", "chosen"] = "reward"
    rate: Annotated[float, Field(ge=1e-5, le=0.02)] = 0.002
    steps: Annotated[int, Field(ge=5, le=150)] = 60
    seed: Annotated[int, Field(ge=0, le=10**6)] = 1
    step: Annotated[int, Field(ge=0, le=150)] = 150
    one: Annotated[int, Field(ge=1, le=NAMES)] = 1
    others: bool = False
    wanted: float | None = field(
        default=None, init=False, compare=False
    )  # the beta asked for, if another one was taken

    @property
    def address(self) -> str:
        return urlencode({name: value for name, value in asdict(self).items() if name != "wanted"})

    def __post_init__(self) -> None:
        fits: dict[str, object] = {}
        if self.asks not in ASKED[self.method]:
            fits["asks"] = ASKED[self.method][0]
        if not self.live:
            recorded = runs.rewards(self.method)
            reward = self.reward if self.reward in recorded else recorded[0]
            beta = runs.nearest(self.method, reward, self.beta)
            fits |= {"reward": reward, "beta": beta} | ({"wanted": self.beta} if beta != self.beta else {})
        for name, value in fits.items():
            object.__setattr__(self, name, value)
