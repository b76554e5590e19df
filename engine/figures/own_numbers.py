"""A figure about other numbers than its own: those of a sheet, or typed by somebody, as parameters of its family.

The handles begin at these numbers, and a slider's stops are moved so that they are among them. Where not each of the
numbers can be held exactly, there is no figure of them: none ever shows numbers that only come near.
"""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from engine.answers.reading import Unreadable
from engine.chain import CannotGoOn, Family
from engine.fields import form
from engine.figures.figure import Figure
from engine.figures.handles import Amount, Cell, Handle, Options, Point, Slider, Words, nowhere
from engine.parameters import BadParameters, Frozen

OWN = "of."  # before the name of a parameter, in an address
MOST_STOPS = 1200  # of a slider that is moved by keyboard, too


class NoSuchNumbers(ValueError):
    """Raised if the figure cannot show these numbers. ``reason`` is a sentence; the text says what is shown instead."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason} The figure's own numbers are shown.")
        self.reason = reason


def about(figure: Figure, given: Frozen) -> Figure:
    """The figure whose first state is exactly these numbers. Raises NoSuchNumbers."""
    handles = figure.take(given)
    held = [_holding(handle, given) for handle in handles] if handles is not None else [None]
    kept = [handle for handle in held if handle is not None]
    if len(kept) < len(held):
        raise NoSuchNumbers("This figure does not reach these numbers.")
    start = given.to_json() if figure.takes_numbers else figure.start
    made = replace(figure, start=start, handles=tuple(kept), question="")
    made.subject = figure.subject
    try:
        first = made.at({})
        again, problems = made.read(made.texts(first))
    except (BadParameters, CannotGoOn) as error:
        raise NoSuchNumbers(f"These numbers have no figure: {error}.") from error
    exactly = given.to_json()
    if problems or any(frame.run.parameters.to_json() != exactly for frame in (first, again)):
        raise NoSuchNumbers("This figure does not reach these numbers.")
    return made


def read(family: Family, texts: Mapping[str, str]) -> Frozen:
    """Parameters of a family from the texts of its form. Raises NoSuchNumbers."""
    values: dict[str, Any] = {}
    for field in form.fields(family):
        text = texts.get(field.name, "")
        if field.name in texts and not field.left_out(text):
            value = form.read(field, text)
            if isinstance(value, Unreadable):
                raise NoSuchNumbers(f"{field.description}: {value.message}")
            values[field.name] = value
    try:
        return family.parameters.of(values)
    except BadParameters as error:
        raise NoSuchNumbers(f"These numbers have no figure: {error}.") from error


def _holding(handle: Handle, given: Frozen) -> Handle | None:
    """The handle at the value that these parameters have, None where it has no such value."""
    if handle.puts is nowhere or isinstance(handle, Cell):
        return handle
    parameters = dict(given)
    if handle.gets:
        value = handle.gets(parameters)
    elif handle.puts is None and handle.name in parameters:
        value = parameters[handle.name]
    else:
        return None
    match handle:
        case Amount():
            fits = handle.least <= value <= handle.most and value == int(value)
            return replace(handle, start=int(value)) if fits else None
        case Slider():
            return _with_stop(handle, value)
        case Options():
            return next(
                (replace(handle, start=text) for text, held in handle.values.items() if held[0] == value),
                None,
            )
        case Point():
            if len(value) != 2:
                return None
            return replace(handle, start=(float(value[0]), float(value[1])))
        case Words():
            return replace(handle, start=value) if isinstance(value, str) else None


def _with_stop(slider: Slider, value: float) -> Slider | None:
    """The slider with its stops moved by less than one step, so that the value is one of them."""
    at, least, most, step = (Decimal(str(x)) for x in (value, slider.least, slider.most, slider.step))
    if not least <= at <= most or (most - least) / step > MOST_STOPS:
        return None
    first = at - (at - least) // step * step
    last = first + (most - first) // step * step
    least_now, most_now, start = (int(x) if x == int(x) else float(x) for x in (first, last, at))
    return replace(slider, start=start, least=least_now, most=most_now)
