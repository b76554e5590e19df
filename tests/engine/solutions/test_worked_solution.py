"""A run read aloud: worked solution, hints and what they cost, the whole chain opened."""

from fractions import Fraction

import pytest

from engine.questions import Question
from engine.solutions import worked_solution
from engine.variants import draw
from tests.engine.submissions import NUMERIC, by_id, of_the_bank, question, whole
from tests.every import every

UNIT = {"u": [1, 2, 2], "v": [2, 3, 6]}
EYE = {"Q": [[1, 0], [0, 1]], "K": [[1, 0], [1, 1]], "V": [[1, 2], [3, 4]]}


def test_the_whole_chain_is_told_line_by_line() -> None:
    exact = whole("cosine_similarity", UNIT).exact
    lines = worked_solution.tell(exact, ["cosine"])
    assert [line.step.name for line in lines] == ["dot", "norm_u", "norm_v", "cosine"]
    assert [line.value for line in lines] == [20, 3, 7, pytest.approx(20 / 21)]
    assert lines[0].formula == r"u \cdot v"
    assert lines[0].numbers == r"1 \cdot 2 + 2 \cdot 3 + 2 \cdot 6"
    assert lines[3].formula == r"\frac{u \cdot v}{|u| \cdot |v|}"
    assert lines[3].numbers == r"\frac{20}{3 \cdot 7}"
    assert all(line.lone for line in lines)


def test_only_what_the_asked_steps_rest_on_is_told() -> None:
    exact = whole("cosine_similarity", UNIT).exact
    assert [line.step.name for line in worked_solution.tell(exact, ["norm_v"])] == ["norm_v"]


def test_a_matrix_step_shows_one_cell_in_full_and_any_other_on_demand() -> None:
    exact = whole("attention", EYE).exact
    line = worked_solution.line(exact, exact.steps["raw_scores"])
    assert (line.cell, line.numbers) == ("S_{21}", r"q_{2} \cdot k_{1} = 0 \cdot 1 + 1 \cdot 0")
    assert not line.lone
    assert worked_solution.cell_numbers(exact, exact.steps["raw_scores"], (0, 1)) == (
        r"q_{1} \cdot k_{2} = 1 \cdot 1 + 0 \cdot 1"
    )


def test_a_step_that_is_not_needed_is_a_sentence() -> None:
    exact = whole("attention", EYE).exact
    line = worked_solution.line(exact, exact.steps["masked_scores"])
    assert line.note == "No mask here: every position sees every other."
    assert line.formula == line.numbers == ""


def test_steps_that_only_gather_lines_are_not_told_again() -> None:
    exact = whole("bpe_train", {"corpus": {"low": 5, "lower": 2}, "merges": 2}).exact
    told = [line.step.name for line in worked_solution.tell(exact, exact.steps)]
    assert "merge_2" in told
    assert "merges" not in told
    assert "segmentations" not in told


# Hints


def asking(*parts: str) -> list[list[worked_solution.Hint]]:
    asked = question("cosine_similarity", *parts, fixed=UNIT, points=6)
    variant = draw(asked, 1, "exam")
    return [list(worked_solution.ladder(variant, part)) for part in variant.asked]


def test_a_formula_is_free_and_numbers_put_in_cost_half_of_the_share_of_their_step() -> None:
    (ladder,) = asking("cosine")
    assert [(hint.kind, hint.cost) for hint in ladder] == [
        ("formula", 0), ("numbers", Fraction(6, 8)), ("value", Fraction(6, 8)),
    ]  # fmt: skip


def test_the_numbers_of_one_cell_cost_half_of_what_that_cell_is_worth() -> None:
    asked = question("attention", "raw_scores", fixed=EYE | {"causal": True}, points=4)
    variant = draw(asked, 1, "exam")
    _, numbers, value = worked_solution.ladder(variant, variant.asked[0])
    assert (numbers.lines[0].cell, numbers.cost, value.cost) == ("S_{21}", Fraction(1, 2), Fraction(7, 2))


def test_no_hint_that_puts_numbers_in_is_free_in_any_question() -> None:
    every(NUMERIC, shows_no_numbers_for_nothing, by_id)


def shows_no_numbers_for_nothing(asked: Question) -> None:
    variant = of_the_bank(asked.id, asked.default_level, 1)
    for part in variant.asked:
        ladder = worked_solution.ladder(variant, part)
        for hint in ladder:
            assert (hint.cost > 0) is (hint.kind in ("numbers", "value")), (part.name, hint.kind)
        assert sum(hint.cost for hint in ladder) <= part.points
        if len(list(worked_solution.own_steps(variant, part))) == 1:  # the calculation of the answer itself
            assert sum(hint.cost for hint in ladder) == part.points, part.name


def test_a_hint_shows_all_formulas_and_opens_the_first_line() -> None:
    formula, numbers, value = asking("cosine")[0]
    assert [line.step.name for line in formula.lines] == ["dot", "norm_u", "norm_v", "cosine"]
    assert [line.step.name for line in numbers.lines] == ["dot"]
    assert [line.value for line in value.lines] == [20]


def test_hints_of_a_part_leave_out_what_other_parts_ask() -> None:
    dot, cosine = asking("dot", "cosine")
    assert [line.step.name for line in dot[0].lines] == ["dot"]
    assert [line.step.name for line in cosine[0].lines] == ["norm_u", "norm_v", "cosine"]
    assert (dot[-1].cost, cosine[-1].cost) == (Fraction(3, 2), Fraction(1, 2))


def test_a_line_without_numbers_has_no_rung_for_them() -> None:
    merges = question(
        "bpe_train", "merge", fixed={"corpus": {"low": 5, "lower": 2, "newest": 6}, "merges": 1}
    )
    variant = draw(merges, 1, "exam")
    assert [hint.kind for hint in worked_solution.ladder(variant, variant.asked[0])] == ["formula", "value"]
