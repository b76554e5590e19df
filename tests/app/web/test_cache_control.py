"""A guest's pages stay in the browser; that those of accounts do not, ``test_routes`` looks at on every page."""

import pytest
from fastapi import FastAPI

from tests.app.learner import new_learner


@pytest.mark.parametrize("path", ["/", "/topics", "/practice/cosine-of-two-vectors?seed=1"])
def test_a_guest_comes_back_to_what_was_typed(app: FastAPI, path: str) -> None:
    assert new_learner(app).get(path).headers["cache-control"] == "private, no-cache"
