"""One weight of a softmax regression: its class moves, and all others with it, for they share a sum of 1."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.families.training.weight_change import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Cell, Handle, Slider, entry
from engine.figures.wording import shown
from engine.solutions.columns import minus
from engine.solutions.pictures import Bars, HeatMap, Picture

CLASSES = ("sport", "politics", "science")
SAME = 1e-9
MOST_ROWS, MOST_COLUMNS = 4, 4


def chosen(parameters: Mapping[str, Any], cell: tuple[int, int]) -> Mapping[str, Any]:
    return {"row": cell[0] - 1, "column": cell[1] - 1}


def of_feature(place: int) -> Callable[[Mapping[str, Any]], float]:
    return lambda given: float(given["x"][place])


CELL = Cell("weight", "Changed weight", (1, 1), size=(3, 2), puts=chosen)
DELTA = Slider("delta", "Added to this weight, δ", 1.0, least=-2, most=2, step=0.25)
SECOND = Slider(
    "x2", "Second feature of the text", 1, least=0, most=3, puts=entry("x", 1), gets=of_feature(1)
)

figure = Figure(
    "one-changed-weight",
    "One weight moves all classes",
    family="weight_change",
    section="c.1",
    question="one-weight-moves-everything",
    start={
        "weights": [[0.5, -0.5], [0.0, 0.5], [-0.5, 0.5]],
        "bias": [0.5, 0.0, 0.0],
        "x": [2.0, 1.0],
        "classes": list(CLASSES),
    },
    handles=(CELL, DELTA, SECOND),
    opens=lambda here: ("after", (here.run.values["row"],)),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """Weights of a few classes and features, with the changed one chosen."""
    rows, columns = given.weights.shape
    if rows > MOST_ROWS or not 2 <= columns <= MOST_COLUMNS:
        return None
    cell = replace(CELL, start=(given.row + 1, given.column + 1), size=(rows, columns))
    return cell, DELTA, replace(SECOND, least=-3)


@figure.draws
def pictures(here: Frame) -> list[Picture]:
    names, at = here["classes"], (here.run.values["row"], here.run.values["column"])
    weights = [list(map(float, row)) for row in here["weights"]]
    weights[at[0]][at[1]] += here["delta"]
    columns = tuple(f"x{n + 1} = {x:g}".replace("-", "−") for n, x in enumerate(here["x"].tolist()))
    chances = zip(names, here["before"], here["after"], strict=True)
    return [
        HeatMap(
            "The weights after the change: choose one",
            "A row for each class with its bias, a column for each feature. The framed weight is the one that was "
            "changed. A score is weights times features, plus the bias.",
            tuple(
                f"{name}, bias {shown(float(bias))}" for name, bias in zip(names, here["bias"], strict=True)
            ),
            columns,
            tuple(map(tuple, weights)),
            marked=(at,),
            chooses="weight",
        ),
        Bars(
            "Probability of each class",
            "One weight changed, and every class moved: together they stay at 1.",
            ("before", "after"),
            tuple((name, (float(old), float(new))) for name, old, new in chances),
            most=1.0,
            places=2,
        ),
    ]


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    row, column, delta = now.run.values["row"], now.run.values["column"], now["delta"]
    name, feature = now["classes"][row], float(now["x"][column])
    was, after = float(now["before"][row]), float(now["after"][row])
    if abs(delta * feature) < SAME:
        why = f"the feature is 0, so {delta:g} times it is 0" if delta else "nothing is added"
        return minus(f"No score moves: {why}, and “{name}” keeps {shown(after)}.")
    by = minus(f"{delta:g} × {feature:g} = {delta * feature:g}")
    others = "the others give it up" if after > was else "the others take it"
    return (
        f"The score of “{name}” changes by {by}, no other score does. Its probability goes from {shown(was)} to "
        f"{shown(after)}: {others}, in proportion to what they have."
    )
