"""The spine: the table, every layer, and the head, each with the length of the stream and what would be said there."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log

from app.whole_model.smollm2.shown import Said, Shown
from app.whole_model.smollm2.state import TOP
from engine.demos.smollm2.settings import LAYERS


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A place on the spine: which layer it opens, the ``norm`` of the stream after it (``length`` from 0 to 1, on a
    logarithmic scale), and the likeliest token if the model stopped there."""

    name: str
    layer: int
    norm: float | None
    length: float
    said: Said | None


def rows(shown: Shown, token: int) -> Iterator[Row]:
    """From the table, which opens layer 1, to the head, which follows the last layer."""
    norms = [float(norms[token]) for norms in shown.norms]
    least, most = (min(norms), max(norms)) if norms else (1.0, 1.0)
    for n in range(TOP + 1):
        norm = norms[n] if n < len(norms) else None
        yield Row(
            name={0: "table", TOP: "head"}.get(n, str(n)),
            layer=max(1, n),
            norm=norm,
            length=0.1 + 0.9 * log(norm / least) / log(most / least) if norm and most > least else 0.0,
            said=shown.lens[min(n, LAYERS)][0] if shown.lens and n <= LAYERS else None,
        )
