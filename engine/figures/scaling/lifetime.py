"""A model that is used a lot should be smaller and trained for longer: the lowest cost of its whole life moves.

All models on the curve have the same loss by the law of Hoffmann et al. 2022, for which smaller ones need more tokens.
The trade is that of Sardana et al. 2024.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine import catalogue
from engine.chain import Run, run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider
from engine.figures.wording import grouped, percent, shown
from engine.solutions.columns import written
from engine.solutions.pictures import Curve, Line

LAW = {"E": 1.69, "A": 406.4, "B": 410.7, "alpha": 0.34, "beta": 0.28}
LIKE = {"parameters": 1e10, "tokens": 2e11}  # the model whose loss all others have
STOPS = [9.1 + step / 10 for step in range(13)]  # of the slider
DRAWN = [9 + step / 20 for step in range(27)]


@cache
def law(parameters: float, tokens: float) -> Run:
    family = catalogue.find("scaling_loss")
    return run(family, family.parameters.of({**LAW, "parameters": parameters, "tokens": tokens}))


LOSS = float(law(**LIKE).reached["loss"])


def sized(parameters: Mapping[str, Any], exponent: float) -> Mapping[str, Any]:
    """A model of about 10^exponent parameters, with the tokens that bring it to the loss of all others."""
    size = float(f"{10.0**exponent:.1e}")
    left = LOSS - LAW["E"] - law(size, LIKE["tokens"]).reached["capacity_term"]
    return {"parameters": size, "training_tokens": float(f"{(LAW['B'] / left) ** (1 / LAW['beta']):.2e}")}


def served(parameters: Mapping[str, Any], exponent: float) -> Mapping[str, Any]:
    return {"inference_tokens": float(f"{10.0**exponent:.1e}")}


figure = Figure(
    "lifetime",
    "What a model costs over its life",
    family="lifetime_compute",
    section="2.11",
    question="life-after-training",
    start={},
    handles=(
        Slider(
            "used", "Tokens of the users = 10 to the power", 12, least=11.5, most=13.5, step=0.5, puts=served
        ),
        Slider("size", "Parameters N = 10 to the power", 9.7, least=9.1, most=10.3, step=0.1, puts=sized),
    ),
    opens=lambda here: ("total", ()),
)


@cache
def life(used: float, exponent: float) -> Run:
    """The whole life of a model of about 10^exponent parameters, for these users."""
    family = catalogue.find("lifetime_compute")
    return run(family, family.parameters.of({**sized({}, exponent), "inference_tokens": used}))


def cheapest(here: Frame) -> Run:
    """The cheapest of all stops of the slider."""
    stops = (life(here["inference_tokens"], exponent) for exponent in STOPS)
    return min(stops, key=lambda one: float(one.reached["total"]))


@figure.draws
def curve(here: Frame) -> Curve:
    best, every = cheapest(here), [life(here["inference_tokens"], exponent) for exponent in DRAWN]
    found = best.values["parameters"] == here["parameters"]

    def at(one: Run, step: str) -> tuple[float, float]:
        return one.values["parameters"], float(one.reached[step])

    return Curve(
        f"Models with the same loss, {shown(LOSS)}",
        "Smaller models must read more. The solid line adds what the users need to what the training needs.",
        "parameters N", "FLOPs",
        (
            Line("training and users", tuple(at(one, "total") for one in every)),
            Line("training alone", tuple(at(one, "training") for one in every)),
        ),
        marks=(("this model", *at(here.run, "total")), *(() if found else (("cheapest", *at(best, "total")),))),
        log_x=True, log_y=True,
    )  # fmt: skip


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    share = percent(now["inference_share"])
    if before is None:
        total = written(now["total"])
        return f"Over its life this model needs {total} FLOPs, {share} of them for its users. Which size is cheapest?"
    size, was = (written(cheapest(frame).values["parameters"]) for frame in (now, before))
    if before["used"] != now["used"]:
        best = f"the cheapest still has {size}" if was == size else f"the cheapest has {size}, not {was}"
        more, pays = (
            ("more", "a small model") if now["used"] > before["used"] else ("less", "a short training")
        )
        return f"Users take {share} of the FLOPs, and {best} parameters: the {more} it is used, the more {pays} pays."
    reads = f"{grouped(now['training_tokens'] / now['parameters'])} tokens each"
    over = now["total"] / cheapest(now).reached["total"] - 1
    cost = (
        f"costs {percent(over)} more than the cheapest" if percent(over) != "0%" else "is about the cheapest"
    )
    cost = "is the cheapest" if not over else cost
    size = written(now["parameters"])
    return (
        f"For the same loss {size} parameters must read {reads}. The whole life {cost}, users {share} of it."
    )
