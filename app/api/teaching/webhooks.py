"""The webhooks of a course: registered, switched, removed, and what was sent to them last."""

from datetime import datetime
from typing import Annotated

from fastapi import Body, Request
from pydantic import Field

from app.accounts.store.api_tokens import Scope
from app.api.access import SENT, as_json, behind_the_door, refusals
from app.api.writing import WRITING, Done, writes
from app.questions.context import Context, ContextHere
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number
from app.webhooks import webhooks as acting
from app.webhooks.sending import LONGEST
from engine.validation.schema import Shape

router = behind_the_door("webhooks", Scope.COURSES)


class Delivery(Shape):
    """An event that was sent, or waits; ``status`` is null where no answer came, and ``next_at`` once it arrived or was
    given up."""

    delivery: str
    event: str
    made_at: datetime
    next_at: datetime | None
    tries: int
    status: int | None
    said: str = Field(description="how the last answer begins, or why there was none")


class Webhook(Shape):
    """A webhook; ``off_at`` is null while it is on, and ``failures`` are tries in a row."""

    webhook: int
    address: str
    made_at: datetime
    off_at: datetime | None
    failures: int
    last: list[Delivery]


class Webhooks(Shape):
    webhooks: list[Webhook]


class NewWebhook(Shape):
    address: str = Field(max_length=LONGEST, description="over https, without a password and without #")


class RegisteredWebhook(Shape):
    """A new webhook, and the secret that signs what is sent, told here and nowhere else."""

    webhook: int
    secret: str


class WebhookSwitch(Shape):
    on: bool


@router.get("/courses/{course}/webhooks", responses=refusals(404))
@limit_concurrency(TEACHING)
@as_json
def webhooks(context: ContextHere, course: str) -> Webhooks:
    return _webhooks(context, course)


@router.post("/courses/{course}/webhooks", status_code=201, responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes(201)
def register_webhook(
    request: Request, context: Context, course: str, new: Annotated[NewWebhook, Body()]
) -> RegisteredWebhook:
    inside = request.app.state.settings.webhooks_inside
    number, secret = acting.register(context, course, new.address, inside)
    return RegisteredWebhook(webhook=number, secret=secret)


@router.post("/courses/{course}/webhooks/{number}/ping", responses=WRITING)
@limit_concurrency(TEACHING)
@writes(nudges=True)
def ping_webhook(context: Context, course: str, number: Number) -> Done:
    acting.ping(context, course, number)
    return Done()


@router.put("/courses/{course}/webhooks/{number}", responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes()
def switch_webhook(
    context: Context, course: str, number: Number, new: Annotated[WebhookSwitch, Body()]
) -> Webhooks:
    acting.switch(context, course, number, new.on)
    return _webhooks(context, course)


@router.delete("/courses/{course}/webhooks/{number}", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def remove_webhook(context: Context, course: str, number: Number) -> Done:
    acting.remove(context, course, number)
    return Done()


def _webhooks(context: Context, course: str) -> Webhooks:
    return Webhooks(
        webhooks=[
            Webhook(
                webhook=each.webhook.id,
                address=each.webhook.address,
                made_at=each.webhook.made_at,
                off_at=each.webhook.off_at,
                failures=each.webhook.failures,
                last=[
                    Delivery(
                        delivery=one.name,
                        event=one.event,
                        made_at=one.made_at,
                        next_at=one.next_at,
                        tries=one.tries,
                        status=one.status,
                        said=one.said,
                    )
                    for one in each.last
                ],
            )
            for each in acting.of_course(context, course).shown
        ]
    )
