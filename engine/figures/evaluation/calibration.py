"""A reliability diagram: what a model says about its answers against how often they are right, and one temperature
that mends both too much confidence and too little (Guo et al. 2017, sections 2 and 4).

Groups hold equally many answers, so the expected calibration error is the mean of the gaps without their signs; no
family asks for it, so the line is the nearest: the mean of their squares.
"""

from collections.abc import Mapping
from typing import Any

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider
from engine.figures.wording import moved, sentence, shown
from engine.solutions.pictures import Curve, Line

RIGHT = (55, 65, 75, 80, 90)  # of a hundred answers of each group, those that are right
LOGITS = {  # of “yes” against “no”, one for each group
    "over": ((0.4, 1.2, 2.0, 3.0, 4.4), "overconfident"),
    "under": ((0.1, 0.3, 0.55, 0.7, 1.1), "underconfident"),
}


def says(logit: float, temperature: float) -> int:
    """The probability of the answer at this temperature, in whole per cent."""
    family = catalogue.find("softmax_temperature")
    given = family.parameters.of({"logits": [logit, 0.0], "temperature": temperature})
    return round(100 * float(run(family, given).reached["probabilities"][0]))


def stated(parameters: Mapping[str, Any], temperature: float) -> Mapping[str, Any]:
    return {"predictions": [says(logit, temperature) for logit in parameters["predictions"]]}


figure = Figure(
    "calibration",
    "Does 90% mean 90%?",
    family="mean_squared_error",
    section="2.12",
    question="how-far-off",
    start={"targets": RIGHT},
    handles=(
        Options(
            "model", "The model is", "over", values=LOGITS,
            puts=lambda parameters, logits: {"predictions": logits},
        ),
        Slider("temperature", "Temperature T", 1.0, least=0.25, most=4, step=0.25, puts=stated),
    ),
    opens=lambda here: ("loss", ()),
)  # fmt: skip


def error(here: Frame) -> float:
    """The expected calibration error, in percentage points."""
    return float(abs(here["errors"]).mean())


@figure.draws
def diagram(here: Frame) -> Curve:
    """The diagonal with the gap of each group, down or up to its dot."""
    pairs = [(float(said), float(right)) for said, right in zip(here["predictions"], RIGHT, strict=True)]
    gaps = [point for said, right in pairs for point in ((said, said), (said, right), (said, said))]
    return Curve(
        "Groups 1 to 5, of 100 answers each; on the line: right as often as it says",
        "Above the line the model knows more than it says, below it says more than it knows. The value is the mean of "
        "the squared gaps.",
        "the model says, in %", "right, in %", (Line("", ((51.0, 51.0), *gaps, (100.0, 100.0))),),
        marks=tuple((f"{n}", said, right) for n, (said, right) in enumerate(pairs, 1)),
    )  # fmt: skip


@figure.says
def told(now: Frame, before: Frame | None) -> str:
    said, gap = int(now["predictions"][-1]), error(now)
    surest = f"where it says {said}%, {RIGHT[-1]}% are right"
    if before is None or before["model"] != now["model"]:
        return sentence(
            f"{surest}. The gap is {shown(gap, 1)} points on average. Which temperature closes it?"
        )
    change = moved("the expected calibration error", error(before), gap, 1)
    if gap < 2:
        return sentence(f"{change} points: {surest}, as they should be.")
    lean = "more often right than it says" if now["errors"].mean() < 0 else "less often right than it says"
    return sentence(f"{change} points. It is {lean}: {surest}.")
