"""The page of all parameters: its pixels, its outlines, its squares, and whatever stands in the address."""

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from app.whole_model.scale import cells, page, squares, state
from app.whole_model.scale.state import State
from engine.demos.gpt.names import vocabulary
from engine.whole_model import matrices, sizes
from tests.app.learner import Learner, Page
from tests.app.web.test_colours import themes
from tests.engine.whole_model.by_torch import gpt

LIMITS = tuple(Decimal(n * n) / 100 for n in range(1, 8))
TOTALS = (27_328, 124_439_808, 8_030_261_248, 174_604_259_328)


@cache
def pixels(theme: str, name: str) -> np.ndarray:
    content = cells.png(theme, name)
    assert content is not None
    return np.asarray(Image.open(BytesIO(content)).convert("RGBA"))


def expected(number: float, theme: str) -> tuple[int, int, int, int]:
    """The pixel of a number: the colour of its sign in colours.css, as opaque as many limits as it has reached."""
    reached = sum(abs(Decimal(number)) >= limit for limit in LIMITS)
    colour = themes()[theme]["negative" if number < 0 else "positive"]
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue, round(255 * reached / 7)


def of_torch(name: str, row: int, column: int) -> float:
    """A number of a matrix in torch's module, which has them as it stores them."""
    held = gpt().state_dict()
    if name in ("letters", "positions", "head"):
        table = {"letters": "token", "positions": "position", "head": "head"}[name]
        return float(held[f"{table}.weight"][column, row])
    if name == "norm":
        return float(held[f"last_norm.{('weight', 'bias')[column]}"][row])
    block, _, part = name.partition("-")
    at = f"blocks.{int(block) - 1}"
    match part:
        case "query" | "key" | "value":
            first = 32 * ("query", "key", "value").index(part)
            return float(held[f"{at}.attention.qkv.weight"][first + column, row])
        case "out":
            return float(held[f"{at}.attention.out.weight"][row, column])
        case "up":
            return float(held[f"{at}.up.weight"][column, row])
        case "down":
            return float(held[f"{at}.down.weight"][row, column])
    norm = {"norm": "before_attention", "norm-again": "before_mlp"}[part]
    return float(held[f"{at}.{norm}.{('weight', 'bias')[column]}"][row])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", list(matrices.by_id()))
def test_each_pixel_has_the_colour_of_its_parameter(name: str, theme: str) -> None:
    drawn = pixels(theme, name)
    high, wide = matrices.by_id()[name].numbers.shape
    assert drawn.shape == (high, wide, 4)
    for row in (0, 5, 17, 31):
        for column in {0, 1, wide // 3, wide - 1}:
            number = of_torch(name, row, column)
            there = tuple(int(x) for x in drawn[row, column])
            colour = expected(number, theme)
            assert there == colour if colour[3] else there[3] == 0, (row, column, number)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_square_of_all_cells_has_every_pixel_of_the_matrices(theme: str) -> None:
    every = pixels(theme, cells.EVERY)
    flat = np.concatenate([pixels(theme, name).reshape(-1, 4) for name in matrices.by_id()])
    assert len(flat) == 27_328
    assert np.array_equal(every.reshape(-1, 4)[: len(flat)], flat)
    assert not every.reshape(-1, 4)[len(flat) :, 3].any()
    assert abs(every.shape[0] - every.shape[1]) <= 1


def test_the_shades_of_the_legend_are_those_of_the_pixels() -> None:
    """The opacities in the style sheet, and the numbers below them."""
    style = (cells_style()).replace(" ", "")
    for n in range(1, 7):
        (opacity,) = re.findall(rf"\.scale-colours\.s{n}{{fill-opacity:([\d.]+);}}", style)
        assert float(opacity) == pytest.approx(n / 7, abs=0.001)
    assert [Decimal(bound) for bound in page.view(State()).bounds] == list(LIMITS)


def cells_style() -> str:
    from app.settings import HOME

    return (HOME / "static" / "whole_model" / "scale.css").read_text("utf-8")


def test_a_picture_stays_in_the_browser_and_others_are_not_found(learner: Learner) -> None:
    address = cells.address("dark", "1-up")
    assert re.fullmatch(r"/model/scale/cells/dark/1-up\.png\?v=[0-9a-f]{8}", address)
    image = learner.client.get(address)
    assert image.status_code == 200
    assert image.headers["Content-Type"] == "image/png"
    assert image.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert image.content == cells.png("dark", "1-up")
    for other in ("dark/3-up", "red/1-up", "dark/..%2Fx"):
        assert learner.client.get(f"/model/scale/cells/{other}.png").status_code == 404


def counts(page: Page) -> dict[str, tuple[str, int]]:
    """Shape and count of each matrix, as its label has them."""
    found = re.findall(
        r'id="scale-([\w-]+)"[^>]*>\s*<span class="cells">.*?<span class="shape">([^<]*)</span> '
        r'<span class="count">([^<]*)</span>',
        page.html,
        re.DOTALL,
    )
    return {name: (shape, int(count.replace(",", ""))) for name, shape, count in found}


def test_the_labels_have_true_shapes_and_add_up_to_all_parameters(learner: Learner) -> None:
    page = learner.get("/model/scale")
    assert page.status == 200
    found = counts(page)
    assert set(found) == set(matrices.by_id())
    assert (
        sum(count for _, count in found.values()) == sum(one.numel() for one in gpt().parameters()) == 27_328
    )
    for name, (shape, count) in found.items():
        high, wide = (int(side) for side in shape.split(" × "))
        assert high * wide == count, name
    assert "All 27,328 numbers of the model" in page.text
    groups = [
        int(n.replace(",", ""))
        for n in re.findall(r'<h2 id="scale-group[^>]*>.*?<span class="quiet">([\d,]+)', page.html)
    ]
    assert groups == [1408, 4160, 8256, 4160, 8256, 1088]
    assert sum(groups) == 27_328


def test_the_page_is_light_and_whole_in_the_first_answer(learner: Learner) -> None:
    page = learner.get("/model/scale")
    assert len(page.html.encode()) < 50_000
    weight = sum(len(cells.png("light", name) or b"") for name in matrices.by_id())
    assert weight < 20_000
    assert f"pictures of {weight / 1000:.0f} kB together" in page.text
    for name in matrices.by_id():
        assert page.html.count(f"cells/light/{name}.png") == page.html.count(f"cells/dark/{name}.png") == 1


def outlines(page: Page) -> Mapping[str, tuple[int, int]]:
    """Returns the first column of each matrix's outline, and how many it has."""
    found = {}
    for name, drawn in re.findall(
        r'id="scale-([\w-]+)"[^>]*>\s*<span class="cells">.*?(<svg class="uses".*?</svg>)', page.html
    ):
        (used,) = (one for one in ElementTree.fromstring(drawn) if one.get("class") == "used")
        assert used.get("height") == "32"
        found[name] = int(used.get("x", "0")), int(used.get("width", "0"))
    return found


@pytest.mark.parametrize(
    ("letter", "place", "columns"),
    [("r", "3", (18, 3)), ("a", "1", (1, 1)), ("ü", "11", (31, 11)), ("start", "7", (0, 0))],
)
def test_the_columns_of_a_token_are_outlined_and_all_of_every_other_matrix(
    letter: str, place: str, columns: tuple[int, int], learner: Learner
) -> None:
    if letter != "start":
        assert vocabulary()[columns[0]] == letter
    page = learner.get(f"/model/scale?letter={letter}&place={place}")
    found = dict(outlines(page))
    assert (found.pop("letters"), found.pop("positions")) == ((columns[0], 1), (columns[1], 1))
    assert found == {name: (0, one.columns) for name, one in matrices.by_id().items() if name in found}
    assert len(found) == len(matrices.by_id()) - 2
    assert f"at position {columns[1] + 1}" in page.text
    assert "it uses 25,984 of 27,328, 95.1%" in page.text
    assert (page.fields["letter"], page.fields["place"]) == (letter, place)


def test_without_a_token_nothing_is_outlined(learner: Learner) -> None:
    page = learner.get("/model/scale")
    assert outlines(page) == {}
    assert "One token uses 25,984 of the 27,328 numbers, 95.1%" in page.text


@pytest.mark.parametrize("name", list(matrices.by_id()))
def test_an_open_matrix_says_what_it_does_and_where_it_is_used(name: str, learner: Learner) -> None:
    page = learner.get(f"/model/scale?open={name}")
    (told,) = re.findall(r'<div class="model-told" id="scale-told".*?</div>', page.html, re.DOTALL)
    one = matrices.by_id()[name]
    numbers = [of_torch(name, row, column) for row in range(32) for column in range(one.columns)]
    least, most = (
        f"{Decimal(x).quantize(Decimal('0.01')):f}".replace("-", "−") for x in (min(numbers), max(numbers))
    )
    share = (Decimal(100 * len(numbers)) / 27_328).quantize(Decimal("0.1"))
    assert f"32 × {one.columns} = {len(numbers):,}" in told
    assert f"That is {share}% of all numbers; they go from {least} to {most}." in told
    all_used = name not in ("letters", "positions")
    assert ("One token uses all of them." in told) == all_used
    assert (f"One token uses 32 of {len(numbers):,}." in told) == (not all_used)
    (way,) = re.findall(r'href="(/model\?[^"]*)"', told)
    there = learner.get(way.replace("&amp;", "&"))
    assert "There is no such number" not in there.text
    assert "model-station" in there.html


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_squares_have_true_areas(step: int, learner: Learner) -> None:
    drawn = squares.squares(step)
    assert [one.n for one in drawn] == list(range(step, 0, -1))
    for one in drawn:
        assert one.side**2 / squares.SIDE**2 == pytest.approx(TOTALS[one.n - 1] / TOTALS[step - 1])
    page = learner.get(f"/model/scale?step={step}")
    rects = re.findall(r'<rect class="model[^"]*" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', page.html)
    for (y, width, height), one in zip(rects, [s for s in drawn[1:] if s.side >= 1], strict=True):
        assert width == height
        assert float(width) == pytest.approx(one.side, abs=0.005)
        assert float(y) + float(height) == pytest.approx(340, abs=0.02)


FACTORS = {2: "4,550", 3: "64.5", 4: "21.7"}
SIDES = ("16.5 cm", "11.2 m", "89.6 m", "418 m")


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_a_step_says_how_many_times_as_many_and_how_large_on_paper(step: int, learner: Learner) -> None:
    page = learner.get(f"/model/scale?step={step}")
    assert f"{TOTALS[step - 1]:,}" in page.text
    assert f"a square with sides of {SIDES[step - 1]}" in page.text
    side = Decimal(TOTALS[step - 1]).sqrt()  # millimetres
    number, unit = SIDES[step - 1].split()
    assert float(side) / {"cm": 10, "m": 1000}[unit] == pytest.approx(float(number), rel=0.004)
    if step > 1:
        assert f"has {FACTORS[step]} times as many parameters" in page.text
        told = float(FACTORS[step].replace(",", ""))
        assert TOTALS[step - 1] / TOTALS[step - 2] == pytest.approx(told, rel=0.005)
    assert ("too small to be seen" in page.text) == (340 * (TOTALS[0] / TOTALS[step - 1]) ** 0.5 < 1)
    if step > 2:
        (times,) = re.findall(r"It has ([\d,]+) times as many as the name GPT", page.text)
        assert TOTALS[step - 1] / TOTALS[0] == pytest.approx(float(times.replace(",", "")), rel=0.005)


SHARES = (
    ("8.9", "30.0", "60.0", "1.2"),
    ("31.6", "22.8", "45.5", "0.0"),
    ("13.1", "16.7", "70.2", "0.0"),
    ("0.4", "33.2", "66.4", "0.0"),
)


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_where_the_parameters_are_is_told_only_after_it_was_asked_for(step: int, learner: Learner) -> None:
    asked = learner.get(f"/model/scale?step={step}")
    for size in SHARES:
        assert f"{size[2]}%" not in asked.html
    assert 'class="band' not in asked.html
    told = learner.get(f"/model/scale?step={step}&parts=on")
    listed = re.findall(r"<dd>([\d.]+)% ", told.html)
    assert tuple(listed) == SHARES[step - 1]
    counted = sizes.sizes()[step - 1]
    for share, count in zip(listed, counted.parts.values(), strict=True):
        assert float(share) == pytest.approx(100 * count / TOTALS[step - 1], abs=0.0501)
    bands = re.findall(r'<rect class="band [^"]*" y="([\d.]+)" width="340.0" height="([\d.]+)"', told.html)
    assert [float(tall) for _, tall in bands] == pytest.approx(
        [340 * count / TOTALS[step - 1] for count in counted.parts.values()], abs=0.006
    )
    assert told.html.count("<td>45.5%</td>") == 1


def test_what_is_said_of_all_four_is_true_of_them() -> None:
    for size in sizes.sizes():
        assert max(size.parts, key=lambda part: size.parts[part]) == "MLP"
    assert sizes.sizes()[1].share("embeddings") == pytest.approx(1 / 3, abs=0.02)
    assert sizes.sizes()[3].share("embeddings") < 0.005


@pytest.mark.parametrize(
    ("step", "guess", "rule", "said"),
    [
        (1, "60", "right", "The MLPs have 60.0%."),
        (1, "30", "wrong", "This is the share of attention."),
        (2, "60", "wrong", "Not quite. The MLPs have 45.5%."),
        (3, "0.7", "right", "The MLPs have 70.2%."),
        (4, "2/3", "right", "The MLPs have 66.4%."),
    ],
)
def test_a_guess_is_marked_and_then_it_is_told(
    step: int, guess: str, rule: str, said: str, learner: Learner
) -> None:
    page = learner.get(f"/model/scale?step={step}&guess={guess}")
    assert page.rules == [rule]
    assert said in page.text
    assert (f"You said {guess}." in page.text) == (rule == "wrong")
    assert 'class="band' in page.html
    assert not [link for link in page.links if link.startswith("/model/scale") and "guess=" in link]


@pytest.mark.parametrize(("guess", "said"), [("most", "Please type the number"), ("", "Type a number.")])
def test_a_guess_that_cannot_be_read_tells_nothing(guess: str, said: str, learner: Learner) -> None:
    page = learner.get(f"/model/scale?guess={guess}")
    assert page.rules == []
    assert said in page.text
    assert 'class="band' not in page.html
    assert "60.0%" not in page.html


@pytest.mark.parametrize(
    ("query", "found", "said"),
    [
        ("letter=7", State(), state.NO_SUCH_LETTER),
        ("letter=%E0%A6%95", State(), state.NO_SUCH_LETTER),
        ("letter=.", State(), state.NO_SUCH_LETTER),
        ("letter=R&place=3", State(letter=18, place=3), ""),
        ("letter=r&place=99", State(letter=18, place=11), ""),
        ("letter=r&place=0", State(letter=18, place=1), ""),
        ("letter=r&place=-4", State(letter=18, place=1), ""),
        ("open=3-up", State(), state.NO_SUCH_MATRIX),
        ("open=2-up", State(opened="2-up"), ""),
        ("step=9", State(step=4), ""),
        ("step=x", State(), ""),
        ("step=%C2%B2", State(), ""),
        ("parts=on&step=2", State(step=2, told=True), ""),
        ("open=%3Cscript%3E&step=0", State(), state.NO_SUCH_MATRIX),
    ],
)
def test_whatever_stands_in_the_address_there_is_a_page(
    query: str, found: State, said: str, learner: Learner
) -> None:
    page = learner.get(f"/model/scale?{query}")
    assert page.status == 200
    if said:
        assert said in page.text
    assert f'hx-get="{found.address(step=2)}"'.replace("&", "&amp;") in page.html
    assert "<script>" not in page.html.partition("<main")[2]


def test_a_state_comes_back_from_its_address() -> None:
    there = State(letter=18, place=3, opened="1-up", step=3, told=True)
    query = dict(part.split("=") for part in there.address().partition("?")[2].split("&"))
    assert state.read(query) == there
    assert State().address() == "/model/scale"


def test_a_swap_brings_the_stage_and_its_address(learner: Learner) -> None:
    page = learner.get("/model/scale?step=2&guess=45", htmx=True)
    assert "<html" not in page.html
    assert page.headers["HX-Push-Url"] == "/model/scale?step=2&parts=on"
    assert 'id="scale"' in page.html


def test_the_page_is_linked_from_the_model_and_leads_back(learner: Learner) -> None:
    assert "/model/scale" in learner.get("/model").links
    links = learner.get("/model/scale?parts=on").links
    assert "/model" in links
    assert "/practice/gpt-of-the-lab" in links


def test_every_exercise_of_the_page_is_a_question_on_counts(learner: Learner) -> None:
    for question in set(page.EXERCISES):
        assert learner.get(f"/practice/{question}").status == 200
