"""Limits of the machine and of a container."""

import resource
from pathlib import Path

import pytest

from app.commands.doctor import limits
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, installation, said


def test_few_open_files_are_advice_and_hardly_any_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, state in ((65536, OK), (resource.RLIM_INFINITY, OK), (1024, ADVICE), (100, FAULT)):
        monkeypatch.setattr(
            "app.commands.doctor.limits.resource.getrlimit", lambda what, number=number: (number, number)
        )
        assert limits.open_files(installation()).state is state
    assert "LimitNOFILE=" in said(limits.open_files(installation()))


def test_the_memory_is_that_of_the_container(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CGROUP", tmp_path)
    monkeypatch.setattr("app.commands.doctor.limits.os.sysconf", lambda name: 2**16)  # 4 GiB
    assert limits.memory(installation(workers=2)).state is OK
    (tmp_path / "memory.max").write_text("max\n", "ascii")
    assert limits.memory(installation(workers=2)).state is OK
    (tmp_path / "memory.max").write_text(f"{2**29}\n", "ascii")
    found = limits.memory(installation(workers=2))
    assert found.state is FAULT
    assert "Set EXAMFORMER_WORKERS lower" in said(found)


def test_more_workers_than_cores_are_advised_against(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CGROUP", tmp_path)
    monkeypatch.setattr(
        "app.commands.doctor.limits.os.sched_getaffinity", lambda process: {0, 1, 2, 3}, raising=False
    )
    assert limits.cores(installation(workers=4)).state is OK
    (tmp_path / "cpu.max").write_text("150000 100000\n", "ascii")
    found = limits.cores(installation(workers=4))
    assert found.state is ADVICE
    assert found.said.startswith("4 workers on 1.5 cores")
    assert found.steps == ("Set EXAMFORMER_WORKERS=1.",)
