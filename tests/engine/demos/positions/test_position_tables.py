"""The tables of positions in NumPy are those that the models use."""

import numpy as np
import torch

from engine.demos.positions import encodings, tables


def test_the_encoding_is_the_one_that_a_model_adds() -> None:
    theirs = encodings.sinusoidal(torch.arange(60), 8).numpy()
    mine = [tables.sinusoidal(position, 8) for position in range(60)]
    np.testing.assert_allclose(mine, theirs, atol=1e-5)


def test_a_vector_is_turned_as_in_a_model() -> None:
    x = np.random.default_rng(1).normal(size=(40, 6))
    theirs = encodings.rotated(torch.tensor(x)[None, None], torch.arange(40))[0, 0].numpy()
    mine = [tables.rotated(row, position) for position, row in enumerate(x)]
    np.testing.assert_allclose(mine, theirs, atol=1e-5)


def test_the_biases_are_those_of_a_model_s_first_head_and_later_keys_are_masked() -> None:
    theirs = encodings.alibi(4, 10)[0].numpy()
    slope = float(tables.slopes(4)[0])
    mine = np.array([[tables.bias(slope, m, n) for n in range(10)] for m in range(10)])
    later = np.triu(np.ones((10, 10), bool), 1)
    np.testing.assert_allclose(mine[~later], theirs[~later])
    assert (mine[later] == -np.inf).all()


def test_all_kinds_are_known_on_both_sides() -> None:
    assert tables.KINDS == encodings.KINDS
