"""Winnowing keeps what it promises: a stretch that is long enough is never missed."""

from hypothesis import given
from hypothesis import strategies as st

from engine.similarity.winnowing import Size, fingerprints, grams

SIZES = st.builds(Size, st.integers(1, 6), st.integers(1, 6), st.just(1))
FEW_TOKENS = st.lists(st.sampled_from("abc"), max_size=40)


def prints(tokens: list[str], size: Size) -> set[int]:
    return set(fingerprints(grams(tokens, size.gram), size.window).tolist())


def longest_shared(first: list[str], second: list[str]) -> int:
    """The second road: every two places are tried."""
    longest = 0
    for here in range(len(first)):
        for there in range(len(second)):
            length = 0
            while first[here : here + length + 1] == second[there : there + length + 1]:
                if here + length >= len(first) or there + length >= len(second):
                    break
                length += 1
            longest = max(longest, length)
    return longest


@given(FEW_TOKENS, FEW_TOKENS, SIZES)
def test_a_stretch_of_the_guaranteed_length_gives_a_shared_fingerprint(
    first: list[str], second: list[str], size: Size
) -> None:
    if longest_shared(first, second) >= size.guaranteed:
        assert prints(first, size) & prints(second, size)


@given(st.lists(st.integers(0, 99).map(str), max_size=30), FEW_TOKENS, FEW_TOKENS, SIZES)
def test_a_stretch_that_was_copied_is_found_wherever_it_stands(
    copied: list[str], before: list[str], after: list[str], size: Size
) -> None:
    if len(copied) >= size.guaranteed:
        assert prints(before + copied, size) & prints(copied + after, size)


@given(FEW_TOKENS, FEW_TOKENS, SIZES)
def test_a_shared_fingerprint_is_a_stretch_that_both_have(
    first: list[str], second: list[str], size: Size
) -> None:
    if prints(first, size) & prints(second, size):
        assert longest_shared(first, second) >= size.gram


@given(FEW_TOKENS, SIZES)
def test_fingerprints_are_chosen_among_the_grams_one_at_least_of_each_window(
    tokens: list[str], size: Size
) -> None:
    hashes = grams(tokens, size.gram).tolist()
    kept = prints(tokens, size)
    assert kept <= set(hashes)
    assert bool(kept) == bool(hashes)
    for at in range(len(hashes) - size.window + 1):
        assert kept & set(hashes[at : at + size.window])


def test_hashes_are_the_same_on_every_machine() -> None:
    assert grams(["def", "name", "("], 3).tolist() == [7_089_026_845_651_934]


def test_a_token_is_no_part_of_its_neighbour() -> None:
    assert grams(["ab", "c"], 2).tolist() != grams(["a", "bc"], 2).tolist()


def test_halves_of_a_character_are_tokens_like_others() -> None:
    assert len(grams(["\ud800", "a"], 1)) == 2
