"""A real model reads a sentence live: the attention of each of its 270 heads, layer by layer."""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch

from engine.demos.gpt.settings import OutOfRange
from engine.demos.smollm2 import llama
from engine.demos.smollm2.model import Model, model, shown, tokens
from engine.demos.smollm2.settings import MOST_TOKENS


def live(
    payload: Mapping[str, Any], _: Callable[[], Mapping[str, Any]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Layer by layer: ``first``, the mean weight with which later positions attend to the first token, and ``heads``,
    the weights (H, T, T) in bytes from 0 to 255. With step 0 the ``tokens``, with the last the ``next`` ones that
    the model thinks most probable, and for the layer that was asked for its ``first`` as ``asked``. Raises OutOfRange.
    """
    torch.set_num_threads(1)
    real = model()
    texts = tokens(str(payload["sentence"]), real.ranks)
    if not 2 <= len(texts) <= MOST_TOKENS:
        raise OutOfRange(
            f"Between 2 and {MOST_TOKENS} tokens are read, and this sentence has {len(texts)}: "
            f"{'lengthen' if len(texts) < 2 else 'shorten'} it."
        )
    if unknown := [shown(token) for token in texts if token not in real.tokens]:
        raise OutOfRange(f"The model's vocabulary has no token for {', '.join(unknown)}: leave that out.")
    yield 0, {"tokens": [shown(token) for token in texts]}
    numbers = torch.tensor([real.tokens[token] for token in texts])
    for step, layer in enumerate(llama.layers(real.weights, numbers, real.shape), 1):
        first = round(layer.weights[:, 1:, 0].mean().item(), 4)
        heads = (255 * layer.weights).round().to(torch.uint8).numpy().tobytes()
        told: dict[str, Any] = {"first": first, "heads": b64encode(heads).decode()}
        if step == payload["layer"]:
            told["asked"] = first
        if step == real.shape.layers:
            told["next"] = following(real, layer.x)
        yield step, told


def following(real: Model, last: torch.Tensor, count: int = 5) -> list[tuple[str, float]]:
    """The most probable next tokens, with their probabilities, to as many decimals as ``trace`` has: what is shown of
    them is rounded once more, and must come out the same."""
    shares = llama.logits(real.weights, last[-1:], real.shape)[0].softmax(-1)  # (V,)
    texts = list(real.tokens)
    best = shares.topk(count)
    pairs = zip(best.indices.tolist(), best.values.tolist(), strict=True)
    return [(shown(texts[number]), round(share, 6)) for number, share in pairs]
