"""Contents that are kept on the disk, and folders that are not trusted."""

import logging
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.cache import disk
from engine.cache.disk import DiskCache, Kept

CONTENT = b"worked out\nat length"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    disk._complain.cache_clear()
    return tmp_path / "cache"


def test_what_was_written_is_read_again_by_another(folder: Path) -> None:
    DiskCache(folder).write("bank", "key", CONTENT)
    assert DiskCache(folder).read("bank", "key") == CONTENT
    assert DiskCache(folder).read("other", "key") is None


def test_what_was_made_of_something_else_is_not_there(folder: Path) -> None:
    cache = DiskCache(folder)
    cache.write("bank", "before", CONTENT)
    assert cache.read("bank", "after") is None
    cache.write("bank", "after", b"new")
    assert cache.read("bank", "after") == b"new"
    assert cache.read("bank", "before") is None


@pytest.mark.parametrize("damage", [b"", b"\n", CONTENT, b"\x00" * 100])
def test_what_is_damaged_is_not_there(folder: Path, damage: bytes) -> None:
    cache = DiskCache(folder)
    cache.write("bank", "key", CONTENT)
    (folder / "bank").write_bytes(damage)
    assert cache.read("bank", "key") is None


@pytest.mark.parametrize("at", [0, 30, 64, 70, -1])
def test_a_single_letter_is_enough_damage(folder: Path, at: int) -> None:
    cache = DiskCache(folder)
    cache.write("bank", "key", CONTENT)
    written = bytearray((folder / "bank").read_bytes())
    written[at] ^= 1
    (folder / "bank").write_bytes(written)
    assert cache.read("bank", "key") is None


def test_what_was_cut_off_is_not_there(folder: Path) -> None:
    cache = DiskCache(folder)
    cache.write("bank", "key", CONTENT)
    os.truncate(folder / "bank", 70)
    assert cache.read("bank", "key") is None


def test_the_folder_and_its_files_are_for_this_user_alone(folder: Path) -> None:
    DiskCache(folder).write("bank", "key", CONTENT)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [file.stat().st_mode & 0o777 for file in folder.iterdir()] == [0o600]


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o720, 0o702])
def test_a_folder_that_others_may_write_to_is_not_used(
    folder: Path, mode: int, caplog: pytest.LogCaptureFixture
) -> None:
    cache = DiskCache(folder)
    cache.write("bank", "key", CONTENT)
    folder.chmod(mode)
    with caplog.at_level(logging.WARNING):
        assert cache.read("bank", "key") is None
        cache.write("other", "key", CONTENT)
        cache.write("another", "key", CONTENT)
    assert [file.name for file in folder.iterdir()] == ["bank"]
    (said,) = caplog.messages
    assert "others may write to it" in said
    assert str(folder) in said


def test_a_folder_of_somebody_else_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cache = DiskCache(folder)
    cache.write("bank", "key", CONTENT)
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    assert cache.read("bank", "key") is None
    assert "it belongs to somebody else" in caplog.text


def test_a_link_leads_nowhere(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever may write beside the folder could make it lead to another folder of ours, and a file to another file."""
    elsewhere = folder.with_name("elsewhere")
    DiskCache(elsewhere).write("bank", "key", CONTENT)
    folder.symlink_to(elsewhere)
    assert DiskCache(folder).read("bank", "key") is None
    folder.unlink()
    folder.mkdir(0o700)
    (folder / "bank").symlink_to(elsewhere / "bank")
    assert DiskCache(folder).read("bank", "key") is None
    assert caplog.messages


def test_a_disk_that_cannot_be_written_is_said_once_and_nothing_else(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.write_text("a file stands where the folder would be", "utf-8")
    cache = DiskCache(folder)
    cache.write("bank", "key", CONTENT)
    cache.write("bank", "key", CONTENT)
    assert cache.read("bank", "key") is None
    assert len(caplog.messages) == len(set(caplog.messages))
    assert "File exists" in caplog.text


def test_without_a_folder_nothing_is_kept_and_nothing_said(caplog: pytest.LogCaptureFixture) -> None:
    cache = DiskCache(None)
    cache.write("bank", "key", CONTENT)
    assert cache.read("bank", "key") is None
    assert caplog.messages == []


def test_many_may_write_one_content_at_one_moment(folder: Path) -> None:
    """Each reader finds one of the contents, whole, and none is left half written."""
    contents = [bytes([65 + n]) * 200_000 for n in range(8)]

    def write_and_read(n: int) -> bytes | None:
        cache = DiskCache(folder)
        cache.write("bank", "key", contents[n % 8])
        return cache.read("bank", "key")

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(write_and_read, range(64))) <= set(contents)
    assert [file.name for file in folder.iterdir()] == ["bank"]


def test_what_was_worked_out_of_two_things_is_told_apart(folder: Path) -> None:
    cache = DiskCache(folder)
    Kept(cache, "one", "key").write("index", b"of one")
    Kept(cache, "other", "key").write("index", b"of the other")
    assert Kept(cache, "one", "key").read("index") == b"of one"
    assert Kept(cache, "one", "another key").read("index") is None
