"""A query turned by its position: what rotary embedding does to the first pair of entries."""

from collections.abc import Sequence
from dataclasses import replace

from engine.families.attention.rope import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import shown
from engine.mathematics import rotation

SLOWEST = 2  # the least base: with 1 all pairs turn alike
POSITION = Slider("position", "Position m", 1, least=0, most=12)

figure = Figure(
    "rope",
    "A position as a rotation",
    family="rope",
    section="2.6",
    question="two-pairs-two-speeds",
    start={"x": [2.0, 1.0, 1.0, -1.0], "base": 10_000.0, "pairs": "adjacent"},
    handles=(POSITION,),
    opens=lambda here: ("rotated", (0,)),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """The positions around that of the token."""
    first = rotation.paired(given.x, given.pairs)
    if len(given.x) != 4 or given.base < SLOWEST or not (first[0][0] or first[1][0]):
        return None
    furthest = int(POSITION.most)
    return (replace(POSITION, least=max(0, given.position - furthest), most=given.position + furthest),)


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    turn, slow = now["angles"]
    if before is None:
        return "Move the token: its first pair turns by one radian per position, and its length stays."
    return (
        f"At position {now['position']} the first pair is turned by {shown(turn)} radians, the second by {shown(slow)}:"
        " early pairs turn fast, late ones slowly. The lengths stay."
    )
