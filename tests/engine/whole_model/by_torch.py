"""The numbers of the name GPT at all stations, taken from torch's own modules and functions."""

from collections.abc import Callable
from functools import cache

import numpy as np
import torch
from torch.nn import functional as F

from engine.demos.gpt.forward import AS_TRAINED, Switches
from engine.demos.gpt.model import GPT, Attention, Shape
from engine.demos.gpt.names import CONTEXT, encode, vocabulary
from engine.whole_model import stations
from engine.whole_model.stations import HEADS, LAYERS, WIDTH


@cache
def gpt() -> GPT:
    made = GPT(Shape(vocabulary=len(vocabulary()), context=CONTEXT), torch.Generator())
    made.load_state_dict({name: torch.from_numpy(array) for name, array in stations.weights().items()})
    return made.eval()


def by_token(of_heads: torch.Tensor) -> torch.Tensor:
    """(H, T, n) as (T, H n)."""
    return of_heads.transpose(0, 1).reshape(of_heads.shape[1], -1)


def switched(block: int, switches: Switches) -> Callable[..., torch.Tensor]:
    """A hook that gives a block's attention as torch's own function has it, with some of it switched off."""

    def attend(attention: Attention, given: tuple[torch.Tensor], _: torch.Tensor) -> torch.Tensor:
        tokens = given[0].shape[1]
        split = (tokens, HEADS, WIDTH // HEADS)
        q, k, v = (part.view(split).transpose(0, 1) for part in attention.qkv(given[0])[0].chunk(3, -1))
        mixed = F.scaled_dot_product_attention(
            q, k, v, is_causal=switches.mask, scale=None if switches.scale else 1.0
        )
        for head in range(HEADS):
            if (block, head) in switches.without:
                mixed[head] = 0
        out: torch.Tensor = attention.out(by_token(mixed)[None])
        return out

    return attend


def told_by_torch(text: str, switches: Switches = AS_TRAINED) -> dict[str, np.ndarray]:
    """The numbers of all stations, (T, n), taken from torch's modules while they run."""
    model, seen = gpt(), dict[str, torch.Tensor]()
    hooks = [
        module.register_forward_hook(
            lambda _, given, out, name=name: seen.update({name: out[0], f"{name}<": given[0][0]})
        )
        for name, module in model.named_modules()
        if name
    ]
    if switches != AS_TRAINED:
        hooks += [
            model.get_submodule(f"blocks.{n}.attention").register_forward_hook(switched(n, switches))
            for n in range(LAYERS)
        ]
    with torch.no_grad():
        logits = model(torch.tensor([encode("." + text)]))[0]
    for hook in hooks:
        hook.remove()
    found = {
        "embedding": seen["blocks.0.before_attention<"],
        "norm": seen["last_norm"],
        "logit": logits,
        "probability": logits.softmax(-1),
    }
    tokens = len(text) + 1
    for n in range(LAYERS):
        block = f"blocks.{n}"
        q, k, v = seen[f"{block}.attention.qkv"].chunk(3, -1)
        heads = [part.view(tokens, HEADS, -1).transpose(0, 1) for part in (q, k)]
        scores = heads[0] @ heads[1].transpose(1, 2)
        if switches.scale:
            scores = scores / (WIDTH // HEADS) ** 0.5
        if switches.mask:
            scores = scores.masked_fill(torch.ones(tokens, tokens, dtype=torch.bool).triu(1), float("-inf"))
        found |= {
            f"{n + 1}-{name}": there
            for name, there in {
                "norm": seen[f"{block}.before_attention"],
                "query": q,
                "key": k,
                "value": v,
                "score": by_token(scores),
                "weight": by_token(scores.softmax(-1)),
                "mix": seen[f"{block}.attention.out<"],
                "out": seen[f"{block}.attention.out"],
                "between": seen[f"{block}.before_mlp<"],
                "norm-again": seen[f"{block}.before_mlp"],
                "up": seen[f"{block}.up"],
                "active": F.gelu(seen[f"{block}.up"]),
                "down": seen[f"{block}.down"],
                "after": seen[block],
            }.items()
        }
    return {name: there.numpy() for name, there in found.items()}
