"""The ten questions of the walk, one for each kind of station, with what there is to see at it."""

from dataclasses import dataclass

from engine.demos.gpt.forward import Pass
from engine.whole_model.stations import Cell, Kind, by_id, values


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the walk: at which station, in words, and what one sees there."""

    station: str
    words: str
    sees: str


WALK = (
    Question(
        "embedding",
        "A letter becomes 32 numbers. What is this one?",
        "The first strip is the stream at its beginning: the row of the letter and the row of its place, added cell by "
        "cell.",
    ),
    Question(
        "1-norm",
        "Before attention reads the stream, it is brought to one scale. What does this entry become?",
        "The stream itself stays as it is. In this copy of it the 32 numbers have mean 0 and spread 1, and then each "
        "is stretched and shifted by two learned numbers.",
    ),
    Question(
        "1-score",
        "A query meets a key: eight products, and the square root of eight. What is the score?",
        "Each of the strips q, k and v holds four heads of eight cells. The lit cells are the query of this token and, "
        "at the tile of the token that it meets, that token's key.",
    ),
    Question(
        "1-weight",
        "A row of scores becomes shares. How much does this token take from that one?",
        "Each arc is a share: the thicker it is, the more the head takes from that token. The shares of one head sum "
        "to 1.",
    ),
    Question(
        "1-mix",
        "The values are mixed by these shares. What does this entry come to?",
        "Here the arcs land. Every token offers its value, one lit cell at each tile, and the head adds them up, each "
        "times its share.",
    ),
    Question(
        "1-between",
        "What attention found is added to the stream. What is this entry now?",
        "Nothing is replaced: the stream before attention and what attention adds are summed cell by cell. That is why "
        "it is called the residual stream.",
    ),
    Question(
        "1-active",
        "The wide layer lets some numbers through. How much of this one?",
        "This strip has 128 cells, four times as many as the stream. GELU leaves large numbers almost as they are; of "
        "those below 0 so little is left that none is below −0.17.",
    ),
    Question(
        "2-after",
        "The second block has added its part. What is this entry at the end?",
        "The second block does the same as the first with its own numbers. Compare this strip with the very first one: "
        "the letter is still in it, with all that two blocks have added.",
    ),
    Question(
        "logit",
        "The last state meets the row of a letter; the largest product is still to be added. What is the logit?",
        "The narrow strip at the end has 32 cells, one logit for each letter and one for the end of the name: how well "
        "the last state fits its row.",
    ),
    Question(
        "probability",
        "The logits become probabilities. How likely is this letter?",
        "The bars are these probabilities, and over all letters and the end of the name they sum to 1. A logit that is "
        "larger by 1 gives 2.72 times the probability.",
    ),
)


def cell_of(through: Pass, question: Question) -> Cell:
    """The cell that a question asks of the newest token: the largest number there, so that something is to be seen; of
    scores and weights that of the token just before."""
    station = by_id()[question.station]
    last = len(through.tokens) - 1
    if station.pairs_tokens:
        return Cell(station.id, last, max(0, last - 1))
    if station.kind in (Kind.LOGIT, Kind.PROBABILITY):
        return Cell(station.id, last, int(through.logits[-1].argmax()))
    return Cell(station.id, last, int(abs(values(through, station)[last]).argmax()))
