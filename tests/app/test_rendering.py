"""What a line of a solution says of its values: what is rounded is not called equal."""

import math
import re

from app.rendering import cell_outcome, every_cell, outcome
from engine import cells, telling, variants
from tests.engine.solutions import BANK


def test_a_cell_that_is_rounded_is_not_called_equal() -> None:
    signs: dict[bool, set[str]] = {True: set(), False: set()}
    for name in ("an-old-tram-without-a-future", "cosine-of-two-vectors", "one-word-two-meanings"):
        variant = variants.draw(BANK.questions[name], 3, "exam")
        for line in telling.tell(variant.exact, [asked.name for asked in variant.asked]):
            for text, leaf in zip(every_cell(line, variant.exact), cells.cells(line.value), strict=False):
                value, places = float(leaf), getattr(line.step.form, "places", 12)
                exact = math.isinf(value) or abs(round(value, places) - value) < 1e-9
                signs[exact].add(re.findall(r" (=|\\approx) ", text)[-1])
            if shown := cell_outcome(line):
                assert re.match(r" (=|\\approx) ", shown)
    assert signs == {True: {"="}, False: {r"\approx"}}


def test_a_number_that_is_rounded_is_not_called_equal() -> None:
    variant = variants.draw(BANK.questions["surprise-of-a-sentence"], 3, "exam")
    lines = telling.tell(variant.exact, [asked.name for asked in variant.asked])
    assert any("≈" in outcome(line) for line in lines if line.number)
