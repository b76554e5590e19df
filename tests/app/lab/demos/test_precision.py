"""Precision and memory: numbers, integers, lost gradients, memory and micro-batches are predicted and compared."""

import re
import struct
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from fastapi import FastAPI

from app.lab.demos.precision.demo import Precision
from app.lab.demos.precision.number import Number
from app.lab.demos.precision.state import State
from app.lab.demos.precision.writing import written
from app.web.drawing.curves import curve
from engine.demos.recording import weights
from engine.reference.public_models import public_models
from tests.app.lab.demos.lab import Lab, odd
from tests.app.learner import Count, Learner, Page, form_key, new_learner

NUMBER = State(number="0.1")
MATRIX = State(part="matrix", per="row", row=7, column=20)
SCALING = State(part="scaling", exponent=1)
MEMORY = State(part="memory", model="Mistral 7B v0.1", training="fp32")
MICRO = State(part="accumulation", micro="8", order="length")
FIVE = [NUMBER, MATRIX, SCALING, MEMORY, MICRO]
ids = pytest.mark.parametrize("state", FIVE, ids=lambda state: state.part)
LAB = Lab("precision", State())
at, predict = LAB.at, LAB.predict


def in_memory(number: float, form: str) -> float:
    """As the machine stores it: BF16 by rounding the bits of FP32."""
    if form == "FP16":
        return float(struct.unpack(">e", struct.pack(">e", number))[0])
    if form == "FP32":
        return float(struct.unpack(">f", struct.pack(">f", number))[0])
    bits = int.from_bytes(struct.pack(">f", number))
    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return float(struct.unpack(">f", bits.to_bytes(4))[0])


def by_hand(state: State) -> float:
    """Another road than the page's."""
    if state.part == "number":
        return in_memory(float(state.number), state.format)
    if state.part == "matrix":
        matrix = weights("accumulation")["matrix"].astype(float)
        row = matrix[state.row - 1].tolist()
        most = max(abs(x) for x in (row if state.per == "row" else matrix.ravel().tolist()))
        return float(round(row[state.column - 1] * 127 / most))
    if state.part == "scaling":
        gradient = weights("accumulation")["gradient"].astype(np.float64)
        with np.errstate(over="ignore", under="ignore"):
            stored = (gradient / float(state.divided) * 2.0**state.exponent).astype(np.float16)
        return int(((stored == 0) & (gradient != 0)).sum())
    if state.part == "memory":
        total = {"Mistral 7B v0.1": 7.24}[state.model]
        return total * {"mixed": 16, "fp32": 16, "weights16": 2, "weights4": 0.5}[state.training]
    lengths = [len(name) + 1 for name in _names(state)]
    micro = int(state.micro)
    counts = [sum(lengths[n : n + micro]) for n in range(0, len(lengths), micro)]
    right, wrong = 1 / sum(lengths), 1 / len(counts) / min(counts)
    return round(wrong / right, 2)


def _names(state: State) -> list[str]:
    from engine.demos.recording import shown

    names: list[str] = shown("accumulation")["names"]
    return names if state.order == "drawn" else sorted(names, key=len)


def test_it_opens_with_a_run_that_is_there_already(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/precision")
    assert {"run", "system", "unit"} <= page.ids
    assert "3.140625" in page.text
    assert 'data-reached="yes"' not in page.html
    assert count() == {}


@ids
def test_nothing_of_the_outcome_is_shown_before_the_prediction(learner: Learner, state: State) -> None:
    page = learner.get(at(state))
    assert "predicted" in page.fields
    assert not {"run", "system", "unit", "compared-title"} & page.ids
    came = by_hand(state)
    html = re.sub(r"\?v=[0-9a-f]+", "", page.html)  # a file's digest may hold any number
    for form in ("%.6g", "%.4g") if state.part == "number" else ("%g", "%.2f"):
        assert f">{form % came}<" not in html
        if abs(came) > 50 or came != int(came):
            assert form % came not in html


@ids
def test_right_and_wrong_stand_beside_what_came(learner: Learner, state: State) -> None:
    came = by_hand(state)
    right = predict(learner, f"{came:.12g}", state)
    assert right.rules == ["right"]
    assert {"run", "unit", "compared-title"} <= right.ids
    wrong = predict(learner, f"{1.5 * came + 3:.12g}", state)
    assert wrong.rules == ["wrong"]
    assert "you" in wrong.html.partition('id="compared-title"')[2]
    assert "Predictions: 1 of 2 right" in learner.get("/lab").text


@pytest.mark.parametrize("form", ["FP16", "BF16", "FP32"])
def test_a_number_is_stored_as_in_memory_and_the_number_itself_is_no_answer(form: Any) -> None:
    for number in (
        "3.14159",
        "0.1",
        "-2.5",
        "1e-5",
        "6e-8",
        "1e-9",
        "65519",
        "1/3",
        "0",
        "-0.0007",
        "1000.3",
    ):
        state = State(number=number, format=form)
        value = 1 / 3 if number == "1/3" else float(number)
        asked = Precision(state).asked
        stored = in_memory(value, form)
        assert asked.outcome == stored, number
        assert (abs(value - stored) <= asked.within) == (value == stored), number


def test_of_a_number_that_is_too_large_the_largest_is_asked_and_infinity_is_told(learner: Learner) -> None:
    state = State(number="70000")
    page = predict(learner, "65504", state)
    assert page.rules == ["right"]
    assert "70000 is too large for FP16: it becomes infinite." in page.text
    assert predict(learner, "65536", state).rules == ["wrong"]
    assert predict(learner, "-65504", State(number="-1e6")).rules == ["right"]
    assert predict(learner, "3.3895e38", State(number="1e39", format="BF16")).rules == ["right"]
    assert predict(learner, "3.4028e38", State(number="1e39", format="BF16")).rules == ["wrong"]
    assert predict(learner, "3.4028e38", State(number="1e39", format="FP32")).rules == ["right"]


@pytest.mark.parametrize("form", ["FP16", "BF16", "FP32"])
def test_no_page_of_a_number_tells_where_a_format_ends_before_that_is_asked(
    learner: Learner, form: Any
) -> None:
    for page in (learner.get("/lab/precision"), predict(learner, "7", State(number="0.1", format=form))):
        assert not [end for end in ("65504", "65,504", "3.3895", "3.39 ") if end in page.text]
        assert not re.search(r"3\.40\d* · 10³⁸", page.text)  # 0.1 with one bit flipped is 3.4028… · 10³⁷


@pytest.mark.parametrize(
    ("number", "stored", "error"),
    [("2.99e-8", "5.96046447754 · 10⁻⁸", "2.97"), ("0.1", "0.0999755859375", "−2.44"), ("-1e-9", "−0", "1 · 10⁻⁹"),
     ("3.14159", "3.140625", "−0.000965")],
)  # fmt: skip
def test_a_number_is_written_alike_wherever_it_stands(
    learner: Learner, number: str, stored: str, error: str
) -> None:
    page = predict(learner, "7", State(number=number))
    assert f"it came to {stored}." in page.text
    row = page.html.partition('<th scope="row">FP16</th>')[2].partition("</tr>")[0]
    assert row.startswith(f"<td>{stored}</td><td>")
    if number != "2.99e-8":
        assert error in row
    assert f"stored: {stored}" in page.html
    assert "e-08" not in page.html
    assert "e−08" not in page.html


def test_how_near_is_right_is_said_where_it_is_not_seen(learner: Learner) -> None:
    memory = State(part="memory")
    assert "half a percent more or less is right, too" in learner.get(at(memory)).text
    came = 8.03 * 16
    for said, rule in (
        (1.0049 * came, "right"),
        (0.9951 * came, "right"),
        (1.006 * came, "wrong"),
        (0.994 * came, "wrong"),
    ):
        assert predict(learner, f"{said:.4f}", memory).rules == [rule]
    micro = State(part="accumulation", micro="4")
    assert "your prediction is right if it is within 0.01" in learner.get(at(micro)).text


def test_one_gradient_far_below_the_others_is_spoken_of_only_after_a_wrong_number(learner: Learner) -> None:
    state = State(part="scaling", exponent=12)
    said = "One gradient lies far below all the others."
    assert said not in learner.get(at(state)).text
    assert said in predict(learner, "0", state).text
    assert said not in predict(learner, "1", state).text
    assert said not in predict(learner, "99999", State(part="scaling", exponent=3)).text


def test_the_bits_on_paper_give_the_stored_number() -> None:
    for number in ("3.14159", "0.1", "1e-6", "6e-8", "-300", "0"):
        for form in ("FP16", "BF16", "FP32"):
            part = Precision(State(number=number, format=form)).part
            sign = -1 if part.stored.sign == "1" else 1  # type: ignore[union-attr]
            assert sign * part.mantissa * 2.0**part.power == part.stored.value  # type: ignore[union-attr]


def test_whoever_reads_the_tables_of_the_page_is_right() -> None:
    for exponent in range(12):
        lab = Precision(State(part="scaling", exponent=exponent))
        table = dict(lab.part.smaller)  # type: ignore[union-attr]
        asked = lab.asked
        if (power := 10 - 25 - exponent) in table and asked.outcome is not None:
            assert abs(table[power] - asked.outcome) <= asked.within
            assert abs(table[power + 1] - asked.outcome) > asked.within or table[power + 1] < 3
    for row, column in ((1, 1), (50, 8), (128, 32), (74, 3)):
        for per in ("tensor", "row"):
            lab = Precision(State(part="matrix", per=per, row=row, column=column))
            weight, most = (float(f"{x:.5f}") for x in (lab.part.weight, lab.part.largest))  # type: ignore[union-attr]
            assert abs(round(127 * weight / most) - by_hand(lab.state)) <= lab.asked.within


@ids
def test_the_numbers_of_the_screen_become_an_exercise_with_the_right_key(
    learner: Learner, state: State
) -> None:
    sheet = learner.send(f"/lab/precision/exercise?{state.address}", {"key": form_key(), "run": ""})
    assert sheet.address.startswith("/attempts/")
    part, answer = {
        "number": ("largest", "65504"),
        "matrix": ("gb", f"{8.03 * 9 / 8:.2f}"),
        "scaling": ("smallest_normal", f"{2.0**-14:.3e}"),
        "memory": ("total_gb", f"{by_hand(MEMORY):.2f}"),
        "accumulation": ("per_gpu", "32"),
    }[state.part]
    assert learner.press(sheet, typed={part: answer}).rule(part) == "right"


@pytest.mark.parametrize(("form", "largest"), [("FP16", "6.55e4"), ("BF16", "3.39e38"), ("FP32", "3.4e38")])
def test_an_exercise_calls_the_format_by_its_name(learner: Learner, form: Any, largest: str) -> None:
    state = State(format=form)
    sheet = learner.send(f"/lab/precision/exercise?{state.address}", {"key": form_key(), "run": ""})
    assert f"number format {form} " in sheet.text
    assert learner.press(sheet, typed={"largest": largest}).rule("largest") == "right"


@pytest.mark.parametrize("training", ["mixed", "fp32", "weights16", "weights4"])
def test_every_kind_of_memory_becomes_an_exercise(learner: Learner, training: Any) -> None:
    state = State(part="memory", training=training, model="Mistral 7B v0.1")
    sheet = learner.send(f"/lab/precision/exercise?{state.address}", {"key": form_key(), "run": ""})
    part = "gb" if training.startswith("weights") else "total_gb"
    assert ("FP32 for everything" in sheet.text) == (training == "fp32")
    assert learner.press(sheet, typed={part: f"{by_hand(state):.2f}"}).rule(part) == "right"


@pytest.mark.parametrize("micro", ["12", "32"])
def test_unequal_micro_batches_make_no_exercise_and_say_so(
    learner: Learner, count: Count, micro: Any
) -> None:
    state = State(part="accumulation", micro=micro)
    run = predict(learner, "1", state).fields["run"]
    page = learner.send(f"/lab/precision/exercise?{state.address}", {"key": form_key(), "run": run})
    assert page.status == 422
    assert "take 1, 2, 4, 8 or 16 names" in page.text
    assert "attempts" not in count()


def reached(**changes: Any) -> list[bool]:
    return [goal.reached for goal in Precision(State(**changes)).goals]


def test_the_goals_can_be_reached_and_are_not_at_the_first_states() -> None:
    for part in ("number", "matrix", "scaling", "memory", "accumulation"):
        assert reached(part=part) == [False, False, False]
    assert reached(number="70000") == [True, False, False]
    assert reached(number="1e39") == [False, False, False]
    found = [n for n in range(33) if reached(part="scaling", exponent=n)[1]]
    assert (found[0], found[-1]) == (13, 28)
    assert not reached(part="scaling", divided="1", exponent=15)[1]
    micros = [m for m in ("1", "2", "4", "8", "12", "16", "32") if reached(part="accumulation", micro=m)[2]]
    assert micros == ["16"]


@pytest.mark.parametrize("typed", ["", "much"])
def test_what_is_no_number_is_told_and_not_stored(learner: Learner, count: Count, typed: str) -> None:
    page = predict(learner, typed, NUMBER)
    assert page.status == 422
    assert "problem" in page.ids
    assert "run" not in page.ids
    assert count() == {}


@pytest.mark.parametrize("number", ["", "seven", "inf", "1e999", "<b>1</b>", "\0"])
def test_a_number_that_cannot_be_stored_is_told_and_kept_in_its_field(
    learner: Learner, count: Count, number: str
) -> None:
    state = State(number=number)
    for page in (learner.get(at(state)), predict(learner, "1", state)):
        assert page.status == 422
        assert "wrong" in page.ids
        assert "<b>1</b>" not in page.html
        if number != "\0":
            assert page.fields["number"] == number
    assert count() == {}


def test_a_number_is_shown_as_text(learner: Learner) -> None:
    page = learner.get(at(State(number="sqrt(2)/3")))
    assert page.status == 200
    assert "store for sqrt(2)/3" in page.text


def told(page: Page) -> str:
    return " ".join(page.text.split())


def test_half_a_hundredth_of_a_gb_is_rounded_up_everywhere(learner: Learner) -> None:
    page = told(predict(learner, "4", State(part="memory", training="weights4")))
    assert "it came to 4.02." in page
    assert "8.03 · 0.5 ≈ 4.02" in page
    assert "4.01" not in page


def test_who_said_the_largest_number_is_not_told_of_another_question(learner: Learner) -> None:
    page = told(predict(learner, "65504", State(number="100000")))
    assert "100000 is too large for FP16. What is the largest number that FP16 can hold?" in told(
        learner.get(at(State(number="100000")))
    )
    assert "You said 65504; it came to 65504." in page
    lowest = predict(learner, "-65504", State(number="-1e6"))
    assert "it becomes minus infinity" in told(lowest)
    assert "your number, without its minus" in lowest.html
    assert "<td>−∞</td><td>−∞</td>" in lowest.html
    assert "What does FP16 store for 0.1?" in told(learner.get(at(NUMBER)))


def test_what_is_written_with_fewer_digits_is_not_said_to_be_equal(learner: Learner) -> None:
    page = told(predict(learner, "3", State()))
    assert "2¹ / 2¹⁰ = 0.001953125" in page
    assert Precision.equals(2.0**-22, 12) == "≈"
    assert "2¹ / 2²³ ≈ 2.38418579102 · 10⁻⁷" in told(predict(learner, "3", State(format="FP32")))


def test_a_real_model_shares_scales_as_the_matrix_does(learner: Learner) -> None:
    row = told(predict(learner, "1", MATRIX))
    assert "Suppose that 32 weights of Llama-3 8B share one scale" in row
    assert "8 + 32 / 32 = 9.00" in row
    assert "Suppose that 4,096 weights" in told(predict(learner, "1", State(part="matrix")))


@pytest.mark.parametrize("number", ["0x10", " -0XfF", "0b1", "0o7"])
def test_a_number_that_is_not_decimal_is_refused_in_words(learner: Learner, number: str) -> None:
    page = learner.get(at(State(number=number)))
    assert page.status == 422
    assert "Type the number with decimal digits" in page.text


def test_each_part_begins_with_numbers_that_become_an_exercise(learner: Learner) -> None:
    for part in ("number", "matrix", "scaling", "memory", "accumulation"):
        state = replace(State(), part=part)
        sheet = learner.send(f"/lab/precision/exercise?{state.address}", {"key": form_key(), "run": ""})
        assert sheet.address.startswith("/attempts/"), part


def test_the_reach_of_every_format_is_drawn() -> None:
    part = Precision(State()).part
    ends = {line.name: [x for x, _ in line.points] for line in part.reach.lines}  # type: ignore[union-attr]
    assert (min(ends["FP16"]), max(ends["FP16"])) == (2.0**-24, 2.0**15)
    assert min(ends["BF16"]) < 1e-38
    assert max(ends["BF16"]) > 1e38
    shares = {line.name: line.points[-1][1] for line in part.reach.lines}  # type: ignore[union-attr]
    assert shares == {"FP16": 2.0**-10, "BF16": 2.0**-7, "FP32": 2.0**-23}


def test_the_ticks_beside_a_single_micro_batch_differ() -> None:
    for micro in ("1", "2", "4", "8", "12", "16", "32"):
        part = Precision(State(part="accumulation", micro=micro)).part
        drawn = curve(part.picture(1.0))  # type: ignore[arg-type]
        texts = [text for _, text in drawn.y.ticks]
        assert len(set(texts)) == len(texts) > 2


@pytest.mark.parametrize(
    "bad", ["part=x", "row=0", "column=33", "exponent=99", "micro=3", "model=no", "format=FP8"]
)
def test_settings_out_of_range_are_refused(learner: Learner, bad: str) -> None:
    name = bad.partition("=")[0]
    rest = "&".join(one for one in State().address.split("&") if not one.startswith(f"{name}="))
    assert learner.get(f"/lab/precision?{rest}&{bad}").status == 422


ODD: list[Mapping[str, Any]] = [
    *({"number": number, "format": form} for number in ("0", "-0", "1e-60", "-1e60", "65520", "1e-45", "3.4028236e38")
      for form in ("FP16", "BF16", "FP32")),
    *({"part": "matrix", "per": per, "row": row, "column": row // 4} for per in ("tensor", "row") for row in (4, 128)),
    *({"part": "scaling", "divided": divided, "exponent": n} for divided in ("1", "1000") for n in (0, 15, 32)),
    *({"part": "memory", "training": training, "model": model}
      for training in ("mixed", "weights4") for model in list(public_models())[::8]),
    *({"part": "accumulation", "micro": micro, "order": order}
      for micro in ("1", "12", "32") for order in ("drawn", "length")),
]  # fmt: skip


@odd("states", ODD, every=6)
def test_odd_states_and_odd_predictions_have_a_page(
    learner: Learner, states: list[Mapping[str, Any]]
) -> None:
    for changes in states:
        state = State(**changes)
        assert learner.get(at(state)).status == 200, changes
        assert predict(learner, "7", state).status == 200, changes
        assert predict(learner, "-1e300", state).status in (200, 422), changes


def test_nobody_opens_a_run_with_the_prediction_of_somebody_else(app: FastAPI, learner: Learner) -> None:
    run = predict(learner, "5", MATRIX).fields["run"]
    assert "run" not in new_learner(app).get(at(MATRIX, run=run)).ids


def links(page: Page, name: str, value: str) -> list[str]:
    return [link for link in page.links if f"&{name}={value}&" in f"{link.replace('?', '&')}&"]


@pytest.mark.parametrize("form", ["FP16", "BF16", "FP32"])
def test_every_bit_can_be_flipped_and_says_what_becomes_of_the_number(form: Any) -> None:
    part = Precision(State(number="3.14159", format=form)).part
    assert isinstance(part, Number)
    every = [bit for group in part.groups for bit in group.bits]
    assert [group.label for group in part.groups] == ["sign", "exponent", "mantissa"]
    assert "".join(bit.digit for bit in every) == part.stored.bits
    for bit in every:
        assert [n for n, (a, b) in enumerate(zip(bit.to, part.stored.bits, strict=True)) if a != b] == [
            bit.place
        ]
        code = bit.to.ljust(32, "0") if form == "BF16" else bit.to
        raw = int(code, 2).to_bytes(len(code) // 8)
        (read,) = struct.unpack(">e" if form == "FP16" else ">f", raw)
        assert bit.becomes == ("NaN" if np.isnan(read) else written(read, 12))
        flipped = Precision(replace(part.state, bits=bit.to)).part
        assert isinstance(flipped, Number)
        assert flipped.stands_for == bit.becomes
        assert [one.place for group in flipped.groups for one in group.bits if one.flipped] == [bit.place]
        less, mantissa, _ = flipped.sums
        power = int(less.partition(" = ")[2].replace("−", "-"))
        if np.isfinite(read):
            assert float(mantissa) * 2.0**power == pytest.approx(abs(read), rel=1e-11)


def test_flipped_bits_stay_on_the_page_and_ask_for_no_new_prediction(learner: Learner) -> None:
    page = predict(learner, "7", State(number="1"))
    assert "15 − 15 = 0; 2⁰ · 1 = 1. Click a bit to flip it." in told(page)
    more = learner.get(links(page, "bits", "0011111000000000")[0])
    assert "You said 7; it came to 1." in told(more)
    assert "15 − 15 = 0; 2⁰ · 1.5 = 1.5. Stored was 1." in told(more)
    endless = learner.get(links(page, "bits", "0111110000000000")[0])
    assert "the mantissa is 0: ∞" in told(endless)
    assert "no number (NaN)" in told(learner.get(links(endless, "bits", "0111110000000001")[0]))
    assert links(endless, "bits", "")


def test_the_bits_wait_for_the_prediction_and_those_of_another_format_are_left_out(learner: Learner) -> None:
    assert "bits" not in learner.get(at(State(number="0.1", bits="0" * 16))).ids
    page = predict(learner, "7", State(number="1", format="FP32", bits="0" * 16))
    assert "127 − 127 = 0; 2⁰ · 1 = 1. Click" in told(page)
    assert learner.get(f"/lab/precision?{State().address.replace('bits=', 'bits=012')}").status == 422


@pytest.mark.parametrize(
    ("number", "form", "stays", "ends"),
    [
        ("65520", "FP16", False, ("65504", "65536", "65520")),
        ("65519.99", "FP16", True, ("65504", "65536", "65520")),
        ("-65520", "FP16", False, ("−65504", "−65536", "−65520")),
        ("-65505", "FP16", True, ("−65504", "−65536", "−65520")),
        ("3.4e38", "BF16", False, ("3.38953138925 · 10³⁸", "3.40282366921 · 10³⁸", "3.39617752923 · 10³⁸")),
    ],
)
def test_between_the_last_number_and_the_next_step_one_is_asked_which_way_it_goes(
    learner: Learner, number: str, form: Any, stays: bool, ends: tuple[str, str, str]
) -> None:
    last, beyond, middle = ends
    state = State(number=number, format=form)
    with np.errstate(over="ignore"):
        stored = np.float16(number) if form == "FP16" else in_memory(float(number), form)
    assert np.isfinite(stored) == stays
    ask = told(learner.get(at(state)))
    assert f"The last finite number of {form} is {last}; at {beyond}, the next step, it is infinite." in ask
    assert "too large" not in ask
    assert "too low" not in ask
    typed = [end.replace("−", "-").replace(" · 10³⁸", "e38") for end in (last, beyond)]
    right, wrong = typed if stays else typed[::-1]
    page = predict(learner, right, state)
    assert page.rules == ["right"]
    assert f"{middle} is the middle between {last} and {beyond}." in told(page)
    assert ("becomes infinite" in told(page)) != stays
    page = predict(learner, wrong, state)
    assert page.rules == ["wrong"]
    infinite = "(−∞)" if number.startswith("-") else "(∞)"
    assert f"it came to {last if stays else f'{beyond} {infinite}'}." in told(page)


def test_numbers_to_try_lead_to_their_question(learner: Learner) -> None:
    page = learner.get("/lab/precision")
    (asked, tried) = links(page, "number", "65520")
    for link in (asked, tried):
        assert "To which of the two does 65520 go?" in told(learner.get(link))
    for number in ("65519.99", "0.1", "1%2F3", "3e-8", "70000"):
        (link,) = links(page, "number", number)
        assert learner.get(link).status == 200
