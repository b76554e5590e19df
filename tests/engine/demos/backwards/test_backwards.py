"""The three models that write a word backwards: NumPy against torch, and what was recorded against what they do."""

import numpy as np
import pytest
import torch
from torch import nn

from engine.demos.backwards import forward
from engine.demos.backwards.experiment import MODELS, TESTED, drawn, right
from engine.demos.backwards.forward import HEADS, NAMES
from engine.demos.backwards.models import WIDTH, Attention
from engine.demos.backwards.words import END, LONGEST, SIGNS, TURN, backwards, read_as, signs
from engine.demos.recording import shown
from engine.demos.training import NOTHING

WORDS = ("a", "no", "tree", "attention", "zzzzzzzzzzzz", "abcdefghijkl")


@pytest.fixture(scope="module", params=NAMES)
def model(request: pytest.FixtureRequest) -> tuple[str, nn.Module]:
    name = request.param
    made = MODELS[name](torch.Generator())
    made.load_state_dict({key: torch.from_numpy(array) for key, array in forward.of(name).items()})
    return name, made.eval()


@pytest.mark.parametrize("word", WORDS)
def test_numpy_says_what_torch_says(model: tuple[str, nn.Module], word: str) -> None:
    name, made = model
    written = word[::-1]
    read = torch.tensor([read_as(word)])
    before = torch.tensor([[SIGNS.index(sign) for sign in TURN + written]])
    with torch.no_grad():
        said = made(read, torch.tensor([read.shape[1]]), before)[0].softmax(-1)
    assert forward.run(name, word, written).said == pytest.approx(said.numpy(), abs=2e-5)


def test_a_word_says_the_same_among_longer_ones(model: tuple[str, nn.Module]) -> None:
    """Nothing behind the turn of a shorter word is read."""
    _, made = model
    words = drawn(torch.tensor([3, LONGEST]), torch.Generator().manual_seed(1))
    with torch.no_grad():
        both = made(words.read, words.lengths, words.written)[0, :4]
        alone = made(words.read[:1, :4], words.lengths[:1], words.written[:1, :4])[0]
    assert both.numpy() == pytest.approx(alone.numpy(), abs=1e-4)


def test_attention_is_that_of_torch() -> None:
    ours = Attention()
    theirs = nn.MultiheadAttention(WIDTH, HEADS, bias=False, batch_first=True)
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([ours.q.weight, ours.kv.weight]))
        theirs.out_proj.weight.copy_(ours.out.weight)
        x, source = torch.randn(2, 3, WIDTH), torch.randn(2, 5, WIDTH)
        allowed = torch.tensor([[True, True, True, True, True], [True, True, True, False, False]])
        mine = ours(x, source, allowed[:, None])
        other, _ = theirs(x, source, source, key_padding_mask=~allowed)
    assert mine.numpy() == pytest.approx(other.numpy(), abs=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_all_chance_comes_from_the_generator(name: str) -> None:
    one, other = (MODELS[name](torch.Generator().manual_seed(3)).state_dict() for _ in range(2))
    assert all(torch.equal(weights, other[key]) for key, weights in one.items())


def test_what_is_drawn_is_a_word_and_that_word_backwards() -> None:
    words = drawn(torch.arange(1, LONGEST + 1), torch.Generator().manual_seed(2))
    for read, length, written, following in zip(*(part.tolist() for part in words), strict=True):
        word = signs(read[: length - 1])
        assert set(word).isdisjoint(END + TURN)
        assert len(word) == length - 1
        assert read[:length] == read_as(word)
        assert [one for one in following if one != NOTHING] == backwards(word)
        assert signs(written[:length]) == TURN + word[::-1]


def test_what_was_recorded_is_what_they_do(model: tuple[str, nn.Module]) -> None:
    name, made = model
    again = right(made, torch.Generator().manual_seed(12))
    assert again == pytest.approx(shown("backwards")[name]["right"], abs=1 / TESTED + 1e-4)


def test_one_state_is_a_bottleneck_and_looking_back_is_none() -> None:
    recorded = shown("backwards")
    small, large = (recorded[name]["right"] for name in ("recurrent", "recurrent, twice the state"))
    assert small[0] > 0.99
    assert small[-1] < 0.05
    assert sum(large) > sum(small)
    for name in ("encoder_decoder", "decoder_only"):
        assert min(recorded[name]["right"]) > 0.98


@pytest.mark.parametrize("word", ["tree", "letters", "abcdefghijkl"])
def test_the_decoder_looks_at_the_letter_that_it_writes(word: str) -> None:
    for name in ("encoder_decoder", "decoder_only"):
        assert forward.writes(name, word) == word[::-1]
        looks = forward.run(name, word, word[::-1]).looks
        assert looks is not None
        assert looks.sum(-1) == pytest.approx(np.ones(len(word) + 1))
    looks = forward.run("encoder_decoder", word, word[::-1]).looks
    assert looks is not None
    assert looks[:-1].argmax(-1).tolist() == list(range(len(word)))[::-1]


def test_a_recurrent_model_keeps_one_state_whatever_the_word() -> None:
    assert {forward.run("recurrent", word, "").kept.shape for word in WORDS} == {(1, 56)}
    states = forward.run("recurrent", "tree", "eer").states
    assert states is not None
    assert len(states) == len("tree|") + len("|eer")
