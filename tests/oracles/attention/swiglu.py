"""SwiGLU by PyTorch's gated linear unit: `silu(a) * b` is `a * glu([b, a])`, for glu multiplies by a sigmoid.

The gate itself is `torch.nn.SiLU`, in float64.
"""

from typing import Any

import torch
from torch import nn


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    x, w_1, w_2, w_3 = (
        torch.tensor(parameters[name], dtype=torch.float64) for name in ("x", "w_1", "w_2", "w_3")
    )
    sums, up = torch.einsum("hd,d->h", w_1, x), torch.einsum("hd,d->h", w_3, x)
    gated = sums * nn.GLU()(torch.cat((up, sums)))
    return {
        "gate": nn.SiLU()(sums).tolist(),
        "up": up.tolist(),
        "gated": gated.tolist(),
        "output": torch.einsum("oh,h->o", w_2, gated).tolist(),
    }
