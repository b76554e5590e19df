"""Pictures in statements: drawn from the variables, fixed figures, and what an author reads who writes one wrong."""

import re
from math import cos, pi
from pathlib import Path

import numpy as np
import pytest

from engine import variants
from engine.bank import written
from engine.figures import catalogue
from engine.questions import Question
from engine.solutions import wording
from engine.solutions.pictures import Bars, Curve, HeatMap, Image, Picture, Table
from engine.variants import Variant

HOME = Path(__file__).resolve().parents[3]

FILE = Path("drawn.toml")
TEXT = """title = "A schedule"
kind = "formula"
section = "c.1"
statement = '''
It falls from $<high>$ over $<steps>$ steps.

<picture>

How large is it in the end?
'''

[variables.high]
of = [0.1, 0.2, 0.4]

[variables.steps]
of = [100, 200]

[variables.losses]
of = [1, 2, 3.5]
length = 3

[variables.words]
value = ["a", "b", "c"]

[variables.M]
of = [-1, 0, 1.5]
rows = 2
columns = 3

[pictures.picture]
title = "What is seen"
about = "In words"
{picture}

[[steps]]
name = "rate"
title = "Rate"
value = "high / 2"
"""
GRAPH = """kind = "graph"
over = "t"
from = "0"
to = "steps"
of = { rate = "high * cos(pi * t / steps)", half = "high / 2" }"""
BARS = 'kind = "bars"\nvalues = "losses"\nnames = "words"\nunit = "nats"'
TABLE = 'kind = "table"\ncolumns = { word = "words", loss = "losses" }'
MAP = 'kind = "heat map"\nvalues = "M"\nrows = ["r", "s"]\ncolumns = "words"'
FIGURE = 'kind = "figure"\nfigure = "temperature"\nstate = { temperature = 0.5 }'

PASTED = 'kind = "figure"\nfigure = "/figures/temperature?temperature=0.5"'
OF_SHEET = """kind = "figure"
figure = "temperature"
state = { temperature = 0.75, "of.logits" = "2, 1, 3", "of.temperature" = 0.75 }"""


def made(picture: str, text: str = TEXT) -> Question:
    question = written(text.replace("{picture}", picture), FILE)
    assert isinstance(question, Question), question
    return question


def refused(picture: str, text: str = TEXT) -> tuple[int, str]:
    """The line and the sentence of the first fault."""
    found = written(text.replace("{picture}", picture), FILE)
    assert isinstance(found, list)
    return found[0].line, found[0].message


def seen(variant: Variant) -> Picture:
    (drawn,) = [block for block in variant.statement if isinstance(block, wording.Drawn)]
    (picture,) = drawn.pictures
    assert (picture.title, picture.about) == ("What is seen", "In words")
    return picture


def seen_in(question: Question) -> tuple[Picture, ...]:
    """The pictures of the only block of a sheet that shows some."""
    statement = variants.draw(question, 1, question.default_level).statement
    (drawn,) = [block for block in statement if isinstance(block, wording.Drawn)]
    return drawn.pictures


@pytest.mark.parametrize("seed", range(5))
def test_a_graph_shows_its_formulas_with_the_numbers_of_the_sheet(seed: int) -> None:
    variant = variants.draw(made(GRAPH), seed, "exam")
    high, steps = (float(variant.exact.values[name]) for name in ("high", "steps"))
    curve = seen(variant)
    assert isinstance(curve, Curve)
    rate, half = curve.lines
    assert (rate.name, half.name) == ("rate", "half")
    assert (rate.points[0][0], rate.points[-1][0]) == (0.0, steps)
    for t, y in rate.points:
        assert y == pytest.approx(high * cos(pi * t / steps), abs=1e-12)
    assert {y for _, y in half.points} == {high / 2}


def test_bars_tables_and_maps_show_the_variables() -> None:
    for picture in (BARS, TABLE, MAP):
        variant = variants.draw(made(picture), 3, "exam")
        values = variant.exact.values
        losses = np.asarray(values["losses"]).tolist()
        match seen(variant):
            case Bars(bars=bars, unit=unit):
                assert bars == tuple((word, (loss,)) for word, loss in zip("abc", losses, strict=True))
                assert unit == "nats"
            case Table(head=head, rows=rows):
                assert head == ("word", "loss")
                assert rows == tuple((word, f"{loss:g}") for word, loss in zip("abc", losses, strict=True))
            case HeatMap(rows=rows, columns=columns, values=cells):
                assert (rows, columns) == (("r", "s"), ("a", "b", "c"))
                assert np.array_equal(cells, values["M"])
            case other:
                pytest.fail(str(other))


def test_a_figure_stands_in_any_question_with_its_handles_where_the_file_puts_them() -> None:
    figure = catalogue.find("temperature")
    frame, _ = figure.read({"temperature": "0.5"})
    expected = figure.show(frame).pictures
    choice = """title = "Bold"
kind = "choice"
section = "2.7"
statement = '''
What does it show?

<picture>
'''
[pictures.picture]
title = "Bars"
about = "In words"
{picture}
""" + "".join(
        f'[[options]]\ntext = "{n}"\nwhy = "so"\n{"right = true" if n == 1 else ""}\n' for n in range(4)
    )
    for text in (TEXT, choice):
        question = made(FIGURE, text)
        (drawn,) = [
            block
            for block in variants.draw(question, 1, question.default_level).statement
            if isinstance(block, wording.Drawn)
        ]
        assert drawn.pictures == expected
    said = refused(BARS, choice)[1]
    assert "other questions can show a figure" in said


def test_the_address_of_a_figure_stands_for_its_lines() -> None:
    drawn, pasted = (seen_in(made(picture)) for picture in (FIGURE, PASTED))
    assert drawn == pasted


def test_a_figure_of_numbers_of_a_sheet_shows_these() -> None:
    (bars,) = seen_in(made(OF_SHEET))
    assert isinstance(bars, Bars)
    logits = np.array([2, 1, 3]) / 0.75
    assert [bar[-1] for _, bar in bars.bars] == pytest.approx(np.exp(logits) / np.exp(logits).sum())


@pytest.mark.parametrize(
    ("picture", "line", "said"),
    [
        (GRAPH.replace("pi * t", "pi * u"), "of =", "There is no u here"),
        (GRAPH.replace('over = "t"', 'over = "high"'), "over", "high is a variable"),
        (GRAPH.replace('to = "steps"', 'to = "losses"'), "to =", "This is a vector; a number belongs here"),
        (GRAPH.replace("high / 2", "rate / 2"), "of =", "There is no rate here"),
        (BARS.replace('"losses"', '"high"'), "values", "This is a number; a vector belongs here"),
        (BARS.replace('names = "words"', 'names = "losses"'), "names", "a list of words belongs here"),
        (FIGURE.replace('"temperature"', '"tempo"'), "figure =", "There is no figure “tempo”"),
        (FIGURE.replace("{ temperature", "{ heat"), "state", "heat is no handle of temperature"),
        (FIGURE.replace("0.5", "99"), "state", "goes from 0.1 to 3"),
        (PASTED.replace("0.5", "99"), "figure =", "goes from 0.1 to 3"),
        (PASTED.replace("/figures", "/lab"), "figure =", "This is no address of a figure"),
        (PASTED.replace("/fig", "https://a.example/fig"), "figure =", "This is an address on a.example"),
        (f"{PASTED}\nstate = {{ temperature = 1 }}", "state", "leave out state"),
        (OF_SHEET.replace("2, 1, 3", "oops"), "state", "one logit per token"),
    ],
)
def test_what_is_wrong_is_said_at_its_line(picture: str, line: str, said: str) -> None:
    text = TEXT.replace("{picture}", picture)
    number, sentence = refused(picture)
    assert said in sentence
    assert text.splitlines()[number - 1].startswith(line)


def test_a_picture_stands_once_and_in_a_paragraph_of_its_own() -> None:
    for statement in ("see <picture>", "<picture>\n\n<picture>", "nothing"):
        text = re.sub(r"statement = '''.*?'''", f"statement = '''\n{statement}\n'''", TEXT, flags=re.DOTALL)
        assert "stands in the statement once" in refused(BARS, text)[1]
    assert (
        "is a variable" in refused(BARS, TEXT.replace("picture]", "high]").replace("<picture>", "<high>"))[1]
    )


def test_numbers_with_which_it_cannot_be_drawn_are_drawn_again() -> None:
    text = TEXT.replace("of = [1, 2, 3.5]", "of = [-1, 2]")
    question = made(BARS, text)
    for seed in range(8):
        variant = variants.draw(question, seed, "exam")
        assert np.asarray(variant.exact.values["losses"]).tolist() == [2, 2, 2]
    with pytest.raises(variants.Undrawable, match="bars show amounts from 0 up"):
        variants.draw(made(BARS, TEXT.replace("of = [1, 2, 3.5]", "of = [-1]")), 1, "exam")


def test_numbers_of_another_text_that_have_no_picture_keep_the_statement() -> None:
    """As after a regrade: the numbers stay, the text is a new one."""
    kept = variants.draw(made(MAP, TEXT.replace("of = [1, 2, 3.5]", "of = [-1]")), 1, "exam").to_json()
    (*_, place, asked) = variants.keyed(made(BARS), kept).statement
    assert wording.plain_text((place,)) == "There is no picture of these numbers."
    assert "in the end" in wording.plain_text((asked,))


def test_without_a_page_its_words_stand_in_its_place() -> None:
    text = wording.plain_text(variants.draw(made(GRAPH), 1, "exam").statement)
    assert "\n\n[What is seen. In words]\n\n" in text


NAME = f"{'0123456789abcdef' * 4}.png"
IMAGE = f'kind = "image"\nfile = "{NAME}"\ntext = "A tree of three merges"\nwidth = 640\nheight = 480'
OF_IMAGE = TEXT.replace('title = "What is seen"\nabout = "In words"\n', "")


def test_an_image_stands_in_the_statement_by_its_name_and_in_words_elsewhere() -> None:
    variant = variants.draw(made(IMAGE, OF_IMAGE), 1, "exam")
    (block,) = [one for one in variant.statement if isinstance(one, wording.Drawn)]
    assert block.pictures == (Image(NAME, "A tree of three merges", 640, 480),)
    assert "[Picture. A tree of three merges]" in wording.plain_text(variant.statement)


@pytest.mark.parametrize(
    ("changed", "by", "said"),
    [
        (
            NAME,
            "tree.png",
            "the name of an uploaded image belongs here: its 64 letters and digits with .png or .svg",
        ),
        (NAME, NAME.replace(".png", ".gif"), "the name of an uploaded image belongs here"),
        (NAME, f"../{NAME}", "this is too long"),
        (NAME, "", "this is empty"),
        ("A tree of three merges", "", "this is empty"),
        ("A tree of three merges", "  ", "this is empty"),
        ("A tree of three merges", "x" * 601, "this is too long: at most 600 characters fit"),
        ("640", "4001", "must be less than or equal to 4000"),
    ],
)
def test_an_image_without_its_name_or_its_words_is_refused(changed: str, by: str, said: str) -> None:
    assert refused(IMAGE.replace(changed, by), OF_IMAGE)[1].startswith(
        said.replace("less than or equal to", "at most")
    )


def test_an_image_stands_in_a_question_of_any_kind() -> None:
    text = (HOME / "app" / "authoring" / "starters" / "choice.toml").read_text("utf-8")
    text = text.replace("statement = '''\n", "statement = '''\nLook at this.\n\n<tree>\n\n", 1)
    question = written(f"{text}\n[pictures.tree]\n{IMAGE}\n", FILE)
    assert isinstance(question, Question), question
    assert question.drawings
