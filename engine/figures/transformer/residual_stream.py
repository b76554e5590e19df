"""A block adds to the stream and replaces nothing: without the sums, what entered is lost and tokens become alike."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, nowhere
from engine.figures.wording import shown
from engine.parameters import Array
from engine.solutions.pictures import HeatMap

TOKENS = ("night", "train")
ROWS = {"X": "enters", "attention_output": "+ attention", "sum_1": "= stream", "ffn_output": "+ network"}


def scaled(name: str) -> Callable[[Mapping[str, Any], float], Mapping[str, Any]]:
    return lambda parameters, gain: {name: [[gain * w for w in row] for row in parameters[name]]}


figure = Figure(
    "residual-stream",
    "What a block adds to the stream",
    family="encoder_block",
    section="2.6",
    question="two-tokens-without-norm",
    start={
        "X": [[2.0, 0.0], [1.0, 2.0]],
        "w_q": [[0.5, 0.0], [0.0, 0.5]],
        "w_v": [[0.5, 0.0], [0.0, 0.5]],
        "w_2": [[0.5, 0.0], [-0.5, 0.5]],
        **{name: [[1.0, 0.0], [0.0, 1.0]] for name in ("w_k", "w_o", "w_1")},
        **{name: [0.0, 0.0] for name in ("b_1", "b_2")},
        "norm": "none",
        "causal": False,
    },
    handles=(
        Slider(
            "attention", "Attention weights W_O times", 1.0, least=0, most=2, step=0.25, puts=scaled("w_o")
        ),
        Slider("network", "Network weights W_2 times", 1.0, least=0, most=2, step=0.25, puts=scaled("w_2")),
        Options(
            "token", "Token", "train", values={name: (n, name) for n, name in enumerate(TOKENS)}, puts=nowhere
        ),
    ),
    opens=lambda here: ("sum_2", (TOKENS.index(here["token"]), 0)),
)


def without(here: Frame) -> Array:
    """What leaves the block where both residual sums are left out."""
    family = here.run.family
    instead = {
        "sum_1": family.mistakes["residual_left_out"],
        "sum_2": family.mistakes["second_residual_left_out"],
    }
    return np.asarray(run(family, here.run.parameters, instead=instead).reached["output"])


def apart(rows: Array) -> float:
    """The distance between the two tokens."""
    family = catalogue.find("euclidean_distance")
    one, other = rows.tolist()
    return float(run(family, family.parameters.of({"u": one, "v": other})).reached["distance"])


@figure.draws
def stream(here: Frame) -> HeatMap:
    values = [*(here[step] for step in ROWS), here["output"], without(here)]
    return HeatMap(
        "The stream through one block",
        "Two entries of two tokens. What leaves is what entered plus what attention and network add.",
        (*ROWS.values(), "= leaves", "without sums"),
        tuple(f"{token} {n}" for token in TOKENS for n in (1, 2)),
        tuple(tuple(map(float, value.ravel())) for value in values),
        marked=((4, 2 * TOKENS.index(here["token"])),),
    )


def pair(values: Array) -> str:
    return f"({', '.join(map(shown, values.tolist()))})"


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    place = TOKENS.index(now["token"])
    if before is None or before["token"] != now["token"]:
        entered, attention, network = (
            pair(now[step][place]) for step in ("X", "attention_output", "ffn_output")
        )
        return (
            f"“{now['token']}” enters as {entered}; attention adds {attention}, the network {network}. "
            "What entered is still in the sum that leaves."
        )
    if not now["attention"] and not now["network"]:
        return "Nothing is added, so the tokens leave as they entered. Without the sums they would leave as zeros."
    return (
        f"The tokens enter {shown(apart(now['X']))} apart and leave {shown(apart(now['output']))} apart. "
        f"Without the sums only {shown(apart(without(now)))} would be left between them."
    )
