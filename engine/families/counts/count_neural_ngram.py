"""Parameter count of a neural n-gram model: embeddings, one hidden layer, output layer (Bengio et al. 2003)."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from engine.answers.forms import Integer
from engine.chain import Family, Run
from engine.parameters import Count, Frozen, symbol


class Parameters(Frozen):
    vocabulary_size: Count = symbol("V", "words in the vocabulary")
    d: Count = symbol("d", "numbers in one word vector")
    n: Annotated[int, Field(ge=2, le=1000)] = symbol("n", "words in one n-gram, the predicted one among them")
    hidden: Count = symbol("h", "hidden units")


family = Family(
    "count_neural_ngram",
    "Parameters of a neural n-gram model",
    section="c.3",
    builds_on=("count_mlp", "neural_ngram_forward"),
    parameters=Parameters,
)


@family.step(
    "Input: the n - 1 word vectors, one after the other", r"(<n> - 1) \cdot <d>", symbol="m", form=Integer()
)
def input_size(n: int, d: int) -> int:
    return (n - 1) * d


@family.step("Embeddings: a vector per word", r"<vocabulary_size> \cdot <d>", symbol="E", form=Integer())
def embeddings(vocabulary_size: int, d: int) -> int:
    return vocabulary_size * d


@family.step(
    "Hidden layer, with biases", r"<input_size> \cdot <hidden> + <hidden>", symbol=r"P_{\mathrm{hid}}",
    form=Integer(), answer="hidden",
)  # fmt: skip
def hidden_layer(input_size: int, hidden: int) -> int:
    return input_size * hidden + hidden


@family.step(
    "Output layer, with biases", r"<hidden> \cdot <vocabulary_size> + <vocabulary_size>", symbol=r"P_{\mathrm{out}}",
    form=Integer(),
)  # fmt: skip
def output(hidden: int, vocabulary_size: int) -> int:
    return hidden * vocabulary_size + vocabulary_size


@family.step("Total", "<embeddings> + <hidden_layer> + <output>", symbol="P", form=Integer())
def total(embeddings: int, hidden_layer: int, output: int) -> int:
    return embeddings + hidden_layer + output


family.gives(
    {
        "input_size": ("whole number", "Numbers that enter the hidden layer: n - 1 word vectors."),
        "embeddings": ("whole number", "Parameters of the embeddings."),
        "hidden": ("whole number", "Parameters of the hidden layer, with biases."),
        "output": ("whole number", "Parameters of the output layer, with biases."),
        "total": ("whole number", "All parameters."),
    }
)
family.assumes(
    "Hidden layer and output layer have biases. No weights lead from the word vectors straight to the output.",
)


@family.mistake(
    of="input_size", says="You took n word vectors. The last word of the n-gram is predicted: n - 1 enter."
)
def all_n_words(n: int, d: int) -> int:
    return n * d


@family.mistake(
    of="input_size",
    says="You let one word vector enter, as if they were averaged. They stand one after the other: n - 1 of them.",
)
def one_vector(n: int, d: int) -> int:
    return d


@family.mistake(
    of="embeddings",
    says="You gave each position a table of its own. All positions share one table with a vector per word.",
)
def table_per_position(vocabulary_size: int, d: int, n: int) -> int:
    return (n - 1) * vocabulary_size * d


@family.mistake(
    of="hidden_layer",
    says="You left out the biases of the hidden layer: one per hidden unit.",
    slip="biases left out",
)
def no_hidden_biases(input_size: int, hidden: int) -> int:
    return input_size * hidden


@family.mistake(
    of="output",
    says="You left out the biases of the output layer: one per word of the vocabulary.",
    slip="biases left out",
)
def no_output_biases(hidden: int, vocabulary_size: int) -> int:
    return hidden * vocabulary_size


@family.mistake(
    of="total", says="You left out the embeddings. They are learned too, together with the two layers."
)
def embeddings_left_out(hidden_layer: int, output: int) -> int:
    return hidden_layer + output


@family.refuses
def one_word_enters(exact: Run) -> str | None:
    return None if exact.values["n"] > 2 else "with one word before it, mistakes about positions cannot show"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    match level:
        case "warm-up":
            sizes: tuple[tuple[int, ...], ...] = ((5, 6, 8, 10), (2, 3, 4), (3,), (4, 5, 6))
        case "exam":
            sizes = ((27, 30, 50, 100, 500, 1000), (8, 10, 16, 20, 30), (3, 4, 5), (16, 20, 32, 50, 64))
        case _:
            sizes = ((5000, 10_000, 17_964, 30_000), (60, 64, 100, 128), (4, 5, 6), (50, 100, 128, 200))
    return dict(zip(("vocabulary_size", "d", "n", "hidden"), map(rng.choice, sizes), strict=True))
