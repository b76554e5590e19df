"""What people do with an installed Examformer, from an empty folder to the version after."""

import json
import re
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from app import __version__
from app.settings import HOME
from tests.app.exams.sitting import begun
from tests.app.learner import PERPLEXITY, RIGHT, Learner, Page
from tests.installation.installed import Installed, browsing
from tests.installation.packages import environment, wheel
from tests.installation.release_before import wheel_of_the_release_before

PROGRAM = "code-cosine-similarity"
SOLUTION = """import numpy as np

def cosine(u, v):
    lengths = np.linalg.norm(u) * np.linalg.norm(v)
    return float(u @ v / lengths) if lengths else 0.0
"""
NUMBERS = '{"u": [1, 2, 2], "v": [2, 3, 6]}'
PAGES = {
    "/": "Today", "/topics": "Topics", "/study/2.5": "Attention", "/glossary": "Glossary", "/exams": "Mock exams",
    "/solve": "Solve with your own numbers", "/lab": "Lab", "/figures": "Figures", "/guide/interface": "For programs",
    "/lab/learning": "it has no PyTorch",
}  # fmt: skip
VISITOR = {"email": "ada@school.example", "password": "a horse, a battery"}
PATIENCE = 120.0


@pytest.fixture(scope="module")
def this_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel(HOME, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("environment"))


@pytest.fixture
def installed(python: Path, tmp_path: Path) -> Installed:
    return Installed(python, tmp_path)


@pytest.mark.sweep
def test_from_an_empty_folder_one_practises_sits_an_exam_copies_the_database_and_gets_it_back(
    installed: Installed, this_release: Path
) -> None:
    installed.take(this_release)
    assert installed.run("--version") == f"Examformer {__version__}\n"
    assert "No broken requirements" in installed.pip("check")
    solved = json.loads(installed.run("solve", "cosine_similarity", "--params", NUMBERS, "--json"))
    assert solved["answers"]["dot"] == 20
    assert "nothing to mend" in installed.run("check", PERPLEXITY, "--seeds", "5")
    assert [*installed.folder.iterdir()] == []

    with installed.serving() as server, browsing(server) as ada:
        assert f"The database is {installed.file}." in server.printed()
        become_the_first_administrator(ada, server.printed())
        for address, word in PAGES.items():
            page = ada.get(address)
            assert (page.status, word in page.text) == (200, True), address
            assert_everything_is_there_that(page, ada)
        practised = practise(ada)
        (installed.folder / "app").mkdir()  # a folder of somebody's that has a name of ours
        (installed.folder / "app" / "__init__.py").write_text("raise SystemExit")
        grade_a_program(ada)
        printed = ada.client.get("/study/2.5/sheet.pdf")
        assert (printed.status_code, printed.content[:5]) == (200, b"%PDF-")
        reviewed = sit_an_exam(ada)
        copy = Path(installed.run("backup").strip())
        after = practise(ada, seed=8)
        assert server.end()[0] == 0

    restore(installed, copy)
    with installed.serving() as server, browsing(server, ada) as ada:
        assert ada.get(practised).typed("perplexity") == [RIGHT["perplexity"]]
        assert "0.4321" in ada.get(reviewed).html
        assert ada.get(after).status == 404


@pytest.mark.sweep
def test_the_release_before_is_upgraded_and_an_exam_goes_on_where_it_was(
    installed: Installed, this_release: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = wheel_of_the_release_before(tmp_path_factory.mktemp("before"))
    where = {"EXAMFORMER_DATABASE_URL": f"sqlite:///{installed.file}"}
    installed.take(before)
    with installed.serving(**where) as server, browsing(server) as ada:
        become_the_first_administrator(ada, server.printed())
        practised, exam = practise(ada), f"/sittings/{begun(ada)}"
        question = save(ada, exam, "0.1234")
        server.kill()
    old = revision(installed.file)

    installed.take(this_release)
    with installed.serving() as server, browsing(server, ada) as ada:
        (copy,) = installed.file.parent.glob("examformer.db.before-*")
        assert f"a copy from before lies in {copy}" in server.printed()
        assert revision(copy) == old != revision(installed.file)
        assert "0.1234" in ada.get(question).html
        save(ada, exam, "0.5678")
        assert "0.5678" in ada.send(f"{exam}/end", {}).html
        assert ada.get(practised).typed("perplexity") == [RIGHT["perplexity"]]

    installed.take(before)
    assert "A newer version of Examformer wrote this database" in installed.refused("migrate", **where)
    restore(installed, copy)
    with installed.serving(**where) as server, browsing(server, ada) as ada:
        assert "0.1234" in ada.get(question).html


def become_the_first_administrator(newcomer: Learner, printed: str) -> None:
    link = re.search(r"http://\S+(/link/\S+)", printed)
    assert link
    assert newcomer.send(link[1], VISITOR).status == 200
    assert "/account/sign-out" in newcomer.get("/account").html


def assert_everything_is_there_that(page: Page, ada: Learner) -> None:
    """Everything that a page loads."""
    loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.html))
    assert loaded
    assert [file for file in sorted(loaded) if ada.client.get(file).status_code != 200] == []


def practise(ada: Learner, seed: int = 7) -> str:
    """Answers an exercise and returns the address of its sheet."""
    sheet = ada.press(ada.open(PERPLEXITY, seed), typed=RIGHT)
    assert sheet.status == 200
    assert seed != 7 or sheet.earned == 3
    return sheet.action


def grade_a_program(ada: Learner) -> None:
    """In a worker, which is a process of its own, and the sandbox."""
    sheet = ada.open(PROGRAM)
    (field,) = (name for name in sheet.fields if name.startswith("cell."))
    handed_in = ada.send(sheet.action, {**sheet.fields, field: SOLUTION, "do": "check"})
    gives_up = time.monotonic() + PATIENCE
    while (graded := ada.get(handed_in.action)).earned is None:
        assert time.monotonic() < gives_up, graded.text
        time.sleep(0.2)
    assert graded.earned == 3


def sit_an_exam(ada: Learner) -> str:
    exam = f"/sittings/{begun(ada)}"
    save(ada, exam, "0.4321")
    review = ada.send(f"{exam}/end", {})
    assert review.address == f"{exam}/review"
    return review.address


def save(ada: Learner, exam: str, text: str) -> str:
    """Types this into the first field of the exam, as a page without scripts sends it; returns its question's
    address."""
    for place in range(1, 20):
        address = f"{exam}/questions/{place}"
        cells = {name: typed for name, typed in ada.get(address).fields.items() if name.startswith("cell.")}
        if cells:
            assert ada.send(address, {**cells, next(iter(cells)): text, "do": "save"}).status == 200
            return address
    raise AssertionError("no question has a field")


def restore(installed: Installed, copy: Path) -> None:
    """By hand, as docs/operating.md says, with the server stopped."""
    aside = installed.file.parent / "aside"
    aside.mkdir()
    for file in installed.file.parent.glob("examformer.db*"):
        if file.name in ("examformer.db", "examformer.db-wal", "examformer.db-shm"):
            file.rename(aside / file.name)
    shutil.copy(copy, installed.file)


def revision(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
