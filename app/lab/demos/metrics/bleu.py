"""BLEU on the bench: the visitor's own candidate against references, from single clipped counts to the score."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.lab.demos.demo import Asked, Goal
from app.lab.demos.metrics.edits import Edits
from app.lab.demos.metrics.metric import MOST, ROUNDED, WITHIN, Metric, beside, by_hand, plain, told
from app.web.languages.languages import N_
from engine.chain import Run
from engine.demos.metrics import bench, overlap
from engine.demos.metrics.overlap import Clipped
from engine.solutions.pictures import Bars, Curve, Line
from engine.solutions.worked_solution import Line as Told

QUESTIONS = {"1": "a-translation-that-stutters", "2": "clip-the-matches", "4": "up-to-four-words-in-a-row"}
OFFERED = 16  # words that may be put in the place of another one
ENOUGH = 5  # words a candidate needs to be able to match four in a row


@dataclass(frozen=True)
class Bleu(Metric):
    """A candidate against ``references``, one a line; ``size`` says which n-grams are shown one by one, ``tile`` which
    word of the candidate is chosen, 0 for none."""

    label = "BLEU"
    prediction_fields = ("candidate", "references", "order")

    candidate: str
    references: str
    order: str
    size: int
    tile: int

    @property
    def words(self) -> str:
        return plain(self.candidate)

    @property
    def others(self) -> list[str]:
        return [plain(line) for line in self.references.splitlines() if line.strip()]

    @property
    def wrong(self) -> str:
        if not self.words or not self.others:
            return N_("Type a candidate, and at least one reference: a few words each.")
        if any(len(text.split()) > bench.MOST_WORDS for text in (self.words, *self.others)):
            return N_("A text may have 60 words here. Take a sentence or two.")
        return ""

    @cached_property
    def exact(self) -> Run:
        return bench.bleu(self.words, self.others, int(self.order))

    @property
    def asked(self) -> Asked:
        """Accepts the result of rounding every step to two decimals."""
        score = float(self.exact.reached["bleu"])
        rounded = by_hand(self.exact, "bleu")
        return Asked(
            words=f"BLEU-{self.order}",
            outcome=score,
            within=max(WITHIN, abs(rounded - score) + ROUNDED),
            least=0,
            most=1,
        )

    @property
    def sizes(self) -> list[int]:
        """The lengths of n-grams that count here."""
        return list(range(1, int(self.order) + 1))

    @property
    def looked_at(self) -> int:
        return min(self.size, self.sizes[-1])

    @property
    def ngrams(self) -> list[Clipped]:
        return overlap.clipped(self.words, self.others, self.looked_at)

    @property
    def matches(self) -> int:
        return int(self.exact.reached[f"matches_{self.looked_at}"])

    @property
    def total(self) -> int:
        return int(self.exact.reached[f"total_{self.looked_at}"])

    @property
    def chosen(self) -> int:
        return self.tile if self.tile <= len(self.words.split()) else 0

    @property
    def edits(self) -> Edits:
        return Edits(tuple(self.words.split()), self.chosen - 1)

    @property
    def offered(self) -> list[str]:
        """Other words of the references, for the place of the chosen word, such that the candidate stays short
        enough."""
        here = self.words.split()[self.chosen - 1]
        others = dict.fromkeys(word for text in self.others for word in text.split() if word != here)
        room = MOST - len(self.words) + len(here)
        return [word for word in others if len(word) <= room][:OFFERED]

    @property
    def marked(self) -> list[list[tuple[str, bool]]]:
        """The words of the candidate and of each reference, each with whether it is in an n-gram that counts."""
        mine, theirs = overlap.counted_places(self.words, self.others, self.looked_at)
        reach = range(self.looked_at)
        return [
            [(word, any(place - back in begins for back in reach)) for place, word in enumerate(text.split())]
            for text, begins in zip((self.words, *self.others), (mine, *theirs), strict=True)
        ]

    def picture(self, predicted: float | None) -> Bars:
        reached = self.exact.reached
        values = {f"{n}-grams": float(reached[f"precision_{n}"]) for n in self.sizes}
        values |= {
            "mean": float(reached["geometric_mean"]),
            "brevity": float(reached["brevity_penalty"]),
            "BLEU": float(reached["bleu"]),
        }
        about = "Precision of each length, their geometric mean, the brevity penalty, and mean times penalty: BLEU"
        return beside("From the precisions to BLEU", about, values, "BLEU", predicted)

    @property
    def growing(self) -> Curve:
        """Draws BLEU word by word, from no words, which score 0."""
        grown = bench.word_by_word(self.words, self.others, int(self.order))
        lines = {
            "BLEU": [one.bleu for one in grown],
            "geometric mean": [one.geometric_mean for one in grown],
            "brevity penalty": [one.brevity_penalty for one in grown],
        }
        return Curve(
            "The candidate, read word by word",
            "BLEU, geometric mean and brevity penalty of its first words",
            "words read", "score",
            tuple(Line(name, tuple((float(n), y) for n, y in enumerate((0.0, *ys)))) for name, ys in lines.items()),
        )  # fmt: skip

    @property
    def arithmetic(self) -> list[Told]:
        precisions = (f"precision_{n}" for n in self.sizes)
        return told(self.exact, *precisions, "geometric_mean", "brevity_penalty", "bleu")

    @property
    def goals(self) -> list[Goal]:
        reached = self.exact.reached
        every_word = reached["precision_1"] == 1 and reached["length"] >= ENOUGH
        return [
            Goal(N_("Every word of a candidate of five words or more matches, and still BLEU-4 is 0."),
                 self.order == "4" and every_word and reached["bleu"] == 0),
            Goal(N_("Everything in the candidate matches (geometric mean 1), and BLEU-4 is below 0.5."),
                 self.order == "4" and reached["geometric_mean"] == 1 and reached["bleu"] < 0.5),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        return QUESTIONS[self.order]

    @property
    def numbers(self) -> dict[str, Any]:
        """Parameters of an exercise; the question itself sets the length of its n-grams."""
        return {"candidate": self.words, "references": self.others}
