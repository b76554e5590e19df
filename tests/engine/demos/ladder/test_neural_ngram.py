import pytest
import torch
from torch import Tensor, nn

from engine.catalogue import find
from engine.chain import run
from engine.demos.gpt.model import parameters
from engine.demos.ladder.neural_ngram import NeuralNgram, Shape

SHAPE = Shape(vocabulary=7, n=4, embedding=3, hidden=5)


def model(shape: Shape = SHAPE) -> NeuralNgram:
    return NeuralNgram(shape, torch.Generator().manual_seed(1))


def tokens(rows: int, length: int) -> Tensor:
    return torch.randint(7, (rows, length), generator=torch.Generator().manual_seed(2))


def by_torch(ours: NeuralNgram) -> nn.Sequential:
    """The same layers as one of torch's chains, over a window that is given (B, n - 1)."""
    chain = nn.Sequential(nn.Embedding(7, 3), nn.Flatten(), nn.Linear(9, 5), nn.Tanh(), nn.Linear(5, 7))
    chain.load_state_dict(
        {
            "0.weight": ours.embedding.weight,
            "2.weight": ours.hidden.weight,
            "2.bias": ours.hidden.bias,
            "4.weight": ours.out.weight,
            "4.bias": ours.out.bias,
        }
    )
    return chain


def test_each_place_is_what_torch_gives_for_its_window() -> None:
    ours, read = model(), tokens(3, 6)
    theirs = by_torch(ours)
    padded = torch.cat([torch.zeros(3, 2, dtype=torch.long), read], 1)
    expected = torch.stack([theirs(padded[:, at : at + 3]) for at in range(6)], 1)
    found = ours(read)
    assert torch.allclose(found, expected, atol=1e-5)
    upstream = torch.randn(found.shape, generator=torch.Generator().manual_seed(3))
    (found * upstream).sum().backward()
    (expected * upstream).sum().backward()  # type: ignore[no-untyped-call]
    pairs = list(zip(ours.parameters(), theirs.parameters(), strict=True))
    assert len(pairs) == 5
    for mine, other in pairs:
        assert mine.grad is not None
        assert other.grad is not None
        assert mine.grad.abs().sum() > 0
        assert torch.allclose(mine.grad, other.grad, atol=1e-5)


def test_what_lies_before_the_window_or_behind_the_place_changes_nothing() -> None:
    read = tokens(1, 8)
    changed = read.clone()
    changed[0, 2] = (changed[0, 2] + 1) % 7
    differs = (model()(read) - model()(changed)).abs().sum(-1)[0] > 1e-6
    assert differs.tolist() == [False, False, True, True, True, False, False, False]


def test_it_learns_as_many_numbers_as_the_family_counts() -> None:
    for shape in (SHAPE, Shape(32)):
        family = find("count_neural_ngram")
        given = {
            "vocabulary_size": shape.vocabulary,
            "d": shape.embedding,
            "n": shape.n,
            "hidden": shape.hidden,
        }
        assert parameters(model(shape)) == run(family, family.parameters.of(given)).answers()["total"]


def test_the_same_generator_begins_with_the_same_weights() -> None:
    torch.manual_seed(5)
    once = model()
    torch.manual_seed(6)
    for a, b in zip(once.parameters(), model().parameters(), strict=True):
        assert torch.equal(a, b)


def test_a_window_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="n must be at least 2, not 1"):
        model(Shape(vocabulary=7, n=1))
