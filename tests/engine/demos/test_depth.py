"""Gradients over depth and time: against torch's own layers, products of Jacobians, and what was recorded."""

import math
from itertools import pairwise

import numpy as np
import pytest
import torch
from torch import nn

from engine.demos.depth import experiment, through_time
from engine.demos.depth.experiment import Block, Norm, Settings
from engine.demos.depth.through_time import Kind
from engine.demos.gpt.names import vocabulary
from engine.demos.recording import FOLDER, shown
from engine.demos.training import batches

torch.set_num_threads(1)
NAMES = {
    "attention.qkv.weight": "self_attn.in_proj_weight",
    "attention.out.weight": "self_attn.out_proj.weight",
    "up.weight": "linear1.weight",
    "down.weight": "linear2.weight",
}
SMALL = Settings(layers=4, width=16, heads=2, batch=4)


def generator(seed: int = 1) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_a_block_is_torch_s_encoder_layer_with_a_causal_mask(norm: Norm) -> None:
    block = Block(Settings(norm=norm, width=32), generator())
    theirs = nn.TransformerEncoderLayer(
        32, 4, 128, dropout=0.0, batch_first=True, norm_first=norm == "pre", bias=False
    )
    for mine, yours in NAMES.items():
        theirs.get_parameter(yours).data.copy_(block.get_parameter(mine).data)
    x = torch.randn(3, 12, 32, generator=generator(2))
    later = torch.ones(12, 12, dtype=torch.bool).triu(1)
    found, expected = block(x), theirs(x, src_mask=later)
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-5)
    for output in (found, expected):
        (output**3).mean().backward()
    for mine, yours in NAMES.items():
        torch.testing.assert_close(
            block.get_parameter(mine).grad, theirs.get_parameter(yours).grad, atol=1e-5, rtol=1e-5
        )


def test_without_norms_a_block_adds_what_its_parts_make() -> None:
    block, x = (
        Block(Settings(norm="none", width=32), generator()),
        torch.randn(2, 5, 32, generator=generator(2)),
    )
    middle = x + block.attention(x)
    torch.testing.assert_close(block(x), middle + block.down(block.up(middle).clamp(min=0)))


def test_gradients_come_for_every_layer_and_every_depth() -> None:
    found = list(experiment.run(SMALL, generator()))
    assert [one.layers for one in found] == [1, 2, 4]
    assert all(len(one.mlp) == len(one.attention) == one.layers for one in found)
    assert found == list(experiment.run(SMALL, generator()))


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_the_norms_are_those_of_torch_s_encoder_after_backward(norm: Norm) -> None:
    settings, chance = Settings(norm=norm, width=16, heads=2, batch=4), generator()
    tokens, following = next(batches(4, chance))
    embedding, head = (torch.randn(len(vocabulary()), 16, generator=chance) for _ in range(2))
    blocks = [Block(settings, chance) for _ in range(3)]
    layer = nn.TransformerEncoderLayer(
        16, 2, 64, dropout=0.0, batch_first=True, norm_first=norm == "pre", bias=False
    )
    end = nn.LayerNorm(16) if norm == "pre" else None
    encoder = nn.TransformerEncoder(layer, 3, end, enable_nested_tensor=False)
    for number, block in enumerate(blocks):
        for mine, yours in NAMES.items():
            theirs = encoder.get_parameter(f"layers.{number}.{yours}")
            theirs.data.copy_(block.get_parameter(mine).data)
    length = tokens.shape[1]
    later = torch.ones(length, length, dtype=torch.bool).triu(1)
    logits = encoder(embedding[tokens], mask=later) @ (head / 4).T
    nn.CrossEntropyLoss()(logits.transpose(1, 2), following).backward()
    found = experiment.gradients(settings, 3, generator())
    for norms, name in ((found.mlp, "linear2.weight"), (found.attention, "self_attn.in_proj_weight")):
        theirs_norms = []
        for number in range(3):
            gradient = encoder.get_parameter(f"layers.{number}.{name}").grad
            assert gradient is not None
            theirs_norms.append(gradient.norm().item())
        assert norms == pytest.approx(theirs_norms, rel=1e-4)


def test_a_slope_is_one_of_logarithms_and_a_mean_is_geometric() -> None:
    assert experiment.slope([1, 4, 16], [8.0, 4.0, 2.0]) == pytest.approx(-0.5)
    assert experiment.mean([(1.0, 2.0), (4.0, 4.0)]) == pytest.approx([2.0, 2.828], abs=1e-3)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (Settings(layers=65), "The number of layers lies between 1 and 64"),
        (Settings(width=30), "a multiple of the number of heads"),
        (Settings(norm="rms"), "pre, post or none"),  # type: ignore[arg-type]
    ],
)
def test_settings_of_depth_out_of_range_are_refused_in_a_sentence(settings: Settings, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        experiment.checked(settings)
    assert experiment.checked(Settings()) == Settings()


def test_a_gradient_through_an_rnn_is_the_product_of_its_jacobians() -> None:
    cell = through_time.network(through_time.Settings(kind="rnn", hidden=5, gain=1.2), generator())
    inputs, towards = torch.randn(7, 1, 5, generator=generator(2)), torch.randn(1, 5, generator=generator(3))
    norms, states = through_time.gradients(cell, inputs, towards)
    w_x, w_h = cell.get_parameter("weight_ih_l0").detach(), cell.get_parameter("weight_hh_l0").detach()
    gradient = towards[0]  # with respect to the state
    for at in reversed(range(7)):
        before_tanh = gradient * (1 - states[at, 0] ** 2)
        assert norms[at, 0].item() == pytest.approx((before_tanh @ w_x).norm().item(), rel=1e-4)
        gradient = before_tanh @ w_h


@pytest.mark.parametrize("kind", ["rnn", "lstm", "gru"])
def test_a_gradient_through_time_is_what_a_small_change_of_one_input_does(kind: Kind) -> None:
    cell = through_time.network(through_time.Settings(kind=kind, hidden=4), generator()).double()
    inputs = torch.randn(5, 1, 4, generator=generator(2)).double()
    towards = torch.randn(1, 4, generator=generator(3)).double()
    norms, _ = through_time.gradients(cell, inputs, towards)
    for at in range(5):
        slopes = []
        for unit in range(4):
            ends = []
            for change in (1e-5, -1e-5):
                moved = inputs.clone()
                moved[at, 0, unit] += change
                with torch.no_grad():
                    ends.append((cell(moved)[0][-1] * towards).sum().item())
            slopes.append((ends[0] - ends[1]) / 2e-5)
        assert norms[at, 0].item() == pytest.approx(math.hypot(*slopes), rel=1e-4)


def test_weights_come_from_the_generator_and_gates_are_orthogonal_where_a_gain_is_set() -> None:
    settings = through_time.Settings(kind="gru", hidden=6, gain=1.5)
    first, second = (through_time.network(settings, generator()) for _ in range(2))
    for mine, yours in zip(first.parameters(), second.parameters(), strict=True):
        assert torch.equal(mine, yours)
    for gate in torch.split(first.get_parameter("weight_hh_l0").detach(), 6):
        torch.testing.assert_close(gate @ gate.T, 2.25 * torch.eye(6), atol=1e-5, rtol=1e-5)


def test_only_the_forget_gate_gets_what_is_added_to_it() -> None:
    plain, open_ = (
        through_time.network(through_time.Settings(kind="lstm", hidden=3, forget=more), generator())
        for more in (0.0, 5.0)
    )
    change = open_.get_parameter("bias_hh_l0") - plain.get_parameter("bias_hh_l0")
    torch.testing.assert_close(change, torch.tensor([0.0] * 3 + [5.0] * 3 + [0.0] * 6))


def test_the_factor_is_the_mean_one_from_step_to_step() -> None:
    back = through_time.run(through_time.Settings(kind="gru", steps=20, hidden=8), generator())
    assert back.norms[0] == 1
    product = math.prod(later / earlier for earlier, later in pairwise(back.norms))
    assert back.factor**19 == pytest.approx(product)
    assert 0 < back.derivative < 1


def test_settings_of_time_out_of_range_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="The gain lies between 0 and 3"):
        through_time.checked(through_time.Settings(gain=4.0))
    assert through_time.checked(through_time.Settings()) == through_time.Settings()


def test_recorded_the_last_layer_s_gradient_shrinks_with_depth_for_pre_norm_and_not_for_post_norm() -> None:
    layers = shown("depth")["layers"]
    assert -0.6 < layers["pre xavier"]["slope"] < -0.1
    assert layers["post xavier"]["slope"] > -0.1
    assert layers["post xavier"]["mlp"][-1][-1] > 3 * layers["pre xavier"]["mlp"][-1][-1]


def test_recorded_gradients_vanish_through_time_in_every_cell_as_torch_begins() -> None:
    time = shown("depth")["time"]
    assert all(time[kind]["factor"] < 0.7 for kind in ("RNN", "LSTM", "GRU"))
    assert time["LSTM, forget gate + 5"]["factor"] == pytest.approx(1, abs=0.05)
    for one in time.values():
        steps = len(one["norms"]) - 1
        assert one["factor"] == pytest.approx(one["norms"][-1] ** (1 / steps), abs=1e-3)


def test_the_recording_is_what_the_same_seed_finds() -> None:
    recorded = shown("depth")
    backs = [
        through_time.run(through_time.SHOWN["LSTM"], generator(seed)).factor for seed in recorded["seeds"]
    ]
    assert backs == pytest.approx(recorded["time"]["LSTM"]["factors"], abs=2e-3)
    first = [
        experiment.gradients(Settings(norm="post"), 1, generator(seed)).mlp for seed in recorded["seeds"]
    ]
    expected = recorded["layers"]["post xavier"]["mlp"][0]
    assert np.exp(np.log(first).mean(0)) == pytest.approx(expected, rel=0.01)
    assert (FOLDER / "depth.json").stat().st_size < 200_000
