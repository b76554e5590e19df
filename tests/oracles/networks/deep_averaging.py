"""`EmbeddingBag` averages the word vectors, `torch.nn` layers do the rest, in float64.

The probabilities are exponentials of `log_softmax`, which subtracts a logarithm where the chain divides.
"""

from typing import Any

import torch
from torch import nn
from torch.nn.functional import log_softmax

from tests.oracles.networks.mlp_forward import network


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    vectors = torch.tensor(parameters["embeddings"], dtype=torch.float64)
    bag = nn.EmbeddingBag.from_pretrained(vectors, mode="mean")
    classifier = {"weights": parameters["weights"], "bias": parameters.get("bias")}
    with torch.no_grad():
        mean = bag(torch.arange(len(vectors))[None])[0]
        scores = network([*parameters.get("layers", []), classifier])(mean)
    return {
        "mean": mean.tolist(),
        "scores": scores.tolist(),
        "probabilities": log_softmax(scores, dim=0).exp().tolist(),
    }
