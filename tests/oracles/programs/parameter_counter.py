"""Builds the decoder of PyTorch modules on the meta device and adds up the numbers of all its parameters."""

from typing import Any

import torch
from torch import nn


def layer(given: dict[str, Any]) -> nn.Module:
    width, hidden, biases = given["width"], given["hidden"], given["biases"]
    size = width // given["heads"]
    queries, keys = given["heads"] * size, given["kv_heads"] * size
    attention = [(width, queries), (width, keys), (width, keys), (queries, width)]
    gate_up_down = [(width, hidden), (width, hidden), (hidden, width)]
    matrices = [nn.Linear(*shape, bias=biases) for shape in attention + gate_up_down]
    return nn.ModuleList([*matrices, nn.RMSNorm(width), nn.RMSNorm(width)])


def expected(arguments: dict[str, Any]) -> Any:
    vocabulary, width = arguments["vocabulary"], arguments["width"]
    with torch.device("meta"):
        tokens, head = nn.Embedding(vocabulary, width), nn.Linear(width, vocabulary, bias=False)
        if arguments["tied"]:
            head.weight = tokens.weight
        layers = [layer(arguments) for _ in range(arguments["layers"])]
        model = nn.ModuleList([tokens, *layers, nn.RMSNorm(width), head])
    return sum(parameter.numel() for parameter in model.parameters())  # a shared tensor comes once
