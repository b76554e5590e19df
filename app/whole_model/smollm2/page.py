"""The page of the real model: the spine, the open layer, the bars of the next token, and the line of a number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from app.database.connection import Database
from app.whole_model.smollm2 import beside, changes, next_token, picture, readings, shown, spine, titles
from app.whole_model.smollm2.asking import Asking
from app.whole_model.smollm2.beside import Number
from app.whole_model.smollm2.next_token import Bar
from app.whole_model.smollm2.picture import Picture
from app.whole_model.smollm2.readings import Reading
from app.whole_model.smollm2.shown import Said, Shown
from app.whole_model.smollm2.spine import Row
from app.whole_model.smollm2.state import NO_SUCH_NUMBER, TOP, State
from app.whole_model.smollm2.strips import Cells
from engine.demos.smollm2.settings import HEADS, KV_HEADS, LAYERS, SENTENCES, TRACED, visible
from engine.solutions.columns import minus
from engine.whole_model.arithmetic import Line
from engine.whole_model.smollm2 import costs, stations, walk
from engine.whole_model.smollm2.block import AS_TRAINED
from engine.whole_model.smollm2.costs import Cost
from engine.whole_model.smollm2.lines import line
from engine.whole_model.smollm2.numbers import shown as written
from engine.whole_model.smollm2.stations import Opened
from engine.whole_model.smollm2.walk import WALK, Question
from engine.whole_model.stations import Cell


@dataclass(frozen=True, kw_only=True)
class View:
    """All that the page shows of a state. ``possible``: the model is installed; ``problem``: why a reading was refused.
    ``shown`` is None as long as nothing is known of the text; ``looked``: how often somebody has looked for it."""

    state: State
    possible: bool
    reading: Reading | None
    shown: Shown | None
    problem: str = ""
    looked: int = 0

    @property
    def onward(self) -> State:
        """The state from which links lead on: no number is asked."""
        return replace(self.state, asks=False, guess="", walk=0)

    @property
    def waits(self) -> bool:
        """True while the worker reads."""
        return bool(self.reading and self.reading.goes_on)

    @property
    def pause(self) -> int:
        """Milliseconds until the next look for a reading that goes on."""
        return readings.pause(self.looked)

    @property
    def failed(self) -> str:
        """Why the last reading came to nothing."""
        return self.reading.said if self.reading and not self.reading.is_done else ""

    @property
    def open_(self) -> bool:
        """True if every number of the layer can be opened."""
        return bool(self.shown and self.shown.opened is not None)

    @property
    def sentences(self) -> Sequence[str]:
        return SENTENCES

    @cached_property
    def known(self) -> Shown:
        assert self.shown is not None
        return self.shown

    @property
    def token(self) -> int:
        """The token whose way is drawn."""
        newest = len(self.known.tokens) - 1
        return newest if self.state.token is None else min(self.state.token, newest)

    @property
    def is_newest(self) -> bool:
        return self.token == len(self.known.tokens) - 1

    @property
    def tokens(self) -> Sequence[str]:
        """The tokens, with signs for spaces."""
        return [visible(token) for token in self.known.tokens]

    def short(self, token: int) -> str:
        """A token as it fits into its tile."""
        return titles.short(self.known.tokens[token])

    @property
    def cut(self) -> int:
        """The number of tokens in the whole text, if some of them are not read; else 0."""
        were = int(self.reading.told["were"]) if self.reading and self.reading.is_done else 0
        return were if were > TRACED else 0

    @property
    def unknown(self) -> str:
        """The signs that the vocabulary lacks."""
        return ", ".join(self.reading.told["unknown"][:5]) if self.reading and self.reading.is_done else ""

    @property
    def is_top(self) -> bool:
        return self.state.layer == TOP

    @cached_property
    def rows(self) -> Sequence[Row]:
        """The spine."""
        return list(spine.rows(self.known, self.token))

    def said(self, said: Said) -> str:
        """A token that would be said, as it fits."""
        return titles.short(said[1])

    @cached_property
    def line(self) -> Line | None:
        """The arithmetic of the opened number."""
        opened, known = self.state.opened, self.shown
        if opened is None or known is None or known.opened is None or known.parameters is None:
            return None
        if not stations.exists(known.opened, opened):
            return None
        return line(known.opened, opened, known.parameters)

    @property
    def question(self) -> Question | None:
        """The question of the walk, if one is walked."""
        return WALK[self.state.walk - 1] if self.state.walk and self.open_ else None

    @property
    def questions(self) -> int:
        return len(WALK)

    @cached_property
    def asking(self) -> Asking:
        """The question about the opened number: whether it is asked, and what came of it."""
        return Asking(self.state, self.shown, self.line)

    @property
    def hidden(self) -> Cell | None:
        """The cell whose number is asked and not told yet."""
        return self.asking.hidden

    def written(self, x: float) -> str:
        """A number as the page shows it."""
        return minus(written(x))

    @property
    def switched(self) -> bool:
        """True if something is switched off."""
        return self.state.switches != AS_TRAINED

    @property
    def changes(self) -> str:
        """The changes that the switches make, in a sentence."""
        return changes.sentence(self.state, self.known, self.token) if self.shown else ""

    @property
    def remarks(self) -> Sequence[str]:
        """A sentence for each part of the address that could not be shown as asked."""
        gone = self.open_ and self.state.opened is not None and self.line is None
        return (*self.state.said, NO_SUCH_NUMBER) if gone else self.state.said

    @property
    def result(self) -> str:
        """The opened number in LaTeX, as its line ends."""
        number = self.line.value if self.line else 0.0
        return rf"\approx {written(number)}" if np.isfinite(number) else r"= -\infty"

    @cached_property
    def cells(self) -> Mapping[str, Cells]:
        """The cells of the strips."""
        operands = self.line.operands if self.line else ()
        return picture.cells(
            self.state, self.known, self.token, self.line.cell if self.line else None, operands, self.hidden
        )

    def drawn(self, upright: bool) -> Picture:
        """The open layer, along the page or down it."""
        operands = self.line.operands if self.line else ()
        return picture.picture(self.state, self.known, self.token, operands, self.hidden, upright=upright)

    def title(self, station: str) -> str:
        """The title of a station, such as "Layer 12: queries"."""
        name = titles.TITLES[station]
        return name if self.is_top else f"Layer {self.state.layer}: {name[:1].lower()}{name[1:]}"

    def under(self, station: str) -> str:
        """The short title of a station, shown beside its strip."""
        return titles.SHORT[station]

    def shape(self, station: str) -> str:
        """The number of entries that the token has at the station."""
        assert self.known.opened is not None
        return f"{stations.row(self.known.opened, station, self.token).size:,}"

    def name(self, cell: Cell) -> str:
        """The name of a number at its station."""
        return beside.name(self.known, cell)

    @property
    def numbers(self) -> Sequence[Number]:
        """The numbers beside the opened one."""
        return beside.numbers(self.known, self.line.cell, self.hidden) if self.line else ()

    @property
    def columns(self) -> Sequence[tuple[str, Cell]]:
        """The first number of each column of the opened station, with the column's name."""
        return beside.columns(self.known, self.line.cell) if self.line else ()

    def look_at(self, cell: Cell) -> str:
        """The address at which a number is opened."""
        return self.onward.address(opened=cell, token=self.token)

    def look(self, station: str, place: int = 0) -> str:
        """The address at which a number of the token whose way is drawn is opened."""
        return self.look_at(Cell(station, self.token, place))

    @property
    def of_head(self) -> Sequence[tuple[int, float]]:
        """The weights that the chosen head gives to each token that is seen, with their places."""
        tokens = len(self.known.tokens)
        seen = self.token + 1 if self.state.switches.mask else tokens
        shares = self.known.weights[self.state.head, self.token, :seen]
        return [(self.state.head * tokens + n, float(share)) for n, share in enumerate(shares)]

    @property
    def heads(self) -> Sequence[int]:
        return range(HEADS)

    @property
    def group(self) -> int:
        """The key-value head that the chosen head reads, from 1."""
        return self.state.head * KV_HEADS // HEADS + 1

    @property
    def layers(self) -> int:
        return LAYERS

    @property
    def bars(self) -> Sequence[Bar]:
        """The likeliest tokens after the one whose way is drawn."""
        return next_token.bars(self.known, self.state, self.token)

    @property
    def came(self) -> tuple[str, str, int] | None:
        """The token that came after the one whose way is drawn, what the model gave it, and its rank."""
        return next_token.came(self.known, self.token)

    @property
    def full(self) -> bool:
        """True if no more tokens are read here."""
        return len(self.known.tokens) >= TRACED

    @property
    def cost(self) -> Cost:
        """The cost of the opened station, else of the open layer, or of the head."""
        if self.line:
            return costs.cost(self.line.cell.station, self.line.cell.token + 1)
        seen = self.token + 1
        return costs.head(seen) if self.is_top else costs.layer(seen)

    @property
    def whole(self) -> Cost:
        """The cost of the whole pass."""
        return costs.total(self.token + 1)

    @property
    def cache(self) -> int:
        """Bytes of the key-value cache after all tokens."""
        return costs.cache_bytes(len(self.known.tokens))


def view(database: Database, state: State, problem: str = "", looked: int = 0) -> View:
    """Finds what is known of the state's text."""
    possible = readings.possible()
    reading = readings.find(database, state) if possible else None
    known: Shown | None = None
    if reading and reading.is_done:
        known = shown.of_reading(state, reading)
    elif state.is_recorded:
        known = shown.of_recording(state)
    if known and known.opened is not None:
        state = _of_what_is_open(state, known.opened)
    return View(state=state, possible=possible, reading=reading, shown=known, problem=problem, looked=looked)


def _of_what_is_open(state: State, opened: Opened) -> State:
    """The state with the cell that its walk opens, and with the head of the opened cell, whose arcs are drawn."""
    if state.walk:
        state = replace(state, opened=walk.cell_of(opened, WALK[state.walk - 1], state.head))
    head = beside.head_of(state.opened, stations.tokens(opened)) if state.opened else None
    return state if head is None else replace(state, head=head)
