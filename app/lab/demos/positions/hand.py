"""One pair of entries as two hands of a clock, turned by the positions of the query and the key."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import degrees, exp, hypot

from app.lab.demos.positions.scores import Pair, Scores
from engine.demos.positions import tables
from engine.solutions.pictures import Arrow, Bars, Plane

ON = 10  # places by which both positions move together


@dataclass(frozen=True)
class Hand:
    """The pair ``number`` at the positions of ``scores``: RoPE or sinusoidal."""

    scores: Scores
    number: int

    @cached_property
    def pair(self) -> Pair:
        return self.scores.pairs[self.number]

    @property
    def apart(self) -> float:
        """Degrees by which the query is turned further than the key; whole turns count."""
        return degrees(self.pair.angles[0] - self.pair.angles[1])

    @cached_property
    def moved(self) -> "Hand":
        """The same pair with both positions ``ON`` places further on, or back where there is no room."""
        state = self.scores.at
        _, last = state.limits("key")
        key = state.key + ON if state.key + ON <= last else state.key - ON
        return Hand(Scores(replace(state, key=key)), self.number)

    @property
    def picture(self) -> Plane:
        """Draws the query's and the key's entries after they were turned, and faintly those of position 0; of an
        encoding, the cosine to the right and the sine upwards."""
        state, theta = self.scores.at, self.pair.theta
        before: tuple[Arrow, ...]
        if state.kind == "rope":
            q, k = self.pair.after
            before = (
                Arrow("q at 0", *self.pair.before[0], faint=True),
                Arrow("k at 0", *self.pair.before[1], faint=True),
            )
            about = "The two entries of the query and of the key, turned"
        else:
            q, k = (sin_cos[::-1] for sin_cos in self.pair.after)
            before = (Arrow("position 0", 1.0, 0.0, faint=True),)
            about = "The two entries of both encodings, cosine to the right and sine upwards"
        return Plane(
            f"Pair {self.number}: query at {state.query}, key at {state.key}",
            f"{about}: by position times {theta:.4f} radians",
            (Arrow("q", *q), Arrow("k", *k), *before),
            reach=1.05 * max(hypot(*q), hypot(*k)),
        )


def kept(scores: Scores) -> Bars:
    """Draws by which factor ALiBi's bias at this distance multiplies the exponential of a score, head by head."""
    distance = scores.at.distance
    bars = [
        (f"head {n}", (round(exp(tables.bias(slope, distance, 0)), 3),))
        for n, slope in enumerate(scores.slopes, 1)
    ]
    about = "e to the power of the bias: the factor that a head puts on the exponential of a score"
    return Bars(f"Factor at distance {distance}", about, ("factor",), tuple(bars), most=1.0, places=3)
