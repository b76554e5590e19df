"""The whole way of a text through the real model: the residual stream at every depth, and what would be said there.

What a model would say if it stopped after a layer is the logit lens (nostalgebraist 2020, "interpreting GPT: the logit
lens", LessWrong): the last norm and the table, which belong after the last layer, read the stream of an earlier one.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch
from torch import Tensor

from engine.demos.gpt.settings import OutOfRange
from engine.demos.smollm2 import llama
from engine.demos.smollm2.model import Model, model, shown, tokens
from engine.demos.smollm2.settings import BARS, LENS, TRACED


def trace(
    payload: Mapping[str, Any], _: Callable[[], Mapping[str, Any]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Step n, from 0: the residual stream ``x`` after n layers, (T, C) in float32. Then the ``logits`` of the token
    that follows, (V,), and last what is small: ``tokens`` with their ``ids``, how many there ``were`` before the text
    was cut off, signs that are ``unknown``, the ``norms`` of the stream (layers + 1, T), the ``lens`` with the
    likeliest tokens after each layer, for each token its ``bars`` and what the model gave to the one that ``came``
    (share, rank).

    Raises OutOfRange if there is nothing to read.
    """
    torch.set_num_threads(1)
    real = model()
    texts = list(real.tokens)
    cut = tokens(str(payload["text"]), real.ranks)
    every = [real.tokens[token] for token in cut if token in real.tokens]
    every += [id for id in payload.get("then", ()) if 0 <= id < len(texts)]
    if not every:
        raise OutOfRange("The model knows none of these signs: write others.")
    ids = every[:TRACED]
    stream = [real.weights["token_embd.weight"][ids]]
    yield 0, {"x": packed(stream[0])}
    for step, layer in enumerate(llama.layers(real.weights, torch.tensor(ids), real.shape), 1):
        stream.append(layer.x)
        yield step, {"x": packed(layer.x)}
    # After every token, and after every layer: the table is read once for both, (T + layers + 1, V).
    ends = torch.cat([stream[-1], torch.stack([x[-1] for x in stream])])
    logits = llama.logits(real.weights, ends, real.shape)
    likely = logits.softmax(-1)
    shares, lens = likely[: len(ids)], likely[len(ids) :]
    yield len(stream), {"logits": packed(logits[len(ids) - 1])}
    told = {
        "tokens": [shown(texts[id]) for id in ids],
        "ids": ids,
        "were": len(every),
        "unknown": [shown(token) for token in cut if token not in real.tokens],
        "norms": [[round(norm, 3) for norm in x.norm(dim=-1).tolist()] for x in stream],
        "lens": best(real, lens, LENS),
        "bars": best(real, shares, BARS),
        "came": came(shares[:-1], torch.tensor(ids[1:], dtype=torch.long)),
    }
    yield len(stream) + 1, told


def best(real: Model, shares: Tensor, count: int) -> list[list[tuple[int, str, float]]]:
    """The likeliest tokens of each row (n, V): number, text, probability."""
    texts, found = list(real.tokens), shares.topk(min(count, shares.shape[-1]))
    return [
        [(id, shown(texts[id]), round(share, 6)) for id, share in zip(*row, strict=True)]
        for row in zip(found.indices.tolist(), found.values.tolist(), strict=True)
    ]


def came(shares: Tensor, ids: Tensor) -> list[tuple[float, int]]:
    """The probability that each row (n, V) gave to its token, and how many tokens are before that one, plus 1."""
    own = shares.gather(-1, ids[:, None])  # (n, 1)
    ranks = 1 + (shares > own).sum(-1)
    return [(round(share, 6), rank) for share, rank in zip(own[:, 0].tolist(), ranks.tolist(), strict=True)]


def packed(numbers: Tensor) -> str:
    """Numbers in float32, as text."""
    return b64encode(numbers.contiguous().numpy().astype("<f4").tobytes()).decode()
