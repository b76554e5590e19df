"""Sinusoidal encoding by rotation: each pair starts at (sin 0, cos 0) and is turned once per position.

The turn of one position is a complex number; its power comes from repeated squaring in 60 digits, so no sine of the
position itself is taken. Frequencies are a geometric sequence, made by roots.
"""

from typing import Any

import mpmath  # type: ignore[import-untyped]


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    position, size = parameters["position"], parameters["d_model"]
    with mpmath.workdps(60):
        ratio = 1 / mpmath.root(10000, size // 2)  # from one pair to the next
        frequencies = [ratio**pair for pair in range(size // 2)]
        turns = [mpmath.expj(frequency) ** position for frequency in frequencies]
        pairs = [(float(turn.imag), float(turn.real)) for turn in turns]
        angles = [float(frequency * position) for frequency in frequencies]
    if parameters.get("layout", "interleaved") == "interleaved":
        encoding = [entry for pair in pairs for entry in pair]
    else:
        encoding = [sine for sine, _ in pairs] + [cosine for _, cosine in pairs]
    return {"angles": angles, "encoding": encoding}
