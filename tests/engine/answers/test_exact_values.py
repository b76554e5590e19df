"""Closed forms of runs: told where the steps carry them, and always the number that they stand for."""

import re

import pytest

from engine import catalogue
from engine.answers import cells
from engine.answers.exact_values import closed_forms
from engine.answers.reading import Number, read_number
from engine.chain import Family
from engine.questions import LEVELS
from tests.engine.submissions import drawn, share, whole
from tests.every import one_in

FAMILIES = list(catalogue.families().values())
GROUP = r"\{((?:[^{}]|\{[^{}]*\})*)\}"


def typed(latex: str) -> str:
    """The LaTeX of a closed form as somebody would type it into a cell."""
    text = latex.replace(r"\,", "*")
    while r"\dfrac" in text or r"\sqrt" in text:
        text = re.sub(rf"\\dfrac{GROUP}{GROUP}", r"((\1)/(\2))", text)
        text = re.sub(rf"\\sqrt\[(\d)\]{GROUP}", r"((\2)^(1/\1))", text)
        text = re.sub(rf"\\sqrt{GROUP}", r"sqrt(\1)", text)
    text = re.sub(r"\\ln (\(\(.*?\)\)|\d+)", r"ln(\1)", text)
    return text.replace("{", "(").replace("}", ")")


@pytest.mark.parametrize("family", one_in(3, FAMILIES, lambda family: family.id))
def test_every_closed_form_is_the_number_that_it_stands_for(family: Family, seeds: range) -> None:
    for level in LEVELS:
        for seed in share(seeds, level, LEVELS):
            exact = drawn(family.id, level, seed).exact
            for name, texts in closed_forms(exact).items():
                for text, leaf in zip(texts, cells.cells(exact.reached[name]), strict=True):
                    if text:
                        read = read_number(typed(text))
                        assert isinstance(read, Number), (text, typed(text))
                        assert float(read.value) == pytest.approx(leaf, rel=1e-9), (name, text)


@pytest.mark.parametrize(
    ("family", "parameters", "step", "texts"),
    [
        ("cosine_similarity", {"u": [1, 2, 2], "v": [2, 3, 6]}, "cosine", [r"\dfrac{20}{21}"]),
        ("euclidean_distance", {"u": [0, 0], "v": [3, 3]}, "distance", [r"3\, \sqrt{2}"]),
        ("perplexity", {"probabilities": [0.5, 0.25, 0.125, 0.5]}, "perplexity", [r"2\, \sqrt[4]{8}"]),
        ("softmax_temperature", {"logits": [1, 1, 0], "temperature": 1}, "probabilities",
         [r"\dfrac{e}{2\, e + 1}", r"\dfrac{e}{2\, e + 1}", r"\dfrac{1}{2\, e + 1}"]),
        ("layer_norm", {"x": [1, 2, 3]}, "normalized", [r"-\dfrac{\sqrt{6}}{2}", "", r"\dfrac{\sqrt{6}}{2}"]),
    ],
)  # fmt: skip
def test_what_a_line_comes_to_is_told_exactly(
    family: str, parameters: dict[str, object], step: str, texts: list[str]
) -> None:
    assert list(closed_forms(whole(family, parameters).exact)[step]) == texts


def test_a_run_without_closed_forms_has_none() -> None:
    given = {"layers": 4, "kv_heads": 2, "d_head": 64, "bytes_per_value": 2, "context": 1024}
    assert closed_forms(whole("kv_cache", given).exact) == {}
