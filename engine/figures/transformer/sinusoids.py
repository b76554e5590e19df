"""A position as sines and cosines: a fast pair tells neighbours apart, a slow one what lies far apart."""

import math
from functools import cache

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, nowhere
from engine.figures.wording import moved, shown, significant
from engine.figures.wording import sentence as sentence_of
from engine.solutions.pictures import Curve, Line

WIDTH = 8  # four pairs, each ten times as slow as the one before
LAST = 40  # position
FINE, SLOWER = 5, 10  # points of a wave from one position to the next; how much slower the next pair is
SLOW = {"2": (1, "pair 2"), "3": (2, "pair 3"), "4": (3, "pair 4")}  # place of the pair
ENTRIES = {"fast sin": (0, 0), "fast cos": (0, 1), "slow sin": (1, 0), "slow cos": (1, 1)}  # pair, cosine
NEARLY = 0.2  # radians from a full turn

figure = Figure(
    "sinusoids",
    "A position as fast and slow waves",
    family="sinusoidal_encoding",
    section="2.6",
    question="a-clock-with-several-hands",
    start={"d_model": WIDTH, "layout": "interleaved"},
    handles=(
        Slider("position", "Position p", 3, least=0, most=LAST),
        Options("slow", "Slow pair", "2", values=SLOW, puts=nowhere),
        Options(
            "entry",
            "In the line below",
            "fast sin",
            values={name: (name, name) for name in ENTRIES},
            puts=nowhere,
        ),
    ),
    opens=lambda here: ("encoding", (place(here, *ENTRIES[here["entry"]]),)),
)


def pair(here: Frame, slow: int) -> int:
    """The place of the fast pair, or of the slow one that is chosen."""
    return SLOW[here["slow"]][0] if slow else 0


def place(here: Frame, slow: int, cosine: int) -> int:
    """The place of an entry in the encoding."""
    return 2 * pair(here, slow) + cosine


def value(here: Frame, slow: int, cosine: int) -> float:
    return float(here["encoding"][place(here, slow, cosine)])


@cache
def encoding(position: int) -> tuple[float, ...]:
    family = catalogue.find("sinusoidal_encoding")
    given = family.parameters.of({"position": position, "d_model": WIDTH})
    return tuple(map(float, run(family, given).reached["encoding"]))


@cache
def wave(pair: int, cosine: int) -> tuple[tuple[float, float], ...]:
    """An entry at each position; of the fast pair between the positions, too, to be drawn round: it stands where the
    next pair does, which is ten times as slow, at ten times the position."""
    if pair:
        return tuple((float(p), encoding(p)[2 * pair + cosine]) for p in range(LAST + 1))
    points = range(LAST * FINE + 1)
    return tuple((n / FINE, encoding(n * SLOWER // FINE)[2 + cosine]) for n in points)


@figure.draws
def waves(here: Frame) -> list[Curve]:
    return [curve(here, 0), curve(here, 1)]


def curve(here: Frame, slow: int) -> Curve:
    """The sine and the cosine of a pair, with a line at the position and their values there."""
    position, which = here["position"], pair(here, slow)
    sine, cosine = value(here, slow, 0), value(here, slow, 1)
    return Curve(
        f"{'Slow' if slow else 'Fast'} pair, at {position}: sine {shown(sine)}, cosine {shown(cosine)}",
        f"Sine and cosine of pair {which + 1}, which turns by {turning(which)} per position; the upright line is at "
        f"position {position}.",
        "position p", "entry",
        (
            Line("sine", wave(which, 0)),
            Line("cosine", wave(which, 1)),
            Line("", ((position, -1.0), (position, 1.0)), style="faint"),
        ),
        marks=(("sin", position, sine), ("cos", position, cosine)),
    )  # fmt: skip


@cache
def speed(pair: int) -> float:
    """The angle of a pair at position 1."""
    family = catalogue.find("sinusoidal_encoding")
    given = family.parameters.of({"position": 1, "d_model": WIDTH})
    return float(run(family, given).reached["angles"][pair])


def turning(pair: int) -> str:
    angle = significant(speed(pair))
    return f"{angle} radian{'s' * (angle != '1')}"


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    position = now["position"]
    if position == 0:
        return (
            "At position 0 every sine is 0 and every cosine is 1. Move the position: which pair moves most?"
        )
    if before is not None and before["slow"] != now["slow"]:
        return (
            f"Pair {pair(now, 1) + 1} turns by {turning(pair(now, 1))} per position: from 0 to "
            f"{position} its sine has gone from 0.00 to {shown(value(now, 1, 0))}."
        )
    turns = round(float(now["angles"][0]) / (2 * math.pi))
    if turns and abs(float(now["angles"][0]) - 2 * math.pi * turns) < NEARLY:
        return (
            f"After {position} positions the fast pair has made {turns} turns and is nearly back: its sine is "
            f"{shown(value(now, 0, 0))}. The slow pair, {shown(value(now, 1, 0))} and {shown(value(now, 1, 1))}, tells "
            f"{position} from 0."
        )
    wave = ENTRIES[now["entry"]][1]  # 0 for the sines, 1 for the cosines
    fast, slow = (f"the {'slow' if n else 'fast'} {'cosine' if wave else 'sine'}" for n in (0, 1))
    if before is None or before["position"] == position:
        return (
            f"At position {position} {fast} is {shown(value(now, 0, wave))}, {slow} {shown(value(now, 1, wave))}. "
            "Move the position: which pair moves more?"
        )
    means = (
        "Neighbours differ in the fast pair."
        if abs(position - before["position"]) == 1
        else "The fast pair goes round and round; the slow one tells how far it is."
    )
    told = (moved(name, value(before, n, wave), value(now, n, wave)) for n, name in enumerate((fast, slow)))
    return f"{sentence_of(', '.join(told))} {means}"
