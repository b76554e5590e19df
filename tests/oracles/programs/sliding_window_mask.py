"""The sliding window as a sum of diagonals: one for each token that a query sees, itself first."""

from typing import Any

import torch


def expected(arguments: dict[str, Any]) -> Any:
    n = arguments["n"]
    back = range(min(n, arguments["window"]))  # places before the query
    diagonals = [torch.diag(torch.ones(n - places, dtype=torch.int64), -places) for places in back]
    return torch.stack(diagonals).sum(dim=0).tolist()
