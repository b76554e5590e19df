"""Bradley-Terry as a classifier with two classes: softmax over both rewards, PyTorch's cross-entropy as the loss."""

from typing import Any

import torch
from torch.nn.functional import cross_entropy


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    rewards = torch.tensor([[parameters["reward_winner"], parameters["reward_loser"]]], dtype=torch.float64)
    return {
        "probability": rewards.softmax(dim=1)[0, 0].item(),
        "loss": cross_entropy(rewards, torch.tensor([0])).item(),
    }
