"""The metric bench: BLEU, ROUGE, pass@k, MinHash and perplexity, one at a time, on the visitor's own texts and
numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from app.lab.demos import parts
from app.lab.demos.demo import Goal
from app.lab.demos.metrics import bleu, rouge
from app.lab.demos.metrics.bleu import Bleu
from app.lab.demos.metrics.metric import Metric
from app.lab.demos.metrics.minhash import MinHash
from app.lab.demos.metrics.passes import Passes
from app.lab.demos.metrics.perplexity import Perplexity
from app.lab.demos.metrics.rouge import Rouge
from app.lab.demos.parts import Parted
from app.web.languages.languages import N_

PARTS: Mapping[str, type[Metric]] = {
    "bleu": Bleu, "rouge": Rouge, "passes": Passes, "minhash": MinHash, "perplexity": Perplexity,
}  # fmt: skip
MOST = 600  # characters of a text


def _typed(text: str) -> str:
    """Normalises a text to what a page sends back when it was given it."""
    return "\n".join(text.replace("\0", "").splitlines())


Text = Annotated[str, Field(max_length=MOST), BeforeValidator(_typed)]


@dataclass(frozen=True, slots=True)
class State(parts.State):
    part: Literal["bleu", "rouge", "passes", "minhash", "perplexity"] = "bleu"
    candidate: Text = "the cat and the dog sat on the mat"
    references: Text = (
        "the cat sat on the mat beside a small dog today\nthe cat sat on the mat by the door all morning"
    )
    order: Literal["1", "2", "4"] = "4"
    size: Annotated[int, Field(ge=1, le=4)] = 1
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


class Metrics(Parted[State, Metric]):
    """The bench at one state; its question and everything else come from its part."""

    name = "metrics"
    title = N_("Metric bench")
    says = N_(
        "BLEU, ROUGE, pass@k, MinHash and perplexity: score your own texts by hand, then see every step."
    )
    section = "2.12"
    questions = (
        *bleu.QUESTIONS.values(), *rouge.QUESTIONS.values(), "how-often-does-the-assistant-succeed",
        "a-hundred-samples-per-problem", "one-band-is-enough", "surprise-of-a-sentence",
    )  # fmt: skip
    refused = N_(
        "These numbers make no exercise: too little is left to compute, or a classic mistake would come to the same. "
        "Change something a little."
    )
    state_type = State
    parts = PARTS
    most = MOST

    @cached_property
    def part(self) -> Metric:
        kind = PARTS[self.state.part]
        return kind(**{field.name: getattr(self.state, field.name) for field in fields(kind)})

    @property
    def goals(self) -> Sequence[Goal]:
        return self.part.goals

    @property
    def prediction_fields(self) -> Sequence[str]:
        return ("part", *self.part.prediction_fields)
