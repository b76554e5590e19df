"""Figures' sentences where two things are equal, nothing is left, or several handles moved: never more than is true."""

import re
from collections.abc import Mapping

import pytest

from engine.figures import wording
from engine.figures.catalogue import figures, find
from engine.figures.own_numbers import NoSuchNumbers, about
from engine.solutions.pictures import Plane
from tests.engine.figures.drawn.reading import N, halves_up, met


def said(figure: str, now: Mapping[str, str], was: Mapping[str, str] | None = None) -> str:
    one = find(figure)
    frame, problems = one.read(now)
    assert problems == ()
    return one.show(frame, None if was is None else one.read(was)[0]).sentence


@pytest.mark.parametrize(
    ("figure", "was", "now", "told"),
    [
        ("alibi", None, {"heads": "8", "position": "5"}, "Now “bridge”, “very” and “old” are looked at alike."),
        ("alibi", None, {"heads": "4", "position": "5"}, "It is still looked at most."),
        ("softmax-gradient", {"score": "1"}, {"score": "1", "target": "music"}, "pushed down alike, with 0.42."),
        ("softmax-gradient", {}, {"target": "music"}, "“travel” is pushed down hardest, with 0.55"),
        ("lsh-curve", None, {"rows": "1", "bands": "1"}, "that is its similarity itself: there is no step."),
        ("lsh-curve", {"bands": "7"}, {"bands": "7", "similarity": "0.55"}, "s = 0.55 is at the step."),
        ("lsh-curve", {}, {"similarity": "0.7"}, "s = 0.7 is above the step at 0.54."),
        ("interpolation", {"word": "nine", "trust": "0.9"}, {"word": "nine", "trust": "1"}, "has all the weight"),
        ("learning-rate", None, {"warmup_steps": "0", "step": "0"}, "the cosine begins at once."),
        ("learning-rate", None, {"warmup_steps": "1000", "step": "1000"}, "the warm-up is over"),
        ("gradient-through-time", None, {"weight": "0.4", "steps": "4"}, "what stood so far back"),
        ("gradient-through-time", None, {"weight": "0.4", "steps": "9"}, "that the two words belong together"),
        ("float-bits", None, {"bits": "0" * 16, "flip": "2"}, "All zeros in the exponent have a meaning"),
        ("float-bits", None, {"bits": "0000010000000000", "flip": "6"}, "All zeros in the exponent"),
        ("float-bits", None, {"bits": "0111110000000000", "flip": "2"}, "All ones in the exponent meant"),
        ("float-bits", None, {"bits": "0011110000000000", "flip": "6"}, "each step of it is a factor of 2"),
        ("float-bits", None, {"bits": "hello"}, "Sixteen bits are read, each 0 or 1: 0000000000000000."),
        ("bpe", None, {}, "joins “w” and “e”, which stand side by side 4 times, and no pair more often."),
        ("bpe", None, {"words": "low low"}, "twice. 2 other pairs do so just as often; the pair met first"),
        ("bpe", None, {"words": "ab"}, "side by side once. Another pair does so just as often; the pair met first"),
        ("bpe-encode", None, {"words": "train"}, "read this word: 1 token for it."),
        ("bpe-encode", {"words": "train", "merges": "12"}, {"words": "train", "merges": "13"}, "still 1 token."),
        ("bpe-encode", None, {"words": "s"}, "“s” was never read, but is a token all the same"),
        ("examples-in-a-window", None, {"examples": "1"}, "and is read again at every call"),
        ("sinusoids", None, {"position": "25"}, "has made 4 turns and is nearly back: its sine is −0.13."),
        ("smoothing", {"alpha": "1.8"}, {"alpha": "1.7"}, "“sleeps” rises from 0.24 to 0.25"),
        ("interpolation", None, {"trust": "0.5"}, "shares of 0.50, 0.25 and 0.25"),
    ],
)  # fmt: skip
def test_it_says_what_is_so(
    figure: str, was: Mapping[str, str] | None, now: Mapping[str, str], told: str
) -> None:
    assert told in said(figure, now, was)


@pytest.mark.parametrize(
    ("a", "b", "told"),
    [
        ("the dog bites the man", "the man bites the dog", "though the texts differ in the order"),
        ("the man bites", "the man bites the man", "though the texts differ"),
        ("the dog bites", "the dog  bites", "and one of the texts can go."),
    ],
)
def test_texts_of_the_same_shingles_may_differ(a: str, b: str, told: str) -> None:
    assert told in said("near-duplicates", {"text_a": a, "text_b": b, "n": "1"})


@pytest.mark.parametrize(
    ("figure", "was", "now", "claim"),
    [
        (
            "nucleus",
            {"temperature": "0.5", "p": "0.3"},
            {"temperature": "2", "p": "0.9"},
            "adapts to how sure",
        ),
        ("float-bits", {"flip": "3"}, {"format": "bfloat16", "flip": "4"}, "The same 16 bits"),
        ("kv-cache", {"heads": "32", "bits": "16"}, {"heads": "1", "bits": "4"}, "so a token adds"),
        ("valley", {"alpha": "0.33", "beta": "0.27"}, {"alpha": "0.35", "beta": "0.29"}, "With a larger α"),
    ],
)
def test_of_several_handles_that_moved_none_is_the_cause(
    figure: str, was: Mapping[str, str], now: Mapping[str, str], claim: str
) -> None:
    one = find(figure)
    assert claim not in one.show(one.read(now)[0], one.read(was)[0]).sentence


def test_a_number_between_two_stops_is_told() -> None:
    frame, problems = find("temperature").read({"temperature": "0.57"})
    assert (frame["temperature"], problems) == (
        0.6,
        ("Temperature T goes in steps of 0.1; 0.6 is shown instead of 0.57.",),
    )


@pytest.mark.parametrize("k", [2, 4, 6])
def test_an_even_number_of_samples_has_no_majority(k: int) -> None:
    one = find("majority-vote")
    with pytest.raises(NoSuchNumbers):
        about(one, one.chain.parameters.of({"p": 0.4, "k": k, "samples": 10}))
    assert about(one, one.chain.parameters.of({"p": 0.4, "k": k + 1, "samples": 10})).at({})["k"] == k + 1


def test_a_beam_whose_words_do_not_go_on_has_no_figure() -> None:
    one = find("beam")
    given = {"transitions": {"": {"a": 0.6, "b": 0.4}, "a": {"c": 1.0}}, "steps": 2, "width": 1}
    with pytest.raises(NoSuchNumbers):
        about(one, one.chain.parameters.of(given))
    given["transitions"] = {"": {"a": 0.6, "b": 0.4}, "a": {"c": 1.0}, "b": {"c": 1.0}}
    assert about(one, one.chain.parameters.of(given)).at({})["width"] == 1


def test_tokens_of_a_text_are_whole() -> None:
    one = find("context-window")
    made = about(one, one.chain.parameters.of({"words": 1000, "words_per_token": 0.75}))
    shown = made.show(made.at({}))
    assert "1,333" in str(shown.pictures)
    assert "." not in shown.sentence.rstrip(".")


def test_the_plane_reaches_as_far_as_its_arrows() -> None:
    one = find("angle-and-distance")
    for u, reach in (([5, 5], 6), ([2, 1], 3)):
        made = about(one, one.chain.parameters.of({"u": u, "v": [1, 2]}))
        (plane,) = made.show(made.at({})).pictures
        assert isinstance(plane, Plane)
        assert plane.reach == reach


@pytest.mark.parametrize("digits", range(1, 400, 7))
def test_halves_are_rounded_away_from_zero_as_the_marking_does(digits: int) -> None:
    """The other road is decimal arithmetic; Python's own formatting takes the even digit."""
    for places in (0, 1, 2):
        half = (digits + 0.5) / 10**places  # 0.125 and 2.5 have an even digit before them
        for value in (half, -half, half + 0.3 / 10**places):
            assert wording.shown(value, places) == halves_up(value, places).replace(",", "")
            assert wording.percent(value / 100, places) == f"{halves_up(value, places)}%".replace(",", "")
        large = 1000 * digits + 0.5 ** (places + 1)  # 1,000.5, 1,000.25, 1,000.125
        assert wording.grouped(large, places) == halves_up(large, places)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.125, 2, "0.13"), (2.5, 1, "3"), (-2.5, 1, "−3"), (1235.0, 3, "1,240"), (9.996, 3, "10"), (0.0, 3, "0"),
        (0.00390625, 4, "0.003906"), (0.25, 4, "0.25"), (5.333333, 3, "5.33"), (65_536.0, 3, "65,500"),
        (15.4, 3, "15.4"),
    ],
)  # fmt: skip
def test_digits_that_count_are_kept_and_zeros_at_the_end_are_not(
    value: float, digits: int, text: str
) -> None:
    assert wording.significant(value, digits) == text


def test_a_half_in_a_sentence_is_rounded_up() -> None:
    """Attention is n / (n + 6 d) of the work: 1,536 tokens of 12,288 are 12.5 %."""
    one = find("cost-of-length")
    made = about(one, one.chain.parameters.of({"n": 1536, "d": 1792}))
    assert "attention is 13% of the layer's work" in made.show(made.at({})).sentence


@pytest.mark.parametrize("id", sorted(figures()))
def test_no_sentence_says_of_a_number_that_it_is_not_itself(id: str, seeds: range) -> None:
    figure = find(id)
    for was, now in met(figure, seeds):
        told = figure.show(now, was).sentence
        for one, other in re.findall(f"{N}%?[^.;:\\d]{{0,25}}, not {N}(?![\\d.])", told):
            assert one != other, told


def test_the_bytes_of_a_token_are_the_product_that_is_told() -> None:
    for heads, size in (("4", 256), ("2", 128), ("1", 64)):
        told = said("cache-by-token", {"heads": heads})
        factors = re.search(
            r"A token takes (\d) layers × (\d) heads? × 2 .* × (\d) numbers × (\d) bytes = (\d+)", told
        )
        assert factors is not None
        a, b, c, d, product = map(int, factors.groups())
        assert a * b * 2 * c * d == product == size
