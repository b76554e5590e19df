"""Depth and time: a gradient through layers or through steps is predicted and compared, and becomes an exercise."""

import json
import re
from dataclasses import replace
from itertools import pairwise, product
from math import hypot, log, log10, prod
from typing import Any, get_args

import pytest
from fastapi import FastAPI

from app.lab.demos.depth.by_hand import four_digits, three_digits
from app.lab.demos.depth.demo import Depth
from app.lab.demos.depth.state import CELLS, State
from engine import variants
from engine.demos.recording import FOLDER
from engine.parameters import BadParameters
from engine.variants import NO_SEED, Undrawable
from tests.app.exams.sitting import sit
from tests.app.lab.demos.lab import Lab, odd
from tests.app.learner import COSINE, Count, Learner, form_key
from tests.engine.submissions import BANK

LAYERS = State(norm="post")
TIME = State(asks="time", cell="lstm")
EVERY_START: list[Any] = list(product(("pre", "post", "none"), ("xavier", "small"), ("mlp", "attention")))
LAB = Lab("depth", State())
at, predict = LAB.at, LAB.predict


def recorded() -> Any:
    """Read from the file itself."""
    return json.loads((FOLDER / "depth.json").read_text("utf-8"))


def last_layers(norm: str, start: str, part: str) -> list[float]:
    return [norms[-1] for norms in recorded()["layers"][f"{norm} {start}"][part]]


def factor(norm: str, start: str, part: str) -> float:
    _, two, _, _, _, deepest = last_layers(norm, start, part)
    return deepest / two


def back(cell: str, steps: int) -> float:
    norm: float = recorded()["time"][CELLS[cell][0]]["norms"][steps]
    return norm


def test_it_opens_with_a_measurement_and_all_zooms(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/depth")
    assert {"run", "system-title", "unit", "arithmetic"} <= page.ids
    assert "predicted" not in page.fields
    assert 'data-reached="yes"' not in page.html
    assert "does not vanish" not in page.text
    assert count() == {}


@pytest.mark.parametrize("state", [LAYERS, State(norm="pre", every=True), State(norm="none", layers=32)])
def test_only_shallow_models_are_shown_before_the_prediction(learner: Learner, state: State) -> None:
    page = learner.get(at(state))
    assert not {"run", "unit", "arithmetic", "system-title"} & page.ids
    assert four_digits(last_layers(state.norm, state.start, state.part)[2]) in page.text
    for norm in ("pre", "post", "none"):
        for depth in last_layers(norm, "xavier", "mlp")[3:]:
            assert f"{depth:.2f}" not in page.text
            assert four_digits(depth) not in page.text
    came = f"{factor(state.norm, state.start, state.part):.3g}"
    assert not re.search(rf"(?<![\d.]){re.escape(came)}(?!\d)", page.text)


@pytest.mark.parametrize(
    "cell",
    [
        pytest.param(cell, marks=() if cell in ("rnn", "lstm") else pytest.mark.sweep)
        for cell in sorted(CELLS)
    ],
)
def test_only_five_steps_are_shown_before_the_prediction(learner: Learner, cell: Any) -> None:
    page = learner.get(at(State(asks="time", cell=cell, back=30, every=True)))
    assert not {"run", "unit", "arithmetic", "system-title"} & page.ids
    assert f"{back(cell, 5):.4g}" in page.text
    shown = {f"{back(cell, step):.4g}" for step in range(6)}
    later = {f"{back(cell, step):.4g}" for step in range(6, 50)} - shown
    assert not any(re.search(rf"(?<![\d.]){re.escape(one)}(?!\d)", page.text) for one in later)
    assert f"{log10(back(cell, 30)):.2f}".replace("-", "−") not in page.text


@pytest.mark.parametrize(
    ("norm", "start", "part"),
    [pytest.param(*one, marks=pytest.mark.sweep if n % 5 else ()) for n, one in enumerate(EVERY_START)],
)
def test_the_factor_of_depth_is_the_quotient_of_two_models(
    learner: Learner, norm: Any, start: Any, part: Any
) -> None:
    state = State(norm=norm, start=start, part=part)
    came = factor(norm, start, part)
    page = predict(learner, f"{1.15 * came:.4f}", state)
    assert page.rules == ["right"]
    assert f"it came to {float(f'{came:.3g}'):.6g}." in page.text
    found = re.search(r"([\d.,]+) / ([\d.,]+) ≈ ([\d.,]+) ≈ 16 ?([−\d.]+)", page.text)
    assert found
    deep, two, shown, power = (float(one.replace(",", "").replace("−", "-")) for one in found.groups())
    assert float(f"{deep / two:.3g}") == shown  # whoever divides what is shown gets what is shown
    assert log(shown, 16) == pytest.approx(power, abs=6e-4)
    assert "your prediction" in page.text
    assert predict(learner, f"{2.5 * came:.4f}", state).rules == ["wrong"]


@pytest.mark.parametrize(
    ("cell", "steps"), [("rnn", 49), ("lstm", 20), ("gru", 6), ("lstm5", 49), ("orthogonal2", 30)]
)
def test_what_comes_back_is_said_as_a_power_of_ten(learner: Learner, cell: Any, steps: int) -> None:
    state = State(asks="time", cell=cell, back=steps)
    came = log10(back(cell, steps))
    page = predict(learner, f"{came + 0.45:.2f}", state)
    assert page.rules == ["right"]
    assert f"it came to {came:.2f}".replace("-", "−") in page.text
    assert "your prediction" in page.text
    missed = abs(log10(going_on(cell, steps)) - came)
    assert predict(learner, f"{came - max(0.6, missed + 0.25):.2f}", state).rules == ["wrong"]


def going_on(cell: str, steps: int, places: int = 4) -> float:
    """The measurement at step 5, continued with the last factor that is shown."""
    return back(cell, 5) * round(back(cell, 5) / back(cell, 4), places) ** (steps - 5)


@odd("ways", list(product(sorted(CELLS), (6, 20, 30, 49))), every=5)
def test_who_goes_on_with_the_last_factor_is_right(learner: Learner, ways: list[tuple[Any, int]]) -> None:
    for cell, steps in ways:
        state = State(asks="time", cell=cell, back=steps)
        assert "go on with the last factor of the table" in learner.get(at(state)).text
        for places in (2, 4):
            typed = f"{log10(going_on(cell, steps, places)):.2f}"
            page = predict(learner, typed, state)
            assert page.rules == ["right"], (cell, steps, places)
        shown = re.search(
            r"table: ([\d.]+) · ([\d.]+)<sup>(\d+)</sup> ≈ ([\de.-]+) ≈ 10<sup>(.+)</sup>\.", page.html
        )
        assert shown
        part, factor, further, comes = (float(one) for one in shown.groups()[:4])
        assert further == steps - 5
        assert float(three_digits(part * factor**further)) == comes
        assert shown[5] == typed.replace("-", "−")


@pytest.mark.parametrize(("norm", "typed"), [("pre", "0.25"), ("post", "1")])
@pytest.mark.parametrize("part", ["mlp", "attention"])
def test_who_follows_the_theory_that_is_quoted_is_right(
    learner: Learner, norm: Any, typed: str, part: Any
) -> None:
    state = State(norm=norm, part=part)
    assert "or as near as what theory says" in learner.get(at(state)).text
    assert predict(learner, typed, state).rules == ["right"]
    assert predict(learner, "0.2" if norm == "pre" else "0.9", state).rules == ["wrong"]
    assert "or as near" not in learner.get(at(replace(state, start="small"))).text


@odd("ways", list(product(CELLS, (6, 30, 49))), every=5)
def test_numbers_are_written_in_one_way(learner: Learner, ways: list[tuple[Any, int]]) -> None:
    assert [three_digits(x) for x in (1.634, 166.2, 0.1352, 999.6, 0.00099)] == [
        "1.63",
        "166",
        "0.135",
        "1.00e3",
        "9.90e-4",
    ]
    for cell, steps in ways:
        page = predict(learner, "0", State(asks="time", cell=cell, back=steps))
        assert not re.search(r"\de-?[012](?!\d)", page.text.partition("The product")[2]), (cell, steps)
    assert "16 −0.001" in re.sub(r"16\s*−", "16 −", predict(learner, "1", State(start="small")).text)


def test_one_reads_on_about_what_was_asked(learner: Learner) -> None:
    assert "/study/2.6" in predict(learner, "1", LAYERS).links
    assert "/study/c.4" in predict(learner, "-1", TIME).links


def test_the_page_claims_only_what_was_measured(learner: Learner) -> None:
    post = factor("post", "xavier", "mlp"), factor("post", "xavier", "attention")
    assert all(1 < one < 2 for one in post)
    for part, grown in zip(("mlp", "attention"), post, strict=True):
        page = predict(learner, "1", State(norm="post", part=part))  # type: ignore[arg-type]
        assert f"here it is {100 * grown - 100:.0f} % larger at 32 layers than at 2." in page.text
    pre = factor("pre", "xavier", "mlp"), factor("pre", "xavier", "attention")
    assert all(1 / 4 < one < 1 for one in pre)  # 1 / sqrt(16), the law for very many layers
    assert "more slowly than 1/√L" in predict(learner, "0.3", State()).text
    assert all(0.9 < factor(*one) < 1.11 for one in EVERY_START if one[1] == "small")
    assert "hardly matters" in predict(learner, "1", State(start="small")).text
    assert all(factor("none", "xavier", part) > 1e4 for part in ("mlp", "attention"))


def test_the_factors_of_the_steps_multiply_to_what_is_left() -> None:
    for cell in CELLS:
        lab = Depth(State(asks="time", cell=cell, back=17))  # type: ignore[arg-type]
        assert prod(lab.steps.factors[:17]) == pytest.approx(back(cell, 17))
        assert lab.steps.mean_factor**17 == pytest.approx(back(cell, 17))


def test_the_exponent_is_that_of_sixteen_times_as_many_layers() -> None:
    assert Depth(LAYERS).layers.exponent == pytest.approx(log(factor("post", "xavier", "mlp"), 16), abs=2e-3)


def test_after_a_prediction_what_is_seen_is_free_and_the_rest_is_not(learner: Learner) -> None:
    run = predict(learner, "1", LAYERS).fields["run"]
    assert "run" in learner.get(at(State(norm="post", layers=32, every=True), run=run)).ids
    for other in (State(norm="pre"), State(norm="post", part="attention"), TIME):
        page = learner.get(at(other, run=run))
        assert "run" not in page.ids
        assert "predicted" in page.fields
    run = predict(learner, "-4", TIME).fields["run"]
    assert "run" in learner.get(at(State(asks="time", cell="lstm", back=40), run=run)).ids
    assert "run" not in learner.get(at(State(asks="time", cell="gru"), run=run)).ids


@pytest.mark.parametrize("layers", [2, 4, 8])
def test_the_clipped_norms_of_the_screen_answer_the_exercise(learner: Learner, layers: Any) -> None:
    state = State(layers=layers)
    page = learner.send(f"/lab/depth/exercise?{state.address}", {"key": form_key(), "run": ""})
    assert page.address.startswith("/attempts/")
    norms = next(norms for norms in recorded()["layers"]["pre xavier"]["mlp"] if len(norms) == layers)
    whole = hypot(*(round(norm, 2) for norm in norms))
    lab = Depth(state)
    assert lab.layers.total == pytest.approx(whole, abs=5e-5)
    screen = predict(learner, "0.4", state).html.partition('id="arithmetic"')[2]
    scale = screen.partition("<b>")[2].partition("</b>")[0]
    assert scale == f"{1 / whole:.4f}"
    clipped = re.findall(r"<td>([\d.]+)</td>", screen.partition(">clipped</th>")[2])
    typed = {"norm": f"{whole:.4f}", "scale": scale, "clipped": clipped}  # as they stand there
    answered = learner.press(page, typed=typed)
    assert [answered.rule(part) for part in typed] == ["right"] * 3


@pytest.mark.parametrize(("cell", "steps"), [("lstm", 20), ("rnn", 12), ("lstm5", 30), ("orthogonal2", 49)])
def test_the_power_of_the_screen_answers_the_exercise(learner: Learner, cell: Any, steps: int) -> None:
    state = State(asks="time", cell=cell, back=steps)
    sheet = learner.send(f"/lab/depth/exercise?{state.address}", {"key": form_key(), "run": ""})
    assert sheet.address.startswith("/attempts/")
    step = round(back(cell, steps) ** (1 / steps), 2)
    answered = learner.press(sheet, typed={"factor": f"{step**steps:.2e}"}, do="check:factor")
    assert answered.rule("factor") == "right"
    run = predict(learner, "0", state).fields["run"]
    page = learner.get(at(state, run=run))
    power = f"{step**steps:.3g}" if step**steps > 1e-3 else f"{step**steps:.2e}".replace("e-0", "e-")
    assert f"<b>{power}</b>" in page.html
    assert learner.press(sheet, typed={"factor": power}, do="check:factor").rule("factor") == "right"
    assert f"takes the mean factor with two decimals, {step:.2f}, and asks for" in page.text


def test_numbers_that_make_no_exercise_are_refused_with_the_one_reason(
    learner: Learner, count: Count
) -> None:
    reasons = {
        State(layers=32): "more than 8 layers",
        State(asks="time", cell="rnn", back=49): "the power is below 0.0000001. Take fewer steps.",
        State(asks="time", cell="lstm5", back=40): "the mean factor is 1.00",
    }
    for state, reason in reasons.items():
        before = predict(learner, "1", state)
        assert before.text.count(reason) == 1
        assert "Make this an exercise" not in before.text
        page = LAB.exercise(learner, state, before.fields["run"])
        assert (page.status, page.text.count(reason)) == (422, 1)
    assert "attempts" not in count()


def test_whether_numbers_make_an_exercise_is_known_beforehand() -> None:
    states = [
        State(norm=norm, start=start, part=part, layers=layers)  # type: ignore[arg-type]
        for (norm, start, part), layers in product(EVERY_START, (2, 4, 8, 16, 32))
    ]
    states += [State(asks="time", cell=cell, back=back) for cell in CELLS for back in range(6, 50)]  # type: ignore[arg-type]
    for state in states:
        lab = Depth(state)
        asked = BANK.questions[lab.question]
        try:
            variants.draw(asked, NO_SEED, asked.default_level, lab.numbers)
            drawn = True
        except (BadParameters, Undrawable):
            drawn = False
        long = state.asks == "layers" and state.layers > 8  # to be filled in
        assert (drawn and not long) == (not lab.obstacle), state


@odd("starts", EVERY_START, every=5)
def test_what_clipping_multiplies_by_follows_from_the_norm_as_shown(
    learner: Learner, starts: list[Any]
) -> None:
    for norm, start, part in starts:
        state = State(norm=norm, start=start, part=part)
        run = predict(learner, "1", state).fields["run"]
        for layers in (4, 16, 32):
            page = learner.get(at(State(norm=norm, start=start, part=part, layers=layers), run=run))
            found = re.search(r"1 / ([\d.,]+) ≈ ([\de.-]+)", page.text)
            if not found:
                assert "nothing is clipped" in page.text, (state, layers)
                continue
            whole, scale = float(found[1].replace(",", "")), float(found[2])
            near = 5e-5 if layers == 4 else 6e-4 * scale
            assert 1 / whole == pytest.approx(scale, abs=near), (state, layers)


def test_what_was_said_is_told_as_it_was_said(learner: Learner) -> None:
    assert (
        "You said 0.001; it came to −6.87." in predict(learner, "0.001", State(asks="time", cell="rnn")).text
    )
    assert "You said 5; it came to 76900." in predict(learner, "5", State(norm="none", part="attention")).text


def test_what_cannot_be_is_refused_and_what_is_far_off_stretches_no_picture(learner: Learner) -> None:
    page = predict(learner, "-1", LAYERS)
    assert page.status == 422
    assert "whatever comes" in page.text
    assert "your prediction" not in predict(learner, "1e30", LAYERS).text
    assert "your prediction" not in predict(learner, "-30", State(asks="time", cell="lstm5")).text


def test_a_line_keeps_its_place_when_the_others_are_shown() -> None:
    for norm in ("pre", "post", "none"):
        alone, among = (
            [line.name for line in Depth(State(norm=norm, every=every)).outcome.lines]
            for every in (False, True)
        )
        assert among[: len(alone)] == alone
        assert len(among) == 3 + (norm == "pre")


def test_an_axis_is_of_powers_of_ten_only_where_it_spans_some() -> None:
    spans = {cell: Depth(State(asks="time", cell=cell)).outcome.log_y for cell in CELLS}  # type: ignore[arg-type]
    assert {cell for cell, log_y in spans.items() if not log_y} == {"lstm5", "orthogonal15"}


def test_without_a_norm_the_gradient_grows_on_its_way_back() -> None:
    for part in ("mlp", "attention"):
        for norms in recorded()["layers"]["none xavier"][part][3:]:
            assert norms[0] > 1.1 * norms[-1]


def test_each_goal_is_reached_somewhere_and_not_at_the_first_state() -> None:
    def reached(state: State) -> list[bool]:
        return [goal.reached for goal in Depth(state).goals]

    assert reached(State()) == [False] * 3
    layers = {
        (norm, start, part): reached(State(asks="layers", norm=norm, start=start, part=part))
        for norm, start, part in EVERY_START
    }
    assert {start for (_, start, _), goals in layers.items() if goals[0]} == {"small"}
    assert {(norm, start) for (norm, start, _), goals in layers.items() if goals[2]} == {("none", "xavier")}
    cells = {cell: reached(State(asks="time", cell=cell)) for cell in CELLS}  # type: ignore[arg-type]
    assert [cell for cell in CELLS if cells[cell][1]] == ["lstm5"]
    assert [cell for cell in CELLS if cells[cell][2]] == ["orthogonal2"]


@pytest.mark.parametrize("typed", ["a lot", "", "2.3.4"])
def test_what_is_no_number_is_told_and_not_stored(learner: Learner, count: Count, typed: str) -> None:
    for state in (LAYERS, TIME):
        page = predict(learner, typed, state)
        assert page.status == 422
        assert page.fields["predicted"] == typed
        assert "problem" in page.ids
        assert "run" not in page.ids
    assert count() == {}


def odd_states() -> list[State]:
    depths: list[Any] = [2, 4, 8, 16, 32, 2] * 2
    cells: list[Any] = list(CELLS)
    states = [
        State(norm=norm, start=start, part=part, layers=layers, every=True)
        for (norm, start, part), layers in zip(EVERY_START, depths, strict=True)
    ]
    return states + [
        State(asks="time", cell=cell, back=steps, every=True)
        for cell, steps in zip(cells, (6, 49) * 4, strict=True)
    ]


@odd("asked", list(product(odd_states(), ("0", "1e9", "1e30"))), every=11)
def test_odd_states_and_odd_predictions_open(learner: Learner, asked: list[tuple[State, str]]) -> None:
    for state, typed in asked:
        assert learner.get(at(state)).status == 200, state
        assert predict(learner, typed, state).status == 200, (state, typed)


@pytest.mark.parametrize(
    "bad", ["layers=3", "layers=x", "back=5", "back=50", "norm=rms", "cell=mamba", "start=zero"]
)
def test_settings_out_of_range_are_refused(learner: Learner, bad: str) -> None:
    assert learner.get(f"/lab/depth?{bad}").status == 422


def test_every_recorded_cell_can_be_chosen() -> None:
    assert {recorded_as for recorded_as, _ in CELLS.values()} == set(recorded()["time"])
    assert set(CELLS) == set(get_args(State.__annotations__["cell"]))


def test_while_an_exam_forbids_aids_it_is_closed(app: FastAPI) -> None:
    assert sit(app, COSINE).learner.get("/lab/depth").status == 403


# The wave


def rows_of(html: str) -> list[list[str]]:
    table = html.partition('id="wave"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    return [re.findall(r"<t[hd][^>]*>([^<]*)<", row) for row in table.split("<tr>")[1:]]


def as_number(text: str) -> float:
    return float(text.replace(",", ""))


@pytest.mark.parametrize(
    "state", [LAYERS, TIME, State(norm="none", layers=32)], ids=["layers", "time", "far"]
)
def test_nothing_of_the_wave_is_there_before_the_prediction(learner: Learner, state: State) -> None:
    page = learner.get(at(replace(state, wave=5)))
    assert not {"wave", "wave-said", "wave-front"} & page.ids
    assert "data-said" not in page.html.replace('data-said="A setting was changed', "")


@pytest.mark.parametrize(
    "state",
    [
        State(norm="pre", layers=2),
        State(norm="none", layers=32),
        State(norm="post", part="attention", layers=8),
        State(asks="time", cell="rnn", back=49),
        State(asks="time", cell="orthogonal2", back=6),
    ],
    ids=lambda state: f"{state.asks} {state.norm} {state.cell}",
)
def test_the_wave_shows_what_was_recorded_from_the_loss_back(learner: Learner, state: State) -> None:
    if state.asks == "layers":
        models = recorded()["layers"][f"{state.norm} {state.start}"][state.part]
        norms = next(norms for norms in models if len(norms) == state.layers)[::-1]
        numbers = list(range(state.layers, 0, -1))
    else:
        norms = recorded()["time"][CELLS[state.cell][0]]["norms"][: state.back + 1]
        numbers = list(range(state.back + 1))
    run = predict(learner, "1", state).fields["run"]
    for wave in {1, 2, len(norms) - 1, len(norms), 50}:
        page = learner.get(at(replace(state, wave=wave), run=run))
        reached = min(wave, len(norms))
        rows = rows_of(page.html)
        assert [int(row[0]) for row in rows] == numbers
        assert [as_number(row[1]) for row in rows] == norms
        assert rows[0][2] == "–"
        for (_, before, _), (_, here, factor) in pairwise(rows):  # it follows from what is shown
            assert factor == three_digits(as_number(here) / as_number(before))
        picture = page.html.partition('id="wave"')[2].partition("</svg>")[0]
        shades = re.findall(r'<rect class="shade( later)?" data-nth="(\d+)" data-text="([^"]*)"', picture)
        assert [bool(later) for later, *_ in shades] == [n > reached for n in range(1, len(norms) + 1)]
        assert [text for *_, text in shades] == [row[1] for row in rows]
        said = page.html.partition('id="wave-said"')[2].partition("</p>")[0]
        assert ("counts as 1." if reached == 1 and state.asks == "time" else rows[reached - 1][1]) in said
        assert reached == 1 or f"about {rows[reached - 1][2]} times" in said
        links = page.html.partition('id="wave-said"')[2].partition("</figure>")[0]
        assert (f"wave={reached - 1}&" in links.replace("&amp;", "&")) == (reached > 1)
        assert (f"wave={reached + 1}&" in links.replace("&amp;", "&")) == (reached < len(norms))


def test_the_shades_of_the_wave_are_logarithmic_over_a_factor_of_ten_at_least() -> None:
    for start in EVERY_START:
        for layers in (2, 4, 8, 16, 32):
            norm, begin, part = start
            wave = Depth(State(norm=norm, start=begin, part=part, layers=layers)).wave
            assert wave.most >= 10 * wave.least * (1 - 1e-9)
            for one, other in pairwise(wave.cells):
                share = log(other.norm / one.norm) / log(wave.most / wave.least)
                assert other.dark - one.dark == pytest.approx(0.9 * share, abs=1.1e-3)
            assert max(one.dark for one in wave.cells) == 1
            assert min(one.x for one in wave.cells) >= -1e-6


@pytest.mark.parametrize("wave", ["0", "51", "x"])
def test_a_wave_that_is_none_is_refused(learner: Learner, wave: str) -> None:
    assert learner.get(f"/lab/depth?wave={wave}").status == 422


def test_a_mark_that_only_theory_earns_gives_its_reason(learner: Learner) -> None:
    norms = last_layers("post", "xavier", "mlp")
    depths = recorded()["depths"]
    came = float(f"{norms[depths.index(32)] / norms[depths.index(2)]:.3g}")
    loose, near = predict(learner, "1.1", LAYERS), predict(learner, f"{came - 0.1:.2f}", LAYERS)
    assert loose.rules == near.rules == ["right"]
    assert (
        f"You were off by {came - 1.1:.3f}, more than a fifth of the result. It counts as right, because theory's own "
        f"value, 1.00, is off by {came - 1:.3f}."
    ) in loose.text
    assert "You were off by" not in near.text
