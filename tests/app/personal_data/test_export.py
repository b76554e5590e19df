"""A person's data as one archive: what is in it, and what never leaves."""

import csv
import io
from zipfile import ZipFile

from fastapi import FastAPI

from app.personal_data.file_format import PersonalFile
from tests.app.learner import COSINE, Learner
from tests.app.personal_data.worked import DATA, downloaded, told, work


def test_export_holds_what_a_guest_did_and_the_tables_say_the_same(app: FastAPI, learner: Learner) -> None:
    work(app, learner)
    archive = downloaded(learner)
    file = PersonalFile.model_validate_json(ZipFile(io.BytesIO(archive)).read("examformer.json"))
    assert len(file.exams) == 1
    assert len(file.predictions) == 1
    assert [report.sentence for report in file.reports] == ["The key is wrong."]
    with ZipFile(io.BytesIO(archive)) as opened:
        rows = {
            name: list(csv.reader(io.StringIO(opened.read(name).decode())))
            for name in opened.namelist()
            if name.endswith(".csv")
        }
    assert len(rows["sheets.csv"]) - 1 == len(file.sheets) > 10
    assert len(rows["answers.csv"]) - 1 == sum(len(one.answers) for one in file.sheets) > 10
    assert (len(rows["exams.csv"]), len(rows["predictions.csv"]), len(rows["reports.csv"])) == (2, 2, 2)
    assert {row[-2] for row in rows["answers.csv"]} == {"way", "ordinary", "strict", "relaxed", "example"}
    assert [row[-1] != "" for row in rows["answers.csv"]].count(
        True
    ) == 2  # its head, and what was taken back
    assert {row[-1] for row in rows["sheets.csv"] if row[-2] == "example"} == {"1", "2", "3"}
    assert [row[0] for row in rows["goal.csv"]] == ["exam", "full-exam"]
    page = learner.get(DATA).text
    assert f"Sheets {len(file.sheets)}" in page


def test_newcomer_downloads_an_empty_file(learner: Learner) -> None:
    assert "Nothing is stored about you yet." in learner.get(DATA).text
    file = told(downloaded(learner))
    assert file["sheets"] == file["exams"] == []


def test_a_typed_formula_reaches_no_spreadsheet(learner: Learner) -> None:
    learner.press(learner.open(COSINE), typed={"dot": "=1+1"})
    with ZipFile(io.BytesIO(downloaded(learner))) as opened:
        assert "'=1+1" in opened.read("answers.csv").decode()
