"""A query turned by its position: what rotary embedding does to the first pair of entries."""

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider
from engine.figures.wording import shown

figure = Figure(
    "rope",
    "A position as a rotation",
    family="rope",
    section="2.6",
    question="two-pairs-two-speeds",
    start={"x": [2.0, 1.0, 1.0, -1.0], "base": 10_000.0, "pairs": "adjacent"},
    handles=(Slider("position", "Position m", 1, least=0, most=12),),
    opens=lambda here: ("rotated", (0,)),
)


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    turn, slow = now["angles"]
    if before is None:
        return "Move the token: its first pair turns by one radian per position, and its length stays."
    return (
        f"At position {now['position']} the first pair is turned by {shown(turn)} radians, the second by {shown(slow)}:"
        " early pairs turn fast, late ones slowly. The lengths stay."
    )
