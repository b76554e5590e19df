"""The layout of boxes that share out a row: what fills a memory, say."""

from dataclasses import dataclass

from app.web.drawing.axes import LETTER
from app.web.drawing.fitting import grown
from engine.solutions.pictures import Boxes

WIDE, HIGH = 440.0, 34.0
NAME, NOTE = 18.0, 16.0  # lines above and below a row


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A box by its left edge and width; the text and the note are "" where they would not fit. ``shade`` is the place
    of its shade among those of the picture, None for none. A ``tight`` text does not fit where its letters grow."""

    left: float
    width: float
    text: str
    note: str
    shade: int | None
    tight: bool


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A row with its name above, and its upper edge."""

    name: str
    top: float
    boxes: tuple[DrawnBox, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawnBoxes:
    rows: tuple[DrawnRow, ...]
    size: tuple[float, float]


def boxes(picture: Boxes) -> DrawnBoxes | None:
    """The rows, as wide as the widest of them; None where all boxes are as wide as their texts, which a browser lays
    out."""
    widest = max(sum(box.wide for box in row) for _, row in picture.rows)
    if not widest:
        return None
    named = any(name for name, _ in picture.rows)
    noted = any(box.note for _, row in picture.rows for box in row)
    rows, top = [], 0.0
    for name, row in picture.rows:
        top += NAME if named else 2
        left, drawn = 1.0, []
        shared = any(box.wide for box in row)
        for box in row:
            width = (WIDE - 2) * box.wide / widest if shared else LETTER * len(box.text) + 14
            drawn.append(
                DrawnBox(
                    round(left, 2),
                    round(width, 2),
                    box.text if LETTER * len(box.text) + 6 < width else "",
                    box.note if LETTER * len(box.note) < width + 8 else "",
                    picture.shades.index(box.shade) if box.shade else None,
                    grown(box.text) + 2 > width,
                )
            )
            left += width + (0 if shared else 3)
        rows.append(DrawnRow(name, top, tuple(drawn)))
        top += HIGH + (NOTE if noted else 0) + 8
    return DrawnBoxes(rows=tuple(rows), size=(WIDE, top))
