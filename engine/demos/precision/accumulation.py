"""Gradient accumulation: several small batches, one after the other, give the gradient of the big batch.

The loss of a batch is a mean over its tokens. Micro-batches of different numbers of tokens must therefore be weighed by
them; the mean of their means is another number, and its gradient another direction (a fault that common training code
had until 2024). What is saved is the memory for activations; the work stays the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.demos.gpt.model import GPT, Shape, parameters
from engine.demos.gpt.names import CONTEXT, split, vocabulary
from engine.demos.recording import Recording
from engine.demos.training import NOTHING, Plan, as_batch, batches, loss, train, validation

MOST_NAMES = 64
SEED, STEPS, NAMES = 13, 300, 32
MATRIX = "blocks.1.up.weight"


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """A comparison of accumulated gradients with that of the big batch, for micro-batches of ``micro`` names. Distances
    are |g - big| / |big| between the flat gradients; ``cosine`` is that of the mean of means and the big batch;
    ``activations`` the most bytes kept for a backward pass at a time."""

    micro: int
    tokens: tuple[int, ...]
    by_tokens: float
    mean_of_means: float
    cosine: float
    activations: int


def flat_gradient(model: nn.Module) -> Tensor:
    return torch.cat([weights.grad.flatten() for weights in model.parameters() if weights.grad is not None])


def accumulated(model: nn.Module, words: Sequence[str], micro: int, by_tokens: bool) -> tuple[Tensor, int]:
    """The gradient (P,) after all micro-batches, and the most bytes of activations that were kept at a time."""
    model.zero_grad(set_to_none=True)
    parts = [as_batch(words[first : first + micro]) for first in range(0, len(words), micro)]
    tokens = [int((following != NOTHING).sum()) for _, following in parts]
    most = 0
    for part, count in zip(parts, tokens, strict=True):
        kept = Kept(model)
        with torch.autograd.graph.saved_tensors_hooks(kept.pack, kept.unpack):
            mean = loss(model, part)
        share = count / sum(tokens) if by_tokens else 1 / len(parts)
        (share * mean).backward()  # type: ignore[no-untyped-call]  # adds to what .grad holds already
        most = max(most, kept.bytes)
    return flat_gradient(model), most


class Kept:
    """Counts what autograd keeps for the backward pass: each storage once, the weights themselves left out."""

    def __init__(self, model: nn.Module) -> None:
        self.seen = {weights.untyped_storage().data_ptr() for weights in model.parameters()}
        self.bytes = 0

    def pack(self, tensor: Tensor) -> Tensor:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in self.seen:
            self.seen.add(storage.data_ptr())
            self.bytes += storage.nbytes()
        return tensor

    def unpack(self, tensor: Tensor) -> Tensor:
        return tensor


def compare(model: nn.Module, words: Sequence[str], micros: Sequence[int]) -> list[Comparison]:
    """Compares the gradients. Raises ValueError for more than 64 names, or for micro-batches not between 1 and all
    names."""
    if not 1 <= len(words) <= MOST_NAMES or not all(1 <= micro <= len(words) for micro in micros):
        raise ValueError(
            f"There must be 1 to {MOST_NAMES} names, and in a micro-batch 1 to all of them; these are {len(words)} "
            f"names in micro-batches of {', '.join(map(str, micros))}."
        )
    big, _ = accumulated(model, words, len(words), by_tokens=True)
    found = []
    for micro in micros:
        right, kept = accumulated(model, words, micro, by_tokens=True)
        wrong, _ = accumulated(model, words, micro, by_tokens=False)
        counts = tuple(
            sum(len(word) + 1 for word in words[n : n + micro]) for n in range(0, len(words), micro)
        )
        cosine = float(F.cosine_similarity(wrong, big, dim=0))
        found.append(
            Comparison(
                micro=micro,
                tokens=counts,
                by_tokens=_apart(right, big),
                mean_of_means=_apart(wrong, big),
                cosine=cosine,
                activations=kept,
            )
        )
    return found


def _apart(gradient: Tensor, big: Tensor) -> float:
    return float((gradient - big).norm() / big.norm())


def exponents(gradient: Tensor) -> Mapping[str, int]:
    """The number of entries between 2^n and 2^(n + 1), by n; those that are exactly 0 under "zero"."""
    real = gradient[gradient != 0].abs().double().log2().floor().long()
    counted = Counter(map(str, sorted(real.tolist())))
    return {"zero": int((gradient == 0).sum())} | counted


def record() -> Recording:
    """Compares before and after some training; keeps the gradient of the big batch and a weight matrix (128, 32) for
    ``precision``."""
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(SEED)
    model = GPT(Shape(vocabulary=len(vocabulary()), context=CONTEXT), generator)
    words = _drawn(NAMES, generator)
    by_length = sorted(words, key=len)
    micros = [micro for micro in (1, 2, 4, 8, 12, 16, 32) if micro <= NAMES]
    rows, counted = {}, {}
    for state in ("start", "trained"):
        if state == "trained":
            for _ in train(model, Plan(steps=STEPS), batches(32, generator)):
                pass
        counted[state] = exponents(accumulated(model, words, NAMES, by_tokens=True)[0])
        rows[state] = {
            order: [_rounded(row) for row in compare(model, chosen, micros)]
            for order, chosen in (("as drawn", words), ("by length", by_length))
        }
    gradient, _ = accumulated(model, words, NAMES, by_tokens=True)
    shown = {
        "seed": SEED, "steps": STEPS, "parameters": parameters(model), "names": words,
        "validation": round(validation(model), 4), "comparisons": rows, "exponents": counted, "matrix": MATRIX,
    }  # fmt: skip
    matrix = model.get_parameter(MATRIX).detach()
    return Recording(shown, {"gradient": gradient.numpy().astype(np.float32), "matrix": matrix.numpy()})


def _drawn(count: int, generator: torch.Generator) -> list[str]:
    words, _ = split()
    return [words[n] for n in torch.randperm(len(words), generator=generator)[:count].tolist()]


def _rounded(row: Comparison) -> dict[str, object]:
    return {
        name: float(f"{value:.4g}") if isinstance(value, float) else value
        for name, value in asdict(row).items()
    }
