"""The BPE stepper: one's own text is cut, the next merge's count predicted, and the words become an exercise."""

from collections import Counter
from itertools import pairwise

import pytest
from fastapi import FastAPI

from app.lab.demos.bpe import SPACE, Bpe, State
from engine.demos.tokens.bpe_steps import MOST_CHARACTERS
from tests.app.exams.sitting import sit
from tests.app.lab.demos.lab import Lab
from tests.app.learner import COSINE, Count, Learner, form_key

ANNA = State(text="anna anna ananas banane", merges=1, word="bananas")
LAB = Lab("bpe", ANNA)
at, predict = LAB.at, LAB.predict


def by_hand(text: str, merges: int) -> list[tuple[tuple[str, str], int]]:
    """Word for word over the whole text, without a table of frequencies: the merges with their counts."""
    words = [[*word, "</w>"] for word in text.split()]
    made: list[tuple[tuple[str, str], int]] = []
    for _ in range(merges):
        met = Counter((a, b) for word in words for a, b in pairwise(word))
        order = list(dict.fromkeys((a, b) for word in words for a, b in pairwise(word)))
        best = max(order, key=lambda pair: met[pair])
        for word in words:
            n = 0
            while n < len(word) - 1:
                if (word[n], word[n + 1]) == best:
                    word[n : n + 2] = ["".join(best)]
                n += 1
        made.append((best, met[best]))
    return made


def test_it_opens_with_a_step_that_is_there_already(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/bpe")
    assert {"run", "encode", "curve", "real"} <= page.ids
    assert "Merged: e and s, 9 times." in page.text
    assert 'data-reached="yes"' not in page.html  # what was there already is nobody's success
    assert count() == {}


def test_the_merge_is_not_shown_before_the_prediction(learner: Learner) -> None:
    page = learner.get(at())
    assert "predicted" in page.fields
    assert not {"run", "encode", "curve", "real"} & page.ids


def test_the_count_of_the_next_merge_is_what_one_counts_by_hand(learner: Learner) -> None:
    (first, _), (second, count) = by_hand(ANNA.text, 2)
    page = predict(learner, str(count))
    assert page.rules == ["right"]
    assert f"Merged: {second[0]} and {second[1]}, {count} times." in page.text
    assert "".join(first) in page.text
    assert predict(learner, str(count + 1)).rules == ["wrong"]
    assert "Predictions: 1 of 2 right" in learner.get("/lab").text


@pytest.mark.parametrize("text", [State().text, ANNA.text, "মা মামা মামার", "a aa aaa aaaa"])
def test_all_merges_are_those_that_one_makes_by_hand(text: str) -> None:
    lab = Bpe(State(text=text))
    expected = by_hand(text, min(6, len(lab.learned)))
    assert [(merge.pair, merge.count) for merge in lab.learned[:6]] == expected
    for merges, (_, count) in enumerate(expected):
        summands = Bpe(State(text=text, merges=merges)).summands
        assert sum(often * inside for _, often, inside in summands) == count


@pytest.mark.parametrize("text", [State().text, ANNA.text, "মা মামা মামার", "aaaaa aaaa"])
def test_a_tile_joins_what_the_merge_joins(text: str) -> None:
    for merges in range(4):
        lab = Bpe(State(text=text, merges=merges))
        if lab.next is None:
            break
        (pair, _) = by_hand(text, merges + 1)[-1]
        after = list(lab.next.words.values())
        for (tiles, often), word in zip(lab.tiles, lab.next.words, strict=True):
            assert often == text.split().count(word)
            assert all(tile == pair for tile in tiles if len(tile) == 2)
            assert tuple("".join(tile) for tile in tiles) in after


def test_joined_tiles_are_on_the_page_once_the_merge_is_known(learner: Learner) -> None:
    assert "joined" not in learner.get(at()).html
    page = predict(learner, "1")
    (_, (pair, _)) = by_hand(ANNA.text, 2)
    assert f'joined"><span>{pair[0]}</span><span>{pair[1]}</span></code>' in page.html


def test_the_next_merge_is_predicted_anew_and_another_word_is_not(learner: Learner) -> None:
    page = predict(learner, "1")
    run = page.fields["run"]
    step = next(link for link in page.links if "merges=2" in link)
    assert "predicted" in learner.get(step).fields
    other = learner.get(at(State(text=ANNA.text, merges=1, word="anna"), run=run))
    assert "run" in other.ids
    assert "run" not in learner.get(at(State(text="other words", merges=1), run=run)).ids


def test_letters_that_the_text_has_not_are_named(learner: Learner) -> None:
    run = predict(learner, "1").fields["run"]
    page = learner.get(at(State(text=ANNA.text, merges=1, word="zebra"), run=run))
    assert "Not in the vocabulary of this text: z, r." in page.text


def test_where_every_word_is_one_symbol_nothing_is_asked(learner: Learner) -> None:
    page = learner.get(at(State(text="ab", merges=2)))
    assert "nothing is left to merge" in page.text
    assert "predicted" not in page.fields


def test_words_stand_in_the_order_that_decides_among_equals(learner: Learner) -> None:
    state = State(text="ab abz cd cd")
    lab = Bpe(state)
    assert lab.next is not None
    assert lab.next.pair == ("a", "b")  # met first, as often as c d
    assert [symbols[0] + symbols[1] for symbols, _ in lab.words] == ["ab", "ab", "cd"]
    many = State(text=" ".join(f"{letter}{letter}" for letter in "abcdefghijklm") + " zz zz")
    assert [often for _, often in Bpe(many).words] == [*[1] * 11, 2]  # the most frequent one among them
    assert "Other words, none of them more frequent: 2" in learner.get(at(many)).text


def test_who_asks_for_more_merges_than_there_are_is_led_back(learner: Learner) -> None:
    state = State(text="ab ab", merges=39)
    page = learner.get(at(state))
    assert "Merge 40" not in page.text
    assert "nothing is left to merge" in page.text
    back = next(link for link in page.links if "merges=1" in link)
    assert "Merge 2" in learner.get(back).text
    last = predict(learner, "2", State(text="ab ab", merges=1))
    assert last.rules == ["right"]
    assert "After this merge every word is one symbol" in last.text
    assert "Next merge" not in last.text
    assert {"encode", "curve", "real"} <= last.ids


def test_pairs_that_share_a_symbol_all_count_and_what_occurs_once_is_told_so(learner: Learner) -> None:
    assert "each pair of neighbours counts" not in learner.get(at()).text
    assert "each pair of neighbours counts" in learner.get(at(State(text="aaaa aaaa"))).text
    assert predict(learner, "6", State(text="aaaa aaaa")).rules == ["right"]
    page = predict(learner, "3", State(text="aaaa"))
    assert page.rules == ["right"]
    assert "each pair of neighbours counts" in page.text
    once = predict(learner, "1", State(text="ab"))
    assert "Merged: a and b, once." in once.text


def test_what_the_table_of_pairs_leaves_out_is_counted(learner: Learner) -> None:
    state = State(text="abcdefghijklmnop")
    assert "Other pairs, none of them more frequent: 4" in predict(learner, "1", state).text


def test_a_count_below_1_is_refused(learner: Learner, count: Count) -> None:
    assert predict(learner, "-1").status == 422
    assert count() == {}


def test_why_the_curve_begins_below_1_is_said(learner: Learner) -> None:
    assert "begins below 1: the end of a word, </w>, is a token" in learner.get("/lab/bpe").text


def test_real_vocabularies_show_to_which_token_a_space_belongs() -> None:
    assert all("␣low" in cut.tokens for cut in Bpe(State(cut="low low")).cuts)


def test_bytes_of_a_character_are_no_spaces_of_the_text(learner: Learner) -> None:
    state = State(cut="你好 你好")
    cut = Bpe(state).cuts[0]  # r50k has no token for the second sign
    assert cut.tokens.count(SPACE) == 1  # of the text
    assert [one for one in cut.tokens if one.startswith("<")]
    assert not any(SPACE in one and one.startswith("<") for one in cut.tokens)
    text = learner.get(at(state, run=predict(learner, "1", state).fields["run"])).text
    assert "such as <E4 BD>." in text
    assert "Mostly both come into one token" in text
    low = State(cut="low low")
    assert "such as" not in predict(learner, "2", low).text


def test_a_space_in_the_word_is_visible(learner: Learner) -> None:
    page = predict(learner, "1", State(text="banana", word="ban ana"))
    assert "Not in the vocabulary of this text: ␣." in page.text
    assert page.fields["word"] == "ban ana"


def test_field_words_and_picture_speak_of_the_same_merge(learner: Learner) -> None:
    page = predict(learner, "1")
    assert page.fields["merges"] == "1"
    assert "Merges made before this one" in page.text
    assert {"Merge 2", "The merges up to merge 2", "The dot stands after merge 2."} == {
        said
        for said in ("Merge 2", "The merges up to merge 2", "The dot stands after merge 2.")
        if said in page.text
    }
    assert Bpe(ANNA).compression.marks[0][1] == 2


def test_real_vocabularies_begin_with_a_text_that_tells_them_apart(learner: Learner) -> None:
    assert [len(cut.tokens) for cut in Bpe(State()).cuts] == [44, 29, 8]
    assert [values for _, values in Bpe(State()).counted.bars] == [(44.0,), (29.0,), (8.0,)]
    assert "44 tokens, 11.00 for each word" in learner.get("/lab/bpe").text
    translated = State(cut="I learn Bangla at home.")
    assert [len(cut.tokens) for cut in Bpe(translated).cuts] == [7, 7, 7]
    assert Bpe(State(cut=" ")).cuts == Bpe(State()).cuts
    page = learner.get("/lab/bpe")
    assert "44" in page.html.partition('id="real"')[2]


def test_real_vocabularies_cut_another_text(learner: Learner) -> None:
    cut = State(cut="ein Haus")
    assert "cl100k" not in learner.get(at(cut)).text  # not before the prediction
    run = predict(learner, "1", cut).fields["run"]
    page = learner.get(at(cut, run=run))
    assert page.text.count("tokens") >= 3
    for name in ("r50k", "cl100k", "o200k"):
        assert name in page.text


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "no word"), ("a" * 61, "60 characters"), ("ab " * 700, f"{MOST_CHARACTERS:,} characters")],
)
def test_a_text_that_nothing_is_learned_from_is_told(
    learner: Learner, count: Count, text: str, said: str
) -> None:
    state = State(text=text.strip())
    for page in (learner.get(at(state)), predict(learner, "1", state)):
        assert page.status == 422
        assert said in page.text
        assert page.fields["text"].strip() == text.strip()
    assert count() == {}


def test_what_stands_in_the_text_is_shown_as_text(learner: Learner) -> None:
    page = learner.get(at(State(text="<script>alert(1)</script> <b>", word="<i>")))
    assert "<script>alert" not in page.html
    assert page.fields["word"] == "<i>"
    tags = State(text="<u> <u>", word="<i>")
    page = predict(learner, "2", tags)
    assert "Merged: < and u, 2 times." in page.text
    assert "<u>" not in page.html


def test_the_words_become_an_exercise(learner: Learner) -> None:
    page = learner.send(f"/lab/bpe/exercise?{ANNA.address}", {"key": form_key(), "run": ""})
    assert page.address.startswith("/attempts/")
    assert "ananas" in page.text


def test_words_that_make_no_exercise_are_refused_with_a_reason(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bpe, "numbers", property(lambda _: {"corpus": {}, "merges": 3}))
    run = predict(learner, "1").fields["run"]
    page = learner.send(f"/lab/bpe/exercise?{ANNA.address}", {"key": form_key(), "run": run})
    assert page.status == 422
    assert "These words leave too little to merge" in page.text


def test_while_an_exam_forbids_aids_it_is_closed(app: FastAPI) -> None:
    learner = sit(app, COSINE).learner
    assert learner.get("/lab/bpe").status == 403
    assert predict(learner, "1").status == 403
