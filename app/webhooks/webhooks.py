"""The webhooks of a course, registered, tried out, turned off and removed by those who teach it."""

import json
from dataclasses import dataclass

from app.courses.membership import running, taught
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.questions.context import Context
from app.webhooks import delivery, sending
from app.webhooks.store import deliveries, webhooks
from app.webhooks.store.deliveries import Delivery
from app.webhooks.store.webhooks import Webhook

MOST = 5
SHOWN = 10
PING = "ping"


class TooManyWebhooks(ValueError):
    """The course has as many as it may."""


class NoSuchWebhook(LookupError):
    """The course has no webhook of this number, or not any more."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A webhook, with what was sent to it last, the newest first."""

    webhook: Webhook
    last: tuple[Delivery, ...]


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The webhooks of a course."""

    course: Course
    shown: tuple[Shown, ...]


def of_course(context: Context, course: str) -> Webhooks:
    """Raises NoSuchCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        found = webhooks.of_course(connection, here.id)
        return Webhooks(
            here, tuple(Shown(one, tuple(deliveries.last(connection, one.id, SHOWN))) for one in found)
        )


def register(context: Context, course: str, address: str, inside: bool) -> tuple[int, str]:
    """Returns the number of a new webhook, and its secret, which nobody can read again. It hears of what changes from
    now on. Raises NoSuchCourse, CourseArchived, sending.BadAddress, and TooManyWebhooks."""
    sending.checked(address.strip(), inside)
    with context.database.write() as connection:
        here = running(connection, context.person, course)
        if len(webhooks.of_course(connection, here.id)) >= MOST:
            raise TooManyWebhooks(course)
        now = context.clock.now()
        return webhooks.add(connection, here.id, context.account, address.strip(), now)


def ping(context: Context, course: str, number: int) -> None:
    """Queues an event that tells nothing, to try a webhook out. Raises NoSuchCourse, and NoSuchWebhook."""
    with context.database.write() as connection:
        one = _own(connection, context, course, number)
        now = context.clock.now()
        told = json.dumps({"event": PING, "course": course, "at": now.isoformat()})
        deliveries.add(connection, one.id, PING, told, now)
    delivery.enqueue(context.database)


def switch(context: Context, course: str, number: int, on: bool) -> None:
    """Turns a webhook off, or on again. Raises NoSuchCourse, and NoSuchWebhook."""
    with context.database.write() as connection:
        one = _own(connection, context, course, number)
        if on:
            webhooks.switch(connection, one.id, None)
        else:
            delivery.turn_off(connection, one.id, context.clock.now())


def remove(context: Context, course: str, number: int) -> None:
    """Removes a webhook. Raises NoSuchCourse, and NoSuchWebhook."""
    with context.database.write() as connection:
        webhooks.remove(connection, _own(connection, context, course, number).id)


def _own(connection: Connection, context: Context, course: str, number: int) -> Webhook:
    here = taught(connection, context.person, course)
    found = next((one for one in webhooks.of_course(connection, here.id) if one.id == number), None)
    if found is None:
        raise NoSuchWebhook(number)
    return found
