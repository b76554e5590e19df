"""Progress: what one has earned, exactly, and the same as a table that is safe to open."""

import csv
import io
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.home import progress
from app.identity.store import people
from app.practice.store import attempts
from app.settings import Settings
from app.web.downloads import defused
from app.web.rendering import points
from tests.app.learner import COSINE, RIGHT, Learner, Make, drawn, new_learner, on_both
from tests.engine.submissions import BANK


def table(learner: Learner) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(learner.get("/progress.csv").html)))


def test_nobody_has_a_record_before_the_first_answer(learner: Learner) -> None:
    page = learner.get("/progress")
    assert "Nothing here yet" in page.text
    assert table(learner) == []


@on_both
def test_points_are_summed_over_all_and_by_topic(learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT)  # 3 of 3 points of 2.12
    learner.press(learner.open(), typed={**RIGHT, "nats": "9"})  # 2 of 3
    dot = f"{drawn(COSINE, 7, 'exam').asked[0].key:.2f}"
    learner.press(learner.open(COSINE, level="exam"), typed={"dot": dot})  # 1 of 5 points of 2.4
    page = learner.get("/progress")
    assert "6 of 11 points 3 sheets, 4 points still open." in page.text
    assert "5 of 6 points" in page.text
    assert "1 of 5 points" in page.text
    assert "1 earned, 0 lost, 4 open" in page.html
    assert "1 / 5 unfinished" in page.text
    assert page.text.index("Embeddings") < page.text.index("Evaluation")  # as the course goes


def test_points_that_are_no_decimals_add_up_exactly(learner: Learner) -> None:
    name = "first-five-merges"  # five merges share three points, five counts two
    asked = drawn(name, 7, "exam").asked
    sheet = learner.open(name, 7, "exam")
    merge = next(part for part in asked if part.name == "merge_1")
    assert merge.points == Fraction(3, 5)
    learner.press(sheet, typed={"merge_1": " ".join(merge.key)})
    assert "0.6 of 5 points" in learner.get("/progress").text


@pytest.mark.parametrize(
    ("share", "said"),
    [
        ("0", "0"),
        ("3", "3"),
        ("3/2", "1.5"),
        ("2/3", "0.67"),
        ("1999/1000", "2"),
        ("1/1000", "0"),
        ("10", "10"),
    ],
)
def test_points_are_said_with_at_most_two_decimals(share: str, said: str) -> None:
    assert points(Fraction(share)) == said


@on_both
def test_the_table_has_a_line_for_each_response_oldest_first(learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed={"nats": "9", "bits": "1.75"})
    learner.press(sheet, typed=RIGHT)
    learner.press(learner.open("mask-then-softmax"), typed={"weights": ["1", "0", "0.33", "0.67"]})
    answer = learner.client.get("/progress.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    rows = table(learner)
    assert [(row["part"], row["typed"], row["earned"], row["of"]) for row in rows[:4]] == [
        ("nats", "9", "0.00", "1.00"),
        ("bits", "1.75", "1.00", "1.00"),
        ("nats", "1.21", "", "1.00"),
        ("perplexity", "3.36", "1.00", "1.00"),
    ]
    assert rows[4]["typed"] == "1 | 0 | 0.33 | 0.67"
    assert {row["seed"] for row in rows} == {"7"}
    for row in rows:
        for column in ("begun", "at"):
            moment = datetime.fromisoformat(row[column])
            assert abs((datetime.now(UTC) - moment).total_seconds()) < 60


@pytest.mark.parametrize(
    "cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=cmd|' /C calc'!A0"]
)
def test_a_cell_that_a_spreadsheet_would_run_is_defused(cell: str) -> None:
    assert defused(cell) == "'" + cell


@pytest.mark.parametrize("cell", ["", "1.21", "a=b", "1-2", "'=1", "e^2"])
def test_other_cells_stay_as_they_are(cell: str) -> None:
    assert defused(cell) == cell


def test_what_was_typed_is_defused_in_the_table(learner: Learner) -> None:
    name = "order-of-the-merges"
    sheet = learner.open(name, 3, "exam")
    learner.press(sheet, "check:tokens", {"tokens": ['=HYPERLINK("http://evil.example")', "@here"]})
    learner.press(learner.open(), typed={"nats": "-1.21", "bits": "+1.75"})
    typed = [row["typed"] for row in table(learner)]
    assert typed[-2:] == ["'-1.21", "'+1.75"]
    assert typed[0].startswith("'=HYPERLINK")
    for row in table(learner):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())


def test_each_sheet_of_the_list_opens_again(learner: Learner) -> None:
    made = [learner.press(learner.open(seed=seed), typed=RIGHT).action for seed in range(3)]
    links = [link for link in learner.get("/progress").links if link.startswith("/attempts/")]
    assert links == made[::-1]
    assert all(learner.get(link).status == 200 for link in links)


def test_only_the_newest_sheets_are_listed_and_all_are_counted(
    learner: Learner, store: Database, settings: Settings
) -> None:
    learner.press(learner.open(), typed=RIGHT)
    with store.write() as connection:
        person = people.with_token(connection, learner.client.cookies["examformer"]).id
        assert person is not None
        for n in range(60):
            attempts.begin(
                connection, person, f"key{n}", f"name{n}", "2.12", Fraction(3), drawn(seed=n).to_json()
            )
    page = learner.get("/progress")
    assert "3 of 183 points 61 sheets, 180 points still open." in page.text
    assert sum(link.startswith("/attempts/") for link in page.links) == progress.SHOWN
    assert "11 older sheets" in page.text


def test_nobody_sees_the_record_of_another(learner: Learner, app: FastAPI) -> None:
    learner.press(learner.open(), typed=RIGHT)
    other = new_learner(app)
    assert "Nothing here yet" in other.get("/progress").text
    assert table(other) == []


@on_both
def test_the_record_survives_a_restart(learner: Learner, settings: Settings, make: Make) -> None:
    learner.press(learner.open(), typed=RIGHT)
    before = learner.get("/progress").text
    restarted = new_learner(make(settings))
    restarted.client.cookies.update(learner.client.cookies)
    assert restarted.get("/progress").text == before
    assert "3 of 3 points" in before


def test_a_topic_of_the_record_leads_to_its_exercises(learner: Learner) -> None:
    for name in ("four-tokens-three-measures", COSINE):
        level = BANK.questions[name].levels[0]
        learner.press(learner.open(name, 7, level), typed={drawn(name, 7, level).asked[0].name: "9"})
    links = [link for link in learner.get("/progress").links if link.startswith("/topics#")]
    assert len(links) == 2
    assert all(link.removeprefix("/topics#") in learner.get("/topics").ids for link in links)
