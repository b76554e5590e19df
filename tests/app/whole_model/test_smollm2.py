"""The page of the real model, without the model: drawn weights of its shapes stand in, and a reading as a worker leaves
it; what is there without the package; a text that is read, written on, refused; bad addresses."""

import re
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from functools import cache
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from app.database.connection import Database
from app.jobs.store import jobs, points
from app.jobs.store.jobs import JobState
from app.jobs.store.points import Point
from app.whole_model.smollm2 import (
    beside,
    changes,
    layout,
    next_token,
    page,
    picture,
    readings,
    shown,
    state,
    strips,
)
from app.whole_model.smollm2.state import PAGE, TOP, State
from engine.demos.smollm2.settings import (
    HEAD_SIZE,
    HEADS,
    HIDDEN,
    KV_HEADS,
    LAYERS,
    SENTENCE,
    TRACED,
    VOCABULARY,
    WIDTH,
)
from engine.demos.smollm2.shape import Shape
from engine.whole_model.smollm2 import block, stations
from engine.whole_model.smollm2.block import Switches
from engine.whole_model.smollm2.numbers import shown as written
from engine.whole_model.smollm2.stations import HEAD, KINDS
from engine.whole_model.smollm2.walk import WALK
from engine.whole_model.stations import Cell
from tests.app.learner import Count, Learner, Page, on_both

TEXT = "Two cats"
IDS = [100, 200, 300]
SIZES = {
    "attn_norm": (WIDTH,), "attn_q": (HEADS * HEAD_SIZE, WIDTH), "attn_k": (KV_HEADS * HEAD_SIZE, WIDTH),
    "attn_v": (KV_HEADS * HEAD_SIZE, WIDTH), "attn_output": (WIDTH, HEADS * HEAD_SIZE), "ffn_norm": (WIDTH,),
    "ffn_gate": (HIDDEN, WIDTH), "ffn_up": (HIDDEN, WIDTH), "ffn_down": (WIDTH, HIDDEN), "output_norm": (WIDTH,),
}  # fmt: skip


class Drawn:
    """A file whose layers are all the same, and drawn."""

    shape = Shape(LAYERS, HEADS, KV_HEADS, 1e5, 1e-5)

    def whole(self, name: str) -> np.ndarray[Any, Any]:
        return drawn(name.removesuffix(".weight").rpartition(".")[2])

    def row(self, name: str, n: int) -> np.ndarray[Any, Any]:
        if name.startswith("token_embd"):
            return np.random.default_rng(n).standard_normal(WIDTH).astype("f4")
        return np.asarray(self.whole(name)[n])


@cache
def drawn(name: str) -> np.ndarray[Any, Any]:
    return (0.05 * np.random.default_rng(len(name)).standard_normal(SIZES[name])).astype("f4")


@cache
def left(count: int) -> tuple[Point, ...]:
    """The points of a reading of so many tokens; token 300 is the likeliest next one."""
    chance = np.random.default_rng(5)
    logits = chance.standard_normal(VOCABULARY)
    logits[300], logits[2] = 20.0, 18.0
    shares = np.exp(logits - 20) / np.exp(logits - 20).sum()
    best = [(int(n), f" t{n}", float(shares[n])) for n in np.argsort(-shares)[:10]]
    told = {
        "tokens": [f" t{n}" for n in range(count)], "ids": IDS[:1] * count, "were": count, "unknown": [],
        "norms": [[float(10 + depth + n) for n in range(count)] for depth in range(LAYERS + 1)],
        "lens": [best[:3]] * (LAYERS + 1), "bars": [best] * count, "came": [(0.125, 7)] * (count - 1),
    }  # fmt: skip
    streams = [
        Point(step, {"x": packed(chance.standard_normal((count, WIDTH)))}) for step in range(LAYERS + 1)
    ]
    return (*streams, Point(LAYERS + 1, {"logits": packed(logits)}), Point(LAYERS + 2, told))


def packed(numbers: np.ndarray[Any, Any]) -> str:
    return b64encode(numbers.astype("<f4").tobytes()).decode()


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "possible", lambda: True)
    monkeypatch.setattr(shown, "file", Drawn)


def leave(store: Database, here: State, count: int = 3, said: str = "") -> None:
    """A reading of the state's text that is over; it has failed if something is ``said``."""
    with store.write() as connection:
        name = jobs.add(connection, readings.KIND, {"text": here.text}, None, here.about)
        job = jobs.claim(connection, readings.KIND, "worker")
        assert job is not None
        assert job.name == name
        if not said:
            points.add(connection, job.id, left(count))
        jobs.end(connection, name, "worker", JobState.FAILED if said else JobState.DONE, {}, said)


def known(store: Database, here: State) -> shown.Shown:
    found = page.view(store, here).shown
    assert found is not None
    return found


def address(**named: object) -> str:
    return State(text=TEXT).address(**named)


def queried(page: Page) -> Mapping[str, list[str]]:
    return parse_qs(urlsplit(page.headers["location"]).query)


def test_without_the_package_a_recorded_sentence_is_shown_as_far_as_it_is_recorded(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readings, "possible", lambda: False)
    here = learner.get(PAGE)
    assert here.status == 200
    assert "not installed on this server" in here.text
    assert "␣Paris" in here.text
    assert 'class="arc"' in here.html
    assert re.findall(r'<text class="short[^>]*>([^<]*)<', here.html) == ["mix", "mix"]  # lying and upright
    assert 'hx-trigger="submit, load"' not in here.html
    assert 'class="stage' not in learner.get(f"{PAGE}?layer=31").html
    assert 'class="strip"' not in here.html
    other = learner.get(address())
    assert "not installed" in other.text
    assert len([link for link in other.links if link.startswith(f"{PAGE}?text=")]) == 20


def test_a_recorded_sentence_is_read_as_soon_as_its_page_is_opened_and_no_other_text(
    learner: Learner,
) -> None:
    begins = 'hx-trigger="submit, load"'
    assert begins in learner.get(PAGE).html
    assert begins not in learner.get(address()).html


@on_both
def test_a_text_is_read_once_whoever_asks(learner: Learner, count: Count) -> None:
    assert "has not read this text yet" in learner.get(address()).text
    sent = learner.send(PAGE, {"text": f"  {TEXT} "}, follow=False)
    assert sent.status == 303
    assert sent.headers["location"] == address()
    learner.send(PAGE, {"text": TEXT})
    assert count()["jobs"] == 1
    waiting = learner.get(address())
    assert 'hx-trigger="load delay:150ms"' in waiting.html
    assert f'hx-get="{escape(address())}&amp;waits=1"' in waiting.html
    assert 'http-equiv="refresh"' in waiting.html
    later = learner.get(f"{address()}&waits=60", htmx=True)
    assert later.headers["hx-replace-url"] == address()
    assert 'hx-trigger="load delay:1500ms"' in later.html
    assert 'id="smol-waits-60"' in later.html  # a new element each time: only that one loads
    assert learner.get(f"{address()}&waits=x").status == 200


@on_both
def test_a_reading_shows_the_spine_the_layer_and_the_bars(learner: Learner, store: Database) -> None:
    leave(store, State(text=TEXT))
    here = learner.get(address())
    assert here.html.count('class="strip"') == 2 * 16
    assert here.html.count('class="row') == LAYERS + 2
    assert here.html.count("would say ␣t300, 0.") == LAYERS + 1
    assert "3,540,096 parameters" in here.text  # of one layer
    assert f"the cache holds {3 * 23_040:,} bytes" in here.text
    assert "load delay" not in here.html
    assert "place 7" not in here.text  # nothing came after the newest token
    before = learner.get(address(token=0))
    assert "the model gave it 0.125, place 7" in before.text
    head = learner.get(address(layer=TOP))
    assert head.html.count('class="strip"') == 2 * 2


@pytest.mark.parametrize("station", KINDS)
def test_every_station_opens_a_line_whose_operands_open_in_turn(
    learner: Learner, store: Database, station: str
) -> None:
    leave(store, State(text=TEXT))
    here = learner.get(address(opened=Cell(station, 2, 1)))
    assert 'class="formula"' in here.html
    (operands,) = re.findall(r'<p class="operands">.*?</p>', here.html, re.DOTALL) or [""]
    assert bool(operands) == (station != "before")
    for link in re.findall(r'href="([^"]*)"', operands)[:1]:
        assert 'class="formula"' in learner.get(link.replace("&amp;", "&")).html


@pytest.mark.parametrize("station", HEAD)
def test_every_station_of_the_head_opens_a_line(learner: Learner, store: Database, station: str) -> None:
    leave(store, State(text=TEXT))
    here = learner.get(address(layer=TOP, opened=Cell(station, 2, 300)))
    assert 'class="formula"' in here.html


@on_both
def test_the_drawn_token_joins_the_text_and_is_read(learner: Learner, store: Database, count: Count) -> None:
    leave(store, State(text=TEXT))
    leave(store, State(text="Full"), TRACED)
    sent = learner.send(f"{PAGE}/write?{urlsplit(address(k=1)).query}", {}, follow=False)
    assert queried(sent) == {"text": [TEXT], "then": ["300"], "k": ["1"]}
    assert count()["jobs"] == 3
    assert "no more are read here" in learner.get(State(text="Full").address()).text
    sent = learner.send(f"{PAGE}/write?text=Full", {}, follow=False)
    assert queried(sent) == {"text": ["Full"]}


def test_the_end_of_the_text_can_be_drawn(store: Database) -> None:
    leave(store, State(text=TEXT))
    here = State(text=TEXT, temperature=2.0, k=2)
    drawn = [next_token.after_drawing(here, known(store, here), Random(seed)) for seed in range(40)]
    assert {one.ended for one in drawn} == {True, False}
    assert all((one.then == (300,)) != one.ended for one in drawn)


def test_decoding_shows_both_probabilities(store: Database) -> None:
    leave(store, State(text=TEXT))
    bars = page.view(store, State(text=TEXT, temperature=0.5, k=2)).bars
    model, ended = 1 / (1 + np.exp(-2.0)), 1 / (1 + np.exp(2.0))
    assert bars[0].probability == pytest.approx(model, abs=0.001)
    assert bars[1].probability == pytest.approx(ended, abs=0.001)
    assert bars[0].decoded == pytest.approx(1 / (1 + np.exp(-4.0)), abs=1e-6)
    assert [bar.decoded for bar in bars[2:]] == [0.0] * 8


@on_both
def test_why_a_reading_failed_is_said_and_it_can_be_read_again(
    learner: Learner, store: Database, count: Count
) -> None:
    leave(store, State(text=TEXT), said="The process that did this ended unexpectedly (status -9).")
    here = learner.get(address())
    assert "ended unexpectedly" in here.text
    learner.send(PAGE, {"text": TEXT})
    assert count()["jobs"] == 2


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("text=", "There was no text"),
        ("text=" + "a+b+" * 40, "up to 24 tokens"),
        ("text=" + "x" * 4000, "200 characters"),
        ("text=%00%ff%ed%a0%80", ""),
        ("text=%3Cscript%3E", ""),
        ("cell=gone.0.0", "no such number"),
        ("cell=query.99.0", "no such number"),
        ("cell=logit.0.0", "no such number"),
        ("layer=31&cell=query.0.0", "no such number"),
        ("layer=77&head=77&token=77", ""),
        ("layer=0&head=x", ""),
        ("then=1.2.x.99999999.60000", ""),
        ("temperature=0", "goes from 0.1"),
        ("k=1000", "goes from 0"),
        ("p=1e999", ""),
        ("walk=99&ask=on&guess=" + "9" * 500, ""),
        ("walk=-1", ""),
        ("without=0&without=10&without=x&mask=perhaps", ""),
        ("cell=query.0.0&ask=on&guess=%3Cscript%3E", ""),
    ],
)
def test_a_state_that_is_none_shows_the_nearest_and_says_so(learner: Learner, query: str, said: str) -> None:
    here = learner.get(f"{PAGE}?{query}")
    assert here.status == 200
    assert said in here.text
    assert "<script>" not in here.html.replace("<script type", "")
    assert learner.send(f"{PAGE}/write?{query}", {}, follow=False).status == 303


def test_a_place_or_token_beyond_the_text_opens_nothing(learner: Learner, store: Database) -> None:
    leave(store, State(text=TEXT))
    for cell in (Cell("query", 2, WIDTH), Cell("query", 9, 0), Cell("weight", 2, 27)):
        here = learner.get(address(opened=cell))
        assert here.status == 200
        assert 'class="formula"' not in here.html
        assert "There is no such number in this layer" in here.text


def test_the_state_survives_its_address() -> None:
    made = State(
        text="a & b = c?", then=(5, 17), token=1, layer=TOP, head=8, opened=Cell("logit", 1, 49151),
        asks=True, switches=Switches(frozenset({0, 8}), mask=False, scale=False), temperature=0.3, k=7, p=0.85,
        ended=True,
    )  # fmt: skip
    every = parse_qs(urlsplit(made.address()).query)
    assert state.read({name: found[0] for name, found in every.items()}, every["without"]) == made


def test_strips_hold_every_number_once_and_do_not_overlap() -> None:
    numbers = np.random.default_rng(2).standard_normal(WIDTH) * np.linspace(0.1, 5, WIDTH)
    seen: dict[tuple[int, int], str] = {}
    for shade, path in strips.shades(numbers):
        for column, row, run in re.findall(r"M(\d+)\.5 (\d+)v(\d+)", path):
            for n in range(int(run)):
                assert (int(column), int(row) + n) not in seen
                seen[int(column), int(row) + n] = shade
    root = np.sqrt(np.mean(numbers**2))
    for place, x in enumerate(numbers):
        darkness = sum(abs(x) >= level * root for level in (0.5, 1, 2, 4))
        found = seen.get(divmod(place, HEAD_SIZE))
        assert found == (f"{'n' if x < 0 else 'p'}{darkness}" if darkness else None)
    for upright in (False, True):
        places, ends = layout.along(layout.GAPS, upright=upright)
        begins = [places[name] for name, _ in layout.GAPS]
        assert begins == sorted(begins)
        assert ends > begins[-1]
    assert {name for name, _ in layout.GAPS} == (set(KINDS) - {"score", "weight"}) | {layout.TILES}
    assert {name for name, _ in layout.GAPS_OF_TOP} <= set(HEAD)
    assert stations.SOURCES.keys() < KINDS.keys() | HEAD.keys()
    assert SENTENCE


# Asked and marked


HIDDEN = (
    (Cell("score", 2, 3), 12), (Cell("weight", 2, 4), 12), (Cell("mix", 2, 70), 12), (Cell("active", 2, 9), 12),
    (Cell("between", 2, 9), 1), (Cell("logit", 2, 300), TOP), (Cell("probability", 2, 300), TOP),
)  # fmt: skip


@pytest.mark.parametrize(("cell", "layer"), HIDDEN)
def test_a_hidden_number_is_nowhere_on_the_page_until_a_guess_was_read(
    learner: Learner, store: Database, cell: Cell, layer: int
) -> None:
    leave(store, State(text=TEXT))
    asked = State(text=TEXT, layer=layer, opened=cell, asks=True)
    view = page.view(store, asked)
    assert view.line is not None
    number = written(view.line.value)
    there, told = (
        learner.get(address(layer=layer, opened=cell)),
        learner.get(f"{asked.address()}&guess=123456"),
    )
    hidden, unread = learner.get(asked.address()), learner.get(f"{asked.address()}&guess=many")
    for here in (there, told):
        assert beside_it(here, cell) == number.replace("-", "−")
    for here in (hidden, unread):
        assert beside_it(here, cell) == "?"
        assert r"\approx" not in here.html
        assert not re.search(rf">\s*{re.escape(number.replace('-', '−'))}\s*<", here.html), number
    assert told.rules == ["wrong"]
    assert f"The model has {number.replace('-', '−')};" in told.text
    assert "Hide it and ask me" in there.text
    right = learner.get(f"{asked.address()}&guess={number}")
    assert right.rules == ["right"]


def beside_it(here: Page, cell: Cell) -> str:
    """The text of the opened number in the table beside it."""
    (found,) = re.findall(r'<td class="here">.*?</span><br>(.*?)</td>', here.html, re.DOTALL)
    return re.sub("<[^>]*>", "", found)


def test_a_hidden_probability_has_no_bar_and_is_not_told_by_the_spine(
    learner: Learner, store: Database
) -> None:
    leave(store, State(text=TEXT))
    cell = Cell("probability", 2, 300)
    there, hidden = (learner.get(address(layer=TOP, opened=cell, asks=asks)) for asks in (False, True))
    share = f"{1 / (1 + np.exp(-2.0)):.3f}"
    assert share in there.text
    assert share not in hidden.text
    assert (
        there.html.count('class="bar"') - hidden.html.count('class="bar"') == 2
    )  # its own, and the last layer's
    assert there.html.count("would say") - hidden.html.count("would say") == 1


def test_a_hidden_weight_has_no_arc_and_none_in_the_row_of_its_head(
    learner: Learner, store: Database
) -> None:
    leave(store, State(text=TEXT))
    view = page.view(store, State(text=TEXT))
    assert view.known.weights[1, 2].min() > 0.01
    there, hidden = (learner.get(address(opened=Cell("weight", 2, 4), asks=asks)) for asks in (False, True))
    assert there.html.count('class="arc') - hidden.html.count('class="arc') == 2  # lying and upright
    row = hidden.html[hidden.html.index('id="smol-row"') :]
    assert row.count("?</td>") == 1


def test_the_arcs_are_those_of_the_opened_numbers_head(store: Database) -> None:
    leave(store, State(text=TEXT))
    assert page.view(store, State(text=TEXT, opened=Cell("mix", 2, 5 * HEAD_SIZE + 3))).state.head == 5
    assert page.view(store, State(text=TEXT, opened=Cell("weight", 2, 7))).state.head == 2
    assert page.view(store, State(text=TEXT, head=4, opened=Cell("key", 2, 7))).state.head == 4
    assert beside.head_of(Cell("score", 2, 99), 3) is None


def test_a_parameter_is_not_asked(learner: Learner, store: Database) -> None:
    leave(store, State(text=TEXT))
    here = learner.get(address(layer=1, opened=Cell("before", 2, 0), asks=True))
    assert "What does it come to?" not in here.text
    assert "Hide it and ask me" not in here.text
    assert r"\approx" in here.html


def test_the_walk_asks_ten_questions_and_its_progress_stands_in_the_address(
    learner: Learner, store: Database
) -> None:
    leave(store, State(text=TEXT))
    begin = [link for link in learner.get(address()).links if "walk=1" in link]
    place = begin[0]
    for n, question in enumerate(WALK, 1):
        here = learner.get(place)
        assert f"Question {n} of 10" in here.text
        assert question.words in here.text
        assert question.explains in here.text
        view = page.view(store, State(text=TEXT, layer=question.layer, walk=n, asks=True))
        assert view.line is not None
        assert view.line.cell.station == question.station
        assert view.line.cell.token == 2
        told = learner.get(f"{place}&guess={written(view.line.by_hand)}")
        assert told.rules == ["right"]
        onward = [link for link in told.links if f"walk={n + 1}&" in f"{link}&"]
        assert bool(onward) == (n < 10)
        place = onward[0] if onward else place
    assert "That was the whole way" in told.text


def test_a_walk_whose_text_was_not_read_waits_for_it(learner: Learner) -> None:
    here = learner.get(address(walk=3))
    assert here.status == 200
    assert "has not read this text yet" in here.text
    assert "Question" not in here.text


# Switches


@pytest.mark.parametrize(
    "switches", [Switches(frozenset({2})), Switches(scale=False), Switches(frozenset({0, 8}), scale=False)]
)
def test_what_the_switches_change_is_outlined_and_said(
    learner: Learner, store: Database, switches: Switches
) -> None:
    leave(store, State(text=TEXT))
    whole, less = learner.get(address()), learner.get(address(switches=switches))
    assert "mark changed" not in whole.html
    outlined = {
        name: re.findall(r'mark changed" d="([^"]*)"', strip)
        for name, strip in re.findall(r'<g id="cells-([^"]*)">(.*?)</g>', less.html)
    }
    for name in ("before", "norm", "query", "key-turned", "value"):
        assert not outlined[name], name
    # By another road: each layer of the drawn file, in its own words.
    view = page.view(store, State(text=TEXT, switches=switches))
    stream = view.known.opened
    assert isinstance(stream, block.Block)
    runs = [
        block.run(stream.before, lambda name: drawn(name).astype(float), Drawn.shape, one)
        for one in (block.AS_TRAINED, switches)
    ]
    count = every = 0
    for name in outlined:
        before, now = (getattr(one, name.replace("-", "_"))[2].tolist() for one in runs)
        places = {n for n, (a, b) in enumerate(zip(before, now, strict=True)) if written(a) != written(b)}
        count, every = count + len(places), every + len(now)
        assert cells_in(outlined[name]) == places, name
    moved = np.linalg.norm(runs[1].after[2] - runs[0].after[2])
    said = changes.sentence(view.state, view.known, 2)
    assert f"{count:,} of the {every:,} numbers of this token change (dashed)" in said
    assert (
        f"moves by {written(float(moved))}, where it was {written(float(np.linalg.norm(runs[0].after[2])))}"
        in said
    )
    assert said in less.text


def cells_in(paths: list[str]) -> set[int]:
    found = re.findall(r"M(\d+) (\d+)h1v(\d+)h-1z", "".join(paths))
    return {int(c) * HEAD_SIZE + int(r) + n for c, r, count in found for n in range(int(count))}


def test_a_switch_is_named_in_the_sentence(store: Database) -> None:
    leave(store, State(text=TEXT))

    def said(switches: Switches, token: int, layer: int = 12) -> str:
        here = State(text=TEXT, layer=layer, token=token, switches=switches)
        return changes.sentence(here, known(store, here), token)

    assert said(Switches(frozenset({2})), 2).startswith("In layer 12 head 3 is out: ")
    every = Switches(frozenset({0, 2, 8}), mask=False, scale=False)
    assert "heads 1, 3 and 9 are out, the mask is lifted and the scale is dropped: " in said(every, 1)
    assert said(Switches(mask=False), 2) == (
        "In layer 12 the mask is lifted: no number of this token changes. The newest token sees all others anyway."
    )
    assert "numbers of this token change" in said(Switches(mask=False), 0)
    assert said(block.AS_TRAINED, 2) == said(every, 2, TOP) == ""


def test_with_the_mask_lifted_an_early_token_looks_at_later_ones(learner: Learner, store: Database) -> None:
    leave(store, State(text=TEXT))
    masked, lifted = (learner.get(address(token=0, switches=Switches(mask=mask))) for mask in (True, False))
    counts = [here.html[here.html.index('id="smol-row"') :].count("<td>") for here in (masked, lifted)]
    assert counts == [1, 3]


def test_a_head_that_is_out_has_no_arcs(learner: Learner, store: Database) -> None:
    leave(store, State(text=TEXT))
    assert 'class="arc' in learner.get(address(head=2)).html
    assert 'class="arc' not in learner.get(address(head=2, switches=Switches(frozenset({2})))).html


# Numbers of other tokens


def test_every_operand_of_another_token_is_drawn_before_its_tile_and_opens(
    learner: Learner, store: Database
) -> None:
    leave(store, State(text=TEXT))
    view = page.view(store, State(text=TEXT, opened=Cell("mix", 2, 70)))
    assert view.line is not None
    values = [one for one in view.line.operands if one.station == "value"]
    assert {one.token for one in values} == {0, 1, 2}
    for upright in (False, True):
        drawn_ = view.drawn(upright)
        assert [one.cell for one in drawn_.guests] == sorted(values, key=lambda one: one.token)
        assert all(tile.lit for tile in drawn_.tiles)
        assert all(arc.lit for arc in drawn_.arcs)
        for guest, tile in zip(drawn_.guests, drawn_.tiles, strict=True):
            numbers = view.known.opened.value[guest.cell.token]  # type: ignore[union-attr]
            root = float(np.sqrt(np.mean(numbers**2)))
            darkness = sum(abs(numbers[guest.cell.place]) >= level * root for level in (0.5, 1, 2, 4))
            sign = "n" if numbers[guest.cell.place] < 0 else "p"
            assert guest.shade == (f"{sign}{darkness}" if darkness else "")
            across, of = (guest.x, tile.x) if upright else (guest.y, tile.y)
            size, wide = (guest.width, tile.width) if upright else (guest.height, tile.height)
            assert across + size / 2 == pytest.approx(of + wide / 2, abs=0.2)
    here = learner.get(address(opened=Cell("mix", 2, 70)))
    assert here.html.count('class="guest"') == 6  # lying and upright
    (link,) = {link for link in here.links if "cell=value.0." in link}
    assert 'class="formula"' in learner.get(link).html


def test_the_key_of_another_token_stands_in_one_row_that_stays_in_the_picture(store: Database) -> None:
    leave(store, State(text=TEXT), TRACED)
    for key in (0, TRACED - 1, 7):
        view = page.view(store, State(text=TEXT, opened=Cell("score", TRACED - 1, key)))
        guests = view.drawn(False).guests
        assert bool(guests) == (key != TRACED - 1)
        assert all(one.cell.token == key and one.cell.station == "key-turned" for one in guests)
        tops = [one.y for one in guests]
        assert all(0 <= top <= layout.ACROSS - layout.GUEST for top in tops)
        assert all(b - a == pytest.approx(layout.GUEST) for a, b in zip(tops, tops[1:], strict=False))
        assert [tile.token for tile in view.drawn(False).tiles if tile.lit] == (
            [key] if guests else [TRACED - 1]
        )


def test_changed_places_are_none_without_a_reading() -> None:
    bare = shown.of_recording(State())
    assert picture.changed(bare, "mix", 0) == []
