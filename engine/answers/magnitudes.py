"""The words and letters behind a number that stand for a power of ten, in English, German and Bengali: 69 billion,
12.6M, 69 Mrd., ৬৯ কোটি.

A letter counts as it is written: M is a million, m can be anything, K is 1,000 or 1,024. A Billion is a million million
in German: several of them (Billionen) are read so, and one is asked.
"""

import re
import unicodedata

from engine.answers.refusal import Refusal

LETTERS = {"k": 3, "M": 6, "B": 9, "T": 12}
UNSURE = frozenset("KmbGgt")
WORDS = {
    3: "thousand thousands tausend tsd হাজার",
    5: "lakh lakhs লাখ লক্ষ",
    6: "million millions millionen mio mn মিলিয়ন",
    7: "crore crores কোটি",
    9: "billion billions bn milliarde milliarden mrd বিলিয়ন",
    12: "trillion trillions billionen ট্রিলিয়ন",
}
POWERS = {
    unicodedata.normalize("NFC", word): power for power, words in WORDS.items() for word in words.split()
}
GERMAN = {"Billion": (9, 12), "Trillion": (12, 18)}
BETWEEN = re.compile(r"[\s.,;:]+|(?<=\S)(?=\()|-(?=[^\W\d]{3})")  # a word and the next one
PERCENT = frozenset({"percent", "per cent", "prozent", unicodedata.normalize("NFC", "শতাংশ")})


def tail(text: str) -> str:
    """The text behind the last digit, if it begins with a letter: the word or the unit of a number."""
    start = len(text)
    while start and not text[start - 1].isdigit():
        start -= 1
    behind = text[start:].strip(" .,")
    return behind if start and behind[:1].isalpha() else ""


def split(words: str) -> tuple[str, str]:
    """The beginning of ``words`` that stands for a power of ten or for per cent, and the noun behind it: "billion" and
    "parameters". All of them and "" where there is no such beginning, no noun, or another power of ten."""
    for gap in list(BETWEEN.finditer(words))[1::-1]:  # per cent are two words
        word, noun = words[: gap.start()], words[gap.end() :]
        if _counts(word) and noun[:1].isalpha() | noun.startswith("(") and not _counts(noun):
            return word, noun
    return words, ""


def _counts(word: str) -> bool:
    return word in LETTERS or word in UNSURE or _folded(word) in POWERS or is_percent(word)


def power_of(word: str, numeral: str, column: int) -> int | None:
    """The power of ten of the word behind this numeral, None for another word. Raises Refusal where it is unsure."""
    if word in UNSURE:
        said = f"Here “{word}” can mean more than one thing: please type the power of ten, e6 for a million."
        raise Refusal(said, column)
    if word in GERMAN and numeral.lstrip("+- ") == "1":
        english, german = GERMAN[word]
        raise Refusal(f"Did you mean 1e{english} or 1e{german}? Please type one of the two.", 0)
    return LETTERS.get(word) or power_of_word(word)


def power_of_word(word: str) -> int | None:
    """The power of ten of a word alone; single letters have none, as in a formula they may be variables."""
    return POWERS.get(_folded(word))


def is_percent(word: str) -> bool:
    """True if the word means per cent in English, German or Bengali."""
    return _folded(word) in PERCENT


def _folded(word: str) -> str:
    return " ".join(unicodedata.normalize("NFC", word).casefold().split())
