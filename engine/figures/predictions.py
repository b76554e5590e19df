"""Where the pictures in sight tell a number that is predicted: the row of a table that has it before the handle moves.

A table with many numbers has some number by chance. A place tells the one that is asked only if it still has it after
the other handles are moved: the bar of pass@4 is always pass@4, a bar that happens to be as long is not.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.chain import CannotGoOn
from engine.figures.figure import NUMBER, Figure, Frame, Shown, plain
from engine.figures.handles import Cell, Handle, Options, Point, Slider, Words
from engine.parameters import BadParameters
from engine.solutions.pictures import Boxes, Curve, Picture, Scatter, table

Key = tuple[
    Any, ...
]  # a place in the table of a picture: picture, row, column; a row of a curve goes by name and x
PROBES = 3  # other values of a handle at which a place is looked at again


def told_at(figure: Figure, before: Shown, after: Shown) -> tuple[str, ...]:
    """The names of the places at which the pictures of ``before`` have the number that is asked of ``after``, "" for a
    place without words; none where they have it by chance, or where it is what the line says already."""
    came = after.written(after.value)
    if before.asks == after.asks and after.written(before.value) == came:
        return ()
    found: Mapping[Key, str] = _having(before, after)
    looked = False
    for was, now in _probes(figure, before.frame, after.frame):
        if not found:
            break
        seen, asked = figure.show(was), figure.show(now)
        if asked.asks == after.asks:
            still, looked = _having(seen, asked), looked or asked.written(asked.value) != came
            found = {key: name for key, name in found.items() if key in still}
    if found and not looked:
        found = _in_series(figure, before, after, found)
    return tuple(dict.fromkeys(found.values()))


def _in_series(figure: Figure, before: Shown, after: Shown, found: Mapping[Key, str]) -> Mapping[Key, str]:
    """The places whose line, row or column has most of the numbers, too, to which other moves of the handle would
    lead."""
    seen = {after.written(shown.value) for shown in (before, after)}
    others = [
        {one for key in _having(before, asked) for one in _series(key)}
        for handle in figure.handles
        if before.frame.values[handle.name] != after.frame.values[handle.name]
        for asked in map(figure.show, _moved(figure, after.frame, handle))
        if asked.written(asked.value) not in seen
    ]
    return {
        key: name
        for key, name in found.items()
        if not others or any(2 * sum(one in other for other in others) > len(others) for one in _series(key))
    }


def _series(key: Key) -> set[Key]:
    """The line of a curve that a place is on; else its row and its column."""
    picture, row, column = key
    if isinstance(row, tuple):
        return {(picture, row[:-1], column)}
    return {(picture, "row", row), (picture, "column", column)}


def _probes(figure: Figure, before: Frame, after: Frame) -> Iterator[tuple[Frame, Frame]]:
    """Both states with a handle moved that is the same in them."""
    for handle in figure.handles:
        if before.values[handle.name] == after.values[handle.name]:
            for value in _others(handle, after.values[handle.name]):
                pair = [_at(figure, {**frame.values, handle.name: value}) for frame in (before, after)]
                if pair[0] is not None and pair[1] is not None:
                    yield pair[0], pair[1]


def _moved(figure: Figure, frame: Frame, handle: Handle) -> Iterator[Frame]:
    for value in _others(handle, frame.values[handle.name]):
        there = _at(figure, {**frame.values, handle.name: value})
        if there is not None:
            yield there


def _at(figure: Figure, values: Mapping[str, Any]) -> Frame | None:
    try:
        return figure.at(values)
    except (BadParameters, CannotGoOn):
        return None


def _others(handle: Handle, value: Any) -> list[Any]:
    """A few other values of a handle."""
    every: list[Any]
    match handle:
        case Slider():
            places = range(1, PROBES + 2)
            span = handle.most - handle.least
            texts = [handle.text(handle.least + span * place / (PROBES + 1)) for place in places]
            every = [handle.read({handle.name: text})[0] for text in texts]
        case Point():
            far = handle.reach / 2
            every = [(far, far / 2), (-far / 2, far)]
        case Options():
            every = list(handle.values)
        case Cell():
            every = list(handle.all)
        case Words():
            every = []
    return [other for other in every if other != value][:PROBES]


def _having(shown: Shown, asked: Shown) -> dict[Key, str]:
    """The places in the pictures that have the number asked, as it is written there; with their names."""
    came, found = asked.written(asked.value), dict[Key, str]()

    def has(text: str) -> bool:
        return any(asked.written(float(plain(number))) == came for number in NUMBER.findall(text))

    for n, picture in enumerate(shown.pictures):
        head, rows = table(picture)
        for row, texts in enumerate(rows):
            names = 0 if isinstance(picture, Boxes) else len(texts) - 1 if _of_points(picture) else 1
            for column, text in enumerate(texts[names:], names):
                if has(text):
                    name = _name(picture, head, texts, column)
                    found[n, texts[:names] if _of_points(picture) else row, column] = (
                        "" if has(name) else name
                    )
    return found


def _of_points(picture: Picture) -> bool:
    """True for points, whose rows come and go: each goes by its name and its x."""
    return isinstance(picture, Curve | Scatter)


def _name(picture: Picture, head: Sequence[str], texts: Sequence[str], column: int) -> str:
    """The words on a place in a picture."""
    if _of_points(picture):
        *named, x = texts[:-1]
        return ", ".join((*named, f"{head[-2]} = {x}"))
    if isinstance(picture, Boxes):
        return texts[0].partition(":")[0]
    return f"{texts[0]}, {head[column]}" if len(head) > 2 and head[column] else texts[0]
