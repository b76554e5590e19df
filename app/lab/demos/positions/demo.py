"""Positions: five ways to tell a model where a token stands, what each adds to a score, and the effect of longer
texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from app.lab.demos import demo
from app.lab.demos.chart import Chart
from app.lab.demos.demo import Asked, Goal
from app.lab.demos.trained import Trained
from app.web.languages.languages import N_
from engine.demos import recording
from engine.demos.positions import position_tables
from engine.demos.positions.position_tables import Kind
from engine.parameters import Array

TRAINED, BEYOND = 32, 128  # tokens of the models that are recorded
LOSS_WITHIN = 0.105  # nats per token: a tenth, as both losses are shown
HOLDS = 0.02  # nats by which a loss may differ and count as the same
ROUNDED = 0.02
NOISE = 1e-6  # of floats
FAR = 10  # tokens
HIGHEST = 7.0  # nats: a loss above it, or below 0, is not drawn
SMALL = 8  # entries of an encoding that are asked on a sheet
QUESTIONS = {2: "only-the-distance-counts", 4: "a-fast-and-a-slow-pair"}
READ = {
    "learned": "six-hundred-tokens-for-learned-positions",
    "none": "decoder-without-position-encoding",
}  # where there is nothing to compute
TURNED = {2: "a-query-turned-by-its-place", 4: "two-pairs-two-speeds"}
NAMES: Mapping[Kind, str] = {
    "learned": N_("learned vectors"), "sinusoidal": N_("sinusoidal"), "rope": "RoPE", "alibi": "ALiBi",
    "none": N_("none, only the mask"),
}  # fmt: skip
EXAMPLE_DRAW = 10**6 + 1  # outside the seeds that can be chosen
COMPUTED: tuple[Kind, ...] = ("sinusoidal", "rope", "alibi")
DECIDES = {
    "loss": ("asks", "kind"),
    "number": ("asks", "kind", "size", "heads", "draw"),
    "live": ("asks", "kind", "trained", "steps", "seed"),
}


@dataclass(frozen=True, slots=True)
class State(demo.State):
    """``key`` is a key's position; its query stands ``distance`` further on.

    Both have ``size`` entries, drawn from the seed ``draw``. ``every``: the losses of all five ways are shown.
    ``layer`` and ``head`` are those on display.

    A model is trained live on ``trained`` tokens for ``steps`` steps.
    """

    asks: Literal["loss", "number", "live"] = "loss"
    kind: Kind = "sinusoidal"
    key: Annotated[int, Field(ge=0, le=64)] = 5
    distance: Annotated[int, Field(ge=0, le=63)] = 3
    size: Annotated[Literal[2, 4, 8, 16, 32], BeforeValidator(int)] = 4
    heads: Annotated[Literal[2, 4, 8, 16], BeforeValidator(int)] = 4
    draw: Annotated[int, Field(ge=0, le=10**6)] = 1
    trained: Annotated[Literal[8, 16, 32, 64], BeforeValidator(int)] = 16
    steps: Annotated[int, Field(ge=50, le=300)] = 200
    seed: Annotated[int, Field(ge=0, le=10**6)] = 1
    every: bool = False
    layer: Annotated[int, Field(ge=1, le=2)] = 1
    head: Annotated[int, Field(ge=1, le=4)] = 1

    @property
    def query(self) -> int:
        return self.key + self.distance


def example(state: State) -> State:
    """The example worked out beside a loss; a question about two positions never gives it by default."""
    size: Any = 6 if state.kind == "sinusoidal" else 4  # 6 cannot be chosen
    return replace(state, key=9, distance=6, size=size, heads=8, draw=EXAMPLE_DRAW)


def by_context(kind: Kind) -> dict[int, float]:
    """The recorded loss of this kind, by how many tokens are read."""
    return dict(recording.shown("positions")["kinds"][kind]["by_context"])


class Positions(Trained[State]):
    """The five ways at one state. ``score`` is what the kind makes of the two positions."""

    name = "positions"
    title = N_("Positions")
    says = N_("Five ways to tell a model where a token stands, and what becomes of each in a longer text.")
    section = "2.6"
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
    reads = State
    trained_by = "engine.demos.positions.live_positions"
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
        return [asks for asks in DECIDES if self.computed or asks != "number" or self.state.asks == "number"]

    @property
    def ways(self) -> list[Kind]:
        """The ways to choose from; if a number is to be predicted, only those that compute one."""
        every = self.state.asks != "number"
        return [kind for kind in NAMES if every or kind in COMPUTED or kind == self.state.kind]

    @property
    def other_seed(self) -> int:
        return self.state.seed % int(self.state.limits("seed")[1]) + 1

    @cached_property
    def at(self) -> State:
        """The positions that are worked out: those of the question, or an example."""
        return self.state if self.state.asks == "number" else example(self.state)

    @cached_property
    def theta(self) -> Array:
        return position_tables.frequencies(self.at.size)

    @cached_property
    def vectors(self) -> tuple[Array, Array]:
        """The query and the key before they are turned: small whole numbers, none of them all zeros."""
        rng = np.random.default_rng(self.at.draw)
        q, k = rng.choice((-2.0, -1.0, 1.0, 2.0, 3.0), (2, self.at.size))
        return q, k

    def score(self, distance: int, theta: Array | None = None) -> float:
        """The score of a key ``distance`` places before the query; the position of the key itself plays no part.

        Sinusoidal: the dot product of the two encodings; RoPE: of the turned vectors, not scaled; ALiBi: the bias of
        the first head.
        """
        if self.state.kind == "alibi":
            return position_tables.bias(self.slopes[0], distance, 0)
        theta = self.theta if theta is None else theta
        if self.state.kind == "sinusoidal":
            return float(np.cos(distance * theta).sum())
        (a, b), (c, d) = (x.reshape(-1, 2).T for x in self.vectors)
        turn = distance * theta
        return float(((a * c + b * d) * np.cos(turn) + (a * d - b * c) * np.sin(turn)).sum())

    @property
    def slopes(self) -> list[float]:
        return [float(slope) for slope in position_tables.slopes(self.at.heads)]

    @property
    def computed(self) -> bool:
        """True if positions are turned into a number by a formula."""
        return self.state.kind in COMPUTED

    @property
    def within(self) -> float:
        """Tolerance of a number: it accepts results from the page's rounded angles."""
        exact, shown = (
            self.score(self.at.distance, theta) for theta in (self.theta, np.round(self.theta, 4))
        )
        return ROUNDED + abs(round(shown, 2) - round(exact, 2))

    @property
    def asked(self) -> Asked | None:
        state = self.state
        match state.asks:
            case "live":
                return Asked(f"loss at {BEYOND} tokens of {state.kind}", None, LOSS_WITHIN, 0)
            case "loss":
                return Asked(f"loss at {BEYOND} tokens of {state.kind}", self.losses[BEYOND], LOSS_WITHIN, 0)
            case "number" if self.computed:
                words = f"{state.kind}: query {state.query}, key {state.key}"
                return Asked(words, round(self.score(state.distance), 2) + 0.0, self.within + NOISE)
        return None

    @property
    def opens(self) -> Sequence[str]:
        """The fields a prediction is about: a recorded loss leaves the positions free; a number shows all distances
        and leaves these free."""
        return DECIDES[self.state.asks]

    @property
    def training(self) -> Mapping[str, Any]:
        state = self.state
        return {"kind": state.kind, "trained": state.trained, "steps": state.steps, "seed": state.seed}

    @property
    def chart(self) -> Chart:
        lines = {
            "loss": N_("training"),
            "within": N_("held out, trained length"),
            "beyond": N_("held out, 128 tokens"),
        }
        return Chart(
            "Cross-entropy in nats per token, over the steps of training",
            N_("nats per token"),
            lines,
            {},
            2.1,
            3.6,
        )

    @property
    def found(self) -> dict[int, float]:
        """Losses of the live run, by how many tokens are read; empty if it produced none."""
        result = (self.run.result or {}) if self.run else {}
        return dict(result.get("by_context", ()))

    @property
    def shares(self) -> list[float]:
        """ALiBi only: the shares that a head with equal scores gives to the last of three tokens, and to the two
        before it."""
        powers = [exp(position_tables.bias(self.slopes[0], back, 0)) for back in range(3)]
        return [power / sum(powers) for power in powers]

    @property
    def goals(self) -> Sequence[Goal]:
        state = self.state
        recorded, loss = state.asks == "loss", self.losses
        best = min(NAMES, key=lambda kind: by_context(kind)[TRAINED])
        rises = (
            state.asks == "number" and state.kind == "rope" and state.distance >= FAR
            and self.score(state.distance) > max(self.score(near) for near in range(state.distance))
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
    def hindered(self) -> str:
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
        q, k = (x.tolist() for x in self.vectors)
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
