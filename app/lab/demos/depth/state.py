"""The state held in the address of the page about depth and time, and the words for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from app.lab.demos import demo
from app.web.languages.languages import N_

FAR = 49  # steps back, the last that are recorded
CELLS: Mapping[str, tuple[str, str]] = {  # in the address: as recorded, and in words
    "rnn": ("RNN", N_("RNN, initial weights of PyTorch")),
    "lstm": ("LSTM", N_("LSTM, initial weights of PyTorch")),
    "gru": ("GRU", N_("GRU, initial weights of PyTorch")),
    "lstm1": ("LSTM, forget gate + 1", N_("LSTM, forget gate with a bias of +1")),
    "lstm5": ("LSTM, forget gate + 5", N_("LSTM, forget gate with a bias of +5")),
    "orthogonal": ("RNN, orthogonal", N_("RNN, orthogonal matrix")),
    "orthogonal15": ("RNN, orthogonal times 1.5", N_("RNN, orthogonal matrix times 1.5")),
    "orthogonal2": ("RNN, orthogonal times 2", N_("RNN, orthogonal matrix times 2")),
}
NORMS: Mapping[str, str] = {"pre": N_("pre-norm"), "post": N_("post-norm"), "none": N_("no norm")}
PARTS: Mapping[str, str] = {"mlp": N_("MLP"), "attention": N_("attention")}


@dataclass(frozen=True, kw_only=True, slots=True)
class State(demo.State):
    """``layers`` of the model shown closely, ``back`` for the steps through time; with ``every``, the others are
    shown too. ``wave`` is the number of layers, or of time steps, that the gradient has reached on its way back."""

    asks: Literal["layers", "time"] = "layers"
    norm: Literal["pre", "post", "none"] = "pre"
    start: Literal["xavier", "small"] = "xavier"
    part: Literal["mlp", "attention"] = "mlp"
    layers: Annotated[Literal[2, 4, 8, 16, 32], BeforeValidator(int)] = 4
    cell: Literal["rnn", "lstm", "gru", "lstm1", "lstm5", "orthogonal", "orthogonal15", "orthogonal2"] = "rnn"
    back: Annotated[int, Field(ge=6, le=FAR)] = 20
    every: bool = False
    wave: Annotated[int, Field(ge=1, le=FAR + 1)] = 1
