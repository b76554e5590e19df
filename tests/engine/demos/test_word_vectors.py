"""Word vectors asked: against scikit-learn and SciPy, and by hand."""

import numpy as np
import pytest
from scipy.stats import spearmanr  # type: ignore[import-untyped]
from sklearn.decomposition import PCA  # type: ignore[import-untyped]
from sklearn.neighbors import NearestNeighbors  # type: ignore[import-untyped]

from engine.demos.word_vectors import MEASURES, Measure, WordVectors, rank_correlation, ranks

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
