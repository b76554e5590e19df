"""The five ways with their pictures: losses by context, encodings and biases, scores by distance, a head's
attention."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, sin

import numpy as np

from app.lab.demos.positions.demo import BEYOND, HIGHEST, NAMES, TRAINED, Positions, by_context
from engine.demos import recording
from engine.demos.positions import position_tables
from engine.demos.positions.position_tables import Kind
from engine.solutions.pictures import Curve, HeatMap, Line

WINDOW = 24  # positions in a map of queries and keys
WAVE = 32  # positions in a map of encodings
FARTHEST = 63
HEADS_DRAWN = 4
CONTEXT, LOSS = "tokens that are read", "nats per token"
ABOUT = "Loss of the same held-out tokens, by how many tokens before them are read; trained on 32"
Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entries that turn together: their angle per position, at the query and at the key, their values there, and
    the dot product of both, a summand of the score."""

    number: int
    theta: float
    angles: tuple[float, float]
    before: tuple[tuple[float, float], tuple[float, float]]
    after: tuple[tuple[float, float], tuple[float, float]]

    @property
    def product(self) -> float:
        (a, b), (c, d) = self.after
        return a * c + b * d


class PositionsLab(Positions):
    @cached_property
    def pairs(self) -> list[Pair]:
        """The arithmetic of the score: a sinusoidal encoding is (sin, cos) of each angle; RoPE turns entries by it."""
        places = self.at.query, self.at.key
        result = []
        for number, theta in enumerate(self.theta.tolist()):
            angles = places[0] * theta, places[1] * theta
            if self.state.kind == "rope":
                here = [x[2 * number : 2 * number + 2].tolist() for x in self.vectors]
                after = [
                    (a * cos(turn) - b * sin(turn), a * sin(turn) + b * cos(turn))
                    for (a, b), turn in zip(here, angles, strict=True)
                ]
            else:
                here = [[0.0, 0.0]] * 2
                after = [(sin(turn), cos(turn)) for turn in angles]
            result.append(Pair(number, theta, angles, (tuple(here[0]), tuple(here[1])), (after[0], after[1])))
        return result

    def _losses(
        self, title: str, beyond: Sequence[Kind], marks: tuple[tuple[str, float, float], ...] = ()
    ) -> Curve:
        """Draws the losses of all five, each up to the trained length; those ``beyond``, up to all lengths."""
        lines = tuple(
            Line(
                NAMES[kind],
                _points({n: x for n, x in by_context(kind).items() if n <= TRAINED or kind in beyond}),
            )
            for kind in NAMES
        )
        return Curve(title, ABOUT, CONTEXT, LOSS, lines, marks=marks)

    @property
    def before(self) -> Curve:
        """Draws the losses that may be seen before the prediction."""
        return self._losses("Up to the trained length", ())

    @property
    def system(self) -> Curve:
        beyond: Sequence[Kind] = tuple(NAMES) if self.state.every else (self.state.kind,)
        title = "All five" if self.state.every else f"Beyond the trained length: {self.kind_name}"
        marks = (("trained length", float(TRAINED), self.losses[TRAINED]),)
        return self._losses(title, beyond, (*marks, *self._said(BEYOND)))

    @property
    def table(self) -> list[tuple[str, float, float | None]]:
        """The losses at the trained length and beyond it, as far as they are shown."""
        return [
            (NAMES[kind], by_context(kind)[TRAINED],
             by_context(kind)[BEYOND] if self.state.every or kind == self.state.kind else None)
            for kind in NAMES
        ]  # fmt: skip

    @property
    def own_model(self) -> Curve | None:
        """Draws the losses of the model that was trained live; None if it produced none."""
        if not self.found:
            return None
        trained = self.state.trained
        marks = (("trained length", float(trained), self.found[trained]), *self._said(BEYOND))
        about = "Loss of the same held-out tokens, by how many tokens before them are read"
        return Curve(
            "Your model", about, CONTEXT, LOSS, (Line(self.kind_name, _points(self.found)),), marks=marks
        )

    def _said(
        self, x: float, low: float = 0.0, high: float = HIGHEST
    ) -> tuple[tuple[str, float, float], ...]:
        """The prediction as a mark, unless it lies outside all possible outcomes."""
        if self.made is None or not low <= self.made.predicted <= high:
            return ()
        return (("your prediction", x, self.made.predicted),)

    @property
    def drawn_heads(self) -> list[int]:
        """Heads of ALiBi whose bias is drawn: the first, the last, and some between."""
        count = self.at.heads
        return sorted({1 + round(n * (count - 1) / (HEADS_DRAWN - 1)) for n in range(HEADS_DRAWN)})

    @property
    def by_distance(self) -> Curve | None:
        """Draws the score at every distance, with the prediction of one; None if the way computes nothing."""
        if not self.computed:
            return None
        state, far = self.at, range(FARTHEST + 1)
        scores = [self.score(distance) for distance in far]
        spread = max(scores) - min(scores) or 1.0
        said = self._said(state.distance, min(scores) - spread, max(scores) + spread)
        came = scores[state.distance]
        marks = ((f"{came:z.2f}", float(state.distance), came), *(said if state.asks == "number" else ()))
        if state.kind == "alibi":
            lines = tuple(
                Line(
                    f"head {n}",
                    tuple((float(d), position_tables.bias(self.slopes[n - 1], d, 0)) for d in far),
                )
                for n in self.drawn_heads
            )
            about = "What is added to a score, by how far the key lies behind the query"
            return Curve("Bias by distance", about, "distance", "bias", lines, marks=marks)
        line = Line(self.kind_name, _points(dict(enumerate(scores))))
        if state.kind == "sinusoidal":
            about = "Dot product of the encodings of two positions, by how far they lie apart"
            return Curve("Dot product by distance", about, "distance", "dot product", (line,), marks=marks)
        about = "Dot product of the turned query and the turned key, by how far the key lies behind the query"
        return Curve("Score by distance", about, "distance", "score", (line,), marks=marks)

    @property
    def map(self) -> HeatMap | None:
        """Draws the position signal before any text is read; None if the way gives none or, as for the vectors
        learned in a live run, it is not known."""
        match self.state.kind:
            case "learned":
                return None if self.state.asks == "live" else _learned()
            case "sinusoidal":
                return self._waves()
            case "rope":
                return self._queries(
                    "Score of every query and key", "Along each diagonal the distance is the same."
                )
            case "alibi":
                return self._queries(
                    "Bias of the first head",
                    "All are 0 or below: the stronger the colour, the more is taken off the score.",
                )
        return None

    def _waves(self) -> HeatMap:
        state = self.at
        columns = [position_tables.sinusoidal(position, state.size).tolist() for position in range(WAVE)]
        names = tuple(f"{one} {pair}" for pair in range(state.size // 2) for one in ("sin", "cos"))
        framed = tuple(
            (row, place) for place in {state.query, state.key} if place < WAVE for row in range(state.size)
        )
        about = "Column by column a position, row by row an entry of its encoding; below 0 hatched"
        return HeatMap(
            "Encodings, position by position", about, names, tuple(map(str, range(WAVE))),
            tuple(zip(*columns, strict=True)), marked=framed,
        )  # fmt: skip

    def _queries(self, title: str, says: str) -> HeatMap:
        """Draws the scores of a window of queries around the chosen one and of the keys before them.

        The queries end with the chosen one, or begin with the first of all; the keys begin at the same position, or at
        the chosen key if that comes before.
        """
        state = self.at
        first = max(0, state.query - WINDOW + 1)
        queries = range(first, first + WINDOW)
        keys = range(min(first, state.key), min(first, state.key) + WINDOW)
        about = f"Row by row a query, column by column a key; later keys are masked and left blank. {says}"
        values = tuple(tuple(self.score(i - j) if j <= i else -np.inf for j in keys) for i in queries)
        framed = ((queries.index(state.query), keys.index(state.key)),)
        return HeatMap(title, about, tuple(map(str, queries)), tuple(map(str, keys)), values, marked=framed)

    @property
    def attention(self) -> Curve:
        """Draws the attention of the last position in a head of the recorded model, in a short text and in a long
        one."""
        state = self.state
        found = recording.shown("positions")["kinds"][state.kind]["attention"]
        lines = tuple(
            Line(
                f"{length} tokens",
                _points(dict(enumerate(found[str(length)][state.layer - 1][state.head - 1]))),
            )
            for length in (TRAINED, BEYOND)
        )
        about = "Weight that the last position gives to the token so far back, on average over 200 texts"
        return Curve(f"Layer {state.layer}, head {state.head}", about, "distance", "weight", lines)


def _points(values: dict[int, float]) -> Points:
    return tuple((float(x), y) for x, y in values.items())


def _learned() -> HeatMap:
    """Every second position of the recorded table; training has reached the first half of them."""
    dots = recording.shown("positions")["maps"]["learned"]["dots"]
    places = tuple(str(place) for place in range(0, len(dots), 2))
    about = "Dot product of the vectors of two positions, every second one; below 0 hatched. From 32 on never trained."
    return HeatMap("Learned vectors", about, places, places, tuple(tuple(row[::2]) for row in dots[::2]))
