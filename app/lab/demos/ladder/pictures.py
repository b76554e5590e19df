"""The pictures of the ladder: its rungs, the gain from one more order, how the networks were trained, one name."""

from collections.abc import Sequence
from math import exp

from app.lab.demos.chart import Chart
from app.lab.demos.ladder.recorded import RUNGS, named, perplexity, rung
from app.lab.demos.letters import NATS, Letter
from app.web.languages.languages import N_
from engine.demos.ladder import ngram
from engine.demos.ladder.settings import LEARNERS
from engine.solutions.pictures import Bars, Curve, Line

YOU, THIS = "you said", "this model"
DRAWN = 64.0  # a prediction above it is not drawn: its bar would dwarf all others
FROM = 50  # steps: earlier ones would dwarf all others


def training() -> Chart:
    """The drawing of a live run, beside a model that only counts."""
    about = "Perplexity over the steps of training: of the batches trained on, and of all names held out"
    lines = {"batch": N_("training"), "perplexity": N_("held out")}
    levels = {N_("3-gram, alpha added"): rung("add_alpha_3")["perplexity"]}
    return Chart(about=about, y=N_("perplexity"), lines=lines, levels=levels, low=6, high=20)


def rungs(own: float | None, predicted: float | None = None) -> Bars:
    """Draws all recorded models and one's own, from the highest to the lowest, with the prediction."""
    bars = [(named(one), perplexity(one)) for one in RUNGS]
    if own is not None:
        bars.append((THIS, own))
    if predicted is not None and 0 <= predicted <= DRAWN:
        bars.append((YOU, predicted))
    about = (
        "Perplexity on the names held out, the lowest last; of networks after 1,000 steps, over three seeds"
    )
    return _ladder("The ladder", about, bars)


def other_rungs(model: str) -> Bars:
    """Draws the recorded models of other kinds than this one."""
    bars = [(named(one), perplexity(one)) for one in RUNGS if not one.startswith(model)]
    return _ladder("Other rungs of the ladder", "Perplexity on the names held out, as it was recorded", bars)


def _ladder(title: str, about: str, bars: list[tuple[str, float]]) -> Bars:
    falling = sorted(bars, key=lambda one: -one[1])
    heights = tuple((name, (height,)) for name, height in falling)
    return Bars(title, about, ("perplexity",), heights, marked=(THIS,))


def by_order(own: tuple[int, float] | None) -> Curve:
    """Draws the perplexity of every order, and one's own model if it has an order."""
    lines = (Line("alpha added", _orders("add_alpha", 1)), Line("mixture", _orders("interpolated", 2)))
    marks = ((THIS, float(own[0]), own[1]),) if own else ()
    about = "Perplexity on the names held out, over the order n of the n-grams"
    return Curve("How far back a count should look", about, "order n", "perplexity", lines, marks=marks)


def _orders(kind: str, first: int) -> tuple[tuple[float, float], ...]:
    return tuple((float(n), perplexity(f"{kind}_{n}")) for n in range(first, ngram.LONGEST + 1))


def training_curves(names: Sequence[str] = LEARNERS) -> Curve:
    """Draws the networks' curves; each line keeps its place, and so its style, whichever others are left out."""
    curves = {
        name: tuple((step, exp(loss)) for step, _, loss in rung(name)["curve"] if step >= FROM)
        for name in names
    }
    (corner, *_), *_ = curves.values()
    lines = tuple(Line(named(one), curves[one]) if one in curves else Line("", (corner,)) for one in LEARNERS)
    about = f"Perplexity on the names held out, from step {FROM} to the last, each network from seed 1 only"
    return Curve("How the networks came down, from seed 1", about, "step", "perplexity", lines)


def surprisals(word: str, letters: Sequence[Letter], other: str, nats: Sequence[float]) -> Bars:
    """Draws the surprisals letter by letter, beside those of a recorded model."""
    bars = tuple(
        (f"{n} {one.letter}", (round(beside, NATS), round(one.surprisal, NATS)))
        for n, (one, beside) in enumerate(zip(letters, nats, strict=True), 1)
    )
    about = (
        "Surprisal −ln P of each letter and of the end (·), in nats: above the recorded model, below this one"
    )
    title = f"Surprisal of {word or 'no letter'}"
    return Bars(title, about, (named(other), THIS), bars, places=NATS)
