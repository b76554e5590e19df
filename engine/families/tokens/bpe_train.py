"""Learning byte-pair merges from word frequencies (Sennrich, Haddow and Birch 2016, algorithm 1)."""

from collections.abc import Generator, Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field, field_validator

from engine.answers.forms import Integer, Pair, Tokens, TokenSet
from engine.chain import Family, NotApplicable, Run, Step
from engine.mathematics import SPLIT, SPLIT_MARKED, count_pairs, merge_pair, split_word
from engine.parameters import Frozen, symbol
from engine.solutions.pictures import Node, Tree

Frequency = Annotated[int, Field(ge=1, le=10**9)]


class Parameters(Frozen):
    corpus: dict[str, Frequency] = symbol(
        r"\text{corpus}", "words with their frequencies, in order", min_length=1
    )
    merges: int = symbol("k", "how many merges to learn", ge=1, le=200)
    end_of_word: str = symbol(r"\text{end}", "marker after each word; empty for none", default="</w>")

    @field_validator("corpus")
    @classmethod
    def words_without_spaces(cls, corpus: dict[str, int]) -> dict[str, int]:
        if any(not word or word.split() != [word] for word in corpus) or sum(map(len, corpus)) > 5000:
            raise ValueError("each word must be written without spaces, 5,000 characters in all")
        return corpus


family = Family("bpe_train", "Learning byte-pair merges", section="2.2", parameters=Parameters)


COUNTED = r"\text{for every pair of neighbours: add up the frequencies of the words it stands in}"
CHOSEN = r"\text{the most frequent pair; among equals the one met first}"


def most_frequent(pairs: dict[str, int]) -> tuple[str, ...]:
    """The pair with the highest count; among equals the one met first."""
    return tuple(max(pairs, key=lambda pair: pairs[pair]).split(" "))


@family.unroll("merges", "counts", "vocabulary", "segmentations")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    frequency, end = given.corpus, given.end_of_word
    words = yield Step(
        "words_0", "The words, split into characters", SPLIT_MARKED if end else SPLIT,
        lambda corpus: {word: split_word(word, end) for word in corpus}, ("corpus",), form=Tokens(),
    )  # fmt: skip
    made = 0
    for n in range(1, given.merges + 1):
        if not count_pairs(words, frequency):
            break
        before, pairs, merge = f"words_{n - 1}", f"pairs_{n}", f"merge_{n}"
        yield Step(
            pairs, f"Pair counts before merge {n}", COUNTED,
            lambda words: count_pairs(words, frequency), (before,), form=Integer(),
        )  # fmt: skip
        yield Step(
            merge, f"Merge {n}", CHOSEN, most_frequent, (pairs,), form=Pair()
        )  # fmt: skip
        yield Step(
            f"count_{n}", f"Count of merge {n}", r"\text{count of the merged pair}",
            lambda pairs, merge: pairs.get(" ".join(merge), 0), (pairs, merge), form=Integer(),
        )  # fmt: skip
        words = yield Step(
            f"words_{n}", f"The words after merge {n}", r"\text{the merged pair becomes one symbol, everywhere}",
            lambda words, merge: {word: merge_pair(symbols, merge) for word, symbols in words.items()},
            (before, merge), form=Tokens(),
        )  # fmt: skip
        made = n
    merges = tuple(f"merge_{n}" for n in range(1, made + 1))
    counts = tuple(f"count_{n}" for n in range(1, made + 1))
    yield Step(
        "merges", "All merges, in order", r"\text{merge table}", lambda *merges: list(merges), merges,
        form=Tokens(), answer="merges", gathers=True,
    )  # fmt: skip
    yield Step(
        "counts", "Their counts", r"\text{counts}", lambda *counts: list(counts), counts,
        form=Integer(), answer="counts", gathers=True,
    )  # fmt: skip
    yield Step(
        "vocabulary", "Vocabulary", r"\text{characters, then one symbol per merge}", vocabulary,
        ("words_0", *merges), form=TokenSet(), answer="vocabulary",
    )  # fmt: skip
    yield Step(
        "segmentations", "The words in their symbols", r"\text{words after the last merge}",
        lambda words: words, (f"words_{made}",), form=Tokens(), answer="segmentations", gathers=True,
    )  # fmt: skip


def vocabulary(words: Mapping[str, tuple[str, ...]], *merges: tuple[str, ...]) -> tuple[str, ...]:
    """Symbols in order of first appearance, then the merged ones; none is removed."""
    seen = [symbol for symbols in words.values() for symbol in symbols]
    return tuple(dict.fromkeys([*seen, *("".join(merge) for merge in merges)]))


@family.picture(after="words")
def merge_tree(exact: Run) -> Tree | None:
    """The merges as trees: below each symbol its two parts, down to single characters."""
    made = {"".join(pair): (pair, n) for n, pair in reversed(list(enumerate(exact.reached["merges"], 1)))}
    inside = {part for pair, _ in made.values() for part in pair}
    nodes: list[Node] = []

    def hang(piece: str, parent: int | None) -> None:
        pair, n = made.get(piece, ((), 0))
        nodes.append(Node(piece, f"merge {n}" if pair else "", parent))
        here = len(nodes) - 1
        for part in pair:
            hang(part, here)

    for piece in reversed(made):
        if piece not in inside:
            hang(piece, None)
    about = "Each merged symbol with the two parts it was made of."
    return Tree("What the merges have built", about, tuple(nodes)) if nodes else None


family.gives(
    {
        "merges": (
            "list of list of text",
            "The merged pairs, in order; fewer than asked where no pair is left.",
        ),
        "counts": ("list of whole number", "Count of each merged pair when it was merged."),
        "vocabulary": (
            "list of text",
            "Symbols in the order met, the end marker among them, then one per merge; none is removed.",
        ),
        "segmentations": ("{corpus}: list of text", "Symbols of each word after the last merge."),
    }
)
family.assumes(
    "Every pair of neighbours counts, overlapping ones too, times the frequency of its word. Among equal "
    "counts the pair met first is merged, reading the words in order, left to right.",
    "A merge replaces the pair from left to right, in every word. Training stops early when no pair is left.",
)


@family.mistake(
    of="pairs", says="You counted each word once. A pair counts as often as its word occurs in the corpus."
)
def words_counted_once(words: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    return count_pairs(words, dict.fromkeys(words, 1))


@family.mistake(
    of="merge",
    says="Several pairs are equally frequent. The one met first in the corpus is merged; you took a later one.",
)
def last_of_equals(pairs: dict[str, int]) -> tuple[str, ...]:
    best = max(pairs.values())
    return tuple([pair for pair, count in pairs.items() if count == best][-1].split(" "))


@family.mistake(
    of="merge", says="Ties go to the pair met first in the corpus. You took the first in alphabetical order."
)
def alphabetical(pairs: dict[str, int]) -> tuple[str, ...]:
    best = max(pairs.values())
    return tuple(min(pair for pair, count in pairs.items() if count == best).split(" "))


@family.mistake(
    of="merge", says="The two symbols are swapped: write them in the order in which they stand in the words."
)
def swapped(pairs: dict[str, int]) -> tuple[str, ...]:
    return most_frequent(pairs)[::-1]


@family.mistake(
    of="pairs",
    says="You kept the counts of the first round. After every merge the pairs are counted again on the new symbols.",
)
def not_recounted(
    words: Mapping[str, tuple[str, ...]], words_0: Mapping[str, tuple[str, ...]], corpus: dict[str, int]
) -> dict[str, int]:
    first = count_pairs(words_0, corpus)
    left = {pair: count for pair, count in first.items() if pair in count_pairs(words, corpus)}
    if words == words_0 or not left:
        return count_pairs(words, corpus)
    return left


@family.mistake(
    of="vocabulary",
    says="You left out the characters. They stay in the vocabulary, and every merge adds one symbol.",
)
def characters_left_out(right: tuple[str, ...], words_0: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    single = {symbol for symbols in words_0.values() for symbol in symbols}
    merged = tuple(symbol for symbol in right if symbol not in single)
    if not merged:
        raise NotApplicable
    return merged


@family.convention(
    "Right without an end-of-word marker. Here each word ends with the marker, which takes part in merges."
)
def no_marker(given: Parameters) -> Parameters | None:
    return given.replace(end_of_word="") if given.end_of_word else None


WORDS = [
    "low",
    "lower",
    "lowest",
    "new",
    "newer",
    "newest",
    "wide",
    "wider",
    "widest",
    "old",
    "older",
    "oldest",
    "slow",
    "slower",
    "slowest",
    "show",
    "shown",
    "shower",
    "near",
    "nearer",
    "nearest",
    "test",
    "tested",
    "tester",
    "rest",
    "rested",
    "wise",
    "wiser",
    "wisest",
    "nest",
    "best",
    "west",
    "late",
    "later",
    "latest",
    "hot",
    "hotter",
]


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    words = {"warm-up": 3, "exam": 4, "hard": 5}[level]
    merges = {"warm-up": 2, "exam": 3, "hard": 5}[level]
    stem = rng.choice(("low", "new", "wid", "old", "slow", "near", "rest", "wis", "nest", "lat"))
    kin = [word for word in WORDS if word[:2] == stem[:2]]
    others = [word for word in WORDS if word not in kin]
    own = rng.sample(kin, min(len(kin), words - 1))
    chosen = [*own, *rng.sample(others, words - len(own))]
    return {"corpus": {word: rng.randint(1, 9) for word in chosen}, "merges": merges}
