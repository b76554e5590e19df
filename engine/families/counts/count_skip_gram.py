"""Parameter count of skip-gram: a vector per word as centre, another as context (Mikolov et al. 2013)."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.answers.forms import Integer
from engine.chain import Family
from engine.parameters import Count, Frozen, symbol


class Parameters(Frozen):
    vocabulary_size: Count = symbol("V", "words in the vocabulary")
    d: Count = symbol("d", "numbers in one word vector")


family = Family(
    "count_skip_gram",
    "Parameters of skip-gram",
    section="2.4",
    builds_on=("skipgram_pairs",),
    parameters=Parameters,
)


@family.step(
    "One table: a vector per word", r"<vocabulary_size> \cdot <d>", symbol=r"P_{\text{table}}", form=Integer()
)
def table(vocabulary_size: int, d: int) -> int:
    return vocabulary_size * d


@family.step("Both tables: centre words and context words", r"2 \cdot <table>", symbol="P", form=Integer())
def total(table: int) -> int:
    return 2 * table


family.gives(
    {
        "table": ("whole number", "Parameters of one table: a vector per word."),
        "total": ("whole number", "Parameters of both tables: words as centre and as context."),
    }
)
family.assumes(
    "Both tables count, and there are no biases.",
)


@family.mistake(
    of="total",
    says="You counted one table. Every word has two vectors, one as centre and one as context: take two tables.",
)
def one_table(table: int) -> int:
    return table


@family.mistake(of="table", says="You added the sizes. Each of the V words has d numbers: multiply V by d.")
def sizes_added(vocabulary_size: int, d: int) -> int:
    return vocabulary_size + d


@family.mistake(
    of="table",
    says="You made each vector as long as the vocabulary, as if one-hot. A word vector has d numbers.",
)
def one_hot_vectors(vocabulary_size: int) -> int:
    return vocabulary_size * vocabulary_size


@family.mistake(
    of="total",
    says="You added a bias per word. Skip-gram has none: its score is the dot product of the two vectors.",
)
def bias_per_word(table: int, vocabulary_size: int) -> int:
    return 2 * table + vocabulary_size


@family.mistake(
    of="total",
    says="You gave both layers biases, as in a multilayer perceptron. Skip-gram has none: it learns the two tables "
    "alone.",
)
def biases_of_a_network(table: int, vocabulary_size: int, d: int) -> int:
    return 2 * table + vocabulary_size + d


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    match level:
        case "warm-up":
            return {"vocabulary_size": rng.randint(5, 50), "d": rng.randint(2, 8)}
        case "exam":
            return {
                "vocabulary_size": 500 * rng.randint(2, 60),
                "d": rng.choice((50, 64, 100, 128, 150, 200, 300)),
            }
        case _:
            words = rng.choice((71_290, 100_000, 253_854, 400_000, 692_000, 1_000_000, 3_000_000))
            return {"vocabulary_size": words, "d": rng.choice((100, 200, 300, 500, 640))}
