"""The pictures of positions: losses by context, encodings and biases, scores by distance, a head's attention."""

from collections.abc import Mapping, Sequence

import numpy as np

from app.lab.demos.chart import Chart
from app.lab.demos.positions.scores import Scores
from app.lab.demos.positions.state import BEYOND, NAMES, TRAINED, State, by_context
from app.web.languages.languages import N_
from engine.demos import recording
from engine.demos.positions import tables
from engine.demos.positions.tables import Kind
from engine.solutions.pictures import Curve, HeatMap, Line

HIGHEST = 7.0  # nats: a loss above it, or below 0, is not drawn
WINDOW = 24  # positions in a map of queries and keys
WAVE = 32  # positions in a map of encodings
FARTHEST = 63
HEADS_DRAWN = 4
CONTEXT, LOSS = "tokens that are read", "nats per token"
ABOUT = "Loss of the same held-out tokens, by how many tokens before them are read; trained on 32"
Points = tuple[tuple[float, float], ...]
Marks = tuple[tuple[str, float, float], ...]


def training() -> Chart:
    """The drawing of a live run."""
    lines = {
        "loss": N_("training"), "within": N_("held out, trained length"), "beyond": N_("held out, 128 tokens"),
    }  # fmt: skip
    about = "Cross-entropy in nats per token, over the steps of training"
    return Chart(about=about, y=N_("nats per token"), lines=lines, levels={}, low=2.1, high=3.6)


def losses_before() -> Curve:
    """Draws the losses that may be seen before the prediction."""
    return _losses("Up to the trained length", ())


def losses(state: State, predicted: float | None) -> Curve:
    """Draws the losses of all five ways, with the prediction; beyond the trained length of one or of all."""
    beyond: Sequence[Kind] = tuple(NAMES) if state.every else (state.kind,)
    title = "All five" if state.every else f"Beyond the trained length: {NAMES[state.kind]}"
    mark = ("trained length", float(TRAINED), by_context(state.kind)[TRAINED])
    return _losses(title, beyond, (mark, *_prediction(BEYOND, predicted)))


def _losses(title: str, beyond: Sequence[Kind], marks: Marks = ()) -> Curve:
    """Draws the losses of all five, each up to the trained length; those ``beyond``, up to all lengths."""
    lines = tuple(
        Line(
            NAMES[kind],
            _points({n: x for n, x in by_context(kind).items() if n <= TRAINED or kind in beyond}),
        )
        for kind in NAMES
    )
    return Curve(title, ABOUT, CONTEXT, LOSS, lines, marks=marks)


def own_model(state: State, found: Mapping[int, float], predicted: float | None) -> Curve:
    """Draws the losses of the model that was trained live, by how many tokens are read."""
    mark = ("trained length", float(state.trained), found[state.trained])
    about = "Loss of the same held-out tokens, by how many tokens before them are read"
    lines = (Line(NAMES[state.kind], _points(found)),)
    return Curve("Your model", about, CONTEXT, LOSS, lines, marks=(mark, *_prediction(BEYOND, predicted)))


def _prediction(x: float, predicted: float | None, low: float = 0.0, high: float = HIGHEST) -> Marks:
    """The prediction as a mark, unless it lies outside all possible outcomes."""
    if predicted is None or not low <= predicted <= high:
        return ()
    return (("your prediction", x, predicted),)


def drawn_heads(count: int) -> list[int]:
    """Heads of ALiBi whose bias is drawn: the first, the last, and some between."""
    return sorted({1 + round(n * (count - 1) / (HEADS_DRAWN - 1)) for n in range(HEADS_DRAWN)})


def by_distance(scores: Scores, predicted: float | None) -> Curve:
    """Draws the score at every distance, with the prediction of one."""
    state, far = scores.at, range(FARTHEST + 1)
    values = [scores.score(distance) for distance in far]
    spread, came = max(values) - min(values) or 1.0, values[state.distance]
    said = _prediction(state.distance, predicted, min(values) - spread, max(values) + spread)
    marks = ((f"{came:z.2f}", float(state.distance), came), *said)
    if state.kind == "alibi":
        lines = tuple(
            Line(
                f"head {n}",
                tuple((float(d), tables.bias(scores.slopes[n - 1], d, 0)) for d in far),
            )
            for n in drawn_heads(state.heads)
        )
        about = "What is added to a score, by how far the key lies behind the query"
        return Curve("Bias by distance", about, "distance", "bias", lines, marks=marks)
    line = Line(NAMES[state.kind], _points(dict(enumerate(values))))
    if state.kind == "sinusoidal":
        about = "Dot product of the encodings of two positions, by how far they lie apart"
        return Curve("Dot product by distance", about, "distance", "dot product", (line,), marks=marks)
    about = "Dot product of the turned query and the turned key, by how far the key lies behind the query"
    return Curve("Score by distance", about, "distance", "score", (line,), marks=marks)


def learned_vectors() -> HeatMap:
    """Draws every second position of the recorded table; training has reached the first half of them."""
    dots = recording.shown("positions")["maps"]["learned"]["dots"]
    places = tuple(str(place) for place in range(0, len(dots), 2))
    about = "Dot product of the vectors of two positions, every second one; below 0 hatched. From 32 on never trained."
    return HeatMap("Learned vectors", about, places, places, tuple(tuple(row[::2]) for row in dots[::2]))


def encodings(state: State) -> HeatMap:
    """Draws sinusoidal encodings, and frames those of the query and the key."""
    columns = [tables.sinusoidal(position, state.size).tolist() for position in range(WAVE)]
    names = tuple(f"{one} {pair}" for pair in range(state.size // 2) for one in ("sin", "cos"))
    framed = tuple(
        (row, place) for place in {state.query, state.key} if place < WAVE for row in range(state.size)
    )
    about = "Column by column a position, row by row an entry of its encoding; below 0 hatched"
    return HeatMap(
        "Encodings, position by position", about, names, tuple(map(str, range(WAVE))),
        tuple(zip(*columns, strict=True)), marked=framed,
    )  # fmt: skip


def queries_and_keys(scores: Scores) -> HeatMap:
    """Draws the scores of a window of queries around the chosen one and of the keys before them.

    The queries end with the chosen one, or begin with the first of all; the keys begin at the same position, or at the
    chosen key if that comes before.
    """
    state = scores.at
    title, says = "Score of every query and key", "Along each diagonal the distance is the same."
    if state.kind == "alibi":
        title = "Bias of the first head"
        says = "All are 0 or below: the stronger the colour, the more is taken off the score."
    first = max(0, state.query - WINDOW + 1)
    queries = range(first, first + WINDOW)
    keys = range(min(first, state.key), min(first, state.key) + WINDOW)
    about = f"Row by row a query, column by column a key; later keys are masked and left blank. {says}"
    values = tuple(tuple(scores.score(i - j) if j <= i else -np.inf for j in keys) for i in queries)
    framed = ((queries.index(state.query), keys.index(state.key)),)
    return HeatMap(title, about, tuple(map(str, queries)), tuple(map(str, keys)), values, marked=framed)


def attention(state: State) -> Curve:
    """Draws the attention of the last position in a head of the recorded model, in a short text and in a long one."""
    found = recording.shown("positions")["kinds"][state.kind]["attention"]
    lines = tuple(
        Line(
            f"{length} tokens", _points(dict(enumerate(found[str(length)][state.layer - 1][state.head - 1])))
        )
        for length in (TRAINED, BEYOND)
    )
    about = "Weight that the last position gives to the token so far back, on average over 200 texts"
    return Curve(f"Layer {state.layer}, head {state.head}", about, "distance", "weight", lines)


def _points(values: Mapping[int, float]) -> Points:
    return tuple((float(x), y) for x, y in values.items())
