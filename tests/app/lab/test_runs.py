"""Live runs of the lab: begun, followed, steered and stopped by their own person; torch has no part in it here."""

import asyncio
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.jobs.heartbeat import AWAY, Beating
from app.jobs.runner import Kind, Runner
from app.jobs.store import jobs, points
from app.jobs.store.jobs import JobState
from app.jobs.store.points import Point
from app.lab import runs
from app.lab.demos.alignment.demo import KNOBS as ALIGNING
from app.lab.demos.demo import Run
from app.lab.demos.learning import KNOBS
from app.lab.routes import runs as pages
from app.web.concurrency import WATCHING, limit_concurrency
from engine.demos.gpt.settings import OutOfRange
from tests.app.exams.sitting import sit
from tests.app.jobs.test_jobs import down
from tests.app.learner import COSINE, Count, Learner, form_key, new_learner, on_both

# Without a model.
STAND_IN = Kind(
    name=runs.KIND,
    carried_out_by="tests.app.jobs.long_jobs:learn",
    seconds=30,
    most_unfinished=40,
    processes=2,
    idle=1,
)
MANY = "This model has 1,192,704 parameters; up to 800,000 are trained here."
Address = str


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "TRAINING", STAND_IN)
    monkeypatch.setattr("app.jobs.runner.LOOK", 0.05)
    monkeypatch.setattr("app.jobs.runner.REST", 0.05)


@pytest.fixture
def runner(app: FastAPI) -> Iterator[Runner]:
    made: Runner = app.state.runner
    made.kinds = [STAND_IN]
    made.start()
    yield made
    made.stop()


def predict(learner: Learner, typed: str = "2.3", **chosen: Any) -> Any:
    address = f"/lab/learning/predictions?{urlencode(chosen)}"
    return learner.client.post(address, data={"predicted": typed, "key": form_key()}, follow_redirects=False)


def begin(learner: Learner, **chosen: Any) -> Address:
    answer = predict(learner, **chosen)
    assert answer.status_code == 303, answer.text
    return f"/lab/runs/{parse_qs(urlsplit(answer.headers['location']).query)['run'][0]}"


def look(learner: Learner, address: Address, after: int = -1) -> dict[str, Any]:
    answer = learner.client.get(address, params={"after": after})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def wait(
    learner: Learner, address: Address, until: Callable[[dict[str, Any]], bool], seconds: float = 30
) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    while not until(found := look(learner, address)):
        assert time.monotonic() < deadline, found
        time.sleep(0.03)
    return found


def is_over(found: Mapping[str, Any]) -> bool:
    return found["state"] not in ("waiting", "running")


@dataclass
class Event:
    name: str = ""
    id: str = ""
    data: dict[str, Any] = field(default_factory=dict)


def events(text: str) -> list[Event]:
    """As a browser reads them; comments are passed over."""
    found = []
    for block in text.split("\n\n"):
        said = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if said:
            found.append(Event(said["event"], said.get("id", ""), json.loads(said["data"])))
    return found


def follow(learner: Learner, address: Address, seen: str = "") -> list[Event]:
    """Until the stream ends."""
    answer = learner.client.get(f"{address}/events", headers={"Last-Event-ID": seen} if seen else {})
    assert answer.headers["content-type"].startswith("text/event-stream")
    return events(answer.text)


def steps(found: list[Event]) -> list[int]:
    return [point["step"] for event in found if event.name == "points" for point in event.data["points"]]


# Begun


def test_a_guest_begins_a_run_and_it_waits_in_the_queue(learner: Learner, count: Count) -> None:
    found = look(learner, begin(learner, layers=4, width=64, steps=100))
    assert (found["state"], found["position"], found["total"]) == ("waiting", 1, 100)
    assert (found["settings"]["layers"], found["settings"]["width"]) == (4, 64)
    assert (found["points"], found["seen"], found["more"]) == ([], -1, False)
    assert count()["people"] == count()["jobs"] == 1


def test_without_torch_nothing_is_begun(
    learner: Learner, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "possible", lambda: False)
    answer = predict(learner)
    assert answer.status_code == 422
    assert "no PyTorch" in answer.text
    assert count() == {}


@on_both
def test_who_has_a_run_is_led_to_it_and_after_a_stop_begins_another(learner: Learner) -> None:
    address = begin(learner)
    assert begin(learner) == address
    assert learner.client.post(f"{address}/stop").json()["state"] == "cancelled"
    assert begin(learner) != address


def test_a_full_queue_says_so(app: FastAPI, learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "TRAINING", replace(STAND_IN, most_unfinished=1))
    begin(learner)
    answer = predict(new_learner(app))
    assert answer.status_code == 422
    assert "Too many jobs are waiting. Please try again in some minutes." in answer.text


def test_only_the_newest_runs_of_a_person_are_kept(learner: Learner) -> None:
    made = []
    for _ in range(runs.KEPT + 1):
        made.append(begin(learner))
        learner.client.post(f"{made[-1]}/stop")
    found = [learner.client.get(address).status_code for address in made]
    assert found == [404] + [200] * runs.KEPT


def test_only_its_own_person_finds_a_run(app: FastAPI, learner: Learner, store: Database) -> None:
    address, others = begin(learner), [new_learner(app), new_learner(app)]
    begin(others[0])
    for other in others:
        for path in ("", "/events"):
            assert other.client.get(address + path).status_code == 404
        for path in ("/steer", "/stop"):
            assert other.client.post(address + path, data={"paused": "true"}).status_code == 404
    with store.read() as connection:
        found = jobs.find(connection, address.rpartition("/")[2])
    assert found
    assert (found.state, found.steering) == ("waiting", {})


def test_no_run_is_begun_or_watched_in_an_exam_that_forbids_aids(app: FastAPI, learner: Learner) -> None:
    address = begin(learner)
    sit(app, COSINE, learner=learner)
    for path in (address, f"{address}/events"):
        assert "While you sit an exam, this page is closed." in learner.get(path).text
    for path in ("/lab/learning/predictions", f"{address}/steer", f"{address}/stop"):
        assert learner.client.post(path).status_code == 403


# Followed


@on_both
def test_every_point_is_told_once_in_its_order_and_then_that_it_is_over(
    learner: Learner, runner: Runner
) -> None:
    address = begin(learner, steps=60)
    found = follow(learner, address)
    assert steps(found) == list(range(61))
    assert [event.name for event in found[:1]] == ["state"]
    last = found[-1]
    assert (last.name, last.data["state"], last.data["said"]) == ("over", "done", "")
    assert (last.data["done"], last.data["total"], last.data["result"]["steps"]) == (60, 60, 60)
    for event in found:
        if event.name == "points":
            assert event.id == str(event.data["points"][-1]["step"])


@pytest.mark.sweep
def test_there_are_at_most_ten_batches_a_second(learner: Learner, store: Database) -> None:
    address = begin(learner)
    with store.write() as connection:
        job = jobs.claim(connection, runs.KIND, "one")
    assert job

    def work() -> None:
        for step in range(100):
            with store.write() as connection:
                points.add(connection, job.id, [Point(step, {"loss": 1.0})])
            time.sleep(0.01)
        with store.write() as connection:
            jobs.end(connection, job.name, "one", JobState.DONE)

    worker, began = threading.Thread(target=work), time.monotonic()
    worker.start()
    found = follow(learner, address)
    took = time.monotonic() - began
    worker.join()
    assert steps(found) == list(range(100))
    assert 3 < sum(event.name == "points" for event in found) < 10 * took + 2


def test_who_lost_the_stream_goes_on_where_it_broke(learner: Learner, runner: Runner) -> None:
    address = begin(learner, steps=20)
    follow(learner, address)
    assert steps(follow(learner, address, "17")) == [18, 19, 20]
    assert [event.name for event in follow(learner, address, "20")] == ["state", "over"]
    assert steps(follow(learner, address, "x" * 5000)) == list(range(21))
    assert [point["step"] for point in look(learner, address, 17)["points"]] == [18, 19, 20]


@pytest.mark.sweep
def test_a_long_run_is_told_in_several_batches(
    learner: Learner, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "look", limit_concurrency(WATCHING)(partial(runs.look, most=7)))
    address = begin(learner, steps=20)
    wait(learner, address, is_over)
    found = follow(learner, address)
    assert [event.id for event in found if event.name == "points"] == ["6", "13", "20"]
    assert steps(found) == list(range(21))


@pytest.mark.sweep
def test_two_train_and_the_third_sees_its_place(app: FastAPI, runner: Runner) -> None:
    people = [new_learner(app) for _ in range(4)]
    addresses = [begin(one, steps=2000) for one in people]
    for one, address in list(zip(people, addresses, strict=True))[:2]:
        wait(one, address, lambda found: found["done"] > 0)
    found = [look(one, address) for one, address in zip(people, addresses, strict=True)]
    assert [one["state"] for one in found] == ["running", "running", "waiting", "waiting"]
    assert [one["position"] for one in found] == [0, 0, 1, 2]
    people[0].client.post(f"{addresses[0]}/stop")
    wait(people[2], addresses[2], lambda found: found["done"] > 0)
    assert look(people[3], addresses[3])["position"] == 1


@pytest.mark.sweep
def test_a_worker_that_is_killed_ends_in_a_sentence_and_a_new_start(learner: Learner, runner: Runner) -> None:
    address = begin(learner, steps=2000)
    wait(learner, address, lambda found: found["done"] > 0)
    for _, process in list(runner._workers.values()):
        os.kill(process.pid, signal.SIGKILL)
    *_, over = follow(learner, address)
    assert over.data["state"] == "failed"
    assert over.data["said"].startswith("The process that did this ended unexpectedly (status -9).")
    assert wait(learner, begin(learner, steps=10), is_over)["state"] == "done"


# Steered and stopped


def test_a_run_is_steered_while_it_goes_on(learner: Learner, runner: Runner) -> None:
    address = begin(learner, steps=2000)
    wait(learner, address, lambda found: found["done"] > 0)
    answer = learner.client.post(f"{address}/steer", data={"rate": "0.01"})
    assert answer.json()["steering"] == {"rate": 0.01}
    wait(learner, address, lambda found: found["points"][-1]["rate"] == 0.01)
    answer = learner.client.post(f"{address}/steer", data={"paused": "true"})
    assert answer.json()["steering"] == {"rate": 0.01, "paused": True}


def test_a_rate_out_of_range_is_refused_in_a_sentence(learner: Learner) -> None:
    address = begin(learner)
    answer = learner.client.post(f"{address}/steer", data={"rate": "1"})
    assert (answer.status_code, answer.json()["said"]) == (
        422,
        "The learning rate lies between 1e-05 and 0.1.",
    )
    assert look(learner, address)["steering"] == {}


@pytest.mark.parametrize(
    ("knob", "number", "said"),
    [
        ("dropout", "0.6", "The dropout lies between 0 and 0.5."),
        ("batch", "65", "The batch size lies between 4 and 64."),
        ("batch", "8.5", "The batch size is a whole number."),
        ("beta", "1", "This setting cannot be changed while the run goes on."),
    ],
)
def test_a_knob_that_may_not_be_set_so_is_refused_and_nothing_else_of_it_is_set(
    learner: Learner, knob: str, number: str, said: str
) -> None:
    address = begin(learner)
    answer = learner.client.post(f"{address}/steer", data={"rate": "0.01", knob: number})
    assert (answer.status_code, answer.json()["said"]) == (422, said)
    assert look(learner, address)["steering"] == {}


def test_the_knobs_of_a_demo_are_set_together_and_alone(learner: Learner) -> None:
    address = begin(learner)
    for sent in ({"rate": "0.01", "dropout": "0.2"}, {"batch": "16"}):
        assert learner.client.post(f"{address}/steer", data=sent).status_code == 200
    assert look(learner, address)["steering"] == {"rate": 0.01, "dropout": 0.2, "batch": 16}
    for limits in (KNOBS, ALIGNING):
        for one in limits.values():
            one.check(one.least)
            one.check(one.most)
            for beyond in (one.least - 1e-6, one.most + 1e-6):
                with pytest.raises(OutOfRange, match="lies between"):
                    one.check(beyond)


def test_a_stopped_run_ends_and_its_points_stay(learner: Learner, runner: Runner) -> None:
    address = begin(learner, steps=2000)
    wait(learner, address, lambda found: found["done"] > 0)
    learner.client.post(f"{address}/stop")
    found = follow(learner, address)
    assert (found[-1].data["state"], found[-1].data["said"]) == ("cancelled", "It was stopped.")
    assert steps(found) == list(range(found[-1].data["done"] + 1))


@pytest.mark.sweep
def test_who_leaves_may_come_back_for_a_while(learner: Learner, runner: Runner) -> None:
    """A page that is loaded anew leaves, and is back at once."""
    address = begin(learner, steps=40)
    assert learner.client.post(f"{address}/leave").status_code == 204
    assert look(learner, address)["steering"]["left"] == pytest.approx(time.time(), abs=5)
    assert follow(learner, address)[-1].data["state"] == "done"
    assert look(learner, address)["steering"]["left"] is None


def test_who_stays_away_has_stopped_the_run(learner: Learner, store: Database) -> None:
    address = begin(learner)
    learner.client.post(f"{address}/leave")
    for away, over in ((AWAY - 1, False), (AWAY + 1, True)):
        with store.write() as connection:
            jobs.steer(connection, address.rpartition("/")[2], {"left": time.time() - away})
            job = jobs.find(connection, address.rpartition("/")[2])
            claimed = job if job and job.worker else jobs.claim(connection, runs.KIND, "a worker")
        assert claimed
        heard = Beating(store, claimed)
        heard.beat()
        assert heard.report.cancelled.is_set() is over


# A stream and its browser


async def streamed(app: FastAPI, learner: Learner, address: Address, until: Callable[[str], bool]) -> str:
    """The text sent until the browser had enough and left; fails if the server then goes on for ten seconds."""
    gone, text = asyncio.Event(), ""
    asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        for message in asked:
            return message
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal text
        text += message.get("body", b"").decode()

    cookies = "; ".join(f"{name}={value}" for name, value in learner.client.cookies.items())
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
        "scheme": "http", "path": f"{address}/events", "raw_path": f"{address}/events".encode(), "query_string": b"",
        "headers": [(b"host", b"testserver"), (b"cookie", cookies.encode())], "client": ("10.0.0.1", 50000),
        "server": ("testserver", 80), "root_path": "",
    }  # fmt: skip
    served = asyncio.create_task(app(scope, receive, send))
    deadline = time.monotonic() + 20
    while not until(text):
        assert time.monotonic() < deadline, text
        await asyncio.sleep(0.01)
    gone.set()
    await asyncio.wait_for(served, 10)
    return text


def test_a_stream_ends_when_its_browser_is_gone(
    app: FastAPI, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, watch = [], pages.look

    async def counted(*asked: Any) -> Run:
        looks.append(asked)
        return await watch(*asked)

    monkeypatch.setattr(pages, "look", counted)
    monkeypatch.setattr(pages, "LATER", 0.02)

    async def visit() -> int:
        await streamed(app, learner, address, lambda text: len(looks) > 3)
        seen = len(looks)
        await asyncio.sleep(0.3)
        return len(looks) - seen

    address = begin(learner)
    assert asyncio.run(visit()) == 0


def test_a_silent_stream_beats_like_a_heart(
    app: FastAPI, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fastapi.routing._PING_INTERVAL", 0.05)
    text = asyncio.run(streamed(app, learner, begin(learner), lambda text: text.count("\n:") > 2))
    assert [(event.name, event.data["position"]) for event in events(text)] == [("state", 1)]


def test_a_stream_ends_where_the_database_cannot_be_read(
    app: FastAPI, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, watch = begin(learner), pages.look

    async def once(*asked: Any) -> Run:
        seen.append(asked)
        if len(seen) > 2:
            down()
        return await watch(*asked)

    seen: list[Any] = []
    monkeypatch.setattr(pages, "look", once)
    monkeypatch.setattr(pages, "LATER", 0.02)
    text = asyncio.run(streamed(app, learner, address, lambda text: len(seen) > 2))
    assert [event.name for event in events(text)] == ["state"]


def test_a_stream_ends_when_the_server_is_to_end(
    app: FastAPI, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LATER", 0.02)
    address, leaving = begin(learner), threading.Timer(0.3, app.state.stopping.set)
    leaving.start()
    assert [event.name for event in follow(learner, address)] == ["state"]
