"""The state held in the address of the page about attention."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from app.lab.demos import demo
from engine.demos.attention.by_hand import LENGTH, Switches

LAYERS, HEADS = 2, 4

One = Literal["none", "1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3", "2.4"]


@dataclass(frozen=True, kw_only=True, slots=True)
class State(demo.State):
    """``without`` is the head that is taken out; layers, heads and positions count from 1."""

    text: Annotated[str, Field(max_length=100)] = "zebrafoxzebrafox"
    without: One = "2.1"
    mask: bool = True
    scale: bool = True
    asks: Literal["loss", "weight"] = "loss"
    layer: Annotated[int, Field(ge=1, le=LAYERS)] = 2
    head: Annotated[int, Field(ge=1, le=HEADS)] = 1
    row: Annotated[int, Field(ge=1, le=LENGTH - 1)] = 10

    @property
    def switches(self) -> Switches:
        layer, _, head = self.without.partition(".")
        return Switches(self.mask, self.scale, frozenset({(int(layer) - 1, int(head) - 1)} if head else ()))
