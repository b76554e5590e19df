"""The rooms of an exam as its instructors write them: each on a line, with the ranges of its addresses, which may go on
below."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from app.exams.store.supervision import Room
from app.identity.networks import NoRange, networks
from app.web.dependencies import one_line

MOST_ROOMS = 60
MOST_RANGES = 400  # of all rooms
LONGEST_NAME = 80
LONGEST_TEXT = 20_000
DASH = re.compile(r" ?[-\u2010-\u2015\u2212] ?")
BETWEEN = re.compile(r"[\s,;]+")
ADDRESS = re.compile(r"(?:[0-9]+(?:\.[0-9*]+){3}|[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*)(?:[/-].*)?", re.IGNORECASE)


class Fault(StrEnum):
    """A fault in a line of the text."""

    MALFORMED = "malformed"
    BACKWARDS = "backwards"
    EVERYTHING = "everything"
    MAPPED = "mapped"
    NAMELESS = "nameless"
    TWICE = "twice"
    WITHOUT = "without"  # others have ranges
    TOO_MANY = "too many"


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault in a line, counted from 1, and the piece of it that is at fault."""

    line: int
    fault: Fault
    piece: str = ""


class Misread(ValueError):
    """The text holds no rooms that could be supervised; carries the findings."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(findings)
        self.findings = tuple(findings)


def read(text: str) -> tuple[Room, ...]:
    """Reads lines as ``HG F 1: 10.1.2.0/24, 2001:db8::/64``; a line that begins with an address goes on with the ranges
    of the room above. A room without ranges is told by its code alone; rooms that share a range, as on one wireless
    network, are told apart by it, too.

    Raises Misread with all that is wrong: also where some rooms have ranges and others none, for these would let in
    everybody.
    """
    found: list[tuple[int, Room]] = []
    wrong: list[Finding] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        goes_on = ADDRESS.fullmatch(next(iter(_pieces(line)), ""))
        name, _, ranges = ("", "", line) if goes_on else line.partition(":")
        name = one_line(name)[:LONGEST_NAME]
        if goes_on and found:
            above, room = found[-1]
            found[-1] = above, _joined(room, _ranges(number, _pieces(ranges), wrong))
        elif not name:
            wrong.append(Finding(number, Fault.NAMELESS, one_line(line)[:LONGEST_NAME]))
            continue
        else:
            if name in (room.name for _, room in found):
                wrong.append(Finding(number, Fault.TWICE, name))
            found.append((number, _joined(Room(name), _ranges(number, _pieces(ranges), wrong))))
        if len(found) > MOST_ROOMS or sum(len(room.ranges) for _, room in found) > MOST_RANGES:
            raise Misread([Finding(number, Fault.TOO_MANY)])
    if any(room.ranges for _, room in found) and not wrong:
        wrong = [Finding(number, Fault.WITHOUT, room.name) for number, room in found if not room.ranges]
    if wrong:
        raise Misread(wrong)
    return tuple(room for _, room in found)


def written(rooms: Sequence[Room]) -> str:
    """Writes rooms as ``read`` reads them."""
    return "\n".join(f"{room.name}: {', '.join(room.ranges)}".rstrip(": ") for room in rooms)


def _pieces(text: str) -> list[str]:
    """Returns what is written between commas and spaces; the ends of a range stay together."""
    return [piece for piece in BETWEEN.split(DASH.sub("-", one_line(text))) if piece]


def _joined(room: Room, ranges: Sequence[str]) -> Room:
    return replace(room, ranges=tuple(dict.fromkeys((*room.ranges, *ranges))))


def _ranges(number: int, pieces: Sequence[str], wrong: list[Finding]) -> Sequence[str]:
    kept: dict[str, None] = {}
    for piece in dict.fromkeys(pieces):
        if len(kept) > MOST_RANGES:
            break
        try:
            kept |= dict.fromkeys(map(str, networks(piece)))
        except NoRange as error:
            wrong.append(Finding(number, Fault(error.why), piece[:LONGEST_NAME]))
    return list(kept)
