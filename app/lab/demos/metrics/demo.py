"""The metric bench: BLEU, ROUGE, pass@k, MinHash and perplexity, one at a time, on the visitor's own texts and
numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cached_property

from app.lab.demos.demo import Goal
from app.lab.demos.metrics import bleu, rouge
from app.lab.demos.metrics.bleu import Bleu
from app.lab.demos.metrics.metric import MOST, Metric
from app.lab.demos.metrics.minhash import MinHash
from app.lab.demos.metrics.passes import Passes
from app.lab.demos.metrics.perplexity import Perplexity
from app.lab.demos.metrics.rouge import Rouge
from app.lab.demos.metrics.state import State
from app.lab.demos.parts import Parted
from app.web.languages.languages import N_

PARTS: Mapping[str, type[Metric]] = {
    "bleu": Bleu, "rouge": Rouge, "passes": Passes, "minhash": MinHash, "perplexity": Perplexity,
}  # fmt: skip


class Metrics(Parted[State, Metric]):
    """The bench at one state; its question and everything else come from its part."""

    name = "metrics"
    title = N_("Metric bench")
    says = N_(
        "BLEU, ROUGE, pass@k, MinHash and perplexity: score your own texts by hand, then see every step."
    )
    section = "2.12"
    puzzle = N_("Which score would you work out for this text, and does the metric agree?")
    minutes, cover = 20, "picture"
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
