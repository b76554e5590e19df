"""Builds PyTorch's own RNN, LSTM or GRU on the meta device and counts its tensors by name: no gate formula.

PyTorch gives every cell two bias vectors, `bias_ih` and `bias_hh`; one bias means leaving out `bias_hh`.
The output layer keeps its bias whatever `biases` says (families.md: output h*directions*out + out).
"""

from collections.abc import Callable
from typing import Any

from torch import nn

from ._meta_numel import META, numel, numel_of

CELLS: dict[str, Callable[..., nn.RNNBase]] = {"rnn": nn.RNN, "lstm": nn.LSTM, "gru": nn.GRU}
BIASES_LEFT_OUT: dict[int, tuple[str, ...]] = {0: ("bias_ih", "bias_hh"), 1: ("bias_hh",), 2: ()}


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    hidden_size: int = parameters["hidden_size"]
    bidirectional = bool(parameters.get("bidirectional", False))
    network = CELLS[parameters.get("cell", "rnn")](
        parameters["input_size"],
        hidden_size,
        num_layers=parameters.get("layers", 1),
        bidirectional=bidirectional,
        device=META,
    )
    left_out = BIASES_LEFT_OUT[parameters.get("biases", 1)]
    recurrent = numel_of(
        tensor for name, tensor in network.named_parameters() if not name.startswith(left_out)
    )
    output = 0
    if parameters.get("output_size", 0):
        width = 2 * hidden_size if bidirectional else hidden_size
        output = numel(nn.Linear(width, parameters["output_size"], device=META))
    return {"recurrent": recurrent, "output": output, "total": recurrent + output}
