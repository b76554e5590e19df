"""The score from the distance alone: Re(q conj(k) e^(i (m - n) angle)), summed over the pairs as complex numbers.

The rotated vectors come from a block-diagonal rotation matrix, by PyTorch's matrix exponential of its generator.
"""

from typing import Any

import torch


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    q, k = (torch.tensor(parameters[name], dtype=torch.float64) for name in "qk")
    m, n, base = parameters["m"], parameters["n"], parameters.get("base", 10000.0)
    size = len(q)
    places = torch.arange(size)
    if parameters.get("pairs", "adjacent") == "adjacent":
        first, second = places[::2], places[1::2]
    else:
        first, second = places[: size // 2], places[size // 2 :]
    rates = base ** (-torch.arange(0, size, 2, dtype=torch.float64) / size)
    generator = torch.zeros(size, size, dtype=torch.float64)
    generator[second, first], generator[first, second] = rates, -rates

    def as_complex(vector: torch.Tensor) -> torch.Tensor:
        return torch.complex(vector[first], vector[second])

    relative = torch.polar(torch.ones_like(rates), (m - n) * rates)
    return {
        "rotated_q": (torch.linalg.matrix_exp(generator * m) @ q).tolist(),
        "rotated_k": (torch.linalg.matrix_exp(generator * n) @ k).tolist(),
        "score": (as_complex(q) * as_complex(k).conj() * relative).real.sum().item(),
    }
