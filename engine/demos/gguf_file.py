"""GGUF: one file with all of a model, its tokenizer among them (github.com/ggml-org/ggml, docs/gguf.md, version 3).

First what is known of it by name, then where each tensor lies, then the tensors. Those whose numbers take few bits are
in blocks of 32: Q8_0 keeps a scale and 32 whole numbers, Q4_1 a scale, a least value and 32 numbers from 0 to 15.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from engine.demos.recording import Weights

NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
STRING, ARRAY = 8, 9
BEGINNING = (int.from_bytes(b"GGUF", "little"), 3)
BLOCK = 32
F32, Q4_1, Q8_0 = 0, 3, 8
BYTES = {Q4_1: 4 + BLOCK // 2, Q8_0: 2 + BLOCK}  # of a block


class NotGGUF(ValueError):
    """It is another file, of another version, or its tensors are of a kind that is not read here."""


@dataclass(frozen=True, slots=True)
class File:
    """``known`` by key, such as ``llama.block_count``; ``weights`` in float32, rows first as torch has them."""

    known: Mapping[str, Any]
    weights: Weights


class Reader:
    """Takes one value after the other from the beginning of the file."""

    def __init__(self, data: bytes) -> None:
        self.data, self.place = data, 0

    def numbers(self, kind: str, count: int = 1) -> tuple[Any, ...]:
        form = f"<{count}{kind}"
        found = struct.unpack_from(form, self.data, self.place)
        self.place += struct.calcsize(form)
        return found

    def text(self) -> str:
        (size,) = self.numbers("Q")
        self.place += size
        return self.data[self.place - size : self.place].decode()

    def value(self, kind: int) -> Any:
        if kind == STRING:
            return self.text()
        if kind == ARRAY:
            (of,), (count,) = self.numbers("I"), self.numbers("Q")
            return (
                [self.text() for _ in range(count)]
                if of == STRING
                else list(self.numbers(NUMBERS[of], count))
            )
        return self.numbers(NUMBERS[kind])[0]


def read(path: Path) -> File:
    """All of it, about four bytes of memory for each number. Raises NotGGUF."""
    reader = Reader(path.read_bytes())
    if reader.numbers("I", 2) != BEGINNING:
        raise NotGGUF(f"{path} is not a GGUF file of version 3")
    tensors, entries = reader.numbers("Q", 2)
    known = {reader.text(): reader.value(reader.numbers("I")[0]) for _ in range(entries)}
    places = [
        (
            reader.text(),
            reader.numbers("Q", reader.numbers("I")[0]),
            *reader.numbers("I"),
            *reader.numbers("Q"),
        )
        for _ in range(tensors)
    ]
    grain = known.get("general.alignment", 32)
    first = -(-reader.place // grain) * grain
    weights = {
        name: plain(reader.data, first + place, kind, shape[::-1]) for name, shape, kind, place in places
    }
    return File(known, weights)


def plain(data: bytes, place: int, kind: int, shape: tuple[int, ...]) -> np.ndarray:
    """The numbers of a tensor, multiplied out. Raises NotGGUF."""
    count = prod(shape)
    if kind == F32:
        return np.frombuffer(data, "<f4", count, place).reshape(shape)
    if kind not in BYTES:
        raise NotGGUF(f"tensors of kind {kind} are not read")
    blocks = np.frombuffer(data, np.uint8, count // BLOCK * BYTES[kind], place).reshape(
        -1, BYTES[kind]
    )  # (N, bytes)
    scale = blocks[:, :2].copy().view("<f2").astype(np.float32)  # (N, 1)
    if kind == Q8_0:
        return (blocks[:, 2:].view(np.int8) * scale).reshape(shape)
    least, packed = blocks[:, 2:4].copy().view("<f2").astype(np.float32), blocks[:, 4:]
    whole = np.concatenate([packed & 15, packed >> 4], 1)  # (N, 32): the low halves of the bytes come first
    return (whole * scale + least).reshape(shape)
