"""The state held in the address of the page about positions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from app.lab.demos import demo
from app.web.languages.languages import N_
from engine.demos import recording
from engine.demos.positions.tables import Kind

TRAINED, BEYOND = 32, 128  # tokens of the models that are recorded
NAMES: Mapping[Kind, str] = {
    "learned": N_("learned vectors"), "sinusoidal": N_("sinusoidal"), "rope": "RoPE", "alibi": "ALiBi",
    "none": N_("none, only the mask"),
}  # fmt: skip
COMPUTED: tuple[Kind, ...] = ("sinusoidal", "rope", "alibi")
EXAMPLE_DRAW = 10**6 + 1  # outside the seeds that can be chosen


@dataclass(frozen=True, kw_only=True, slots=True)
class State(demo.State):
    """``key`` is a key's position; its query stands ``distance`` further on.

    Both have ``size`` entries, drawn from the seed ``draw``. ``every``: the losses of all five ways are shown.
    ``pair`` is the pair of entries that is drawn, ``layer`` and ``head`` are those on display.

    A model is trained live on ``trained`` tokens for ``steps`` steps.
    """

    asks: Literal["loss", "number", "live"] = "loss"
    kind: Kind = "sinusoidal"
    key: Annotated[int, Field(ge=0, le=64)] = 5
    distance: Annotated[int, Field(ge=0, le=63)] = 3
    size: Annotated[Literal[2, 4, 8, 16, 32], BeforeValidator(int)] = 4
    heads: Annotated[Literal[2, 4, 8, 16], BeforeValidator(int)] = 4
    draw: Annotated[int, Field(ge=0, le=10**6)] = 1
    pair: Annotated[int, Field(ge=0, le=15)] = 0
    trained: Annotated[Literal[8, 16, 32, 64], BeforeValidator(int)] = 16
    steps: Annotated[int, Field(ge=50, le=300)] = 200
    seed: Annotated[int, Field(ge=0, le=10**6)] = 1
    every: bool = False
    layer: Annotated[int, Field(ge=1, le=2)] = 1
    head: Annotated[int, Field(ge=1, le=4)] = 1

    @property
    def query(self) -> int:
        return self.key + self.distance

    @property
    def computed(self) -> bool:
        """True if positions are turned into a number by a formula."""
        return self.kind in COMPUTED


def example(state: State) -> State:
    """The example worked out beside a loss; a question about two positions never gives it by default."""
    size: Any = 6 if state.kind == "sinusoidal" else 4  # 6 cannot be chosen
    return replace(state, key=9, distance=6, size=size, heads=8, draw=EXAMPLE_DRAW)


def by_context(kind: Kind) -> dict[int, float]:
    """The recorded loss of this kind, by how many tokens are read."""
    return dict(recording.shown("positions")["kinds"][kind]["by_context"])
