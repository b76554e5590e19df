"""The guide for authors: examples that are whole questions, and every function that a formula may use."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.formula import numbers, vectors
from engine.formula.entries import Function

IMAGE = f"""[pictures.tree]
kind = "image"
file = "{"0123456789abcdef" * 4}.png"
text = "A tree with three leaves; the left two are merged first."
"""
FILE = f"""[[files]]
name = "pairs.csv"
file = "{"0123456789abcdef" * 4}.txt"
"""
EXAMPLES = Path(__file__).with_name("examples")


@dataclass(frozen=True, slots=True)
class Example:
    """A question as it would be typed; the comment at its head has the title and what it shows."""

    name: str
    title: str
    about: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A function: how it is written, and what it returns."""

    written: str
    gives: str


@dataclass(frozen=True, slots=True)
class Guide:
    examples: tuple[Example, ...]
    of_numbers: tuple[Entry, ...]
    of_vectors: tuple[Entry, ...]
    image: str
    file: str


@cache
def guide() -> Guide:
    files = sorted(EXAMPLES.glob("*.toml"))
    return Guide(
        tuple(_example(file.stem.partition("-")[2], file.read_text("utf-8")) for file in files),
        _entries(numbers.TABLE),
        _entries(vectors.TABLE),
        IMAGE,
        FILE,
    )


def _example(name: str, text: str) -> Example:
    lines = text.splitlines()
    head = [line.removeprefix("#").strip() for line in lines if line.startswith("#")]
    body = "\n".join(line for line in lines if not line.startswith("#"))
    return Example(name, head[0], " ".join(head[1:]), body)


def _entries(table: dict[str, Function]) -> tuple[Entry, ...]:
    letters = "abcdefg"
    return tuple(
        Entry(f"{name}({', '.join(letters[: function.most])})", function.docs)
        for name, function in table.items()
    )
