"""The pictures of the decoding lab: each stage, what was drawn, the beam as a tree, one head of attention."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

import numpy as np

from app.lab.demos.decoding import letter_model
from app.lab.demos.decoding.letter_model import letter
from engine.demos.decoding import TOP_P, Hypothesis, Stage
from engine.demos.gpt.names import decode
from engine.parameters import Array
from engine.solutions.pictures import Bars, HeatMap, Node, Tree

SHOWN = 8  # letters in a picture, the most probable first
STAGES = {
    "softmax": "Softmax of the logits",
    "temperature": "After temperature",
    "top-k": "After top-k",
    "top-p": "After top-p",
    "renormalised": "Renormalised",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A letter, or all ``others`` together, at one stage: its probability, that of the stage ``before`` (None at the
    first), and how many of its letters are ``left``. ``earlier`` is its result with the settings before."""

    label: str
    now: float
    before: float | None
    left: int
    letters: int
    earlier: float | None = None

    @property
    def cut(self) -> str:
        """The part that was cut off up to here, in words; "" for nothing."""
        if not self.left:
            return "cut"
        return f"{self.left} left" if self.left < self.letters else ""


def stages(run: Sequence[Stage], ranking: Sequence[int], p: float) -> list[Bars]:
    """Draws the stages that change something: in each the same letters and order, the others as one bar, on a scale
    from 0 to 1 whatever the settings are, so that results can be compared."""
    return [
        Bars(
            STAGES[stage.step],
            _about(run, stage, p),
            ("probability",),
            summed(ranking, stage.probabilities),
            most=1.0,
        )
        for stage in changes(run)
    ]


def changes(run: Sequence[Stage]) -> list[Stage]:
    """The stages that change something, and the first."""
    found = [run[0]]
    for stage in run[1:]:
        if not np.allclose(stage.probabilities, found[-1].probabilities):
            found.append(stage)
    return found


def rows(run: Sequence[Stage], ranking: Sequence[int], earlier: Array | None) -> list[list[Row]]:
    """The rows of the stages that ``stages`` draws, each with what it was a stage before; those of the last one with
    the ``earlier`` result, of the settings before."""
    found: list[list[Row]] = []
    many = max(1, len(ranking) - SHOWN)
    for stage in changes(run):
        counts = [
            *(int(stage.left[token]) for token in ranking[:SHOWN]),
            int(stage.left[ranking[SHOWN:]].sum()),
        ]
        bars = summed(ranking, stage.probabilities)
        before = [row.now for row in found[-1]] if found else [None] * len(bars)
        found.append(
            [
                Row(name, now, was, left, many if place == SHOWN else 1)
                for place, ((name, (now,)), was, left) in enumerate(
                    zip(bars, before, counts[: len(bars)], strict=True)
                )
            ]
        )
    if earlier is not None:
        then = [amount for _, (amount,) in summed(ranking, earlier)]
        found[-1] = [replace(row, earlier=amount) for row, amount in zip(found[-1], then, strict=True)]
    return found


def _about(run: Sequence[Stage], stage: Stage, p: float) -> str:
    letters = f"{stage.kept} letter{'s' if stage.kept > 1 else ''} with a mass of {stage.mass:.2f}"
    if stage.step != TOP_P:
        return letters
    before = run[run.index(stage) - 1].mass
    return f"{letters}: the fewest that reach {p:g} of the {before:.2f} that was left before"


def summed(letters: Sequence[int], *amounts: Array) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """The bars of as many letters as are shown, and one bar for all others together."""
    bars = [(letter(token), tuple(float(one[token]) for one in amounts)) for token in letters[:SHOWN]]
    if others := list(letters[SHOWN:]):
        name = f"{len(others)} other{'s' if len(others) > 1 else ''}"
        bars.append((name, tuple(float(one[others].sum()) for one in amounts)))
    return tuple(bars)


def compared(name: str, predicted: float, came: float) -> Bars:
    """Draws the prediction beside the outcome."""
    about = "What was said beside what came"
    return Bars(f"The letter {name}", about, ("you", "the model"), ((name, (predicted, came)),), most=1.0)


def draws(left: Sequence[int], probabilities: Array, counts: Sequence[int]) -> Bars:
    """Draws how often each letter came, beside how often it was to be expected."""
    many = sum(counts)
    bars = summed(left, many * probabilities, np.array(counts, float))
    about = f"How often each letter came in {many} draws, beside {many} times its probability"
    return Bars(f"{many} draws", about, ("expected", "drawn"), bars, most=float(many))


def beam(rows: Sequence[Sequence[Hypothesis]], width: int) -> Tree:
    """Draws the hypotheses that the search has kept, and the best that it did not keep."""
    best = rows[-1][0]
    nodes: list[Node] = []
    places: dict[tuple[int, int], int] = {}
    path = {best.tokens[:n] for n in range(1, len(best.tokens) + 1)}
    for depth, row in enumerate(rows):
        for place, one in enumerate(row[: width + 1]):
            parent = places.get((depth - 1, one.parent))
            above = rows[depth - 1][one.parent].tokens if depth else ()
            if one.tokens == above:  # this hypothesis was finished in an earlier row
                places[depth, place] = places[depth - 1, one.parent]
                continue
            label = decode(one.tokens[1:]) if not depth else letter(one.tokens[-1])
            places[depth, place] = len(nodes)
            nodes.append(
                Node(label or "start", f"{one.log_probability:.2f}", parent, one.kept, one.tokens in path)
            )
    about = (
        "Under each letter stands the natural log-probability of all up to it; faint is what fell out of the beam, "
        f"and a dot ends the name. Best: {decode(best.tokens).strip('.')} with probability "
        f"{exp(best.log_probability):.3f}"
    )
    return Tree(f"Beam of width {width}", about, tuple(nodes))


@dataclass(frozen=True, slots=True)
class Grown:
    """The origin of a node of the tree: ``above`` is the log-probability of the node that it grew from, ``letter`` the
    probability of its last letter, ``place`` its rank in its row, from 1."""

    above: float
    letter: float
    log_probability: float
    place: int
    kept: bool

    @property
    def probability(self) -> float:
        return exp(self.log_probability)


def grown(rows: Sequence[Sequence[Hypothesis]], width: int) -> list[Grown]:
    """One for each node of ``beam``, in its order; the root has grown from itself."""
    found = []
    for depth, row in enumerate(rows):
        for place, one in enumerate(row[: width + 1], 1):
            above = rows[depth - 1][one.parent] if depth else one
            if depth and one.tokens == above.tokens:
                continue
            logs = above.log_probability, one.log_probability
            found.append(Grown(logs[0], exp(logs[1] - logs[0]), logs[1], place, one.kept))
    return found


def prefixes(tree: Tree, begin: str) -> list[str]:
    """The letters up to each node of the tree."""
    found: list[str] = []
    for node in tree.nodes:
        found.append(begin if node.parent is None else found[node.parent] + node.label)
    return found


def attention(tokens: Sequence[int], layer: int, head: int) -> HeatMap:
    """Draws the weights of one head of one layer: what each letter takes from itself and those before it."""
    weights = letter_model.attention(tokens, layer, head)
    letters = tuple(letter(token) if n else "start" for n, token in enumerate(tokens))
    about = "Row by row, the weights with which a position attends to itself and to those before it"
    title = f"Layer {layer}, head {head}"
    return HeatMap(title, about, letters, letters, tuple(tuple(row) for row in weights.tolist()))
