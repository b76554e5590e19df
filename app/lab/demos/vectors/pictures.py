"""Word vectors with their pictures: two words and their angle, neighbours, a map, lengths over counts."""

from collections.abc import Iterable, Sequence
from math import acos, degrees, log, log10, sqrt

from app.lab.demos.chart import Chart
from app.lab.demos.vectors.demo import WordVectorsHere
from app.web.languages.languages import N_
from engine.demos.vectors.recorded_vectors import words
from engine.demos.vectors.small_world import RELATIONS
from engine.solutions.pictures import Arrow, Bars, Plane, Scatter, written

PAIRS = 6  # that are named on the map
BEYOND = 1.2  # times as long is the arrow of a prediction, so that its name stands clear
ALWAYS = ("the", "woman", "hat")  # named beside the words that were chosen,
APART = (0.22, 0.06)  # if they are so far from the others: in shares of the width, of the height
THRESHOLDS = (1.0, 0.02, 0.01, 0.003, 0.001, 0.0005, 0.0001)
SMALLER = {300: 0.07, 1200: 0.31}  # analogies right by steps, with 12 numbers, no word thinned out, seed 1


class VectorsLab(WordVectorsHere):
    smaller = SMALLER

    @property
    def thresholds(self) -> list[tuple[float, str]]:
        """The thresholds to choose from, the chosen one included."""
        every = sorted({*THRESHOLDS, self.state.often}, reverse=True)
        return [(often, self.threshold(often)) for often in every]

    def threshold(self, often: float) -> str:
        return N_("no word") if often == 1 else f"{100 * often:.4g} %"

    @property
    def chart(self) -> Chart:
        lines = {"length": N_("lengths with counts"), "right": N_("analogies right")}
        about = (
            "The share of analogies that come right, and the rank correlation of lengths with counts, by step"
        )
        return Chart(about, N_("share, correlation"), lines, {N_("recorded"): self.recorded_share}, 0.0, 1.0)

    @property
    def recorded_share(self) -> float:
        """The share of analogies right in the recorded run with the most similar thinning."""
        nearest = min(self.thinnings, key=lambda one: abs(log(one[0] / self.state.often)))
        return round(nearest[1], 2)

    @property
    def angle(self) -> Plane:
        """Draws the word and the first other in the plane that holds both, with the predicted cosine."""
        pair = self.compared[0].whole
        long, other = pair.lengths
        arrows = [Arrow(self.word, long, 0.0), turned(self.first, other, pair.cosine)]
        said = None if self.made is None or self.own else self.made.predicted
        if said is not None:
            arrows.append(turned(f"you: {said:.2f}", BEYOND * other, said, faint=True))
        about = "Both words in the plane that holds them; lengths and angle are true, the dashed line is the distance."
        if said is not None:
            about += f" Dotted: where {self.first} would point if the cosine were what you said"
        angle = f"{degrees(acos(max(-1.0, min(1.0, pair.cosine)))):.0f}°"
        title = f"{self.word} and {self.first}"
        return Plane(title, about, tuple(arrows), angle=angle, distance=written(pair.distance), axes=False)

    @property
    def near(self) -> list[Bars]:
        """Draws the nearest words by each measure, each with its rank by the other one."""
        titles = {"cosine": "Nearest by angle: cosine", "euclid": "Nearest by distance: Euclid"}
        return [
            Bars(
                titles[measure],
                f"The nearest words of {self.word}; in brackets their rank by the other measure",
                (measure,),
                tuple((f"{word} ({ranks[word]})", (value,)) for word, value in found),
            )
            for measure, found, ranks in self.neighbours
        ]

    @property
    def relations(self) -> list[str]:
        return list(RELATIONS)

    @property
    def map(self) -> Scatter:
        """All words along the two axes on which those of the relation differ most."""
        pairs = [pair[:2] for pair in RELATIONS[self.state.relation]][:PAIRS]
        some = [word for pair in pairs for word in pair]
        axes = self.table.axes(some)
        places = (
            self.table.table - self.table.table[[self.table.place[word] for word in some]].mean(0)
        ) @ axes
        points = tuple((word, x, y) for word, (x, y) in zip(words(), places.tolist(), strict=True))
        about = f"Two directions of {self.dimensions}: those in which the named words differ most. Grey are all others"
        joined = tuple((one, other) for one, other in pairs)
        return Scatter(f"Map: {self.state.relation}", about, "", "", points, named=tuple(some), joined=joined)

    @property
    def lengths(self) -> Scatter:
        table = self.table
        points = tuple(
            (word, float(count), float(table.lengths[table.place[word]])) for word, count in words().items()
        )
        named = apart(dict.fromkeys((self.word, self.first, self.second, *ALWAYS)), points)
        about = "How long each word's vector is, over how often the word occurs, in powers of ten"
        return Scatter(
            "Length and count", about, "times in the text", "length", points, named=named, log_x=True
        )


def apart(names: Iterable[str], points: Sequence[tuple[str, float, float]]) -> tuple[str, ...]:
    """The names that can be written beside their points, over powers of ten, without covering an earlier one."""
    places = {name: (log10(x), y) for name, x, y in points}
    spans = [max(all_of) - min(all_of) for all_of in zip(*places.values(), strict=True)]
    named: list[str] = []
    for name in names:
        gaps = [
            [
                abs(here - there) / span
                for here, there, span in zip(places[name], places[other], spans, strict=True)
            ]
            for other in named
        ]
        if all(across > APART[0] or up > APART[1] for across, up in gaps):
            named.append(name)
    return tuple(named)


def turned(name: str, length: float, cosine: float, faint: bool = False) -> Arrow:
    """Makes an arrow whose angle to the right-pointing arrow has this cosine."""
    within = max(-1.0, min(1.0, cosine))
    return Arrow(name, length * within, length * sqrt(1 - within**2), faint)
