"""Counts parameters of modules that were really built, on the meta device: shapes without memory."""

from collections.abc import Iterable

import torch
from torch import nn

META = torch.device("meta")


def numel(*modules: nn.Module) -> int:
    """Entries of all parameters; a tensor that several modules share (a tied weight) counts once."""
    return numel_of(parameter for module in modules for parameter in module.parameters())


def numel_of(parameters: Iterable[nn.Parameter]) -> int:
    return sum({id(parameter): parameter.numel() for parameter in parameters}.values())
