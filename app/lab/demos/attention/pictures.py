"""Attention maps with their pictures: all heads as a grid, one matrix, the loss letter by letter, one row by hand."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from app.lab.demos.attention.demo import HEADS, KEYS, LAYERS, MODEL, SIZE, WITHIN, Attention, Pass
from app.lab.demos.shades import Shades, shades
from app.web.languages.languages import N_
from engine.demos import recording
from engine.demos.attention.attention_by_hand import LETTERS, Array
from engine.mathematics import softmax
from engine.solutions.pictures import Bars, Curve, HeatMap, Line


@dataclass(frozen=True, slots=True)
class Map:
    """A head as a small picture: for each shade, its squares as an SVG path, a position being a unit."""

    name: str
    layer: int
    head: int
    off: bool
    shades: Shades
    habits: dict[str, float]


@dataclass(frozen=True, slots=True)
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


class AttentionHeads(Attention):
    @property
    def letters(self) -> list[tuple[str, bool]]:
        """The letters of the text, each with whether the loss counts it."""
        return list(zip(self.text, [False, *self.known.tolist()], strict=True))

    @property
    def guesses(self) -> tuple[float, float]:
        """The loss of guessing evenly among all letters, and among those of the text."""
        return log(len(LETTERS)), log(self.many)

    @property
    def removable(self) -> list[tuple[str, str]]:
        """Every head, as the address names it and as a page shows it."""
        names = [f"{layer}.{head}" for layer in range(1, LAYERS + 1) for head in range(1, HEADS + 1)]
        return [(name, name) for name in names]

    @property
    def next(self) -> str:
        """The head to be taken out after this one."""
        names = [name for name, _ in self.removable]
        return (
            names[(names.index(self.state.without) + 1) % len(names)]
            if self.state.without in names
            else names[0]
        )

    @property
    def slip(self) -> str:
        """The usual mistake that leads to the predicted wrong weight; "" if none does."""
        if self.state.asks != "weight" or self.made is None or self.made.right:
            return ""
        for says, weight in self._slips:
            if abs(self.made.predicted - weight) < WITHIN:
                return says
        return ""

    @property
    def _slips(self) -> list[tuple[str, float]]:
        row, state, may = self.row, self.state, np.isfinite(self.row.masked)
        scores = row.scores.astype(np.float64)
        found = []
        if state.scale:
            found.append(
                (
                    N_("This comes without the scale: divide the scores by √8 before the softmax."),
                    softmax(scores[may])[self.most],
                )
            )
            found.append(
                (
                    N_("This comes when scores are divided by 8; it is its square root, 2.83."),
                    softmax(scores[may] / SIZE)[self.most],
                )
            )
        else:
            found.append(
                (
                    N_("This comes with the scale, which is off here."),
                    softmax(scores[may] / sqrt(SIZE))[self.most],
                )
            )
        seen = [key for key in range(len(scores)) if may[key] or key in self.listed]
        if state.mask:
            found.append(
                (
                    N_("This comes without the mask: positions after the one that looks get no weight."),
                    softmax(row.scaled.astype(np.float64)[seen])[self.most],
                )
            )
        return found  # fmt: skip

    def maps(self, of: Pass) -> list[Map]:
        off = self.state.switches.off if of is self.ran else frozenset()
        return [
            Map(f"{place[0] + 1}.{place[1] + 1}", place[0] + 1, place[1] + 1, place in off,
                shades(head.weights), self.habits(place, of))
            for place, head in of.heads.items()
        ]  # fmt: skip

    def matrix(self, of: Pass) -> HeatMap:
        weights = of.heads[self.opened].weights
        names = tuple(f"{n} {letter}" for n, letter in enumerate(self.seen, 1))
        about = (
            "Each row is a position that looks; the columns are the positions it looks at. A row sums to 1."
        )
        title = f"Head {self.state.layer}.{self.state.head}"
        return HeatMap(title, about, names, names, tuple(tuple(row) for row in weights.tolist()))

    def shades_of(self, of: Pass) -> Shades:
        return shades(of.heads[self.opened].weights)

    def losses(self, predicted: float | None) -> Curve | Bars:
        """Draws the loss of each counted letter, with their mean and the prediction as levels.

        A prediction that no loss can reach, or that would flatten the curves, is not drawn. A single letter gets bars.
        """
        places = (np.flatnonzero(self.known) + 2).tolist()
        if len(places) == 1:
            return self._loss_of_one(places[0], predicted)
        lines = [Line("everything on", _over(places, self.whole.nats[self.known]))]
        if self.changed:
            lines.append(Line("as you set it", _over(places, self.ran.nats[self.known])))
        highest = max(self.guesses[0], *(nats for line in lines for _, nats in line.points))
        levels = {f"mean, {self.ran.loss:.2f}": self.ran.loss}
        if predicted is not None and 0 <= predicted <= 2 * highest:
            levels[f"your prediction, {predicted:.2f}"] = predicted
        ends = [places[0], places[-1]]
        lines += [Line(name, _over(ends, (level, level))) for name, level in levels.items()]
        about = f"Nats for each counted letter of {self.text}, by its position; the mean of them as a level"
        return Curve("Loss, letter by letter", about, "position", "nats", tuple(lines))

    def _loss_of_one(self, place: int, predicted: float | None) -> Bars:
        bars = [("everything on", self.whole.loss), ("as you set it", self.ran.loss)]
        bars = bars if self.changed else bars[:1]
        if predicted is not None and 0 <= predicted <= 2 * max(self.guesses[0], *(nats for _, nats in bars)):
            bars.append(("your prediction", predicted))
        about = f"Nats for the one letter of {self.text} that is counted, position {place}"
        return Bars("Loss of one letter", about, ("nats",), tuple((name, (nats,)) for name, nats in bars))

    def compared(self, predicted: float | None) -> Bars:
        """Draws the opened row, with the prediction beside the weight that was to be predicted."""
        weights = [
            (f"{key + 1} {self.seen[key]}", round(float(self.row.weights[key]), 3)) for key in self.listed
        ]
        said = [] if predicted is None or not 0 <= predicted <= 1 else [("you", predicted)]
        place = [name for name, _ in weights].index(f"{self.most + 1} {self.seen[self.most]}")
        bars = tuple(
            (name, (weight,)) for name, weight in [*weights[: place + 1], *said, *weights[place + 1 :]]
        )
        return Bars(f"Position {self.at} in head {self.state.layer}.{self.state.head}",
                    "The weights of this row, by position; your prediction stands below the weight it was about",
                    ("weight",), bars, most=1.0)  # fmt: skip

    @property
    def scores(self) -> list[Score]:
        """The listed positions of the opened row."""
        row, values = self.row, self.row.values[:, :2]
        exponentials = np.exp(row.masked.astype(np.float64) - self.largest)
        return [
            Score(
                key + 1, self.seen[key], float(row.scores[key]), float(row.scaled[key]),
                bool(np.isneginf(row.masked[key])), float(exponentials[key]), float(row.weights[key]),
                tuple(values[key].tolist()),
            )
            for key in self.listed
        ]  # fmt: skip

    @property
    def hides(self) -> bool:
        """True if some listed positions are hidden by the mask."""
        return any(one.hidden for one in self.scores)

    @property
    def rest_weight(self) -> float:
        return float(self.row.weights[self.others].sum())

    @property
    def rest_values(self) -> list[float]:
        """The share of the other positions in the first two numbers of the output."""
        return [*map(float, self.row.weights[self.others] @ self.row.values[self.others, :2])]

    @property
    def output(self) -> list[float]:
        return [*map(float, self.row.mixed[:2])]

    @property
    def query(self) -> list[float]:
        return [*map(float, _rounded(self.row.query))]

    @property
    def products(self) -> list[Product]:
        """The products for the positions with the largest weights, in the order of the text."""
        falling = np.argsort(-self.row.weights, kind="stable")[:KEYS]
        most = sorted(int(key) for key in falling if self.row.weights[key] > 0)
        query = _rounded(self.row.query)
        return [
            Product(
                key + 1, self.seen[key], tuple(_rounded(self.row.keys[key]).tolist()),
                tuple((query * _rounded(self.row.keys[key])).tolist()), float(self.row.scores[key]),
            )
            for key in most
        ]  # fmt: skip

    @property
    def alike(self) -> list[str]:
        """The other heads that copy with more than half of their attention."""
        off = self.state.switches.off
        return [f"{layer + 1}.{head + 1}" for layer, head in self.whole.heads
                if (layer, head) not in off and self.copies((layer, head), self.whole) > 0.5]  # fmt: skip

    def looks(self, of: Pass) -> float:
        """The largest share that any head of the second layer copies with."""
        return max(self.copies(place, of) for place in of.heads if place[0] == 1)

    @property
    def seeds(self) -> list[float]:
        """Losses of models trained from other seeds, each after the worst removal of a single head."""
        found = recording.shown(MODEL)["trainings"]
        return [
            max(head["loss_without"] for head in one["heads"])
            for name, one in found.items()
            if name.startswith("seed")
        ]

    @property
    def trained_unscaled(self) -> float:
        """The loss of a model that was trained without the scale, on the sequences of ``elsewhere``."""
        return float(recording.shown(MODEL)["trainings"]["no scale"]["loss"])


def _over(places: Iterable[int], nats: Iterable[float]) -> tuple[tuple[float, float], ...]:
    return tuple(zip(map(float, places), map(float, nats), strict=True))


def _rounded(numbers: Array) -> Array:
    """Rounds as an exercise does."""
    return numbers.astype(np.float64).round(2)
