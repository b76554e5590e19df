"""Negative sampling as logistic regression: PyTorch's binary cross-entropy with logits, label 1 for the true word.

The loss is one call over all words, true and noise; the scores are a bilinear layer's, with the identity as its matrix.
"""

from typing import Any

import torch
from torch.nn.functional import bilinear, binary_cross_entropy_with_logits


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    v = torch.tensor(parameters["v"], dtype=torch.float64)
    words = torch.tensor([parameters["u_positive"], *parameters["u_negatives"]], dtype=torch.float64)
    identity = torch.eye(len(v), dtype=torch.float64)[None]
    scores = bilinear(words, v.expand(len(words), -1), identity)[:, 0]
    labels = torch.zeros_like(scores)
    labels[0] = 1.0
    loss = binary_cross_entropy_with_logits(scores, labels, reduction="sum")
    return {"positive_score": scores[0].item(), "negative_scores": scores[1:].tolist(), "loss": loss.item()}
