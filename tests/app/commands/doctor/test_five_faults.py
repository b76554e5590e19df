"""The whole command, in a process of its own: five planted faults are named with what to do, and nothing else is."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.app.commands.doctor.test_database import revised
from tests.app.server import EXAMFORMER, free_port, surroundings

NAMED = {
    "https": "Set EXAMFORMER_SECURE_COOKIES=true.",
    "revision": "Start that version, restore a copy from before it",
    "clock": "apt-get install chrony",
    "programs of learners": "apt-get install bubblewrap",
    "e-mail": "Check EXAMFORMER_SMTP_HOST",
}


def doctor(settings: Mapping[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [EXAMFORMER, "doctor", *arguments], env=surroundings(settings), capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip


def installed(folder: Path, migrated_file: Path, small_bank: Path) -> dict[str, str]:
    """The settings of a sound installation in this folder."""
    file = Path(shutil.copy(migrated_file, folder / "examformer.db"))
    return {
        "EXAMFORMER_DATABASE_URL": f"sqlite:///{file}",
        "EXAMFORMER_QUESTION_BANK": str(small_bank),
        "PORT": str(free_port()),
    }


def faults(told: dict[str, Any]) -> dict[str, str]:
    return {one["check"]: "\n".join(one["steps"]) for one in told["checks"] if one["state"] == "fault"}


@pytest.mark.long("a process that prints a PDF and runs a program in the sandbox")
def test_a_sound_machine_has_no_fault_and_is_left_as_it_was(
    tmp_path: Path, migrated_file: Path, small_bank: Path
) -> None:
    settings = installed(tmp_path, migrated_file, small_bank)
    before = (tmp_path / "examformer.db").read_bytes()
    ran = doctor(settings)
    assert ran.returncode == 0, ran.stdout
    assert "Nothing is a fault." in ran.stdout
    assert ran.stderr == ""
    assert (tmp_path / "examformer.db").read_bytes() == before
    assert {file.name.partition("-")[0] for file in tmp_path.iterdir()} == {"examformer.db"}


@pytest.mark.long("a process that prints a PDF and waits for a mail server")
def test_five_faults_at_once_are_named_with_what_to_do_and_nothing_else_is_a_fault(
    tmp_path: Path, migrated_file: Path, small_bank: Path
) -> None:
    settings = installed(tmp_path, migrated_file, small_bank)
    settings["EXAMFORMER_PUBLIC_ADDRESS"] = f"https://localhost:{free_port()}"
    settings |= {"EXAMFORMER_SMTP_HOST": "127.0.0.1", "EXAMFORMER_SMTP_PORT": str(free_port())}
    settings["EXAMFORMER_SMTP_FROM"] = "exam@school.example"
    settings["PATH"] = str(tmp_path)  # where there is no bubblewrap
    revised(settings["EXAMFORMER_DATABASE_URL"], "9999")
    later = time.time() + 7200
    os.utime(tmp_path / "examformer.db", (later, later))

    ran = doctor(settings, "--json")
    assert (ran.returncode, ran.stderr) == (1, "")
    told = json.loads(ran.stdout)
    found = faults(told)
    assert found.keys() == NAMED.keys(), found
    assert {name: step in found[name] for name, step in NAMED.items()} == dict.fromkeys(NAMED, True)
    assert told["faults"] == 5
