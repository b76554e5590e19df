"""Collects the batches as PyTorch tensors without memory (meta device) and looks at the shape of what was collected."""

from typing import Any

import torch


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    length = parameters.get("sequence_length")
    micro_batch = torch.empty(parameters["micro_batch"], length or 1, device="meta")
    of_one_gpu = torch.cat([micro_batch] * parameters["accumulation"])
    of_all = torch.stack([of_one_gpu] * parameters["gpus"]).flatten(0, 1)
    found = {"sequences": len(of_all)}
    return found | {"tokens": of_all.numel()} if length else found
