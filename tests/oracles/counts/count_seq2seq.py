"""Builds the translator from PyTorch's own modules on the meta device; of their two bias vectors one is left out."""

from typing import Any

from torch import nn

from ._meta_numel import META, numel, numel_of

CELLS: dict[str, type[nn.RNNCellBase]] = {"rnn": nn.RNNCell, "lstm": nn.LSTMCell, "gru": nn.GRUCell}


def one_bias(cell: nn.Module) -> int:
    return numel_of(tensor for name, tensor in cell.named_parameters() if name != "bias_hh")


def score(parameters: dict[str, Any]) -> nn.ModuleList:
    """s'Wh; (Us).(Vh); v'tanh(W1 h + W2 s)."""
    d, a, k = parameters["hidden"], parameters.get("attention_size", 0), parameters.get("rank", 0)
    sizes = {
        "dot": [],
        "multiplicative": [(d, d)],
        "reduced_rank": [(d, k), (d, k)],
        "additive": [(d, a), (d, a), (a, 1)],
    }[parameters.get("score", "dot")]
    return nn.ModuleList(nn.Linear(*size, bias=False, device=META) for size in sizes)


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    e, d = parameters["embedding"], parameters["hidden"]
    source, target = (
        nn.Embedding(parameters[f"{side}_vocabulary"], e, device=META) for side in ("source", "target")
    )
    cell = CELLS[parameters.get("cell", "rnn")]
    encoder, decoder = (one_bias(cell(e, d, device=META)) for _ in range(2))  # type: ignore[call-arg]
    width = d if parameters.get("output_from", "hidden") == "hidden" else d + d
    output = nn.Linear(width, parameters["target_vocabulary"], device=META)
    counts = {
        "embeddings": numel(source, target),
        "encoder": encoder,
        "decoder": decoder,
        "attention": numel(score(parameters)),
        "output": numel(output),
    }
    return {**counts, "total": sum(counts.values())}
