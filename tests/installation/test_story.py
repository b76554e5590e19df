"""What people do with an installed Examformer, from an empty folder to its backup on another machine."""

import json
from pathlib import Path

import pytest

from app import __version__
from tests.app.learner import PERPLEXITY
from tests.installation.installed import Installed, browsing
from tests.installation.people import (
    assert_everything_is_there_that,
    assert_is_marked,
    become_the_first_administrator,
    grade_a_program,
    is_signed_in,
    practise,
    sign_in,
    sit_an_exam,
)

NUMBERS = '{"u": [1, 2, 2], "v": [2, 3, 6]}'
PAGES = {
    "/": "Today", "/topics": "Topics", "/study/2.5": "Attention", "/glossary": "Glossary", "/exams": "Mock exams",
    "/solve": "Solve with your own numbers", "/lab": "Lab", "/figures": "Figures", "/guide/interface": "For programs",
    "/lab/learning": "it has no PyTorch",
}  # fmt: skip


@pytest.mark.sweep
def test_from_an_empty_folder_one_practises_sits_an_exam_backs_up_and_goes_on_elsewhere(
    installed: Installed, elsewhere: Installed, this_release: Path
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
        results = sit_an_exam(ada, "0.4321")
        backup = installed.run("backup").strip()
        later = practise(ada, seed=8)
        assert "is in use: stop the server" in installed.refused("restore", backup, "--replace")
        assert server.end()[0] == 0

    held = installed.run("check-backup", backup)
    assert "every row is as it was written" in held
    assert ["people", "1"] in [line.split() for line in held.splitlines()]

    assert f"Restored to sqlite:///{elsewhere.file}" in elsewhere.run("restore", backup)
    with elsewhere.serving() as server, browsing(server, ada) as ada, browsing(server) as at_another_desk:
        assert "There is no administrator yet" not in server.printed()
        assert is_signed_in(ada)
        assert sign_in(at_another_desk)
        assert_is_marked(ada.get(practised))
        assert "0.4321" in results.html
        assert ada.get(results.address).text == results.text
        assert ada.get(later).status == 404
        practise(ada, seed=9)

    assert "holds the work of 1 person" in installed.refused("restore", backup)
    told = installed.run("restore", backup, "--replace")
    aside = told.rpartition("What was there before lies in ")[2].strip()
    with installed.serving() as server, browsing(server, ada) as ada:
        assert ada.get(later).status == 404
        assert ada.get(results.address).text == results.text

    elsewhere.run("restore", aside, "--replace")
    with elsewhere.serving() as server, browsing(server, ada) as ada:
        assert ada.get(later).action == later
