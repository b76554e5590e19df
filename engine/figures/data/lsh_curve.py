"""Bands and rows of a MinHash signature: a step that lets alike pairs through, moved by rows and by bands."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from engine.chain import run
from engine.families.data.lsh_probability import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import counted, moved, shown
from engine.solutions.pictures import Curve, Line

ROWS = Slider("rows", "Rows of one band, r", 4, least=1, most=8)
BANDS = Slider("bands", "Bands, b", 8, least=1, most=30)
SIMILARITY = Slider("similarity", "Similarity of the pair, s", 0.6, least=0.35, most=0.8, step=0.05)

figure = Figure(
    "lsh-curve",
    "Which pairs are compared at all?",
    family="lsh_probability",
    section="2.1",
    question="one-band-is-enough",
    start={},
    handles=(ROWS, BANDS, SIMILARITY),
    opens=lambda here: ("probability", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle]:
    """Further than by themselves: a crawl of the web is compared in more bands."""
    return replace(ROWS, most=20), replace(BANDS, most=100), replace(SIMILARITY, least=0.05, most=0.95)


def chance(here: Frame, similarity: float) -> float:
    """The chance of a pair of another similarity."""
    return float(
        run(here.run.family, here.run.parameters.replace(similarity=similarity)).reached["probability"]
    )


def half(here: Frame) -> float:
    """The similarity at which half of the pairs are compared, to four decimals."""
    return bisect_left(range(10_000), 0.5, key=lambda n: chance(here, n / 10_000)) / 10_000


@figure.draws
def curve(here: Frame) -> Curve:
    every = [n / 40 for n in range(41)]
    step = half(here)
    shape = f"{counted(here['bands'], 'band')} of {counted(here['rows'], 'row')}"
    return Curve(
        f"{shape}: a pair that agrees in one whole band is compared",
        "A pair is compared if all rows of at least one band agree. One band of one row would catch pairs by their "
        "similarity alone; many rows and many bands make a step of that line.",
        "similarity s", "chance to be compared",
        (
            Line(shape, tuple((s, round(chance(here, s), 4)) for s in every)),
            Line("chance = similarity", ((0.0, 0.0), (1.0, 1.0))),
        ),
        marks=(("this pair", here["similarity"], float(here["probability"])), ("half", step, chance(here, step))),
    )  # fmt: skip


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    caught, step, s = float(now["probability"]), half(now), now["similarity"]
    if before is None:
        compared = f"A pair with s = {s:g} is compared with probability {shown(caught)}."
        if now["rows"] == now["bands"] == 1:
            return f"{compared} With one band of one row that is its similarity itself: there is no step."
        return (
            f"{compared} At the step, s = {shown(step)}, half of the pairs are; far below it hardly any, far above it "
            "nearly all."
        )
    change = moved("this pair's chance", float(before["probability"]), caught)
    if before["similarity"] != s:
        side = "at" if shown(s) == shown(step) else "above" if s >= step else "below"
        where = "" if side == "at" else f" at {shown(step)}"
        return f"{change[:1].upper()}{change[1:]}: s = {s:g} is {side} the step{where}."
    handle = "rows" if before["rows"] != now["rows"] else "bands"
    more = "More" if now[handle] > before[handle] else "Fewer"
    why = {
        "More rows": "must agree at once",
        "Fewer rows": "agree more easily",
        "More bands": "are more chances",
        "Fewer bands": "are fewer chances",
    }[f"{more} {handle}"]
    return f"{more} {handle} {why}: {moved('the step', half(before), step)}, {change}."
