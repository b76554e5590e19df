"""RMSNorm by PyTorch's `rms_norm` in float64; the root mean square as a length over the root of the dimension."""

from math import hypot, sqrt
from typing import Any

import torch
from torch.nn.functional import rms_norm


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    x = torch.tensor(parameters["x"], dtype=torch.float64)
    weight = torch.tensor(parameters.get("gamma", 1), dtype=torch.float64).expand(len(x))
    epsilon = parameters.get("epsilon", 0.0)
    length = torch.linalg.vector_norm(x).item()
    return {
        "rms": hypot(length, sqrt(epsilon * len(x))) / sqrt(len(x)),
        "output": rms_norm(x, [len(x)], weight, epsilon).tolist(),
    }
