"""The choices for word vectors that are trained live, and their limits; known without torch."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.demos.gpt.settings import OutOfRange

RANGES: Mapping[str, tuple[float, float]] = {
    "dimensions": (2, 64), "window": (1, 9), "noise": (1, 20), "often": (1e-4, 1), "steps": (1, 5000),
    "batch": (1, 2048), "rate": (1e-4, 0.2),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """``window``: words to each side; ``noise``: K; ``often``: words above this share of the text are thinned out, 1
    thins none; ``rate`` of Adam, which falls in a straight line to a tenth."""

    dimensions: int = 24
    window: int = 4
    noise: int = 5
    often: float = 3e-3
    steps: int = 1200
    batch: int = 512
    rate: float = 0.02


def checked(settings: Settings) -> Settings:
    """Raises OutOfRange, in a sentence, for a setting out of its range."""
    for name, (least, most) in RANGES.items():
        if not least <= getattr(settings, name) <= most:
            raise OutOfRange(f"{name} must be from {least:g} to {most:g}, not {getattr(settings, name):g}")
    return settings


def chosen(payload: Mapping[str, Any]) -> Settings:
    """Settings with defaults for what was not chosen; other keys are ignored. Raises OutOfRange."""
    known = {field.name for field in fields(Settings)}
    return checked(Settings(**{name: value for name, value in payload.items() if name in known}))
