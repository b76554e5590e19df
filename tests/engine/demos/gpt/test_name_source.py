"""The source of names: against counts by hand, SciPy and torch's cross-entropy."""

from math import log

import pytest
import torch
from scipy.stats import entropy as scipy_entropy  # type: ignore[import-untyped]
from torch import Tensor, nn
from torch.nn import functional as F

from engine.demos.gpt.names import decode, encode, names
from engine.demos.scaling.source import LEAN, chances, cross_entropy, drawn, entropy, source
from engine.demos.training import NOTHING

BATCH = drawn(400, torch.Generator().manual_seed(1))


class Knowing(nn.Module):
    """Says what the source says."""

    def forward(self, tokens: Tensor) -> Tensor:
        return chances((tokens, tokens)).log()


class Uniform(nn.Module):
    def forward(self, tokens: Tensor) -> Tensor:
        return torch.zeros(*tokens.shape, 32)


def test_a_row_is_a_distribution_that_leans_on_the_shorter_context() -> None:
    def share(letters: str) -> float:
        if not letters:
            return 1 / 32
        before, shorter = letters[:-1], share(letters[1:])
        endings = [f"..{name}." for name in names()]
        places = [
            (whole[at - len(before) : at], whole[at]) for whole in endings for at in range(2, len(whole))
        ]
        met = [letter for context, letter in places if context == before]
        return (met.count(letters[-1]) + LEAN * shorter) / (len(met) + LEAN)

    assert torch.allclose(source().sum(-1), torch.ones(32, 32))
    for letters in ("ann", ".ma", "qqx", "na.", "..j"):
        assert source()[tuple(encode(letters))].item() == pytest.approx(share(letters), rel=1e-4)


def test_names_come_as_training_wants_them() -> None:
    tokens, following = BATCH
    assert tokens.shape == following.shape == (400, 12)
    assert (tokens[:, 0] == 0).all()
    for asked, told in zip(tokens.tolist(), following.tolist(), strict=True):
        letters = [token for token in told if token != NOTHING]
        assert 0 not in letters[:-1]
        assert told[len(letters) :] == [NOTHING] * (12 - len(letters))
        assert asked[1:] == (letters[:11] + [0] * 12)[:11]


def test_letters_come_as_often_as_the_source_says() -> None:
    _, following = drawn(20_000, torch.Generator().manual_seed(2))
    first = following[:, 0]
    for letter in "amsj":
        expected = source()[0, 0, encode(letter)[0]].item()
        assert (first == encode(letter)[0]).float().mean().item() == pytest.approx(expected, abs=0.01)
    after = following[:, 2][(following[:, 0] == encode("a")[0]) & (following[:, 1] == encode("n")[0])]
    expected = source()[tuple(encode("ann"))].item()
    assert (after == encode("n")[0]).float().mean().item() == pytest.approx(expected, abs=0.05)


def test_names_look_like_names() -> None:
    letters = decode([token for token in BATCH[1].flatten().tolist() if token != NOTHING])
    vowels = sum(letters.count(vowel) for vowel in "aeiou")
    assert 0.35 < vowels / len(letters.replace(".", "")) < 0.6


def test_entropy_is_scipys() -> None:
    rows = chances(BATCH)[BATCH[1] != NOTHING]
    assert entropy(BATCH) == pytest.approx(scipy_entropy(rows.numpy(), axis=1).mean(), rel=1e-5)


def test_no_model_gets_below_the_entropy_and_the_source_reaches_it() -> None:
    assert cross_entropy(Knowing(), BATCH) == pytest.approx(entropy(BATCH), abs=1e-5)
    assert cross_entropy(Uniform(), BATCH) == pytest.approx(log(32), abs=1e-5)


def test_it_is_the_mean_of_torchs_cross_entropy_over_luck() -> None:
    many = drawn(20_000, torch.Generator().manual_seed(3))
    said = Knowing()(many[0]).flatten(0, 1)
    lucky = F.cross_entropy(said, many[1].flatten(), ignore_index=NOTHING).item()
    assert cross_entropy(Knowing(), many) == pytest.approx(lucky, abs=0.01)
