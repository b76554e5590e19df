"""Skip-gram: against torch's own loss, the family of the exam, and the closed form that it converges to."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
import torch
from scipy.stats import spearmanr  # type: ignore[import-untyped]
from torch import nn
from torch.nn import functional as F

from engine import catalogue
from engine.chain import run as computed
from engine.demos.recording import shown, weights
from engine.demos.vectors.embeddings import WordVectors
from engine.demos.vectors.settings import Settings, checked
from engine.demos.vectors.skip_gram import Point, SkipGram, pairs, run, thinned
from engine.demos.vectors.small_world import analogies, sentences, vocabulary

TEXT = sentences(400, Random(1))
WORDS = vocabulary(TEXT)
SHORT = Settings(dimensions=8, steps=40, batch=64)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def seeded(seed: int = 1) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def drawn(*shape: int) -> torch.Tensor:
    return torch.randint(9, shape, generator=seeded(5))


def test_the_loss_and_its_gradients_are_torchs_binary_cross_entropy() -> None:
    model, other = SkipGram(9, 5, seeded()), SkipGram(9, 5, seeded(2))
    other.load_state_dict(model.state_dict())
    centre, context, noise = drawn(7), drawn(7).flip(0), drawn(7, 3)
    loss = model(centre, context, noise)
    candidates = torch.cat([context[:, None], noise], 1)  # (B, 1 + K)
    scores = torch.einsum("bd,bkd->bk", other.centre(centre), other.context(candidates))
    true = torch.zeros_like(scores).index_fill(1, torch.tensor([0]), 1.0)
    expected = F.binary_cross_entropy_with_logits(scores, true, reduction="none").sum(1)
    torch.testing.assert_close(loss, expected, atol=1e-5, rtol=0)
    loss.sum().backward()
    expected.sum().backward()  # type: ignore[no-untyped-call]
    for mine, theirs in zip(model.parameters(), other.parameters(), strict=True):
        torch.testing.assert_close(mine.grad, theirs.grad, atol=1e-5, rtol=0)


def test_one_pair_costs_what_the_family_of_the_exam_says() -> None:
    model = SkipGram(9, 3, seeded())
    family = catalogue.find("negative_sampling_loss")
    given = family.parameters.of({
        "v": model.centre.weight[2].tolist(),
        "u_positive": model.context.weight[4].tolist(),
        "u_negatives": model.context.weight[[1, 1, 7]].tolist(),
    })  # fmt: skip
    loss = model(torch.tensor([2]), torch.tensor([4]), torch.tensor([[1, 1, 7]])).item()
    assert loss == pytest.approx(computed(family, given).reached["loss"], abs=1e-5)


def test_it_converges_to_pointwise_mutual_information_minus_ln_k() -> None:
    """Levy and Goldberg 2014: with enough dimensions u.v = ln(P(w, c) / P(w) P(c)) - ln K. Here each word is noise once
    for each pair, so that K = V and noise is uniform: u.v = ln P(c | w)."""
    count = torch.tensor([[5.0, 2, 1, 2], [2, 1, 4, 3], [1, 4, 2, 1], [2, 3, 1, 6]])
    centre, context = torch.cartesian_prod(torch.arange(4), torch.arange(4)).T
    noise = torch.arange(4).expand(16, 4)
    model = SkipGram(4, 4, seeded())
    moving = torch.optim.LBFGS(model.parameters(), max_iter=80, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        moving.zero_grad()
        loss: torch.Tensor = (count.flatten() * model(centre, context, noise)).sum()
        loss.backward()  # type: ignore[no-untyped-call]
        return loss

    moving.step(closure)  # type: ignore[no-untyped-call]
    scores = (model.centre.weight @ model.context.weight.T).detach()
    torch.testing.assert_close(scores, (count / count.sum(1, keepdim=True)).log(), atol=0.01, rtol=0)


def test_pairs_are_those_of_the_family_of_the_exam() -> None:
    sentence = ["the", "king", "likes", "his", "crown"]
    family = catalogue.find("skipgram_pairs")
    expected = computed(family, family.parameters.of({"sentence": sentence, "window": 2})).reached["pairs"]
    found = pairs([range(5)], 2)
    assert [(sentence[i], sentence[j]) for i, j in found.tolist()] == expected


def test_a_frequent_word_is_thinned_to_its_chance_and_a_rare_one_stays() -> None:
    text = [[0] * 9 + [1]] * 1000
    kept = thinned(text, torch.tensor([0.25, 1.2]), seeded())
    assert sum(sentence.count(0) for sentence in kept) == pytest.approx(9000 * 0.25, rel=0.05)
    assert sum(sentence.count(1) for sentence in kept) == 1000


def test_the_same_seed_gives_the_same_vectors() -> None:
    def last(seed: int) -> Point:
        return list(run(TEXT, WORDS, SHORT, seeded(seed)))[-1]

    np.testing.assert_array_equal(last(3).centre, last(3).centre)
    assert not np.array_equal(last(3).centre, last(4).centre)


def test_points_come_from_before_the_first_step_to_after_the_last() -> None:
    points = list(run(TEXT, WORDS, replace(SHORT, steps=50), seeded()))
    assert [point.step for point in points] == [0, 20, 40, 50]
    start = SkipGram(len(WORDS), SHORT.dimensions, seeded())
    assert isinstance(start.centre, nn.Embedding)
    assert points[0].centre.shape == tuple(start.centre.weight.shape)
    assert points[0].loss > points[-1].loss


@pytest.mark.sweep
def test_relations_of_the_world_are_found() -> None:
    text = sentences(3000, Random(1))
    words = vocabulary(text)
    *_, last = run(text, words, Settings(steps=500, rate=0.03), seeded())
    vectors = WordVectors(tuple(words), last.centre)
    right = {relation: vectors.share_right(asked) for relation, asked in analogies().items()}
    assert min(right.values()) > 0.25  # by chance it would be 0.003
    assert np.mean(list(right.values())) > 0.5


def test_every_recorded_thinning_has_its_vectors() -> None:
    found = shown("skip_gram")
    counts = list(found["words"].values())
    for name, thinning in zip(("centre 0.0005", "centre", "centre 1"), found["thinning"], strict=True):
        vectors = WordVectors(tuple(found["words"]), weights("skip_gram")[name])
        for relation, (share, _) in thinning["analogies"].items():
            assert vectors.share_right(analogies()[relation]) == pytest.approx(share, abs=1e-3)
        assert spearmanr(vectors.lengths, counts).statistic == pytest.approx(
            thinning["length against count"], abs=0.01
        )
        assert vectors.words[int(vectors.lengths.argmin())] == "the"  # as the page says


def test_what_is_recorded_follows_from_the_recorded_vectors() -> None:
    found = shown("skip_gram")
    vectors = WordVectors(tuple(found["words"]), weights("skip_gram")["centre"])
    assert list(found["words"]) == list(vocabulary(sentences(found["sentences"], Random(found["seed"]))))
    for relation in ("man and woman", "animal and young"):
        for inputs, share in zip((False, True), found["analogies"][relation], strict=True):
            assert vectors.share_right(analogies()[relation], inputs) == pytest.approx(share, abs=1e-3)
    saved = [
        (a, b, c) for asked in analogies().values() for a, b, c, d in asked
        if vectors.analogy(a, b, c)[0][0] == d != vectors.analogy(a, b, c, inputs=True)[0][0]
    ]  # fmt: skip
    assert (len(saved), sum(map(len, analogies().values()))) == (29, 746)
    for flip in found["flips"]:
        again = vectors.flip(flip["query"])
        assert again is not None
        assert (again.by_angle, again.by_distance) == (flip["by_angle"], flip["by_distance"])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"dimensions": 1}, "dimensions must be from 2 to 64, not 1"),
        ({"rate": 0.5}, "rate must be from 0.0001 to 0.2, not 0.5"),
    ],
)
def test_a_setting_out_of_its_range_is_named(wrong: dict[str, int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        checked(replace(Settings(), **wrong))
