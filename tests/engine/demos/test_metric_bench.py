"""Against sacrebleu, every choice counted out, hashes one by one, and chance within four standard errors."""

from itertools import combinations, product
from math import log

import numpy as np
import pytest
from sacrebleu import BLEU, sentence_bleu

from engine.demos.metrics.bench import (
    PRIME,
    across_tokenizers,
    bleu,
    candidates,
    estimate,
    guesses,
    minhash,
    pass_at_k,
    pass_at_k_independent,
    per_unit,
    right_ones,
    rouge,
    s_curve,
    threshold,
    tries,
    word_by_word,
)

CANDIDATE = "the cat sat on the red mat and the dog slept"
REFERENCE = "the cat sat on the mat while the old dog slept"
TEXT = "the cat sat on the mat the cat ate the rat that sat on the cat a rat at a hat"


def test_bleu_and_its_parts_are_those_of_sacrebleu() -> None:
    found = bleu(CANDIDATE, [REFERENCE, "a cat sat on the red mat"]).reached
    theirs = sentence_bleu(
        CANDIDATE, [REFERENCE, "a cat sat on the red mat"], smooth_method="none", tokenize="none"
    )
    assert found["bleu"] * 100 == pytest.approx(theirs.score)
    assert found["brevity_penalty"] == pytest.approx(theirs.bp)
    assert [found[f"precision_{n}"] * 100 for n in range(1, 5)] == pytest.approx(theirs.precisions)


def test_rouge_has_its_three_parts_in_order() -> None:
    found = rouge("the cat sat on the mat today", "the cat lay on a mat").reached
    shared = {"1": (4 / 7, 4 / 6), "2": (1 / 6, 1 / 5), "l": (4 / 7, 4 / 6)}  # the, cat, on, mat; "the cat"
    for label, (precision, recall) in shared.items():
        assert found[f"precision_{label}"] == pytest.approx(precision)
        assert found[f"recall_{label}"] == pytest.approx(recall)
        assert found[f"f1_{label}"] == pytest.approx(2 * precision * recall / (precision + recall))


def test_word_by_word_the_penalty_gives_way_to_the_precisions() -> None:
    grown = word_by_word(CANDIDATE, [REFERENCE], 2)
    assert [point.words for point in grown] == list(range(1, 12))
    assert grown[0].bleu == 0 < grown[1].bleu
    assert grown[3].geometric_mean == 1 > grown[3].brevity_penalty
    assert grown[-1].brevity_penalty == 1 > grown[-1].geometric_mean
    library = BLEU(smooth_method="none", tokenize="none", max_ngram_order=2, effective_order=False)
    for point in grown[1:]:
        shorter = " ".join(CANDIDATE.split()[: point.words])
        assert point.bleu * 100 == pytest.approx(library.corpus_score([shorter], [[REFERENCE]]).score)


def test_the_unbiased_estimator_counts_all_choices() -> None:
    for n, c, k in product(range(1, 8), range(8), range(1, 8)):
        if c <= n and k <= n:
            chosen = [any(sample < c for sample in choice) for choice in combinations(range(n), k)]
            assert pass_at_k(n, c, k) == pytest.approx(sum(chosen) / len(chosen))


def test_the_figures_of_the_course_are_reproduced() -> None:
    assert round(pass_at_k(100, 20, 10), 2) == 0.90
    assert (round(pass_at_k(10, 3, 5), 2), round(pass_at_k_independent(0.3, 5), 2)) == (0.92, 0.83)


@pytest.mark.parametrize(("p", "n", "k"), [(0.3, 10, 5), (0.02, 20, 10), (0.5, 6, 2)])
def test_only_one_estimator_comes_to_the_truth_on_average(p: float, n: int, k: int) -> None:
    found = estimate(p, n, k, 20_000, np.random.default_rng(5))
    assert found.true == pytest.approx(pass_at_k_independent(p, k))
    assert abs(found.unbiased - found.true) < 4 * found.unbiased_error
    assert found.plugged_in < found.true - 10 * found.plugged_in_error


def test_drawing_with_and_without_putting_back_gives_the_two_formulas() -> None:
    for put_back, formula in ((False, pass_at_k(10, 3, 5)), (True, pass_at_k_independent(0.3, 5))):
        drawn = tries(10, 3, 5, 20_000, put_back, np.random.default_rng(6))
        assert abs(drawn.mean() - formula) < 4 * np.sqrt(formula * (1 - formula) / 20_000)


def test_tries_out_of_range_are_refused_in_a_sentence() -> None:
    for n, k, rounds in ((5, 6, 10), (5, 0, 10), (1000, 5, 1001), (1001, 5, 1), (5, 2, 0)):
        with pytest.raises(ValueError, match="k must be from 1 to n"):
            estimate(0.5, n, k, rounds, np.random.default_rng(1))


def test_more_than_a_page_can_compute_at_once_is_refused() -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(ValueError, match="60 words"):
        word_by_word("word " * 61, [REFERENCE])
    with pytest.raises(ValueError, match="1,000,000"):
        candidates(0.5, 20, 50, 1001, rng)
    for text, hashes in (("x" * 2_001, 10), ("some text", 501), ("some text", 0)):
        with pytest.raises(ValueError, match="hashes"):
            minhash(text, "other text", 3, hashes, rng)


def test_a_signature_holds_the_least_hash_of_each_function() -> None:
    found = minhash("abcd", "abce", 2, 3, np.random.default_rng(7))
    rng = np.random.default_rng(7)
    numbers = dict(zip(("ab", "bc", "cd", "ce"), rng.choice(PRIME, size=4, replace=False), strict=True))
    slope, offset = rng.integers(1, PRIME, size=(2, 3, 1))
    for mine, names in ((found.signature_a, "ab bc cd"), (found.signature_b, "ab bc ce")):
        for place in range(3):
            hashed = (
                int(slope[place, 0]) * int(numbers[name]) + int(offset[place, 0]) for name in names.split()
            )
            assert mine[place] == min(value % PRIME for value in hashed)
    assert found.jaccard == 0.5
    with pytest.raises(ValueError, match="shingle"):
        minhash("ab", "abcd", 3, 10, rng)


def test_equal_components_estimate_the_jaccard_similarity() -> None:
    rng = np.random.default_rng(8)
    found = [minhash(CANDIDATE, REFERENCE, 3, 500, rng) for _ in range(8)]
    first, second = ({text[n : n + 3] for n in range(len(text) - 2)} for text in (CANDIDATE, REFERENCE))
    jaccard = len(first & second) / len(first | second)
    assert {likeness.jaccard for likeness in found} == {jaccard}
    error = np.sqrt(jaccard * (1 - jaccard) / 4_000)
    assert abs(np.mean([likeness.estimate for likeness in found]) - jaccard) < 4 * error


def test_a_band_agrees_where_all_of_its_rows_do() -> None:
    found = minhash(CANDIDATE, REFERENCE, 3, 60, np.random.default_rng(9))
    same = (found.signature_a == found.signature_b).tolist()
    assert found.bands_that_agree(20) == [band for band in range(20) if all(same[3 * band : 3 * band + 3])]


@pytest.mark.parametrize(("bands", "rows"), [(20, 5), (5, 20), (4, 3), (1, 6), (6, 1)])
def test_drawn_pairs_follow_the_s_curve(bands: int, rows: int) -> None:
    for similarity in (0.3, 0.6, 0.9):
        chance = s_curve(np.array([similarity]), bands, rows)[0]
        share = candidates(similarity, bands, rows, 5_000, np.random.default_rng(10))
        assert abs(share - chance) < 4 * np.sqrt(chance * (1 - chance) / 5_000) + 1e-3


def test_twenty_bands_of_five_rows_are_not_five_bands_of_twenty() -> None:
    half = np.array([0.5])
    assert s_curve(half, 20, 5)[0] == pytest.approx(0.470, abs=5e-4)
    assert s_curve(half, 5, 20)[0] < 1e-5
    assert (round(threshold(20, 5), 2), round(threshold(5, 20), 2)) == (0.55, 0.92)


def test_perplexity_is_shared_out_over_what_is_counted() -> None:
    tokens, words, characters = per_unit(-log(0.5 * 0.25 * 0.125 * 0.5), 4, 2, 8)
    assert tokens.perplexity == pytest.approx((0.5 * 0.25 * 0.125 * 0.5) ** (-1 / 4))
    assert words.perplexity == pytest.approx(128**0.5)
    assert characters.bits == pytest.approx(7 / 8)


def test_more_merges_raise_the_perplexity_per_token_and_lower_it_per_character() -> None:
    found = across_tokenizers(TEXT, "the rat sat on a hat on the mat", [0, 3, 8])
    per_token = [units[0].perplexity for units in found.values()]
    per_character = [units[2].perplexity for units in found.values()]
    assert per_token == sorted(per_token)
    assert per_character == sorted(per_character, reverse=True)
    with pytest.raises(ValueError, match="'z'"):
        across_tokenizers(TEXT, "zoo", [0])


def test_the_unigram_model_without_merges_is_counting_letters() -> None:
    tokens, words, _ = across_tokenizers("aab", "ab", [0])[0]
    chance = 3 / 7 * 2 / 7 * 2 / 7  # a, b and the end of the word, each counted once more than it occurs
    assert tokens.count == 3
    assert tokens.perplexity == pytest.approx(chance ** (-1 / 3))
    assert words.perplexity == pytest.approx(1 / chance)


def test_more_rounds_leave_the_first_ones_as_they_are() -> None:
    many = right_ones(0.3, 10, 5, 500, np.random.default_rng(4))
    assert right_ones(0.3, 10, 5, 20, np.random.default_rng(4)).tolist() == many[:20].tolist()
    assert abs(many.mean() - 3) < 4 * np.sqrt(10 * 0.3 * 0.7 / 500)


def test_each_token_is_guessed_by_its_share_with_one_added() -> None:
    found = guesses("aab", "ab", 0)
    assert [(guess.token, guess.count, guess.total) for guess in found] == [
        ("a", 3, 7),
        ("b", 2, 7),
        ("</w>", 2, 7),
    ]
    assert sum(guess.nats for guess in found) == pytest.approx(-log(3 / 7 * 2 / 7 * 2 / 7))
    merged = guesses(TEXT, "the rat sat", 5)
    (tokens, *_) = across_tokenizers(TEXT, "the rat sat", [5])[5]
    assert tokens.count == len(merged)
