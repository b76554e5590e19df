"""Guesses the small wrong turn of a formula that gives the answers which no mistake of its question explains.

Every formula one edit away (``engine.formula.edits``) is computed with the numbers of each answer, until what it may
cost in all is spent; a candidate is kept that gives what was typed, by the two-decimal rule, in two variants or more.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from engine.answers.cells import cells
from engine.answers.expression import Name
from engine.answers.forms import Fixed, Form, Integer, Scientific
from engine.answers.refusal import Refusal
from engine.formula.edits import ROOT, edits
from engine.formula.evaluation import kind, value
from engine.formula.spelling import spelled
from engine.formula.tree import LONGEST, MOST_NODES, Apply, Tree, nodes
from engine.formula.values import Budget, Kind, Wrong, kind_of, settled, whole
from engine.rounding.bands import exact_band

MOST_WORK = 4_000_000  # cells touched by all candidates together, each node counted as twenty: about a second
NODE = 20
LEAST = 4  # answers that every candidate is tried on
MOST_CANDIDATES = 3000
MOST_LOOKED_AT = 120_000  # nodes of all candidates: long formulas get fewer
SHOWN = 5


@dataclass(frozen=True, eq=False, slots=True)
class Unexplained:
    """A wrong answer: the values typed into its cells, and the ``worlds`` in which it may have been computed: the exact
    earlier values, and the person's own. Each has the variables, the earlier steps, and ``right``. ``variant`` tells
    different numbers apart; ``people`` gave this answer."""

    worlds: Sequence[Mapping[str, Any]]
    leaves: Sequence[Any]
    variant: str
    people: int = 1


@dataclass(frozen=True, slots=True)
class Guess:
    """A formula that gives so many of the answers, in so many different variants."""

    formula: str
    answers: int
    variants: int


@dataclass(frozen=True, slots=True)
class Hit:
    """An answer that a formula gives, with the formula's values there."""

    answer: Unexplained
    values: tuple[float, ...]


def guesses(trees: Sequence[Tree], form: Form, answers: Sequence[Unexplained]) -> list[Guess]:
    """The formulas that explain most, simple ones first; none where nothing fits.

    ``trees`` is the step's own formula, then the same with earlier steps put in. Two formulas that explain the same
    answers by the same numbers are one: the simpler.
    """
    if not answers or not isinstance(form, Fixed | Scientific | Integer):
        return []
    known = {name: kind_of(settled(x)) for name, x in answers[0].worlds[0].items()}
    enough = min(2, len({answer.variant for answer in answers}))
    longest = max((sum(1 for _ in nodes(tree)) for tree in trees), default=1)
    most = min(MOST_CANDIDATES, MOST_LOOKED_AT // longest)
    candidates = [*islice(_candidates(trees, known), most)]
    work = _Work(form, sum(map(_price, candidates)) * len(answers[0].worlds))
    every = -(-len(answers) // work.at_once)  # not the first ones alone, which may all be alike
    first, others = answers[::every], [one for place, one in enumerate(answers) if place % every]
    found = {tree: hits for tree in candidates if (hits := work.explained(tree, first))}
    for tree in sorted(found, key=lambda tree: -len(found[tree])):
        found[tree] |= work.explained(tree, others)
    alike: dict[frozenset[Hit], list[Tree]] = {}
    for tree, hits in found.items():
        if len({hit.answer.variant for hit in hits}) >= enough:
            alike.setdefault(frozenset(hits), []).append(tree)
    ranked = [(hits, min(same, key=_plainness)) for hits, same in alike.items()]
    ranked.sort(key=lambda one: (-sum(hit.answer.people for hit in one[0]), _price(one[1])))
    return [_guess(tree, hits) for hits, tree in ranked[:SHOWN]]


def _guess(tree: Tree, hits: Collection[Hit]) -> Guess:
    people, variants = sum(hit.answer.people for hit in hits), {hit.answer.variant for hit in hits}
    return Guess(spelled(tree), people, len(variants))


def inlined(tree: Tree, steps: Mapping[str, Tree]) -> Tree:
    """The formula with these steps written out; itself where that is too long to be one."""
    written = _inlined(tree, steps)
    return written if sum(1 for _ in nodes(written)) <= MOST_NODES else tree


def _inlined(tree: Tree, steps: Mapping[str, Tree]) -> Tree:
    if isinstance(tree, Name):
        return steps.get(tree.name, tree)
    if isinstance(tree, Apply):
        return Apply(tree.function, tuple(_inlined(argument, steps) for argument in tree.arguments))
    return tree


def _candidates(trees: Sequence[Tree], known: Mapping[str, Kind]) -> Iterator[Tree]:
    """Formulas that may stand in a question: of the right kind, not too long, each once."""
    before: set[Tree] = {Name(ROOT), *trees}
    for tree in chain.from_iterable(edits(tree, known) for tree in trees):
        if tree in before:
            continue
        before.add(tree)
        try:
            fits = kind(tree, known) is known[ROOT]
        except Refusal:
            continue
        if fits and sum(1 for _ in nodes(tree)) <= MOST_NODES and len(spelled(tree)) <= LONGEST:
            yield tree


def _plainness(tree: Tree) -> tuple[bool, int]:
    """Sort key of formulas that come to the same: the step's own with a change tells more than ``right ^ 2``."""
    return Name(ROOT) in nodes(tree), _price(tree)


def _price(tree: Tree) -> int:
    return NODE * sum(1 for _ in nodes(tree))


class _Work:
    """Computes candidates while there is something left to compute with.

    ``at_once`` is how many answers all of them can be tried on for half of that.
    """

    def __init__(self, form: Form, price: int) -> None:
        self.form = form
        self.left = MOST_WORK
        self.at_once = max(LEAST, MOST_WORK // (2 * max(price, 1)))

    def explained(self, tree: Tree, answers: Sequence[Unexplained]) -> set[Hit]:
        """The answers that this formula gives, with its values there."""
        hits = set()
        for answer in answers:
            for world in answer.worlds:
                reached = self._computed(tree, world)
                if reached is not None and _gives(self.form, reached, answer.leaves):
                    hits.add(Hit(answer, tuple(float(f"{x:.9g}") for x in reached)))
                    break
        return hits

    def _computed(self, tree: Tree, world: Mapping[str, Any]) -> list[Any] | None:
        """The cells of a formula's value; None where it has none, or nothing is left to compute with."""
        if self.left <= 0:
            return None
        budget = Budget()
        before = budget.left
        try:
            found = value(tree, world, budget)
            whole_one = isinstance(self.form, Integer) and isinstance(found, float)
            return cells(whole(found, "This") if whole_one else found)
        except (Refusal, Wrong):
            return None
        finally:
            self.left -= _price(tree) + before - budget.left


def _gives(form: Form, reached: Sequence[Any], leaves: Sequence[Any]) -> bool:
    """True if typed cells are these values: whole numbers exactly, others to half a last place."""
    if len(reached) != len(leaves):
        return False
    if isinstance(form, Integer):
        return all(x == leaf for x, leaf in zip(reached, leaves, strict=True))
    return all(exact_band(form, x).holds(float(leaf)) for x, leaf in zip(reached, leaves, strict=True))
