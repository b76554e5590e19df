"""DPO on one pair: the margin that beta makes of two log-ratios, the loss, and how hard the pair still pulls."""

import math

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider
from engine.figures.wording import moved
from engine.solutions.pictures import Curve, Line

figure = Figure(
    "dpo",
    "Margin, loss and pull of one pair",
    family="dpo_loss",
    section="2.10",
    question="preferences-without-a-reward-model",
    start={"logp_l": -23.0, "ref_w": -30.0, "ref_l": -24.0},
    handles=(
        Slider("logp_w", "log π of the preferred answer", -30, least=-40, most=-20),
        Slider("beta", "β", 0.2, least=0.05, most=1, step=0.05),
    ),
    opens=lambda here: ("loss", ()),
)


def pull(here: Frame) -> float:
    """The weight of this pair's gradient, beta times sigmoid(-margin) (Rafailov et al. 2023, section 4)."""
    return float(here["beta"] / (1 + math.exp(here["margin"])))


@figure.draws
def curve(here: Frame) -> Curve:
    points = []
    for logp in range(-40, -19):
        there = run(here.run.family, here.run.parameters.replace(logp_w=float(logp))).reached
        points.append((float(there["margin"]), float(there["loss"])))
    return Curve(
        "The loss of a margin",
        "Where the preferred answer gained more than the other, the margin is positive and the loss small.",
        "margin", "loss", (Line("loss", tuple(points)),),
        marks=(("this pair", float(here["margin"]), float(here["loss"])),),
    )  # fmt: skip


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    if before is None:
        return f"The margin is {now['margin']:.2f}, the loss {now['loss']:.2f}; the gradient has the weight {pull(now):.2f}."
    return (
        f"{moved('The margin', before['margin'], now['margin'])}, {moved('the loss', before['loss'], now['loss'])}; "
        f"{moved('the weight of its gradient', pull(before), pull(now))}."
    )
