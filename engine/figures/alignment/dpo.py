"""DPO on one pair: beta stretches the gap of two log-ratios into a margin, and a settled pair pulls no more."""

import math
from collections.abc import Sequence
from dataclasses import replace

from engine import catalogue
from engine.chain import run
from engine.families.alignment.dpo_loss import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import moved, sentence, shown
from engine.solutions.columns import minus
from engine.solutions.pictures import Curve, Line

MARGINS = [step / 4 for step in range(-20, 21)]
FURTHEST = MARGINS[-1]
REACH = 1.5  # of the tangent
OTHER = -23.0  # the log-probability of the other answer, which is not moved
REFERENCE = {"ref_w": -30.0, "ref_l": -24.0}

POLICY = Slider("logp_w", "log π of the preferred answer (−30 in the reference)", -30, least=-38, most=-22)
BETA = Slider("beta", "How much a gain counts, β", 0.2, least=0.1, most=0.5, step=0.05)

figure = Figure(
    "dpo",
    "Margin, loss and pull of one pair",
    family="dpo_loss",
    section="2.10",
    question="preferences-without-a-reward-model",
    start={"logp_l": OTHER, **REFERENCE},
    handles=(
        POLICY,
        BETA,
    ),
    opens=lambda here: ("loss", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """Any pair whose margin stays in the picture while the preferred answer moves by up to 8, or β up to twice its size
    or to one half."""
    least = max(math.floor(given.logp_w) - 8, math.floor(given.ref_w) - 12)
    most = min(0, math.ceil(given.logp_w) + 8, math.ceil(given.ref_w) + 12)
    strongest = max(0.5, given.beta)
    other = given.logp_l - given.ref_l
    if any(abs(strongest * (end - given.ref_w - other)) > FURTHEST for end in (least, most)):
        low, high = (round(given.ref_w + other + way * FURTHEST / strongest, 6) for way in (-1, 1))
        least, most = math.ceil(low), min(0, math.floor(high))
    if not least <= given.logp_w <= most:
        return None
    label = minus(f"log π of the preferred answer ({given.ref_w:g} in the reference)")
    return (
        replace(POLICY, label=label, least=least, most=most),
        replace(BETA, least=min(0.1, given.beta), most=strongest),
    )


def steepness(here: Frame) -> float:
    """The rate at which the loss falls as the margin rises: the probability that the implicit rewards give to the wrong
    answer (Rafailov et al. 2023, section 4)."""
    family = catalogue.find("bradley_terry")
    swapped = {"reward_winner": here["implicit_loser"], "reward_loser": here["implicit_winner"]}
    return float(run(family, family.parameters.of(swapped)).reached["probability"])


def pull(here: Frame) -> float:
    """The weight of this pair's gradient, per nat of its log-probabilities."""
    return float(here["beta"] * steepness(here))


def gains(here: Frame) -> tuple[float, float]:
    """The gains of both answers' log-probabilities over the reference."""
    return float(here["logp_w"] - here["ref_w"]), float(here["logp_l"] - here["ref_l"])


def slope(here: Frame) -> Line:
    """The tangent at this pair, on both sides of it and not below the axis."""
    margin, height, steep = float(here["margin"]), float(here["loss"]), steepness(here)
    left, right = max(MARGINS[0], margin - REACH), min(MARGINS[-1], margin + REACH, margin + height / steep)
    return Line("its slope, the pull", tuple((x, height - steep * (x - margin)) for x in (left, right)))


def in_words(here: Frame) -> str:
    """The product that the margin is: "0.2 × (0 − 1)"."""
    preferred, other = gains(here)
    behind = f"({other:g})" if other < 0 else f"{other:g}"
    return minus(f"{here['beta']:g} × ({preferred:g} − {behind})")


@figure.draws
def curve(here: Frame) -> Curve:
    def loss(margin: float) -> float:
        """The loss at another margin, which at beta = 1 is the gap itself."""
        far = -10.0  # no log-probability is above 0
        there = here.run.parameters.replace(logp_w=far + margin, ref_w=far, logp_l=far, ref_l=far, beta=1.0)
        return float(run(here.run.family, there).reached["loss"])

    return Curve(
        f"Gains {in_words(here)}: margin {shown(here['margin'])}",
        "The margin is β times what the preferred answer gained over the other. A steep curve is a strong pull.",
        "margin m", "loss L",
        (Line("loss", tuple((margin, loss(margin)) for margin in MARGINS)), slope(here)),
        marks=(("this pair", float(here["margin"]), float(here["loss"])),),
    )  # fmt: skip


@figure.says
def told(now: Frame, before: Frame | None) -> str:
    margin = float(now["margin"])
    pulls = f"{shown(pull(now))} of at most β = {shown(now['beta'])}"
    if before is None:
        preferred, other = (minus(f"{gain:g}") for gain in gains(now))
        return (
            f"Over the reference the preferred answer gained {preferred}, the other {other}: margin {shown(margin)}. "
            f"The gradient pulls at this pair with {pulls}."
        )
    change = moved("the margin", before["margin"], margin)
    if before["beta"] != now["beta"] and gains(before) == gains(now):
        how = (
            "A larger β settles a pair after a smaller gain, nearer to the reference"
            if now["beta"] > before["beta"]
            else "A smaller β asks for a larger gain until a pair is settled"
        )
        return f"{how}: {change}, and the pull is {pulls}."
    if not margin:
        return sentence(f"{change}: neither answer is ahead, and the pair pulls with {pulls}.")
    if margin < 0:
        return sentence(f"{change}: the other answer is ahead, and the pair pulls with {pulls}.")
    if margin > 1:
        return sentence(f"{change}: the pair is settled, and pulls with only {pulls}.")
    return sentence(f"{change}: the preferred answer is hardly ahead, and the pair still pulls with {pulls}.")
