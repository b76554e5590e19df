"""Whatever readable numbers stand in the lines, they are marked: no state of a student breaks the marker."""

from random import Random

import pytest

from engine import asked_lines, variants
from engine.answers import cells
from engine.marking import marking
from engine.marking.marking import PartMark
from engine.questions import Question
from tests.engine.submissions import SUBJECTS, SWEEP, by_id, of_subject
from tests.every import every, one_in

STRANGE = ("0", "-1", "1", "1e59", "-1e59", "1e-59", "-inf", "inf", "1e18", "0.005")


@pytest.mark.parametrize("subject", one_in(5, SUBJECTS))
def test_strange_numbers_in_any_line_are_marked(subject: str, seeds: range) -> None:
    every(of_subject(subject), lambda question: is_marked(question, seeds), by_id)


def is_marked(question: Question, seeds: range) -> None:
    for seed in seeds if SWEEP else seeds[:1]:
        rng = Random(seed)
        variant = variants.draw(question, seed, question.levels[-1])
        opened = asked_lines.with_chain(variant, [asked.name for asked in variant.asked])
        typed = {}
        for asked in opened.asked:
            shown = [asked.step.form.show(leaf) for leaf in cells.cells(asked.key)]
            numeric = not isinstance(cells.cells(asked.key)[0], str | tuple)
            typed[asked.name] = [rng.choice((*STRANGE, text)) if numeric else text for text in shown]
        marks = marking.mark(opened, typed)
        assert marks.keys() == typed.keys()
        assert all(0 <= mark.credit <= 1 for mark in marks.values() if isinstance(mark, PartMark))


@pytest.mark.parametrize("subject", one_in(5, SUBJECTS))
def test_whatever_an_exam_ends_with_is_marked(subject: str, seeds: range) -> None:
    """The same in every cell, or each part's words in another order: choices, tokens and merges that are none."""
    every(of_subject(subject), lambda question: ends(question, seeds), by_id)


def ends(question: Question, seeds: range) -> None:
    for seed in seeds if SWEEP else seeds[:1]:
        variant = variants.draw(question, seed, question.default_level)
        keys = {
            asked.name: [asked.step.form.show(leaf) for leaf in cells.cells(asked.key)]
            for asked in variant.asked
        }
        turned = {name: [" ".join(reversed(text.split())) for text in texts] for name, texts in keys.items()}
        names = list(keys)
        swapped = {
            name: (keys[other] * len(keys[name]))[: len(keys[name])]
            for name, other in zip(names, names[::-1], strict=True)
        }
        same = [
            {name: [text] * len(texts) for name, texts in keys.items()}
            for text in ("1", "2", "-98765.43", "1e59", "-inf", "7.7.7", "e s", "none")
        ]
        for typed in (turned, swapped, *same):
            marks = marking.mark(variant, typed, final=True)
            assert marks.keys() <= typed.keys()
