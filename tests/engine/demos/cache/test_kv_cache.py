from dataclasses import replace
from itertools import count

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.flop_counter import FlopCounterMode

from engine.demos import recording
from engine.demos.cache import grouped_query
from engine.demos.cache.cost import Shape, cache_bytes, multiply_adds
from engine.demos.cache.grouped_query import Attention, Block, Cache, SharedGPT
from engine.demos.cache.kv_cache import KV_HEADS, LIMIT, SEED, Settings, generate, run, shape, shipped, times
from engine.demos.gpt.model import parameters

SHAPES = [Shape(32, kv_heads=heads) for heads in KV_HEADS]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def seeded(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def lively(model: nn.Module) -> None:
    """Weights so large that attention looks at something."""
    for number, weights in enumerate(model.parameters()):
        if weights.dim() == 2:
            nn.init.normal_(weights, 0.0, 0.3, seeded(number))


def turned_by_complex_numbers(x: Tensor) -> Tensor:
    d = x.shape[-1]
    angles = torch.outer(torch.arange(x.shape[2]), 10_000 ** (-torch.arange(0, d, 2) / d))
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles)).flatten(-2)


@pytest.mark.parametrize("shape", SHAPES)
def test_attention_and_its_gradients_are_those_of_torch(shape: Shape) -> None:
    attention = Attention(shape)
    lively(attention)
    x = torch.randn(3, 12, 32, generator=seeded(1))
    parts = (attention.q, attention.k, attention.v)
    q, k, v = (F.linear(x, part.weight).view(3, 12, -1, 8).transpose(1, 2) for part in parts)
    q, k = turned_by_complex_numbers(q), turned_by_complex_numbers(k)
    mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
    theirs = F.linear(mixed.transpose(1, 2).flatten(2), attention.out.weight)
    ours = attention(x, torch.arange(12), Cache(), 0)
    torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-5)
    weights, direction = list(attention.parameters()), torch.randn(ours.shape, generator=seeded(2)) / 10
    mine = torch.autograd.grad(ours, weights, direction)
    torch.testing.assert_close(mine, torch.autograd.grad(theirs, weights, direction), rtol=1e-5, atol=1e-5)


def test_without_rotation_a_block_is_the_encoder_layer_of_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grouped_query, "rotated", lambda x, places: x)
    block = Block(SHAPES[0])
    lively(block)
    theirs = nn.TransformerEncoderLayer(
        32, 4, 128, 0.0, "gelu", batch_first=True, norm_first=True, bias=False
    )
    attention = block.attention
    copies = {
        "self_attn.in_proj_weight": torch.cat((attention.q.weight, attention.k.weight, attention.v.weight)),
        "self_attn.out_proj.weight": attention.out.weight,
        "linear1.weight": block.up.weight,
        "linear2.weight": block.down.weight,
        "norm1.weight": block.before_attention.weight,
        "norm2.weight": block.before_mlp.weight,
    }
    theirs.load_state_dict({name: weights.detach() for name, weights in copies.items()})
    x = torch.randn(2, 9, 32, generator=seeded(5), requires_grad=True)
    mask = nn.Transformer.generate_square_subsequent_mask(9)
    one, other = block(x, torch.arange(9), Cache(), 0), theirs(x, mask, is_causal=True)
    torch.testing.assert_close(one, other, rtol=0, atol=1e-5)
    slope = torch.autograd.grad(one.square().mean(), x)
    torch.testing.assert_close(slope, torch.autograd.grad(other.square().mean(), x), rtol=0, atol=1e-5)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_text_read_in_parts_gives_the_logits_of_the_whole(shape: Shape) -> None:
    model, cache = SharedGPT(shape, seeded()), Cache()
    lively(model)
    tokens = torch.randint(32, (2, 30), generator=seeded(1))
    parts = torch.cat([model(part, cache) for part in torch.split(tokens, [10, 1, 1, 18], 1)], 1)
    torch.testing.assert_close(parts, model(tokens), rtol=1e-5, atol=1e-4)
    assert cache.length == 30


@pytest.mark.parametrize(
    ("kv_heads", "temperature"),
    [
        pytest.param(heads, temperature, marks=() if (heads, temperature) == (2, 1.0) else pytest.mark.sweep)
        for heads in KV_HEADS
        for temperature in (0.0, 1.0)
    ],
)
def test_the_cache_gives_the_same_tokens(kv_heads: int, temperature: float) -> None:
    settings = Settings(kv_heads, tokens=100, temperature=temperature)
    one = list(run(settings, seeded(3), lambda: 0.0))
    other = list(run(replace(settings, cached=False), seeded(3), lambda: 0.0))
    assert [token.letter for token in one] == [token.letter for token in other]
    assert [token.logit for token in one] == pytest.approx([token.logit for token in other], abs=1e-4)
    assert [token.computed for token in one] == [1] * 100
    assert [token.computed for token in other] == list(range(1, 101))
    assert [token.cache_bytes for token in one] == [cache_bytes(shape(kv_heads), n) for n in range(1, 101)]
    assert {token.cache_bytes for token in other} == {0}


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize("shape", [*SHAPES, Shape(32, layers=3, width=48, heads=6, kv_heads=3)])
def test_the_counted_bytes_are_those_of_the_formula(shape: Shape, dtype: torch.dtype) -> None:
    model, cache = SharedGPT(shape, seeded()).to(dtype).eval(), Cache()
    assert cache.bytes == 0
    with torch.inference_mode():
        for tokens in torch.split(torch.randint(32, (5, 20), generator=seeded()), [7, 1, 1, 1, 10], 1):
            model(tokens, cache)
            assert cache.bytes == cache_bytes(shape, cache.length, dtype.itemsize, sequences=5)


def test_the_formula_gives_the_sizes_of_the_curriculum() -> None:
    large = Shape(128_000, layers=32, width=4096, heads=32, kv_heads=32)
    assert cache_bytes(large, 8192, 2) == 4 * 2**30
    assert cache_bytes(replace(large, kv_heads=8), 8192, 2) == 2**30
    assert cache_bytes(replace(large, kv_heads=1), 131_072, 2) == 2 * 2**30


@pytest.mark.parametrize("shape", SHAPES)
def test_the_multiply_adds_are_half_of_what_torch_counts(shape: Shape) -> None:
    model, cache, kept = SharedGPT(shape, seeded()), Cache(), 0
    for new in (9, 1, 4):
        with FlopCounterMode(display=False) as counter:
            model(torch.zeros(1, new, dtype=torch.long), cache)
        assert counter.get_total_flops() == 2 * multiply_adds(shape, new, kept)
        kept += new


def test_a_token_is_timed_by_the_clock_that_is_handed_in() -> None:
    model, ticks = SharedGPT(SHAPES[2], seeded()).eval(), count()
    timed = generate(model, Settings(1, tokens=3), seeded(), lambda: float(next(ticks)))
    assert [token.seconds for token in timed] == [1.0, 1.0, 1.0]
    assert next(ticks) == 6
    squares = (float(n * n) for n in count())  # the k-th interval of two readings lasts 4k + 1
    found = times(model, Settings(1, tokens=2), lambda: next(squares), repeats=3)
    assert found == [(1, 1000.0), (2, 5000.0)]


@pytest.mark.parametrize(
    "wrong",
    [
        Settings(3),
        Settings(tokens=0),
        Settings(tokens=LIMIT),
        Settings(prompt=""),
        Settings(temperature=-1.0),
    ],
)
def test_what_is_out_of_range_is_refused_in_a_sentence(wrong: Settings) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        run(wrong, seeded(), lambda: 0.0)


def test_a_letter_that_no_name_has_is_refused() -> None:
    with pytest.raises(ValueError, match="'Z'"):
        run(Settings(prompt="Z"), seeded(), lambda: 0.0)


def test_the_recording_agrees_with_the_formulas_and_the_checkpoint() -> None:
    shown = recording.shown("kv_cache")
    for found in shown["models"]:
        model = shipped(found["kv_heads"])
        assert parameters(model) == found["parameters"]
        for each in found["runs"]:
            assert each["same"]
            assert each["cache_bytes"] == [cache_bytes(model.shape, n) for n in each["read"]]
            assert each["multiply_adds"]["with"] == [
                multiply_adds(model.shape, 1, n - 1) for n in each["read"]
            ]
            assert each["multiply_adds"]["without"] == [
                multiply_adds(model.shape, n, 0) for n in each["read"]
            ]
            wanted = {
                name: each["settings"][name] for name in ("kv_heads", "tokens", "prompt", "temperature")
            }
            again = generate(model, Settings(**wanted | {"tokens": 60}), seeded(SEED), lambda: 0.0)
            assert "".join(token.letter for token in again) == each["text"][:60]


def test_fewer_key_value_heads_keep_fewer_bytes_in_the_same_shape() -> None:
    assert [cache_bytes(shape(heads), 100) for heads in KV_HEADS] == [51_200, 25_600, 12_800]


def test_in_the_recorded_times_a_token_costs_more_and_more_without_a_cache() -> None:
    for found in recording.shown("kv_cache_times")["milliseconds"]:
        assert len(found["read"]) == len(found["with"]) == len(found["without"])
        late = slice(-10, None)
        assert sum(found["without"][late]) > 5 * sum(found["with"][late])
        assert sum(found["without"][late]) > 5 * sum(found["without"][:10])
