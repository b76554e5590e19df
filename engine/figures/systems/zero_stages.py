"""ZeRO: what every GPU holds twice is shared out, the optimizer states first, then the gradients, then the weights."""

from collections.abc import Sequence
from dataclasses import replace

from engine.chain import Run, run
from engine.families.systems.zero_memory import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import adds_up, fitting, grouped
from engine.solutions.pictures import Box, Boxes

WEIGHTS, GRADIENTS, OPTIMIZER = PARTS = ("weights", "gradients", "optimizer states")
SHARED = ("nothing", "the optimizer states", "optimizer states and gradients", "all three parts")
CARD = 80  # GB

STAGE = Slider("stage", "ZeRO stage", 0, least=0, most=3)
GPUS = Slider("gpus", "GPUs", 8, least=2, most=64)
BILLIONS = Slider(
    "billions", "Parameters, in billions", 7, least=1, most=70,
    puts=lambda parameters, billions: {"parameters": billions * 1e9},
    gets=lambda given: given["parameters"] / 1e9,
)  # fmt: skip

figure = Figure(
    "zero-stages",
    "What each GPU has to hold",
    family="zero_memory",
    section="2.8",
    question="nothing-twice",
    start={},
    handles=(STAGE, GPUS, BILLIONS),
    opens=lambda here: ("per_gpu_gb", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle]:
    """More GPUs and larger models than by themselves."""
    return STAGE, replace(GPUS, most=1024), replace(BILLIONS, most=1000)


def stages(here: Frame) -> list[Run]:
    return [run(here.run.family, here.run.parameters.replace(stage=stage)) for stage in range(4)]


def parts(all_stages: list[Run], stage: int) -> tuple[float, ...]:
    """The weights, gradients and optimizer states that one GPU holds: each stage shares out one part more than the one
    before, the last part first."""
    kept = [float(there.reached["kept_gb"]) for there in all_stages]
    share = [float(there.reached["share_gb"]) for there in all_stages]
    return tuple(share[n] - share[n - 1] if n <= stage else kept[n - 1] - kept[n] for n in (3, 2, 1))


def gb(amount: float) -> str:
    """An amount of memory with its thousands apart."""
    return grouped(amount, 2)


@figure.draws
def rows(here: Frame) -> Boxes:
    all_stages = stages(here)
    most = max(CARD, float(all_stages[0].reached["per_gpu_gb"]))

    def row(stage: int) -> tuple[str, tuple[Box, ...]]:
        size = gb(float(all_stages[stage].reached["per_gpu_gb"]))
        held = parts(all_stages, stage)
        texts = fitting(
            lambda places: tuple(grouped(part, places) for part in held), lambda texts: adds_up(texts, size)
        )
        boxes = tuple(
            Box(text, name, wide=part / most) for text, name, part in zip(texts, PARTS, held, strict=True)
        )
        return f"stage {stage}{', here' * (stage == here['stage'])}: {size} GB", boxes

    return Boxes(
        "Training state on one GPU, in GB",
        "One row per stage of ZeRO, as wide as the memory that it takes. Below them a card, on the same scale.",
        (*map(row, range(4)), (f"a card has {CARD} GB", (Box(f"{CARD}", wide=CARD / most),))),
        shades=PARTS,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    stage, gpus, size, kept = now["stage"], now["gpus"], float(now["per_gpu_gb"]), float(now["kept_gb"])
    share = f"{SHARED[stage]} are shared out, so that each GPU holds one part in {gpus} of them"
    if before is None:
        if stage:
            return f"Each of {gpus} GPUs holds {gb(size)} GB: {share}."
        optimizer = gb(parts(stages(now), stage)[2])
        return f"Each of {gpus} GPUs holds the same {gb(size)} GB. Most of them, {optimizer}, are optimizer states."
    told = change(float(before["per_gpu_gb"]), size)
    if before["billions"] != now["billions"]:
        fits = "fits" if size <= CARD else "does not fit"
        return f"{told}, in proportion to the parameters. That {fits} on a card of {CARD} GB."
    if before["gpus"] != now["gpus"]:
        if stage == 0:
            return f"{told}: at stage 0 nothing is shared, so more GPUs save no memory."
        if stage == 3:
            return f"{told}: nothing is held twice, so twice the GPUs means half the memory on each."
        return f"{told}: {gb(kept)} GB stay on every GPU, however many there are."
    if stage == 0:
        return f"{told}: every GPU holds everything, {gpus} times the same numbers."
    return f"{told}: {share}."


def change(was: float, size: float) -> str:
    if gb(was) == gb(size):
        return f"The memory on each GPU stays at {gb(size)} GB"
    return f"The memory on each GPU {'rises' if size > was else 'falls'} from {gb(was)} to {gb(size)} GB"
