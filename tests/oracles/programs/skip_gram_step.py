"""One step of skip-gram with negative sampling by autograd through `logsigmoid` and `torch.optim.SGD`, in float64."""

from typing import Any

import torch
from torch.nn.functional import logsigmoid


def expected(arguments: dict[str, Any]) -> Any:
    centers, contexts = (
        torch.tensor(arguments[name], dtype=torch.float64, requires_grad=True) for name in "VU"
    )
    step = torch.optim.SGD([centers, contexts], lr=arguments["rate"])
    drawn = torch.tensor([arguments["context"], *arguments["noise"]])
    signs = torch.tensor([1.0, *[-1.0] * len(arguments["noise"])], dtype=torch.float64)
    loss = -logsigmoid(signs * (contexts[drawn] @ centers[arguments["center"]])).sum()
    centers.grad, contexts.grad = torch.autograd.grad(loss, [centers, contexts])
    step.step()
    return {"V": centers.tolist(), "U": contexts.tolist()}
