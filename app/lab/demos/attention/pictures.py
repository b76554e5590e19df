"""The pictures of attention: all heads as a grid, one matrix, the loss letter by letter, one row of weights."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

import numpy as np

from app.lab.demos.attention.forward import Pass
from app.lab.demos.attention.row import Row
from app.lab.demos.shades import Shades, shades
from engine.demos.attention.by_hand import LETTERS, Place, known
from engine.solutions.pictures import Bars, Curve, HeatMap, Line

CHANGED = 0.1  # a weight that differs from that of the whole model by so much is outlined


@dataclass(frozen=True, kw_only=True, slots=True)
class Map:
    """A head as a small picture: for each shade, its squares as an SVG path, a position being a unit."""

    name: str
    layer: int
    head: int
    off: bool
    shades: Shades
    habits: dict[str, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class Changes:
    """The weights of a head that differ from those of the whole model: how many, their squares as an SVG path, and the
    one that differs most, by the positions that look and are looked at, from 1."""

    count: int
    path: str
    row: int
    key: int
    was: float
    now: float


def name_of(place: Place) -> str:
    """The head as a page names it: layer and head, from 1."""
    return f"{place[0] + 1}.{place[1] + 1}"


def changes(of: Pass, whole: Pass, place: Place) -> Changes:
    now, was = (one.heads[place].weights for one in (of, whole))
    apart = np.abs(now - was)
    row, key = divmod(int(apart.argmax()), len(apart))
    cells = np.argwhere(apart >= CHANGED).tolist()
    return Changes(
        count=len(cells),
        path="".join(f"M{j} {i}h1v1h-1z" for i, j in cells),
        row=row + 1,
        key=key + 1,
        was=float(was[row, key]),
        now=float(now[row, key]),
    )


def maps(of: Pass) -> list[Map]:
    return [
        Map(
            name=name_of(place),
            layer=place[0] + 1,
            head=place[1] + 1,
            off=place in of.off,
            shades=shades(head.weights),
            habits=of.habits(place),
        )
        for place, head in of.heads.items()
    ]


def matrix(of: Pass, place: Place, letters: str) -> HeatMap:
    names = tuple(f"{n} {letter}" for n, letter in enumerate(letters, 1))
    about = "Each row is a position that looks; the columns are the positions it looks at. A row sums to 1."
    weights = tuple(tuple(row) for row in of.heads[place].weights.tolist())
    return HeatMap(f"Head {name_of(place)}", about, names, names, weights)


def losses(text: str, whole: Pass, ablated: Pass | None, predicted: float | None) -> Curve | Bars:
    """Draws the loss of each counted letter, with their mean and the prediction as levels.

    A prediction that no loss can reach, or that would flatten the curves, is not drawn. A single letter gets bars.
    """
    counted, last = known(whole.tokens), ablated or whole
    places = (np.flatnonzero(counted) + 2).tolist()
    if len(places) == 1:
        return _loss_of_one(text, places[0], whole, ablated, predicted)
    lines = [Line("everything on", _over(places, whole.nats[counted]))]
    if ablated:
        lines.append(Line("as you set it", _over(places, ablated.nats[counted])))
    highest = max(log(len(LETTERS)), *(nats for line in lines for _, nats in line.points))
    levels = {f"mean, {last.loss:.2f}": last.loss}
    if predicted is not None and 0 <= predicted <= 2 * highest:
        levels[f"your prediction, {predicted:.2f}"] = predicted
    ends = [places[0], places[-1]]
    lines += [Line(name, _over(ends, (level, level))) for name, level in levels.items()]
    about = f"Nats for each counted letter of {text}, by its position; the mean of them as a level"
    return Curve("Loss, letter by letter", about, "position", "nats", tuple(lines))


def _loss_of_one(text: str, place: int, whole: Pass, ablated: Pass | None, predicted: float | None) -> Bars:
    bars = [("everything on", whole.loss)]
    if ablated:
        bars.append(("as you set it", ablated.loss))
    if predicted is not None and 0 <= predicted <= 2 * max(log(len(LETTERS)), *(nats for _, nats in bars)):
        bars.append(("your prediction", predicted))
    about = f"Nats for the one letter of {text} that is counted, position {place}"
    return Bars("Loss of one letter", about, ("nats",), tuple((name, (nats,)) for name, nats in bars))


def weights(row: Row, place: Place, predicted: float | None) -> Bars:
    """Draws the weights of a row, with the prediction below the weight that was to be predicted."""
    bars = [
        (f"{key + 1} {row.letters[key]}", (round(float(row.head.weights[key]), 3),)) for key in row.listed
    ]
    if predicted is not None and 0 <= predicted <= 1:
        bars.insert(row.listed.index(row.most) + 1, ("you", (predicted,)))
    about = "The weights of this row, by position; your prediction stands below the weight it was about"
    title = f"Position {row.position} in head {name_of(place)}"
    return Bars(title, about, ("weight",), tuple(bars), most=1.0)


def _over(places: Iterable[int], nats: Iterable[float]) -> tuple[tuple[float, float], ...]:
    return tuple(zip(map(float, places), map(float, nats), strict=True))
