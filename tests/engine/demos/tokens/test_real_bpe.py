"""Against what OpenAI and gpt-tokenizer published: the hash of the ranks, their own test cases, and their patterns as
another engine of regular expressions reads them."""

import hashlib
import re
from base64 import b64encode
from random import Random

import pytest
from tokenizers import Regex
from tokenizers.pre_tokenizers import Split

from engine.demos.tokens.real_bpe import (
    MOST_CHARACTERS,
    SENTENCES,
    Token,
    encode,
    merges,
    pieces,
    ranks,
    vocabularies,
)

HASHES = {  # SHA-256 of the files that tiktoken loads, as written in its tiktoken_ext/openai_public.py
    "r50k_base": "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}
PUBLISHED = {  # tiktoken's patterns of today, without possessive signs; the end of the text is \z to this engine
    "r50k_base": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "cl100k_base": r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+\z"
    r"|\s*[\r\n]|\s+(?!\S)|\s",
    "o200k_base": r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
}
# From data/TestPlans.txt of gpt-tokenizer 4.0.0: the numbers of tokens in the order of HASHES. (All of its 185 cases
# for these vocabularies were compared once, number by number.)
COUNTS = {
    "The quick brown fox jumps over 13 lazy dogs. 😺": (12, 13, 13),
    "Die Grenzen meiner Sprache bedeuten die Grenzen meiner Welt. 🇩🇪": (24, 21, 15),
    "こんにちは、世界！お元気ですか？": (26, 12, 10),
    "હેલો, વિશ્વ! તમે આજે કેમ છો? 🇮🇳": (74, 49, 14),
    "A ∀ x (P(x) → Q(x)) ∧ (∃x P(x)) → ∃x Q(x)": (32, 25, 28),
    "ƒšŠŒŽƒšŠŒŽƒšŠŒŽƒšŠŒŽƒšŠŒŽƒšŠŒŽ": (54, 54, 30),
    "8mR5*w7^a$!F(0%#J9@X6vZ1)nU3]_Y/": (32, 30, 29),
}
ODD = [*"aZßéжক্ষ漢١²'.,-/ \n\r\t\x85\xa0\u2003ǅʰ👩🇨", "'ll", "'RE", "  ", "\n\n", "don't", "12345", "Hello"]


@pytest.mark.parametrize("vocabulary", vocabularies())
def test_the_ranks_are_the_published_ones(vocabulary: str) -> None:
    lines = (b64encode(symbol) + b" %d\n" % rank for symbol, rank in ranks(vocabulary).items())
    assert hashlib.sha256(b"".join(lines)).hexdigest() == HASHES[vocabulary]


def test_the_counts_are_those_of_the_package_that_the_ranks_are_from() -> None:
    for text, counts in COUNTS.items():
        assert tuple(len(encode(vocabulary, text)) for vocabulary in HASHES) == counts, text


def test_the_numbers_are_those_of_the_package_that_the_ranks_are_from() -> None:
    hello = "Hello, World! How are you today? 🌍"
    assert [token.rank for token in encode("r50k_base", hello)] == [
        15496, 11, 2159, 0, 1374, 389, 345, 1909, 30, 12520, 234, 235
    ]  # fmt: skip
    assert [token.rank for token in encode("o200k_base", hello)] == [
        13225, 11, 5922, 0, 3253, 553, 481, 4044, 30, 130321, 235
    ]  # fmt: skip


@pytest.mark.parametrize("vocabulary", vocabularies())
def test_texts_are_cut_as_another_engine_cuts_them_and_nothing_is_lost(vocabulary: str) -> None:
    rng = Random(3)
    other = Split(Regex(PUBLISHED[vocabulary]), "isolated")
    texts = ["".join(rng.choices(ODD, k=rng.randint(1, 30))) for _ in range(400)]
    for text in [*SENTENCES.values(), *texts]:
        mine = pieces(vocabulary, text)
        assert mine == [piece for piece, _ in other.pre_tokenize_str(text)], repr(text)
        assert b"".join(token.symbol for token in encode(vocabulary, text)).decode() == text


@pytest.mark.parametrize("vocabulary", vocabularies())
def test_merging_step_by_step_comes_to_the_same_tokens(vocabulary: str) -> None:
    rng = Random(4)
    words = ["".join(rng.choices("abeinorstzকষ漢 ", k=rng.randint(2, 25))) for _ in range(200)]
    for piece in (piece for word in words for piece in pieces(vocabulary, word)):
        single = tuple(bytes([byte]) for byte in piece.encode())
        *_, last = [single, *(merge.symbols for merge in merges(vocabulary, piece))]
        assert last == tuple(token.symbol for token in encode(vocabulary, piece))


def test_bengali_became_five_times_cheaper_and_english_did_not() -> None:
    found = {
        language: [len(encode(vocabulary, text)) for vocabulary in HASHES]
        for language, text in SENTENCES.items()
    }
    assert found == {"English": [17, 17, 17], "German": [26, 19, 16], "Bengali": [104, 66, 20]}


def test_part_of_a_character_is_shown_by_its_bytes() -> None:
    assert Token(0, "আ".encode()[:2]).shown == "<E0 A6>"
    assert Token(0, b" the").shown == " the"


def test_long_texts_are_quick_and_too_long_ones_refused() -> None:
    for text in ("a" * MOST_CHARACTERS, "漢字" * (MOST_CHARACTERS // 2), "\n " * (MOST_CHARACTERS // 2)):
        assert encode("o200k_base", text)
    with pytest.raises(ValueError, match=re.escape("5,000")):
        pieces("r50k_base", "x" * (MOST_CHARACTERS + 1))
    with pytest.raises(ValueError, match="100 bytes"):
        list(merges("r50k_base", "x" * 101))
    with pytest.raises(KeyError):
        ranks("gpt2")
