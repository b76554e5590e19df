"""Perplexity on the bench: one held-out text under tokenizers of more and more merges, per token, word and
character."""

from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import Any

from app.lab.demos.demo import Asked, Goal
from app.lab.demos.metrics.metric import ROUNDED, Metric, beside, plain
from app.web.languages.languages import N_
from engine.demos.metrics import bench
from engine.demos.metrics.bench import Guess, PerUnit
from engine.demos.tokens import bpe_steps
from engine.demos.tokens.bpe_steps import LONGEST_WORD
from engine.solutions.pictures import Bars, Curve, Line

SHOWN = 12  # tokens shown one by one
SMALL = 6  # tokens of an exercise
ROOM = 2  # times the largest number: the picture's room for a prediction
NEAR = 0.01  # of the perplexity: the error of a cross-entropy with two decimals


@dataclass(frozen=True)
class Perplexity(Metric):
    """``merges`` are learned from ``text``, if it has as many; counts of its tokens, plus one each, predict
    ``held_out``."""

    label = "Perplexity"
    prediction_fields = ("text", "held_out", "merges")

    text: str
    held_out: str
    merges: int

    @property
    def learned_from(self) -> str:
        return plain(self.text)

    @property
    def other(self) -> str:
        return plain(self.held_out)

    @property
    def wrong(self) -> str:
        if not self.learned_from or not self.other:
            return N_("Type both texts: one to learn from, and one that is held out.")
        if any(len(word) > LONGEST_WORD for word in f"{self.learned_from} {self.other}".split()):
            return N_("A word may have 60 characters here.")
        if set(self.other) - set(self.learned_from) - {" "}:
            return N_("Every character of the held-out text must occur in the text that is learned from.")
        return ""

    @cached_property
    def learned(self) -> int:
        """The number of merges: fewer than were wanted if every word has become one token."""
        return len(list(bpe_steps.learn(bpe_steps.frequencies(self.learned_from), self.merges)))

    @cached_property
    def guesses(self) -> list[Guess]:
        return bench.guesses(self.learned_from, self.other, self.learned)

    @property
    def nats(self) -> float:
        return sum(guess.nats for guess in self.guesses)

    @cached_property
    def units(self) -> dict[int, list[PerUnit]]:
        """Perplexities after 0, 1 ... merges, up to those that were learned."""
        return bench.across_tokenizers(self.learned_from, self.other, range(self.learned + 1))

    @property
    def here(self) -> list[PerUnit]:
        """Perplexities after the learned merges: per token, word and character."""
        return self.units[self.learned]

    @property
    def asked(self) -> Asked:
        """Accepts the result from the page's nats with the cross-entropy rounded to two decimals."""
        tokens, outcome = len(self.guesses), self.here[0].perplexity
        on_paper = exp(round(round(self.nats, 2) / tokens, 2))
        within = max(NEAR * outcome, abs(on_paper - outcome)) + ROUNDED
        return Asked(
            words=f"perplexity per token after {self.learned} merges", outcome=outcome, within=within, least=1
        )

    def picture(self, predicted: float | None) -> Bars:
        values = {"per token": self.here[0].perplexity, "per letter": self.here[2].perplexity}
        about = "The same text with the same probability, shared out over its tokens and over its letters"
        largest = max(values.values())
        most = max(largest, min(predicted or 0.0, ROOM * largest))
        return beside(f"Perplexity after {self.learned} merges", about, values, "per token", predicted, most)

    @property
    def growing(self) -> Curve | None:
        """Draws the perplexities up to this number of merges; those of more merges are to be predicted."""
        if not self.learned:
            return None
        lines = {"per token": 0, "per letter": 2}
        return Curve(
            "Perplexity, merge by merge",
            "Of the held-out text, per token and per letter",
            "merges", "perplexity",
            tuple(
                Line(name, tuple((float(merges), units[place].perplexity) for merges, units in self.units.items()))
                for name, place in lines.items()
            ),
        )  # fmt: skip

    @property
    def first(self) -> list[Guess]:
        return self.guesses[:SHOWN]

    @property
    def goals(self) -> list[Goal]:
        tokens, _, letters = zip(
            *((unit.perplexity for unit in units) for units in self.units.values()), strict=True
        )
        return [
            Goal(N_("Per token the perplexity is 1.5 times that without merges or more, per letter a quarter or less."),
                 tokens[-1] >= 1.5 * tokens[0] and letters[-1] <= letters[0] / 4),
            Goal(N_("The last merge has made the held-out text worse per letter."),
                 len(letters) > 1 and letters[-1] > letters[-2]),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        return "surprise-of-a-sentence"

    @property
    def numbers(self) -> dict[str, Any]:
        """Parameters of an exercise: the first tokens, with their probabilities as they are shown."""
        return {"probabilities": [round(guess.probability, 3) for guess in self.guesses[:SMALL]]}
