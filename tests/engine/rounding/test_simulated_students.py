"""Honest people who round some lines and not others, at random, are right; people who make a listed mistake are not.

``EXAMFORMER_SOLUTIONS`` (30) is how many solutions are handed in per question; the sweep takes 200.
"""

import os
from collections.abc import Collection
from contextlib import suppress
from random import Random

import pytest

from engine.chain import CannotGoOn, NotApplicable
from engine.rounding.lines import roundable
from engine.variants import Variant
from tests.engine.submissions import (
    SUBJECTS,
    SWEEP,
    all_right,
    by_hand,
    can_be_typed,
    differs,
    marked,
    mistaken,
    of_subject,
    of_the_bank,
)
from tests.every import every, one_in

SOLUTIONS = int(os.environ.get("EXAMFORMER_SOLUTIONS", "30"))
SOME = None if SWEEP else 1  # of the variants, where every mistake is made in each
REFUSED = 0.02  # of honest solutions of a question, at most; one, where they are few


@pytest.fixture(params=one_in(5, SUBJECTS), scope="module")
def questions(request: pytest.FixtureRequest, seeds: range) -> list[list[Variant]]:
    """The variants of each question of a subject, a seed each, at its levels in turn."""
    return [
        [of_the_bank(one.id, one.levels[n % len(one.levels)], seed) for n, seed in enumerate(seeds)]
        for one in of_subject(request.param)
    ]


def id_of(drawn: list[Variant]) -> str:
    return drawn[0].question.id


def some_of(names: Collection[str], rng: Random) -> frozenset[str]:
    """The lines that one person rounds: some round few, some many."""
    share = rng.random()
    return frozenset(name for name in names if rng.random() < share)


def test_people_who_round_some_lines_and_not_others_are_right(questions: list[list[Variant]]) -> None:
    every(questions, honest_people_are_right, id_of)


def honest_people_are_right(drawn: list[Variant]) -> None:
    right = handed_in = 0
    refused = []
    for n, variant in enumerate(drawn):
        rng = Random(f"{variant.question.id}/{variant.seed}")
        lines = roundable(variant.exact)
        seen: dict[frozenset[str], bool] = {}  # few lines give few solutions: each is marked once
        for _ in range(SOLUTIONS // len(drawn) + (n < SOLUTIONS % len(drawn))):
            rounded = some_of(lines, rng)
            if rounded not in seen:
                seen[rounded] = all_right(variant, by_hand(variant, rounded))
                if not seen[rounded]:
                    refused.append((variant.parameters, sorted(rounded)))
            handed_in += 1
            right += seen[rounded]
    assert handed_in == SOLUTIONS
    assert handed_in - right <= max(1, REFUSED * handed_in), (
        f"{right} of {handed_in} are right; refused: {refused}"
    )


def test_people_who_make_a_listed_mistake_are_not_right(questions: list[list[Variant]]) -> None:
    every(questions, mistaken_people_are_not_right, id_of)


def mistaken_people_are_not_right(drawn: list[Variant]) -> None:
    for variant in drawn[:SOME]:
        rng = Random(f"{variant.question.id}/{variant.seed}")
        for mistake, wrong in mistaken(variant):
            sheets = [can_be_typed(variant, wrong)]
            with suppress(CannotGoOn, NotApplicable):
                sheets.append(by_hand(variant, some_of(roundable(wrong), rng), instead={mistake.of: mistake}))
            for sheet in sheets:
                fits = all(len(sheet.get(asked.name, ())) == len(asked.bands) for asked in variant.asked)
                assert not (fits and all_right(variant, sheet)), (mistake.name, variant.parameters, sheet)


def test_a_mistake_is_named_where_it_first_shows(questions: list[list[Variant]]) -> None:
    """Or others are that give just this number."""
    every(questions, mistakes_are_named, id_of)


def mistakes_are_named(drawn: list[Variant]) -> None:
    for variant in drawn[:SOME]:
        made = list(mistaken(variant))
        for mistake, wrong in made:
            sheet = can_be_typed(variant, wrong)
            if not any(differs(variant.part(name).key, wrong.reached[name]) for name in sheet):  # type: ignore[union-attr]
                continue
            first = next(part for part in marked(variant, sheet).values() if not part.right)
            assert first.first_wrong
            named = first.explanation.mistakes
            agreeing = [
                other.name
                for other, run in made
                if not differs(run.reached.get(first.name), wrong.reached[first.name])
            ]
            where = f"{mistake.name} with {variant.parameters}: {sheet[first.name]} in {first.name}"
            assert mistake.name in named or set(named) & set(agreeing), (
                f"{where} is told as {first.explanation}"
            )
