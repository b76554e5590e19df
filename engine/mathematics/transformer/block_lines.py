"""The lines of a transformer block, a token per row: attention, residual sums, layer norm, feed-forward network.

Vaswani et al. 2017, section 3; for where the norm stands, Xiong et al. 2020, figure 1.
"""

from collections.abc import Generator, Sequence
from typing import Any

import numpy as np

from engine.chain import NotNeeded, Step
from engine.mathematics.activations import activated
from engine.mathematics.transformer.blocks import Block
from engine.mathematics.transformer.projections import attention, product_cell, projection
from engine.parameters import Array, BadParameters
from engine.solutions import latex

Lines = Generator[Step, Any, None]
NOISE = 1e-12  # a deviation that is zero but for float noise, of ordinary numbers or of the row's own
SUM_GOES_ON = "No layer norm stands here: the sum goes on as it is."


def attended(
    kind: str, sources: Sequence[str], weights: Sequence[str], answer: str, prime: str = "",
    causal: bool | None = None,
) -> Lines:  # fmt: skip
    """Queries, keys and values of ``sources``, attention, and W_O; ``kind`` is self or cross."""
    titled = f"{{}} ({kind}-attention)"
    parts = ("queries", "keys", "values")
    for sign, part, source, weight in zip("QKV", parts, sources, weights[:3], strict=True):
        yield projection(f"{kind}_{part}", titled.format(part.title()), source, weight, sign + prime)
    names = (f"{kind}_{part}" for part in parts)
    inner = attention(f"{kind}_{{}}", *names, titled, f"{{}}{prime}", causal)
    yield from (step for step in inner.steps)
    yield projection(
        answer, titled.format("After the output weights"), f"{kind}_output", weights[3], f"Y{prime}", answer
    )


def deviations(rows: Array, means: Array) -> Array:
    """The standard deviation of each row, with the population variance and without an epsilon. Raises BadParameters for
    a row of equal numbers."""
    variance = ((rows - means[:, None]) ** 2).mean(axis=1)
    if (flat := variance < (NOISE * np.maximum(abs(rows).max(axis=1), 1.0)) ** 2).any():
        row = int(flat.argmax()) + 1
        raise BadParameters(
            "X", f"the numbers of row {row} are all alike here, or nearly, so it has no layer norm; change X"
        )
    return np.asarray(np.sqrt(variance))


def deviation_cell(rows: Array, means: Array, at: tuple[int]) -> str:
    """The standard deviation of one row with its numbers, as LaTeX."""
    distances = (rows[at[0]] - means[at[0]]).tolist()
    return rf"\sqrt{{\frac{{{latex.squares(distances)}}}{{{len(distances)}}}}}"


def normalized_cell(rows: Array, means: Array, deviations: Array, at: tuple[int, int]) -> str:
    """One normalized number with the numbers that it comes from, as LaTeX."""
    difference = f"{latex.number(rows[at])} - {latex.signed(means[at[0]])}"
    return rf"\frac{{{difference}}}{{{latex.number(deviations[at[0]])}}}"


def normalized(n: int, rows: str, name: str, title: str, sign: str, answer: str = "") -> Lines:
    """Layer norm ``n`` of each row, without gain and shift: mean, standard deviation, and what comes of them."""
    mean, deviation = f"mean_{n}", f"deviation_{n}"
    yield Step(
        mean, f"Layer norm {n}: mean of each token", rf"\frac{{1}}{{d}} \sum_j <{rows}>_{{ij}}",
        lambda rows: rows.mean(axis=1), (rows,), symbol=rf"\mu^{{({n})}}",
        numbers=lambda rows, at: latex.mean(rows[at[0]].tolist()),
    )  # fmt: skip
    yield Step(
        deviation, f"Layer norm {n}: standard deviation of each token",
        rf"\sqrt{{\frac{{1}}{{d}} \sum_j (<{rows}>_{{ij}} - <{mean}>_i)^2}}",
        deviations, (rows, mean), symbol=rf"\sigma^{{({n})}}", numbers=deviation_cell,
    )  # fmt: skip
    yield Step(
        name, title, rf"\frac{{<{rows}>_{{ij}} - <{mean}>_i}}{{<{deviation}>_i}}",
        lambda rows, means, deviations: (rows - means[:, None]) / deviations[:, None], (rows, mean, deviation),
        symbol=sign, answer=answer, numbers=normalized_cell,
    )  # fmt: skip


def entering(n: int, norm: str, stream: str, sign: str) -> Generator[Step, Any, str]:
    """The norm before part ``n`` of the block, where there is one; the name of what enters the part."""
    if norm != "pre":
        return stream
    yield from normalized(n, stream, f"normalized_{n}", f"Layer norm {n}", rf"\hat{{{sign}}}")
    return f"normalized_{n}"


def added(n: int, norm: str, stream: str, part: str, after: str, title: str, signs: Sequence[str]) -> Lines:
    """Residual sum ``n``, then its layer norm where it stands after the sum; ``after`` is an answer."""
    yield Step(
        f"sum_{n}", f"Residual sum {n}", f"<{stream}> + <{part}>", lambda x, y: x + y, (stream, part),
        symbol=signs[0], numbers=lambda x, y, at: f"{latex.number(x[at])} + {latex.signed(y[at])}",
    )  # fmt: skip
    if norm == "post":
        yield from normalized(n, f"sum_{n}", after, f"{title}: layer norm", signs[1], after)
    else:
        yield Step(
            after, title, f"<sum_{n}>", lambda x: NotNeeded(x, SUM_GOES_ON), (f"sum_{n}",), symbol=signs[1],
            answer=after,
        )  # fmt: skip


def feed_forward(given: Block, rows: str) -> Lines:
    """Both layers and the activation between them, applied to each row."""
    first, second = ("b_1",) * (given.b_1 is not None), ("b_2",) * (given.b_2 is not None)
    yield affine("z", "Feed-forward: first layer", (rows, "w_1", *first), "Z")
    yield activated("hidden", "Feed-forward", given.activation, "z", "G")
    yield affine("ffn_output", "Feed-forward: output", ("hidden", "w_2", *second), "F", "ffn_output")


def affine(name: str, title: str, sources: tuple[str, ...], sign: str, answer: str = "") -> Step:
    """Rows times weights, plus a bias where one is given."""
    rows, weights, *bias = sources
    return Step(
        name, title, rf"<{rows}>\,<{weights}>" + "".join(f" + <{name}>" for name in bias),
        lambda x, w, b=0.0: x @ w + b, sources, symbol=sign, answer=answer,
        numbers=lambda x, w, b=None, at=(0, 0): (
            product_cell(x, w, at) + ("" if b is None else f" + {latex.signed(b[at[1]])}")
        ),
    )  # fmt: skip
