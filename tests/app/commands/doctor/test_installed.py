"""Examformer's own questions, files and packages."""

import base64
import hashlib
import shutil
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, PathDistribution
from pathlib import Path

import pytest

from app.commands.doctor import installed
from app.questions import installed as questions_installed
from app.settings import settings as from_outside
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, installation, said

HERE = installation()


@pytest.fixture
def own_bank(tmp_path: Path, small_bank: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A bank of its own, which the commands read."""
    bank = Path(shutil.copytree(small_bank, tmp_path / "bank"))
    monkeypatch.setenv("EXAMFORMER_QUESTION_BANK", str(bank))
    from_outside.cache_clear()
    questions_installed.bank.cache_clear()
    yield bank
    monkeypatch.undo()
    from_outside.cache_clear()
    questions_installed.bank.cache_clear()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package with one file, installed as a wheel is."""
    facts = tmp_path / "examformer-0.1.0.dist-info"
    facts.mkdir()
    page = tmp_path / "templates" / "page.html"
    page.parent.mkdir()
    page.write_text("<p>", "utf-8")
    sign = base64.urlsafe_b64encode(hashlib.sha256(page.read_bytes()).digest()).decode().rstrip("=")
    (facts / "RECORD").write_text(
        f"templates/page.html,sha256={sign},3\nexamformer-0.1.0.dist-info/RECORD,,\n", "utf-8"
    )
    described(facts, "Requires-Python: >=3.11", "Requires-Dist: pytest>=1")
    monkeypatch.setattr(installed, "distribution", lambda name: PathDistribution(facts))
    return tmp_path


def described(facts: Path, *lines: str) -> None:
    head = ("Metadata-Version: 2.4", "Name: examformer", "Version: 0.1.0", *lines)
    (facts / "METADATA").write_text("\n".join(head) + "\n", "utf-8")


def test_questions_are_counted(own_bank: Path) -> None:
    found = installed.questions(HERE)
    assert found.state is OK
    assert found.said == "2 questions and 2 mock exams, none left out"


def test_a_question_that_cannot_be_read_is_a_fault(own_bank: Path) -> None:
    file = next(own_bank.rglob("*.toml"))
    file.write_text("id = [", "utf-8")
    found = installed.questions(HERE)
    assert found.state is FAULT
    assert file.name in said(found)
    assert "examformer check" in found.steps


def test_an_empty_bank_is_a_fault(own_bank: Path) -> None:
    for file in own_bank.rglob("*.toml"):
        if file.parent.name not in ("study", "exams"):
            file.unlink()
    found = installed.questions(installation(question_bank=own_bank))
    assert found.state is FAULT
    assert "EXAMFORMER_QUESTION_BANK" in said(found)


def test_the_files_of_this_checkout_are_there() -> None:
    assert installed.files(HERE).state is OK


def test_a_file_of_the_package_that_was_changed_or_lost_is_a_fault(package: Path) -> None:
    assert installed.files(HERE).state is OK
    page = package / "templates" / "page.html"
    page.write_text("<h1>", "utf-8")
    assert "templates/page.html" in installed.files(HERE).said
    page.unlink()
    found = installed.files(HERE)
    assert found.state is FAULT
    assert "templates/page.html" in found.said
    assert "Install the wheel" in said(found)


def test_folders_that_did_not_come_along_are_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "static").mkdir()
    monkeypatch.setattr(installed, "resource", tmp_path.joinpath)
    found = installed.files(HERE)
    assert found.state is FAULT
    assert "templates, static, migrations" in found.said


def test_an_old_python_is_a_fault(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed.python(HERE).state is OK
    monkeypatch.setattr("app.commands.doctor.installed.platform.python_version", lambda: "3.9.2")
    found = installed.python(HERE)
    assert found.state is FAULT
    assert "Python 3.9.2, and >=3.11 is needed" in found.said


def test_packages_that_are_missing_or_too_old_are_a_fault_with_the_line_that_installs_them(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert installed.packages(HERE).state is OK
    extra = 'Requires-Dist: nowhere>=2 ; extra == "wasm"'
    described(
        package / "examformer-0.1.0.dist-info",
        "Requires-Dist: pytest>=9999",
        "Requires-Dist: no-such>=1",
        extra,
    )
    found = installed.packages(HERE)
    assert found.state is FAULT
    assert "no-such is missing" in found.said
    assert found.steps == ("pip install 'pytest>=9999' 'no-such>=1'",)


def test_other_versions_than_those_of_the_lock_are_advice(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = package / "requirements.txt"
    lock.write_text(
        'pytest==1.0.0 \\\n    --hash=sha256:00\nno-such==2.0 ; sys_platform == "none"\n', "utf-8"
    )
    monkeypatch.setattr(installed, "LOCK", lock)
    found = installed.packages(HERE)
    assert found.state is ADVICE
    assert "(==1.0.0 is locked)" in found.said


def test_the_packages_here_fit() -> None:
    assert installed.packages(HERE).state in (OK, ADVICE)


def test_code_that_was_not_installed_at_all_is_not_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> Distribution:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(installed, "distribution", absent)
    assert installed.python(HERE).state is OK
    assert installed.files(HERE).state is OK
