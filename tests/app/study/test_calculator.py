"""The page of calculator keys: it is there for everybody, and is not called as the calculator beside a sheet is."""

import re

from tests.app.learner import Learner


def test_the_page_says_which_keys_to_press(learner: Learner) -> None:
    page = learner.get("/calculator")
    assert page.status == 200
    assert page.html.count('<table class="presses">') >= 3
    assert "<kbd>" in page.html


def test_every_page_leads_to_it(learner: Learner) -> None:
    for address in ("/", "/topics", "/progress", "/practice/tiny-gpt?seed=7"):
        assert "/calculator" in learner.get(address).links


def test_only_the_calculator_is_called_calculator(learner: Learner) -> None:
    """The page of advice was called so, too."""
    page = learner.get("/calculator")
    assert '<a href="/calculator">Calculator keys</a>' in page.html
    assert "<h1>Calculator keys</h1>" in page.html
    assert set(re.findall(r"<(\w+)[^>]*>Calculator</", page.html)) == {
        "span",
        "h2",
    }  # the tab, and what it opens


def test_what_the_head_calls_solve_begins_so(learner: Learner) -> None:
    for address in ("/solve", "/solve/attention"):
        page = learner.get(address)
        assert re.search(r'<a href="/solve"[^>]*>Solve</a>', page.html)
        assert "Solve with your own numbers" in page.text
