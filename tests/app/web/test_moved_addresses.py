"""Old addresses lead to the pages that moved, with their query; forms of pages that were open still reach them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.web.moved_addresses import MOVED, moved
from tests.app.api.api_client import patient_site
from tests.app.learner import Learner
from tests.app.populated_site import Campus
from tests.app.web.test_routes import ANSWERS, ANSWERS_IN_COURSES

TRAIL = "/room/{number}/trail"


def _old_routes() -> Iterator[tuple[str, str]]:
    """Each route of a page that moved, and the address at which it was."""
    for route in ANSWERS:
        address = route.split()[1]
        for old, new in MOVED.items():
            head, rest, _ = new.partition("{rest}")
            if address == new or (rest and (address == head or address.startswith(f"{head}/"))):
                yield route, old.replace("{rest}", address.removeprefix(head))
                break


OLD = dict(_old_routes())


@pytest.fixture(scope="module")
def campus(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campus]:
    app = patient_site(migrated_file, tmp_path_factory.mktemp("moved"))
    campus = Campus(app)
    assert campus.in_course  # made now, so that all tests find it
    yield campus
    app.state.database.close()


def addresses(campus: Campus, route: str) -> tuple[str, str]:
    """The old address and the new one."""
    return campus.address(f"GET {OLD[route]}"), campus.address(route)


def reader(campus: Campus, route: str) -> Learner:
    """Somebody whose page it is."""
    return campus.nlp.instructor.learner if "{course}" in route else campus.guest


def test_the_table_has_a_route_for_each_address_that_moved() -> None:
    gone = {old.replace("{rest}", "") for old in MOVED}
    assert gone - set(OLD.values()) == set()
    assert len(OLD) == 31
    assert OLD["GET /courses/{course}/exams/{exam}/live/{number}/history"].endswith(TRAIL)


@pytest.mark.parametrize("route", [route for route in OLD if route.startswith("GET")])
def test_an_old_address_leads_to_the_new_page(campus: Campus, route: str) -> None:
    (old, new), who = addresses(campus, route), reader(campus, route)
    first = who.get(f"{old}?first=1&after=2", follow=False)
    assert (first.status, first.headers["location"]) == (308, f"{new}?first=1&after=2")
    page, asked = who.get(old), who.get(new)
    assert (page.address, page.status) == (asked.address, asked.status)
    table = ANSWERS_IN_COURSES if "{course}" in route else ANSWERS
    assert str(page.status) in table[route]


@pytest.mark.parametrize("route", [route for route in OLD if route.startswith("POST")])
def test_a_form_that_is_sent_to_an_old_address_is_sent_on(campus: Campus, route: str) -> None:
    old, new = addresses(campus, route)
    answer = reader(campus, route).send(f"{old}?after=2", {}, follow=False)
    assert (answer.status, answer.headers["location"]) == (308, f"{new}?after=2")


def test_a_form_of_a_page_that_was_open_still_works(campus: Campus) -> None:
    lin = campus.nlp.instructor.learner
    old, new = addresses(campus, "POST /courses/{course}/exams/{exam}/live/message")
    page = lin.send(old, {"message": "Look at the board."})
    assert page.address == new.removesuffix("/message")
    assert "Look at the board." in page.text


def test_an_old_address_tells_nobody_what_a_new_one_would_not(campus: Campus) -> None:
    for route in OLD:
        old, _ = addresses(campus, route)
        if route.startswith("GET"):
            assert campus.browser("nobody").get(old).status in (403, 404)


def test_no_page_of_today_has_an_address_that_moved() -> None:
    assert [route for route in ANSWERS if moved(route.split()[1])] == []


@pytest.mark.parametrize(
    "path",
    [
        "/courses/one/marks/two",
        "/courses/one/markings",
        "/courses/one/exams/two/rooms",
        "/sittings/one/trail/two",
        "/api/v1/marks",
    ],
)
def test_what_only_resembles_an_old_address_is_left_alone(path: str) -> None:
    assert moved(path) is None


def test_a_new_address_takes_every_sign_of_the_old_one_along() -> None:
    assert moved("/courses/a b/exams/{rest}/room/1/end") == "/courses/a b/exams/{rest}/live/1/end"
