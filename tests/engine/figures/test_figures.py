"""Every figure: its numbers are a family's, every section has some, and no state of its handles leaves it blank."""

import re
from pathlib import Path

import numpy as np
import pytest

import engine.chain
from app.web.sections import SECTIONS
from engine.figures.catalogue import NoSuchFigure, figures, find, of_section
from engine.figures.figure import Figure
from engine.figures.handles import Options, Slider, Words
from engine.parameters import BadParameters
from engine.solutions.pictures import table
from engine.variants import NO_SEED, Undrawable, draw
from tests.engine.figures.states import frames
from tests.engine.submissions import BANK

HOME = Path(__file__).resolve().parents[3]
ALL = pytest.mark.parametrize("figure", figures().values(), ids=list(figures()))
AT_LEAST = {section: 1 if section.startswith("c.") else 2 for section in SECTIONS}
HEADLINES = 160  # characters of a sentence that is read at a glance


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_has_its_figures(section: str) -> None:
    assert len(of_section(section)) >= AT_LEAST[section]


def test_every_figure_belongs_to_a_section_and_is_found_by_its_id() -> None:
    assert [figure.id for section in SECTIONS for figure in of_section(section)] == list(figures())
    with pytest.raises(NoSuchFigure):
        find("no-such-figure")


@ALL
def test_a_figure_says_something_at_every_state(figure: Figure) -> None:
    first = figure.at({})
    for frame in frames(figure):
        for before in (None, first):
            shown = figure.show(frame, before)
            assert shown.pictures
            assert shown.sentence.strip().endswith((".", "?")), shown.sentence
            assert shown.sentence[0].isupper() or not shown.sentence[0].isalpha(), shown.sentence
            assert len(shown.sentence) <= 1.4 * HEADLINES, shown.sentence
            assert not re.search(r"nan|inf\b|None|\{|\}|  ", shown.sentence), shown.sentence
            assert isinstance(shown.value, int | float | np.integer | np.floating), shown.value
            for picture in shown.pictures:
                head, rows = table(picture)
                assert rows
                assert all(len(row) == len(head) for row in rows)


@ALL
def test_the_line_is_that_of_its_family_with_these_parameters(figure: Figure) -> None:
    for frame in frames(figure, at_once=4):
        again = engine.chain.run(figure.chain, figure.chain.parameters.of(frame.run.parameters.to_json()))
        shown = figure.show(frame)
        step, at = shown.asks
        held = again.reached[step]
        value = held[at if isinstance(held, np.ndarray) else at[0]] if at else held
        assert float(shown.value) == float(value)


@ALL
def test_an_address_brings_back_the_state(figure: Figure) -> None:
    for frame in frames(figure, at_once=4):
        again, problems = figure.read(figure.texts(frame))
        assert problems == ()
        assert again.values == frame.values


@ALL
def test_what_is_no_value_of_a_handle_shows_the_nearest_and_says_so(figure: Figure) -> None:
    for handle in figure.handles:
        for text in ("", "x" * 5000, "1e400", "-1e9", "<script>", "\x00", "99,99", "NaN"):
            frame, problems = figure.read(dict.fromkeys(handle.names, text))
            assert figure.show(frame).sentence
            assert all("<script>" in problem or problem.endswith((".", "?")) for problem in problems)
            if isinstance(handle, Slider | Options) and text != "99,99":
                assert problems, (handle.name, text)


@ALL
def test_most_states_make_a_fair_exercise(figure: Figure) -> None:
    typed = {handle.name: handle.start for handle in figure.handles if isinstance(handle, Words)}
    asked = fair = 0
    for moved in frames(figure):
        frame = figure.at({**moved.values, **typed})
        name = figure.exercise(frame)
        if not name:
            continue
        question = BANK.questions[name]
        assert question.family_id == figure.family
        asked += 1
        try:
            variant = draw(question, NO_SEED, question.default_level, frame.run.parameters.to_json())
        except (Undrawable, BadParameters):
            continue
        fair += 1
        assert variant.exact.parameters.to_json() == frame.run.parameters.to_json()
    assert asked
    assert fair >= asked / 2


def test_a_vector_of_length_zero_is_told_and_the_first_state_shown() -> None:
    figure = find("angle-and-distance")
    frame, (said,) = figure.read({"u.x": "0", "u.y": "0"})
    assert "the zero vector has no direction" in said
    assert frame.values == figure.at({}).values


def test_the_list_in_the_docs_names_every_figure_with_its_section_and_family() -> None:
    rows, section = [], ""
    for line in (HOME / "docs/figures.md").read_text("utf-8").splitlines():
        found = re.fullmatch(r"\| (?:(\S+) .*?)? ?\| \[(.*)\]\(\.\./(.*)\) \| `(.*)` \|", line)
        if found:
            section = found[1] or section
            rows.append((section, found[2], found[3], found[4]))
    assert rows == [
        (one.section, one.title, f"engine/figures/{one.subject}/{one.id.replace('-', '_')}.py", one.family)
        for one in figures().values()
    ]
