"""Lines of figures: what is printed comes out, to the last digit. The other road reads the printed formula again."""

from collections.abc import Callable
from math import isclose

import pytest

from app.web.filters.formulas import in_one
from engine.answers.forms import Fixed, Integer, Scientific
from engine.figures.catalogue import figures, find
from engine.figures.figure import Figure, Frame, Shown
from engine.solutions import latex
from tests.engine.figures.arithmetic import comes_to
from tests.engine.figures.drawn.reading import states
from tests.every import every

IN_WORDS = {"hidden-unit", "bpe", "bpe-encode"}  # their lines have no numbers in them


def contradictions(frame: Frame, shown: Shown) -> list[str]:
    """Returns what a line says of its own numbers that is not so."""
    line, form = shown.line, shown.line.step.form
    assert isinstance(form, Fixed | Scientific | Integer)
    came, value = comes_to(line.numbers), float(shown.value)
    if line.cell:
        said = [] if written(came, form.show, form.show(value)) else [form.show(value)]
    else:
        with latex.decimals(line.kept):
            kept = latex.rounded(value)
            said = [] if isclose(latex.rounded(came), kept, rel_tol=1e-12) else [latex.number(value)]
        said += [] if written(kept, form.show, form.show(value)) else [form.show(value)]
    return [f"{frame.values}: {line.numbers} is {came}, not {text}" for text in said]


def written(value: float, show: Callable[[float], str], text: str) -> bool:
    """True if the value is written as this text, up to float noise at a tie."""
    return text in {show(value * (1 + noise)) for noise in (-1e-9, 0, 1e-9)}


def test_what_a_line_prints_comes_out(seeds: range) -> None:
    def check(figure: Figure) -> None:
        for frame in states(figure, seeds):
            shown = figure.show(frame)
            if shown.line.numbers and not shown.line.note:
                assert contradictions(frame, shown) == []
            else:
                assert figure.id in IN_WORDS

    every(figures().values(), check, lambda figure: figure.id)


def test_the_terms_of_the_valley_add_up_to_the_loss_beside_them() -> None:
    """With four decimals it was 1.69 + 0.3540 + 0.1793 = 2.2232 at the start."""
    figure = find("valley")
    for size in (9.0, 9.2, 9.4, 9.6):
        line = figure.show(figure.at({"size": size})).line
        terms = [float(term) for term in line.numbers.split(" + ")]
        told = f"{line.value:.4f}"
        assert f"{sum(terms):.4f}" == told
        assert told in in_one(line)


def test_a_line_that_comes_out_keeps_its_four_decimals() -> None:
    figure = find("lsh-curve")
    assert figure.show(figure.at({})).line.numbers == "1 - 0.3294"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"\frac{1}{1 + e^{-1}}", 0.7310585786), (r"3 \times 10^{-5} + (3 - 1) \cdot 0.5", 1.00003),
        (r"-\ln 0.5 - \ln 0.25", 2.0794415417), (r"\min\!\left(1, \frac{2}{5}\right)", 0.4),
        (r"\left\lfloor \frac{9.1}{2} \right\rfloor", 4), (r"\sqrt{8\,100} \cdot (-2)^{3}", -720),
    ],
)  # fmt: skip
def test_a_printed_calculation_is_read(text: str, value: float) -> None:
    assert isclose(comes_to(text), value)
