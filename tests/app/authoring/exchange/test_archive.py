"""Files that people send are taken apart within limits, and every refusal is a sentence."""

import io
import stat
import struct
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.exchange import archive
from app.authoring.exchange.archive import CannotUnpack, Unpacked, pack, unpack
from app.authoring.exchange.question_file import QuestionFile, read, slug, write
from engine.bank import LONGEST
from tests.app.authoring.sample_question import TEXT

KIB = 1024
NOW = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)


def zipped(*files: tuple[str | zipfile.ZipInfo, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as opened:
        for name, content in files:
            opened.writestr(name, content, method)
    return made.getvalue()


def sent(content: bytes, name: str = "all.zip") -> Unpacked:
    return unpack([(name, content)])


def stems(unpacked: Unpacked) -> list[str]:
    return [file.stem for file in unpacked.files]


def link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    return info


def locked(content: bytes) -> bytes:
    """The archive with the mark of a password on its files."""
    for head, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(head)
        while at >= 0:
            flags = struct.unpack_from("<H", content, at + place)[0] | 1
            content = content[: at + place] + struct.pack("<H", flags) + content[at + place + 2 :]
            at = content.find(head, at + 4)
    return content


def packed_as(content: bytes, method: int) -> bytes:
    """The archive whose files say that they are packed in another way."""
    for head, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = content.find(head) + place
        content = content[:at] + struct.pack("<H", method) + content[at + 2 :]
    return content


# What is taken


def test_a_text_and_an_archive_of_texts_come_out_with_the_names_of_their_files() -> None:
    content = zipped(("bank/lamp.toml", TEXT), ("bank/deep/er/heater.TOML", TEXT), ("kiln.toml", TEXT))
    found = unpack([("a folder/kettle.toml", TEXT.encode()), ("all.zip", content)])
    assert stems(found) == ["kettle", "lamp", "heater", "kiln"]
    assert {file.text for file in found.files} == {TEXT}
    assert found.left_out == ()


def test_an_archive_that_was_packed_here_is_read_again() -> None:
    texts = [("one.toml", TEXT, NOW), ("two.toml", "π ≠ 3\n", NOW)]
    found = sent(pack(texts))
    assert [(f"{file.stem}.toml", file.text) for file in found.files] == [(n, t) for n, t, _ in texts]


def test_an_archive_goes_by_its_content_too() -> None:
    assert stems(sent(zipped(("lamp.toml", TEXT)), "questions.toml")) == ["lamp"]


def test_folders_readmes_and_what_systems_add_are_passed_over() -> None:
    found = sent(
        zipped(
            ("bank/", ""), ("bank/lamp.toml", TEXT), ("README.md", "#"), ("__MACOSX/bank/._lamp.toml", b"\x00\x05"),
            (".DS_Store", b"\x00"),
        )
    )  # fmt: skip
    assert (stems(found), found.left_out, found.passed_over) == (["lamp"], (), 3)


def test_lines_end_as_ours_and_a_mark_of_utf8_goes() -> None:
    (file,) = sent(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode(), "lamp.toml").files
    assert file.text == TEXT


def test_an_empty_archive_holds_nothing() -> None:
    assert sent(zipped()) == Unpacked(())


# The line at its head


@pytest.mark.parametrize(
    ("origin", "number", "changed"),
    [("", 0, False), ("cosine", 0, False), ("", 3, False), ("cosine-of-two", 12, True)],
)
@pytest.mark.parametrize(
    "text", ["", TEXT, "# Examformer: nothing\n", "# Examformer: a-b, version 3\nx = 1", "\n"]
)
def test_a_text_written_with_its_head_is_read_back_as_it_was(
    text: str, origin: str, number: int, changed: bool
) -> None:
    file = read("lamp-1a2b3c4d", write("lamp-1a2b3c4d", text, origin, number, changed))
    assert file == QuestionFile("lamp-1a2b3c4d", text, origin=origin, skipped=1)


def test_another_comment_stays_in_the_text() -> None:
    for text in ("# Examformer is ours\n", "# Examformer: a-b, from <x>\n", "#\n# Examformer: a\n"):
        assert read("lamp", text) == QuestionFile("lamp", text)


def test_a_second_download_has_the_name_of_the_first() -> None:
    assert read("lamp (2)", "").stem == "lamp"


@pytest.mark.parametrize(
    ("stem", "begins"),
    [
        ("lamp", "lamp"), ("A Lamp, für Ünß!", "a-lamp-f-r-n"), ("lamp-1a2b3c4d", "lamp"), ("-1a2b3c4d", "1a2b3c4d"),
        ("চা", "question"), ("", "question"), ("x" * 500, "x" * 48), ("'; drop table", "drop-table"),
    ],
)  # fmt: skip
def test_a_name_of_a_question_is_made_of_any_name_of_a_file(stem: str, begins: str) -> None:
    assert slug(stem) == begins


# What is refused, file by file


@pytest.mark.parametrize(
    "name",
    ["../lamp.toml", "a/../../lamp.toml", "/etc/lamp.toml", "C:\\lamp.toml", "c:lamp.toml", "\\\\host\\lamp.toml",
     "..\\lamp.toml"],
)  # fmt: skip
def test_a_path_that_leads_out_is_refused_and_the_others_are_taken(name: str) -> None:
    found = sent(zipped((name, TEXT), ("good.toml", TEXT)))
    assert stems(found) == ["good"]
    assert [one.why for one in found.left_out] == [archive.OUTSIDE]
    assert unpack([(name, TEXT.encode())]).left_out == found.left_out


def test_a_name_with_a_hidden_end_is_refused() -> None:
    content = zipped(("lamp.toml_.exe", TEXT)).replace(b"lamp.toml_.exe", b"lamp.toml\x00.exe")
    (left,) = sent(content).left_out
    assert (left.file, left.why) == ("lamp.toml·.exe", archive.OUTSIDE)


def test_names_are_shown_without_signs_that_turn_them_and_cut() -> None:
    (left,) = unpack([("\u202elmot.exe" + "x" * 500, b"")]).left_out
    assert left.file.startswith("·lmot.exe")
    assert len(left.file) == 121


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (TEXT.encode("utf-16"), archive.NOT_UTF8),
        (TEXT.encode("utf-16-le"), archive.NUL),
        ("é".encode("latin-1"), archive.NOT_UTF8),
        (b"title = \x00", archive.NUL),
        (b"\xed\xa0\x80", archive.NOT_UTF8),
        (b"a" * 60_001, archive.LONG),
        ("é".encode() * 150_000, archive.LONG),
    ],
    ids=["utf-16", "utf-16 without mark", "latin-1", "NUL", "half a letter", "60,001", "300 kB"],
)
def test_what_is_no_text_of_a_fair_length_is_refused(content: bytes, why: str) -> None:
    (left,) = unpack([("lamp.toml", content)]).left_out
    assert left.why == why
    noise = Random(1).randbytes(4000)  # so that it is no bomb
    (left,) = sent(zipped(("lamp.toml", content), ("noise", noise))).left_out
    assert left.why == why


def test_the_longest_text_of_the_largest_letters_is_taken() -> None:
    text = write("lamp-1a2b3c4d", "𝔸" * 60_000, "cosine", 1, True)
    (file,) = unpack([("lamp.toml", text.encode())]).files
    assert len(file.text) == 60_000


def test_links_locked_files_other_packings_and_archives_in_archives_are_refused() -> None:
    inner = zipped(("lamp.toml", TEXT))
    for content, why in (
        (zipped((link("lamp.toml"), "/etc/passwd")), archive.LINK),
        (locked(inner), archive.ENCRYPTED),
        (zipped(("lamp.toml", TEXT), method=zipfile.ZIP_LZMA), archive.PACKED),
        (zipped(("lamp.toml", TEXT), method=zipfile.ZIP_BZIP2), archive.PACKED),
        (packed_as(inner, 93), archive.PACKED),
        (zipped(("inner.zip", inner)), archive.INSIDE),
    ):
        found = sent(content)
        assert (found.files, [one.why for one in found.left_out]) == ((), [why])
    assert unpack([("lamp.exe", b"MZ")]).left_out[0].why == archive.NO_QUESTION_FILE


def test_a_file_that_was_changed_in_its_archive_is_damaged() -> None:
    content = zipped(("lamp.toml", TEXT), method=zipfile.ZIP_STORED)
    (left,) = sent(content.replace(b"power * hours", b"power + hours")).left_out
    assert left.why == archive.DAMAGED


def test_a_file_is_never_read_beyond_what_its_archive_says() -> None:
    content = zipped(("lamp.toml", "a" * 50_000))
    small = struct.pack("<L", 10)
    for head, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = content.find(head) + place
        content = content[:at] + small + content[at + 4 :]
    (left,) = sent(content).left_out
    assert left.why == archive.DAMAGED


# What is refused whole


def many(count: int, name: str = "q{}.toml") -> bytes:
    return zipped(*((name.format(n), "x = 1") for n in range(count)))


def bomb() -> bytes:
    return zipped(*((f"q{n}.toml", "x" * 200_000) for n in range(30)))


def large() -> bytes:
    noise = bytes(range(32, 127)) * 2400
    return zipped(*((f"q{n}.toml", noise) for n in range(40)), method=zipfile.ZIP_STORED)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: many(201), archive.TOO_MANY),
        (lambda: many(10_000), archive.TOO_MANY),
        (lambda: many(10_000, "n{}.txt"), archive.TOO_MANY),
        (bomb, archive.BOMB),
        (large, archive.TOO_LARGE),
        (lambda: b"not a zip", archive.NO_ARCHIVE),
        (lambda: b"", archive.NO_ARCHIVE),
        (lambda: zipped(("lamp.toml", TEXT))[:-30], archive.NO_ARCHIVE),
        (lambda: zipped(("lamp.toml", TEXT))[:40], archive.NO_ARCHIVE),
        (lambda: b"PK\x05\x06" + b"\xff" * 18, archive.NO_ARCHIVE),
    ],
    ids=["201", "10,000", "10,000 others", "bomb", "large", "no zip", "empty", "cut", "cut early", "an end alone"],
)  # fmt: skip
def test_of_what_is_too_much_or_no_archive_nothing_is_taken(make: Callable[[], bytes], why: str) -> None:
    with pytest.raises(CannotUnpack) as refused:
        unpack([("good.toml", TEXT.encode()), ("all.zip", make())])
    assert str(refused.value) == why


def test_two_hundred_are_taken_and_one_more_beside_them_is_too_many() -> None:
    assert len(sent(many(200)).files) == 200
    with pytest.raises(CannotUnpack, match="more than 200"):
        unpack([("all.zip", many(200)), ("lamp.toml", b"")])


def test_several_archives_may_hold_no_more_than_one() -> None:
    half = zipped(*((f"q{n}.toml", Random(n).randbytes(29_000).hex()) for n in range(80)))
    assert len(sent(half).files) == 80
    with pytest.raises(CannotUnpack, match="8 MiB"):
        unpack([("one.zip", half), ("two.zip", half)])


def test_the_limits_are_those_that_the_sentences_name() -> None:
    assert str(archive.MOST_FILES) in archive.TOO_MANY
    assert f"{archive.MOST_BYTES // KIB // KIB} MiB" in archive.TOO_LARGE
    assert f"{archive.MOST_TIMES} times" in archive.BOMB
    assert f"{LONGEST:,}" in archive.LONG


@given(st.data())
def test_no_archive_however_broken_gives_anything_but_files_and_sentences(data: st.DataObject) -> None:
    content = bytearray(zipped(("bank/lamp.toml", TEXT), ("b.toml", "x = 1"), ("c.zip", b"PK")))
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=4))
    try:
        found = sent(bytes(content))
    except CannotUnpack:
        return
    assert all(len(file.text) <= LONGEST for file in found.files)
    assert all(one.why for one in found.left_out)
