"""The contents of the bank beside what it aims at, as ``examformer check --coverage`` shows them."""

from collections import Counter
from dataclasses import replace

import pytest

from app.commands import coverage
from app.web.sections import SECTIONS
from engine import variants
from tests.engine.submissions import BANK
from tests.every import for_each


@for_each(coverage.counts(BANK), lambda count: count.what)
def test_there_are_enough(count: coverage.Count) -> None:
    assert count.enough, f"{count.have} of {count.wanted}"


def test_every_section_and_every_cell_is_counted() -> None:
    counted = [count.what for count in coverage.counts(BANK)]
    assert (
        len(counted) == len(set(counted)) == 6 + 3 + len(SECTIONS) + 10 * 7 + len(BANK.study.material) + 5 + 2
    )


def test_the_right_option_is_seldom_the_longest() -> None:
    assert coverage.right_and_longest(BANK) <= coverage.LONGEST


def test_the_place_of_the_right_option_is_uniform() -> None:
    places: Counter[int] = Counter()
    choices = [question for question in BANK.questions.values() if question.kind == "choice"]
    for question in choices:
        variant = variants.draw(question, 1, question.default_level)
        places[variant.exact.values["options"].index(variant.asked[0].key)] += 1
    expected = len(choices) / 4
    chi_square = sum((places[place] - expected) ** 2 / expected for place in range(4))
    assert chi_square < 16.3  # one in a thousand, with three degrees of freedom


def test_what_falls_short_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert coverage.coverage(BANK) == 0
    assert "0 of" in capsys.readouterr().out.splitlines()[-1]
    few = {name: question for name, question in BANK.questions.items() if question.kind != "code"}
    assert coverage.coverage(replace(BANK, questions=few)) == 1
    assert "questions of kind code" in next(
        line for line in capsys.readouterr().out.splitlines() if "too few" in line
    )


def test_every_question_of_the_material_is_there_and_none_of_it_is_only_a_glossary_line() -> None:
    for topics in BANK.study.material.values():
        for topic, ids in topics.items():
            assert ids, topic
            assert set(ids) <= BANK.questions.keys(), topic


def test_a_topic_without_its_question_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    without = {name: question for name, question in BANK.questions.items() if name != "define-word2vec"}
    without.pop("two-models-under-one-name")
    assert coverage.coverage(replace(BANK, questions=without)) == 1
    short = [line for line in capsys.readouterr().out.splitlines() if "too few" in line]
    assert [line.partition("  ")[0] for line in short] == ["material: words and positions"]
