"""A GGUF file, written here byte by byte, is read back."""

import struct
from pathlib import Path

import numpy as np
import pytest

from engine.demos.gguf_file import BLOCK, NotGGUF, read

TYPES = {"I": 4, "f": 6, "?": 7}


def text(of: str) -> bytes:
    return struct.pack("<Q", len(of.encode())) + of.encode()


def entry(key: str, kind: int, value: bytes) -> bytes:
    return text(key) + struct.pack("<I", kind) + value


def file(
    tmp_path: Path, entries: list[bytes], tensors: list[tuple[str, tuple[int, ...], int, bytes]]
) -> Path:
    """Tensors with their shape as the format has it: the fastest dimension first."""
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(entries)) + b"".join(entries)
    place, data = 0, b""
    for name, shape, kind, numbers in tensors:
        head += text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, place)
        data += numbers + bytes(-len(numbers) % 32)
        place = len(data)
    made = tmp_path / "model.gguf"
    made.write_bytes(head + bytes(-len(head) % 32) + data)
    return made


def test_what_is_known_is_read_by_its_key(tmp_path: Path) -> None:
    entries = [
        entry("llama.block_count", 4, struct.pack("<I", 30)),
        entry("base", 6, struct.pack("<f", 1e5)),
        entry("add_space", 7, b"\0"),
        entry("name", 8, text("Smollm2 ল")),
        entry("tokens", 9, struct.pack("<IQ", 8, 2) + text("Ġa") + text("")),
        entry("kinds", 9, struct.pack("<IQ3i", 5, 3, -1, 0, 7)),
    ]
    known = read(file(tmp_path, entries, [])).known
    assert known == {
        "llama.block_count": 30, "base": 1e5, "add_space": False, "name": "Smollm2 ল", "tokens": ["Ġa", ""],
        "kinds": [-1, 0, 7],
    }  # fmt: skip


def test_tensors_come_back_rows_first(tmp_path: Path) -> None:
    whole = np.arange(6, dtype="<f4").reshape(2, 3)
    found = read(file(tmp_path, [], [("b", (4,), 0, b"\0" * 16), ("a", (3, 2), 0, whole.tobytes())]))
    assert np.array_equal(found.weights["a"], whole)
    assert found.weights["b"].shape == (4,)


def test_blocks_of_eight_bits_are_multiplied_out(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    numbers, scales = rng.integers(-127, 128, (4, BLOCK)), [0.5, 0.25, 2.0, 0.0078125]
    packed = b"".join(
        struct.pack("<e32b", scale, *row) for scale, row in zip(scales, numbers.tolist(), strict=True)
    )
    found = read(file(tmp_path, [], [("w", (64, 2), 8, packed)])).weights["w"]
    expected = [
        [scale * number for number in row] for scale, row in zip(scales, numbers.tolist(), strict=True)
    ]
    assert np.array_equal(found, np.array(expected, dtype=np.float32).reshape(2, 64))


def test_blocks_of_four_bits_are_multiplied_out_from_their_least_value(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    numbers = rng.integers(0, 16, (3, BLOCK)).tolist()
    ends = [(0.5, -3.0), (0.125, 0.0), (2.0, 1.5)]
    packed = b""
    for (scale, least), row in zip(ends, numbers, strict=True):
        packed += struct.pack("<ee", scale, least)
        packed += bytes(row[n] | row[n + 16] << 4 for n in range(16))
    found = read(file(tmp_path, [], [("w", (32, 3), 3, packed)])).weights["w"]
    expected = [
        [least + scale * number for number in row] for (scale, least), row in zip(ends, numbers, strict=True)
    ]
    assert np.array_equal(found, np.array(expected, dtype=np.float32))


def test_another_file_or_another_kind_of_tensor_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"PK\x03\x04" + bytes(40))
    with pytest.raises(NotGGUF):
        read(other)
    with pytest.raises(NotGGUF, match="kind 12"):
        read(file(tmp_path, [], [("w", (256,), 12, bytes(144))]))
