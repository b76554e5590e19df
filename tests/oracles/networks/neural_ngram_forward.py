"""One-hot rows times the embedding matrix instead of a look-up, then a network of `torch.nn` modules in float64."""

from typing import Any

import torch

from tests.oracles.networks.mlp_forward import network


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    table = torch.tensor(parameters["embeddings"], dtype=torch.float64)  # (V, d)
    words = parameters.get("words", [])
    rows = [words.index(word) if isinstance(word, str) else word for word in parameters["context"]]
    one_hot = torch.eye(len(table), dtype=torch.float64)[rows]  # (n - 1, V)
    given = (one_hot @ table).flatten()  # row by row: the first word's vector comes first
    with torch.no_grad():
        output = network(parameters["layers"])(given)
    return {"input": given.tolist(), "output": output.tolist()}
