"""Worked examples that fade: at each stage more of the last lines are left to the learner, until all of them are.

At stage 0 the whole example is told. Lines are handed over from the end: whoever does the last line sees all that leads
there worked out. The next stage follows from how the earlier sheets went; nothing else is kept.
"""

from collections.abc import Iterable

MOST_STAGES = 5
LEAD_BACK = 2  # failures in a row at a stage


def stages(lines: int) -> int:
    """Returns the stage at which all lines of an example are asked."""
    return min(lines, MOST_STAGES)


def lines_asked(stage: int, lines: int) -> int:
    """Returns how many of the last lines are asked: one more at each stage; of a long example first one, then evenly
    more up to all of them."""
    last = stages(lines)
    if stage >= last:
        return lines
    return 1 + round((lines - 1) * (stage - 1) / (last - 1)) if stage else 0


def next_stage(history: Iterable[tuple[int, bool]]) -> int:
    """Returns the stage after these sheets, oldest first, each with its stage and whether all of its lines were right:
    a success leads on, two failures in a row lead back one. A sheet of another stage counts from there."""
    stage = failures = 0
    for at, right in history:
        failures = 0 if right or at != stage else failures
        stage = at
        if right:
            stage += 1
            continue
        failures += 1
        if failures == LEAD_BACK:
            stage, failures = max(stage - 1, 0), 0
    return stage
