"""The sentence that is read out when the page changes: what the last move did, with numbers.

What was in sight before stands in no form: the browser says from which address it came.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from app.whole_model.bars import likeliest
from app.whole_model.state import HEAD_NAMES, State
from app.whole_model.strips import changed
from app.whole_model.whole_model import BEGINNING, View
from engine.demos.gpt.forward import Switches
from engine.demos.gpt.names import vocabulary
from engine.figures.wording import counted, moved, shown
from engine.mathematics import softmax
from engine.whole_model.stations import Kind, letter, stations, values


def sentence(now: View, before: View | None) -> str:
    """The last change in a sentence or two, or what is in sight if nothing came before; a hidden number is in none."""
    if now.verdict and now.verdict.read:
        return _opened(now)
    if now.hidden:
        return "The number is hidden: work it out from its line, then check it."
    here, was = now.state, before.state if before else now.state
    if before is None or _looked(here) == _looked(was):
        return _opened(now) if here.opened and here.opened != was.opened else _expects(now)
    if here.text != was.text or here.ended != was.ended:
        return _text(now, before)
    if here.switches != was.switches:
        return _switches(now, before)
    if here.decoding != was.decoding:
        return _decoding(now)
    return _opened(now) if now.line else f"This is the way of {_token(now)}. {_expects(now)}"


def _looked(state: State) -> State:
    """The state but for what is opened of the same token."""
    return replace(state, opened=None, asks=False, guess="", checked=False, walk=0, said=())


def _expects(now: View) -> str:
    first, second = likeliest(now.through, now.state.token)[:2]
    shares = softmax(now.through.logits[now.state.token])
    return (
        f"After {_token(now)}, the model expects {_sign(first)} most, with {shown(shares[first])}, "
        f"then {_sign(second)}, with {shown(shares[second])}."
    )


def _token(now: View) -> str:
    """The token whose way is drawn, with what it has seen."""
    token = now.state.token
    return f"“{now.state.text[:token]}”" if token else f"the beginning, {BEGINNING}"


def _sign(place: int) -> str:
    return f"“{letter(place)}”" if place else "the end"


def _text(now: View, before: View) -> str:
    here, was = now.state, before.state
    if here.ended and not was.ended:
        return f"The end was drawn: it had {shown(before.decoded[0])}. The name is “{here.text}”."
    if len(here.text) == len(was.text) + 1 and here.text.startswith(was.text) and was.token == len(was.text):
        share = before.decoded[vocabulary().index(here.text[-1])]
        return (
            f"“{here.text[-1]}” was added: it had {shown(share)}. The cache grew from {before.cache:,} to "
            f"{now.cache:,} bytes. {_expects(now)}"
        )
    read = counted(len(now.letters), "token")
    return f"The model has read {read}, and the cache holds {now.cache:,} bytes. {_expects(now)}"


def _switches(now: View, before: View) -> str:
    token = now.state.token
    first, leader = (likeliest(one.through, token)[0] for one in (before, now))
    was, is_now = (float(softmax(one.through.logits[token])[first]) for one in (before, now))
    said = ". ".join(_switched(now.state.switches, before.state.switches))
    moves = moved(f"the probability of {_sign(first)}", was, is_now)
    lead = "" if leader == first else f" The likeliest is {_sign(leader)} now."
    cells, every = changed_cells(now)
    outlined = (
        f" {cells:,} of the {every:,} cells on this way differ from the whole model's." if cells else ""
    )
    return f"{said}: {moves}.{lead}{outlined}"


def _switched(now: Switches, before: Switches) -> Iterator[str]:
    for name, head in HEAD_NAMES.items():
        if (head in now.without) != (head in before.without):
            yield f"Head {name} is {'out' if head in now.without else 'back'}"
    if now.mask != before.mask:
        yield "The mask is back" if now.mask else "The mask is lifted"
    if now.scale != before.scale:
        yield "The scale is back" if now.scale else "The scale is dropped"


def changed_cells(now: View) -> tuple[int, int]:
    """The number of cells drawn on the way of the token that the switches changed, and of all."""
    token, count, every = now.state.token, 0, 0
    for station in stations():
        if station.kind is not Kind.PROBABILITY:
            numbers, trained = (values(one, station)[token] for one in (now.through, now.trained))
            count, every = count + len(changed(numbers, trained)), every + len(numbers)
    return count, every


def _decoding(now: View) -> str:
    state = now.state
    first = likeliest(now.through, state.token)[0]
    own, drawn = softmax(now.through.logits[state.token])[first], now.decoded[first]
    left = int(np.count_nonzero(now.decoded))
    return (
        f"Temperature {state.temperature:g}, top-k {state.k}, top-p {state.p:g}: {_sign(first)} is drawn with "
        f"{shown(drawn)}, where the model has {shown(own)}; {left} of {len(now.decoded)} letters can come."
    )


def _opened(now: View) -> str:
    line, station = now.line, now.station
    if line is None or station is None:
        return _expects(now)
    made = (
        f"made of {counted(len(line.operands), 'number')}, outlined upstream"
        if line.operands
        else "a sum of two rows"
    )
    return f"{now.title(station)}, {now.in_words(line.cell)}: {now.written(line.value)}, {made}."
