"""A real model's tokens and maps: how a sentence is cut, what was recorded, and, in the sweep, the model itself."""

from base64 import b64decode
from itertools import pairwise

import numpy as np
import pytest
import torch

from engine.demos import recording
from engine.demos.gpt.settings import OutOfRange
from engine.demos.smollm2 import live as live_smollm2
from engine.demos.smollm2 import model, recorded, weights_file
from engine.demos.smollm2.live import live
from engine.demos.smollm2.model import Model, letters, merged, shown, tokens
from engine.demos.smollm2.settings import HEADS, KV_HEADS, LAYERS, MOST_TOKENS, SENTENCE, SENTENCES
from engine.demos.smollm2.shape import Shape

RANKS = {
    pair: rank for rank, pair in enumerate([("a", "n"), ("Ġ", "an"), ("an", "an"), ("Ġan", "an"), ("n", "a")])
}


def small() -> Model:
    """Two layers, six letters and the letter for a space, drawn."""
    chance = torch.Generator().manual_seed(1)
    shapes = {"attn_norm": (12,), "attn_q": (12, 12), "attn_k": (4, 12), "attn_v": (4, 12), "attn_output": (12, 12),
              "ffn_norm": (12,), "ffn_gate": (8, 12), "ffn_up": (8, 12), "ffn_down": (12, 8)}  # fmt: skip
    names = {f"blk.{n}.{name}.weight": shape for n in range(2) for name, shape in shapes.items()}
    names |= {"token_embd.weight": (7, 12), "output_norm.weight": (12,)}
    weights = {name: torch.randn(*shape, generator=chance) for name, shape in names.items()}
    known = dict.fromkeys(["a", "b", "n", "Ġ", "an", "Ġan", "."])
    return Model(weights, Shape(2, 3, 1, 1e4, 1e-5), {token: n for n, token in enumerate(known)}, RANKS)


def test_every_byte_has_a_letter_of_its_own_that_can_be_seen() -> None:
    assert len(set(letters().values())) == 256
    assert letters()[ord("a")] == "a"
    assert letters()[ord(" ")] == "Ġ"  # as in the published vocabularies
    assert letters()[ord("\n")] == "Ċ"
    assert all(letter.isprintable() and not letter.isspace() for letter in letters().values())


def test_the_pair_of_the_lowest_rank_is_merged_first_wherever_it_stands() -> None:
    assert tokens("banana", RANKS) == ["b", "anan", "a"]
    assert tokens("b ana", RANKS) == ["b", "Ġan", "a"]
    assert list(merged(["a", "a", "a"], ("a", "a"))) == ["aa", "a"]


def test_pieces_are_words_with_their_space_single_digits_and_signs() -> None:
    cut = ["".join(tokens(piece, {})) for piece in ("It's", " 2026", " x?")]
    assert cut == ["It's", "Ġ2026", "Ġx?"]
    everything = {pair: 0 for text in ("'s", "20", "?!") for pair in pairwise(text)}
    assert tokens("It's 20?!", everything) == ["I", "t", "'s", "Ġ", "2", "0", "?!"]


def test_a_token_is_shown_as_its_text_and_half_a_letter_as_a_sign_for_it() -> None:
    assert shown("Ġcapital") == " capital"
    first, *_ = ("আ").encode()
    assert shown(letters()[first]) == f"\\x{first:02x}"


def test_a_sentence_is_told_layer_by_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_smollm2, "model", small)
    found = list(live({"sentence": "ban an.", "layer": 2}, dict))
    assert [step for step, _ in found] == [0, 1, 2]
    assert found[0][1] == {"tokens": ["b", "an", " an", "."]}
    for _, point in found[1:]:
        maps = np.frombuffer(b64decode(point["heads"]), np.uint8).reshape(3, 4, 4) / 255
        assert np.allclose(maps.sum(-1), 1, atol=0.01)
        assert (np.triu(maps, 1) == 0).all()
        assert point["first"] == pytest.approx(maps[:, 1:, 0].mean(), abs=0.003)
    assert "asked" not in found[1][1]
    last = found[2][1]
    assert last["asked"] == last["first"]
    assert sum(share for _, share in last["next"]) < 1
    assert {token for token, _ in last["next"]} <= {"a", "b", "n", " ", "an", " an", "."}


@pytest.mark.parametrize(
    ("sentence", "do"),
    [("", "has 0: lengthen"), ("a", "has 1: lengthen"), ("a b " * 9, "has [0-9]+: shorten")],
)
def test_what_is_too_short_or_too_long_is_refused_in_a_sentence(
    sentence: str, do: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_smollm2, "model", small)
    said = f"Between 2 and {MOST_TOKENS} tokens are read, and this sentence {do} it."
    with pytest.raises(OutOfRange, match=said):
        list(live({"sentence": sentence, "layer": 1}, dict))


def test_a_sign_without_a_token_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_smollm2, "model", small)
    with pytest.raises(OutOfRange, match="no token for x, !: leave that out"):
        list(live({"sentence": "ban x an!", "layer": 1}, dict))


def test_without_the_package_its_absence_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights_file, "MODEL", "no_such_package")
    with pytest.raises(ModuleNotFoundError, match="make smollm2"):
        model.model.__wrapped__()


def test_what_the_mask_hides_is_not_kept_and_comes_back_as_zero() -> None:
    maps = np.tril(np.arange(1, 19, dtype=np.uint8).reshape(2, 3, 3))
    rows = recorded.packed(maps)
    assert rows.tolist() == [[1, 4, 5, 7, 8, 9], [10, 13, 14, 16, 17, 18]]
    assert np.array_equal(recorded.unpacked(rows, 3), maps)


def test_twenty_sentences_are_recorded_and_no_other_one_is_known() -> None:
    told = recording.shown("smollm2")["sentences"]
    assert [one["sentence"] for one in told] == list(SENTENCES)
    assert len(set(SENTENCES)) == 20
    assert recorded.points("The capital of Spain is") == ()
    first = recorded.points(SENTENCE)
    assert first[0]["tokens"] == ["The", " capital", " of", " France", " is"]
    assert first[-1]["next"][0] == [
        " Paris",
        0.772539,
    ]  # not 0.7725, which is 0.773 or 0.772 as a half is rounded
    shares = [share for one in told for _, share in one["next"]]
    assert sum(share != round(share, 4) for share in shares) > 0.9 * len(shares)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_was_recorded_is_whole(sentence: str) -> None:
    first, *layers = recorded.points(sentence)
    length = len(first["tokens"])
    assert length <= MOST_TOKENS
    assert "\\x" in "".join(first["tokens"]) or "".join(first["tokens"]) == sentence
    assert [point["step"] for point in layers] == list(range(1, LAYERS + 1))
    for point in layers:
        maps = np.frombuffer(b64decode(point["heads"]), np.uint8).reshape(HEADS, length, length) / 255
        assert np.allclose(maps.sum(-1), 1, atol=0.02)
        assert (np.triu(maps, 1) == 0).all()
        assert point["first"] == pytest.approx(maps[:, 1:, 0].mean(), abs=0.003)
    assert ["next" in point for point in layers] == [False] * (LAYERS - 1) + [True]


@pytest.mark.sweep
def test_the_real_model_is_what_it_is_said_to_be_and_reads_as_recorded() -> None:
    """Needs ``make smollm2``."""
    real = model.model()
    assert sum(weights.numel() for weights in real.weights.values()) == 134_515_008
    assert (real.shape.layers, real.shape.heads, real.shape.kv_heads) == (LAYERS, HEADS, KV_HEADS)
    for sentence in SENTENCES:
        found = [point for _, point in live({"sentence": sentence, "layer": 0}, dict)]
        told = recorded.points(sentence)
        assert found[0]["tokens"] == told[0]["tokens"]
        for now, then in zip(found[1:], told[1:], strict=True):
            assert now["first"] == pytest.approx(then["first"], abs=0.002)
            ours, theirs = (
                np.frombuffer(b64decode(one["heads"]), np.uint8).astype(int) for one in (now, then)
            )
            assert np.abs(ours - theirs).max() <= 1
        assert [token for token, _ in found[-1]["next"]] == [token for token, _ in told[-1]["next"]]
        for (_, now), (_, then) in zip(found[-1]["next"], told[-1]["next"], strict=True):
            assert now == pytest.approx(then, abs=2e-5)  # another processor adds in another order
