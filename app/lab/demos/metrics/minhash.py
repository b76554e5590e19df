"""MinHash on the bench: two texts become signatures, cut into bands, and the S-curve gives the chance of a find."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from app.lab.demos.demo import Asked, Goal
from app.lab.demos.metrics.metric import ROUNDED, WITHIN, Metric, by_hand, plain, told
from app.web.languages.languages import N_
from engine import chain
from engine.chain import Run
from engine.demos.metrics import bench
from engine.demos.metrics.bench import MOST_HASHES, Likeness
from engine.families.data import lsh_probability
from engine.solutions.pictures import Curve, Line
from engine.solutions.worked_solution import Line as Told

POINTS = 40  # of a curve
FEW = 100  # hash functions
APART = 0.06  # from this distance on, two marks can be told apart


@dataclass(frozen=True, kw_only=True)
class MinHash(Metric):
    """``bands`` times ``rows`` is the number of hash functions; ``seed`` draws them, which moves only the estimate."""

    label = "MinHash"
    prediction_fields = ("text_a", "text_b", "shingle", "bands", "rows")

    text_a: str
    text_b: str
    shingle: int
    bands: int
    rows: int
    seed: int

    @property
    def hashes(self) -> int:
        return self.bands * self.rows

    @property
    def texts(self) -> tuple[str, str]:
        return plain(self.text_a), plain(self.text_b)

    @property
    def wrong(self) -> str:
        if min(map(len, self.texts)) < self.shingle:
            return N_("Each text needs at least as many characters as a shingle has.")
        if self.hashes > MOST_HASHES:
            return N_("Bands times rows is the number of hash functions: 500 at most here.")
        return ""

    @cached_property
    def likeness(self) -> Likeness:
        rng = np.random.default_rng(self.seed)
        return bench.minhash(*self.texts, self.shingle, self.hashes, rng)

    @property
    def similarity(self) -> float:
        """The Jaccard similarity as it is shown; everything after it is computed with these two decimals."""
        return round(self.likeness.jaccard, 2)

    @cached_property
    def chance(self) -> float:
        return self.at(self.similarity)

    def at(self, similarity: float) -> float:
        return curved(similarity, self.bands, self.rows)

    @property
    def swapped(self) -> float:
        """The chance if bands and rows are confused."""
        return curved(self.similarity, self.rows, self.bands)

    @property
    def threshold(self) -> float:
        return bench.threshold(self.bands, self.rows)

    @property
    def asked(self) -> Asked:
        """Accepts results that keep four decimals on the way, with s in two or four decimals or not rounded at all."""
        jaccard = self.likeness.jaccard
        roads = [by_hand(self.run_of(s), "probability") for s in (self.similarity, round(jaccard, 4))]
        farthest = max(abs(road - self.chance) for road in (*roads, self.at(jaccard)))
        within = max(WITHIN, farthest + ROUNDED)
        return Asked(
            words=f"chance with {self.bands} bands of {self.rows} rows",
            outcome=self.chance,
            within=within,
            least=0,
            most=1,
        )

    def picture(self, predicted: float | None) -> Curve:
        shapes = dict.fromkeys(((self.bands, self.rows), (self.rows, self.bands)))
        lines = [
            Line(f"{b} bands of {r} rows", tuple((s, curved(s, b, r)) for s in np.linspace(0, 1, POINTS + 1).tolist()))
            for b, r in shapes
        ]  # fmt: skip
        lines.append(Line(f"threshold {self.threshold:.2f}", ((self.threshold, 0.0), (self.threshold, 1.0))))
        said = predicted is not None and 0 <= predicted <= 1
        near = predicted is not None and abs(predicted - self.chance) < APART
        marks = [("this pair, and you" if said and near else "this pair", self.similarity, self.chance)]
        if predicted is not None and said and not near:
            marks.append(("you", self.similarity, predicted))
        about = "The chance to become a candidate pair, by similarity; beside it the curve with bands and rows swapped"
        return Curve("The S-curve", about, "Jaccard similarity s", "chance", tuple(lines), marks=tuple(marks))

    @property
    def agreeing(self) -> list[int]:
        """Number of agreeing rows in each band."""
        return [int(rows) for rows in self.likeness.same(self.bands).sum(axis=1)]

    @property
    def band(self) -> int:
        """The first of the bands that agree most."""
        return self.agreeing.index(max(self.agreeing))

    @property
    def band_rows(self) -> list[tuple[int, int, int, bool]]:
        """The rows of that band: the number of each hash function, and the least hash of both texts."""
        first = self.band * self.rows
        return [
            (place + 1, int(self.likeness.signature_a[place]), int(self.likeness.signature_b[place]),
             bool(self.likeness.signature_a[place] == self.likeness.signature_b[place]))
            for place in range(first, first + self.rows)
        ]  # fmt: skip

    @property
    def exact(self) -> Run:
        return self.run_of(self.similarity)

    def run_of(self, similarity: float) -> Run:
        numbers = self.numbers | {"similarity": similarity}
        return chain.run(lsh_probability.family, lsh_probability.Parameters(**numbers))

    @property
    def arithmetic(self) -> list[Told]:
        return told(self.exact, *self.exact.steps)

    @property
    def goals(self) -> list[Goal]:
        return [
            Goal(N_("With 100 hash functions at most, pairs with s = 0.8 are found with 0.99 or more, and pairs with "
                    "s = 0.3 with 0.05 or less."),
                 self.hashes <= FEW and self.at(0.8) >= 0.99 and self.at(0.3) <= 0.05),
            Goal(N_("Swapping bands and rows changes the chance of your pair by more than 0.9."),
                 abs(self.chance - self.swapped) > 0.9),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        return "one-band-is-enough"

    @property
    def numbers(self) -> dict[str, Any]:
        return {"similarity": self.similarity, "bands": self.bands, "rows": self.rows}


def curved(similarity: float, bands: int, rows: int) -> float:
    return float(bench.s_curve(np.array(similarity), bands, rows))
