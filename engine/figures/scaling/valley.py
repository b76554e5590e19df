"""One budget, many models: the loss along C = 6 N D is a valley, and its constants move the lowest point."""

from collections.abc import Mapping
from typing import Any

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider
from engine.figures.wording import moved

BUDGET = 6e21  # FLOPs


def sized(parameters: Mapping[str, Any], exponent: float) -> Mapping[str, Any]:
    """A model of 10^exponent parameters, with the tokens that the budget leaves it."""
    size = 10.0**exponent
    return {"parameters": size, "tokens": BUDGET / (6 * size)}


figure = Figure(
    "valley",
    "The valley of one budget",
    family="scaling_loss",
    section="2.11",
    question="what-loss-will-it-reach",
    start={"E": 1.69, "A": 406.4, "B": 410.7},
    handles=(
        Slider("size", "Parameters N = 10 to the power", 9.5, least=8.5, most=11, step=0.1, puts=sized),
        Slider("alpha", "α: what more parameters help", 0.34, least=0.28, most=0.4, step=0.01),
        Slider("beta", "β: what more tokens help", 0.28, least=0.24, most=0.34, step=0.01),
    ),
    opens=lambda here: ("loss", ()),
)


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    ratio = now["tokens"] / now["parameters"]
    reads = f"{ratio:,.0f} tokens per parameter" if ratio >= 1 else "less than one token per parameter"
    if before is None:
        return f"This model reads {reads} and comes to a loss of {now['loss']:.2f}. Is it too small or too large?"
    capacity, data = now["capacity_term"], now["data_term"]
    lacks = "parameters" if capacity > data else "tokens"
    return f"{moved('The loss', before['loss'], now['loss'])} at {reads}. It lacks {lacks} most: {capacity:.2f} from its size, {data:.2f} from its data."
