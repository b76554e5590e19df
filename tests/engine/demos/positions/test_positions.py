import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from engine.demos import recording
from engine.demos.gpt import model as gpt
from engine.demos.gpt.names import names, split, vocabulary
from engine.demos.positions import experiment
from engine.demos.positions.encodings import (
    KINDS,
    Attention,
    Kind,
    PositionGPT,
    alibi,
    rotated,
    sinusoidal,
    slopes,
)
from engine.demos.positions.experiment import (
    Look,
    Settings,
    begin,
    by_context,
    by_distance,
    by_position,
    pieces,
    run,
)
from engine.demos.training import Point
from engine.mathematics.transformer import rotation

SHAPE = gpt.Shape(vocabulary=32, context=48)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def seeded(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def turned_by_complex_numbers(x: Tensor) -> Tensor:
    """(B, H, T, D): pairs as complex numbers times e^(i m theta)."""
    d = x.shape[-1]
    angles = torch.outer(torch.arange(x.shape[2]), 10_000 ** (-torch.arange(0, d, 2) / d))
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles)).flatten(-2)


def by_torch(attention: Attention, x: Tensor) -> Tensor:
    """The same attention from torch's own product, with another rotation and another bias."""
    q, k, v = (
        F.linear(x, attention.qkv.weight).view(*x.shape[:2], 3, attention.heads, -1).permute(2, 0, 3, 1, 4)
    )
    bias = torch.full((x.shape[1], x.shape[1]), -torch.inf).triu(1)
    if attention.kind == "rope":
        q, k = turned_by_complex_numbers(q), turned_by_complex_numbers(k)
    if attention.kind == "alibi":
        rows = [
            [[-(2 ** (-2 * h)) * (i - j) for j in range(len(bias))] for i in range(len(bias))]
            for h in (1, 2, 3, 4)
        ]
        bias = bias + torch.tensor(rows)
    mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=bias)
    return F.linear(mixed.transpose(1, 2).flatten(2), attention.out.weight)


@pytest.mark.parametrize("kind", KINDS)
def test_attention_and_its_gradients_are_those_of_torch(kind: Kind) -> None:
    attention = Attention(SHAPE, kind, seeded())
    for weights in attention.parameters():
        torch.nn.init.normal_(weights, 0.0, 0.3, seeded(2))
    x = torch.randn(3, 12, 32, generator=seeded(1))
    ours, theirs = attention(x), by_torch(attention, x)
    torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-5)
    learned, direction = list(attention.parameters()), torch.randn(ours.shape, generator=seeded(3)) / 10
    mine = torch.autograd.grad(ours, learned, direction)
    torch.testing.assert_close(mine, torch.autograd.grad(theirs, learned, direction), rtol=1e-5, atol=1e-5)


def test_a_rotation_is_the_one_of_the_exercises() -> None:
    x = torch.randn(1, 1, 20, 8, generator=seeded(), dtype=torch.float64)
    found = rotated(x, torch.arange(20))[0, 0]
    for place in range(20):
        turns = rotation.turns_of(rotation.angles_of(place, 10_000, 8))
        np.testing.assert_allclose(
            found[place], rotation.turned(x[0, 0, place].numpy(), turns, "adjacent"), atol=1e-5
        )


def test_a_rotated_score_depends_on_the_distance_alone() -> None:
    q, k = torch.randn(2, 8, generator=seeded())
    places = torch.arange(40)
    scores = rotated(q.expand(1, 1, 40, 8), places)[0, 0] @ rotated(k.expand(1, 1, 40, 8), places)[0, 0].T
    for distance in (0, 1, 7, 30):
        torch.testing.assert_close(scores.diagonal(-distance), scores[distance, 0].expand(40 - distance))


def test_sines_and_cosines_share_a_frequency() -> None:
    assert [round(x, 2) for x in sinusoidal(torch.arange(3), 4)[2].tolist()] == [0.91, -0.42, 0.02, 1.0]
    table = sinusoidal(torch.arange(128), 32)
    assert table[77, 10].item() == pytest.approx(math.sin(77 / 10_000 ** (10 / 32)), abs=1e-5)
    assert table[77, 11].item() == pytest.approx(math.cos(77 / 10_000 ** (10 / 32)), abs=1e-5)


def test_a_bias_takes_more_the_further_back_a_key_lies() -> None:
    assert slopes(8).tolist() == [2.0**-k for k in range(1, 9)]
    assert alibi(4, 3)[0].tolist() == [[0, 0, 0], [-0.25, 0, 0], [-0.5, -0.25, 0]]


@pytest.mark.parametrize("kind", KINDS)
def test_without_positions_one_layer_sees_a_bag_of_tokens(kind: Kind) -> None:
    model = PositionGPT(replace(SHAPE, layers=1), kind, seeded()).eval()
    for weights in model.parameters():
        torch.nn.init.normal_(weights, 0.0, 0.3, seeded(weights.numel()))
    one, other = model(torch.tensor([[1, 2, 3, 4, 5, 6], [5, 3, 1, 2, 4, 6]]))
    assert torch.allclose(one[-1], other[-1], atol=1e-4) == (kind == "none")


def test_without_positions_it_is_the_gpt_less_its_table() -> None:
    plain, other = gpt.GPT(SHAPE, seeded()), PositionGPT(SHAPE, "learned", seeded())
    tokens = torch.randint(32, (2, 20), generator=seeded())
    torch.testing.assert_close(other(tokens), plain(tokens))
    torch.nn.init.zeros_(plain.position.weight)
    torch.testing.assert_close(PositionGPT(SHAPE, "none", seeded())(tokens), plain(tokens))


def test_all_five_begin_with_the_same_weights() -> None:
    first = PositionGPT(SHAPE, "none", seeded()).state_dict()
    for kind in KINDS:
        model = PositionGPT(SHAPE, kind, seeded()).state_dict()
        assert set(model) - set(first) == ({"position.weight"} if kind == "learned" else set())
        assert all(torch.equal(weights, model[name]) for name, weights in first.items())


def test_a_learned_table_ends_and_the_others_do_not() -> None:
    tokens = torch.zeros(1, SHAPE.context + 1, dtype=torch.long)
    for kind in KINDS:
        model = PositionGPT(SHAPE, kind, seeded())
        if kind == "learned":
            with pytest.raises(IndexError):
                model(tokens)
        else:
            assert model(tokens).isfinite().all()


def test_pieces_are_cut_from_names_in_a_row() -> None:
    tokens, following = pieces(split()[0], 5, 40, seeded())
    assert tokens.shape == following.shape == (5, 40)
    assert torch.equal(tokens[:, 1:], following[:, :-1])
    for row in tokens:
        whole = "".join("." if n == 0 else vocabulary()[n] for n in row.tolist()).split(".")[1:-1]
        assert whole
        assert set(whole) <= set(names())


@pytest.fixture(scope="module")
def small() -> PositionGPT:
    return begin(Settings(kind="alibi", tested=64), seeded())


def test_the_same_tokens_are_asked_for_with_more_and_more_context(small: PositionGPT) -> None:
    tokens, following = pieces(split()[1], 30, 64, seeded())
    found = dict(by_context(small, (tokens, following)))
    assert list(found) == [n for n in experiment.CONTEXTS if n <= 64]
    assert found[64] == pytest.approx(by_position(small, (tokens, following))[-1].item(), abs=1e-5)
    last = -small(tokens[:, -1:])[:, 0].log_softmax(-1).gather(1, following[:, -1:]).mean()
    assert found[1] == pytest.approx(last.item(), abs=1e-5)


def test_attention_by_distance_shares_out_one_and_begins_at_the_token_itself(small: PositionGPT) -> None:
    found = by_distance(small, pieces(split()[1], 10, 32, seeded())[0])
    assert found.shape == (2, 4, 32)
    torch.testing.assert_close(found.sum(-1), torch.ones(2, 4))
    assert (found[..., 0] > found[..., 31]).all()  # an untrained model follows the bias alone
    assert (found[:, 0, 0] > found[:, 3, 0]).all()


def test_a_run_yields_points_and_looks_and_learns() -> None:
    settings = Settings(kind="rope", steps=30, trained=16, tested=32, look=15)
    found = list(run(settings, seeded()))
    losses = [point.loss for point in found if isinstance(point, Point)]
    looks = [look for look in found if isinstance(look, Look)]
    assert len(losses) == 30
    assert [look.step for look in looks] == [15, 30]
    assert losses[0] > 3.4
    assert losses[-1] < 2.9
    again = run(settings, seeded())
    assert [next(again), next(again)] == found[:2]


@pytest.mark.parametrize(
    "wrong",
    [
        Settings(kind="absolute"),  # type: ignore[arg-type]
        Settings(trained=4),
        Settings(tested=16),
        Settings(tested=1000),
        Settings(steps=0),
        Settings(rate=0.0),
        Settings(look=1),
    ],
)
def test_what_is_out_of_range_is_refused_in_a_sentence(wrong: Settings) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        run(wrong, seeded())


def test_in_the_recording_alibi_holds_beyond_the_trained_length_and_others_do_not() -> None:
    shown = recording.shown("positions")
    loss = {kind: dict(map(tuple, shown["kinds"][kind]["by_context"])) for kind in KINDS}
    rise = {kind: loss[kind][128] - loss[kind][32] for kind in KINDS}
    assert abs(rise["alibi"]) < 0.02
    assert all(rise[kind] > 0.05 for kind in ("learned", "sinusoidal", "rope"))
    assert abs(loss["alibi"][128] - loss["alibi"][16]) < 0.02  # and it makes no use of the longer text


def test_the_recorded_matrices_are_those_of_the_formulas() -> None:
    maps = recording.shown("positions")["maps"]
    torch.testing.assert_close(torch.tensor(maps["alibi"]["bias"]), alibi(4, 24), rtol=0, atol=6e-4)
    table = torch.tensor(maps["sinusoidal"]["table"])
    torch.testing.assert_close(table, sinusoidal(torch.arange(48), 32), rtol=0, atol=6e-4)
    torch.testing.assert_close(torch.tensor(maps["sinusoidal"]["dots"]), table @ table.T, rtol=0, atol=0.02)
    angles = np.subtract.outer(range(24), range(24))[..., None] * rotation.angles_of(1, 10_000, 8)
    np.testing.assert_allclose(maps["rope"]["scores"], 2 * np.cos(angles).sum(-1), atol=6e-4)
