"""Marked for good, as at the end of an exam: nothing can be tried again, so what cannot be read earns nothing, and the
rest of its line is marked all the same."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from engine.answers.forms import Choice, Positions
from engine.answers.responses import NotRead, fitted
from engine.marking import feedback
from engine.marking.follow_through import here
from engine.marking.marking import PartMark, Rule, mark
from engine.variants import Variant, worth
from tests.engine.submissions import BANK, key, of_the_bank, whole

EYE = {"Q": [[1, 0], [0, 1]], "K": [[1, 0], [1, 1]], "V": [[1, 2], [3, 4]], "causal": True}
CIRCLE = {"u": [1, 2, 2], "v": [2, 3, 6]}
BEAM = "two-hypotheses-in-the-beam"
MERGES = "merge-by-merge"


def final(variant: Variant, responses: Mapping[str, Sequence[str]]) -> dict[str, PartMark]:
    marks = mark(variant, responses, final=True)
    assert not any(isinstance(one, NotRead) for one in marks.values())
    return {name: one for name, one in marks.items() if isinstance(one, PartMark)}


def said(variant: Variant, one: PartMark) -> str:
    asked = variant.part(one.name)
    assert asked
    return " ".join(feedback.sentences(variant, asked, one, final=True))


def of_kind(kind: str) -> Variant:
    question = next(one for one in BANK.questions.values() if one.kind == kind)
    return of_the_bank(question.id, question.default_level, 1)


@pytest.mark.parametrize("blank", ["", "  ", "0,7,1", "half", "1/0"])
def test_a_matrix_with_one_cell_that_cannot_be_read_earns_the_others(blank: str) -> None:
    variant = whole("attention", EYE, "masked_scores")
    right = key(variant)["masked_scores"]
    marked = final(variant, {"masked_scores": [*right[:3], blank]})["masked_scores"]
    assert marked.credit == Fraction(3, 4)
    assert [cell.rule for cell in marked.cells] == [Rule.EXACT] * 3 + [Rule.WRONG]
    assert set(marked.unread) == {3}
    assert (
        said(variant, marked)
        == "3 of 4 cells are right. One cell is empty or could not be read; it earns nothing."
    )
    before = mark(variant, {"masked_scores": [*right[:3], blank]})["masked_scores"]
    assert isinstance(before, NotRead)  # while one can go on, nothing of it is marked


def test_in_a_matrix_a_wrong_cell_and_an_empty_one_are_told_apart() -> None:
    variant = whole("attention", EYE, "masked_scores")
    right = key(variant)["masked_scores"]
    marked = final(variant, {"masked_scores": ["5", *right[1:3], ""]})["masked_scores"]
    assert (marked.credit, marked.first_wrong, set(marked.unread)) == (Fraction(1, 2), True, {3})
    assert said(variant, marked).startswith("2 of 4 cells are right. One cell is empty")


def test_two_empty_cells_are_counted() -> None:
    variant = whole("attention", EYE, "masked_scores")
    right = key(variant)["masked_scores"]
    marked = final(variant, {"masked_scores": [right[0], "", "", right[3]]})["masked_scores"]
    assert "2 cells are empty or could not be read; they earn nothing." in said(variant, marked)
    assert not marked.first_wrong


def test_what_follows_goes_on_from_the_exact_value_of_an_empty_cell() -> None:
    variant = whole("attention", EYE, "masked_scores", "weights", "output")
    sheet = key(variant)
    sheet["masked_scores"] = ["", *sheet["masked_scores"][1:]]
    marks = final(variant, sheet)
    assert marks["masked_scores"].credit == Fraction(3, 4)
    assert [marks[name].credit for name in ("weights", "output")] == [1, 1]


def test_what_follows_from_a_wrong_cell_beside_an_empty_one_is_right() -> None:
    variant = whole("cosine_similarity", CIRCLE, "dot", "norm_u", "norm_v", "cosine")
    marks = final(variant, {"dot": ["21"], "norm_u": [""], "norm_v": ["7"], "cosine": ["1.00"]})
    assert marks["dot"].rule is Rule.WRONG
    assert "norm_u" not in marks
    assert marks["cosine"].rule is Rule.FOLLOWS


def test_a_vector_and_a_table_with_an_empty_cell_earn_the_others() -> None:
    tried: set[str] = set()
    for question in BANK.questions.values():
        if question.kind != "family" or len(tried) == 2:
            continue
        variant = of_the_bank(question.id, question.default_level, 1)
        for asked in variant.asked:
            shape = "table" if isinstance(asked.key, dict) else "vector" if len(asked.bands) > 1 else ""
            if shape in tried or not shape or asked.step.ordering or isinstance(asked.step.form, Choice):
                continue
            tried.add(shape)
            sheet = key(variant)
            cells = len(sheet[asked.name])
            sheet[asked.name] = [*sheet[asked.name][:-1], ""]
            marked = final(variant, sheet)[asked.name]
            assert marked.credit == Fraction(cells - 1, cells), question.id
            assert set(marked.unread) == {cells - 1}
    assert tried == {"table", "vector"}


@pytest.mark.parametrize("text", ["1.2.3", "many"])
def test_a_lone_number_that_cannot_be_read_is_wrong_and_says_why(text: str) -> None:
    variant = whole("cosine_similarity", CIRCLE, "cosine")
    marked = final(variant, {"cosine": [text]})["cosine"]
    assert [marked.rule, marked.credit, marked.first_wrong] == [Rule.WRONG, 0, False]
    assert said(variant, marked).startswith("This could not be read, so it earns nothing. ")
    assert "Not this yet" not in said(variant, marked)


def test_a_line_that_is_empty_is_not_marked_at_all() -> None:
    variant = whole("cosine_similarity", CIRCLE, "dot", "cosine")
    assert set(final(variant, {"dot": [" "], "cosine": ["0.95"]})) == {"cosine"}


def test_an_order_in_which_one_stands_twice_earns_what_follows_on_rightly_without_it() -> None:
    variant = of_kind("order")
    right = key(variant)["answer"]
    assert final(variant, {"answer": right})["answer"].credit == 1
    twice = [*right[:-1], right[0]]
    marked = final(variant, {"answer": twice})["answer"]
    assert set(marked.unread) == {len(right) - 1}
    assert marked.credit == Fraction(len(right) - 1, len(right))
    empty = final(variant, {"answer": [*right[:-1], ""]})["answer"]
    assert empty.credit == marked.credit
    assert isinstance(mark(variant, {"answer": twice})["answer"], NotRead)


def test_an_order_with_its_first_place_alone_earns_that_place() -> None:
    variant = of_kind("order")
    right = key(variant)["answer"]
    marked = final(variant, {"answer": [right[0]] + [""] * (len(right) - 1)})["answer"]
    assert marked.credit <= Fraction(1, len(right))


def test_a_match_with_one_place_empty_earns_the_others() -> None:
    variant = of_kind("match")
    right = key(variant)["answer"]
    marked = final(variant, {"answer": ["", *right[1:]]})["answer"]
    assert marked.credit == Fraction(len(right) - 1, len(right))


def test_a_choice_is_right_or_wrong_and_an_option_that_it_has_not_is_unread() -> None:
    variant = of_kind("choice")
    (asked,) = variant.asked
    (right,) = key(variant)["answer"]
    other = next(name for name in asked.step.form.names if name != right)  # type: ignore[union-attr]
    credits = [
        final(variant, {"answer": [text]})["answer"].credit for text in (right, other, "none of these")
    ]
    assert credits == [1, 0, 0]
    assert "could not be read" in said(variant, final(variant, {"answer": ["none of these"]})["answer"])


def test_sentences_wait_for_a_person() -> None:
    variant = of_kind("text")
    marked = final(variant, {"answer": ["Because."]})["answer"]
    assert (marked.rule, said(variant, marked)) == (Rule.OPEN, "Not marked yet.")


def test_a_program_is_not_marked_here() -> None:
    assert final(of_kind("code"), {"answer": ["def f(): pass"]}) == {}


def test_no_sentence_after_the_end_speaks_of_a_next_try() -> None:
    variant = whole("attention", EYE, "masked_scores")
    for cells in (["9"] * 4, ["9", "", "9", "9"], [""] * 3 + ["9"]):
        text = said(variant, final(variant, {"masked_scores": cells})["masked_scores"])
        assert "yet" not in text
        assert "hint" not in text


# Tables whose names follow from an earlier choice, kept cell by cell


def other_length(variant: Variant, choice: str, table: str) -> str:
    """A choice that leads to a table of another length, as it is typed."""
    asked, there = variant.part(choice), variant.part(table)
    assert asked
    assert there
    assert isinstance(asked.step.form, Positions)
    for place in range(len(asked.step.form.names)):
        if len(here(variant, there, {choice: (place,)}).bands) != len(there.bands):
            return asked.step.form.show((place,))
    raise AssertionError("every choice leads to a table of the same length")


def test_texts_are_fitted_to_the_table_that_ones_own_choice_leads_to() -> None:
    variant = of_the_bank(BEAM, "exam", 3)
    (asked,) = (one for one in variant.asked if one.name == "candidates_2")
    own = other_length(variant, "kept_1", "candidates_2")
    place = variant.exact.steps["kept_1"].form.read(own)
    wanted = here(variant, asked, {"kept_1": place})
    many = [f"0.{n}" for n in range(1, 60)]
    sheet = fitted(variant, {"kept_1": [own], "candidates_2": many})
    assert sheet["candidates_2"] == many[: len(wanted.bands)]
    few = fitted(variant, {"kept_1": [own], "candidates_2": ["0.5"]})
    assert few["candidates_2"] == ["0.5"] + [""] * (len(wanted.bands) - 1)
    assert "norm" not in few


def test_a_table_after_another_choice_is_marked_cell_by_cell() -> None:
    variant = of_the_bank(BEAM, "exam", 3)
    own = other_length(variant, "kept_1", "candidates_2")
    place = variant.exact.steps["kept_1"].form.read(own)
    (asked,) = (one for one in variant.asked if one.name == "candidates_2")
    mine = here(variant, asked, {"kept_1": place})
    right = [mine.step.form.show(value) for value in mine.key.values()]
    sheet = fitted(variant, {"kept_1": [own], "candidates_2": right}, final=True)
    marked = final(variant, sheet)["candidates_2"]
    assert [marked.rule, marked.credit] == [Rule.FOLLOWS, 1]
    cells = len(right)
    less = fitted(variant, {"kept_1": [own], "candidates_2": right[:-1]}, final=True)
    assert final(variant, less)["candidates_2"].credit == Fraction(cells - 1, cells)


def test_where_no_choice_was_made_the_table_of_the_key_stands() -> None:
    variant = of_the_bank(MERGES, "exam", 1)
    sheet = key(variant)
    without = {name: texts for name, texts in sheet.items() if name != "merge_1"}
    marks = final(variant, fitted(variant, without, final=True))
    assert marks["pairs_2"].credit == 1


# Points of an exam


def test_points_of_an_exam_are_shared_exactly() -> None:
    variant = worth(whole("cosine_similarity", CIRCLE, "dot", "norm_u", "norm_v"), Fraction(5))
    assert [asked.points for asked in variant.asked] == [Fraction(5, 3)] * 3
    marks = final(variant, {"dot": ["20"], "norm_u": ["3"], "norm_v": ["0"]})
    earned = sum(asked.points * marks[asked.name].credit for asked in variant.asked)
    assert earned == Fraction(10, 3)
