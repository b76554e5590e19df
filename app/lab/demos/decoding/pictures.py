"""The decoding lab with its pictures: each stage, what was drawn, the beam as a tree, one head of attention."""

from collections.abc import Sequence
from math import exp

import numpy as np

from app.lab.demos.decoding.demo import DRAWS, HEADS, MODEL, SHOWN, Decoding, shown
from engine.demos import recording
from engine.demos.decoding import TOP_P, Stage
from engine.demos.gpt import name_gpt
from engine.demos.gpt.names import decode
from engine.parameters import Array
from engine.solutions.pictures import Bars, HeatMap, Node, Tree

STAGES = {
    "softmax": "Softmax of the logits",
    "temperature": "After temperature",
    "top-k": "After top-k",
    "top-p": "After top-p",
    "renormalised": "Renormalised",
}


def summed(letters: Sequence[int], *amounts: Array) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """The bars of as many letters as are shown, and one bar for all others together."""
    bars = [(shown(token), tuple(float(one[token]) for one in amounts)) for token in letters[:SHOWN]]
    if others := list(letters[SHOWN:]):
        name = f"{len(others)} other{'s' if len(others) > 1 else ''}"
        bars.append((name, tuple(float(one[others].sum()) for one in amounts)))
    return tuple(bars)


class DecodingLab(Decoding):
    @property
    def every_stage(self) -> list[Bars]:
        """Bars of the stages that change something: in each the same letters, order and scale, the others as one."""
        changes = [self.stages[0]]
        for stage in self.stages[1:]:
            if not np.allclose(stage.probabilities, changes[-1].probabilities):
                changes.append(stage)
        bars = [summed(self.falling, stage.probabilities) for stage in changes]
        most = max(amount for stage in bars for _, (amount,) in stage)
        return [
            Bars(STAGES[stage.step], self._about(stage), ("probability",), its, most=most)
            for stage, its in zip(changes, bars, strict=True)
        ]

    def _about(self, stage: Stage) -> str:
        letters = f"{stage.kept} letter{'s' if stage.kept > 1 else ''} with a mass of {stage.mass:.2f}"
        if stage.step != TOP_P:
            return letters
        before = self.stages[self.stages.index(stage) - 1].mass
        return f"{letters}: the fewest that reach {self.state.p:g} of the {before:.2f} that was left before"

    def compared(self, predicted: float) -> Bars:
        """Draws the prediction beside the outcome."""
        values = (predicted, float(self.last[self.token]))
        return Bars(
            f"The letter {self.letter}",
            "What was said beside what came",
            ("you", "the model"),
            ((self.letter, values),),
        )

    @property
    def draws(self) -> Bars:
        bars = summed(self.left, DRAWS * self.last, np.array(self.drawn, float))
        about = f"How often each letter came in {DRAWS} draws, beside {DRAWS} times its probability"
        return Bars(f"{DRAWS} draws", about, ("expected", "drawn"), bars)

    @property
    def beam_tree(self) -> Tree:
        """The hypotheses that the search has kept, and the best that it did not keep."""
        nodes: list[Node] = []
        places: dict[tuple[int, int], int] = {}
        path = {self.best.tokens[:n] for n in range(1, len(self.best.tokens) + 1)}
        for depth, row in enumerate(self.rows):
            for place, one in enumerate(row[: self.state.width + 1]):
                parent = places.get((depth - 1, one.parent))
                above = self.rows[depth - 1][one.parent].tokens if depth else ()
                if one.tokens == above:  # this hypothesis was finished in an earlier row
                    places[depth, place] = places[depth - 1, one.parent]
                    continue
                label = decode(one.tokens[1:]) if not depth else shown(one.tokens[-1])
                places[depth, place] = len(nodes)
                nodes.append(
                    Node(label or "start", f"{one.log_probability:.2f}", parent, one.kept, one.tokens in path)
                )
        about = (
            "Under each letter stands the natural log-probability of all up to it; faint is what fell out of the beam, "
            f"and a dot ends the name. Best: {decode(self.best.tokens).strip('.')} with probability "
            f"{exp(self.best.log_probability):.3f}"
        )
        return Tree(f"Beam of width {self.state.width}", about, tuple(nodes))

    @property
    def prefixes(self) -> list[str]:
        """The letters up to each node of that tree."""
        found: list[str] = []
        for node in self.beam_tree.nodes:
            found.append(self.begin if node.parent is None else found[node.parent] + node.label)
        return found

    @property
    def attention(self) -> HeatMap:
        """The weights of one head of one layer: what each letter takes from itself and those before it."""
        state = self.state
        found = list(name_gpt.layers(recording.weights(MODEL), self.tokens, HEADS))
        weights = found[state.layer - 1].weights[state.head - 1]
        letters = tuple(shown(token) if n else "start" for n, token in enumerate(self.tokens))
        about = "Row by row, the weights with which a position attends to itself and to those before it"
        title = f"Layer {state.layer}, head {state.head}"
        return HeatMap(title, about, letters, letters, tuple(tuple(row) for row in weights.tolist()))
