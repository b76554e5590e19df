"""A GPT learns: a prediction begins a run, its points are drawn, and the end of the run settles the prediction."""

import json
import re
from collections.abc import Sequence
from html import unescape
from itertools import pairwise
from math import exp, inf, log

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.jobs.store import points
from app.jobs.store.points import Point
from app.lab.demos.chart import COLUMNS
from app.lab.demos.learning import WITHIN, Learning, State
from engine.demos import recording
from engine.demos.gpt import live as live_gpt
from engine.demos.gpt.names import encode, split, vocabulary
from tests.app.exams.sitting import sit
from tests.app.lab.demos.lab import Lab, claimed, ended
from tests.app.learner import COSINE, Count, Learner, Page, form_key, new_learner

SHORT = State(steps=20)
SHARES = [0.05, 0.2, 0.5, 0.25, 0.9, 0.8]  # of c, l, a, r, a and the end
LAB = Lab("learning", SHORT)
at, predict = LAB.at, LAB.predict


def look(learner: Learner, run: str) -> Page:
    return learner.get(at(run=run))


def ran(
    store: Database,
    losses: Sequence[float | None],
    validation: float | None,
    said: str = "",
    steered: bool = False,
    names: Sequence[str] = ("mara", "lia"),
    shares: Sequence[float] = SHARES,
) -> str:
    told = [Point(0, {"validation": 3.47, "names": ["xq", ""]})]
    told += [
        Point(step, {"loss": loss, "gradient": 1.0, "rate": 0.003}) for step, loss in enumerate(losses, 1)
    ]
    end = {"validation": validation, "names": names, "shares": shares if validation else []}
    told[-1] = Point(told[-1].number, {**told[-1].point, **end})
    result = {"validation": validation, "names": ["mara", "lia"], "steered": steered}
    return ended(store, claimed(store), told, result, said)


def test_it_opens_with_a_run_that_was_recorded_and_asks(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/learning")
    assert {"recorded", "recorded-run-title", "predicted"} <= page.ids
    assert "27,328 parameters" in page.text
    assert "ln 32 = 3.47" in page.text
    assert "One name, letter by letter" in page.text
    assert count() == {}


def test_the_first_settings_are_not_of_the_model_that_was_recorded() -> None:
    assert Learning(State()).settings.parameters != recording.shown("reference_model")["parameters"]


@pytest.mark.sweep
def test_neither_the_recorded_run_nor_the_bigrams_tell_what_comes_of_the_first_settings() -> None:
    for seed in (1, 2):
        lab = Learning(State(seed=seed))
        *_, (_, last) = live_gpt.live(lab.training, dict)
        shown = [held_out for step, _, held_out in recording.shown("reference_model")["curve"] if step >= 100]
        assert min(abs(last["validation"] - height) for height in (*shown, lab.bigram, lab.uniform)) > WITHIN
        assert lab.settings.parameters != recording.shown("reference_model")["parameters"]


def test_a_run_that_was_stopped_says_how_far_it_came(learner: Learner, store: Database) -> None:
    predict(learner, "2.3")
    run = ran(store, [3.0, 2.9], 2.912, "It was stopped.")
    page = learner.get(at(run=run))
    assert "It reached step 2 of 20." in page.text
    assert "measured last after step 2: 2.91" in page.text
    assert "measured last" not in look(learner, "").text


def test_a_loss_below_0_is_refused(learner: Learner, count: Count) -> None:
    assert predict(learner, "-1").status == 422
    assert count() == {}


def test_whoever_hardly_trains_has_not_made_a_run_fall_apart(learner: Learner, store: Database) -> None:
    """Before any training the loss may lie a little above ln V."""
    predict(learner, "2.3")
    page = look(learner, ran(store, [3.47] * 20, 3.4675))
    assert 'data-reached="yes"' not in page.html
    predict(learner, "2.3")
    page = look(learner, ran(store, [3.47] * 20, 4.1))
    assert page.html.count('data-reached="yes"') == 1


def test_a_prediction_begins_a_run_that_waits_its_turn(learner: Learner, app: FastAPI, count: Count) -> None:
    predict(new_learner(app), "2.3")
    page = predict(learner, "2.3")
    assert "Waiting: place 2 in the queue." in page.text
    assert "You said 2.30." in page.text
    assert page.rules == []
    assert count() == {"people": 2, "sessions": 2, "jobs": 2, "predictions": 2}
    assert "Predictions:" not in learner.get("/lab").text  # nothing has come yet


def test_at_the_end_both_numbers_stand_side_by_side(learner: Learner, store: Database) -> None:
    predict(learner, "2.30")
    page = look(learner, ran(store, [3.4, 3.0, *[2.5] * 18], 2.38))
    assert page.rules == ["right"]
    assert "You said 2.30; it came to 2.38." in page.text
    assert "your-run-title" in page.ids
    assert "mara" in page.text
    assert f"mean {-sum(map(log, SHARES)) / 6:.2f}" in page.text
    assert page.html.count('data-reached="yes"') == 2  # it beats the bigrams, with few parameters
    assert "Predictions: 1 of 1 right" in learner.get("/lab").text


@pytest.mark.parametrize("share", [0.104, 0.0907, 0.00123456, 0.0000987, 1.0, 0.99951, 0.0])
def test_surprisals_follow_from_the_probabilities_that_are_shown(
    learner: Learner, store: Database, share: float
) -> None:
    predict(learner, "2.30")
    shares = [*SHARES[:5], share]
    page = look(learner, ran(store, [3.0] * 20, 2.38, shares=shares))
    table = page.html.partition('aria-label="Surprisal by letter"')[2].partition("</table>")[0]
    letters, ps, nats = ([unescape(one) for one in re.findall(r"<td>(?:<code>)?([^<]+)", part)]
                         for part in table.split("<tr>")[1:])  # fmt: skip
    assert letters == ["c", "l", "a", "r", "a", "."]
    assert [float(p) for p in ps] == pytest.approx(shares, rel=0.005)
    decimals = len(nats[0].partition(".")[2])
    for told, p, own in zip(nats[:-1], ps, shares, strict=True):
        assert told == (f"{-log(own):z.{decimals}f}" if own else "∞")
        assert told == (f"{-log(float(p)):z.{decimals}f}" if float(p) else "∞")
    mean = re.search(r"mean <b>([\d.∞]+)</b>", table)
    assert mean
    places = len(mean[1].partition(".")[2])
    own_mean = sum(-log(own) if own else inf for own in shares) / 6
    assert mean[1] == (f"{own_mean:.{places}f}" if share else "∞")
    assert mean[1] == f"{sum(float(one) for one in nats[:-1]) / 6:.{places}f}" if share else "∞"


def test_a_name_without_a_letter_is_called_so_and_goals_stand_on_the_first_page(
    learner: Learner, store: Database
) -> None:
    page = learner.get("/lab/learning")
    assert page.html.count('data-reached="no"') == 3
    predict(learner, "2.30")
    page = look(learner, ran(store, [3.0] * 20, 2.38, names=["mara", "", "lia"]))
    assert "After step 20 it writes: mara, (no letter), lia" in " ".join(page.text.split())
    assert page.html.count("data-goal=") == 3
    assert "not what its loss is" in page.text
    assert "Another run" in page.text


def test_a_curve_that_was_drawn_beforehand_stands_beside_what_came(learner: Learner, store: Database) -> None:
    heights = [None, *(3.4 - n / 32 for n in range(COLUMNS - 1))]
    sent = {"predicted": "2.4", "sketch": json.dumps(heights), "key": form_key()}
    page = learner.send(f"/lab/learning/predictions?{SHORT.address}", sent)
    assert json.dumps(heights) in unescape(page.html)  # the script draws it where the run goes on
    page = look(learner, ran(store, [3.0] * 20, 2.38))
    assert "your sketch" in page.text
    predict(learner, "2.3")
    assert "your sketch" not in look(learner, ran(store, [3.0] * 20, 2.38)).text


@pytest.mark.parametrize(
    "sketch", ["[1, 2", "[1e999]", "[NaN]", '["a"]', '{"a": 1}', json.dumps([1.0] * (COLUMNS + 1))]
)
def test_what_is_no_curve_is_refused(learner: Learner, count: Count, sketch: str) -> None:
    sent = {"predicted": "2.4", "sketch": sketch, "key": form_key()}
    assert learner.send(f"/lab/learning/predictions?{SHORT.address}", sent).status == 422
    assert count() == {}


def test_a_run_whose_rate_was_changed_settles_nothing(learner: Learner, store: Database) -> None:
    predict(learner, "2.30")
    page = look(learner, ran(store, [3.0] * 20, 2.3, steered=True))
    assert page.rules == []
    assert "You have changed a setting" in page.text
    assert "Predictions:" not in learner.get("/lab").text


def test_another_prediction_while_one_goes_on_is_told_not_to_be_kept(
    learner: Learner, store: Database
) -> None:
    predict(learner, "2.30")
    assert "was not saved" in predict(learner, "1.9").text
    run = ran(store, [3.0] * 20, 2.3)
    assert (
        "was not saved" not in learner.get(at(run=run, waits="1")).text
    )  # it is over, and its page is loaded anew


def test_one_that_is_too_far_off_is_wrong(learner: Learner, store: Database) -> None:
    predict(learner, "2.30")
    page = look(learner, ran(store, [3.0] * 20, 2.5))
    assert page.rules == ["wrong"]
    assert 'data-reached="yes"' not in page.html


def test_a_run_that_fell_apart_or_failed_says_so_and_settles_nothing(
    learner: Learner, store: Database
) -> None:
    predict(learner, "2.3")
    page = look(learner, ran(store, [3.0, None], None))
    assert page.rules == []
    assert page.html.count('data-reached="yes"') == 1  # that was a goal
    predict(learner, "2.3")
    page = look(learner, ran(store, [3.0, 2.9], 2.9, "The process that did this ended unexpectedly."))
    assert "ended unexpectedly" in page.text
    assert "Predictions:" not in learner.get("/lab").text


def test_until_its_first_point_comes_a_run_says_that_its_worker_gets_ready(
    learner: Learner, store: Database
) -> None:
    assert "Waiting: place 1 in the queue." in predict(learner, "2.3").text
    job = claimed(store)
    page = learner.get(at(run=job.name))
    assert "The worker is getting ready." in page.text
    assert "Step 0 of" not in page.text
    with store.write() as connection:
        points.add(connection, job.id, [Point(0, {"validation": 3.47})])
    page = learner.get(at(run=job.name))
    assert "Step 0 of 20." in page.text


def test_a_worker_gets_ready_when_a_page_that_may_train_is_opened(
    learner: Learner, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(app.state.runner, "get_ready", asked.append)
    learner.get("/lab/learning")
    assert asked == ["training"]
    learner.get("/lab/ladder")  # a mixture only counts
    assert asked == ["training"]
    learner.get("/lab/ladder?model=rnn")
    assert asked == ["training"] * 2
    monkeypatch.setattr("app.lab.runs.possible", lambda: False)
    learner.get("/lab/learning")
    assert asked == ["training"] * 2


def test_while_one_goes_on_another_is_not_begun_but_opened(learner: Learner, count: Count) -> None:
    first = predict(learner, "2.3")
    second = predict(learner, "1.9")
    assert 'data-run="' in first.html
    run = first.html.partition('data-run="')[2].partition('"')[0]
    assert f'data-run="{run}"' in second.html
    assert "You said 2.30." in second.text
    assert count()["jobs"] == count()["predictions"] == 1


def test_the_form_of_a_run_that_is_over_begins_another_with_its_own_prediction(
    learner: Learner, store: Database
) -> None:
    predict(learner, "2.30")
    ran(store, [3.0] * 20, 2.38)
    again = predict(learner, "2.30")
    assert "You said 2.30." in again.text
    assert look(learner, ran(store, [3.0] * 20, 2.6)).rules == ["wrong"]
    assert "Predictions: 1 of 2 right" in learner.get("/lab").text


@pytest.mark.parametrize("typed", ["a lot", "", "2.3.4", "infinity", "1e999"])
def test_what_is_no_number_begins_nothing(learner: Learner, count: Count, typed: str) -> None:
    page = predict(learner, typed)
    assert page.status == 422
    assert page.fields["predicted"] == typed
    assert "problem" in page.ids
    assert count() == {}


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (State(width=30), "multiple of the number of heads"),
        (State(layers=6, width=128), "Take fewer layers"),
        (State(layers=7), "The number of layers lies between 1 and 6."),
        (State(rate=5.0), "The learning rate lies between"),
        (State(rate=float("nan")), "The learning rate lies between 1e-05 and 0.1."),
        (State(optimiser="adam the first"), "The optimiser is one of"),
    ],
)
def test_a_model_that_is_not_trained_here_is_refused_in_words(
    learner: Learner, count: Count, model: State, said: str
) -> None:
    for page in (
        learner.get(f"/lab/learning?{model.address}"), predict(learner, "2.3", model),
    ):  # fmt: skip
        assert page.status == 422
        assert said in page.text
    assert count() == {}


def test_nobody_sees_the_run_of_somebody_else(learner: Learner, app: FastAPI, store: Database) -> None:
    predict(learner, "2.3")
    run = ran(store, [3.0] * 20, 2.3)
    assert "your-run-title" in learner.get(at(run=run)).ids
    assert "your-run-title" not in look(new_learner(app), run).ids


def test_without_torch_the_recorded_run_stays(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.lab.runs.possible", lambda: False)
    page = learner.get("/lab/learning")
    assert "recorded" in page.ids
    assert "predicted" not in page.fields
    assert "it has no PyTorch" in page.text
    assert "it has no PyTorch" in predict(learner, "2.3").text


def test_the_model_on_the_screen_is_counted_as_an_exercise(learner: Learner) -> None:
    wide = State(layers=3, width=48, heads=6)
    page = learner.send(f"/lab/learning/exercise?{wide.address}", {"key": form_key()})
    assert page.address.startswith("/attempts/")
    answered = learner.press(page, typed={"total": str(Learning(wide).settings.parameters)}, do="check:total")
    assert answered.rule("total") == "right"


def test_the_line_of_the_bigrams_is_what_counting_gives() -> None:
    """Counted here anew: pairs of letters, one added to each."""
    words, held_out = split()
    pairs: dict[tuple[int, int], int] = {}
    for word in words:
        tokens = encode(f".{word}.")
        for pair in pairwise(tokens):
            pairs[pair] = pairs.get(pair, 0) + 1
    total, count = 0.0, 0
    for word in held_out:
        tokens = encode(f".{word}.")
        for a, b in pairwise(tokens):
            row = sum(times for (first, _), times in pairs.items() if first == a)
            total -= log((pairs.get((a, b), 0) + 1) / (row + len(vocabulary())))
            count += 1
    lab = Learning(State())
    assert lab.bigram == pytest.approx(total / count, abs=1e-9)
    assert exp(lab.uniform) == pytest.approx(32)


def test_while_an_exam_forbids_aids_it_is_closed(app: FastAPI, count: Count) -> None:
    learner = sit(app, COSINE).learner
    assert learner.get("/lab/learning").status == 403
    assert predict(learner, "2.3").status == 403
    assert "jobs" not in count()
