"""ROUGE on the bench: the overlap of a summary with a model summary, in words, in pairs, and in order."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from app.lab.demos.demo import Asked, Goal
from app.lab.demos.metrics.metric import ROUNDED, WITHIN, Metric, beside, by_hand, plain, told
from app.web.languages.languages import N_
from engine.chain import Run
from engine.demos.metrics import bench, overlap
from engine.demos.metrics.overlap import Clipped
from engine.solutions.pictures import Bars
from engine.solutions.worked_solution import Line as Told

Measure = Literal["1", "2", "l"]
QUESTIONS = {
    "1": "how-much-of-the-reference-is-there",
    "2": "a-summary-and-its-model",
    "l": "same-words-another-order",
}
MODEL = "the old bridge over the river was closed after the storm"
SUMMARY = "after the storm the bridge over the river was shut"


@dataclass(frozen=True)
class Rouge(Metric):
    """``model`` is a summary by a person, ``measure`` the one whose F1 is predicted."""

    label = "ROUGE"
    prediction_fields = ("summary", "model")

    summary: str
    model: str
    measure: Measure

    @property
    def words(self) -> str:
        return plain(self.summary)

    @property
    def reference(self) -> str:
        return plain(self.model)

    @property
    def named(self) -> str:
        return f"ROUGE-{self.measure.upper()}"

    @property
    def wrong(self) -> str:
        lengths = [len(text.split()) for text in (self.words, self.reference)]
        if min(lengths) < 2:
            return N_(
                "Type two texts of at least two words each: all three measures are shown, and ROUGE-2 counts pairs "
                "of words."
            )
        if max(lengths) > bench.MOST_WORDS:
            return N_("A text may have 60 words here. Take a sentence or two.")
        return ""

    @cached_property
    def exact(self) -> Run:
        return bench.rouge(self.words, self.reference)

    @property
    def asked(self) -> Asked:
        """Accepts the result of rounding recall and precision to two decimals."""
        name = f"f1_{self.measure}"
        score = float(self.exact.reached[name])
        rounded = by_hand(self.exact, name)
        return Asked(
            words=f"{self.named} F1",
            outcome=score,
            within=max(WITHIN, abs(rounded - score) + ROUNDED),
            least=0,
            most=1,
        )

    @property
    def table(self) -> list[tuple[str, int, float, float, float]]:
        """Rows of the table, one for each measure: the number shared, then recall, precision and F1."""
        reached = self.exact.reached
        shared = {"1": "overlap_1", "2": "overlap_2", "l": "lcs"}
        rows = []
        for sign, name in shared.items():
            recall, precision, f1 = (float(reached[f"{one}_{sign}"]) for one in ("recall", "precision", "f1"))
            rows.append((f"ROUGE-{sign.upper()}", int(reached[name]), recall, precision, f1))
        return rows

    def picture(self, predicted: float | None) -> Bars:
        values = {name: f1 for name, _, _, _, f1 in self.table}
        about = f"F1 of the three measures; {self.named} was asked for"
        return beside("F1: words, pairs, order", about, values, self.named, predicted)

    @property
    def ngrams(self) -> list[Clipped]:
        """The n-grams of ROUGE-1 or ROUGE-2, with their clipped counts."""
        return overlap.clipped(self.words, [self.reference], int(self.measure))

    @property
    def marked(self) -> list[list[tuple[str, bool]]]:
        """The words of both texts, each with whether it is in the longest common subsequence."""
        places = overlap.common_places(self.words, self.reference)
        mine, theirs = (set(found) for found in zip(*places, strict=True)) if places else (set(), set())
        return [
            [(word, place in kept) for place, word in enumerate(text.split())]
            for text, kept in ((self.words, mine), (self.reference, theirs))
        ]

    @property
    def arithmetic(self) -> list[Told]:
        return told(self.exact, *(f"{one}_{self.measure}" for one in ("recall", "precision", "f1")))

    @property
    def goals(self) -> list[Goal]:
        reached = self.exact.reached
        first = bench.rouge(SUMMARY, MODEL).reached
        better = reached["f1_1"] > first["f1_1"] and reached["f1_l"] < first["f1_l"]
        return [
            Goal(N_("With the reference that was there at first: a higher ROUGE-1 than the candidate that was there at "
                    "first, and a lower ROUGE-L."),
                 self.reference == MODEL and better),
            Goal(N_("The precision of ROUGE-1 is 1, and its F1 is below 0.3."),
                 reached["precision_1"] == 1 and reached["f1_1"] < 0.3),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        return QUESTIONS[self.measure]

    @property
    def numbers(self) -> dict[str, Any]:
        return {"candidate": self.words, "reference": self.reference}
