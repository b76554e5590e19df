"""Rewards become the chance to be preferred, and only their difference counts: lift both, and nothing changes."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.chain import run
from engine.families.alignment.bradley_terry import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import moved, sentence, shown
from engine.solutions.pictures import Curve, Line

LEAST, MOST = -3, 7  # of the rewards in the picture; those of a sheet may reach further
REACH = 10


def lifted(parameters: Mapping[str, Any], lift: float) -> Mapping[str, Any]:
    """Both rewards with the same amount added."""
    return {name: round(parameters[name] + lift, 1) for name in ("reward_winner", "reward_loser")}


WINNER = Slider("reward_winner", "Reward of the preferred answer", 1.0, least=0, most=3, step=0.1)
LOSER = Slider("reward_loser", "Reward of the other answer", 0.0, least=0, most=2, step=0.1)
LIFT = Slider(
    "lift",
    "Added to both rewards",
    0.0,
    least=-3,
    most=3,
    step=0.5,
    puts=lifted,
    gets=lambda given: 0.0,
)

figure = Figure(
    "bradley-terry",
    "From rewards to a preference",
    family="bradley_terry",
    section="2.10",
    question="which-summary-do-people-prefer",
    start={},
    handles=(
        WINNER,
        LOSER,
        LIFT,
    ),
    opens=lambda here: ("probability", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """Rewards in tenths, within 10 of each other and of 0: lifting rounds to tenths."""
    rewards = given.reward_winner, given.reward_loser
    if any(reward != round(reward, 1) or abs(reward) > REACH for reward in rewards):
        return None
    if abs(rewards[0] - rewards[1]) > REACH:
        return None
    least, most = min(0, math.floor(min(rewards))), max(3, math.ceil(max(rewards)))
    return (*(replace(one, least=least, most=most) for one in (WINNER, LOSER)), LIFT)


def given(here: Frame, name: str) -> float:
    """A reward with what was added to both."""
    return float(here.run.values[name])


def axis(here: Frame) -> list[float]:
    """The rewards of the curve in quarters, both answers' among them."""
    both = [given(here, name) for name in ("reward_winner", "reward_loser")]
    least, most = min(LEAST, math.floor(min(both))), max(MOST, math.ceil(max(both)))
    return [step / 4 for step in range(4 * least, 4 * most + 1)]


@figure.draws
def curve(here: Frame) -> Curve:
    def probability(reward: float) -> float:
        there = here.run.parameters.replace(reward_winner=reward)
        return float(run(here.run.family, there).reached["probability"])

    return Curve(
        "The chance to win against the other answer",
        "The curve rises with an answer's reward. It moves with the other answer, at whose reward it is one half.",
        "reward of an answer", "probability of being preferred",
        (Line("probability", tuple((reward, probability(reward)) for reward in axis(here))),),
        marks=(
            ("preferred", given(here, "reward_winner"), float(here["probability"])),
            ("as good as the other", given(here, "reward_loser"), probability(given(here, "reward_loser"))),
        ),
    )  # fmt: skip


@figure.says
def told(now: Frame, before: Frame | None) -> str:
    gap, chance = float(now["difference"]), float(now["probability"])
    if before is None:
        return (
            f"The rewards differ by {shown(gap)}, so the preferred answer wins with probability {shown(chance)}. "
            "What happens if both rewards rise?"
        )
    if shown(gap) == shown(before["difference"]):
        return (
            f"Both rewards moved, but their difference is still {shown(gap)}, so the probability stays at "
            f"{shown(chance)}: a reward has no zero point of its own."
        )
    change = moved("the probability", before["probability"], chance)
    if shown(gap) == shown(0):
        return sentence(
            f"{change}: equal rewards are a coin toss, and the loss is ln 2 = {shown(now['loss'])}."
        )
    if gap < 0:
        return sentence(
            f"{change}: the reward model likes the other answer better, and pays a loss of {shown(now['loss'])}."
        )
    if chance >= 0.9:
        return sentence(f"{change}. The curve is nearly flat here: still more reward changes little.")
    return sentence(
        f"{change}. The odds are {shown(chance / (1 - chance))} to 1; each point of reward multiplies them by e."
    )
