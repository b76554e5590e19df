"""The way of a text through a Llama, against torch's functions; in the sweep through the real one."""

import struct
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.demos.gpt.settings import OutOfRange
from engine.demos.smollm2 import trace as traced
from engine.demos.smollm2 import weights_file
from engine.demos.smollm2.model import Model, letters, model
from engine.demos.smollm2.settings import (
    HEADS,
    KV_HEADS,
    LAYERS,
    SENTENCE,
    SENTENCES,
    SPECIAL,
    TRACED,
    VOCABULARY,
    WIDTH,
)
from engine.demos.smollm2.shape import Shape
from engine.demos.smollm2.trace import trace
from engine.whole_model.smollm2 import block
from tests.engine.whole_model.smollm2 import composed

SHAPE = Shape(composed.LAYERS, composed.HEADS, composed.KV_HEADS, composed.BASE, composed.EPSILON)


def tiny() -> Model:
    """A drawn Llama whose tokens are the first fifty letters of bytes that can be seen."""
    known = [letters()[byte] for byte in range(ord("!"), ord("!") + composed.VOCABULARY)]
    return Model(composed.tiny(), SHAPE, {letter: n for n, letter in enumerate(known)}, {})


def numbers(text: str) -> np.ndarray[Any, Any]:
    return np.frombuffer(b64decode(text), "<f4")


def read(
    payload: Mapping[str, Any],
) -> tuple[list[np.ndarray[Any, Any]], np.ndarray[Any, Any], dict[str, Any]]:
    """The streams, the logits and what is told."""
    *stream, (_, logits), (_, told) = trace(payload, dict)
    assert [step for step, _ in stream] == list(range(len(stream)))
    return (
        [numbers(point["x"]).reshape(len(told["ids"]), -1) for _, point in stream],
        numbers(logits["logits"]),
        told,
    )


def composed_stream(weights: Mapping[str, torch.Tensor], ids: list[int], shape: Shape) -> list[torch.Tensor]:
    stream = [weights["token_embd.weight"][ids]]
    for n in range(shape.layers):
        told = composed.layer(stream[-1], weights, n, shape.heads, shape.kv_heads, shape.base, shape.epsilon)
        stream.append(told["after"])
    return stream


def test_stream_lens_and_bars_agree_with_torchs_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traced, "model", tiny)
    stream, logits, told = read({"text": "A-5'A", "then": [2, 49]})
    ids = [ord(letter) - ord("!") for letter in "A-5'A"] + [2, 49]
    assert told["ids"] == ids
    assert told["tokens"] == [chr(ord("!") + id) for id in ids]
    theirs = composed_stream(composed.tiny(), ids, SHAPE)
    for ours, other in zip(stream, theirs, strict=True):
        assert np.abs(ours - other.numpy()).max() < 1e-4
    every = composed.logits(theirs[-1], composed.tiny(), composed.EPSILON)
    assert np.abs(logits - every[-1].numpy()).max() < 1e-4
    for depth, x in enumerate(theirs):
        assert told["norms"][depth] == pytest.approx(x.square().sum(-1).sqrt().tolist(), abs=1e-3)
        shares = composed.logits(x[-1], composed.tiny(), composed.EPSILON).softmax(-1)
        assert [share for _, _, share in told["lens"][depth]] == pytest.approx(
            sorted(shares.tolist())[::-1][:3], abs=1e-4
        )
    assert told["lens"][-1] == told["bars"][-1][:3]
    for place, (share, rank) in enumerate(told["came"]):
        given = every[place].softmax(-1).tolist()
        assert share == pytest.approx(given[ids[place + 1]], abs=1e-4)
        assert rank == 1 + sum(other > given[ids[place + 1]] for other in given)


def test_a_long_text_is_cut_off_and_what_the_vocabulary_lacks_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(traced, "model", tiny)
    _, _, told = read({"text": "zA" * 15, "then": [99, -1]})
    assert told["were"] == 15
    assert told["ids"] == [32] * 15
    assert set(told["unknown"]) == {"z"}
    assert len(read({"text": "A" * 40})[2]["ids"]) == TRACED
    with pytest.raises(OutOfRange, match="none of these signs"):
        read({"text": "zz"})


# The file


def made(folder: Path) -> Path:
    """A GGUF file of three tensors, written byte by byte, as github.com/ggml-org/ggml/blob/master/docs/gguf.md says."""

    def text(words: str) -> bytes:
        return struct.pack("<Q", len(words.encode())) + words.encode()

    facts = [
        text("a.number") + struct.pack("<IH", 2, 513),
        text("a.list") + struct.pack("<IIQ", 9, 8, 2) + text("আ") + text(""),
        text("some.floats") + struct.pack("<IIQ2f", 9, 6, 2, 0.5, -2.0),
    ]
    halves = struct.pack("<2e", 0.5, -1.0) + bytes(n | (15 - n) << 4 for n in range(16))
    eighths = struct.pack("<e", 0.25) + struct.pack("<32b", *range(-16, 16))
    data = [struct.pack("<3f", 1.5, -2.5, 3.0), halves * 2 + halves, eighths]
    kinds, sizes = (0, 3, 8), ([3], [32, 3], [32, 1])
    infos, bodies = b"", b""
    for n, (body, kind, size) in enumerate(zip(data, kinds, sizes, strict=True)):
        infos += text(f"t{n}") + struct.pack(f"<I{len(size)}QIQ", len(size), *size, kind, len(bodies))
        bodies += body + bytes(-len(body) % 32)
    head = b"GGUF" + struct.pack("<IQQ", 3, 3, len(facts)) + b"".join(facts) + infos
    file = folder / "made.gguf"
    file.write_bytes(head + bytes(-len(head) % 32) + bodies)
    return file


@pytest.mark.sweep
def test_a_gguf_file_is_read_as_its_format_says(tmp_path: Path) -> None:
    """Needs ``make smollm2``."""
    file = weights_file.opened(made(tmp_path))
    facts = {"a.number": 513, "a.list": ["আ", ""], "some.floats": [0.5, -2.0]}
    assert {name: value for name, value in file.facts.items() if not name.startswith("GGUF.")} == facts
    assert file.whole("t0").tolist() == [1.5, -2.5, 3.0]
    row = [0.5 * n - 1 for n in range(16)] + [0.5 * (15 - n) - 1 for n in range(16)]
    assert file.whole("t1").tolist() == [row] * 3
    assert file.row("t1", 2).tolist() == row
    assert file.row("t2", 0).tolist() == [0.25 * n for n in range(-16, 16)]


@pytest.mark.sweep
def test_what_is_no_gguf_file_is_refused(tmp_path: Path) -> None:
    """Needs ``make smollm2``."""
    (tmp_path / "none.gguf").write_bytes(b"none of that kind" + bytes(100))
    with pytest.raises(ValueError, match="GGUF"):
        weights_file.opened(tmp_path / "none.gguf")


@pytest.mark.sweep
def test_the_real_model_agrees_with_its_weights_in_torchs_functions() -> None:
    """Needs ``make smollm2``. Reads the twenty sentences; every layer is opened in NumPy for two of them."""
    file = weights_file.opened(weights_file.path())
    weights = {name: torch.tensor(file.whole(name)) for name in file.tensors}
    for name, matrix in weights.items():
        if matrix.ndim == 2:
            assert np.array_equal(file.row(name, 7), matrix[7].numpy()), name
    shape = model().shape
    assert (shape.layers, shape.heads, shape.kv_heads) == (LAYERS, HEADS, KV_HEADS)
    assert tuple(weights["token_embd.weight"].shape) == (VOCABULARY, WIDTH)
    assert [n for n, kind in enumerate(file.facts["tokenizer.ggml.token_type"]) if kind != 1] == list(
        range(SPECIAL)
    )
    for sentence in SENTENCES:
        stream, logits, told = read({"text": sentence})
        theirs_too = composed_stream(weights, told["ids"], shape)
        for ours, other in zip(stream, theirs_too, strict=True):
            assert np.abs(ours - other.numpy()).max() < 1e-4 * max(1, float(other.abs().max()))
        last = composed.logits(theirs_too[-1], weights, shape.epsilon)[-1]
        assert np.abs(logits - last.numpy()).max() < 2e-3
        if sentence in (SENTENCE, SENTENCES[-1]):
            for n in range(LAYERS):
                _opened_agrees(file, n, stream[n], stream[n + 1], weights, shape)


def _opened_agrees(
    file: weights_file.File, n: int, x: np.ndarray[Any, Any], after: np.ndarray[Any, Any],
    weights: Mapping[str, torch.Tensor], shape: Shape,
) -> None:  # fmt: skip
    here = block.run(x.astype(float), lambda name: file.whole(f"blk.{n}.{name}.weight").astype(float), shape)
    assert np.abs(here.after - after).max() < 1e-4 * max(1, np.abs(after).max())
    told = composed.layer(
        torch.from_numpy(x.copy()).double(),
        weights,
        n,
        shape.heads,
        shape.kv_heads,
        shape.base,
        shape.epsilon,
    )
    for station, theirs in told.items():
        if station in ("score", "weight"):
            continue
        ours = getattr(here, station.replace("-", "_"))
        assert np.abs(ours - theirs.numpy()).max() < 1e-8 * max(1, float(theirs.abs().max())), station
