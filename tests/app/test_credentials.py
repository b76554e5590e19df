"""Passwords: which are taken, that they are hashed slowly and two at a time, and that nothing tells who has one."""

import threading
import time
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from pwdlib import PasswordHash

from app import credentials
from app.credentials import TooBusy, fault_of_email, fault_of_password, fits, hashed, tidy
from tests.app.entrance import EMAIL, PASSWORD, sign_in
from tests.app.learner import Learner


@pytest.fixture(autouse=True)
def quick_hashing() -> None:
    """Not here: as slow as in the product."""


@pytest.mark.parametrize(
    "password", ["ten chars!", "a" * 11, "   spaces in it   ", "пароль из слов", "🙂" * 10, "x" * 200]
)
def test_any_ten_to_two_hundred_characters_are_taken(password: str) -> None:
    assert fault_of_password(password, EMAIL) == ""


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("", "at least 10"),
        ("nine char", "at least 10"),
        ("e\u0301" * 9, "at least 10"),  # nine letters, typed as eighteen characters
        ("x" * 201, "at most 200"),
        (EMAIL, "other than your e-mail"),
        (f" {EMAIL.upper()} ", "other than your e-mail"),
        ("password123", "tried first"),
        ("QwertyUiop", "tried first"),
    ],
)
def test_what_is_refused_is_told_why(password: str, why: str) -> None:
    assert why in fault_of_password(password, EMAIL)


def test_every_common_password_would_be_long_enough_and_is_in_small_letters() -> None:
    common = credentials.COMMON.split()
    assert len(common) > 80
    assert [one for one in common if len(one) < credentials.LEAST or one != one.lower()] == []


@pytest.mark.parametrize("email", ["a@b", "Ada.Lovelace+exam@school.example", "ü@straße.example"])
def test_an_email_is_something_on_both_sides_of_an_at(email: str) -> None:
    assert fault_of_email(tidy(email)) == ""


@pytest.mark.parametrize(
    "email", ["", "ada", "@b", "a@", "a@b@c", "a b@c", "a@b\nc", f"{'a' * 250}@b.example"]
)
def test_what_is_no_email_is_said(email: str) -> None:
    assert "e-mail address" in fault_of_email(tidy(email))


def test_a_password_is_kept_as_argon2_with_a_salt_of_its_own() -> None:
    one, two = hashed(PASSWORD), hashed(PASSWORD)
    assert one.startswith("$argon2id$")
    assert one != two
    assert len(one) <= 200  # the column's
    assert PASSWORD not in one


def test_only_the_right_password_fits() -> None:
    kept = hashed(PASSWORD)
    assert fits(PASSWORD, kept)
    assert not fits(PASSWORD + " ", kept)
    assert not fits("", kept)
    assert not fits(PASSWORD, None)


def test_the_same_letters_from_another_keyboard_fit() -> None:
    kept = hashed(unicodedata.normalize("NFC", "über alle Maßen"))
    assert fits(unicodedata.normalize("NFD", "über alle Maßen"), kept)


def test_for_nobody_the_same_work_is_done_as_for_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash that stands in for a missing one has today's parameters, and is compared just as often."""
    assert not credentials.HASHER.current_hasher.check_needs_rehash(credentials.DECOY)
    compared: list[str] = []
    verify = PasswordHash.verify

    def noted(self: PasswordHash, password: str, hash: str) -> bool:
        compared.append(hash)
        return verify(self, password, hash)

    monkeypatch.setattr(PasswordHash, "verify", noted)
    kept = hashed(PASSWORD)
    fits("x", kept)
    fits("x", None)
    assert compared == [kept, credentials.DECOY]


# Two at once


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Hashing takes a while and does nothing; each call notes how many were under way."""
    under_way: list[int] = []
    noted: list[int] = []
    lock = threading.Lock()

    def verify(self: PasswordHash, password: str, hash: str) -> bool:
        with lock:
            under_way.append(1)
            noted.append(len(under_way))
        time.sleep(0.05)
        with lock:
            under_way.pop()
        return False

    monkeypatch.setattr(PasswordHash, "verify", verify)
    return noted


def test_no_more_than_two_passwords_are_hashed_at_once(slow: list[int]) -> None:
    with ThreadPoolExecutor(8) as people:
        list(people.map(lambda _: fits("x", None), range(8)))
    assert len(slow) == 8
    assert max(slow) == 2


def test_who_has_waited_long_enough_is_told_to_try_again(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(credentials, "PATIENCE", 0.01)
    monkeypatch.setattr(credentials, "_places", threading.BoundedSemaphore(1))
    with credentials._place():
        with pytest.raises(TooBusy):
            fits("x", None)
        page = sign_in(learner)
        assert page.status == 503
        assert "try again in some seconds" in page.text
        assert page.headers["retry-after"] == "5"
    assert sign_in(learner).status == 422  # as soon as there is room


def test_a_place_is_given_back_by_whoever_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def divide(self: PasswordHash, password: str) -> str:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(PasswordHash, "hash", divide)
        for _ in range(5):
            with pytest.raises(ZeroDivisionError):
                hashed(PASSWORD)
    assert hashed(PASSWORD)
