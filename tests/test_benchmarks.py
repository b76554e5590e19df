"""The benchmarks of the engine can be run: each piece of their work is done once, without a clock."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from app.database.schema import metadata
from engine.figures.catalogue import figures
from tests.benchmarks import engine, touched
from tests.benchmarks.bounds import BOUNDS


@pytest.mark.parametrize("name", engine.KINDS)
def test_each_kind_is_drawn_and_shown(name: str) -> None:
    question = engine.BANK[name]
    assert engine.draw_with_key(question, 1)
    assert engine.safe_variant(question, 1).asked
    assert question.title in bytes(engine.whole_page(question, 1).body).decode()


def test_right_answers_are_right_and_wrong_ones_are_explained() -> None:
    assert all(mark.credit == 1 for sheet in engine.right_numbers()[:5] for mark in sheet.marks())
    assert all(mark.credit == 1 for sheet in engine.right_matrices()[:5] for mark in sheet.marks())
    wrong = engine.wrong_answers()
    assert wrong
    assert all(any(sentences) for sentences in wrong[0].explained())


def test_each_figure_is_dragged_through_states_of_its_own() -> None:
    for figure in figures().values():
        for move in touched.moves(figure):
            query = dict(parse_qsl(urlsplit(move).query))
            before = dict(parse_qsl(query.pop("was")))
            assert urlsplit(move).path == f"/figures/{figure.id}"
            assert [figure.read(state)[1] for state in (query, before)] == [(), ()]
            assert before != query


def test_of_every_table_is_known_what_keeps_it_from_growing_without_end() -> None:
    assert set(BOUNDS) == set(metadata.tables)
