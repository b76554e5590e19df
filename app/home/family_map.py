"""The map of families: what builds on what, all of it by section, and the neighbourhood of one family."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from app.practice.score_summary import Tally, by_question
from app.practice.store.attempt import Attempt
from app.web.drawing import lanes, layered
from app.web.drawing.lanes import Lanes
from app.web.sections import SECTIONS
from engine import catalogue
from engine.bank import Bank
from engine.chain import Family
from engine.learning.knowledge import Standing
from engine.learning.prerequisites import Prerequisites, prerequisites
from engine.questions import LEVELS, Question
from engine.sections import section_order

Stands = Callable[[str], Standing]  # how the learner stands with the family of this id
BACK = 3  # layers of prerequisites that are drawn


@dataclass(frozen=True, slots=True)
class Spot:
    """A family on the map; ``onward`` are those of its section that are told below it, for they build on it."""

    family: Family
    standing: Standing
    onward: tuple["Spot", ...] = ()


@dataclass(frozen=True, slots=True)
class Region:
    """A section of the curriculum: its families as an outline, and how many of how many are known."""

    section: str
    title: str
    spots: tuple[Spot, ...]
    known: int
    families: int


@dataclass(frozen=True, slots=True)
class Overview:
    """All regions, how many families stand where, and the picture, whose signs are ``spots``."""

    regions: tuple[Region, ...]
    counts: Mapping[Standing, int]
    drawn: Lanes
    spots: Mapping[str, Spot]


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise of a family: ``mine`` is what the learner has earned in it, None where it was not tried."""

    question: Question
    mine: Tally | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Neighbourhood:
    """The families around one, in columns by the number of steps: -1 is what comes just before.

    In a column None is the place of a line that passes through. ``further`` comes before the first column.
    """

    spot: Spot
    columns: tuple[tuple[int, tuple[Spot | None, ...]], ...]
    lines: tuple[str, ...]
    further: tuple[Spot, ...]
    exercises: tuple[Exercise, ...]
    next_exercise: Question | None


def overview(standing: Stands) -> Overview:
    """All families by section, with the lines between them."""
    graph, families = prerequisites(), catalogue.families()
    spots = {one: Spot(families[one], standing(one)) for one in graph.order()}
    sections: dict[str, list[str]] = {}
    for one in graph.order():
        sections.setdefault(families[one].section, []).append(one)
    taught = sorted(sections, key=section_order)
    layers = graph.layers()
    cells = [[[one for one in layer if one in sections[section]] for layer in layers] for section in taught]
    return Overview(
        tuple(_region(section, sections[section], spots, graph) for section in taught),
        Counter(spot.standing for spot in spots.values()),
        lanes.lanes(cells, {one: graph.after(one) for one in graph.order()}),
        spots,
    )


def neighbourhood(family: str, standing: Stands, bank: Bank, made: Iterable[Attempt]) -> Neighbourhood:
    """The surroundings of a family, and its exercises. Raises UnknownFamily."""
    here = catalogue.find(family)
    graph = prerequisites()
    before = graph.within({*graph.before(family), family})
    back = Prerequisites(
        {one: before.after(one) for one in before.order()}
    ).layers()  # from the family backwards
    onward = graph.after(family)
    shown = [layer for layer in (*reversed(back[: BACK + 1]), onward) if layer]
    first = -min(BACK, len(back) - 1)
    names = {one for layer in shown for one in layer}
    leads_to = {
        one: [other for other in before.after(one) if other in names]
        for one in before.order()
        if one in names
    }
    drawn = layered.layered(shown, {**leads_to, family: onward})

    def spot(one: str) -> Spot | None:
        return Spot(catalogue.find(one), standing(one)) if one else None

    tried = by_question(made)
    exercises = sorted(
        (one for one in bank.questions.values() if one.family_id == family),
        key=lambda one: LEVELS.index(one.levels[0]),
    )
    new = [one for one in exercises if one.id not in tried]
    return Neighbourhood(
        spot=Spot(here, standing(family)),
        columns=tuple((n, tuple(map(spot, column))) for n, column in enumerate(drawn.columns, first)),
        lines=drawn.lines,
        further=tuple(Spot(catalogue.find(one), standing(one)) for one in before.order() if one not in names),
        exercises=tuple(Exercise(one, tried.get(one.id)) for one in exercises),
        next_exercise=next(iter(new or exercises), None),
    )


def _region(section: str, ids: Collection[str], spots: Mapping[str, Spot], graph: Prerequisites) -> Region:
    """A section's outline: each family below the last of its prerequisites in the section."""
    inside = graph.within(ids)
    depth = {one: n for n, layer in enumerate(inside.layers()) for one in layer}
    above = {one: max(inside.direct[one], key=depth.__getitem__, default="") for one in inside.order()}

    def outline(below: str) -> tuple[Spot, ...]:
        return tuple(
            Spot(spots[one].family, spots[one].standing, outline(one)) for one in above if above[one] == below
        )

    known = sum(spots[one].standing == "known" for one in ids)
    return Region(section, SECTIONS[section], outline(""), known, len(ids))
