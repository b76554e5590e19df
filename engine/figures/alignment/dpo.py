"""DPO on one pair: beta stretches the gap of two log-ratios into a margin, and a settled pair pulls no more."""

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider
from engine.figures.wording import moved, sentence, shown
from engine.solutions.pictures import Curve, Line

MARGINS = [step / 4 for step in range(-20, 21)]

figure = Figure(
    "dpo",
    "Margin, loss and pull of one pair",
    family="dpo_loss",
    section="2.10",
    question="preferences-without-a-reward-model",
    start={"logp_l": -23.0, "ref_w": -30.0, "ref_l": -24.0},
    handles=(
        Slider("logp_w", "log π of the preferred answer", -30, least=-38, most=-22),
        Slider("beta", "β", 0.2, least=0.1, most=0.5, step=0.05),
    ),
    opens=lambda here: ("loss", ()),
)


def pull(here: Frame) -> float:
    """The weight of this pair's gradient: beta times the probability that the implicit rewards give to the wrong answer
    (Rafailov et al. 2023, section 4)."""
    family = catalogue.find("bradley_terry")
    swapped = {"reward_winner": here["implicit_loser"], "reward_loser": here["implicit_winner"]}
    return float(here["beta"] * run(family, family.parameters.of(swapped)).reached["probability"])


@figure.draws
def curve(here: Frame) -> Curve:
    def loss(margin: float) -> float:
        """The loss at another margin, which at beta = 1 is the gap itself."""
        level = here["ref_w"] + here["logp_l"] - here["ref_l"]
        there = here.run.parameters.replace(logp_w=level + margin, beta=1.0)
        return float(run(here.run.family, there).reached["loss"])

    return Curve(
        "The loss of a margin",
        "The margin is β times what the preferred answer gained over the other. A steep curve is a strong pull.",
        "margin m", "loss L", (Line("loss", tuple((margin, loss(margin)) for margin in MARGINS)),),
        marks=(("this pair", float(here["margin"]), float(here["loss"])),),
    )  # fmt: skip


@figure.says
def told(now: Frame, before: Frame | None) -> str:
    margin = float(now["margin"])
    pulls = f"{shown(pull(now))} of at most β = {shown(now['beta'])}"
    if before is None:
        more = (
            "Both answers gained as much"
            if not margin
            else f"The {'other' if margin < 0 else 'preferred'} answer gained more"
        )
        return f"{more}: margin {shown(margin)}. The gradient pulls at this pair with {pulls}."
    change = moved("the margin", before["margin"], margin)
    if before["beta"] != now["beta"]:
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
