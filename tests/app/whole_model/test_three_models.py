"""The page of the three models: at every step, for whatever word, and its numbers."""

import re
from decimal import ROUND_HALF_UP, Decimal

import pytest

from app.whole_model import three_models
from app.whole_model.three_models import State
from engine import catalogue
from engine.chain import run as run_chain
from engine.demos.backwards import forward
from engine.demos.backwards.words import END
from engine.demos.recording import shown
from tests.app.learner import Learner


@pytest.mark.parametrize("word", ["a", "tree", "attention", "abcdefghijkl"])
def test_at_every_step_each_says_what_it_then_writes(word: str) -> None:
    for step in range(1, len(word) + 2):
        view = three_models.view(State(word=word, step=step))
        assert view.steps == len(word) + 1
        for model in view.models:
            written = forward.writes(model.name, word)
            assert "".join(one.sign for one in model.written) == written
            assert model.whole == (written == word[::-1])
            assert model.ended == (step > len(written) + 1)
            said, share = model.best[0]
            if step <= len(written):
                assert said == written[step - 1]
            elif len(written) < 12:
                assert said == END
            assert 0 < share <= 1


def test_a_word_that_the_rnn_loses_and_the_others_keep(learner: Learner) -> None:
    rnn, *others = three_models.view(State(word="perplexities")).models
    assert not rnn.whole
    assert all(model.whole for model in others)
    page = learner.get("/model/three?word=perplexities")
    assert page.status == 200
    assert page.rules == ["wrong", "right", "right"]


def test_what_is_kept_is_what_the_family_says_of_a_cache_of_this_shape() -> None:
    family = catalogue.find("kv_cache")
    rnn, both, gpt = three_models.view(State(word="tree")).models
    for model, layers in ((both, 1), (gpt, 2)):
        given = family.parameters.of(
            {"layers": layers, "kv_heads": 4, "d_head": 8, "bytes_per_value": 1, "context": 5, "batch": 1}
        )
        assert model.kept == 5 * run_chain(family, given).reached["bytes_per_token"]
    assert rnn.kept == 56


def test_ways_and_looks_are_as_many_as_they_should_be() -> None:
    rnn, both, gpt = three_models.view(State(word="tree", step=3)).models
    assert (rnn.turns, rnn.apart) == (5, 7)
    assert len(rnn.picture.ways) == 4 + 1 + 2  # through the word, the wall, and what is written
    assert not rnn.picture.looks
    assert not both.picture.ways
    assert both.picture.looks
    assert (both.turns, both.apart, gpt.turns, gpt.apart) == (1, 1, 1, 1)
    assert [column.faint for column in rnn.picture.columns] == [True] * 4 + [False]
    assert len(gpt.picture.columns) == 5


@pytest.mark.parametrize(
    ("address", "word", "step"),
    [
        ("", "attention", 1),
        ("?word=Tree&step=99", "tree", 5),
        ("?word=tree&step=-3", "tree", 1),
        ("?word=tree&step=1e9", "tree", 1),
        ("?word=&step=2", "attention", 2),
        ("?word=%E0%A6%95", "attention", 1),
        ("?word=a+b|c.", "abc", 1),
        ("?word=abcdefghijklmnop", "abcdefghijkl", 1),
        ("?word=%3Cscript%3E", "script", 1),
    ],
)
def test_whatever_stands_in_the_address_there_is_a_page(
    address: str, word: str, step: int, learner: Learner
) -> None:
    page = learner.get(f"/model/three{address}")
    assert page.status == 200
    assert page.fields["word"] == word
    assert f"Token {step} of {len(word) + 1}" in page.text


@pytest.mark.parametrize(("word", "step"), [("a", 1), ("tree", 3), ("abcdefghijkl", 13)])
def test_letters_that_are_read_at_once_stand_above_each_other_and_others_in_turns(
    word: str, step: int
) -> None:
    signs = len(word) + 1
    rnn, both, gpt = (model.picture.turns for model in three_models.view(State(word=word, step=step)).models)
    assert len({tile.x for tile in rnn.read}) == signs
    assert {tile.y for tile in rnn.read} == {rnn.read[0].y}
    for turns in (both, gpt):
        assert len({tile.x for tile in turns.read}) == 1
        assert len({tile.y for tile in turns.read}) == signs
    assert [turns.now for turns in (rnn, both, gpt)] == [signs + step, 1 + step, step]
    apart = rnn.read[1].x - rnn.read[0].x
    for turns in (rnn, both, gpt):
        assert "".join(tile.sign for tile in turns.read) == f"{word}|"
        assert turns.written[-1].here
        # The place of a turn is the same in all three.
        assert round((turns.written[-1].x - rnn.read[0].x) / apart) + 1 == turns.now


@pytest.mark.parametrize("step", [1, 4, 10])
def test_the_wall_has_a_gap_for_each_state_that_gets_through_and_nothing_else_crosses_it(step: int) -> None:
    for model in three_models.view(State(word="attention", step=step)).models:
        drawn = model.picture
        assert model.states == (1 if model.name == "recurrent" else 10)
        edges = [4.0, *(edge for x, _, width, _ in drawn.wall for edge in (x, x + width)), drawn.size[0] - 4]
        gaps = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 1]
        assert len(gaps) == model.states
        open_columns = [column.box[0] + column.box[2] / 2 for column in drawn.columns if not column.faint]
        assert all(a < x < b for x, (a, b) in zip(open_columns, gaps, strict=True))
        top, bottom = drawn.wall[0][1], drawn.wall[0][1] + drawn.wall[0][3]
        crossing = 0
        for path in [*drawn.ways, *(path for path, _ in drawn.looks)]:
            for x, y in vertical_lines(path):
                if min(y) < bottom and max(y) > top:
                    crossing += 1
                    assert any(a < x < b for a, b in gaps)
        assert crossing >= 1


def vertical_lines(path: str) -> list[tuple[float, tuple[float, float]]]:
    """The upright pieces of a path, each with its place and its ends."""
    found, x, y = [], 0.0, 0.0
    for letter, numbers in re.findall(r"([MHVCQ])([^MHVCQ]*)", path):
        places = [float(one) for one in numbers.split()]
        if letter == "V":
            found.append((x, (y, places[0])))
            (y,) = places
        elif letter == "H":
            (x,) = places
        else:
            *_, x, y = places
    return found


def written(x: float) -> str:
    return str(Decimal(x).quantize(Decimal("0.01"), ROUND_HALF_UP)).replace("-", "−").replace("−0.00", "0.00")


@pytest.mark.parametrize("opened", [1, 3, 5])
def test_an_open_column_shows_its_numbers_in_all_three(opened: int, learner: Learner) -> None:
    view = three_models.view(State(word="tree", step=2, opened=opened))
    for model in view.models:
        open_ = model.opened
        assert open_ is not None
        passed = forward.run(model.name, "tree", forward.writes(model.name, "tree")[:1])
        states = passed.kept if passed.states is None else passed.states
        assert [one for row in open_.rows for one in row] == [written(x) for x in states[opened - 1].tolist()]
        assert (open_.sign, open_.size) == ("tree|"[opened - 1], states.shape[1])
        assert open_.passes == (model.name != "recurrent" or opened == 5)
        told = None if passed.looks is None else written(float(passed.looks[-1][opened - 1]))
        assert open_.weight == told
    page = learner.get(f"/model/three?word=tree&step=2&open={opened}")
    assert page.html.count('class="numbers open-column') == 3
    assert page.html.count("<td>−") + page.html.count("<td>0") + page.html.count("<td>1") > 80
    assert ("This one alone goes through the wall." in page.text) == (opened == 5)
    shut = learner.get("/model/three?word=tree&step=2")
    assert [f"open={opened}" in link for link in shut.links].count(True) == 3
    assert "open-column" not in shut.html


def test_a_column_beyond_the_word_is_the_last_one(learner: Learner) -> None:
    for typed, opened in (("99", 5), ("0", 0), ("-1", 0), ("x", 0), ("1e3", 0)):
        assert three_models.read({"word": "tree", "open": typed}).opened == opened
    assert learner.get("/model/three?word=tree&open=99").html.count('class="numbers open-column') == 3


def test_the_table_says_what_the_pictures_show(learner: Learner) -> None:
    page = learner.get("/model/three?word=attention&step=4")
    (table,) = re.findall(r'<table class="compared".*?</table>', page.html, re.DOTALL)
    rows = [re.findall(r"<td>([^<]*)</td>", row) for row in table.split("<tr>")[2:]]
    right = [shown("backwards")[name]["right"][8] for name in forward.NAMES]
    assert rows == [
        ["10", "1", "1"], ["14", "5", "4"], ["1", "10", "10"], ["56", "640", "1,280"], ["13", "1", "1"],
        [written(share) for share in right], ["26,880", "31,744", "27,520"],
    ]  # fmt: skip


def test_a_swap_brings_the_stage_and_its_address(learner: Learner) -> None:
    page = learner.get("/model/three?word=tree&step=2", htmx=True)
    assert "<html" not in page.html
    assert page.headers["HX-Push-Url"] == "/model/three?word=tree&step=2"
    assert re.search(r'id="three"', page.html)


def test_the_curve_is_what_was_recorded() -> None:
    curve = three_models.by_length(9)
    for line in curve.lines:
        key = next(key for key, name in three_models.LINES.items() if name == line.name)
        assert [share for _, share in line.points] == shown("backwards")[key]["right"]
    assert curve.marks == (("9 letters", 9.0, shown("backwards")["recurrent"]["right"][8]),)
