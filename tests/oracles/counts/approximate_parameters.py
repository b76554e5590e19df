"""Builds one layer of bare matrices and the table of embeddings on the meta device and counts them."""

from typing import Any

from torch import nn

from ._meta_numel import META, numel


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    width = parameters["d_model"]
    inner = parameters.get("d_ff") or width * 4

    def layer() -> nn.Module:
        sizes = [(width, width)] * 4 + [(width, inner), (inner, width)]  # Q, K, V, output; up and down
        return nn.ModuleList(nn.Linear(*size, bias=False, device=META) for size in sizes)

    table = nn.Embedding(parameters["vocabulary_size"], width, device=META)
    layers = [layer() for _ in range(parameters["layers"])]
    return {"per_layer": numel(layer()), "embeddings": numel(table), "total": numel(table, *layers)}
