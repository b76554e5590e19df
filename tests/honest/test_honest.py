"""Honest sheets are right and nobody is accused falsely; sheets with a mistake in them are not, and it is named.

Each run tries every second numeric question once in each style, with bounds that so few sheets can be held to: of
thirty runs with every question none came more than half-way to any. The sweep has the thresholds:
``EXAMFORMER_HONEST_SEEDS`` (64) sheets for each question and style, in about five minutes.
"""

import os
from collections.abc import Sequence

import pytest

from tests.engine.submissions import SWEEP
from tests.honest.__main__ import all_tried, numeric
from tests.honest.people import STYLES
from tests.honest.report import report, share, worst
from tests.honest.tally import Tally, all_honest, all_wrong

SEEDS = int(os.environ.get("EXAMFORMER_HONEST_SEEDS", "64"))
HONEST, QUESTION = (
    0.98,
    0.95,
)  # of the sheets in each style are right; of those of a question in its worst style
ACCUSED, ACCEPTED, LAST = 1 / 1000, 1 / 1000, 1 / 500
NAMED, TOLD = 0.97, 0.8  # of the mistakes that a family lists; and of those and others, in some way
IN_ONE_RUN, NAMED_IN_ONE_RUN, TOLD_IN_ONE_RUN = 0.98, 0.97, 0.8  # of about 230 sheets
MOST_STUCK = 1  # of about 230
MOST_ACCUSED = 1  # of 1,600
MOST_ACCEPTED, MOST_LAST = (
    2,
    6,
)  # of 450 wrong sheets, and of their last lines alone: some come to the key by chance


@pytest.fixture(scope="module")
def sample(seeds: range) -> list[Tally]:
    return all_tried(numeric() if SWEEP else numeric()[::3], seeds[:1])


@pytest.fixture(scope="module")
def swept() -> list[Tally]:
    tallies = all_tried(numeric(), range(SEEDS))
    print(report(tallies))  # what is shown where a threshold is missed
    return tallies


def accused(tallies: Sequence[Tally]) -> float:
    found = [all_honest(tallies, style) for style in STYLES]
    return share(sum(one.accused for one in found), sum(one.sheets for one in found))


@pytest.mark.long("a third of the numeric questions of the bank in every style")
def test_a_sample_of_honest_sheets_is_right(sample: list[Tally]) -> None:
    assert len(sample) > (300 if SWEEP else 100)
    assert sum(tally.undrawn for tally in sample) == 0
    assert all_honest(sample, "full").share == 1
    for style in STYLES:
        counts = all_honest(sample, style)
        assert counts.sheets + counts.stuck == len(sample)
        assert counts.share >= IN_ONE_RUN, (style, counts.refused[:3])
        assert counts.stuck <= MOST_STUCK
    honest = [all_honest(sample, style) for style in STYLES]
    assert sum(one.accused for one in honest) <= MOST_ACCUSED, [one.accusations for one in honest]


def test_a_sample_of_wrong_sheets_is_not_right(sample: list[Tally]) -> None:
    listed, unlisted = all_wrong(sample, "listed"), all_wrong(sample, "unlisted")
    assert min(listed.sheets, unlisted.sheets) > (250 if SWEEP else 80)
    both = all_wrong(sample, "listed", "unlisted")
    assert both.accepted <= MOST_ACCEPTED, both.passed
    assert both.last_accepted <= MOST_LAST, both.last_passed
    assert listed.named >= NAMED_IN_ONE_RUN * listed.sheets, listed.unnamed
    assert both.told >= TOLD_IN_ONE_RUN * both.sheets, unlisted.unnamed


@pytest.mark.sweep
@pytest.mark.parametrize("style", STYLES)
def test_people_of_every_style_are_right(swept: list[Tally], style: str) -> None:
    assert all_honest(swept, style).share >= HONEST


@pytest.mark.sweep
def test_no_question_refuses_honest_people(swept: list[Tally]) -> None:
    refusing = [
        (tally.question, style, counts.share)
        for tally in swept
        for style, counts in tally.honest.items()
        if counts.share < QUESTION
    ]
    assert not refusing, worst(swept)


@pytest.mark.sweep
def test_nobody_honest_is_accused(swept: list[Tally]) -> None:
    assert accused(swept) <= ACCUSED


@pytest.mark.sweep
def test_wrong_sheets_are_not_accepted(swept: list[Tally]) -> None:
    counts = all_wrong(swept, "listed", "unlisted")
    assert counts.accepted <= ACCEPTED * counts.sheets, counts.passed
    assert counts.last_accepted <= LAST * counts.last, counts.last_passed


@pytest.mark.sweep
def test_mistakes_are_named(swept: list[Tally]) -> None:
    listed, both = all_wrong(swept, "listed"), all_wrong(swept, "listed", "unlisted")
    assert listed.named >= NAMED * listed.sheets
    assert both.told >= TOLD * both.sheets
