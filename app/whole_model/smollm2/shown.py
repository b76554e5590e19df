"""The numbers behind a state: from a reading, with all that an open layer has, or recorded ones of a sentence."""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from app.whole_model.smollm2.readings import Reading
from app.whole_model.smollm2.state import TOP, State
from engine.demos.smollm2 import recorded, weights_file
from engine.demos.smollm2.settings import HEADS, LAYERS
from engine.demos.smollm2.weights_file import File
from engine.parameters import Array
from engine.whole_model.smollm2 import block, stations
from engine.whole_model.smollm2.block import AS_TRAINED, Block, Switches
from engine.whole_model.smollm2.lines import Weights
from engine.whole_model.smollm2.stations import Opened

Said = tuple[int, str, float]  # a token that may come next: number, text, probability


@dataclass(frozen=True, kw_only=True)
class Shown:
    """``written``: how many of the tokens the model wrote. ``norms``: of the stream, (layers + 1, T); ``lens``: the
    likeliest tokens after each layer, for the newest token; both may be missing. ``bars``: after each token, or after
    the newest alone; ``came``: what the model gave to each token that came (share, rank). ``weights``: attention of the
    open layer (H, T, T). ``opened`` and ``parameters``: all its numbers, if the model is there; ``trained``: those with
    nothing switched off."""

    tokens: tuple[str, ...]
    written: int
    norms: Sequence[Sequence[float]]
    lens: Sequence[Sequence[Said]]
    bars: Mapping[int, Sequence[Said]]
    came: Sequence[tuple[float, int]]
    weights: Array
    opened: Opened | None = None
    trained: Opened | None = None
    parameters: Weights | None = None
    logits: Array | None = None


def file() -> File:
    """The weights of the real model, mapped. Raises ModuleNotFoundError."""
    return weights_file.opened(weights_file.path())


def of_reading(state: State, reading: Reading) -> Shown:
    """All numbers of a reading, with the layer opened here."""
    told, weights = reading.told, file()
    opened: Opened
    trained: Opened
    if state.layer == TOP:
        scale = weights.whole("output_norm.weight").astype(float)
        opened = trained = stations.top(reading.x, scale, reading.logits, weights.shape)
        maps = np.zeros((HEADS, 0, 0))
    else:
        opened, trained = (
            _block(state.about, state.layer, reading.x.tobytes(), len(reading.x), switches)
            for switches in (state.switches, AS_TRAINED)
        )
        maps = opened.weights
    return Shown(
        tokens=tuple(told["tokens"]),
        written=min(len(state.then), len(told["tokens"])),
        norms=told["norms"],
        lens=told["lens"],
        bars=dict(enumerate(told["bars"])),
        came=told["came"],
        weights=maps,
        opened=opened,
        trained=trained,
        parameters=parameters(state.layer),
        logits=reading.logits,
    )


@lru_cache(maxsize=8)
def _block(about: str, layer: int, x: bytes, tokens: int, switches: Switches) -> Block:
    """An open layer, for those who click from number to number in it."""
    weights = file()
    stream = np.frombuffer(x).reshape(tokens, -1)
    return block.run(
        stream,
        lambda name: weights.whole(f"blk.{layer - 1}.{name}.weight").astype(float),
        weights.shape,
        switches,
    )


def parameters(layer: int) -> Weights:
    """The parameters behind a layer, or behind the head."""
    weights = file()

    def named(name: str) -> str:
        return f"{name}.weight" if layer == TOP else f"blk.{layer - 1}.{name}.weight"

    return Weights(
        row=lambda name, n: weights.row(named(name), n).astype(float),
        vector=lambda name: weights.whole(named(name)).astype(float),
        shape=weights.shape,
        layer=0 if layer == TOP else layer,
    )


def of_recording(state: State) -> Shown:
    """The recording of one of the twenty sentences: tokens, attention, and the likeliest next tokens."""
    points: Sequence[Mapping[str, Any]] = recorded.points(state.text)
    tokens = tuple(points[0]["tokens"])
    maps = np.zeros((HEADS, 0, 0))
    if state.layer <= LAYERS:
        packed = np.frombuffer(b64decode(points[state.layer]["heads"]), np.uint8)
        maps = packed.reshape(HEADS, len(tokens), len(tokens)) / 255
    following = [(-1, text, share) for text, share in points[-1]["next"]]
    return Shown(
        tokens=tokens, written=0, norms=(), lens=(), bars={len(tokens) - 1: following}, came=(), weights=maps
    )
