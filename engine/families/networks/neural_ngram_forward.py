"""A neural n-gram model: vectors of the words before, one after the other, then layers (Bengio et al. 2003)."""

from collections.abc import Generator, Mapping
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, ValidationInfo, field_validator, model_validator

from engine.chain import Family, NotApplicable, Run, Step
from engine.mathematics import layer_mistakes, layers
from engine.mathematics.layers import Layers
from engine.mathematics.transformer.projections import draw_rows
from engine.parameters import MOST_CELLS, Array, Frozen, Matrix, symbol
from engine.solutions import latex

Word = Annotated[str, Field(min_length=1, max_length=40)]
Words = tuple[str, ...]


class Parameters(Frozen):
    """Embeddings are (V, d). The context is given as words, or as rows of the table counted from 0."""

    embeddings: Matrix = symbol("E", "word vectors, one row per word of the vocabulary")
    words: Annotated[tuple[Word, ...], Field(max_length=MOST_CELLS)] = symbol(
        r"\text{words}",
        "the vocabulary, in the order of the rows",
        default=(),
        empty="word 1, word 2 and so on",
        validate_default=True,
    )
    context: tuple[int | Word, ...] = symbol(
        r"\text{context}", "the words before, in order", min_length=1, max_length=10
    )
    layers: Layers = symbol(r"\text{layers}", "layers from the word vectors to the next word")

    @field_validator("words")
    @classmethod
    def one_per_row(cls, words: Words, info: ValidationInfo) -> Words:
        rows = len(info.data.get("embeddings", words))
        words = words or tuple(f"word {row + 1}" for row in range(rows))
        if len(words) != rows or len(set(words)) < rows:
            raise ValueError(f"must be different names, one per row of embeddings: {rows}")
        return words

    @field_validator("context")
    @classmethod
    def by_name(cls, context: tuple[int | str, ...], info: ValidationInfo) -> tuple[int | str, ...]:
        words: Words = info.data.get("words", ())
        rows = dict(enumerate(words))
        names = rows | {str(row): word for row, word in rows.items()} | {word: word for word in words}
        if words and not names.keys() >= set(context):
            raise ValueError(f"must hold words of the vocabulary, or rows from 0 to {len(words) - 1}")
        return tuple(names.get(word, word) for word in context)

    @model_validator(mode="after")
    def layers_fit(self) -> "Parameters":
        layers.check(self.layers, self.embeddings.shape[1] * len(self.context))
        return self


family = Family(
    "neural_ngram_forward",
    "Forward pass of a neural n-gram model",
    section="c.3",
    builds_on=("mlp_forward", "ngram_probability"),
    parameters=Parameters,
)


def vectors(embeddings: Array, words: Words, context: Words) -> Array:
    """One row per word of the context, in order."""
    return embeddings[[words.index(word) for word in context]]


def entry(embeddings: Array, words: Words, context: Words, at: tuple[int]) -> str:
    """One number, and where it stands in the table."""
    place, column = divmod(at[0], embeddings.shape[1])
    number = latex.number(vectors(embeddings, words, context)[place, column])
    return rf"{number} \ \text{{ (column {column + 1} of }} {latex.value(context[place])} \text{{)}}"


@family.unroll("input", "output")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    yield Step(
        "input", "The word vectors, one after the other",
        "[" + r";\ ".join(f"e_{{{latex.value(word)}}}" for word in given.context) + "]",
        lambda *table: vectors(*table).ravel(), ("embeddings", "words", "context"), symbol="x", answer="input",
        numbers=entry,
    )  # fmt: skip
    yield from layers.lines(given.layers, "input", "x")
    last = f"a_{len(given.layers)}"
    yield Step(
        "output", "Output", f"<{last}>", lambda a: a, (last,), symbol="y", answer="output", gathers=True
    )  # fmt: skip


family.gives(
    {
        "input": (
            "len(context) * columns(embeddings)",
            "The vectors of the context words, one after the other.",
        ),
        "output": ("units(layers)", "Output of the last layer."),
    }
)
family.assumes(
    "Context words stand in order, the earliest first. Weights are out x in; the last layer's activation "
    "is applied as given.",
)


@family.mistake(
    of="input",
    says="You put the words in the reverse order. The word that stands first in the text comes first.",
)
def reversed_order(embeddings: Array, words: Words, context: Words) -> Array:
    if context == context[::-1]:
        raise NotApplicable
    return vectors(embeddings, words, context[::-1]).ravel()


@family.mistake(
    of="input",
    says="You went column by column. Write the whole vector of the first word, then the whole vector of the next.",
)
def column_by_column(embeddings: Array, words: Words, context: Words) -> Array:
    return vectors(embeddings, words, context).T.ravel()


@family.mistake(of="input", says="You repeated one word. Look up every word of the context in its own row.")
def last_word_only(embeddings: Array, words: Words, context: Words) -> Array:
    return np.tile(vectors(embeddings, words, context)[-1], len(context))


slips = layer_mistakes.some("bias_left_out", "not_activated", "minus_dropped", "exponentials_left")
family.include((), slips)


@family.refuses
def unfair(exact: Run) -> str | None:
    context = exact.values["context"]
    return "a word stands twice in the context" if len(set(context)) < len(context) else layers.unfair(exact)


VOCABULARY = ("the", "cat", "dog", "sat", "ran", "here", "home", "now")


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Two words of context, three when it is hard; a ReLU or tanh layer, then a softmax over the vocabulary."""
    rows = next(
        (len(fixed[name]) for name in ("embeddings", "words") if name in fixed),
        3 if level == "warm-up" else 4,
    )
    length = len(fixed["embeddings"][0]) if "embeddings" in fixed else 1 if level == "warm-up" else 2
    words = fixed.get("words") or rng.sample(VOCABULARY, rows)
    before = 3 if level == "hard" else 2
    inputs = length * len(fixed.get("context", range(before)))
    hidden = rng.choice(("relu", "relu", "relu", "tanh"))
    return {
        "embeddings": draw_rows(rng, rows, length),
        "words": words,
        "context": rng.sample(list(words), before),
        "layers": layers.draw(rng, (inputs, 2, rows), (hidden, "softmax"), (-1, -1, 0.5, 1)),
    }
