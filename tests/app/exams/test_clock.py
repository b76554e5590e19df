"""The clock that exams go by, whatever somebody does to the machine's."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from app.clock import Clock, machine, steady

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Machine:
    """The machine's clocks that ours looks at: a time that can be set, and seconds that cannot."""

    def __init__(self) -> None:
        self.time, self.seconds = NOON, 100.0
        self.clock = Clock(lambda: self.time, lambda: self.seconds)


def test_it_goes_by_the_seconds_that_nobody_can_set() -> None:
    computer = Machine()
    assert computer.clock.now() == NOON
    computer.seconds += 90
    computer.time -= HOUR
    assert computer.clock.now() == NOON + timedelta(seconds=90)
    computer.time += 7 * HOUR
    assert computer.clock.now() == NOON + timedelta(seconds=90)


def test_a_new_start_goes_on_from_the_last_moment_that_was_written_down() -> None:
    computer = Machine()
    computer.time = NOON - HOUR  # set back while the server was down
    computer.clock.start(NOON)
    assert computer.clock.now() == computer.clock.started_at == NOON
    computer.seconds += 5
    assert computer.clock.now() == NOON + timedelta(seconds=5)


def test_a_new_start_takes_the_machines_time_where_that_is_later_or_nothing_was_written_down() -> None:
    computer = Machine()
    for before in (None, NOON - HOUR, NOON):
        computer.clock.start(before)
        assert computer.clock.now() == NOON


def test_a_moment_more_than_a_day_ahead_was_written_by_a_machine_that_went_wrong() -> None:
    computer = Machine()
    computer.clock.start(NOON + timedelta(days=1))
    assert computer.clock.now() == NOON
    computer.clock.start(NOON + timedelta(hours=23))
    assert computer.clock.now() == NOON + timedelta(hours=23)


def test_it_says_by_how_much_it_is_ahead_of_the_machine_or_behind() -> None:
    computer = Machine()
    for off in (timedelta(0), timedelta(seconds=1), timedelta(seconds=-1)):
        computer.time = NOON - off
        assert computer.clock.ahead == timedelta(0)
    for off in (HOUR, -HOUR, timedelta(seconds=30)):
        computer.time = NOON - off
        assert computer.clock.ahead == off
    computer.clock.start()
    assert computer.clock.ahead == timedelta(0)


@given(st.lists(st.tuples(st.floats(0, 1e5), st.integers(-(10**6), 10**6))))
def test_it_never_goes_back_however_the_machine_is_set(moves: list[tuple[float, int]]) -> None:
    computer = Machine()
    before = computer.clock.now()
    for seconds, jump in moves:
        computer.seconds += seconds
        computer.time += timedelta(seconds=jump)
        now = computer.clock.now()
        assert abs((now - before).total_seconds() - seconds) < 1e-3
        assert now >= before
        before = now


def test_the_real_one_counts_utc() -> None:
    assert machine().tzinfo is UTC
    first = steady()
    assert steady() >= first
    assert abs(Clock().now() - datetime.now(UTC)) < timedelta(seconds=5)
