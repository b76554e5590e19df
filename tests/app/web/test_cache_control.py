"""Nothing of somebody with an account stays in a browser that others use, too."""

import pytest
from fastapi import FastAPI

from tests.app.learner import new_learner
from tests.app.populated_site import Campus
from tests.app.web.test_routes import ANSWERS, ANSWERS_IN_COURSES

READ = [route for route in (*ANSWERS, *ANSWERS_IN_COURSES) if route.startswith("GET ")]


@pytest.mark.long("every page there is")
def test_no_page_of_somebody_who_is_signed_in_is_stored(app: FastAPI) -> None:
    campus, looked_at, stored = Campus(app), 0, []
    for by in (campus.instructor.learner, campus.nlp.student.learner, campus.nlp.instructor.learner):
        for route in READ:
            answer = by.client.get(campus.address(route), follow_redirects=False)
            if answer.headers.get("content-type", "").startswith("text/html"):
                looked_at += 1
                if "no-store" not in answer.headers.get("cache-control", ""):
                    stored.append(route)
    assert looked_at > 100
    assert not stored


@pytest.mark.parametrize("path", ["/", "/topics", "/practice/cosine-of-two-vectors?seed=1"])
def test_a_guest_comes_back_to_what_was_typed(app: FastAPI, path: str) -> None:
    assert new_learner(app).get(path).headers["cache-control"] == "private, no-cache"
