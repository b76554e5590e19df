"""The result on the screen when a setting is changed: it stays above the question until the next one has come."""

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.jobs.store.points import Point
from app.lab.demos import DEMOS
from app.lab.demos.decoding.state import State as Decoding
from app.lab.demos.demo import Demo
from app.lab.demos.learning import State as Learning
from app.lab.lab import RECORDED
from tests.app.lab.demos.lab import Lab, claimed, ended
from tests.app.lab.demos.test_decoding import JO, predict
from tests.app.learner import Learner, form_key, new_learner

SAYS = "This is the result from before your change."
CHANGED: dict[str, dict[str, object]] = {
    "ladder": {"model": "add_alpha"},
    "depth": {"norm": "post"},
    "bpe": {"merges": 1},
    "vectors": {"word": "man"},
    "attention": {"without": "1.2"},
    "sentence": {"sentence": "The cat sat on the mat."},
    "positions": {"kind": "alibi"},
    "decoding": {"begin": "jo"},
    "cache": {"tokens": 9},
    "precision": {"number": "0.1"},
    "alignment": {"beta": 0.5},
    "scaling": {"width": 12},
    "metrics": {"order": "1"},
}


@pytest.mark.parametrize("demo", [one for one in DEMOS if one.name in CHANGED], ids=lambda demo: demo.name)
def test_a_changed_setting_leaves_the_picture_above_the_question(
    learner: Learner, demo: type[Demo[Any]]
) -> None:
    first = demo.state_type()
    was = learner.get(f"/lab/{demo.name}")
    page = learner.get(f"/lab/{demo.name}?{first.to(**CHANGED[demo.name])}&run={RECORDED}")
    assert page.status == 200
    assert "run" not in page.ids
    assert {"before", "picture", "predict"} <= page.ids
    assert page.html.index('id="before"') < page.html.index('id="predict"') < page.html.index('id="settings"')
    assert page.html.count('id="picture"') == 1
    assert page.fields["run"] == RECORDED  # so that it stays at the next change, too
    titles = [id for id in was.ids if id.endswith("-title") and f'id="{id}"' in between(was.html)]
    assert set(titles) <= page.ids


def between(html: str) -> str:
    """The picture of a result."""
    return html.partition('id="picture"')[2].partition("<form")[0]


def test_the_setting_put_back_shows_the_result_again(learner: Learner) -> None:
    made = predict(learner, "0.3")
    run = made.fields["run"]
    changed = learner.get(f"/lab/decoding?{Decoding(begin='lu').address}&run={run}")
    assert SAYS in changed.text
    assert changed.fields["run"] == run
    back = learner.get(f"/lab/decoding?{JO.address}&run={run}")
    assert "run" in back.ids
    assert SAYS not in back.text
    assert "You said 0.30" in back.text


def test_the_result_before_follows_what_may_be_played_with(learner: Learner) -> None:
    run = predict(learner, "0.3").fields["run"]
    hot, cold = (
        learner.get(f"/lab/decoding?{Decoding(begin='lu', temperature=t).address}&run={run}")
        for t in (2.0, 0.2)
    )
    assert between(hot.html) != between(cold.html)


def test_a_state_without_a_result_before_and_anothers_result_show_none(
    app: FastAPI, learner: Learner
) -> None:
    run = predict(learner, "0.3").fields["run"]
    address = f"/lab/decoding?{Decoding(begin='lu').address}"
    other = new_learner(app)
    for page in (
        learner.get(address),
        learner.get(f"{address}&run=nobody"),
        other.get(f"{address}&run={run}"),
    ):
        assert "before" not in page.ids
        assert SAYS not in page.text
        assert "predict" in page.ids


def test_another_part_is_another_question_without_the_result_before(learner: Learner) -> None:
    for part in ("memory", "matrix"):
        assert "before" not in learner.get(f"/lab/precision?part={part}&run={RECORDED}").ids


def test_a_text_that_cannot_be_read_keeps_the_result_in_sight(learner: Learner) -> None:
    page = learner.get(f"/lab/bpe?{urlencode({'text': ' ', 'run': RECORDED})}")
    assert page.status == 422
    assert {"wrong", "before", "picture"} <= page.ids


def test_a_number_that_cannot_be_read_keeps_the_result_in_sight(learner: Learner) -> None:
    page = learner.send(
        f"/lab/decoding/predictions?{JO.address}&was={RECORDED}", {"predicted": "x", "key": form_key()}
    )
    assert page.status == 422
    assert {"before", "problem"} <= page.ids


def test_a_run_on_its_way_leaves_the_run_before_it_below_until_it_has_come(
    learner: Learner, store: Database
) -> None:
    lab = Lab("learning", Learning(steps=20))
    lab.predict(learner, "2.3")
    told = [Point(step, {"loss": 3.0 - step / 20, "validation": 2.9}) for step in range(21)]
    first = ended(store, claimed(store), told, {"validation": 2.9, "step": 20})
    sent = {"predicted": "2.2", "key": form_key()}
    address = f"/lab/learning/predictions?{lab.usual.to(seed=2)}&was={first}"
    answer = learner.client.post(address, data=sent, follow_redirects=False)
    there = answer.headers["location"]
    assert dict(parse_qsl(urlsplit(there).query))["was"] == first
    going = learner.get(there.partition("#")[0])
    assert (
        going.html.index('id="going"') < going.html.index('id="before"') < going.html.index("your-run-title")
    )
    ended(store, claimed(store), told, {"validation": 2.9, "step": 20})
    over = learner.get(there.partition("#")[0])
    assert "before" not in over.ids
    assert "your-run-title" in over.ids
