"""The words in the picture, at the opened number and at what it is made of."""

import re

import pytest

from app.whole_model import numbers, whole_model
from app.whole_model.notes import Note
from app.whole_model.state import State
from engine.whole_model import stations
from engine.whole_model.stations import Cell
from tests.app.learner import Learner

LETTER = 6.8  # the width of a letter of 13 px, at most on average


def noted(cell: Cell, text: str = "mar", *, asks: bool = False) -> tuple[Note, ...]:
    return tuple(whole_model.view(State(text=text, token=cell.token, opened=cell, asks=asks)).notes)


def reach(note: Note) -> tuple[float, float]:
    wide = LETTER * len(note.text)
    x = note.at[0]
    return (x - wide, x) if note.ends else (x, x + wide)


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (Cell("1-norm", 3, 4), {"stream", "norm"}),
        (Cell("1-score", 3, 2), {"query", "key of “a”", "score"}),
        (Cell("1-score", 3, 3), {"query", "key", "score"}),
        (Cell("2-weight", 3, 5), {"scores", "weight"}),
        (Cell("1-mix", 3, 4), {"weights", "value", "other values", "mix"}),
        (Cell("1-between", 3, 4), {"stream", "attention adds"}),
        (Cell("1-active", 3, 4), {"wide", "GELU"}),
        (Cell("logit", 3, 4), {"norm", "logit"}),
    ],
)
def test_what_is_opened_and_what_it_is_made_of_is_named_where_it_lies(cell: Cell, words: set[str]) -> None:
    notes = noted(cell)
    line = whole_model.view(State(token=cell.token, opened=cell)).line
    assert line is not None
    told = numbers.written(line.value)
    assert {note.text.removesuffix(f" {told}") for note in notes} == words
    assert [note.text.endswith(f" {told}") for note in notes if note.opened] == [True]


def test_a_number_that_is_asked_is_not_told_in_the_picture_either(learner: Learner) -> None:
    (opened,) = [note for note in noted(Cell("1-score", 3, 2), asks=True) if note.opened]
    assert opened.text == "score ?"
    page = learner.get("/model?cell=1-score.3.2&ask=on")
    assert len(re.findall(r'<text class="note (?:across|down)[^"]*told">score \?</text>', page.html)) == 2


def test_without_an_opened_number_the_picture_has_no_words(learner: Learner) -> None:
    assert 'class="notes"' not in learner.get("/model").html


@pytest.mark.parametrize("text", ["", "mar", "margareta", "maximilian"])
def test_no_words_cover_others_and_no_line_goes_through_words(text: str) -> None:
    through = stations.run(text)
    for station in stations.stations():
        if station.name == "probability":
            continue
        for token in (0, len(text)):
            place = len(stations.values(through, station)[token]) - 1
            notes = noted(Cell(station.id, token, place), text)
            for one in notes:
                begins, ends = reach(one)
                assert begins >= 0, one
                assert ends <= 990, one
                for other in notes:
                    if other is one:
                        continue
                    lies, goes = reach(other)
                    apart = abs(one.at[1] - other.at[1]) >= 14
                    assert apart or goes <= begins or ends <= lies, (one, other)
                    if found := re.fullmatch(r"M([\d.]+) ([\d.]+)V([\d.]+)", other.line):
                        x, top, bottom = map(float, found.groups())
                        touches = begins + 3 < x < ends - 3 and top < one.at[1] < bottom
                        assert not touches, (one, other)
