"""The page of the whole model: as a page, a fragment and a plain form; what is hidden is nowhere; bad addresses."""

import re
from math import isinf
from random import Random
from urllib.parse import parse_qsl, urlencode, urlsplit

import numpy as np
import pytest

from app.settings import Settings
from app.whole_model import state, whole_model
from app.whole_model.state import State
from engine.demos.gpt.forward import Switches
from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.whole_model import stations
from engine.whole_model.arithmetic import shown
from engine.whole_model.lines import line
from engine.whole_model.stations import WIDTH, Cell, by_id
from engine.whole_model.walk import WALK, cell_of
from tests.app.learner import Learner, Make, Page, new_learner
from tests.engine.submissions import SWEEP
from tests.engine.whole_model.by_torch import told_by_torch

SCORE = "/model?text=mar&cell=1-score.3.1"
HIDDEN = f"{SCORE}&ask=on"


def guessed(learner: Learner, address: str, typed: str) -> Page:
    return learner.get(f"{address}&guess={typed}")


def written(x: float) -> str:
    return f"{x:.2f}".replace("-", "−")


def keyless(html: str) -> str:
    """The HTML without the key of the form that begins an exercise."""
    return re.sub(r'name="key" value="[^"]*"', "", html)


def rows(page: Page) -> list[list[str]]:
    """The cells of the table of numbers."""
    (table,) = re.findall(r'<table class="numbers" id="model-numbers".*?</table>', page.html, re.DOTALL)
    return [
        [
            " ".join(re.sub(r"<[^>]*>", " ", cell).split())
            for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)
        ]
        for row in table.split("<tr>")[1:]
    ]


def test_the_first_screen_shows_the_stream_and_the_bars_without_any_setting(learner: Learner) -> None:
    page = learner.get("/model")
    assert page.status == 200
    assert page.html.count('class="strip"') == 31  # every station but the probabilities, which are bars
    assert re.search(r"The next letter.*?i.*?0\.32", page.text)
    assert "27,328 parameters" in page.text
    assert "no chat model" in page.text


def test_the_lab_and_the_study_pages_lead_here(learner: Learner) -> None:
    for door in ("/lab", "/study"):
        assert {"/model", "/figures"} <= set(learner.get(door).links)


def test_a_number_opens_with_its_line_and_what_it_is_made_of(learner: Learner) -> None:
    page = learner.get(SCORE)
    assert "Query of this token times key of token 2, in head 1" in page.text
    assert "Block 1: queries, head 1, entries 1–8" in page.text
    assert "Block 1: keys, head 1, entries 1–8, of token 2" in page.text
    assert rows(page)[0][1] == "m −1.82"
    assert page.html.count('class="opened"') == 1


def test_the_end_of_a_name_is_called_so(learner: Learner) -> None:
    page = learner.get("/model?cell=probability.3.0")
    assert "Probabilities, letter end" in page.text
    assert "Made of Logits, letters end–ü" in page.text


def test_each_operand_can_be_opened_in_turn(learner: Learner) -> None:
    page = learner.get(SCORE)
    links = [link for link in page.links if "cell=1-query.3.0" in link or "cell=1-key.1.0" in link]
    assert len(set(links)) >= 2
    for link in set(links):
        opened = learner.get(link)
        assert "32 products, of which the largest is shown" in opened.text


@pytest.mark.parametrize("question", WALK, ids=[question.station for question in WALK])
def test_a_hidden_number_is_nowhere_on_the_page(learner: Learner, question: object) -> None:
    through = stations.run("mar")
    cell = cell_of(through, question)  # type: ignore[arg-type]
    told = line(through, cell)
    here = f"/model?cell={cell.station}.{cell.token}.{cell.place}"
    asked, open_ = learner.get(f"{here}&ask=on"), learner.get(here)
    number = shown(told.value).replace("-", "−")
    count = open_.text.count(number) - asked.text.count(number)
    assert count >= 1
    assert all(
        number not in row or row[cell.place % len(row)] == "?" for row in rows(asked) if "?" in " ".join(row)
    )
    assert "?" in {text.split()[-1] for row in rows(asked) for text in row}
    drawn = {  # lengths and widths would tell it, too
        "probability": f'width="{100 * told.value:.1f}" height="16"',
        "1-weight": f'stroke-width="{round(0.6 + 6 * told.value, 2)}"',
    }.get(cell.station, "")
    assert not drawn or (drawn in open_.html and drawn not in asked.html)
    assert "What does it come to?" in asked.text


@pytest.mark.parametrize("cell", ["1-weight.3.2", "2-weight.3.13", "probability.3.5"])
def test_a_hidden_share_is_not_one_minus_the_others(learner: Learner, cell: str) -> None:
    asked = learner.get(f"/model?text=mar&cell={cell}&ask=on")
    unseen = [text for row in rows(asked) for text in row if text.endswith("?")]
    assert len(unseen) == 2
    station, token, place = cell.split(".")
    view = whole_model.view(State(opened=Cell(station, int(token), int(place)), asks=True))
    assert {*view.concealed} & {arc.cell for arc in view.drawn.arcs} == set()
    assert asked.html.count(">?</text>") == (2 if cell.startswith("probability") else 0)


def test_an_empty_answer_asks_for_a_number_and_a_wrong_one_may_be_asked_again(learner: Learner) -> None:
    empty = learner.get(f"{HIDDEN}&guess=")
    assert "Type a number." in empty.text
    assert "Type a number." not in learner.get(HIDDEN).text
    assert empty.rules == []
    wrong = guessed(learner, HIDDEN, "99")
    assert "Ask me again" in wrong.text
    assert "Block 1: scores, head 1, token 4 with token 2: −1.82" in wrong.text  # the sentence stays
    assert "Ask me again" not in guessed(learner, HIDDEN, "-1.82").text
    assert "Show the number" in wrong.text


def test_the_walk_can_be_left_at_every_question(learner: Learner) -> None:
    for n in (1, 10):
        page = guessed(learner, f"/model?text=mar&walk={n}", "99")
        assert "Leave the walk" in page.text
        assert "/model?text=mar" in page.links
        assert "Show the number" not in page.text


def test_a_name_that_has_ended_is_written_no_further(learner: Learner) -> None:
    ended = learner.get("/model?text=mar&ended=on").text
    assert "The name ends here." in ended
    assert "Write the next letter" not in ended
    assert "Write the next letter" in learner.get("/model?text=mar").text


def test_a_guess_is_marked_by_either_number_and_both_are_told(learner: Learner) -> None:
    told = line(stations.run("mar"), Cell("1-score", 3, 1))
    for typed in (shown(told.value), shown(told.by_hand), f"{told.value:.4f}"):
        page = guessed(learner, HIDDEN, typed)
        assert page.rules == ["right"], typed
        assert (
            f"The model has {written(told.value)}; the shown decimals come to {written(told.by_hand)}."
            in page.text
        )
    wrong = guessed(learner, HIDDEN, shown(told.by_hand * 8**0.5))
    assert wrong.rules == ["wrong"]
    assert "divided by √8" in wrong.text
    unread = guessed(learner, HIDDEN, "a+lot")
    assert "The model has" not in unread.text
    assert "?" in {text.split()[-1] for row in rows(unread) for text in row}


def test_the_walk_asks_ten_questions_one_after_the_other(learner: Learner) -> None:
    address = "/model?text=mar&walk=1"
    for n in range(1, 11):
        page = learner.get(address)
        assert f"Question {n} of 10" in page.text
        told = line(stations.run("mar"), cell_of(stations.run("mar"), WALK[n - 1]))
        page = guessed(learner, address, shown(told.value))
        assert page.rules == ["right"]
        onward = [link for link in page.links if f"walk={n + 1}" in link]
        assert bool(onward) == (n < 10)
        address = onward[0] if onward else address
    assert "That was the whole way" in page.text


def test_switching_off_outlines_what_changed_downstream_and_shows_the_bars_before(learner: Learner) -> None:
    whole, less = learner.get("/model"), learner.get("/model?without=1.1&without=2.2")
    assert 'class="changed"' not in whole.html
    assert 'class="was"' not in whole.html
    upstream = less.html[less.html.index('id="way-1-norm"') : less.html.index('id="way-1-mix"')]
    assert 'class="changed"' not in upstream
    assert 'class="changed"' in less.html[less.html.index('id="way-1-mix"') :]
    assert less.html.count('class="was"') == 8
    assert "e^{-\\infty}" not in less.html
    unmasked = learner.get("/model?token=0&mask=off&cell=1-weight.0.3")
    assert "Softmax over the scores of head 1" in unmasked.text
    assert "which is masked" in learner.get("/model?token=0&cell=1-weight.0.3").text


def test_a_letter_is_written_and_the_cache_grows_by_one(learner: Learner) -> None:
    page = learner.get("/model?text=mar&write=1")
    text = page.fields["text"]
    ended = "The name ends here." in page.text
    assert (len(text) == 4 and text.startswith("mar")) != ended
    if not ended:
        assert "The cache holds 2,560 bytes." in page.text
    assert "The cache holds 2,048 bytes." in learner.get("/model?text=mar").text


def test_letters_are_drawn_as_often_as_their_bars_say() -> None:
    chance, drawn = Random(1), [whole_model.written(State(), Random(n)) for n in range(400)]
    shares = whole_model.view(State()).decoded
    often = sum(one.text == "mari" for one in drawn) / 400
    assert often == pytest.approx(float(shares[vocabulary().index("i")]), abs=0.07)
    cold = [whole_model.written(State(temperature=0.1), chance).text for _ in range(20)]
    assert cold.count("mari") >= 18
    assert {whole_model.written(State(k=1), chance).text for _ in range(20)} == {"mari"}


def test_a_name_is_written_to_its_end_or_until_the_positions_are_taken() -> None:
    chance = Random(3)
    for _ in range(20):
        here = State(text="", token=0)
        while not here.ended and len(here.text) < CONTEXT - 1:
            here = whole_model.written(here, chance)
        assert len(here.text) <= CONTEXT - 1
    full = State(text="m" * (CONTEXT - 1), token=CONTEXT - 1)
    assert whole_model.written(full, chance).text == full.text
    assert whole_model.view(full).full


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("text=", ""),
        ("text=M%C3%A4r%20x7", "never saw"),
        ("text=" + "mari" * 30, "12 positions"),
        ("text=%3Cscript%3E", "never saw"),
        ("cell=9-score.0.0", "no such number"),
        ("cell=1-score.99.0", "no such number"),
        ("cell=1-query.0.99", "no such number"),
        ("text=anna+maria", "never saw: the space. Those are left out."),
        ("cell=1-score", "no such number"),
        ("temperature=0", "goes from 0.1"),
        ("k=1000", "goes from 1"),
        ("token=77", "The text has no such token; the way of its last one is drawn."),
        ("token=-1", "no such token"),
        ("token=two", "no such token"),
        ("walk=99", "The walk has questions 1 to 10: this is question 10."),
        ("walk=one", "The walk has questions 1 to 10: no question is asked now."),
        ("without=9.9&mask=perhaps", "The model has heads 1.1 to 2.4"),
        ("guess=1", ""),
        ("ask=on", ""),
        ("cell=probability.3.31&ask=on&guess=" + "9" * 500, ""),
    ],
)
def test_a_state_that_is_none_shows_the_nearest_and_says_so(learner: Learner, query: str, said: str) -> None:
    page = learner.get(f"/model?{query}")
    assert page.status == 200
    assert said in page.text
    assert "<script>" not in page.html.replace("<script type", "")
    assert page.html.count('class="strip"') == 31


def test_a_state_that_is_one_is_shown_without_a_remark(learner: Learner) -> None:
    for query in ("token=0", "token=3", "walk=0", "walk=10", "without=2.4", "cell=1-score.3.1"):
        said = learner.get(f"/model?{query}").text
        assert "no such token" not in said
        assert "questions 1 to 10" not in said
        assert "has heads 1.1 to 2.4" not in said


@pytest.mark.parametrize(
    ("cell", "named"),
    [
        ("1-score.3.1", "Block 1: scores, head 1, token 4 with token 2"),
        ("1-score.1.5", "Block 1: scores, head 2, token 2 with token 2"),
        ("2-weight.3.12", "Block 2: attention weights, head 4, token 4 with token 1"),
        ("1-query.3.9", "Block 1: queries, head 2, entry 2"),
        ("1-query.0.31", "Block 1: queries, head 4, entry 8, of token 1"),
        ("2-active.3.127", "Block 2: wide layer after GELU, entry 128"),
        ("logit.3.1", "Logits, letter a"),
    ],
)
def test_a_number_is_named_in_words(learner: Learner, cell: str, named: str) -> None:
    page = learner.get(f"/model?text=mar&cell={cell}")
    (heading,) = re.findall(r'<h2 id="model-station">(.*?)</h2>', page.html)
    assert heading == named


def test_operations_that_are_not_counted_are_said_to_be_so(learner: Learner) -> None:
    for cell in ("1-norm", "1-weight", "1-active"):
        page = learner.get(f"/model?text=mar&cell={cell}.3.0")
        assert "parameters; the few operations of a norm, softmax or GELU are not counted" in page.text
        assert not re.search(r"\b0 operations", page.text)
    assert learner.get("/model").html.count("<td>not counted</td>") == 10  # norms, softmax, GELU


def test_each_button_says_what_it_does_and_the_picture_can_be_skipped(learner: Learner) -> None:
    page = learner.get("/model")
    buttons = [
        " ".join(text.split())
        for text in re.findall(r"<button[^>]*>([^<]*)</button>", page.html)
        if text.strip()
    ]
    assert "Apply what is switched off" in buttons
    assert "Apply temperature, top-k and top-p" in buttons
    assert "Show" not in buttons
    for target in ("model-temperature", "model-told"):
        assert page.html.index(f'href="#{target}"') < page.html.index('class="stage token-way"')
        assert f'id="{target}"' in page.html


def test_a_place_beyond_a_vector_opens_nothing(learner: Learner) -> None:
    page = learner.get("/model?cell=embedding.3.32")
    assert page.status == 200
    assert "Choose a strip, an arc or a bar" in page.text


def test_an_address_brings_back_the_state() -> None:
    full = State(
        text="lu", token=1, opened=Cell("1-mix", 1, 4), asks=True, temperature=0.5, k=3, p=0.9,
        switches=Switches(frozenset({(0, 2)}), mask=False, scale=False),
    )  # fmt: skip
    query = parse_qsl(urlsplit(full.address()).query)
    assert state.read(dict(query), [text for name, text in query if name == "without"]) == full


def test_htmx_gets_the_part_that_changes(learner: Learner) -> None:
    part = learner.get(SCORE, htmx=True)
    assert "<html" not in part.html
    assert dict(parse_qsl(urlsplit(part.headers["HX-Push-Url"]).query))["cell"] == "1-score.3.1"
    assert keyless(part.html).strip() in keyless(learner.get(SCORE).html)


def test_masked_scores_are_asked_as_minus_infinity(learner: Learner) -> None:
    assert isinf(line(stations.run("mar"), Cell("1-score", 0, 3)).value)
    page = guessed(learner, "/model?cell=1-score.0.3&ask=on", "-inf")
    assert page.rules == ["right"]


@pytest.mark.parametrize(("mask", "seen"), [(True, 2), (False, 4)])
def test_the_operations_are_those_of_the_token_whose_line_is_open(mask: bool, seen: int) -> None:
    """A mix takes two operations for each number of each token that is seen."""
    opened = State(text="mar", token=1, opened=Cell("1-mix", 1, 0), switches=Switches(mask=mask))
    assert whole_model.view(opened).cost(by_id()["1-mix"]).operations == 2 * seen * WIDTH


def test_guests_behind_one_address_may_move_as_often_as_they_like(make: Make, settings: Settings) -> None:
    """With a budget that a single counted move would use up."""
    app = make(settings.model_copy(update={"guest_seconds_per_address": "1/hour"}))
    for n in range(300 if SWEEP else 20):
        guest = new_learner(app, address="10.0.0.7")
        assert guest.get(f"/model?text=maximilian&without=1.1&token={n % 10}", htmx=True).status == 200


def test_a_drag_is_no_page_to_go_back_to(learner: Learner) -> None:
    dragged = learner.get("/model?text=mar&temperature=0.5&drag=on", htmx=True)
    assert dragged.headers["HX-Replace-Url"] == "/model?text=mar&temperature=0.5"
    assert "HX-Push-Url" not in dragged.headers
    assert "HX-Push-Url" in learner.get("/model?text=mar&temperature=0.5", htmx=True).headers


def test_the_sliders_stand_open_and_answer_while_one_drags_and_as_a_plain_form(learner: Learner) -> None:
    page = learner.get("/model?text=mar&cell=1-mix.3.4&without=2.2")
    found = re.search(r'<form[^>]*id="model-decoding".*?</form>', page.html, re.DOTALL)
    assert found
    (opening,) = re.findall(r"<form[^>]*>", found[0])
    for part in (
        'method="get"',
        'action="/model"',
        'hx-trigger="input, submit"',
        'hx-sync="this:queue last"',
    ):
        assert part in opening
    assert not re.search(r"<details(?:(?!</details>).)*model-decoding", page.html, re.DOTALL)
    sent = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', found[0]))
    assert sent == {
        "text": "mar", "cell": "1-mix.3.4", "without": "2.2", "drag": "on", "temperature": "1", "k": "32", "p": "1",
    }  # fmt: skip
    colder = learner.get("/model?" + urlencode({**sent, "temperature": "0.5"}))
    own = np.sort(told_by_torch("mar", Switches(frozenset({(1, 1)})))["probability"][3])[::-1]
    assert f"{(own**2 / (own**2).sum())[0]:.2f} (" in colder.text
    assert "Values of the tokens, weighted by head 1" in colder.text


@pytest.mark.parametrize("question", range(1, 11))
def test_each_question_of_the_walk_tells_what_is_seen(learner: Learner, question: int) -> None:
    page = learner.get(f"/model?text=mar&walk={question}")
    assert WALK[question - 1].words in page.text
    assert WALK[question - 1].sees in page.text


def test_the_page_weighs_less_than_a_hundred_kilobytes(learner: Learner) -> None:
    for query in ("", "cell=1-score.3.1", "walk=3", "without=1.1&cell=1-mix.3.4"):
        assert len(learner.get(f"/model?{query}").html.encode()) < 80_000, query
    longest = learner.get("/model?text=maximiliano&cell=1-weight.11.40")
    assert len(longest.html.encode()) < 125_000
