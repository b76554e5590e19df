"""Practising in the browser: what is asked, read, marked, stored, and what is said back."""

import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from lxml.html import document_fromstring
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from app.database.connection import Connection, Database
from app.database.schema import reports
from app.practice import answers
from app.settings import Settings
from engine import catalogue
from engine.answers.forms import Positions
from engine.chain import Family, run
from engine.marking import feedback
from engine.parameters import Frozen
from tests.app.learner import (
    COSINE,
    PERPLEXITY,
    RIGHT,
    Count,
    Learner,
    Make,
    Page,
    drawn,
    filled,
    form_key,
    key,
    new_learner,
    on_both,
)
from tests.engine.submissions import BANK, written

ONE_ATTEMPT = {"people": 1, "sessions": 1, "attempts": 1}
SCRIPT = "<script>alert(1)</script>"


# Numbers and seeds


def test_an_address_without_a_seed_leads_to_one_and_to_the_level_of_the_exam(learner: Learner) -> None:
    led = learner.get(f"/practice/{COSINE}", follow=False)
    assert led.status == 303
    assert re.fullmatch(rf"/practice/{COSINE}\?seed=\d+&level=exam", led.headers["location"])
    assert learner.get(led.headers["location"]).status == 200


def test_the_same_seed_shows_the_same_numbers_to_two_people_and_another_seed_others(app: FastAPI) -> None:
    texts = [new_learner(app).open(COSINE, seed).text for seed in (7, 7, 8)]
    assert texts[0] == texts[1] != texts[2]


def test_a_level_that_the_exercise_does_not_have_becomes_one_that_it_has(learner: Learner) -> None:
    assert learner.open(COSINE, level="impossible").fields["level"] == "exam"
    assert learner.open(PERPLEXITY, level="hard").fields["level"] == "warm-up"


@pytest.mark.parametrize("seed", ["-1", str(10**18), "abc", "", "1e3", "9" * 5000])
def test_a_seed_out_of_bounds_is_refused_with_a_page(learner: Learner, seed: str) -> None:
    page = learner.get(f"/practice/{COSINE}?seed={seed}")
    assert page.status == 422
    assert "seed" in page.text


def test_the_largest_seed_can_be_answered(learner: Learner) -> None:
    sheet = learner.open(COSINE, 10**18 - 1, "exam")
    answers = key(drawn(COSINE, 10**18 - 1, "exam"))
    assert learner.press(sheet, typed=answers).earned == 5


def test_an_unknown_exercise_suggests_the_nearest_one(learner: Learner) -> None:
    page = learner.get("/practice/cosine-of-too-vectors?seed=1")
    assert page.status == 404
    assert f"/practice/{COSINE}" in page.links
    assert BANK.questions[COSINE].title in page.text


def test_an_exercise_like_no_other_leads_to_the_topics(learner: Learner) -> None:
    page = learner.get("/practice/zzzzzzzzzzzz")
    assert page.status == 404
    assert "/topics" in page.links


# Reading


def test_an_unreadable_answer_points_at_the_spot_and_spends_no_try(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    page = learner.press(sheet, typed={"nats": "1.21x"})
    assert page.status == 422
    assert '<pre class="spot" aria-hidden="true">1.21x\n    ↑</pre>' in page.line("nats")
    assert page.typed("nats") == ["1.21x"]
    assert count() == {}
    assert learner.press(page, typed={"nats": "1.21"}).earned == 1


@pytest.mark.parametrize(
    "typed",
    [
        "abc", "1,234", "9**9**9", "1e999", "5" * 5000, "nan", "(" * 300 + "1" + ")" * 300, "__import__('os')", SCRIPT,
        "1; drop table people", "\x00", "²", "[[" + "1," * 99 + "1]]",
    ],
    ids=lambda typed: ascii(typed)[1:20],
)  # fmt: skip
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_bad_input_is_told_stored_nowhere_and_not_lost(
    learner: Learner, count: Count, typed: str, htmx: bool
) -> None:
    page = learner.press(learner.open(), typed={"nats": typed, "bits": "2"}, do="check:nats", htmx=htmx)
    assert page.status == 422
    assert "no try is spent" in page.line("nats")
    assert page.typed("bits") == ["2"]
    if typed != "\x00":  # HTML cannot carry it
        assert page.typed("nats") == [typed]
    assert count() == {}


def test_a_pasted_matrix_of_a_hundred_by_a_hundred_is_unreadable_and_keeps_the_rest(
    learner: Learner, count: Count
) -> None:
    sheet = learner.open("mask-then-softmax")
    pasted = ";".join([" ".join(["0.5"] * 100)] * 100)
    page = learner.press(sheet, typed={"weights": [pasted, "0", "0.33", "0.67"]})
    assert page.status == 422
    assert page.typed("weights")[1:] == ["0", "0.33", "0.67"]
    assert count() == {}


def test_nothing_typed_is_neither_wrong_nor_stored(learner: Learner, count: Count) -> None:
    page = learner.press(learner.open(), typed={"nats": "  "})
    assert page.status == 200
    assert page.rules == []
    assert count() == {}


def margins(page: Page) -> dict[str, str]:
    """The margin of each line in whose margin something is said."""
    found = re.findall(r'id="margin-(\w+)"[^>]*>(.*?)</div>\s*</section>', page.html, re.DOTALL)
    return {name: inside for name, inside in found if inside.strip()}


@pytest.mark.parametrize(
    ("do", "line", "below"),
    [("check", "nats", True), ("check:nats", "nats", False), ("check:perplexity", "perplexity", False)],
)
def test_an_empty_check_is_answered_at_its_line(learner: Learner, do: str, line: str, below: bool) -> None:
    """It was answered at the foot of the sheet alone, whichever line was pressed."""
    page = learner.press(learner.open(), do, typed={"nats": "  "})
    assert list(margins(page)) == [line]
    assert "Nothing is filled in here yet" in margins(page)[line]
    assert ("Nothing is filled in yet" in page.text) is below


def test_an_empty_check_of_a_choice_is_answered_at_its_line(
    diner: Callable[[Sequence[int]], Learner],
) -> None:
    learner = diner((0,))
    page = learner.press(learner.open("a-menu", level="exam"))
    assert "Nothing is filled in here yet" in margins(page)["chosen"]
    assert "Nothing is filled in yet" not in page.text


def test_what_can_be_read_is_marked_although_another_line_cannot(learner: Learner, count: Count) -> None:
    page = learner.press(learner.open(), typed={"nats": "1.21", "bits": "1.75 bits?"})
    assert page.status == 422
    assert page.rule("nats") == "right"
    assert page.typed("bits") == ["1.75 bits?"]
    assert count() == ONE_ATTEMPT | {"responses": 1}
    assert learner.get(page.action).rule("nats") == "right"


def test_a_vector_with_an_empty_cell_names_the_cell_and_spends_no_try(learner: Learner, count: Count) -> None:
    sheet = learner.open("mask-then-softmax")
    page = learner.press(sheet, typed={"weights": ["1", "0", "", "0.67"]})
    assert page.status == 422
    assert "empty" in page.line("weights")
    assert page.typed("weights") == ["1", "0", "", "0.67"]
    assert count() == {}


# Marking


def test_right_answers_earn_all_points_and_stay_on_the_stored_page(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    assert sheet.earned is None
    answered = learner.press(sheet, typed=RIGHT, follow=False)
    assert answered.status == 303
    page = learner.get(answered.headers["location"])
    assert [page.rule(part) for part in RIGHT] == ["right"] * 3
    assert page.earned == 3
    assert count() == ONE_ATTEMPT | {"responses": 3}


def test_a_wrong_answer_by_a_known_mistake_is_named_and_the_key_is_not_given_away(learner: Learner) -> None:
    page = learner.press(learner.open(), typed={"perplexity": "2.32"})  # 2 to the nats
    assert page.rule("perplexity") == "wrong"
    assert "Nats go with e" in page.text
    assert page.earned == 0
    assert RIGHT["perplexity"] not in page.line("perplexity")


def test_what_follows_from_an_own_wrong_number_earns_its_points(learner: Learner) -> None:
    page = learner.press(learner.open(), typed={"nats": "4.85", "bits": "7.00", "perplexity": "3.36"})
    assert page.rule("nats") == "wrong"
    assert "first step that differs" in page.line("nats")
    assert page.rule("bits") == "right, from your earlier answer"
    assert page.rule("perplexity") == "right"
    assert page.earned == 2


def test_checking_one_line_follows_from_another_that_is_not_checked(learner: Learner, count: Count) -> None:
    page = learner.press(learner.open(), "check:bits", {"nats": "4.85", "bits": "7.00"})
    assert page.rule("bits") == "right, from your earlier answer"
    assert page.rule("nats") == ""
    assert page.typed("nats") == ["4.85"]
    assert count() == ONE_ATTEMPT | {"responses": 1}


def test_the_first_answer_settles_the_points_and_a_later_one_counts_as_solved(
    learner: Learner, count: Count
) -> None:
    wrong = learner.press(learner.open(), typed={**RIGHT, "nats": "9"})
    mended = learner.press(wrong, typed=RIGHT)
    assert [mended.rule(part) for part in RIGHT] == ["right"] * 3
    assert mended.earned == 2
    assert "All of it is right" in mended.text
    assert count()["responses"] == 4  # what was right already is not stored again


def test_a_sheet_takes_so_many_answers_and_no_more(
    learner: Learner, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page reads every one of them."""
    monkeypatch.setattr(answers, "MOST_ANSWERS", 3)
    page = learner.open(PERPLEXITY)
    part = drawn(PERPLEXITY, 7, "exam").asked[0].name
    for number in ("1", "2", "3", "3"):
        page = learner.press(page, typed={part: [number]}, do=f"check:{part}")
        assert page.status == 200
    full = learner.press(page, typed={part: ["4"]}, do=f"check:{part}")
    assert (full.status, count()["responses"]) == (409, 3)
    assert f"/practice/{PERPLEXITY}" in full.links
    solution = learner.press(page, typed={part: ["4"]}, do="solution")
    assert (solution.status, count()["responses"]) == (200, 3)
    assert solution.address.endswith("/solution")


def test_a_right_answer_made_wrong_later_keeps_its_points(learner: Learner) -> None:
    right = learner.press(learner.open(), typed=RIGHT)
    assert learner.press(right, typed={"nats": "9"}).earned == 3


# One exercise of every third family and of each other kind in every run, all of them in the sweep.
LAST_OF_ITS_FAMILY = {(one.kind, one.family_id): name for name, one in BANK.questions.items()}
TRIED = {name for n, ((_, family), name) in enumerate(LAST_OF_ITS_FAMILY.items()) if n % 3 == 0 or not family}
EXERCISES = [
    pytest.param(name, marks=[] if name in TRIED else [pytest.mark.sweep])
    for name, question in BANK.questions.items()
    if question.kind not in ("text", "code")  # tests/app/grading, test_code_grading.py
]


@pytest.mark.parametrize("name", EXERCISES)
def test_every_exercise_can_be_answered_from_its_page_and_its_solution_read(
    learner: Learner, name: str
) -> None:
    level = BANK.questions[name].levels[0]
    sheet = learner.open(name, 3, level)
    answers = key(drawn(name, 3, level))
    page, rounds = learner.press(sheet, typed=asked_on(sheet, answers)), 1
    while "All of it is right" not in page.text and rounds < len(answers):
        page, rounds = learner.press(page, typed=asked_on(page, answers)), rounds + 1
    assert "All of it is right" in page.text, page.rules
    assert page.earned == BANK.questions[name].points
    assert learner.get(f"{page.action}/solution").status == 200


def asked_on(page: Page, answers: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The answers that this page has fields for."""
    fields = page.fields.keys() | {box.replace("tick.", "cell.", 1) for box in page.boxes}
    choices = set(re.findall(r'name="(cell\.[^"]+)"', page.html))
    return {name: texts for name, texts in answers.items() if f"cell.{name}.0" in fields | choices}


def test_a_table_whose_rows_would_tell_an_earlier_answer_waits_for_it(learner: Learner) -> None:
    variant = drawn("two-hypotheses-in-the-beam", 3, "exam")
    answers = key(variant)
    sheet = learner.open("two-hypotheses-in-the-beam", 3, "exam")
    assert asked_on(sheet, answers).keys() == {"candidates_1", "kept_1", "best", "score"}
    page = learner.press(sheet, typed={"kept_1": answers["kept_1"]})
    assert answers.keys() - asked_on(page, answers).keys() == {"candidates_3", "kept_3"}
    again = learner.get(page.address)
    assert answers.keys() - asked_on(again, answers).keys() == {"candidates_3", "kept_3"}


def test_a_table_goes_on_from_ones_own_choice_and_is_blank_when_the_choice_changes(learner: Learner) -> None:
    variant = drawn("merge-by-merge", 1, "exam")
    family = variant.question.family
    wrong = run(family, variant.parameters, instead={"merge_1": family.mistakes["last_of_equals"]})
    mine = written(wrong, [asked.name for asked in variant.asked])
    sheet = learner.open("merge-by-merge", 1, "exam")
    page = learner.press(sheet, typed={name: mine[name] for name in ("pairs_1", "merge_1", "words_1")})
    assert "The names here follow from your own answers" in page.text
    for pair in wrong.reached["pairs_2"]:
        assert f"<code>{pair}</code>" in page.html
    page = learner.press(page, typed={name: mine[name] for name in ("pairs_2", "merge_2", "words_2")})
    assert page.earned == BANK.questions["merge-by-merge"].points - 1
    right = key(variant)
    page = learner.press(page, typed={"merge_1": right["merge_1"], "words_1": right["words_1"]})
    assert page.status == 200
    for pair in variant.exact.reached["pairs_2"]:
        assert f"<code>{pair}</code>" in page.html
    assert {page.fields[f"cell.pairs_2.{n}"] for n in range(len(right["pairs_2"]))} == {""}
    again = learner.get(page.address)
    assert {again.fields[f"cell.pairs_2.{n}"] for n in range(len(right["pairs_2"]))} == {""}
    page = learner.press(again, typed={name: right[name] for name in ("pairs_2", "merge_2", "words_2")})
    assert "All of it is right" in page.text
    assert page.earned == BANK.questions["merge-by-merge"].points - 1


BEAM = "two-hypotheses-in-the-beam"


@pytest.fixture
def beam(learner: Learner) -> tuple[Page, dict[str, list[str]]]:
    """A beam search whose first choice was checked, and its right answers."""
    answers = key(drawn(BEAM, 3, "exam"))
    first = {name: answers[name] for name in ("candidates_1", "kept_1")}
    return learner.press(learner.open(BEAM, 3, "exam"), typed=first), answers


def rows_of(page: Page) -> int:
    return sum(name.startswith("cell.candidates_2.") for name in page.fields)


@pytest.mark.parametrize("do", ["check:candidates_2", "hint:candidates_2"])
def test_a_choice_that_is_changed_and_not_checked_leaves_the_tables_as_they_are(
    learner: Learner, beam: tuple[Page, dict[str, list[str]]], do: str
) -> None:
    page, answers = beam
    changed = {"kept_1": ["welcome"], "candidates_2": answers["candidates_2"]}
    after = learner.press(page, do, typed=changed)
    assert rows_of(after) == rows_of(page) == len(answers["candidates_2"])
    assert [after.fields[f"cell.candidates_2.{n}"] for n in range(rows_of(after))] == answers["candidates_2"]
    assert after.boxes["tick.kept_1.0"]["welcome"]
    assert not after.boxes["tick.kept_1.0"]["good"]
    if do.startswith("check"):
        assert after.earned == page.earned + Fraction(1, 2)  # type: ignore[operator]


def test_a_choice_without_any_tick_stands_as_it_was(
    learner: Learner, beam: tuple[Page, dict[str, list[str]]]
) -> None:
    page, answers = beam
    after = learner.press(page, typed={"kept_1": "", "candidates_2": answers["candidates_2"]})
    assert after.status == 200
    assert rows_of(after) == rows_of(page)
    assert after.earned == page.earned + Fraction(1, 2)  # type: ignore[operator]


def test_the_solution_marks_no_table_under_a_choice_that_was_changed_with_it(
    learner: Learner, beam: tuple[Page, dict[str, list[str]]]
) -> None:
    page, answers = beam
    both = {"kept_1": ["welcome"], "candidates_2": answers["candidates_2"]}
    assert learner.press(page, "solution", typed=both).status == 200
    sheet = learner.get(page.address)
    assert sheet.earned == page.earned
    assert sheet.status == 200


def test_paper_after_another_choice_is_shown_again(
    learner: Learner, beam: tuple[Page, dict[str, list[str]]]
) -> None:
    page, _ = beam
    page = learner.press(page, typed={"kept_1": ["good"]})
    assert "follow from your own answers" in page.text
    ticking = learner.press(page, "paper")
    kept = learner.send(ticking.action, {**ticking.fields, "line": ["candidates_2", "kept_2"]})
    assert kept.status == 200
    assert "Marked by yourself" in kept.text


@on_both
def test_a_verdict_is_worded_before_the_database_is_locked(
    app: FastAPI, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    database: Database = app.state.database
    locked: list[bool] = []
    writing = database.write

    @contextmanager
    def write() -> Iterator[Connection]:
        with writing() as connection:
            locked.append(True)
            yield connection
            locked.append(False)

    worded = feedback.verdict

    def verdict(*asked: Any) -> Mapping[str, Any]:
        assert locked[-1:] != [True]
        return worded(*asked)

    monkeypatch.setattr(database, "write", write)
    monkeypatch.setattr(feedback, "verdict", verdict)
    sheet = learner.press(learner.open(), typed={"nats": "9"})
    assert learner.press(sheet, "solution", RIGHT).status == 200
    assert locked.count(True) >= 2, "both stored something"
    assert locked[-1] is False


# Ticks

MENU = ("fish, grilled", "soup", "red rice, beans", "none at all")


class Menu(Frozen):
    dishes: list[str]


@pytest.fixture
def diner(
    settings: Settings, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Sequence[int]], Learner]:
    """Makes learners of a bank with one question, whose key is the dishes at these places."""

    def made(places: Sequence[int]) -> Learner:
        family = Family("menu", "A menu", section="2.4", parameters=Menu)

        @family.step("Dishes with a comma", r"\text{by eye}", form=Positions("dishes"))
        def chosen(dishes: list[str]) -> tuple[int, ...]:
            return tuple(places)

        monkeypatch.setattr(catalogue, "families", lambda: {"menu": family})
        (tmp_path / "menus" / "all").mkdir(parents=True)
        (tmp_path / "menus" / "all" / "a-menu.toml").write_text(
            f'title = "A menu"\nfamily = "menu"\nsection = "2.4"\nstatement = "Tick."\npoints = 1\n'
            f'levels = ["exam"]\nfixed.dishes = {list(MENU)}\n[[parts]]\nask = "chosen"\n'
        )
        return new_learner(make(settings.model_copy(update={"question_bank": tmp_path / "menus"})))

    return made


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("places", [(0, 2), (0,), (1,), ()], ids=str)
def test_ticks_are_read_by_their_names_and_stay_ticked(
    diner: Callable[[Sequence[int]], Learner], places: Sequence[int], htmx: bool
) -> None:
    learner = diner(places)
    ticked = "\n".join(MENU[place] for place in places) or "none"
    page = learner.press(learner.open("a-menu", level="exam"), typed={"chosen": ticked}, htmx=htmx)
    assert page.rule("chosen") == "right"
    assert page.typed("chosen") == [ticked]
    assert learner.get(page.action).typed("chosen") == [ticked]
    wrong = learner.press(learner.get(page.action), typed={"chosen": "\n".join(MENU[:2])}, htmx=htmx)
    assert wrong.rule("chosen") == "wrong"
    assert wrong.typed("chosen") == ["\n".join(MENU[:2])]


def test_nothing_ticked_is_not_marked(diner: Callable[[Sequence[int]], Learner], count: Count) -> None:
    learner = diner((0,))
    page = learner.press(learner.open("a-menu", level="exam"))
    assert page.status == 200
    assert page.rules == []
    assert count() == {}


# Hints, the whole chain, the solution


def test_the_ladder_says_each_cost_before_and_takes_it_from_the_line(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    for cost in (
        "free",
        "costs 0.06",
        "costs 0.44",
    ):  # of 0.5: numbers show one of four cells, at half its price
        assert cost in sheet.button("hint:nats")
        sheet = learner.press(sheet, "hint:nats")
    assert sheet.button("hint:nats") == ""
    assert count() == ONE_ATTEMPT | {"hints": 3}
    assert learner.press(sheet, typed=RIGHT).earned == Fraction("2.5")


def test_a_free_hint_takes_nothing(learner: Learner) -> None:
    sheet = learner.press(learner.open(), "hint:nats")
    assert learner.press(sheet, typed=RIGHT).earned == 3


def test_a_calculation_that_was_shown_and_is_typed_earns_less_than_all_points(learner: Learner) -> None:
    numbers = drawn("what-grouped-heads-save", 7, "exam").parameters
    sheet = learner.open("what-grouped-heads-save", level="exam")
    for _ in range(2):
        sheet = learner.press(sheet, "hint:head_size")
    shown = f"{numbers.d_model}/{numbers.heads}"  # type: ignore[attr-defined]
    assert learner.press(sheet, typed={"head_size": [shown]}).earned == Fraction("0.5")


def test_a_hint_after_the_first_answer_is_free(learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed={**RIGHT, "nats": "9"})
    for _ in range(3):
        assert "free" in sheet.button("hint:nats")
        sheet = learner.press(sheet, "hint:nats")
    assert sheet.earned == 2


def test_a_line_never_earns_less_than_nothing(learner: Learner) -> None:
    sheet = learner.open()
    for _ in range(3):
        sheet = learner.press(sheet, "hint:perplexity")
    assert learner.press(sheet, typed={"perplexity": "9"}).earned == 0


def test_a_hint_for_a_line_that_does_not_exist_stores_nothing(learner: Learner, count: Count) -> None:
    assert learner.press(learner.open(), "hint:nonsense").status == 200
    assert learner.press(learner.open(), "hint:nats:9").status == 200
    assert count() == {}


def test_a_fourth_hint_changes_nothing(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    for _ in range(4):
        sheet = learner.press(sheet, "hint:nats")
    assert count()["hints"] == 3


@on_both
def test_a_form_that_is_sent_twice_shows_one_hint_and_takes_its_cost_once(
    learner: Learner, count: Count
) -> None:
    sheet = learner.open()
    learner.press(sheet, "hint:nats")
    again = learner.press(sheet, "hint:nats")  # a second click, or the page loaded again
    assert count() == ONE_ATTEMPT | {"hints": 1}
    learner.press(again, "hint:nats")
    learner.press(again, "hint:nats")
    assert count() == ONE_ATTEMPT | {"hints": 2}


def test_show_me_where_opens_the_chain_and_finds_the_first_wrong_step(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    assert "chain" not in sheet.buttons
    wrong = learner.press(sheet, typed={**RIGHT, "nats": "1.00"})
    opened = learner.press(wrong, "chain")
    assert opened.typed("surprisals") == [""] * 4
    assert "chain" not in opened.buttons
    filled = learner.press(opened, typed={"surprisals": ["0.69", "1.39", "1.23", "0.69"], "nats": "1.00"})
    assert filled.rule("surprisals") == "wrong"
    assert "3 of 4" in filled.line("surprisals")
    assert "first step that differs" in filled.line("surprisals")
    assert filled.rule("nats") == "right, from your earlier answer"
    assert filled.earned == 2  # the steps of the chain and the later answer earn nothing
    assert learner.get(filled.action).typed("surprisals") == ["0.69", "1.39", "1.23", "0.69"]


def test_show_me_where_on_a_sheet_without_a_wrong_answer_stores_nothing(
    learner: Learner, count: Count
) -> None:
    assert learner.press(learner.open(), "chain", {"nats": "9"}).typed("nats") == ["9"]
    assert count() == {}


def test_show_me_where_is_not_offered_for_right_answers(learner: Learner) -> None:
    assert "chain" not in learner.press(learner.open(), typed=RIGHT).buttons


def test_the_solution_ends_earning_but_not_practising(learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed={"nats": RIGHT["nats"]})
    told = learner.press(sheet, "solution")
    assert told.status == 200
    assert told.address == f"{sheet.action}/solution"
    for number in ("1.2130", "3.36"):
        assert number in told.text
    later = learner.press(learner.get(sheet.action), typed=RIGHT)
    assert later.earned == 1
    assert [later.rule(part) for part in RIGHT] == ["right"] * 3


def test_what_is_written_is_marked_before_the_solution_is_opened(learner: Learner) -> None:
    told = learner.press(learner.open(), "solution", typed={"nats": RIGHT["nats"]})
    assert learner.get(told.address.removesuffix("/solution")).earned == 1


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("stored", [False, True], ids=["fresh", "stored"])
def test_the_solution_stays_closed_while_an_answer_cannot_be_read(
    learner: Learner, count: Count, htmx: bool, stored: bool
) -> None:
    sheet = learner.open()
    if stored:
        sheet = learner.press(sheet, typed={"bits": "1.75"})
    before = count()
    page = learner.press(sheet, "solution", {"nats": "1.21x", "perplexity": "3.36"}, htmx=htmx)
    assert page.status == 422
    assert "no try is spent" in page.line("nats")
    assert page.typed("nats") == ["1.21x"]
    assert page.typed("perplexity") == ["3.36"]
    assert count() == before
    told = learner.press(page, "solution", RIGHT)
    assert learner.get(told.address.removesuffix("/solution")).earned == 3


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_the_solution_stays_closed_while_a_report_is_not_sent(
    learner: Learner, count: Count, htmx: bool
) -> None:
    page = learner.press(learner.open(), "solution", RIGHT, htmx=htmx, sentence="I get 1.3.")
    assert page.status == 200
    assert page.fields["sentence"] == "I get 1.3."
    assert "Your report is not sent yet" in page.text
    assert count() == {}
    sent = learner.press(page, "report", htmx=htmx)
    assert learner.press(sent, "solution").address.endswith("/solution")


def test_a_line_that_followed_from_a_wrong_one_is_open_again_when_that_is_corrected(learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed={"nats": "2.00", "perplexity": "7.39"})
    assert sheet.rule("perplexity") == "right, from your earlier answer"
    corrected = learner.press(sheet, "check:nats", typed={"nats": RIGHT["nats"], "perplexity": "7.39"})
    assert corrected.rule("perplexity") == "wrong"
    assert "This followed from an answer that you have changed since." in corrected.line("perplexity")
    assert "All of it is right" not in corrected.text
    assert corrected.earned == sheet.earned
    again = learner.press(corrected)
    assert "This followed from an answer that you have changed since." in again.line("perplexity")
    anew = learner.press(again, typed={"perplexity": "9.99"})
    assert "This followed" not in anew.line("perplexity")


def test_a_free_hint_never_shows_what_another_line_asks(learner: Learner) -> None:
    sheet = learner.press(learner.open(), "hint:perplexity")
    assert "2.71" not in sheet.line("perplexity")
    assert "costs" in sheet.button("hint:perplexity")


def test_the_solution_cannot_be_read_by_its_address_before_it_was_asked_for(
    learner: Learner, count: Count
) -> None:
    sheet = learner.press(learner.open(), typed={"nats": "9"})
    page = learner.get(f"{sheet.action}/solution", follow=False)
    assert page.status == 303
    assert page.headers["location"] == sheet.action
    assert learner.press(sheet, typed=RIGHT).earned == 2


def test_the_solution_of_a_solved_sheet_costs_nothing(learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed=RIGHT)
    assert learner.get(f"{sheet.action}/solution").address == f"{sheet.action}/solution"
    assert learner.get(sheet.action).earned == 3


# Whose sheet it is


def test_another_persons_attempt_is_not_found_and_not_changed(
    app: FastAPI, learner: Learner, count: Count
) -> None:
    mine = learner.press(learner.open(), typed={"nats": "9"})
    other = new_learner(app)
    other.press(other.open(), typed={"nats": "9"})
    before = count()
    assert other.get(mine.action).status == 404
    assert other.get(f"{mine.action}/solution").status == 404
    for do in ("check", "hint:bits", "chain", "solution", "report"):
        assert other.press(mine, do, RIGHT, sentence="mine").status == 404
    assert count() == before
    assert new_learner(app).get(mine.action).status == 404


@on_both
@pytest.mark.parametrize("name", ["nonsense", "a%00b", "x" * 5000, "%F0%9F%99%82"])
def test_an_attempt_that_nobody_has_is_not_found(learner: Learner, name: str) -> None:
    learner.press(learner.open(), typed=RIGHT)
    assert learner.get(f"/attempts/{name}").status == 404


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(learner: Learner) -> None:
    cookie = learner.open().headers["set-cookie"].lower()
    assert "; httponly" in cookie
    assert "; samesite=lax" in cookie
    assert "; path=/" in cookie
    assert "secure" not in cookie


def test_the_cookie_goes_over_https_only_where_the_setting_or_the_address_says_so(
    settings: Settings, make: Make
) -> None:
    behind = make(settings.model_copy(update={"secure_cookies": True}))
    assert "; secure" in new_learner(behind).open().headers["set-cookie"].lower()
    direct = new_learner(make(settings), base="https://testserver")
    assert "; secure" in direct.open().headers["set-cookie"].lower()


def test_a_cookie_that_is_none_of_ours_is_replaced(learner: Learner) -> None:
    for bad in ("short", "x" * 65, 'a"b' * 10, "../../etc/passwd/aaaaaaaa"):
        learner.client.cookies.clear()
        learner.client.cookies.set("examformer", bad)
        assert "examformer=" in learner.open().headers["set-cookie"]


def test_the_database_keeps_only_a_hash_of_the_cookie(learner: Learner, store: Database) -> None:
    learner.press(learner.open(), typed=RIGHT)
    token = learner.client.cookies["examformer"]
    assert store.url.database
    folder = Path(store.url.database).parent
    assert all(token.encode() not in file.read_bytes() for file in folder.iterdir())


# Sent twice


@on_both
def test_a_form_that_is_sent_twice_makes_one_attempt_and_one_response(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    first, second = (learner.press(sheet, typed={"nats": "9"}) for _ in range(2))
    assert first.attempt == second.attempt
    assert second.rule("nats") == "wrong"
    assert count() == ONE_ATTEMPT | {"responses": 1}


@on_both
@pytest.mark.parametrize("known", [False, True], ids=["first visit", "known visitor"])
@pytest.mark.parametrize(
    ("do", "stored"),
    [
        ("check", {"attempts": 1, "responses": 3}),
        ("hint:bits", {"attempts": 1, "hints": 1}),
        ("solution", {"attempts": 1, "responses": 3}),
        ("report", {"reports": 1}),
    ],
)
def test_many_clicks_at_once_count_as_one(
    learner: Learner, count: Count, do: str, stored: dict[str, int], known: bool
) -> None:
    if known:
        learner.press(learner.open(COSINE), "report", sentence="Here I am.")
    before = count()
    sheet = learner.open()
    with ThreadPoolExecutor(8) as clicks:
        sentence = "The key is 3.63." if do == "report" else ""
        pages = list(
            clicks.map(lambda tab: tab.press(sheet, do, RIGHT, sentence=sentence), _tabs(learner, 8))
        )
    assert {page.status for page in pages} == {200}
    expected = {name: before.get(name, 0) + stored.get(name, 0) for name in {*before, *stored}}
    assert count() == expected | {"people": 1, "sessions": 1}


@on_both
@pytest.mark.parametrize("do", ["check", "hint:bits", "chain", "solution"])
def test_many_clicks_at_once_on_a_stored_sheet_count_as_one(learner: Learner, count: Count, do: str) -> None:
    sheet = learner.press(learner.open(), typed={"nats": "9"})
    with ThreadPoolExecutor(8) as clicks:
        pages = list(clicks.map(lambda tab: tab.press(sheet, do, RIGHT), _tabs(learner, 8)))
    assert {page.status for page in pages} == {200}
    new = {"hint:bits": {"responses": 1, "hints": 1}, "chain": {"responses": 1}}.get(do, {"responses": 4})
    assert count() == ONE_ATTEMPT | new


@on_both
def test_two_tabs_answering_the_same_stored_line_settle_its_points_once(
    learner: Learner, store: Database
) -> None:
    sheet = learner.press(learner.open(), "hint:nats")
    tabs = _tabs(learner, 8)
    sheets = [tab.get(sheet.action) for tab in tabs]
    with ThreadPoolExecutor(8) as clicks:
        list(clicks.map(lambda n: tabs[n].press(sheets[n], typed={"nats": f"1.2{n}"}), range(8)))
    with store.read() as connection:
        earned = connection.exec_driver_sql("SELECT earned FROM responses").scalars().all()
    assert len(earned) == 8
    assert sum(points is not None for points in earned) == 1


@on_both
def test_another_answer_from_a_page_gone_back_to_is_a_second_try(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    learner.press(sheet, typed={"nats": "9"})
    second = learner.press(sheet, typed={"nats": RIGHT["nats"]})  # the browser kept the old page, and its key
    assert second.status == 200
    assert second.rule("nats") == "right"
    assert second.earned == 0
    assert count() == ONE_ATTEMPT | {"responses": 2}


# Stale pages


def _edited_bank(tmp_path: Path, old: str, new: str) -> Path:
    folder = tmp_path / "question_bank"
    (folder / "evaluation").mkdir(parents=True)
    source = Path(__file__).resolve().parents[3] / "question_bank" / "evaluation" / f"{PERPLEXITY}.toml"
    text = source.read_text("utf-8")
    assert old in text
    (folder / "evaluation" / source.name).write_text(text.replace(old, new), "utf-8")
    return folder


def test_a_page_from_before_a_restart_still_works(
    learner: Learner, settings: Settings, make: Make, count: Count
) -> None:
    fresh = learner.open()
    stored = learner.press(learner.open(), typed={"nats": "9"})
    restarted = new_learner(make(settings))
    restarted.client.cookies.update(learner.client.cookies)
    assert restarted.press(fresh, typed=RIGHT).earned == 3
    assert restarted.press(stored, typed=RIGHT).earned == 2
    assert count() == {"people": 1, "sessions": 1, "attempts": 2, "responses": 7}


def test_a_page_from_before_an_edit_is_told_so_and_nothing_is_marked(
    learner: Learner, settings: Settings, make: Make, count: Count, tmp_path: Path
) -> None:
    sheet = learner.open()
    edited = make(settings.model_copy(update={"question_bank": _edited_bank(tmp_path, "0.125", "0.0625")}))
    later = new_learner(edited)
    later.client.cookies.update(learner.client.cookies)
    for do in ("check", "hint:nats", "chain", "solution"):
        page = later.press(sheet, do, RIGHT)
        assert page.status == 409
        assert "edited" in page.text
        assert f"/practice/{PERPLEXITY}" in page.links
    assert count() == {}


def test_a_stored_sheet_keeps_its_numbers_and_its_key_after_an_edit(
    learner: Learner, settings: Settings, make: Make, tmp_path: Path
) -> None:
    sheet = learner.press(learner.open(), typed={"nats": "9"})
    edited = make(settings.model_copy(update={"question_bank": _edited_bank(tmp_path, "0.125", "0.0625")}))
    later = new_learner(edited)
    later.client.cookies.update(learner.client.cookies)
    page = later.press(later.get(sheet.action), typed=RIGHT)
    assert [page.rule(part) for part in RIGHT] == ["right"] * 3


def test_a_sheet_whose_exercise_was_taken_out_says_so_and_stays_in_the_record(
    learner: Learner, settings: Settings, make: Make, tmp_path: Path
) -> None:
    sheet = learner.press(learner.open(), typed=RIGHT)
    folder = tmp_path / "other_bank"
    shutil.copytree(settings.question_bank / "embeddings", folder / "embeddings")
    later = new_learner(make(settings.model_copy(update={"question_bank": folder})))
    later.client.cookies.update(learner.client.cookies)
    for page in (later.get(sheet.action), later.press(sheet), later.get(f"{sheet.action}/solution")):
        assert page.status == 404
        assert "The exercise of this sheet is not in the question bank at present." in page.text
        assert "Your answers are kept" in page.text
    assert "3 of 3 points" in later.get("/progress").text
    assert later.get("/").status == later.get("/topics").status == 200


# Plain forms and fragments


def test_htmx_gets_the_sheet_alone_and_the_address_of_the_attempt(learner: Learner) -> None:
    page = learner.press(learner.open(), typed={"nats": "9"}, htmx=True, follow=False)
    assert page.status == 200
    assert page.html.strip().startswith('<form class="sheet')
    assert "<html" not in page.html
    assert page.headers["hx-push-url"] == page.action
    assert "HX-Request-Type" in page.headers["vary"]
    assert learner.get(page.action).rule("nats") == "wrong"


def test_htmx_keeps_the_address_of_a_sheet_that_is_stored_already(learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed={"nats": "9"})
    for do in ("check", "hint:bits", "chain", "report"):
        page = learner.press(sheet, do, {"bits": "9"}, htmx=True)
        assert page.status == 200
        assert "hx-push-url" not in page.headers


def test_htmx_is_sent_to_the_solution_by_a_header(learner: Learner) -> None:
    page = learner.press(learner.open(), "solution", htmx=True, follow=False)
    assert page.status == 204
    assert learner.get(page.headers["hx-redirect"]).address.endswith("/solution")


def test_htmx_gets_an_error_beside_the_sheet_and_the_sheet_stays(learner: Learner) -> None:
    sheet = learner.open()
    for page in (
        learner.press(sheet, typed=RIGHT, htmx=True, version="old"),
        learner.press(sheet, typed=RIGHT, htmx=True, key=""),
    ):
        assert page.status in (400, 409)
        assert "<html" not in page.html
        assert page.headers["hx-retarget"] == "#alert"
        assert page.headers["hx-reswap"] == "innerHTML"  # the box stays, for the next error


def test_each_form_carries_a_new_key(learner: Learner) -> None:
    first = learner.open()
    second = learner.press(first, typed={"nats": "9"})
    third = learner.press(second, typed={"nats": "8"}, htmx=True)
    assert len({first.fields["key"], second.fields["key"], third.fields["key"]}) == 3


@pytest.mark.parametrize("do", ["check:nats", "hint:nats", "chain", "report"])
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("stored", [False, True], ids=["fresh", "stored"])
def test_what_is_typed_and_not_yet_checked_is_never_lost(
    learner: Learner, do: str, htmx: bool, stored: bool
) -> None:
    sheet = learner.open()
    if stored:
        sheet = learner.press(sheet, typed={"bits": "9"})
    page = learner.press(
        sheet, do, {"nats": "9", "bits": "1.7", "perplexity": "two"}, htmx=htmx, sentence="It is 3."
    )
    assert page.status == 200
    assert [page.typed(part) for part in ("nats", "bits", "perplexity")] == [["9"], ["1.7"], ["two"]]
    assert page.rule("bits") == ""  # an old verdict does not stand beside a new text


def test_a_sentence_that_is_not_sent_yet_is_never_lost(learner: Learner) -> None:
    page = learner.press(learner.open(), typed={"nats": "9"}, sentence="I get 1.22 & so does <she>.")
    assert page.fields["sentence"] == "I get 1.22 & so does <she>."


def test_a_stored_answer_is_shown_again_by_a_page_that_can_be_reloaded(learner: Learner) -> None:
    page = learner.press(learner.open(), typed={"nats": "9"})
    assert page.address == page.action
    assert learner.get(page.address).typed("nats") == ["9"]


# Reports


@on_both
def test_a_report_keeps_the_variant_and_the_sentence_once(
    learner: Learner, store: Database, count: Count
) -> None:
    sheet = learner.open()
    page = learner.press(sheet, "report", {"nats": "1.3"}, sentence="  I get 1.3\x00 by = averaging. ")
    assert page.status == 200
    assert "Thank you" in page.text
    learner.press(sheet, "report", {"nats": "1.3"}, sentence="I get 1.3 by averaging.")
    assert count() == {"people": 1, "sessions": 1, "reports": 1}
    with store.read() as connection:
        row = connection.execute(select(reports)).one()
    assert row.sentence == "I get 1.3 by = averaging."
    assert row.question == PERPLEXITY
    assert row.variant == drawn().to_json()


def test_a_very_long_report_is_cut_and_not_refused(learner: Learner, store: Database) -> None:
    assert learner.press(learner.open(), "report", sentence="x" * 30_000).status == 200
    with store.read() as connection:
        assert len(connection.execute(select(reports.c.sentence)).scalar_one()) == 2000


def test_a_report_without_a_sentence_stores_and_marks_nothing(learner: Learner, count: Count) -> None:
    page = learner.press(learner.open(), "report", {"nats": "9"}, sentence="  ")
    assert count() == {}
    assert page.rules == []
    assert page.typed("nats") == ["9"]


# Forms that no page of ours sends


@pytest.mark.parametrize(
    "fields",
    [
        {"key": ""},
        {"key": "short"},
        {"key": "x" * 65},
        {"key": "x" * 20 + "\n"},
        {"seed": "²"},
        {"seed": "-3"},
        {"seed": "9" * 30},
        {"seed": ""},
        {"do": "destroy"},
    ],
    ids=str,
)
def test_a_form_that_no_page_sends_is_refused_with_a_page(
    learner: Learner, count: Count, fields: dict[str, str]
) -> None:
    sheet = learner.open()
    data = {**sheet.fields, "cell.nats.0": "1.21", "do": "check", **fields}
    answer = learner.client.post(sheet.action, data=data)
    assert answer.status_code == 400
    assert "form" in answer.text
    assert count() == {}


@pytest.mark.parametrize(
    "field",
    [
        "cell.nats.²",
        "cell.nats.-1",
        "cell.nats." + "9" * 5000,
        "cell..0",
        "cell.",
        "cell.nats.0.0",
        "x" * 9000,
        "\x00",
    ],
    ids=lambda field: ascii(field)[1:16],
)
def test_a_field_that_no_page_has_is_passed_over(learner: Learner, field: str) -> None:
    sheet = learner.open()
    assert learner.send(sheet.action, filled(sheet, RIGHT) | {"do": "check", field: "1"}).earned == 3


@pytest.mark.parametrize("place", [1, 1999])
def test_too_many_cells_are_told_and_not_marked(learner: Learner, count: Count, place: int) -> None:
    sheet = learner.open()
    page = learner.send(
        sheet.action, filled(sheet, {"nats": "1.21"}) | {"do": "check", f"cell.nats.{place}": "1.21"}
    )
    assert page.status == 422
    assert count() == {}


@pytest.mark.parametrize(
    "other", [("first-five-merges", 7, "exam"), (COSINE, 8, "exam"), (COSINE, 7, "hard")]
)
def test_a_form_with_the_key_of_another_sheet_is_refused(
    learner: Learner, count: Count, other: tuple[str, int, str]
) -> None:
    sheet = learner.open(COSINE, 7, "exam")
    learner.press(sheet, typed={"dot": "9"})
    before = count()
    page = learner.press(learner.open(*other), "hint", key=sheet.fields["key"])
    assert page.status == 400
    assert "form" in page.text
    assert count() == before


def test_the_last_of_two_fields_with_one_name_counts(learner: Learner) -> None:
    sheet = learner.open()
    data = {**sheet.fields, "do": "check", "cell.nats.0": ["9", "1.21"]}
    answer = learner.client.post(sheet.action, data=data, follow_redirects=True)
    assert 'value="1.21"' in answer.text


def test_an_uploaded_file_is_refused(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    answer = learner.client.post(sheet.action, data=dict(sheet.fields), files={"cell.nats.0": b"1.21"})
    assert answer.status_code == 400
    assert count() == {}


def test_a_body_that_is_no_form_is_refused(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    assert learner.client.post(sheet.action, json={"key": form_key()}).status_code == 400
    assert learner.client.post(sheet.action, content=b"\xff\xfe%%%&&&==").status_code == 400
    assert count() == {}


# Safety of every page


def _every_page(learner: Learner) -> list[Page]:
    solved = learner.press(learner.open(), typed=RIGHT)
    wrong = learner.press(learner.open(COSINE, level="exam"), typed={"dot": "99"})
    addresses = [
        "/", "/topics", "/progress", "/progress.csv", "/calculator", f"/practice/{COSINE}",
        f"/practice/{COSINE}?seed=1",
        "/practice/unknown", f"/practice/{COSINE}?seed=x", "/attempts/unknown", "/nowhere", "/static/web/site.css",
        "/static/nothing.css", solved.action, f"{solved.action}/solution", wrong.action, f"{wrong.action}/solution",
    ]  # fmt: skip
    return [learner.get(address, follow=False) for address in addresses]


def test_every_page_has_the_policy_that_allows_only_our_own_scripts_and_styles(learner: Learner) -> None:
    for page in _every_page(learner):
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy, page.address
        assert "script-src 'self';" in policy
        assert "style-src 'self';" in policy
        assert "unsafe" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"


def test_no_page_has_an_inline_script_or_style(learner: Learner) -> None:
    for page in _every_page(learner):
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", page.html), (
            page.address
        )


def test_reading_never_writes(learner: Learner, count: Count) -> None:
    new = learner.twin()
    for address in (
        "/",
        "/topics",
        "/progress",
        "/progress.csv",
        "/calculator",
        f"/practice/{PERPLEXITY}?seed=1",
    ):
        assert new.get(address).status == 200
    assert count() == {}
    _every_page(learner)
    before = count()
    assert before["attempts"] == 2
    for page in _every_page_again(learner):
        assert page.status < 500
    assert count() == before


def _every_page_again(learner: Learner) -> list[Page]:
    sheets = [link for link in learner.get("/progress").links if link.startswith("/attempts/")]
    assert len(sheets) == 2
    addresses = ["/", "/topics", "/progress.csv", *sheets, *(f"{sheet}/solution" for sheet in sheets)]
    return [learner.get(address) for address in addresses]


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_script_in_every_field_comes_back_as_text(learner: Learner, htmx: bool) -> None:
    stored = learner.press(learner.open(), typed={"nats": "9"})
    buttons = (
        "check",
        "check:nats",
        f"check:{SCRIPT}",
        f"hint:{SCRIPT}",
        "hint:nats:0",
        "chain",
        "report",
        SCRIPT,
    )
    for sheet in (learner.open(), stored):
        clean = filled(sheet, RIGHT)
        dirty = filled(sheet, dict.fromkeys(RIGHT, SCRIPT)) | {"sentence": SCRIPT}
        forms = [dirty | {"do": do} for do in buttons]
        forms += [clean | {"do": "check", name: SCRIPT} for name in ("key", "seed", "level", "version")]
        forms += [clean | {"do": "check", SCRIPT: SCRIPT, f"cell.{SCRIPT}.0": SCRIPT}]
        for form in forms:
            page = learner.send(sheet.action, form, htmx)
            assert "<script>alert" not in page.html
            assert page.status < 500


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    "address",
    [
        f"/practice/{SCRIPT}",
        f"/practice/{COSINE}?seed={SCRIPT}",
        f"/practice/{COSINE}?seed=1&level={SCRIPT}",
        f"/practice/{COSINE}?seed=1&{SCRIPT}={SCRIPT}",
        f"/attempts/{SCRIPT}",
        f"/attempts/{SCRIPT}/solution",
        f"/{SCRIPT}",
    ],
)
def test_a_script_in_an_address_comes_back_as_text(learner: Learner, address: str, htmx: bool) -> None:
    page = learner.get(address, htmx)
    assert "<script>alert" not in page.html
    assert page.status < 500


def test_a_script_that_can_be_read_as_an_answer_is_stored_and_shown_as_text(learner: Learner) -> None:
    name, level = "order-of-the-merges", BANK.questions["order-of-the-merges"].levels[0]
    part = drawn(name, 3, level).asked[0].name
    page = learner.press(learner.open(name, 3, level), f"check:{part}", {part: [f"{SCRIPT} {SCRIPT}"] * 2})
    assert page.rule(part) == "wrong"
    assert page.typed(part)[0] == f"{SCRIPT} {SCRIPT}"
    for shown in (page, learner.get("/progress"), learner.get("/")):
        assert "<script>alert" not in shown.html


# When the database fails


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_an_error_of_the_program_is_a_page_and_nothing_is_half_stored(
    learner: Learner, count: Count, monkeypatch: pytest.MonkeyPatch, htmx: bool
) -> None:
    sheet = learner.open()
    with monkeypatch.context() as broken:
        broken.setattr("app.practice.store.attempts.respond", _divide)
        page = learner.press(sheet, typed=RIGHT, htmx=htmx)
    assert page.status == 500
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "division" not in page.text
    assert page.headers.get("hx-retarget") == ("#alert" if htmx else None)
    assert count() == {}
    assert learner.press(sheet, typed=RIGHT).earned == 3


def _divide(*_: object) -> None:
    raise ZeroDivisionError("division by zero")


def test_a_database_that_cannot_be_reached_is_a_page(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("unable to open database file"))

    learner.press(learner.open(), typed=RIGHT)
    monkeypatch.setattr("app.identity.store.people.with_token", down)
    page = learner.get("/progress")
    assert page.status == 503
    assert "unable" not in page.text


# Small manners of the web


@pytest.mark.parametrize(
    "address", ["/", "/topics", "/progress", "/progress.csv", f"/practice/{COSINE}?seed=1"]
)
def test_head_answers_as_get_without_a_body(learner: Learner, address: str) -> None:
    answer = learner.client.head(address)
    assert answer.status_code == 200
    assert answer.text == ""


def test_an_address_with_a_slash_at_its_end_leads_to_the_page(learner: Learner) -> None:
    for address in ("/topics/", "/progress/", "/calculator/"):
        assert learner.get(address).address == address.rstrip("/")


def test_a_method_that_is_not_allowed_is_a_page_that_names_those_that_are(learner: Learner) -> None:
    answer = learner.client.post("/topics")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET"
    assert "Examformer" in answer.text


def test_no_cache_in_between_keeps_a_page_for_somebody_else(learner: Learner) -> None:
    for page in _every_page(learner):
        if page.status < 300 and not page.address.startswith("/static/"):
            own = page.address.split("/")[1] in (
                "account",
                "courses",
                "people",
                "progress",
                "sittings",
                "link",
            )
            unstored = own or "content-disposition" in page.headers
            wanted = "private, no-store" if unstored else "private, no-cache"
            assert page.headers["cache-control"] == wanted, page.address
    fragment = learner.press(learner.open(), typed=RIGHT, htmx=True)
    assert fragment.headers["cache-control"] == "private, no-cache"


def test_a_static_file_is_kept_as_long_as_its_address_says_what_is_in_it(learner: Learner) -> None:
    marked = re.findall(r'href="(/static/web/site.css[^"]*)"', learner.get("/").html)[0]
    for address, kept in (
        (marked, "public, max-age=31536000, immutable"),
        ("/static/web/site.css", "no-cache"),
        ("/static/fonts/source-serif-4.woff2", "public, max-age=86400"),
    ):
        assert learner.client.get(address).headers["cache-control"] == kept


def _tabs(learner: Learner, number: int) -> list[Learner]:
    return [learner.twin() for _ in range(number)]


def test_once_its_points_are_settled_a_sheet_leads_on_though_not_all_is_right(learner: Learner) -> None:
    def onward(sheet: Page) -> list[str]:
        found = document_fromstring(sheet.html).xpath("//div[@class='onward']//a/@href")
        return [str(one) for one in found]

    sheet = learner.press(learner.open(PERPLEXITY), typed={**RIGHT, "nats": "77"})
    assert onward(sheet) == [f"/next?after={PERPLEXITY}"]
    begun = learner.press(learner.open(PERPLEXITY, seed=4), typed={"nats": "77"})
    assert onward(begun) == []
