"""The stretches that two answers share, to be shown side by side."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.similarity.tokens import Token
from engine.similarity.winnowing import grams

MOST_PLACES = 50  # at which a gram is looked for in the other answer


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of so many tokens that begins with these of the two answers."""

    first: int
    second: int
    length: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an answer, and the number of the passage that it is, from 1; 0 for what is not shared."""

    text: str
    passage: int

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The text line by line, each as the white space before its first word and the rest; these make up the text."""
        parted = ((line, line.lstrip()) for line in self.text.splitlines(keepends=True))
        return tuple((line[: len(line) - len(words)], words) for line, words in parted)


def passages(
    first: Sequence[str], second: Sequence[str], length: int, left_out: Collection[int]
) -> list[Passage]:
    """Returns passages without overlaps, in the order of the first answer, each as long as it can be. They begin and
    end with a gram of so many tokens that is not left out."""
    ours, theirs = grams(first, length).tolist(), grams(second, length).tolist()
    places: dict[int, list[int]] = {}
    for there, one in enumerate(theirs):
        if one not in left_out:
            places.setdefault(one, []).append(there)
    taken = bytearray(len(theirs) + length)
    found, here = [], 0
    while here < len(ours):
        run, there = max(
            (
                (_run(ours, theirs, here, there, length, taken, left_out), -there)
                for there in places.get(ours[here], ())[:MOST_PLACES]
            ),
            default=(0, 0),
        )
        if run:
            found.append(Passage(here, -there, run + length - 1))
            taken[-there : -there + run + length - 1] = b"\1" * (run + length - 1)
            here += run + length - 1
        else:
            here += 1
    return found


def _run(
    ours: Sequence[int],
    theirs: Sequence[int],
    here: int,
    there: int,
    length: int,
    taken: bytearray,
    left_out: Collection[int],
) -> int:
    """Returns how many grams in a row are the same from these two on, without a token that is taken, up to the last one
    that is not left out."""
    run = kept = 0
    if any(taken[there : there + length]):
        return 0
    while (
        here + run < len(ours)
        and there + run < len(theirs)
        and ours[here + run] == theirs[there + run]
        and not taken[there + run + length - 1]
    ):
        run += 1
        if ours[here + run - 1] not in left_out:
            kept = run
    return kept


def pieces(text: str, tokens: Sequence[Token], stretches: Sequence[tuple[int, int]]) -> tuple[Piece, ...]:
    """Cuts an answer into what is shared and what is not. The stretches are those of the passages in their order, each
    as its first token and its length."""
    found, done = [], 0
    for number, (begin, length) in sorted(enumerate(stretches, 1), key=lambda one: one[1]):
        start, end = tokens[begin].start, tokens[begin + length - 1].end
        found += [Piece(text[done:start], 0), Piece(text[start:end], number)]
        done = end
    return tuple(piece for piece in (*found, Piece(text[done:], 0)) if piece.text)
