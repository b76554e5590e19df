"""FLOPs and time of a training run: C = 6 N D, 2 forward and 4 backward (Kaplan et al. 2020, section 2.1).

The time follows where the accelerators are given: C over what all of them sustain together.
"""

from collections.abc import Generator, Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from engine.answers.forms import Scientific
from engine.chain import Family, NotApplicable, Step
from engine.parameters import Count, Frozen, Positive, symbol

SECONDS_PER_DAY = 86_400


class Parameters(Frozen):
    parameters: Positive = symbol("N", "parameters of the model")
    tokens: Positive = symbol("D", "training tokens")
    flops_per_second: Positive | None = symbol(
        "F",
        "peak FLOP/s of one GPU; without it only the FLOPs are computed",
        default=None,
        empty="only the FLOPs",
    )
    gpus: Count = symbol("G", "GPUs", default=1)
    utilization: Annotated[float, Field(gt=0, le=1)] = symbol(
        "u", "share of the peak that is reached", default=1.0, because="at 0 the run never ends"
    )


family = Family(
    "training_compute", "Compute and time of a training run", section="2.8", parameters=Parameters
)


@family.unroll("flops", "seconds", "days", "gpu_days")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    yield Step(
        "flops", "FLOPs of the training run", r"6 \cdot <parameters> \cdot <tokens>",
        lambda parameters, tokens: 6 * parameters * tokens, ("parameters", "tokens"),
        symbol="C", unit="FLOPs", form=Scientific(), answer="flops",
    )  # fmt: skip
    if given.flops_per_second is None:
        return
    yield Step(
        "rate", "FLOP/s of all GPUs together", r"<flops_per_second> \cdot <gpus> \cdot <utilization>",
        lambda flops_per_second, gpus, utilization: flops_per_second * gpus * utilization,
        ("flops_per_second", "gpus", "utilization"), symbol="R", unit="FLOP/s", form=Scientific(),
    )  # fmt: skip
    yield Step(
        "seconds", "Seconds", r"\frac{<flops>}{<rate>}", lambda flops, rate: flops / rate, ("flops", "rate"),
        symbol="t", unit="s", form=Scientific(), answer="seconds",
    )  # fmt: skip
    yield Step(
        "days", "Days", r"\frac{<seconds>}{86\,400}", lambda seconds: seconds / SECONDS_PER_DAY,
        ("seconds",), symbol=r"t_{\mathrm{days}}", unit="days", answer="days",
    )  # fmt: skip
    yield Step(
        "gpu_days", "GPU-days", r"<days> \cdot <gpus>", lambda days, gpus: days * gpus, ("days", "gpus"),
        symbol=r"t_{\mathrm{GPU}}", unit="GPU-days", answer="gpu_days",
    )  # fmt: skip


family.gives(
    {
        "flops": ("number", "Compute of the training run: 6 FLOPs per parameter and token.", "FLOPs"),
        "seconds": ("number", "Time of the run; only with flops_per_second.", "s"),
        "days": ("number", "The same in days; only with flops_per_second.", "days"),
        "gpu_days": ("number", "Days times GPUs; only with flops_per_second.", "GPU-days"),
    }
)
family.assumes(
    "6 FLOPs per parameter and token: 2 forward, 4 backward. All GPUs reach the utilization; a day has "
    "86,400 seconds; GPU-days are days times GPUs.",
)


@family.mistake(
    of="flops",
    says="You counted 2 FLOPs per parameter and token, the forward pass alone. The backward pass adds 4: together 6.",
)
def forward_pass_only(parameters: float, tokens: float) -> float:
    return 2 * parameters * tokens


@family.mistake(of="flops", says="You left out the 6: each parameter takes 6 FLOPs for each training token.")
def six_forgotten(parameters: float, tokens: float) -> float:
    return parameters * tokens


@family.mistake(
    of="rate", says="You took the peak. Multiply it by the utilization: only that share is reached."
)
def peak_for_sustained(flops_per_second: float, gpus: int, utilization: float) -> float:
    if utilization == 1:
        raise NotApplicable
    return flops_per_second * gpus


@family.mistake(
    of="rate", says="You divided by the utilization. GPUs reach less than their peak: multiply by it."
)
def divided_by_utilization(flops_per_second: float, gpus: int, utilization: float) -> float:
    if utilization == 1:
        raise NotApplicable
    return flops_per_second * gpus / utilization


@family.mistake(
    of="rate", says="You took one GPU. All of them work at the same time: multiply by their number."
)
def one_gpu(flops_per_second: float, gpus: int, utilization: float) -> float:
    if gpus == 1:
        raise NotApplicable
    return flops_per_second * utilization


@family.mistake(of="days", says="Those are hours. Divide the seconds by 86,400, which is 24 times 3,600.")
def hours_for_days(seconds: float) -> float:
    return seconds / 3600


@family.mistake(
    of="gpu_days", says="Those are days of the whole cluster. Every GPU counts: multiply by their number."
)
def days_for_gpu_days(days: float, gpus: int) -> float:
    if gpus == 1:
        raise NotApplicable
    return days


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    sizes, billions, rates = {
        "warm-up": ((2e8, 4e8, 5e8, 8e8, 1e9), (5, 10, 20, 40), (1e14, 2e14, 4e14)),
        "exam": ((5e8, 1e9, 1.5e9, 2e9, 3e9, 7e9), (10, 20, 40, 60, 100, 140), (1e14, 2e14, 3.12e14, 5e14)),
        "hard": ((1.3e9, 2.7e9, 6.7e9, 8e9, 1.3e10), (100, 150, 180, 300, 360), (1.25e14, 3.12e14, 9.89e14)),
    }[level]
    gpus = {"warm-up": (1,), "exam": (8, 16, 32, 64), "hard": (24, 48, 96, 128)}[level]
    shares = {"warm-up": (1.0,), "exam": (0.3, 0.4, 0.5, 0.6), "hard": (0.32, 0.38, 0.43, 0.55)}[level]
    return {
        "parameters": rng.choice(sizes),
        "tokens": rng.choice(billions) * 1e9,
        "flops_per_second": rng.choice(rates),
        "gpus": rng.choice(gpus),
        "utilization": rng.choice(shares),
    }
