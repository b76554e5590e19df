"""The question bank from the cache: the same bank, read again where anything is another than it was."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import fields, replace
from datetime import date
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import numpy as np
import pytest

from engine import bank as reading
from engine import variants
from engine.bank import Bank
from engine.cache import bank as kept
from engine.cache import disk, fingerprint
from engine.cache.disk import DiskCache
from engine.chain import Family
from engine.questions import Question
from engine.variants import Undrawable, Variant
from tests.engine.submissions import BANK, HOME

FOLDER = HOME / "question_bank"
BY_HAND, DEFINED, MORE = "causal-attention-by-hand", "define-attention-map", "cosine-of-two-vectors"
COMPUTED = {"chain", "drawings"}  # functions, which are compared by what they draw


@pytest.fixture
def cache(tmp_path: Path) -> DiskCache:
    return DiskCache(tmp_path / "cache")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bank with a question of each of two kinds, an exam and a study page."""
    place = tmp_path / "question_bank"
    for name in (BY_HAND, DEFINED):
        copied(name, place)
    for inside, name in (("exams", "full.toml"), ("study", "2.1.toml")):
        (place / inside).mkdir()
        shutil.copy(FOLDER / inside / name, place / inside)
    return place


def copied(name: str, to: Path) -> None:
    """Copies a question of the bank into another one."""
    file = file_of(name, FOLDER)
    (to / file.parent.name).mkdir(parents=True, exist_ok=True)
    shutil.copy(file, to / file.parent.name)


def file_of(name: str, folder: Path) -> Path:
    (file,) = folder.glob(f"*/{name}.toml")
    return file


def texts(bank: Bank) -> dict[str, tuple[str, str]]:
    return {id: (one.version, one.title) for id, one in bank.questions.items()}


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that were read anew."""
    read: list[Path] = []
    own = reading.read_bank

    def counted(folder: Path) -> Bank:
        read.append(folder)
        return own(folder)

    monkeypatch.setattr(reading, "read_bank", counted)
    return read


# The same bank


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Bank:
    """The whole bank, from the cache."""
    cache = DiskCache(tmp_path_factory.mktemp("kept") / "cache")
    kept.read_bank(FOLDER, cache)
    return kept.read_bank(FOLDER, cache)


def test_a_bank_from_the_cache_has_what_was_read(again: Bank) -> None:
    assert isinstance(again.questions, kept.KeptQuestions)
    assert list(again.questions) == list(BANK.questions)
    assert len(again.questions) == len(BANK.questions)
    assert again.broken == BANK.broken == ()
    assert again.exams == BANK.exams
    assert list(again.exams) == list(BANK.exams)
    assert again.study == BANK.study
    assert list(again.study.sections) == list(BANK.study.sections)


def test_each_question_from_the_cache_has_every_field_as_it_was_read(again: Bank) -> None:
    others = [name for name in Question.model_fields if name not in COMPUTED]
    for id, read in BANK.questions.items():
        found = again.questions[id]
        assert {name: getattr(found, name) for name in others} == {
            name: getattr(read, name) for name in others
        }
        assert found.drawings.keys() == read.drawings.keys(), id
        assert described(found.family) == described(read.family), id
        assert found.varies == read.varies, id


def described(family: Family) -> dict[str, Any]:
    """A chain without its functions."""
    return {
        "id": family.id,
        "title": family.title,
        "section": family.section,
        "subject": family.subject,
        "parameters": family.parameters.model_json_schema(),
        "steps": {
            name: [step.title, step.formula, step.sources, repr(step.form), step.reasons]
            for name, step in family.steps.items()
        },
        "mistakes": {name: (one.of, one.says) for name, one in family.mistakes.items()},
        "notes": list(family.notes),
    }


def test_questions_from_the_cache_draw_the_same_variants(again: Bank) -> None:
    for id, read in BANK.questions.items():
        one, other = drawn(again.questions[id]), drawn(read)
        assert (one is None) == (other is None), id
        if one and other:
            assert one.parameters.to_json() == other.parameters.to_json(), id
            assert repr(one.statement) == repr(other.statement), id
            assert all(
                np.array_equal(np.asarray(mine.key, object), np.asarray(its.key, object))
                for mine, its in zip(one.asked, other.asked, strict=True)
            ), id


def drawn(question: Question) -> Variant | None:
    try:
        return variants.draw(question, 5, question.default_level)
    except Undrawable:
        return None


def test_a_question_is_made_once(again: Bank) -> None:
    assert again.questions[BY_HAND] is again.questions[BY_HAND]
    assert "nothing" not in again.questions
    assert again.questions.get("nothing") is None


# When it is read anew


def test_a_bank_is_read_once_and_then_from_the_cache(
    folder: Path, cache: DiskCache, reads: list[Path]
) -> None:
    first, later = kept.read_bank(folder, cache), kept.read_bank(folder, cache)
    assert reads == [folder]
    assert texts(later) == texts(first)
    assert set(later.study.sections) == {"2.1"}


def changed(folder: Path) -> None:
    file = file_of(BY_HAND, folder)
    file.write_text(file.read_text("utf-8").replace('title = "', 'title = "Again: ', 1), "utf-8")


def added(folder: Path) -> None:
    copied(MORE, folder)


def removed(folder: Path) -> None:
    file_of(DEFINED, folder).unlink()


def renamed(folder: Path) -> None:
    file = file_of(DEFINED, folder)
    file.rename(file.with_stem("what-is-an-attention-map"))


def with_another_exam(folder: Path) -> None:
    (folder / "exams" / "full.toml").unlink()


def with_another_page(folder: Path) -> None:
    shutil.copy(FOLDER / "study" / "2.2.toml", folder / "study")


@pytest.mark.parametrize("change", [changed, added, removed, renamed, with_another_exam, with_another_page])
def test_a_change_is_seen_at_the_next_start(
    folder: Path, cache: DiskCache, reads: list[Path], change: Callable[[Path], None]
) -> None:
    kept.read_bank(folder, cache)
    change(folder)
    found, fresh = kept.read_bank(folder, cache), reading.read_bank(folder)
    for one in fields(Bank):
        if one.name not in ("questions", "kept"):
            assert getattr(found, one.name) == getattr(fresh, one.name)
    assert texts(found) == texts(fresh)
    assert texts(kept.read_bank(folder, cache)) == texts(found)
    assert reads == [folder] * 3  # the last one is from the cache


def test_a_change_that_leaves_size_and_time_is_seen(folder: Path, cache: DiskCache) -> None:
    title, file = kept.read_bank(folder, cache).questions[DEFINED].title, file_of(DEFINED, folder)
    before = file.stat()
    file.write_text(file.read_text("utf-8").replace(title, title.swapcase()), "utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert kept.read_bank(folder, cache).questions[DEFINED].title == title.swapcase()


def test_code_of_another_version_reads_anew(
    folder: Path, cache: DiskCache, reads: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.read_bank(folder, cache)
    monkeypatch.setattr(fingerprint, "of_code", lambda: "another version")
    kept.read_bank(folder, cache)
    assert len(reads) == 2
    kept.read_bank(folder, cache)
    assert len(reads) == 2


def test_a_damaged_cache_is_made_anew(
    folder: Path, cache: DiskCache, reads: list[Path], tmp_path: Path
) -> None:
    kept.read_bank(folder, cache)
    (file,) = (tmp_path / "cache").iterdir()
    file.write_bytes(file.read_bytes()[:-100])
    assert set(kept.read_bank(folder, cache).questions) == {BY_HAND, DEFINED}
    kept.read_bank(folder, cache)
    assert len(reads) == 2


def test_a_folder_that_others_may_write_to_serves_nothing(
    folder: Path, cache: DiskCache, reads: list[Path], tmp_path: Path
) -> None:
    """Whoever could write there would decide on the keys of questions."""
    disk._complain.cache_clear()
    kept.read_bank(folder, cache)
    (tmp_path / "cache").chmod(0o777)
    assert set(kept.read_bank(folder, cache).questions) == {BY_HAND, DEFINED}
    assert len(reads) == 2


def test_a_broken_bank_says_so_at_each_start_until_it_is_mended(
    folder: Path, cache: DiskCache, reads: list[Path]
) -> None:
    file = file_of(BY_HAND, folder)
    good = file.read_text("utf-8")
    kept.read_bank(folder, cache)
    file.write_text("title = ", "utf-8")
    for _ in range(2):
        bank = kept.read_bank(folder, cache)
        assert [broken.file for broken in bank.broken] == [file]
        assert set(bank.questions) == {DEFINED}
    file.write_text(good, "utf-8")
    assert kept.read_bank(folder, cache).broken == ()
    assert set(kept.read_bank(folder, cache).questions) == {BY_HAND, DEFINED}


def test_a_study_page_that_cannot_be_read_is_told_at_each_start(folder: Path, cache: DiskCache) -> None:
    (folder / "study" / "2.1.toml").write_text("about = 3", "utf-8")
    told = [kept.read_bank(folder, cache).study.faults for _ in range(2)]
    assert told[0] == told[1] != ()


def test_a_value_that_json_does_not_have_keeps_a_bank_from_being_kept(
    folder: Path, cache: DiskCache, reads: list[Path]
) -> None:
    file = file_of(BY_HAND, folder)
    name = next(iter(reading.read_bank(folder).questions[BY_HAND].family.parameters.model_fields))
    dated = f'\n[[remarks]]\nsays = "On this day."\nwhen = {{ {name} = 2026-12-01 }}\n'
    file.write_text(file.read_text("utf-8") + dated, "utf-8")
    reads.clear()
    banks = [kept.read_bank(folder, cache) for _ in range(2)]
    assert [bank.questions[BY_HAND].remarks[0].when for bank in banks] == [{name: date(2026, 12, 1)}] * 2
    assert len(reads) == 2


def test_what_is_seen_of_data_files_is_as_it_was_read() -> None:
    """One built-in question has a data file."""
    with_files = [question for question in BANK.questions.values() if question.files]
    assert with_files
    for question in with_files:
        assert question.looks
        assert reading.with_looks(question, FOLDER).looks == question.looks


# Several at once


READ_AT_ONCE = """
import json, sys
from pathlib import Path
from engine.cache.bank import read_bank
from engine.cache.disk import DiskCache
print("ready", flush=True)
sys.stdin.readline()
bank = read_bank(Path(sys.argv[1]), DiskCache(Path(sys.argv[2])))
print(json.dumps({id: one.version for id, one in bank.questions.items()}))
"""


@pytest.mark.long("starts three processes that import the engine")
def test_processes_that_start_at_one_moment_share_a_cache(
    folder: Path, cache: DiskCache, reads: list[Path], tmp_path: Path
) -> None:
    command = [sys.executable, "-c", READ_AT_ONCE, str(folder), str(tmp_path / "cache")]
    with ExitStack() as ended:
        processes = [
            ended.enter_context(Popen(command, stdin=PIPE, stdout=PIPE, text=True, cwd=HOME))
            for _ in range(3)
        ]
        assert [one.stdout.readline() for one in processes if one.stdout] == ["ready\n"] * 3
        for one in processes:
            assert one.stdin is not None
            one.stdin.write("go\n")
            one.stdin.flush()
        found = [one.communicate()[0] for one in processes]
    expected = {id: one.version for id, one in reading.read_bank(folder).questions.items()}
    assert [json.loads(one) for one in found] == [expected] * 3
    assert len(list((tmp_path / "cache").iterdir())) == 1
    reads.clear()
    assert texts(kept.read_bank(folder, cache)).keys() == expected.keys()
    assert reads == []


def test_a_bank_with_other_questions_keeps_nothing_of_the_first(again: Bank) -> None:
    assert replace(again, questions={}, kept=disk.NOWHERE).kept.read("files") is None
