"""A scaling law fitted to runs: L(N, D) = E + A / N^alpha + B / D^beta, and how far it may be trusted.

Hoffmann et al. 2022, section 3.3, with least squares in place of their Huber loss. Where the two exponents are given,
E, A and B follow by linear least squares, so only the exponents are searched for. N counts parameters, D tokens read,
L is in nats per token, C = 6 N D in FLOPs. NumPy alone: the page fits anew with every point.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from engine.parameters import Array

FLOPS = 6  # for each parameter and token: 2 forward, 4 backward
EXPONENTS = (0.02, 2.0)  # the least and the greatest that are tried
STEPS = 50
SIDE = 7  # of the finer grids, where many laws are fitted
FEWEST = 6  # five numbers are fitted


@dataclass(frozen=True, slots=True)
class Run:
    """One model that was trained: its parameters, the tokens it read (again, where read again), its validation loss."""

    parameters: float
    tokens: float
    loss: float

    @property
    def flops(self) -> float:
        return FLOPS * self.parameters * self.tokens


@dataclass(frozen=True, slots=True)
class Law:
    E: float
    A: float
    B: float
    alpha: float
    beta: float

    def loss(self, parameters: float, tokens: float) -> float:
        return float(self.E + self.A / parameters**self.alpha + self.B / tokens**self.beta)

    def best(self, compute: float) -> tuple[float, float]:
        """The parameters and tokens with the least loss that so many FLOPs can buy (their equation 4)."""
        balance = (self.alpha * self.A / (self.beta * self.B)) ** (1 / (self.alpha + self.beta))
        parameters = balance * (compute / FLOPS) ** self.growth
        return parameters, compute / FLOPS / parameters

    @property
    def growth(self) -> float:
        """The exponent with which the best number of parameters grows with the compute; tokens grow with the rest."""
        return self.beta / (self.alpha + self.beta)

    def isoflop(self, compute: float, sizes: Sequence[float]) -> list[tuple[float, float]]:
        """The loss at each size for one budget: a larger model reads less."""
        return [(size, self.loss(size, compute / FLOPS / size)) for size in sizes]


PUBLISHED = {
    "Hoffmann et al. 2022": Law(1.69, 406.4, 410.7, 0.34, 0.28),
    "Besiroglu et al. 2024": Law(
        1.8172, 482.01, 2085.43, 0.3478, 0.3658
    ),  # a fit to the same runs, read off the plots
}


def fit(runs: Sequence[Run]) -> Law:
    """The law with the least squared error, E at least 0, A and B above it, exponents up to 2. Raises ValueError for
    fewer than six runs, or where the loss does not fall with size and with data."""
    if len(runs) < FEWEST:
        raise ValueError(f"five numbers are fitted: that takes at least {FEWEST} runs, not {len(runs)}")
    grid, losses = np.linspace(*EXPONENTS, STEPS), np.array([[run.loss] for run in runs])
    (law,) = best_among(grid, grid, runs, losses)
    if law is None:
        raise ValueError("the loss must fall with the size and with the data")
    return closer(law, runs, losses, STEPS, rounds=4)


def closer(law: Law, runs: Sequence[Run], losses: Array, side: int, rounds: int) -> Law:
    """From the best of the first grid, for losses (runs, 1): a finer grid around it, and so on."""
    step = (EXPONENTS[1] - EXPONENTS[0]) / (STEPS - 1)
    for _ in range(rounds):
        alphas, betas = (
            np.linspace(max(EXPONENTS[0], one - step), min(EXPONENTS[1], one + step), side)
            for one in (law.alpha, law.beta)
        )
        law = best_among(alphas, betas, runs, losses)[0] or law
        step *= 2 / (side - 1)
    return law


def best_among(alphas: Array, betas: Array, runs: Sequence[Run], losses: Array) -> list[Law | None]:
    """The law of the grid with the least squared error, for each column of losses (runs, K) measured at the same sizes
    and data. A column whose losses do not fall with size and data has none."""
    size, data = (np.log([getattr(run, name) for run in runs]) for name in ("parameters", "tokens"))
    alpha, beta = (grid.ravel() for grid in np.meshgrid(alphas, betas, indexing="ij"))  # (G,)
    small, short = (
        np.exp(-np.outer(alpha, size)),
        np.exp(-np.outer(beta, data)),
    )  # N^-alpha, D^-beta: (G, runs)
    error, factors = linear(np.stack([np.ones_like(small), small, short], -1), losses)  # (G, K), (G, 3, K)
    error[factors[:, 0] < 0] = np.inf
    without, others = linear(np.stack([small, short], -1), losses)  # E = 0
    factors[:, 0] *= error <= without
    factors[:, 1:] = np.where((error <= without)[:, None], factors[:, 1:], others)
    error = np.minimum(error, without)
    error[(factors[:, 1:] <= 0).any(1)] = np.inf
    best = error.argmin(0)  # (K,)
    columns = np.arange(losses.shape[1])
    rows = np.column_stack([factors[best, :, columns], alpha[best], beta[best]]) + 0.0  # (K, 5), no -0
    found = np.isfinite(error[best, columns])
    return [Law(*row) if there else None for row, there in zip(rows.tolist(), found, strict=True)]


def linear(columns: Array, losses: Array) -> tuple[Array, Array]:
    """Least squares for each of G designs (G, runs, n): squared errors (G, K) and factors (G, n, K)."""
    q, r = np.linalg.qr(columns)  # (G, runs, n), (G, n, n)
    along = q.transpose(0, 2, 1) @ losses  # (G, n, K)
    return (losses**2).sum(0) - (along**2).sum(1), np.linalg.solve(r, along)


def resampled(runs: Sequence[Run], law: Law, count: int, rng: np.random.Generator) -> list[Law]:
    """Laws fitted to the law's own losses with its residuals dealt out anew; fewer than ``count`` if some have no fit.

    This is a bootstrap of residuals, stretched by what fitting five numbers took of them.
    """
    fitted = np.array([law.loss(run.parameters, run.tokens) for run in runs])  # (runs,)
    residuals = np.array([run.loss for run in runs]) - fitted
    stretched = (residuals - residuals.mean()) * np.sqrt(len(runs) / max(1, len(runs) - 5))
    losses, grid = fitted[:, None] + rng.choice(stretched, (len(runs), count)), np.linspace(*EXPONENTS, STEPS)
    first = best_among(grid, grid, runs, losses)
    return [closer(one, runs, losses[:, [k]], SIDE, rounds=4) for k, one in enumerate(first) if one]


def interval(laws: Sequence[Law], of: Callable[[Law], float], share: float = 0.9) -> tuple[float, float]:
    """The interval that holds the middle ``share`` of the laws' values."""
    low, high = np.quantile([of(law) for law in laws], [(1 - share) / 2, (1 + share) / 2])
    return float(low), float(high)


def foretold(runs: Sequence[Run], compute: float) -> list[tuple[Run, float]]:
    """Fits a law to the runs of at most so many FLOPs; returns the others, each with its predicted loss."""
    cheap = [run for run in runs if run.flops <= compute]
    law = fit(cheap)
    return [(run, law.loss(run.parameters, run.tokens)) for run in runs if run not in cheap]


def misses(law: Law, runs: Sequence[Run]) -> float:
    """Distance of the law from the runs, root mean square in nats."""
    return float(np.sqrt(np.mean([(law.loss(run.parameters, run.tokens) - run.loss) ** 2 for run in runs])))


def doubts(
    law: Law, others: Sequence[Law], runs: Sequence[Run], luck: float = 0.0, unique: float | None = None
) -> list[str]:
    """Reasons not to trust the law, in sentences. ``others``: resampled laws; ``luck``: how far the seed moves a
    loss, in nats; ``unique``: the number of different tokens, if they were read again."""
    found = []
    for name in ("alpha", "beta"):
        low, high = interval(others, attrgetter(name))
        if low < 1.5 * EXPONENTS[0] or high > 0.95 * EXPONENTS[1]:
            found.append(f"{name} may be anything from {low:.2f} to {high:.2f}: the runs do not tell.")
    low, high = interval(others, attrgetter("E"))
    if high - low > 0.1:
        found.append(f"E may be anything from {low:.2f} to {high:.2f}: no run comes near it.")
    if luck and misses(law, runs) > 2 * luck:
        found.append(
            f"The law misses the runs by {misses(law, runs):.3f} nats, and luck moves them by {luck:.3f} only: "
            "here size and data do not simply add up."
        )
    sizes = [run.parameters for run in runs]
    best, _ = law.best(float(np.median([run.flops for run in runs])))
    if not min(sizes) <= best <= max(sizes):
        found.append(
            f"For the budget of a middling run it names {best:,.0f} parameters: no run was of such a size."
        )
    most = max(run.tokens for run in runs)
    if unique is not None and most > unique:
        found.append(f"Some runs read the same text {most / unique:.0f} times; the law speaks of new text.")
    return found
