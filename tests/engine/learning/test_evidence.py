"""A mark is evidence of the step that it is about, and of no other."""

from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from engine.learning.evidence import Evidence, Marked, Mode, asked, given_up, of_mark
from engine.learning.skills import Line
from engine.marking.marking import Rule

AT = datetime(2026, 11, 1, tzinfo=UTC)
LINE = Line("attention/weights", ("attention/raw_scores", "attention/scaled_scores"))


def marked(rule: Rule, credit: int = 0, mistakes: tuple[str, ...] = (), **more: object) -> list[Evidence]:
    made = Marked(
        line=LINE, item="q/weights", rule=str(rule), credit=Fraction(credit), at=AT, mistakes=mistakes,
        **more,  # type: ignore[arg-type]
    )  # fmt: skip
    return list(of_mark(made))


def weights(found: list[Evidence], right: bool) -> dict[str, float]:
    return {one.skill: one.weight for one in found if one.right is right}


@pytest.mark.parametrize("rule", [Rule.EXACT, Rule.ROUNDED])
def test_a_right_line_speaks_for_its_step_and_half_for_those_that_it_rests_on(rule: Rule) -> None:
    found = marked(rule, 1)
    assert weights(found, True) == {LINE.skill: 1.0, **dict.fromkeys(LINE.hidden, 0.5)}
    assert weights(found, False) == {}


def test_what_follows_from_an_earlier_slip_speaks_for_its_own_step_alone() -> None:
    found = marked(Rule.FOLLOWS, 1)
    assert weights(found, True) == {LINE.skill: 1.0}
    assert weights(found, False) == {}


def test_the_same_slip_again_tells_nothing() -> None:
    assert marked(Rule.FOLLOWS, 1, ("attention/scaled_scores",)) == []


def test_a_recognised_mistake_speaks_against_the_step_in_which_it_was_made_alone() -> None:
    found = marked(Rule.WRONG, 0, ("attention/scaled_scores",))
    assert weights(found, False) == {"attention/scaled_scores": 1.0}


def test_where_nobody_can_tell_which_step_went_wrong_all_bear_a_share() -> None:
    found = marked(Rule.WRONG)
    assert weights(found, False) == pytest.approx(dict.fromkeys(LINE.skills, 1 / 3))


def test_another_convention_hardly_counts_and_a_second_wrong_line_half() -> None:
    assert weights(marked(Rule.WRONG, convention=True), False) == {LINE.skill: 0.3}
    later = weights(marked(Rule.WRONG, first_wrong=False), False)
    assert later == pytest.approx(dict.fromkeys(LINE.skills, 1 / 6))


def test_the_same_numbers_again_and_what_is_not_marked_yet_tell_nothing() -> None:
    assert marked(Rule.EXACT, 1, repeated=True) == []
    assert marked(Rule.OPEN) == []


def test_help_makes_evidence_lighter_and_an_exam_makes_it_heavier() -> None:
    alone = weights(marked(Rule.EXACT, 1), True)[LINE.skill]
    assert weights(marked(Rule.EXACT, 1, hints=1), True)[LINE.skill] == pytest.approx(0.6 * alone)
    assert weights(marked(Rule.EXACT, 1, self_marked=True), True)[LINE.skill] == pytest.approx(0.5 * alone)
    by_mode = [weights(marked(Rule.EXACT, 1, mode=mode), True)[LINE.skill] for mode in Mode]
    exam = weights(marked(Rule.EXACT, 1, mode=Mode.EXAM), True)[LINE.skill]
    assert exam == max(by_mode)
    assert weights(marked(Rule.EXACT, 1, mode=Mode.EXAMPLE), True)[LINE.skill] == min(by_mode)


def test_whoever_gives_up_shows_that_the_step_is_not_known_but_faintly() -> None:
    one = given_up(LINE, "q/weights", AT)
    assert (one.skill, one.right) == (LINE.skill, False)
    assert 0 < one.weight < 1


def test_what_took_long_is_said_of_each_step() -> None:
    assert all(one.slow for one in marked(Rule.EXACT, 1, slow=True))
    assert not any(one.slow for one in marked(Rule.EXACT, 1))


def test_what_is_asked_is_the_line_itself() -> None:
    made = Marked(line=LINE, item="q/weights", rule=Rule.WRONG, credit=Fraction(0), at=AT, guess=0.25)
    told = asked(made)
    assert told == Evidence(skill=LINE.skill, item="q/weights", right=False, at=AT, guess=0.25)


@pytest.mark.parametrize(
    "more", [{"repeated": True}, {"self_marked": True}, {"hints": 1}, {"rule": Rule.OPEN}]
)
def test_nothing_tells_of_difficulty_after_help_or_where_nobody_marked(more: dict[str, Any]) -> None:
    made = {"line": LINE, "item": "q/weights", "rule": Rule.EXACT, "credit": Fraction(1), "at": AT}
    assert asked(Marked(**{**made, **more})) is None
