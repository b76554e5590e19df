"""The kinds of text in which parameters are typed: how each is asked for, read, and written back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.fields import reading, writing


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of text. ``asks`` is how the page asks for it; ``read`` gives the value as JSON would hold it, or
    Unreadable; ``write`` gives its text. ``size``: short, long (one wide line) or tall (several lines)."""

    name: str
    asks: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    size: str = "short"


NUMBER = Kind("number", "a number", reading.finite, writing.grouped)
WHOLE = Kind("whole number", "a whole number", reading.whole, writing.grouped)
YES = Kind("yes or no", "yes or no", lambda text: text.strip().lower() == "yes", writing.shown)
TEXT = Kind("text", "", str, str, "long")
VECTOR = Kind("vector", "numbers with spaces or commas between them", reading.vector, writing.row, "long")
NUMBERS = Kind(
    "number or vector",
    "a number, or several with spaces between them",
    reading.number_or_vector,
    writing.number_or_vector,
    "long",
)
WORDS = Kind("words", "words with spaces between them, or one a line", reading.words, writing.words, "long")
TEXTS = Kind("texts", "one text a line", reading.texts, "\n".join, "tall")
MATRIX = Kind("matrix", "one row a line, or pasted", reading.matrix, writing.matrix, "tall")
BLOCKS = Kind(
    "vectors and matrices",
    "one row a line; an empty line between one layer's weights and the next",
    reading.vectors_and_matrices,
    writing.vectors_and_matrices,
    "tall",
)
LAYERS = Kind(
    "layers",
    "for each layer a line with its activation (relu, tanh, sigmoid, gelu, swish, identity, softmax), its weights, one"
    " row a line, and at last, where there is one, “bias:” with its numbers; an empty line between layers",
    reading.layers,
    writing.layers,
    "tall",
)
LISTS = Kind(
    "lists of words",
    "one list of words a line",
    reading.lists,
    writing.lists,
    "tall",
)
AMOUNTS = Kind(
    "amounts",
    "a name and a number a line",
    reading.amounts,
    writing.named(writing.number),
    "tall",
)
VECTORS = Kind(
    "named vectors",
    "a name and its numbers a line",
    reading.vectors,
    writing.named(writing.row),
    "tall",
)
NEXT = Kind(
    "next tokens",
    "a text, a colon, and each token that may follow with its probability, for example good: morning 0.6, night 0.4;"
    " one text a line, and before the first token nothing stands before the colon",
    reading.next_tokens,
    writing.next_tokens,
    "tall",
)
