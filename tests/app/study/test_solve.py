"""Solve with your own numbers: a form of a family's parameters, its state in the address, the solution at once."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

import pytest

from app.study import solve
from app.web.concurrency import COMPUTING
from engine import catalogue
from engine.answers import grammar
from engine.answers.expression import Tree
from engine.answers.reading import _parsed
from engine.answers.refusal import Refused
from tests.app.learner import Learner
from tests.every import every, one_in

FAMILIES = list(catalogue.families())


def address(family: str, **texts: str) -> str:
    return f"/solve/{family}?{urlencode(texts)}"


def test_every_family_stands_in_the_list(learner: Learner) -> None:
    links = learner.get("/solve").links
    assert sorted(link for link in links if link.startswith("/solve/")) == [f"/solve/{id}" for id in FAMILIES]


@pytest.mark.parametrize("family", one_in(3, FAMILIES))
def test_every_family_opens_with_an_example_that_is_solved(learner: Learner, family: str) -> None:
    sheet, part = (learner.get(f"/solve/{family}", htmx=htmx) for htmx in (False, True))
    assert (sheet.status, part.status) == (200, 200)
    assert 'class="line told"' in sheet.html
    assert part.html.strip() in sheet.html


def test_other_numbers_are_another_example(learner: Learner) -> None:
    assert learner.get("/solve/perplexity?_seed=5").fields != learner.get("/solve/perplexity").fields


def test_the_worked_example_comes_out_of_the_address(learner: Learner) -> None:
    sheet = learner.get(address("cosine_similarity", u="1, 2, 2", v="2 3 6"))
    assert sheet.status == 200
    assert "<mn>0.9524</mn>" in sheet.html
    assert 'value="1, 2, 2"' in sheet.html


def test_a_matrix_may_be_pasted_and_a_number_typed_as_people_do(learner: Learner) -> None:
    pasted = learner.get(
        address("attention", Q="[[1, 0], [0, 1]]", K="1\t0\n1\t1", V="1 2; 3 4", causal="yes")
    )
    assert pasted.status == 200
    assert "2.34" in pasted.text
    assert learner.get(address("chinchilla_allocation", compute="5,88 x 10²¹")).status == 200


def test_each_field_is_parsed_once_however_often_it_is_read(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed, really = list[str](), grammar.parse

    def parse(text: str) -> Tree | Refused:
        parsed.append(text)
        return really(text)

    monkeypatch.setattr(grammar, "parse", parse)
    _parsed.cache_clear()
    typed = {name: f"(sqrt({n + 2}), e, sqrt({n + 2}))" for n, name in enumerate("uv")}
    assert learner.get(address("cosine_similarity", **typed)).status == 200
    assert sorted(parsed) == ["e", "sqrt(2)", "sqrt(3)"]


def test_what_does_not_fit_is_said_at_its_field_and_stays_in_it(learner: Learner) -> None:
    sheet = learner.get(address("cosine_similarity", u="1, x", v=""))
    assert sheet.status == 422
    assert 'id="problem-u"' in sheet.html
    assert "This one is still empty." in sheet.text
    assert 'value="1, x"' in sheet.html
    assert 'class="line told"' not in sheet.html
    zero = learner.get(address("cosine_similarity", u="0, 0", v="1, 1"))
    assert "the zero vector has no direction" in zero.text


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "__import__('os')", "9**9**9", "1e999", "(" * 300]
)
def test_hostile_texts_are_refused_and_shown_as_text(learner: Learner, text: str) -> None:
    sheet = learner.get(address("chinchilla_allocation", compute=text))
    assert sheet.status == 422
    assert "<script>alert" not in sheet.html


def test_a_public_model_fills_the_form_and_names_its_source(learner: Learner) -> None:
    sheet = learner.get(f"/solve/kv_cache?{urlencode({'_model': 'Llama-3 70B'})}")
    assert 'id="layers" name="layers" value="80"' in sheet.html
    assert "Grattafiori" in sheet.text
    assert "public model" not in learner.get("/solve/perplexity").text


def test_an_unknown_family_and_a_wild_seed_are_told(learner: Learner) -> None:
    missing = learner.get("/solve/atention")
    assert missing.status == 404
    assert "no kind of task called “atention”" in missing.text
    assert "/solve/attention" in missing.links
    assert "/solve" in learner.get("/solve/juggling").links
    assert learner.get("/solve/attention?_seed=-1").status == 422


def test_a_large_matrix_is_solved_without_the_arithmetic_of_each_of_its_cells(learner: Learner) -> None:
    def with_rows(rows: int) -> str:
        matrix = "; ".join(["1 2"] * rows)
        return learner.get(address("attention", Q=matrix, K=matrix, V=matrix)).html

    assert 'class="every"' in with_rows(3)
    assert 'class="every"' not in with_rows(60)


def test_one_reference_on_one_line_is_one_text(learner: Learner) -> None:
    told = learner.get(
        address("bleu", candidate="the cat sat on the mat", references="the cat is on the mat", max_n="2")
    )
    assert "0.71" in told.text


def test_a_model_fills_in_what_it_says_and_leaves_the_rest(learner: Learner) -> None:
    sheet = learner.get(address("kv_cache", batch="7", layers="1", _model="Llama-3 70B", _fill="yes"))
    assert sheet.fields["batch"] == "7"
    assert sheet.fields["layers"] == "80"
    assert "Filled in: " in sheet.text
    solved = learner.get(address("kv_cache", **{**sheet.fields, "_model": "Llama-3 70B", "layers": "2"}))
    assert solved.fields["layers"] == "2"
    assert "Filled in: " not in solved.text


# Numbers as large and as small as they may be


EDGES = (
    "0",
    "1",
    "-1",
    "0.5",
    "2",
    "1e-60",
    "1e-29",
    "1e15",
    "999999999999999",
    "1e29",
    "1e30",
    "-1e30",
    "inf",
)


@pytest.mark.parametrize("family", one_in(34, FAMILIES))
def test_whatever_number_stands_in_a_field_there_is_a_page(learner: Learner, family: str) -> None:
    every(bent(family), lambda texts: answered(learner, family, texts), str)


@pytest.mark.parametrize(
    ("family", "name", "far"), [("attention_cost", "n", "1e15"), ("scaling_loss", "E", "1e29")]
)
def test_a_curve_is_drawn_at_the_far_edge_of_its_numbers(
    learner: Learner, family: str, name: str, far: str
) -> None:
    texts = solve.example(catalogue.find(family), 1)
    solved = learner.get(address(family, **{**texts, name: far}))
    assert solved.status == 200
    assert "<svg" in solved.html


def bent(family: str) -> Iterator[Mapping[str, str]]:
    """The example as it is, and with one number changed: the first of a field, or all of them."""
    texts = solve.example(catalogue.find(family), 1)
    yield texts
    for name, text in texts.items():
        for edge in EDGES:
            for times in (1, 0):
                if (other := NUMERAL.sub(edge, text, count=times)) != text:
                    yield {**texts, name: other}


NUMERAL = re.compile(r"-?\d+(?: \d{3})*(?:\.\d+)?")


def answered(learner: Learner, family: str, texts: Mapping[str, str]) -> None:
    assert learner.get(address(family, **texts)).status in (200, 422)


def test_what_takes_longer_than_anybody_waits_ends_and_stays_in_its_fields(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of closed forms in nine fields took 27 seconds."""
    monkeypatch.setattr(COMPUTING, "budget", 0.05)
    texts = dict.fromkeys(solve.example(catalogue.find("cosine_similarity"), 1), "")
    typed = " ".join(f"{n}+1/3" for n in range(1000, 2000))
    page = learner.get(address("cosine_similarity", **dict.fromkeys(texts, typed)))
    assert page.status == 422
    assert "Working this out takes too long." in page.text
    assert page.fields["u"] == typed


def test_what_a_family_assumes_stands_above_the_numbers(learner: Learner) -> None:
    html = learner.get("/solve/batch_norm").html
    assert "What is assumed here" in html
    assert html.index("down each column") < html.index("<form")
    assert "What is assumed here" not in learner.get("/solve/cosine_similarity").html


def test_a_model_that_is_never_used_has_a_solution(learner: Learner) -> None:
    sheet = learner.get(
        address("lifetime_compute", parameters="7e9", training_tokens="1.4e11", inference_tokens="0")
    )
    assert sheet.status == 200
    assert 'class="line told"' in sheet.html


def test_what_stops_the_computation_is_said_at_its_field(learner: Learner) -> None:
    given = dict.fromkeys(("w_q", "w_k", "w_v", "w_o", "w_1", "w_2"), "1 0\n0 1")
    sheet = learner.get(address("encoder_block", **given, X="1 1", norm="post"))
    assert sheet.status == 422
    assert 'id="problem-X"' in sheet.html
    assert "the numbers of row 1 are all alike here" in sheet.text


def test_an_infinite_loss_stands_behind_its_logarithm(learner: Learner) -> None:
    sheet = learner.get(address("perplexity", probabilities="0, 0.1, 0.5, 0.02"))
    assert sheet.status == 200
    assert "∞" in sheet.text
