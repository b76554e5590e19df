"""Worked examples that fade: how many lines are left to the learner, and which stage follows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.learning.fading import LEAD_BACK, MOST_STAGES, lines_asked, next_stage, stages

RIGHT, WRONG = True, False


def test_a_short_example_leaves_one_line_more_at_each_stage_until_it_leaves_all() -> None:
    assert [lines_asked(stage, 4) for stage in range(stages(4) + 1)] == [0, 1, 2, 3, 4]


def test_a_long_example_leaves_first_one_line_and_then_evenly_more() -> None:
    assert [lines_asked(stage, 13) for stage in range(stages(13) + 1)] == [0, 1, 4, 7, 10, 13]


@given(st.integers(1, 200))
def test_each_stage_leaves_more_lines_than_the_one_before_and_the_last_leaves_all(lines: int) -> None:
    asked = [lines_asked(stage, lines) for stage in range(stages(lines) + 1)]
    assert asked == sorted(set(asked))
    assert (asked[0], asked[1], asked[-1]) == (0, 1, lines)
    assert len(asked) <= MOST_STAGES + 1


def test_a_stage_beyond_the_last_leaves_all_lines() -> None:
    assert lines_asked(7, 3) == lines_asked(3, 3) == 3


@pytest.mark.parametrize(
    ("history", "stage"),
    [
        ([], 0),
        ([(1, RIGHT)], 2),
        ([(1, RIGHT), (2, RIGHT), (3, RIGHT)], 4),
        ([(1, RIGHT), (2, WRONG)], 2),
        ([(1, RIGHT), (2, WRONG), (2, WRONG)], 1),
        ([(1, RIGHT), (2, WRONG), (2, RIGHT)], 3),
        ([(1, WRONG), (1, WRONG)], 0),
    ],
)
def test_a_success_leads_on_and_two_failures_in_a_row_lead_back_one(
    history: list[tuple[int, bool]], stage: int
) -> None:
    assert next_stage(history) == stage


def test_a_single_failure_after_being_led_back_leads_no_further_back() -> None:
    assert next_stage([(3, WRONG), (3, WRONG), (2, WRONG)]) == 2


def test_failures_at_two_stages_are_not_two_in_a_row() -> None:
    assert next_stage([(1, WRONG), (2, WRONG)]) == 2


def test_reading_the_example_again_does_not_undo_a_failure_after_it() -> None:
    read_again = [(1, WRONG)] * LEAD_BACK
    assert next_stage([*read_again, (1, WRONG)]) == 1
    assert next_stage([*read_again, (1, WRONG), (1, WRONG)]) == 0


@given(st.lists(st.tuples(st.integers(0, MOST_STAGES), st.booleans())))
def test_the_next_stage_is_at_most_one_beside_the_last_sheet_whatever_came_before(
    history: list[tuple[int, bool]],
) -> None:
    at, right = history[-1] if history else (0, WRONG)
    assert next_stage(history) in ({at + 1} if right else {max(at - 1, 0), at})
