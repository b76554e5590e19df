"""The state of a figure as instructors are given it on its page, to put into a question or an assignment."""

from fastapi import FastAPI

from app.figures.figures import view
from app.identity.store.people import Role
from engine.figures.addresses import local, read
from engine.figures.catalogue import figures
from engine.figures.figure import Figure
from tests.app.accounts.members import member
from tests.app.learner import HTMX, Learner
from tests.engine.submissions import BANK
from tests.every import every

SUMMARY = "Put this into a question or an assignment"
COLD = "/figures/temperature?temperature=0.5&token=river"
OWN = "/figures/temperature?of.logits=2%2C+1%2C+3&of.temperature=0.75&temperature=1.05"


def test_instructors_are_given_the_address_and_the_lines_of_every_figure(app: FastAPI) -> None:
    lin = member(app, Role.INSTRUCTOR).learner

    def check(figure: Figure) -> None:
        page = lin.get(f"/figures/{figure.id}")
        assert SUMMARY in page.text
        (lines,) = [one.text for one in page._root.iter("textarea")]
        (address,) = [one.get("value") for one in page._root.iter("input") if one.get("readonly") is not None]
        for text in (lines.strip(), local(address, "http://testserver/")):
            assert read(text).open()[1].values == figure.at({}).values

    every(figures().values(), check, lambda figure: figure.id)


def test_they_follow_the_handles_and_hold_numbers_of_ones_own(app: FastAPI) -> None:
    lin = member(app, Role.INSTRUCTOR).learner
    assert "figure = temperature\ntemperature = 0.5\ntoken = river" in lin.get(COLD).html
    here = {**HTMX, "HX-Current-URL": "http://testserver/figures/temperature"}
    part = lin.client.get(COLD, headers=here).text
    assert SUMMARY in part
    assert "figure = temperature\ntemperature = 0.5\ntoken = river" in part
    assert "of.logits = 2, 1, 3\nof.temperature = 0.75\ntemperature = 1.05" in lin.get(OWN).html


def test_on_other_pages_and_to_others_it_is_not_offered(app: FastAPI, learner: Learner) -> None:
    lin = member(app, Role.INSTRUCTOR).learner
    assert SUMMARY not in lin.get("/study/2.7").text
    there = {**HTMX, "HX-Current-URL": "http://testserver/study/2.7"}
    assert SUMMARY not in lin.client.get(COLD, headers=there).text
    for one in (learner, member(app).learner):
        assert SUMMARY not in one.get(COLD).text


def test_what_a_still_picture_says_asks_nobody_to_move_it() -> None:
    for figure in figures().values():
        shown = view(BANK, figure.id, {})
        assert shown.told_still, figure.id
        assert "?" not in shown.told_still.replace("“?”", ""), shown.told_still
        assert shown.shown.sentence.startswith(shown.told_still)
