"""What may be added is advice, and never a fault."""

import importlib.util
from pathlib import Path

import pytest

from app.commands.doctor import optional
from app.practice.rubric_similarity import job
from tests.app.commands.doctor.installations import ADVICE, OK, installation, said

HERE = installation()


def test_what_is_there_is_ok(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.commands.doctor.optional.runs.possible", lambda: True)
    monkeypatch.setattr(optional, "version", lambda package: "2.13.0")
    monkeypatch.setattr("app.commands.doctor.optional.job.installed", lambda: True)
    monkeypatch.setattr("app.commands.doctor.optional.weights_file.path", lambda: Path("model.gguf"))
    found = [check.look(HERE) for check in optional.CHECKS]
    assert [one.state for one in found if one] == [OK, OK, OK]
    assert "PyTorch 2.13.0" in said(found[0])


def test_what_is_not_there_is_advice_with_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.commands.doctor.optional.runs.possible", lambda: False)
    monkeypatch.setattr("app.commands.doctor.optional.job.installed", lambda: False)
    monkeypatch.setattr("app.commands.doctor.optional.weights_file.find_spec", lambda name: None)
    found = [check.look(HERE) for check in optional.CHECKS]
    assert [one.state for one in found if one] == [ADVICE, ADVICE, ADVICE]
    assert all(one.steps for one in found if one)


def test_the_encoder_that_is_named_is_the_one_that_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.commands.doctor.optional.job.installed", lambda: False)
    package = said(optional.encoder(HERE)).split("pip install ")[1]
    asked: list[str] = []
    monkeypatch.undo()
    monkeypatch.setattr("app.commands.doctor.optional.job.find_spec", asked.append)
    assert not job.installed()
    assert asked == [package.replace("-", "_")]
    assert importlib.util.find_spec("pytest"), "the real one was left alone"
