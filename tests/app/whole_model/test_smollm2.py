"""The page of the real model, without the model: drawn weights of its shapes stand in, and a reading as a worker leaves
it; what is there without the package; a text that is read, written on, refused; bad addresses."""

import re
from html import escape
from random import Random
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from app.database.connection import Database
from app.whole_model.smollm2 import (
    layout,
    next_token,
    page,
    readings,
    state,
    strips,
)
from app.whole_model.smollm2.state import PAGE, TOP, State
from engine.demos.smollm2.settings import (
    HEAD_SIZE,
    LAYERS,
    SENTENCE,
    TRACED,
    WIDTH,
)
from engine.whole_model.smollm2 import stations
from engine.whole_model.smollm2.block import Switches
from engine.whole_model.smollm2.stations import HEAD, KINDS
from engine.whole_model.stations import Cell
from tests.app.learner import Count, Learner, on_both
from tests.app.whole_model.reading import (
    TEXT,
    address,
    known,
    leave,
    queried,
)

pytestmark = pytest.mark.usefixtures("installed")


def test_without_the_package_a_recorded_sentence_is_shown_as_far_as_it_is_recorded(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readings, "possible", lambda: False)
    here = learner.get(PAGE)
    assert here.status == 200
    assert "not installed on this server" in here.text
    assert "␣Paris" in here.text
    assert "0.773" in here.text  # as the model itself shows its 0.772539
    assert "the last digit can be off by one" in here.text
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
    assert "strongest from four times that" in here.text  # in the dark theme it is the lightest
    assert "darkest" not in here.text
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


def test_a_half_is_rounded_away_from_zero() -> None:
    bar = next_token.Bar(token="a", id=1, probability=0.0625, decoded=0.0625)
    assert bar.text == "0.063"


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
