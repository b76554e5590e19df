"""The ladder with its pictures: the rungs, the gain from one more order, how the networks came down, one name."""

from collections.abc import Sequence
from math import exp

from app.lab.demos.ladder.demo import LOWEST, Ladder, rung
from engine.demos.gpt import held_out
from engine.demos.ladder import ngram
from engine.demos.ladder.ladder_settings import LEARNERS
from engine.solutions.pictures import Bars, Curve, Line

RUNGS = (
    "uniform",
    "add_alpha_1",
    "add_alpha_2",
    "add_alpha_3",
    "gpt",
    "lstm",
    "neural_ngram",
    "gru",
    "rnn",
    LOWEST,
)
NETWORKS = {"neural_ngram": "neural 6-gram", "rnn": "RNN", "gru": "GRU", "lstm": "LSTM", "gpt": "GPT"}
YOU, THIS = "you said", "this model"
DRAWN = 64.0  # a prediction above it is not drawn: its bar would dwarf all others
FROM = 50  # steps: earlier ones would dwarf all others


def named(rung_id: str) -> str:
    """The label of a rung in a picture."""
    if rung_id in NETWORKS:
        return NETWORKS[rung_id]
    kind, _, n = rung_id.rpartition("_")
    return {"add_alpha": f"{n}-gram + α", "interpolated": f"{n}-gram mix"}.get(kind, "all equal")


class LadderLab(Ladder):
    @property
    def spread(self) -> float:
        """The largest difference between seeds of one recorded network, as they are shown."""
        found = [[round(one, 2) for one in rung(name)["perplexities"]] for name in LEARNERS]
        return max(float(max(seeds) - min(seeds)) for seeds in found)

    @property
    def level_with_lowest(self) -> list[str]:
        """The recorded networks that cannot be told from the lowest rung: behind by less than two standard errors."""
        return [named(name) for name in LEARNERS if rung(name)["behind"] < 2 * rung(name)["error"]]

    @property
    def alphas(self) -> str:
        """The alphas of the recorded n-grams, from 1-grams on."""
        return ", ".join(f"{rung(f'add_alpha_{n}')['smoothing'][0]:g}" for n in range(1, ngram.LONGEST + 1))

    @property
    def lowest(self) -> float:
        return float(rung(LOWEST)["perplexity"])

    @property
    def gpt(self) -> float:
        return float(rung("gpt")["perplexity"])

    @property
    def others(self) -> list[str]:
        """The recorded models whose surprisals of this word are known; for networks, only those of a few words."""
        return [LOWEST, *(name for name in LEARNERS if self.word in rung(name)["surprisals"])]

    @property
    def other(self) -> str:
        return self.state.beside if self.state.beside in self.others else LOWEST

    @property
    def other_surprisals(self) -> list[float]:
        if self.other != LOWEST:
            return list(rung(self.other)["surprisals"][self.word])
        lowest = ngram.interpolation(held_out.orders(), rung(LOWEST)["smoothing"])
        return [float(nats) for nats in ngram.surprisals(lowest, self.word)]

    @property
    def words(self) -> Sequence[str]:
        """Words for which every recorded model has surprisals."""
        return tuple(rung(LOWEST)["surprisals"])

    @property
    def others_known(self) -> list[str]:
        """The networks that may be seen before a prediction: all but the one that is asked for."""
        return [name for name in LEARNERS if name != self.state.model]

    def rungs(self, predicted: float | None = None) -> Bars:
        """Draws all recorded models and this one, from the highest to the lowest, with the prediction."""
        bars = [(named(one), float(rung(one)["perplexity"])) for one in RUNGS]
        if self.perplexity is not None:
            bars.append((THIS, self.perplexity))
        if predicted is not None and 0 <= predicted <= DRAWN:
            bars.append((YOU, predicted))
        about = "Perplexity on the names held out, the lowest last; of networks after 1,000 steps, over three seeds"
        return _ladder("The ladder", about, bars)

    @property
    def rungs_before(self) -> Bars:
        """Draws the recorded models of other kinds than this one."""
        bars = [
            (named(one), float(rung(one)["perplexity"]))
            for one in RUNGS
            if not one.startswith(self.state.model)
        ]
        return _ladder(
            "Other rungs of the ladder", "Perplexity on the names held out, as it was recorded", bars
        )

    @property
    def by_order(self) -> Curve:
        """Draws the perplexity of every order, and of this model if it has an order."""
        lines = [
            Line("alpha added", _line("add_alpha", 1)),
            Line("mixture", _line("interpolated", 2)),
        ]
        has = self.counts or self.state.model == "neural_ngram"
        marks = ((THIS, float(self.state.order), self.perplexity),) if has and self.perplexity else ()
        about = "Perplexity on the names held out, over the order n of the n-grams"
        return Curve(
            "How far back a count should look", about, "order n", "perplexity", tuple(lines), marks=marks
        )

    @property
    def ways_down(self) -> Curve:
        return self._ways(LEARNERS)

    @property
    def ways_before(self) -> Curve:
        return self._ways(self.others_known)

    def _ways(self, names: Sequence[str]) -> Curve:
        """Draws the networks' curves; each line keeps its place, and so its style, whichever others are left out."""
        ways = {
            name: tuple((step, exp(loss)) for step, _, loss in rung(name)["curve"] if step >= FROM)
            for name in names
        }
        (corner, *_), *_ = ways.values()
        lines = tuple(Line(named(one), ways[one]) if one in ways else Line("", (corner,)) for one in LEARNERS)
        about = (
            f"Perplexity on the names held out, from step {FROM} to the last, each network from seed 1 only"
        )
        return Curve("How the networks came down, from seed 1", about, "step", "perplexity", lines)

    @property
    def other_name(self) -> str:
        return named(self.other)

    @property
    def networks(self) -> list[tuple[str, int, list[float], float]]:
        """The networks, each with its size, the perplexity from each seed, and their mean."""
        found = ((named(name), rung(name)) for name in LEARNERS)
        return [(name, one["numbers"], one["perplexities"], one["perplexity"]) for name, one in found]

    @property
    def names_of_others(self) -> list[tuple[str, str]]:
        return [(one, named(one)) for one in self.others]

    @property
    def surprise(self) -> Bars:
        """Draws the surprisals letter by letter, beside those of a recorded model."""
        bars = tuple(
            (f"{n} {one.letter}", (other, one.surprisal))
            for n, (one, other) in enumerate(zip(self.letters, self.other_surprisals, strict=True), 1)
        )
        about = "Surprisal −ln P of each letter and of the end (·), in nats: above the recorded model, below this one"
        return Bars(f"Surprisal of {self.word or 'no letter'}", about, (self.other_name, THIS), bars)


def _ladder(title: str, about: str, bars: list[tuple[str, float]]) -> Bars:
    falling = sorted(bars, key=lambda one: -one[1])
    return Bars(
        title,
        about,
        ("perplexity",),
        tuple((name, (height,)) for name, height in falling),
        marked=(THIS,),
    )


def _line(kind: str, first: int) -> tuple[tuple[float, float], ...]:
    return tuple(
        (float(n), float(rung(f"{kind}_{n}")["perplexity"])) for n in range(first, ngram.LONGEST + 1)
    )
