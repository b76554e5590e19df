"""Fills a blueprint with questions, draws them, and says what keeps it from being sat."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from random import Random
from types import MappingProxyType

from engine import variants
from engine.exams.alike import kept_apart
from engine.exams.blueprints import Blueprint, Group
from engine.exams.matching import Lack, Liking, Owners, matched
from engine.exams.pools import liking, pools_of
from engine.questions import Level, Question
from engine.sections import section_order
from engine.validation.references import absent
from engine.validation.schema import Fault
from engine.variants import Variant, worth

FAR = Fraction(3, 2)  # times as much, or as little, as its points take: then the minutes do not go with them
TRIES = 8  # at which of two questions that are alike stays
UNTITLED: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Picked:
    """A question at its place in an exam."""

    group: Group
    question: Question
    level: Level


class Unfillable(ValueError):
    """There are not enough questions: ``groups`` together want ``wanted`` different ones, and ``found`` fit."""

    def __init__(self, groups: Sequence[Group], wanted: int, found: int, sections: Sequence[str]) -> None:
        self.groups = tuple(groups)
        self.wanted = wanted
        self.found = found
        super().__init__(_too_few(groups, wanted, found, sections))


def fill(blueprint: Blueprint, questions: Iterable[Question], rng: Random) -> tuple[Picked, ...]:
    """The questions of an exam in the order in which they are asked, none of them twice. Raises Unfillable.

    No two of them are alike, and it succeeds nearly whenever that is possible. As far as it is, what brings so many
    points is worth about as many by itself, no family comes twice in the exam, and no section twice in a group.
    """
    known = {question.id: question for question in questions}
    pools = [rng.sample(pool, len(pool)) for pool in pools_of(blueprint, known.values())]
    places = _places(blueprint)
    rng.shuffle(places)
    owners, lacks = _matched(blueprint, pools, places, known, rng, liking(blueprint.groups, known))
    if lacks:
        first = lacks[0]
        groups = [blueprint.groups[n] for n in first.groups]
        raise Unfillable(groups, first.wanted, first.found, blueprint.sections or ())
    written = {id: n for n, id in enumerate(known)}
    picked = []
    for n, group in enumerate(blueprint.groups):
        mine = [id for id, owner in owners.items() if owner == n]
        if blueprint.order == "shuffled":
            rng.shuffle(mine)
        else:
            mine.sort(key=group.questions.index if group.questions else written.__getitem__)
        picked += [Picked(group, known[id], group.level or known[id].default_level) for id in mine]
    return tuple(picked)


def draw(picked: Picked, seed: int) -> Variant:
    """The question with its numbers, worth exactly the points of its group. Raises Undrawable."""
    return worth(variants.draw(picked.question, seed, picked.level), picked.group.points)


def findings(
    blueprint: Blueprint, questions: Iterable[Question], titles: Mapping[str, str] = UNTITLED
) -> list[Fault]:
    """All faults of an exam; none where it can be sat as it stands. ``titles`` are those of sections.

    Where the sections are not known before, because each sitting has its own, it must be possible in every single one.
    A group that names what is not there is not told to be empty, too.
    """
    found = lacking(blueprint, questions, titles)
    least, most = borders(blueprint)
    if not least <= blueprint.minutes <= most:
        said = f"at the exam's pace it takes about {round(blueprint.expected_minutes)} minutes, not {blueprint.minutes}"
        found.append(Fault(("minutes",), f"{said}; from {least} to {most} are accepted"))
    return found


def lacking(
    blueprint: Blueprint, questions: Iterable[Question], titles: Mapping[str, str] = UNTITLED
) -> list[Fault]:
    """The same faults, whatever its minutes are."""
    known = {question.id: question for question in questions}
    found = [] if blueprint.points == blueprint.summed else [Fault(("points",), blueprint.wrong_sum)]
    strange = list(absent(blueprint, known.values(), titles))
    found += strange
    if all(fault.place[0] == "groups" for fault in strange):
        found += _unfilled(blueprint, known.values(), {fault.place[1] for fault in strange})
    return found


def borders(blueprint: Blueprint) -> tuple[int, int]:
    """The fewest and the most minutes that go with its points."""
    expected = blueprint.expected_minutes
    return ceil(expected / FAR), floor(expected * FAR)


def _matched(
    blueprint: Blueprint,
    pools: Sequence[Sequence[str]],
    places: Sequence[int],
    known: Mapping[str, Question],
    rng: Random,
    liked: Liking,
) -> tuple[Owners, tuple[Lack, ...]]:
    """The questions of each group, no two of them alike; after some tries, with what is lacking."""
    for chance in (*[rng] * TRIES, None):
        apart = kept_apart(pools, blueprint.groups, known, chance)
        owners, lacks = matched(apart, places, liked)
        if not lacks or apart == pools:
            break
    return owners, lacks


def _places(blueprint: Blueprint) -> list[int]:
    return [n for n, group in enumerate(blueprint.groups) for _ in range(group.number)]


def _unfilled(
    blueprint: Blueprint, questions: Collection[Question], unsure: Collection[int | str]
) -> Iterator[Fault]:
    """A fault for each lack of questions, with its sections; ``unsure`` groups have other faults and are left out."""
    trials: list[tuple[str, ...]] = [blueprint.sections or ()]
    if blueprint.scope in ("section", "weak spots"):
        all_of_them = {question.section for question in questions}
        chosen = all_of_them if blueprint.sections is None else blueprint.sections
        trials = [(section,) for section in sorted(chosen, key=section_order)] or trials
    known = {question.id: question for question in questions}
    lacking: dict[Lack, list[str]] = {}
    for sections in trials:
        narrowed = blueprint.narrowed(sections) if sections else blueprint
        pools = pools_of(narrowed, questions)
        _, lacks = _matched(
            narrowed, pools, _places(blueprint), known, Random(0), lambda n, free, owners: next(free)
        )
        for lack in lacks:
            lacking.setdefault(lack, []).extend(sections)
    for lack, where in lacking.items():
        if not set(lack.groups) & set(unsure):
            said = _too_few([blueprint.groups[n] for n in lack.groups], lack.wanted, lack.found, where)
            yield Fault(("groups", lack.groups[0]), said)


def _too_few(groups: Sequence[Group], wanted: int, found: int, sections: Sequence[str]) -> str:
    titles = ", ".join(group.title for group in groups)
    needed = "one question is" if wanted == 1 else f"{wanted} questions are"
    together = " for all of them" if len(groups) > 1 else ""
    fit = {0: "none fits", 1: "one fits"}.get(found, f"{found} fit")
    where = f" in section{'s' * (len(sections) > 1)} {', '.join(sections)}" if sections else ""
    return f"{titles}: {needed} needed{together}, and {fit}{where}"
