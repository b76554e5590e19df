"""Questions found by words: what a student types finds what they mean, in the order in which they expect it."""

import re

import pytest

from app.questions.index import Index, Place, index_of, plain, stem, term_named
from app.questions.search import Found, found
from app.questions.spelling import Speller, slips
from app.questions.suggestions import suggested
from app.questions.texts import passages
from engine.questions import Question
from tests.engine.submissions import BANK

EVERY = list(BANK.questions.values())


def search(words: str) -> Found:
    return found(BANK, EVERY, words)


def whole_text(question: Question) -> str:
    return " ".join(text for text, _ in passages(question)).casefold()


@pytest.mark.parametrize(
    ("words", "means"),
    [
        ("GQA", "grouped-query attention"), ("LoRA", "low-rank adaptation"), ("RLHF", "human feedback"),
        ("RMSNorm", "root"), ("MLM", "masked language"), ("word2vec", "skip-gram|word2vec"), ("vanishing", "vanish"),
        ("top-p", "top-p"), ("BLEU", "bleu"), ("KV cache", "cache"), ("skip-gram", "skip-gram"),
        ("perplexty", "perplexity"), ("atention", "attention"), ("CoT", "chain"), ("DPO", "preference"),
    ],
)  # fmt: skip
def test_what_a_student_types_finds_questions_that_deal_with_it(words: str, means: str) -> None:
    first = search(words).questions[:3]
    assert first
    assert all(re.search(means, f"{whole_text(one)} {one.family.title.casefold()}") for one in first)


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("an old tram", "An old tram without a future"), ("old tram future", "An old tram without a future"),
        ("Beam search", "Beam search"), ("counting shots", "Counting shots"),
        ("square root", "What the square root is for"),
    ],
)  # fmt: skip
def test_a_title_goes_before_everything_else(words: str, title: str) -> None:
    assert search(words).questions[0].title == title


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("beam search tree", "beam"), ("TOP_P", "top"), ("cosine angle", "cosine"),
        ("scaled dot-product attention", "scaled dot-product attention"),
    ],
)  # fmt: skip
def test_words_too_many_and_other_ways_of_writing_are_no_hindrance(words: str, first: str) -> None:
    one = search(words).questions[0]
    assert first in f"{one.title} {index_of(BANK).entry(one).trains}".casefold()


@pytest.mark.parametrize(
    ("words", "family"),
    [
        ("perplexity", "perplexity"), ("how do I compute perplexity", "perplexity"), ("DPO loss", "dpo_loss"),
        ("KV cache", "kv_cache"), ("KV cache GQA", "kv_cache"), ("byte pair mergs", "bpe_train"),
    ],
)  # fmt: skip
def test_numbers_of_what_was_named_go_before_words_about_it(words: str, family: str) -> None:
    assert search(words).questions[0].family_id == family


def test_of_a_whole_sentence_the_rare_words_count() -> None:
    hits = search("beam search keep the best hypotheses").questions
    assert "beam_search" in [one.family_id for one in hits[:3]]
    assert all("beam" in whole_text(one) or "beam" in one.family_id for one in hits)


def test_a_slip_is_mended_and_told() -> None:
    assert search("perplexty").read_as == "perplexity"
    assert search("softmx temperature").read_as == "softmax temperature"
    assert search("DOP loss").read_as == "dpo loss"
    assert search("RHLF").questions == search("RLHF").questions
    assert search("perplexity").read_as == ""
    assert search("perplexty").questions == search("perplexity").questions


def test_what_is_still_being_typed_is_found_by_its_beginning() -> None:
    whole, begun = search("perplexity"), search("perplex")
    assert {one.id for one in whole.questions} == {one.id for one in begun.questions}
    assert begun.read_as == ""


@pytest.mark.parametrize("words", ["xyzzyx", "juggling", "zzz qqq"])
def test_nonsense_finds_nothing_and_is_not_mended(words: str) -> None:
    assert search(words) == Found((), "")


@pytest.mark.parametrize("words", ["\0", "((((", "\N{GRINNING FACE}", "%_", "q" * 100])
def test_signs_and_long_words_harm_nothing(words: str) -> None:
    assert len(search(words).questions) in (0, len(EVERY))


def test_an_empty_search_finds_everything_in_its_order() -> None:
    assert list(search("").questions) == EVERY
    assert list(search(" of the ").questions) != []


def test_only_what_was_handed_in_is_found_and_mended() -> None:
    some = [one for one in EVERY if one.section == "2.4"]
    assert found(BANK, some, "perplexty").questions == ()
    assert found(BANK, some, "perplexty").read_as == ""
    assert all(one.section == "2.4" for one in found(BANK, some, "cosine").questions)


@pytest.mark.parametrize(
    ("typed", "meant", "count"),
    [
        ("abc", "abc", 0),
        ("abc", "acb", 1),
        ("abc", "ab", 1),
        ("abc", "abcd", 1),
        ("abc", "xbc", 1),
        ("", "ab", 2),
    ],
)
def test_slips_are_letters_left_out_added_replaced_or_exchanged(typed: str, meant: str, count: int) -> None:
    assert slips(typed, meant) == slips(meant, typed) == count


def test_of_two_words_that_are_equally_near_the_better_one_is_meant() -> None:
    speller = Speller(lambda word: word != "marking")
    speller.learn(["masking", "marking"])
    assert speller.near("maxking") == "marking"
    assert speller.near("maxking", lambda word: word == "masking") == "masking"
    assert speller.near("mas") is None


def test_forms_of_a_word_are_compared_alike() -> None:
    assert plain("Gradients") == plain("gradient") != plain("loss")
    assert plain("normalisation") == plain("normalization")
    assert {stem(one) for one in ("vanishing", "vanished", "vanishes", "vanish")} == {"vanish"}
    assert stem("clipping") == stem("clip")


def test_a_question_trains_its_family_or_the_term_that_it_deals_with_most() -> None:
    index = index_of(BANK)
    trained = {name: index.entry(BANK.questions[name]).trains for name in BANK.questions}
    assert trained["causal-attention-by-hand"] == "Scaled dot-product attention"
    assert trained["define-emergent-ability"] == "Emergent ability"
    assert trained["define-demonstration-in-a-prompt"] == "Demonstration"
    assert trained["an-old-tram-without-a-future"] != "An old tram without a future"
    assert all(trained.values())


def test_a_question_that_is_new_to_the_index_is_found_by_its_words() -> None:
    index, new = Index(BANK), EVERY[0].model_copy(update={"title": "Zeppelins over Tartu", "version": "new"})
    assert index.having("zeppelin") == {}
    index.entry(new)
    assert index.having("zeppelin") == {(new.id, "new"): 2 * Place.TITLE}
    assert index.speller.near("zepelin") == "zeppelin"


def test_a_term_is_known_by_all_its_names_and_likely_ones_are_suggested() -> None:
    for name in ("RLHF", "rlhf", "Reinforcement learning from human feedback"):
        term = term_named(BANK, name)
        assert term is not None
        assert term.short == "RLHF"
    assert term_named(BANK, "no term of ours") is None
    assert term_named(BANK, "") is None
    assert "Skip-gram" in [term.term for term in suggested(BANK, "skpi-grm")]
    assert len(suggested(BANK, "x" * 100)) <= 6
