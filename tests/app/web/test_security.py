"""Requests that are refused before any handler: too much, from elsewhere, for another host, too often."""

import asyncio
import threading
import urllib.parse
from collections.abc import Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi import FastAPI

from app.identity.store.people import Role
from app.practice import practice
from app.practice.sheet import Sheet
from app.questions.context import Context
from app.settings import Settings
from tests.app.accounts.members import member
from tests.app.authoring.sample_question import NAME, TEXT, publish
from tests.app.exams.sitting import sit
from tests.app.learner import (
    HTMX,
    PERPLEXITY,
    RIGHT,
    Count,
    Learner,
    Make,
    Page,
    filled,
    new_learner,
    on_both,
)

Message = MutableMapping[str, Any]
KIB = 1024
FORM = {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "same-origin",
    "host": "testserver",
}


class Asked:
    """One request, chunk by chunk, with what the app sent back and how many chunks it took."""

    def __init__(
        self,
        app: FastAPI,
        headers: dict[str, str],
        chunks: Iterable[bytes],
        path: str = f"/practice/{PERPLEXITY}",
        method: str = "POST",
    ) -> None:
        self.taken = 0
        self.sent: list[Message] = []
        self._chunks = list(chunks)
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
            "client": ("10.0.0.1", 50000),
            "server": ("testserver", 80),
        }
        asyncio.run(app(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        body = self._chunks[self.taken]
        self.taken += 1
        return {"type": "http.request", "body": body, "more_body": self.taken < len(self._chunks)}

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def text(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent[1:]).decode()


# Too much


def test_a_body_that_is_announced_too_long_is_refused_before_a_byte_is_taken(
    app: FastAPI, count: Count
) -> None:
    asked = Asked(app, FORM | {"content-length": str(64 * KIB + 1)}, [b"key=" + b"x" * 64 * KIB])
    assert asked.status == 413
    assert asked.taken == 0
    assert "64 KiB" in asked.text
    assert count() == {}


def test_a_body_that_comes_in_chunks_without_a_length_is_refused_once_it_is_too_long(
    app: FastAPI, count: Count
) -> None:
    asked = Asked(app, FORM | {"transfer-encoding": "chunked"}, [b"key=x&"] + [b"a=" + b"x" * 8 * KIB] * 1280)
    assert asked.status == 413
    assert asked.taken == 9  # 64 KiB and a little, of 10 MiB
    assert count() == {}


def test_a_multipart_body_in_chunks_is_refused_once_it_is_too_long(app: FastAPI, count: Count) -> None:
    head = b'--b\r\ncontent-disposition: form-data; name="key"\r\n\r\n'
    headers = FORM | {"content-type": "multipart/form-data; boundary=b"}
    asked = Asked(app, headers, [head] + [b"x" * 8 * KIB] * 100)
    assert asked.status == 413
    assert asked.taken < 12
    assert count() == {}


def test_more_than_was_announced_is_refused(app: FastAPI, count: Count) -> None:
    assert Asked(app, FORM | {"content-length": "10"}, [b"x" * 8 * KIB] * 100).status == 413
    assert count() == {}


@pytest.mark.parametrize("length", ["-1", "abc", "²", "1e3", "9" * 5000, "", "+5", "1_0"])
def test_a_length_that_is_no_number_is_refused(app: FastAPI, length: str) -> None:
    assert Asked(app, FORM | {"content-length": length}, [b""]).status == 413


def test_a_body_of_ten_megabytes_is_told_in_words(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    page = learner.send(sheet.action, filled(sheet, {"nats": "5" * 10_000_000}) | {"do": "check"})
    assert page.status == 413
    assert "Nothing was stored" in page.text
    assert count() == {}


def test_ten_thousand_fields_of_a_matrix_are_refused(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    fields = {f"cell.nats.{n}": "0.5" for n in range(10_000)}
    assert learner.send(sheet.action, dict(sheet.fields) | fields).status == 413
    assert count() == {}


def test_many_short_fields_within_the_limit_are_refused_with_a_page(learner: Learner, count: Count) -> None:
    sheet = learner.open()
    page = learner.send(sheet.action, dict(sheet.fields) | {f"f{n}": "" for n in range(3000)})
    assert page.status == 400
    assert "Examformer" in page.text
    assert count() == {}


PIECES = (
    ("/saves", "application/json", b"[" + b"0," * 60_000 + b"0]"),
    ("/saves", "application/json", b"{" + b'"k":1,' * 30_000 + b'"k":1}'),
    ("/saves", "application/any+json", b'{"a":[' + b"1," * 60_000 + b"1]}"),
    ("/questions/1", "application/x-www-form-urlencoded", b"&" * 1_400_000),
    ("/questions/1", "application/x-www-form-urlencoded; charset=utf-8", b"a;" * 400_000),
)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Everything that was parsed of the bodies that came."""
    calls: list[object] = []

    def parse(*given: object, **named: object) -> None:
        calls.append(given)

    monkeypatch.setattr("starlette.formparsers.FormParser.on_field_end", parse)
    monkeypatch.setattr("json.loads", parse)
    return calls


@pytest.mark.parametrize(("place", "kind", "body"), PIECES)
def test_what_comes_in_more_pieces_than_any_page_sends_is_refused_before_it_is_parsed(
    app: FastAPI, place: str, kind: str, body: bytes, request: pytest.FixtureRequest
) -> None:
    """Bodies are parsed where all requests wait for one another."""
    sat = sit(app, PERPLEXITY)
    parsed = request.getfixturevalue("parsed")
    answer = sat.learner.client.post(sat.address + place, content=body, headers={"Content-Type": kind})
    assert answer.status_code == (400 if kind.endswith("json") else 413)
    assert not parsed


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(("place", "kind", "body"), PIECES)
def test_a_large_body_of_a_stranger_is_not_parsed(
    app: FastAPI, place: str, kind: str, body: bytes, chunked: bool, request: pytest.FixtureRequest
) -> None:
    """Nor that of somebody who sits another exam, or has an account and is no author."""
    sat, other = sit(app, PERPLEXITY), sit(app, PERPLEXITY)
    parsed = request.getfixturevalue("parsed")
    content = (lambda: iter([body])) if chunked else (lambda: body)
    for by, path in (
        (new_learner(app), sat.address + place),
        (other.learner, sat.address + place),
        (sat.learner, f"/author/{NAME}"),
        (sat.learner, "/author/imports"),
    ):
        answer = by.client.post(path, content=content(), headers={"Content-Type": kind})
        assert answer.status_code == 403, path
        assert "Sign in" in answer.text
    assert not parsed


def test_a_large_sheet_of_our_own_is_let_in(learner: Learner) -> None:
    sheet = learner.open()
    fields = filled(sheet, RIGHT) | {"do": "check", "sentence": "x" * 2000}
    assert len(urllib.parse.urlencode(fields)) < 64 * KIB
    assert learner.send(sheet.action, fields).status == 200


def test_the_longest_question_of_the_largest_letters_goes_through_every_button_of_its_editor(
    app: FastAPI,
) -> None:
    author = member(app, Role.INSTRUCTOR)
    publish(app, author.id)
    text = "𝔸" * 59_999 + "\n"
    for place in ("", "/preview", "/tests", "/check", "/cancel", "/publish"):
        assert author.learner.send(f"/author/{NAME}{place}", {"text": text}).status not in (400, 413), place
    assert author.learner.get(f"/author/{NAME}").fields["text"] == f"\n{text}"


def test_a_text_that_no_question_may_have_is_refused_and_nothing_is_stored(app: FastAPI) -> None:
    author = member(app, Role.INSTRUCTOR)
    publish(app, author.id)
    for text in ("a" * 700_000, "a" * 2_000_000):
        page = author.learner.send(f"/author/{NAME}", {"text": text})
        assert page.status == 413
        assert "Nothing was stored" in page.text
    assert author.learner.get(f"/author/{NAME}").fields["text"] == f"\n{TEXT}"


@pytest.mark.parametrize(
    "path",
    ["/author", "/author/copies", "/author/x/versions", "/author/x/archive", "/author/x/preview/", "/author/imports/x",
     "/author//preview", "/attempts/x", "/courses/x"],
)  # fmt: skip
def test_no_other_form_may_be_longer_than_before(app: FastAPI, path: str) -> None:
    asked = Asked(app, FORM | {"content-length": str(64 * KIB + 1)}, [b"x" * 64 * KIB], path)
    assert asked.status == 413
    assert asked.taken == 0


# From elsewhere


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": ""},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://testserver.evil.example"},
        {"Origin": "http://evil.example/testserver"},
        {"Origin": "http://testserver@evil.example"},
        {"Origin": "http://testserver:8000"},
    ],
    ids=str,
)
def test_a_form_from_elsewhere_is_refused(learner: Learner, count: Count, headers: dict[str, str]) -> None:
    sheet = learner.open()
    del learner.client.headers["Sec-Fetch-Site"]
    fields = filled(sheet, RIGHT) | {"do": "check"}
    answer = learner.client.post(sheet.action, data=fields, headers=headers, follow_redirects=False)
    assert answer.status_code == 403
    assert "did not come from a page of Examformer" in answer.text
    assert count() == {}


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "same-origin"},
        {"Origin": "http://testserver"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://testserver"},
    ],
    ids=str,
)
def test_a_form_from_our_own_page_is_let_in(learner: Learner, headers: dict[str, str]) -> None:
    sheet = learner.open()
    del learner.client.headers["Sec-Fetch-Site"]
    fields = filled(sheet, RIGHT) | {"do": "check"}
    assert (
        learner.client.post(sheet.action, data=fields, headers=headers, follow_redirects=False).status_code
        == 303
    )


def test_reading_is_open_to_links_from_elsewhere(app: FastAPI) -> None:
    visitor = new_learner(app)
    visitor.client.headers["Sec-Fetch-Site"] = "cross-site"
    assert visitor.open().status == 200


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_other_methods_that_might_change_something_are_guarded_too(app: FastAPI, method: str) -> None:
    assert Asked(app, {"host": "testserver"}, [b""], method=method).status == 403


def test_htmx_hears_a_refusal_beside_the_sheet_and_what_is_typed_stays(learner: Learner) -> None:
    sheet = learner.open()
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Content-Length": "99999999"}):
        answer = learner.client.post(sheet.action, data={}, headers=HTMX | headers)
        assert answer.status_code in (403, 413)
        assert answer.headers["hx-retarget"] == "#alert"
        assert answer.headers["hx-reswap"] == "innerHTML"


# For another host


def test_only_this_machine_is_allowed_unless_told_otherwise() -> None:
    assert Settings().allowed_hosts == ["127.0.0.1", "localhost", "[::1]"]


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "", "127.0.0.1.evil.example"])
def test_a_request_for_another_host_is_refused(learner: Learner, host: str) -> None:
    answer = learner.client.get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST", "[::1]:8000"])
def test_this_machine_is_answered_by_its_names(learner: Learner, host: str) -> None:
    assert learner.client.get("/", headers={"Host": host}).status_code == 200


def test_other_hosts_can_be_allowed(settings: Settings, make: Make) -> None:
    open_app = make(settings.model_copy(update={"allowed_hosts": ["exam.example", "*.school.example"]}))
    visitor = new_learner(open_app)
    for host, status in (("exam.example", 200), ("a.school.example", 200), ("testserver", 400)):
        assert visitor.client.get("/", headers={"Host": host}).status_code == status


# Too often


@pytest.fixture
def strict(settings: Settings, make: Make) -> FastAPI:
    return make(settings.model_copy(update={"guests_per_address": "2/hour"}))


def test_new_guests_beyond_the_limit_of_an_address_are_asked_to_come_later(
    strict: FastAPI, count: Count
) -> None:
    first, second, third = (new_learner(strict) for _ in range(3))
    assert first.press(first.open(), typed=RIGHT).status == 200
    assert second.press(second.open(), typed=RIGHT).status == 200
    page = third.press(third.open(), typed=RIGHT)
    assert page.status == 429
    assert "Please try again" in page.text
    assert count() == {"people": 2, "sessions": 2, "attempts": 2, "responses": 6}
    again = first.press(first.open(), typed=RIGHT)  # whoever worked here before can go on
    assert again.earned == 3
    assert third.open().status == 200  # and everyone may read


def test_the_limit_counts_each_address_alone(strict: FastAPI) -> None:
    for n in range(6):
        visitor = new_learner(strict, address=f"10.0.0.{n // 2}")
        assert visitor.press(visitor.open(), typed=RIGHT).status == 200


@on_both
def test_the_limit_holds_for_newcomers_who_come_at_the_same_moment(strict: FastAPI, count: Count) -> None:
    newcomers = [new_learner(strict) for _ in range(20)]
    sheets = [newcomer.open() for newcomer in newcomers]
    together = threading.Barrier(20)

    def answer(newcomer: Learner, sheet: Page) -> int:
        together.wait(10)
        return newcomer.press(sheet, typed=RIGHT, follow=False).status

    with ThreadPoolExecutor(20) as clicks:
        statuses = list(clicks.map(answer, newcomers, sheets))
    assert sorted(statuses) == [303] * 2 + [429] * 18
    assert count()["people"] == 2


def test_a_newcomer_who_was_stored_counts_although_the_page_broke_afterwards(
    strict: FastAPI, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    def divide(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("app.practice.routes.practice._answer", divide)
    statuses = []
    for _ in range(3):
        visitor = new_learner(strict)
        statuses.append(visitor.press(visitor.open(), typed=RIGHT).status)
    assert statuses == [500, 500, 429]
    assert count()["people"] == 2


def test_who_is_known_does_not_wait_for_newcomers(strict: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    known, newcomer = new_learner(strict), new_learner(strict)
    known.press(known.open(), typed=RIGHT)
    inside, done = threading.Event(), threading.Event()
    answer = practice.check

    def slow(context: Context, *rest: Any) -> Sheet:
        if context.visitor.token != known.client.cookies["examformer"]:
            inside.set()
            assert done.wait(10)
        return answer(context, *rest)

    monkeypatch.setattr("app.practice.practice.check", slow)
    sheet = newcomer.open()
    with ThreadPoolExecutor(1) as background:
        waiting = background.submit(newcomer.press, sheet, typed=RIGHT)
        assert inside.wait(10)
        assert known.press(known.open(seed=8), typed=RIGHT).status == 200
        done.set()
        assert waiting.result().status == 200


@on_both
def test_what_cannot_be_read_makes_no_guest_and_does_not_count(strict: FastAPI, count: Count) -> None:
    visitor = new_learner(strict)
    for _ in range(5):
        assert visitor.press(visitor.open(), typed={"nats": "abc"}).status == 422
    assert count() == {}
    assert visitor.press(visitor.open(), typed=RIGHT).status == 200


def test_a_visitor_without_cookies_cannot_fill_the_database(strict: FastAPI, count: Count) -> None:
    visitor = new_learner(strict)
    sheet = visitor.open()
    statuses = []
    for _ in range(5):
        visitor.client.cookies.clear()
        statuses.append(visitor.press(sheet, typed=RIGHT, follow=False).status)
    assert statuses == [303, 303, 429, 429, 429]
    assert count()["people"] == 2
