"""Room on the disk, and who reads what lies there."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.commands.doctor import disk
from app.commands.doctor.findings import Finding
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, installation, on, said

MOUNTS = """\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
35 22 0:40 / /srv rw - nfs4 server:/exports rw
36 35 254:1 / /srv/my\\040exam rw - xfs /dev/vdb rw
"""


@pytest.fixture
def open_folder(migrated_file: Path) -> Iterator[Path]:
    """A folder that everybody may enter, with a database; those of pytest are the user's own."""
    folder = Path(tempfile.mkdtemp(prefix="examformer-doctor-"))
    folder.chmod(0o755)
    shutil.copy(migrated_file, folder / "examformer.db")
    yield folder
    shutil.rmtree(folder)


def of(file: Path) -> Finding:
    found = disk.privacy(on(file))
    assert found
    return found


def test_room_enough_is_told_of_every_place(migrated_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "app.commands.doctor.disk.shutil.disk_usage", lambda place: SimpleNamespace(free=disk.LEAST)
    )
    found = disk.room(on(migrated_file))
    assert found.state is OK
    assert str(migrated_file.parent) in found.said
    assert tempfile.gettempdir() in found.said


def test_a_disk_without_room_for_three_copies_is_a_fault(
    migrated_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = on(migrated_file)
    monkeypatch.setattr(disk, "LEAST", 0)
    monkeypatch.setattr(disk, "TEMPORARY", 0)
    needed = disk.COPIES * migrated_file.stat().st_size
    monkeypatch.setattr(
        "app.commands.doctor.disk.shutil.disk_usage", lambda place: SimpleNamespace(free=needed)
    )
    assert disk.room(at).state is OK
    monkeypatch.setattr(
        "app.commands.doctor.disk.shutil.disk_usage", lambda place: SimpleNamespace(free=needed - 1)
    )
    found = disk.room(at)
    assert found.state is FAULT
    assert f"du -x -h -d 1 {migrated_file.parent} | sort -h | tail" in found.steps


def test_a_disk_without_room_for_another_file_is_a_fault(
    migrated_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "app.commands.doctor.disk.os.statvfs", lambda place: SimpleNamespace(f_files=0, f_favail=0)
    )
    assert disk.files_left(on(migrated_file)).state is OK, "it has no such limit"
    monkeypatch.setattr(
        "app.commands.doctor.disk.os.statvfs", lambda place: SimpleNamespace(f_files=9000, f_favail=3)
    )
    found = disk.files_left(on(migrated_file))
    assert found.state is FAULT
    assert "du --inodes" in said(found)


def test_a_database_that_everybody_may_read_is_a_fault_with_its_copies(open_folder: Path) -> None:
    file = open_folder / "examformer.db"
    copy = open_folder / "examformer.db.backup-20261201-000000-000000"
    shutil.copy(file, copy)
    file.chmod(0o644)
    copy.chmod(0o644)
    found = of(file)
    assert found.state is FAULT
    assert f"chmod 600 {file}*" in found.steps
    for one in open_folder.iterdir():
        one.chmod(0o600)
    assert of(file).state is OK


def test_a_folder_that_nobody_else_may_enter_hides_what_is_in_it(open_folder: Path) -> None:
    (open_folder / "examformer.db").chmod(0o666)
    open_folder.chmod(0o700)
    assert of(open_folder / "examformer.db").state is OK


def test_a_group_with_other_members_is_advice(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = open_folder / "examformer.db"
    file.chmod(0o640)
    monkeypatch.setattr("app.commands.doctor.disk.grp.getgrgid", lambda number: SimpleNamespace(gr_mem=[]))
    monkeypatch.setattr("app.commands.doctor.disk.pwd.getpwall", list)
    assert of(file).state is OK, "the owner alone is in it"
    monkeypatch.setattr(
        "app.commands.doctor.disk.grp.getgrgid", lambda number: SimpleNamespace(gr_mem=["ada", "bob"])
    )
    found = of(file)
    assert found.state is ADVICE
    assert "ada, bob" in found.said


def test_a_password_in_a_file_that_everybody_may_read_is_a_fault(open_folder: Path) -> None:
    password = open_folder / "password"
    password.write_text("hunter2", "utf-8")
    password.chmod(0o644)
    at = installation(database_url="postgresql://u@127.0.0.1:1/n", smtp_password_file=password)
    found = disk.privacy(at)
    assert found
    assert found.state is FAULT
    assert str(password) in found.said
    assert disk.privacy(installation(database_url="postgresql://u@127.0.0.1:1/n")) is None


def test_the_file_system_is_that_of_the_nearest_mount(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = tmp_path / "mountinfo"
    listed.write_text(MOUNTS, "utf-8")
    monkeypatch.setattr(disk, "MOUNTS", listed)
    places = {"/srv/data": "nfs4", "/srv/my exam/data": "xfs", "/srvice": "ext4"}
    assert {place: disk.file_system(Path(place)) for place in places} == places
    monkeypatch.setattr(disk, "MOUNTS", tmp_path / "nowhere")
    assert disk.file_system(tmp_path) == ""


def test_a_user_without_a_name_is_told_by_number() -> None:
    assert disk.user_name(4_000_000_000) == "4000000000"
    assert disk.user_name(os.geteuid())
