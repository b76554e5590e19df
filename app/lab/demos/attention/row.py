"""One row of a head, worked out by hand: from a query and its keys to weights, and from values to the output."""

from dataclasses import dataclass
from functools import cached_property
from math import exp, sqrt

import numpy as np

from app.web.languages.languages import N_
from engine.demos.attention import by_hand
from engine.demos.attention.by_hand import Array, Head, Switches
from engine.mathematics import softmax

SIZE = 8  # D
LISTED, LATER = 6, 2  # keys of a row shown one by one, and further ones that the mask hides
KEYS = 3  # of an exercise


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """One position in a row; ``exponential`` (the largest of the row being 1) and ``weight`` are 0 where the mask
    hides it."""

    position: int
    letter: str
    score: float
    scaled: float
    hidden: bool
    exponential: float
    weight: float
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Product:
    """A query times a key on paper, with two decimals: the key, each product and their sum; and the model's own
    result."""

    position: int
    letter: str
    key: tuple[float, ...]
    products: tuple[float, ...]
    exact: float

    @property
    def sum(self) -> float:
        return sum(self.products)


@dataclass(frozen=True)
class Row:
    """The ``head`` with the query of one ``position`` (from 1) among the ``letters`` that are read."""

    head: Head
    letters: str
    position: int
    switches: Switches

    @property
    def letter(self) -> str:
        return self.letters[self.position - 1]

    @cached_property
    def listed(self) -> list[int]:
        """Positions listed one by one, from 0 and in order: those with the largest scores, and hidden ones with
        large scores."""
        falling = [int(key) for key in np.argsort(-self.head.scores, kind="stable")]
        hidden = [key for key in falling if self.switches.mask and key >= self.position]
        return sorted([key for key in falling if key not in hidden][:LISTED] + hidden[:LATER])

    @property
    def others(self) -> list[int]:
        """Visible positions that are not listed."""
        visible = range(self.position if self.switches.mask else len(self.letters))
        return [key for key in visible if key not in self.listed]

    @property
    def largest(self) -> float:
        """The largest scaled score; it is subtracted from all of them, so that no exponential exceeds 1."""
        return float(self.head.masked.max())

    @property
    def rest(self) -> float:
        """Sum of the exponentials of ``others``, the largest of the row being 1."""
        return float(np.exp(self.head.scaled[self.others].astype(np.float64) - self.largest).sum())

    @property
    def most(self) -> int:
        """The position, from 0, with the largest weight, which is the one to be predicted."""
        return int(self.head.weights.argmax())

    @property
    def weight(self) -> float:
        """The largest weight."""
        return float(self.head.weights[self.most])

    @property
    def weight_on_paper(self) -> float:
        """The largest weight, computed from the scores as the page shows them."""
        shown = {key: round(float(self.head.scores[key]), 2) for key in self.listed}
        over = sqrt(SIZE) if self.switches.scale else 1.0
        top = shown[self.most]
        shares = [
            exp((score - top) / over) for key, score in shown.items() if np.isfinite(self.head.masked[key])
        ]
        return 1 / (sum(shares) + round(self.rest, 3))

    @property
    def scores(self) -> list[Score]:
        """The listed positions."""
        head, values = self.head, self.head.values[:, :2]
        exponentials = np.exp(head.masked.astype(np.float64) - self.largest)
        return [
            Score(
                position=key + 1,
                letter=self.letters[key],
                score=float(head.scores[key]),
                scaled=float(head.scaled[key]),
                hidden=bool(np.isneginf(head.masked[key])),
                exponential=float(exponentials[key]),
                weight=float(head.weights[key]),
                values=tuple(values[key].tolist()),
            )
            for key in self.listed
        ]

    @property
    def lists_hidden(self) -> bool:
        """True if some listed positions are hidden by the mask."""
        return any(one.hidden for one in self.scores)

    @property
    def rest_weight(self) -> float:
        return float(self.head.weights[self.others].sum())

    @property
    def rest_values(self) -> list[float]:
        """The share of the other positions in the first two numbers of the output."""
        return [*map(float, self.head.weights[self.others] @ self.head.values[self.others, :2])]

    @property
    def output(self) -> list[float]:
        return [*map(float, self.head.mixed[:2])]

    @property
    def query(self) -> list[float]:
        return [*map(float, _rounded(self.head.query))]

    @property
    def products(self) -> list[Product]:
        """The products for the positions with the largest weights, in the order of the text."""
        falling = np.argsort(-self.head.weights, kind="stable")[:KEYS]
        most = sorted(int(key) for key in falling if self.head.weights[key] > 0)
        query = _rounded(self.head.query)
        return [
            Product(
                key + 1, self.letters[key], tuple(_rounded(self.head.keys[key]).tolist()),
                tuple((query * _rounded(self.head.keys[key])).tolist()), float(self.head.scores[key]),
            )
            for key in most
        ]  # fmt: skip

    @property
    def mistakes(self) -> list[tuple[str, float]]:
        """Usual mistakes in words, each with the weight that it leads to."""
        visible = np.isfinite(self.head.masked)
        scores = self.head.scores.astype(np.float64)
        found = []
        if self.switches.scale:
            found += [
                (N_("This comes without the scale: divide the scores by √8 before the softmax."),
                 softmax(scores[visible])[self.most]),
                (N_("This comes when scores are divided by 8; it is its square root, 2.83."),
                 softmax(scores[visible] / SIZE)[self.most]),
            ]  # fmt: skip
        else:
            says = N_("This comes with the scale, which is off here.")
            found.append((says, softmax(scores[visible] / sqrt(SIZE))[self.most]))
        if self.switches.mask:
            seen = [key for key in range(len(scores)) if visible[key] or key in self.listed]
            says = N_("This comes without the mask: positions after the one that looks get no weight.")
            found.append((says, softmax(self.head.scaled.astype(np.float64)[seen])[self.most]))
        return found

    @property
    def exercise(self) -> dict[str, object]:
        """Parameters of an exercise: the query, and the positions with the largest weights."""
        given = by_hand.exercise(self.head, self.switches, KEYS)
        return {name: given[name] for name in "QKV"}


def _rounded(numbers: Array) -> Array:
    """Rounds as an exercise does."""
    return numbers.astype(np.float64).round(2)
