"""A learner's page, as the browser runs it: it begins, fetches the other questions, looks at the clock, and saves.

What is typed waits in a queue until the server acknowledged it, the highest revision of each field; one request is on
its way at a time. A save is due when it was typed: from then on its time is counted, whatever the page waits for.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

from tests.soak.connection import Answer, Connection, Unanswered
from tests.soak.room import Field, Seat
from tests.soak.texts import text

EVERY = 10.0  # seconds between two saves of one learner
CLOCK = 30.0
FIRST, SPREAD, NEXT = (
    1.0,
    15.0,
    3.0,
)  # seconds until all questions are fetched, and until they are asked for again
WAITS = (1.0, 2.0, 4.0, 8.0, 15.0)  # seconds before what was not acknowledged is sent again
ENOUGH = 60.0  # seconds for which one who has typed everything waits until it is saved
FLAGGED = 0.1  # of the saves

Spot = tuple[int, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Typed:
    """A revision of a field, and when it was due at the server by this process's clock."""

    place: int
    field: str
    revision: int
    text: str
    typed_at: str
    due: float

    @property
    def spot(self) -> Spot:
        return self.place, self.field

    def sent(self) -> dict[str, Any]:
        names = ("place", "field", "revision", "text", "typed_at")
        return {name: getattr(self, name) for name in names}


@dataclass(kw_only=True)
class Log:
    """All that a learner saw. ``troubles`` are answers that no page expects, and requests that had none; ``excused``
    are those while the server was known to be gone."""

    began: float = 0.0
    saves: list[tuple[float, float]] = field(
        default_factory=list
    )  # when it was due, and seconds until acknowledged
    looks: list[float] = field(default_factory=list)  # seconds of clocks and questions
    sent: dict[tuple[Spot, int], str] = field(default_factory=dict)
    acknowledged: dict[tuple[Spot, int], str] = field(default_factory=dict)
    refused: int = 0
    ends: set[str] = field(default_factory=set)
    troubles: list[str] = field(default_factory=list)
    excused: list[str] = field(default_factory=list)
    signed_out: int = 0
    over: bool = False


class Learner:
    """``down`` says whether the server is known to be gone, so that nobody wonders about an answer that never came;
    ``every`` is how many seconds lie between two saves, ``waits`` those before what was cut off is sent again."""

    def __init__(
        self,
        port: int,
        seat: Seat,
        seed: int,
        down: Callable[[], bool] = lambda: False,
        every: float | None = None,
        waits: Sequence[float] = WAITS,
    ) -> None:
        self.seat, self.log = seat, Log()
        self._saving, self._looking = Connection(port, seat.token), Connection(port, seat.token)
        self._rng = Random(seed)
        self._down, self._every, self._waits = down, every or EVERY, waits
        self._queue: dict[Spot, Typed] = {}
        self._latest: dict[Spot, int] = {}
        self._window, self._opened, self._place = secrets.token_hex(8), True, 1
        self._wake, self._leaving = asyncio.Event(), asyncio.Event()

    @property
    def waits(self) -> int:
        """Fields that are not acknowledged yet."""
        return len(self._queue)

    @property
    def saving(self) -> bool:
        """True while a save is on its way."""
        return self._saving.busy

    async def begin(self, due: float) -> None:
        """Presses the button on the cover, and waits for the page with the first question."""
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        begun = await self._again(
            self._looking.post, self.seat.begins, f"key={secrets.token_urlsafe(16)}&password="
        )
        page = await self._again(self._looking.get, begun.location or self.seat.address)
        if b"question-1" not in page.body:
            self.log.troubles.append(f"begin: {begun.status} {begun.location}, then {page.status}")
        self.log.began = time.monotonic() - due

    async def attend(self) -> None:
        """Types, fetches and looks until ``leave``, and is done once everything is acknowledged or refused."""
        async with asyncio.TaskGroup() as tasks:
            sending = tasks.create_task(self._send())
            await asyncio.gather(self._type(), self._fetch(), self._watch())
            gives_up = time.monotonic() + ENOUGH
            while (self._queue or self._opened) and not self.log.over and time.monotonic() < gives_up:
                self._wake.set()
                await asyncio.sleep(0.05)
            sending.cancel()
        if self._queue and not self.log.over:
            self.log.troubles.append(f"{self.seat.address}: {sorted(self._queue)} were never acknowledged")

    async def hand_in(self) -> None:
        handed_in = await self._again(self._looking.post, f"{self.seat.address}/end", "")
        if handed_in.location != f"{self.seat.address}/review":
            self.log.troubles.append(f"handing in: {handed_in.status} {handed_in.location}")

    def leave(self) -> None:
        """Types nothing more."""
        self._leaving.set()

    def close(self) -> None:
        self._looking.close()
        self._saving.close()

    async def _type(self) -> None:
        due = time.monotonic() + self._rng.random() * self._every
        while await self._stays(due):
            self._place = self._rng.randint(1, len(self.seat.drawn))
            here = [one for one in self.seat.fields if one.place == self._place]
            for one in self._rng.sample(here, min(len(here), self._rng.randint(1, 3))):
                self._put(one.place, one.name, self._text(one), due)
            if self._rng.random() < FLAGGED:
                self._put(self._place, "flag", self._rng.choice(("yes", "")), due)
            self._wake.set()
            due += self._every

    def _text(self, one: Field) -> str:
        return text(one, self._rng)

    def _put(self, place: int, name: str, words: str, due: float) -> None:
        revision = max(self._latest.get((place, name), 0) + 1, int(time.time() * 1000))
        one = Typed(place=place, field=name, revision=revision, text=words, typed_at=_now(), due=due)
        self._latest[one.spot] = revision
        self._queue[one.spot] = one
        self.log.sent[one.spot, revision] = words

    async def _send(self) -> None:
        tries = 0
        while not self.log.over:
            await self._wake.wait()
            self._wake.clear()
            while (self._queue or self._opened) and not self.log.over:
                if await self._sent():
                    tries = 0
                    continue
                await asyncio.sleep(self._waits[min(tries, len(self._waits) - 1)])
                tries += 1

    async def _sent(self) -> bool:
        """One request; False where it was not acknowledged."""
        waiting = list(self._queue.values())
        fields = [one.sent() for one in waiting]
        body = {"window": self._window, "opened": self._opened, "place": self._place, "fields": fields}
        try:
            answer = await self._saving.post(
                f"{self.seat.address}/saves", json.dumps(body), "application/json"
            )
        except Unanswered as error:
            self._trouble(str(error))
            return False
        if answer.status not in (200, 409):
            self.log.signed_out += answer.status in (303, 401)
            self._trouble(f"a save: {answer.status} {answer.body[:300].decode(errors='replace')}")
            return False
        self._take(json.loads(answer.body), {(one.spot, one.revision): one for one in waiting})
        self.log.over = answer.status == 409
        self._opened = False
        return True

    def _take(self, told: dict[str, Any], waiting: dict[tuple[Spot, int], Typed]) -> None:
        now, due = time.monotonic(), []
        for one in told["kept"]:
            typed = waiting[(one["place"], one["field"]), one["revision"]]
            self.log.acknowledged[typed.spot, typed.revision] = typed.text
            due.append(typed.due)
            self._drop(typed)
        for one in told.get("refused", ()):
            self.log.refused += 1
            self._drop(waiting[(one["place"], one["field"]), one["revision"]])
        if told["newer"]:
            self.log.troubles.append(f"newer: {told['newer']}")  # nobody else writes here
        if due:
            self.log.saves.append((min(due), now - min(due)))
        self.log.ends.add(told["clock"]["ends_at"])

    def _drop(self, one: Typed) -> None:
        if self._queue.get(one.spot) == one:
            del self._queue[one.spot]

    async def _fetch(self) -> None:
        """The questions that the page does not have yet, in the background, all at once."""
        last = f'id="question-{len(self.seat.drawn)}"'.encode()
        due = time.monotonic() + FIRST + self._rng.random() * SPREAD
        while await self._stays(due) and not await self._look("/questions", last):
            due = time.monotonic() + NEXT

    async def _watch(self) -> None:
        due = time.monotonic() + self._rng.random() * CLOCK
        while await self._stays(due):
            answer = await self._look("/clock", b"ends_at")
            if answer is not None and not (told := json.loads(answer.body))["closed"]:
                self.log.ends.add(told["ends_at"])
            due += CLOCK

    async def _look(self, address: str, wanted: bytes) -> Answer | None:
        began = time.monotonic()
        try:
            answer = await self._looking.get(self.seat.address + address, partial=True)
        except Unanswered as error:
            self._trouble(str(error))
            return None
        if answer.status == 303:  # it has ended
            self.log.signed_out += not answer.location.startswith(self.seat.address)
            return None
        if answer.status != 200 or wanted not in answer.body:
            self._trouble(f"{address}: {answer.status} {answer.body[:300].decode(errors='replace')}")
            return None
        self.log.looks.append(time.monotonic() - began)
        return answer

    async def _again(self, ask: Callable[..., Any], *what: str) -> Answer:
        """Asks until there is an answer."""
        while True:
            try:
                answer: Answer = await ask(*what)
            except Unanswered as error:
                self._trouble(str(error))
                await asyncio.sleep(WAITS[0])
                continue
            if answer.status >= 400:
                self._trouble(f"{what[0]}: {answer.status} {answer.body[:300].decode(errors='replace')}")
                await asyncio.sleep(WAITS[0])
                continue
            return answer

    async def _stays(self, due: float) -> bool:
        """Waits until then, or until it ends; True if it still goes on."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._leaving.wait(), max(0.0, due - time.monotonic()))
        return not self._leaving.is_set() and not self.log.over

    def _trouble(self, said: str) -> None:
        if self._down():
            self.log.excused.append(said)
        else:
            self.log.troubles.append(said)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
