"""The name GPT among published models: how many parameters each has, and where they are, by ``count_transformer``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

from engine import catalogue
from engine.answers.reading import Unreadable, read_number
from engine.chain import run
from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.reference.published_shapes import published_shapes
from engine.whole_model.guesses import Verdict
from engine.whole_model.stations import HEADS, LAYERS, WIDTH

NAME_GPT: Mapping[str, Any] = {
    "architecture": "decoder", "vocabulary_size": len(vocabulary()), "d_model": WIDTH, "d_ff": 4 * WIDTH,
    "layers": LAYERS, "heads": HEADS, "positions": CONTEXT, "tied": False, "norm": "layernorm", "final_norm": True,
}  # fmt: skip
PUBLISHED = {
    "GPT-2 small": "GPT-2 small",
    "Llama 3 8B": "Llama-3 8B",
    "GPT-3": "GPT-3 175B (as GPT-2 arch)",
}
NEAR = 3.0  # percentage points by which a guess may be off
SAME = 0.5  # within this it is the number of a mistake


@dataclass(frozen=True, slots=True)
class Size:
    """A model: all its parameters, and its embeddings (tables and head), attention, MLPs and norms. ``source`` is
    the paper with its shape, "" for the model that ships."""

    name: str
    total: int
    parts: Mapping[str, int]
    source: str = ""

    @property
    def side(self) -> float:
        """The side of the square in which each parameter has an area of 1."""
        return sqrt(self.total)

    def share(self, part: str) -> float:
        return self.parts[part] / self.total


@cache
def sizes() -> tuple[Size, ...]:
    """The models, from the smallest to the largest."""
    shapes = published_shapes()
    return (
        _size("The name GPT", NAME_GPT),
        *(_size(name, *shapes[published]) for name, published in PUBLISHED.items()),
    )


def _size(name: str, shape: Mapping[str, Any], source: str = "") -> Size:
    family = catalogue.find("count_transformer")
    counted = run(family, family.parameters.of(shape)).reached
    layers = shape["layers"]
    parts = {
        "embeddings": counted["embeddings"] + counted["head"],
        "attention": layers * counted["attention_per_layer"],
        "MLP": layers * counted["ffn_per_layer"],
        "norms": layers * counted["norm_per_layer"] + counted["final_norms"],
    }
    return Size(name, counted["total"], parts, source)


def mark(size: Size, typed: str) -> Verdict:
    """Marks a guess of the MLPs' share, in percent or as a part of 1; it may be off by three percentage points."""
    text = typed.strip()
    number = read_number(text)
    if isinstance(number, Unreadable):
        return Verdict(text, right=False, read=False, said=number.message)
    guess = float(number.value)
    percent = 100 * guess if 0 < guess < 1 else guess
    if abs(percent - 100 * size.share("MLP")) <= NEAR:
        return Verdict(text, right=True)
    said = next((words for words, share in mistakes(size) if abs(percent - 100 * share) <= SAME), "")
    return Verdict(text, right=False, said=said)


def mistakes(size: Size) -> Sequence[tuple[str, float]]:
    """Known mistakes, each with the share that it comes to."""
    return (
        ("This is the share of attention.", size.share("attention")),
        ("This is the share of the embeddings.", size.share("embeddings")),
        (
            "This is the share among the blocks' matrices. The embeddings count, too.",
            size.parts["MLP"] / (size.parts["MLP"] + size.parts["attention"]),
        ),
    )
