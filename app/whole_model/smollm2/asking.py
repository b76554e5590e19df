"""An opened number that is hidden, asked and marked."""

from dataclasses import dataclass
from functools import cached_property

from app.whole_model.smollm2.shown import Shown
from app.whole_model.smollm2.state import State
from engine.whole_model.arithmetic import Line
from engine.whole_model.guesses import Verdict
from engine.whole_model.smollm2 import guesses
from engine.whole_model.stations import Cell


@dataclass(frozen=True)
class Asking:
    """The opened number's line, None where none is open."""

    state: State
    known: Shown | None
    line: Line | None

    @property
    def is_possible(self) -> bool:
        """True if the opened number can be hidden and asked."""
        return self.line is not None and guesses.can_be_asked(self.line)

    @property
    def goes_on(self) -> bool:
        """True if it is asked."""
        return self.state.asks and self.is_possible

    @cached_property
    def verdict(self) -> Verdict | None:
        """The verdict on the visitor's guess."""
        if not self.goes_on or not self.state.guess:
            return None
        assert self.line is not None
        assert self.known is not None
        assert self.known.opened is not None
        assert self.known.parameters is not None
        return guesses.mark(self.known.opened, self.line, self.known.parameters, self.state.guess)

    @property
    def is_told(self) -> bool:
        """True if a guess could be read: then the number is told."""
        return self.verdict is not None and self.verdict.read

    @property
    def hidden(self) -> Cell | None:
        """The cell whose number is asked and not told yet."""
        return self.line.cell if self.line and self.goes_on and not self.is_told else None

    def hides(self, station: str, token: int, place: int) -> bool:
        """True if this number is asked and not told yet."""
        return self.hidden == Cell(station, token, place)

    def hides_share(self, id: int) -> bool:
        """True if the probability of this token as the next one is asked and not told yet."""
        return self.hidden is not None and (self.hidden.station, self.hidden.place) == ("probability", id)
