"""Texts in Bengali, as ``examformer check --coverage --bengali`` counts them: all are there."""

from dataclasses import replace

import pytest

from app.commands import bengali
from app.commands.coverage import Count
from engine.bengali import InBengali
from tests.engine.submissions import BANK
from tests.every import for_each


@for_each(bengali.counts(BANK), lambda count: count.what)
def test_all_of_it_is_said_in_bengali(count: Count) -> None:
    assert count.have == count.wanted


def test_what_is_missing_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    name, question = next((name, one) for name, one in BANK.questions.items() if one.kind == "choice")
    silent = {**BANK.questions, name: question.model_copy(update={"bengali": ""})}
    assert bengali.bengali(replace(BANK, questions=silent)) == 1
    said = capsys.readouterr().out
    assert f"{len(silent) - 1} of {len(silent)}" in said
    mute = replace(BANK, study=replace(BANK.study, bengali=InBengali()))
    counts = {count.what: count for count in bengali.counts(mute)}
    assert counts["names of symbols"].have == 0
    assert counts["families, from their hint to their why"].have == 0
    assert counts["cards of terms"].enough
