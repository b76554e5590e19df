"""One step of `torch.optim.SGD` with momentum, in float64.

PyTorch multiplies its buffer by the learning rate, so that the buffer is our velocity over the learning rate; with a
rate of 0 it moves nothing, and our velocity, which has the rate in it, moves on by itself.
"""

from typing import Any

import numpy as np
import torch


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    rate = parameters["learning_rate"]
    if rate == 0:
        velocity = np.multiply(parameters["momentum"], parameters["velocity"])
        return {
            "velocity": velocity.tolist(),
            "parameters": np.subtract(parameters["parameters"], velocity).tolist(),
        }
    theta = torch.tensor(parameters["parameters"], dtype=torch.float64, requires_grad=True)
    theta.grad = torch.tensor(parameters["gradient"], dtype=torch.float64)
    optimizer = torch.optim.SGD([theta], lr=rate, momentum=parameters["momentum"])
    optimizer.state[theta]["momentum_buffer"] = (
        torch.tensor(parameters["velocity"], dtype=torch.float64) / rate
    )
    optimizer.step()
    buffer = optimizer.state[theta].get("momentum_buffer")
    velocity = rate * (theta.grad if parameters["momentum"] == 0 else buffer)
    return {"velocity": velocity.tolist(), "parameters": theta.tolist()}
