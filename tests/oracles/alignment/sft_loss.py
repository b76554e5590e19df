"""The loss as training code has it: PyTorch's cross-entropy, labels of the prompt set to -100 and so ignored.

Each token is a row of two classes, the true token and all others, with its log-probabilities as logits.
"""

from typing import Any

import torch
from torch.nn.functional import cross_entropy


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    true = torch.tensor(parameters["probabilities"], dtype=torch.float64)
    logits = torch.stack([true.log(), (1 - true).log()], dim=1)  # (token, 2)
    labels = torch.tensor([0 if counts else -100 for counts in parameters["mask"]])
    return {
        "loss_sum": cross_entropy(logits, labels, reduction="sum").item(),
        "loss_mean": cross_entropy(logits, labels).item(),
    }
