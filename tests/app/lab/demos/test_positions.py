"""Positions: a loss in a longer text or a number of two positions is predicted, or a model is trained live."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import product
from math import cos, exp, pi, sin
from typing import Any, get_args

import numpy as np
import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.jobs.store.points import Point
from app.lab.demos.positions.demo import Positions
from app.lab.demos.positions.state import State
from app.lab.store.predictions import Prediction
from engine.demos.positions.tables import Kind
from engine.demos.recording import FOLDER
from tests.app.exams.sitting import sit
from tests.app.lab.demos.lab import Lab, claimed, ended, odd
from tests.app.learner import COSINE, Count, Learner, form_key

KINDS = get_args(Kind)
ROPE = State(asks="number", kind="rope", key=4, distance=5, size=4, draw=3)
LIVE = State(asks="live", kind="alibi", trained=16, steps=50)
IN_SWEEP = pytest.mark.sweep
LAB = Lab("positions", State())
at, predict = LAB.at, LAB.predict


@cache
def losses(kind: str) -> dict[int, float]:
    """The losses by the number of tokens that are read, from the file itself."""
    shown = json.loads((FOLDER / "positions.json").read_text("utf-8"))
    return dict(shown["kinds"][kind]["by_context"])


def recorded(kind: str, tokens: int) -> float:
    return losses(kind)[tokens]


def by_complex_numbers(q: Sequence[float], k: Sequence[float], m: int, n: int) -> float:
    """Pairs as complex numbers: the score is the real part of q conj(k) e^(i (m - n) theta)."""
    total = 0j
    for pair in range(len(q) // 2):
        a, b = complex(q[2 * pair], q[2 * pair + 1]), complex(k[2 * pair], k[2 * pair + 1])
        turn = (m - n) * 10_000 ** (-2 * pair / len(q))
        total += a * b.conjugate() * complex(cos(turn), sin(turn))
    return total.real


def by_hand(state: State) -> float:
    """The number that is asked, from both positions, entry by entry."""
    m, n = state.key + state.distance, state.key
    match state.kind:
        case "alibi":
            slope: float = 2.0 ** (-8 / state.heads)
            return -slope * (m - n)
        case "rope":
            q, k = Positions(state).scores.vectors
            return by_complex_numbers(q.tolist(), k.tolist(), m, n)
    total = 0.0
    for entry in range(state.size):
        theta, shift = 10_000 ** (-(entry - entry % 2) / state.size), pi / 2 * (entry % 2)
        total += sin(m * theta + shift) * sin(n * theta + shift)
    return total


def test_it_opens_with_a_recorded_loss_and_all_zooms(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/positions")
    assert {"run", "system-title", "unit", "map-title", "arithmetic", "inside"} <= page.ids
    assert "predicted" not in page.fields
    assert 'data-reached="yes"' not in page.html
    assert count() == {}


@pytest.mark.parametrize("kind", KINDS)
def test_no_loss_beyond_the_trained_length_is_shown_before_it_is_predicted(
    learner: Learner, kind: Kind
) -> None:
    page = learner.get(at(State(kind=kind, every=True)))
    assert not {"run", "unit", "arithmetic", "inside"} & page.ids
    for other, tokens in product(KINDS, (48, 64, 96, 128)):
        for places in (2, 3, 4):
            found = f"{recorded(other, tokens):.{places}f}"
            within = {f"{recorded(one, n):.{places}f}" for one in KINDS for n in (1, 2, 4, 8, 12, 16, 24, 32)}
            assert found in within or found not in page.text, found


@pytest.mark.parametrize("kind", KINDS)
def test_a_loss_is_right_within_a_tenth_and_stands_in_the_picture(learner: Learner, kind: Kind) -> None:
    came = recorded(kind, 128)
    page = predict(learner, f"{came + 0.09:.3f}", State(kind=kind))
    assert page.rules == ["right"]
    assert f"it came to {came:.2f}" in page.text
    assert "your prediction" in page.text
    assert predict(learner, f"{came - 0.11:.3f}", State(kind=kind)).rules == ["wrong"]


def test_the_other_four_are_shown_only_when_one_wants_it(learner: Learner) -> None:
    page = predict(learner, "2.2", State(kind="alibi"))
    assert f"{recorded('rope', 96):.2f}" not in page.text
    every = next(link for link in page.links if "every=True" in link)
    assert f"{recorded('rope', 96):.2f}" in learner.get(every).text


@pytest.mark.parametrize(
    "state",
    [
        ROPE,
        pytest.param(State(asks="number", kind="rope", key=64, distance=63, size=32, draw=9), marks=IN_SWEEP),
        pytest.param(State(asks="number", kind="rope", key=0, distance=0, size=2), marks=IN_SWEEP),
        State(asks="number", kind="sinusoidal", key=37, distance=2, size=8),
        pytest.param(State(asks="number", kind="sinusoidal", key=0, distance=40, size=32), marks=IN_SWEEP),
        State(asks="number", kind="alibi", key=3, distance=9, heads=8),
    ],
)
def test_the_number_is_the_one_that_one_computes_by_hand(learner: Learner, state: State) -> None:
    came = by_hand(state)
    before = learner.get(at(state))
    assert not {"run", "unit", "arithmetic", "distances-title"} & before.ids
    page = predict(learner, f"{came:.2f}", state)
    assert page.rules == ["right"]
    assert {"run", "unit", "map-title", "arithmetic", "distances-title"} <= page.ids
    assert f"{came:.4f}".replace("-", "−") in page.text
    assert predict(learner, f"{came + 0.5:.2f}", state).rules == ["wrong"]


def test_with_the_rounded_angles_of_the_page_one_is_right() -> None:
    sizes: tuple[Any, ...] = (2, 4, 8, 16, 32)
    for distance, size in product((0, 1, 17, 63), sizes):
        lab = Positions(State(asks="number", kind="rope", distance=distance, size=size, draw=7))
        q, k = (x.reshape(-1, 2) @ [1, 1j] for x in lab.scores.vectors)
        theta = np.array([round(10_000 ** (-2 * pair / size), 4) for pair in range(size // 2)])
        on_paper = round(float((q * k.conj() * np.exp(1j * distance * theta)).sum().real), 2)
        assert lab.asked
        assert lab.asked.outcome is not None
        assert abs(on_paper - lab.asked.outcome) <= lab.asked.within


def test_the_pairs_add_up_to_the_score_and_only_the_distance_counts() -> None:
    for kind, size, key in product(("rope", "sinusoidal"), (2, 8), (0, 11, 64)):
        lab = Positions(State(asks="number", kind=kind, key=key, distance=6, size=size))  # type: ignore[arg-type]
        first = Positions(State(asks="number", kind=kind, key=0, distance=6, size=size))  # type: ignore[arg-type]
        assert sum(pair.product for pair in lab.scores.pairs) == pytest.approx(lab.scores.score(6))
        assert lab.scores.score(6) == first.scores.score(6)


@pytest.mark.parametrize("kind", ["sinusoidal", "rope", "alibi"])
def test_a_page_about_a_loss_gives_no_number_away_that_is_asked_next(learner: Learner, kind: Kind) -> None:
    number = Positions(State(asks="number", kind=kind))
    assert number.asked
    loss = Positions(State(kind=kind))
    assert loss.scores.score(number.state.distance) != pytest.approx(number.asked.outcome, abs=0.1)
    page = predict(learner, "2.5", State(kind=kind))
    assert "arithmetic" in page.ids
    assert f"{by_hand(number.state):.4f}".replace("-", "−") not in page.text
    assert "Query at 15, key at 9: the numbers" in page.text


@pytest.mark.parametrize("asks", ["loss", "number"])
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in ("rope", "none") else IN_SWEEP) for kind in KINDS]
)
def test_positions_are_set_only_where_they_are_asked_about(learner: Learner, asks: Any, kind: Kind) -> None:
    page = learner.get(at(State(asks=asks, kind=kind)))
    offered = asks == "number" and kind not in ("learned", "none")
    assert ('type="number" id="distance"' in page.html) == offered
    page = predict(learner, "2.5", State(asks=asks, kind=kind))
    assert ('type="number" id="distance"' in page.html) == offered
    assert "yours to change" not in page.text


@pytest.mark.parametrize(
    ("state", "off", "rule"),
    [
        (State(asks="number"), 0.02, "right"),  # 0.0096
        (State(asks="number"), -0.02, "right"),
        (State(asks="number"), 0.03, "wrong"),
        (State(asks="number"), -0.03, "wrong"),
        (State(asks="loss"), 0.1, "right"),
        (State(asks="loss"), -0.1, "right"),
        (State(asks="loss"), 0.11, "wrong"),
        (State(asks="loss"), -0.11, "wrong"),
    ],
)
def test_as_much_to_either_side_of_the_number_that_is_shown_is_right(
    learner: Learner, state: State, off: float, rule: str
) -> None:
    asked = Positions(state).asked
    assert asked
    assert asked.outcome is not None
    shown = float(f"{asked.outcome:.2f}")
    within = 0.1 if state.asks == "loss" else 0.02
    assert f"our prediction is right if it is within {within:g}." in learner.get(at(state)).text
    assert predict(learner, f"{shown + off:.2f}", state).rules == [rule]


def test_what_the_exercise_is_about_is_told_beforehand(learner: Learner) -> None:
    for kind, said in (
        ("learned", "a question to think about"),
        ("none", "a question to think about"),
        ("rope", "the score of the query at 15 and the key at 9"),
        ("sinusoidal", "the encoding of position 15, with 6 entries"),
        ("alibi", "the first of 8 heads"),
    ):
        assert said in predict(learner, "2.5", State(kind=kind)).text  # type: ignore[arg-type]


def test_all_pairs_of_a_long_vector_stand_on_the_page_eight_in_a_row(learner: Learner) -> None:
    html = learner.get(at(State(asks="number", kind="sinusoidal", key=64, distance=63, size=32))).html
    assert html.count('<th scope="row">θᵢ</th>') == 2
    assert "<td>15</td>" in html


def test_after_a_prediction_the_positions_are_free_and_another_way_is_not(learner: Learner) -> None:
    run = predict(learner, "1", ROPE).fields["run"]
    moved = learner.get(at(State(asks="number", kind="rope", key=9, distance=30, size=4, draw=3), run=run))
    assert "run" in moved.ids
    assert moved.rules == []
    for other in (State(asks="number", kind="sinusoidal"), State(asks="loss", kind="rope")):
        page = learner.get(at(other, run=run))
        assert "run" not in page.ids
        assert "predicted" in page.fields
    loss = predict(learner, "3", State(kind="rope")).fields["run"]
    assert "run" in learner.get(at(State(kind="rope", distance=20, draw=8), run=loss)).ids


@pytest.mark.parametrize("kind", ["learned", "none"])
def test_where_nothing_is_computed_nothing_is_asked(learner: Learner, count: Count, kind: Kind) -> None:
    state = State(asks="number", kind=kind)
    for page in (learner.get(at(state)), predict(learner, "1", state)):
        assert page.status == 200
        assert "there is nothing to compute" in page.text
        assert "predicted" not in page.fields
    assert count() == {}


@pytest.mark.parametrize(
    ("state", "answers"),
    [
        (ROPE, "score"),
        pytest.param(State(asks="number", kind="rope", size=2, distance=7, draw=4), "score", marks=IN_SWEEP),
        (State(asks="number", kind="rope", size=4, distance=0, key=6), "rotated"),
        pytest.param(State(asks="number", kind="rope", size=2, distance=0, key=6), "rotated", marks=IN_SWEEP),
        (State(asks="number", kind="sinusoidal", size=8, key=20), "encoding"),
        pytest.param(
            State(asks="number", kind="sinusoidal", size=2, key=0, distance=0), "encoding", marks=IN_SWEEP
        ),
        (State(asks="number", kind="alibi", heads=16), "bias"),
        (State(asks="loss", kind="rope"), "score"),
        pytest.param(State(asks="loss", kind="sinusoidal"), "encoding", marks=IN_SWEEP),
        pytest.param(State(asks="loss", kind="alibi"), "bias", marks=IN_SWEEP),
    ],
)
def test_the_numbers_of_the_screen_answer_the_exercise(learner: Learner, state: State, answers: str) -> None:
    run = predict(learner, "1", state).fields["run"]
    page = learner.send(f"/lab/positions/exercise?{state.address}", {"key": form_key(), "run": run})
    assert page.address.startswith("/attempts/")
    lab = Positions(state)
    state = lab.at
    m = state.key + state.distance
    pairs = [10_000 ** (-2 * pair / state.size) * m for pair in range(state.size // 2)]
    slope = lab.scores.slopes[0]
    typed: dict[str, Any] = {
        "score": f"{by_hand(replace(state, asks='number', kind='rope')):.2f}",
        "rotated": [f"{x:.2f}" for pair in lab.scores.pairs for x in pair.after[0]],
        "encoding": [f"{wave(turn):.2f}" for turn in pairs for wave in (sin, cos)],
        "bias": [f"{-slope * (i - j):.2f}" if j <= i else "-inf" for i in range(3) for j in range(3)],
    }
    answered = learner.press(page, typed={answers: typed[answers]}, do=f"check:{answers}")
    assert answered.rule(answers) == "right"


@pytest.mark.parametrize(
    ("kind", "asks"),
    [("learned", "More tokens than positions"), ("none", "No positions, and still some order")],
)
def test_where_nothing_is_computed_the_exercise_is_a_question_to_think_about(
    learner: Learner, kind: Kind, asks: str
) -> None:
    state = State(kind=kind)
    run = predict(learner, "2.5", state).fields["run"]
    sheet = learner.send(f"/lab/positions/exercise?{state.address}", {"key": form_key(), "run": run})
    assert sheet.address.startswith("/attempts/")
    assert asks in sheet.text


@pytest.mark.parametrize("kind", KINDS)
def test_a_number_is_offered_only_where_one_is_computed(learner: Learner, kind: Kind) -> None:
    html = learner.get(at(State(kind=kind))).html
    assert ('value="number"' in html) == (kind not in ("learned", "none"))
    html = learner.get(at(State(asks="number", kind="rope"))).html
    assert 'value="learned"' not in html
    assert 'value="none"' not in html


@pytest.mark.parametrize("kind", KINDS)
def test_perplexities_follow_from_the_losses_as_shown(learner: Learner, kind: Kind) -> None:
    text = " ".join(predict(learner, "2.5", State(kind=kind)).text.split())
    for tokens in (32, 128):
        shown = f"{recorded(kind, tokens):.2f}"
        assert f"e {shown} = {exp(float(shown)):.1f}" in text or f"e{shown} = {exp(float(shown)):.1f}" in text


def test_the_losses_at_both_lengths_are_in_a_table(learner: Learner) -> None:
    for every in (False, True):
        page = predict(learner, "2.5", State(kind="alibi", every=every))
        for kind in KINDS:
            seen = f"{recorded(kind, 128):.2f}" if every or kind == "alibi" else "?"
            assert f"<td>{recorded(kind, 32):.2f}</td><td>{seen}</td>" in page.html


def test_the_map_has_the_chosen_pair() -> None:
    for key, distance in product((0, 20, 64), (0, 5, 23, 24, 63)):
        lab = Positions(State(asks="number", kind="rope", key=key, distance=distance))
        assert lab.map
        ((row, column),) = lab.map.marked
        assert (lab.map.rows[row], lab.map.columns[column]) == (str(key + distance), str(key))
        assert lab.map.values[row][column] == pytest.approx(lab.scores.score(distance)), (key, distance)


@pytest.mark.parametrize(
    ("heads", "drawn"), [(2, [1, 2]), (4, [1, 2, 3, 4]), (8, [1, 3, 6, 8]), (16, [1, 6, 11, 16])]
)
def test_of_many_heads_the_first_and_the_last_are_drawn(heads: Any, drawn: list[int]) -> None:
    lab = Positions(State(asks="number", kind="alibi", heads=heads))
    assert lab.drawn_heads == drawn
    assert lab.by_distance
    for n, line in zip(drawn, lab.by_distance.lines, strict=True):
        assert line.points[10][1] == pytest.approx(-10 * 2 ** (-8 * n / heads))


def test_a_prediction_that_cannot_come_stretches_no_picture() -> None:
    made = Prediction(
        name="",
        demo="positions",
        state="",
        asked="",
        predicted=-4.0,
        outcome=2.2,
        within=0.1,
        sketch=(),
        at=datetime.now(UTC),
    )
    for predicted, drawn in ((-4.0, False), (2.2, True), (100.0, False)):
        lab = Positions(State(), prediction=replace(made, predicted=predicted))
        assert ("your prediction" in [name for name, _, _ in lab.losses_by_context.marks]) == drawn
    for predicted, drawn in ((-4.0, True), (1e3, False), (-1e3, False)):
        lab = Positions(ROPE, prediction=replace(made, predicted=predicted))
        assert lab.by_distance
        assert ("your prediction" in [name for name, _, _ in lab.by_distance.marks]) == drawn


def test_numbers_that_make_no_exercise_are_refused_with_a_reason(learner: Learner, count: Count) -> None:
    states = (
        (State(asks="number", kind="rope", size=8), "a sheet has room for 2 or 4 entries of RoPE"),
        (State(asks="number", kind="sinusoidal", size=16), "or up to 8 of a sinusoidal encoding"),
        (
            State(asks="number", kind="sinusoidal", size=8, key=0, distance=3),
            "rounding would decide",
        ),  # sin 0.003
    )
    for state, why in states:
        before = predict(learner, "2.5", state)
        assert ("These numbers make no exercise" in before.text) == ("room" in why or "up to" in why)
        page = LAB.exercise(learner, state, before.fields["run"])
        assert page.status == 422
        assert page.text.count("These numbers make no exercise") == 1
        assert why in page.text
    assert "attempts" not in count()


def test_each_goal_is_reached_somewhere_and_not_at_the_first_state() -> None:
    def reached(state: State) -> list[bool]:
        return [goal.reached for goal in Positions(state).goals]

    assert reached(State()) == [False] * 3
    ways = {kind: reached(State(kind=kind)) for kind in KINDS}
    assert [kind for kind in KINDS if ways[kind][0]] == ["rope"]
    assert [kind for kind in KINDS if ways[kind][1]] == ["alibi"]
    states = [
        State(asks="number", kind="rope", size=4, draw=draw, distance=distance)
        for draw, distance in product(range(8), range(64))
    ]
    found = [state for state in states if reached(state)[2]]
    assert 0 < len(found) < 0.1 * len(states)
    for state in found:
        q, k = (x.tolist() for x in Positions(state).scores.vectors)
        far, *nearer = (by_complex_numbers(q, k, back, 0) for back in range(state.distance, -1, -1))
        assert state.distance >= 10
        assert far > max(nearer)


@pytest.mark.parametrize("typed", ["a lot", "", "2.3.4"])
def test_what_is_no_number_is_told_and_not_stored(learner: Learner, count: Count, typed: str) -> None:
    for state in (ROPE, State(kind="rope"), LIVE):
        page = predict(learner, typed, state)
        assert page.status == 422
        assert page.fields["predicted"] == typed
        assert {"problem"} <= page.ids
        assert "run" not in page.ids
    assert count() == {}


ODD = [
    State(
        asks=asks,  # type: ignore[arg-type]
        kind=kind,
        key=key,
        distance=distance,
        size=size,  # type: ignore[arg-type]
        heads=heads,  # type: ignore[arg-type]
        draw=10**6,
        every=True,
        layer=2,
        head=4,
    )
    for kind, (key, distance, size, heads), asks in product(
        KINDS, ((0, 0, 2, 2), (64, 63, 32, 16), (0, 63, 16, 8), (64, 0, 8, 4)), ("loss", "number")
    )
]


@odd("states", ODD, every=11)
def test_odd_states_open_before_and_after_a_prediction(learner: Learner, states: list[State]) -> None:
    for state in states:
        assert learner.get(at(state)).status == 200, state
        assert predict(learner, "1e3", state).status == 200, state


@pytest.mark.parametrize(
    "bad", ["size=5", "size=x", "key=-1", "distance=64", "heads=3", "kind=absolute", "trained=7"]
)
def test_settings_out_of_range_are_refused(learner: Learner, bad: str) -> None:
    assert learner.get(f"/lab/positions?{bad}").status == 422


def ran(store: Database, beyond: float, said: str = "") -> str:
    job = claimed(store)
    assert (job.payload["kind"], job.payload["trained"], job.payload["steps"]) == ("alibi", 16, 50)
    told = [Point(0, {"within": 3.47, "beyond": 3.48})]
    told += [Point(step, {"loss": 3.4 - step / 50}) for step in range(1, 50)]
    by_context = [[1, 2.6], [16, 2.41], [128, beyond]]
    last = {"loss": 2.4, "within": 2.41, "beyond": beyond, "by_context": by_context}
    return ended(store, job, [*told, Point(50, last)], None if said else {**last, "step": 50}, said)


def test_a_live_model_is_predicted_trained_and_compared(learner: Learner, store: Database) -> None:
    before = learner.get(at(LIVE))
    assert "predicted" in before.fields
    assert "2.5 to 2.9 after 50 steps, 2.2 to 2.5 after 200" in " ".join(before.text.split())
    waiting = predict(learner, "2.45", LIVE)
    assert "You said 2.45." in waiting.text
    assert "own-model-title" not in waiting.ids
    page = learner.get(at(LIVE, run=ran(store, 2.43)))
    assert page.rules == ["right"]
    assert "You said 2.45; it came to 2.43." in page.text
    assert {"own-model-title", "your-run-title", "unit"} <= page.ids
    assert "Its loss is 2.41 when it reads 16 tokens and 2.43 when it reads 128" in page.text
    assert "Another run, seed 2" in page.text
    assert any("seed=2" in link and "run=" not in link for link in page.links)


def test_the_recorded_vectors_are_not_shown_as_those_of_a_live_model() -> None:
    assert Positions(State(asks="live", kind="learned", trained=8)).map is None
    assert Positions(State(kind="learned")).map


def test_a_live_run_that_failed_says_so_and_settles_nothing(learner: Learner, store: Database) -> None:
    predict(learner, "2.45", LIVE)
    page = learner.get(at(LIVE, run=ran(store, 2.43, "The process that did this ended unexpectedly.")))
    assert "ended unexpectedly" in page.text
    assert page.rules == []
    assert "own-model-title" not in page.ids


def test_while_an_exam_forbids_aids_it_is_closed(app: FastAPI) -> None:
    assert sit(app, COSINE).learner.get("/lab/positions").status == 403


@pytest.mark.parametrize("kind", ["rope", "sinusoidal"])
@pytest.mark.parametrize(("key", "distance", "pair"), [(5, 3, 0), (60, 17, 1), (0, 0, 3)])
def test_a_hand_turns_and_the_product_stays_when_both_positions_move(
    learner: Learner, kind: Kind, key: int, distance: int, pair: int
) -> None:
    """The pairs as complex numbers, in numbers of their own."""
    state = State(asks="number", kind=kind, key=key, distance=distance, size=8, pair=pair)
    lab = Positions(state)
    assert lab.hand
    theta = 10_000 ** (-2 * pair / 8)
    at_zero = [complex(*x[2 * pair : 2 * pair + 2]) if kind == "rope" else 1 + 0j for x in lab.scores.vectors]
    places = key + distance, key
    turned = [z * complex(cos(p * theta), sin(p * theta)) for z, p in zip(at_zero, places, strict=True)]
    drawn = [complex(arrow.x, arrow.y) for arrow in lab.hand.picture.arrows]
    assert np.allclose(drawn[:2], turned)
    assert drawn[2:] == (at_zero if kind == "rope" else [1 + 0j])
    assert lab.hand.apart == pytest.approx(distance * theta * 180 / pi)
    shared = (turned[0] * turned[1].conjugate()).real
    assert lab.hand.pair.product == pytest.approx(shared)
    moved = lab.hand.moved
    assert abs(moved.scores.at.key - key) == 10
    assert moved.pair.product == pytest.approx(shared)
    assert moved.scores.sum == pytest.approx(by_hand(state))

    page = predict(learner, "0.5", state)
    assert {"hand-title", "distances-title", "turned"} <= page.ids
    shown = f"{shared:z.2f}".replace("-", "−")
    assert page.text.count(f"give {shown} of") == 2


def test_a_pair_that_is_not_there_is_the_last_one() -> None:
    lab = Positions(State(asks="number", kind="rope", size=4, pair=15))
    assert lab.hand
    assert lab.hand.number == 1


def test_nothing_of_the_hand_stands_on_the_page_before_the_prediction(learner: Learner) -> None:
    for kind in ("rope", "sinusoidal", "alibi"):
        page = learner.get(at(State(asks="number", kind=kind, size=4)))
        assert not {"hand-title", "turned", "distances-title"} & page.ids


def test_the_factors_of_the_heads_are_powers_of_e(learner: Learner) -> None:
    state = State(asks="number", kind="alibi", heads=4, key=7, distance=6)
    factors = [exp(-(2 ** (-8 * n / 4)) * 6) for n in (1, 2, 3, 4)]
    assert [value for _, (value,) in Positions(state).kept.bars] == [round(one, 3) for one in factors]
    page = predict(learner, "-1.5", state)
    assert (
        f"At distance 6 the first head adds −1.50: the exponential of its score is multiplied by {factors[0]:.3f}"
        in page.text
    )
    assert f"that of head 4, the least steep, by {factors[3]:.3f}" in page.text


def test_positions_are_tuned_with_sliders(learner: Learner) -> None:
    page = predict(learner, "1", ROPE)
    for name in ("key", "distance", "pair", "size"):
        assert f'data-of="{name}"' in page.html
