"""Word vectors asked: against scikit-learn and SciPy, and by hand."""

import numpy as np
import pytest
from scipy.stats import spearmanr  # type: ignore[import-untyped]
from sklearn.decomposition import PCA  # type: ignore[import-untyped]
from sklearn.neighbors import NearestNeighbors  # type: ignore[import-untyped]

from engine.demos.vectors.analogy import APART, Analogy
from engine.demos.vectors.embeddings import MEASURES, Measure, Pair, WordVectors, rank_correlation, ranks

WORDS = tuple(f"word{number}" for number in range(40))
TABLE = np.random.default_rng(1).normal(size=(40, 6))
VECTORS = WordVectors(WORDS, TABLE)
ROYAL = WordVectors(
    ("king", "queen", "man", "woman", "apple"),
    np.array([[2.0, 1, 0.1], [2, -1, 0.1], [0.2, 1, 0.1], [0.2, -1, 0.1], [0, 0.1, 3]]),
)


@pytest.mark.parametrize("measure", MEASURES)
def test_neighbours_are_those_of_scikit_learn(measure: Measure) -> None:
    metric = {"cosine": "cosine", "euclid": "euclidean"}[measure]
    distances, rows = NearestNeighbors(n_neighbors=40, metric=metric).fit(TABLE).kneighbors(TABLE[[7]])
    found = VECTORS.neighbours("word7", measure)
    assert [word for word, _ in found] == [WORDS[row] for row in rows[0][1:]]
    expected = 1 - distances[0][1:] if measure == "cosine" else distances[0][1:]
    assert [number for _, number in found] == pytest.approx(expected)


def test_king_minus_man_plus_woman_is_queen() -> None:
    assert ROYAL.analogy("king", "man", "woman")[0][0] == "queen"
    assert {word for word, _ in ROYAL.analogy("king", "man", "woman")} == {"queen", "apple"}


def test_an_analogy_takes_the_first_less_the_second_plus_the_third() -> None:
    target = TABLE[4] - TABLE[9] + TABLE[2]
    cosines = TABLE @ target / np.linalg.norm(TABLE, axis=1) / np.linalg.norm(target)
    expected = [WORDS[row] for row in np.argsort(-cosines) if row not in (4, 9, 2)]
    assert [word for word, _ in VECTORS.analogy("word4", "word9", "word2")] == expected


def test_with_the_inputs_one_of_them_may_win() -> None:
    close = WordVectors(("a", "b", "c", "d"), np.array([[1.0, 0], [0.5, 0.3], [0.5, 0.4], [1, 0.4]]))
    assert close.analogy("a", "b", "c")[0][0] == "d"
    assert close.analogy("a", "b", "c", inputs=True)[0][0] == "a"
    assert close.share_right([("a", "b", "c", "d")]) == 1
    assert close.share_right([("a", "b", "c", "d")], inputs=True) == 0


def test_an_unknown_word_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        VECTORS.neighbours("nowhere")


def test_the_flip_is_the_clearest_of_all_pairs() -> None:
    query, found = TABLE[3], VECTORS.flip("word3", among=40)
    assert found is not None
    others = np.delete(np.arange(40), 3)
    cosines = TABLE @ query / np.linalg.norm(TABLE, axis=1) / np.linalg.norm(query)
    distances = np.sqrt(((TABLE - query) ** 2).sum(1))
    brute = max(
        (min(cosines[i] - cosines[j], distances[i] - distances[j]), WORDS[i], WORDS[j])
        for i in others
        for j in others
    )
    assert (found.by_angle, found.by_distance) == brute[1:]
    assert found.clear == pytest.approx(brute[0])
    assert found.cosines[0] > found.cosines[1]
    assert found.distances[0] > found.distances[1]


def test_unit_vectors_have_no_flip_for_both_measures_rank_alike() -> None:
    units = WordVectors(WORDS, TABLE / np.linalg.norm(TABLE, axis=1, keepdims=True))
    assert all(units.flip(word) is None for word in WORDS)


def test_axes_are_principal_components() -> None:
    expected = PCA(2).fit(TABLE).components_.T
    np.testing.assert_allclose(np.abs((VECTORS.axes(WORDS) * expected).sum(0)), 1)
    along = (TABLE - TABLE.mean(0)) @ VECTORS.axes(WORDS)
    assert (along.max(0) == np.abs(along).max(0)).all()


def test_on_paper_three_words_keep_their_angles_to_within_the_rounding() -> None:
    some = ("word1", "word2", "word3")
    paper = VECTORS.on_paper(some)
    assert paper.table.shape == (3, 3)
    short = WordVectors(WORDS, TABLE.astype(np.float32)).on_paper(some)
    assert short.table.tolist() == [[float(f"{cell:.1f}") for cell in row] for row in paper.table.tolist()]
    np.testing.assert_allclose(paper.lengths, VECTORS.lengths[1:4], atol=0.1)
    np.testing.assert_allclose(
        paper.cosines(paper["word1"]), VECTORS.cosines(VECTORS["word1"])[1:4], atol=0.1
    )


def test_rank_correlation_is_spearmans_with_ties() -> None:
    rng = np.random.default_rng(2)
    x, y = rng.integers(0, 6, 30), rng.normal(size=30)
    assert ranks([3, 1, 3]).tolist() == [2.5, 1, 2.5]
    assert rank_correlation(x, y) == pytest.approx(spearmanr(x, y).statistic)


def test_beside_three_words_others_keep_lengths_and_angles_to_all_that_is_made_of_the_three() -> None:
    """Lengths and angles are kept to within the rounding; the angles of the others among themselves are not."""
    large = WordVectors(WORDS, 100 * TABLE)
    three, others = WORDS[:3], WORDS[10:20]
    paper = large.beside(three, others)
    assert paper.words == (*three, *others)
    assert paper.table[:3, 3].tolist() == [0, 0, 0]
    np.testing.assert_allclose(paper.lengths, large.lengths[[0, 1, 2, *range(10, 20)]], atol=0.2)
    for mix in ([1, -1, 1], [1, 0, 0], [-2, 0.5, 3]):
        whole, small = np.array(mix) @ large.table[:3], np.array(mix) @ paper.table[:3]
        np.testing.assert_allclose(
            paper.cosines(small), large.cosines(whole)[[0, 1, 2, *range(10, 20)]], atol=2e-3
        )
    assert abs(paper.cosines(paper["word10"])[4] - large.cosines(large["word10"])[11]) > 0.02


def test_a_pair_is_what_the_whole_table_says() -> None:
    pair = Pair(TABLE[3].tolist(), TABLE[8].tolist())
    assert pair.dot == pytest.approx(sum(pair.products)) == pytest.approx(TABLE[3] @ TABLE[8])
    assert pair.cosine == pytest.approx(VECTORS.cosines(TABLE[3])[8])
    assert pair.distance == pytest.approx(VECTORS.distances(TABLE[3])[8])
    assert pair.lengths == pytest.approx(tuple(VECTORS.lengths[[3, 8]]))
    assert Pair([0.0, 0.0], [1.0, 2.0]).cosine == 0.0


def test_an_analogy_on_paper_has_the_same_answer_and_candidates_that_can_be_told_apart() -> None:
    asked = Analogy(WordVectors(WORDS, 10 * TABLE), "word4", "word9", "word2")
    assert asked.ranked == asked.vectors.analogy(*asked.three)
    assert asked.chosen[0] == asked.ranked[0]
    cosines = [cosine for _, cosine in asked.chosen]
    assert len(cosines) == 3
    assert min(np.diff(cosines[::-1])) > APART
    for (word, cosine), (named, pair) in zip(asked.chosen, asked.candidates, strict=True):
        assert word == named
        assert pair.cosine == pytest.approx(cosine, abs=0.01)
    itself = asked.with_inputs[0][0]
    assert asked.answered_by_itself == (itself in ("word4", "word9", "word2"))
    assert Analogy(ROYAL, "king", "man", "man").answered_by_itself
