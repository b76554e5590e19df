"""The texts below a solution besides its lines: Bengali where it is wanted, remarks, and classic wrong answers."""

import pytest

from app.web.rendering import BENGALI
from tests.app.learner import Learner, drawn
from tests.engine.submissions import BANK

TEXT, CHOICE, NUMBERS = "why-dot-products-are-divided", "a-place-is-added-to-a-word", "cosine-of-two-vectors"
SAMPLES = "a-hundred-samples-per-problem"


@pytest.fixture
def bengali(learner: Learner) -> Learner:
    learner.client.cookies.set(BENGALI, "yes")
    return learner


def first_line(name: str) -> str:
    return BANK.questions[name].bengali.strip().partition("।")[0]


def test_a_solution_is_explained_in_bengali_only_where_that_is_wanted(learner: Learner) -> None:
    sheet = learner.open(CHOICE, level="exam")
    told = learner.press(sheet, "solution")
    assert first_line(CHOICE) not in told.text
    learner.client.cookies.set(BENGALI, "yes")
    assert first_line(CHOICE) in learner.get(told.address).text


def test_a_question_that_is_not_answered_yet_is_not_explained(bengali: Learner) -> None:
    assert first_line(CHOICE) not in bengali.open(CHOICE, level="exam").text


def test_a_question_that_is_answered_rightly_is_explained_on_its_sheet(bengali: Learner) -> None:
    sheet = bengali.open(CHOICE, level="exam")
    right = str(drawn(CHOICE, 7, "exam").asked[0].key)
    assert first_line(CHOICE) in bengali.press(sheet, typed={"answer": right}).text


def test_a_classic_mistake_is_said_in_bengali_below_the_english(bengali: Learner) -> None:
    reached = drawn(NUMBERS, 1, "exam").exact.reached
    page = bengali.press(bengali.open(NUMBERS, 1, "exam"), typed={"cosine": f"{reached['dot']:.2f}"})
    assert "You left out the lengths" in page.text
    assert BANK.study.bengali.families["cosine_similarity"].mistakes["dot_alone"] in page.text


def test_wrong_answers_that_are_often_written_stand_with_the_model_answer_alone(learner: Learner) -> None:
    wrong = BANK.questions[TEXT].family.steps["answer"].wrong_answers
    assert len(wrong) >= 2
    sheet = learner.open(TEXT, level="exam")
    assert "Often written, and not enough" not in sheet.text
    told = learner.press(sheet, "solution", typed={"answer": "Because the scores would be large."})
    assert "Often written, and not enough" in told.text
    for says, why in wrong.items():
        assert says in told.text
        assert why.partition(".")[0] in told.text


def test_a_wrong_value_that_circulates_is_named_below_its_own_numbers_alone(learner: Learner) -> None:
    own = {"n": 100, "c": 20, "k": 10}
    seen = set()
    for seed in range(40):
        about = all(drawn(SAMPLES, seed, "exam").parameters.to_json()[name] == own[name] for name in own)
        if about not in seen:
            told = learner.press(learner.open(SAMPLES, seed, "exam"), "solution")
            assert ("Some notes print 0.91" in told.text) == about
            seen.add(about)
    assert seen == {True, False}


def test_an_answer_whose_classic_wrong_answers_are_shown_is_still_marked_by_oneself(learner: Learner) -> None:
    told = learner.press(
        learner.open(TEXT, level="exam"), "solution", typed={"answer": "The variance is d_k."}
    )
    assert told.html.count('name="line"') == 3
    assert "Save my marks" in told.text
