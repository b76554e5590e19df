"""Training state per GPU with ZeRO (Rajbhandari et al. 2020, figure 1): what data parallelism need not hold twice.

Of 16 bytes per parameter stage 1 shares out the 12 of the optimizer, stage 2 also the gradients, stage 3 also the
weights. 1 GB is 10^9 bytes.
"""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, NotNeeded, Run, run
from engine.parameters import Count, Frozen, Positive, symbol
from engine.solutions.pictures import Bars

GB, GIB = 10**9, 2**30
STATE = 16  # bytes per parameter: weights 2, gradients 2, optimizer 12 (master copy, m and v)
KEPT = {0: 16, 1: 4, 2: 2, 3: 0}
PARTS = {0: "2 + 2 + 12", 1: "2 + 2", 2: "2", 3: "0"}


class Parameters(Frozen):
    parameters: Positive = symbol("N", "parameters of the model")
    gpus: Count = symbol("G", "GPUs that share")
    stage: Annotated[int, Field(ge=0, le=3)] = symbol("s", "stage of ZeRO; 0 shares nothing")


family = Family(
    "zero_memory",
    "Training state per GPU with ZeRO",
    section="2.8",
    builds_on=("training_memory",),
    parameters=Parameters,
)


@family.step(
    "Bytes per parameter that every GPU holds in full",
    r"\text{what stage } <stage> \text{ does not share}",
    symbol="k", unit="bytes", form=Integer(), numbers=lambda stage: PARTS[stage],
)  # fmt: skip
def kept(stage: int) -> int:
    return KEPT[stage]


@family.step(
    "Bytes per parameter that are shared out", rf"{STATE} - <kept>", symbol="p", unit="bytes", form=Integer()
)
def shared(kept: int) -> int:
    return STATE - kept


@family.step(
    "Held in full", r"\frac{<kept> \cdot <parameters>}{10^9}", symbol=r"M_{\mathrm{full}}", unit="GB"
)
def kept_gb(kept: int, parameters: float) -> float | NotNeeded:
    return kept * parameters / GB if kept else NotNeeded(0.0, "Nothing is held in full: all is shared out.")


@family.step(
    "One GPU's share of the rest",
    r"\frac{<shared> \cdot <parameters>}{<gpus> \cdot 10^9}",
    symbol=r"M_{\mathrm{share}}",
    unit="GB",
)
def share_gb(shared: int, parameters: float, gpus: int) -> float | NotNeeded:
    return shared * parameters / gpus / GB if shared else NotNeeded(0.0, "Nothing is shared out.")


@family.step("Training state on one GPU", "<kept_gb> + <share_gb>", symbol="M", unit="GB")
def per_gpu_gb(kept_gb: float, share_gb: float) -> float:
    return kept_gb + share_gb


@family.picture(after="per_gpu_gb")
def stages(exact: Run) -> Bars:
    here = exact.values["stage"]
    sizes = {
        stage: run(exact.family, exact.parameters.replace(stage=stage)).reached["per_gpu_gb"]
        for stage in KEPT
    }
    return Bars(
        "The same model in every stage",
        "Memory on each GPU. Each stage shares out one more part of the training state.",
        ("GB",),
        tuple((f"stage {stage}{', here' * (stage == here)}", (size,)) for stage, size in sizes.items()),
        unit="GB",
    )


family.gives(
    {
        "kept": ("whole number", "Bytes per parameter that every GPU holds in full."),
        "shared": ("whole number", "Bytes per parameter that are shared out among the GPUs."),
        "kept_gb": ("number", "Memory of what is held in full, in GB of 10^9 bytes."),
        "share_gb": ("number", "Memory of one GPU's share of the rest."),
        "per_gpu_gb": ("number", "Training state on one GPU: both together."),
    }
)
family.assumes(
    "16 bytes per parameter: weights 2, gradients 2, optimizer state 12. Stage 1 shares out the optimizer "
    "state, 2 also the gradients, 3 also the weights. 1 GB is 10^9 bytes; activations are not counted.",
)


@family.mistake(
    of="kept",
    says="That is one stage lower. Stage 1 shares the optimizer state, 2 also the gradients, 3 also the weights.",
)
def one_stage_lower(stage: int) -> int:
    if stage == 0:
        raise NotApplicable
    return KEPT[stage - 1]


@family.mistake(
    of="kept",
    says="That is one stage higher. Stage 1 shares the optimizer state, 2 also the gradients, 3 also the weights.",
)
def one_stage_higher(stage: int) -> int:
    if stage == 3:
        raise NotApplicable
    return KEPT[stage + 1]


@family.mistake(
    of="shared",
    says="You left out the master copy. The optimizer state has 12 bytes: master copy, m and v with 4 each.",
)
def master_forgotten(kept: int) -> int:
    if kept == STATE:
        raise NotApplicable
    return STATE - kept - 4


@family.mistake(
    of="kept_gb", says="You divided by the GPUs what is not shared out. Every GPU holds this part in full."
)
def kept_divided(kept: int, parameters: float, gpus: int) -> float:
    if not kept:
        raise NotApplicable
    return kept * parameters / gpus / GB


@family.mistake(
    of="share_gb", says="You counted all that is shared out. One GPU holds only its part: divide by the GPUs."
)
def share_not_divided(shared: int, parameters: float) -> float:
    if not shared:
        raise NotApplicable
    return shared * parameters / GB


@family.mistake(of="per_gpu_gb", says="Those are all GPUs together. The memory of one GPU is asked.")
def all_gpus(right: float, gpus: int) -> float:
    return right * gpus


@family.convention("Right in GiB, which are 1024^3 bytes. GB are asked here: divide by 10^9.")
def gibibytes(given: Parameters) -> Parameters:
    """Fewer parameters take as many GB as these take GiB."""
    return given.replace(parameters=given.parameters * GB / GIB)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    tenths = {"warm-up": range(10, 101, 10), "exam": range(10, 201), "hard": range(100, 701)}[level]
    gpus = {"warm-up": (2, 4, 8), "exam": (4, 8, 16, 32), "hard": (24, 48, 64, 96)}[level]
    return {
        "parameters": rng.choice(tenths) * 1e8,
        "gpus": rng.choice(gpus),
        "stage": rng.choice((0, 1, 3) if level == "warm-up" else (1, 2, 3)),
    }
