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
    most = ",".join(f"10.{n // 256}.{n % 256}.0/24" for n in range(MOST_RANGES))
    assert len(read(f"A: {most}")[0].ranges) == MOST_RANGES


def test_a_name_with_invisible_letters_is_stored_on_one_line() -> None:
    assert read("HG\u200b F\t1: 10.1.2.7")[0].name == "HG F 1"
