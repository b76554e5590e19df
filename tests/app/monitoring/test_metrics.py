"""Metrics: who may read them, what they count, and that they name nobody."""

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import yaml
from fastapi import FastAPI
from pydantic import SecretStr

from app.monitoring import alarms
from app.settings import HOME, Settings
from tests.app.accounts.members import sign_up
from tests.app.client import Client
from tests.app.exams.sitting import sit
from tests.app.learner import (
    COSINE,
    PERPLEXITY,
    RIGHT,
    Learner,
    Make,
    always_on_both,
    new_learner,
    on_postgres,
)
from tests.app.monitoring.exposed import TOKEN, asked, families, names, value
from tests.app.server import serving

OPERATING = (HOME / "docs" / "operating.md").read_text("utf-8")
RULES = HOME / "docs" / "deployment" / "alarms.yml"
NAMES = re.compile(r"\b(?:examformer|process)_\w+")
FREE = {"le", "quantile"}
LABELS = {"method", "route", "status", "outcome", "kind", "limit", "by", "place", "pid"}


@pytest.fixture
def watched(settings: Settings, make: Make) -> FastAPI:
    return make(settings.model_copy(update={"metrics_token": SecretStr(TOKEN)}))


def test_without_a_token_set_nobody_reads_metrics(app: FastAPI) -> None:
    client = Client(app)
    for header in ("", "Bearer ", "Bearer", f"Bearer {TOKEN}"):
        assert client.get("/metrics", headers={"Authorization": header}).status_code == 404
    assert client.get("/metrics").status_code == 404


def test_whoever_shows_another_token_finds_no_such_page(watched: FastAPI) -> None:
    client = Client(watched)
    for header in ("", TOKEN, f"Basic {TOKEN}", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", "Bearer é"):
        answer = client.get("/metrics", headers={b"Authorization": header.encode("latin-1")})
        assert answer.status_code == 404
        assert "examformer_" not in answer.text
    assert "examformer_requests_total" in asked(watched)


@pytest.mark.parametrize("token", ["short", "with a space in its middle", "ünicode-token-of-some-length"])
def test_a_token_that_could_be_guessed_or_not_sent_stops_the_start(token: str) -> None:
    with pytest.raises(ValueError, match="20 to 200"):
        Settings(metrics_token=SecretStr(token))


@always_on_both
def test_what_is_exported_is_what_the_document_lists(watched: FastAPI) -> None:
    exported = {name for name in families(asked(watched)) if name.startswith("examformer_")}
    table = OPERATING.partition("| Metric |")[2].partition("\n\n")[0]
    listed = (row.split("|")[1] for row in table.splitlines() if row.startswith("| `"))
    assert exported == {name for names in listed for name in re.findall(r"`(examformer_\w+)`", names)}


def test_labels_are_few_and_of_known_kinds(watched: FastAPI) -> None:
    used = {
        label
        for name, family in families(asked(watched)).items()
        if name.startswith("examformer_")
        for sample in family.samples
        for label in sample.labels
    }
    assert used - FREE <= LABELS


def test_the_proposed_alarms_ask_for_what_is_exported(watched: FastAPI) -> None:
    there = names(asked(watched))
    rules = [rule for group in yaml.safe_load(RULES.read_text("utf-8"))["groups"] for rule in group["rules"]]
    assert len(rules) >= 10
    for rule in rules:
        assert {"alert", "expr", "labels", "annotations"} <= rule.keys()
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert {"summary", "description"} <= rule["annotations"].keys()
        wanted = set(NAMES.findall(str(rule["expr"])))
        assert wanted <= there, rule["alert"]
        assert wanted or "up{" in rule["expr"], rule["alert"]
        assert rule["expr"].count("(") == rule["expr"].count(")")


def test_the_alarms_of_prometheus_and_of_the_page_have_the_same_limits() -> None:
    rules = RULES.read_text("utf-8")
    waits = alarms.WAITS.total_seconds()
    assert f"examformer_jobs_oldest_waiting_seconds) > {waits:.0f}" in rules
    assert f"examformer_database_answer_seconds) > {alarms.SLOW_DATABASE:.0f}" in rules
    assert f"examformer_jobs_failed_last_hour) >= {alarms.FAILED_JOBS}" in rules


@pytest.mark.long("a thousand pages that say that there is nothing")
def test_a_thousand_addresses_make_no_thousand_series(watched: FastAPI) -> None:
    client = Client(watched)

    def series() -> int:
        return sum(len(one.samples) for one in families(asked(watched)).values())

    client.get("/nothing/here")
    client.get("/attempts/one")
    client.request("BREW", "/coffee")
    before = series()
    for number in range(500):
        client.get(f"/nothing/here/{number}")
        client.get(f"/attempts/{number}")
        client.request(f"BREW{number}", "/coffee") if number < 20 else None
    text = asked(watched)
    assert series() == before
    assert (
        value(text, "examformer_requests_total", route="/attempts/{name}", method="GET", status="4xx") >= 501
    )
    assert value(text, "examformer_requests_total", route="unmatched", method="other", status="4xx") >= 21


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_requests_are_counted_by_the_template_of_their_route(watched: FastAPI, method: str) -> None:
    wanted = {"method": method, "route": "/practice/{question}", "status": "3xx"}
    before = value(asked(watched), "examformer_requests_total", **wanted)
    Client(watched).request(method, f"/practice/{PERPLEXITY}", follow_redirects=False)
    text = asked(watched)
    assert value(text, "examformer_requests_total", **wanted) == before + 1
    assert PERPLEXITY not in text
    timed = {"method": method, "route": "/practice/{question}", "le": "+Inf"}
    assert value(text, "examformer_request_seconds_bucket", **timed) >= 1


def test_answers_are_counted_when_they_are_stored(watched: FastAPI) -> None:
    learner = new_learner(watched)
    before = asked(watched)
    learner.press(learner.open(), typed=RIGHT)
    after = asked(watched)

    def more(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert more("examformer_practice_saves_total", outcome="acknowledged") == 1
    assert more("examformer_practice_saves_total", outcome="refused") == 0
    assert more("examformer_answers_marked_total") == 3


def test_fields_of_an_exam_are_counted_by_what_became_of_them(watched: FastAPI) -> None:
    sat = sit(watched, PERPLEXITY, COSINE)
    before = asked(watched)
    assert value(before, "examformer_sittings_open") == 1
    sat.type(1, {"nats": ["1.21"], "bits": ["1.75"]})
    sat.watch.on(minutes=61)
    assert value(asked(watched), "examformer_sittings_overdue_seconds") == 40
    assert len(sat.save(sat.field(1, "nats.0", "1.2", 2)).json()["refused"]) == 1
    assert sat.run_out() == 1
    after = asked(watched)

    def more(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert more("examformer_exam_saves_total", outcome="acknowledged") == 2
    assert more("examformer_exam_saves_total", outcome="late") == 1
    assert value(after, "examformer_sittings_open") == 0
    assert value(after, "examformer_sittings_overdue_seconds") == 0
    assert more("examformer_sittings_ended_total", by="time") == 1
    assert more("examformer_sitting_ended_late_seconds_bucket", le="60.0") == 0
    assert more("examformer_sitting_ended_late_seconds_count") == 1


def test_metrics_name_nobody(watched: FastAPI) -> None:
    learner = new_learner(watched)
    sign_up(learner, "ada.lovelace@school.example")
    learner.press(learner.open(), typed=RIGHT)
    text = asked(watched).lower()
    assert "ada" not in re.findall(r"[a-z]+", text)
    assert "lovelace" not in text
    assert "school" not in text


def test_metrics_are_told_also_while_the_database_is_away(
    watched: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(watched.state.database), "answers", lambda *_: False)
    text = asked(watched)
    assert value(text, "examformer_database_up") == 0
    assert "examformer_database_up" in text
    assert "examformer_requests_total" in text
    assert "examformer_sittings_open" not in text


WORKER = """
import sys
from app.monitoring.requests import REQUESTS, STREAMS
from app.database.watching import IN_USE
REQUESTS.labels("GET", "/topics", "2xx").inc(int(sys.argv[1]))
STREAMS.inc()
print("ready", flush=True)
sys.stdin.read()
"""
READER = """
import sys
from app.monitoring.exposition import exposition
sys.stdout.write(exposition(None, []).decode())
"""


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(HOME))
    return tmp_path


@pytest.mark.long("processes of their own, which import the application")
def test_workers_of_a_server_add_up_and_one_that_is_gone_keeps_its_counts(shared: Path) -> None:
    def read() -> str:
        return subprocess.run(
            [sys.executable, "-c", READER], check=True, capture_output=True, text=True
        ).stdout

    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, number], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for number in ("3", "4")
    ]
    try:
        for one in workers:
            assert one.stdout
            assert one.stdout.readline() == "ready\n"
        text = read()
        assert value(text, "examformer_requests_total", route="/topics") == 7
        assert value(text, "examformer_event_streams_open") == 2
        pids = {sample.labels["pid"] for sample in families(text)["process_resident_memory_bytes"].samples}
        assert {str(one.pid) for one in workers} <= pids
        workers[0].communicate("")
        read()  # finds that it is gone
        text = read()
        assert value(text, "examformer_requests_total", route="/topics") == 7
        assert value(text, "examformer_event_streams_open") == 1
    finally:
        for one in workers:
            one.kill()
            one.communicate()


@pytest.mark.sweep
@on_postgres
def test_whichever_worker_is_asked_answers_for_both(database_url: str, small_bank: Path) -> None:
    settings = {
        "EXAMFORMER_WORKERS": "2",
        "EXAMFORMER_METRICS_TOKEN": TOKEN,
        "EXAMFORMER_QUESTION_BANK": str(small_bank),
    }
    with serving(database_url, **settings) as server:
        first, second = server.workers()
        with closing(server.browser_of(first)) as one, closing(server.browser_of(second)) as other:
            for browser in (one, one, other):
                assert browser.get("/guide").status_code == 200
            for browser in (one, other):
                text = browser.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
                assert value(text, "examformer_requests_total", route="/guide") == 3
                pids = {one.labels["pid"] for one in families(text)["process_cpu_seconds_total"].samples}
                assert pids == {str(first), str(second)}


def test_a_learner_is_no_reader_of_metrics(watched: FastAPI) -> None:
    learner: Learner = new_learner(watched)
    sign_up(learner, "ada@school.example")
    assert learner.get("/metrics").status == 404
