"""A GPT learns: the visitor predicts how far its loss falls, then it is trained live, and the curve is drawn as it
comes."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from math import log
from typing import Any

from app.lab.demos import demo
from app.lab.demos.chart import Chart
from app.lab.demos.demo import Asked, Goal
from app.lab.demos.letters import Word
from app.lab.demos.trained import Knob, Trained
from app.web.languages.languages import N_
from engine.demos import recording
from engine.demos.gpt import forward
from engine.demos.gpt import settings as gpt_settings
from engine.demos.gpt.names import CONTEXT, EDGE, HELD_OUT, decode, encode, split, vocabulary
from engine.demos.gpt.settings import OutOfRange, Settings
from engine.demos.ladder import ngram
from engine.mathematics import softmax
from engine.solutions.pictures import Curve

WITHIN = 0.105  # nats per token: a tenth, as both losses are shown
HEADS = 4  # of the model that is shipped
LABELS = {"rate": N_("Learning rate"), "dropout": N_("Dropout"), "batch": N_("Names in a batch")}
KNOBS = {
    name: Knob(label, *gpt_settings.RANGES[name], whole=name == "batch") for name, label in LABELS.items()
}
ABOUT = "Cross-entropy in nats per token, over the steps of training"


@dataclass(frozen=True, kw_only=True, slots=True)
class State(demo.State):
    """The settings, as ``engine.demos.gpt.settings`` has them; the page tells which of them are out of range.

    The defaults are chosen so that neither the recorded run nor the bigrams, both shown beside them, give the outcome
    away.
    """

    layers: int = 2
    width: int = 16
    heads: int = 4
    steps: int = 500
    batch: int = 32
    rate: float = 3e-4
    warm_up: int = 20
    falls: bool = True
    dropout: float = 0.0
    optimiser: str = "adamw"
    seed: int = 1

    @classmethod
    def limits(cls, name: str) -> tuple[float, float]:
        return gpt_settings.RANGES[name][1:]


class Learning(Trained[State]):
    name = "learning"
    title = N_("A GPT learns")
    says = N_(
        "A GPT is trained while you watch: its loss falls from ln V past that of the bigrams, and you see what it "
        "writes."
    )
    section = "2.6"
    puzzle = N_("How low does the loss of a small GPT get, and what does it write on the way?")
    minutes, cover = 15, "recorded"
    question = "gpt-of-the-lab"
    questions = (question,)
    refused = N_("This model makes no exercise. Change a setting a little.")
    state_type = State
    trained_by = "engine.demos.gpt.live"
    measured = "validation"
    steerable = KNOBS
    asked = Asked(words="validation loss", outcome=None, within=WITHIN, least=0.0)

    @property
    def wrong(self) -> str:
        try:
            gpt_settings.checked(asdict(self.state))
        except OutOfRange as error:
            return str(error)
        return ""

    @cached_property
    def settings(self) -> Settings:
        return Settings(**asdict(self.state))

    @property
    def training(self) -> Mapping[str, Any]:
        return asdict(self.settings)

    @property
    def chart(self) -> Chart:
        lines = {"loss": N_("training"), "validation": N_("held out")}
        return Chart(
            about=ABOUT,
            y=N_("nats per token"),
            lines=lines,
            levels={N_("bigrams"): self.bigram},
            low=1.8,
            high=3.6,
        )

    @property
    def uniform(self) -> float:
        """The loss of giving every token the same probability: ln V nats."""
        return log(len(vocabulary()))

    @property
    def bigram(self) -> float:
        return _bigram()

    @property
    def recorded(self) -> Curve:
        """Draws the shipped run: the model that the decoding lab decodes."""
        curve = recording.shown("reference_model")["curve"]
        points = [{"step": step, "loss": loss, "validation": held_out} for step, loss, held_out in curve]
        return self.chart.drawn("A recorded run", points)

    @property
    def measured_last(self) -> tuple[int, float] | None:
        """The last step with a loss on the held-out names, and that loss, for a run that did not come to its end."""
        points = self.run.points if self.run and not self.run.whole else ()
        found = ((int(one["step"]), one["validation"]) for one in reversed(points) if one.get("validation"))
        return next(found, None)

    @property
    def began(self) -> float:
        """The loss before the first step; until it was measured, that of a uniform distribution."""
        first = self.run.points[0] if self.run and self.run.points else {}
        return float(first.get("validation") or self.uniform)

    @property
    def written(self) -> tuple[int, Sequence[str]] | None:
        """The last step after which the model wrote names, and these."""
        points = self.run.points if self.run else ()
        found = ((int(one["step"]), one["names"]) for one in reversed(points) if one.get("names"))
        return next(found, None)

    @cached_property
    def word(self) -> Word:
        """A held-out name under the run's model at its end; before there is one, under the shipped model."""
        if self.run:
            points = (point["shares"] for point in reversed(self.run.points) if point.get("shares"))
            return Word.of(f"{HELD_OUT}{EDGE}", next(points, ()))
        weights, tokens = recording.weights("reference_model"), encode(f"{EDGE}{HELD_OUT}{EDGE}")
        state = forward.state(weights, tokens[:-1], HEADS)  # (T, C)
        shares = softmax(state @ weights["head.weight"].T)  # (T, V)
        found = [float(row[token]) for row, token in zip(shares, tokens[1:], strict=True)]
        return Word.of((decode([token]) for token in tokens[1:]), found)

    @property
    def goals(self) -> list[Goal]:
        result = (self.run.result or {}) if self.run else {}
        loss, size = result.get("validation"), self.settings.parameters
        return [
            Goal(N_("Your model beats the bigrams."), bool(loss and loss < self.bigram)),
            Goal(N_("It beats them with fewer than 15,000 parameters."),
                 bool(loss and loss < self.bigram and size < 15_000)),
            Goal(N_("A run diverges: its learning rate is so high that the loss ends above where it began, or is no "
                    "number any more. A wide model without warm-up diverges most easily, and cannot recover in few "
                    "steps."),
                 bool(result) and (loss is None or loss > max(self.began, self.uniform))),
        ]  # fmt: skip

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise: the model whose parameters are to be counted."""
        one = self.settings
        return {
            "d_model": one.width, "heads": one.heads, "kv_heads": one.heads, "d_ff": 4 * one.width,
            "layers": one.layers, "vocabulary_size": len(vocabulary()), "positions": CONTEXT,
        }  # fmt: skip


@cache
def _bigram() -> float:
    """Nats per token of the bigram counts of the names, smoothed, over those that are held out."""
    words, held_out = split()
    counts = ngram.count(words, 2)
    return log(ngram.perplexity(ngram.add_alpha(counts, 1), held_out))
