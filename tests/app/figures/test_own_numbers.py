"""Figures about the numbers of a worked solution and of /solve, and about those of an address."""

import re
from math import e
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from fastapi import FastAPI

from engine.chain import run
from engine.figures.catalogue import find
from engine.figures.own_numbers import read
from tests.app.exams.sitting import sit
from tests.app.learner import Learner, Page

SOLVE = "/solve/softmax_temperature?" + urlencode({"logits": "2, 1, 3", "temperature": "0.75"})
QUESTION = "careful-or-bold"


def offered(page: Page) -> list[str]:
    return [link for link in page.links if link.startswith("/figures/")]


def solution(learner: Learner) -> Page:
    sheet = learner.open(QUESTION, 3, "exam")
    return learner.press(sheet, do="solution")


def test_a_solution_of_typed_numbers_offers_the_figure_of_these(learner: Learner) -> None:
    (link,) = offered(learner.get(SOLVE))
    assert urlsplit(link).path == "/figures/temperature"
    assert dict(parse_qsl(urlsplit(link).query)) == {"of.logits": "2, 1, 3", "of.temperature": "0.75"}
    page = learner.get(link)
    share = run(find("temperature").chain, find("temperature").chain.parameters.of(
        {"logits": [2, 1, 3], "temperature": 0.75}
    )).reached["probabilities"][2]  # fmt: skip
    assert f"At T = 0.75, “token 3” has {share:.2f} of the probability." in page.text
    assert page.fields["temperature"] == "0.75"
    assert "With your numbers." in page.text


def test_a_worked_solution_offers_the_figure_of_the_sheet(learner: Learner) -> None:
    told = solution(learner)
    (link,) = offered(told)
    own = dict(parse_qsl(urlsplit(link).query))
    logits = re.findall(r"-?[\d.]+", own["of.logits"])
    page = learner.get(link)
    assert page.status == 200
    assert {name: page.fields[name] for name in own} == own  # a plain form goes on with them
    assert all(number.lstrip("-") in told.text for number in (*logits, own["of.temperature"]))


def test_the_address_holds_each_number_to_its_last_decimal(learner: Learner) -> None:
    typed = {"Q": "sqrt(2), 1/3", "K": "1, e; 0.1, 2", "V": "1, 2; 3, 4"}
    (link,) = offered(learner.get("/solve/attention?" + urlencode(typed)))
    query = dict(parse_qsl(urlsplit(link).query))
    given = dict(
        read(find("attention").chain, {name.removeprefix("of."): text for name, text in query.items()})
    )
    assert given["Q"].tolist() == [[2**0.5, 1 / 3]]
    assert given["K"].tolist() == [[1, e], [0.1, 2]]


def test_a_moved_figure_stays_with_the_numbers_of_the_sheet(learner: Learner) -> None:
    (link,) = offered(learner.get(SOLVE))
    page = learner.get(link)
    moved = learner.get("/figures/temperature?" + urlencode({**page.fields, "temperature": "1.05"}))
    assert "falls from 0.75 to 0.65" in moved.text  # e^(x / 1.05): 6.717, 2.592, 17.41
    assert any("of.logits=2%2C+1%2C+3" in link and "temperature=1.05" in link for link in moved.links)


def test_htmx_gets_the_figure_to_stand_below_the_picture(learner: Learner) -> None:
    (link,) = offered(learner.get(SOLVE))
    page = learner.get(SOLVE)
    part = learner.get(f"{link}&place=probabilities", htmx=True)
    assert "<html" not in part.html
    assert '<section class="placed"' in part.html
    assert 'id="figure-temperature-probabilities-form"' in part.html
    assert not part.ids - {""} & page.ids
    assert "HX-Replace-Url" not in part.headers
    assert learner.get(f"{link}&place=probabilities").html.count("<html") == 1


def test_a_placed_figure_stays_apart_from_the_same_one_on_the_page(learner: Learner) -> None:
    (link,) = offered(learner.get(SOLVE))
    part = learner.get(f"{link}&place=probabilities", htmx=True)
    moved = learner.get(
        "/figures/temperature?" + urlencode({**part.fields, "temperature": "1.05"}), htmx=True
    )
    assert 'id="figure-temperature-probabilities-shown"' in moved.html
    assert '<section class="placed"' not in moved.html
    assert "place=" not in urlsplit(next(one for one in moved.links if "temperature=1.05" in one)).query
    for odd in ("a b", "x" * 80, '"><script>'):
        odd_part = learner.get(f"{link}&{urlencode({'place': odd})}", htmx=True)
        assert 'id="figure-temperature-here-form"' in odd_part.html


def test_the_worked_example_of_a_study_page_offers_the_figure_of_its_numbers(learner: Learner) -> None:
    page = learner.get("/study/2.5?seed=4")
    links = [link for link in offered(page) if "of." in link]
    assert links
    assert {urlsplit(link).path for link in links} == {"/figures/attention"}
    told = learner.get(links[0])
    assert "With your numbers." in told.text
    part = learner.get("/study/2.5?seed=4", htmx=True)
    assert [link for link in offered(part) if "of." in link] == links


def test_a_worked_example_offers_its_figure_once_it_hides_nothing(learner: Learner) -> None:
    whole = learner.get(f"/practice/{QUESTION}/examples?seed=3&level=exam&stage=0")
    (link,) = offered(whole)
    assert "place=" not in whole.html  # in a form there can be no other form: it is a link
    assert "With your numbers." in learner.get(link).text
    faded = learner.get(f"/practice/{QUESTION}/examples?seed=3&level=exam&stage=1")
    assert "Probabilities" in faded.text
    assert offered(faded) == []
    told = learner.press(faded, do="solution")
    assert [urlsplit(one).path for one in offered(told)] == ["/figures/temperature"]


def test_a_worked_example_without_a_picture_offers_its_figure_once_it_hides_nothing(learner: Learner) -> None:
    address = "/practice/preferences-without-a-reward-model/examples?seed=3&level=exam&stage="
    (link,) = offered(learner.get(f"{address}0"))
    assert urlsplit(link).path == "/figures/dpo"
    assert offered(learner.get(f"{address}1")) == []


def test_the_distance_of_two_vectors_has_the_figure_of_their_angle_too(learner: Learner) -> None:
    (link,) = offered(learner.get("/solve/euclidean_distance?" + urlencode({"u": "3, 4", "v": "0, 1"})))
    assert urlsplit(link).path == "/figures/angle-and-distance"
    assert "the distance of the tips 4.24" in learner.get(link).text  # the root of 9 + 9


def test_a_solution_without_a_picture_offers_the_figure_at_its_end(learner: Learner) -> None:
    page = learner.get("/solve/perplexity?" + urlencode({"probabilities": "0.5, 0.25, 0.1"}))
    (link,) = offered(page)
    assert 'class="figure"' not in page.html
    assert page.html.index("Perplexity</h2>") < page.html.index("Move these numbers")
    told = learner.get(link)
    assert "fair draw among 4.31 tokens" in told.text  # the cube root of 2 · 4 · 10
    assert "all three: 1 of 4.31" in told.text


def test_the_figure_is_offered_once_where_a_solution_has_no_picture(learner: Learner) -> None:
    for address in ("/study/2.1?seed=0", "/study/2.10?seed=0", "/study/c.1?seed=0"):
        assert len([link for link in offered(learner.get(address)) if "of." in link]) == 1, address


def test_where_no_figure_holds_the_numbers_none_is_offered(learner: Learner) -> None:
    for address in (
        "/solve/softmax_temperature?" + urlencode({"logits": "2, 1, 3", "temperature": "0.01"}),
        "/solve/cosine_similarity?" + urlencode({"u": "1, 2, 3", "v": "2, 2, 1"}),
        "/solve/softmax_temperature?logits=oops&temperature=1",
        "/solve/training_memory",
        "/solve",
    ):
        assert offered(learner.get(address)) == [], address


@pytest.mark.parametrize(
    "query",
    [
        {"of.logits": "<script>alert(1)</script>", "of.temperature": "1"},
        {"of.logits": "1, 2"},
        {"of.logits": "1, 2", "of.temperature": "0.01"},
        {"of.nothing": "x" * 3000},
        {"of.": "", "of.of.logits": "1"},
    ],
)
def test_numbers_of_an_address_that_have_no_figure_are_told_and_its_own_shown(
    learner: Learner, query: dict[str, str]
) -> None:
    page = learner.get("/figures/temperature?" + urlencode(query))
    assert page.status == 200
    assert "shown." in page.text
    assert "“bridge” has" in page.text
    assert "<script>alert" not in page.html
    assert "With your numbers." not in page.text


def test_in_an_exam_nothing_of_it_appears(app: FastAPI, learner: Learner) -> None:
    told = solution(learner)
    assert offered(told)
    sit(app, QUESTION, learner=learner)
    again = learner.get(told.address)
    assert offered(again) == []
    assert "Move these numbers" not in again.text
    for address in ("/study/2.5?seed=4", "/study/2.10?seed=0", "/solve/perplexity?probabilities=0.5%2C+0.25"):
        assert [link for link in offered(learner.get(address)) if "of." in link] == [], address
    assert learner.get("/figures/temperature").status == 403
