"""Clipping in polar form: PyTorch's unit vector in the direction of the gradient, times a length that is cut off.

`torch.nn.utils.clip_grad_norm_` adds 1e-6 to the norm, so it agrees to six digits only: asserted here, not returned.
"""

from typing import Any

import torch
from torch.nn.functional import normalize
from torch.nn.utils import clip_grad_norm_


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    gradient = torch.tensor(parameters["gradient"], dtype=torch.float64)
    threshold = parameters["threshold"]
    length = torch.linalg.vector_norm(gradient)
    cut_off = length.clamp(max=threshold)
    clipped = normalize(gradient, dim=0, eps=0.0) * cut_off if length else gradient

    leaf = torch.zeros_like(gradient, requires_grad=True)
    leaf.grad = gradient.clone()
    clip_grad_norm_([leaf], threshold)
    torch.testing.assert_close(leaf.grad, clipped, rtol=2e-5, atol=1e-6)
    return {
        "norm": length.item(),
        "scale": (cut_off / length).item() if length else 1.0,
        "clipped": clipped.tolist(),
    }
