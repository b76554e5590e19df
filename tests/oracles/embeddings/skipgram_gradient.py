"""Autograd of `torch.log_softmax` in float64: in v it is the gradient, in the scores it holds the probabilities.

The derivative of ln P_o in the scores is the one-hot vector minus P. The expected vector is the gradient of the log of
the partition function, `logsumexp`, in v.
"""

from typing import Any

import torch
from torch.autograd import grad


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    context = torch.tensor(parameters["context_embeddings"], dtype=torch.float64)
    v = torch.tensor(parameters["v"], dtype=torch.float64, requires_grad=True)
    observed = parameters["observed"]
    scores = context @ v
    log_probability = torch.log_softmax(scores, dim=0)[observed]
    in_scores, gradient = grad(log_probability, (scores, v), retain_graph=True)
    one_hot = torch.nn.functional.one_hot(torch.tensor(observed), len(context))
    (expected,) = grad(torch.logsumexp(scores, dim=0), v)
    return {
        "probabilities": (one_hot - in_scores).tolist(),
        "expected": expected.tolist(),
        "gradient": gradient.tolist(),
    }
