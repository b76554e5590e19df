"""Values on a page: one that is rounded is not called equal, one that is accepted has the shape of the answer."""

import math
import re

from app.web.filters.formulas import (
    MOST_CELLS,
    accepted,
    cell_outcome,
    every_cell,
    in_one,
    outcome,
    with_formulas,
)
from engine import variants
from engine.answers import cells
from engine.answers.forms import Integer
from engine.answers.reading import Number
from engine.figures.catalogue import find
from engine.marking import feedback
from engine.solutions import worked_solution
from tests.engine.submissions import BANK, of_the_bank


def test_a_cell_that_is_rounded_is_not_called_equal() -> None:
    signs: dict[bool, set[str]] = {True: set(), False: set()}
    for name in ("an-old-tram-without-a-future", "cosine-of-two-vectors", "one-word-two-meanings"):
        variant = variants.draw(BANK.questions[name], 3, "exam")
        for line in worked_solution.tell(variant.exact, [asked.name for asked in variant.asked]):
            texts, leaves = every_cell(line, variant.exact), cells.cells(line.value)
            told = line.step.numbers is not None and not line.lone and len(leaves) <= MOST_CELLS
            for text, leaf in zip(texts, leaves if told else [], strict=True):
                value, places = float(leaf), getattr(line.step.form, "places", 12)
                exact = math.isinf(value) or abs(round(value, places) - value) < 1e-9
                signs[exact].add(re.findall(r" (=|\\approx) ", text)[-1])
            shown = cell_outcome(line)
            assert not shown or any(text.endswith(shown) for text in texts)
    assert signs == {True: {"="}, False: {r"\approx"}}


def test_a_number_that_is_rounded_is_not_called_equal() -> None:
    variant = variants.draw(BANK.questions["cosine-of-two-vectors"], 3, "exam")
    lines = worked_solution.tell(variant.exact, [asked.name for asked in variant.asked])
    signs = {
        line.step.name: re.findall("[=≈]", re.sub("<[^>]+>", "", outcome(line)))
        for line in lines
        if line.number
    }
    rounded = ["=", "≈", "≈"]  # the closed form, the digits that a calculation keeps, two places
    assert signs == {"dot": ["="], "norm_u": rounded, "norm_v": ["="], "cosine": rounded}


def test_what_is_accepted_of_a_matrix_has_its_shape() -> None:
    variant = variants.draw(BANK.questions["causal-attention-by-hand"], 7, "exam")
    weights = variant.part("weights")
    assert weights is not None
    shown = accepted(weights)
    assert shown.count("<mtr>") == 2
    texts = re.findall(r"<mtext>(.+?)</mtext>", shown.replace("\N{NO-BREAK SPACE}", " "))
    assert texts == ["1.00", "0.00", "0.80 to 0.81", "0.19 to 0.20"]
    assert feedback.accepted(weights) == "1.00; 0.00; 0.80 to 0.81; 0.19 to 0.20"


def test_a_long_whole_number_that_is_accepted_stands_in_groups_and_can_be_typed_so() -> None:
    variant = of_the_bank("ten-classes-of-small-pictures", "exam", 7)
    asked = next(one for one in variant.asked if isinstance(one.step.form, Integer) and one.key >= 10_000)
    shown = accepted(asked)
    assert shown == f"{asked.key:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    read = Integer().read(shown)
    assert isinstance(read, Number)
    assert read.value == asked.key


def test_a_long_line_beside_a_figure_breaks_between_terms_and_before_its_value() -> None:
    parts = {}
    for name in ("rope-distance", "temperature", "perplexity"):
        figure = find(name)
        shown = in_one(figure.show(figure.at({})).line)
        parts[name] = [re.sub("<[^>]+>", "", part) for part in re.findall("<math.*?</math>", shown)]
    assert parts["rope-distance"][1].startswith("+(")  # the second product of the sum
    assert parts["temperature"][0].startswith("p1=7.3891")  # a sum below a fraction line stays whole
    assert parts["temperature"][1:] == ["≈0.56"]
    assert parts["perplexity"] == ["PPL=e0.9704", "≈2.6390≈2.64"]


def test_of_a_text_that_somebody_typed_formulas_alone_are_shown_as_such() -> None:
    shown = with_formulas(r"Not $\sigma(z)$ < $1$: x**2 + `y`**2, <b>n</b>.")
    assert shown.count("<math>") == 2
    assert re.sub("<math>.+?</math>", "", shown) == "Not  &lt; : x**2 + `y`**2, &lt;b&gt;n&lt;/b&gt;."
    for text in ("It costs $5 and $6, or $7.", "a $ b $ c", "One $ alone", "$$"):
        assert with_formulas(text) == text


def test_a_formula_that_somebody_typed_wrongly_stays_as_it_was_typed() -> None:
    assert with_formulas(r"$\nothing{<i>$") == '<code lang="zxx">\\nothing{&lt;i&gt;</code>'
