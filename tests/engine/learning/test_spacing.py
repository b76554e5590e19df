"""Spacing is that of the library fsrs; what is computed beside it agrees with it."""

from datetime import UTC, datetime, timedelta

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.learning import spacing
from engine.learning.spacing import Card, Grade

AT = datetime(2026, 11, 1, 12, tzinfo=UTC)


def reviewed(*grades: Grade, days: float = 1.0) -> Card:
    card, at = None, AT
    for graded in grades:
        card = spacing.review(card, graded, at)
        at += timedelta(days=days)
    assert card is not None
    return card


def test_the_grade_follows_from_correctness_and_hints() -> None:
    assert spacing.grade(False) is spacing.grade(False, hints=2) is Grade.AGAIN
    assert spacing.grade(True, hints=1) is Grade.HARD
    assert spacing.grade(True) is Grade.GOOD


@given(st.lists(st.sampled_from(Grade), min_size=1, max_size=8), st.floats(0, 400))
def test_recall_is_that_of_the_library(grades: list[Grade], days: float) -> None:
    card = reviewed(*grades)
    at = card.reviewed_at + timedelta(days=int(days))
    theirs = fsrs.Card(
        card_id=1, state=fsrs.State.Review, stability=card.stability, last_review=card.reviewed_at
    )
    assert spacing.recall(card, at) == pytest.approx(fsrs.Scheduler().get_card_retrievability(theirs, at))


@given(st.lists(st.sampled_from(Grade), min_size=1, max_size=6), st.integers(1, 60))
def test_what_a_good_review_would_leave_is_what_it_leaves(grades: list[Grade], days: int) -> None:
    card = reviewed(*grades)
    at = card.reviewed_at + timedelta(days=days)
    assert spacing.stability_after(card, at) == pytest.approx(spacing.review(card, Grade.GOOD, at).stability)


def test_a_card_is_due_when_recall_falls_to_nine_tenths() -> None:
    card = reviewed(Grade.GOOD, Grade.GOOD, Grade.GOOD, days=5)
    left = spacing.recall(card, card.due_at)
    assert left == pytest.approx(0.9, abs=0.02)


def test_a_clock_that_went_back_counts_as_the_same_moment() -> None:
    card = reviewed(Grade.GOOD)
    again = spacing.review(card, Grade.GOOD, AT - timedelta(days=40))
    assert again.reviewed_at == AT
    assert again.due_at >= AT
    assert spacing.recall(card, AT - timedelta(days=3)) == 1.0


def test_a_failed_review_is_due_sooner_than_a_good_one() -> None:
    before = reviewed(Grade.GOOD, Grade.GOOD, days=3)
    at = before.reviewed_at + timedelta(days=8)
    dues = [spacing.review(before, graded, at).due_at for graded in Grade]
    assert dues == sorted(dues)
    assert dues[0] < dues[2]
