"""Exercises with the numbers of an opened station: attention of a head, and the softmax over letters.

The numbers are asked as the page shows them. The sheet leads back to the state that they come from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from app.database.connection import Database
from app.practice import opening
from app.questions.context import Context
from app.web.languages.languages import N_
from app.whole_model.bars import likeliest
from app.whole_model.state import State
from app.whole_model.store import exercises
from app.whole_model.strips import OF_HEADS
from app.whole_model.whole_model import View
from engine.bank import Bank
from engine.parameters import Array
from engine.whole_model.arithmetic import read
from engine.whole_model.stations import HEADS, Cell, Kind

MOST_TOKENS, ENTRIES, LETTERS = 3, 2, 5  # keys of a head, entries of a value, logits
REFUSED = N_(
    "These numbers make no fair exercise: rounding would decide, or a mistake would come to the same. Open another "
    "number and try again."
)


class NoExercise(ValueError):
    """Raised if the numbers of the opened station make no fair exercise."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The question that the numbers are put into, and its parameters."""

    question: str
    given: Mapping[str, Any]


def numbers(view: View) -> Numbers | None:
    """The numbers of the opened station as an exercise; None where no family fits. With the scale dropped, a head's
    attention is not what the question says; of one token alone there is nothing to compute."""
    if view.line is None or view.station is None:
        return None
    if view.station.kind in (Kind.LOGIT, Kind.PROBABILITY):
        return _letters(view)
    if view.station.block is None or view.station.kind not in OF_HEADS or not view.state.switches.scale:
        return None
    return _head(view, view.station.block, view.line.cell.place // view.station.wide(len(view.letters)))


def is_fair(bank: Bank, view: View) -> bool:
    """True if a sheet can be made with the numbers of the opened station: only then is one offered."""
    made = numbers(view)
    return made is not None and opening.makes_a_sheet(bank, made.question, made.given)


def fair_head(bank: Bank, view: View) -> Cell | None:
    """The opened number's counterpart in the next head of which a sheet can be made; None if no other head will do."""
    if view.line is None or numbers(view) is None or view.station is None or view.station.block is None:
        return None
    wide, cell = view.station.wide(len(view.letters)), view.line.cell
    for further in range(1, HEADS):
        there = replace(cell, place=(cell.place + further * wide) % (HEADS * wide))
        if is_fair(bank, replace(view, state=replace(view.state, opened=there))):
            return there
    return None


def _letters(view: View) -> Numbers:
    """The five likeliest letters, as if there were no others, at the temperature that is set."""
    token = view.state.token
    logits = view.through.logits[token, likeliest(view.through, token)[:LETTERS]]
    return Numbers("careful-or-bold", {"logits": _read(logits), "temperature": view.state.temperature})


def _head(view: View, block: int, head: int) -> Numbers | None:
    """A head: the query of the token, keys and values of those that it looks at most, in their order."""
    layer, token = view.through.layers[block], view.state.token
    shares = layer.weights[head, token]
    most = sorted(np.argsort(-shares, kind="stable")[:MOST_TOKENS].tolist())
    seen = [n for n in most if shares[n] > 0]
    if len(seen) < MOST_TOKENS:
        return None
    q, k, v = (part[head] for part in (layer.attention.q, layer.attention.k, layer.attention.v))
    return Numbers(
        "a-head-reads-a-name",
        {
            "Q": [_read(q[token])],
            "K": [_read(k[n]) for n in seen],
            "V": [_read(v[n, :ENTRIES]) for n in seen],
        },
    )


def _read(row: Array) -> list[float]:
    return [read(float(x)) for x in row]


def make(context: Context, view: View, key: str) -> str:
    """Makes a sheet with the numbers of the opened station; returns its name. Raises NoExercise."""
    made = numbers(view)
    if made is None:
        raise NoExercise
    try:
        name = opening.with_numbers(context, made.question, made.given, key)
    except opening.UNFAIR as error:
        raise NoExercise(str(error)) from error
    with context.database.write() as connection:
        exercises.keep(connection, name, query_of(view.state))
    return name


def query_of(state: State) -> str:
    return state.address().partition("?")[2]


def origin(database: Database, attempt: str | None) -> str:
    """The address of the page's state where the numbers of an attempt come from, "" if they come from elsewhere."""
    if attempt is None:
        return ""
    with database.read() as connection:
        query = exercises.origin(connection, attempt)
    return f"/model?{query}" if query else ""
