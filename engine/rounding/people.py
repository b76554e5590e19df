"""The people whose arithmetic decides what is accepted: how many digits each writes down, and where.

One of them never rounds; their numbers are the exact ones. The others are honest: they keep two to four decimals (and
never fewer than two digits that count), or three to five significant digits, in every line or in some, inside a line or
only at its end, and at the half they go either way.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.answers.forms import Fixed, Form, Scientific

Numbers = NDArray[np.float64]  # one number for each person
KEPT = 99  # decimals of what is not rounded at all
ASKED, NONE = -1, -99  # only the decimals that are asked for; none, as the significant digits decide
EXACT = 0  # the place of the one who never rounds
LINE_BY_LINE = [1, 2]  # the places of those who carry every line on as it is typed, and round nothing else
CYCLE = 61  # operations until the habits of a person repeat
MOST_SCALES = 4096  # kept at once: 3 MB
ROADS = 4  # other ways to one line that are told apart
HALF = 1e-9  # in last places: a number this near to a half is rounded either way


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """The habits of one person who computes.

    ``inside``: the decimals of what is written down within a line, one drawn for each operation where there are
    several. ``digits``: the significant digits that are kept at least. ``lines``: the share of finished lines that are
    carried on as they are typed; or, where it is a pair, from which to which part of the chain all of them are.
    ``up``: whether a half is rounded up. ``cut``: whether digits are cut off inside a line. ``style``: what all of this
    is called.
    """

    inside: tuple[int, ...] = (KEPT,)
    digits: int = 2
    lines: float | tuple[float, float] = 0.0
    up: bool = True
    cut: bool = False
    style: str = ""


def _of_style(style: str, *people: Person) -> list[Person]:
    return [replace(person, style=style) for person in people]


def everybody() -> list[Person]:
    """The people whose results make the bands, style by style; EXACT and LINE_BY_LINE are places in this list."""
    either = True, False
    return [
        *_of_style("exact", Person()),
        *_of_style("every line as it is typed", Person(lines=1.0), Person(lines=1.0, up=False)),
        *_of_style(
            "some lines as they are typed",
            *(Person(lines=share, up=up) for share in (0.2, 0.5, 0.8) for up in either for _ in range(3)),
            *(Person(lines=(0.0, end)) for end in (0.2, 0.4, 0.6, 0.8)),
            *(Person(lines=(begin, 1.0)) for begin in (0.2, 0.4, 0.6, 0.8)),
            *(Person(lines=(begin, begin + 0.2)) for begin in (0.2, 0.4, 0.6)),
        ),
        *(
            person
            for places in (2, 3, 4)
            for person in _of_style(
                f"everything with {places} decimals",
                *(Person(inside=(places,), lines=lines, up=up) for lines in (0.0, 1.0) for up in either),
            )
        ),
        *_of_style(
            "now and then with 2, 3 or 4 decimals",
            *(
                Person(inside=(places, KEPT), lines=lines, up=up)
                for places in (2, 2, 3, 4)
                for lines in (0.0, 0.5, 1.0)
                for up in either
            ),
            *(
                Person(inside=places, lines=lines, up=bool(n % 2))
                for places in ((2, 3), (3, 4), (2, 3, 4, KEPT))
                for n, lines in enumerate((0.0, 0.3, 0.6, 1.0))
            ),
        ),
        *_of_style(
            "3 to 5 significant digits",
            *(
                Person(inside=(places,), digits=digits, lines=lines, up=up)
                for places, digits in ((2, 3), (ASKED, 3), (NONE, 4), (NONE, 5))
                for lines in (0.0, 1.0)
                for up in either
            ),
        ),
        *_of_style(
            "digits cut off",
            *(Person(inside=(places,), lines=lines, cut=True) for places in (3, 4) for lines in (0.0, 1.0)),
        ),
    ]


class Least(NamedTuple):
    """The least that anybody keeps within a line: the decimals that are asked for, or the significant digits."""

    places: int = 0
    digits: int = 0

    @classmethod
    def of(cls, form: Form) -> "Least":
        """The decimals or digits that the form asks for; nothing for a form that is not rounded."""
        if isinstance(form, Scientific):
            return cls(digits=form.places + 1)
        return cls(places=form.places) if isinstance(form, Fixed) else cls()


class Crowd:
    """People with their habits drawn; another ``seed`` gives others of the same kinds. Arrays have one entry each."""

    def __init__(self, people: Sequence[Person], seed: int = 0) -> None:
        drawn = [Random(f"people/{seed}/{n}") for n in range(len(people))]
        self.people = people
        self.size = len(people)
        each = list(zip(drawn, people, strict=True))
        places = np.array([[rng.choice(person.inside) for rng, person in each] for _ in range(CYCLE)])
        self._kept = places == KEPT
        self._places = np.where(self._kept, 0, places)
        self._digits = np.array([person.digits for person in people])
        self._half = np.array([0.5 + (HALF if person.up else -HALF) for person in people])
        self._inside = np.where([person.cut for person in people], 0.0, self._half)
        self._chances = np.array([[rng.random() for rng in drawn] for _ in range(CYCLE)])
        self._by_part = np.array([isinstance(person.lines, tuple) for person in people])
        self._shares = np.array(
            [person.lines if isinstance(person.lines, float) else 0.0 for person in people]
        )
        self._parts = np.array(
            [person.lines if isinstance(person.lines, tuple) else (0.0, 0.0) for person in people]
        ).T
        self.taking = np.array([[rng.random() < 0.5 for rng in drawn] for _ in range(ROADS)])
        self._scales: dict[tuple[int, int, int, int], Numbers] = {}

    def written(self, numbers: Numbers, turn: int, least: "Least") -> Numbers:
        """The result of an operation as each writes it down; ``turn`` counts the operations."""
        row = turn % CYCLE
        scales = self._scales_of(row, _exponent(numbers), least)
        return np.where(self._kept[row], numbers, _rounded(numbers, scales, self._inside))

    def carrier(self, form: Form, turn: int, place: float) -> Callable[[Numbers], Numbers]:
        """Returns the function from the numbers in a line to those that each person goes on with; ``place`` is the
        line's in the chain, from 0 to 1."""
        begin, end = self._parts
        chances = self._chances[turn % CYCLE]
        typing = np.where(self._by_part, (begin <= place) & (place <= end), chances < self._shares)
        return lambda numbers: np.where(typing, self.typed(numbers, form), numbers)

    def typed(self, numbers: Numbers, form: Form) -> Numbers:
        """The numbers that each types into the line's field."""
        if isinstance(form, Fixed):
            return _rounded(numbers, np.float64(10.0**form.places), self._half)
        if isinstance(form, Scientific):
            with np.errstate(divide="ignore"):
                exponents = np.floor(np.log10(np.abs(numbers)) + 1e-15)
            exponents = np.where(np.isfinite(exponents), exponents, 0.0)
            return _rounded(numbers, 10.0 ** (form.places - exponents), self._half)
        return numbers

    def _scales_of(self, row: int, exponent: int, least: "Least") -> Numbers:
        """The power of ten by which each scales a number of this size to round it, without leaving too few digits."""
        key = (row, exponent, *least)
        found = self._scales.get(key)
        if found is None:
            if len(self._scales) >= MOST_SCALES:
                self._scales.clear()
            digits = np.maximum(self._digits, least.digits) - 1.0 - exponent
            mine = np.where(self._places[row] == ASKED, least.places or NONE, self._places[row])
            places = np.where(mine == NONE, NONE, np.maximum(mine, least.places))
            found = np.asarray(10.0 ** np.clip(np.maximum(places, digits), -300, 300))
            self._scales[key] = found
        return found


def _rounded(numbers: Numbers, scales: Numbers | np.float64, offset: Numbers) -> Numbers:
    """The numbers at these scales, away from zero once what is beyond the last place reaches 1 - ``offset``."""
    return np.trunc(numbers * scales + np.copysign(offset, numbers)) / scales


def _exponent(numbers: Numbers) -> int:
    size = abs(float(numbers[EXACT]))
    return int(np.floor(np.log10(size))) if 0 < size < np.inf else 0


EVERYBODY = Crowd(everybody())
