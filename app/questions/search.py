"""Questions found by words: in titles, in what is trained, in terms of the glossary, in the texts; with slips."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from app.questions.index import Index, Key, index_of, split
from engine.bank import Bank
from engine.questions import Question

FILLING = {
    "a",
    "an",
    "the",
    "of",
    "in",
    "and",
    "or",
    "to",
    "for",
    "with",
    "on",
    "is",
    "by",
    "from",
    "what",
    "how",
}


@dataclass(frozen=True, slots=True)
class Found:
    """The questions, the best hit first; ``read_as`` is what was searched for where a slip was mended, else ""."""

    questions: tuple[Question, ...]
    read_as: str = ""


def found(bank: Bank, questions: Iterable[Question], words: str) -> Found:
    """Finds the questions with all the words, else with most of them. A title goes before what is trained, that before
    a term, that before the other texts; whole words before beginnings. ``bank`` is the built-in one."""
    there = list(questions)
    typed = split(words)
    wanted = [word for word in typed if word not in FILLING] or typed
    if not wanted:
        return Found(tuple(there))
    index = index_of(bank)
    by_key = {(one.id, one.version): (n, one, index.entry(one)) for n, one in enumerate(there)}
    read = [_read(index, word, by_key) for word in wanted]
    costs = [index.having(word) for word in read]
    ranked = []
    for key, (order, one, entry) in by_key.items():
        mine = [cost[key] for cost in costs if key in cost]
        if mine:
            elsewhere = sum(word not in entry.subject for word in read)
            rank = len(wanted) - len(mine), max(mine), sum(mine), elsewhere, entry.length
            ranked.append((rank, order, one))
    ranked.sort(key=lambda hit: hit[:2])
    fewest = ranked[0][0][0] if ranked else 0
    hits = tuple(one for rank, _, one in ranked if rank[0] == fewest)
    slipped = read != wanted and bool(hits)
    return Found(hits, " ".join(map(index.spelt, read)) if slipped else "")


def _read(index: Index, word: str, among: Collection[Key]) -> str:
    """The word itself where a question has it, else the known word most like it that one has."""

    def is_there(known: str) -> bool:
        return not index.having(known).keys().isdisjoint(among)

    return word if is_there(word) else index.speller.near(word, is_there) or word
