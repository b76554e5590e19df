"""The page on the calculator: it is there for everybody, and leads back to the exercises."""

from tests.app.learner import Learner


def test_the_page_on_the_calculator_says_which_keys_to_press(learner: Learner) -> None:
    page = learner.get("/calculator")
    assert page.status == 200
    assert "The calculator in the exam" in page.text
    assert page.html.count('<table class="presses">') >= 3
    assert "<kbd>" in page.html


def test_every_page_leads_to_it(learner: Learner) -> None:
    for address in ("/", "/topics", "/progress", "/practice/tiny-gpt?seed=7"):
        assert "/calculator" in learner.get(address).links
