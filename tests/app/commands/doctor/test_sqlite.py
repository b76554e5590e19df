"""An SQLite file that is damaged, and folders in which it would be."""

import os
import shutil
from pathlib import Path

import pytest

from app.commands.doctor import disk, sqlite
from app.commands.doctor.findings import Finding
from app.database import inspection
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, installation, on, said

PAGE = 4096


@pytest.fixture
def file(tmp_path: Path, migrated_file: Path) -> Path:
    return Path(shutil.copy(migrated_file, tmp_path / "examformer.db"))


def of_the_folder(file: Path) -> Finding:
    found = sqlite.folder(on(file))
    assert found
    return found


def lies_on(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(disk, "file_system", lambda place: kind)


def test_a_sound_file_is_read_and_not_changed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lies_on(monkeypatch, "ext4")
    before = file.read_bytes()
    found = sqlite.sound(on(file))
    assert found
    assert found.state is OK
    assert of_the_folder(file).state is OK
    assert file.read_bytes() == before
    assert {one.name for one in file.parent.iterdir()} <= {file.name, f"{file.name}-wal", f"{file.name}-shm"}


def test_a_damaged_file_is_a_fault_that_names_the_way_back(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: 2 * PAGE] + b"x" * PAGE + whole[3 * PAGE :])
    found = sqlite.sound(on(file))
    assert found
    assert found.state is FAULT
    assert "Restoring a copy" in said(found)
    assert f"sqlite3 {file} .recover" in said(found)


def test_a_folder_in_which_nothing_can_be_written_is_a_fault(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspection, "refusal", lambda place: "Read-only file system")
    found = of_the_folder(file)
    assert found.state is FAULT
    assert f"chown -R {disk.user_name(os.geteuid())} {file.parent}" in said(found)
    assert "mounted read-only" in said(found)


def test_what_keeps_sqlite_from_writing_is_found_by_trying(tmp_path: Path) -> None:
    assert inspection.refusal(tmp_path) == ""
    assert list(tmp_path.iterdir()) == []
    assert "No such file or directory" in inspection.refusal(tmp_path / "nowhere")


def test_a_file_that_this_user_may_not_write_to_is_a_fault(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lies_on(monkeypatch, "ext4")
    monkeypatch.setattr("app.commands.doctor.sqlite.os.access", lambda place, how: Path(place) != file)
    found = of_the_folder(file)
    assert found.state is FAULT
    assert f"this user may not write to {file}" in found.said


def test_a_shared_file_system_is_a_fault_and_one_in_memory_is_advice(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lies_on(monkeypatch, "nfs4")
    assert of_the_folder(file).state is FAULT
    assert "(nfs4), on which SQLite loses data" in of_the_folder(file).said
    lies_on(monkeypatch, "tmpfs")
    assert of_the_folder(file).state is ADVICE


def test_a_folder_that_is_not_there_yet_is_judged_by_the_one_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lies_on(monkeypatch, "ext4")
    found = of_the_folder(tmp_path / "data" / "examformer.db")
    assert found.state is OK
    assert str(tmp_path) in found.said
    assert not (tmp_path / "data").exists()


def test_postgresql_has_no_file() -> None:
    at = installation(database_url="postgresql://u@127.0.0.1:1/n")
    assert sqlite.sound(at) is None
    assert sqlite.folder(at) is None
