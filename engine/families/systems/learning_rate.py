"""Learning rate at one training step: linear warm-up to the peak, then cosine decay or drops.

The cosine is that of Loshchilov and Hutter 2017 without restarts, down to a share of the peak (10 % in Brown et al.
2020). Drops are counted from the end of the warm-up.
"""

import math
from collections.abc import Generator, Mapping
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from engine.answers.forms import Fixed, Integer, Scientific
from engine.chain import Family, NotApplicable, NotNeeded, Run, Step, run
from engine.parameters import Count, CountOrNone, Frozen, Positive, symbol
from engine.solutions.pictures import Curve, Line

Share = Annotated[float, Field(ge=0, le=1)]
POINTS = 80  # of the drawn schedule


class Parameters(Frozen):
    step: CountOrNone = symbol("t", "the step, counted from 0, whose learning rate is asked")
    warmup_steps: CountOrNone = symbol("W", "steps of the linear warm-up from 0 to the peak")
    total_steps: Count = symbol("T", "steps of the whole training run")
    peak: Positive = symbol(r"\eta_{\mathrm{max}}", "peak learning rate, reached at the end of the warm-up")
    final_fraction: Share = symbol("f", "share of the peak at which the cosine ends", default=0.1)
    schedule: Literal["cosine", "step"] = symbol(
        r"\text{schedule}", "how the rate falls after the warm-up", default="cosine"
    )
    drop_every: Count | None = symbol(
        "k", "steps from one drop to the next (schedule step)", default=None, empty="not needed by cosine"
    )
    drop_factor: Annotated[float, Field(gt=0, le=1)] | None = symbol(
        "g",
        "what each drop multiplies the rate by (schedule step)",
        default=None,
        empty="not needed by cosine",
    )

    @model_validator(mode="after")
    def fits_the_schedule(self) -> "Parameters":
        if self.warmup_steps >= self.total_steps:
            raise ValueError("warmup_steps must be below total_steps")
        if self.schedule == "step" and self.drop_every is None:
            raise ValueError("drop_every must be given for the schedule step: a whole number from 1 up")
        if self.schedule == "step" and self.drop_factor is None:
            raise ValueError("drop_factor must be given for the schedule step: above 0 and at most 1")
        return self


family = Family(
    "learning_rate", "Learning rate schedule", section="2.8", builds_on=("sgd_step",), parameters=Parameters
)


@family.unroll("rate")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    if given.step < given.warmup_steps:
        yield from warm_up()
    elif given.schedule == "cosine":
        yield from cosine()
    else:
        yield from drops()


def rate(formula: str, compute: Any, sources: tuple[str, ...]) -> Step:
    return Step(
        "rate", "Learning rate", formula, compute, sources, symbol=r"\eta_t", form=Scientific(), answer="rate"
    )


def warm_up() -> Generator[Step, Any, None]:
    yield rate(
        r"<peak> \cdot \frac{<step>}{<warmup_steps>}",
        lambda peak, step, warmup_steps: peak * step / warmup_steps, ("peak", "step", "warmup_steps"),
    )  # fmt: skip


def cosine() -> Generator[Step, Any, None]:
    yield Step(
        "progress", "Share of the decay that is done",
        r"\frac{<step> - <warmup_steps>}{<total_steps> - <warmup_steps>}", progress,
        ("step", "warmup_steps", "total_steps"), symbol="q",
    )  # fmt: skip
    yield Step(
        "decay", "Cosine factor, from 1 down to 0 (angle in radians)",
        r"\frac{1 + \cos(\pi \cdot <progress>)}{2}",
        lambda progress: (1 + math.cos(math.pi * progress)) / 2, ("progress",), symbol="c", form=Fixed(4),
    )  # fmt: skip
    yield Step(
        "final", "Final learning rate", r"<final_fraction> \cdot <peak>",
        lambda final_fraction, peak: final_fraction * peak, ("final_fraction", "peak"),
        symbol=r"\eta_{\mathrm{min}}", form=Scientific(),
    )  # fmt: skip
    yield rate(
        r"<final> + (<peak> - <final>) \cdot <decay>",
        lambda final, peak, decay: final + (peak - final) * decay, ("final", "peak", "decay"),
    )  # fmt: skip


def progress(step: int, warmup_steps: int, total_steps: int) -> float | NotNeeded:
    if step > total_steps:
        return NotNeeded(1.0, "The decay is over: the learning rate stays where the cosine ended.")
    return (step - warmup_steps) / (total_steps - warmup_steps)


def drops() -> Generator[Step, Any, None]:
    yield Step(
        "drops", "Drops since the end of the warm-up",
        r"\left\lfloor \frac{<step> - <warmup_steps>}{<drop_every>} \right\rfloor",
        lambda step, warmup_steps, drop_every: (step - warmup_steps) // drop_every,
        ("step", "warmup_steps", "drop_every"), symbol="j", form=Integer(),
    )  # fmt: skip
    yield rate(
        r"<peak> \cdot <drop_factor>^{<drops>}",
        lambda peak, drop_factor, drops: peak * drop_factor**drops, ("peak", "drop_factor", "drops"),
    )  # fmt: skip


@family.picture(after="rate")
def schedule(exact: Run) -> Curve:
    """The same chain at many steps, on both sides of each corner."""
    given: Any = exact.parameters
    last = max(given.total_steps, given.step)
    corners = [given.warmup_steps, given.total_steps]
    if given.schedule == "step" and (last - given.warmup_steps) // given.drop_every <= POINTS:
        corners += range(given.warmup_steps + given.drop_every, last, given.drop_every)
    places = {0, last, *corners, *(max(0, corner - 1) for corner in corners)}
    places |= {last * n // POINTS for n in range(POINTS)}
    rates = tuple(
        (at, run(exact.family, given.replace(step=at)).reached["rate"]) for at in sorted(places) if at <= last
    )
    return Curve(
        "The whole schedule",
        "Learning rate at every step: a straight warm-up, then the decay. The step that is asked is marked.",
        "step", "learning rate", (Line("learning rate", rates),),
        marks=((f"t = {given.step}", given.step, exact.reached["rate"]),),
    )  # fmt: skip


family.gives(
    {
        "rate": ("number", "Learning rate at this step."),
    }
)
family.assumes(
    "Steps count from 0. Below warmup_steps the rate is peak times step over warmup_steps; at "
    "warmup_steps it is the peak.",
    "The cosine ends with final_fraction of the peak at total_steps and stays there. With schedule "
    "step the rate drops each time drop_every more steps have passed since the warm-up, also after total_steps.",
)


@family.mistake(
    of="rate",
    says="That is the peak. The rate reaches it at the end of the warm-up: before that it rises, later it falls.",
)
def peak_for_rate(peak: float) -> float:
    return peak


@family.mistake(of="rate", says="You divided by all steps. The warm-up lasts W steps: divide by W.")
def warmup_of_all_steps(peak: float, step: int, warmup_steps: int, total_steps: int) -> float:
    if step >= warmup_steps:
        raise NotApplicable
    return peak * step / total_steps


@family.mistake(
    of="progress",
    says="You counted from step 0. The cosine begins after the warm-up: subtract W above and below.",
)
def warmup_not_subtracted(step: int, warmup_steps: int, total_steps: int) -> float:
    if step > total_steps:
        raise NotApplicable
    return step / total_steps


@family.mistake(
    of="decay", says="Your calculator took the angle in degrees. It is in radians: one half turn is pi."
)
def degrees(progress: float) -> float:
    return (1 + math.cos(math.radians(math.pi * progress))) / 2


@family.mistake(of="decay", says="You let the rate fall in a straight line. Take (1 + cos(pi q)) / 2.")
def straight_line(progress: float) -> float:
    return 1 - progress


@family.mistake(
    of="rate",
    says="You multiplied the whole peak by the cosine and added the final rate. The cosine covers peak minus final.",
)
def final_on_top(final: float, peak: float, decay: float) -> float:
    return final + peak * decay


@family.mistake(
    of="rate",
    says="You let the cosine end at 0. It ends at the final rate: add it, and scale peak minus final.",
)
def down_to_zero(final: float, peak: float, decay: float) -> float:
    return peak * decay


@family.mistake(
    of="drops", says="You counted the drop that comes next. Only drops that have happened count: round down."
)
def rounded_up(step: int, warmup_steps: int, drop_every: int) -> int:
    return -((warmup_steps - step) // drop_every)


@family.mistake(
    of="drops",
    says="You counted the drops from step 0. They are counted from the end of the warm-up: subtract W.",
)
def drops_from_zero(step: int, drop_every: int) -> int:
    return step // drop_every


@family.mistake(
    of="rate",
    says="You applied the factor once. Every drop multiplies the rate again: raise it to the number of drops.",
)
def one_drop(peak: float, drop_factor: float, drops: int) -> float:
    if drops < 2:
        raise NotApplicable
    return peak * drop_factor


@family.convention(
    "Right for a final rate of 10 % of the peak, the usual one. This question gives another share."
)
def ten_percent(given: Parameters) -> Parameters | None:
    return given.replace(final_fraction=0.1) if given.final_fraction != 0.1 else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    phases = {
        "warm-up": ("warm-up",),
        "exam": ("cosine", "cosine", "cosine", "step", "step", "warm-up"),
        "hard": ("cosine", "step"),
    }[level]
    phase = rng.choice(phases)
    if fixed.get("schedule") == "step" or (level != "warm-up" and "schedule" in fixed):
        phase = fixed["schedule"]
    warmup = fixed.get("warmup_steps", rng.choice((1000, 2000, 3000, 4000, 5000)))
    long = rng.choice((6, 8, 9, 10))  # a warm-up that one leaves out shows in two decimals
    total = fixed.get("total_steps", warmup + 40_000 if phase == "step" else warmup * long)
    every = fixed.get("drop_every", rng.choice((2000, 2500, 4000, 5000)))
    if phase == "warm-up":
        step = warmup * rng.randint(2, 18) // 20
    elif phase == "cosine":
        step = warmup + (total - warmup) * rng.randint(15, 85) // 100
    else:  # counted from step 0, there would be one drop more; a step just at a drop would be a matter of reading
        since = min(max(every - warmup, every * rng.randint(2, 8) // 10), every - 1)
        step = warmup + rng.randint(2, 4) * every + since
    return {
        "step": round(step, -2) if level == "hard" else step,
        "warmup_steps": warmup,
        "total_steps": total,
        "peak": rng.choice((1e-4, 1.5e-4, 2e-4, 3e-4, 4e-4, 6e-4, 8e-4, 1e-3)),
        "final_fraction": rng.choice((0.05, 0.1, 0.1, 0.2)),
        "schedule": "step" if phase == "step" else "cosine",
        "drop_every": every,
        "drop_factor": rng.choice((0.5, 0.5, 0.2, 0.3)),
    }
