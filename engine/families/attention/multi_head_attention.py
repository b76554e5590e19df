"""Multi-head attention by hand (Vaswani et al. 2017, section 3.2.2); with a memory it is cross-attention."""

from collections.abc import Generator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
from pydantic import model_validator

from engine.chain import Family, NotApplicable, NotNeeded, Run, Step
from engine.mathematics.transformer import projections
from engine.mathematics.transformer.projections import draw_rows, draw_weights, identity, size
from engine.parameters import Array, Frozen, Matrix, symbol


class Parameters(Frozen):
    """X is (n, d), the memory (m, d_memory), w_q, w_k, w_v have heads times d_head columns; each head takes the next
    d_head of them."""

    X: Matrix = symbol("X", "the tokens, one per row")
    w_q: Matrix = symbol("W_Q", "weights of the queries, all heads side by side")
    w_k: Matrix = symbol("W_K", "weights of the keys, all heads side by side")
    w_v: Matrix = symbol("W_V", "weights of the values, all heads side by side")
    w_o: Matrix | None = symbol(
        "W_O", "weights after the heads; none is the identity", default=None, empty="the identity"
    )
    heads: int = symbol("h", "how many heads", default=1, ge=1, le=64)
    memory: Matrix | None = symbol(
        r"\mathrm{Mem}", "where keys and values come from, if not from X", default=None, empty="from X itself"
    )
    causal: bool = symbol(r"\text{causal}", "each token sees itself and those before it", default=False)

    @model_validator(mode="after")
    def shapes_fit(self) -> "Parameters":
        memory = self.X if self.memory is None else self.memory
        projections.check_projections(self.X, memory, w_q=self.w_q, w_k=self.w_k, w_v=self.w_v)
        for name, columns in (("w_q", self.w_q.shape[1]), ("w_v", self.w_v.shape[1])):
            if columns % self.heads:
                raise ValueError(
                    f"heads must divide the {columns} columns of {name}, and {self.heads} does not"
                )
        if self.w_o is not None:
            projections.check_shape("w_o", self.w_o, self.w_v.shape[1], self.w_o.shape[1])
        if self.causal and len(memory) != len(self.X):
            raise ValueError("causal needs as many rows in memory as in X")
        return self


family = Family(
    "multi_head_attention",
    "Multi-head attention",
    section="2.6",
    builds_on=("attention",),
    parameters=Parameters,
)


def which(given: Parameters, head: int) -> str:
    """The columns of a head in words, in LaTeX."""
    size = given.w_q.shape[1] // given.heads
    first, last = size * (head - 1) + 1, size * head
    counted = f"column {last}" if size == 1 else f"columns {first} to {last}"
    return rf"\quad \text{{({counted} of Q and K)}}"


def columns(rows: Array, heads: int, head: int) -> Array:
    """The columns of the queries, keys or values that belong to head number ``head``, counted from 1."""
    return np.hsplit(rows, heads)[head - 1]


@family.unroll("Q", "K", "V", "weights", "head_outputs", "concatenated", "output")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    memory = "X" if given.memory is None else "memory"
    for name, title, rows, weights in (
        ("Q", "Queries", "X", "w_q"), ("K", "Keys", memory, "w_k"), ("V", "Values", memory, "w_v"),
    ):  # fmt: skip
        yield projections.projection(name, title, rows, weights, name, answer=name)
    heads = range(1, given.heads + 1)
    for head in heads:
        for name in "QKV":
            yield Step(
                f"{name.lower()}_{head}", f"{name} of head {head}", rf"\text{{columns of head {head} in }} <{name}>",
                lambda rows, head=head: columns(rows, given.heads, head), (name,),
                symbol=f"{name}_{{{head}}}", gathers=True,
            )  # fmt: skip
        part = projections.attention(
            f"head_{{}}_{head}", f"q_{head}", f"k_{head}", f"v_{head}", f"{{}} of head {head}",
            f"{{}}^{{{{({head})}}}}",
        )  # fmt: skip
        scores, *rest = part.steps
        yield replace(scores, formula=scores.formula + which(given, head))
        yield from (step for step in rest)
    for answer, stem, title in (
        ("weights", "head_weights", "Weights of all heads"),
        ("head_outputs", "head_output", "Outputs of all heads"),
    ):
        yield Step(
            f"all_{answer}", title, r"\text{one matrix per head}", lambda *parts: list(parts),
            tuple(f"{stem}_{head}" for head in heads), answer=answer, gathers=True,
        )  # fmt: skip
    outputs = tuple(f"head_output_{head}" for head in heads)
    yield Step(
        "concatenated", "The heads side by side", r"[" + r"\ \ ".join(f"<{name}>" for name in outputs) + "]",
        side_by_side, outputs, symbol="C", answer="concatenated",
    )  # fmt: skip
    if given.w_o is None:
        yield Step(
            "output", "Output", "<concatenated>", no_weights, ("concatenated",), symbol="O", answer="output"
        )
    else:
        yield projections.projection("output", "Output", "concatenated", "w_o", "O", answer="output")


def side_by_side(*outputs: Array) -> Array | NotNeeded:
    if len(outputs) == 1:
        return NotNeeded(outputs[0], "There is one head: nothing stands beside it.")
    return np.hstack(outputs)


def no_weights(concatenated: Array) -> NotNeeded:
    return NotNeeded(concatenated, "No output weights are given: the heads side by side are the output.")


family.gives(
    {
        "Q": ("rows(X) × columns(w_q)", "Queries of all heads side by side."),
        "K": ("rows(memory, X) × columns(w_k)", "Keys of all heads side by side."),
        "V": ("rows(memory, X) × columns(w_v)", "Values of all heads side by side."),
        "weights": (
            "heads × rows(X) × rows(memory, X)",
            "Attention weights of each head; each row sums to 1.",
        ),
        "head_outputs": (
            "heads × rows(X) × columns(w_v) / heads",
            "Output of each head: its weights times its values.",
        ),
        "concatenated": ("rows(X) × columns(w_v)", "The outputs of the heads side by side."),
        "output": (
            "rows(X) × columns(w_o, w_v)",
            "The heads side by side times w_o; without w_o the heads as they are.",
        ),
    }
)
family.assumes(
    "A token is a row: X times W, weights in x out, without biases. Head k takes the k-th block of "
    "neighbouring columns of Q, K and V.",
    "Each head's scores are divided by the root of the number of columns of Q that it takes.",
)


@family.mistake(
    of="head_scaled_scores",
    says="You divided by the root of the whole width. Each head divides by the root of its own width.",
)
def scaled_by_whole_width(head_raw_scores: Array, Q: Array, heads: int) -> Array:
    if heads == 1:
        raise NotApplicable
    return np.asarray(head_raw_scores / np.sqrt(Q.shape[1]))


@family.mistake(
    of="head_raw_scores",
    says="You took the dot products over all columns. Each head sees its own columns of the queries and keys only.",
)
def all_columns(Q: Array, K: Array, heads: int) -> Array:
    if heads == 1:
        raise NotApplicable
    return Q @ K.T


@family.mistake(of="concatenated", says="You put the heads in the wrong order. Head 1 stands on the left.")
def heads_swapped(right: Array, heads: int) -> Array:
    if heads == 1:
        raise NotApplicable
    return np.hstack(np.hsplit(right, heads)[::-1])


@family.mistake(of="output", says="You stopped at the heads side by side. Multiply them by $W_O$.")
def output_weights_left_out(concatenated: Array, w_o: Array | None) -> Array:
    if w_o is None or w_o.shape[0] != w_o.shape[1]:
        raise NotApplicable
    return concatenated


@family.mistake(
    of="Q",
    says="You took the queries from the memory. Queries come from X, keys and values from the memory.",
)
def queries_from_memory(X: Array, memory: Array | None, w_q: Array) -> Array:
    if memory is None or memory.shape != X.shape:
        raise NotApplicable
    return memory @ w_q


INNER = {
    "head_not_masked",
    "head_masked_with_zero",
    "head_softmax_of_columns",
    "head_keys_not_transposed",
}
inner = projections.attention("head_{}", "q", "k", "v").mistakes
family.include((), [made for made in inner if made.name in INNER])


@family.convention("Right for self-attention. Here keys and values come from the memory.")
def without_memory(given: Parameters) -> Parameters | None:
    same = given.memory is not None and given.memory.shape == given.X.shape
    return given.replace(memory=None) if same else None


@family.convention(
    "Right for weights with one row per output, as PyTorch stores them. Here a token is a row: X times W."
)
def transposed_weights(given: Parameters) -> Parameters | None:
    names = ("w_q", "w_k", "w_v", "w_o")
    weights = {name: getattr(given, name) for name in names if getattr(given, name) is not None}
    if any(w.shape[0] != w.shape[1] for w in weights.values()):
        return None
    return given.replace(**{name: w.T for name, w in weights.items()})


@family.refuses
def nothing_to_weigh(exact: Run) -> str | None:
    """A head whose weights are all alike teaches nothing."""
    for name, scores in exact.reached.items():
        if name.startswith("head_raw_scores") and scores.shape[1] > 1 and not np.ptp(scores, axis=1).any():
            return f"{name}: all scores of a row are equal"
    return None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Two heads of one column, of two when it is hard; often with a mask, or with another text as memory."""
    width = size(fixed, 2, ("X", 1), ("w_q", 0))
    source = size(fixed, width, ("memory", 1), ("w_k", 0), ("w_v", 0))
    heads = fixed.get("heads", 2)
    own = heads * 2 if level == "hard" else heads
    keys, values = size(fixed, own, ("w_q", 1), ("w_k", 1)), size(fixed, own, ("w_v", 1), ("w_o", 0))
    reads = "itself" if level == "warm-up" else rng.choice(("itself", "past", "past", "memory", "memory"))
    if "causal" in fixed and "memory" not in fixed:
        reads = "past" if fixed["causal"] else "itself"
    return {
        "X": draw_rows(rng, 2, width),
        "w_q": draw_weights(rng, width, keys) if level == "hard" or width != keys else identity(width),
        "w_k": draw_weights(rng, source, keys) if level != "warm-up" or source != keys else identity(width),
        "w_v": draw_weights(rng, source, values),
        "w_o": None if level == "warm-up" else draw_weights(rng, values, 2),
        "heads": heads,
        "memory": draw_rows(rng, 2, source) if reads == "memory" or source != width else None,
        "causal": reads == "past" and "memory" not in fixed,
    }
