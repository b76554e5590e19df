"""The metric bench: of each part the number is worked out on another road, predicted, compared and practised."""

import re
from collections import Counter
from itertools import combinations, product
from math import exp, log
from typing import Any
from urllib.parse import parse_qsl

import pytest
from fastapi import FastAPI
from sacrebleu import sentence_bleu

from app.lab import lab
from app.lab.demos.metrics.demo import PARTS, Metrics
from app.lab.demos.metrics.state import State
from engine.solutions.pictures import Bars
from tests.app.exams.sitting import sit
from tests.app.lab.demos.lab import Lab, odd
from tests.app.lab.demos.test_bpe import by_hand
from tests.app.learner import COSINE, Count, Learner, Page
from tests.engine.submissions import BANK

FIRST = {part: State(part=part) for part in PARTS}  # type: ignore[arg-type]
EVERY = pytest.mark.parametrize("part", PARTS)
SEEN = {"run", "counts", "steps", "growing", "rounds-found", "first-rounds", "bands-found", "tokens-found"}
LAB = Lab("metrics", State())
at, predict, exercise = LAB.at, LAB.predict, LAB.exercise


def shingles(text: str, n: int) -> set[str]:
    return {text[place : place + n] for place in range(len(text) - n + 1)}


def subsequence(mine: list[str], theirs: list[str]) -> int:
    """Every subsequence is tried, the longest first."""
    for size in range(len(mine), 0, -1):
        for places in combinations(range(len(mine)), size):
            left = iter(theirs)
            if all(mine[place] in left for place in places):
                return size
    return 0


def right_ones(state: State) -> int:
    """The number of right ones in the first round, as the question says it."""
    return int(Metrics(state).asked.words.split(" of ")[1].split()[0])


def worked_out(state: State) -> float:
    """The number that is asked for, on a road that shares no code with the bench."""
    match state.part:
        case "bleu":
            found = sentence_bleu(
                state.candidate, state.references.split("\n"), smooth_method="none", tokenize="none"
            )
            assert state.order == "4"
            return float(found.score) / 100
        case "rouge":
            mine, theirs = state.summary.split(), state.model.split()
            assert state.measure == "l"
            return 2 * subsequence(mine, theirs) / (len(mine) + len(theirs))
        case "passes":
            c = right_ones(state)
            tried = [min(choice) < c for choice in combinations(range(state.n), state.k)]
            return sum(tried) / len(tried)
        case "minhash":
            a, b = (shingles(text, state.shingle) for text in (state.text_a, state.text_b))
            s = round(len(a & b) / len(a | b), 2)
            return 1 - (1 - s**state.rows) ** state.bands
        case "perplexity":
            tokens = segmented(state.held_out, state.text, state.merges)
            learned = Counter(segmented(state.text, state.text, state.merges))
            known = set(learned) | set("".join(state.text.split())) | {"</w>"}
            known |= {"".join(pair) for pair, _ in by_hand(state.text, state.merges)}
            total = len(list(learned.elements())) + len(known)
            return exp(-sum(log((learned[token] + 1) / total) for token in tokens) / len(tokens))


def segmented(text: str, learned_from: str, merges: int) -> list[str]:
    tokens = []
    for word in text.split():
        cut = [*word, "</w>"]
        for (first, second), _ in by_hand(learned_from, merges):
            n = 0
            while n < len(cut) - 1:
                if (cut[n], cut[n + 1]) == (first, second):
                    cut[n : n + 2] = [first + second]
                n += 1
        tokens += cut
    return tokens


def test_it_opens_with_a_score_that_is_there_already(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/metrics")
    assert {"run", "counts", "steps", "growing"} <= page.ids
    assert "predicted" not in page.fields
    assert 'data-reached="yes"' not in page.html
    assert count() == {}


@EVERY
def test_nothing_of_the_outcome_is_shown_before_the_prediction(learner: Learner, part: str) -> None:
    page = learner.get(at(FIRST[part]))
    assert "predicted" in page.fields
    assert not SEEN & page.ids
    assert "<figure" not in page.html
    outcome = worked_out(FIRST[part])
    for shown in (f"{outcome:.2f}", f"{outcome:.3f}", f"{outcome:.4f}"):
        assert shown not in page.html


@EVERY
def test_what_comes_is_what_another_road_leads_to(learner: Learner, part: str) -> None:
    outcome = worked_out(FIRST[part])
    page = predict(learner, f"{outcome:.2f}", FIRST[part])
    assert page.rules == ["right"]
    assert f"it came to {outcome:.2f}" in page.text
    assert {"run", "steps"} <= page.ids


@pytest.mark.parametrize("typed", ["0.36", "0.37", "0.3651", "0.3587"])
def test_in_minhash_a_similarity_that_is_not_rounded_is_right_too(learner: Learner, typed: str) -> None:
    """19 of 35 are 0.5429: with it 0.3651 comes out, with 0.54 it is 0.3587."""
    assert predict(learner, typed, FIRST["minhash"]).rules == ["right"]


def test_there_it_is_told_how_the_similarity_is_rounded(learner: Learner) -> None:
    assert "19 of 35 different shingles: s ≈ 0.54." in learner.get(at(FIRST["minhash"])).text
    half = State(part="minhash", text_a="abcd", text_b="abce", shingle=3)
    assert "1 of 3 different shingles: s ≈ 0.33." in learner.get(at(half)).text
    same = State(part="minhash", text_a="abcd", text_b="abcd", shingle=3)
    assert "2 of 2 different shingles: s = 1.00." in learner.get(at(same)).text


def test_of_merges_that_do_not_exist_nothing_is_said(learner: Learner) -> None:
    state = State(part="perplexity", merges=30)
    many = 15
    assert segmented(state.text, state.text, many) == [f"{word}</w>" for word in state.text.split()]
    assert segmented(state.text, state.text, many - 1) != segmented(state.text, state.text, many)
    page = predict(learner, "8", state)
    assert f"no more than {many} merges" in page.text
    assert f"Perplexity after {many} merges" in page.text
    assert "after 30 merges" not in page.text
    curve = Metrics(state).part.growing  # type: ignore[attr-defined]
    assert curve.lines[0].points[-1][0] == many
    assert "no more than" not in learner.get(at(FIRST["perplexity"])).text


def test_the_histogram_has_its_empty_bins() -> None:
    bars = Metrics(State(part="passes", n=2, k=1)).part.histogram.bars  # type: ignore[attr-defined]
    assert len(bars) == 10
    assert [amounts[0] > 0 for _, amounts in bars] == [n in (0, 5, 9) for n in range(10)]


def test_a_prediction_far_off_does_not_stretch_the_bars() -> None:
    part = Metrics(FIRST["perplexity"]).part
    far, near = part.picture(1e9), part.picture(4.0)
    assert isinstance(far, Bars)
    assert isinstance(near, Bars)
    assert far.most == 2 * max(max(amounts) for _, amounts in far.bars)
    assert "you" not in dict(far.bars)
    assert "you" in dict(near.bars)


@EVERY
def test_a_wrong_prediction_stands_beside_what_came_and_in_the_picture(learner: Learner, part: str) -> None:
    outcome = worked_out(FIRST[part])
    page = predict(learner, "0.1234" if part != "perplexity" else "4.1234", FIRST[part])
    assert page.rules == ["wrong"]
    assert f"You said {0.1234 if part != 'perplexity' else 4.1234}; it came to {outcome:.2f}" in page.text
    picture = re.search(r'id="run".*?</figure>', page.html, re.DOTALL)
    assert picture
    assert re.search(r">you</text>", picture[0])


@pytest.mark.parametrize(
    "state",
    [
        State(
            candidate="the dog sat on a mat today", references="the dog lay on a mat\nthat dog sat on a mat"
        ),
        State(part="rouge", summary="a b c d e f", model="f a c b d e"),
        State(part="rouge", summary="no word", model="is shared"),
        State(part="passes", p=0.5, n=8, k=3, seed=9),
        State(part="passes", p=0.9, n=6, k=5, seed=4),
        State(part="minhash", text_a="abcabd", text_b="abcabe", shingle=2, bands=3, rows=2),
        State(part="minhash", bands=60, rows=6),
        State(part="perplexity", merges=0),
        State(part="perplexity", merges=9, held_out="a hat at a mat"),
    ],
)
def test_other_numbers_come_out_right_too(learner: Learner, state: State) -> None:
    assert predict(learner, f"{worked_out(state):.2f}", state).rules == ["right"]


def test_every_measure_of_rouge_is_that_of_counting(learner: Learner) -> None:
    state = FIRST["rouge"]
    mine, theirs = state.summary.split(), state.model.split()
    for n, measure in ((1, "1"), (2, "2")):
        grams = [
            Counter(tuple(words[at : at + n]) for at in range(len(words) - n + 1)) for words in (mine, theirs)
        ]
        shared = sum(min(often, grams[1][gram]) for gram, often in grams[0].items())
        f1 = 2 * shared / (len(mine) + len(theirs) - 2 * (n - 1))
        page = predict(learner, f"{f1:.2f}", State(part="rouge", measure=measure))  # type: ignore[arg-type]
        assert page.rules == ["right"]


def test_shorter_scores_of_bleu_are_those_of_the_library(learner: Learner) -> None:
    from sacrebleu import BLEU

    for order in ("1", "2"):
        library = BLEU(smooth_method="none", tokenize="none", max_ngram_order=int(order))
        references = [[reference] for reference in FIRST["bleu"].references.split("\n")]
        score = library.corpus_score([FIRST["bleu"].candidate], references).score / 100
        assert predict(learner, f"{score:.2f}", State(order=order)).rules == ["right"]


@pytest.mark.parametrize(
    ("part", "free", "asks"),
    [
        ("bleu", {"size": 3}, {"order": "2"}),
        ("rouge", {"measure": "1"}, {"summary": "the storm was over"}),
        ("passes", {"rounds": 50}, {"k": 4}),
        ("minhash", {"seed": 77}, {"bands": 6}),
        ("perplexity", {"seed": 3}, {"merges": 5}),
    ],
)
def test_what_does_not_change_the_number_is_free_and_the_rest_is_asked_anew(
    learner: Learner, part: str, free: dict[str, Any], asks: dict[str, Any]
) -> None:
    run = predict(learner, "1", FIRST[part]).fields["run"]
    assert "run" in learner.get(at(State(part=part, **free), run=run)).ids  # type: ignore[arg-type]
    page = learner.get(at(State(part=part, **asks), run=run))  # type: ignore[arg-type]
    assert "run" not in page.ids
    assert "predicted" in page.fields
    other = "rouge" if part == "bleu" else "bleu"
    assert "run" not in learner.get(at(FIRST[other], run=run)).ids


def pieces(page: Page) -> list[list[tuple[str, bool]]]:
    """The tiles of the candidate and of each reference, each with whether it has a tick."""
    found = re.findall(r'<ol class="pieces".*?</ol>', page.html, re.DOTALL)
    tiles = [re.findall(r'<(?:a|span) class="token.*?>([^<]+)</(?:a|span)>', one, re.DOTALL) for one in found]
    return [[(tile.removesuffix(" ✓"), tile.endswith(" ✓")) for tile in row] for row in tiles]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("candidate", "references"),
    [
        (State().candidate, State().references),
        ("the the the cat the", "the cat the\nthe the dog the the"),
        ("a b a b a b", "a b a b\nb a b a b"),
        ("no word of it", "a b"),
        ("a b c d e", "a b c d e"),
    ],
)
def test_ticks_are_where_n_grams_count(learner: Learner, candidate: str, references: str, size: int) -> None:
    """Each n-gram is struck off the reference that has it most often, one by one."""
    state = State(candidate=candidate, references=references, size=size)
    rows = [text.split() for text in (candidate, *references.split("\n"))]
    grams = [[tuple(row[n : n + size]) for n in range(len(row) - size + 1)] for row in rows]
    ticks: list[set[int]] = [set() for _ in rows]
    left = {gram: max(one.count(gram) for one in grams[1:]) for gram in grams[0]}
    counted = 0
    for place, gram in enumerate(grams[0]):
        if left[gram]:
            left[gram] -= 1
            counted += 1
            ticks[0] |= set(range(place, place + size))
            had = max(one.count(gram) for one in grams[1:])
            which = next(n for n, one in enumerate(grams) if n and one.count(gram) == had)
            nth = grams[0][:place].count(gram)
            begins = [n for n, other in enumerate(grams[which]) if other == gram][nth]
            ticks[which] |= set(range(begins, begins + size))
    page = predict(learner, "0.5", state)
    expected = [
        [(word, n in ticked) for n, word in enumerate(row)] for row, ticked in zip(rows, ticks, strict=True)
    ]
    assert pieces(page) == expected
    assert f"{counted} of {len(grams[0])} {size}-grams count" in page.text


def test_before_the_prediction_words_have_no_tick(learner: Learner) -> None:
    page = learner.get(at(State()))
    assert [[word for word, _ in row] for row in pieces(page)] == [
        text.split() for text in (State().candidate, *State().references.split("\n"))
    ]
    assert "✓" not in page.html.partition('id="words"')[2].partition("</form>")[0]
    assert "-grams count" not in page.text


def test_a_word_is_chosen_taken_out_moved_and_replaced(learner: Learner) -> None:
    run = predict(learner, "0.5").fields["run"]
    page = learner.get(at(State(tile=3), run=run))
    assert "run" in page.ids  # to choose a word is free
    assert {"take-out", "move-left", "move-right"} <= page.ids

    def follow(id: str) -> Page:
        href = re.search(rf'id="{id}" href="([^"#]+)', page.html)
        assert href
        return learner.get(href[1].replace("&amp;", "&"))

    for id, candidate, tile in (
        ("take-out", "the cat the dog sat on the mat", "3"),
        ("move-left", "the and cat the dog sat on the mat", "2"),
        ("move-right", "the cat the and dog sat on the mat", "4"),
        ("instead-4", "the cat on the dog sat on the mat", "3"),
    ):
        after = follow(id)
        assert (after.fields["candidate"], after.fields["tile"]) == (candidate, tile)
        assert "predicted" in after.fields  # it is asked anew
        assert "run" not in after.ids
    assert "move-left" not in learner.get(at(State(tile=1))).ids
    assert "move-right" not in learner.get(at(State(tile=9))).ids
    last = learner.get(at(State(tile=9)))
    page = last
    assert follow("take-out").fields["tile"] == "8"
    assert "take-out" not in learner.get(at(State(tile=10))).ids
    assert "take-out" not in learner.get(at(State(candidate="cat", tile=1))).ids
    full = " ".join(["a" * 9] * 60)  # 599 characters of 600
    page = learner.get(at(State(candidate=full, references=f"{'b' * 11} bb", tile=1)))
    assert follow("instead-1").fields["candidate"].startswith("bb aaaa")


def test_links_lead_to_the_other_parts_and_keep_the_texts(learner: Learner) -> None:
    page = learner.get(at(State(candidate="my own words", p=0.45)))
    for part in PARTS:
        link = next(link for link in page.links if f"part={part}&" in link)
        fields = learner.get(link).fields
        assert fields["part"] == part
        assert (fields["candidate"], fields["p"]) == ("my own words", "0.45")


def test_the_form_sends_the_whole_state_again(learner: Learner) -> None:
    """A browser ends the lines of a text with both signs."""
    page = learner.get(at(FIRST["bleu"]))
    fields = {name: page.fields[name] for name in parse_names(FIRST["bleu"])}
    sent = fields | {"references": fields["references"].replace("\n", "\r\n")}
    assert lab.at("metrics", sent).state == FIRST["bleu"]
    for part in PARTS:
        assert parse_names(FIRST[part]) <= set(learner.get(at(FIRST[part])).fields)


def parse_names(state: State) -> set[str]:
    return {name for name, _ in parse_qsl(state.address, keep_blank_values=True)}


ANSWERS = {
    "bleu": {"brevity_penalty": "0.80", "geometric_mean": "0.38", "bleu": "0.31"},
    "rouge": {"lcs": "6", "recall_l": "0.55", "precision_l": "0.60", "f1_l": "0.57"},
    "passes": {"failing_draws": "56", "all_draws": "252", "pass_at_k": "0.78"},
    "minhash": {"band": "0.0850", "miss": "0.9150", "miss_all": "0.6413", "probability": "0.36"},
}


@pytest.mark.parametrize("part", ANSWERS)
def test_the_numbers_of_the_screen_are_the_key_of_the_exercise(learner: Learner, part: str) -> None:
    sheet = exercise(learner, FIRST[part])
    assert sheet.address.startswith("/attempts/")
    page = learner.press(sheet, typed=ANSWERS[part])
    assert {name: page.rule(name) for name in ANSWERS[part]} == dict.fromkeys(ANSWERS[part], "right")
    last = [*ANSWERS[part]][-1]
    assert ANSWERS[part][last] == f"{worked_out(FIRST[part]):.2f}"


def test_the_first_tokens_become_an_exercise_as_they_are_shown(learner: Learner) -> None:
    run = predict(learner, "11", FIRST["perplexity"])
    table = run.html.partition('id="tokens-found"')[2]
    rows = re.findall(r"<tr>.*?<td>(0\.\d{3})</td><td>(\d\.\d\d)</td></tr>", table)[:6]
    sheet = exercise(learner, FIRST["perplexity"])
    typed = {"surprisals": [nats for _, nats in rows]}
    nats = sum(-log(float(p)) for p, _ in rows) / 6
    page = learner.press(sheet, typed=typed | {"nats": f"{nats:.2f}", "perplexity": f"{exp(nats):.2f}"})
    assert [page.rule(name) for name in ("surprisals", "nats", "perplexity")] == ["right"] * 3


def test_every_choice_has_its_own_question(learner: Learner) -> None:
    states = [State(order=order) for order in ("1", "2", "4")]
    states += [State(part="rouge", measure=measure) for measure in ("1", "2", "l")]
    states += [State(part="passes", n=n) for n in (10, 60)]
    pages = [exercise(learner, state) for state in states]
    assert all(page.address.startswith("/attempts/") for page in pages)
    titles = [BANK.questions[Metrics(state).question].title for state in states]
    assert len(set(titles)) == len(states)
    assert all(title in page.text for title, page in zip(titles, pages, strict=True))
    last = learner.press(pages[-1], typed={"pass_at_k": f"{worked_out_far(states[-1]):.4f}"})
    assert last.rule("pass_at_k") == "right"


def worked_out_far(state: State) -> float:
    """As a product of fractions, one try after the other."""
    fails, wrong = 1.0, state.n - right_ones(state)
    for tries in range(state.k):
        fails *= (wrong - tries) / (state.n - tries)
    return 1 - fails


@pytest.mark.parametrize(
    "state",
    [
        State(candidate="a b c d", references="e f g h"),
        State(candidate="the cat", references="the cat", order="1"),
        State(part="rouge", summary="no word", model="is shared"),
        State(part="passes", p=0.0),
        State(part="passes", p=1.0),
        State(part="minhash", text_a="abc", text_b="xyz"),
        State(part="minhash", text_a="abc abc", text_b="abc abc"),
    ],
)
def test_where_nothing_is_left_to_compute_that_is_said(learner: Learner, state: State) -> None:
    run = predict(learner, "0.5", state).fields["run"]
    page = exercise(learner, state, run)
    assert page.status == 422
    assert "too little is left to compute" in page.text
    assert "run" in page.ids


REACHED = [
    (State(candidate="on the mat sat the cat", references=State().references), 0),
    (State(candidate="the cat sat on the", references=State().references.split("\n")[0]), 1),
    (State(part="rouge", summary="storm the after closed was river the over bridge old the"), 0),
    (State(part="rouge", summary="the bridge", model=State().model + " of last night"), 1),
    (State(part="passes", p=0.2, n=5, k=5, rounds=10_000, seed=2), 0),
    (State(part="passes", p=0.2, n=5, k=4, seed=1), 1),
    (State(part="minhash", bands=20, rows=5), 0),
    (
        State(part="minhash", bands=50, rows=5, text_a="a b c d e f g h i j", text_b="a b c d e f g h i j k"),
        1,
    ),
    (State(part="perplexity", merges=10), 0),
    (State(part="perplexity", merges=6), 1),
]


@pytest.mark.parametrize(("state", "place"), REACHED)
def test_each_goal_can_be_reached_and_not_by_the_first_numbers(state: State, place: int) -> None:
    assert not Metrics(FIRST[state.part]).goals[place].reached
    assert Metrics(state).goals[place].reached


@EVERY
def test_what_is_no_number_is_told_and_not_stored(learner: Learner, count: Count, part: str) -> None:
    for typed in ("a lot", "", "0.5.5"):
        page = predict(learner, typed, FIRST[part])
        assert page.status == 422
        assert "problem" in page.ids
        assert not SEEN & page.ids
    assert count() == {}


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (State(candidate=" "), "Type a candidate"),
        (State(references="\n"), "Type a candidate"),
        (State(candidate="word " * 61), "60 words"),
        (State(part="rouge", summary="one"), "at least two words"),
        (State(part="rouge", model="word " * 61), "60 words"),
        (State(part="passes", n=4, k=5), "take k up to n"),
        (State(part="minhash", text_a="ab"), "as many characters as a shingle"),
        (State(part="minhash", bands=100, rows=50), "500 at most"),
        (State(part="perplexity", text=""), "Type both texts"),
        (State(part="perplexity", held_out="a zoo"), "must occur in the text"),
        (State(part="perplexity", text="x" * 61, held_out="x"), "60 characters"),
    ],
)
def test_what_nothing_can_be_made_of_is_told_in_a_sentence(
    learner: Learner, count: Count, state: State, said: str
) -> None:
    for page in (learner.get(at(state)), predict(learner, "0.5", state), exercise(learner, state)):
        assert page.status == 422
        assert said in page.text
    assert count() == {}


ODD = [
    *(State(candidate=c, references=r, order=o) for c, r, o in product(  # type: ignore[arg-type]
        ("a", "a a a a", "b " * 60), ("a", "b\nb\nb a " + "a " * 57), ("1", "4"))),
    *(State(part="passes", p=p, n=n, k=k, rounds=rounds) for p, n, k, rounds in product(
        (0.0, 0.01, 1.0), (1, 100), (1, 100), (1, 2, 10_000)) if k <= n),
    *(State(part="minhash", bands=b, rows=r, shingle=s, text_b=t) for b, r, s, t in product(
        (1, 100), (1, 5), (1, 10), (State().text_a, "x" * 600))),
    *(State(part="perplexity", merges=m, held_out=h) for m, h in product((0, 1, 40), ("a", "at " * 200))),
    *(State(part="rouge", summary=s, model=m, measure=k) for s, m, k in product(  # type: ignore[arg-type]
        ("a a", "a " * 60), ("a a", "b b", "a " * 60), ("1", "2", "l"))),
]  # fmt: skip


@odd("states", ODD, every=8)
def test_odd_numbers_are_shown_like_any_others(learner: Learner, states: list[State]) -> None:
    for state in states:
        assert learner.get(at(state)).status == 200, state
        for typed in ("1", "0") if state.part != "perplexity" else ("1", "1e15"):
            page = predict(learner, typed, state)
            assert page.status == 200, state
            assert "run" in page.ids, state
        page = predict(learner, "-3", state)
        assert page.status == 422, state
        assert "whatever comes" in page.text, state


def test_what_stands_in_the_texts_is_shown_as_text(learner: Learner) -> None:
    odd = "<script>alert(1)</script> <u> <s>"
    for state in (
        State(candidate=odd, references=odd + " x"),
        State(part="rouge", summary=odd, model=odd),
        State(part="rouge", summary=odd, model=odd, measure="2"),
        State(part="minhash", text_a=odd, text_b=odd),
        State(part="perplexity", text=odd, held_out=odd),
    ):
        for page in (learner.get(at(state)), predict(learner, "1", state)):
            assert page.status == 200
            assert not re.search(r"<script>alert|<u>|<s>", page.html)


@pytest.mark.parametrize(
    "bad", ["part=ter", "order=3", "size=5", "p=1.5", "p=nan", "n=0", "k=101", "rounds=10001", "shingle=0", "rows=51",
            "merges=41", "candidate=" + "x" * 601],
)  # fmt: skip
def test_settings_out_of_range_are_refused(learner: Learner, bad: str) -> None:
    name = bad.partition("=")[0]
    assert learner.get(re.sub(rf"\b{name}=[^&]*", bad, at(State()))).status == 422


def test_while_an_exam_forbids_aids_it_is_closed(app: FastAPI) -> None:
    learner = sit(app, COSINE).learner
    assert learner.get("/lab/metrics").status == 403
    assert predict(learner, "0.5", State()).status == 403
