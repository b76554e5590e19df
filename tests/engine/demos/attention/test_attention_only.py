"""The attention-only model: against torch's own attention, against the one in NumPy, and what was recorded of it."""

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.demos.attention import attention_only, by_hand
from engine.demos.attention.attention_only import Settings, checked
from engine.demos.attention.by_hand import Switches
from engine.demos.attention.layers import AttentionOnly, Layer, as_arrays, loss
from engine.demos.recording import FOLDER, shown, weights

torch.set_num_threads(1)
SMALL = Settings(width=16, heads=2, steps=20, every=10)


def generator(seed: int = 1) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def theirs(layer: Layer) -> nn.MultiheadAttention:
    """torch's module with our weights: heads side by side, and matrices that multiply from the left."""
    heads, width, _ = layer.query.shape
    module = nn.MultiheadAttention(width, heads, bias=False, batch_first=True)
    with torch.no_grad():
        parts = [w.transpose(0, 1).reshape(width, -1).T for w in (layer.query, layer.key, layer.value)]
        module.in_proj_weight.copy_(torch.cat(parts))
        module.out_proj.weight.copy_(layer.out.reshape(-1, width).T)
    return module


def stacked(layer: Layer) -> Tensor:
    """The gradients of query, key and value as torch's module has them."""
    parts = (layer.query.grad, layer.key.grad, layer.value.grad)
    width = layer.query.shape[1]
    return torch.cat([part.transpose(0, 1).reshape(width, -1).T for part in parts if part is not None])


@pytest.mark.parametrize("mask", [True, False])
def test_a_layer_is_the_stream_and_torch_s_multi_head_attention(mask: bool) -> None:
    layer, x = Layer(32, 4, generator()), torch.randn(3, 24, 32, generator=generator(2))
    module = theirs(layer)
    later = torch.ones(24, 24, dtype=torch.bool).triu(1) if mask else None
    expected = x + module(x, x, x, attn_mask=later, need_weights=False)[0]
    found = layer(x, torch.ones(4), Switches(mask=mask))
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-5)
    for output in (found, expected):
        output.square().mean().backward()
    torch.testing.assert_close(stacked(layer), module.in_proj_weight.grad, atol=1e-5, rtol=1e-5)
    assert layer.out.grad is not None
    torch.testing.assert_close(
        layer.out.grad.reshape(-1, 32).T, module.out_proj.weight.grad, atol=1e-5, rtol=1e-5
    )


def test_without_the_scale_it_is_torch_s_attention_with_scale_one() -> None:
    layer, x = Layer(32, 4, generator()), torch.randn(3, 24, 32, generator=generator(2))
    q, k, v = (x[:, None] @ w for w in (layer.query, layer.key, layer.value))
    mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=1.0)
    expected = x + (mixed @ layer.out).sum(1)
    torch.testing.assert_close(layer(x, torch.ones(4), Switches(scale=False)), expected, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize(
    "switches",
    [Switches(), Switches(mask=False), Switches(scale=False), Switches(off=frozenset({(0, 3), (1, 1)}))],
)
def test_numpy_comes_to_the_same_logits_and_loss(switches: Switches) -> None:
    model, rows = AttentionOnly(2, 32, 4, generator()), by_hand.sequences(8, np.random.default_rng(1))
    with torch.no_grad():
        expected = model(torch.from_numpy(rows[:, :-1]), switches)
        lost = loss(model, rows, switches)
    found, _ = by_hand.forward(as_arrays(model), rows[:, :-1], switches)
    np.testing.assert_allclose(found, expected.numpy(), atol=1e-5)
    assert by_hand.loss(as_arrays(model), rows, switches) == pytest.approx(lost.item(), abs=1e-5)


def test_a_head_is_off_when_what_it_adds_is_nothing() -> None:
    model, rows = AttentionOnly(2, 32, 4, generator()), by_hand.sequences(8, np.random.default_rng(1))
    off = loss(model, rows, Switches(off=frozenset({(1, 2)})))
    with torch.no_grad():
        model.get_submodule("layers.1").get_parameter("out")[2] = 0
    assert loss(model, rows).item() == pytest.approx(off.item(), abs=1e-6)


def test_the_same_seed_gives_the_same_training() -> None:
    first, second = (list(attention_only.run(SMALL, generator())) for _ in range(2))
    assert first == second
    assert [look.step for look in first] == [0, 10, 20]
    assert first[-1].loss < first[0].loss


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (Settings(layers=4), "The number of layers lies between 1 and 3"),
        (Settings(rate=1.0), "The learning rate lies between"),
        (Settings(width=20, heads=8), "a multiple of the number of heads"),
    ],
)
def test_settings_out_of_range_are_refused_in_a_sentence(settings: Settings, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        checked(settings)
    assert checked(Settings()) == Settings()


def test_the_checkpoint_finds_what_was_recorded() -> None:
    recorded, checkpoint, rows = shown("attention_only"), weights("attention_only"), attention_only.checks()
    assert by_hand.loss(checkpoint, rows) == pytest.approx(recorded["loss"], abs=1e-3)
    for head in recorded["heads"]:
        place = (head["layer"], head["head"])
        off = by_hand.loss(checkpoint, rows, Switches(off=frozenset({place})))
        assert off == pytest.approx(head["loss_without"], abs=1e-3)
    maps = by_hand.forward(checkpoint, by_hand.encode(recorded["text"]))[1]
    for head in recorded["heads"]:
        np.testing.assert_allclose(maps[head["layer"], head["head"]].weights, head["map"], atol=1e-3)


def test_recorded_two_layers_repeat_and_one_cannot() -> None:
    recorded = shown("attention_only")
    assert recorded["loss"] < 0.1
    assert recorded["trainings"]["one layer"]["loss"] > 1
    assert max(head["loss_without"] for head in recorded["heads"] if head["layer"] == 0) > 0.5


def test_the_recording_is_small() -> None:
    assert (FOLDER / "attention_only.json").stat().st_size < 200_000
    assert (FOLDER / "attention_only.npz").stat().st_size < 400_000
