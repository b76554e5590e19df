"""Attention maps: the loss without a head is predicted, or one weight of one row; both by a second road."""

import re
from collections.abc import Sequence
from html import unescape
from itertools import product
from math import exp, log, sqrt
from typing import get_args

import numpy as np
import pytest
from fastapi import FastAPI

from app.lab.demos.attention import pictures
from app.lab.demos.attention.demo import Attention
from app.lab.demos.attention.state import One, State
from engine.demos import recording
from engine.solutions.pictures import Bars, Curve
from tests.app.lab.demos.lab import Lab, odd
from tests.app.learner import Count, Learner, Page, new_learner
from tests.engine.submissions import BANK

WEIGHTS = recording.weights("attention_only")
FIRST = State(without="1.4")
ROW = State(asks="weight", layer=1, head=2, row=6)
LAB = Lab("attention", FIRST)
at, predict, exercise = LAB.at, LAB.predict, LAB.exercise


def shares(scores: Sequence[float]) -> list[float]:
    whole = sum(exp(score - max(scores)) for score in scores)
    return [exp(score - max(scores)) / whole for score in scores]


def by_loops(state: State) -> tuple[float, dict[str, list[list[float]]]]:
    """The loss and every head's weights, position by position: the second road."""
    letters = [ord(letter) - ord("a") for letter in state.text]
    seen, last = letters[:-1], len(letters) - 1
    stream = [WEIGHTS["token"][token] + WEIGHTS["position"][n] for n, token in enumerate(seen)]
    maps: dict[str, list[list[float]]] = {}
    for layer, head in product(range(2), range(4)):
        if head == 0:
            read, stream = stream, list(stream)
        query, key, value, out = (
            WEIGHTS[f"layers.{layer}.{name}"][head] for name in ("query", "key", "value", "out")
        )
        name = f"{layer + 1}.{head + 1}"
        maps[name] = []
        for n in range(last):
            scores = []
            for m in range(last):
                score = float((read[n] @ query) @ (read[m] @ key)) / (sqrt(8) if state.scale else 1)
                scores.append(-1e9 if state.mask and m > n else score)
            maps[name].append(shares(scores))
            if name != state.without:
                mixed = sum(share * (read[m] @ value) for m, share in enumerate(maps[name][n]))
                stream[n] = stream[n] + mixed @ out
    nats = [
        -log(shares((stream[n] @ WEIGHTS["head"]).tolist())[letters[n + 1]])
        for n in range(last)
        if seen[n] in seen[:n]
    ]
    return sum(nats) / len(nats), maps


STATES = [
    State(),
    State(without="1.2"),
    State(text="anna", without="none"),
    State(text="katzkatzkatz", without="2.3", mask=False),
    State(text="wolkenwolken", without="1.1", scale=False),
    State(text="aaa", without="2.2", mask=False, scale=False),
    State(text="birkenhofbirkenhofbirken", without="none", scale=False),
]


@pytest.mark.parametrize("state", STATES)
def test_loss_and_weights_are_what_loops_come_to(state: State) -> None:
    lab = Attention(state)
    loss, maps = by_loops(state)
    assert lab.asked.outcome == pytest.approx(loss, abs=1e-4)
    for name, weights in maps.items():
        place = (int(name[0]) - 1, int(name[2]) - 1)
        np.testing.assert_allclose(lab.ablated.heads[place].weights, weights, atol=1e-4)


def test_it_opens_with_a_run_that_is_there_already(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/attention")
    assert {"run", "unit", "arithmetic", "losses-title"} <= page.ids
    assert "predicted" not in page.fields
    assert "On this text the loss went from 0.00 to 0.15 nats per letter." in page.text
    assert 'data-reached="yes"' not in page.html
    assert count() == {}


@pytest.mark.parametrize("without", ["1.2", "2.1", "none"])
def test_nothing_of_the_loss_is_shown_before_the_prediction(learner: Learner, without: One) -> None:
    state = State(text="katzkatzkatz", without=without, mask=without != "none")
    lab, page = Attention(state), learner.get(at(state))
    assert "predicted" in page.fields
    assert not {"run", "arithmetic", "losses-title"} & page.ids
    text = re.sub(r"\s+", " ", page.text)
    for number in (lab.ablated.loss, lab.on_sequences[1]):
        assert f"{number:.2f}" not in text or f"{number:.2f}" == f"{lab.whole.loss:.2f}"
    if without != "1.2":
        return
    maps = {path for one in lab.maps(lab.ablated) for _, path in one.shades if one.layer == 2}
    assert maps
    shown = set(re.findall(r'd="([^"]+)"', page.html))
    whole = {path for one in lab.maps(lab.whole) for _, path in one.shades}
    assert whole <= shown
    assert not (maps - whole) & shown  # the maps of the model without the head come with the run


def test_of_a_row_only_its_scores_are_shown_before_its_weight_is_predicted(learner: Learner) -> None:
    lab, page = Attention(ROW), learner.get(at(ROW))
    assert not {"run", "unit", "arithmetic"} & page.ids
    for one in lab.row.scores:
        assert f"{one.score:.2f}".replace("-", "−") in page.text
    assert not lab.row.others
    assert "These are all positions that it may look at." in page.text
    assert f"{lab.asked.outcome:.2f}" not in page.html
    assert f"{lab.asked.outcome:.3f}" not in page.html
    assert "shade" not in page.html


def test_a_right_prediction_and_a_wrong_one_stand_beside_what_came(learner: Learner) -> None:
    state = State(without="1.2")
    page = predict(learner, "2.1", state)
    assert page.rules == ["right"]
    assert "You said 2.10; it came to 2.24." in page.text
    assert "your prediction, 2.10" in page.html
    assert "fell from 0.85 to 0.19" in re.sub(r"\s+", " ", page.text)
    page = predict(learner, "0.1", state)
    assert page.rules == ["wrong"]
    assert "You said 0.10; it came to 2.24." in page.text
    assert "Predictions: 1 of 2 right" in learner.get("/lab").text


def test_a_weight_that_is_worked_out_is_right_and_one_without_the_scale_is_wrong(learner: Learner) -> None:
    page = learner.get(at(ROW))
    rows = re.findall(r'<th scope="row">(\d+) <code>\w</code></th><td>(.*?)</td>', page.html)
    listed = {int(place): float(unescape(score).replace("−", "-")) for place, score in rows}
    assert "position 6 of 15" in re.sub(r"\s+", " ", page.text)
    may = {place: score for place, score in listed.items() if place <= 6}
    assert len(may) == 6 < len(listed)  # two that the mask hides are listed, too
    asked = re.search(r"give to position (\d+)", page.text)
    assert asked

    def share(over: float) -> float:
        return exp(may[int(asked[1])] / over) / sum(exp(score / over) for score in may.values())

    right = predict(learner, f"{share(sqrt(8)):.2f}", ROW)
    assert right.rules == ["right"]
    assert {"unit", "arithmetic", "compared-title"} <= right.ids
    assert ">you<" in right.html
    other = State(asks="weight", layer=2, head=1, row=9)
    assert predict(learner, "0.123", other).rules == ["wrong"]


@pytest.mark.parametrize("row", [7, 10])
def test_of_the_scores_that_are_not_listed_it_is_told_how_much_they_count(learner: Learner, row: int) -> None:
    state = State(without="none", asks="weight", layer=2, head=1, row=row)
    _, maps = by_loops(state)
    weights = maps["2.1"][row - 1][:row]
    most = max(range(row), key=weights.__getitem__)
    rest = sum(sorted(weights)[: row - 6]) / weights[most]
    page = learner.get(at(state))
    told = re.sub(r"\s+", " ", page.text)
    said = "< 0.001" if rest < 0.0005 else f"≈ {rest:.3f}"
    assert f"that of position {most + 1}, {state.text[most]}, is {said}" in told or (
        f"{row - 6} more positions" in told
        and f"exponential of position {most + 1}, {state.text[most]}, is {said}." in told
    )
    assert "these are the six with the largest scores" in told
    assert told.count("Of those that the mask hides, at most two") == 1


@pytest.mark.parametrize(
    ("state", "over", "masks", "says"),
    [
        (ROW, 1.0, True, "without the scale"),
        (ROW, 8.0, True, "divided by 8"),
        (ROW, sqrt(8), False, "without the mask"),
        (State(asks="weight", layer=1, head=3, row=5, scale=False), sqrt(8), True, "off here"),
    ],
)
def test_a_usual_slip_is_told(learner: Learner, state: State, over: float, masks: bool, says: str) -> None:
    lab = Attention(state)
    used = [one for one in lab.row.scores if not (masks and one.position > lab.row.position)]
    exponentials = {one.position: exp(one.score / over) for one in used}
    page = predict(learner, f"{exponentials[lab.row.most + 1] / sum(exponentials.values()):.3f}", state)
    assert page.rules == ["wrong"]
    assert says in page.text
    assert "This comes" not in predict(learner, "0.777", state).text


@pytest.mark.parametrize(
    "text",
    [
        "anna",
        *(
            pytest.param(one, marks=pytest.mark.sweep)
            for one in ("zebrafoxzebrafox", "aaa", "birkenhof" * 2 + "birken")
        ),
    ],
)
def test_whoever_computes_with_the_scores_of_the_page_is_right(text: str) -> None:
    for layer, head, row, mask, scale in product(
        (1, 2), range(1, 5), range(1, 24, 3), (True, False), (True, False)
    ):
        lab = Attention(
            State(text=text, asks="weight", layer=layer, head=head, row=row, mask=mask, scale=scale)
        )
        over = sqrt(8) if scale else 1.0
        shown = {one.position: exp(round(one.score, 2) / over) for one in lab.row.scores if not one.hidden}
        assert len(shown) + len(lab.row.others) == (lab.row.position if mask else len(text) - 1)
        largest = shown[lab.row.most + 1]
        by_hand = round(1 / (sum(shown.values()) / largest + round(lab.row.rest, 3)), 2)
        assert abs(by_hand - (lab.asked.outcome or 0)) <= lab.asked.within < 0.03


def test_after_a_loss_heads_and_rows_are_free_and_another_head_to_take_out_is_not(learner: Learner) -> None:
    run = predict(learner, "0").fields["run"]
    assert "run" in learner.get(at(State(without="1.4", layer=1, head=3, row=2), run)).ids
    for other in (
        State(without="1.3"),
        State(without="1.4", mask=False),
        State(without="1.4", asks="weight"),
    ):
        page = learner.get(at(other, run))
        assert "run" not in page.ids
        assert "predicted" in page.fields


def test_a_weight_opens_its_own_row_and_no_other(learner: Learner) -> None:
    run = predict(learner, "0.5", ROW).fields["run"]
    assert "unit" in learner.get(at(ROW, run)).ids
    for other in (State(asks="weight", layer=1, head=2, row=7), State(asks="weight", layer=1, head=3, row=6)):
        assert "unit" not in learner.get(at(other, run)).ids


def test_nobody_opens_a_run_with_the_prediction_of_somebody_else(app: FastAPI, learner: Learner) -> None:
    run = predict(learner, "0").fields["run"]
    assert "run" not in new_learner(app).get(at(run=run)).ids


@pytest.mark.parametrize("typed", ["", "a lot", "2,,3"])
def test_what_is_no_number_is_told_and_not_stored(learner: Learner, count: Count, typed: str) -> None:
    page = predict(learner, typed)
    assert page.status == 422
    assert "problem" in page.ids
    assert "run" not in page.ids
    assert count() == {}


@pytest.mark.parametrize("text", ["", "abcdef", "abca", "aa", "12 34", "<b>"])
def test_a_text_in_which_nothing_can_be_copied_is_told(learner: Learner, count: Count, text: str) -> None:
    for asks in ("loss", "weight"):
        state = State(text=text, asks=asks)
        page = learner.get(at(state))
        assert page.status == 422
        assert "Write letters from a to z that come again" in " ".join(page.text.split())
        assert "predicted" not in page.fields
        assert predict(learner, "1", state).status == 422
    assert count() == {}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("Anna, anna", "annaanna"), ("<b>bb</b>", "bbbb"), ("ab" * 30, "ab" * 12), ("äaßaaé", "aaa")],
)
def test_only_letters_that_the_model_has_are_read(learner: Learner, typed: str, kept: str) -> None:
    assert learner.get(at(State(text=typed))).fields["text"] == kept


def test_letters_are_bold_where_the_letter_before_stood_in_the_text(learner: Learner) -> None:
    lab = Attention(State(text="katzkatza"))
    bold = [n for n, (_, counted) in enumerate(lab.letters) if counted]
    assert bold == [5, 6, 7, 8]  # the second k could not be known: no z stood before
    page = learner.get(at(State(text="katzkatza")))
    assert "katzk<b>a</b><b>t</b><b>z</b><b>a</b>" in page.html


ODD: list[tuple[str, One, int, int, int]] = [
    ("aaa", "none", 1, 1, 1), ("abcdefghijklmnopqrstuvab", "2.4", 2, 4, 23), ("anna", "1.2", 2, 1, 23),
    ("a" * 24, "1.1", 1, 4, 12), ("abcdabc", "none", 2, 1, 3), ("abcab", "2.1", 2, 1, 4),
]  # fmt: skip
EXTREMES = [
    State(text=text, without=without, mask=mask, scale=scale, asks=asks, layer=layer, head=head, row=row)
    for (text, without, layer, head, row), mask, scale, asks in product(
        ODD, (True, False), (True, False), get_args(State.__annotations__["asks"])
    )
]


@odd("states", EXTREMES, every=11)
def test_odd_states_have_a_page_before_and_after(learner: Learner, states: list[State]) -> None:
    for state in states:
        assert learner.get(at(state)).status == 200, state
        page = predict(learner, "1", state)
        assert page.status == 200, state
        assert page.rules, state
        assert "nan" not in page.text.lower(), state


def test_settings_out_of_range_are_refused(learner: Learner) -> None:
    for bad in ("row=0", "row=24", "layer=3", "head=5", "without=1.5", "asks=all", "mask=perhaps"):
        assert learner.get(re.sub(rf"\b{bad.partition('=')[0]}=[^&]*", bad, at())).status == 422


def reached(state: State) -> list[bool]:
    return [goal.reached for goal in Attention(state).goals]


def test_each_goal_is_reached_somewhere_and_none_at_first() -> None:
    assert reached(State()) == [False, False, False]
    assert [one for one in get_args(One) if reached(State(without=one))[0]] == ["1.2"]
    assert [one for one in get_args(One) if reached(State(without=one))[1]] == ["2.2", "2.4"]
    assert reached(State(text="anna", without="1.2")) == [False, False, True]
    assert not any(reached(State(text="anna", without="none")))
    assert not any(reached(State(without="1.2", scale=False)))


def test_in_a_text_that_repeats_at_once_no_head_is_said_to_copy_that_only_looks_back(
    learner: Learner,
) -> None:
    """One place back in abacaba is often a place behind the same letter."""
    for text, without in product(("abacabadabacabae", "ababababab", "aaaa"), get_args(One)[1:]):
        lab = Attention(State(text=text, without=without))
        assert not {"1.1", "1.2", "1.3", "1.4"} & set(lab.other_copiers)
        assert not lab.goals[1].reached
        if without.startswith("1"):
            assert "of its attention on letters" not in came(predict(learner, "1", lab.state))
    assert Attention(State(text="abacabadabacabae", without="1.2")).copied < 0.1
    assert "This head puts 0.74 of its attention on letters that came right after the same letter" in came(
        predict(learner, "1", State(without="2.2"))
    )


def came(page: Page) -> str:
    """The words under a run, without its goals."""
    words = re.sub(r"\s+", " ", page.text.partition("letter by letter")[2].partition("What is given")[0])
    for goal in Attention(State()).goals:
        words = words.replace(goal.says, "")
    return words


@pytest.mark.parametrize("typed", [0.3, -3.0, 5.0, 1e6])
def test_means_are_levels_and_no_impossible_prediction_stretches_the_picture(typed: float) -> None:
    lab = Attention(State())
    picture = pictures.losses(lab.text, lab.whole, lab.ablated, typed)
    assert isinstance(picture, Curve)
    assert picture.marks == ()
    mean = next(line for line in picture.lines if line.name.startswith("mean"))
    assert mean.name == "mean, 0.15"
    assert {y for _, y in mean.points} == {lab.ablated.loss}
    said = [line for line in picture.lines if line.name.startswith("your prediction")]
    assert bool(said) == (typed in (0.3, 5.0))
    assert {y for line in said for _, y in line.points} <= {typed}
    assert [label for label, _ in pictures.weights(lab.row, lab.opened, typed).bars].count("you") == (
        typed == 0.3
    )


def test_a_small_loss_is_not_right_by_saying_any_small_number(learner: Learner) -> None:
    state = State(without="none", scale=False)
    came = Attention(state).ablated.loss
    assert came < 0.05
    assert predict(learner, "0.5", state).rules == ["wrong"]
    assert predict(learner, "0.1", state).rules == ["right"]
    anna = State(text="anna", without="none")
    assert predict(learner, f"{Attention(anna).ablated.loss + 1.9:.2f}", anna).rules == ["right"]


def test_what_is_left_out_of_a_text_is_told(learner: Learner) -> None:
    text = learner.get(at(State(text="Bär3Bär " + "abc" * 10))).text
    assert "the model knows only a to z: ä3" in text
    assert "24 letters at most: the last 10" in text
    assert "Left out" not in learner.get(at(State(text="Anna Anna"))).text


def test_the_numbers_of_the_softmax_follow_from_one_another(learner: Learner) -> None:
    for state in (State(), State(scale=False, row=15), State(text="aaa", row=1)):
        page = predict(learner, "1", state)
        table = re.search(r"x ≈ .*?</table>|not scaled, x.*?</table>", page.html, re.DOTALL)
        assert table
        rows = [
            [float(cell.replace("−", "-")) for cell in re.findall(r"<td>(-?−?[\d.]+)</td>", row)[-2:]]
            for row in table[0].split("<tr>")[1:]
        ]
        total = rows.pop()
        assert total[1] == 1
        assert sum(one for one, _ in rows) == pytest.approx(total[0], abs=0.005)
        for exponential, weight in rows:
            assert exponential <= 1
            assert exponential / total[0] == pytest.approx(weight, abs=0.0016)


def test_the_words_about_other_sequences_and_seeds_are_those_of_the_recording(learner: Learner) -> None:
    recorded = recording.shown("attention_only")
    without = {f"{one['layer'] + 1}.{one['head'] + 1}": one["loss_without"] for one in recorded["heads"]}
    for name in get_args(One)[1:]:
        found = Attention(State(without=name)).on_sequences
        assert found == pytest.approx((recorded["loss"], without[name]), abs=1e-3)
    for state, name in (
        (State(without="none", mask=False), "mask"),
        (State(without="none", scale=False), "scale"),
    ):
        assert Attention(state).on_sequences[1] == pytest.approx(recorded[f"loss_without_{name}"], abs=1e-3)
    page = predict(learner, "2", State(without="1.2"))
    assert "a loss of 0.44 and 0.46 on the 128 sequences" in page.text
    assert "0.05 became 2.74" in page.text


def test_the_numbers_of_the_screen_become_an_exercise_and_answer_it(learner: Learner) -> None:
    page = predict(learner, "0", State())
    table = re.search(r"<caption>The query, number by number.*?</table>", page.html, re.DOTALL)
    assert table
    sums = [cell.replace("−", "-") for cell in re.findall(r"<b>(.*?)</b>", table[0])]
    assert len(sums) == 3
    assert f"the scores there: {', '.join(one.replace('-', '−') for one in sums)};" in re.sub(
        r"\s+", " ", page.text
    )
    sheet = exercise(learner, State(), page.fields["run"])
    assert sheet.address.startswith("/attempts/")
    assert BANK.questions["a-row-of-the-lab"].title in sheet.text
    weights = [f"{share:.2f}" for share in shares([float(one) / sqrt(8) for one in sums])]
    answered = learner.press(sheet, typed={"raw_scores": sums, "weights": weights})
    assert (answered.rule("raw_scores"), answered.rule("weights")) == ("right", "right")


def test_without_the_scale_or_with_too_few_positions_there_is_no_exercise(
    learner: Learner, count: Count
) -> None:
    """The one reason is told before somebody asks for it, and then once."""
    for state, why in (
        (State(scale=False), "switch the scale on"),
        (State(row=2), "take a later row"),
        (State(row=1, scale=False, asks="weight"), "switch the scale on"),
    ):
        before = predict(learner, "0", state)
        page = exercise(learner, state, before.fields["run"])
        assert page.status == 422
        for one in (before, page):
            assert one.text.count(why) == 1
            assert len(re.findall("The exercise (?:divides|takes)", one.text)) == 1
    assert "attempts" not in count()
    unclear = State(without="none", layer=2, head=1, row=3)  # the weights are 0.99, 0.00 and 0.00
    before = predict(learner, "0", unclear)
    assert "makes no clear exercise" not in before.text
    assert "makes no clear exercise" in exercise(learner, unclear, before.fields["run"]).text


@pytest.mark.parametrize("typed", [0.3, 9.0])
def test_a_single_letter_has_bars_for_there_is_no_curve(learner: Learner, typed: float) -> None:
    state = State(text="nsns", without="2.2")
    lab = Attention(state)
    picture = pictures.losses(lab.text, lab.whole, lab.ablated, typed)
    assert isinstance(picture, Bars)
    bars = {name: value for name, (value,) in picture.bars}
    assert bars["as you set it"] == lab.ablated.loss == pytest.approx(lab.ablated.nats[2])
    assert bars["everything on"] == lab.whole.loss
    assert ("your prediction" in bars) == (typed == 0.3)
    assert "losses-title" in predict(learner, "0.3", state).ids
    other = Attention(State(text="nsnsn"))
    assert isinstance(pictures.losses(other.text, other.whole, other.ablated, typed), Curve)


def cells(html: str) -> dict[str, str]:
    """The text of each cell of the opened head, by its row and column."""
    said = re.findall(r"<rect [^>]*><title>([^<]*)</title></rect>", html)
    return dict(unescape(one).split(": ", 1) for one in said)


@pytest.mark.parametrize(
    "state", [State(without="1.2"), State(without="none", mask=False), State(without="none", scale=False)]
)
def test_a_cell_says_its_weight_and_what_it_was_and_changed_ones_are_outlined(
    learner: Learner, state: State
) -> None:
    """Both weights by the second road."""
    page = predict(learner, "1", state)
    name = f"{state.layer}.{state.head}"
    now, was = by_loops(state)[1][name], by_loops(State(without="none"))[1][name]
    letters, said = state.text[:-1], cells(page.html)
    rows = [f"{n} {letter}" for n, letter in enumerate(letters, 1)]
    changed = [
        (abs(now[i][j] - was[i][j]), i, j)
        for i in range(len(rows))
        for j in range(len(rows))
        if abs(now[i][j] - was[i][j]) >= 0.1
    ]
    for i, row in enumerate(rows):
        for j, column in enumerate(rows[: None if not state.mask else i + 1]):
            then, here = f"{was[i][j]:.2f}", f"{now[i][j]:.2f}"
            assert said[f"{row} → {column}"] == (here if then == here else f"{then}, now {here}")
    _, i, j = max(changed)
    assert f"Outlined: {len(changed)} cells" in page.text
    assert f"row {i + 1}, column {j + 1}: {was[i][j]:.2f} → {now[i][j]:.2f}." in page.text
    outlined = re.findall(r'<path class="changed" d="([^"]*)"', page.html)[0]
    assert {(int(i), int(j)) for j, i in re.findall(r"M(\d+) (\d+)", outlined)} == {
        (i, j) for _, i, j in changed
    }


def test_a_cell_opens_its_row_and_the_row_says_where_it_looks_most(learner: Learner) -> None:
    page = predict(learner, "1", State(without="none"))
    links = dict(re.findall(r'<a class="of-row" id="cells-(\d+)" href="([^"]*)"', page.html))
    assert len(links) == 15
    opened = learner.get(unescape(links["4"]))
    weights = by_loops(State(without="none"))[1]["2.1"][3]
    most = max(range(15), key=lambda n: weights[n])
    assert (
        f"Row 4, r, looks most at position {most + 1}, {'zebrafox'[most]}, with a weight of {weights[most]:.2f}."
        in opened.text
    )
    assert opened.html.count('aria-current="true"') >= 3
    assert "Outlined" not in opened.text


def test_before_the_prediction_the_whole_model_is_shown_without_what_the_switches_change(
    learner: Learner,
) -> None:
    page = learner.get(at(State(without="1.2")))
    assert cells(page.html)
    assert not any("now" in said for said in cells(page.html).values())
    assert "Outlined" not in page.text
    assert 'class="changed"' not in page.html
