"""A GGUF file (github.com/ggml-org/ggml/blob/master/docs/gguf.md), read with NumPy alone: a row as fast as the whole.

The file is mapped, not loaded: who reads one layer touches that layer's bytes. Of the many ways in which GGUF keeps
numbers, those three are known that SmolLM2's file has.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from engine.demos.smollm2.shape import Shape

Floats = np.ndarray[Any, np.dtype[np.float32]]
Bytes = np.ndarray[Any, np.dtype[np.uint8]]

F32, Q4_1, Q8_0 = 0, 3, 8
BLOCK = 32  # numbers that share a scale
SIZES = {F32: (1, 4), Q4_1: (BLOCK, 20), Q8_0: (BLOCK, 34)}  # numbers in a block, and its bytes
NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
TEXT, LIST = 8, 9


@dataclass(frozen=True, slots=True)
class Tensor:
    """Where ``rows`` of ``width`` numbers lie, and how they are kept."""

    offset: int
    shape: tuple[int, ...]
    kept: int

    @property
    def row(self) -> int:
        """The bytes of a row."""
        numbers, size = SIZES[self.kept]
        return self.shape[-1] // numbers * size


@dataclass(frozen=True, slots=True)
class File:
    """``facts`` are what the file says of its model, by GGUF's names."""

    bytes: Bytes
    facts: Mapping[str, Any]
    tensors: Mapping[str, Tensor]

    @property
    def shape(self) -> Shape:
        facts = {key.removeprefix("llama."): value for key, value in self.facts.items()}
        return Shape(
            facts["block_count"], facts["attention.head_count"], facts["attention.head_count_kv"],
            facts["rope.freq_base"], facts["attention.layer_norm_rms_epsilon"],
        )  # fmt: skip

    def whole(self, name: str) -> Floats:
        """All numbers of a tensor."""
        tensor = self.tensors[name]
        rows = prod(tensor.shape[:-1])
        return numbers(self._raw(tensor, 0, rows), tensor.kept).reshape(tensor.shape)

    def row(self, name: str, n: int) -> Floats:
        """One row of a matrix."""
        return numbers(self._raw(self.tensors[name], n, 1), self.tensors[name].kept)

    def _raw(self, tensor: Tensor, first: int, count: int) -> Bytes:
        begins = tensor.offset + first * tensor.row
        return self.bytes[begins : begins + count * tensor.row]


def numbers(raw: Bytes, kept: int) -> Floats:
    """The numbers that these bytes stand for, (n,)."""
    if kept == F32:
        return raw.view("<f4").astype(np.float32)
    blocks = raw.reshape(-1, SIZES[kept][1])
    scale = blocks[:, :2].copy().view("<f2").astype(np.float32)  # (blocks, 1)
    made = np.empty((len(blocks), BLOCK), np.float32)
    if kept == Q8_0:
        np.multiply(blocks[:, 2:].view(np.int8), scale, out=made)
        return made.reshape(-1)
    lowest = blocks[:, 2:4].copy().view("<f2").astype(np.float32)
    half = BLOCK // 2
    made[:, :half], made[:, half:] = blocks[:, 4:] & 15, blocks[:, 4:] >> 4  # two numbers in a byte
    made *= scale
    made += lowest
    return made.reshape(-1)


def path(package: str) -> Path:
    """The GGUF file of a package. Raises ModuleNotFoundError."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{package} is not installed; `make smollm2` does that")
    (file,) = Path(spec.origin).parent.glob("*.gguf")
    return file


@cache
def opened(file: Path) -> File:
    """The file with its index, which is read once in a process. Raises ValueError for a file that is no GGUF."""
    raw = np.memmap(file, np.uint8, mode="r")
    reader = _Reader(raw)
    if bytes(raw[:4]) != b"GGUF":
        raise ValueError(f"{file.name} is no GGUF file")
    reader.at = 8
    tensors, facts = reader.number("Q"), reader.number("Q")
    known = {reader.text(): reader.value(reader.number("I")) for _ in range(facts)}
    places = [
        (
            reader.text(),
            [reader.number("Q") for _ in range(reader.number("I"))],
            reader.number("I"),
            reader.number("Q"),
        )
        for _ in range(tensors)
    ]
    step = known.get("general.alignment", 32)
    begins = -(-reader.at // step) * step
    return File(
        np.asarray(raw),
        known,
        {name: Tensor(begins + offset, tuple(sizes[::-1]), kept) for name, sizes, kept, offset in places},
    )


class _Reader:
    def __init__(self, raw: Bytes) -> None:
        self.raw, self.at = raw.data, 0

    def number(self, kind: str) -> Any:
        (found,) = struct.unpack_from(f"<{kind}", self.raw, self.at)
        self.at += struct.calcsize(f"<{kind}")
        return found

    def text(self) -> str:
        length = self.number("Q")
        self.at += length
        return bytes(self.raw[self.at - length : self.at]).decode()

    def value(self, kind: int) -> Any:
        if kind == TEXT:
            return self.text()
        if kind != LIST:
            return self.number(NUMBERS[kind])
        of, length = self.number("I"), self.number("Q")
        if of in NUMBERS:
            form = f"<{length}{NUMBERS[of]}"
            self.at += struct.calcsize(form)
            return struct.unpack_from(form, self.raw, self.at - struct.calcsize(form))
        return [self.value(of) for _ in range(length)]
