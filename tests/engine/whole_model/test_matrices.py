"""The parameters as matrices, compared with torch's module and with what the family counts."""

from typing import Any

import numpy as np
import pytest
import torch

from engine import catalogue
from engine.chain import run
from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.whole_model import matrices
from engine.whole_model.stations import by_id as stations_by_id
from tests.engine.whole_model.by_torch import gpt


def of_torch() -> dict[str, np.ndarray]:
    """Each matrix by its id, from torch's modules, with the entries of the stream as rows."""
    model: Any = gpt()
    found = {
        "letters": model.token.weight.T,
        "positions": model.position.weight.T,
        "head": model.head.weight.T,
    }
    norms = {"norm": model.last_norm}
    for n, block in enumerate(model.blocks, 1):
        q, k, v = block.attention.qkv.weight.T.chunk(3, 1)
        found |= {f"{n}-query": q, f"{n}-key": k, f"{n}-value": v, f"{n}-out": block.attention.out.weight}
        found |= {f"{n}-up": block.up.weight.T, f"{n}-down": block.down.weight}
        norms |= {f"{n}-norm": block.before_attention, f"{n}-norm-again": block.before_mlp}
    found |= {name: torch.stack([norm.weight, norm.bias], 1) for name, norm in norms.items()}
    return {name: one.detach().numpy() for name, one in found.items()}


def test_every_matrix_has_the_numbers_of_torchs_module() -> None:
    expected = of_torch()
    assert {one.id for one in matrices.matrices()} == set(expected)
    for one in matrices.matrices():
        assert one.numbers.shape == expected[one.id].shape
        assert np.array_equal(one.numbers, expected[one.id]), one.id


def test_all_matrices_together_are_all_parameters() -> None:
    assert matrices.total() == sum(one.numel() for one in gpt().parameters()) == 27_328
    assert sum(len(one.numbers[0]) for one in matrices.matrices()) * 32 == 27_328


def test_the_matrices_of_a_block_are_what_the_family_counts() -> None:
    family = catalogue.find("count_transformer")
    given = {
        "architecture": "decoder", "vocabulary_size": len(vocabulary()), "d_model": 32, "d_ff": 128, "layers": 2,
        "heads": 4, "positions": CONTEXT, "tied": False, "norm": "layernorm", "final_norm": True,
    }  # fmt: skip
    counted = run(family, family.parameters.of(given)).reached
    count = {one.id: one.count for one in matrices.matrices()}
    assert count["letters"] + count["positions"] == counted["embeddings"]
    for n in (1, 2):
        assert (
            sum(count[f"{n}-{name}"] for name in ("query", "key", "value", "out"))
            == counted["attention_per_layer"]
        )
        assert count[f"{n}-up"] + count[f"{n}-down"] == counted["ffn_per_layer"]
        assert count[f"{n}-norm"] + count[f"{n}-norm-again"] == counted["norm_per_layer"]
    assert (count["norm"], count["head"]) == (counted["final_norms"], counted["head"])
    assert sum(count.values()) == counted["total"]


@pytest.mark.parametrize(("letter", "position"), [(0, 0), (18, 3), (31, 11)])
def test_a_token_moves_nothing_but_its_columns_of_the_tables(letter: int, position: int) -> None:
    """By gradient: which parameters have one, if the token stands at its position and all logits are summed up."""
    model = gpt()
    model.zero_grad()
    tokens = torch.zeros(1, position + 1, dtype=torch.long)
    tokens[0, -1] = letter
    (model.token(tokens) + model.position(torch.arange(position + 1)))[0, -1].sum().backward()
    moved = {"letters": model.token.weight.grad, "positions": model.position.weight.grad}
    for name, gradient in moved.items():
        assert gradient is not None
        (row,) = gradient.abs().sum(1).nonzero().flatten().tolist()
        matrix = matrices.by_id()[name]
        assert matrix.looked_up(letter, position) == row
        assert matrix.used() == int((gradient != 0).sum())
    model.zero_grad()


def test_one_token_uses_all_but_the_other_columns_of_the_tables() -> None:
    """By gradient of a whole pass over one token: what has none is not used. Queries and keys of one token alone have
    none either, as its only score decides nothing; so three tokens of one letter are read."""
    model = gpt()
    model.zero_grad()
    logits = model(torch.tensor([[5, 5, 5]]))
    (logits * torch.arange(1.0, 33.0)).sum().backward()
    used = 0
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None
        if not name.startswith(("token", "position")):
            assert (parameter.grad != 0).all(), name
            used += parameter.numel()
    assert matrices.used() == used + 32 + 32 == 25_984
    model.zero_grad()


def test_every_matrix_leads_to_a_station_of_the_pass() -> None:
    assert {one.station for one in matrices.matrices()} <= set(stations_by_id())
    assert matrices.last_position() == 11
