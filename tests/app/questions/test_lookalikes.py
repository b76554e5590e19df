"""Pairs of questions that may ask the same are found, and those of the bank were looked at."""

import pytest

from app.commands import alike
from app.questions.lookalikes import LIKELY, lookalikes, of_one
from tests.engine.submissions import BANK

GOOD, BAD = (BANK.questions[f"beyond-the-clip-with-a-{kind}-token"] for kind in ("good", "bad"))
OTHERS = [one for one in BANK.questions.values() if one.kind == "choice" and one.section == "2.7"]


def test_two_that_share_rare_words_are_found_with_these_words() -> None:
    pair, *others = lookalikes([GOOD, *OTHERS, BAD])
    assert {pair.first.id, pair.second.id} == {GOOD.id, BAD.id}
    assert "advantage" in pair.words
    assert pair.likeness >= LIKELY
    assert GOOD.id not in {id for one in others for id in (one.first.id, one.second.id)}


def test_a_question_is_never_compared_with_itself_and_the_likeliest_come_first() -> None:
    found = of_one(GOOD, list(BANK.questions.values()))
    assert found
    assert GOOD.id not in {pair.second.id for pair in found}
    assert [pair.likeness for pair in found] == sorted((pair.likeness for pair in found), reverse=True)


def test_a_question_with_numbers_is_like_none() -> None:
    numbers = next(one for one in BANK.questions.values() if one.of_numbers)
    assert of_one(numbers, list(BANK.questions.values())) == []


def test_a_pair_is_named_from_either_side() -> None:
    first = GOOD.model_copy(update={"alike": [BAD.id]})
    second = BAD.model_copy(update={"alike": []})
    unnamed = GOOD.model_copy(update={"alike": []})
    assert lookalikes([first, second, *OTHERS])[0].named
    assert lookalikes([second, first, *OTHERS])[0].named
    assert not lookalikes([second, unnamed, *OTHERS])[0].named


def test_every_name_is_that_of_another_question() -> None:
    for one in BANK.questions.values():
        assert set(one.alike) <= BANK.questions.keys() - {one.id}, one.id


def test_all_likely_pairs_of_the_bank_are_kept_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert alike.alike([]) == 0, capsys.readouterr().out
    assert "0 pairs to look at" in capsys.readouterr().out


def test_the_command_says_which_words_two_questions_share(capsys: pytest.CaptureFixture[str]) -> None:
    alike.alike([GOOD.id])
    said = capsys.readouterr().out
    assert "kept apart already" in said
