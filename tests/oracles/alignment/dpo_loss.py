"""Direct preference optimization as its reference implementation has it: log-ratio of the policy minus that of the
reference, PyTorch's logsigmoid; the implicit rewards by autograd, as the parts of the margin that each answer moves.
"""

from typing import Any

import torch
from torch.nn.functional import logsigmoid

NAMES = ("logp_w", "logp_l", "ref_w", "ref_l")


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    logs = torch.tensor([parameters[name] for name in NAMES], dtype=torch.float64, requires_grad=True)
    policy_w, policy_l, reference_w, reference_l = logs
    margin = parameters["beta"] * ((policy_w - policy_l) - (reference_w - reference_l))
    (slope,) = torch.autograd.grad(margin, logs)
    shares = slope * logs.detach()  # the margin is linear in the four log-probabilities
    return {
        "implicit_winner": (shares[0] + shares[2]).item(),
        "implicit_loser": -(shares[1] + shares[3]).item(),
        "margin": margin.item(),
        "loss": -logsigmoid(margin).item(),
    }
