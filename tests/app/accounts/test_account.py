"""An account: what one did stays or moves along, every way in gives a new cookie, and nobody learns who has one."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.accounts import account as acting
from app.accounts import credentials
from app.accounts.account import SignedOut
from app.database.connection import Database
from app.database.schema import sessions as sessions_table
from app.identity.store import handing_over, people
from app.identity.store.people import NOBODY, Role
from app.jobs.store import jobs
from app.practice.store import attempts, reports
from app.settings import Settings
from app.web.rate_limits import RateLimiter
from app.web.turns import KEPT
from tests.app.accounts.members import (
    DOMAIN,
    EMAIL,
    OTHER_PASSWORD,
    PASSWORD,
    cookie,
    is_anywhere_in,
    is_signed_in,
    link_to,
    member,
    sign_in,
    sign_up,
    with_cookie,
)
from tests.app.contexts import context_of
from tests.app.exams.sitting import sit
from tests.app.learner import (
    COSINE,
    RIGHT,
    Count,
    Learner,
    Make,
    drawn,
    form_key,
    new_learner,
    on_both,
    read,
)
from tests.engine.submissions import SWEEP


@pytest.fixture
def ada(app: FastAPI) -> Learner:
    """Somebody with an account who is signed in."""
    learner = new_learner(app)
    assert sign_up(learner).status == 200
    return learner


# What one did


@on_both
def test_a_guest_who_opens_an_account_keeps_everything(
    learner: Learner, store: Database, count: Count
) -> None:
    sheet = learner.press(learner.open(), typed=RIGHT)
    before = count()
    with store.read() as connection:
        guest = people.with_token(connection, cookie(learner))
    page = sign_up(learner)
    assert page.address == "/account"
    assert "Your account is open; what you did so far is saved in it." in page.text
    with store.read() as connection:
        account = people.with_token(connection, cookie(learner))
    assert (account.id, account.email, account.role) == (guest.id, EMAIL, Role.STUDENT)
    assert count() == before
    assert learner.get(sheet.action).earned == 3
    assert "3 of 3 points" in learner.get("/progress").text


def test_who_opens_an_account_in_the_middle_of_an_exam_is_led_back_to_it(
    app: FastAPI, learner: Learner
) -> None:
    learner.press(learner.open(), typed=RIGHT)
    running = sit(app, COSINE, learner=learner, aids=["notes"])
    assert running.address in sign_up(learner).links
    assert running.address not in learner.get("/account").links
    running.hand_in()
    assert running.address not in learner.get("/account?done=opened").links


def test_an_exam_that_closes_its_aids_is_led_back_to_once(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT)
    running = sit(app, COSINE, learner=learner)
    assert sign_up(learner).html.count(f'href="{running.address}"') == 1


@on_both
def test_somebody_new_opens_an_account_and_practises(learner: Learner, count: Count) -> None:
    sign_up(learner)
    assert count() == {"people": 1, "sessions": 1}
    assert learner.press(learner.open(), typed=RIGHT).earned == 3
    assert count() == {"people": 1, "sessions": 1, "attempts": 1, "responses": 3}


@on_both
def test_what_a_guest_did_in_this_browser_moves_to_the_account_at_sign_in(
    app: FastAPI, ada: Learner, store: Database, count: Count
) -> None:
    ada.press(ada.open(COSINE), "report", sentence="The first one.")
    elsewhere = new_learner(app)
    sheet = elsewhere.press(elsewhere.open(), typed={"nats": "9"})
    elsewhere.press(elsewhere.open(COSINE), "report", sentence="The second one.")
    with store.write() as connection:
        guest, account = (
            people.with_token(connection, cookie(elsewhere)),
            people.with_token(connection, cookie(ada)),
        )
        jobs.add(connection, "test", {}, guest.id)
    assert sign_in(elsewhere).address == "/"
    assert count() == {"people": 1, "sessions": 2, "attempts": 1, "responses": 1, "reports": 2, "jobs": 1}
    with store.read() as connection:
        assert {report["person_id"] for report in reports.all_of(connection)} == {account.id}
        assert jobs.unfinished(connection, "test", account.id) == 1
    for browser in (elsewhere, ada):
        assert browser.press(browser.get(sheet.action), typed=RIGHT).rule("nats") == "right"


@on_both
def test_a_form_that_the_guest_and_the_account_both_sent_is_kept_of_both(ada: Learner, count: Count) -> None:
    fresh = ada.open()
    mine = ada.press(fresh, typed=RIGHT)
    reported = ada.open(COSINE)
    ada.press(reported, "report", sentence="As myself.")
    ada.send("/account/sign-out", {})
    as_guest = ada.press(fresh, typed={"nats": "9"})  # gone back in the browser, and sent once more
    ada.press(reported, "report", sentence="As a guest.")
    assert as_guest.attempt != mine.attempt
    sign_in(ada)
    assert [ada.get(sheet.action).earned for sheet in (mine, as_guest)] == [3, 0]
    assert ada.press(fresh, typed=RIGHT).attempt == mine.attempt
    assert count()["reports"] == 2


def test_somebody_elses_work_does_not_move_when_an_account_is_left_for_another(
    app: FastAPI, ada: Learner, count: Count
) -> None:
    sheet = ada.press(ada.open(), typed=RIGHT)
    for enter in (sign_up, sign_in):
        enter(ada, "bob@school.example", OTHER_PASSWORD)
        assert ada.get(sheet.action).status == 404
    assert count() == {"people": 2, "sessions": 1, "attempts": 1, "responses": 3}
    assert sign_in(new_learner(app)).status == 200


def test_whoever_practised_under_the_cookies_former_name_goes_on(app: FastAPI, learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed=RIGHT)
    later = new_learner(app)
    later.client.cookies.set("examformer_guest", cookie(learner), domain=DOMAIN)
    assert later.get(sheet.action).earned == 3
    assert cookie(later) == cookie(learner)  # and has it under today's from now on
    sign_up(later)
    assert later.get(sheet.action).earned == 3
    later.send("/account/sign-out", {})
    assert not later.client.cookies


# The cookie


@pytest.mark.parametrize("enter", [sign_up, sign_in])
def test_a_cookie_that_was_planted_before_opens_nothing_afterwards(
    app: FastAPI, store: Database, enter: object
) -> None:
    if enter is sign_in:
        sign_up(new_learner(app))
    planted = "planted-by-somebody-else"
    victim = with_cookie(app, planted)
    sheet = victim.press(victim.open(), typed=RIGHT)
    assert (sign_up if enter is sign_up else sign_in)(victim).status == 200
    assert cookie(victim) != planted
    thief = with_cookie(app, planted)
    assert not is_signed_in(thief)
    assert thief.get(sheet.action).status == 404
    assert victim.get(sheet.action).status == 200
    with store.read() as connection:
        assert people.with_token(connection, planted) == NOBODY


def test_every_way_in_gives_a_cookie_of_its_own_that_no_script_reads(
    settings: Settings, make: Make, store: Database
) -> None:
    browser = new_learner(
        make(settings.model_copy(update={"secure_cookies": True})), base="https://testserver"
    )
    seen = set()
    for enter in (sign_up, sign_in, sign_in):
        page = enter(browser, follow=False)
        said = page.headers["set-cookie"].lower()
        assert "; httponly" in said
        assert "; samesite=lax" in said
        assert "; secure" in said
        assert "; path=/" in said
        seen.add(cookie(browser))
    assert len(seen) == 3
    assert not any(is_anywhere_in(store, token) for token in seen)
    assert not is_anywhere_in(store, PASSWORD)


def test_who_signs_in_twice_in_a_browser_has_one_session_there(ada: Learner, count: Count) -> None:
    sign_in(ada)
    assert count()["sessions"] == 1


# Out


def test_signing_out_ends_this_session_and_no_other(app: FastAPI, ada: Learner, count: Count) -> None:
    sheet = ada.press(ada.open(), typed=RIGHT)
    elsewhere = new_learner(app)
    sign_in(elsewhere)
    before = cookie(ada)
    assert ada.send("/account/sign-out", {}).address == "/"
    assert not ada.client.cookies
    for browser in (ada, with_cookie(app, before)):
        assert not is_signed_in(browser)
        assert browser.get(sheet.action).status == 404
    assert is_signed_in(elsewhere)
    ada.press(ada.open(), typed=RIGHT)
    assert count()["people"] == 2  # from now on a guest


def test_signing_out_everywhere_else_leaves_this_browser_alone(app: FastAPI, ada: Learner) -> None:
    others = [new_learner(app) for _ in range(2)]
    for other in others:
        sign_in(other)
    assert "Sign out everywhere else" in ada.get("/account").text
    page = ada.send("/account/elsewhere", {})
    assert "Every other browser is signed out, and your tokens are revoked." in page.text
    assert "Sign out everywhere else" not in page.text
    assert [is_signed_in(browser) for browser in (ada, *others)] == [True, False, False]


def test_the_sessions_are_listed_with_the_one_that_asks(app: FastAPI, ada: Learner) -> None:
    sign_in(new_learner(app))
    bob = member(app).learner
    page = ada.get("/account")
    assert page.text.count("This browser") == page.text.count("Another browser") == 1
    assert "Another browser" not in bob.get("/account").text


def test_a_session_was_seen_when_something_was_sent_and_not_when_something_was_read(
    ada: Learner, store: Database
) -> None:
    long_ago = datetime(2026, 1, 1, tzinfo=UTC)

    def seen() -> datetime:
        with store.read() as connection:
            moment: datetime = connection.execute(select(sessions_table.c.seen_at)).scalar_one()
        return moment

    with store.write() as connection:
        connection.execute(update(sessions_table).values(seen_at=long_ago))
    for address in ("/", "/account", "/progress", "/topics"):
        ada.get(address)
    assert seen() == long_ago
    sheet = ada.press(ada.open(), typed={"nats": "9"})
    first = seen()
    assert datetime.now(UTC) - first < timedelta(minutes=1)
    ada.press(sheet, typed=RIGHT)
    assert seen() == first  # to some minutes: not every answer writes it
    with store.write() as connection:
        connection.execute(update(sessions_table).values(seen_at=long_ago))
    ada.press(sheet, typed={"nats": "8"})
    assert seen() > first


def test_who_was_signed_out_meanwhile_is_told_and_changes_nothing(app: FastAPI, ada: Learner) -> None:
    elsewhere = new_learner(app)
    sign_in(elsewhere)
    ada.send("/account/elsewhere", {})
    for address, form in (("/account/name", {"name": "Mallory"}), ("/account/elsewhere", {})):
        page = elsewhere.send(address, form)
        assert page.status == 403
        assert "You are not signed in, so nothing was stored." in page.text
        assert "/account" in page.links
    assert is_signed_in(ada)
    assert "Mallory" not in ada.get("/account").text


def test_a_session_that_ends_between_the_look_and_the_change_is_told_the_same(
    ada: Learner, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = context_of(app, token="no such cookie")
    for change in (
        lambda: acting.rename(nobody, "Mallory"),
        lambda: acting.sign_out_elsewhere(nobody),
        lambda: acting.change_password(nobody, PASSWORD, OTHER_PASSWORD),
    ):
        with pytest.raises(SignedOut):
            change()

    def gone(*_: object) -> int:
        raise SignedOut

    monkeypatch.setattr(acting, "mine", gone)
    page = ada.send("/account/name", {"name": "Mallory"})
    assert page.status == 403
    assert "You are not signed in." in page.text


# The password


def test_a_changed_password_ends_every_other_session_and_the_old_cookie(
    app: FastAPI, ada: Learner, store: Database
) -> None:
    elsewhere = new_learner(app)
    sign_in(elsewhere)
    before = cookie(ada)
    page = ada.send("/account/password", {"old": PASSWORD, "new": OTHER_PASSWORD})
    assert "Your password is changed" in page.text
    assert is_signed_in(ada)
    assert cookie(ada) != before
    assert not is_signed_in(elsewhere)
    assert not is_signed_in(with_cookie(app, before))
    assert sign_in(new_learner(app)).status == 422
    assert sign_in(new_learner(app), password=OTHER_PASSWORD).status == 200
    assert not is_anywhere_in(store, OTHER_PASSWORD)


def test_a_changed_password_ends_the_links_to_a_new_one(ada: Learner, store: Database) -> None:
    with store.read() as connection:
        person = people.with_token(connection, cookie(ada)).id
    link = link_to(store, person)
    assert ada.get(link).status == 200
    ada.send("/account/password", {"old": PASSWORD, "new": OTHER_PASSWORD})
    assert ada.get(link).status == 410


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("wrong", OTHER_PASSWORD, ["This is not your current password."]),
        ("", OTHER_PASSWORD, ["This is not your current password."]),
        (PASSWORD, "short", ["at least 10 characters; a few"]),
        (PASSWORD, EMAIL, ["other than your e-mail"]),
        ("wrong", "short", ["This is not your current password.", "at least 10 characters; a few"]),
    ],
)
def test_a_password_stays_where_the_old_or_the_new_one_does_not_fit(
    app: FastAPI, ada: Learner, old: str, new: str, why: list[str]
) -> None:
    elsewhere = new_learner(app)
    sign_in(elsewhere)
    page = ada.send("/account/password", {"old": old, "new": new})
    assert page.status == 422
    assert [said for said in why if said not in page.text] == []
    assert page.html.count('aria-invalid="true"') == len(why)
    assert is_signed_in(elsewhere)
    assert sign_in(new_learner(app)).status == 200


# The forms


@pytest.mark.parametrize(
    ("email", "password", "faults"),
    [("ada", PASSWORD, 1), (EMAIL, "short", 1), ("", "", 2), ("a@b@c", "password123", 2)],
)
def test_what_cannot_be_taken_is_said_beside_its_field_and_stores_nothing(
    learner: Learner, count: Count, email: str, password: str, faults: int
) -> None:
    page = sign_up(learner, email, password)
    assert page.status == 422
    assert page.html.count('class="fault"') == page.html.count('aria-invalid="true"') == faults
    for id in re.findall(r'class="fault" id="([^"]+)"', page.html):
        assert re.search(rf'aria-describedby="[^"]*\b{id}\b', page.html)
    assert cookie(learner) == ""
    assert count() == {}


@pytest.mark.parametrize("enter", [sign_up, sign_in])
def test_the_typed_email_is_kept_and_the_password_is_not(learner: Learner, enter: object) -> None:
    secret = "<b>pass"
    page = (sign_up if enter is sign_up else sign_in)(learner, '"><i>ada@', secret)
    assert 'value="&#34;&gt;&lt;i&gt;ada@"' in page.html
    assert page.html.count("ada@") == 1  # in the form that was sent, not in the other
    assert "pass<" not in page.html
    assert "b&gt;pass" not in page.html


def test_an_email_is_the_same_however_it_is_capitalised(app: FastAPI, count: Count) -> None:
    sign_up(new_learner(app), "  Ada@School.Example ")
    learner = new_learner(app)
    sign_in(learner, "ADA@school.example")
    assert is_signed_in(learner)
    again = sign_up(new_learner(app), "aDA@school.example", OTHER_PASSWORD)
    assert again.status == 422
    assert "This sign-up did not work." in again.text
    assert count()["people"] == 1


def test_the_fields_say_what_they_are_to_password_managers(learner: Learner, ada: Learner) -> None:
    assert re.findall(r'autocomplete="([\w-]+)"', learner.get("/account").html) == [
        "username", "current-password", "username", "new-password",
    ]  # fmt: skip
    assert re.findall(r'autocomplete="([\w-]+)"', ada.get("/account").html) == [
        "name", "username", "current-password", "new-password", "off",
    ]  # fmt: skip


def test_the_head_of_every_page_offers_to_sign_in_or_says_who_one_is(learner: Learner, ada: Learner) -> None:
    for address in ("/", "/study", "/progress", "/no-such-page"):
        assert '<a class="me" href="/account">Sign in</a>' in learner.get(address).html
        assert f'<a class="me" href="/account">{EMAIL}</a>' in ada.get(address).html
    ada.send("/account/name", {"name": "  Ada \n <b>L</b>\0 " + "x" * 100})
    page = ada.get("/")
    assert '<a class="me" href="/account">Ada &lt;b&gt;L&lt;/b&gt; xxx' in page.html
    assert "x" * 68 not in page.html
    assert "<b>L" not in page.html


def test_home_tells_of_accounts_until_one_is_signed_in(learner: Learner, ada: Learner) -> None:
    assert "your work is there on your other devices" in learner.get("/").text
    assert "your work is there on your other devices" not in ada.get("/").text


# Nobody learns who has an account


def test_an_unknown_email_and_a_wrong_password_are_answered_alike(
    app: FastAPI, ada: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    member(app, email="invited@school.example")  # has no password yet
    compared: list[bool] = []
    fits = credentials.fits

    def noted(password: str, kept: str | None) -> bool:
        compared.append(kept is not None)
        return fits(password, kept)

    monkeypatch.setattr(credentials, "fits", noted)
    pages = {}
    for email in (EMAIL, "nobody@school.example", "invited@school.example"):
        answer = sign_in(new_learner(app), email, "not this one")
        pages[answer.status, answer.html.replace(email, "…")] = email
    assert len(pages) == 1
    ((status, html),) = pages
    assert status == 422
    assert "This e-mail and this password do not belong together." in html
    assert compared == [
        True,
        False,
        False,
    ]  # one comparison each, whether there is something to compare with or not


def test_a_sign_up_says_of_nobody_that_they_have_an_account(app: FastAPI, ada: Learner) -> None:
    member(app, email="invited@school.example")
    pages = set()
    for email in (EMAIL, "invited@school.example"):
        answer = sign_up(new_learner(app), email, OTHER_PASSWORD)
        pages.add((answer.status, answer.html.replace(email, "…")))
    assert len(pages) == 1
    ((status, html),) = pages
    assert status == sign_up(new_learner(app), "no e-mail").status == 422
    assert "There is an account" not in html
    assert "If you have signed up here before, sign in" in html


def test_a_sign_up_hashes_one_password_whether_the_email_is_known_or_not(
    app: FastAPI, ada: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A known e-mail took twice as long: its password was hashed, and then compared."""
    work: list[str] = []
    hashed, fits = credentials.hashed, credentials.fits

    def hashing(password: str) -> str:
        work.append("hashed")
        return hashed(password)

    def comparing(password: str, kept: str | None) -> bool:
        work.append("compared")
        return fits(password, kept)

    monkeypatch.setattr(credentials, "hashed", hashing)
    monkeypatch.setattr(credentials, "fits", comparing)
    for email, password in ((EMAIL, OTHER_PASSWORD), (EMAIL, PASSWORD), ("new@school.example", PASSWORD)):
        work.clear()
        sign_up(new_learner(app), email, password)
        assert len(work) == 1, (email, work)


def test_sign_ups_that_do_not_work_count_as_sign_ups(strict: FastAPI) -> None:
    sign_up(new_learner(strict, "10.0.0.9"))
    statuses = [sign_up(new_learner(strict), EMAIL, OTHER_PASSWORD).status for _ in range(3)]
    assert statuses == [422, 422, 429]


@on_both
def test_strange_emails_and_passwords_are_nobodys(learner: Learner, count: Count) -> None:
    for email, password in (("a\0b@c", "x\0" * 10), ("'; drop table people", "x"), ("x" * 5000, "y" * 5000)):
        assert sign_in(learner, email, password).status == 422
    assert count() == {}


# Sent twice, or by two


@on_both
def test_many_clicks_on_open_an_account_are_one_account_and_all_are_signed_in(
    learner: Learner, count: Count
) -> None:
    learner.press(learner.open(), typed=RIGHT)
    before = cookie(learner)
    tabs = [learner.twin() for _ in range(6)]
    with ThreadPoolExecutor(6) as clicks:
        pages = list(clicks.map(sign_up, tabs))
    assert {page.status for page in pages} == {200}
    assert all(is_signed_in(tab) for tab in tabs)
    assert before not in {cookie(tab) for tab in tabs}
    assert {name: number for name, number in count().items() if name != "sessions"} == {
        "people": 1, "attempts": 1, "responses": 3,
    }  # fmt: skip


@on_both
def test_of_two_who_want_the_same_email_at_once_one_gets_it(app: FastAPI, count: Count) -> None:
    together = threading.Barrier(4)

    def ask(n: int) -> int:
        learner = new_learner(app)
        together.wait(10)
        return sign_up(learner, password=f"{PASSWORD} {n}").status

    with ThreadPoolExecutor(4) as clicks:
        statuses = sorted(clicks.map(ask, range(4)))
    assert statuses == [200, 422, 422, 422]
    assert count()["people"] == 1


@on_both
def test_an_answer_that_is_sent_while_one_signs_in_is_not_lost(
    app: FastAPI, ada: Learner, store: Database, count: Count
) -> None:
    """The other tab's request holds the cookie of before: it becomes a guest's, or the account's, and no error."""
    for seed in range(5):
        guest = new_learner(app)
        guest.press(guest.open(seed=seed), typed={"nats": "9"})
        tab = guest.twin()
        sheet = tab.open(COSINE, seed=seed)
        with ThreadPoolExecutor(2) as clicks:
            entering = clicks.submit(sign_in, guest)
            answering = clicks.submit(tab.press, sheet, "hint:dot", follow=False)
        assert entering.result().status == 200
        assert answering.result().status == 303
    assert count()["attempts"] == 10


# Too often


@pytest.fixture
def strict(settings: Settings, make: Make) -> FastAPI:
    rates = {
        "wrong_passwords_per_email": "3/hour",
        "wrong_passwords_per_address": "5/hour",
        "sign_ups_per_address": "2/hour",
    }
    return make(settings.model_copy(update=rates))


@pytest.mark.parametrize("email", [EMAIL, "nobody@school.example"])
def test_after_some_wrong_passwords_an_address_may_try_once_in_half_a_minute(
    strict: FastAPI, email: str
) -> None:
    member(strict, email=EMAIL)
    learner = new_learner(strict)
    statuses = [sign_in(learner, email.upper() if n % 2 else email, "guessed").status for n in range(6)]
    assert statuses == [422] * 4 + [429] * 2
    page = sign_in(learner, email, PASSWORD)
    assert page.status == 429
    assert "Please try again in 1 min." in page.text
    assert 0 < int(page.headers["retry-after"]) <= 30
    assert sign_in(learner, "another@school.example").status == 422


@on_both
def test_nobody_is_kept_out_by_what_others_guess(strict: FastAPI) -> None:
    """Ten wrong sign-ins locked the owner of a known e-mail out, from everywhere, for a quarter of an hour."""
    sign_up(new_learner(strict, "10.0.0.9"))
    for n in range(40):
        sign_in(new_learner(strict, f"10.0.1.{n}"), EMAIL, "guessed")
    assert sign_in(new_learner(strict, "10.0.0.2"), EMAIL, PASSWORD).status == 200


@on_both
def test_where_many_guess_together_each_of_them_is_slow(strict: FastAPI) -> None:
    for n in range(30):
        assert sign_in(new_learner(strict, f"10.0.1.{n}"), EMAIL, "guessed").status == 422
    another = new_learner(strict, "10.0.2.1")
    assert [sign_in(another, EMAIL, "guessed").status for _ in range(3)] == [422, 429, 429]


class Seconds:
    """The clock by which turns are given in a test; it stands still while one is asked for."""

    def __init__(self, app: FastAPI) -> None:
        self.now = 0.0
        app.state.rate_limiter = RateLimiter(app.state.settings, app.state.database, lambda: self.now)


@on_both
@pytest.mark.parametrize("keeps_cookie", [True, False])
@pytest.mark.parametrize("emails", [1, 8])
def test_whoever_guesses_takes_no_turn_from_the_owner_behind_the_same_address(
    strict: FastAPI, keeps_cookie: bool, emails: int
) -> None:
    """A lecture hall is one address: who asked each second there for somebody's e-mail, or for many, got every try."""
    seconds = Seconds(strict)
    sign_up(new_learner(strict, "10.0.0.9"))
    owner, guesser = known(strict), known(strict)
    asked_for = [EMAIL, *(f"{n}@school.example" for n in range(1, emails))]

    def guess() -> list[int]:
        return [
            sign_in(guesser if keeps_cookie else new_learner(strict), email, "guessed").status
            for email in asked_for
        ]

    assert any(429 in guess() for _ in range(100))
    first = sign_in(owner, EMAIL, PASSWORD)
    assert first.status == 429
    for _ in range(int(first.headers["retry-after"])):
        guess()
        seconds.now += 1
    guess()
    assert sign_in(owner, EMAIL, PASSWORD).status == 200


@on_both
def test_a_browser_that_nobody_knows_yet_is_sent_a_cookie_by_which_its_turn_is_known(strict: FastAPI) -> None:
    seconds = Seconds(strict)
    sign_up(new_learner(strict, "10.0.0.9"))
    for _ in range(5):
        sign_in(new_learner(strict), EMAIL, "guessed")
    owner, waited = new_learner(strict), []
    while (page := sign_in(owner, EMAIL, PASSWORD)).status == 429:
        waited.append(int(page.headers["retry-after"]))
        assert len(waited) <= 2
        seconds.now += waited[-1]
        sign_in(new_learner(strict), EMAIL, "guessed")
    assert page.status == 200


@on_both
def test_many_browsers_together_guess_no_more_often_than_one(strict: FastAPI) -> None:
    seconds = Seconds(strict)
    browsers = [known(strict) for _ in range(6)]
    tried, turns = 0, 120 if SWEEP else 40
    for _ in range(turns):
        seconds.now += 5
        tried += sum(sign_in(one, EMAIL, "guessed").status == 422 for one in browsers)
    assert tried <= 3 + turns * 5 / 30 + 1


@on_both
def test_a_turn_that_nobody_came_for_is_over_after_some_minutes(strict: FastAPI) -> None:
    seconds = Seconds(strict)
    browser = known(strict)
    statuses = [sign_in(browser, EMAIL, "guessed").status for _ in range(5)]
    assert statuses == [422] * 4 + [429]
    seconds.now += 30 + KEPT
    statuses = [sign_in(browser, EMAIL, "guessed").status for _ in range(2)]
    assert statuses == [422, 429]


def known(app: FastAPI) -> Learner:
    """Somebody whose browser has a cookie from before."""
    learner = new_learner(app)
    learner.press(learner.open(), typed=RIGHT)
    return learner


def test_nothing_of_somebody_stays_in_a_browser_that_was_signed_out(ada: Learner) -> None:
    assert ada.get("/account").headers["cache-control"] == "private, no-store"
    assert ada.get("/progress").headers["cache-control"] == "private, no-store"
    left = ada.send("/account/sign-out", {}, follow=False)
    assert left.headers["clear-site-data"] == '"cache"'


def test_right_passwords_are_never_counted(strict: FastAPI) -> None:
    """A lecture hall behind one address."""
    sign_up(new_learner(strict, "10.0.0.9"))
    statuses = [sign_in(new_learner(strict), EMAIL, PASSWORD).status for _ in range(8)]
    assert statuses == [200] * 8


@on_both
def test_after_many_wrong_passwords_an_address_goes_on_slowly(strict: FastAPI) -> None:
    emails = [f"{n}@school.example" for n in range(8)]
    statuses = [sign_in(new_learner(strict), email).status for email in emails]
    assert statuses[:6] == [422] * 6
    assert 429 in statuses[6:]
    assert sign_in(new_learner(strict, "10.0.0.2"), "6@school.example").status == 422


@on_both
def test_an_address_opens_only_so_many_accounts(strict: FastAPI, count: Count) -> None:
    statuses = [sign_up(new_learner(strict), f"{n}@school.example").status for n in range(3)]
    assert statuses == [200, 200, 429]
    assert count()["people"] == 2
    assert sign_up(new_learner(strict, "10.0.0.2"), "3@school.example").status == 200


@on_both
def test_the_old_password_cannot_be_guessed_from_a_session_either(strict: FastAPI) -> None:
    thief = member(strict, email=EMAIL).learner
    statuses = [thief.send("/account/password", {"old": "guess", "new": PASSWORD}).status for _ in range(5)]
    assert statuses == [422, 422, 422, 422, 429]


def test_who_is_signed_in_changes_a_password_whatever_strangers_guess(strict: FastAPI) -> None:
    """Guesses by others at the door, for this e-mail and from the same address, used to slow the owner down in here."""
    owner = new_learner(strict)
    sign_up(owner)
    for _ in range(9):
        sign_in(new_learner(strict), EMAIL, "guessed")
    given = {"old": PASSWORD, "new": OTHER_PASSWORD}
    assert "Your password is changed" in owner.send("/account/password", given).text


def test_what_was_wrong_in_here_slows_nobody_down_at_the_door(strict: FastAPI) -> None:
    sign_up(new_learner(strict, "10.0.0.9"))
    inside = new_learner(strict)
    sign_in(inside)
    for _ in range(5):
        inside.send("/account/password", {"old": "guess", "new": OTHER_PASSWORD})
    assert [sign_in(new_learner(strict)).status for _ in range(2)] == [200, 200]


def test_known_people_practise_on_while_signing_in_is_slow(strict: FastAPI) -> None:
    learner = new_learner(strict)
    learner.press(learner.open(), typed=RIGHT)
    for _ in range(7):
        sign_in(learner)
    assert learner.press(learner.open(COSINE), "report", sentence="Still here.").status == 200


# What moves, in the store


@on_both
def test_everything_of_a_guest_is_handed_over_and_the_guest_goes(store: Database, count: Count) -> None:
    with store.write() as connection:
        guest = people.add(connection, "guest")
        account = people.open_account(connection, None, EMAIL, None)
        begun = attempts.begin(connection, guest, form_key(), "name", "2.12", Fraction(1), drawn().to_json())
        reports.add(connection, guest, form_key(), drawn().to_json(), "wrong")
        jobs.add(connection, "test", {}, guest)
        handing_over.hand_over(connection, guest, account)
        assert attempts.find(connection, account, begun.name) is not None
        assert people.with_token(connection, "guest") == NOBODY
    assert count() == {"people": 1, "attempts": 1, "reports": 1, "jobs": 1}


def test_an_account_page_of_a_database_that_is_gone_is_an_error_page_and_study_goes_on(
    ada: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.exc import OperationalError

    def down(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("unable to open database file"))

    monkeypatch.setattr("app.identity.store.people.with_token", down)
    assert ada.get("/account").status == 503
    page = ada.get("/study")
    assert page.status == 200
    assert "Sign in" in page.text


def test_a_page_asks_once_who_reads_it(ada: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    """One look-up serves the page's head and the check whether the reader sits an exam that closes the page."""
    asked: list[str] = []
    with_token = people.with_token

    def noted(rows: object, token: str) -> object:
        asked.append(token)
        return with_token(rows, token)  # type: ignore[arg-type]

    monkeypatch.setattr("app.identity.store.people.with_token", noted)
    answer = read(ada.client.get("/glossary?q=a", headers={"HX-Request-Type": "partial"}))
    assert answer.status == 200
    assert len(asked) == 1
    ada.get("/glossary")
    assert len(asked) == 2
