"""The exercise of a figure says what is so: its words are of the numbers that came from the figure."""

import pytest

from engine.figures.catalogue import figures, find
from engine.figures.figure import Figure
from tests.engine.figures.states import frames
from tests.engine.submissions import BANK

UNSAID = {  # fixed by the question, but in none of its words
    ("alibi", "n"),
    ("who-sees-whom", "V"),  # "you do not need the values"
}


@pytest.mark.parametrize("figure", figures().values(), ids=list(figures()))
def test_what_the_question_fixes_is_so_in_the_figure_or_is_printed(figure: Figure) -> None:
    for frame in frames(figure):
        name = figure.exercise(frame)
        if not name:
            continue
        question, numbers = BANK.questions[name], frame.run.parameters.to_json()
        for parameter, value in question.fixed.items():
            said = f"<{parameter}>" in question.statement or (figure.id, parameter) in UNSAID
            together = parameter == "kv_heads" and numbers["kv_heads"] == numbers["heads"]
            assert said or together or numbers[parameter] == value, (name, parameter)


def test_the_exercise_follows_the_figure_to_a_question_that_fits() -> None:
    for id, values, question in (
        ("allocation", {"tokens_per_parameter": 20}, "spend-a-budget-well"),
        ("allocation", {"tokens_per_parameter": 100}, "a-small-model-that-reads-more"),
        ("allocation", {"tokens_per_parameter": 5}, ""),
        ("smoothing", {"alpha": 0}, "what-comes-next"),
        ("smoothing", {"alpha": 1}, "add-one-to-every-count"),
        ("smoothing", {"alpha": 0.5}, ""),
    ):
        figure = find(id)
        assert figure.exercise(figure.at(values)) == question


def test_words_fit_models_of_any_size_and_texts_of_any_language() -> None:
    assert "small" not in BANK.questions["tiny-gpt"].statement
    assert "another language" not in BANK.questions["short-pieces-of-words"].statement
