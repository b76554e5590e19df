"""One head of attention as a strip: scores, scale, mask, softmax, weighted sum."""

from collections.abc import Sequence

import numpy as np

from engine.families.attention.attention import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Cell, Handle, Options
from engine.figures.wording import moved, shown, significant
from engine.solutions.pictures import HeatMap

TOKENS = ("the", "night", "train")
QUERIES = [[1.0, 0.0], [1.0, 1.0], [2.0, 1.0]]
MOST, LARGEST = 6, 100.0  # queries, keys, and entries of a value in the picture; and their size
QUESTIONS = {  # by mask and scale, which their texts name
    ("causal", "root"): "causal-attention-by-hand",
    ("none", "root"): "a-row-of-the-lab",
}

figure = Figure(
    "attention",
    "From scores to a weighted sum",
    family="attention",
    section="2.5",
    question=lambda here: QUESTIONS.get((here["causal"], here["scale"]), ""),
    start={
        "Q": QUERIES,
        "K": [[1.0, 1.0], [0.0, 2.0], [2.0, 0.0]],
        "V": [[1.0, 0.0], [0.0, 2.0], [3.0, 1.0]],
    },
    handles=(
        Options("causal", "Mask", "causal", values={"causal": (True, "causal"), "none": (False, "none")}),
        Options("scale", "Scale", "root", values={"root": (True, "divide by √dₖ"), "none": (False, "none")}),
        Cell("cell", "Query and key", (3, 2), size=(3, 3)),
    ),
    opens=lambda here: ("weights", (here["cell"][0] - 1, here["cell"][1] - 1)),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    rows, columns = len(given.Q), len(given.K)
    if (
        max(rows, *given.V.shape) > MOST
        or max(abs(each).max() for each in (given.Q, given.K, given.V)) > LARGEST
    ):
        return None
    mask, scale, _ = figure.handles
    cell = Cell("cell", "Query and key", (rows, 1), size=(rows, columns))
    return (mask, scale, cell) if rows == columns else (scale, cell)


def names(here: Frame) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of queries and keys; other numbers than the figure's own have no words."""
    rows, columns = here["weights"].shape
    if here["Q"].tolist() == QUERIES:
        return TOKENS, TOKENS
    return tuple(f"query {n + 1}" for n in range(rows)), tuple(f"key {n + 1}" for n in range(columns))


def titles(here: Frame) -> dict[str, str]:
    """The title of each table of the strip."""
    root = f"Divided by √dₖ = {significant(np.sqrt(here['Q'].shape[1]))}"
    return {
        "raw_scores": "1. Scores: each query · each key",
        "scaled_scores": f"2. {root if here.run.values['scale'] else 'Not scaled'}",
        "masked_scores": f"3. {'Later keys masked' if here.run.values['causal'] else 'Not masked'}",
        "weights": "4. Weights: softmax of each row",
    }


@figure.draws
def strip(here: Frame) -> list[HeatMap]:
    row, column = here["cell"]
    maps = [
        HeatMap(
            title, "One row per query, one column per key.", *names(here),
            tuple(tuple(map(float, line)) for line in here[step]),
            marked=((row - 1, column - 1),), chooses="cell", most=1.0 if step == "weights" else 0.0,
        )
        for step, title in titles(here).items()
    ]  # fmt: skip
    output = tuple(tuple(map(float, line)) for line in here["output"])
    entries = tuple(str(n + 1) for n in range(len(output[0])))
    about = "One row per token: its weights times the values."
    return [*maps, HeatMap("5. Output: weights × values", about, names(here)[0], entries, output)]


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    row, column = now["cell"]
    at, (queries, keys) = (row - 1, column - 1), names(now)
    query, key = queries[row - 1], keys[column - 1]
    weight = float(now["weights"][at])
    if now.run.values["causal"] and column > row:
        return (
            f"“{query}” may not look at “{key}”, which comes later: minus infinity before the softmax, a weight of 0 "
            "after."
        )
    if before is not None and before["cell"] == now["cell"]:
        change = moved(f"The weight of “{key}” for “{query}”", float(before["weights"][at]), weight)
        return f"{change}; each row still sums to 1."
    return f"“{query}” takes {shown(weight)} of its output from “{key}”. Each row of weights sums to 1."
