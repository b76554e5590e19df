"""Against F.cross_entropy over the whole batch by torch itself, and bytes counted by hand for one linear layer."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from engine.demos.gpt.model import GPT, Shape
from engine.demos.gpt.names import CONTEXT, names, vocabulary
from engine.demos.precision.accumulation import Kept, accumulated, compare, exponents
from engine.demos.recording import shown, weights
from engine.demos.training import NOTHING, as_batch

WORDS = [*names()[100:500:37], "max", "ida"]  # 13 names of different lengths


def model() -> GPT:
    torch.set_num_threads(1)
    return GPT(
        Shape(vocabulary=len(vocabulary()), context=CONTEXT, width=16), torch.Generator().manual_seed(2)
    )


def by_torch(gpt: GPT, words: list[str]) -> torch.Tensor:
    """The gradient of one mean over all tokens, by torch.autograd.grad."""
    tokens, following = as_batch(words)
    mean = F.cross_entropy(gpt(tokens).flatten(0, 1), following.flatten(), ignore_index=NOTHING)
    return torch.cat([part.flatten() for part in torch.autograd.grad(mean, list(gpt.parameters()))])


@pytest.mark.parametrize("micro", [1, 2, 5, 13])
def test_weighed_by_tokens_the_gradient_is_that_of_the_big_batch(micro: int) -> None:
    gpt = model()
    found, _ = accumulated(gpt, WORDS, micro, by_tokens=True)
    torch.testing.assert_close(found, by_torch(gpt, WORDS), rtol=1e-4, atol=1e-6)


def test_the_mean_of_means_is_another_gradient() -> None:
    gpt = model()
    found, _ = accumulated(gpt, WORDS, 3, by_tokens=False)
    parts = [by_torch(gpt, WORDS[first : first + 3]) for first in range(0, 13, 3)]
    torch.testing.assert_close(found, torch.stack(parts).mean(0), rtol=1e-4, atol=1e-6)
    (row,) = compare(gpt, WORDS, [3])
    assert row.by_tokens < 1e-5
    assert row.mean_of_means > 0.02
    assert row.cosine < 0.9999
    assert row.tokens == tuple(
        sum(len(word) + 1 for word in WORDS[first : first + 3]) for first in range(0, 13, 3)
    )


def test_with_as_many_tokens_in_each_both_are_right() -> None:
    alike = [word for word in names() if len(word) == 5][:12]
    (row,) = compare(model(), alike, [4])
    assert max(row.by_tokens, row.mean_of_means) < 1e-5


def test_smaller_micro_batches_keep_fewer_activations() -> None:
    kept = [row.activations for row in compare(model(), WORDS, [1, 4, 13])]
    assert kept[0] * 2 < kept[1] < kept[2] / 2


def test_what_is_kept_for_the_backward_pass_is_counted_once_and_without_weights() -> None:
    layer = nn.Linear(4, 3)
    entering = torch.ones(5, 4)
    kept = Kept(layer)
    with torch.autograd.graph.saved_tensors_hooks(kept.pack, kept.unpack):
        grown = layer(
            entering
        ).exp()  # the linear layer keeps its input (5, 4), the exponential its output (5, 3)
        assert (grown * grown).shape == (5, 3)  # keeps that output twice more
    assert kept.bytes == 4 * (5 * 4 + 5 * 3)


def test_every_entry_of_a_gradient_is_counted_by_its_exponent() -> None:
    found = exponents(torch.tensor([0.0, 1.0, -1.5, 2.0, 0.25, 2.0**-30]))
    assert found == {"zero": 1, "-30": 1, "-2": 1, "0": 2, "1": 1}


def test_too_many_names_or_empty_micro_batches_are_refused() -> None:
    for words, micros in ((list(names()[:65]), [1]), (WORDS, [0]), (WORDS, [14]), ([], [1])):
        with pytest.raises(ValueError, match="micro-batch"):
            compare(model(), words, micros)


def test_the_recorded_run_and_its_checkpoint_belong_together() -> None:
    found, kept = shown("accumulation"), weights("accumulation")
    assert exponents(torch.from_numpy(kept["gradient"])) == found["exponents"]["trained"]
    assert kept["gradient"].shape == (found["parameters"],)
    for orders in found["comparisons"].values():
        for row in (row for rows in orders.values() for row in rows):
            assert row["by_tokens"] < 1e-6
            assert row["mean_of_means"] > 0.01 or row["micro"] == len(found["names"])
