"""Shows who sees whom: for a masked word BERT also reads what comes after it, a causal model only what comes before."""

from collections.abc import Mapping
from typing import Any

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Cell, Options
from engine.figures.wording import shown
from engine.solutions.pictures import HeatMap

TEXT = ("my", "dog", "barks", "loudly")
MASK = "[MASK]"
SIZE = len(TEXT)
QUERIES = [[1, 0], [2, 1], [0, 2], [1, 2]]
KEYS = [[0, 1], [2, 1], [1, 2], [1, 0]]
VALUES = [[1, 0], [0, 2], [2, 1], [1, 2]]
MASKED = {"Q": [1, 1], "K": [0, 0], "V": [0, 0]}  # of the token that stands instead of any word


def masked(parameters: Mapping[str, Any], place: int) -> Mapping[str, Any]:
    held = {"Q": QUERIES, "K": KEYS, "V": VALUES}
    return {name: [*rows[:place], MASKED[name], *rows[place + 1 :]] for name, rows in held.items()}


def tokens(place: int) -> tuple[str, ...]:
    return (*TEXT[:place], MASK, *TEXT[place + 1 :])


figure = Figure(
    "who-sees-whom",
    "Who sees whom: BERT and GPT",
    family="attention",
    section="c.6",
    question="encoder-attention-map",
    start={"causal": False, "scale": True},
    handles=(
        Options(
            "word", "Masked word", "dog", values={word: (n, word) for n, word in enumerate(TEXT)}, puts=masked
        ),
        Cell("cell", "Who sees whom", (2, 3), size=(SIZE, SIZE)),
    ),
    opens=lambda here: ("weights", (here["cell"][0] - 1, here["cell"][1] - 1)),
)


def weights(here: Frame, causal: bool) -> tuple[tuple[float, ...], ...]:
    """The attention weights of BERT or, with the same queries and keys, of a causal model."""
    exact = run(here.run.family, here.run.parameters.replace(causal=causal))
    return tuple(tuple(map(float, row)) for row in exact.reached["weights"])


@figure.draws
def maps(here: Frame) -> list[HeatMap]:
    row, column = here["cell"]
    names = tokens(TEXT.index(here["word"]))
    models = {"BERT: rows look at columns, all at all": False, "Causal, as in GPT: none looks ahead": True}
    return [
        HeatMap(
            title, "One row per token that looks, one column per token that is looked at: the attention weights.",
            names, names, weights(here, causal), marked=((row - 1, column - 1),), chooses="cell", most=1.0,
        )
        for title, causal in models.items()
    ]  # fmt: skip


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    place, (row, column) = TEXT.index(now["word"]), now["cell"]
    if before is not None and before["cell"] != now["cell"]:
        looks, seen = (f"“{token}”" for token in (tokens(place)[row - 1], tokens(place)[column - 1]))
        bert, gpt = (shown(weights(now, causal)[row - 1][column - 1]) for causal in (False, True))
        takes = f"{looks} takes {bert} from {'itself' if row == column else seen} in BERT, {gpt} in GPT"
        if column > row:
            return f"{takes}: it comes later, and a causal model never looks ahead."
        if row == SIZE:
            return f"{takes}: the last word sees the whole text in both."
        return f"{takes}: there, fewer words share its attention."
    later = shown(sum(weights(now, False)[place][place + 1 :]))
    if place == SIZE - 1:
        return f"Nothing comes after {MASK}: its row is the same in both. At a last word, BERT sees no more than GPT."
    left = f"“{' '.join(TEXT[:place])}”" if place else "no word at all"
    return (
        f"In BERT, {MASK} takes {later} from the words after it; a causal model like GPT takes 0.00. "
        f"It has to guess “{now['word']}” from {left}."
    )
