"""One step of `torch.optim.AdamW` in float64, from a state that is put in.

It does not show its corrected means: they come from the geometric sum (1 - b^t) = (1 - b)(1 + b + ... + b^(t-1)).
"""

from fractions import Fraction
from typing import Any

import torch


def _weight_of_all_steps(beta: float, step: int) -> float:
    share = Fraction(str(beta))
    return float((1 - share) * sum((share**t for t in range(step)), Fraction(0)))


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    def vector(name: str) -> torch.Tensor:
        return torch.tensor(parameters[name], dtype=torch.float64)

    beta1, beta2, step = parameters.get("beta1", 0.9), parameters.get("beta2", 0.999), parameters["step"]
    theta = vector("parameters").requires_grad_()
    theta.grad = vector("gradient")
    optimizer = torch.optim.AdamW(
        [theta],
        lr=parameters["learning_rate"],
        betas=(beta1, beta2),
        eps=parameters.get("epsilon", 1e-8),
        weight_decay=parameters.get("weight_decay", 0),
    )
    optimizer.state[theta] = {
        "step": torch.tensor(float(step - 1), dtype=torch.float64),
        "exp_avg": vector("m"),
        "exp_avg_sq": vector("v"),
    }
    optimizer.step()
    m, v = optimizer.state[theta]["exp_avg"], optimizer.state[theta]["exp_avg_sq"]
    return {
        "m": m.tolist(),
        "v": v.tolist(),
        "m_hat": (m / _weight_of_all_steps(beta1, step)).tolist(),
        "v_hat": (v / _weight_of_all_steps(beta2, step)).tolist(),
        "parameters": theta.tolist(),
    }
