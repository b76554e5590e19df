"""An exam that is sat in a test: begun as a browser does it, by a clock that the test moves, saved, and handed in."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from fastapi import FastAPI
from httpx2 import Response
from sqlalchemy import select

from app.clock import Clock
from app.database.connection import Database
from app.database.schema import sittings as table
from app.exams import mock_exams, submission
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Entry, Event, Kind, Spot
from app.exams.store.sitting import Drawn, Sitting
from app.practice.store import attempts
from app.practice.store.attempt import Attempt
from engine import variants
from engine.exams.blueprints import Blueprint, Group
from engine.questions import Question
from engine.variants import Variant
from tests.app.accounts.members import cookie, with_cookie
from tests.app.contexts import context_of
from tests.app.learner import Form, Learner, Page, form_key
from tests.engine.submissions import BANK

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
Typed = Mapping[str, str | Sequence[str]]


class Watch:
    """The clock of an app, which stands still until the test moves it. ``machine`` may be set as one likes."""

    def __init__(self, app: FastAPI) -> None:
        self.machine, self.steady = NOON, 0.0
        app.state.clock = self.clock = Clock(lambda: self.machine, lambda: self.steady)

    @property
    def now(self) -> datetime:
        return self.clock.now()

    def on(self, minutes: float = 0, seconds: float = 0) -> None:
        more = 60 * minutes + seconds
        self.steady += more
        self.machine += timedelta(seconds=more)


@dataclass(frozen=True)
class Sat:
    """One exam of one learner."""

    app: FastAPI
    learner: Learner
    name: str
    watch: Watch

    @property
    def address(self) -> str:
        return f"/sittings/{self.name}"

    @property
    def database(self) -> Database:
        found: Database = self.app.state.database
        return found

    @property
    def stored(self) -> Sitting:
        with self.database.read() as connection:
            number = connection.execute(select(table.c.id).where(table.c.name == self.name)).scalar_one()
            found = sittings.by_id(connection, number)
        assert found is not None
        return found

    @property
    def person(self) -> int:
        found = self.stored.person
        assert found is not None
        return found

    def get(self, path: str = "", htmx: bool = False, follow: bool = True) -> Page:
        return self.learner.get(f"{self.address}{path}", htmx, follow)

    def open(self, place: int, htmx: bool = False) -> Page:
        return self.get(f"/questions/{place}", htmx)

    def press(self, place: int, do: str = "save", typed: Typed | None = None, follow: bool = True) -> Page:
        """Sends the question's plain form as it stands, after typing into some of its lines."""
        sheet = self.open(place)
        address = f"{self.address}/questions/{place}"
        data: dict[str, str | list[str]] = {
            field: text for field, text in sheet.fields.items() if field.startswith("cell.")
        }
        data |= {name: [option for option, on in all.items() if on] for name, all in sheet.boxes.items()}
        for part, texts in (typed or {}).items():
            for n, text in enumerate([texts] if isinstance(texts, str) else texts):
                boxes = f"tick.{part}.{n}" in sheet.boxes
                data[f"{'tick' if boxes else 'cell'}.{part}.{n}"] = text.splitlines() if boxes else text
        return self.learner.send(address, data | {"do": do}, follow=follow)

    def field(
        self, place: int, name: str, text: str, revision: int = 1, typed_at: datetime | None = None
    ) -> dict[str, Any]:
        at = (typed_at or self.watch.now).isoformat()
        return {"place": place, "field": name, "revision": revision, "text": text, "typed_at": at}

    def save(
        self, *fields: dict[str, Any], window: str = "w", opened: bool = False, place: int | None = None
    ) -> Response:
        sent = {"window": window, "opened": opened, "place": place, "fields": list(fields)}
        return self.learner.client.post(f"{self.address}/saves", json=sent)

    def type(self, place: int, typed: Mapping[str, Sequence[str]], revision: int = 1) -> Response:
        """Saves one text for each cell of these parts."""
        fields = [
            self.field(place, f"{part}.{n}", text, revision)
            for part, texts in typed.items()
            for n, text in enumerate(texts)
        ]
        answered = self.save(*fields, place=place)
        assert answered.status_code == 200, answered.text
        return answered

    def clock(self) -> dict[str, Any]:
        told: dict[str, Any] = self.learner.client.get(f"{self.address}/clock").json()
        return told

    def hand_in(self) -> Page:
        return self.learner.send(f"{self.address}/end", {})

    def run_out(self) -> int:
        """Its time and the grace go by, and the server looks; how many exams it ended."""
        self.watch.on(seconds=self.clock()["left"] + 21)
        return submission.close_due(self.database, self.app.state.library, self.watch.clock)

    def drawn(self) -> list[Drawn]:
        with self.database.read() as connection:
            return sittings.questions(connection, self.stored.id)

    def variant(self, place: int) -> Variant:
        one = self.drawn()[place - 1]
        return variants.from_json(
            self.app.state.library.begun(one.question, one.variant["version"]), one.variant
        )

    def standing(self) -> Mapping[Spot, Entry]:
        """The stored answers, as another connection reads them."""
        other = Database(self.database.url.render_as_string(hide_password=False))
        try:
            with other.read() as connection:
                return audit_log.standing(connection, self.stored.id)
        finally:
            other.close()

    def texts(self) -> dict[Spot, str]:
        return {spot: one.text for spot, one in self.standing().items()}

    def events(self, *kinds: Kind) -> list[Event]:
        with self.database.read() as connection:
            return [
                one
                for one in audit_log.of_sitting(connection, self.stored.id)
                if not kinds or one.kind in kinds
            ]

    def attempts(self) -> list[Attempt]:
        with self.database.read() as connection:
            return attempts.of_sitting(connection, self.stored.id)

    def again(self, page: Page) -> "Sat":
        return Sat(self.app, self.learner, page.address.split("/")[2], self.watch)


def watched(app: FastAPI) -> Watch:
    """The clock of this app that the test moves; always the same one."""
    if not isinstance(getattr(app.state, "watch", None), Watch):
        app.state.watch = Watch(app)
    found: Watch = app.state.watch
    return found


def key_on(cover: Page) -> str:
    """The value of the button which starts the clock; "" where there is none."""
    return next((value for value, label in cover.buttons.items() if label.startswith("Begin")), "")


def begin(app: FastAPI, learner: Learner, exam: str = "sprint", query: str = "?section=2.5") -> Sat:
    watch = watched(app)
    return Sat(app, learner, begun(learner, exam, query), watch)


def begun(learner: Learner, exam: str = "sprint", query: str = "?section=2.5") -> str:
    """From its cover, by its button; returns the name of the sitting."""
    cover = learner.get(f"/exams/{exam}{query}")
    sections = [name for name, ticked in cover.boxes.get("section", {}).items() if ticked]
    chosen: Form = {
        name: cover.fields[name] for name in ("section", "minutes", "extra") if name in cover.fields
    }
    chosen |= {"section": sections} if sections else {}
    page = learner.send(f"/exams/{exam}", {**chosen, "key": key_on(cover)})
    assert page.address.startswith("/sittings/"), page.text
    return page.address.split("/")[2]


def blueprint(
    *questions: str | Question, aids: Sequence[str] = (), minutes: int = 60, points: str = ""
) -> Blueprint:
    """An exam of these questions in this order, each worth what it says, or ``points``."""
    asked = [BANK.questions[one] if isinstance(one, str) else one for one in questions]
    groups = tuple(
        Group.model_validate(
            {"title": f"{n}. {one.id}"[:80], "number": 1, "points": points or str(one.points)}
            | {"questions": (one.id,)}
        )
        for n, one in enumerate(asked, 1)
    )
    total = sum(group.total for group in groups)
    told = {
        "id": "a-test",
        "title": "A test exam",
        "minutes": minutes,
        "points": total,
        "order": "as written",
    }
    return Blueprint.model_validate({**told, "aids": list(aids), "groups": groups})


def sit(
    app: FastAPI,
    *questions: str | Question,
    learner: Learner | None = None,
    aids: Sequence[str] = (),
    minutes: int = 60,
    points: str = "",
) -> Sat:
    """Begins an exam of these questions, for a new guest unless it is somebody's."""
    watch = watched(app)
    who = learner or with_cookie(app, secrets.token_urlsafe(32))
    asked = [BANK.questions[one] if isinstance(one, str) else one for one in questions]
    exam = blueprint(*questions, aids=aids, minutes=minutes, points=points)
    name = mock_exams.start(context_of(app, token=cookie(who)), exam, asked, form_key())
    return Sat(app, who, name, watch)


def of_kind(kind: str, but: str = "") -> str:
    """The first question of this kind in the bank."""
    return next(one.id for one in BANK.questions.values() if one.kind == kind and one.id != but)
