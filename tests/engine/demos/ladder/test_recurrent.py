from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from engine.catalogue import find
from engine.chain import run
from engine.demos.gpt.model import parameters
from engine.demos.ladder.recurrent import CELLS, Cell, RecurrentModel, State

INPUTS, HIDDEN, ROWS = 3, 4, 5
LAYERS: dict[str, Any] = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}


def generator(seed: int = 1) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def noise(*shape: int, seed: int = 2) -> Tensor:
    return torch.randn(shape, generator=generator(seed))


def cell(kind: str) -> Cell:
    return CELLS[kind](INPUTS, HIDDEN, generator())


def layer(ours: Cell, kind: str) -> Any:
    """Torch's own layer with the same weights."""
    theirs = LAYERS[kind](INPUTS, HIDDEN, batch_first=True)
    theirs.load_state_dict({f"{name}_l0": weights for name, weights in ours.state_dict().items()})
    return theirs


def assert_same_gradients(ours: nn.Module, theirs: nn.Module) -> None:
    pairs = list(zip(ours.named_parameters(), theirs.named_parameters(), strict=True))
    assert pairs
    for (name, mine), (_, other) in pairs:
        assert mine.grad is not None, name
        assert other.grad is not None, name
        assert mine.grad.abs().sum() > 0, name
        assert torch.allclose(mine.grad, other.grad, atol=1e-5), name


@pytest.mark.parametrize("kind", CELLS)
def test_many_steps_are_those_of_torchs_layer_with_their_gradients(kind: str) -> None:
    ours = cell(kind)
    theirs = layer(ours, kind)
    x = noise(ROWS, 6, INPUTS)
    state: State = tuple(noise(ROWS, HIDDEN, seed=3 + at) for at in range(ours.states))
    first = tuple(part[None] for part in state)
    expected, last = theirs(x, first if kind == "lstm" else first[0])
    found = []
    for step in x.unbind(1):
        state = ours(step, state)
        found.append(state[0])
    assert torch.allclose(torch.stack(found, 1), expected, atol=1e-5)
    for mine, other in zip(state, last if kind == "lstm" else (last,), strict=True):
        assert torch.allclose(mine, other[0], atol=1e-5)
    weight = noise(*expected.shape, seed=9)
    (torch.stack(found, 1) * weight).sum().backward()  # type: ignore[no-untyped-call]
    (expected * weight).sum().backward()
    assert_same_gradients(ours, theirs)


@pytest.mark.parametrize("kind", CELLS)
def test_the_model_is_torchs_embedding_layer_and_output(kind: str) -> None:
    ours = RecurrentModel(kind, 7, INPUTS, HIDDEN, generator())
    embedding, theirs, out = nn.Embedding(7, INPUTS), layer(ours.cell, kind), nn.Linear(HIDDEN, 7)
    embedding.load_state_dict(ours.embedding.state_dict())
    out.load_state_dict(ours.out.state_dict())
    tokens = torch.randint(7, (ROWS, 6), generator=generator(4))
    expected = out(theirs(embedding(tokens))[0])
    found = ours(tokens)
    assert found.shape == (ROWS, 6, 7)
    assert torch.allclose(found, expected, atol=1e-5)
    weight = noise(*expected.shape, seed=5)
    (found * weight).sum().backward()
    (expected * weight).sum().backward()
    assert_same_gradients(ours, nn.ModuleList([embedding, theirs, out]))


@pytest.mark.parametrize("kind", CELLS)
def test_reading_on_from_the_state_is_reading_all_at_once(kind: str) -> None:
    model = RecurrentModel(kind, 7, INPUTS, HIDDEN, generator())
    tokens = torch.randint(7, (2, 9), generator=generator(4))
    at_once, last = model.read(tokens, model.cell.start(2))
    first, state = model.read(tokens[:, :4], model.cell.start(2))
    second, state = model.read(tokens[:, 4:], state)
    assert torch.allclose(torch.cat([first, second], 1), at_once, atol=1e-6)
    for mine, other in zip(state, last, strict=True):
        assert torch.allclose(mine, other, atol=1e-6)


def array(weights: Tensor) -> list[Any]:
    found: list[Any] = weights.detach().double().numpy().tolist()
    return found


@pytest.mark.parametrize("kind", ["gru", "lstm"])
def test_one_step_is_that_of_the_family_of_the_exam(kind: str) -> None:
    ours = cell(kind)
    family = find(f"{kind}_step")
    x, h, c = noise(INPUTS), noise(HIDDEN, seed=3), noise(HIDDEN, seed=4)
    given = {"w_x": array(ours.weight_ih), "w_h": array(ours.weight_hh), "x": array(x), "h": array(h)}
    if kind == "lstm":
        given |= {"c": array(c), "bias": array(ours.bias_ih + ours.bias_hh)}
    else:
        given |= {"bias_x": array(ours.bias_ih), "bias_h": array(ours.bias_hh)}
    reached = list(run(family, family.parameters.of(given)).answers().values())
    found = ours(x[None], (h[None], c[None])[: ours.states])[0][0]
    assert any(
        np.allclose(array(found), value, atol=1e-5) for value in reached if np.shape(value) == (HIDDEN,)
    )


@pytest.mark.parametrize("kind", CELLS)
def test_it_learns_as_many_numbers_as_the_family_counts_with_two_biases(kind: str) -> None:
    family = find("count_rnn")
    given = {"cell": kind, "input_size": INPUTS, "hidden_size": HIDDEN, "output_size": 7, "biases": 2}
    total = run(family, family.parameters.of(given)).answers()["total"]
    assert parameters(RecurrentModel(kind, 7, INPUTS, HIDDEN, generator())) == total + 7 * INPUTS


def test_the_same_generator_begins_with_the_same_weights() -> None:
    torch.manual_seed(5)
    once = RecurrentModel("gru", 7, INPUTS, HIDDEN, generator())
    torch.manual_seed(6)
    again = RecurrentModel("gru", 7, INPUTS, HIDDEN, generator())
    for a, b in zip(once.parameters(), again.parameters(), strict=True):
        assert torch.equal(a, b)
