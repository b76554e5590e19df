"""Whatever stands in the cells of a sheet: an answer, soon, and nothing that stays in memory."""

import gc
import resource
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from urllib.parse import quote_plus

import pytest
from fastapi import FastAPI

from engine import cells, variants
from engine.expression import Binary, Call, Name, Num, Unary, nodes
from engine.grammar import PARSER, parse
from engine.refusal import Refused
from tests.app.hostile_cells import SPELLINGS, hostile, written
from tests.app.learner import Form, Learner, Page, new_learner
from tests.engine.solutions import BANK, SWEEP
from tests.every import one_in

MANY = 50  # questions
CELLS = 2000 if SWEEP else 60  # of each of them: a hundred thousand in all
MOST, TRIES = 0.05, 8  # seconds of the processor
ROUNDS, GROWN = 1200, 16  # sheets of twelve cells; megabytes from the first half of them to the second
BYTES = 60_000  # of a form, as it is sent


@cache
def questions() -> Sequence[str]:
    """Those with the most cells, every form of field among them but programs."""
    forms, size = dict[str, str](), dict[str, int]()
    for one in BANK.questions.values():
        if one.kind != "code":
            asked = variants.draw(one, 1, one.default_level).asked
            size[one.id] = sum(len(cells.cells(part.key)) for part in asked)
            for form in sorted({type(part.step.form).__name__ for part in asked}):
                forms[form] = max(forms.get(form, one.id), one.id, key=lambda name: size[name])
    most = sorted(size, key=lambda name: -size[name])
    return list(dict.fromkeys([*forms.values(), *most]))[:MANY]


def sheet_of(app: FastAPI, question: str) -> tuple[Learner, Page, Sequence[str]]:
    """With something in each cell, and the names of the cells."""
    learner = new_learner(app)
    fresh = learner.open(question, level=BANK.questions[question].default_level)
    names = [name for name in fresh.fields if name.startswith("cell.")]
    zeros: Form = {**fresh.fields, **dict.fromkeys(names, "0"), "do": "check"}
    return learner, learner.send(fresh.action, zeros), names


@pytest.mark.parametrize("place", one_in(10, range(MANY)))
def test_no_cell_breaks_the_page_or_keeps_others_waiting(app: FastAPI, place: int) -> None:
    """The whole sheet takes no longer than one cell may: the processor's time, and the least of so many tries."""
    rng, sent = Random(place), 0
    learner, sheet, names = sheet_of(app, questions()[place])
    while sent < CELLS:
        texts: Form = {name: fitting(hostile(rng), BYTES // len(names)) for name in names}
        assert seconds(learner, sheet, texts) <= MOST, texts
        sent += len(names)


@pytest.mark.sweep
def test_what_was_typed_does_not_stay_in_memory(app: FastAPI) -> None:
    rng, sizes = Random(1), list[int]()
    learner, sheet, names = sheet_of(app, "causal-attention-by-hand")
    for sent in range(1, ROUNDS + 1):
        seconds(learner, sheet, {name: fitting(hostile(rng), BYTES // len(names)) for name in names})
        if sent % (ROUNDS // 8) == 0:
            sizes.append(resident())
    assert min(sizes[4:]) - min(sizes[:4]) < GROWN * 2**20, sizes


def fitting(text: str, most: int) -> str:
    """As much of it as takes so many bytes in a form."""
    while len(quote_plus(text)) > most:
        text = text[: len(text) // 2]
    return text


def seconds(learner: Learner, sheet: Page, texts: Form) -> float:
    """Of the processor, until the page with the verdicts is written; the least of some tries where it was long."""
    tries = list[float]()
    while not tries or (min(tries) > MOST and len(tries) < TRIES):
        began = time.process_time()
        page = learner.send(sheet.action, {**sheet.fields, **texts, "do": "check"}, follow=False)
        tries.append(time.process_time() - began)
        assert page.status in (200, 303, 422), page.text
    return min(tries)


def resident() -> int:
    """Bytes of this process in memory."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def test_the_texts_come_from_the_readers_own_grammar() -> None:
    rng = Random(1)
    read = [parse(written(rng)) for _ in range(300)]
    grown = [tree for tree in read if not isinstance(tree, Refused)]
    assert len(grown) > 10
    assert {type(node) for tree in grown for node in nodes(tree)} == {Binary, Call, Name, Num, Unary}
    assert {terminal.name for terminal in PARSER.terminals} - {"__IGNORE_0"} == set(SPELLINGS)
