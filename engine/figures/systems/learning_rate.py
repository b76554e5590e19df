"""A learning rate through a training run: a straight warm-up to the peak, then a cosine down to a tenth of it.

Sheets may have drops instead of the cosine.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.answers.forms import Scientific
from engine.families.systems.learning_rate import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import percent
from engine.figures.wording import sentence as sentence_of
from engine.solutions.columns import minus

STEP = Slider("step", "Step t", 5000, least=0, most=10_000, step=100)
WARMUP = Slider("warmup_steps", "Steps of warm-up", 1000, least=0, most=2500, step=100)

figure = Figure(
    "learning-rate",
    "Warm up, then slow down",
    family="learning_rate",
    section="2.8",
    question=lambda here: "down-the-cosine" if here["step"] >= here["warmup_steps"] else "",
    start={"total_steps": 10_000, "peak": 3e-4, "final_fraction": 0.1, "schedule": "cosine"},
    handles=(STEP, WARMUP),
    opens=lambda here: ("rate", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """A hundred stops of a run of any length; the sentences tell of a rate that falls."""
    if given.final_fraction == 1 if given.schedule == "cosine" else given.drop_factor == 1:
        return None
    stop, warmup = max(1, given.total_steps // 100), max(given.total_steps // 4, given.warmup_steps)
    return (
        replace(STEP, most=given.total_steps, step=stop),
        replace(WARMUP, most=warmup, step=max(1, warmup // 25)),
    )


def text(rate: float) -> str:
    return minus(Scientific().show(rate)) if rate else "0"


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    step, warmup, rate = now["step"], now["warmup_steps"], now["rate"]
    told = f"at step {step:,} the rate is {text(rate)}, {percent(rate / now['peak'])} of the peak"
    if before is not None and before["warmup_steps"] != warmup:
        if warmup == 0:
            return sentence_of(
                f"{told}. Without a warm-up the first step, on random weights, has the full rate."
            )
        longer = "longer" if warmup > before["warmup_steps"] else "shorter"
        rest = (
            "the decay takes what is left"
            if now["schedule"] == "cosine"
            else "the drops are counted from there"
        )
        return f"With a {longer} warm-up the peak comes at step {warmup:,}, and {rest}: {told}."
    if step < warmup:
        return sentence_of(
            f"{told}: in the warm-up it rises in a straight line, as the weights are still random."
        )
    if now["schedule"] == "step":
        return sentence_of(f"{told}: {dropped(now['drops'], now['drop_factor'])}.")
    return sentence_of(f"{told}: {decay(now['progress'], warmup)}.")


def dropped(drops: int, factor: float) -> str:
    if drops == 0:
        return "no drop has come yet since the warm-up"
    if drops == 1:
        return f"one drop since the warm-up has multiplied it by {factor:g}"
    return f"{drops:,} drops since the warm-up have multiplied it by {factor:g} each"


def decay(done: float, warmup: int) -> str:
    if done == 0:
        return "the warm-up is over, and the cosine begins" if warmup else "the cosine begins at once"
    if done == 1:
        return "the cosine is at its end, and small steps let the weights settle"
    if done < 0.25:
        return f"{percent(done)} of the decay is done, and the rate falls slowly at first"
    if done > 0.75:
        return f"{percent(done)} of the decay is done, and the rate falls slowly again"
    if 0.45 <= done <= 0.55:
        return f"{percent(done)} of the decay is done, and the rate falls fastest here"
    return f"{percent(done)} of the decay is done; the rate falls fast, fastest at half of it"
