"""The index of questions: what each trains, and its words: worked out once for a bank, not for each request."""

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import takewhile
from math import log
from threading import Lock

from app.questions.kinds import KINDS
from app.questions.spelling import Speller
from app.questions.texts import Passage, passages
from app.web.sections import SECTIONS
from engine.bank import Bank
from engine.glossary import glossary_of
from engine.questions import Question
from engine.study import Term

WORD = re.compile(r"[^\W_]+")
AT_HOME = 3  # a term of the question's own section tells more about it than one of another
Key = tuple[str, str]


class Place(IntEnum):
    """A place where a word stands; the first one tells most."""

    TRAINS = 0
    TITLE = 1
    TERM = 2
    TEXT = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """Facts on a question beside its file. ``trains`` is the title of its family, else the term of the
    glossary that its texts deal with most, else its last line; ``words`` are those by which it is found, each with its
    best place."""

    trains: str
    words: Mapping[str, Place]
    subject: frozenset[str]  # the words of what it trains
    length: int  # words in its title


class Index:
    """The questions of a bank by their words; published ones are added when they are met first."""

    def __init__(self, bank: Bank) -> None:
        self._study = bank.study
        self._terms = {term.term: term for term in bank.study.terms}
        self._named = {tuple(split(term.term)): term.term for term in bank.study.terms}
        self._lock = Lock()
        self._entries: dict[Key, Entry] = {}
        self._having: dict[str, dict[Key, Place]] = {}
        self._sorted: list[str] = []
        self._spelt: dict[str, str] = {}
        self.speller = Speller(self._rank)
        read = [(one, list(passages(one))) for one in bank.questions.values()]
        mentioned = [self._mentions(one, texts) for one, texts in read]
        self._common = Counter(term for found in mentioned for term in found)
        self._of = max(1, len(read))
        for (one, texts), found in zip(read, mentioned, strict=True):
            self._store(one, self._entry(one, texts, found))
        self._sorted = sorted(self._having)
        self.speller.learn(self._sorted)

    def entry(self, question: Question) -> Entry:
        """The question's entry, made now where it is new."""
        key = question.id, question.version
        if key not in self._entries:
            with self._lock:
                if key not in self._entries:
                    texts = list(passages(question))
                    known = set(self._having)
                    self._store(question, self._entry(question, texts, self._mentions(question, texts)))
                    new = self._having.keys() - known
                    for word in new:
                        insort(self._sorted, word)
                    self.speller.learn(new)
        return self._entries[key]

    def having(self, word: str) -> dict[Key, int]:
        """The questions with a word that begins so, or is another form of it, each with a cost: twice its place, and
        one more unless it is the whole word. A single letter must be a word."""
        found: dict[Key, int] = {}
        root = stem(word)
        others = [known for known in self._beginning(root) if stem(known) == root] if root != word else []
        for known in {*self._beginning(word), *others}:
            for key, place in self._having[known].items():
                cost = 2 * place + (known != word)
                if cost < found.get(key, 99):
                    found[key] = cost
        return found

    def spelt(self, word: str) -> str:
        """A known word as it stands in the texts."""
        return self._spelt.get(word, word)

    def _beginning(self, word: str) -> list[str]:
        if len(word) == 1:
            return [word] if word in self._having else []
        start = bisect_left(self._sorted, word)
        return list(takewhile(lambda known: known.startswith(word), self._sorted[start : start + 2000]))

    def _rank(self, word: str) -> tuple[int, int]:
        there = self._having.get(word, {})
        return min(there.values(), default=Place.TEXT), -len(there)

    def _mentions(self, question: Question, texts: Iterable[Passage]) -> dict[str, float]:
        """The weight of each term: how much the question deals with it."""
        found: dict[str, float] = {}
        glossary = glossary_of(self._study, question.section)
        for text, weight in texts:
            for term in {one.term: one for one in glossary.found(text)}.values():
                told = weight * (AT_HOME if term.section == question.section else 1)
                found[term.term] = found.get(term.term, 0) + told
        return found

    def _entry(self, question: Question, texts: list[Passage], mentioned: dict[str, float]) -> Entry:
        trains = self._trained(question, mentioned)
        places: dict[str, Place] = {}

        def stands(place: Place, *written: str) -> None:
            for text in written:
                for word in WORD.findall(text):
                    known = plain(word)
                    places[known] = min(place, places.get(known, place))
                    self._spelt.setdefault(known, word.casefold())

        stands(Place.TITLE, question.title)
        length = len(places)
        stands(Place.TRAINS, trains, *self._names(trains), question.family.id, KINDS[question.kind])
        for term in glossary_of(self._study, question.section).found(trains):
            stands(Place.TRAINS, *self._names(term.term))
        for name in mentioned:
            at_home = self._terms[name].section == question.section
            stands(Place.TERM if at_home else Place.TEXT, name, *self._names(name))
        whole = " ".join(text for text, _ in texts)
        stands(Place.TEXT, whole, SECTIONS.get(question.section, ""), question.model)
        small = whole.casefold()
        stands(
            Place.TERM, *(short for short, long in self._study.more_abbreviations.items() if long in small)
        )
        return Entry(trains, places, frozenset(split(trains)), length)

    def _names(self, term: str) -> tuple[str, ...]:
        """The other names of a term of the glossary."""
        found = self._terms.get(term)
        return (found.short, *found.also) if found else ()

    def _trained(self, question: Question, mentioned: Mapping[str, float]) -> str:
        if question.kind in ("family", "drawn"):
            title = question.family.title
            return self._named.get(tuple(split(title)), title)
        told = {name: much * log(1 + self._of / (1 + self._common[name])) for name, much in mentioned.items()}
        best = max(told, key=told.__getitem__, default="")
        if question.id.startswith("define-"):
            best = next((name for name in told if _begins(split(question.id)[1:], split(name))), best)
        return best or (
            question.family.steps[question.parts[-1].ask].title if question.of_numbers else question.title
        )

    def _store(self, question: Question, entry: Entry) -> None:
        key = question.id, question.version
        for word, place in entry.words.items():
            self._having.setdefault(word, {})[key] = place
        self._entries[key] = entry


def _begins(words: list[str], name: list[str]) -> bool:
    """True if the words begin with those of the name, or with longer forms of them."""
    return len(words) >= len(name) and all(map(str.startswith, words, name))


@lru_cache(maxsize=2)
def index_of(bank: Bank) -> Index:
    """The index of a bank, made by the first who asks."""
    return Index(bank)


def split(text: str) -> list[str]:
    """The words of a text in the form in which they are compared."""
    return [plain(word) for word in WORD.findall(text)]


@lru_cache(maxsize=20_000)
def plain(word: str) -> str:
    """A word in small letters, without the s of a plural, and in one of two spellings: normalise is normalize."""
    small = word.casefold()
    if len(small) > 3 and small.endswith("s") and not small.endswith("ss"):
        small = small[:-1]
    return re.sub(r"(?<=[a-z]{3})is(?=(?:ation|e|ed|er|ing)?$)", "iz", small)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word without the ending of a verb: vanish for vanishing, clip for clipping."""
    for ending in ("ing", "ed", "es", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            left = word.removesuffix(ending)
            return left[:-1] if len(ending) > 1 and left[-1] == left[-2] and left[-1] not in "ls" else left
    return word


def term_named(bank: Bank, words: str) -> Term | None:
    """The term of the glossary that has these words as its name, its abbreviation or another form."""
    wanted = split(words)
    for term in bank.study.terms if wanted else ():
        if wanted in [split(name) for name in (term.term, term.short, *term.also)]:
            return term
    return None
