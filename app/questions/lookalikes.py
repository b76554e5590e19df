"""Questions that may ask the same as another, by the rare words that they share; their author looks and decides."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.questions.index import split
from app.questions.texts import passages
from engine.questions import Question

IN_WORDS = {"choice", "match", "order", "short", "text"}  # without a chain of numbers, by which others differ
LIKELY = 0.45  # cosine from which on two questions are worth a look
MOST = 5  # that are told of one question
WORDS = 6


@dataclass(frozen=True, slots=True)
class Lookalike:
    """Two questions that may be alike, how much (0 to 1), and the words that speak for it most."""

    first: Question
    second: Question
    likeness: float
    words: tuple[str, ...]

    @property
    def named(self) -> bool:
        """True if one of them names the other, so that no exam has both."""
        return self.second.id in self.first.alike or self.first.id in self.second.alike


def lookalikes(questions: Sequence[Question]) -> list[Lookalike]:
    """All pairs of questions in words that are worth a look, the likeliest first."""
    questions = [question for question in questions if question.kind in IN_WORDS]
    vectors = _vectors(questions)
    pairs = (
        pair
        for n, question in enumerate(questions)
        for pair in _with(question, vectors[n], questions[n + 1 :], vectors[n + 1 :])
    )
    return sorted(pairs, key=lambda pair: -pair.likeness)


def of_one(question: Question, others: Sequence[Question]) -> list[Lookalike]:
    """The questions with which this one may be alike, at most five; none for one that asks for numbers.

    Derivations and programs are compared with their own kind, too.
    """
    if question.of_numbers or question.kind == "drawn":
        return []
    kinds = IN_WORDS | {question.kind}
    others = [other for other in others if other.id != question.id and other.kind in kinds]
    vectors = _vectors([question, *others])
    found = _with(question, vectors[0], others, vectors[1:])
    return sorted(found, key=lambda pair: -pair.likeness)[:MOST]


def _with(
    question: Question,
    mine: Mapping[str, float],
    others: Sequence[Question],
    theirs: Sequence[Mapping[str, float]],
) -> Iterator[Lookalike]:
    for other, vector in zip(others, theirs, strict=True):
        shared = {word: weight * vector[word] for word, weight in mine.items() if word in vector}
        likeness = sum(shared.values())
        if likeness >= LIKELY:
            telling = sorted(shared, key=lambda word: (-shared[word], word))[:WORDS]
            yield Lookalike(question, other, likeness, tuple(telling))


def _vectors(questions: Sequence[Question]) -> list[dict[str, float]]:
    """The words of each question by how often they stand there and how rare they are; each of length 1."""
    counted = [_counted(question) for question in questions]
    having = Counter(word for words in counted for word in words)
    weighed = [
        {word: math.log1p(n) * math.log(len(questions) / having[word]) for word, n in words.items()}
        for words in counted
    ]
    return [_unit(vector) for vector in weighed]


def _counted(question: Question) -> dict[str, float]:
    words = Counter[str]()
    for passage in passages(question):
        for word in split(passage.text):
            words[word] += passage.weight  # type: ignore[assignment]
    return dict(words)


def _unit(vector: dict[str, float]) -> dict[str, float]:
    length = math.sqrt(sum(weight**2 for weight in vector.values())) or 1.0
    return {word: weight / length for word, weight in vector.items() if weight}
