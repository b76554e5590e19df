"""Room codes, against the vectors of RFC 6238 and a second road, and their windows."""

import struct
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exams.supervision.codes import code, fits, hotp, left

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (59, "46119246"),
        (1111111109, "68084774"),
        (1111111111, "67062674"),
        (1234567890, "91819424"),
        (2000000000, "90698825"),
        (20000000000, "77737706"),
    ],
)
def test_codes_are_those_of_the_rfc(seconds: int, expected: str) -> None:
    assert hotp(b"12345678901234567890123456789012", seconds // 30, 8) == expected


def by_hand(key: bytes, counter: int) -> str:
    """HMAC and truncation, written out after RFC 2104 and RFC 4226."""
    block = key.ljust(64, b"\0") if len(key) <= 64 else sha256(key).digest().ljust(64, b"\0")
    inner = sha256(bytes(one ^ 0x36 for one in block) + struct.pack(">Q", counter)).digest()
    digest = sha256(bytes(one ^ 0x5C for one in block) + inner).digest()
    (number,) = struct.unpack_from(">I", digest, digest[31] & 0xF)
    return str((number & 0x7FFFFFFF) % 1_000_000).zfill(6)


@given(st.binary(max_size=100), st.integers(0, 2**40))
def test_a_code_computed_by_hand_is_the_same(key: bytes, counter: int) -> None:
    assert hotp(key, counter, 6) == by_hand(key, counter)


def test_the_present_code_and_the_one_before_hold_and_no_other() -> None:
    now = code("secret", "HG F 1", 5, NOON)
    assert fits(now, "secret", "HG F 1", 5, NOON)
    assert fits(now, "secret", "HG F 1", 5, NOON + timedelta(minutes=9, seconds=59))
    assert not fits(now, "secret", "HG F 1", 5, NOON + timedelta(minutes=10))
    assert not fits(now, "secret", "HG F 1", 5, NOON - timedelta(seconds=1))


def test_each_room_and_each_exam_has_a_code_of_its_own() -> None:
    made = {code(secret, room, 5, NOON) for secret in ("a", "b") for room in ("HG F 1", "HG F 3")}
    assert len(made) == 4


@pytest.mark.parametrize("typed", ["{0} {1}", "{0}-{1}", " {0}{1} ", "{0}\u2009{1}"])
def test_blanks_and_dashes_in_a_code_make_no_difference(typed: str) -> None:
    digits = code("secret", "HG F 1", 5, NOON)
    assert fits(typed.format(digits[:3], digits[3:]), "secret", "HG F 1", 5, NOON)


@pytest.mark.parametrize("typed", ["", "0", "abcdef", "١٢٣٤٥٦", "\0", "9" * 5000])
def test_what_is_no_code_fits_no_room(typed: str) -> None:
    assert not fits(typed, "secret", "HG F 1", 5, NOON)


def test_seconds_until_it_changes_are_counted_down() -> None:
    assert left(5, NOON) == 300
    assert left(5, NOON + timedelta(seconds=299.5)) == 1
