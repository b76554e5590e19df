"""The state held in the address of the decoding lab."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from app.lab.demos import demo
from app.lab.demos.decoding.letter_model import HEADS
from app.web.languages.languages import N_
from engine.demos.decoding import STEPS, Settings

NAMED = dict(zip("tkp", STEPS, strict=True))
WORDS = {"t": N_("temperature"), "k": "top-k", "p": "top-p"}
Order = Literal["tkp", "tpk", "ktp", "kpt", "ptk", "pkt"]


@dataclass(frozen=True, kw_only=True, slots=True)
class State(demo.State):
    """Settings of the lab; ``begin`` holds the letters that are there already, ``node`` is opened in the tree of the
    beam, ``before`` are the settings that were changed last, as ``written`` has them."""

    begin: Annotated[str, Field(max_length=40)] = "mar"
    temperature: Annotated[float, Field(ge=0.05, le=5)] = 0.7
    k: Annotated[int, Field(ge=1, le=32)] = 4
    p: Annotated[float, Field(ge=0.05, le=1)] = 1.0
    order: Order = "tkp"
    seed: Annotated[int, Field(ge=0, le=10**6)] = 1
    width: Annotated[int, Field(ge=1, le=5)] = 3
    layer: Annotated[int, Field(ge=1, le=2)] = 1
    head: Annotated[int, Field(ge=1, le=HEADS)] = 1
    node: Annotated[int, Field(ge=0, le=1000)] = 0
    before: Annotated[str, Field(max_length=40)] = ""

    @property
    def written(self) -> str:
        """These settings in one word of an address."""
        return f"{self.temperature:g},{self.k},{self.p:g},{self.order}"

    @property
    def settings(self) -> Settings:
        return Settings(self.temperature, self.k, self.p, tuple(NAMED[letter] for letter in self.order))
