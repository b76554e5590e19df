"""A position as a row of sines and cosines: a fast pair tells neighbours apart, a slow one what lies far apart."""

from collections.abc import Mapping
from typing import Any

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, as_named, nowhere
from engine.figures.wording import moved, shown
from engine.solutions.pictures import HeatMap

ENTRIES = ("fast sin", "fast cos", "slow sin", "slow cos")
LAST = 8  # row
APART = {"1": (1, "1"), "44": (44, "44"), "100": (100, "100")}


def spread(parameters: Mapping[str, Any], apart: int) -> Mapping[str, Any]:
    """The position of a row, where rows lie so many positions apart."""
    return {"position": parameters["position"] * apart}


figure = Figure(
    "sinusoids",
    "A position as fast and slow waves",
    family="sinusoidal_encoding",
    section="2.6",
    question="where-in-the-sentence",
    start={"d_model": 4, "layout": "interleaved"},
    handles=(
        Slider("row", "Row of the table", 1, least=0, most=LAST, puts=as_named("position")),
        Options("apart", "Positions from row to row", "1", values=APART, puts=spread),
        Options(
            "entry",
            "Look at",
            ENTRIES[0],
            values={name: (n, name) for n, name in enumerate(ENTRIES)},
            puts=nowhere,
        ),
    ),
    opens=lambda here: ("encoding", (ENTRIES.index(here["entry"]),)),
)


@figure.draws
def waves(here: Frame) -> HeatMap:
    apart = APART[here["apart"]][0]
    positions = [row * apart for row in range(LAST + 1)]
    rows = [
        run(here.run.family, here.run.parameters.replace(position=p)).reached["encoding"] for p in positions
    ]
    return HeatMap(
        f"One row per position: the frame is the encoding of position {here['position']}",
        "The fast pair turns by 1 radian per position, the slow one by 0.01. Hatched where the entry is below 0.",
        tuple(map(str, positions)),
        ENTRIES,
        tuple(tuple(map(float, row)) for row in rows),
        marked=tuple((here["row"], place) for place in range(len(ENTRIES))),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    row, position, encoding = now["row"], now["position"], now["encoding"].tolist()
    if position == 0:
        return "At position 0 both pairs are 0 and 1. Go down the rows: which pair moves most?"
    if now["apart"] == "44":
        return (
            f"After {position} positions the fast pair has made {7 * row} turns and is nearly back: its sine is "
            f"{shown(encoding[0])}. Only the slow pair, {shown(encoding[2])} and {shown(encoding[3])}, tells "
            f"{position} from 0, where it is 0.00 and 1.00."
        )
    if now["apart"] == "100":
        return (
            f"At position {position} the slow pair is at {shown(encoding[2])} and {shown(encoding[3])}, "
            f"as the fast pair is at position {row}. It draws the same wave, 100 times slower."
        )
    wave = ENTRIES.index(now["entry"]) % 2  # 0 for the sines, 1 for the cosines
    fast, slow = (f"“{ENTRIES[place]}”" for place in (wave, 2 + wave))
    if before is None or before["row"] == now["row"] or before["apart"] != now["apart"]:
        return (
            f"At position {position} {fast} is {shown(encoding[wave])}, {slow} {shown(encoding[2 + wave])}. "
            "Go down the rows: which entries move?"
        )
    was = before["encoding"].tolist()
    means = (
        "Neighbours differ in the fast pair."
        if abs(now["row"] - before["row"]) == 1
        else "The fast pair goes round, the slow one has hardly left."
    )
    return (
        f"{moved(fast, was[wave], encoding[wave])}, {moved(slow, was[2 + wave], encoding[2 + wave])}. {means}"
    )
