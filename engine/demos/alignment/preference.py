"""Direct preference optimization of the name GPT against a frozen reference (Rafailov et al. 2023, equation 7).

The policy learns from pairs of names, chosen and rejected, and draws none itself. The loss is -ln sigmoid(margin) with
margin = beta [(ln policy(w) - ln reference(w)) - (ln policy(l) - ln reference(l))]. The margin rises; the
chosen name's own log-probability may fall all the same. In the margin of the code: N pairs.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, replace

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.demos.alignment.objective import check, columns, outcome, rounded
from engine.demos.alignment.pairs import Pair, label
from engine.demos.alignment.reference_model import load, log_probability
from engine.demos.gpt.model import GPT
from engine.demos.recording import Recording
from engine.demos.training import Batch, as_batch

SEED = 7
BETAS = (0.02, 0.1, 0.5, 2.0)  # recorded
EVERY = 25  # steps between two looks at what the policy writes


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """``certain``: the labeller always takes the higher reward, else with Bradley and Terry's probability."""

    reward: str = "letter"
    beta: float = 0.1
    rate: float = 1e-3
    steps: int = 150
    batch: int = 32
    pairs: int = 512
    held_out: int = 128
    certain: bool = True
    clip: float = 1.0


@dataclass(frozen=True, slots=True)
class Compared:
    """Log-probabilities in nats, (N,) each: of both names under the policy and under the reference."""

    chosen: Tensor
    rejected: Tensor
    ref_chosen: Tensor
    ref_rejected: Tensor

    def margin(self, beta: float) -> Tensor:
        return beta * ((self.chosen - self.ref_chosen) - (self.rejected - self.ref_rejected))

    def loss(self, beta: float) -> Tensor:
        return -F.logsigmoid(self.margin(beta)).mean()


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """After so many steps: the mean loss, margin and log-probabilities of the pairs that are held out, the share of
    them with a positive margin (one of zero is half), and the log-probabilities of the first of them."""

    step: int
    loss: float
    accuracy: float
    margin: float
    chosen: float
    rejected: float
    first: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Data:
    """Pairs as two batches, with what the reference says of them: it never moves, so it is asked once."""

    chosen: Batch
    rejected: Batch
    ref_chosen: Tensor
    ref_rejected: Tensor

    def compare(self, policy: GPT, rows: Tensor | slice = slice(None)) -> Compared:
        chosen, rejected = (
            log_probability(policy, (tokens[rows], following[rows]))
            for tokens, following in (self.chosen, self.rejected)
        )
        return Compared(chosen, rejected, self.ref_chosen[rows], self.ref_rejected[rows])


def checked(settings: Settings) -> Settings:
    """Raises ValueError for a value out of its range."""
    check(settings.reward, settings.rate, settings.steps)
    if not 0 < settings.beta <= 10:
        raise ValueError(f"beta is above 0 and at most 10, {settings.beta} is not.")
    if not 1 <= settings.batch <= settings.pairs <= 2048:
        raise ValueError(f"A batch has at most as many pairs as there are, and there are at most 2048; "
                         f"{settings.batch} of {settings.pairs} is out of that.")  # fmt: skip
    if not 1 <= settings.held_out <= 512:
        raise ValueError(f"1 to 512 pairs are held out, not {settings.held_out}.")
    return settings


@torch.no_grad()
def data(reference: GPT, pairs: Sequence[Pair]) -> Data:
    chosen = as_batch([pair.chosen for pair in pairs])
    rejected = as_batch([pair.rejected for pair in pairs])
    return Data(chosen, rejected, log_probability(reference, chosen), log_probability(reference, rejected))


def prepared(reference: GPT, settings: Settings, generator: torch.Generator) -> tuple[list[Pair], Data, Data]:
    """The pairs, those that are held out last, and both parts as data."""
    count = checked(settings).pairs + settings.held_out
    pairs = label(reference, count, settings.reward, settings.certain, generator)
    return pairs, data(reference, pairs[: settings.pairs]), data(reference, pairs[settings.pairs :])


def run(
    policy: GPT,
    known: Data,
    held_out: Data,
    settings: Settings,
    generator: torch.Generator,
    rate: Callable[[], float] | None = None,
    beta: Callable[[], float] | None = None,
) -> Iterator[Point]:
    """Moves the policy; a point before each step and one after the last. Asks for ``rate`` and ``beta`` each time, if
    it may."""
    settings = checked(settings)
    moving = torch.optim.Adam(policy.parameters(), settings.rate)
    for step in range(settings.steps + 1):
        yield point(step, policy, held_out, beta() if beta else settings.beta)
        if step == settings.steps:
            return
        for group in moving.param_groups:
            group["lr"] = rate() if rate else settings.rate
        rows = torch.randperm(len(known.ref_chosen), generator=generator)[: settings.batch]
        moving.zero_grad()
        known.compare(policy, rows).loss(beta() if beta else settings.beta).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(policy.parameters(), settings.clip)
        moving.step()


@torch.no_grad()
def point(step: int, policy: GPT, held_out: Data, beta: float) -> Point:
    found = held_out.compare(policy)
    margin = found.margin(beta)
    return Point(
        step=step,
        loss=found.loss(beta).item(),
        accuracy=margin.sign().add(1).div(2).mean().item(),
        margin=margin.mean().item(),
        chosen=found.chosen.mean().item(),
        rejected=found.rejected.mean().item(),
        first=(found.chosen[0].item(), found.rejected[0].item()),
    )


def record() -> Recording:
    """Runs from the same pairs for several betas, with what their policies say on the way."""
    reference, plain = load(), Settings()
    pairs, known, held_out = prepared(reference, plain, torch.Generator().manual_seed(SEED))
    runs = []
    for beta in BETAS:
        policy, settings, points, outcomes = load(), replace(plain, beta=beta), [], []
        for now in run(policy, known, held_out, settings, torch.Generator().manual_seed(SEED)):
            points.append(now)
            if now.step % EVERY == 0:
                seen = outcome(policy, reference, settings.reward, torch.Generator().manual_seed(SEED))
                outcomes.append({"step": now.step} | rounded(seen))
        runs.append({"beta": beta, "points": columns(points), "outcomes": outcomes})
    ref = [round(numbers[0].item(), 4) for numbers in (held_out.ref_chosen, held_out.ref_rejected)]
    shown = {
        "seed": SEED,
        "settings": asdict(plain),
        "pairs": [astuple(pair) for pair in pairs[:12]],
        "first": {"pair": astuple(pairs[plain.pairs]), "ref": ref},  # of those held out
        "runs": runs,
    }
    return Recording(shown)
