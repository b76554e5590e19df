"""Encoding words with learned merges: each merge once, in the order in which it was learned."""

from collections.abc import Generator, Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field, field_validator

from engine.answers.forms import Integer, Tokens
from engine.chain import Family, NotApplicable, NotNeeded, Run, Step
from engine.mathematics import SPLIT, SPLIT_MARKED, count_pairs, merge_pair, split_word
from engine.parameters import Frozen, symbol

Symbol = Annotated[str, Field(min_length=1, max_length=100)]
Pair = tuple[Symbol, Symbol]
Words = Mapping[str, tuple[str, ...]]


class Parameters(Frozen):
    merges: tuple[Pair, ...] = symbol(r"\text{merges}", "learned merges, in order", max_length=200)
    words: tuple[Symbol, ...] = symbol(r"\text{words}", "words to encode", min_length=1, max_length=100)
    end_of_word: str = symbol(r"\text{end}", "marker after each word; empty for none", default="</w>")

    @field_validator("words")
    @classmethod
    def words_without_spaces(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        if any(word.split() != [word] for word in words):
            raise ValueError("each word must be written without spaces")
        return words


family = Family(
    "bpe_encode",
    "Encoding with learned merges",
    section="2.2",
    builds_on=("bpe_train",),
    parameters=Parameters,
)


def replay(words: Words, pair: Pair) -> dict[str, tuple[str, ...]] | NotNeeded:
    merged = {word: merge_pair(symbols, pair) for word, symbols in words.items()}
    if merged == words:
        return NotNeeded(merged, f"No word holds {pair[0]} next to {pair[1]}: this merge changes nothing.")
    return merged


@family.unroll("tokens", "token_count")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    yield Step(
        "words_0", "The words, split into characters", SPLIT_MARKED if given.end_of_word else SPLIT,
        lambda words: {word: split_word(word, given.end_of_word) for word in words}, ("words",), form=Tokens(),
    )  # fmt: skip
    for n, pair in enumerate(given.merges, 1):
        yield Step(
            f"words_{n}", f"After merge {n}: {pair[0]} {pair[1]}", r"\text{the pair becomes one symbol, everywhere}",
            lambda words, pair=pair: replay(words, pair), (f"words_{n - 1}",), form=Tokens(),
        )  # fmt: skip
    yield Step(
        "tokens", "Tokens of each word", r"\text{symbols after the last merge}",
        lambda words: words, (f"words_{len(given.merges)}",), form=Tokens(), answer="tokens",
    )  # fmt: skip
    yield Step(
        "token_count", "Number of tokens", r"\text{add up the tokens of all words}",
        lambda words, tokens: sum(len(tokens[word]) for word in words), ("words", "tokens"),
        form=Integer(), answer="token_count",
    )  # fmt: skip


family.gives(
    {
        "tokens": ("{words}: list of text", "Tokens of each word, after the last merge."),
        "token_count": ("whole number", "Tokens of all words; a word that is listed twice counts twice."),
    }
)
family.assumes(
    "Each merge is applied once, in the order given, everywhere from left to right. Characters that no "
    "merge knows stay single tokens; the end marker is a symbol too.",
)


@family.mistake(
    of="tokens",
    says="You took the longest known piece each time. Byte-pair encoding replays the merges in the order in which they "
    "were learned.",
)
def longest_piece_first(
    words: Words, merges: tuple[Pair, ...], end_of_word: str
) -> dict[str, tuple[str, ...]]:
    known = {"".join(pair) for pair in merges}
    return {word: _longest(word + end_of_word, known, end_of_word) for word in words}


def _longest(text: str, known: set[str], end: str) -> tuple[str, ...]:
    pieces = []
    while text:
        piece = next(
            (text[:n] for n in range(len(text), 1, -1) if text[:n] in known), end if text == end else text[0]
        )
        pieces.append(piece)
        text = text[len(piece) :]
    return tuple(pieces)


@family.mistake(
    of="tokens", says="You replayed the merges from the last to the first. The first learned comes first."
)
def merges_backwards(words_0: Words, merges: tuple[Pair, ...]) -> dict[str, tuple[str, ...]]:
    words = dict(words_0)
    for pair in reversed(merges):
        words = {word: merge_pair(symbols, pair) for word, symbols in words.items()}
    return words


@family.mistake(
    of="tokens",
    says="That is how the words stand before the last merge that fits. Go on until every merge has been tried on every "
    "word.",
)
def last_merge_left_out(words_0: Words, merges: tuple[Pair, ...]) -> dict[str, tuple[str, ...]]:
    after = [dict(words_0)]
    for pair in merges:
        merged = {word: merge_pair(symbols, pair) for word, symbols in after[-1].items()}
        if merged != after[-1]:
            after.append(merged)
    if len(after) == 1:
        raise NotApplicable
    return after[-2]


@family.mistake(
    of="token_count", says="You counted characters. Count the symbols that are left after the merges."
)
def characters_counted(words: tuple[str, ...]) -> int:
    return sum(map(len, words))


@family.mistake(of="token_count", says="You counted words. A word can be several tokens: count the symbols.")
def words_counted(words: tuple[str, ...]) -> int:
    return len(words)


@family.convention(
    "Right without an end-of-word marker. Here each word ends with the marker, and it counts as a symbol."
)
def no_marker(given: Parameters) -> Parameters | None:
    return given.replace(end_of_word="") if given.end_of_word else None


# Words to learn merges from, and words that are not among them. In most of these the longest known piece from the
# left ("the") is not what the merges give ("th", "er").
CORPORA = (
    ("low lower newest widest", "lowest newer wider slowest west"),
    ("these other wiser newer", "there mother rather weather together father"),
    ("then singer stronger slower", "there brother father whether mother other"),
    ("the stronger newer nearest", "there father together other weather mother"),
    ("heart older new rather", "there here mother brother weather father"),
    ("show shown slow slowest", "shower snow slower west lowest"),
)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    end = fixed.get("end_of_word", "</w>")
    wants_contrast = level != "warm-up" and rng.random() < 0.6
    for _ in range(12):  # often, taking the longest piece should go wrong
        merges, words = draw_words(rng, level, end)
        tokens = longest_piece_first(dict.fromkeys(words, ()), merges, end)
        if not wants_contrast or any(encoded(word, merges, end) != tokens[word] for word in words):
            break
    return {"merges": merges, "words": words}


def draw_words(rng: Random, level: str, end: str) -> tuple[tuple[Pair, ...], list[str]]:
    """Merges learned from a small corpus, and words to encode: unseen ones first."""
    known, unseen = rng.choice(CORPORA)
    corpus = {word: rng.randint(2, 9) for word in known.split()}
    words = {word: split_word(word, end) for word in corpus}
    merges: list[Pair] = []
    for _ in range({"warm-up": 3, "exam": 6, "hard": 8}[level]):
        pairs = count_pairs(words, corpus)
        first, second = max(pairs, key=lambda name: pairs[name]).split(" ")
        words = {word: merge_pair(symbols, (first, second)) for word, symbols in words.items()}
        merges.append((first, second))
    new, learned = {"warm-up": (1, 0), "exam": (1, 1), "hard": (2, 1)}[level]
    return tuple(merges), [*rng.sample(unseen.split(), new), *rng.sample(list(corpus), learned)]


def encoded(word: str, merges: tuple[Pair, ...], end: str) -> tuple[str, ...]:
    symbols = split_word(word, end)
    for pair in merges:
        symbols = merge_pair(symbols, pair)
    return symbols


@family.refuses
def untouched_word(exact: Run) -> str | None:
    """A word that hardly any merge touches asks for nothing."""
    tokens, words = exact.reached["tokens"], exact.reached["words_0"]
    if any(len(words[word]) - len(tokens[word]) < 2 for word in words):
        return "a word is touched by fewer than two merges"
    return None
