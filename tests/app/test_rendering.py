"""What a line of a solution says of its values: what is rounded is not called equal."""

import math
import re

from app.rendering import MOST_CELLS, cell_outcome, every_cell, outcome
from engine import cells, telling, variants
from tests.engine.solutions import BANK


def test_a_cell_that_is_rounded_is_not_called_equal() -> None:
    signs: dict[bool, set[str]] = {True: set(), False: set()}
    for name in ("an-old-tram-without-a-future", "cosine-of-two-vectors", "one-word-two-meanings"):
        variant = variants.draw(BANK.questions[name], 3, "exam")
        for line in telling.tell(variant.exact, [asked.name for asked in variant.asked]):
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
    lines = telling.tell(variant.exact, [asked.name for asked in variant.asked])
    signs = {
        line.step.name: re.findall("[=≈]", re.sub("<[^>]+>", "", outcome(line)))
        for line in lines
        if line.number
    }
    rounded = ["=", "≈", "≈"]  # the closed form, the digits that a calculation keeps, two places
    assert signs == {"dot": ["="], "norm_u": rounded, "norm_v": ["="], "cosine": rounded}
