"""A running exam: its page, with and without JavaScript, what is saved by which revision, breaks, grace, the end."""

import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import timedelta
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, make_url, update
from starlette.routing import Mount

from app.clock import GRACE
from app.database.connection import Database
from app.database.schema import sittings as table
from app.exams import breaks
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Kind
from app.identity.store.people import Role
from app.lab.demos import DEMOS
from app.main import make_app
from app.settings import Settings
from engine.marking.follow_through import here
from tests.app.accounts.members import member
from tests.app.api.api_client import program
from tests.app.courses.taught_course import Lecture
from tests.app.exams import course_exam
from tests.app.exams.sitting import NOON, Sat, begin, of_kind, sit
from tests.app.learner import (
    COSINE,
    PERPLEXITY,
    RIGHT,
    Count,
    Learner,
    always_on_both,
    form_key,
    new_learner,
    on_both,
)
from tests.engine.submissions import BANK

BEAM = "two-hypotheses-in-the-beam"
CHOICE, TEXT, CODE, MATCH = (of_kind(kind) for kind in ("choice", "text", "code", "match"))


def refused(answer: Any) -> set[str]:
    return {one["field"] for one in answer.json().get("refused", [])}


def kept(answer: Any) -> list[tuple[str, int]]:
    return [(one["field"], one["revision"]) for one in answer.json()["kept"]]


# The page


def test_the_page_opens_at_the_question_that_was_seen_last(app: FastAPI) -> None:
    sat = sit(app, COSINE, PERPLEXITY, CHOICE)
    assert "Question 1 of 3" in sat.get().text
    sat.save(place=3)
    assert "Question 3 of 3" in sat.get().text
    sat.press(3, "go:2")
    assert "Question 2 of 3" in sat.get().text


def test_of_a_question_htmx_gets_its_form_alone(app: FastAPI) -> None:
    sat = sit(app, COSINE, PERPLEXITY)
    part = sat.open(2, htmx=True)
    assert part.html.lstrip().startswith("<form")
    assert "question-2" in part.ids
    assert "top" not in part.ids
    assert sat.open(2).html.count("<html") == 1


@pytest.mark.parametrize(
    "question",
    [
        COSINE,
        CHOICE,
        TEXT,
        CODE,
        MATCH,
        of_kind("order"),
        of_kind("derive"),
        of_kind("formula"),
        of_kind("algebra"),
    ],
)
def test_every_kind_of_question_can_be_opened_and_filled_in(app: FastAPI, question: str) -> None:
    sat = sit(app, question)
    page = sat.open(1)
    assert BANK.questions[question].title in page.text
    for field in {name.removeprefix("cell.") for name in page.fields if name.startswith("cell.")}:
        assert kept(sat.save(sat.field(1, field, "1.5"))) == [(field, 1)]
    assert sat.open(1).status == 200
    assert sat.get("/end").status == 200


def test_no_answer_of_a_running_exam_is_kept_by_the_browser(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    for path in ("", "/questions/1", "/end", "/clock"):
        assert sat.get(path).headers["cache-control"] == "no-store"
    assert sat.save().headers["cache-control"] == "no-store"


@pytest.mark.parametrize("place", ["0", "4", "-1", "99999999999999999999", "x"])
def test_a_question_that_the_exam_does_not_have_is_not_found(app: FastAPI, place: str) -> None:
    sat = sit(app, COSINE, PERPLEXITY, CHOICE)
    page = sat.learner.send(f"{sat.address}/questions/{place}", {"do": "save"})
    assert page.status == (422 if place == "x" else 404)
    assert sat.get(f"/questions/{place}").status == (422 if place == "x" else 404 if place != "0" else 200)


# Without JavaScript


def test_a_plain_form_saves_what_stands_in_it_and_opens_the_next_question(app: FastAPI) -> None:
    sat = sit(app, COSINE, PERPLEXITY)
    page = sat.press(1, "go:2", {"dot": "3", "norm_u": "1.41"})
    assert page.address == f"{sat.address}/questions/2"
    assert sat.texts() == {(1, "dot.0"): "3", (1, "norm_u.0"): "1.41"}
    assert sat.open(1).typed("dot") == ["3"]
    assert "0 of 2 answered" in page.text
    assert ": partly filled" in page.text


def test_a_plain_form_saves_only_what_was_changed(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.press(1, "save", {"dot": "3"})
    sat.watch.on(seconds=5)
    sat.press(1, "save", {"norm_u": "2"})
    assert [one.field for one in sat.events(Kind.SAVED)] == ["dot.0", "norm_u.0"]
    revisions = [one.revision for one in sat.standing().values()]
    assert revisions == [int(NOON.timestamp() * 1000), int(NOON.timestamp() * 1000) + 5000]


def test_a_plain_form_writes_over_a_revision_that_lies_ahead(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    far = 2**53 - 2
    sat.save(sat.field(1, "dot.0", "1", far))
    sat.press(1, "save", {"dot": "2"})
    assert (sat.standing()[1, "dot.0"].text, sat.standing()[1, "dot.0"].revision) == ("2", far + 1)


def test_a_plain_form_empties_a_field(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.press(1, "save", {"dot": "3"})
    assert "0 of 1 answered" in sat.press(1, "save", {"dot": ""}).text


def test_boxes_that_are_ticked_no_more_are_saved_as_none(app: FastAPI) -> None:
    sat = sit(app, BEAM)
    two = "\n".join(list(sat.open(1).boxes["tick.kept_1.0"])[:2])
    sat.press(1, "save", {"kept_1": two})
    assert sat.texts() == {(1, "kept_1.0"): two}
    assert sat.open(1).typed("kept_1") == [two]
    sat.press(1, "save", {"kept_1": ""})
    assert sat.texts() == {(1, "kept_1.0"): ""}


def test_a_program_that_is_as_it_began_is_not_an_answer(app: FastAPI) -> None:
    sat = sit(app, CODE)
    assert "0 of 1 answered" in sat.press(1).text
    begun = sat.open(1).typed("answer")[0]
    assert "1 of 1 answered" in sat.press(1, "save", {"answer": f"{begun}return 1"}).text
    assert "0 of 1 answered" in sat.press(1, "save", {"answer": ""}).text


def test_a_flag_is_put_up_and_taken_away(app: FastAPI) -> None:
    sat = sit(app, COSINE, PERPLEXITY)
    sat.press(2, "flag")
    assert sat.texts() == {(2, "flag"): "yes"}
    assert f"{sat.address}/questions/2" in sat.get("/end").links
    assert "Flagged for later" in sat.get("/end").text
    sat.press(2, "unflag")
    assert "Flagged for later" not in sat.get("/end").text


@pytest.mark.parametrize(
    "do", ["go:0", "go:9", "go:99999999999999999999", "go:" + "9" * 5000, "go:x", "go:", "fly"]
)
def test_a_button_that_no_page_has_moves_nobody(app: FastAPI, do: str) -> None:
    sat = sit(app, COSINE, PERPLEXITY)
    assert sat.press(1, do, {"dot": "1"}).status in (200, 400, 404)
    assert "Question 1 of 2" in sat.get().text


# What is said beside the fields


def test_what_cannot_be_read_is_said_when_it_is_saved_and_when_the_page_is_opened(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    answer = sat.save(sat.field(1, "dot.0", "3,5,7"), sat.field(1, "norm_u.0", "2")).json()
    said = {one["field"]: one["said"] for one in answer["unread"]}
    assert said["norm_u.0"] == ""
    assert said["dot.0"]
    page = sat.open(1)
    assert said["dot.0"] in page.text
    assert "Something cannot be read" in sat.get("/end").text
    mended = sat.save(sat.field(1, "dot.0", "3.5", 2)).json()
    assert mended["unread"] == [{"place": 1, "field": "dot.0", "said": ""}]
    assert "Something cannot be read" not in sat.get("/end").text


def test_a_table_that_another_choice_makes_shorter_or_longer_is_filled_in_as_it_stands(app: FastAPI) -> None:
    """Its names follow from the choice above; the key's own table has another number of cells."""
    sat = sit(app, BEAM)
    variant = sat.variant(1)
    form = variant.exact.steps["kept_1"].form
    shorter = another_way(variant)
    answer = sat.save(sat.field(1, "kept_1.0", form.show(shorter)))
    assert answer.json()["again"] == [1]
    page = sat.open(1)
    cells = [name for name in page.fields if name.startswith("cell.candidates_2.")]
    (there,) = (one for one in variant.asked if one.name == "candidates_2")
    assert len(cells) != len(there.bands)
    sat.type(1, {"candidates_2": [f"0.0{n % 9 + 1}" for n in range(len(cells))]})
    assert sat.open(1).typed("candidates_2") == [f"0.0{n % 9 + 1}" for n in range(len(cells))]
    sat.save(sat.field(1, "candidates_2.0", "x y", 2))
    assert sat.open(1).typed("candidates_2")[0] == "x y"
    assert "Something cannot be read" in sat.get("/end").text


def another_way(variant: Any) -> Any:
    """A choice of texts that leads to a table of another length."""
    kept_1, candidates = variant.part("kept_1"), variant.part("candidates_2")
    names = kept_1.step.form.names
    for size in (1, 2, 3):
        for places in combinations(range(len(names)), size):
            if len(here(variant, candidates, {"kept_1": places}).bands) != len(candidates.bands):
                return places
    raise AssertionError("every choice leads to a table of the same length")


# Saves and their revisions


@always_on_both
def test_a_save_is_stored_when_it_is_acknowledged(app: FastAPI) -> None:
    sat = sit(app, COSINE, PERPLEXITY)
    sat.watch.on(seconds=90.5)
    answer = sat.save(sat.field(1, "dot.0", "ü 中 \u2028"), sat.field(2, "nats.0", "1.21", 5), place=2)
    assert answer.status_code == 200
    assert kept(answer) == [("dot.0", 1), ("nats.0", 5)]
    assert sat.texts() == {(1, "dot.0"): "ü 中 \u2028", (2, "nats.0"): "1.21"}
    assert answer.json()["saved_at"] == "2026-11-22T12:01:30.500Z"
    assert {one.at for one in sat.standing().values()} == {NOON + timedelta(seconds=90.5)}


@on_both
def test_a_higher_revision_wins_and_a_lower_one_hears_what_stands_there(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.save(sat.field(1, "dot.0", "first", 5))
    assert kept(sat.save(sat.field(1, "dot.0", "second", 7))) == [("dot.0", 7)]
    answer = sat.save(sat.field(1, "dot.0", "late", 6)).json()
    assert answer["kept"] == []
    assert answer["newer"] == [{"place": 1, "field": "dot.0", "revision": 7, "text": "second"}]
    assert sat.texts() == {(1, "dot.0"): "second"}
    assert [(one.kind, one.text) for one in sat.events(Kind.SAVED, Kind.OVERTAKEN)] == [
        (Kind.SAVED, "first"), (Kind.SAVED, "second"), (Kind.OVERTAKEN, "late"),
    ]  # fmt: skip


@on_both
def test_a_save_that_is_sent_again_is_acknowledged_again_and_stored_once(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    for _ in range(3):
        assert kept(sat.save(sat.field(1, "dot.0", "3", 5))) == [("dot.0", 5)]
    assert len(sat.events(Kind.SAVED)) == 1
    other = sat.save(sat.field(1, "dot.0", "another text by the same revision", 5)).json()
    assert (other["kept"], other["newer"][0]["text"]) == ([], "3")


def test_of_several_texts_for_a_field_in_one_message_what_is_acknowledged_stands_there(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    answer = sat.save(*(sat.field(1, "dot.0", f"text {n}", n) for n in (2, 4, 3)))
    assert kept(answer) == [("dot.0", 2), ("dot.0", 4)]
    assert answer.json()["newer"][0]["text"] == "text 4" == sat.texts()[1, "dot.0"]
    twice = sat.save(sat.field(1, "norm_u.0", "one", 9), sat.field(1, "norm_u.0", "other", 9))
    assert kept(twice) == [("norm_u.0", 9)]
    assert twice.json()["newer"][0]["text"] == "one" == sat.texts()[1, "norm_u.0"]


def test_a_text_that_no_database_takes_whole_is_kept_as_far_as_it_can_be(app: FastAPI) -> None:
    sat = sit(app, TEXT)
    text = '"half a face: \\ud83d, nothing: \\u0000, lines:\\r\\nend"'
    sent = f'{{"window": "w", "fields": [{{"place": 1, "field": "answer.0", "revision": 1, "text": {text}, '
    sent += '"typed_at": "2026-11-22T12:00:00Z"}]}'
    answer = sat.learner.client.post(
        f"{sat.address}/saves", content=sent, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 200
    assert sat.texts() == {(1, "answer.0"): "half a face: \ufffd, nothing: , lines:\nend"}


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"place": 2}, 404),
        ({"place": 0}, 422),
        ({"field": "nats.0"}, 404),
        ({"field": "dot"}, 404),
        ({"field": "dot.x"}, 404),
        ({"field": "flag.0"}, 404),
        ({"field": "dot.0\n"}, 404),
        ({"revision": 0}, 422),
        ({"revision": 2**53}, 422),
        ({"text": "x" * 20_001}, 422),
        ({"text": 3}, 422),
        ({"typed_at": "2026-11-22T12:00:00"}, 422),  # of which zone?
    ],
)
def test_what_no_page_sends_is_refused_whole(
    app: FastAPI, change: dict[str, Any], status: int, count: Count
) -> None:
    sat = sit(app, COSINE)
    before = count()
    answer = sat.save(sat.field(1, "dot.0", "1"), {**sat.field(1, "norm_u.0", "1"), **change})
    assert answer.status_code == status
    assert count() == before


def test_a_part_has_no_thousands_of_cells_and_a_number_no_thousands_of_letters(app: FastAPI) -> None:
    """All that stands is read at each save: nobody may fill a sitting with what no page shows."""
    sat = sit(app, COSINE)
    assert sat.save(sat.field(1, "dot.21", "1")).status_code == 200
    assert sat.save(sat.field(1, "dot.22", "1")).status_code == 404
    assert sat.save(sat.field(1, "dot.0", "1" * 20_000)).status_code == 200
    assert sat.texts()[1, "dot.0"] == "1" * 2_000
    written = sit(app, TEXT)
    assert written.save(written.field(1, "answer.0", "a" * 20_000)).status_code == 200
    assert written.texts()[1, "answer.0"] == "a" * 20_000
    assert written.save(written.field(1, "answer.1", "a")).status_code == 404


def test_a_cell_beyond_the_last_one_of_its_line_changes_nothing(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.type(1, {"dot": ["1"]})
    sat.save(sat.field(1, "dot.7", "1"))
    assert sat.open(1).typed("dot") == ["1"]
    sat.hand_in()
    (attempt,) = sat.attempts()
    assert attempt.latest()["dot"].typed == ("1",)


def test_more_fields_or_bytes_than_a_page_sends_at_once_are_too_many(app: FastAPI) -> None:
    sat = sit(app, TEXT)
    fields = [sat.field(1, "answer.0", "x", n) for n in range(1, 502)]
    assert sat.save(*fields[:500]).status_code == 200
    assert sat.save(*fields).status_code == 422
    most = [sat.field(1, "answer.0", "x" * 20_000, n) for n in range(600, 660)]
    assert sat.save(*most).status_code == 200
    assert sat.save(*most, *most).status_code == 413
    assert len(sat.texts()[1, "answer.0"]) == 20_000


def test_a_page_of_another_origin_saves_nothing(app: FastAPI, count: Count) -> None:
    sat = sit(app, COSINE)
    before = count()
    sat.learner.client.headers["Sec-Fetch-Site"] = "cross-site"
    assert sat.save(sat.field(1, "dot.0", "1")).status_code == 403
    assert sat.learner.send(f"{sat.address}/end", {}).status == 403
    assert count() == before


@always_on_both
def test_two_windows_that_save_at_the_same_time_lose_nothing_that_was_acknowledged(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    fields = ("dot.0", "norm_u.0")

    def window(number: int) -> list[tuple[str, int, str]]:
        twin = Sat(app, sat.learner.twin(), sat.name, sat.watch)
        heard = []
        for n in range(12):
            revision, text = 2 * n + number, f"window {number}, {n}"
            answer = twin.save(
                *(twin.field(1, field, text, revision) for field in fields), window=str(number)
            )
            heard += [(field, number, text) for field, number in kept(answer)]
        return heard

    with ThreadPoolExecutor(2) as windows:
        heard = [one for part in windows.map(window, (1, 2)) for one in part]
    for field in fields:
        highest = max((one for one in heard if one[0] == field), key=lambda one: one[1])
        assert sat.texts()[1, field] == highest[2]
        assert highest[1] == 24


@pytest.fixture(scope="module")
def patient(migrated_file: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """One application for all examples of a property."""
    file = shutil.copy(migrated_file, tmp_path_factory.mktemp("sat") / "examformer.db")
    made = make_app(Settings(database_url=f"sqlite:///{file}", allowed_hosts=["testserver"]), BANK)
    yield made
    made.state.database.close()


FIELD = st.sampled_from(["dot.0", "norm_u.0", "flag"])
WRITTEN = st.lists(st.tuples(FIELD, st.integers(1, 9), st.sampled_from(["", "a", "b"])), max_size=4)


@settings(max_examples=25)
@given(sent=st.lists(st.tuples(st.sampled_from(["one", "other"]), WRITTEN), max_size=8))
def test_however_two_windows_take_turns_the_highest_acknowledged_revision_stands(
    patient: FastAPI, sent: list[tuple[str, list[tuple[str, int, str]]]]
) -> None:
    sat = sit(patient, COSINE)
    highest: dict[str, tuple[int, str]] = {}
    for window, written in sent:
        answer = sat.save(*(sat.field(1, field, text, n) for field, n, text in written), window=window)
        acknowledged = kept(answer)
        for field, n, text in written:
            if (field, n) in acknowledged and n > highest.get(field, (0, ""))[0]:
                highest[field] = n, text
        for newer in answer.json()["newer"]:
            assert highest[newer["field"]] == (newer["revision"], newer["text"])
    found = {field: (one.revision, one.text) for (_, field), one in sat.standing().items()}
    assert found == highest


# Windows


def test_the_window_that_was_opened_last_is_told_to_the_others(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    assert sat.save(window="one", opened=True).json()["clock"]["window"] == "one"
    assert sat.save(window="other", opened=True, place=1).json()["clock"]["window"] == "other"
    assert sat.save(sat.field(1, "dot.0", "1"), window="one").json()["clock"]["window"] == "other"
    assert sat.clock()["window"] == "other"
    assert [(one.kind, one.text) for one in sat.events(Kind.OPENED)] == [
        (Kind.OPENED, "one"), (Kind.OPENED, "other"),
    ]  # fmt: skip


def test_where_one_is_stands_in_the_trail_once(app: FastAPI) -> None:
    sat = sit(app, COSINE, PERPLEXITY)
    for place in (1, 2, 2, 1, None):
        sat.save(place=place)
    assert [one.place for one in sat.events(Kind.VISITED)] == [2, 1]


# The clock


@on_both
def test_the_clock_is_the_servers_and_asking_it_writes_nothing(app: FastAPI, count: Count) -> None:
    sat = sit(app, COSINE)
    before = count()
    sat.watch.on(minutes=10)
    told = sat.clock()
    assert told["now"] == "2026-11-22T12:10:00.000Z"
    assert told["ends_at"] == "2026-11-22T13:00:00.000Z"
    assert (told["left"], told["over"], told["paused"], told["closed"]) == (3000.0, False, False, False)
    assert count() == before


def test_a_wrong_clock_of_the_browser_neither_gains_nor_loses_time(app: FastAPI) -> None:
    """Before the end nobody asks when something was typed."""
    sat = sit(app, COSINE)
    for n, typed_at in enumerate((NOON - timedelta(days=400), NOON + timedelta(days=400)), 1):
        assert kept(sat.save(sat.field(1, "dot.0", f"{n}", n, typed_at))) == [("dot.0", n)]
    sat.watch.on(minutes=60, seconds=16)
    assert refused(sat.save(sat.field(1, "dot.0", "3", 3, NOON))) == {"dot.0"}


@on_both
def test_extra_time_is_effective_at_once_in_a_running_exam(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.watch.on(minutes=59)
    with sat.database.write() as connection:
        sittings.accommodate(connection, sat.stored.id, 25, 0)
    assert sat.clock()["ends_at"] == "2026-11-22T13:15:00.000Z"
    sat.watch.on(minutes=10)
    assert kept(sat.save(sat.field(1, "dot.0", "1"))) == [("dot.0", 1)]
    with sat.database.write() as connection:
        sittings.extend(connection, sat.stored.id, 5)
    assert sat.clock()["ends_at"] == "2026-11-22T13:20:00.000Z"
    with sat.database.write() as connection:
        sittings.accommodate(connection, sat.stored.id, 0, 0)
        sittings.extend(connection, sat.stored.id, -10)
    assert sat.clock()["over"]


# Breaks


def rest(sat: Sat, minutes: int = 10) -> None:
    with sat.database.write() as connection:
        breaks.settle(connection, sat.stored, sat.watch.now)
        sittings.accommodate(connection, sat.stored.id, 0, minutes)


@on_both
def test_in_a_break_the_clock_stands_still(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    rest(sat)
    sat.watch.on(minutes=20)
    page = sat.press(1, "break", {"dot": "1"})
    assert "The clock stands still" in page.text
    assert sat.texts() == {(1, "dot.0"): "1"}
    sat.watch.on(minutes=4)
    told = sat.clock()
    assert (told["paused"], told["left"], told["break_left"]) == (True, 2400.0, 360.0)
    assert "Question 1 of 1" in sat.learner.send(f"{sat.address}/back", {}).text
    sat.watch.on(minutes=1)
    told = sat.clock()
    assert (told["paused"], told["left"], told["break_left"]) == (False, 2340.0, 360.0)
    assert [one.kind for one in sat.events(Kind.PAUSED, Kind.WENT_ON)] == [Kind.PAUSED, Kind.WENT_ON]


@on_both
def test_nothing_that_is_typed_in_a_break_counts(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    rest(sat)
    sat.learner.send(f"{sat.address}/break", {})
    sat.watch.on(minutes=1)
    answer = sat.save(
        sat.field(1, "dot.0", "in the break"), sat.field(1, "norm_u.0", "before it", typed_at=NOON)
    )
    assert answer.status_code == 409
    assert (refused(answer), kept(answer)) == ({"dot.0"}, [("norm_u.0", 1)])
    assert sat.texts() == {(1, "norm_u.0"): "before it"}
    assert [one.text for one in sat.events(Kind.IN_BREAK)] == ["in the break"]
    assert sat.learner.send(f"{sat.address}/questions/1", {"cell.dot.0": "2", "do": "save"}).status == 200
    assert (1, "dot.0") not in sat.texts()
    assert "cell.dot.0" not in sat.get().fields


def test_in_a_break_no_question_is_handed_out(app: FastAPI) -> None:
    """All of them stood at an address of their own, break or not."""
    sat = sit(app, COSINE, PERPLEXITY)
    rest(sat)
    sat.learner.send(f"{sat.address}/break", {})
    for path in ("/questions", "/questions/1", "/questions/2"):
        page = sat.get(path, htmx=True)
        assert page.status == 409
        assert "You are on a break." in page.text
        assert "cell." not in page.html
    assert "cell." not in sat.get().html
    sat.learner.send(f"{sat.address}/back", {})
    assert sat.get("/questions", htmx=True).html.count("<form") == 2


@on_both
def test_what_comes_in_a_break_as_typed_before_it_is_kept_and_shown_to_who_teaches(
    app: FastAPI, nlp: Lecture
) -> None:
    """Nobody can tell; so it counts, and somebody looks."""
    exam = course_exam.exam(nlp)
    given = f"{nlp.address}/members/{nlp.student.id}/accommodation"
    nlp.instructor.learner.send(given, {"break_minutes": "10"})
    sat = course_exam.sit(app, nlp.student, exam)
    sat.watch.on(minutes=5)
    sat.learner.send(f"{sat.address}/break", {})
    sat.watch.on(seconds=1)
    before = sat.watch.now - timedelta(seconds=30)
    assert kept(sat.save(sat.field(1, "dot.0", "1", 1, before))) == [("dot.0", 1)]
    assert sat.events(Kind.CLAIMED) == []  # on its way when the break began
    sat.watch.on(minutes=4)
    assert kept(sat.save(sat.field(1, "dot.0", "2", 2, before))) == [("dot.0", 2)]
    (event,) = sat.events(Kind.CLAIMED)
    assert (event.text, event.typed_at) == ("2", before)
    room = nlp.instructor.learner.get(f"{exam}/live").text
    assert "1 answer came in a break, as typed before it" in room


def test_a_break_ends_by_itself_and_then_the_clock_goes_on(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    rest(sat)
    sat.learner.send(f"{sat.address}/break", {})
    sat.watch.on(minutes=30)
    told = sat.clock()
    assert (told["paused"], told["left"], told["break_left"]) == (False, 2400.0, 0.0)
    assert kept(sat.save(sat.field(1, "dot.0", "after it"))) == [("dot.0", 1)]
    sat.learner.send(f"{sat.address}/break", {})
    assert not sat.clock()["paused"]
    sat.learner.send(f"{sat.address}/back", {})
    assert sat.clock()["left"] == 2400.0


@on_both
def test_what_was_typed_in_a_break_does_not_count_when_it_comes_after_it(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    rest(sat)
    sat.learner.send(f"{sat.address}/break", {})
    sat.watch.on(minutes=2)
    asleep = sat.watch.now
    sat.watch.on(minutes=2)
    sat.learner.send(f"{sat.address}/back", {})
    sat.watch.on(minutes=1)
    answer = sat.save(
        sat.field(1, "dot.0", "in the break", typed_at=asleep),
        sat.field(1, "norm_u.0", "before it", typed_at=NOON),
        sat.field(1, "norm_v.0", "after it"),
    )
    assert (refused(answer), answer.status_code) == ({"dot.0"}, 409)
    assert answer.json()["refused"][0]["in_break"]
    assert set(sat.texts().values()) == {"before it", "after it"}
    assert [one.text for one in sat.events(Kind.IN_BREAK)] == ["in the break"]
    assert kept(sat.save(sat.field(1, "dot.0", "typed again", 2))) == [("dot.0", 2)]
    sat.hand_in()
    assert not sat.save(sat.field(1, "dot.0", "too late", 3)).json()["refused"][0]["in_break"]


def test_a_browser_that_is_a_second_ahead_loses_nothing_at_the_edge_of_a_break(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    rest(sat)
    sat.learner.send(f"{sat.address}/break", {})
    begun = sat.watch.now
    sat.watch.on(minutes=2)
    at_the_edge = sat.field(1, "dot.0", "just before", typed_at=begun + timedelta(seconds=1))
    assert kept(sat.save(at_the_edge)) == [("dot.0", 1)]
    within = sat.field(1, "norm_u.0", "in it", typed_at=begun + timedelta(seconds=5))
    assert refused(sat.save(within)) == {"norm_u.0"}


def test_a_break_that_nobody_ended_reaches_no_further_than_its_minutes(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    rest(sat)
    sat.learner.send(f"{sat.address}/break", {})
    sat.watch.on(minutes=12)
    typed = sat.field(1, "dot.0", "after it")
    sat.watch.on(minutes=1)
    assert kept(sat.save(typed)) == [("dot.0", 1)]
    rest(sat, 30)
    assert not sat.clock()["paused"]
    assert kept(sat.save(sat.field(1, "dot.0", "still after it", 2))) == [("dot.0", 2)]


@on_both
def test_a_break_that_is_taken_stays_taken_when_fewer_minutes_are_given(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    rest(sat)
    sat.learner.send(f"{sat.address}/break", {})
    sat.watch.on(minutes=5)
    rest(sat, 2)  # in the middle of it
    told = sat.clock()
    assert (told["paused"], told["left"], told["break_left"]) == (False, 3600.0, 0.0)
    rest(sat, 0)
    assert sat.clock()["left"] == 3600.0
    sat.hand_in()
    assert sat.stored.paused_for == 300.0


def test_an_instructor_who_gives_fewer_minutes_takes_no_break_back(app: FastAPI, nlp: Lecture) -> None:
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp))
    given = f"{nlp.address}/members/{nlp.student.id}/accommodation"
    nlp.instructor.learner.send(given, {"break_minutes": "10"})
    sat.learner.send(f"{sat.address}/break", {})
    sat.watch.on(minutes=5)
    nlp.instructor.learner.send(given, {"break_minutes": "2"})
    told = sat.clock()
    assert (told["paused"], told["left"], told["break_left"]) == (False, 900.0, 0.0)


def test_several_breaks_share_their_minutes(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    rest(sat)
    for _ in range(3):
        sat.learner.send(f"{sat.address}/break", {})
        sat.learner.send(f"{sat.address}/break", {})  # a second click begins no second one
        sat.watch.on(minutes=4)
        sat.learner.send(f"{sat.address}/back", {})
        sat.learner.send(f"{sat.address}/back", {})
    assert (sat.clock()["left"], sat.clock()["break_left"]) == (3480.0, 0.0)
    assert len(sat.events(Kind.PAUSED)) == 3


def test_without_breaks_nobody_can_stop_the_clock(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    assert sat.learner.send(f"{sat.address}/break", {}).status == 200
    sat.watch.on(minutes=5)
    assert (sat.clock()["paused"], sat.clock()["left"]) == (False, 3300.0)
    assert sat.events(Kind.PAUSED) == []


def test_no_break_begins_when_the_time_is_over(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    rest(sat)
    sat.watch.on(minutes=60, seconds=5)
    sat.learner.send(f"{sat.address}/break", {})
    assert sat.clock()["over"]
    assert sat.events(Kind.PAUSED) == []


# The end, and the grace for what was typed before it


@on_both
def test_what_was_typed_in_time_and_delayed_on_its_way_is_taken_for_fifteen_seconds(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    end = NOON + timedelta(minutes=60)
    sat.watch.on(minutes=60, seconds=14.9)
    answer = sat.save(
        sat.field(1, "dot.0", "in time", typed_at=end),
        sat.field(1, "norm_u.0", "too late", typed_at=end + timedelta(milliseconds=1)),
    )
    assert answer.status_code == 409
    assert (kept(answer), refused(answer)) == ([("dot.0", 1)], {"norm_u.0"})
    assert answer.json()["clock"]["over"]
    sat.watch.on(seconds=0.2)
    after = sat.save(sat.field(1, "norm_v.0", "in time", typed_at=end))
    assert (after.status_code, kept(after), refused(after)) == (409, [], {"norm_v.0"})
    assert sat.texts() == {(1, "dot.0"): "in time"}
    assert [one.text for one in sat.events(Kind.REFUSED)] == ["too late", "in time"]


def test_after_the_end_the_page_takes_nothing_more_and_says_so(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.watch.on(minutes=60, seconds=1)
    page = sat.press(1, "save", {"dot": "1"})
    assert "Time is over." in page.text
    assert sat.texts() == {}


@on_both
def test_a_save_that_is_replayed_after_the_end_changes_no_mark_and_stays_in_the_trail(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    first = sat.field(1, "dot.0", "12345", 5)
    sat.save(first)
    sat.hand_in()
    before = [(one.earned, [(r.part, r.typed) for r in one.responses]) for one in sat.attempts()]
    for late in (first, sat.field(1, "dot.0", "a better one", 6, NOON - timedelta(minutes=1))):
        answer = sat.save(late, window="w", opened=True, place=1)
        assert answer.status_code == 409
        assert refused(answer) == {"dot.0"}
        assert answer.json()["clock"]["closed"]
    assert sat.texts() == {(1, "dot.0"): "12345"}
    assert [(one.revision, one.text) for one in sat.events(Kind.REFUSED)] == [
        (5, "12345"), (6, "a better one"),
    ]  # fmt: skip
    assert sat.events()[-1].kind is Kind.REFUSED
    assert [(one.earned, [(r.part, r.typed) for r in one.responses]) for one in sat.attempts()] == before


def test_a_part_may_have_any_name(app: FastAPI) -> None:
    sat = sit(app, "two-heads-side-by-side")  # its parts are called K and V
    for part in {asked.name for asked in sat.variant(1).asked}:
        answer = sat.save(sat.field(1, f"{part}.0", "1"))
        assert answer.status_code == 200, part
        assert answer.json()["kept"], part


def test_before_handing_in_the_page_counts_what_is_empty(app: FastAPI) -> None:
    sat = sit(app, COSINE, PERPLEXITY, CHOICE)
    sat.type(2, {part: [text] for part, text in RIGHT.items()})
    page = sat.get("/end")
    assert "1 of 3 answered" in page.text
    empty = [link for link in page.links if "/questions/" in link]
    assert empty == [f"{sat.address}/questions/1", f"{sat.address}/questions/3"]
    assert sat.press(1, "end", {"dot": "1"}).address == f"{sat.address}/end"
    page = sat.get("/end")
    assert "1 of 3 answered" in page.text
    assert "Partly filled" in page.text


@always_on_both
def test_handed_in_twice_at_once_it_is_marked_once(app: FastAPI, count: Count) -> None:
    sat = sit(app, COSINE, PERPLEXITY)
    sat.type(1, {"dot": ["1"]})
    with ThreadPoolExecutor(3) as clicks:
        pages = list(clicks.map(lambda _: sat.learner.twin().send(f"{sat.address}/end", {}), range(3)))
    assert {page.address for page in pages} == {f"{sat.address}/review"}
    assert {page.status for page in pages} == {200}
    assert count()["attempts"] == 2
    assert len(sat.events(Kind.CLOSED)) == 1


def test_after_the_end_every_page_of_it_leads_to_the_review(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.hand_in()
    for path in ("", "/questions/1", "/end"):
        assert sat.get(path).address == f"{sat.address}/review"
    for path in ("/questions/1", "/break", "/back", "/end"):
        assert sat.learner.send(f"{sat.address}{path}", {"do": "save"}).address == f"{sat.address}/review"


def test_before_the_end_there_is_no_review(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    for path in ("/review", "/lost"):
        assert sat.get(path).address == sat.address
    assert sat.learner.send(f"{sat.address}/again", {"key": form_key()}).address == sat.address


# Whose it is


def asked(app: FastAPI, sat: Sat, who: Learner, route: str) -> int:
    method, _, path = route.partition(" ")
    address = path.format(name=sat.name, place=1)
    if path.endswith("/saves"):
        sent = {"window": "w", "fields": [sat.field(1, "dot.0", "theirs", 9)]}
        return int(who.client.post(address, json=sent).status_code)
    if method == "GET":
        return int(who.client.get(address, follow_redirects=False).status_code)  # a PDF is no page to read
    return who.send(address, {"key": form_key(), "do": "save", "cell.dot.0": "theirs"}, follow=False).status


def routes(app: FastAPI) -> list[str]:
    pages = [route for route in app.routes if not isinstance(route, Mount)]
    found = [f"{method} {one.path}" for one in iter_route_contexts(pages) for method in one.methods or ()]
    return sorted(route for route in found if route.split()[1].startswith("/sittings/"))


@on_both
@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
def test_somebody_elses_exam_is_not_found_at_any_address(app: FastAPI, over: bool, count: Count) -> None:
    sat = sit(app, COSINE)
    sat.type(1, {"dot": ["mine"]})
    other = sit(app, COSINE)  # somebody who sits one, too
    if over:
        sat.hand_in()
        other.hand_in()
    assert len(routes(app)) > 10
    strangers = {"nobody": new_learner(app), "a guest": other.learner, "an account": member(app).learner}
    before = count()
    for route in routes(app):
        for who, stranger in strangers.items():
            assert asked(app, sat, stranger, route) == 404, (route, who)
    assert count() == before
    assert sat.texts() == {(1, "dot.0"): "mine"}
    for route in sorted(routes(app), key=lambda route: route.startswith("POST")):
        assert asked(app, sat, sat.learner, route) != 404, route


@pytest.mark.parametrize("name", ["none", "%00", "a" * 500, "%ff"])
def test_there_is_no_exam_by_a_name_that_none_has(app: FastAPI, name: str) -> None:
    who = sit(app, COSINE).learner
    for path in ("", "/clock", "/review", "/history"):
        assert who.get(f"/sittings/{name}{path}").status == 404


def test_an_exam_that_was_prepared_and_not_begun_opens_to_nobody(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    with sat.database.write() as connection:
        connection.execute(update(table).where(table.c.name == sat.name).values(begun_at=None))
    for path in ("", "/questions/1", "/clock", "/end", "/review", "/history"):
        page = sat.get(path)
        assert page.status == 409
        assert "has not started" in page.text
    assert sat.save(sat.field(1, "dot.0", "1")).status_code == 409
    assert sat.learner.send(f"{sat.address}/end", {}).status == 409


# When the database does not take it


@contextmanager
def each_connection(app: FastAPI, *pragmas: str) -> Iterator[None]:
    """New connections to the database of this app have these settings meanwhile."""
    engine = app.state.database.engine

    def prepare(connection: Any, _: Any) -> None:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    engine.dispose()
    event.listen(engine, "connect", prepare)
    try:
        yield
    finally:
        event.remove(engine, "connect", prepare)
        engine.dispose()


def test_on_a_full_disk_nothing_is_acknowledged_that_is_not_stored(app: FastAPI) -> None:
    sat = sit(app, TEXT)
    with closing(sqlite3.connect(str(make_url(str(sat.database.url)).database))) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
    stored = 0
    with each_connection(app, f"max_page_count={pages + 20}"):
        for n in range(1, 30):
            answer = sat.save(sat.field(1, "answer.0", f"{n:05}" * 3000, n))
            if answer.status_code != 200:
                break
            stored = n
        assert answer.status_code == 503
        assert "could not be stored" in answer.text
        assert stored > 0
        assert sat.texts() == {(1, "answer.0"): f"{stored:05}" * 3000}
        assert sat.open(1).status == 200  # reading goes on
    again = sat.save(sat.field(1, "answer.0", "again", stored + 1))
    assert kept(again) == [("answer.0", stored + 1)]
    assert sat.texts() == {(1, "answer.0"): "again"}


@contextmanager
def locked(sat: Sat) -> Iterator[Callable[[], object]]:
    """Another process has the database for itself; what is handed out lets it go."""
    other = sqlite3.connect(str(sat.database.url.database), isolation_level=None, check_same_thread=False)
    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        yield partial(other.execute, "ROLLBACK")


@pytest.mark.sweep  # five seconds
def test_while_another_process_has_locked_the_database_a_save_waits_and_is_true(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    with locked(sat) as let_go:
        threading.Timer(5, let_go).start()
        began = time.monotonic()
        answer = sat.save(sat.field(1, "dot.0", "1"))
        assert time.monotonic() - began > 4.5
    assert kept(answer) == [("dot.0", 1)]
    assert sat.texts() == {(1, "dot.0"): "1"}


def test_a_save_that_waited_too_long_for_the_lock_says_so_and_succeeds_later(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    with each_connection(app, "busy_timeout=200"):
        with locked(sat) as let_go:
            for _ in range(2):
                answer = sat.save(sat.field(1, "dot.0", "1"))
                assert answer.status_code == 503
                assert "could not be stored" in answer.text
            assert sat.clock()["left"] == 3600.0  # reading goes on
            assert sat.learner.send(f"{sat.address}/end", {}).status == 503
            let_go()
        assert sat.texts() == {}
        assert kept(sat.save(sat.field(1, "dot.0", "1"))) == [("dot.0", 1)]
    assert sat.texts() == {(1, "dot.0"): "1"}


@on_both
def test_without_a_database_nothing_is_acknowledged(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    reached = app.state.database.url
    down = (
        "sqlite:////nowhere/at/all.db"
        if reached.get_backend_name() == "sqlite"
        else ("postgresql+psycopg://me@/x?host=%2Fnowhere")
    )
    there = sat.database
    app.state.database = Database(down)
    for answer in (
        sat.learner.client.post(f"{sat.address}/saves", json={"window": "w"}),
        sat.learner.client.get(f"{sat.address}/clock"),
        sat.learner.client.post(f"{sat.address}/end"),
    ):
        assert answer.status_code == 503
    app.state.database = there
    assert kept(sat.save(sat.field(1, "dot.0", "1"))) == [("dot.0", 1)]


def test_a_transaction_that_breaks_at_its_end_acknowledges_nothing(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    sat = sit(app, COSINE)

    def broken(*_: Any) -> None:
        raise RuntimeError("the trail cannot be written")

    with monkeypatch.context() as patch:
        patch.setattr(audit_log, "log", broken)
        assert sat.save(sat.field(1, "dot.0", "1")).status_code == 500
    assert sat.texts() == {}


# What is closed meanwhile

CLOSED = [
    "/lab", *(f"/lab/{demo.name}" for demo in DEMOS),
    "/solve", "/solve/cosine_similarity", "/figures", "/figures/temperature", "/model", "/model/smollm2",
    "/model/scale",
    f"/practice/{COSINE}?seed=1", "/study", "/study/2.5", "/glossary",
    "/glossary/abbreviations", "/cards", "/cards/examformer.apkg", "/guide", "/guide/interface",
    "/attempts/{sheet}", "/attempts/{sheet}/solution", "/author", "/author/imports", "/author/questions.zip",
    "{past}/review", "{past}/lost", "{past}/history", "{past}/sheet.pdf", "{past}/key.pdf",
    "/progress.csv", "/progress.pdf",
]  # fmt: skip


@pytest.mark.long("every page that could help, before, within and after an exam")
@on_both
def test_what_could_help_is_closed_until_one_has_handed_in(app: FastAPI) -> None:
    lin = member(app, Role.INSTRUCTOR)
    sheet = lin.learner.press(lin.learner.open(COSINE), typed={"dot": "1"})
    asking = program(app, lin)
    past = sit(app, COSINE, learner=lin.learner)
    past.hand_in()
    closed = [address.format(sheet=sheet.attempt, past=past.address) for address in CLOSED]
    asked = ["/me", "/questions", f"/questions/{COSINE}", "/courses"]
    sat = begin(app, lin.learner)
    for address in closed:
        page = lin.learner.get(address)
        assert page.status == 403, address
        assert "While you sit an exam, this page is closed." in page.text
        assert sat.address in page.links
    for path in asked:
        answer = asking.get(path)
        assert answer.status_code == 403, path
        assert "closed" in answer.json()["title"]
    drawing = asking.post(f"/questions/{COSINE}/variants", {"with_key": True})
    assert drawing.status_code == 403
    pressed = lin.learner.press(sheet, "solution", typed={})
    assert pressed.status == 403
    sat.hand_in()
    assert sat.get("/review").status == 200
    for address in closed:
        assert lin.learner.get(address).status == 200, address
    for path in asked:
        assert asking.get(path).status_code == 200, path


def test_with_notes_allowed_the_rest_stays_open(app: FastAPI) -> None:
    sat = sit(app, COSINE, aids=["notes"])
    for address in ("/solve", f"/practice/{COSINE}?seed=1", "/study", "/glossary", "/cards", "/guide"):
        assert sat.learner.get(address).status == 200


def test_what_is_closed_to_one_person_is_open_to_the_others(app: FastAPI) -> None:
    sit(app, COSINE)
    assert new_learner(app).get("/solve").status == 200
    assert member(app).learner.get("/study").status == 200


def test_the_calculator_stands_on_the_page_where_it_is_allowed(app: FastAPI) -> None:
    with_it, without = (sit(app, COSINE, aids=aids).get() for aids in (["calculator"], []))
    assert "calculator" in {one.partition("-")[0] for one in with_it.ids}
    assert "calculator" not in {one.partition("-")[0] for one in without.ids}


def test_the_grace_is_fifteen_seconds() -> None:
    assert timedelta(seconds=15) == GRACE
