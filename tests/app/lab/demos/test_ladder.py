"""The ladder of language models: a perplexity is predicted, of counts at once, of a network by a live run."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from math import exp, log
from typing import Any

import pytest
import torch
from fastapi import FastAPI

from app.database.connection import Database
from app.jobs.store.points import Point
from app.lab.demos.ladder import pictures, recorded
from app.lab.demos.ladder.demo import Ladder
from app.lab.demos.ladder.recorded import named, rung
from app.lab.demos.ladder.state import State
from engine import variants
from engine.demos.gpt.names import split
from engine.demos.ladder.held_out import added_by_hand as added_of_the_table
from engine.demos.ladder.held_out import mixed_by_hand as mixed_of_the_table
from engine.demos.ladder.live import run as training
from engine.demos.ladder.settings import Settings
from engine.solutions.pictures import Bars, table
from engine.variants import NO_SEED, Undrawable
from tests.app.exams.sitting import sit
from tests.app.lab.demos.lab import Lab, claimed, ended, odd
from tests.app.learner import COSINE, Count, Learner, form_key
from tests.engine.submissions import BANK

ADDED = State(model="add_alpha", order=3, alpha=0.5)
MIXED = State(model="interpolated", order=4, ratio=3.0)
RNN = State(model="rnn", steps=120, word="jo")
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
    of = HISTORIES[n][gram[:-1]]
    return GRAMS[n][gram] / of if of else says(n - 1, text)


def begun(grams: Counter[str]) -> Counter[str]:
    found = Counter[str]()
    for gram, times in grams.items():
        found[gram[:-1]] += times
    return found


GRAMS = {n: met(split()[0], n) for n in range(1, 7)}
HISTORIES = {n: begun(grams) for n, grams in GRAMS.items()}


def added_by_hand(n: int, alpha: float) -> float:
    nats = [
        (-log((GRAMS[n][gram] + alpha) / (HISTORIES[n][gram[:-1]] + 32 * alpha)), times)
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
    lab = Ladder(state)
    came = lab.perplexity if lab.counts else rung(state.model)["perplexity"]
    assert f"{came:.2f}" not in page.html
    assert "RNN" not in heights(Ladder(RNN).other_rungs)
    assert "RNN" not in {line.name for line in Ladder(RNN).other_training_curves.lines}


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
    rungs = heights(pictures.rungs(Ladder(ADDED).perplexity, 25.0))
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
    assert pictures.rungs(Ladder(ADDED).perplexity, 25.0).marked == ("this model",)


def test_a_network_keeps_its_line_whichever_is_asked_for() -> None:
    every = [line.name for line in Ladder(RNN).training_curves.lines]
    for model in ("neural_ngram", "rnn", "gru", "lstm", "gpt"):
        lab = Ladder(State(model=model))
        before = [line.name for line in lab.other_training_curves.lines]
        assert before == [name if name != named(model) else "" for name in every]
        (hidden,) = (line for line in lab.other_training_curves.lines if not line.name)
        assert len(hidden.points) == 1  # not a line, and not its own
        own = {height for _, _, height in rung(model)["curve"]}
        assert log(hidden.points[0][1]) not in own
    assert "from seed 1" in lab.training_curves.title


def test_the_kinds_of_letters_of_a_mixture_are_told_apart(learner: Learner) -> None:
    for order in range(1, 7):
        page = learner.get(at(replace(MIXED, order=order)))
        lab = Ladder(replace(MIXED, order=order))
        assert len({(one.order, one.nothing) for one in lab.ngrams.known}) == len(lab.ngrams.known)
        for one in lab.ngrams.known:
            assert (one.says[-1] == 0) == one.nothing
        for one, kind in zip(lab.ngrams.known, lab.ngrams.estimate.kinds, strict=True):
            longer = "–" if one.order == order else "0" if one.nothing else "the same"
            gives = sum(
                weight * says for weight, says in zip(lab.ngrams.shown_weights, one.says, strict=True)
            )
            assert (
                f"</td><td>{one.share:.{lab.ngrams.estimate.places}f}</td><td>{longer}</td></tr>" in page.html
            )
            assert kind.probability == pytest.approx(gives, rel=5e-4)


def test_which_parameters_the_exercise_counts_is_said(learner: Learner) -> None:
    assert "1,024 of them are the vectors of the letters" in learner.get(at(RNN)).text
    assert "of them are the vectors" not in learner.get(at(State(model="gpt"))).text


def test_curves_are_called_a_guide_only_where_they_are(learner: Learner) -> None:
    assert "The curves below" in learner.get(at(RNN)).text
    assert "The curves below" not in predict(learner, "9", RNN).text


@pytest.mark.parametrize("state", [ADDED, MIXED, State(model="add_alpha", order=6, alpha=3.0)])
def test_whoever_computes_with_the_table_is_right(learner: Learner, state: State) -> None:
    lab, n = Ladder(state), state.order
    whole = (
        added_of_the_table(n, state.alpha)
        if state.model == "add_alpha"
        else mixed_of_the_table(lab.ngrams.weights)
    )
    assert lab.ngrams.estimate.perplexity == pytest.approx(whole, rel=1e-3)
    page = predict(learner, f"{whole:.2f}", state)
    assert page.rules == ["right"]
    worked = re.search(r"−\(([^()]+)\) ≈ ([\d.]+),\s+e ?([\d.]+) ≈ ([\d.]+)", page.text)
    assert worked
    terms, nats, e_to, comes = worked.groups()
    sums = [term.split(" · ln ") for term in terms.split(" + ")]
    assert f"{-sum(float(share) * log(float(p)) for share, p in sums):.4f}" == nats == e_to
    assert f"{exp(float(nats)):.2f}" == comes
    assert predict(learner, comes, state).rules == ["right"]


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
    assert f"P = ({count} + 0.5) / ({of:,} + 0.5 · 32) ≈ {(count + 0.5) / (of + 16):.4f}" in page.text


def test_a_mixture_adds_up_to_what_its_orders_say(learner: Learner) -> None:
    state = State(model="interpolated", order=3, ratio=2.0, word="jordan", place=4)
    lab = Ladder(state)
    assert [one.probability for one in lab.mixture.terms] == pytest.approx(
        [says(n, "..jord") for n in range(4)], rel=5e-4
    )
    came = sum(2.0**n / 15 * says(n, "..jord") for n in range(4))
    assert f"{came:.{lab.letters[3].places}f}" == lab.letters[3].text
    run = predict(learner, "10", state).fields["run"]
    assert f"P ≈ {lab.letters[3].text}" in learner.get(at(state, run=run)).text


WORKED = [
    State(model="add_alpha", order=3, alpha=1.0, word="myriam", place=4),
    State(model="add_alpha", order=1, alpha=1.0, word="ab"),
    State(model="add_alpha", order=2, alpha=1.0, word=""),
    State(),
    State(order=6, ratio=1.5, word="xgqk", place=4),
    State(order=6, ratio=5.0, word="heidi", place=1),
]


def exact(state: State) -> list[float]:
    """The probability of each letter and of the end, counted anew."""
    texts = ["....." + (state.word + ".")[: place + 1] for place in range(len(state.word) + 1)]
    if state.model == "add_alpha":
        n = state.order
        return [
            (GRAMS[n][text[-n:]] + state.alpha) / (HISTORIES[n][text[-n:][:-1]] + 32 * state.alpha)
            for text in texts
        ]
    weights = [state.ratio**k for k in range(state.order + 1)]
    return [sum(w * says(k, text) for k, w in enumerate(weights)) / sum(weights) for text in texts]


def numbers(text: str) -> list[float]:
    return [float(one.replace(",", "")) for one in re.findall(r"\d[\d,]*(?:\.\d+)?", text)]


@pytest.mark.parametrize("state", WORKED)
def test_what_is_shown_of_a_name_follows_from_what_is_shown(learner: Learner, state: State) -> None:
    run = predict(learner, "10", state).fields["run"]
    page = learner.get(at(state, run=run))
    letters, arithmetic = page.html.partition('id="letters"')[2].split('id="arithmetic"')
    rows = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', letters, re.S)
    cells = {name: re.findall("<td>(.*?)</td>", row) for name, row in rows}
    decimals = len(cells["−ln P"][0].partition(".")[2])
    assert [f"{-log(float(p)):.{decimals}f}" for p in cells["P"]] == cells["−ln P"]
    for one, p in zip(cells["−ln P"], exact(state), strict=True):
        assert one == f"{-log(p):.{decimals}f}"
    nats = [float(one) for one in cells["−ln P"]]
    whole, _, end = page.text.partition("of this name alone: (")[2].partition(" / ")
    assert numbers(whole) == nats
    count, mean, power, comes = numbers(end)[:4]
    assert (count, mean) == (len(nats), power)
    own = sum(-log(p) for p in exact(state)) / len(nats)
    places = len(re.findall(r"[\d.]+", end)[1].partition(".")[2])
    assert f"{sum(nats) / len(nats):.{places}f}" == f"{own:.{places}f}" == f"{mean:.{places}f}"
    assert comes == round(exp(mean), 0 if comes >= 1000 else 2) == round(exp(own), 0 if comes >= 1000 else 2)
    last = re.search(r"−ln ([\d.]+) ≈ <b>([\d.]+)", arithmetic)
    assert last
    shown, surprisal = last.groups()
    assert shown == cells["P"][state.place - 1 if state.word else 0]
    assert f"{-log(float(shown)):.{decimals}f}" == surprisal
    if state.model == "interpolated":
        products = [[float(one) for one in re.findall(r"<td>([\d.]+)</td>", row)[-3:]]
                    for row in arithmetic.partition("</table>")[0].split("<tr>")[2:-1]]  # fmt: skip
        assert len(products) == state.order + 1
        rows = arithmetic.partition("</table>")[0].split("<tr>")[2:-1]
        told = [re.findall(r"<td>([\d.]+)</td>", row)[-1].partition(".")[2] for row in rows]
        for n, (says_so, weight, product) in enumerate(products):
            places = len(told[n])
            assert f"{product:.{places}f}" == f"{says_so * weight:.{places}f}"
            share = state.ratio**n / sum(state.ratio**k for k in range(state.order + 1))
            own = share * says(n, "....." + (state.word + ".")[: state.place])
            assert f"{product:.{places}f}" == f"{own:.{places}f}"
        assert f"{sum(one[2] for one in products):.{len(shown) - 2}f}" == shown


def test_without_letters_a_name_has_the_perplexity_of_its_end(learner: Learner) -> None:
    page = predict(learner, "10", State(model="add_alpha", order=2, alpha=0.1, word=""))
    assert re.search(r"\(([\d.]+)\) / 1 ≈ \1,\s+e ?\1 ≈ 19,232", page.text)


def test_what_is_left_out_of_a_name_is_told(learner: Learner) -> None:
    run = predict(learner, "10").fields["run"]
    page = learner.get(at(replace(ADDED, word="zoé müller-jörg 123"), run=run))
    assert "ë and ü: ␣-ö123" in page.text
    assert "more than 11 letters: the last 1." in page.text
    assert "Left out" not in learner.get(at(replace(ADDED, word=" Zoé "), run=run)).text


def test_what_is_said_of_the_networks_is_what_was_recorded(learner: Learner) -> None:
    """All but the GPT are within two standard errors of the lowest; which is the mixture."""
    lab = Ladder(State())
    assert recorded.level_with_lowest() == ["neural 6-gram", "RNN", "GRU", "LSTM"]
    ladder = heights(lab.rungs)
    assert list(ladder)[-1] == "6-gram mix"
    assert ladder["GPT"] == 8.55
    text = learner.get("/lab/ladder").text
    assert "neural 6-gram, RNN, GRU, LSTM are so close to it" in text
    table_of_networks = learner.get("/lab/ladder").html.partition('id="networks"')[2]
    shown = [re.findall(r"<td>(\d\.\d\d)</td>", row) for row in table_of_networks.split("<tr>")]
    spread = max(round(float(max(row)) - float(min(row)), 2) for row in shown if row)
    assert f"differ by up to {spread:.2f}" in learner.get(at(RNN)).text
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


@odd("states", edges(), every=5)
def test_at_the_edges_of_every_setting_it_can_be_asked_and_answered(
    learner: Learner, states: list[State]
) -> None:
    for state in states:
        assert learner.get(at(state)).status == 200, state
        page = predict(learner, f"{Ladder(state).ngrams.estimate.perplexity:.2f}", state)
        assert (page.status, page.rules) == (200, ["right"]), state
        assert exercise(learner, state).status in (200, 422), state


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
        "model": "rnn", "steps": 120, "seed": 1, "word": "jo",
    }  # fmt: skip
    page = learner.get(at(RNN, run=run))
    assert page.rules == ["right"]  # within 0.4
    assert "You said 9.10; it came to 9.40." in page.text
    assert {"your-run-title", "ladder-title", "letters", "networks"} <= page.ids
    assert "arithmetic" not in page.ids
    assert "(1.50 + 1.50 + 1.50) / 3 ≈ 1.50" in page.text
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
    quick = replace(RNN, steps=110)
    predict(learner, "9.1", quick)
    page = learner.get(at(quick, run=ran(store, 8.2)[0]))
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


def test_a_run_that_was_stopped_tells_how_far_it_came(learner: Learner, store: Database) -> None:
    predict(learner, "9.1", RNN)
    told = [
        Point(0, {"perplexity": 32.9}),
        Point(20, {"batch": 9.0, "perplexity": 14.237}),
        Point(21, {"batch": 9.1}),
    ]
    page = learner.get(at(RNN, run=ended(store, claimed(store), told, None, stopped=True)))
    assert "At step 20 its perplexity on the names held out was 14.24." in page.text
    assert "letters" not in page.ids
    assert "another name takes another run" in page.text


def test_the_sizes_that_an_exercise_gives_are_shown(learner: Learner) -> None:
    for model, sizes in {"gru": "32 numbers, the hidden state has 74", "neural_ngram": "its hidden layer has 331 units",
                         "gpt": "2 layers of width 32, each with 4 heads and 128 hidden units"}.items():  # fmt: skip
        assert sizes in learner.get(at(State(model=model, order=4))).text  # type: ignore[arg-type]


def test_without_torch_counting_goes_on(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.lab.runs.possible", lambda: False)
    assert predict(learner, "10").status == 200
    page = learner.get(at(RNN))
    assert "it has no PyTorch" in page.text
    assert "predicted" not in page.fields


# Exercises


def test_the_mixture_of_a_letter_becomes_an_exercise_with_the_number_of_the_screen(learner: Learner) -> None:
    sheet = exercise(learner, State())
    assert sheet.address.startswith("/attempts/")
    number = Ladder(State()).letters[2].text
    assert (
        learner.press(sheet, typed={"probability": number}, do="check:probability").rule("probability")
        == "right"
    )


def test_a_name_becomes_an_exercise_on_perplexity(learner: Learner) -> None:
    sheet = exercise(learner, ADDED)
    lab = Ladder(ADDED)
    typed = {"nats": lab.by_letter.mean_text, "perplexity": f"{lab.by_letter.perplexity:.2f}"}
    for part in typed:
        rule = learner.press(sheet, typed=typed, do=f"check:{part}").rule(part)
        assert rule.startswith("right"), part  # "from rounded steps", perhaps


WORDS = ("myriam", "heidi", "zoé", "b", "xgqk", "", "aaaaaaaaaaa", "urs")
SHEETS = [
    *(State(model="add_alpha", order=n, alpha=alpha, word=word)
      for n, alpha, word in product((1, 3, 4), (0.001, 0.1, 1.0, 100.0), WORDS)),
    *(State(order=n, ratio=ratio, word=word, place=place)
      for n, ratio, word, place in product((1, 2, 3, 6), (0.2, 1.0, 2.0, 3.0), WORDS, (1, 4))),
]  # fmt: skip


def test_every_state_makes_an_exercise_of_the_numbers_of_its_screen_or_says_beforehand_why_not() -> None:
    for state in SHEETS:
        lab = Ladder(state)
        asked = BANK.questions[lab.question]
        try:
            drawn = variants.draw(asked, NO_SEED, asked.default_level, lab.numbers)
        except Undrawable:
            assert lab.obstacle, state
            continue
        assert not lab.obstacle, state
        if state.model == "add_alpha":
            alone = lab.by_letter
            screen = {"surprisals": [one.surprisal for one in alone.letters], "nats": [alone.mean],
                      "perplexity": [round(alone.perplexity, 2)]}  # fmt: skip
        else:
            screen = {"shares": lab.mixture.products, "probability": [lab.mixture.probability]}
        for name, found in screen.items():
            part = drawn.part(name)
            assert part
            for number, band in zip(found, part.bands, strict=True):
                assert band.holds(number, 1e-9) if band else number == 0, (state, name, number, band)


def test_the_one_reason_is_said_beforehand_and_again(learner: Learner, count: Count) -> None:
    reasons = {
        State(order=6, ratio=3.0, word="heidi"): "is 0.0000 to four decimals",
        State(order=2, ratio=1.0): "the same as the plain average",
        State(model="add_alpha", order=2, word=""): "above 1,000",
        State(model="add_alpha", order=3, alpha=100, word="heidi"): "where all letters are nearly as likely",
        State(order=3, ratio=1.5, word="heidi", place=1): "a wrong way could not be told from the right one",
    }
    for state, reason in reasons.items():
        run = predict(learner, "9", state).fields["run"]
        page = learner.get(at(state, run=run))
        assert page.text.count(reason) == 1
        assert "Make this an exercise" not in page.text
        page = exercise(learner, state, run)
        assert (page.status, page.text.count(reason)) == (422, 1)
    assert "attempts" not in count()


@pytest.mark.parametrize("model", ["neural_ngram", "rnn", "gru", "lstm", "gpt"])
def test_the_size_of_a_network_becomes_an_exercise(learner: Learner, model: Any) -> None:
    state = State(model=model, order=4)
    total = Ladder(state).size
    table_of_letters = 32 * 32 if model in ("rnn", "gru", "lstm") else 0  # not counted there
    sheet = exercise(learner, state)
    answer = str(total - table_of_letters)
    assert learner.press(sheet, typed={"total": answer}, do="check:total").rule("total") == "right"


def test_letters_that_all_orders_say_the_same_of_make_no_exercise_and_say_so(
    learner: Learner, monkeypatch: pytest.MonkeyPatch, count: Count
) -> None:
    same = {"weights": [0.5, 0.5], "probabilities": [0.1, 0.1]}
    monkeypatch.setattr(Ladder, "numbers", property(lambda _: same))
    page = exercise(learner, MIXED)
    assert page.status == 422
    assert "attempts" not in count()
    run = predict(learner, "9", MIXED).fields["run"]
    sent = {"key": form_key(), "run": run}
    page = learner.send(f"/lab/ladder/exercise?{MIXED.address}", sent)
    assert "rounding would hide what it asks" in page.text


def test_while_an_exam_forbids_aids_it_is_closed(app: FastAPI, count: Count) -> None:
    learner = sit(app, COSINE).learner
    assert learner.get("/lab/ladder").status == 403
    assert predict(learner, "9", RNN).status == 403
    assert "jobs" not in count()


def test_a_probability_is_that_of_the_model_rounded_once(learner: Learner) -> None:
    """Products of rounded numbers add up to 0.09210, whose surprisal is 2.38; the model says 0.092076 and 2.385."""
    assert exact(State())[0] == pytest.approx(0.092076, abs=5e-7)
    page = learner.get(at(State(place=1), run="recorded"))
    assert "P ≈ 0.09208" in page.text
    assert "−ln 0.09208 ≈ 2.385" in page.text
    assert "0.0921<" not in page.html


def test_the_shares_of_all_kinds_add_up_to_1(learner: Learner) -> None:
    for first, order in product((State(model="add_alpha"), State()), range(1, 7)):
        state = replace(first, order=order)
        html = learner.get(at(state)).html.partition('id="given"')[2].partition("<tbody>")[2]
        html = html.partition("</tbody>")[0]
        column = 0 if state.model == "add_alpha" else 1
        shares = [re.findall(r"<td>([^<]*)</td>", row)[column] for row in html.split("<tr>")[1:]]
        assert len({len(one) for one in shares}) == 1
        assert all(float(one) for one in shares)
        assert sum(round(float(one) * 10**6) for one in shares) == 10**6, state


def test_the_third_goal_has_to_be_looked_for() -> None:
    """Neither what one meets first, nor the network that comes first, nor that with fewer steps."""
    assert "in 110 steps or fewer" in Ladder(State()).goals[2].says
    assert State().steps > 110
    for state in (State(), State(model="add_alpha"), State(model="rnn"), State(model="gpt")):
        assert not Ladder(state).goals[2].reached


def perplexity_after(model: str, steps: int) -> float:
    """Trains it, as a run of the page with the first seed does."""
    chosen = Settings(model, steps=steps)
    *_, (_, last) = training(chosen, torch.Generator().manual_seed(chosen.seed))
    return float(last["perplexity"])


@pytest.mark.sweep
def test_of_the_networks_only_one_reaches_the_third_goal_and_only_near_its_limit() -> None:
    """The first network is too late at 300 and 200 steps and too high at 100; the others are too high at 110."""
    assert perplexity_after("rnn", 110) < 9.65
    assert perplexity_after("rnn", 100) > 9.72
    for model in ("neural_ngram", "gru", "lstm", "gpt"):
        assert perplexity_after(model, 110) > 9.75


# The ladder before a prediction


@pytest.mark.parametrize("state", [ADDED, MIXED, RNN], ids=lambda state: state.model)
def test_the_ladder_of_the_models_that_are_known_stands_first(learner: Learner, state: State) -> None:
    page = learner.get(at(state))
    assert page.html.index('id="rungs"') < page.html.index('id="predicted"') < page.html.index('id="given"')
    picture = page.html.partition('id="rungs"')[2].partition("</svg>")[0]
    rows = re.findall(r'<text class="name"[^>]*>([^<]*)</text><text class="end"[^>]*>([^<]*)<', picture)
    known = heights(Ladder(state).other_rungs)
    assert [(name, float(height)) for name, height in rows] == [*known.items(), ("always right", 1.0)]
    assert 'id="rungs"' not in predict(learner, "9", state).html


@pytest.mark.parametrize("state", [ADDED, MIXED, RNN], ids=lambda state: state.model)
def test_a_rung_lies_where_its_number_lies_among_those_of_the_others(state: State) -> None:
    ladder = Ladder(state).known_rungs
    found = [height for height, _ in ladder.knots]
    assert found == sorted(set(found), reverse=True)
    assert [ladder.height(one) for one, _ in ladder.knots] == [y for _, y in ladder.knots]
    for (above, top), (below, foot) in pairwise(ladder.knots):
        assert ladder.height((above + below) / 2) == pytest.approx((top + foot) / 2)
    assert (ladder.height(1e9), ladder.height(0.5)) == (ladder.knots[0][1], ladder.bottom)
    assert ladder.named == [(one.name, f"{one.perplexity:.2f}") for one in ladder.rungs]


@pytest.mark.parametrize("predicted", ["25", "10.4", "10.2", "1", "64"])
def test_what_came_and_what_was_said_stand_beside_the_rails_apart(learner: Learner, predicted: str) -> None:
    page = predict(learner, predicted)
    picture = page.html.partition('id="ladder"')[2].partition("</svg>")[0]
    found = {
        kind: (float(y), float(text), label)
        for kind, y, text, label in re.findall(
            r'<g class="(own|came)"><line x1="60" x2="172" y1="([^"]*)"[^>]*/><text[^>]* y="([^"]*)">([^<]*)<',
            picture,
        )
    }
    ladder = Ladder(ADDED).all_rungs
    assert found["own"][2] == f"you said {float(predicted):.2f}"
    assert found["came"][2] == "this model 10.28"
    for kind, number in (("own", float(predicted)), ("came", 10.28)):
        assert found[kind][0] == pytest.approx(ladder.height(number), abs=0.6)
    assert abs(found["own"][1] - found["came"][1]) >= 18


def test_a_prediction_above_the_rails_is_not_drawn(learner: Learner) -> None:
    assert '<g class="own">' not in predict(learner, "64.1").html
