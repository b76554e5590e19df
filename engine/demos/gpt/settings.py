"""The choices for a GPT that is trained live, and their limits; known without torch."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.demos.gpt.names import CONTEXT, vocabulary

MOST_PARAMETERS = 800_000
OPTIMISERS = ("adamw", "sgd")


class OutOfRange(ValueError):
    """A model or a plan that is not trained here; the text says what may be chosen."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """A GPT and how it is trained; the names are those of ``gpt.Shape`` and ``training.Plan``.

    Every ``samples_every`` steps it is validated, and names are sampled from it.
    """

    seed: int = 1
    layers: int = 2
    width: int = 32
    heads: int = 4
    dropout: float = 0.0
    steps: int = 500
    batch: int = 32
    rate: float = 3e-3
    warm_up: int = 20
    falls: bool = True
    optimiser: str = "adamw"
    samples_every: int = 50

    @property
    def parameters(self) -> int:
        """Counts embeddings, blocks with two norms, attention (4 C^2) and MLP (8 C^2) each, the last norm and the
        head."""
        vocabulary_size, width = len(vocabulary()), self.width
        block = 12 * width**2 + 4 * width
        return (2 * vocabulary_size + CONTEXT) * width + self.layers * block + 2 * width


RANGES: Mapping[str, tuple[str, float, float]] = {
    "seed": ("The seed", 0, 2**31 - 1),
    "layers": ("The number of layers", 1, 6),
    "width": ("The width", 16, 128),
    "heads": ("The number of heads", 1, 8),
    "dropout": ("The dropout", 0, 0.5),
    "steps": ("The number of steps", 10, 2000),
    "batch": ("The batch size", 4, 64),
    "rate": ("The learning rate", 1e-5, 0.1),
    "warm_up": ("The number of warm-up steps", 0, 500),
    "samples_every": ("The number of steps between samples", 5, 500),
}


def within(name: str, value: float) -> None:
    """Raises OutOfRange where a setting of this name may not be this number."""
    words, low, high = RANGES[name]
    if not low <= value <= high:
        raise OutOfRange(f"{words} lies between {low:.7g} and {high:.10g}.")


def checked(chosen: Mapping[str, Any]) -> Settings:
    """The settings, with defaults for what was not chosen; other keys are passed over. Raises OutOfRange."""
    known = {field.name for field in fields(Settings)}
    settings = Settings(**{name: value for name, value in chosen.items() if name in known})
    for name in RANGES:
        within(name, getattr(settings, name))
    if settings.width % settings.heads:
        raise OutOfRange(f"The width is a multiple of the number of heads, and {settings.width} is none of "
                         f"{settings.heads}.")  # fmt: skip
    if settings.optimiser not in OPTIMISERS:
        raise OutOfRange(f"The optimiser is one of: {', '.join(OPTIMISERS)}.")
    if settings.parameters > MOST_PARAMETERS:
        raise OutOfRange(
            f"This model has {settings.parameters:,} parameters; up to {MOST_PARAMETERS:,} are trained here. "
            "Take fewer layers, or a smaller width."
        )
    return settings
