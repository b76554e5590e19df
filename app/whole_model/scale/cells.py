"""The parameters as pixels: a PNG per matrix, one pixel a number, on one scale of colours for all matrices.

The colours are those of ``colours.css``; how strong one is, is its opacity, so that the page's own paper is 0.
"""

import hashlib
from functools import cache
from io import BytesIO
from math import ceil

import numpy as np

from engine.parameters import Array
from engine.whole_model import matrices

# A shade of either sign begins at each of these: squares of a tenth, two tenths and so on, for most numbers are small.
BOUNDS = (0.01, 0.04, 0.09, 0.16, 0.25, 0.36, 0.49)
SHADES = len(BOUNDS)
THEMES = {  # above 0 and below
    "light": ("0b6e6e", "7b3fa0"),
    "dark": ("56c8c0", "cda0f0"),
}
EVERY = "every"  # all numbers, one after another, as a square
FOLDER = "/model/scale/cells"


def shades(numbers: Array) -> Array:
    """The shade of each number, from -7 (far below 0) to 7; 0 for those next to 0."""
    size = np.searchsorted(BOUNDS, np.abs(numbers).astype(float).round(9), side="right")
    return np.asarray(np.where(numbers < 0, -size, size))


def every() -> Array:
    """The shades of all numbers, matrix after matrix, in rows of 166; what is left of the last one is 0."""
    flat = np.concatenate([shades(one.numbers).ravel() for one in matrices.matrices()])
    wide = ceil(len(flat) ** 0.5)
    rows = ceil(len(flat) / wide)
    return np.pad(flat, (0, rows * wide - len(flat))).reshape(rows, wide)


@cache
def png(theme: str, name: str) -> bytes | None:
    """The picture of a matrix, or of all; None where there is no such picture."""
    from PIL import Image

    if theme not in THEMES or (name != EVERY and name not in matrices.by_id()):
        return None
    shade = every() if name == EVERY else shades(matrices.by_id()[name].numbers)
    drawn = Image.fromarray((shade + SHADES).astype(np.uint8), "P")
    above, below = (bytes.fromhex(colour) for colour in THEMES[theme])
    drawn.putpalette(below * (SHADES + 1) + above * SHADES)
    content = BytesIO()
    drawn.save(
        content, "PNG", bits=4, optimize=True, transparency=bytes(map(_opacity, range(-SHADES, SHADES + 1)))
    )
    return content.getvalue()


def _opacity(shade: int) -> int:
    return round(255 * abs(shade) / SHADES)


@cache
def version() -> str:
    """A mark of all pictures: under an address with it, they stay the same for ever."""
    names = (*matrices.by_id(), EVERY)
    content = b"".join(png(theme, name) or b"" for theme in THEMES for name in names)
    return hashlib.sha256(content).hexdigest()[:8]


def address(theme: str, name: str) -> str:
    """The address of a picture."""
    return f"{FOLDER}/{theme}/{name}.png?v={version()}"


@cache
def weight() -> int:
    """The bytes of the pictures of all matrices in one theme."""
    return sum(len(png("light", name) or b"") for name in matrices.by_id())
