"""A head of attention as a small picture: its weights in five shades, and none where there is hardly any."""

import numpy as np

from engine.parameters import Array

Shades = tuple[
    tuple[float, str], ...
]  # how dark, and the squares that are, as an SVG path; a position is a unit
STEPS = ((0.05, 0.12), (0.15, 0.3), (0.3, 0.5), (0.5, 0.75), (0.75, 1.0))  # from this weight on, so dark


def shades(weights: Array) -> Shades:
    """(T, T) -> a path for each shade that occurs."""
    found = []
    for (least, dark), above in zip(STEPS, [*(least for least, _ in STEPS[1:]), 2.0], strict=True):
        squares = np.argwhere((weights >= least) & (weights < above)).tolist()
        if squares:
            found.append((dark, "".join(f"M{j} {i}h1v1h-1z" for i, j in squares)))
    return tuple(found)
