"""The history read on every visit: the newest sheets, how often each question was asked, how many were begun today."""

from datetime import UTC, datetime, timedelta

from fastapi import FastAPI
from sqlalchemy import update

from app.database.connection import Database
from app.database.schema import attempts
from app.practice.history import NEWEST, History, history, since
from tests.app.contexts import context_of
from tests.app.learner import COSINE, PERPLEXITY, RIGHT, Learner, new_learner, on_both


def of(app: FastAPI, learner: Learner) -> History:
    return history(context_of(app, token=learner.client.cookies["examformer"]))


@on_both
def test_each_question_is_counted_and_the_newest_sheet_comes_first(app: FastAPI, learner: Learner) -> None:
    for seed in (7, 8):
        learner.press(learner.open(seed=seed), typed=RIGHT)
    learner.press(learner.open(COSINE, 3), typed={"dot": "1"})
    found = of(app, learner)
    assert [one.question for one in found.newest] == [COSINE, PERPLEXITY, PERPLEXITY]
    assert found.asked([PERPLEXITY, COSINE]) == {PERPLEXITY: 2, COSINE: 1}
    assert found.asked([COSINE]) == {COSINE: 1}
    assert found.today == 3
    assert found.newest[1].responses


def test_somebody_who_comes_for_the_first_time_has_none(app: FastAPI) -> None:
    assert history(context_of(app)) == History()
    assert history(context_of(app)).asked([PERPLEXITY]) == {}


def test_of_thousands_the_newest_are_read_and_all_are_counted(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT)
    database: Database = app.state.database
    with database.write() as connection:
        (row,) = connection.execute(attempts.select()).mappings()
        more = [
            {
                **row,
                "id": None,
                "name": f"n{n}",
                "form_key": f"k{n}",
                "begun_at": row["begun_at"] - timedelta(days=n),
            }
            for n in range(1, 2 * NEWEST)
        ]
        for one in more:
            del one["id"]
        connection.execute(attempts.insert(), more)
    found = of(app, learner)
    assert len(found.newest) == NEWEST
    assert found.newest[0].name == row["name"]
    assert found.asked([PERPLEXITY]) == {PERPLEXITY: 2 * NEWEST}
    assert found.today == 1


def test_worked_examples_and_sheets_of_others_are_not_among_them(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT)
    another = new_learner(app, "10.0.0.2")
    another.press(another.open(COSINE, 3), typed={"dot": "1"})
    assert of(app, learner).asked([PERPLEXITY, COSINE]) == {PERPLEXITY: 1}
    database: Database = app.state.database
    with database.write() as connection:
        connection.execute(update(attempts).values(way="example"))
    assert of(app, learner) == History(newest=[])
    assert of(app, learner).asked([PERPLEXITY]) == {}


def test_what_was_begun_since_then_is_found(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT)
    context = context_of(app, token=learner.client.cookies["examformer"])
    now = datetime.now(UTC)
    assert [one.question for one in since(context, now - timedelta(minutes=1))] == [PERPLEXITY]
    assert since(context, now + timedelta(minutes=1)) == []
