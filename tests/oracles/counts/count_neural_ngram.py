"""Builds the model of Bengio et al. as PyTorch modules on the meta device and counts their tensors."""

from typing import Any

import torch
from torch import nn

from ._meta_numel import META, numel


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    words, size = parameters["vocabulary_size"], parameters["d"]
    table = nn.Embedding(words, size, device=META)
    context = torch.zeros(1, parameters["n"] - 1, dtype=torch.long, device=META)
    entering = table(context).flatten(1).shape[1]  # the vectors one after the other
    hidden = nn.Linear(entering, parameters["hidden"], device=META)
    output = nn.Linear(parameters["hidden"], words, device=META)
    return {
        "input_size": entering,
        "embeddings": numel(table),
        "hidden": numel(hidden),
        "output": numel(output),
        "total": numel(table, hidden, output),
    }
