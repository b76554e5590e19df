"""What the job runner does for a live run of the lab: trains a model and tells a point after every step.

Only its worker ever imports torch.
"""

from collections.abc import Mapping
from typing import Any

from app.beating import Report
from engine.demos.gpt_settings import checked


def train(payload: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """The last step, its validation loss and names; ``diverged``: the loss became no number, and nothing more came.

    Raises OutOfRange.
    """
    from engine.demos import live_gpt

    settings = checked(payload)
    steps = live_gpt.seeded(settings, lambda: float(report.steering.get("rate", settings.rate)))
    last: dict[str, Any] = {"parameters": settings.parameters, "diverged": False}
    for step, point in steps:
        report.tell(step, point)
        last |= {"step": step, "diverged": step > 0 and point["loss"] is None}
        last |= {name: point[name] for name in ("validation", "names") if name in point}
        report(step, settings.steps)
    return last
