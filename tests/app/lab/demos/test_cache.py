"""The KV cache: bytes, work and real models are predicted, compared and become an exercise."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from fastapi import FastAPI

from app.lab.demos.cache.demo import Cache
from app.lab.demos.cache.grids import STEPS, Cell
from app.lab.demos.cache.small import Memory, Work
from app.lab.demos.cache.state import OFFERED, State
from engine.demos import recording
from tests.app.lab.demos.lab import Lab, odd
from tests.app.learner import Count, Learner, Page, form_key, new_learner

GQA = State(heads="GQA", tokens=100)
WORK = State(part="work", heads="MQA", tokens=60)
MODEL = State(part="model", model="Qwen2.5 7B", context=32_768, batch=3, format="FP16")
CARD = State(part="card", model="Llama-3 8B", context=8192, card=24, format="FP16")
FOUR = [GQA, WORK, MODEL, CARD]
ids = pytest.mark.parametrize("state", FOUR, ids=lambda state: state.part)
LAB = Lab("cache", State())
at, predict = LAB.at, LAB.predict


def by_hand(state: State) -> float:
    """Number by number: nothing is shared with what the page computes."""
    if state.part == "memory":
        counted = 0
        for _layer, _side, _head, _token, _place in product(
            range(2),
            ("k", "v"),
            range({"MHA": 4, "GQA": 2, "MQA": 1}[state.heads]),
            range(state.tokens),
            range(8),
        ):
            counted += {"FP32": 4, "FP16": 2, "INT8": 1}[state.format]
        return counted
    if state.part == "work":
        found = next(
            one["runs"][0]["multiply_adds"]
            for one in recording.shown("kv_cache")["models"]
            if one["kv_heads"] == {"MHA": 4, "GQA": 2, "MQA": 1}[state.heads]
        )
        return float(sum(found["without"][: state.tokens]) / sum(found["with"][: state.tokens]))
    layers, heads, size, weights = {"Qwen2.5 7B": (28, 4, 128, 15.23), "Llama-3 8B": (32, 8, 128, 16.06)}[
        state.model
    ]
    one = 2 * layers * heads * size * state.context * {"FP32": 4, "FP16": 2, "INT8": 1}[state.format]
    if state.part == "model":
        return round(one * state.batch / 1024 / 1024 / 1024, 2)
    left, fit = (state.card - weights) * 1e9, 0
    while left >= one:
        left, fit = left - one, fit + 1
    return fit


def test_it_opens_with_a_run_that_is_there_already(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/cache")
    assert {"run", "unit", "text"} <= page.ids
    assert "130,560 bytes" in page.text
    assert 'data-reached="yes"' not in page.html
    assert count() == {}


@ids
def test_nothing_of_the_outcome_is_shown_before_the_prediction(learner: Learner, state: State) -> None:
    page = learner.get(at(state))
    assert "predicted" in page.fields
    assert not {"run", "unit", "text", "compared-title"} & page.ids
    came = by_hand(state)
    ways = {"memory": (f"{came:,.0f}", f"{came:.0f}", f"{came / 1000:.1f}")}.get(state.part, (f"{came:.2f}",))
    assert [way for way in ways if way in page.html] == []


@ids
def test_right_and_wrong_stand_beside_what_came(learner: Learner, state: State) -> None:
    came = by_hand(state)
    right = predict(learner, f"{came:.10g}", state)
    assert right.rules == ["right"]
    assert {"run", "unit", "compared-title"} <= right.ids
    wrong = predict(learner, f"{came * 1.5 + 1:.10g}", state)
    assert wrong.rules == ["wrong"]
    assert "you said" in wrong.html.replace("weights and what you said", "you said").partition('id="run"')[2]
    assert "Predictions: 1 of 2 right" in learner.get("/lab").text


@pytest.mark.parametrize("heads", ["MHA", "GQA", "MQA"])
def test_the_counted_bytes_and_work_are_those_that_were_recorded(heads: Any) -> None:
    for tokens in (1, 2, 17, 180, 255):
        state = State(heads=heads, tokens=tokens)
        assert Memory(state).counted == Memory(state).bytes == by_hand(state), tokens
        work = State(part="work", heads=heads, tokens=tokens)
        assert Work(work).factor(tokens) == pytest.approx(by_hand(work), rel=1e-12), tokens
        kept, anew = Work(work).last
        assert anew.all == tokens * kept.all, tokens  # each of them looks at as many


def test_counted_sizes_are_dots_and_only_where_they_were_counted(learner: Learner) -> None:
    assert predict(learner, "1", GQA).html.count('class="dot"') == 3 * (255 // 17)
    page = predict(learner, "1", State(format="INT8"))
    assert 'class="dot"' not in page.html
    assert "was not measured here" in page.text


def test_a_good_guess_of_the_work_is_right_for_short_texts_only() -> None:
    for tokens, right in ((10, True), (60, True), (255, False)):
        asked = Cache(State(part="work", tokens=tokens)).asked
        assert asked.outcome
        assert (abs((tokens + 1) / 2 - asked.outcome) <= asked.within) == right


def test_the_text_is_the_recorded_one_and_may_be_looked_at_freely(learner: Learner) -> None:
    page = predict(learner, "1", GQA)
    assert page.html.count(Cache(GQA).text) == 2
    greedy = next(link for link in page.links if "drawn=greedy" in link)
    assert "laulia.marina" in learner.get(greedy).text
    other = next(link for link in page.links if "part=work" in link)
    assert "run" not in learner.get(other).ids


@ids
def test_the_numbers_of_the_screen_become_an_exercise_with_the_right_key(
    learner: Learner, state: State
) -> None:
    sheet = learner.send(f"/lab/cache/exercise?{state.address}", {"key": form_key(), "run": ""})
    assert sheet.address.startswith("/attempts/")
    asked = {"memory": "total_bytes", "work": "total_bytes", "model": "total_gib", "card": "requests"}[
        state.part
    ]
    answer = by_hand(State(heads="MQA", tokens=60) if state.part == "work" else state)
    marked = learner.press(sheet, typed={asked: f"{answer:.10g}"})
    assert marked.rule(asked) == "right"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"part": "model", "context": 10}, "at least 0.1 GiB: take more tokens"),
        ({"part": "card", "format": "FP32"}, "is about FP16: choose it"),
        (
            {"part": "card", "model": "Llama-3 70B", "format": "FP16"},
            "take a larger card, or a smaller model",
        ),
        ({"part": "card", "context": 10, "format": "FP16"}, "at least 0.1 GiB for each sequence"),
    ],
)
def test_numbers_that_fit_no_exercise_are_refused_in_a_sentence(
    learner: Learner, count: Count, changes: Mapping[str, Any], why: str
) -> None:
    state = State(**changes)
    before = predict(learner, "1", state)
    assert told(before).count(why) == told(before).count("The exercise takes a") + told(before).count(
        "The exercise is about"
    )  # before one asks for it, and that alone
    assert told(before).count(why) == 1
    run = before.fields["run"]
    page = learner.send(f"/lab/cache/exercise?{state.address}", {"key": form_key(), "run": run})
    assert page.status == 422
    assert told(page).count(why) == 1
    assert "attempts" not in count()


def test_what_two_decimals_are_asked_of_has_two_and_the_exact_number_is_right_too(learner: Learner) -> None:
    state = State(part="model", model="T5 small", context=8192, batch=3, format="FP32")
    for typed, rule in (("0.56", "right"), ("0.5625", "right"), ("0.55", "wrong"), ("1", "wrong")):
        page = predict(learner, typed, state)
        assert page.rules == [rule], typed
        assert f"You said {typed}; it came to 0.56." in told(page)
        assert page.html.count("0.5625") == (typed == "0.5625")
    page = predict(learner, "0.0352", replace(state, context=512))
    assert page.rules == ["right"]
    assert "it came to 0.04." in told(page)


@pytest.mark.parametrize(("typed", "says"), [
    ("10", "Too low"), ("100", "Too low"), ("128", "Half of the tokens"), ("135", "Half of the tokens"),
    ("200", "Too high"), ("1000", "Too high"), ("145", ""),
])  # fmt: skip
def test_of_a_wrong_guess_of_the_work_it_is_told_where_it_lies(
    learner: Learner, typed: str, says: str
) -> None:
    page = told(predict(learner, typed, State(part="work")))
    hints = [one for one in ("Too low", "Too high", "Half of the tokens") if one in page]
    assert hints == ([says] if says else [])
    assert Work(State(part="work", tokens=1)).hint(5).startswith("A single token is computed once")


@pytest.mark.parametrize("heads", ["MHA", "GQA", "MQA"])
def test_between_the_rows_of_the_table_one_can_compute_where_the_factor_passes_a_hundred(heads: Any) -> None:
    part = Work(State(part="work", heads=heads))
    (counted,) = [line.points for line in part.picture(None).lines if line.name == "counted"]
    (x, low), (_, high) = next(pair for pair in pairwise(counted) if pair[1][1] > 100)
    computed = x + 15 * (100 - round(low, 2)) / (round(high, 2) - round(low, 2))
    assert [n for n in range(1, 256) if Cache(replace(part.state, tokens=n)).goals[1].reached] == [
        int(computed) + 1
    ]


def test_one_token_is_one_and_sentences_stand_apart(learner: Learner) -> None:
    for part in ("memory", "work"):
        page = told(predict(learner, "1", State(part=part, tokens=1)))
        assert not re.search(r"\b1 tokens", page)
    assert "to write one token without a cache" in told(learner.get(at(State(part="work", tokens=1))))
    assert "8 numbers each. Key-value heads here: 2." in told(learner.get(at(GQA)))


def test_weights_that_do_not_fit_are_not_told_to_be_a_part_of_the_card(learner: Learner) -> None:
    page = told(learner.get(at(replace(CARD, model="Llama-3 70B"))))
    assert "take 141.11 GB; the card has 24 GB." in page


def reached(state: State) -> list[bool]:
    return [goal.reached for goal in Cache(state).goals]


def test_the_goals_can_be_reached_and_are_not_at_the_first_states() -> None:
    for part in ("memory", "work", "model", "card"):
        assert reached(State(part=part)) == [False, False, False]
    assert reached(State(heads="MQA"))[0]
    assert reached(State(heads="GQA", format="FP16"))[0]
    assert not reached(State(heads="GQA"))[0]
    found = [n for n in range(1, 256) if reached(State(part="work", tokens=n))[1]]
    assert found == [181]
    fit = int(by_hand(CARD))
    full = [n for n in range(1, 12) if reached(State(part="model", format="FP16", batch=n))[2]]
    assert full == [fit]


def test_who_tells_how_many_fit_on_a_card_with_24_gb_has_reached_the_goal(learner: Learner) -> None:
    for typed, state, counts in (
        ("7", CARD, True),
        ("8", CARD, False),
        ("22", replace(CARD, card=40), False),
        ("0", replace(CARD, model="Llama-3 70B"), False),
    ):
        page = predict(learner, typed, state)
        assert ('data-reached="yes"' in page.html) == counts, (typed, page.rules)


def test_quotients_are_shown_as_they_are_and_never_as_what_they_are_not(learner: Learner) -> None:
    wide = replace(CARD, format="FP32")
    assert "7,940,000,000 / 2,147,483,648 = 3.69…, so 3" in told(predict(learner, "3", wide))
    many = told(predict(learner, "0", replace(CARD, model="Llama-3 70B")))
    assert "24 − 141.11 is below 0" in many
    assert "· 10⁹ = 0" not in many


def told(page: Page) -> str:
    return " ".join(page.text.split())


def test_the_measured_times_that_are_told_are_those_that_are_drawn(learner: Learner) -> None:
    page = told(predict(learner, "100", replace(WORK, heads="MHA")))
    part = Work(State(part="work"))
    ends = {line.name: line.points[-1] for line in part.times.lines}
    assert (
        part.measured_ends[1]
        == ends["with it"][0]
        == recording.shown("kv_cache_times")["milliseconds"][0]["read"][-1]
    )
    kept, anew = ends["with it"][1], ends["without a cache"][1]
    assert part.slowest[0] == ("MHA", kept)
    assert f"Where 504 tokens have to be read, the next one took {anew:.2f} ms without a cache" in page
    assert f"and {kept:.3f} ms with it: about {anew / kept:.0f} times as long, for 504 times" in page
    before = part.times.lines[0].points[-2][1]
    assert anew < 1.2 * before  # no outlier at the end that everything rests on


def test_each_part_begins_with_numbers_that_become_an_exercise(learner: Learner) -> None:
    learner.get("/lab/cache")
    for part in ("memory", "work", "model", "card"):
        state = replace(State(), **Cache(State()).changes_for(part))  # type: ignore[arg-type]
        sheet = learner.send(f"/lab/cache/exercise?{state.address}", {"key": form_key(), "run": ""})
        assert sheet.address.startswith("/attempts/"), part
    assert Cache(CARD).changes_for("memory") == {"part": "memory", "format": "FP32"}
    assert Cache(CARD).changes_for("model") == {"part": "model"}


def test_one_byte_is_no_bytes(learner: Learner) -> None:
    for state in (State(format="INT8"), replace(CARD, format="INT8")):
        page = told(learner.get(at(state)))
        assert "Bytes of a number in INT8: 1." in page
        assert "1 bytes" not in page


def test_what_is_no_number_is_told_and_not_stored(learner: Learner, count: Count) -> None:
    for typed in ("", "many"):
        page = predict(learner, typed, GQA)
        assert page.status == 422
        assert {"problem"} <= page.ids
        assert "run" not in page.ids
    assert count() == {}


@pytest.mark.parametrize(
    "bad", ["tokens=0", "tokens=256", "heads=XQA", "model=BERT+base+uncased", "part=x", "card=1"]
)
def test_settings_out_of_range_are_refused(learner: Learner, bad: str) -> None:
    name = bad.partition("=")[0]
    rest = "&".join(one for one in State().address.split("&") if not one.startswith(f"{name}="))
    assert learner.get(f"/lab/cache?{rest}&{bad}").status == 422


ODD = [
    *(State(part=part, heads=heads, tokens=tokens, format="INT8")
      for part in ("memory", "work") for heads in ("MHA", "MQA") for tokens in (1, 255)),
    *(State(part=part, model=model, context=context, batch=batch, card=card)
      for part in ("model", "card") for model in (OFFERED[0], OFFERED[-1])
      for context, batch, card in ((1, 1, 4), (131_072, 1024, 640))),
]  # fmt: skip


@odd("states", ODD, every=5)
def test_odd_states_and_odd_predictions_have_a_page(learner: Learner, states: list[State]) -> None:
    for state in states:
        assert learner.get(at(state)).status == 200, state
        for typed in ("-5", "0", "1e300", "inf"):
            assert predict(learner, typed, state).status in (200, 422), (state, typed)
        assert predict(learner, "7", state).status == 200, state


def test_every_model_of_the_list_can_be_chosen(learner: Learner) -> None:
    for model in OFFERED:
        assert learner.get(at(State(part="model", model=model))).status == 200


def test_nobody_opens_a_run_with_the_prediction_of_somebody_else(app: FastAPI, learner: Learner) -> None:
    run = predict(learner, "5", GQA).fields["run"]
    assert "run" not in new_learner(app).get(at(GQA, run=run)).ids


def squares(cells: list[Cell], *how: str) -> list[tuple[int, int]]:
    return [(cell.x, cell.y) for cell in cells if cell.how in how]


@pytest.mark.parametrize("heads", ["MHA", "GQA", "MQA"])
def test_the_marked_cells_of_the_two_grids_are_what_the_model_was_counted_to_compute(heads: Any) -> None:
    counted = next(
        one["runs"][0]["multiply_adds"]
        for one in recording.shown("kv_cache")["models"]
        if one["kv_heads"] == {"MHA": 4, "GQA": 2, "MQA": 1}[heads]
    )
    for step in range(1, STEPS + 1):
        grids = Cache(State(heads=heads, step=step)).grids
        kept, anew = grids.cells(True), grids.cells(False)
        assert len(squares(kept, "now")) == 2 + step  # a key, a value and a row of scores
        assert len(squares(kept, "kept")) == 2 * (step - 1)
        assert len(squares(kept, "before")) == step * (step - 1) / 2
        assert len(squares(anew, "now", "masked")) == len(anew) == 2 * step + step**2
        assert len(squares(anew, "masked")) == step * (step - 1) / 2
        for cells in (kept, anew):
            assert len({(cell.x, cell.y) for cell in cells}) == len(cells)
        with_it, without = grids.now
        assert (with_it.tokens, with_it.scores) == (1, step)
        assert (without.tokens, without.scores) == (step, step**2)
        assert with_it.multiply_adds == counted["with"][step - 1]
        assert without.multiply_adds == counted["without"][step - 1] == step * with_it.multiply_adds
        assert grids.every[step - 1] == (step, with_it, without)


def test_one_goes_through_the_grids_step_by_step_and_the_prediction_stays(learner: Learner) -> None:
    page = predict(learner, "1", GQA)
    assert "Token 4 of 5" in told(page)
    assert "24,064 multiply-adds with a cache, 96,256 without: 4 times as many" in told(page)
    for step in (5, 1, 2):
        onward = next(link for link in page.links if f"&step={step}&" in link)
        page = learner.get(onward)
        assert f"Token {step} of 5" in told(page)
        assert "You said 1;" in told(page)
    first = told(learner.get(next(link for link in page.links if "&step=1&" in link)))
    assert "With a cache: 1 score " in first
    assert "23,680 multiply-adds, with a cache and without" in first


@pytest.mark.parametrize("part", ["memory", "work"])
def test_the_grids_wait_for_the_prediction(learner: Learner, part: Any) -> None:
    state = replace(GQA, part=part)
    assert not {"grids", "steps"} & learner.get(at(state)).ids
    assert {"grids", "steps"} <= predict(learner, "1", state).ids
    assert "grids" not in learner.get(at(MODEL)).ids
