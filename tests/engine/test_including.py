"""A chain inside another chain keeps its steps, mistakes and telling, under names of its own."""

import pytest

from engine.chain import Family, NotApplicable, run
from engine.including import included
from engine.parameters import Frozen, Real, symbol
from engine.solutions import worked_solution


class Given(Frozen):
    a: Real = symbol("a", "a number")
    doubled: bool = symbol("t", "double it", default=True)


def inner() -> Family:
    family = Family("inner", "Inner", section="2.4", parameters=Given)

    @family.step("Scaled", r"<a> \cdot <doubled>", symbol="s", numbers=lambda a, doubled: f"2 \\cdot {a:g}")
    def scaled(a: float, doubled: bool) -> float:
        return 2 * a if doubled else a

    @family.step("Squared", "<scaled>^2", symbol="q")
    def squared(scaled: float) -> float:
        return scaled**2

    @family.road(of="squared")
    def by_a_table(scaled: float) -> float:
        return scaled * scaled

    @family.mistake(of="scaled", says="You tripled.", slip="taken too often")
    def tripled(a: float, doubled: bool) -> float:
        if not doubled:
            raise NotApplicable
        return 3 * a

    return family


class Outside(Frozen):
    x: Real = symbol("x", "a number")


def outer() -> Family:
    family = Family("outer", "Outer", section="2.4", parameters=Outside)

    @family.step("One more", "<x> + 1", symbol="y")
    def more(x: float) -> float:
        return x + 1

    part = included(
        inner(), named="first_{}", given={"a": "more"}, constants={"doubled": True}, titled="First: {}",
        symbol="{}_1", answers={"squared": "result"},
    )  # fmt: skip
    family.include(part.steps, part.mistakes)
    return family


def test_an_included_step_brings_its_other_roads() -> None:
    (road,) = outer().steps["first_squared"].roads
    assert road(3.0) == 9


def test_the_steps_of_an_included_chain_go_on_from_the_outer_one() -> None:
    made = run(outer(), Outside(x=2))
    assert dict(made.reached) == {"more": 3, "first_scaled": 6, "first_squared": 36}
    assert made.answers() == {"more": 3, "result": 36}


def test_an_included_mistake_is_made_with_the_outer_chains_values() -> None:
    family = outer()
    made = run(family, Outside(x=2), instead={"first_scaled": family.mistakes["first_tripled"]})
    assert made.reached["first_squared"] == 81


def test_an_included_mistake_stays_the_slip_that_it_is() -> None:
    mistake = outer().mistakes["first_tripled"]
    assert (mistake.says, mistake.slip) == ("You tripled.", "taken too often")


def test_an_included_chain_is_told_with_its_own_symbols() -> None:
    lines = worked_solution.tell(run(outer(), Outside(x=2)), ["first_squared"])
    assert [(line.step.title, line.formula) for line in lines] == [
        ("One more", "x + 1"), ("First: Scaled", r"y \cdot \text{True}"), ("First: Squared", "s_1^2"),
    ]  # fmt: skip
    assert lines[1].numbers == r"2 \cdot 3"


def test_a_parameter_that_is_neither_given_nor_constant_is_refused_at_once() -> None:
    with pytest.raises(KeyError, match="doubled is neither"):
        included(inner(), named="first_{}", given={"a": "more"})
