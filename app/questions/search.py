"""Questions found by words: in what is trained, in titles, in terms of the glossary, in the texts; with slips."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import log

from app.questions.index import Index, Key, Place, index_of, split
from engine.bank import Bank
from engine.questions import Question

FILLING = frozenset(
    split(
        "a an the of in and or to for with on is are by from what which how do does i me my one that where "
        "compute calculate find give exercise question task practise practice"
    )
)
WEIGHTS = {Place.TRAINS: 1.0, Place.TITLE: 0.9, Place.TERM: 0.6, Place.TEXT: 0.3}
BEGINNING = 0.85  # of the weight of the whole word
ENOUGH = 0.65  # of the words, the rare ones counted for more: who types a whole sentence means most of it


@dataclass(frozen=True, slots=True)
class Found:
    """The questions, the best hit first; ``read_as`` is what was searched for where a slip was mended, else ""."""

    questions: tuple[Question, ...]
    read_as: str = ""


def found(bank: Bank, questions: Iterable[Question], words: str) -> Found:
    """Finds the questions with all the words or most of them. The title that was typed goes first; what is trained goes
    before a title, that before a term, that before the other texts; whole words before beginnings, numbers before words
    about them. ``bank`` is the built-in one."""
    there = list(questions)
    typed = split(words)
    wanted = [word for word in typed if word not in FILLING] or typed
    if not wanted:
        return Found(tuple(there))
    index = index_of(bank)
    by_key = {(one.id, one.version): (n, one, index.entry(one)) for n, one in enumerate(there)}
    read = [_read(index, word, by_key) for word in wanted]
    costs = [index.having(word) for word in read]
    rare = [log(1 + len(by_key) / max(1, len(having.keys() & by_key.keys()))) for having in costs]
    ranked = []
    for key, (order, one, entry) in by_key.items():
        mine = [(much, cost[key]) for much, cost in zip(rare, costs, strict=True) if key in cost]
        if mine:
            covered = sum(much for much, _ in mine) / sum(rare)
            score = sum(much * _weight(cost) for much, cost in mine) / sum(rare)
            elsewhere = sum(word not in entry.subject for word in read)
            rank = (
                not _titled(one, typed, read),
                -round(score, 2),
                not one.of_numbers,
                elsewhere,
                entry.length,
            )
            ranked.append((covered, rank, order, one))
    least = min(ENOUGH, max((covered for covered, *_ in ranked), default=0.0))
    ranked = sorted((hit for hit in ranked if hit[0] >= least - 1e-9), key=lambda hit: hit[1:3])
    slipped = read != wanted and bool(ranked)
    return Found(tuple(hit[-1] for hit in ranked), " ".join(map(index.spelt, read)) if slipped else "")


def _titled(question: Question, typed: list[str], read: list[str]) -> bool:
    """True if the title was typed, or all of its words that say something."""
    title = split(question.title)
    return title == typed or set(read) == set(title) - FILLING


def _weight(cost: int) -> float:
    """The weight of a word by what ``Index.having`` says it costs."""
    place, beginning = divmod(cost, 2)
    return WEIGHTS[Place(place)] * (BEGINNING if beginning else 1)


def _read(index: Index, word: str, among: Collection[Key]) -> str:
    """The word itself where a question has it, else the known word most like it that one has."""

    def is_there(known: str) -> bool:
        return not index.having(known).keys().isdisjoint(among)

    return word if is_there(word) else index.speller.near(word, is_there) or word
