"""Sheets that ask for other lines of a chain than its parts: the steps in between, or a worked example's last lines."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine import fairness, variants
from engine.chain import Step
from engine.learning import fading
from engine.questions import Question
from engine.rounding.bands import bands
from engine.solutions import worked_solution
from engine.solutions.worked_solution import Line
from engine.variants import Asked, Stale, Variant


def hidden_steps(variant: Variant, to: Collection[str]) -> list[Step]:
    """Returns the steps that ``to`` rest on and that are neither asked nor told, in order, without what is told as a
    sentence."""
    exact = variant.exact
    needed = exact.leads_to(*to) - exact.notes.keys() - {asked.name for asked in variant.asked} - variant.told
    return [step for name, step in exact.steps.items() if name in needed and not step.gathers]


def with_chain(variant: Variant, to: Collection[str]) -> Variant:
    """Returns the same variant with every step asked that ``to`` rest on; what it did not ask is worth no points.

    Not further: where the number of steps depends on the numbers, later ones would tell what the earlier come to.
    """
    shares = {step.name: Fraction(0) for step in hidden_steps(variant, to)}
    return _asking(variant, {asked.name: asked.points for asked in variant.asked} | shares)


def lines(variant: Variant) -> dict[str, Fraction]:
    """Returns the lines of a whole variant that a worked example may leave empty, in order, with their points: those of
    a part are shared among the lines that belong to it. A line that could not be marked fairly is not among them."""
    exact, shares = variant.exact, dict[str, Fraction]()
    parts = {
        asked.name: [step.name for step in worked_solution.own_steps(variant, asked)]
        for asked in variant.asked
    }
    inside = {name for own in parts.values() for name in own} - parts.keys()
    limits = bands(exact, inside)
    fair = {
        name for name in inside if not fairness.unfit(exact.steps[name], exact.reached[name], limits[name])
    }
    for asked in variant.asked:
        own = [name for name in parts[asked.name] if name in fair or name in parts]
        for name in own:
            shares[name] = shares.get(name, Fraction(0)) + asked.points / len(own)
    return {name: shares[name] for name in exact.steps if name in shares}


def example(variant: Variant, stage: int) -> Variant:
    """Returns the variant as a worked example at this stage: its last lines are asked, those before them are told."""
    shares = lines(variant)
    stage = min(stage, fading.stages(len(shares)))
    left = list(shares)[len(shares) - fading.lines_asked(stage, len(shares)) :]
    return replace(_asking(variant, {name: shares[name] for name in left}), stage=stage)


def whole(variant: Variant) -> Variant:
    """Returns the variant with all parts of its question asked, of which an example asks only some lines."""
    return variants.keyed(variant.question, variant.to_json())


def told(variant: Variant) -> list[Line]:
    """Returns the lines of a worked example that stand on its sheet already."""
    return [line for line in solution(variant) if line.step.name in variant.told]


def solution(variant: Variant) -> list[Line]:
    """Returns the whole worked solution, of an example with the lines that were told."""
    parts = [part.ask for part in variant.question.parts] if variant.stage is not None else []
    steps = variant.exact.steps.values()
    ends = [step.name for step in steps if step.name in parts or step.stem in parts]
    return worked_solution.tell(variant.exact, [*ends, *(asked.name for asked in variant.asked)])


def rekeyed(question: Question, kept: Mapping[str, Any]) -> Variant:
    """Returns the stored numbers with the keys that this text of the question gives them, of an example for the lines
    that it asked. Raises Stale, as ``variants.rekeyed`` does."""
    if "stage" not in kept:
        return variants.rekeyed(question, kept)
    whole = variants.keyed(question, kept)
    shares, names = lines(whole), [part["name"] for part in kept["parts"]]
    if not shares.keys() >= set(names):
        raise Stale("other lines are asked")
    return replace(_asking(whole, {name: shares[name] for name in names}), stage=kept["stage"])


def _asking(variant: Variant, shares: Mapping[str, Fraction]) -> Variant:
    """Returns the variant with these steps asked, each for its points."""
    exact, parts = variant.exact, {asked.name: asked for asked in variant.asked}
    limits = bands(exact, [name for name in shares if name not in parts])
    asked = tuple(
        replace(parts[name], points=shares[name])
        if name in parts
        else Asked(step, exact.reached[name], limits[name], shares[name], "")
        for name, step in exact.steps.items()
        if name in shares
    )
    return replace(variant, asked=asked)
