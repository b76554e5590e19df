"""Two answers side by side, with the passages that they share."""

from dataclasses import dataclass

from app.courses.membership import hides_names
from app.grading.similarity.asked import Asked, NothingToCompare, find, given_by
from app.grading.similarity.comparing import names
from app.grading.store import similarity as stored
from app.grading.store.similarity import Answer
from app.questions.context import Context
from engine.similarity.comparison import Pair
from engine.similarity.passages import Piece, passages, pieces


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: the answer, what it is called, and its text in pieces."""

    answer: Answer
    called: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SideBySide:
    """A pair, with how many tokens each passage has that the two share."""

    asked: Asked
    pair: Pair
    names_hidden: bool
    sides: tuple[Side, Side]
    passages: tuple[int, ...]


def shown(context: Context, course: str, work: str, question: str, number: int) -> SideBySide:
    """Raises NoSuchCourse, and NothingToCompare."""
    with context.database.read() as connection:
        asked = find(context, connection, course, work, question)
        hidden = hides_names(connection, context.person, asked.course)
        comparison = stored.find(connection, asked.work.id, question)
        pairs = stored.pairs(connection, comparison.id) if comparison else []
        answers = stored.in_pairs(connection, pairs)
    pair = dict(pairs).get(number)
    if comparison is None or pair is None:
        raise NothingToCompare(question)
    called, first, second = names(answers, pairs, hidden), answers[pair.first], answers[pair.second]
    left_out = comparison.common | given_by(context.library, question, {first.version, second.version})
    ours, theirs = asked.reading.tokens(first.text), asked.reading.tokens(second.text)
    found = passages(
        [token.text for token in ours], [token.text for token in theirs], asked.reading.size.gram, left_out
    )
    return SideBySide(
        asked=asked,
        pair=pair,
        names_hidden=hidden,
        sides=(
            Side(
                first,
                called[pair.first],
                pieces(first.text, ours, [(one.first, one.length) for one in found]),
            ),
            Side(
                second,
                called[pair.second],
                pieces(second.text, theirs, [(one.second, one.length) for one in found]),
            ),
        ),
        passages=tuple(one.length for one in found),
    )
