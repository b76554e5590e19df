"""Strict and relaxed practice: what a field takes, when hints come, the time, and the answer that is taken back."""

import csv
import io
import re
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.database.connection import Database
from app.database.schema import attempts, responses
from app.practice.ways import COOKIE
from tests.app.learner import COSINE, PERPLEXITY, RIGHT, Count, Learner, Page, new_learner, on_both

SLIPPED = {"perplexity": "3.63"}  # 3.36 is right


def in_way(learner: Learner, way: str, question: str = PERPLEXITY) -> Page:
    learner.send("/way", {"way": way, "back": "/"})
    return learner.open(question)


def stored_way(store: Database) -> str:
    with store.read() as connection:
        return str(connection.execute(select(attempts.c.way)).scalar_one())


# The switch


def test_a_sheet_leads_to_its_skill_but_not_in_strict_practice_before_it_is_answered(
    learner: Learner,
) -> None:
    skill = "/map?family=perplexity"
    assert skill in in_way(learner, "ordinary").links
    assert skill not in in_way(learner, "strict").links


def test_the_switch_is_remembered_for_the_next_sheets_and_leads_back_where_it_was(learner: Learner) -> None:
    sheet = learner.open()
    assert re.search(r'value="ordinary" aria-pressed="true"', sheet.html)
    back = learner.send("/way", {"way": "strict", "back": f"/practice/{PERPLEXITY}?seed=7&level=warm-up"})
    assert back.address == f"/practice/{PERPLEXITY}"
    assert re.search(r'value="strict" aria-pressed="true"', back.html)
    assert learner.open(COSINE).fields["way"] == "strict"


@pytest.mark.parametrize("way", ["example", "", "stricter", "<script>"])
def test_a_way_that_nobody_can_choose_is_the_usual_one(learner: Learner, way: str) -> None:
    assert in_way(learner, way).fields["way"] == "ordinary"


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", "/nowhere"])
def test_the_switch_leads_to_no_other_site(learner: Learner, back: str) -> None:
    led = learner.send("/way", {"way": "strict", "back": back}, follow=False)
    assert led.headers["location"].startswith("/")
    assert not led.headers["location"].startswith("//")


@on_both
@pytest.mark.parametrize("way", ["ordinary", "strict", "relaxed"])
def test_a_sheet_keeps_the_way_in_which_it_was_begun(learner: Learner, store: Database, way: str) -> None:
    checked = learner.press(in_way(learner, way), typed={"nats": RIGHT["nats"]})
    learner.send("/way", {"way": "strict" if way == "ordinary" else "ordinary", "back": "/"})
    assert stored_way(store) == way
    assert ('class="quiet" data-spent' in learner.get(checked.action).html) == (way == "strict")
    rows = csv.DictReader(io.StringIO(learner.get("/progress.csv").html))
    assert [row["way"] for row in rows] == [way]


def test_progress_says_in_which_way_a_sheet_was_worked_on(learner: Learner) -> None:
    for way in ("ordinary", "strict", "relaxed"):
        learner.press(in_way(learner, way), typed=RIGHT)
    text = learner.get("/progress").text
    assert [text.count(f"warm-up · {words}") for words in ("as in the exam", "at ease")] == [1, 1]


def test_questions_without_numbers_have_no_other_way(learner: Learner) -> None:
    sheet = in_way(learner, "strict", "why-attention-is-scaled")
    assert sheet.fields["way"] == "ordinary"
    assert "aria-pressed" not in sheet.html


def test_examples_have_no_other_way(learner: Learner) -> None:
    learner.send("/way", {"way": "strict", "back": "/"})
    page = learner.get("/practice/bits-per-token/examples?seed=7&level=warm-up&stage=1")
    assert "aria-pressed" not in page.html
    assert "hint:perplexity:0" in page.buttons


# Strict


@pytest.mark.parametrize("typed", ["3/2", "e^1.21", "sqrt(2)", "2*3", "ln(5)", "exp(1.21)", "pi"])
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_strict_sheet_computes_nothing_and_spends_no_try_on_an_expression(
    learner: Learner, count: Count, typed: str, htmx: bool
) -> None:
    page = learner.press(in_way(learner, "strict"), typed={"perplexity": typed}, htmx=htmx)
    assert page.status == 422
    assert "a field takes a number alone" in page.line("perplexity")
    assert page.typed("perplexity") == [typed]
    assert count().get("attempts") is None
    assert learner.press(page, typed=RIGHT).earned == 3


@pytest.mark.parametrize("typed", ["3.36", "3,36", " 3.360 ", "0.336e1", "3.36 * 10^0"])
def test_a_strict_sheet_takes_a_number_in_any_notation(learner: Learner, typed: str) -> None:
    page = learner.press(in_way(learner, "strict"), typed={"perplexity": typed})
    assert page.rule("perplexity") == "right"


def test_an_expression_in_one_line_leaves_the_others_marked(learner: Learner) -> None:
    page = learner.press(in_way(learner, "strict"), typed=RIGHT | {"nats": "4.85/4"})
    assert (page.rule("nats"), page.rule("bits"), page.rule("perplexity")) == ("", "right", "right")


def test_an_expression_keeps_the_solution_of_a_strict_sheet_closed(learner: Learner) -> None:
    page = learner.press(in_way(learner, "strict"), "solution", {"nats": "4.85/4"})
    assert page.status == 422
    assert "a field takes a number alone" in page.line("nats")


def test_hints_of_a_strict_sheet_come_after_the_answer(learner: Learner, count: Count) -> None:
    sheet = in_way(learner, "strict")
    assert sheet.button("hint") == ""
    assert learner.press(sheet, "hint:nats:0").buttons.keys().isdisjoint({"hint:nats:1"})
    assert count().get("hints") is None
    checked = learner.press(sheet, typed={"nats": "777"}, do="check:nats")
    assert checked.button("hint:nats:0")
    assert checked.button("hint:bits:0") == ""


def test_a_strict_sheet_links_no_term_before_it_is_done(learner: Learner) -> None:
    sheet = in_way(learner, "strict", "surprise-of-a-sentence")
    assert 'class="term"' not in sheet.html
    assert 'class="term"' in in_way(learner, "ordinary", "surprise-of-a-sentence").html


def test_the_time_of_a_strict_sheet_runs_from_its_opening_beside_that_of_the_exam(
    learner: Learner, store: Database
) -> None:
    sheet = in_way(learner, "strict")
    assert "0 of 7 minutes" in sheet.text  # 3 points at 2.4 minutes each
    opened = int((datetime.now(UTC) - timedelta(minutes=9)).timestamp())
    page = learner.press(sheet, typed={"nats": "1.21"}, opened=str(opened))
    assert "9 of 7 minutes" in page.text
    assert page.earned == 1  # the time takes nothing away
    with store.read() as connection:
        assert connection.execute(select(attempts.c.begun_at)).scalar_one().timestamp() == opened


def test_the_time_stands_still_once_everything_is_answered(learner: Learner, store: Database) -> None:
    opened = str(int((datetime.now(UTC) - timedelta(minutes=3)).timestamp()))
    page = learner.press(in_way(learner, "strict"), typed=RIGHT, opened=opened)
    assert "3 of 7 minutes" in page.text
    assert "data-spent" not in page.html
    with store.write() as connection:
        connection.execute(update(attempts).values(begun_at=datetime.now(UTC) - timedelta(hours=2)))
        connection.execute(update(responses).values(at=datetime.now(UTC) - timedelta(hours=1)))
    assert "60 of 7 minutes" in learner.get(page.action).text


@pytest.mark.parametrize("opened", ["", "x", "-5", "1", "9999999999", "1e9"])
def test_a_sheet_that_says_nonsense_of_its_opening_was_opened_within_a_day(
    learner: Learner, store: Database, opened: str
) -> None:
    before = datetime.now(UTC)
    learner.press(in_way(learner, "strict"), typed={"nats": "1.21"}, opened=opened)
    with store.read() as connection:
        begun = connection.execute(select(attempts.c.begun_at)).scalar_one()
    assert before - timedelta(days=1, seconds=5) < begun <= datetime.now(UTC)


# Relaxed


def test_a_slip_of_the_keys_can_be_corrected_once_before_it_counts(learner: Learner) -> None:
    wrong = learner.press(in_way(learner, "relaxed"), typed=SLIPPED)
    assert wrong.earned == 0
    assert wrong.button("take-back:perplexity") == "Correct it once"
    back = learner.press(wrong, "take-back:perplexity")
    assert back.earned is None
    assert "Taken back." in back.line("perplexity")
    assert back.typed("perplexity") == ["3.63"]
    right = learner.press(back, typed={"perplexity": "3.36"})
    assert right.rule("perplexity") == "right"
    assert right.earned == 1


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_what_was_taken_back_stays_in_the_history(learner: Learner, store: Database, htmx: bool) -> None:
    wrong = learner.press(in_way(learner, "relaxed"), typed=SLIPPED, htmx=htmx)
    back = learner.press(wrong, "take-back:perplexity", htmx=htmx)
    learner.press(back, typed={"perplexity": "3.36"}, htmx=htmx)
    with store.read() as connection:
        wanted = select(responses.c.typed, responses.c.earned, responses.c.withdrawn_at).order_by(
            responses.c.id
        )
        stored = connection.execute(wanted).all()
    assert [(row.typed, row.earned, row.withdrawn_at is None) for row in stored] == [
        (["3.63"], None, False),
        (["3.36"], "1", True),
    ]


@pytest.mark.parametrize("typed", ["33.6", "-3.36", "3.63"])
def test_what_slipped_is_not_told_while_it_can_be_taken_back(learner: Learner, typed: str) -> None:
    wrong = learner.press(in_way(learner, "relaxed"), typed={"perplexity": typed})
    assert "Not right as it stands. Was that a slip of the keys?" in wrong.text
    assert not re.search("decimal point|the sign is not", wrong.line("perplexity"))


def test_the_same_slip_again_counts(learner: Learner) -> None:
    wrong = learner.press(in_way(learner, "relaxed"), typed=SLIPPED)
    back = learner.press(wrong, "take-back:perplexity")
    again = learner.press(back, typed=SLIPPED)
    assert again.rule("perplexity") == "wrong"
    assert again.earned == 0
    assert again.button("take-back") == ""


def test_a_sheet_forgives_one_slip(learner: Learner) -> None:
    wrong = learner.press(in_way(learner, "relaxed"), typed=SLIPPED | {"bits": "7.75"})
    assert wrong.button("take-back:bits")
    assert wrong.button("take-back:perplexity")
    back = learner.press(wrong, "take-back:perplexity")
    assert back.button("take-back") == ""
    assert learner.press(back, "take-back:bits").earned == 0


def test_a_second_click_takes_nothing_more_back(learner: Learner, store: Database) -> None:
    wrong = learner.press(in_way(learner, "relaxed"), typed=SLIPPED | {"bits": "7.75"})
    for part in ("perplexity", "perplexity", "bits"):
        learner.press(wrong, f"take-back:{part}")
    with store.read() as connection:
        withdrawn = select(responses.c.part).where(responses.c.withdrawn_at.is_not(None))
        assert connection.execute(withdrawn).scalars().all() == ["perplexity"]


@pytest.mark.parametrize("way", ["ordinary", "strict"])
def test_other_ways_take_nothing_back(learner: Learner, way: str) -> None:
    wrong = learner.press(in_way(learner, way), typed=SLIPPED)
    assert wrong.button("take-back") == ""
    assert learner.press(wrong, "take-back:perplexity").earned == 0


def test_an_answer_that_a_classic_mistake_gives_is_no_slip(learner: Learner) -> None:
    wrong = learner.press(in_way(learner, "relaxed"), typed={"perplexity": "2.31"})  # 2 to the nats
    assert "You raised 2" in wrong.line("perplexity")
    assert wrong.button("take-back") == ""


def test_a_slip_that_was_answered_again_can_no_longer_be_taken_back(learner: Learner) -> None:
    wrong = learner.press(in_way(learner, "relaxed"), typed=SLIPPED)
    again = learner.press(wrong, typed={"perplexity": "9.36"})
    assert again.button("take-back") == ""


def test_a_seen_solution_leaves_nothing_to_take_back(learner: Learner) -> None:
    wrong = learner.press(in_way(learner, "relaxed"), typed=SLIPPED)
    learner.press(wrong, "solution")
    assert learner.get(wrong.action).button("take-back") == ""


def test_nobody_takes_back_the_answer_of_somebody_else(app: FastAPI) -> None:
    one, other = new_learner(app), new_learner(app)
    wrong = one.press(in_way(one, "relaxed"), typed=SLIPPED)
    assert other.press(wrong, "take-back:perplexity").status == 404
    assert one.get(wrong.action).earned == 0


def test_the_cookie_of_the_way_cannot_be_read_by_scripts(learner: Learner) -> None:
    led = learner.send("/way", {"way": "relaxed", "back": "/"}, follow=False)
    assert led.headers["set-cookie"].startswith(f"{COOKIE}=relaxed;")
    assert "httponly" in led.headers["set-cookie"].lower()
