"""Passwords: which are taken, that they are hashed slowly, and that nothing tells who has one."""

import unicodedata

import pytest
from pwdlib import PasswordHash

from app.accounts import credentials
from app.accounts.credentials import fault_of_email, fault_of_password, fits, hashed, tidy
from tests.app.accounts.members import EMAIL, PASSWORD
from tests.growth import too_steep


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


def test_a_password_of_any_length_is_looked_at_in_no_time() -> None:
    """Accents in their wrong order are put into the right one in quadratic time."""
    assert too_steep(credentials._normal, lambda length: "a" + "\u0301\u0316" * length, 188) is None
    assert fault_of_password("e\u0301" * 801, EMAIL) == "Use at most 200 characters."
