"""Time: the part of a gradient that comes back through a recurrent network, before the first step of its training.

Hochreiter 1991; Bengio, Simard and Frasconi 1994; Pascanu, Mikolov and Bengio 2013. Asked is how far the last hidden
state moves when one input moves, the norm of its gradient, for each input. The cells are torch's own RNN (tanh), LSTM
and GRU. In the margin: T steps, B sequences, X numbers in, H hidden units.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import torch
from torch import Tensor, nn

Kind = Literal["rnn", "lstm", "gru"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """Settings of a run. A ``gain`` makes every recurrent matrix begin orthogonal, times the gain; without it they
    begin as in torch: uniform up to 1 / sqrt(H). ``forget`` is added to the bias of the LSTM's forget gate (Jozefowicz
    et al. 2015 take 1)."""

    kind: Kind = "rnn"
    steps: int = 50
    hidden: int = 32
    gain: float | None = None
    forget: float = 0.0
    batch: int = 16


@dataclass(frozen=True, slots=True)
class Back:
    """``norms`` of the gradient by steps back, 0 first, over that of the last input; ``factor`` is their geometric mean
    from one step to the next, ``derivative`` the mean 1 - h^2 (the derivative of tanh; what an RNN multiplies with)."""

    norms: tuple[float, ...]
    factor: float
    derivative: float


def checked(settings: Settings) -> Settings:
    """Returns the settings. Raises ValueError, in a sentence, for one out of range."""
    if settings.kind not in get_args(Kind):
        raise ValueError("The cell is rnn, lstm or gru.")
    for words, value, low, high in (
        ("The number of steps", settings.steps, 2, 200), ("The number of hidden units", settings.hidden, 2, 128),
        ("The gain", settings.gain or 0, 0, 3), ("What is added to the forget gate", settings.forget, -5, 10),
        ("The batch size", settings.batch, 1, 64),
    ):  # fmt: skip
        if not low <= value <= high:
            raise ValueError(f"{words} lies between {low} and {high}.")
    return settings


def network(settings: Settings, generator: torch.Generator) -> nn.RNNBase:
    """Weights and biases uniform up to 1 / sqrt(H), as torch begins, but from the generator."""
    size = settings.hidden
    kinds: dict[Kind, type[nn.RNNBase]] = {"rnn": nn.RNN, "lstm": nn.LSTM, "gru": nn.GRU}
    cell = kinds[settings.kind](size, size)  # type: ignore[call-arg, arg-type]
    for name, weights in cell.named_parameters():
        nn.init.uniform_(weights, -(size**-0.5), size**-0.5, generator)
        if name == "weight_hh_l0" and settings.gain is not None:
            for gate in torch.split(weights.data, size):
                nn.init.orthogonal_(gate, settings.gain, generator)
        if name == "bias_hh_l0" and settings.kind == "lstm":
            weights.data[size : 2 * size] += settings.forget  # rows of i, f, g, o
    return cell


def gradients(cell: nn.RNNBase, inputs: Tensor, towards: Tensor) -> tuple[Tensor, Tensor]:
    """Inputs (T, B, X) and a direction (B, H) for the last state -> norms (T, B) and all hidden states (T, B, H)."""
    inputs = inputs.detach().requires_grad_()
    states, _ = cell(inputs)  # (T, B, H)
    (gradient,) = torch.autograd.grad((states[-1] * towards).sum(), inputs)  # (T, B, X)
    return gradient.norm(dim=-1), states.detach()


def run(settings: Settings, generator: torch.Generator) -> Back:
    """On inputs from a normal distribution, towards a random direction; norms are means over the batch."""
    cell = network(settings, generator)
    inputs = torch.randn(settings.steps, settings.batch, settings.hidden, generator=generator)
    towards = torch.randn(settings.batch, settings.hidden, generator=generator)
    norms, states = gradients(cell, inputs, towards)
    back = (norms.mean(1) / norms[-1].mean()).flip(0).double()  # (T,)
    factor = float(back[-1]) ** (1 / (settings.steps - 1))
    return Back(tuple(back.tolist()), factor, (1 - states**2).mean().item())


SHOWN: dict[str, Settings] = {
    "RNN": Settings(kind="rnn"),
    "LSTM": Settings(kind="lstm"),
    "GRU": Settings(kind="gru"),
    "LSTM, forget gate + 1": Settings(kind="lstm", forget=1.0),
    "LSTM, forget gate + 5": Settings(kind="lstm", forget=5.0),
    "RNN, orthogonal": Settings(kind="rnn", gain=1.0),
    "RNN, orthogonal times 1.5": Settings(kind="rnn", gain=1.5),
    "RNN, orthogonal times 2": Settings(kind="rnn", gain=2.0),
}


def recorded(seeds: Sequence[int]) -> dict[str, Any]:
    """Every curve of SHOWN, geometric means over the seeds, and the spread of the factors."""
    found = {}
    for name, settings in SHOWN.items():
        runs = [run(settings, torch.Generator().manual_seed(seed)) for seed in seeds]
        norms = np.exp(np.mean(np.log([one.norms for one in runs]), axis=0))
        found[name] = {
            "norms": [float(f"{norm:.4g}") for norm in norms],
            "factor": round(float(np.exp(np.mean(np.log([one.factor for one in runs])))), 4),
            "factors": [round(one.factor, 4) for one in runs],
            "derivative": round(float(np.mean([one.derivative for one in runs])), 4),
        }
    return found
