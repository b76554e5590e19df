"""Whatever stands in the cells of a sheet: an answer, soon, and nothing that stays in memory."""

import gc
import tracemalloc
from collections.abc import Sequence
from random import Random

import pytest
from fastapi import FastAPI

from engine.answers.expression import Binary, Call, Name, Num, Unary, nodes
from engine.answers.grammar import PARSER, parse
from engine.answers.refusal import Refused
from tests.app.exams.sitting import of_kind
from tests.app.practice.hostile_cells import SPELLINGS, written
from tests.app.practice.hostile_sheets import Paper, Sheet, of_forms, sizes
from tests.app.practice.uncached_timing import OF_TEXTS, computed, name, seconds, too_long
from tests.engine.submissions import SWEEP
from tests.every import one_in

MANY = 50  # questions
CELLS, IN_EXAMS = (1800, 200) if SWEEP else (32, 8)  # of each of them: a hundred thousand in all
ROUNDS = 10  # on one sheet: what was typed into it before is read with it
HALVES, WARM, SHEETS = 2, 100, 200  # of the forms; of each, before anything is counted, and then
GROWN = 1  # megabytes after half of them


def questions() -> Sequence[str]:
    """Those with the most cells, every form of field among them, and a program."""
    return [*[*dict.fromkeys([*of_forms(), *sizes()])][:MANY], of_kind("code")]


@pytest.mark.sweep
@pytest.mark.parametrize("half", range(HALVES))
def test_what_was_typed_does_not_stay_in_memory(app: FastAPI, half: int) -> None:
    """Into whatever form of a field: one sheet's texts have sixty kilobytes. What Python holds is counted, for the
    size of the process varies by more than all of them together."""
    rng, forms, held = Random(half), of_forms()[half::HALVES], list[int]()
    try:
        for sent in range(WARM + SHEETS):
            if sent == WARM:
                tracemalloc.start()
            if sent % ROUNDS == 0:
                sheet = Sheet.of(app, forms[sent // ROUNDS % len(forms)])
            seconds(sheet.steps(sheet.texts(rng)))
            if sent >= WARM:
                gc.collect()
                held.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert min(held[SHEETS // 2 :]) < GROWN * 2**20, held


@pytest.mark.parametrize("place", one_in(25, range(MANY)))
def test_no_cell_breaks_the_page_or_keeps_others_waiting(app: FastAPI, place: int) -> None:
    """The whole sheet takes no longer than one cell may, or hardly longer than one with a 0 in each."""
    rng, sent, n, question = Random(place), 0, 0, questions()[place]
    while sent < CELLS:
        if n % ROUNDS == 0:
            sheet = Sheet.of(app, question)
        texts = sheet.texts(rng)
        zeros = dict.fromkeys(texts, "0")
        long = too_long(
            lambda: Sheet.of(app, question).steps(texts),  # noqa: B023, called at once
            lambda: Sheet.of(app, question).steps(zeros),  # noqa: B023
            sheet.steps(texts),
        )
        assert not long, (long, texts)
        sent, n = sent + len(texts), n + 1


@pytest.mark.parametrize("place", one_in(25, range(MANY + 1)))
def test_no_cell_breaks_an_exam_or_keeps_its_room_waiting(app: FastAPI, place: int) -> None:
    rng, sent, question = Random(place), 0, questions()[place]
    while sent < IN_EXAMS:
        first, then = (Paper.of(app, question).texts(rng) for _ in range(2))
        by_script = rng.random() < 0.5
        zeros = dict.fromkeys([*first, *then], "0")
        long = too_long(
            lambda: Paper.of(app, question).steps(first, then, by_script),  # noqa: B023, called at once
            lambda: Paper.of(app, question).steps(zeros, zeros, by_script),  # noqa: B023
        )
        assert not long, (long, first, then)
        sent += len(first) + len(then)


def test_a_second_try_reads_as_much_as_the_first(app: FastAPI) -> None:
    sheet = Sheet.of(app, "causal-attention-by-hand")
    steps, read = sheet.steps(dict.fromkeys(sheet.texts(Random(1)), "ln(2) + 1/3")), list[int]()
    for _ in range(2):
        seconds(steps)
        read.append(sum(kept.cache_info().misses for kept in OF_TEXTS))
    assert read[0] == read[1] > 0


OF_CODE = {  # of the steps' own functions, whatever is typed; made when first a wrong number calls for it
    "engine.mutations.mutations._mutated",
    "engine.mutations.source._functions",
}


@pytest.mark.sweep  # each form of a field, four times
def test_whatever_keeps_something_of_a_text_is_made_to_forget(app: FastAPI) -> None:
    rng, forgetful = Random(1), set(map(name, OF_TEXTS)) | OF_CODE
    for question in of_forms():
        for n in range(4):
            sheet, paper, before = Sheet.of(app, question), Paper.of(app, question), computed()
            seconds(sheet.steps(sheet.texts(rng)))
            seconds(paper.steps(paper.texts(rng), paper.texts(rng), n % 2 == 0))
            if n > 1:  # what is there for everybody is there by now
                grown = {one for one, times in computed().items() if times > before[one]}
                assert grown <= forgetful, question


def test_the_texts_come_from_the_readers_own_grammar() -> None:
    rng = Random(1)
    read = [parse(written(rng)) for _ in range(300)]
    grown = [tree for tree in read if not isinstance(tree, Refused)]
    assert len(grown) > 10
    assert {type(node) for tree in grown for node in nodes(tree)} == {Binary, Call, Name, Num, Unary}
    assert {terminal.name for terminal in PARSER.terminals} - {"__IGNORE_0"} == set(SPELLINGS)
