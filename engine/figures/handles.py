"""Handles to move in a figure. Each has a value, stands as text in an address, and puts its value into parameters.

Text that is no value of a handle is read as the nearest one, with a sentence that says so: an old address or a typing
slip opens a figure, never an error.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from decimal import Decimal
from typing import Any, Self

from engine.answers.reading import Unreadable, read_number

LONGEST_STATE = 4000  # characters of a state, as an address or as lines
NEAR = 1e-9  # as texts round
Texts = Mapping[str, str]
Values = Mapping[str, Any]
Puts = Callable[
    [Values, Any], Values
]  # (parameters so far, value of the handle) -> parameters that it changes
Gets = Callable[
    [Values], Any
]  # parameters -> the value of the handle that puts them, where another than ``name`` has it


class Misread(str):
    """A sentence on text that is no value of a handle, and on what is shown instead; "" where the text is one.
    ``why`` leaves out what is shown."""

    why: str

    def __new__(cls, text: str = "", why: str = "") -> Self:
        made = super().__new__(cls, text)
        made.why = why
        return made


def misread(why: str, shown: str) -> Misread:
    return Misread(f"{why}; {shown}.", f"{why}.")


def _instead(shown: str, typed: str) -> str:
    return f"{shown} is shown instead of {typed}"


def as_named(name: str) -> Puts:
    """Puts the value into the parameter of this name."""
    return lambda parameters, value: {name: value}


def entry(name: str, *place: int) -> Puts:
    """Puts the value into one entry of a vector or matrix."""
    return lambda parameters, value: {name: _with(parameters[name], place, value)}


def nowhere(parameters: Values, value: Any) -> Values:
    """Puts the value into no parameter: the handle changes what is shown, not what is computed."""
    return {}


def _with(held: Any, place: Sequence[int], value: Any) -> Any:
    if not place:
        return value
    at, *rest = place
    return [_with(one, rest, value) if n == at else one for n, one in enumerate(held)]


@dataclass(frozen=True, slots=True)
class Slider:
    """A number from ``least`` to ``most`` in steps of ``step``; the value is an int where all of these are."""

    name: str
    label: str
    start: float
    _: KW_ONLY
    least: float
    most: float
    step: float = 1
    unit: str = ""
    puts: Puts | None = None
    gets: Gets | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def read(self, texts: Texts) -> tuple[float, Misread]:
        """The value nearest to the text, and the sentence to say where that is another one."""
        text = texts[self.name].strip()
        number = read_number(text)
        if isinstance(number, Unreadable):
            first = self.written(self.start)
            shown = _instead(first, f"“{text[:40]}”") if text else f"{first} is shown"
            return self.start, misread(f"{self.label}: {number.message.rstrip('.')}", shown)
        typed = float(number.value)
        held = min(max(typed, float(self.least)), float(self.most))
        steps = round((held - self.least) / self.grain)
        value = min(Decimal(str(self.least)) + steps * Decimal(str(self.grain)), Decimal(str(self.most)))
        nearest = int(value) if self.whole else float(value)
        shown = _instead(self.written(nearest), text[:40])
        if typed != held:
            least, most = self.written(self.least), self.written(self.most)
            return nearest, misread(f"{self.label} goes from {least} to {most} here", shown)
        if abs(typed - nearest) > NEAR * max(1.0, abs(typed)):
            return nearest, misread(f"{self.label} goes in steps of {self.written(self.grain)}", shown)
        return nearest, Misread()

    @property
    def grain(self) -> float:
        """How far apart two values are."""
        return self.step

    @property
    def whole(self) -> bool:
        return all(float(x).is_integer() for x in (self.least, self.grain))

    def text(self, value: float) -> str:
        return f"{value:.10g}"

    def written(self, value: float) -> str:
        """The value as one reads it: 50,000 and −1.5."""
        return f"{value:,.10g}".replace("-", "−")

    def texts(self, value: float) -> dict[str, str]:
        return {self.name: self.text(value)}

    def put(self, parameters: Values, value: float) -> Values:
        return (self.puts or as_named(self.name))(parameters, value)


@dataclass(frozen=True, slots=True)
class Steps(Slider):
    """The number of steps of something that are shown: gone through forwards and back."""

    def put(self, parameters: Values, value: float) -> Values:
        return (self.puts or nowhere)(parameters, value)


@dataclass(frozen=True, slots=True)
class Amount(Slider):
    """A whole number that is typed, any from ``least`` to ``most``, or dragged from one multiple of ``step`` to the
    next."""

    @property
    def grain(self) -> float:
        return 1


@dataclass(frozen=True, slots=True)
class Point:
    """The tip of an arrow in the plane, moved in tenths within ``reach`` of the origin in both directions."""

    name: str
    label: str
    start: tuple[float, float]
    _: KW_ONLY
    reach: float = 4
    step: float = 0.1
    puts: Puts | None = None
    gets: Gets | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (f"{self.name}.x", f"{self.name}.y")

    @property
    def sliders(self) -> tuple[Slider, Slider]:
        """One slider for each coordinate, for the keyboard and for a browser without JavaScript."""
        across, up = (
            Slider(name, f"{self.label}, {axis}", at, least=-self.reach, most=self.reach, step=self.step)
            for name, axis, at in zip(self.names, ("across", "up"), self.start, strict=True)
        )
        return across, up

    def read(self, texts: Texts) -> tuple[tuple[float, float], Misread]:
        (x, one), (y, other) = (
            slider.read(texts) if slider.name in texts else (slider.start, Misread())
            for slider in self.sliders
        )
        return (x, y), Misread(
            *(" ".join(filter(None, both)) for both in ((one, other), (one.why, other.why)))
        )

    def texts(self, value: tuple[float, float]) -> dict[str, str]:
        return {name: f"{at:.10g}" for name, at in zip(self.names, value, strict=True)}

    def put(self, parameters: Values, value: tuple[float, float]) -> Values:
        return (self.puts or as_named(self.name))(parameters, list(value))


@dataclass(frozen=True, slots=True)
class Options:
    """One of a few values, each with its words; ``start`` is a key of ``values``, the text in the address."""

    name: str
    label: str
    start: str
    _: KW_ONLY
    values: Mapping[str, tuple[Any, str]]
    puts: Puts | None = None
    gets: Gets | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def read(self, texts: Texts) -> tuple[str, Misread]:
        text = texts[self.name]
        if text in self.values:
            return text, Misread()
        why = f"{self.label}: there is no “{text[:40]}” here"
        return self.start, misread(why, f"{self.words(self.start)} is shown instead")

    def words(self, value: str) -> str:
        return self.values[value][1]

    def texts(self, value: str) -> dict[str, str]:
        return {self.name: value}

    def put(self, parameters: Values, value: str) -> Values:
        return (self.puts or as_named(self.name))(parameters, self.values[value][0])


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table in the picture, chosen by a click: ``size`` rows and columns, counted from 1."""

    name: str
    label: str
    start: tuple[int, int]
    _: KW_ONLY
    size: tuple[int, int]
    puts: Puts | None = None
    gets: Gets | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def read(self, texts: Texts) -> tuple[tuple[int, int], Misread]:
        parts = texts[self.name].split(",")
        if len(parts) == 2 and all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
            row, column = map(int, parts)
            if 1 <= row <= self.size[0] and 1 <= column <= self.size[1]:
                return (row, column), Misread()
        why = f"{self.label}: there is no cell “{texts[self.name][:40]}” here"
        return self.start, misread(why, f"{self.text(self.start)} is shown instead")

    def text(self, value: tuple[int, int]) -> str:
        return f"{value[0]},{value[1]}"

    def texts(self, value: tuple[int, int]) -> dict[str, str]:
        return {self.name: self.text(value)}

    @property
    def all(self) -> tuple[tuple[int, int], ...]:
        return tuple((row + 1, column + 1) for row in range(self.size[0]) for column in range(self.size[1]))

    def put(self, parameters: Values, value: tuple[int, int]) -> Values:
        return (self.puts or nowhere)(parameters, value)


@dataclass(frozen=True, slots=True)
class Words:
    """A few words of one's own, at most ``most`` characters; ``puts`` makes parameters of them."""

    name: str
    label: str
    start: str
    _: KW_ONLY
    most: int = 60
    puts: Puts | None = None
    gets: Gets | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def read(self, texts: Texts) -> tuple[str, Misread]:
        text = " ".join(texts[self.name].split())
        if not text:
            why = f"{self.label}: type a word or two"
            return self.start, misread(why, f"“{self.start}” is shown instead")
        if len(text) > self.most:
            why = f"{self.label}: at most {self.most} characters fit here"
            return text[: self.most].rstrip(), misread(why, f"the first {self.most} are shown")
        return text, Misread()

    def texts(self, value: str) -> dict[str, str]:
        return {self.name: value}

    def put(self, parameters: Values, value: str) -> Values:
        return (self.puts or as_named(self.name))(parameters, value)


Handle = Slider | Steps | Amount | Point | Options | Cell | Words
