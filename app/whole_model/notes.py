"""Words in the picture, at the number that is opened and at those that it is made of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.whole_model.layout import THICK, Box, Point
from app.whole_model.picture import Picture
from app.whole_model.strips import Strip

NAMES = {
    "embedding": "stream", "norm": "norm", "query": "query", "key": "key", "value": "value",
    "score": "score", "weight": "weight", "mix": "mix", "out": "attention adds", "between": "stream",
    "norm-again": "norm", "up": "wide", "active": "GELU", "down": "MLP adds", "after": "stream",
    "logit": "logit",
}  # fmt: skip
# Of many cells; a query is one of a head, and so is a stream
MORE = {"score": "scores", "weight": "weights", "logit": "logits"}
WIDE = ("up", "active")  # strips as long as the picture is wide, which leave no room above them
TO_THE_LEFT = ("mix", "out", "between", "norm-again", "up", "logit")  # where a wide strip or the edge is near
TOP, HIGHEST, APART = 26.0, 62.0, 22.0  # of the picture; the first note, and from note to note
SHORT_TITLE, ON_A_PHONE = 18.0, 74.0  # what a strip's short title takes: above it, and beside it on a phone


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """A few words at ``at``, with a ``line`` to the strip that they are about unless they stand beside it; ``down``:
    where they stand on a phone, in the picture's own coordinates; ``ends`` and ``down_ends``: the words end there."""

    text: str
    at: Point
    ends: bool
    line: str
    down: Point
    down_ends: bool
    opened: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class _Mark:
    """Something to be told: its words, where it lies, and at which side of it there is room."""

    text: str
    box: Box
    left: bool
    opened: bool = False
    beside: bool = False
    guest: bool = False
    cell: float = 0.0  # where its first cell begins across the way


def notes(drawn: Picture, letters: Sequence[str], told: str) -> tuple[Note, ...]:
    """Notes for what is opened, with its number as it is ``told``, and for what lights up. They stand in steps, so that
    no line crosses words: those to the left of their lines first and from the right, then the others from the left."""
    marks = sorted((*_own(drawn, told), *_guests(drawn, letters)), key=lambda one: one.box[0])
    left = [one for one in marks if one.left]
    ordered = [*reversed(left), *(one for one in marks if not one.left)]
    above = [one for one in ordered if not one.beside]
    return (
        *(_above(one, HIGHEST + APART * n) for n, one in enumerate(above)),
        *(_beside(one) for one in ordered if one.beside),
    )


def _own(drawn: Picture, told: str) -> Iterator[_Mark]:
    for one in drawn.strips:
        if one.opened or one.lit:
            name = one.station.name
            text = f"{NAMES[name]} {told}" if one.opened else _of_many(one)
            left = name in TO_THE_LEFT or one.station.id == "norm"
            cell = float((one.opened or one.lit).split("h")[0].split(" ")[1])
            yield _Mark(
                text=text, box=one.box, left=left, opened=bool(one.opened), beside=name in WIDE, cell=cell
            )


def _of_many(one: Strip) -> str:
    """The name of what lights up in a strip, from the height of its path in one or more."""
    name, cell = one.station.name, one.box[3] / one.count
    heights = (part.partition("h")[0] for part in one.lit.split("v")[1:])
    return MORE.get(name, NAMES[name]) if sum(map(float, heights)) > 1.5 * cell else NAMES[name]


def _guests(drawn: Picture, letters: Sequence[str]) -> Iterator[_Mark]:
    """The operands of other tokens, which stand in one column beside their tiles."""
    for station, found in groupby(drawn.guests, key=lambda one: one.station):
        guests = list(found)
        first, name = guests[0], NAMES[station.name]
        text = f"other {name}s" if len(guests) > 1 else f"{name} of “{letters[first.first.token]}”"
        yield _Mark(text=text, box=first.box, left=False, guest=True)


def _above(one: _Mark, y: float) -> Note:
    x, top, *_ = one.box
    middle = x + THICK / 2
    if one.guest:  # where there are many tiles they reach higher than the notes
        y = max(TOP, min(y, top - 30))
    return Note(
        text=one.text,
        at=(x + THICK if one.left else x, y),
        ends=one.left,
        line=f"M{middle:g} {y + 4:g}V{top - (4 if one.guest else SHORT_TITLE):g}",
        down=(middle, top - (8 if one.guest else ON_A_PHONE)),
        down_ends=True,
        opened=one.opened,
    )


def _beside(one: _Mark) -> Note:
    """The note of a wide strip: at its upper end, on a phone at its right one, away from its neighbours' notes."""
    x, top, _, height = one.box
    edge = x - 3 if one.left else x + THICK + 3
    return Note(
        text=one.text,
        at=(edge, top + 18),
        ends=one.left,
        line=f"M{edge:g} {top + 22:g}V{one.cell:g}" if one.cell > top + 26 else "",
        down=(x - 8 if one.left else x + THICK + 8, top + height),
        down_ends=True,
        opened=one.opened,
    )
