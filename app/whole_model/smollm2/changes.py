"""The sentence on what the switches of the open layer change."""

from collections.abc import Iterator

import numpy as np

from app.whole_model.smollm2 import picture
from app.whole_model.smollm2.layout import GAPS, TILES
from app.whole_model.smollm2.shown import Shown
from app.whole_model.smollm2.state import TOP, State
from engine.solutions.columns import minus
from engine.whole_model.smollm2 import stations
from engine.whole_model.smollm2.block import AS_TRAINED, Switches
from engine.whole_model.smollm2.numbers import shown as written


def sentence(state: State, known: Shown, token: int) -> str:
    """How many of the token's drawn numbers are others than the whole model's, and how far the stream moves; "" where
    nothing is switched off."""
    if state.switches == AS_TRAINED or state.layer == TOP or known.opened is None or known.trained is None:
        return ""
    drawn = [name for name, _ in GAPS if name != TILES]
    changed = sum(len(picture.changed(known, name, token)) for name in drawn)
    every = sum(stations.row(known.opened, name, token).size for name in drawn)
    what = f"In layer {state.layer} {_listed(list(_switched(state.switches)))}"
    if not changed:
        last = token == len(known.tokens) - 1 and state.switches == Switches(mask=False)
        return f"{what}: no number of this token changes." + (
            " The newest token sees all others anyway." if last else ""
        )
    now, before = (stations.row(one, "after", token) for one in (known.opened, known.trained))
    moves, length = (minus(written(float(np.linalg.norm(x)))) for x in (now - before, before))
    numbers = "number of this token changes" if changed == 1 else "numbers of this token change"
    return (
        f"{what}: {changed:,} of the {every:,} {numbers} (dashed), and its stream after the layer moves by {moves}, "
        f"where it was {length} long."
    )


def _switched(switches: Switches) -> Iterator[str]:
    heads = [str(head + 1) for head in sorted(switches.without)]
    if heads:
        yield f"head{'s' if len(heads) > 1 else ''} {_listed(heads)} {'are' if len(heads) > 1 else 'is'} out"
    if not switches.mask:
        yield "the mask is lifted"
    if not switches.scale:
        yield "the scale is dropped"


def _listed(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
