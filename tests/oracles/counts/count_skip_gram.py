"""Builds both tables of skip-gram, word vectors and context vectors, as `nn.Embedding` on the meta device."""

from typing import Any

from torch import nn

from ._meta_numel import META, numel


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    shape = parameters["vocabulary_size"], parameters["d"]
    return {"total": numel(nn.Embedding(*shape, device=META), nn.Embedding(*shape, device=META))}
