"""The placement asks a few exercises, leaves out what follows from them, and can be skipped and left at any time."""

from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from lxml.html import document_fromstring
from sqlalchemy import select, update

from app.database.connection import Database
from app.database.schema import placements, skill_states
from app.identity.store import handing_over, people
from app.learning import upkeep
from app.learning.placement import LASTS
from engine.learning.placement import MOST
from engine.learning.prerequisites import prerequisites
from engine.variants import Variant
from tests.app.accounts.members import cookie
from tests.app.learner import Learner, Page, drawn, key, new_learner, on_both
from tests.engine.submissions import BANK


def begin(learner: Learner) -> Page:
    return learner.send("/placement/begin", {})


def exercise(page: Page) -> str:
    """The question that a placement asks."""
    (link,) = {link for link in page.links if link.startswith("/practice/")}
    return link.removeprefix("/practice/")


def topic(page: Page) -> str:
    return page.fields["topic"]


def skip(learner: Learner, page: Page) -> Page:
    return learner.send("/placement/skip", {"topic": topic(page)})


def asked_by(page: Page) -> Variant:
    """The exercise that a placement asks, with numbers."""
    question = exercise(page)
    return drawn(question, 7, BANK.questions[question].default_level)


def do(learner: Learner, page: Page) -> Page:
    """Does the exercise that is asked, all right, and goes on with the button of its sheet."""
    variant = asked_by(page)
    sheet = learner.get(f"/practice/{variant.question.id}?seed=7&level={variant.level}")
    learner.press(sheet, typed=key(variant))
    return learner.get("/next")


def skills(store: Database) -> dict[str, float]:
    with store.read() as connection:
        return {row.skill: row.mean for row in connection.execute(select(skill_states))}


def cards(store: Database) -> set[str]:
    """The skills that were shown."""
    with store.read() as connection:
        shown = select(skill_states.c.skill).where(skill_states.c.stability.is_not(None))
        return set(connection.execute(shown).scalars())


@on_both
def test_a_newcomer_who_skips_everything_is_done_after_ten_topics_at_most(app: FastAPI) -> None:
    learner = new_learner(app)
    assert "/placement" in learner.get("/").links
    page = begin(learner)
    asked = []
    while "topic" in page.fields:
        asked.append(topic(page))
        assert f"Exercise {len(asked)} of at most {MOST}" in page.text
        page = skip(learner, page)
    assert 3 <= len(asked) == len(set(asked)) <= MOST
    assert "That is enough" in page.text
    over = learner.send("/placement/end", {})
    assert "Nearly all of it is new to you." in over.text
    assert "/placement" not in learner.get("/").links
    assert learner.get("/next").address.startswith("/practice/")


def test_a_sheet_that_is_done_leads_back_and_counts(learner: Learner) -> None:
    page = begin(learner)
    first = topic(page)
    assert learner.get("/placement").text == page.text
    page = do(learner, page)
    assert page.address == "/placement"
    assert "went well" in page.text
    assert topic(page) != first


def test_a_sheet_that_went_wrong_still_says_what_it_is_for_and_leads_back(learner: Learner) -> None:
    variant = asked_by(begin(learner))
    sheet = learner.get(f"/practice/{variant.question.id}?seed=7&level={variant.level}")
    assert "Placement: 1 of 10" in sheet.text
    assert "as in the exam" not in sheet.text, "nobody is led away from it"
    wrong = learner.press(sheet, typed={name: ["77777"] * len(texts) for name, texts in key(variant).items()})
    assert "Placement: 1 of 10" in wrong.text
    onward = document_fromstring(wrong.html).xpath("//div[@class='onward']//a[@href='/placement']")
    assert [link.text_content() for link in onward] == ["Next exercise"]
    assert "not yet" in learner.get("/placement").text


def test_a_sheet_that_was_begun_is_gone_on_with(learner: Learner) -> None:
    page = begin(learner)
    while len((variant := asked_by(page)).asked) == 1:
        page = skip(learner, page)
    place = page.text.partition(" of at most")[0]
    sheet = learner.get(f"/practice/{variant.question.id}?seed=7&level={variant.level}")
    first = variant.asked[0].name
    learner.press(sheet, typed={first: key(variant)[first]})
    page = learner.get("/placement")
    assert any(link.startswith("/attempts/") for link in page.links)
    assert place in page.text


@on_both
def test_what_it_tells_of_the_rest_is_kept_and_folded_anew_alike(app: FastAPI, store: Database) -> None:
    learner = new_learner(app)
    page = begin(learner)
    asked: list[str] = []
    while len(asked) < 4:
        asked.append(topic(page))
        page = do(learner, page)
    over = learner.send("/placement/end", {})
    there, graph = skills(store), prerequisites()
    shown = {skill.partition("/")[0] for skill in cards(store)}
    beneath = {below for one in asked for below in graph.before(one)} - set(asked)
    assert shown == set(asked)
    assert beneath
    assert {skill.partition("/")[0] for skill in there} >= beneath
    assert all(mean > 0 for skill, mean in there.items() if skill.partition("/")[0] in beneath)
    assert "points expected" in learner.get("/").text
    assert "Probably known" in over.text
    assert upkeep.rebuild_all(app.state.database, app.state.library)[0] == 1
    assert skills(store) == pytest.approx(there)


def test_one_may_stop_at_once_and_nothing_is_known(learner: Learner, store: Database) -> None:
    begin(learner)
    assert "Where you stand" in learner.send("/placement/end", {}).text
    assert skills(store) == {}
    assert learner.get("/next").address.startswith("/practice/")


def test_a_topic_that_is_not_asked_is_not_skipped(learner: Learner) -> None:
    page = begin(learner)
    for other in ("none", "layer_norm" if topic(page) != "layer_norm" else "adam_step"):
        assert learner.send("/placement/skip", {"topic": other}).text == page.text
    twice = skip(learner, page)
    assert skip(learner, page).text == twice.text  # the same button in another tab


def test_whoever_comes_back_the_next_day_begins_anew(learner: Learner, store: Database) -> None:
    page = begin(learner)
    skip(learner, page)
    with store.write() as connection:
        long_ago = datetime.now(UTC) - LASTS - timedelta(minutes=1)
        connection.execute(update(placements).values(begun_at=long_ago))
    assert "Where do you stand?" in learner.get("/placement").text
    assert learner.get("/next").address.startswith("/practice/")
    assert "Exercise 1 of" in begin(learner).text


def test_nobody_has_a_placement_who_never_began_one(learner: Learner, store: Database) -> None:
    assert "Where do you stand?" in learner.get("/placement").text
    for act in ("skip", "end"):
        assert "Where do you stand?" in learner.send(f"/placement/{act}", {"topic": "adam_step"}).text
    with store.read() as connection:
        assert connection.execute(select(placements)).first() is None


def test_a_guest_who_signs_in_takes_it_along(app: FastAPI, store: Database) -> None:
    account, guest = new_learner(app), new_learner(app)
    account.get("/")
    begin(guest)
    guest.press(guest.open(), typed={"nats": "9"})
    account.press(account.open(), typed={"nats": "9"})
    upkeep.take_in_lately(app.state.database, app.state.library)
    assert skills(store)
    with store.write() as connection:
        ids = [people.with_token(connection, cookie(one)).id for one in (guest, account)]
        assert ids[0] is not None
        assert ids[1] is not None
        handing_over.hand_over(connection, ids[0], ids[1])
        assert connection.execute(select(placements.c.person_id)).scalars().all() == [ids[1]]
    upkeep.take_in_lately(app.state.database, app.state.library)
    stepwise = skills(store)
    upkeep.rebuild_all(app.state.database, app.state.library)
    assert skills(store) == pytest.approx(stepwise)
