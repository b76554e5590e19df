"""The rooms of an exam as they are typed: what is understood, and what is said of each line that is not."""

import pytest

from app.exams.store.supervision import Room
from app.exams.supervision.rooms import MOST_RANGES, MOST_ROOMS, Fault, Finding, Misread, read, written


def findings(text: str) -> list[Finding]:
    with pytest.raises(Misread) as refused:
        read(text)
    return list(refused.value.findings)


def test_rooms_are_read_and_written_alike() -> None:
    text = "HG F 1: 10.1.2.0/24, 2001:db8::/64\n\n  HG  F 3 :10.1.3.5/24,"
    rooms = read(text)
    assert rooms == (Room("HG F 1", ("10.1.2.0/24", "2001:db8::/64")), Room("HG F 3", ("10.1.3.0/24",)))
    assert read(written(rooms)) == rooms


def test_ranges_are_written_with_dashes_and_stars_between_commas_and_spaces_and_on_lines_of_their_own() -> (
    None
):
    text = """HG F 1: 10.1.2.0 - 10.1.2.255 10.1.4.7;10.1.5.*
        10.1.6.0\u201310.1.6.1, 10.1.4.7
        2001:db8::1-2001:db8::2

    3.1 B:
    2001:db8:1::/64"""
    rooms = read(text)
    assert rooms == (
        Room(
            "HG F 1",
            (
                "10.1.2.0/24",
                "10.1.4.7/32",
                "10.1.5.0/24",
                "10.1.6.0/31",
                "2001:db8::1/128",
                "2001:db8::2/128",
            ),
        ),
        Room("3.1 B", ("2001:db8:1::/64",)),
    )
    assert read(written(rooms)) == rooms


def test_a_fault_on_a_line_that_goes_on_is_told_by_that_line() -> None:
    assert findings("A: 10.1.2.0/24\n10.1.3.9-10.1.3.1 here\n10.1.4.0/99\nB:\n10.1.5.*") == [
        Finding(2, Fault.BACKWARDS, "10.1.3.9-10.1.3.1"),
        Finding(2, Fault.MALFORMED, "here"),
        Finding(3, Fault.MALFORMED, "10.1.4.0/99"),
    ]
    assert findings("10.1.2.0/24\n2001:db8::/64") == [
        Finding(1, Fault.NAMELESS, "10.1.2.0/24"),
        Finding(2, Fault.NAMELESS, "2001:db8::/64"),
    ]


def test_no_rooms_and_rooms_without_ranges_are_rooms_too() -> None:
    assert read(" \n ") == ()
    rooms = read("Aula\nHG F 1:")
    assert rooms == (Room("Aula"), Room("HG F 1"))
    assert written(rooms) == "Aula\nHG F 1"


def test_rooms_on_one_wireless_network_share_its_range() -> None:
    assert [room.ranges for room in read("A: 10.1.0.0/16\nB: 10.1.0.0/16, 10.1.2.0/24")] == [
        ("10.1.0.0/16",),
        ("10.1.0.0/16", "10.1.2.0/24"),
    ]


def test_every_fault_is_said_with_its_line() -> None:
    text = "A: 10.1.2.0/24, everywhere\n: 10.1.3.0/24\nC: 0.0.0.0/0\nA: 10.1.4.0/24\nD: ::ffff:10.0.0.0/104"
    assert findings(text) == [
        Finding(1, Fault.MALFORMED, "everywhere"),
        Finding(2, Fault.NAMELESS, ": 10.1.3.0/24"),
        Finding(3, Fault.EVERYTHING, "0.0.0.0/0"),
        Finding(4, Fault.TWICE, "A"),
        Finding(5, Fault.MAPPED, "::ffff:10.0.0.0/104"),
    ]


def test_a_room_without_a_range_beside_one_with_a_range_would_let_in_everybody() -> None:
    assert findings("A: 10.1.2.0/24\nB:") == [Finding(2, Fault.WITHOUT, "B")]


def test_ten_thousand_ranges_are_refused_and_so_are_too_many_rooms() -> None:
    ranges = ",".join(f"10.{n // 256}.{n % 256}.0/24" for n in range(10_000))
    assert findings(f"A: {ranges}") == [Finding(1, Fault.TOO_MANY)]
    many = "\n".join(f"Room {n}: 10.0.{n}.0/24" for n in range(MOST_ROOMS + 1))
    assert findings(many) == [Finding(MOST_ROOMS + 1, Fault.TOO_MANY)]
    wide = " ".join(f"2001:{n:x}::1-2002:{n:x}::1" for n in range(9))
    assert findings(f"A: {wide}") == [Finding(1, Fault.TOO_MANY)]
    assert len(read(f"A: {' '.join(['10.1.2.*'] * 900)}")[0].ranges) == 1
    most = ",".join(f"10.{n // 256}.{n % 256}.0/24" for n in range(MOST_RANGES))
    assert len(read(f"A: {most}")[0].ranges) == MOST_RANGES


def test_a_name_with_invisible_letters_is_stored_on_one_line() -> None:
    assert read("HG\u200b F\t1: 10.1.2.7")[0].name == "HG F 1"
