"""The page: the picture of a pass, the bars of the next letter, and the line of the number that is opened."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import numpy as np

from app.whole_model import numbers
from app.whole_model.bars import Bar, bars, decoded
from app.whole_model.breaking import pieces
from app.whole_model.notes import Note, notes
from app.whole_model.numbers import Number
from app.whole_model.picture import Picture, picture
from app.whole_model.state import HEAD_NAMES, LETTERS, NO_SUCH_NUMBER, State
from app.whole_model.titles import in_words, short, title
from engine.demos.gpt.forward import AS_TRAINED, Pass
from engine.demos.gpt.names import vocabulary
from engine.parameters import Array
from engine.whole_model import costs, stations
from engine.whole_model.arithmetic import Line, shown
from engine.whole_model.costs import Cost
from engine.whole_model.guesses import Verdict, mark
from engine.whole_model.lines import line
from engine.whole_model.stations import Cell, Kind, Station
from engine.whole_model.walk import WALK, Question, cell_of

BEGINNING = "▸"


@dataclass(frozen=True, kw_only=True)
class View:
    """All that the page shows of a state."""

    state: State
    through: Pass
    trained: Pass

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The tiles: the beginning of a name, then its letters."""
        return (BEGINNING, *self.state.text)

    @cached_property
    def line(self) -> Line | None:
        """The arithmetic of the opened number."""
        opened = self.state.opened
        if opened is None or not stations.exists(self.through, opened):
            return None
        return line(self.through, opened, self.state.switches)

    @property
    def remarks(self) -> Sequence[str]:
        """A sentence for each part of the address that could not be shown as asked."""
        gone = self.state.opened is not None and self.line is None
        return (*self.state.said, NO_SUCH_NUMBER) if gone else self.state.said

    @property
    def station(self) -> Station | None:
        return stations.by_id()[self.line.cell.station] if self.line else None

    @property
    def hidden(self) -> Cell | None:
        """The cell whose number is asked and not told yet."""
        return (
            self.line.cell
            if self.line and self.state.asks and not (self.verdict and self.verdict.read)
            else None
        )

    @cached_property
    def concealed(self) -> frozenset[Cell]:
        """The cells whose numbers are not shown: the hidden one and, of shares that sum to 1, the largest other one, or
        the hidden one would be 1 minus the rest."""
        cell = self.hidden
        if cell is None or self.station is None:
            return frozenset()
        numbers = stations.values(self.through, self.station)[cell.token]
        wide = {Kind.WEIGHT: len(self.letters), Kind.PROBABILITY: len(numbers)}.get(self.station.kind)
        if wide is None or wide == 1:
            return frozenset({cell})
        first = cell.place - cell.place % wide
        others = (place for place in range(first, first + wide) if place != cell.place)
        return frozenset({cell, replace(cell, place=max(others, key=lambda place: numbers[place]))})

    @property
    def pieces(self) -> Sequence[str]:
        """The arithmetic of the opened number in pieces, between which a narrow page breaks its lines."""
        return pieces(self.line.numbers) if self.line else ()

    @cached_property
    def verdict(self) -> Verdict | None:
        """The verdict on the visitor's guess."""
        if self.line is None or not self.state.asks or not self.state.guess:
            return None
        return mark(self.through, self.line, self.state.switches, self.state.guess)

    @property
    def sources(self) -> Sequence[tuple[Cell, Cell]]:
        """The cells upstream as runs of neighbours, each by its first and its last."""
        found = list[tuple[Cell, Cell]]()
        for cell in self.line.operands if self.line else ():
            first, last = found[-1] if found else (cell, cell)
            if found and cell == replace(last, place=last.place + 1):
                found[-1] = (first, cell)
            else:
                found.append((cell, cell))
        return found

    @cached_property
    def drawn(self) -> Picture:
        """The picture of the way."""
        opened, operands = (self.line.cell, self.line.operands) if self.line else (None, ())
        return picture(
            self.through,
            self.trained,
            self.state.token,
            opened,
            operands,
            self.letters,
            hidden=self.concealed,
        )

    @property
    def notes(self) -> Sequence[Note]:
        """The words in the picture, at the opened number and at its operands."""
        told = "?" if self.hidden else self.written(self.line.value) if self.line else ""
        return notes(self.drawn, self.letters, told)

    def hides(self, station: str, place: int) -> bool:
        """True if a number of the token whose way is drawn is asked and not told yet."""
        return Cell(station, self.state.token, place) in self.concealed

    def mark(self, station: str, place: int) -> str:
        """The class of a bar's number that is opened, or an operand of what is; "" for others."""
        cell = Cell(station, self.state.token, place)
        if self.line is None:
            return ""
        return " opened" if cell == self.line.cell else " lit" if cell in self.line.operands else ""

    def look_at(self, cell: Cell) -> str:
        """The address at which a number is opened."""
        return self.state.address(opened=cell, token=cell.token, asks=False, walk=0)

    def look(self, station: str, place: int = 0) -> str:
        """The address at which a number of the token whose way is drawn is opened."""
        return self.look_at(Cell(station, self.state.token, place))

    def way_of(self, token: int) -> str:
        """The address at which the way of another token is drawn."""
        return self.state.address(token=token, opened=None, asks=False, walk=0)

    def in_words(self, first: Cell, last: Cell | None = None) -> str:
        """The name of a number at its station, or of a run of neighbours."""
        return in_words(first, last or first, len(self.letters))

    def title_of(self, cell: Cell) -> str:
        """The title of a number's station."""
        return title(stations.by_id()[cell.station])

    @property
    def result(self) -> str:
        """The value of the opened number's line with the decimals that it shows, in LaTeX."""
        if self.line is None or not np.isfinite(self.line.value):
            return r"= -\infty"
        return rf"\approx {shown(self.line.by_hand)}"

    @property
    def heads(self) -> Mapping[str, tuple[int, int]]:
        """All heads by the names of their switches."""
        return HEAD_NAMES

    @property
    def questions(self) -> int:
        """The questions of the walk."""
        return len(WALK)

    def title(self, station: Station) -> str:
        """The title of a station."""
        return title(station)

    def short(self, station: Station) -> str:
        """The short title of a station, shown below its strip."""
        return short(station)

    @property
    def rows(self) -> Sequence[tuple[str, Sequence[Number]]]:
        """The numbers of the opened station for its token."""
        if self.station is None:
            return ()
        return numbers.rows(self.through, self.station, self.state.token, self.letters, self.concealed)

    @property
    def extremes(self) -> tuple[str, str] | None:
        """The smallest and the largest of these numbers, where they may be told."""
        if self.station is None:
            return None
        return numbers.extremes(self.through, self.station, self.state.token, self.concealed)

    @cached_property
    def bars(self) -> Sequence[Bar]:
        """The likeliest letters after the token whose way is drawn."""
        return bars(self.through, self.trained, self.state)

    @cached_property
    def decoded(self) -> Array:
        """The probabilities that the next letter is drawn from, (V,)."""
        return decoded(self.through, self.state)

    def written(self, x: float) -> str:
        """A number as the page shows it."""
        return numbers.written(x)

    @property
    def switched(self) -> bool:
        """True if something is switched off."""
        return self.state.switches != AS_TRAINED

    @property
    def decoding(self) -> bool:
        """True if the letters are drawn from other probabilities than the model's."""
        return any(value != handle.start for handle, value in self.state.decoding)

    @property
    def full(self) -> bool:
        """True if the model has no position left for another letter."""
        return len(self.state.text) >= LETTERS

    def cost(self, station: Station) -> Cost:
        """The cost of a station, for the token whose way is drawn."""
        return costs.cost(station, self._seen)

    @property
    def total(self) -> Cost:
        """The cost of the whole pass for this token."""
        return costs.total(self._seen)

    @property
    def _seen(self) -> int:
        return self.state.token + 1 if self.state.switches.mask else len(self.letters)

    def shape(self, station: Station) -> str:
        """The shape of a station's numbers: "(4, 32)"."""
        return str(stations.shape(station, len(self.letters)))

    @property
    def every_station(self) -> Sequence[Station]:
        """All stations, in the order of the way."""
        return stations.stations()

    @property
    def cache(self) -> int:
        """Bytes of the key-value cache after all tokens."""
        return costs.cache_bytes(len(self.letters))

    @property
    def question(self) -> Question | None:
        """The question of the walk, if one is walked."""
        return WALK[self.state.walk - 1] if self.state.walk else None


def view(state: State) -> View:
    """Runs the model on the text of a state. A walk opens the cell of its question."""
    trained = stations.run(state.text)
    through = trained if state.switches == AS_TRAINED else stations.run(state.text, state.switches)
    if state.walk:
        cell = cell_of(through, WALK[state.walk - 1])
        state = replace(state, opened=cell, token=cell.token, asks=True)
    return View(state=state, through=through, trained=trained)


def written(state: State, chance: Random) -> State:
    """The state with a letter drawn after its text; it has ended where the end of the name was drawn, and is as it was
    where the model has no position left."""
    here = view(replace(state, token=len(state.text), opened=None, asks=False, walk=0, ended=False))
    shares = here.decoded.tolist()
    (drawn,) = chance.choices(range(len(shares)), shares)
    if here.full or not drawn:
        return replace(here.state, ended=not drawn)
    text = state.text + vocabulary()[drawn]
    return replace(here.state, text=text, token=len(text))
