"""``examformer new-family`` writes a family that keeps the contract at once, and overwrites nothing."""

import inspect
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from app.commands.refusal import Refused
from app.commands.scaffold import new_family
from app.settings import HOME
from engine import catalogue
from engine.chain import Family
from engine.questions import LEVELS
from tests.engine import submissions
from tests.engine.families import test_contract as contract

SEEDS = range(4)


def load(name: str, source: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module made from its text, importable by its name until the test ends."""
    made = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, made)
    exec(compile(source, name, "exec"), made.__dict__)
    return made


def keep_the_contract(family: Family, subject: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Runs the contract of every family on this one alone; returns the tests' names."""
    family.subject = subject
    monkeypatch.setattr(catalogue, "families", lambda: {family.id: family})
    kept = []
    forget_draws()
    for name, test in inspect.getmembers(contract, inspect.isfunction):
        wanted = set(inspect.signature(test).parameters)
        if name.startswith("test_") and wanted <= {"family", "variants", "seeds", "asked"}:
            for level in LEVELS if "variants" in wanted else LEVELS[:1]:
                variants = (submissions.drawn(family.id, level, seed) for seed in SEEDS)
                at_hand: dict[str, Any] = {
                    "family": family, "variants": variants, "seeds": SEEDS, "asked": Counter[str](),
                }  # fmt: skip
                test(**{fixture: at_hand[fixture] for fixture in wanted})
            kept.append(name)
    forget_draws()
    return kept


def forget_draws() -> None:
    """Another family of the same id may be drawn before and after."""
    submissions.drawn.cache_clear()
    contract.rates.cache_clear()


def test_a_new_family_and_its_oracle_keep_the_contract_as_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {file: file.read_text("utf-8") for file in new_family("mean_score", "grading", tmp_path)}
    family = load("engine.families.grading.mean_score", sources[_family(tmp_path)], monkeypatch).family
    load("tests.oracles.grading.mean_score", sources[_oracle(tmp_path)], monkeypatch)
    kept = keep_the_contract(family, "grading", monkeypatch)
    assert "test_the_chain_agrees_with_its_oracle" in kept
    assert len(kept) >= 10
    assert family.title == "Mean score"


@pytest.mark.parametrize("check", [["check"], ["format", "--check"]], ids=" ".join)
def test_what_is_written_is_formatted_and_linted(tmp_path: Path, check: list[str]) -> None:
    ruff = Path(sys.executable).with_name("ruff")
    written = new_family("mean_score", "grading", tmp_path)
    command: list[str | Path] = [ruff, *check, "--no-cache", "--config", HOME / "pyproject.toml", *written]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_new_folders_become_packages_and_everything_written_is_told(tmp_path: Path) -> None:
    first = new_family("mean_score", "grading", tmp_path)
    families, oracles = tmp_path / "engine/families/grading", tmp_path / "tests/oracles/grading"
    assert first == [
        families / "__init__.py", families / "mean_score.py", oracles / "__init__.py", oracles / "mean_score.py"
    ]  # fmt: skip
    assert all(file.is_file() for file in first)
    second = new_family("median_score", "grading", tmp_path)
    assert [file.name for file in second] == ["median_score.py", "median_score.py"]


def test_a_family_that_is_there_is_never_overwritten_whatever_its_subject(tmp_path: Path) -> None:
    new_family("mean_score", "grading", tmp_path)
    _family(tmp_path).write_text("mine", "utf-8")
    for subject in ("grading", "elsewhere"):
        with pytest.raises(Refused, match=r"id: engine/families/grading/mean_score.py is there already"):
            new_family("mean_score", subject, tmp_path)
    assert _family(tmp_path).read_text("utf-8") == "mine"
    assert not (tmp_path / "engine/families/elsewhere").exists()


def test_an_oracle_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    _oracle(tmp_path).parent.mkdir(parents=True)
    _oracle(tmp_path).write_text("mine", "utf-8")
    with pytest.raises(Refused, match=r"tests/oracles/grading/mean_score.py is there already"):
        new_family("mean_score", "grading", tmp_path)
    assert _oracle(tmp_path).read_text("utf-8") == "mine"
    assert not _family(tmp_path).exists()


@pytest.mark.parametrize(
    "id",
    [
        "",
        "Mean",
        "mean-score",
        "mean__score",
        "_mean",
        "mean_",
        "2_means",
        "mean score",
        "../mean",
        "class",
        "é",
        "a" * 41,
    ],
)
def test_a_name_that_is_no_snake_case_is_refused_with_an_example(tmp_path: Path, id: str) -> None:
    with pytest.raises(Refused, match="as in mean_squared_error") as refusal:
        new_family(id, "grading", tmp_path)
    assert refusal.value.parameter == "id"
    with pytest.raises(Refused, match="as in training") as refusal:
        new_family("mean_score", id, tmp_path)
    assert refusal.value.parameter == "subject"
    assert not list(tmp_path.iterdir())


def _family(root: Path) -> Path:
    return root / "engine/families/grading/mean_score.py"


def _oracle(root: Path) -> Path:
    return root / "tests/oracles/grading/mean_score.py"


def test_an_installed_package_has_no_place_for_a_new_family() -> None:
    with pytest.raises(Refused, match="writes into a checkout"):
        new_family("mean_squared_error", "training", None)
