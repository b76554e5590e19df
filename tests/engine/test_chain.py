"""A family is a chain of steps, run with three knobs that combine."""

from collections.abc import Generator
from typing import Any

import pytest

from engine.answers.forms import Fixed, Integer
from engine.chain import CannotGoOn, Family, NotApplicable, NotNeeded, Run, Step, run, stem_of
from engine.parameters import Frozen, Real, symbol


class Given(Frozen):
    a: Real = symbol("a", "a number")
    b: Real = symbol("b", "another number", default=2.0)


def chained() -> Family:
    """a -> half = a / b -> double = 2 half -> inverse = 1 / half."""
    family = Family("toy", "A toy", section="2.4", parameters=Given)

    @family.step("Half", r"\frac{<a>}{<b>}", symbol="h")
    def half(a: float, b: float) -> float:
        return a / b

    @family.step("Double", r"2 \cdot <half>", answer="twice")
    def double(half: float) -> float:
        return 2 * half

    @family.step("Inverse", r"1 / <half>")
    def inverse(half: float) -> float:
        return 1 / half

    @family.mistake(of="half", says="You multiplied.")
    def times(a: float, b: float) -> float:
        return a * b

    @family.mistake(of="double", says="You doubled what was given.")
    def of_a(a: float) -> float:
        if a == 0:
            raise NotApplicable
        return 2 * a

    @family.convention("Right for b = 4.")
    def four(given: Given) -> Given | None:
        return given.replace(b=4) if given.b != 4 else None

    return family


TOY = chained()


def values(**knobs: Any) -> dict[str, Any]:
    return dict(run(TOY, Given(a=1, b=3), **knobs).reached)


def test_without_a_knob_the_run_is_exact() -> None:
    assert values() == {"half": 1 / 3, "double": 2 / 3, "inverse": 3}


def test_arguments_are_the_sources() -> None:
    assert TOY.steps["half"].sources == ("a", "b")
    assert run(TOY, Given(a=1)).leads_to("double") == {"half", "double"}


def test_rounded_lines_go_on_rounded_and_remember_what_they_reached() -> None:
    rounded = run(TOY, Given(a=1, b=3), rounded={"half"})
    assert (rounded.values["half"], rounded.reached["half"]) == (0.33, 1 / 3)
    assert rounded.reached["double"] == 0.66


def test_given_values_replace_what_was_computed() -> None:
    given = run(TOY, Given(a=1, b=3), given={"half": 5})
    assert (given.values["half"], given.reached["half"], given.reached["double"]) == (5, 1 / 3, 10)


def test_a_mistake_replaces_one_step_and_the_rest_follows() -> None:
    assert values(instead={"half": TOY.mistakes["times"]}) == {"half": 3, "double": 6, "inverse": 1 / 3}


def test_the_knobs_combine() -> None:
    mistake = TOY.mistakes["of_a"]
    both = values(rounded={"half"}, instead={"double": mistake})
    assert both == {"half": 1 / 3, "double": 2, "inverse": 1 / 0.33}
    assert values(given={"half": 0.5}, instead={"double": mistake})["double"] == 2


def test_a_given_value_wins_over_a_mistake_in_the_same_step() -> None:
    combined = run(TOY, Given(a=1, b=3), given={"half": 5}, instead={"half": TOY.mistakes["times"]})
    assert combined.values["half"] == 5


def test_another_convention_is_the_same_chain_with_other_parameters() -> None:
    other = TOY.conventions["four"].other(Given(a=1))
    assert other is not None
    assert run(TOY, other).reached["half"] == 0.25
    assert TOY.conventions["four"].other(Given(a=1, b=4)) is None


def test_a_step_without_a_value_says_where_and_what_came_before() -> None:
    with pytest.raises(CannotGoOn, match="Inverse") as stopped:
        run(TOY, Given(a=1), given={"half": 0})
    assert list(stopped.value.reached) == ["half", "double"]


def test_infinities_and_nonsense_stop_the_chain() -> None:
    with pytest.raises(CannotGoOn):
        run(TOY, Given(a=1, b=0))


def test_a_mistake_that_nobody_could_make_is_not_applicable() -> None:
    with pytest.raises(NotApplicable):
        run(TOY, Given(a=0), instead={"double": TOY.mistakes["of_a"]})


def test_answers_have_their_own_names() -> None:
    assert run(TOY, Given(a=4)).answers() == {"half": 2, "twice": 4, "inverse": 0.5}


def test_a_step_that_is_not_needed_keeps_its_value_and_its_sentence() -> None:
    family = Family("short", "Short", section="2.4", parameters=Given)

    @family.step("Scaled", "<a>")
    def scaled(a: float) -> NotNeeded:
        return NotNeeded(a, "No scaling is asked.")

    made = run(family, Given(a=7))
    assert made.values["scaled"] == 7
    assert made.notes == {"scaled": "No scaling is asked."}


def test_a_step_with_an_unknown_source_is_refused_at_once() -> None:
    family = Family("broken", "Broken", section="2.4", parameters=Given)
    with pytest.raises(TypeError, match="known sources"):

        @family.step("Wrong", "<c>")
        def wrong(c: float) -> float:
            return c

    with pytest.raises(TypeError, match="new name"):

        @family.step("Parameter", "<a>")
        def a(b: float) -> float:
            return b


def counting(given: Given) -> Generator[Step, Any, None]:
    """As many steps as a says; each doubles the one before."""
    value = yield Step("part_1", "Part 1", "1", lambda: 1, (), form=Integer())
    for n in range(2, int(given.a) + 1):
        if value >= 100:
            return
        value = yield Step(
            f"part_{n}", f"Part {n}", "2", lambda before: 2 * before, (f"part_{n - 1}",), form=Integer()
        )


def unrolled() -> Family:
    family = Family("counting", "Counting", section="2.4", parameters=Given)
    family.unroll("parts")(counting)

    @family.mistake(of="part", says="You tripled.")
    def tripled(part: int) -> int:
        return 3 * part

    return family


def test_an_unrolled_chain_has_as_many_steps_as_its_numbers_say() -> None:
    assert list(run(unrolled(), Given(a=3)).reached.values()) == [1, 2, 4]
    assert len(run(unrolled(), Given(a=5)).steps) == 5


def test_an_unrolled_chain_goes_on_from_what_was_given() -> None:
    assert list(run(unrolled(), Given(a=9), given={"part_2": 60}).values.values())[2:] == [1, 60, 120]


def test_a_mistake_of_a_stem_is_made_in_every_round() -> None:
    family = unrolled()
    with pytest.raises(NotApplicable):  # the first part has nothing before it
        run(family, Given(a=3), instead={"part": family.mistakes["tripled"]})
    second = run(family, Given(a=3), instead={"part_2": family.mistakes["tripled"]})
    assert second.reached == {"part_1": 1, "part_2": 3, "part_3": 6}


def test_a_mistake_may_start_from_what_its_step_rightly_comes_to() -> None:
    family = unrolled()

    @family.mistake(of="part", says="You turned the sign.")
    def turned(right: int) -> int:
        return -right

    assert run(family, Given(a=2), instead={"part_2": family.mistakes["turned"]}).reached == {
        "part_1": 1,
        "part_2": -2,
    }


def test_the_stem_of_a_name_is_what_stands_before_its_count() -> None:
    assert [stem_of(name) for name in ("merge_3", "norm_u", "words_0", "total", "_1", "a_b_12")] == [
        "merge", "norm_u", "words", "total", "_1", "a_b",
    ]  # fmt: skip


def test_a_family_in_other_forms_asks_more_places_and_stays_itself() -> None:
    finer = TOY.in_forms({"half": Fixed(4)})
    assert finer.steps["half"].form == Fixed(4)
    assert TOY.steps["half"].form == Fixed(2)
    assert run(finer, Given(a=1, b=3), rounded={"half"}).values["half"] == 0.3333
    assert finer.mistakes == TOY.mistakes
    wide = unrolled().in_forms({"part": Fixed(1)})
    assert {step.form for step in run(wide, Given(a=3)).steps.values()} == {Fixed(1)}


def test_a_run_knows_the_sources_of_a_step() -> None:
    made: Run = run(TOY, Given(a=8, b=2))
    assert made.sources(TOY.steps["half"]) == [8, 2]
