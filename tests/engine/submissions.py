"""Whole variants of a family, and what people hand in for them: the key, a solution by hand, a mistaken one."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from engine import catalogue
from engine.answers import cells
from engine.answers.forms import Integer
from engine.answers.responses import NotRead
from engine.bank import Bank, read_bank
from engine.chain import NOTHING, CannotGoOn, Family, Mistake, NotApplicable, Run, run
from engine.fairness import same, unfair
from engine.marking.follow_through import here
from engine.marking.marking import PartMark, mark
from engine.parameters import BadParameters, Frozen
from engine.questions import Part, Question
from engine.rounding.bands import bands
from engine.variants import MOST_DRAWS, Asked, Variant, draw

SWEEP = "EXAMFORMER_SEEDS" in os.environ
HOME = Path(__file__).resolve().parents[2]
BANK: Bank = read_bank(HOME / "question_bank")
NUMERIC = [question for question in BANK.questions.values() if question.kind == "family"]
SUBJECTS = sorted({question.subject for question in NUMERIC})


def share(seeds: range, level: str, levels: Sequence[str]) -> range:
    """A level's seeds: all of them in a sweep, else every so many, so that the levels together use each seed once."""
    return seeds if SWEEP else seeds[levels.index(level) :: len(levels)]


def of_subject(subject: str, questions: Collection[Question] = NUMERIC) -> list[Question]:
    return [question for question in questions if question.subject == subject]


def by_id(question: Question) -> str:
    return question.id


def question(family_id: str, *asks: str, **more: Any) -> Question:
    """A question as an instructor would write it, asking these steps."""
    parts = [{"ask": ask} if isinstance(ask, str) else ask for ask in (*asks, *more.pop("parts", ()))]
    return Question.model_validate(
        {
            "id": "a-test",
            "family": family_id,
            "title": "A test",
            "section": "2.4",
            "statement": "",
            "parts": parts,
        }
        | more
    )


def whole(family_id: str, parameters: Mapping[str, Any], *asks: str) -> Variant:
    """A variant of these parameters, asking these steps or all of them; fair or not."""
    family = catalogue.find(family_id)
    return asking(family, family.parameters.of(parameters), asks)


def asking(family: Family, parameters: Frozen, asks: Collection[str] = ()) -> Variant:
    exact = run(family, parameters)
    wanted = [name for name, step in exact.steps.items() if (name in asks if asks else not step.gathers)]
    limits = bands(exact, wanted, strict=True)
    asked = (exact.steps[name] for name in wanted)
    everything = Question.model_construct(
        id=f"all-of-{family.id}",
        family_id=family.id,
        title=family.title,
        section=family.section,
        statement="",
        parts=[Part(ask=name) for name in wanted],
        points=Fraction(len(wanted)),
    )
    return Variant(
        everything,
        "exam",
        0,
        parameters,
        exact,
        tuple(
            Asked(step, exact.reached[step.name], limits[step.name], Fraction(1), step.title)
            for step in asked
        ),
    )


@lru_cache(maxsize=5000)
def drawn(family_id: str, level: str, seed: int) -> Variant:
    """The family's own fair draw, with every step asked. Variants are frozen, so tests may share them."""
    family = catalogue.find(family_id)
    assert family.draw is not None
    for attempt in range(MOST_DRAWS):
        rng = Random(f"{family.id}/{level}/{seed}/{attempt}")
        try:
            variant = asking(family, family.parameters.of(family.draw(rng, level, {})))
        except (BadParameters, CannotGoOn):
            continue
        if unfair(variant.exact, {asked.name: asked.bands for asked in variant.asked}) is None:
            return variant
    raise AssertionError(f"{family.id}: no fair numbers at level {level}, seed {seed}")


@lru_cache(maxsize=20_000)
def of_the_bank(question_id: str, level: str, seed: int) -> Variant:
    """A question's variant; tests share it, for variants are frozen."""
    return draw(BANK.questions[question_id], seed, level)


def typed(variant: Variant, values: Mapping[str, Any]) -> dict[str, list[str]]:
    """These values written in the form that each asked step is shown in; what is not among them stays blank."""
    return {
        asked.name: [asked.step.form.show(leaf) for leaf in cells.cells(values[asked.name])]
        for asked in variant.asked
        if asked.name in values
    }


def key(variant: Variant) -> dict[str, list[str]]:
    return typed(variant, {asked.name: asked.key for asked in variant.asked})


def by_hand(
    variant: Variant, rounded: Collection[str], instead: Mapping[str, Mistake] = NOTHING
) -> dict[str, list[str]]:
    """The responses of someone who goes on with these lines rounded."""
    solution = run(variant.question.family, variant.parameters, rounded=rounded, instead=instead)
    return written(solution, [asked.name for asked in variant.asked])


def marked(variant: Variant, responses: Mapping[str, list[str]]) -> dict[str, PartMark]:
    """The marks of responses that can all be read."""
    marks: dict[str, PartMark] = {}
    for name, part in mark(variant, responses).items():
        assert not isinstance(part, NotRead), f"{name}: {responses[name]} was not read: {part.problems}"
        marks[name] = part
    return marks


def all_right(variant: Variant, responses: Mapping[str, list[str]]) -> bool:
    marks = marked(variant, responses)
    return len(marks) == len(variant.asked) and all(part.right for part in marks.values())


def mistaken(variant: Variant) -> Iterator[tuple[Mistake, Run]]:
    """Every mistake that can be made here and changes an asked answer, with the run of someone who makes it."""
    for mistake in variant.question.family.mistakes.values():
        try:
            wrong = run(
                variant.question.family,
                variant.parameters,
                instead={mistake.of: mistake},
                like=variant.exact,
            )
        except (NotApplicable, CannotGoOn):
            continue
        if any(differs(asked.key, wrong.reached.get(asked.name)) for asked in variant.asked):
            yield mistake, wrong


def can_be_typed(variant: Variant, wrong: Run) -> dict[str, list[str]]:
    """The part of a mistaken run that fits the sheet, up to the first line that does not: an own state may have more
    cells than the sheet as it then stands, and a part of a byte is no whole number."""
    own: dict[str, Any] = {}
    for asked in variant.asked:
        leaves = cells.cells(wrong.reached.get(asked.name))
        broken = isinstance(asked.step.form, Integer) and any(leaf != int(leaf) for leaf in leaves)
        if broken or len(leaves) != len(here(variant, asked, own).bands):
            break
        own[asked.name] = wrong.reached[asked.name]
    return written(wrong, own)


def written(solution: Run, asked: Collection[str]) -> dict[str, list[str]]:
    """The values that these steps came to, in the forms that they have in this run."""
    return {
        name: [solution.steps[name].form.show(leaf) for leaf in cells.cells(solution.reached[name])]
        for name in asked
        if name in solution.reached
    }


def differs(key: Any, other: Any) -> bool:
    mine, theirs = cells.cells(key), cells.cells(other)
    return len(mine) != len(theirs) or not all(map(same, mine, theirs))
