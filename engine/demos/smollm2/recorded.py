"""The real model's recorded results for twenty sentences, so that they can be read where it is not installed.

``smollm2.json`` has, sentence by sentence, its tokens, the ``first`` of every layer and the ``next`` tokens;
``smollm2.npz`` the weights in bytes from 0 to 255, without those that the mask hides.
"""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from engine.demos import recording
from engine.demos.smollm2.settings import SENTENCES

Bytes = np.ndarray[Any, np.dtype[np.uint8]]


@cache
def points(sentence: str) -> Sequence[Mapping[str, Any]]:
    """The points as a live run tells them (``live``), from step 0 on; none if the sentence is not recorded."""
    if sentence not in SENTENCES:
        return ()
    number = SENTENCES.index(sentence)
    told = recording.shown("smollm2")["sentences"][number]
    maps = unpacked(recording.weights("smollm2")[str(number)], len(told["tokens"]))
    layers = [
        {"step": step, "first": first, "heads": b64encode(heads.tobytes()).decode()}
        for step, (first, heads) in enumerate(zip(told["first"], maps, strict=True), 1)
    ]
    return ({"step": 0, "tokens": told["tokens"]}, *layers[:-1], {**layers[-1], "next": told["next"]})


def packed(maps: Bytes) -> Bytes:
    """The part of maps (…, T, T) that a position gives to itself and to those before it, by row: (…, T (T + 1) / 2)."""
    return maps[(..., *np.tril_indices(maps.shape[-1]))]


def unpacked(rows: Bytes, length: int) -> Bytes:
    """The maps (…, T, T) again."""
    maps = np.zeros((*rows.shape[:-1], length, length), np.uint8)
    maps[(..., *np.tril_indices(length))] = rows
    return maps
