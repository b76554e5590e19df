"""The user that runs the command, and what new files are like."""

import shutil
from pathlib import Path

import pytest

from app.commands.doctor import rights
from tests.app.commands.doctor.installations import ADVICE, OK, installation, on, said


@pytest.fixture
def file(tmp_path: Path, migrated_file: Path) -> Path:
    return Path(shutil.copy(migrated_file, tmp_path / "examformer.db"))


def masked(monkeypatch: pytest.MonkeyPatch, folder: Path, mask: str) -> None:
    status = folder / "status"
    status.write_text(f"Name:\tpython\nUmask:\t{mask}\n", "utf-8")
    monkeypatch.setattr(rights, "STATUS", status)


def test_root_is_advised_against(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    me = file.stat().st_uid
    monkeypatch.setattr("app.commands.doctor.rights.os.geteuid", lambda: 0)
    found = rights.user(installation(database_url="postgresql://u@127.0.0.1:1/n"))
    assert found.state is ADVICE
    assert "useradd --system examformer" in said(found)
    monkeypatch.setattr("app.commands.doctor.rights.os.geteuid", lambda: me or 1000)
    assert rights.user(installation(database_url="postgresql://u@127.0.0.1:1/n")).state is OK


def test_a_database_of_another_user_is_told_of(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.commands.doctor.rights.os.geteuid", lambda: file.stat().st_uid + 1)
    monkeypatch.setattr(
        "app.commands.doctor.disk.user_name", lambda number: "ada" if number == file.stat().st_uid else "me"
    )
    found = rights.user(on(file))
    assert found.state is ADVICE
    assert "sudo -u ada --preserve-env examformer doctor" in found.steps


def test_new_files_that_others_could_read_are_advised_against(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    masked(monkeypatch, file.parent, "0022")
    file.parent.chmod(0o755)
    found = rights.new_files(on(file))
    assert found
    assert found.state is ADVICE
    assert f"chmod 700 {file.parent}" in found.steps
    masked(monkeypatch, file.parent, "0077")
    sound = rights.new_files(on(file))
    assert sound
    assert sound.state is OK


def test_a_private_folder_needs_no_mask(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    masked(monkeypatch, file.parent, "0022")
    file.parent.chmod(0o700)
    found = rights.new_files(on(file))
    assert found
    assert found.state is OK


def test_where_nothing_says_the_mask_nothing_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rights, "STATUS", file.parent / "nowhere")
    assert rights.new_files(on(file)) is None
