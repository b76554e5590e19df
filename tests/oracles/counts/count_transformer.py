"""Builds the whole transformer as a module tree on the meta device and counts branches of it: no formula.

A tied head really shares the tensor of the token table, so PyTorch's own "each tensor once" makes the total.

Where families.md is silent this oracle takes the reading that marks suggest ("per stack" is said of layers,
relative buckets and final norm, so nothing else is per stack):
- positions, segments and the embedding norm exist once, also in front of two stacks;
- relative buckets, final norms and the pooler belong to no named branch: they are in `total` only;
- with two vocabularies a tied head shares the target table, an untied one is V_target x d;
- a decoder layer's attention is self plus cross attention of the same shape and biases, with a third norm;
- `norm="none"` makes the embedding norm and the final norm empty too;
- a gated feed-forward with biases has three of them, and the head never has one.
"""

from typing import Any

import torch
from torch import nn

from ._meta_numel import META, numel


class _RootMeanSquareNorm(nn.Module):
    """A gain, no shift."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.gain = nn.Parameter(torch.empty(width, device=META))


def _norm(kind: str, width: int) -> nn.Module:
    match kind:
        case "layernorm":
            return nn.LayerNorm(width, device=META)
        case "rmsnorm":
            return _RootMeanSquareNorm(width)
        case "none":
            return nn.Identity()
        case _:
            raise ValueError(f"norm {kind!r}")


def _attention(given: dict[str, Any]) -> nn.ModuleDict:
    d_model: int = given["d_model"]
    d_head: int | None = given.get("d_head")
    if d_head is None:
        d_head, rest = divmod(d_model, given["heads"])
        if rest:
            raise ValueError("d_model is not a multiple of heads")
    queries = given["heads"] * d_head
    keys = (given.get("kv_heads") or given["heads"]) * d_head
    bias = given.get("attention_bias", False)
    return nn.ModuleDict(
        {
            "query": nn.Linear(d_model, queries, bool(bias), META),
            "key": nn.Linear(d_model, keys, bool(bias), META),
            "value": nn.Linear(d_model, keys, bool(bias), META),
            "output": nn.Linear(queries, d_model, bias is True, META),
        }
    )


def _feed_forward(given: dict[str, Any]) -> nn.ModuleDict:
    d_model, d_ff, bias = given["d_model"], given["d_ff"], bool(given.get("ffn_bias", False))
    up, down = nn.Linear(d_model, d_ff, bias, META), nn.Linear(d_ff, d_model, bias, META)
    match given.get("ffn", "mlp"):
        case "mlp":
            return nn.ModuleDict({"up": up, "down": down})
        case "gated":
            return nn.ModuleDict({"gate": nn.Linear(d_model, d_ff, bias, META), "up": up, "down": down})
        case other:
            raise ValueError(f"ffn {other!r}")


def _layer(given: dict[str, Any], cross: bool) -> nn.ModuleDict:
    kind: str = given.get("norm", "none")
    return nn.ModuleDict(
        {
            "attention": nn.ModuleList(_attention(given) for _ in range(2 if cross else 1)),
            "ffn": _feed_forward(given),
            "norm": nn.ModuleList(_norm(kind, given["d_model"]) for _ in range(3 if cross else 2)),
        }
    )


def _stack(given: dict[str, Any], layers: list[nn.ModuleDict]) -> nn.ModuleDict:
    parts: dict[str, nn.Module] = {"layers": nn.ModuleList(layers)}
    if buckets := given.get("relative_buckets", 0):
        parts["relative_positions"] = nn.Embedding(buckets, given["heads"], device=META)
    if given.get("final_norm", False):
        parts["final_norm"] = _norm(given.get("norm", "none"), given["d_model"])
    return nn.ModuleDict(parts)


def _embeddings(given: dict[str, Any]) -> nn.ModuleDict:
    d_model: int = given["d_model"]
    rows = {"tokens": given["vocabulary_size"], "target_tokens": given.get("target_vocabulary_size")}
    rows |= {"positions": given.get("positions", 0), "segments": given.get("segments", 0)}
    parts: dict[str, nn.Module] = {
        name: nn.Embedding(size, d_model, device=META) for name, size in rows.items() if size
    }
    if given.get("embedding_norm", False):
        parts["norm"] = _norm(given.get("norm", "none"), d_model)
    return nn.ModuleDict(parts)


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    d_model, depth = parameters["d_model"], parameters["layers"]
    tables = _embeddings(parameters)
    target = tables["target_tokens"] if "target_tokens" in tables else tables["tokens"]
    assert isinstance(target, nn.Embedding)
    head = nn.Linear(d_model, target.num_embeddings, bias=False, device=META)
    if parameters.get("tied", True):
        head.weight = target.weight

    crossing = {"encoder": [False], "decoder": [False], "encoder_decoder": [False, True]}
    plan = crossing[parameters.get("architecture", "encoder")]
    layers = [[_layer(parameters, cross) for _ in range(depth)] for cross in plan]
    whole = [tables, *(_stack(parameters, of_stack) for of_stack in layers), head]
    if parameters.get("pooler", False):
        whole.append(nn.Linear(d_model, d_model, device=META))

    found = {"embeddings": numel(tables), "head": numel(tables, head) - numel(tables), "total": numel(*whole)}
    for prefix, cross in zip(("", "decoder_"), plan, strict=False):
        one = _layer(parameters, cross)  # there may be no layers
        found[f"{prefix}attention_per_layer"] = numel(one["attention"])
        found[f"{prefix}norm_per_layer"] = numel(one["norm"])
        found[f"{prefix}per_layer"] = numel(one)
    return found | {"ffn_per_layer": numel(_layer(parameters, False)["ffn"])}
