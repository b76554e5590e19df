"""The GPT in NumPy against the one in PyTorch with the same weights, and that one against torch's own modules."""

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional as F

from engine.demos.gpt import forward
from engine.demos.gpt.model import GPT, Attention, Dropout, Shape, parameters
from engine.demos.gpt.names import CONTEXT, encode, vocabulary
from engine.demos.recording import Weights

SHAPE = Shape(vocabulary=len(vocabulary()), context=CONTEXT)


def chance(seed: int = 1) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@pytest.fixture(scope="module")
def model() -> GPT:
    """A GPT with weights so large that every step of the way shows."""
    made, rng = GPT(SHAPE, chance()), chance(2)
    with torch.no_grad():
        for weights in made.parameters():
            weights.add_(torch.randn(weights.shape, generator=rng), alpha=0.3)
    return made


@pytest.fixture(scope="module")
def weights(model: GPT) -> Weights:
    return {name: tensor.numpy() for name, tensor in model.state_dict().items()}


@pytest.mark.parametrize("text", [".", ".a", ".noé", ".maximiliano"])
def test_the_numbers_are_those_of_the_model(model: GPT, weights: Weights, text: str) -> None:
    theirs = model(torch.tensor([encode(text)]))[0, -1].detach().numpy()
    mine = forward.logits(weights, encode(text), SHAPE.heads)
    assert np.abs(mine - theirs).max() < 1e-4
    assert theirs.std() > 1


def test_every_position_attends_to_itself_and_what_came_before(weights: Weights) -> None:
    for layer in forward.layers(weights, encode(".lucia"), SHAPE.heads):
        assert layer.weights.shape == (SHAPE.heads, 6, 6)
        assert np.allclose(layer.weights.sum(-1), 1)
        assert np.all(np.triu(layer.weights, 1) == 0)


def test_it_has_the_parameters_that_the_formula_counts() -> None:
    v, t, c, n = SHAPE.vocabulary, SHAPE.context, SHAPE.width, SHAPE.layers
    assert parameters(GPT(SHAPE, chance())) == 2 * v * c + t * c + n * (12 * c * c + 4 * c) + 2 * c == 27_328


def test_attention_is_torchs_own() -> None:
    ours = Attention(SHAPE, chance())
    x = torch.randn((3, 7, SHAPE.width), generator=chance(), requires_grad=True)
    again = x.detach().clone().requires_grad_()
    split = (3, 7, SHAPE.heads, SHAPE.width // SHAPE.heads)
    q, k, v = (part.view(split).transpose(1, 2) for part in ours.qkv(again).chunk(3, -1))
    theirs = ours.out(
        F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(x.shape)
    )
    mine = ours(x)
    assert torch.allclose(mine, theirs, atol=1e-6)
    mine.square().sum().backward()
    theirs.square().sum().backward()
    assert x.grad is not None
    assert again.grad is not None
    assert torch.allclose(x.grad, again.grad, atol=1e-5)


def test_the_same_generator_gives_the_same_model_and_another_seed_another() -> None:
    first, second, other = (GPT(SHAPE, chance(seed)).head.weight for seed in (1, 1, 2))
    assert torch.equal(first, second)
    assert not torch.equal(first, other)


def test_dropout_keeps_the_mean_leaves_out_its_share_and_rests_while_the_model_is_used() -> None:
    layer, x = Dropout(0.25, chance()), torch.ones(20_000)
    kept = layer(x)
    assert (kept == 0).float().mean().item() == pytest.approx(0.25, abs=0.02)
    assert kept.mean().item() == pytest.approx(1, abs=0.02)
    assert torch.equal(layer.eval()(x), x)
    assert isinstance(layer, nn.Module)
