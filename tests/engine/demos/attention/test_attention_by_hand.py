"""The forward pass in NumPy: against loops, against the family ``attention``, and its shapes and refusals."""

import subprocess
import sys

import numpy as np
import pytest

from engine.chain import run
from engine.demos.attention import by_hand
from engine.demos.attention.by_hand import Switches
from engine.families.attention.attention import Parameters
from engine.families.attention.attention import family as attention


def model(layers: int = 2, width: int = 8, heads: int = 2) -> dict[str, np.ndarray]:
    rng, size = np.random.default_rng(3), width // heads
    shapes: dict[str, tuple[int, ...]] = {"token": (26, width), "position": (24, width), "head": (width, 26)}
    for layer in range(layers):
        for name in ("query", "key", "value"):
            shapes[f"layers.{layer}.{name}"] = (heads, width, size)
        shapes[f"layers.{layer}.out"] = (heads, size, width)
    return {name: rng.normal(size=shape) for name, shape in shapes.items()}


TOKENS = by_hand.encode("katzkatzka")


def test_a_letter_can_be_known_once_it_stood_before() -> None:
    assert by_hand.known(TOKENS).tolist() == [False] * 4 + [True] * 6


def test_sequences_are_different_letters_until_the_last_of_them_begin_again() -> None:
    rows = by_hand.sequences(300, np.random.default_rng(1))
    assert rows.shape == (300, 25)
    periods = set()
    for row in rows.tolist():
        first = next(n for n, letter in enumerate(row) if letter in row[:n])
        period = first - row.index(row[first])
        periods.add(period)
        assert all(row[n] == row[n - period] for n in range(first, 25))
        assert first <= 22
    assert periods == set(range(4, 12))


def test_the_same_chance_gives_the_same_sequences() -> None:
    first, second = (by_hand.sequences(5, np.random.default_rng(2)) for _ in range(2))
    assert (first == second).all()


@pytest.mark.parametrize("text", ["", "a", "Anna", "a b", "a" * 25])
def test_text_that_is_no_row_of_letters_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="write 2 to 24 letters"):
        by_hand.encode(text)


@pytest.mark.parametrize("mask", [True, False])
@pytest.mark.parametrize("scale", [True, False])
def test_every_head_is_what_the_family_attention_computes(mask: bool, scale: bool) -> None:
    _, heads = by_hand.forward(model(), TOKENS, Switches(mask, scale))
    for head in heads.values():
        given = {"Q": head.query, "K": head.keys, "V": head.values, "causal": mask, "scale": scale}
        reached = run(attention, Parameters.of(given)).reached
        for mine, theirs in (
            (head.scores, "raw_scores"), (head.scaled, "scaled_scores"), (head.masked, "masked_scores"),
            (head.weights, "weights"), (head.mixed, "output"),
        ):  # fmt: skip
            np.testing.assert_allclose(mine, reached[theirs], atol=1e-9)


def test_a_row_holds_the_numbers_of_its_query() -> None:
    _, heads = by_hand.forward(model(), TOKENS)
    row = heads[1, 0].row(3)
    for key in range(4):
        assert row.scores[key] == pytest.approx(
            sum(q * k for q, k in zip(row.query, row.keys[key], strict=True))
        )
    assert row.scaled == pytest.approx(row.scores / 2)  # D = 4
    assert np.isneginf(row.masked[4:]).all()
    shares = np.exp(row.scaled[:4]) / np.exp(row.scaled[:4]).sum()
    assert row.weights == pytest.approx([*shares, *[0] * 6])
    assert row.mixed == pytest.approx(
        sum(share * value for share, value in zip(shares, row.values, strict=False))
    )


def test_the_heads_of_a_layer_add_up_and_one_can_be_left_out() -> None:
    one_layer = model(layers=1)
    logits, heads = by_hand.forward(one_layer, TOKENS)
    without, _ = by_hand.forward(one_layer, TOKENS, Switches(off=frozenset({(0, 1)})))
    np.testing.assert_allclose(logits - without, heads[0, 1].added @ one_layer["head"], atol=1e-9)


def test_what_comes_later_changes_nothing_unless_the_mask_is_off() -> None:
    other = TOKENS.copy()
    other[-1] = 25
    for mask, same in ((True, True), (False, False)):
        before, after = (by_hand.forward(model(), row, Switches(mask))[0][:-1] for row in (TOKENS, other))
        assert np.allclose(before, after) == same


def test_habits_are_mean_shares_counted_one_by_one() -> None:
    rows = by_hand.sequences(4, np.random.default_rng(4))[:, :-1]
    head = by_hand.forward(model(), rows)[1][0, 1]
    previous, itself, induction = [], [], []
    for weights, row in zip(head.weights, rows.tolist(), strict=True):
        for at, letter in enumerate(row):
            itself.append(weights[at, at])
            previous.extend([weights[at, at - 1]] if at else [])
            behind = [weights[at, key] for key in range(1, at + 1) if row[key - 1] == letter]
            induction.extend([sum(behind)] if behind else [])
    expected = {"previous": np.mean(previous), "itself": np.mean(itself), "induction": np.mean(induction)}
    assert by_hand.habits(head, rows) == pytest.approx(expected)


def test_what_is_one_place_back_as_well_is_not_copied() -> None:
    """The place behind an earlier copy of a letter is often the last one in abacaba."""
    tokens = by_hand.encode("abacabaa")
    head = by_hand.forward(model(), tokens)[1][0, 1]
    found = []
    for at in range(1, 8):
        earlier = [key for key in range(at) if tokens[key] == tokens[at]]
        if earlier:
            found.append(sum(head.weights[at, key + 1] for key in earlier if key + 1 < at - 1))
    assert by_hand.copies(head, tokens) == pytest.approx(np.mean(found))
    assert by_hand.copies(head, tokens) < by_hand.habits(head, tokens)["induction"]


def test_a_model_that_knows_nothing_loses_the_logarithm_of_the_alphabet() -> None:
    nothing = model() | {"head": np.zeros((8, 26))}
    rows = by_hand.sequences(10, np.random.default_rng(5))
    assert by_hand.loss(nothing, rows) == pytest.approx(np.log(26))


def test_a_row_becomes_an_exercise_of_the_family_attention() -> None:
    checkpoint = {name: array.astype(np.float32) for name, array in model().items()}
    row = by_hand.forward(checkpoint, TOKENS)[1][0, 0].row(6)
    given = by_hand.exercise(row)
    assert all(len(str(number).partition(".")[2]) <= 2 for number in given["Q"][0])
    parameters = Parameters.of(given)
    assert parameters.K.shape == (3, 4)
    assert parameters.V.shape == (3, 2)
    most = sorted(sorted(range(10), key=lambda key: -row.weights[key])[:3])
    shares = row.weights[most] / row.weights[most].sum()
    assert run(attention, parameters).reached["weights"][0] == pytest.approx(shares, abs=0.03)


def test_the_first_letter_has_one_key_to_look_at() -> None:
    row = by_hand.forward(model(), TOKENS)[1][0, 0].row(0)
    assert len(by_hand.exercise(row)["K"]) == 1


def test_nothing_here_imports_torch() -> None:
    code = "import sys, engine.demos.attention.by_hand; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
