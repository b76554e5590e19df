"""The small world: what its text must hold for its relations to be found in it."""

from collections import Counter
from random import Random

from engine.demos.vectors.small_world import RELATIONS, analogies, answer, sentences, vocabulary

TEXT = sentences(6000, Random(1))
WORDS = vocabulary(TEXT)


def test_the_same_seed_tells_the_same() -> None:
    assert sentences(50, Random(3)) == sentences(50, Random(3))
    assert sentences(50, Random(3)) != sentences(50, Random(4))


def test_it_has_a_few_hundred_words_and_names_every_one_of_the_facts() -> None:
    assert 200 < len(WORDS) < 400
    assert {word for pairs in RELATIONS.values() for pair in pairs for word in pair} <= set(WORDS)


def test_sentences_are_short_and_plain() -> None:
    assert {len(sentence) for sentence in TEXT} <= set(range(5, 11))
    assert all(word.isascii() and word.isalpha() and word.islower() for word in WORDS)


def test_words_are_counted_and_come_in_the_order_of_their_counts() -> None:
    counted = Counter(word for sentence in TEXT for word in sentence)
    assert dict(counted) == WORDS
    assert list(WORDS.values()) == sorted(WORDS.values(), reverse=True)


def test_the_first_of_a_table_comes_twice_as_often_as_the_second() -> None:
    often = vocabulary(sentences(20_000, Random(2)))
    assert 1.8 < often["germany"] / often["france"] < 2.2
    assert 2.7 < often["germany"] / often["italy"] < 3.3


def test_women_do_what_men_do_and_only_the_pronoun_tells_them_apart() -> None:
    def beside(word: str) -> set[str]:
        return {other for sentence in TEXT if word in sentence for other in sentence if other != word}

    pronouns = {"he", "his", "himself", "sir", "she", "her", "herself", "madam"}
    assert beside("man") - pronouns == beside("woman") - pronouns
    assert {"his", "himself"} <= beside("king")
    assert not {"her", "herself"} & beside("king")


def test_an_analogy_takes_two_pairs_of_one_relation() -> None:
    asked = analogies()
    assert ("king", "man", "woman", "queen") in asked["man and woman"]
    assert ("paris", "france", "italy", "rome") not in asked["country and capital"]
    assert ("france", "italy", "rome", "paris") in asked["country and capital"]
    for relation, pairs in RELATIONS.items():
        assert len(asked[relation]) == len(pairs) * (len(pairs) - 1)
        assert all(len({a, b, c, d}) == 4 for a, b, c, d in asked[relation])


def test_the_world_answers_each_of_its_analogies_and_their_reverse_and_no_other() -> None:
    for asked in analogies().values():
        for a, b, c, d in asked:
            assert answer(a, b, c) == answer(c, b, a) == d
            assert answer(d, c, b) == answer(b, c, d) == a
    assert [
        answer(*abc) for abc in (("king", "king", "queen"), ("king", "man", "berlin"), ("the", "of", "in"))
    ] == ["", "", ""]
    assert answer("oslo", "norway", "sweden") == "stockholm"
    assert answer("norwegian", "norway", "sweden") == "swedish"
    assert answer("his", "he", "she") == "her"
