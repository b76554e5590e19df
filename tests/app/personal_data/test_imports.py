"""A file imported: identical pages elsewhere, nothing twice, nothing believed, and a clear word to whatever is no file."""

from difflib import unified_diff
from pathlib import Path

from fastapi import FastAPI

from app.settings import Settings
from tests.app.learner import Count, Learner, Make, new_learner
from tests.app.personal_data.worked import downloaded, pages, take_in, told, work


def elsewhere(make: Make, tmp_path: Path, migrated_file: Path, settings: Settings) -> FastAPI:
    """An empty installation of its own."""
    (tmp_path / "other").mkdir()
    file = tmp_path / "other" / "examformer.db"
    file.write_bytes(migrated_file.read_bytes())
    return make(settings.model_copy(update={"database_url": f"sqlite:///{file}"}))


def test_pages_on_an_empty_installation_are_those_of_the_first(
    app: FastAPI, learner: Learner, make: Make, tmp_path: Path, migrated_file: Path, settings: Settings
) -> None:
    work(app, learner)
    archive = downloaded(learner)
    file = told(archive)
    other_app = elsewhere(make, tmp_path, migrated_file, settings)
    other = new_learner(other_app)
    page = take_in(other_app, other, archive)
    assert f"Sheets {len(file['sheets'])}" in page.text
    assert "could not be marked again" not in page.text
    before, after = dict(pages(learner, file)), dict(pages(other, file))
    assert len(before) > 30
    assert before.keys() == after.keys()
    for address, html in before.items():
        changed = list(unified_diff(html.splitlines(), after[address].splitlines(), n=0))
        assert changed == [], address
    again = told(downloaded(other))
    assert {**again, "written_at": ""} == {**file, "written_at": ""}


def test_same_file_twice_changes_nothing(app: FastAPI, learner: Learner, count: Count) -> None:
    work(app, learner)
    archive, rows = downloaded(learner), count()
    page = take_in(app, learner, archive)
    assert "Sheets 0 Mock exams 0 Predictions in the lab 0" in page.text
    assert {**count(), "jobs": 0} == {**rows, "jobs": 0}
