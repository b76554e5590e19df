"""The decoding lab: a prediction is kept with what came, and the numbers of the screen become an exercise."""

import re
from dataclasses import replace
from itertools import product
from math import exp

import numpy as np
import pytest
from fastapi import FastAPI

from app.lab.demos.decoding import pictures
from app.lab.demos.decoding.demo import Decoding
from app.lab.demos.decoding.letter_model import logits
from app.lab.demos.decoding.state import Order, State
from engine.demos.decoding import pipeline
from engine.demos.gpt.names import EDGE, encode
from engine.parameters import BadParameters
from engine.variants import NO_SEED, Undrawable, draw
from tests.app.exams.sitting import sit
from tests.app.lab.demos.lab import Lab
from tests.app.learner import COSINE, Count, Learner, Page, form_key, new_learner
from tests.engine.submissions import BANK

JO = State(begin="jo")
LAB = Lab("decoding", JO)
at, predict = LAB.at, LAB.predict


def outcome(state: State = JO) -> float:
    came = Decoding(state).asked.outcome
    assert came is not None
    return came


def test_it_opens_with_a_run_that_is_there_already(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/decoding")
    assert {"run", "draws", "search", "inside"} <= page.ids
    assert "predicted" not in page.fields
    assert count() == {}


def test_nothing_of_the_outcome_is_shown_before_the_prediction(learner: Learner) -> None:
    page = learner.get(at())
    assert "predicted" in page.fields
    assert not {"run", "draws", "search", "inside"} & page.ids
    lab = Decoding(JO)
    for probability in lab.final[lab.final > 0].tolist():
        assert f"{probability:.2f}" not in page.html
        assert f"{probability:.3f}" not in page.html


def test_a_right_prediction_is_kept_and_shown_beside_what_came(learner: Learner, count: Count) -> None:
    page = predict(learner, f"{outcome():.2f}")
    assert page.status == 200
    assert page.rules == ["right"]
    assert f"it came to {outcome():.2f}" in page.text
    assert {"run", "compared-title"} <= page.ids
    assert count() == {"people": 1, "sessions": 1, "predictions": 1}
    assert "Predictions: 1 of 1 right" in learner.get("/lab").text


def test_a_wrong_one_says_both_numbers(learner: Learner) -> None:
    page = predict(learner, "0.9")
    assert page.rules == ["wrong"]
    assert f"You said 0.90; it came to {outcome():.2f}" in page.text
    assert "Predictions: 0 of 1 right" in learner.get("/lab").text


@pytest.mark.parametrize("typed", ["a lot", "", "0.5.5", "x" * 60])
def test_what_is_no_number_is_told_kept_in_its_field_and_not_stored(
    learner: Learner, count: Count, typed: str
) -> None:
    page = predict(learner, typed)
    assert page.status == 422
    assert page.fields["predicted"] == typed
    assert "problem" in page.ids
    assert "run" not in page.ids
    assert count() == {}


def test_a_form_sent_twice_counts_once(learner: Learner, count: Count) -> None:
    key = form_key()
    first, second = predict(learner, "0.5", key=key), predict(learner, "0.5", key=key)
    assert first.fields["run"] == second.fields["run"]
    assert count()["predictions"] == 1


def test_after_a_run_the_settings_are_free_and_other_letters_are_not(learner: Learner) -> None:
    run = predict(learner, "0.5").fields["run"]
    hotter = learner.get(at(State(begin="jo", temperature=2.0), run=run))
    assert "run" in hotter.ids
    assert hotter.rules == []
    other = learner.get(at(State(begin="an"), run=run))
    assert "run" not in other.ids
    assert "predicted" in other.fields


def test_nobody_opens_a_run_with_the_prediction_of_somebody_else(app: FastAPI, learner: Learner) -> None:
    run = predict(learner, "0.5").fields["run"]
    assert "run" not in new_learner(app).get(at(run=run)).ids


def test_the_numbers_of_the_screen_become_an_exercise(learner: Learner) -> None:
    page = learner.send(f"/lab/decoding/exercise?{JO.address}", {"key": form_key(), "run": ""})
    assert page.address.startswith("/attempts/")
    for logit in Decoding(JO).numbers["logits"]:  # type: ignore[attr-defined]
        assert f"{logit:.2f}".rstrip("0").rstrip(".") in page.text
    assert BANK.questions["careful-or-bold"].title in page.text
    assert "Same numbers again" not in page.text  # no seed gives them
    answered = learner.press(page, typed={"scaled": ["1", "2", "3", "4"]})
    assert (answered.status, answered.rule("scaled")) == (200, "wrong")
    level = next(link for link in page.links if "level=hard" in link)
    assert learner.get(level).status == 200
    assert ",-1," not in learner.get("/progress.csv").html


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (State(begin="jo", k=1), "only one letter is left"),
        (State(begin="lu", order="ptk", p=0.9, k=32, temperature=1.0), "more than 8 letters are left"),
        (State(begin="so", temperature=0.3, k=5), "the largest logit has an exponential of 1000 or more"),
        (State(begin="", temperature=0.7, k=2), "a wrong way could not be told from the right one"),
    ],
)
def test_what_makes_no_exercise_is_told_with_its_reason_before_and_after(
    learner: Learner, count: Count, state: State, why: str
) -> None:
    page = predict(learner, "0.5", state)
    assert page.text.count(why) == 1
    assert "The exercise takes the" not in page.text
    page = LAB.exercise(learner, state, page.fields["run"])
    assert page.status == 422
    assert page.text.count(why) == 1
    assert "attempts" not in count()


@pytest.mark.parametrize("begin", ["", "jo", "mar", "so"])
def test_an_exercise_is_refused_beforehand_exactly_where_none_can_be_drawn(begin: str) -> None:
    asked = BANK.questions["careful-or-bold"]
    for temperature, k in product((0.1, 0.3, 0.7, 1.0, 2.0, 5.0), (1, 2, 4, 8)):
        lab = Decoding(State(begin=begin, temperature=temperature, k=k))
        numbers = {
            "logits": [round(float(lab.logits[token]), 2) for token in lab.left],
            "temperature": temperature,
        }
        if lab.obstacle:
            with pytest.raises((BadParameters, Undrawable)):
                draw(asked, NO_SEED, asked.default_level, numbers)
        else:
            assert draw(asked, NO_SEED, asked.default_level, lab.numbers).exact.reached[
                "probabilities"
            ] == pytest.approx(lab.final[lab.left], abs=0.03)


@pytest.mark.parametrize(
    ("typed", "rule"),
    [("0.28", "wrong"), ("0.29", "right"), ("0.30", "right"), ("0.31", "right"), ("0.32", "wrong")],
)
def test_a_hundredth_to_either_side_of_the_number_that_is_shown_is_right(
    learner: Learner, typed: str, rule: str
) -> None:
    state = State(begin="an", temperature=1.5, k=5, p=0.9)  # 0.2956
    assert "Your prediction is right if it is within 0.01." in learner.get(at(state)).text
    page = predict(learner, typed, state)
    assert page.rules == [rule]
    assert "it came to 0.30" in page.text


def test_an_estimate_may_be_further_off_and_the_page_says_how_far(learner: Learner) -> None:
    state = State(begin="lu", order="ptk", p=0.9, k=32, temperature=1.0)  # 0.13
    assert "estimate. Your prediction is right if it is within 0.05." in learner.get(at(state)).text
    for typed, rule in (("0.08", "right"), ("0.18", "right"), ("0.07", "wrong"), ("0.19", "wrong")):
        assert predict(learner, typed, state).rules == [rule]


@pytest.mark.parametrize("k", [4, 9, 11, 32])
def test_the_letters_that_are_not_shown_are_counted_together(k: int) -> None:
    lab = Decoding(State(begin="lu", k=k, temperature=1.0))
    for bars, stage in ((lab.stage_bars[0], lab.stages[0]), (lab.stage_bars[-1], lab.stages[-1])):
        assert [name for name, _ in bars.bars][8:] == ["24 others"]
        assert sum(amount for _, (amount,) in bars.bars) == pytest.approx(stage.mass)
    expected, drawn = (sum(amounts[n] for _, amounts in lab.draws.bars) for n in (0, 1))
    assert expected == pytest.approx(200)
    assert drawn == 200
    others = [name for name, _ in lab.draws.bars][8:]
    assert others == {4: [], 9: ["1 other"], 11: ["3 others"], 32: ["24 others"]}[k]


def test_what_top_p_kept_and_what_the_other_order_leaves_is_said(learner: Learner) -> None:
    state = State(begin="jo", temperature=2.0, k=32, p=0.8)
    lab = Decoding(state)
    falling = sorted((exp(x / 2.0) for x in lab.logits.tolist()), reverse=True)
    kept, share = lab.top_p_kept
    assert share == pytest.approx(sum(falling[:kept]) / sum(falling))
    assert sum(falling[: kept - 1]) / sum(falling) < 0.8 <= share
    text = " ".join(predict(learner, "0.1", state).text.split())
    assert f"Top-p keeps {kept} letters, with {share:.2f} of the mass" in text
    other = Decoding(replace(state, order="ptk")).stages[-1].kept
    assert f"The other way round, these three steps leave {other} letter" in text
    assert other != kept


def test_the_table_of_the_beam_names_each_node_by_all_its_letters(learner: Learner) -> None:
    lab = Decoding(JO)
    assert lab.prefixes[0] == "jo"
    assert len(set(lab.prefixes)) == len(lab.beam_tree.nodes)
    best = [name for name, node in zip(lab.prefixes, lab.beam_tree.nodes, strict=True) if node.best]
    assert best[-1] == f"{lab.beam_name}·"
    assert f"<code>{lab.beam_name}·</code>" in predict(learner, "0.5").html


@pytest.mark.parametrize(
    "bad",
    [
        "temperature=0",
        "temperature=nan",
        "k=0",
        "k=33",
        "p=1.5",
        "order=ttt",
        "layer=3",
        "width=99",
        "seed=-1",
    ],
)
def test_settings_out_of_range_are_refused(learner: Learner, bad: str) -> None:
    name = bad.partition("=")[0]
    assert learner.get(re.sub(rf"\b{name}=[^&]*", bad, at())).status == 422


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("JO", "jo"), ("j o!", "jo"), ("<b>", "b"), ("ßß", ""), ("abcdefghijklmno", "abcdefghij")],
)
def test_only_letters_that_names_have_are_read(learner: Learner, typed: str, kept: str) -> None:
    assert learner.get(at(State(begin=typed))).fields["begin"] == kept


def test_it_can_be_computed_by_hand_where_the_page_says_so() -> None:
    for state in (JO, State(), State(k=3, p=0.9, order="ktp"), State(k=2, temperature=3.0, order="tkp")):
        lab = Decoding(state)
        assert lab.by_hand
        table = dict(lab.table)
        least = min(table.values())
        logits = lab.logits.copy()
        logits[logits < least] = -1e9  # a person sees no others
        other = pipeline(logits, state.settings)[-1].probabilities
        assert other[lab.token] == pytest.approx(lab.final[lab.token])
    assert not Decoding(State(k=20)).by_hand
    assert not Decoding(State(p=0.5, order="pkt")).by_hand


def test_what_depends_on_letters_that_are_not_shown_says_so_and_nothing_else(learner: Learner) -> None:
    one = State(begin="jo", k=32, p=0.05)
    said = "Here letters count that are not in this table"
    assert Decoding(one).by_hand
    assert said not in learner.get(at(one)).text
    assert said in learner.get(at(State(begin="jo", k=32, temperature=3.0))).text


@pytest.mark.parametrize("begin", ["an", "mariannaaa"])
def test_where_nothing_is_cut_all_letters_are_left_in_every_order(begin: str) -> None:
    for order in ("tkp", "ptk"):
        lab = Decoding(State(begin=begin, temperature=0.05, k=32, order=order))
        assert lab.stages[-1].kept == 32
        assert not lab.goals[1].reached


def test_top_p_says_of_which_mass_it_takes_its_share(learner: Learner) -> None:
    lab = Decoding(State(k=3, p=0.5, order="kpt"))
    about = next(bars.about for bars in lab.stage_bars if bars.title == "After top-p")
    assert re.fullmatch(r"1 letter with a mass of 0.32: .* 0.5 of the 0.6[23] that was left before", about)
    assert "the mass that is left when its turn comes" in learner.get(at()).text


def test_one_letter_alone_is_told_as_such_and_makes_no_exercise(learner: Learner) -> None:
    state = State(begin="jo", k=1)
    page = predict(learner, "1", state)
    assert "Only one letter is left" in page.text
    assert "0.00 bits" not in page.text
    page = learner.send(
        f"/lab/decoding/exercise?{state.address}", {"key": form_key(), "run": page.fields["run"]}
    )
    assert page.status == 422
    assert "only one letter is left" in page.text


@pytest.mark.parametrize("typed", ["99", "-5"])
def test_what_is_no_probability_is_refused(learner: Learner, count: Count, typed: str) -> None:
    page = predict(learner, typed)
    assert page.status == 422
    assert "between 0 and 1" in page.text
    assert count() == {}


def test_what_the_model_has_read_is_said_and_what_it_cannot_read(learner: Learner) -> None:
    assert "The model has read nothing yet." in learner.get(at(State(begin=""))).text
    assert "It knows these letters: " not in learner.get(at(State(begin="JO"))).text
    assert "It knows these letters: a b c" in learner.get(at(State(begin="j0!"))).text


@pytest.mark.parametrize("temperature", [0.05, 0.1, 0.3, 1.0, 3.0])
@pytest.mark.parametrize("p", [1.0, 0.8])
def test_whoever_computes_with_the_logits_of_the_page_is_right(temperature: float, p: float) -> None:
    for begin in ("", "a", "jo", "mar", "eli", "lu", "sim", "ann"):
        lab = Decoding(State(begin=begin, temperature=temperature, k=4, p=p, order="ktp"))
        shown = [float(f"{logit:.2f}") for _, logit in lab.table[:4]]
        weights = [exp(logit / temperature) for logit in shown]
        falling = [weight / sum(weights) for weight in weights]
        kept = next((n for n in range(1, 5) if sum(falling[:n]) >= p - 1e-12), 4)
        place = [letter for letter, _ in lab.table].index(lab.letter)
        by_hand = round(falling[place] / sum(falling[:kept]), 2) if place < kept else 0.0
        assert abs(by_hand - (lab.asked.outcome or 0)) <= lab.asked.within, (begin, by_hand, lab.asked)
        assert lab.asked.within < 0.08


def test_while_an_exam_forbids_aids_the_lab_is_closed(app: FastAPI) -> None:
    learner = sit(app, COSINE).learner
    for address in ("/lab", "/lab/decoding", at()):
        page = learner.get(address)
        assert page.status == 403
        assert "logit" not in page.text
    assert predict(learner, "0.5").status == 403


def told(page: Page) -> str:
    return " ".join(page.text.split())


@pytest.mark.parametrize(
    ("k", "p", "order"), [(4, 1.0, "tkp"), (12, 0.9, "tkp"), (20, 0.5, "ptk"), (32, 1.0, "kpt")]
)
def test_each_stage_is_drawn_over_the_one_before_and_says_what_was_cut(
    k: int, p: float, order: Order
) -> None:
    lab = Decoding(State(begin="mar", k=k, p=p, order=order))
    drawn = lab.stage_rows
    assert len(drawn) == len(lab.stage_bars)
    assert all(row.before is None for row in drawn[0])
    for before, rows, bars in zip([drawn[0], *drawn], drawn, lab.stage_bars, strict=False):
        assert [(row.label, row.now) for row in rows] == [(label, amount) for label, (amount,) in bars.bars]
        if rows is not drawn[0]:
            assert [row.before for row in rows] == [row.now for row in before]
    last = drawn[-1]
    letters = [letter for letter, _ in lab.table]
    assert [row.label for row in last[:8] if not row.cut] == letters[: len(lab.left)]
    assert sum(row.left for row in last) == len(lab.left)
    assert sum(row.letters for row in last) == 32


def test_what_a_change_of_a_setting_did_stays_beside_what_is_now(learner: Learner) -> None:
    page = predict(learner, "0.5", State(begin="mar"))
    run = page.fields["run"]
    assert page.fields["before"] == "0.7,4,1,tkp"
    assert "most changed letter" not in told(page)
    now = State(begin="mar", temperature=0.3, k=3, before="0.7,4,1,tkp")
    page = learner.get(at(now, run=run))
    old = State(begin="mar")
    was, came = Decoding(old).final, Decoding(now).final
    most = int(np.argmax(abs(came - was)))
    assert (
        f"Temperature: 0.7 → 0.3. Top-k: 4 → 3. The most changed letter is i: {was[most]:.3f} → {came[most]:.3f}."
        in told(page)
    )
    assert "Letters left: 4 → 3." in told(page)
    rows = Decoding(now).stage_rows[-1]
    assert [row.earlier for row in rows[:8]] == [was[token] for token in Decoding(old).ranking[:8]]
    assert page.fields["before"] == now.written == "0.3,3,1,tkp"
    assert sum(row.earlier or 0 for row in rows) == pytest.approx(1)


@pytest.mark.parametrize(
    "before", ["", "x", "1,2", "0.7,4,1,xyz", "9,4,1,tkp", "0.7,4.5,1,tkp", "nan,4,1,tkp", "0.7,4,1,tkp"]
)
def test_settings_before_that_are_none_or_the_same_are_left_out(learner: Learner, before: str) -> None:
    state = State(begin="mar", before=before)
    page = learner.get(at(state, run="recorded"))
    assert page.status == 200
    assert "most changed letter" not in told(page)
    assert Decoding(state).was is None


@pytest.mark.parametrize("width", [1, 2, 5])
@pytest.mark.parametrize("begin", ["", "mar", "noemi"])
def test_a_node_of_the_beam_is_the_node_above_and_one_letter_more(begin: str, width: int) -> None:
    lab = Decoding(State(begin=begin, width=width))
    tree = lab.beam_tree
    grown = pictures.grown(lab.rows, width)
    assert len(grown) == len(tree.nodes)
    for one, node, letters in zip(grown, tree.nodes, lab.prefixes, strict=True):
        assert f"{one.log_probability:.2f}" == node.note
        assert one.kept == node.kept == (one.place <= width)
        if node.parent is not None:
            above = grown[node.parent]
            tokens = encode(EDGE + letters[:-1])
            scores = logits(tokens)
            token = encode(letters[-1] if letters[-1] != "·" else EDGE)[0]
            assert one.letter == pytest.approx(exp(scores[token]) / sum(exp(x) for x in scores))
            assert one.above == above.log_probability
            assert one.probability == pytest.approx(above.probability * one.letter)


def test_a_node_of_the_beam_opens_to_its_sum(learner: Learner) -> None:
    page = learner.get("/lab/decoding")
    assert "Click a letter to see how its log-probability comes about." in told(page)
    opened = learner.get(next(link for link in page.links if "&node=3&" in link))
    node = Decoding(State(node=3)).node
    assert node
    name, one = node
    assert name == "marg"
    assert f"marg: 0.000 + ln {one.letter:.4g} ≈ −{-one.log_probability:.3f}." in told(opened)
    assert "number 3 of its step. The beam keeps it." in told(opened)
    fallen = learner.get(next(link for link in page.links if "&node=4&" in link))
    assert "number 4 of its step. The beam keeps 3 only: it falls out." in told(fallen)
    assert Decoding(State(node=999)).node is None
    assert learner.get(at(State(begin="mar", node=999), run="recorded")).status == 200


def test_bars_have_the_same_scale_at_every_setting() -> None:
    cold, hot = (Decoding(replace(JO, temperature=t)) for t in (0.1, 2.0))
    assert {bars.most for lab in (cold, hot) for bars in lab.stage_bars} == {1.0}
    assert cold.draws.most == hot.draws.most == 200
    assert cold.compared(0.3).most == 1.0
