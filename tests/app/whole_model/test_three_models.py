"""The page of the three models: at every step, for whatever word, and its numbers."""

import re

import pytest

from app.whole_model import three_models
from app.whole_model.three_models import State
from engine import catalogue
from engine.chain import run as run_chain
from engine.demos.backwards import forward
from engine.demos.backwards.words import END
from engine.demos.recording import shown
from tests.app.learner import Learner


@pytest.mark.parametrize("word", ["a", "tree", "attention", "abcdefghijkl"])
def test_at_every_step_each_says_what_it_then_writes(word: str) -> None:
    for step in range(1, len(word) + 2):
        view = three_models.view(State(word=word, step=step))
        assert view.steps == len(word) + 1
        for model in view.models:
            written = forward.writes(model.name, word)
            assert "".join(one.sign for one in model.written) == written
            assert model.whole == (written == word[::-1])
            assert model.ended == (step > len(written) + 1)
            said, share = model.best[0]
            if step <= len(written):
                assert said == written[step - 1]
            elif len(written) < 12:
                assert said == END
            assert 0 < share <= 1


def test_a_word_that_the_rnn_loses_and_the_others_keep(learner: Learner) -> None:
    rnn, *others = three_models.view(State(word="perplexities")).models
    assert not rnn.whole
    assert all(model.whole for model in others)
    page = learner.get("/model/three?word=perplexities")
    assert page.status == 200
    assert page.rules == ["wrong", "right", "right"]


def test_what_is_kept_is_what_the_family_says_of_a_cache_of_this_shape() -> None:
    family = catalogue.find("kv_cache")
    rnn, both, gpt = three_models.view(State(word="tree")).models
    for model, layers in ((both, 1), (gpt, 2)):
        given = family.parameters.of(
            {"layers": layers, "kv_heads": 4, "d_head": 8, "bytes_per_value": 1, "context": 5, "batch": 1}
        )
        assert model.kept == 5 * run_chain(family, given).reached["bytes_per_token"]
    assert rnn.kept == 56


def test_ways_and_looks_are_as_many_as_they_should_be() -> None:
    rnn, both, gpt = three_models.view(State(word="tree", step=3)).models
    assert (rnn.turns, rnn.apart) == (5, 7)
    assert len(rnn.picture.ways) == 4 + 1 + 2  # through the word, down, and through what is written
    assert not rnn.picture.looks
    assert not both.picture.ways
    assert both.picture.looks
    assert (both.turns, both.apart, gpt.turns, gpt.apart) == (1, 1, 1, 1)
    assert [column.faint for column in rnn.picture.columns] == [True] * 4 + [False]
    assert len(gpt.picture.columns) == 5


@pytest.mark.parametrize(
    ("address", "word", "step"),
    [
        ("", "attention", 1),
        ("?word=Tree&step=99", "tree", 5),
        ("?word=tree&step=-3", "tree", 1),
        ("?word=tree&step=1e9", "tree", 1),
        ("?word=&step=2", "attention", 2),
        ("?word=%E0%A6%95", "attention", 1),
        ("?word=a+b|c.", "abc", 1),
        ("?word=abcdefghijklmnop", "abcdefghijkl", 1),
        ("?word=%3Cscript%3E", "script", 1),
    ],
)
def test_whatever_stands_in_the_address_there_is_a_page(
    address: str, word: str, step: int, learner: Learner
) -> None:
    page = learner.get(f"/model/three{address}")
    assert page.status == 200
    assert page.fields["word"] == word
    assert f"Sign {step} of {len(word) + 1}" in page.text


def test_a_swap_brings_the_stage_and_its_address(learner: Learner) -> None:
    page = learner.get("/model/three?word=tree&step=2", htmx=True)
    assert "<html" not in page.html
    assert page.headers["HX-Push-Url"] == "/model/three?word=tree&step=2"
    assert re.search(r'id="three"', page.html)


def test_the_curve_is_what_was_recorded() -> None:
    curve = three_models.by_length(9)
    for line in curve.lines:
        key = next(key for key, name in three_models.LINES.items() if name == line.name)
        assert [share for _, share in line.points] == shown("backwards")[key]["right"]
    assert curve.marks == (("9 letters", 9.0, shown("backwards")["recurrent"]["right"][8]),)
