"""Forms of choices: one of some names, a place among them, or several that are ticked."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from engine.answers import reading
from engine.answers.forms.plain_text import text_latex
from engine.answers.reading import Unreadable

NOTHING_TICKED = "none"
Scoring = Literal["right minus wrong", "every option", "all or nothing", "shares"]
Shares = tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the names that the exercise's parameter ``among`` holds: a table's keys or a list's entries. A run fills
    in ``names`` (``bound``). The value is the name. ``shares`` says of some names which part of the points they earn;
    of others the key earns all, and the rest nothing."""

    among: str
    names: tuple[str, ...] = ()
    shares: Shares = ()

    def bound(self, parameters: Any) -> "Choice":
        """The same choice among the names that these parameters hold."""
        return replace(self, names=tuple(getattr(parameters, self.among)))

    def rounded(self, value: Any) -> Any:
        return value

    def show(self, value: Any) -> str:
        return str(value)

    def latex(self, value: Any) -> str:
        return text_latex(self.show(value))

    def read(self, text: str) -> Any:
        """The value, or Unreadable."""
        return reading.read_choice(text, self.names)

    def offers(self, value: Any) -> bool:
        """True if this can be chosen here; a place among the names always can."""
        return value in self.names

    def credit(self, chosen: Any, key: Any) -> Fraction:
        """The share of the points that is earned."""
        return Fraction(1) if chosen == key else dict(self.shares).get(chosen, Fraction(0))


@dataclass(frozen=True, slots=True)
class Position(Choice):
    """A place, counted from 0, that goes by its name among ``names``: a class, a token of the vocabulary."""

    def show(self, value: int) -> str:
        return self.names[value]

    def offers(self, value: Any) -> bool:
        return True

    def read(self, text: str) -> Any:
        name = reading.read_choice(text, self.names)
        return name if isinstance(name, Unreadable) else self.names.index(name)


@dataclass(frozen=True, slots=True)
class Several(Choice):
    """Several of the names, to be ticked; their order does not count. The value is a tuple of names."""

    scoring: Scoring = "all or nothing"

    def show(self, value: Any) -> str:
        """One name a line."""
        return "\n".join(self._named(value)) or NOTHING_TICKED

    def latex(self, value: Any) -> str:
        return r",\ ".join(map(text_latex, self._named(value))) or text_latex(NOTHING_TICKED)

    def read(self, text: str) -> Any:
        if text.strip() == NOTHING_TICKED:
            return ()
        names = self._split(text.strip())
        if NOTHING_TICKED in names:
            return Unreadable(
                f"“{NOTHING_TICKED}” is ticked together with others. Take one away.", None, text
            )
        ticked = set()
        for name in dict.fromkeys(names):
            read = reading.read_choice(name, self.names)
            if isinstance(read, Unreadable):
                return read
            ticked.add(read)
        return tuple(name for name in self.names if name in ticked)

    def credit(self, ticked: Collection[Any], key: Collection[Any]) -> Fraction:
        """The share of the points that these ticks earn, by the rule of ``scoring``: a right tick earns its share of
        the right options and a wrong one loses as much, never below 0; or every option earns its share where it is
        ticked or left as it should be; or all must be so; or each tick has a share of its own, below 0 where it
        loses, of which the sum counts, from 0 to 1."""
        hits, wrong = len(set(ticked) & set(key)), len(set(ticked) ^ set(key))
        match self.scoring:
            case "right minus wrong" if key:
                return Fraction(max(0, hits - len(set(ticked) - set(key))), len(key))
            case "every option":
                return Fraction(len(self.names) - wrong, len(self.names))
            case "shares":
                earned = sum((share for name, share in self.shares if name in ticked), Fraction(0))
                return max(Fraction(0), min(Fraction(1), earned))
        return Fraction(not wrong)

    def offers(self, value: Any) -> bool:
        return set(value) <= set(self.names)

    def _named(self, value: Any) -> tuple[str, ...]:
        return tuple(value)

    def _split(self, text: str) -> list[str]:
        """Names on lines, as the page sends them; or with commas, or else spaces, between them, as one types."""
        if text in self.names:
            return [text]
        separators = next((sign for sign in "\n," if sign in text), None)
        return [name.strip() for name in text.split(separators) if name.strip()] or [text]


@dataclass(frozen=True, slots=True)
class Positions(Several):
    """Several places, to be ticked. The value is a tuple of places counted from 0."""

    def read(self, text: str) -> Any:
        named = Several.read(self, text)
        return named if isinstance(named, Unreadable) else tuple(self.names.index(name) for name in named)

    def offers(self, value: Any) -> bool:
        return True

    def _named(self, value: Any) -> tuple[str, ...]:
        return tuple(self.names[place] for place in value)
