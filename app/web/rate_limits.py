"""Rate limits by address: new guests, new accounts, attempts to sign in, requests of programs.

Each costs this machine a row, a hashed password or a calculation. On SQLite, which serves one process, counts are in
its memory; on PostgreSQL they are in the database, where all workers of all servers count together.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial, wraps
from math import ceil
from typing import ParamSpec, TypeVar

from fastapi import Request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter
from limits.strategies import RateLimiter as Strategy
from prometheus_client import Counter

from app.database.connection import Database, DatabaseDown
from app.identity.permissions import Visitor, person
from app.identity.store import people
from app.identity.store.people import Role
from app.identity.store.tokens import hashed
from app.settings import Settings
from app.web.store.locks import one_at_a_time
from app.web.store.shared_counts import SharedCounts
from app.web.turns import Lines, OwnLines, Queue, SharedLines, Turns

P = ParamSpec("P")
T = TypeVar("T")

REFUSED = Counter("examformer_rate_limited", "Requests that came too often, by what was counted.", ["limit"])
SLOWLY, SLOWER = 30.0, 2.0  # seconds between two tries


class TooManyGuests(Exception):
    """More new guests came from one address than are let in."""


class TooManyTries(Exception):
    """More attempts to sign in or up than are let in; the next is possible in ``wait`` seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait
        self.headers = {"Retry-After": str(wait)}


class NotYourTurn(TooManyTries):
    """Tries are let through one at a time, and this browser's turn is still to come. ``visitor`` is sent the cookie by
    which the browser will be recognised."""

    def __init__(self, wait: int, visitor: Visitor) -> None:
        super().__init__(wait)
        self.visitor = visitor


class TooManyPreviews(TooManyTries):
    """More previews are requested than anybody who types would need."""


class TooManyPapers(TooManyTries):
    """More papers are printed than a person needs."""


class TooMuchForGuests(TooManyTries):
    """The guests of one address have used up their processor time."""


class TooManyRequests(TooManyTries):
    """More requests of programs came than are answered."""


class RateLimiter:
    """Counts by address, by e-mail and by token, and admits the new guests of an address one after the other.
    ``seconds`` is the clock for turns in a test."""

    def __init__(
        self, settings: Settings, database: Database, seconds: Callable[[], float] | None = None
    ) -> None:
        self._guests = parse(settings.guests_per_address)
        self._sign_ups = parse(settings.sign_ups_per_address)
        self._sign_ups_to = parse(settings.sign_ups_per_course)
        self._wrong_from = parse(settings.wrong_passwords_per_address)
        self._wrong_for = parse(settings.wrong_passwords_per_email)
        self._wrong_from_all = type(self._wrong_for)(10 * self._wrong_for.amount, self._wrong_for.multiples)
        self._openid = parse(settings.openid_per_address)
        self._launches = parse(settings.launches_per_address)
        self._requests = parse(settings.requests_per_address)
        self._requests_of_one = parse(settings.requests_per_token)
        self._previews = parse(settings.previews_per_person)
        self._exam_passwords = parse(settings.exam_passwords_per_person)
        self._papers = parse(settings.papers_per_person)
        self._mails_to = parse(settings.mails_per_email)
        self._mails_from = parse(settings.mails_per_address)
        of_guests = parse(settings.guest_seconds_per_address)
        self._of_guests = type(of_guests)(1000 * of_guests.amount, of_guests.multiples)
        self._database = database
        storage: Storage
        lines: Lines
        self._door: Callable[[str], AbstractContextManager[object]]
        if database.is_sqlite:
            lock = threading.Lock()
            storage, lines, self._door = MemoryStorage(), OwnLines(seconds or time.monotonic), lambda _: lock
        else:
            storage, lines = SharedCounts(database), SharedLines(database, seconds or time.time)
            self._door = partial(one_at_a_time, database)
        self._limiter = MovingWindowRateLimiter(storage)
        self._spent = FixedWindowRateLimiter(storage)  # one number for each, however much is counted
        self._turns = Turns(lines)

    @contextmanager
    def admit_guest(self, visitor: Visitor) -> Iterator[None]:
        """Admits a visitor. Raises TooManyGuests for a new one beyond the rate;
        known ones always come in, and never wait.

        A visitor who did not become a guest inside, because nothing could be read, is not counted.
        """
        if self._knows(visitor):
            yield
            return
        with self._door(f"guest {visitor.address}"):
            new = not self._knows(visitor)  # a second click may have waited for the first
            if new and not self._limiter.test(self._guests, "guest", visitor.address):
                REFUSED.labels("guest").inc()
                raise TooManyGuests
            try:
                yield
            finally:
                if new and self._knows(visitor):
                    self._limiter.hit(self._guests, "guest", visitor.address)

    def check_sign_in(self, visitor: Visitor, email: str) -> None:
        """Checks before a password is compared, whether there is such an account or not. Nobody is locked out: where
        many passwords were wrong there is one try at a time, in turns, so an attacker takes no turn from the owner of
        the e-mail behind the same address. Wrong passwords from elsewhere slow the owner down and no more.

        Raises NotYourTurn.
        """
        pair, queues = f"{email} {visitor.address}", []
        wrong = not self._limiter.test(self._wrong_for, "wrong for", pair)
        if wrong or not self._limiter.test(self._wrong_from_all, "wrong for all", email):
            queues.append((SLOWLY, f"for {pair}"))
        if not self._limiter.test(self._wrong_from, "wrong from", visitor.address):
            queues.append((SLOWER, f"from {visitor.address}"))
        self._await_turn(queues, visitor)

    def record_failed_sign_in(self, visitor: Visitor, email: str) -> None:
        """Counts a wrong password; right ones are never counted."""
        self._limiter.hit(self._wrong_for, "wrong for", f"{email} {visitor.address}")
        self._limiter.hit(self._wrong_from_all, "wrong for all", email)
        self._limiter.hit(self._wrong_from, "wrong from", visitor.address)

    def check_password_change(self, visitor: Visitor, person: int) -> None:
        """Checks as ``check_sign_in``, before the old password of somebody who is signed in is compared: only wrong old
        passwords count, not what strangers typed at sign-in. Raises NotYourTurn."""
        if not self._limiter.test(self._wrong_for, "wrong of", str(person)):
            self._await_turn([(SLOWLY, f"of {person}")], visitor)

    def record_failed_password_change(self, person: int) -> None:
        """Counts a wrong old password."""
        self._limiter.hit(self._wrong_for, "wrong of", str(person))

    def count_openid_sign_in(self, visitor: Visitor) -> None:
        """Counts a departure to the OpenID provider. Raises TooManyTries."""
        self._count(self._openid, "leave", visitor.address)

    def count_launch(self, visitor: Visitor) -> None:
        """Counts a launch that a learning platform begins, whether it is registered or not. Raises TooManyTries."""
        self._count(self._launches, "launch", visitor.address)

    def count_sign_up(self, visitor: Visitor, email: str, course: str = "") -> None:
        """Counts a sign-up, whose e-mail may turn out to have an account. The limit is larger with the code of a
        ``course``, since a whole lecture hall may sign up at once. Raises TooManyTries and NotYourTurn."""
        if course:
            self._count(self._sign_ups_to, "sign up to", f"{course} {visitor.address}")
        else:
            self._count(self._sign_ups, "sign up", visitor.address)
        self.check_sign_in(visitor, email)

    def count_mail(self, visitor: Visitor, email: str) -> None:
        """Counts a mail that somebody asks for, whether an account has the address or not. Raises TooManyTries."""
        self._count(self._mails_from, "mail from", visitor.address)
        self._count(self._mails_to, "mail to", email)

    def count_preview(self, owner: int) -> None:
        """Counts a variant that is drawn for the author of its question. Raises TooManyPreviews."""
        self._count(self._previews, "preview", str(owner), TooManyPreviews)

    def count_exam_password(self, person: int, exam: str) -> None:
        """Counts a password typed before an exam, also a right one. Raises TooManyTries."""
        self._count(self._exam_passwords, "enter", f"{person} {exam}")

    def count_print(self, person: int | None) -> None:
        """Counts a paper that is printed at once, which takes seconds of a core. Raises TooManyPapers."""
        self._count(self._papers, "print", str(person), TooManyPapers)

    @contextmanager
    def count_guest_time(self, address: str) -> Iterator[None]:
        """Counts the processor time that the block takes for a guest at this address, in milliseconds.
        Raises TooMuchForGuests."""
        rate, whose = self._of_guests, ("computing", address)
        if not self._spent.test(rate, *whose):
            REFUSED.labels("computing").inc()
            raise TooMuchForGuests(self._wait(self._spent, rate, *whose))
        began = time.thread_time()
        try:
            yield
        finally:
            self._spent.hit(rate, *whose, cost=ceil(1000 * (time.thread_time() - began)))

    def count_request(self, address: str) -> None:
        """Counts a request of a program before its token is looked at. Raises TooManyRequests."""
        self._count(self._requests, "request", address, TooManyRequests)

    def count_token_request(self, token: int) -> None:
        """Counts a request once its token is known, by the token's number. Raises TooManyRequests."""
        self._count(self._requests_of_one, "request with", str(token), TooManyRequests)

    def _await_turn(self, queues: Sequence[Queue], visitor: Visitor) -> None:
        if wait := self._turns.take(queues, "" if visitor.new else hashed(visitor.token)):
            REFUSED.labels("sign in").inc()
            raise NotYourTurn(ceil(wait), visitor)

    def _count(
        self, rate: RateLimitItem, what: str, whose: str, error: type[TooManyTries] = TooManyTries
    ) -> None:
        if not self._limiter.hit(rate, what, whose):
            REFUSED.labels(what).inc()
            raise error(self._wait(self._limiter, rate, what, whose))

    def _knows(self, visitor: Visitor) -> bool:
        with self._database.read() as connection:
            return people.with_token(connection, visitor.token).id is not None

    @staticmethod
    def _wait(limiter: Strategy, rate: RateLimitItem, what: str, whose: str) -> int:
        """The seconds until the next one is let in."""
        return max(1, ceil(limiter.get_window_stats(rate, what, whose).reset_time - time.time()))


def counted_for_guests(handler: Callable[P, T]) -> Callable[P, T]:
    """Limits a handler that computes for a while: the guests of one address share a budget of seconds, people with an
    account have no limit. The handler must take ``request``; it raises TooMuchForGuests, too."""

    @wraps(handler)
    def counted(*given: P.args, **named: P.kwargs) -> T:
        request = named["request"]
        assert isinstance(request, Request)
        role = Role.GUEST
        with suppress(DatabaseDown):
            role = person(request).role
        if role.may(Role.STUDENT):
            return handler(*given, **named)
        rate_limiter: RateLimiter = request.app.state.rate_limiter
        with rate_limiter.count_guest_time(request.client.host if request.client else ""):
            return handler(*given, **named)

    return counted
