"""An open layer of the real model, without the model: its numbers hidden, asked and marked; the walk; parts switched
off; numbers of other tokens."""

import re
from itertools import pairwise

import numpy as np
import pytest

from app.database.connection import Database
from app.whole_model.smollm2 import (
    beside,
    changes,
    layout,
    page,
    picture,
    shown,
)
from app.whole_model.smollm2.state import TOP, State
from engine.demos.smollm2.settings import (
    HEAD_SIZE,
    TRACED,
)
from engine.whole_model.smollm2 import block
from engine.whole_model.smollm2.block import Switches
from engine.whole_model.smollm2.numbers import shown as written
from engine.whole_model.smollm2.walk import WALK
from engine.whole_model.stations import Cell
from tests.app.learner import Learner, Page
from tests.app.whole_model.reading import (
    TEXT,
    Drawn,
    address,
    drawn,
    known,
    leave,
)

pytestmark = pytest.mark.usefixtures("installed")

# Asked and marked


ASKED = (
    (Cell("score", 2, 3), 12), (Cell("weight", 2, 4), 12), (Cell("mix", 2, 70), 12), (Cell("active", 2, 9), 12),
    (Cell("between", 2, 9), 1), (Cell("query-turned", 2, 65), 12), (Cell("probability", 2, 300), TOP),
)  # fmt: skip


@pytest.mark.parametrize(("cell", "layer"), ASKED)
def test_a_hidden_number_is_nowhere_on_the_page_until_a_guess_was_read(
    learner: Learner, store: Database, cell: Cell, layer: int
) -> None:
    leave(store, State(text=TEXT))
    asked = State(text=TEXT, layer=layer, opened=cell, asks=True)
    view = page.view(store, asked)
    assert view.line is not None
    number = written(view.line.value)
    alike = sum(one.text == number.replace("-", "−") for one in view.numbers)  # of those beside it
    there, told = (
        learner.get(address(layer=layer, opened=cell)),
        learner.get(f"{asked.address()}&guess=123456"),
    )
    hidden, unread = learner.get(asked.address()), learner.get(f"{asked.address()}&guess=many")
    for here in (there, told):
        assert beside_it(here, cell) == number.replace("-", "−")
    for here in (hidden, unread):
        assert beside_it(here, cell) == "?"
        assert "≈" not in here.html
        assert len(re.findall(rf">\s*{re.escape(number.replace('-', '−'))}\s*<", here.html)) == alike
    assert told.rules == ["wrong"]
    assert unread.rules == ["unread"]  # no cross for what is not read
    assert "✗" not in unread.text
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
    assert row_of(hidden).count("?</td>") == 1


def row_of(here: Page) -> str:
    """The row of the weights of the chosen head."""
    return here.html[here.html.index('id="smol-row"') :].partition("</section>")[0]


def test_the_arcs_are_those_of_the_opened_numbers_head(store: Database) -> None:
    leave(store, State(text=TEXT))
    assert page.view(store, State(text=TEXT, opened=Cell("mix", 2, 5 * HEAD_SIZE + 3))).state.head == 5
    assert page.view(store, State(text=TEXT, opened=Cell("weight", 2, 7))).state.head == 2
    assert page.view(store, State(text=TEXT, head=4, opened=Cell("key", 2, 7))).state.head == 4
    assert beside.head_of(Cell("score", 2, 99), 3) is None


def test_a_number_with_too_few_digits_is_not_wrong_and_is_asked_again(
    learner: Learner, store: Database
) -> None:
    leave(store, State(text=TEXT))
    asked = State(text=TEXT, layer=TOP, opened=Cell("probability", 2, 300), asks=True)
    before = learner.get(asked.address())
    assert "three digits and at most five decimals: 0.602, not 0.60." in before.text
    here = learner.get(f"{asked.address()}&guess=0.88")  # of 0.881
    assert "0.88 is right as far as it goes. Three digits are wanted" in here.text
    assert here.rules == ["unread"]
    assert "The model has" not in here.text
    assert beside_it(here, Cell("probability", 2, 300)) == "?"
    assert learner.get(f"{asked.address()}&guess=0.881").rules == ["right"]


def test_a_parameter_is_not_asked(learner: Learner, store: Database) -> None:
    leave(store, State(text=TEXT))
    here = learner.get(address(layer=1, opened=Cell("before", 2, 0), asks=True))
    assert "What does it come to?" not in here.text
    assert "Hide it and ask me" not in here.text
    assert "≈" in here.html


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
    for name, paths in outlined.items():
        before, now = (getattr(one, name.replace("-", "_"))[2].tolist() for one in runs)
        pairs = enumerate(zip(before, now, strict=True))
        places = {n for n, (a, b) in pairs if float(written(a)) != float(written(b))}
        count, every = count + len(places), every + len(now)
        assert cells_in(paths) == places, name
    moved = np.linalg.norm(runs[1].after[2] - runs[0].after[2])
    said = changes.sentence(view.state, view.known, 2)
    assert f"{count:,} of the {every:,} numbers of this token change (dashed)" in said
    assert (
        f"moves by {written(float(moved))}, where it was {written(float(np.linalg.norm(runs[0].after[2])))}"
        in said
    )
    assert said in less.text
    off = less.html[less.html.index('<details class="folds" id="smol-off" open>') :].partition("</details>")[
        0
    ]
    assert "stay those of the whole model" in off  # beside the boxes
    assert said in off
    assert '<details class="folds" id="smol-off">' in whole.html
    assert "stay those of the whole model" in whole.text


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
    counts = [row_of(here).count("<td>") for here in (masked, lifted)]
    assert counts == [1, 3]


def test_a_head_that_is_out_has_no_arcs(learner: Learner, store: Database) -> None:
    leave(store, State(text=TEXT))
    assert 'class="arc' in learner.get(address(head=2)).html
    assert 'class="arc' not in learner.get(address(head=2, switches=Switches(frozenset({2})))).html


def test_a_head_that_is_out_is_not_said_to_look_or_to_read(learner: Learner, store: Database) -> None:
    leave(store, State(text=TEXT))
    out = Switches(frozenset({2}))
    here, other = (learner.get(address(head=head, switches=out)) for head in (2, 3))
    assert "Head 3 is switched off: nothing comes of these weights" in here.text
    assert "Where head" not in here.text
    assert "It reads key-value head" not in here.text
    assert "Where head 4 looks from here" in other.text
    assert "It reads key-value head 2 of 3." in other.text
    assert "switched off" not in other.text


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
        assert all(b - a == pytest.approx(layout.GUEST) for a, b in pairwise(tops))
        assert [tile.token for tile in view.drawn(False).tiles if tile.lit] == (
            [key] if guests else [TRACED - 1]
        )


def test_changed_places_are_none_without_a_reading() -> None:
    bare = shown.of_recording(State())
    assert picture.changed(bare, "mix", 0) == []
