"""The weights file of the real model, in the format GGUF, as the package ``gguf`` reads it: a tensor, or one row of it.

The file is mapped, not loaded: whoever reads one layer touches that layer's bytes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from engine.demos.smollm2.settings import MODEL, READER
from engine.demos.smollm2.shape import Shape

Floats = np.ndarray[Any, np.dtype[np.float32]]


@dataclass(frozen=True, slots=True)
class File:
    """``facts`` are what the file says of its model, by GGUF's names; ``tensors`` are the reader's own."""

    facts: Mapping[str, Any]
    tensors: Mapping[str, Any]

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
        return _numbers(tensor.data, tensor)

    def row(self, name: str, n: int) -> Floats:
        """One row of a matrix."""
        tensor = self.tensors[name]
        (found,) = _numbers(tensor.data[n : n + 1], tensor)
        return np.asarray(found)


def path() -> Path:
    """The file that the model's package brings. Raises ModuleNotFoundError."""
    spec = find_spec(MODEL)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{MODEL} is not installed; `make smollm2` does that")
    (file,) = Path(spec.origin).parent.glob("*.gguf")
    return file


@cache
def opened(file: Path) -> File:
    """The file with its index, which is read once in a process, in a second or more. Raises ValueError for a file that
    is no GGUF."""
    found = _reader()(file)
    facts = {name: field.contents() for name, field in found.fields.items()}
    return File(facts, {one.name: one for one in found.tensors})


@cache
def _reader() -> type:
    """The package's reader, on a plain array over the mapped file: cutting a ``memmap``, which it does a million times
    for the vocabulary alone, takes three times as long."""

    class Reader(import_module(READER).GGUFReader):  # type: ignore[misc]
        @property
        def data(self) -> Any:
            return self._bytes

        @data.setter
        def data(self, mapped: Any) -> None:
            self._bytes = np.asarray(mapped)

    return Reader


def _numbers(kept: Any, tensor: Any) -> Floats:
    """The numbers that rows of a tensor keep, most of them in four bits each."""
    return np.asarray(import_module(READER).dequantize(kept, tensor.tensor_type), np.float32)
