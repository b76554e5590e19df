"""One head of attention as a strip: scores, scale, mask, softmax, weighted sum."""

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Cell, Options
from engine.figures.wording import moved
from engine.solutions.pictures import HeatMap

TOKENS = ("the", "night", "train")
STRIP = {
    "raw_scores": "Scores",
    "scaled_scores": "Scaled",
    "masked_scores": "Masked",
    "weights": "Weights",
}
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
        "Q": [[1.0, 0.0], [1.0, 1.0], [2.0, 1.0]],
        "K": [[1.0, 1.0], [0.0, 2.0], [2.0, 0.0]],
        "V": [[1.0, 0.0], [0.0, 2.0], [3.0, 1.0]],
    },
    handles=(
        Options("causal", "Mask", "causal", values={"causal": (True, "causal"), "none": (False, "none")}),
        Options("scale", "Scale", "root", values={"root": (True, "divide by √d_k"), "none": (False, "none")}),
        Cell("cell", "Query and key", (3, 2), size=(3, 3)),
    ),
    opens=lambda here: ("weights", (here["cell"][0] - 1, here["cell"][1] - 1)),
)


@figure.draws
def strip(here: Frame) -> list[HeatMap]:
    row, column = here["cell"]
    maps = [
        HeatMap(
            title, "One row per query, one column per key.", TOKENS, TOKENS,
            tuple(tuple(map(float, line)) for line in here[step]),
            marked=((row - 1, column - 1),), chooses="cell",
        )
        for step, title in STRIP.items()
    ]  # fmt: skip
    output = tuple(tuple(map(float, line)) for line in here["output"])
    return [
        *maps,
        HeatMap("Output", "One row per token: its weights times the values.", TOKENS, ("1", "2"), output),
    ]


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    row, column = now["cell"]
    at, query, key = (row - 1, column - 1), TOKENS[row - 1], TOKENS[column - 1]
    weight = float(now["weights"][at])
    if now["causal"] == "causal" and column > row:
        return (
            f"“{query}” may not look at “{key}”, which comes later: minus infinity before the softmax, a weight of 0 "
            "after."
        )
    if before is not None and before["cell"] == now["cell"]:
        change = moved(f"The weight of “{key}” for “{query}”", float(before["weights"][at]), weight)
        return f"{change}; each row still sums to 1."
    return f"“{query}” takes {weight:.2f} of its output from “{key}”. Each row of weights sums to 1."
