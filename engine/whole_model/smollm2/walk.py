"""The ten questions of the walk through the real model: from the table to the next token, in four of its places."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.demos.smollm2.settings import LAYERS
from engine.whole_model.smollm2 import stations
from engine.whole_model.smollm2.block import Block
from engine.whole_model.smollm2.stations import Opened
from engine.whole_model.stations import Cell

FIRST, MIDDLE, LAST, HEAD = 1, 12, LAYERS, LAYERS + 1


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the walk: in which layer, at which station, in words, and a sentence that explains the station."""

    layer: int
    station: str
    words: str
    explains: str


WALK: Sequence[Question] = (
    Question(
        FIRST, "norm", "The token is a row of 576 numbers. What does RMSNorm make of this one?",
        "RMSNorm divides by the size of the whole row and subtracts no mean, so large and small streams come in alike.",
    ),
    Question(
        FIRST, "query-turned", "RoPE turns each pair of numbers by the position. What is this one after the turn?",
        "Turning keeps the length of a pair, and the product of two turned vectors depends on their distance alone.",
    ),
    Question(
        MIDDLE, "score", "A query meets a key: 64 products and the square root of 64. What is the score?",
        "Three heads share one key, which makes the cache a third as large: grouped-query attention.",
    ),
    Question(
        MIDDLE, "weight", "The scores of a head become shares. How much does it take from this token?",
        "Many heads put most of their share on the first token: a place to look at when there is nothing to find.",
    ),
    Question(
        MIDDLE, "mix", "The values of the tokens are mixed by these shares. What does this entry come to?",
        "Only here does a token learn of the others; everything else on its way is done with its own numbers.",
    ),
    Question(
        MIDDLE, "between", "What attention found is added to the stream. What is this entry now?",
        "The stream is the memory that all 30 layers read from and add to; nothing in it is ever replaced.",
    ),
    Question(
        MIDDLE, "active", "The gate opens or closes each of 1,536 numbers. How much of this one passes?",
        "SwiGLU multiplies two projections: one says what, the other how much of it.",
    ),
    Question(
        LAST, "after", "The last layer has added its part. What is this entry at the end?",
        "Every layer adds: compare the length of the stream here with that after the first layers, in the list.",
    ),
    Question(
        HEAD, "logit", "The last state meets the row of a token in the table. What is its logit?",
        "The table is used twice: its rows are what goes in, and what the last state is compared with.",
    ),
    Question(
        HEAD, "probability", "The logits of 49,152 tokens become probabilities. How likely is this token?",
        "A logit that is larger by 1 makes a token e, or 2.72, times as likely.",
    ),
)  # fmt: skip


def cell_of(opened: Opened, question: Question, head: int) -> Cell:
    """The cell that a question asks of the newest token: the largest number there, so that something is to be seen; in
    attention that of the head, and of the token that it takes most from."""
    station, last = question.station, stations.tokens(opened) - 1
    numbers = stations.row(opened, station, last)
    if station in ("logit", "probability"):
        return Cell(station, last, int(numbers.argmax()))
    if isinstance(opened, Block) and station in ("score", "weight"):
        return Cell(station, last, head * (last + 1) + int(opened.weights[head, last, : last + 1].argmax()))
    if isinstance(opened, Block) and station in ("query-turned", "mix"):
        size = len(numbers) // len(opened.scores)
        return Cell(
            station, last, head * size + int(np.abs(numbers[head * size : (head + 1) * size]).argmax())
        )
    return Cell(station, last, int(np.abs(numbers).argmax()))
