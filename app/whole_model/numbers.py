"""All numbers of the opened station for its token, as a table."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from app.whole_model.strips import OF_HEADS, shades
from engine.demos.gpt.forward import Pass
from engine.solutions.columns import minus
from engine.whole_model import stations
from engine.whole_model.arithmetic import shown
from engine.whole_model.stations import Cell, Kind, Station, letter

MASKED = "−∞"


@dataclass(frozen=True, kw_only=True, slots=True)
class Number:
    """A number of the opened station: what it is called, as it is shown ("" where it is hidden), and its shade."""

    cell: Cell
    label: str
    text: str
    shade: str


def rows(
    through: Pass, station: Station, token: int, letters: Sequence[str], hidden: Collection[Cell]
) -> Sequence[tuple[str, Sequence[Number]]]:
    """The numbers of a token: of scores and weights a row for each head, else in rows of a head's size."""
    numbers = stations.values(through, station)[token]
    wide = station.wide(len(letters))
    unseen = [one.place for one in hidden if (one.station, one.token) == (station.id, token)]
    shade_of = {place: shade for shade, there in shades(numbers, unseen) for place in there}

    def number(place: int) -> Number:
        label = ""
        if station.pairs_tokens:
            label = letters[place % wide]
        elif station.kind in (Kind.LOGIT, Kind.PROBABILITY):
            label = letter(place)
        text = "" if place in unseen else written(float(numbers[place]))
        return Number(
            cell=Cell(station.id, token, place), label=label, text=text, shade=shade_of.get(place, "")
        )

    return [
        (
            f"head {start // wide + 1}" if station.kind in OF_HEADS else f"{start + 1}",
            [number(place) for place in range(start, start + wide)],
        )
        for start in range(0, len(numbers), wide)
    ]


def extremes(through: Pass, station: Station, token: int, hidden: Collection[Cell]) -> tuple[str, str] | None:
    """The smallest and the largest number of a token at a station; None while one of its numbers is hidden, for that
    may be it."""
    if any(one.station == station.id for one in hidden):
        return None
    numbers = stations.values(through, station)[token]
    finite = numbers[np.isfinite(numbers)]
    return written(float(finite.min())), written(float(finite.max()))


def written(x: float) -> str:
    """A number as the page shows it, with a true minus."""
    return MASKED if x == -np.inf else minus(shown(x))
