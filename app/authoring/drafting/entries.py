"""The fields of the editor's form with what stands in them: entries, cards of entries, and decks of cards."""

from dataclasses import dataclass

from app.authoring.drafting.blocks import Way
from app.authoring.drafting.fields import Cards, Field

FILL_IN = "Fill this in."


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """A field with its text. ``kept`` for a value that only the text can hold, shown but not to be changed;
    ``refused`` where its faults are those of an upload, which no preview knows."""

    id: str
    way: Way
    field: Field
    shown: str
    choices: tuple[tuple[str, str], ...] = ()
    kept: bool = False
    faults: tuple[str, ...] = ()
    refused: bool = False

    @property
    def rows(self) -> int:
        lines = sum(1 + len(line) // 50 for line in self.shown.split("\n"))
        return min(14, max(2, lines + 1))

    @property
    def open(self) -> bool:
        """True if the field is shown although it is rarely needed."""
        return bool(self.faults) or self.shown != self.field.default

    @property
    def empty(self) -> bool:
        """True if it only needs to be filled in, which is no fault of anybody's."""
        return self.faults == (FILL_IN,)

    @property
    def chosen(self) -> list[str]:
        return self.shown.split("\n")


@dataclass(frozen=True, kw_only=True, slots=True)
class Card:
    """``what`` it is: a step, a graph; ``unplaced`` is a picture that the statement does not show."""

    id: str
    one: str | int
    called: str
    entries: tuple[Entry, ...]
    faults: tuple[str, ...] = ()
    what: str = ""
    unplaced: bool = False


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of one kind. ``apart`` where only the text can hold them."""

    spec: Cards
    cards: tuple[Card, ...]
    apart: bool = False
    faults: tuple[str, ...] = ()
