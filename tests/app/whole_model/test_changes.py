"""The sentence that says what the last move did, its numbers by torch."""

import re

import numpy as np
import pytest

from app.whole_model import changes, whole_model
from app.whole_model.state import State
from engine.demos.gpt.forward import AS_TRAINED, Switches
from engine.demos.gpt.names import vocabulary
from engine.whole_model import stations
from engine.whole_model.arithmetic import shown
from engine.whole_model.stations import Cell
from engine.whole_model.walk import WALK, cell_of
from tests.app.learner import HTMX, Learner, read
from tests.engine.whole_model.by_torch import told_by_torch


def said(now: State, before: State | None = None) -> str:
    return changes.sentence(whole_model.view(now), whole_model.view(before) if before else None)


def shares(text: str, switches: Switches = AS_TRAINED, token: int = -1) -> dict[str, float]:
    """The probabilities by torch, the likeliest first."""
    found = told_by_torch(text, switches)["probability"][token].tolist()
    names = ("the end", *(f"“{letter}”" for letter in vocabulary()[1:]))
    return dict(sorted(zip(names, found, strict=True), key=lambda one: -one[1]))


def most(text: str, switches: Switches = AS_TRAINED, token: int = -1) -> tuple[str, str, str, str]:
    (first, share), (second, other), *_ = shares(text, switches, token).items()
    return first, shown(share), second, shown(other)


@pytest.mark.parametrize("text", ["", "mar", "maximilian"])
def test_first_it_says_what_the_model_expects(text: str) -> None:
    first, share, second, other = most(text)
    told = said(State(text=text, token=len(text)))
    assert told.endswith(f"the model expects {first} most, with {share}, then {second}, with {other}.")


def test_a_letter_that_was_written_is_told_with_what_it_had_and_the_cache_that_grew() -> None:
    before, now = State(), State(text="mari", token=4)
    first, share, *_ = most("mari")
    told = said(now, before)
    assert f"“i” was added: it had {shown(shares('mar')['“i”'])}. " in told
    assert "The cache grew from 2,048 to 2,560 bytes." in told  # 512 for each token
    assert f"After “mari”, the model expects {first} most, with {share}" in told
    ended = said(State(text="mar", ended=True), before)
    assert ended == f"The end was drawn: it had {shown(shares('mar')['the end'])}. The name is “mar”."
    assert said(State(text="lu", token=2), before).startswith(
        "The model has read 3 tokens, and the cache holds 1,536 bytes."
    )


@pytest.mark.parametrize(
    ("switches", "words"),
    [
        (Switches(frozenset({(0, 0)})), "Head 1.1 is out"),
        (Switches(frozenset({(0, 1), (1, 3)})), "Head 1.2 is out. Head 2.4 is out"),
        (Switches(mask=False), "The mask is lifted"),
        (Switches(scale=False), "The scale is dropped"),
    ],
)
def test_a_switch_is_told_with_the_probability_that_it_moved_and_the_cells_that_changed(
    switches: Switches, words: str
) -> None:
    told = said(State(switches=switches), State())
    (first, was), *_ = shares("mar").items()
    now = shares("mar", switches)
    assert told.startswith(f"{words}: the probability of {first} ")
    if shown(was) == shown(now[first]):
        assert f"stays at {shown(was)}" in told
    else:
        assert f"{'rises' if now[first] > was else 'falls'} from {shown(was)} to {shown(now[first])}." in told
    leader = next(iter(now))
    assert (f"The likeliest is {leader} now." in told) == (leader != first)
    whole, less = told_by_torch("mar"), told_by_torch("mar", switches)
    moved = sum(
        int(np.count_nonzero(~(np.abs(less[id][3] - whole[id][3]) < 0.005) & (less[id][3] != whole[id][3])))
        for id in whole
        if id != "probability"
    )
    cells = re.search(r"([\d,]+) of the ([\d,]+) cells on this way differ", told)
    assert cells
    assert int(cells[1].replace(",", "")) == pytest.approx(moved, abs=2)
    assert int(cells[2].replace(",", "")) == sum(
        len(rows[3]) for id, rows in whole.items() if id != "probability"
    )
    back = said(State(), State(switches=switches))
    assert " is back" in back
    assert "differ" not in back


def test_sliders_are_told_with_what_the_likeliest_letter_is_drawn_with() -> None:
    own = np.array(list(shares("mar").values()))
    sharp = own**2 / (own**2).sum()  # a temperature of 0.5 squares the shares
    told = said(State(temperature=0.5), State())
    assert told == (
        f"Temperature 0.5, top-k 32, top-p 1: “i” is drawn with {shown(sharp[0])}, where the model has "
        f"{shown(own[0])}; 32 of 32 letters can come."
    )
    three = said(State(k=3), State())
    assert f"drawn with {shown(own[0] / own[:3].sum())}, where" in three
    assert three.endswith("3 of 32 letters can come.")
    held = int(np.searchsorted(own.cumsum(), 0.5)) + 1
    assert said(State(p=0.5), State()).endswith(f"{held} of 32 letters can come.")


def test_an_opened_number_is_told_with_what_it_is_made_of() -> None:
    opened = State(opened=Cell("1-score", 3, 1))
    score = shown(float(told_by_torch("mar")["1-score"][3, 1])).replace("-", "−")
    assert (
        said(opened, State())
        == f"Block 1: scores, head 1, token 4 with token 2: {score}, made of 16 numbers, outlined upstream."
    )
    assert said(State(opened=Cell("embedding", 3, 1)), State()).endswith("a sum of two rows.")
    another = said(State(token=1), State())
    first, share, *_ = most("mar", token=1)
    assert another.startswith("This is the way of “m”.")
    assert f"expects {first} most, with {share}" in another


@pytest.mark.parametrize("question", WALK, ids=[question.station for question in WALK])
def test_a_hidden_number_is_in_no_sentence(question: object) -> None:
    cell = cell_of(stations.run("mar"), question)  # type: ignore[arg-type]
    for before in (
        None,
        State(),
        State(switches=Switches(mask=False)),
        State(temperature=0.5),
        State(token=1),
    ):
        told = said(State(opened=cell, token=3, asks=True), before)
        assert not re.search(r"\d", told)


def test_the_sentence_follows_from_where_the_browser_came(learner: Learner) -> None:
    come = {"HX-Current-URL": "http://testserver/model?text=mar", **HTMX}
    page = read(learner.client.get("/model?text=mar&without=1.1", headers=come))
    assert 'role="status"' in page.html
    assert "Head 1.1 is out: the probability of “i”" in page.text
    plainly = {"Referer": "http://testserver/model?text=mar&scale=off"}
    assert "The scale is back" in read(learner.client.get("/model?text=mar", headers=plainly)).text
    empty = {"Referer": "http://testserver/model?text=&k=1"}
    assert "“a” was added: it had 1.00." in read(learner.client.get("/model?text=a&k=1", headers=empty)).text
    strange = {"Referer": "http://testserver/model?text=%00&cell=9.9.9&temperature=x"}
    assert read(learner.client.get("/model", headers=strange)).status == 200
    elsewhere = {"Referer": "http://testserver/lab"}
    assert "After “mar”, the model expects" in read(learner.client.get("/model", headers=elsewhere)).text
