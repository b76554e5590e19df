"""A block adds to the stream and replaces nothing: arrows from tip to tip, and what is left without the sums."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, nowhere
from engine.figures.wording import shown
from engine.parameters import Array
from engine.solutions.pictures import Arrow, Plane

TOKENS = ("night", "train")
CORNERS = ((-1.0, 0.0), (5.0, 5.5))  # the plane holds still while little is added


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
            "attention",
            "Attention's last weights, times",
            1.0,
            least=0,
            most=2,
            step=0.25,
            puts=scaled("w_o"),
        ),
        Slider(
            "network",
            "The network's last weights, times",
            1.0,
            least=0,
            most=2,
            step=0.25,
            puts=scaled("w_2"),
        ),
        Options(
            "token", "Token", "train", values={name: (n, name) for n, name in enumerate(TOKENS)}, puts=nowhere
        ),
    ),
    opens=lambda here: ("sum_2", (TOKENS.index(here["token"]), 0)),
)


def without(here: Frame) -> Array:
    """The output of the block where both residual sums are left out."""
    family = here.run.family
    instead = {
        "sum_1": family.mistakes["residual_left_out"],
        "sum_2": family.mistakes["second_residual_left_out"],
    }
    return np.asarray(run(family, here.run.parameters, instead=instead).reached["output"])


@figure.draws
def stream(here: Frame) -> Plane:
    place = TOKENS.index(here["token"])

    def of(values: Array) -> tuple[float, float]:
        x, y = values[place].tolist()
        return float(x), float(y)

    enters, leaves, left = of(here["X"]), of(here["output"]), of(without(here))
    added = (("+ attention", "attention_output", enters), ("+ network", "ffn_output", of(here["sum_1"])))
    return Plane(
        f"The stream of “{here['token']}” through one block: what is added, from tip to tip",
        "Both entries of the token. What leaves is what entered plus what attention and network add; without the sums "
        "only what the network makes of attention's output would leave.",
        (
            Arrow("enters", *enters),
            Arrow("leaves", *leaves),
            *(Arrow(name, *of(here[step]), tail=tail) for name, step, tail in added if any(of(here[step]))),
            *((Arrow("without sums", *left, faint=True),) if any(left) else ()),
        ),
        corners=CORNERS,
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
        f"“{now['token']}” enters as {pair(now['X'][place])} and leaves as {pair(now['output'][place])}. "
        f"Without the sums only {pair(without(now)[place])} would leave."
    )
