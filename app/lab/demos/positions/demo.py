"""Positions: five ways to tell a model where a token stands, what each adds to a score, and the effect of longer
texts."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import exp
from typing import Any

from app.lab.demos.chart import Chart
from app.lab.demos.demo import Asked, Goal
from app.lab.demos.positions import hand, pictures
from app.lab.demos.positions.hand import Hand
from app.lab.demos.positions.scores import Scores
from app.lab.demos.positions.state import BEYOND, COMPUTED, NAMES, TRAINED, State, by_context, example
from app.lab.demos.trained import Trained
from app.web.languages.languages import N_
from engine.demos.positions.tables import Kind
from engine.solutions.pictures import Bars, Curve, HeatMap

LOSS_WITHIN = 0.105  # nats per token: a tenth, as both losses are shown
HOLDS = 0.02  # nats by which a loss may differ and count as the same
NOISE = 1e-6  # of floats
FAR = 10  # tokens
SMALL = 8  # entries of an encoding that are asked on a sheet
QUESTIONS = {2: "only-the-distance-counts", 4: "a-fast-and-a-slow-pair"}
READ = {
    "learned": "six-hundred-tokens-for-learned-positions",
    "none": "decoder-without-position-encoding",
}  # where there is nothing to compute
TURNED = {2: "a-query-turned-by-its-place", 4: "two-pairs-two-speeds"}
DECIDES = {
    "loss": ("asks", "kind"),
    "number": ("asks", "kind", "size", "heads", "draw"),
    "live": ("asks", "kind", "trained", "steps", "seed"),
}


class Positions(Trained[State]):
    """The five ways at one state."""

    name = "positions"
    title = N_("Positions")
    says = N_("Five ways to tell a model where a token stands, and what becomes of each in a longer text.")
    section = "2.6"
    puzzle = N_("What happens to a model beyond the longest text that it was trained on?")
    minutes, cover = 20, "losses_by_context"
    questions = (
        *READ.values(),
        *QUESTIONS.values(),
        *TURNED.values(),
        "all-scores-are-equal",
        "a-clock-with-several-hands",
    )
    refused = N_(
        "These numbers make no exercise: with two decimals, rounding would decide. Take another position."
    )
    state_type = State
    trained_by = "engine.demos.positions.live"
    measured = "beyond"

    @property
    def kind_name(self) -> str:
        return NAMES[self.state.kind]

    @property
    def losses(self) -> dict[int, float]:
        return by_context(self.state.kind)

    def perplexity(self, loss: float) -> float:
        """Perplexity of a loss as the page shows it."""
        return exp(round(loss, 2))

    @property
    def offered(self) -> list[str]:
        """The quantities that may be predicted: a number only if the way computes one."""
        return [
            asks for asks in DECIDES if self.state.computed or asks != "number" or self.state.asks == "number"
        ]

    @property
    def ways(self) -> list[Kind]:
        """The ways to choose from; if a number is to be predicted, only those that compute one."""
        every = self.state.asks != "number"
        return [kind for kind in NAMES if every or kind in COMPUTED or kind == self.state.kind]

    @property
    def other_seed(self) -> int:
        return self.state.seed % int(self.state.limits("seed")[1]) + 1

    @cached_property
    def scores(self) -> Scores:
        """The positions that are worked out: those of the question, or an example."""
        return Scores(self.state if self.state.asks == "number" else example(self.state))

    @property
    def at(self) -> State:
        return self.scores.at

    @property
    def pairs_drawn(self) -> Sequence[int]:
        """The pairs to choose from."""
        return range(self.at.size // 2)

    @cached_property
    def hand(self) -> Hand | None:
        """The pair that is drawn, the last one if there are fewer; None if nothing is turned."""
        if self.state.kind not in ("rope", "sinusoidal"):
            return None
        return Hand(self.scores, min(self.state.pair, self.pairs_drawn[-1]))

    @property
    def kept(self) -> Bars:
        return hand.kept(self.scores)

    @property
    def asked(self) -> Asked | None:
        state = self.state
        match state.asks:
            case "live":
                return Asked(
                    words=f"loss at {BEYOND} tokens of {state.kind}",
                    outcome=None,
                    within=LOSS_WITHIN,
                    least=0,
                )
            case "loss":
                return Asked(
                    words=f"loss at {BEYOND} tokens of {state.kind}",
                    outcome=self.losses[BEYOND],
                    within=LOSS_WITHIN,
                    least=0,
                )
            case "number" if self.state.computed:
                words = f"{state.kind}: query {state.query}, key {state.key}"
                return Asked(
                    words=words,
                    outcome=round(self.scores.score(state.distance), 2) + 0.0,
                    within=self.scores.within + NOISE,
                )
        return None

    @property
    def prediction_fields(self) -> Sequence[str]:
        """The fields a prediction is about: a recorded loss leaves the positions free; a number shows all distances
        and leaves these free."""
        return DECIDES[self.state.asks]

    @property
    def training(self) -> Mapping[str, Any]:
        state = self.state
        return {"kind": state.kind, "trained": state.trained, "steps": state.steps, "seed": state.seed}

    @property
    def chart(self) -> Chart:
        return pictures.training()

    @property
    def losses_before(self) -> Curve:
        return pictures.losses_before()

    @property
    def losses_by_context(self) -> Curve:
        return pictures.losses(self.state, self.predicted)

    @property
    def own_model(self) -> Curve | None:
        """Draws the losses of the model that was trained live; None if it produced none."""
        return pictures.own_model(self.state, self.found, self.predicted) if self.found else None

    @property
    def by_distance(self) -> Curve | None:
        """Draws the score at every distance; None if the way computes nothing."""
        if not self.state.computed:
            return None
        return pictures.by_distance(self.scores, self.predicted if self.state.asks == "number" else None)

    @property
    def map(self) -> HeatMap | None:
        """Draws the position signal before any text is read; None if the way gives none or, as for the vectors
        learned in a live run, it is not known."""
        match self.state.kind:
            case "learned":
                return None if self.state.asks == "live" else pictures.learned_vectors()
            case "sinusoidal":
                return pictures.encodings(self.at)
            case "rope" | "alibi":
                return pictures.queries_and_keys(self.scores)
        return None

    @property
    def drawn_heads(self) -> list[int]:
        """Heads of ALiBi whose bias is drawn by distance."""
        return pictures.drawn_heads(self.at.heads)

    @property
    def attention(self) -> Curve:
        return pictures.attention(self.state)

    @property
    def table(self) -> list[tuple[str, float, float | None]]:
        """The losses at the trained length and beyond it, as far as they are shown."""
        return [
            (NAMES[kind], by_context(kind)[TRAINED],
             by_context(kind)[BEYOND] if self.state.every or kind == self.state.kind else None)
            for kind in NAMES
        ]  # fmt: skip

    @property
    def found(self) -> dict[int, float]:
        """Losses of the live run, by how many tokens are read; empty if it produced none."""
        result = (self.run.result or {}) if self.run else {}
        return dict(result.get("by_context", ()))

    @property
    def goals(self) -> Sequence[Goal]:
        state = self.state
        recorded, loss = state.asks == "loss", self.losses
        best = min(NAMES, key=lambda kind: by_context(kind)[TRAINED])
        rises = (
            state.asks == "number" and state.kind == "rope" and state.distance >= FAR
            and self.scores.score(state.distance) > max(self.scores.score(near) for near in range(state.distance))
        )  # fmt: skip
        return [
            Goal(N_("Of the five recorded models, find the one with the lowest loss at 32 tokens, the trained length."),
                 recorded and state.kind == best),
            Goal(N_("Of the five recorded models, find one whose loss at 128 tokens lies within 0.02 of that at 32."),
                 recorded and abs(loss[BEYOND] - loss[TRAINED]) < HOLDS),
            Goal(N_("Predict a number of RoPE and find a distance of 10 or more with a higher score than every smaller "
                    "one has. Not every draw of q and k has such a distance: try others."),
                 rises),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        match self.state.kind:
            case "learned" | "none":
                return READ[self.state.kind]
            case "alibi":
                return "all-scores-are-equal"
            case "rope":
                return (QUESTIONS if self.at.distance else TURNED).get(self.at.size, QUESTIONS[4])
        return "a-clock-with-several-hands"

    @property
    def obstacle(self) -> str:
        """The reason why a sheet has no room for so many entries; "" if it has."""
        most = {"sinusoidal": SMALL, "rope": max(QUESTIONS)}
        if self.at.size <= most.get(self.state.kind, self.at.size):
            return ""
        return N_(
            "These numbers make no exercise: a sheet has room for 2 or 4 entries of RoPE, or up to 8 of a sinusoidal "
            "encoding. Change the number of entries."
        )

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise; empty if the way computes nothing.

        ALiBi: the number of heads; RoPE: the query and the key, or at distance 0 only the query; sinusoidal: the size
        of the encoding and the query's position.
        """
        state = self.at
        q, k = (x.tolist() for x in self.scores.vectors)
        match state.kind:
            case "learned" | "none":
                return {}
            case "alibi":
                return {"heads": state.heads}
            case "rope" if state.distance:
                return {"q": q, "k": k, "m": state.query, "n": state.key}
            case "rope":
                return {"x": q, "position": state.query}
            case _:
                return {"d_model": state.size, "position": state.query}
