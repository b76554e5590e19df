"""The pictures of word vectors: two words and their angle, neighbours, a map, lengths over counts."""

from collections.abc import Iterable, Sequence
from math import acos, degrees, log10, sqrt

from app.lab.demos.chart import Chart
from app.lab.demos.vectors.comparison import Comparison, neighbours
from app.lab.demos.vectors.state import Relation
from app.web.languages.languages import N_
from engine.demos.vectors.embeddings import WordVectors
from engine.demos.vectors.recorded import words
from engine.demos.vectors.small_world import RELATIONS
from engine.solutions.columns import written
from engine.solutions.pictures import Arrow, Bars, Plane, Scatter

PAIRS = 6  # that are named on the map
BEYOND = 1.2  # times as long is the arrow of a prediction, so that its name stands clear
ALWAYS = ("the", "woman", "hat")  # named beside the words that were chosen,
APART = (0.22, 0.06)  # if they are so far from the others: in shares of the width, of the height


def training(recorded: float) -> Chart:
    """The drawing of a live run, beside the share of analogies that came right in a recorded one."""
    lines = {"length": N_("lengths with counts"), "right": N_("analogies right")}
    about = "The share of analogies that come right, and the rank correlation of lengths with counts, by step"
    return Chart(
        about=about,
        y=N_("share, correlation"),
        lines=lines,
        levels={N_("recorded"): recorded},
        low=0.0,
        high=1.0,
    )


def angle(compared: Comparison, predicted: float | None) -> Plane:
    """Draws the word and the first other in the plane that holds both, with the predicted cosine."""
    word, first, pair = compared.word, compared.first, compared.pairs[0].full
    long, other = pair.lengths
    arrows = [Arrow(word, long, 0.0), turned(first, other, pair.cosine)]
    about = "Both words in the plane that holds them; lengths and angle are true, the dashed line is the distance."
    if predicted is not None:
        arrows.append(turned(f"you: {predicted:.2f}", BEYOND * other, predicted, faint=True))
        about += f" Dotted: where {first} would point if the cosine were what you said"
    between = f"{degrees(acos(max(-1.0, min(1.0, pair.cosine)))):.0f}°"
    return Plane(
        f"{word} and {first}",
        about,
        tuple(arrows),
        angle=between,
        distance=written(pair.distance),
        axes=False,
    )


def nearest(vectors: WordVectors, word: str) -> list[Bars]:
    """Draws the nearest words by each measure, each with its rank by the other one."""
    titles = {"cosine": "Nearest by angle: cosine", "euclid": "Nearest by distance: Euclid"}
    about = f"The nearest words of {word}; in brackets their rank by the other measure"
    return [
        Bars(
            titles[measure],
            about,
            (measure,),
            tuple((f"{other} ({ranks[other]})", (value,)) for other, value in found),
        )
        for measure, found, ranks in neighbours(vectors, word)
    ]


def world_map(vectors: WordVectors, relation: Relation) -> Scatter:
    """Draws all words along the two axes on which those of the relation differ most."""
    pairs = [pair[:2] for pair in RELATIONS[relation]][:PAIRS]
    some = [word for pair in pairs for word in pair]
    centred = vectors.table - vectors.table[[vectors.place[word] for word in some]].mean(0)
    places = (centred @ vectors.axes(some)).tolist()
    points = tuple((word, x, y) for word, (x, y) in zip(words(), places, strict=True))
    dimensions = vectors.table.shape[1]
    about = f"Two directions of {dimensions}: those in which the named words differ most. Grey are all others"
    joined = tuple((one, other) for one, other in pairs)
    return Scatter(f"Map: {relation}", about, "", "", points, named=tuple(some), joined=joined)


def lengths(vectors: WordVectors, chosen: Iterable[str]) -> Scatter:
    """Draws the length of every vector over the count of its word; named are the chosen words and some others."""
    points = tuple(
        (word, float(count), float(vectors.lengths[vectors.place[word]])) for word, count in words().items()
    )
    named = apart(dict.fromkeys((*chosen, *ALWAYS)), points)
    about = "How long each word's vector is, over how often the word occurs, in powers of ten"
    return Scatter("Length and count", about, "times in the text", "length", points, named=named, log_x=True)


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
