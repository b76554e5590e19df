"""Parameters written as people would type them: each function takes a value as JSON holds it."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from engine.answers.reading import read_tokens


def number(value: float) -> str:
    """The number in as few characters as it can be typed: 2 for 2.0."""
    whole = float(value).is_integer() and abs(value) < 1e15
    return str(int(value)) if whole else repr(value).replace("e+", "e")


def shown(value: Any) -> str:
    """An option, as it stands in a list to choose from; true and false as yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def grouped(value: float) -> str:
    """Millions with spaces between their thousands, for nobody counts twelve zeros."""
    written = number(value)
    return f"{int(value):,}".replace(",", " ") if written.isdigit() and len(written) > 6 else written


def row(row: Iterable[float]) -> str:
    """Numbers with commas between them."""
    return ", ".join(map(number, row))


def matrix(rows: Iterable[Iterable[float]]) -> str:
    """One row a line."""
    return "\n".join(map(row, rows))


def number_or_vector(value: Any) -> str:
    """A list as a row, a number alone."""
    return row(value) if isinstance(value, list) else number(value)


def vectors_and_matrices(value: Any) -> str:
    """Blocks with an empty line between two; numbers, or rows of equal length, are one block."""
    shapes = {(*np.shape(block[0]), len(block)) if isinstance(block, list) else () for block in value}
    alone = len(shapes) == 1 and len(*shapes) < 2  # numbers, or rows of as many numbers each
    blocks = [value] if alone else value
    return "\n\n".join(map(_written_block, blocks))


def _written_block(block: Any) -> str:
    if not isinstance(block[0], list):
        return row(block)
    return matrix(block) if len(block) > 1 else f"[[{row(block[0])}]]"


def layers(layers: Iterable[Mapping[str, Any]]) -> str:
    """Layers with an empty line between two, each as ``reading.layers`` takes it."""
    return "\n\n".join(
        f"{layer['activation']}\n{matrix(layer['weights'])}"
        + (f"\nbias: {row(layer['bias'])}" if layer.get("bias") is not None else "")
        for layer in layers
    )


def _token(word: str) -> str:
    """A word as it is, in quotes where it would fall apart."""
    return word if read_tokens(word) == (word,) else json.dumps(word, ensure_ascii=False)


def tokens(words: Iterable[str]) -> str:
    """Tokens with spaces between them, in quotes where they would fall apart."""
    return " ".join(map(_token, words))


def lists(lists: Iterable[Iterable[str]]) -> str:
    """One list of tokens a line."""
    return "\n".join(map(tokens, lists))


def words(words: list[str]) -> str:
    """One word a line if any of them has a space in it, else all on one line."""
    return "\n".join([*words, ""]) if any(" " in word for word in words) else tokens(words)


def next_tokens(rows: Mapping[str, Mapping[str, float]]) -> str:
    """The tokens that may follow each text, as ``reading.next_tokens`` takes them."""

    def entries(row: Mapping[str, float]) -> str:
        return ", ".join(f"{token} {number(share)}" for token, share in row.items())

    return "\n".join(f"{before}: {entries(row)}" for before, row in rows.items())


def named(write: Callable[[Any], str]) -> Callable[[Mapping[str, Any]], str]:
    """A writer of tables: ``name: value``, one a line, with the values written by ``write``."""
    return lambda values: "\n".join(f"{name}: {write(value)}" for name, value in values.items())
