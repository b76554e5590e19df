"""A pipeline waits while it fills and while it empties: more micro-batches make that a smaller share of the time."""

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_lowercase

from engine.families.systems.pipeline_bubble import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import counted, moved, shown
from engine.solutions.pictures import Box, Boxes

FIRST, OTHERS, IDLE = SHADES = ("micro-batch a", "other micro-batches", "idle")

BATCHES = Slider("micro_batches", "Micro-batches", 4, least=1, most=16)
STAGES = Slider("stages", "Stages", 4, least=2, most=6)

figure = Figure(
    "pipeline-bubble",
    "Stages that wait",
    family="pipeline_bubble",
    section="2.8",
    question="processors-that-wait",
    start={},
    handles=(BATCHES, STAGES),
    opens=lambda here: ("fraction", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle]:
    """As many boxes as one can still tell apart."""
    return replace(BATCHES, most=24), replace(STAGES, most=10)


@figure.draws
def timetable(here: Frame) -> Boxes:
    """Stage s works on micro-batch b in slot s + b, all counted from 0 (Huang et al. 2019, figure 2)."""
    batches, slots = here["micro_batches"], here["slots"]

    def box(batch: int) -> Box:
        if not 0 <= batch < batches:
            return Box("", IDLE, wide=1 / slots)
        return Box(ascii_lowercase[batch], FIRST if batch == 0 else OTHERS, wide=1 / slots)

    return Boxes(
        f"{here['stages']} stages, {slots} time slots from left to right",
        "One row per stage, one box per time slot. Each micro-batch goes to the next stage one slot later.",
        tuple(
            (f"stage {stage + 1}", tuple(box(slot - stage) for slot in range(slots)))
            for stage in range(here["stages"])
        ),
        shades=SHADES,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    idle, slots, share = now["idle"], now["slots"], shown(now["fraction"])
    waits = f"{idle} of {slots} slots"
    if now["micro_batches"] == 1:
        return f"With one micro-batch only one stage works at a time: each is idle in {waits}, a share of {share}."
    if before is None:
        return f"Each stage is idle in {waits}, a share of {share}: it waits while the pipeline fills or empties."
    told = moved("The idle share", before["fraction"], now["fraction"])
    if before["stages"] != now["stages"]:
        return f"{told}: each stage waits for all the others once, in {waits}."
    return f"{told}: filling and emptying still costs {counted(idle, 'slot')}, but now of {slots}."
