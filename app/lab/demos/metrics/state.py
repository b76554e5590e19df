"""The state held in the address of the metric bench."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from app.lab.demos import parts
from app.lab.demos.metrics import rouge
from app.lab.demos.metrics.metric import MOST
from engine.demos.metrics.bench import MOST_WORDS


def _typed(text: str) -> str:
    """Normalises a text to what a page sends back when it was given it."""
    return "\n".join(text.replace("\0", "").splitlines())


Text = Annotated[str, Field(max_length=MOST), BeforeValidator(_typed)]


@dataclass(frozen=True, kw_only=True, slots=True)
class State(parts.State):
    part: Literal["bleu", "rouge", "passes", "minhash", "perplexity"] = "bleu"
    candidate: Text = "the cat and the dog sat on the mat"
    references: Text = (
        "the cat sat on the mat beside a small dog today\nthe cat sat on the mat by the door all morning"
    )
    order: Literal["1", "2", "4"] = "4"
    size: Annotated[int, Field(ge=1, le=4)] = 1
    tile: Annotated[int, Field(ge=0, le=MOST_WORDS)] = 0
    summary: Text = rouge.SUMMARY
    model: Text = rouge.MODEL
    measure: rouge.Measure = "l"
    p: Annotated[float, Field(ge=0, le=1)] = 0.3
    n: Annotated[int, Field(ge=1, le=100)] = 10
    k: Annotated[int, Field(ge=1, le=100)] = 5
    rounds: Annotated[int, Field(ge=1, le=10_000)] = 1_000
    seed: Annotated[int, Field(ge=0, le=10**6)] = 2
    text_a: Text = "the cat sat on the mat in the sun"
    text_b: Text = "the cat sat on a mat in the old house"
    shingle: Annotated[int, Field(ge=1, le=10)] = 3
    bands: Annotated[int, Field(ge=1, le=100)] = 5
    rows: Annotated[int, Field(ge=1, le=50)] = 4
    text: Text = "the cat sat on the mat the cat ate the rat that sat on the cat a rat at a hat"
    held_out: Text = "the rat sat on a hat on the mat"
    merges: Annotated[int, Field(ge=0, le=40)] = 4
