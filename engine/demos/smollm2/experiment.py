"""The recording of what a real model makes of twenty sentences."""

from base64 import b64decode
from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.demos.recording import Recording
from engine.demos.smollm2.live import live
from engine.demos.smollm2.recorded import Bytes, packed
from engine.demos.smollm2.settings import HEADS, SENTENCES


def record() -> Recording:
    told, maps = zip(*map(read, SENTENCES), strict=True)
    return Recording({"sentences": told}, {str(number): rows for number, rows in enumerate(maps)})


def read(sentence: str) -> tuple[Mapping[str, Any], Bytes]:
    """The tokens, the shares and the next tokens, and the weights, packed: (30, H, T (T + 1) / 2)."""
    (_, start), *layers = live({"sentence": sentence, "layer": 0}, dict)
    length = len(start["tokens"])
    maps = [
        np.frombuffer(b64decode(point["heads"]), np.uint8).reshape(HEADS, length, length)
        for _, point in layers
    ]
    first = [point["first"] for _, point in layers]
    told = {"sentence": sentence, "tokens": start["tokens"], "first": first, "next": layers[-1][1]["next"]}
    return told, packed(np.stack(maps))
