"""Alignment and the leash: recorded runs answer at once, others are trained; both are worked out name by name."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import exp, log, log1p
from typing import Any

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.jobs.store import jobs
from app.jobs.store.points import Point
from app.lab.demos.alignment import runs
from app.lab.demos.alignment.demo import Alignment
from app.lab.demos.alignment.state import ASKED, State
from app.web.drawing import curve
from engine.demos.recording import FOLDER
from tests.app.exams.sitting import sit
from tests.app.lab.demos.lab import Lab, claimed, ended, odd
from tests.app.learner import COSINE, Count, Learner, new_learner

GRADIENT = json.loads((FOLDER / "policy_gradient.json").read_text("utf-8"))
PREFERENCE = json.loads((FOLDER / "preference.json").read_text("utf-8"))
FREE, STRICT = State(beta=0.0), State(beta=2.0)
DPO = State(method="dpo", beta=0.1)
LIVE = State(live=True, beta=0.7, steps=80)
SHOWN = {"run", "steps-of-it", "inside"}
RECORDED = [
    State(reward=reward, beta=run["beta"])
    for reward, found in GRADIENT["rewards"].items()
    for run in found["runs"]
]
RECORDED += [State(method="dpo", beta=run["beta"]) for run in PREFERENCE["runs"]]
LAB = Lab("alignment", State())
at, predict, exercise = LAB.at, LAB.predict, LAB.exercise


def end_of(state: State) -> dict[str, Any]:
    """The outcome recorded at the end, read here from the file."""
    if state.method == "dpo":
        run = next(one for one in PREFERENCE["runs"] if one["beta"] == state.beta)
        chosen = run["points"]["chosen"]
        return {**run["outcomes"][-1], "chosen": chosen[-1] - chosen[0]}
    runs = GRADIENT["rewards"][state.reward]["runs"]
    return dict(next(one["outcome"] for one in runs if one["beta"] == state.beta))


def ran(store: Database, told: Sequence[Mapping[str, Any]], measured: float | None, said: str = "") -> str:
    steps = [Point(one["step"], dict(one)) for one in told]
    return ended(store, claimed(store), steps, {"measured": measured}, said)


def test_it_opens_with_a_run_that_was_recorded(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/alignment")
    assert page.ids >= SHOWN
    assert "predicted" not in page.fields
    assert 'data-reached="yes"' not in page.html
    assert count() == {}


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(
            one, id=f"{one.method} {one.reward} {one.beta}", marks=pytest.mark.sweep if n % 4 else ()
        )
        for n, one in enumerate(RECORDED)
    ],
)
def test_nothing_of_the_outcome_is_shown_before_and_all_of_it_afterwards(
    learner: Learner, state: State
) -> None:
    found = end_of(state)
    told = [f"{found['reward']:.2f}", f"{found['divergence']:.2f}", f"{100 * found['unique']:.1f} %"]
    before = learner.get(at(state))
    assert "predicted" in before.fields
    assert not SHOWN & before.ids
    known = GRADIENT["rewards"][state.reward]["before"]["samples"]
    new = [
        name for name in found["samples"][:6] if len(name) > 3 and not any(name in other for other in known)
    ]
    assert new
    assert not [name for name in new if name in before.text]
    assert not [number for number in told if number in before.text]
    outcome = found[state.asks]
    page = predict(learner, f"{outcome:.2f}", state)
    assert page.rules == ["right"]
    assert page.ids >= SHOWN
    assert [number for number in told if number not in page.text] == []
    assert all(name in page.text for name in new)
    assert f"it came to {outcome:.2f}".replace("-", "−") in page.text


@pytest.mark.parametrize("asks", ["reward", "divergence", "unique"])
def test_each_of_three_things_can_be_asked_and_a_wrong_answer_stands_in_the_picture(
    learner: Learner, asks: Any
) -> None:
    state = State(beta=0.0, asks=asks)
    outcome = end_of(state)[asks]
    said = 0.95 if asks == "unique" else 5.5
    page = predict(learner, str(said), state)
    assert page.rules == ["wrong"]
    assert f"You said {said:.2f}; it came to {outcome:.2f}" in page.text
    mark = "your prediction" if asks == "unique" else ">you<"
    assert mark in page.html
    assert "Predictions: 0 of 1 right" in learner.get("/lab").text


def test_a_prediction_near_to_the_outcome_shares_its_mark() -> None:
    """Two labels on one spot could not be read."""
    lab = Alignment(STRICT)
    (mark,) = lab.frontier.marks
    assert mark[0] == "the run"
    assert mark[1:] == (end_of(STRICT)["divergence"], end_of(STRICT)["reward"])


def test_of_a_run_that_was_predicted_other_questions_are_no_longer_asked_but_another_beta_is(
    learner: Learner,
) -> None:
    run = predict(learner, "5", FREE).fields["run"]
    unique = learner.get(at(State(beta=0.0, asks="unique", step=20, one=3), run))
    assert "run" in unique.ids
    assert unique.rules == []
    assert "predicted" in learner.get(at(STRICT, run)).fields


def test_of_the_run_that_is_there_at_once_nothing_is_asked_but_of_another_it_is(learner: Learner) -> None:
    """Its first page shows its KL, too."""
    for asks in ("reward", "divergence", "unique"):
        page = learner.get(at(State(asks=asks), "recorded"))
        assert "predicted" not in page.fields
        assert "run" in page.ids
    for other in (State(beta=0.3), State(reward="ending"), State(method="dpo")):
        page = learner.get(at(other, "recorded"))
        assert "predicted" in page.fields
        assert "run" not in page.ids


def test_where_training_goes_beyond_the_table_that_is_said_before(learner: Learner) -> None:
    small = State(beta=0.1)
    assert "Training may go beyond" in learner.get(at(small)).text
    assert "can be worked out from the table" not in learner.get(at(small)).text
    assert predict(learner, "12", small).rules == ["right"]
    assert predict(learner, "4", small).rules == ["wrong"]
    assert "Training may go beyond" not in learner.get(at(State(beta=0.3))).text
    assert predict(learner, "4", State(beta=0.3)).rules == ["wrong"]


def test_without_a_leash_nothing_is_divided_by_beta_and_the_farthest_name_is_told(learner: Learner) -> None:
    page = learner.get(at(State(beta=0.0, asks="divergence")))
    assert "r/β" not in page.text
    assert "can be worked out" not in page.text
    assert "−63.14" in page.text
    assert predict(learner, "63.14", State(beta=0.0, asks="divergence")).rules == ["right"]
    assert "−63.14" not in learner.get(at(FREE)).text
    assert "r/β" in learner.get(at(STRICT)).text


def test_the_picture_of_a_live_run_holds_what_such_a_run_came_to() -> None:
    for state in RECORDED:
        for asks in ("reward", "divergence", "unique", "chosen"):
            lab = Alignment(replace(state, live=True, asks=asks))
            if lab.state.asks != asks:
                continue
            name = {"chosen": "chosen_moved"}.get(asks, asks)
            every = [point[name] for point in Alignment(state).points if point.get(name) is not None]
            assert lab.chart.low <= min(every), state
            assert max(every) <= max(lab.chart.high, 1.0), state


def test_where_a_rate_was_changed_on_the_way_that_is_said(learner: Learner, store: Database) -> None:
    going = re.search(r'data-run="([^"]+)"', predict(learner, "2.3", LIVE).html)
    assert going
    told = runs.points("gradient", "letter", 0.5)
    with store.write() as connection:
        jobs.steer(connection, going[1], {"rate": 1e-5})
    run = ran(store, told, 2.32)
    assert "a learning rate of 0.002. On the way you set it to 1e-05." in learner.get(at(LIVE, run)).text


def test_the_ends_of_the_other_betas_stand_in_a_table_and_without_names(learner: Learner) -> None:
    state = State(others=True)
    page = learner.get(at(state, "recorded"))
    for beta in (0.1, 0.3, 1.0):
        found = end_of(State(beta=beta))
        row = f"<td>{found['divergence']:.2f}</td><td>{found['reward']:.2f}</td>"
        assert row in page.html
    curve = Alignment(state).frontier
    assert [mark[0] for mark in curve.marks] == ["the run"]
    assert len(next(line for line in curve.lines if line.style == "dots").points) == 5


def test_the_best_reward_adds_up_from_the_shares_of_the_page() -> None:
    for beta in (0.3, 0.5, 1.0, 2.0):
        lab = Alignment(State(beta=beta))
        on_paper = sum(round(row.share, 4) * row.reward for row in lab.weighed)
        assert on_paper == pytest.approx(lab.best[0], abs=5e-4)


def test_whoever_works_the_best_policy_out_from_the_table_is_right() -> None:
    """The smallest betas of the letter are left out: there, training finds what the table does not have."""
    for state in RECORDED:
        if state.method == "dpo" or (state.reward == "letter" and state.beta < 0.3):
            continue
        counts = GRADIENT["rewards"][state.reward]["counts"]
        weights = [many * (exp(earned / state.beta) if state.beta else earned) for earned, many in counts]
        by_hand = sum(weight * earned for weight, (earned, _) in zip(weights, counts, strict=True)) / sum(
            weights
        )
        asked = Alignment(state).asked
        assert asked.outcome is not None
        assert abs(round(by_hand, 2) - asked.outcome) <= asked.within, (state, by_hand)


@pytest.mark.parametrize(
    ("beta", "net", "most"), [(0.3, "2.03", "2.10"), (0.5, "1.54", "1.62"), (1.0, "1.11", "1.26")]
)
def test_the_best_policy_is_the_best_by_its_mean_r_which_follows_from_the_page(
    learner: Learner, beta: float, net: str, most: str
) -> None:
    """Its mean reward alone may be smaller than that of the run."""
    state = State(beta=beta)
    page = predict(learner, "2.5", state)
    (row,) = re.findall(
        r'<th scope="row">mean R</th><td>([^<]+)</td><td>([^<]+)</td><td>([^<]+)</td>', page.html
    )
    assert row[1:] == (net, most)
    assert f"the policy comes to {net}, the best one, as the table has it, to {most}." in page.text
    cells = [
        re.search(rf'<th scope="row">{name}</th>((?:<td>[^<]+</td>){{3}})', page.html)
        for name in ("mean reward", "KL")
    ]
    rewards, divergences = (re.findall(r"<td>([^<]+)</td>", cell[1]) for cell in cells if cell)
    for shown, reward, divergence in zip(row, rewards, divergences, strict=True):
        assert float(shown) == pytest.approx(float(reward) - beta * float(divergence), abs=0.0051)


def test_of_the_recorded_runs_none_has_a_larger_mean_r_than_the_best_policy_but_beyond_the_table() -> None:
    for state in RECORDED:
        lab = Alignment(state)
        found = end_of(state)
        if state.method == "gradient" and lab.weighed and found["reward"] <= lab.counts[-1][0]:
            assert lab.penalised(found["reward"], found["divergence"]) < lab.penalised(*lab.best)


def test_why_the_line_of_the_best_policies_ends_is_said_as_it_is(learner: Learner) -> None:
    """It is not the end of the table: that lies at ln(20000 / 14), a KL of 7.26."""
    letter = predict(learner, "3.3", State(beta=0.3)).text
    assert (
        "ends at a KL of 3.76: farther out it would hang mostly on the 14 names of the table with 4 a"
        in letter
    )
    lab = Alignment(State(live=True, beta=0.2))
    assert lab.weighed[-1].share > 0.5
    ending = predict(learner, "1", State(reward="ending", beta=0.1)).text
    assert "ends at a KL of 1.19: there as good as every name ends in a" in ending
    table = GRADIENT["rewards"]["ending"]["frontier"]
    assert max(table["reward"]) > 0.99


def test_a_mean_of_another_sample_is_said_to_be_one(learner: Learner) -> None:
    page = predict(learner, "2.5", State())
    assert "whose mean reward is 0.945." in page.text
    assert "among the 64 that each step draws, in the table above among 1,000." in page.text
    assert "whose mean reward is 0.303." in predict(learner, "1", State(reward="ending", beta=0.3)).text


def test_where_another_beta_was_taken_that_is_said(learner: Learner) -> None:
    assert State(beta=0.4).wanted == 0.4
    said = learner.get("/lab/alignment?live=False&method=gradient&reward=letter&beta=0.4&asks=reward").text
    assert "With beta 0.4 nothing of this kind was recorded: beta 0.5 is taken, the nearest." in said
    assert "was recorded: beta 0.1 is taken" in learner.get("/lab/alignment?method=dpo&beta=0.3").text
    assert "nothing of this kind" not in learner.get(at(State(beta=0.3))).text
    assert "wanted" not in State(beta=0.4).address
    assert "nothing of this kind" not in learner.get("/lab/alignment?live=true&beta=0.4").text


def test_the_best_policy_is_that_of_the_recorded_frontier() -> None:
    """There it was computed from the names one by one, in torch."""
    for reward in ("letter", "ending"):
        table = GRADIENT["rewards"][reward]["frontier"]
        for place, beta in enumerate(table["beta"]):
            lab = Alignment(State(live=True, reward=reward, beta=beta))
            assert lab.best == pytest.approx((table["reward"][place], table["divergence"][place]), abs=1e-3)
    q = GRADIENT["rewards"]["ending"]["counts"][1][1] / 20_000
    p = q * exp(2) / (1 - q + q * exp(2))  # a coin with other odds
    coin = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
    assert Alignment(State(live=True, reward="ending", beta=0.5)).best == pytest.approx((p, coin))
    assert Alignment(State(live=True, beta=0.001)).weighed == ()


def test_every_name_is_worked_out_from_the_numbers_of_the_page() -> None:
    for state in RECORDED:
        if state.method == "dpo":
            continue
        for raw in next(
            one for one in GRADIENT["rewards"][state.reward]["runs"] if one["beta"] == state.beta
        )["drawn"]:
            lab = Alignment(State(reward=state.reward, beta=state.beta, step=raw["step"]))
            names = {one["name"]: one for one in raw["names"]}  # each once
            assert [one.name for one in lab.samples] == list(names)
            for shown, one in zip(lab.samples, names.values(), strict=True):
                exact = one["reward"] - state.beta * (one["logp"] - one["logp_ref"])
                assert shown.total == pytest.approx(exact, abs=0.011 * max(1, state.beta))


def test_of_all_pairs_the_mean_margin_is_beta_times_what_chosen_gained_on_rejected() -> None:
    for run in PREFERENCE["runs"]:
        told = runs.points("dpo", "letter", run["beta"])
        for point in (told[25], told[-1]):
            gap = point["chosen_moved"] - point["rejected_moved"]
            assert run["beta"] * gap == pytest.approx(point["margin"], abs=1e-3)
        lab = Alignment(State(method="dpo", beta=run["beta"], step=10))
        assert lab.pair
        assert lab.step == 10
        raw = run["points"]["first"][10]
        ref = PREFERENCE["first"]["ref"]
        margin = run["beta"] * ((raw[0] - ref[0]) - (raw[1] - ref[1]))
        assert lab.pair.margin == pytest.approx(margin, abs=0.021 * run["beta"])
        assert lab.pair.loss == pytest.approx(log1p(exp(-lab.pair.margin)))


def test_in_dpo_the_chosen_names_become_rarer_while_the_accuracy_rises_and_the_page_says_so(
    learner: Learner,
) -> None:
    page = predict(learner, "3", DPO)
    assert page.rules == ["wrong"]
    assert "became rarer while the accuracy rose" in page.text
    assert "Accuracy 93.8" in page.text
    assert "−18.77" in page.text


def test_a_collapse_is_told_also_where_real_names_have_become_more(learner: Learner) -> None:
    page = predict(learner, "1", State(reward="ending", beta=0.0))
    assert "44.8 % are different" in page.text
    assert "The share of real names does not show this" in page.text
    assert "It has collapsed" not in predict(learner, "1", STRICT).text


def test_the_name_on_the_screen_becomes_an_exercise_and_its_number_is_right(learner: Learner) -> None:
    state = State(beta=0.3, step=40, one=2)
    lab = Alignment(state)
    assert lab.sample
    page = exercise(learner, state)
    assert page.address.startswith("/attempts/")
    assert f"{lab.sample.logp:g}".replace("-", "") in page.text
    typed = {"log_ratio": f"{lab.sample.ratio:.2f}", "total": f"{lab.sample.total:.2f}"}
    answered = learner.press(page, typed=typed)
    assert answered.rule("total") == answered.rule("log_ratio") == "right"


@pytest.mark.parametrize("step", [1, 10, 150])
def test_the_pair_on_the_screen_becomes_an_exercise_and_its_number_is_right(
    learner: Learner, step: int
) -> None:
    state = State(method="dpo", beta=0.1, step=step)
    pair = Alignment(state).pair
    assert pair
    page = exercise(learner, state)
    answered = learner.press(page, typed={"margin": f"{pair.margin:.4f}", "loss": f"{pair.loss:.4f}"})
    assert answered.rule("margin") == answered.rule("loss") == "right"


def test_numbers_that_make_no_exercise_are_refused_in_words(learner: Learner, count: Count) -> None:
    for state in (State(method="dpo", beta=2.0), State(method="dpo", beta=0.5, step=0), LIVE):
        page = exercise(learner, state)
        assert page.status == 422
    run = predict(learner, "1", State(method="dpo", beta=2.0)).fields["run"]
    page = exercise(learner, State(method="dpo", beta=2.0), run)
    assert page.status == 422
    assert "an earlier step or another beta" in page.text
    assert "attempts" not in count()


@pytest.mark.parametrize(
    ("state", "place"),
    [(State(beta=1.0), 0), (State(reward="ending", beta=0.3), 1), (State(method="dpo", beta=2.0), 2)],
)
def test_each_goal_is_reached_by_one_recorded_run_of_its_method_and_reward(state: State, place: int) -> None:
    assert [goal.reached for goal in Alignment(state).goals] == [n == place for n in range(3)]
    for other in RECORDED:
        if (other.method, other.reward) == (state.method, state.reward) and other != state:
            assert not Alignment(other).goals[place].reached


@pytest.mark.parametrize("typed", ["a lot", "", "2.3.4"])
def test_what_is_no_number_is_told_and_not_stored(learner: Learner, count: Count, typed: str) -> None:
    for state in (FREE, LIVE):
        page = predict(learner, typed, state)
        assert page.status == 422
        assert page.fields["predicted"] == typed
        assert "run" not in page.ids
    assert count() == {}


def test_what_was_not_recorded_becomes_the_nearest_that_was() -> None:
    assert State(beta=0.8).beta == 1.0
    assert State(method="dpo", reward="ending", beta=0.3, asks="reward") == State(method="dpo", beta=0.1)
    assert State(live=True, method="dpo", reward="ending", beta=0.3).reward == "ending"
    assert State(asks="chosen").asks == "reward"
    for state in RECORDED:
        assert Alignment(state).next_beta in Alignment(state).betas


@pytest.mark.parametrize(
    "bad",
    ["beta=nan", "beta=-1", "beta=11", "rate=0", "steps=151", "steps=4", "method=ppo", "one=7", "seed=-1"],
)
def test_settings_out_of_range_are_refused(learner: Learner, bad: str) -> None:
    assert learner.get(f"/lab/alignment?live=true&{bad}").status == 422


@odd("states", list(product(RECORDED, (0, 7, 150))), every=14)
def test_the_extremes_of_all_settings_have_a_page(learner: Learner, states: list[tuple[State, int]]) -> None:
    for state, step in states:
        run = predict(learner, "1", state).fields["run"]
        looked = State(
            live=state.live,
            method=state.method,
            reward=state.reward,
            beta=state.beta,
            step=step,
            one=6,
            others=True,
        )
        page = learner.get(at(looked, run))
        assert page.status == 200, looked
        assert "inside" in page.ids, looked


@odd("states", list(product((0.0, 1e-5, 0.013, 10.0), (5, 150))), every=7)
def test_the_extremes_of_a_live_run_have_a_page(learner: Learner, states: list[tuple[float, int]]) -> None:
    for beta, steps in states:
        assert learner.get(at(State(live=True, beta=beta, steps=steps, rate=1e-5))).status == 200, (
            beta,
            steps,
        )


def test_dpo_without_beta_is_refused_in_words(learner: Learner, count: Count) -> None:
    state = State(live=True, method="dpo", beta=0.0)
    for page in (learner.get(at(state)), predict(learner, "1", state), exercise(learner, state)):
        assert page.status == 422
        assert "Take a beta above 0." in page.text
    assert count() == {}


def test_a_live_run_waits_is_drawn_compared_and_becomes_an_exercise(
    learner: Learner, app: FastAPI, store: Database, count: Count
) -> None:
    page = predict(learner, "2.00", LIVE)
    assert "going" in page.ids
    assert not {"inside", "steps-of-it"} & page.ids
    assert count() == {"people": 1, "sessions": 1, "jobs": 1, "predictions": 1}
    told = runs.points("gradient", "letter", 1.0)  # as a live run tells it
    run = ran(store, told, 1.687)
    page = learner.get(at(LIVE, run))
    assert page.rules == ["right"] if abs(2.0 - 1.687) <= 0.2 else ["wrong"]
    assert "You said 2.00; it came to 1.69." in page.text
    assert page.ids >= SHOWN
    assert page.html.count('data-reached="yes"') == 1
    state = State(live=True, beta=0.7, steps=80, step=40, one=1)
    drawn = next(
        one["names"] for one in GRADIENT["rewards"]["letter"]["runs"][4]["drawn"] if one["step"] == 40
    )
    total = drawn[0]["reward"] - 0.7 * round(round(drawn[0]["logp"], 2) - round(drawn[0]["logp_ref"], 2), 2)
    sheet = exercise(learner, state, run)
    assert learner.press(sheet, typed={"total": f"{total:.2f}"}).rule("total") == "right"
    stranger = new_learner(app)
    assert "inside" not in stranger.get(at(LIVE, run)).ids
    assert exercise(stranger, state, run).status == 422


def test_a_live_run_of_dpo_is_drawn_with_its_pair(learner: Learner, store: Database) -> None:
    state = State(live=True, method="dpo", reward="ending", beta=0.7, steps=150, asks="unique")
    predict(learner, "0.5", state)
    page = learner.get(at(state, ran(store, runs.points("dpo", "letter", 0.5), 0.876)))
    assert "You said 0.50; it came to 0.88." in page.text
    assert "One pair at step 150" in page.text
    assert "your prediction" in page.html


@pytest.mark.parametrize("came", [0, *(pytest.param(n, marks=pytest.mark.sweep) for n in (1, 3)), 26])
@pytest.mark.parametrize("method", ["gradient", "dpo"])
def test_a_run_that_ended_early_shows_what_there_is(
    learner: Learner, store: Database, came: int, method: Any
) -> None:
    state = State(live=True, method=method, beta=0.5, steps=80)
    predict(learner, "2", state)
    run = ran(store, runs.points(method, "letter", 0.5)[:came], None, "It was stopped.")
    page = learner.get(at(state, run))
    assert page.status == 200
    assert "It was stopped." in page.text
    assert page.rules == []
    assert 'data-reached="yes"' not in page.html
    assert "before and after" not in page.text  # also where names of the way are known


def test_without_torch_the_recorded_runs_stay(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.lab.runs.possible", lambda: False)
    assert "it has no PyTorch" in learner.get(at(LIVE)).text
    assert predict(learner, "12", FREE).rules == ["right"]


def test_names_are_escaped(learner: Learner, store: Database) -> None:
    predict(learner, "2", LIVE)
    told = [dict(one) for one in runs.points("gradient", "letter", 0.5)]
    told[-1]["drawn"] = [{"name": "<b>x", "reward": 0.0, "logp": -1.0, "logp_ref": -1.0}] * 6
    told[-1]["outcome"] = {**told[-1]["outcome"], "samples": ["<i>y"] * 20}
    html = learner.get(at(LIVE, ran(store, told, 2.0))).html
    assert "<b>x" not in html
    assert "<i>y" not in html


def test_a_margin_of_any_size_has_a_loss() -> None:
    pair = Alignment(State(method="dpo", beta=0.1)).pair
    assert pair
    for far, loss in ((-1e4, 0.0), (1e4, 1e5)):
        one = replace(pair, logp_w=0.0, logp_l=far, ref_w=0.0, ref_l=0.0, beta=10.0)
        assert one.loss == pytest.approx(loss)


def test_while_an_exam_forbids_aids_it_is_closed(app: FastAPI) -> None:
    learner = sit(app, COSINE).learner
    assert learner.get("/lab/alignment").status == 403
    assert exercise(learner, FREE).status == 403


def test_it_opens_without_a_leash_and_shows_step_by_step_what_is_written(learner: Learner) -> None:
    page = learner.get("/lab/alignment")
    assert Alignment(State()).state.beta == 0
    run = next(one for one in GRADIENT["rewards"]["letter"]["runs"] if one["beta"] == 0)
    assert [step for step, _ in Alignment(State()).film] == [one["step"] for one in run["drawn"]]
    for drawn in run["drawn"]:
        names = [one["name"] for one in drawn["names"][:2]]
        assert f"step {drawn['step']} " + " ".join(names) in page.text
        there = learner.get(at(State(step=drawn["step"]), "recorded"))
        assert f"At step {drawn['step']} it writes {', '.join(names)}." in there.text
    assert "step 80 aaaaaaaaaaaa aaaaaaaaaaaa" in page.text
    assert learner.get(at(State(step=39), "recorded")).fields["step"] == "39"


@pytest.mark.parametrize("state", [State(), State(method="dpo", beta=0.1)])
def test_no_share_is_above_1_in_a_picture_of_shares(state: State) -> None:
    pictures = Alignment(state).over_steps
    for picture in pictures:
        if picture.y == "share":
            assert all(0 <= y <= 1 for line in picture.lines for _, y in line.points)
    assert [one.y for one in pictures].count("times the reference") == 1


def test_an_axis_of_shares_ends_at_one() -> None:
    for method, reward in (("gradient", "letter"), ("gradient", "ending"), ("dpo", "letter")):
        for beta in runs.betas(method, reward):
            for asks in ASKED[method]:
                state = State(method=method, reward=reward, beta=beta, asks=asks)  # type: ignore[arg-type]
                shares = [one for one in Alignment(state).over_steps if one.y == "share"]
                assert shares
                for one in shares:
                    heights = [y for line in one.lines for _, y in line.points]
                    assert 0 <= min(heights) <= max(heights) <= 1
                    assert curve(one).y.high <= 1
