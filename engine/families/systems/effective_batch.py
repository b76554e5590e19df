"""Sequences and tokens behind one update: micro-batch times accumulation times GPUs (curriculum 2.8).

Gradient accumulation (Goyal et al. 2017 for large batches on many GPUs) saves memory, not FLOPs.
"""

from collections.abc import Generator, Mapping
from random import Random
from typing import Any

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, Step
from engine.parameters import Count, Frozen, symbol


class Parameters(Frozen):
    micro_batch: Count = symbol("b", "sequences that one GPU reads at once")
    accumulation: Count = symbol("a", "micro-batches whose gradients are added before one update")
    gpus: Count = symbol("G", "GPUs that hold a copy of the model each")
    sequence_length: Count | None = symbol(
        "n",
        "tokens in one sequence; without it only sequences are counted",
        default=None,
        empty="only sequences are counted",
    )


family = Family(
    "effective_batch", "Effective batch size", section="2.8", builds_on=("sgd_step",), parameters=Parameters
)


@family.unroll("sequences", "tokens")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    yield Step(
        "per_gpu", "Sequences of one GPU before an update", r"<micro_batch> \cdot <accumulation>",
        lambda micro_batch, accumulation: micro_batch * accumulation, ("micro_batch", "accumulation"),
        symbol=r"B_{\mathrm{GPU}}", unit="sequences", form=Integer(),
    )  # fmt: skip
    yield Step(
        "sequences", "Sequences of all GPUs", r"<gpus> \cdot <per_gpu>",
        lambda gpus, per_gpu: gpus * per_gpu, ("gpus", "per_gpu"),
        symbol="B", unit="sequences", form=Integer(), answer="sequences",
    )  # fmt: skip
    if given.sequence_length is None:
        return
    yield Step(
        "tokens", "Tokens of one update", r"<sequences> \cdot <sequence_length>",
        lambda sequences, sequence_length: sequences * sequence_length, ("sequences", "sequence_length"),
        symbol=r"B_{\mathrm{tokens}}", unit="tokens", form=Integer(), answer="tokens",
    )  # fmt: skip


family.gives(
    {
        "sequences": ("whole number", "Sequences behind one update, of all GPUs.", "sequences"),
        "tokens": ("whole number", "Tokens behind one update; only with sequence_length.", "tokens"),
    }
)
family.assumes(
    "Every GPU holds a copy of the whole model and reads sequences of its own.",
)


@family.mistake(
    of="per_gpu",
    says="You left out the accumulation. The gradients of all accumulated micro-batches go into one update: multiply.",
)
def accumulation_forgotten(micro_batch: int, accumulation: int) -> int:
    if accumulation == 1:
        raise NotApplicable
    return micro_batch


@family.mistake(
    of="per_gpu",
    says="You added micro-batch and accumulation. Every accumulation step reads a whole micro-batch: multiply.",
)
def accumulation_added(micro_batch: int, accumulation: int) -> int:
    return micro_batch + accumulation


@family.mistake(
    of="sequences", says="You counted one GPU. Every GPU reads sequences of its own: multiply by the GPUs."
)
def one_gpu(per_gpu: int, gpus: int) -> int:
    if gpus == 1:
        raise NotApplicable
    return per_gpu


@family.mistake(
    of="sequences",
    says="You divided by the GPUs. Each of them reads that many sequences: multiply by the GPUs.",
)
def shared_out(per_gpu: int, gpus: int) -> int:
    if gpus == 1 or per_gpu % gpus:
        raise NotApplicable
    return per_gpu // gpus


@family.mistake(of="tokens", says="Those are sequences. Multiply by the tokens in one sequence.")
def sequences_for_tokens(sequences: int) -> int:
    return sequences


@family.mistake(
    of="tokens",
    says="Those are the tokens of one micro-batch. An update uses the micro-batches of all steps and all GPUs.",
)
def one_micro_batch(micro_batch: int, sequence_length: int) -> int:
    return micro_batch * sequence_length


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        return {
            "micro_batch": rng.choice((2, 3, 4, 5, 8)),
            "accumulation": rng.choice((2, 4, 8, 10)),
            "gpus": rng.choice((2, 4, 8)),
            "sequence_length": rng.choice((128, 256, 512)),
        }
    hard = level == "hard"
    return {
        "micro_batch": rng.choice((6, 12, 24) if hard else (2, 4, 8, 16)),
        "accumulation": rng.choice((10, 12, 20, 25, 40) if hard else (4, 8, 16, 32)),
        "gpus": rng.choice((24, 48, 96, 192) if hard else (2, 4, 8, 16)),
        "sequence_length": rng.choice((1024, 2048, 4096, 8192)),
    }
