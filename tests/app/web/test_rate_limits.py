"""Rate limits: the same in the memory of one process and in the database in which several count together."""

import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from limits import parse
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter
from sqlalchemy import text

from app.database.connection import Database
from app.database.schema import rate_counts, sign_in_turns
from app.identity.permissions import Visitor
from app.identity.store import people
from app.settings import Settings
from app.web.rate_limits import (
    NotYourTurn,
    RateLimiter,
    TooManyGuests,
    TooManyPapers,
    TooManyPreviews,
    TooManyRequests,
    TooManyTries,
    TooMuchForGuests,
)
from app.web.store.shared_counts import SharedCounts, drop_old
from app.web.turns import AHEAD, KEPT
from tests.app.learner import always_on_both, on_postgres

HERE, ELSEWHERE = "10.0.0.1", "10.0.0.2"
EMAIL = "ada@school.example"
START = 1_800_000_000.0

# What is counted: the setting with its rate, what counts, and how it is refused.
Counted = tuple[str, Callable[[RateLimiter, int], None], type[TooManyTries]]
COUNTED: Mapping[str, Counted] = {
    "a sign-up": (
        "sign_ups_per_address",
        lambda one, n: one.count_sign_up(visitor(address=address(n)), EMAIL),
        TooManyTries,
    ),
    "a sign-up with the code of a course": (
        "sign_ups_per_course",
        lambda one, n: one.count_sign_up(visitor(address=address(n)), EMAIL, "nlp"),
        TooManyTries,
    ),
    "a way to the OpenID provider": (
        "openid_per_address",
        lambda one, n: one.count_openid_sign_in(visitor(address=address(n))),
        TooManyTries,
    ),
    "a preview": ("previews_per_person", lambda one, n: one.count_preview(n), TooManyPreviews),
    "a password of an exam": (
        "exam_passwords_per_person",
        lambda one, n: one.count_exam_password(n, "midterm"),
        TooManyTries,
    ),
    "a paper": ("papers_per_person", lambda one, n: one.count_print(n), TooManyPapers),
    "a request of an address": (
        "requests_per_address",
        lambda one, n: one.count_request(address(n)),
        TooManyRequests,
    ),
    "a request with a token": (
        "requests_per_token",
        lambda one, n: one.count_token_request(n),
        TooManyRequests,
    ),
}


class Moment:
    """The time that the whole process goes by."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> Moment:
    made = Moment()
    monkeypatch.setattr(time, "time", made)
    return made


@pytest.fixture
def workers(store: Database) -> Callable[..., Iterator[RateLimiter]]:
    """Makes what two workers on PostgreSQL count with, one after the other without end; SQLite has one worker."""

    def made(seconds: Callable[[], float] | None = None, **rates: str) -> Iterator[RateLimiter]:
        chosen, number = Settings(**rates), 1 if store.is_sqlite else 2  # type: ignore[arg-type]
        return itertools.cycle([RateLimiter(chosen, store, seconds) for _ in range(number)])

    return made


Workers = Callable[..., Iterator[RateLimiter]]


def address(number: int) -> str:
    return f"10.0.0.{number}"


def visitor(token: str = "", address: str = HERE) -> Visitor:
    return Visitor(token or "x" * 43, not token, address, False)


def arrive(database: Database, token: str) -> None:
    with database.write() as rows:
        people.add(rows, token)


@always_on_both
@pytest.mark.parametrize("what", COUNTED)
def test_each_is_counted_over_all_workers_and_for_each_sender_alone(workers: Workers, what: str) -> None:
    rate, count, error = COUNTED[what]
    each = workers(**{rate: "3/hour"})
    for _ in range(3):
        count(next(each), 1)
    for _ in range(2):
        with pytest.raises(error) as refused:
            count(next(each), 1)
        assert 3590 < refused.value.wait <= 3600
    count(next(each), 2)


@always_on_both
def test_a_window_moves_on_with_the_oldest_hit_and_what_is_refused_is_no_hit(
    workers: Workers, moment: Moment
) -> None:
    each = workers(requests_per_token="3/minute")
    for _ in range(3):
        next(each).count_token_request(1)
        moment.now += 10
    waits = []
    for _ in range(2):
        with pytest.raises(TooManyRequests) as refused:
            next(each).count_token_request(1)
        waits.append(refused.value.wait)
        moment.now += 15
    assert waits == [30, 15]
    moment.now += 1
    next(each).count_token_request(1)
    with pytest.raises(TooManyRequests) as refused:
        next(each).count_token_request(1)
    assert refused.value.wait == 9


@always_on_both
def test_guests_of_an_address_share_their_seconds_in_whatever_worker(
    workers: Workers, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "thread_time", itertools.count(step=7).__next__)
    each = workers(guest_seconds_per_address="20/minute")
    for _ in range(3):
        with next(each).count_guest_time(HERE):
            moment.now += 7
    with pytest.raises(TooMuchForGuests) as refused, next(each).count_guest_time(HERE):
        raise AssertionError("it was let in")
    assert refused.value.wait == 60 - 14  # counted from the end of the first one
    with next(each).count_guest_time(ELSEWHERE):
        pass
    moment.now += 47
    with next(each).count_guest_time(HERE):
        pass


@always_on_both
def test_wrong_passwords_are_counted_and_turns_are_given_over_all_workers(workers: Workers) -> None:
    seconds = Moment()
    each, ada = workers(seconds, wrong_passwords_per_email="3/hour"), visitor("a" * 43)
    for _ in range(3):
        next(each).check_sign_in(ada, EMAIL)
        next(each).record_failed_sign_in(ada, EMAIL)
    next(each).check_sign_in(ada, EMAIL)  # the one turn that is free
    waits = []
    for _ in range(2):
        with pytest.raises(NotYourTurn) as refused:
            next(each).check_sign_in(ada, EMAIL)
        waits.append(refused.value.wait)
        seconds.now += 10
    with pytest.raises(NotYourTurn) as refused:
        next(each).check_sign_in(visitor("b" * 43), EMAIL)
    assert [*waits, refused.value.wait] == [30, 20, 40]  # the next turn is Ada's
    seconds.now += 10
    next(each).check_sign_in(ada, EMAIL)
    next(each).check_sign_in(visitor(address=ELSEWHERE), EMAIL)


@always_on_both
def test_old_passwords_of_a_session_are_counted_over_all_workers(workers: Workers) -> None:
    each, ada = workers(wrong_passwords_per_email="3/hour"), visitor("a" * 43)
    for _ in range(3):
        next(each).record_failed_password_change(1)
    next(each).check_password_change(ada, 1)
    with pytest.raises(NotYourTurn):
        next(each).check_password_change(ada, 1)
    next(each).check_password_change(ada, 2)


@always_on_both
def test_a_clock_that_is_set_back_keeps_nobody_waiting_for_what_it_showed(workers: Workers) -> None:
    seconds = Moment()
    seconds.now += 10 * AHEAD
    each, ada = workers(seconds, wrong_passwords_per_email="1/hour"), visitor("a" * 43)
    next(each).record_failed_sign_in(ada, EMAIL)
    next(each).check_sign_in(ada, EMAIL)
    with pytest.raises(NotYourTurn):
        next(each).check_sign_in(ada, EMAIL)
    seconds.now = START
    next(each).check_sign_in(ada, EMAIL)


@always_on_both
def test_guests_are_counted_over_all_workers_and_those_who_did_not_become_one_are_not(
    workers: Workers, store: Database
) -> None:
    each = workers(guests_per_address="2/hour")
    for name in ("one", "two"):
        with next(each).admit_guest(visitor("reads nothing")):
            pass
        with next(each).admit_guest(visitor(name)):
            arrive(store, name)
    for _ in range(2):
        with pytest.raises(TooManyGuests), next(each).admit_guest(visitor("three")):
            raise AssertionError("it was let in")
    with next(each).admit_guest(visitor("one")):
        pass
    with next(each).admit_guest(visitor("four", ELSEWHERE)):
        pass


@always_on_both
def test_a_second_click_waits_for_the_first_in_another_worker_and_is_not_counted(
    workers: Workers, store: Database
) -> None:
    each, inside, arrived = workers(guests_per_address="1/hour"), Event(), []

    def click(worker: RateLimiter) -> None:
        with worker.admit_guest(visitor("newcomer")):
            inside.set()
            with store.read() as rows:
                known = people.with_token(rows, "newcomer").id is not None
            arrived.append(known)
            if not known:
                time.sleep(0.2)  # the other one has time to come as far as it can
                arrive(store, "newcomer")

    with ThreadPoolExecutor(2) as clicks:
        first = clicks.submit(click, next(each))
        assert inside.wait(10)
        second = clicks.submit(click, next(each))
        first.result()
        second.result()
    assert arrived == [False, True]


@on_postgres
def test_of_many_at_the_same_moment_as_many_are_let_in_as_may(workers: Workers) -> None:
    each, together = workers(requests_per_token="25/hour"), Barrier(8)

    def ask(worker: RateLimiter) -> int:
        together.wait(10)
        let_in = 0
        for _ in range(10):
            try:
                worker.count_token_request(1)
                let_in += 1
            except TooManyRequests:
                pass
        return let_in

    with ThreadPoolExecutor(8) as programs:
        assert sum(programs.map(ask, itertools.islice(each, 8))) == 25


@on_postgres
def test_what_is_over_is_dropped_and_what_still_counts_is_not(
    workers: Workers, store: Database, moment: Moment
) -> None:
    each = workers(wrong_passwords_per_email="1/hour", previews_per_person="1/minute")
    worker, ada = next(each), visitor("a" * 43)
    worker.count_preview(1)
    with worker.count_guest_time(HERE):
        pass
    worker.record_failed_sign_in(ada, EMAIL)
    worker.check_sign_in(ada, EMAIL)
    with pytest.raises(NotYourTurn):
        worker.check_sign_in(ada, EMAIL)

    def left() -> tuple[int, int]:
        drop_old(store)
        return len(stored(store, rate_counts.name)), len(stored(store, sign_in_turns.name))

    assert left() == (5, 1)
    moment.now += 61
    assert left() == (3, 1)
    moment.now += 30 + KEPT
    assert left() == (3, 0)
    moment.now += 3600
    assert left() == (0, 0)


@on_postgres
def test_nobody_can_read_in_the_database_who_was_counted(workers: Workers, store: Database) -> None:
    worker, ada = next(workers(wrong_passwords_per_email="1/hour")), visitor("a" * 43)
    worker.record_failed_sign_in(ada, EMAIL)
    worker.check_sign_in(ada, EMAIL)
    with pytest.raises(NotYourTurn):
        worker.check_sign_in(ada, EMAIL)
    kept = f"{stored(store, rate_counts.name)} {stored(store, sign_in_turns.name)}"
    assert [told for told in (EMAIL, HERE, "a" * 43) if told in kept] == []


@on_postgres
def test_the_counts_are_not_written_ahead(store: Database) -> None:
    with store.read() as rows:
        found = rows.execute(
            text("SELECT relname FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r'")
        )
        assert set(found.scalars()) == {rate_counts.name, sign_in_turns.name}


@on_postgres
def test_a_worker_counts_alone_while_the_database_cannot_count(
    workers: Workers, store: Database, caplog: pytest.LogCaptureFixture
) -> None:
    each = workers(previews_per_person="2/hour", guest_seconds_per_address="20/minute")
    one, other = next(each), next(each)
    with store.write() as rows:
        rows.execute(text("ALTER TABLE rate_counts RENAME TO away"))
    for worker in (one, other):
        worker.count_preview(1)
        worker.count_preview(1)
        with pytest.raises(TooManyPreviews):
            worker.count_preview(1)
        with worker.count_guest_time(HERE):
            pass
    assert "rate limits are counted by each worker alone just now" in caplog.text
    with store.write() as rows:
        rows.execute(text("ALTER TABLE away RENAME TO rate_counts"))
    one.count_preview(1)
    other.count_preview(1)
    with pytest.raises(TooManyPreviews):
        one.count_preview(1)


def test_a_database_that_does_not_answer_refuses_nobody_what_needs_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone = Database("postgresql+psycopg://nobody@127.0.0.1:1/nothing?connect_timeout=2")
    worker = RateLimiter(Settings(guest_seconds_per_address="20/minute"), gone)
    monkeypatch.setattr(time, "thread_time", itertools.count(step=15).__next__)
    for _ in range(2):
        with worker.count_guest_time(HERE):
            pass
    with pytest.raises(TooMuchForGuests), worker.count_guest_time(HERE):
        raise AssertionError("it was let in")
    gone.close()


@on_postgres
def test_whatever_limits_asks_of_a_storage_is_answered(store: Database) -> None:
    storage = SharedCounts(store)
    moving, fixed, rate = MovingWindowRateLimiter(storage), FixedWindowRateLimiter(storage), parse("2/hour")
    assert storage.check()
    assert [moving.hit(rate, "moving", cost=cost) for cost in (3, 2, 1)] == [False, True, False]
    assert [fixed.hit(rate, "fixed", cost=cost) for cost in (2, 1)] == [True, False]
    assert [moving.test(rate, "moving"), fixed.test(rate, "fixed")] == [False, False]
    moving.clear(rate, "moving")
    assert [moving.test(rate, "moving"), fixed.test(rate, "fixed")] == [True, False]
    assert storage.reset() == 1
    assert fixed.test(rate, "fixed")


def stored(database: Database, table: str) -> list[dict[str, object]]:
    with database.read() as rows:
        return [dict(row._mapping) for row in rows.execute(text(f"SELECT * FROM {table}"))]
