"""A Llama line by line against torch's own parts."""

from collections.abc import Mapping

import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from engine.demos.smollm2.llama import attention, layers, logits, mlp, normalised, rotated
from engine.demos.smollm2.shape import Shape

torch.set_num_threads(1)
SHAPE = Shape(layers=3, heads=6, kv_heads=2, base=10_000.0, epsilon=1e-5)
WIDTH, SIZE, HIDDEN, VOCABULARY, LENGTH = 24, 4, 40, 11, 7


@pytest.fixture(scope="module")
def weights() -> Mapping[str, Tensor]:
    chance = torch.Generator().manual_seed(1)

    def drawn(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=chance) / 3

    made = {"token_embd.weight": drawn(VOCABULARY, WIDTH), "output_norm.weight": drawn(WIDTH)}
    kept = SHAPE.kv_heads * SIZE
    for number in range(SHAPE.layers):
        shapes = {
            "attn_norm": (WIDTH,), "attn_q": (WIDTH, WIDTH), "attn_k": (kept, WIDTH), "attn_v": (kept, WIDTH),
            "attn_output": (WIDTH, WIDTH), "ffn_norm": (WIDTH,), "ffn_gate": (HIDDEN, WIDTH),
            "ffn_up": (HIDDEN, WIDTH), "ffn_down": (WIDTH, HIDDEN),
        }  # fmt: skip
        made |= {f"blk.{number}.{name}.weight": drawn(*shape) for name, shape in shapes.items()}
    return made


def turned(x: Tensor) -> Tensor:
    """The same rotation by a product of complex numbers (…, T, D)."""
    size = x.shape[-1]
    speeds = SHAPE.base ** (-torch.arange(0, size, 2) / size)
    angles = torch.arange(x.shape[-2])[:, None] * speeds
    points = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2)) * torch.polar(
        torch.ones_like(angles), angles
    )
    return torch.view_as_real(points).flatten(-2)


def test_queries_and_keys_are_turned_by_their_position() -> None:
    x = torch.randn(3, LENGTH, 8, generator=torch.Generator().manual_seed(2))
    assert torch.allclose(rotated(x, SHAPE.base), turned(x), atol=1e-6)
    assert torch.equal(rotated(x, SHAPE.base)[:, 0], x[:, 0])


def test_attention_is_torchs_own_with_shared_keys_and_values(weights: Mapping[str, Tensor]) -> None:
    x = torch.randn(LENGTH, WIDTH, generator=torch.Generator().manual_seed(3))

    def split(name: str) -> Tensor:
        return F.linear(x, weights[f"blk.0.attn_{name}.weight"]).view(LENGTH, -1, SIZE).transpose(0, 1)

    mixed = F.scaled_dot_product_attention(
        turned(split("q"))[None], turned(split("k"))[None], split("v")[None], is_causal=True, enable_gqa=True
    )[0]
    found, shares = attention(x, weights, "blk.0", SHAPE)
    assert torch.allclose(
        found, F.linear(mixed.transpose(0, 1).flatten(1), weights["blk.0.attn_output.weight"]), atol=1e-5
    )
    assert shares.shape == (6, LENGTH, LENGTH)
    assert torch.allclose(shares.sum(-1), torch.ones(6, LENGTH))
    assert shares.triu(1).count_nonzero() == 0


def test_the_norm_is_torchs_own(weights: Mapping[str, Tensor]) -> None:
    x = torch.randn(LENGTH, WIDTH, generator=torch.Generator().manual_seed(4))
    scale = weights["output_norm.weight"]
    assert torch.allclose(
        normalised(x, scale, SHAPE), F.rms_norm(x, (WIDTH,), scale, SHAPE.epsilon), atol=1e-6
    )


def test_the_blocks_are_stacked_on_one_residual_stream(weights: Mapping[str, Tensor]) -> None:
    tokens = torch.tensor([1, 5, 2, 2, 10, 0, 7])
    x = F.embedding(tokens, weights["token_embd.weight"])
    found = list(layers(weights, tokens, SHAPE))
    assert len(found) == SHAPE.layers
    for number, layer in enumerate(found):
        block = f"blk.{number}"
        x = (
            x
            + attention(
                F.rms_norm(x, (WIDTH,), weights[f"{block}.attn_norm.weight"], 1e-5), weights, block, SHAPE
            )[0]
        )
        x = x + mlp(F.rms_norm(x, (WIDTH,), weights[f"{block}.ffn_norm.weight"], 1e-5), weights, block)
        assert torch.allclose(layer.x, x, atol=1e-5)
    read = F.linear(
        F.rms_norm(x, (WIDTH,), weights["output_norm.weight"], 1e-5), weights["token_embd.weight"]
    )
    assert torch.allclose(logits(weights, found[-1].x, SHAPE), read, atol=1e-5)


def test_the_mlp_is_gated(weights: Mapping[str, Tensor]) -> None:
    x = torch.randn(2, WIDTH, generator=torch.Generator().manual_seed(5))
    gate, up, down = (weights[f"blk.1.ffn_{name}.weight"] for name in ("gate", "up", "down"))
    opened = (x @ gate.T) * torch.sigmoid(x @ gate.T) * (x @ up.T)
    assert torch.allclose(mlp(x, weights, "blk.1"), opened @ down.T, atol=1e-5)


def test_no_position_hears_of_a_later_one(weights: Mapping[str, Tensor]) -> None:
    tokens = torch.tensor([1, 5, 2, 2, 10, 0, 7])
    *_, whole = layers(weights, tokens, SHAPE)
    *_, part = layers(weights, tokens[:4], SHAPE)
    assert torch.allclose(whole.x[:4], part.x, atol=1e-5)
