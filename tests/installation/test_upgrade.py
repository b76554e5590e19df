"""The release before is upgraded, goes on, and can be had back."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.app.learner import Page
from tests.app.server import free_port
from tests.installation.installed import Installed, browsing
from tests.installation.people import (
    assert_is_marked,
    become_the_first_administrator,
    begin_an_exam,
    hand_in,
    is_signed_in,
    practise,
    receipt,
    save,
    sign_in,
    sit_an_exam,
)


@pytest.mark.sweep
def test_the_release_before_is_upgraded_and_everybody_goes_on_from_where_they_were(
    installed: Installed, elsewhere: Installed, this_release: Path, release_before: Path
) -> None:
    where = {"EXAMFORMER_DATABASE_URL": f"sqlite:///{installed.file}"}  # it would look beside its packages
    installed.take(release_before)
    with installed.serving(**where) as server, browsing(server) as ada:
        become_the_first_administrator(ada, server.printed())
        practised, results = practise(ada), sit_an_exam(ada, "0.4321")
        exam = begin_an_exam(ada)
        question = save(ada, exam, "0.1234")
        older = installed.run("backup", **where).strip()
        server.kill()
    old = revision(installed.file)

    installed.take(this_release)
    with installed.serving() as server, browsing(server, ada) as ada, browsing(server) as at_another_desk:
        (copy,) = installed.file.parent.glob("examformer.db.before-*")
        assert f"a copy from before lies in {copy}" in server.printed()
        assert revision(copy) == old != revision(installed.file)
        assert is_signed_in(ada)
        assert sign_in(at_another_desk)
        assert "0.1234" in ada.get(question).html
        save(ada, exam, "0.5678")
        ended = hand_in(ada, exam)
        assert "0.5678" in ended.html
        assert_is_marked(ada.get(practised))
        assert_are_the_same(ada.get(results.address), results)
        backup = installed.run("backup").strip()

    assert f"{old}, older" in elsewhere.run("check-backup", older)
    assert f"The backup is of revision {old}" in elsewhere.run("restore", older)
    with elsewhere.serving() as server, browsing(server, ada) as ada:
        assert "0.1234" in ada.get(question).html
        hand_in(ada, exam)
        assert_are_the_same(ada.get(results.address), results)

    elsewhere.run("restore", backup, "--replace")
    with elsewhere.serving() as server, browsing(server, ada) as ada:
        assert_is_marked(ada.get(practised))
        assert ada.get(ended.address).text == ended.text


@pytest.mark.sweep
def test_the_release_before_refuses_the_newer_database_and_serves_the_copy_from_before(
    installed: Installed, this_release: Path, release_before: Path
) -> None:
    where = {"EXAMFORMER_DATABASE_URL": f"sqlite:///{installed.file}"}
    installed.take(release_before)
    with installed.serving(**where) as server, browsing(server) as ada:
        become_the_first_administrator(ada, server.printed())
        practised = practise(ada)
        assert server.end()[0] == 0
    installed.take(this_release)
    with installed.serving() as server, browsing(server, ada) as ada:
        later = practise(ada, seed=8)
        assert server.end()[0] == 0
    (copy,) = installed.file.parent.glob("examformer.db.before-*")
    newer = installed.file.read_bytes()

    installed.take(release_before)
    for command in ("migrate", "serve"):
        refusal = installed.refused(command, **where, PORT=str(free_port()))
        assert "A newer version of Examformer wrote this database" in refusal
    assert installed.file.read_bytes() == newer

    go_back(installed, copy)
    with installed.serving(**where) as server, browsing(server, ada) as ada:
        assert_is_marked(ada.get(practised))
        assert ada.get(later).status == 404


def assert_are_the_same(results: Page, before: Page) -> None:
    """The same was handed in, and earned the same."""
    assert "0.4321" in results.html
    assert (receipt(results), results.earned) == (receipt(before), before.earned)


def go_back(installed: Installed, copy: Path) -> None:
    """As docs/operating.md says: the release before has no command for it."""
    (aside := installed.file.parent / "aside").mkdir()
    for file in installed.file.parent.glob("examformer.db*"):
        if file.name in ("examformer.db", "examformer.db-wal", "examformer.db-shm"):
            file.rename(aside / file.name)
    shutil.copy(copy, installed.file)


def revision(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
