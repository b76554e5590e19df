"""The ladder of language models: a perplexity is predicted, of counts at once, of a network by a live run."""

from collections import Counter
from dataclasses import replace
from itertools import product
from math import exp, log
from typing import Any

import pytest
from fastapi import FastAPI

from app.demos.ladder import Ladder, State, rung
from app.demos.ladder_pictures import LadderLab, named
from app.store.database import Database
from app.store.points import Point
from engine.demos.names import split
from engine.pictures import Bars, table
from tests.app.demos.lab import Lab, claimed, ended
from tests.app.learner import COSINE, Count, Learner, form_key
from tests.app.sat import sit

ADDED = State(model="add_alpha", order=3, alpha=0.5)
MIXED = State(model="interpolated", order=4, ratio=3.0)
RNN = State(model="rnn", steps=100, word="jo")
SECTIONS = {"run", "letters", "arithmetic", "orders", "networks"}
LAB = Lab("ladder", ADDED)
at, predict, exercise = LAB.at, LAB.predict, LAB.exercise


def met(words: tuple[str, ...], n: int) -> Counter[str]:
    """Windows of n signs, over strings."""
    return Counter(("." * (n - 1) + word + ".")[i : i + n] for word in words for i in range(len(word) + 1))


def says(n: int, text: str) -> float:
    """The relative count of the last sign of the text, or that of a shorter order where its history is unknown."""
    if n == 0:
        return 1 / 32
    gram = text[-n:]
    of = sum(times for other, times in GRAMS[n].items() if other[:-1] == gram[:-1])
    return GRAMS[n][gram] / of if of else says(n - 1, text)


GRAMS = {n: met(split()[0], n) for n in range(1, 7)}


def added_by_hand(n: int, alpha: float) -> float:
    histories = Counter[str]()
    for gram, times in GRAMS[n].items():
        histories[gram[:-1]] += times
    nats = [
        (-log((GRAMS[n][gram] + alpha) / (histories[gram[:-1]] + 32 * alpha)), times)
        for gram, times in met(split()[1], n).items()
    ]
    return exp(sum(nat * times for nat, times in nats) / sum(times for _, times in nats))


def heights(picture: Bars) -> dict[str, float]:
    return {row[0]: float(row[1]) for row in table(picture)[1]}


def test_it_opens_with_a_run_that_is_there_already(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/ladder")
    assert page.ids >= SECTIONS
    assert "This model has perplexity 9.71" in page.text
    assert "predicted" not in page.fields
    assert 'data-reached="yes"' not in page.html
    assert count() == {}


@pytest.mark.parametrize("state", [ADDED, MIXED, RNN], ids=lambda state: state.model)
def test_nothing_of_the_outcome_is_shown_before_the_prediction(learner: Learner, state: State) -> None:
    page = learner.get(at(state))
    assert "predicted" in page.fields
    assert not SECTIONS & page.ids
    lab = LadderLab(state)
    came = lab.perplexity if lab.counts else rung(state.model)["perplexity"]
    assert f"{came:.2f}" not in page.html
    assert "RNN" not in heights(LadderLab(RNN).rungs_before)
    assert "RNN" not in {line.name for line in LadderLab(RNN).ways_before.lines}


@pytest.mark.parametrize("state", [ADDED, MIXED], ids=lambda state: state.model)
def test_rungs_of_ones_own_kind_are_shown_after_the_prediction_only(learner: Learner, state: State) -> None:
    own = "3-gram + α" if state.model == "add_alpha" else "6-gram mix"
    assert own not in learner.get(at(state)).text
    assert own in predict(learner, "20", state).text


def test_with_alpha_added_the_outcome_is_what_counting_anew_gives(learner: Learner) -> None:
    expected = added_by_hand(3, 0.5)
    page = predict(learner, f"{expected:.2f}")
    assert page.rules == ["right"]
    assert f"You said {expected:.2f}; it came to {expected:.2f}." in page.text


def test_of_a_mixture_too(learner: Learner) -> None:
    weights = [3.0**k for k in range(5)]
    nats = []
    for gram, times in met(split()[1], 4).items():
        mixed = sum(w / sum(weights) * says(k, gram) for k, w in enumerate(weights))
        nats.append((-log(mixed), times))
    expected = exp(sum(nat * times for nat, times in nats) / sum(times for _, times in nats))
    page = predict(learner, f"{expected:.2f}", MIXED)
    assert f"it came to {expected:.2f}." in page.text
    assert page.rules == ["right"]


def test_a_wrong_one_stands_on_the_ladder_beside_what_came(learner: Learner) -> None:
    page = predict(learner, "25")
    assert page.rules == ["wrong"]
    assert "You said 25.00; it came to 10.28." in page.text
    rungs = heights(LadderLab(ADDED).rungs(25.0))
    assert (rungs["you said"], rungs["this model"]) == (25, 10.28)
    assert list(rungs.values()) == sorted(rungs.values(), reverse=True)
    assert "you said" in page.text


def test_a_prediction_that_no_ladder_has_is_told_and_not_drawn(learner: Learner) -> None:
    page = predict(learner, "1e30")
    assert page.rules == ["wrong"]
    assert "you said" not in page.text


@pytest.mark.parametrize("state", [ADDED, RNN], ids=lambda state: state.model)
def test_a_perplexity_below_1_is_refused(learner: Learner, count: Count, state: State) -> None:
    assert predict(learner, "0.9", state).status == 422
    assert count() == {}


def test_on_the_ladder_only_what_came_is_in_the_colour_of_the_pen() -> None:
    assert LadderLab(ADDED).rungs(25.0).marked == ("this model",)


def test_a_network_keeps_its_line_whichever_is_asked_for() -> None:
    every = [line.name for line in LadderLab(RNN).ways_down.lines]
    for model in ("neural_ngram", "rnn", "gru", "lstm", "gpt"):
        lab = LadderLab(State(model=model))
        before = [line.name for line in lab.ways_before.lines]
        assert before == [name if name != named(model) else "" for name in every]
        (hidden,) = (line for line in lab.ways_before.lines if not line.name)
        assert len(hidden.points) == 1  # not a line, and not its own
        own = {height for _, _, height in rung(model)["curve"]}
        assert log(hidden.points[0][1]) not in own
    assert "from seed 1" in lab.ways_down.title


def test_the_kinds_of_letters_of_a_mixture_are_told_apart(learner: Learner) -> None:
    for order in range(1, 7):
        page = learner.get(at(replace(MIXED, order=order)))
        lab = LadderLab(replace(MIXED, order=order))
        assert len({(one.order, one.nothing) for one in lab.known}) == len(lab.known)
        for one in lab.known:
            assert (one.says[-1] == 0) == one.nothing
        kinds = "".join("<td>–</td>" if one.order == order else "<td>0</td>" if one.nothing else "<td>same</td>"
                        for one in lab.known)  # fmt: skip
        assert kinds in page.html


def test_which_parameters_the_exercise_counts_is_said(learner: Learner) -> None:
    assert "1,024 of them are the vectors of the letters" in learner.get(at(RNN)).text
    assert "of them are the vectors" not in learner.get(at(State(model="gpt"))).text


def test_curves_are_called_a_guide_only_where_they_are(learner: Learner) -> None:
    assert "The curves below" in learner.get(at(RNN)).text
    assert "The curves below" not in predict(learner, "9", RNN).text


@pytest.mark.parametrize("state", [ADDED, MIXED, State(model="add_alpha", order=6, alpha=3.0)])
def test_whoever_computes_with_the_table_is_right(learner: Learner, state: State) -> None:
    assert predict(learner, f"{LadderLab(state).by_hand:.2f}", state).rules == ["right"]


@pytest.mark.parametrize("typed", ["a lot", ""])
@pytest.mark.parametrize("state", [ADDED, RNN], ids=lambda state: state.model)
def test_what_is_no_number_is_told_and_not_stored(
    learner: Learner, count: Count, typed: str, state: State
) -> None:
    page = predict(learner, typed, state)
    assert page.status == 422
    assert page.fields["predicted"] == typed
    assert not SECTIONS & page.ids
    assert count() == {}


def test_another_name_is_free_and_another_alpha_asks_anew(learner: Learner) -> None:
    run = predict(learner, "10").fields["run"]
    other = learner.get(
        at(State(model="add_alpha", order=3, alpha=0.5, word="Zoé-Ann <b>", place=12), run=run)
    )
    assert "Surprisal of zoéannb" in other.text
    assert "The recorded networks were asked for a few names only" in other.text
    assert "<b>" not in other.fields["word"]
    assert "run" not in learner.get(at(State(model="add_alpha", order=3, alpha=0.6), run=run)).ids


def test_the_probability_of_a_letter_is_worked_out_from_its_counts(learner: Learner) -> None:
    run = predict(learner, "10").fields["run"]
    page = learner.get(at(State(model="add_alpha", order=3, alpha=0.5, word="anna", place=3), run=run))
    count, of = GRAMS[3]["ann"], sum(times for gram, times in GRAMS[3].items() if gram[:2] == "an")
    assert f"P = ({count} + 0.5) / ({of:,} + 0.5 · 32) = {(count + 0.5) / (of + 16):.4f}" in page.text


def test_a_mixture_adds_up_to_what_its_orders_say(learner: Learner) -> None:
    state = State(model="interpolated", order=3, ratio=2.0, word="jordan", place=4)
    lab = LadderLab(state)
    assert [one.says for one in lab.said] == pytest.approx([says(n, "..jord") for n in range(4)])
    assert sum(one.share for one in lab.said) == pytest.approx(lab.letters[3].probability)
    run = predict(learner, "10", state).fields["run"]
    assert f"{lab.letters[3].probability:.4f}" in learner.get(at(state, run=run)).text


def test_the_perplexity_of_a_name_is_worked_out(learner: Learner) -> None:
    state = State(model="add_alpha", order=1, alpha=1.0, word="ab")
    total = sum(GRAMS[1].values())
    nats = [-log((GRAMS[1][letter] + 1) / (total + 32)) for letter in "ab."]
    page = predict(learner, "17", state)
    mean = sum(nats) / 3
    assert f"({nats[0]:.2f} + {nats[1]:.2f} + {nats[2]:.2f}) / 3 = {mean:.4f}" in page.text
    assert f"= {exp(mean):.2f}" in page.text


def test_what_is_said_of_the_networks_is_what_was_recorded(learner: Learner) -> None:
    """All but the GPT are within two standard errors of the lowest; which is the mixture."""
    lab = LadderLab(State())
    assert lab.level_with_lowest == ["neural 6", "RNN", "GRU", "LSTM"]
    ladder = heights(lab.rungs())
    assert list(ladder)[-1] == "6-gram mix"
    assert ladder["GPT"] == 8.55
    text = learner.get("/lab/ladder").text
    assert "neural 6, RNN, GRU, LSTM lie so near" in text
    best = {n: rung(f"add_alpha_{n}")["perplexity"] for n in range(1, 7)}
    assert sorted(best, key=lambda n: best[n])[:2] == [3, 4]


def test_goals_are_reached_where_thought_leads(learner: Learner) -> None:
    reached = [
        State(model="add_alpha", order=3, alpha=0.12),
        State(model="interpolated", order=5, ratio=1.5),
    ]
    for number, state in enumerate(reached):
        page = predict(learner, "9", state)
        assert [goal.reached for goal in Ladder(state).goals] == [number == n for n in range(3)]
        assert page.html.count('data-reached="yes"') == 1
    assert not any(goal.reached for goal in Ladder(State()).goals)
    assert not any(goal.reached for goal in Ladder(State(model="rnn")).goals)


def edges() -> list[State]:
    added = [State(model="add_alpha", order=n, alpha=a) for n, a in product((1, 6), (0.001, 100.0))]
    mixed = [State(model="interpolated", order=n, ratio=r) for n, r in product((1, 6), (0.2, 5.0))]
    words = ("", "xgqkéëüzzzzzzz")
    return [
        replace(one, word=word, place=12, beside="lstm") for one in (*added, *mixed) for word in words
    ]  # fmt: skip


@pytest.mark.parametrize("state", edges())
def test_at_the_edges_of_every_setting_it_can_be_asked_and_answered(learner: Learner, state: State) -> None:
    assert learner.get(at(state)).status == 200
    page = predict(learner, f"{Ladder(state).by_hand:.2f}", state)
    assert (page.status, page.rules) == (200, ["right"])
    assert exercise(learner, state).status in (200, 422)


@pytest.mark.parametrize(
    "bad", ["order=0", "order=7", "alpha=0", "alpha=nan", "ratio=6", "steps=10", "model=bert"]
)
def test_settings_out_of_range_are_refused(learner: Learner, bad: str) -> None:
    assert learner.get(f"/lab/ladder?{bad}").status == 422


def test_a_neural_ngram_without_a_letter_to_see_is_refused_in_words(learner: Learner, count: Count) -> None:
    state = State(model="neural_ngram", order=1)
    for page in (learner.get(at(state)), predict(learner, "9", state), exercise(learner, state)):
        assert page.status == 422
        assert "take order 2 or more" in page.text
    assert count() == {}


# A network: live


def ran(store: Database, perplexity: float | None, said: str = "") -> tuple[str, Any]:
    """The name of the run that waits, and what it was told to train."""
    job = claimed(store)
    told = [Point(0, {"perplexity": 32.9}), *(Point(n, {"batch": 30.0 - n}) for n in range(1, 20))]
    nats = [1.5] * (len(job.payload["word"]) + 1)
    result = {"batch": 9.0, "perplexity": perplexity, "surprisals": nats if perplexity else None}
    return ended(store, job, [*told, Point(20, result)], result, said), job.payload


def test_a_network_is_trained_live_as_it_was_set(learner: Learner, store: Database) -> None:
    page = predict(learner, "9.1", RNN)
    assert "Waiting: place 1 in the queue." in page.text
    assert "You said 9.10." in page.text
    run, told = ran(store, 9.4)
    assert {name: told[name] for name in ("model", "steps", "seed", "word")} == {
        "model": "rnn", "steps": 100, "seed": 1, "word": "jo",
    }  # fmt: skip
    page = learner.get(at(RNN, run=run))
    assert page.rules == ["right"]  # within 0.4
    assert "You said 9.10; it came to 9.40." in page.text
    assert {"your-run-title", "ladder-title", "letters", "networks"} <= page.ids
    assert "arithmetic" not in page.ids
    assert "(1.50 + 1.50 + 1.50) / 3 = 1.5000" in page.text
    assert 'data-reached="yes"' not in page.html


def test_a_network_that_was_trained_is_shown_with_the_name_it_was_asked_for(
    learner: Learner, store: Database
) -> None:
    predict(learner, "9.1", RNN)
    page = learner.get(at(replace(RNN, word="alexandra", beside="lstm"), run=ran(store, 9.0)[0]))
    assert "Surprisal of jo" in page.text
    assert "The recorded networks were asked for a few names only" in page.text


def test_a_network_that_is_too_far_from_it_is_wrong_and_may_reach_a_goal(
    learner: Learner, store: Database
) -> None:
    predict(learner, "9.1", RNN)
    page = learner.get(at(RNN, run=ran(store, 8.2)[0]))
    assert page.rules == ["wrong"]
    assert page.html.count('data-reached="yes"') == 1


def test_a_run_that_failed_says_so_and_one_without_a_number_is_shown(
    learner: Learner, store: Database
) -> None:
    predict(learner, "9.1", RNN)
    page = learner.get(at(RNN, run=ran(store, 9.0, "The process that did this ended unexpectedly.")[0]))
    assert "ended unexpectedly" in page.text
    predict(learner, "9.1", RNN)
    page = learner.get(at(RNN, run=ran(store, None)[0]))
    assert (page.status, page.rules) == (200, [])
    assert "letters" not in page.ids


def test_without_torch_counting_goes_on(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.actions.runs.possible", lambda: False)
    assert predict(learner, "10").status == 200
    page = learner.get(at(RNN))
    assert "it has no PyTorch" in page.text
    assert "predicted" not in page.fields


# Exercises


def test_the_mixture_of_a_letter_becomes_an_exercise_with_the_number_of_the_screen(learner: Learner) -> None:
    sheet = exercise(learner, State())
    assert sheet.address.startswith("/attempts/")
    number = f"{LadderLab(State()).letters[2].probability:.4f}"
    assert (
        learner.press(sheet, typed={"probability": number}, do="check:probability").rule("probability")
        == "right"
    )


def test_a_name_becomes_an_exercise_on_perplexity(learner: Learner) -> None:
    sheet = exercise(learner, ADDED)
    lab = LadderLab(ADDED)
    typed = {"nats": f"{lab.mean:.2f}", "perplexity": f"{lab.name_alone:.2f}"}
    for part in typed:
        assert learner.press(sheet, typed=typed, do=f"check:{part}").rule(part) == "right"


@pytest.mark.parametrize("model", ["neural_ngram", "rnn", "gru", "lstm", "gpt"])
def test_the_size_of_a_network_becomes_an_exercise(learner: Learner, model: Any) -> None:
    state = State(model=model, order=4)
    total = LadderLab(state).size
    table_of_letters = 32 * 32 if model in ("rnn", "gru", "lstm") else 0  # not counted there
    sheet = exercise(learner, state)
    answer = str(total - table_of_letters)
    assert learner.press(sheet, typed={"total": answer}, do="check:total").rule("total") == "right"


def test_letters_that_all_orders_say_the_same_of_make_no_exercise_and_say_so(
    learner: Learner, monkeypatch: pytest.MonkeyPatch, count: Count
) -> None:
    same = {"weights": [0.5, 0.5], "probabilities": [0.1, 0.1]}
    monkeypatch.setattr(LadderLab, "numbers", property(lambda _: same))
    page = exercise(learner, MIXED)
    assert page.status == 422
    assert "attempts" not in count()
    run = predict(learner, "9", MIXED).fields["run"]
    sent = {"key": form_key(), "run": run}
    page = learner.send(f"/lab/ladder/exercise?{MIXED.address}", sent)
    assert "Take another letter or name." in page.text


def test_while_an_exam_forbids_aids_it_is_closed(app: FastAPI, count: Count) -> None:
    learner = sit(app, COSINE).learner
    assert learner.get("/lab/ladder").status == 403
    assert predict(learner, "9", RNN).status == 403
    assert "jobs" not in count()
