"""``examformer import`` takes a folder as often as CI runs it, and publishes what a check finds nothing in; ``check``
reads the same files."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from app import settings as reading
from app.cli import main
from app.database.connection import Database
from app.identity.store.people import Role
from app.questions.store import drafts, versions
from app.settings import Settings
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import COLLIDING, MENDED, NAME, TEXT, publish
from tests.app.learner import COSINE, Count, on_both

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Run]:
    """The command line on this database: its exit code, and all that it says."""
    monkeypatch.setenv("EXAMFORMER_DATABASE_URL", settings.database_url)
    reading.settings.cache_clear()

    def ran(*arguments: object) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out + said.err

    yield ran
    reading.settings.cache_clear()


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    """A folder of a repository: two questions at different depths, and what is none."""
    folder = tmp_path / "repository"
    (folder / "physics" / "lamps").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "heater.toml").write_text(TEXT.replace("A lamp", "A heater"), "utf-8")
    (folder / "physics" / "lamps" / "lamp.toml").write_text(TEXT, "utf-8")
    (folder / "README.md").write_text("# Questions")
    (folder / ".git" / "config.toml").write_text("secret")
    (folder / "link.toml").symlink_to(folder / "heater.toml")
    return folder


def import_(run: Run, author: Member, place: Path, *more: str) -> tuple[int, str]:
    return run("import", place, "--owner", author.email, *more)


def texts_of(database: Database, author: Member) -> dict[str, str]:
    with database.read() as connection:
        return {one.draft.name: one.draft.text for one in drafts.of_owner(connection, author.id, "")}


@on_both
def test_a_folder_becomes_drafts_once(run: Run, store: Database, author: Member, bank: Path) -> None:
    code, said = import_(run, author, bank)
    assert code == 0
    assert "2 questions: 2 new, 0 changed, 0 as they were; 0 cannot be read, 0 not taken." in said
    texts = texts_of(store, author)
    assert sorted(re.sub("-[0-9a-f]{8}$", "", name) for name in texts) == ["heater", "lamp"]
    assert import_(run, author, bank)[1].startswith("2 questions: 0 new, 0 changed, 2 as they were")
    (bank / "heater.toml").write_text(MENDED)
    code, said = import_(run, author, bank)
    assert "0 new, 1 changed, 1 as they were" in said
    assert texts_of(store, author).keys() == texts.keys()
    assert MENDED in texts_of(store, author).values()


def test_one_file_and_an_archive_are_taken_as_well(
    run: Run, store: Database, author: Member, bank: Path, tmp_path: Path
) -> None:
    assert "1 new" in import_(run, author, bank / "heater.toml")[1]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("heater.toml", TEXT.replace("A lamp", "A heater"))
        archive.writestr("kiln.toml", MENDED)
    (tmp_path / "all.zip").write_bytes(made.getvalue())
    assert "1 new, 0 changed, 1 as they were" in import_(run, author, tmp_path / "all.zip")[1]
    (tmp_path / "all.zip").write_bytes(b"none")
    code, said = import_(run, author, tmp_path / "all.zip")
    assert (code, "This is no ZIP archive" in said) == (2, True)


def test_a_question_that_was_exported_is_the_same_question_when_it_comes_back(
    run: Run, app: FastAPI, store: Database, author: Member, tmp_path: Path
) -> None:
    publish(app, author.id)
    text = author.learner.client.get(f"/author/{NAME}/question.toml").text
    (tmp_path / f"{NAME}.toml").write_text(text.replace("A lamp", "A street lamp"))
    assert "1 changed" in import_(run, author, tmp_path / f"{NAME}.toml")[1]
    assert texts_of(store, author) == {NAME: TEXT.replace("A lamp", "A street lamp")}


def test_nobody_loses_a_question_and_no_built_in_one_is_covered(
    run: Run, app: FastAPI, store: Database, author: Member, tmp_path: Path
) -> None:
    other = member(app, Role.INSTRUCTOR)
    publish(app, other.id)
    for stem in (NAME, COSINE):
        (tmp_path / f"{stem}.toml").write_text(MENDED)
        for _ in range(2):
            assert import_(run, author, tmp_path / f"{stem}.toml")[0] == 0
    assert texts_of(store, other) == {NAME: TEXT}
    assert len(texts_of(store, author)) == 2
    assert not {NAME, COSINE} & texts_of(store, author).keys()


@pytest.mark.sweep  # eight checks in processes of their own
@pytest.mark.long("checks of several questions")
def test_what_a_check_finds_nothing_in_is_published_and_the_rest_is_told(
    run: Run, app: FastAPI, store: Database, author: Member, bank: Path
) -> None:
    (bank / "colliding.toml").write_text(COLLIDING.replace("A lamp", "A kiln"))
    (bank / "half.toml").write_text("# Examformer: half\ntitle = 1\n")
    (bank / "latin.toml").write_bytes(b"\xe9")
    code, said = import_(run, author, bank, "--publish")
    assert code == 1
    assert f"{bank / 'half.toml'}:2: title" in said
    assert f"{bank / 'latin.toml'}: It is not written in UTF-8." in said
    assert (
        "4 questions: 4 new, 0 changed, 0 as they were; 1 cannot be read, 1 not taken; 2 published." in said
    )
    assert re.search(r"colliding-\w+ .* finding", said)
    with store.read() as connection:
        published = {
            name: version
            for name in texts_of(store, author)
            if (version := versions.newest(connection, name))
        }
    assert sorted(re.sub("-[0-9a-f]{8}$", "", name) for name in published) == ["heater", "lamp"]
    for name in published:
        assert author.learner.get(f"/practice/{name}").status == 200
    for file in ("colliding", "half", "latin"):
        (bank / f"{file}.toml").unlink()
    code, said = import_(run, author, bank, "--publish")
    assert (code, "0 published." in said, "variants" in said) == (0, True, False)
    (bank / "heater.toml").write_text(MENDED)
    assert "1 published." in import_(run, author, bank, "--publish")[1]


@pytest.mark.parametrize("who", ["nobody@school.example", "ada@school.example", ""])
def test_only_an_instructor_can_own_questions(
    run: Run, app: FastAPI, author: Member, bank: Path, count: Count, who: str
) -> None:
    member(app, Role.STUDENT, "ada@school.example")
    before = count()
    code, said = run("import", bank, "--owner", who)
    assert (code, "is no instructor" in said) == (2, True)
    assert count() == before


def test_what_is_not_there_is_one_line(run: Run, author: Member, tmp_path: Path) -> None:
    code, said = import_(run, author, tmp_path / "nothing.toml")
    assert code == 2
    assert said.count("\n") == 1
    assert "nothing.toml" in said
    (tmp_path / "empty").mkdir()
    assert import_(run, author, tmp_path / "empty") == (
        0, "0 questions: 0 new, 0 changed, 0 as they were; 0 cannot be read, 0 not taken.\n"
    )  # fmt: skip


# The check of files of one's own


@pytest.mark.sweep  # in every run a file of it is, below
def test_a_folder_of_ones_own_is_checked_without_a_database(run: Run, bank: Path) -> None:
    code, said = run("check", bank, "--seeds", 5)
    assert code == 0
    assert re.search(r"heater +\d+ variants .* ok\n", said)
    assert re.search(r"lamp +\d+ variants .* ok\n", said)
    assert "2 questions" in said
    assert "nothing to mend" in said


@pytest.mark.sweep
def test_a_file_that_is_no_question_or_has_findings_fails_the_check(run: Run, bank: Path) -> None:
    (bank / "half.toml").write_text(f"# Examformer: half\n{TEXT.replace('power * hours', 'power * minutes')}")
    code, said = run("check", bank / "half.toml", "--seeds", 2)
    assert code == 1
    assert f"{bank / 'half.toml'}:26: steps.value: " in said
    (bank / "half.toml").write_text(COLLIDING)
    code, said = run("check", bank / "half.toml", bank / "heater.toml", "--seeds", 20)
    assert code == 1
    assert re.search(r"half +\d+ variants .* findings?\n", said)
    assert re.search(r"heater +\d+ variants .* ok\n", said)


@pytest.mark.sweep
def test_files_and_questions_of_the_bank_are_checked_together(run: Run, bank: Path) -> None:
    code, said = run("check", COSINE, bank / "heater.toml", "--seeds", 2)
    assert code == 0
    assert "2 questions" in said
    assert run("check", "nothing-of-this-name")[0] == 2
