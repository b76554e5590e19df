"""Dependencies of handlers: the OpenID provider, a server for e-mails, and the form to sign in or up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Form, Request
from starlette.exceptions import HTTPException

from app.accounts import credentials
from app.accounts.openid.provider import Provider
from app.outbox import outbox
from app.web.room import Confirmation


async def provider(request: Request) -> Provider:
    """The OpenID provider. Raises HTTPException with 404 where none is configured."""
    if request.app.state.provider is None:
        raise HTTPException(404)
    return cast(Provider, request.app.state.provider)


async def sends_mail() -> None:
    """Raises HTTPException with 404 where no server for e-mails is set."""
    if not outbox.is_on():
        raise HTTPException(404)


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The form to sign in or up; ``zone`` is the browser's clock."""

    email: str
    password: str
    zone: str = ""


async def entry_form(
    email: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
    zone: Annotated[str, Form(max_length=60)] = "",
) -> EntryForm:
    return EntryForm(credentials.tidy(email), password, zone)


async def confirmations(request: Request) -> Sequence[Confirmation]:
    """The rooms' work once an e-mail is confirmed."""
    return cast(Sequence[Confirmation], request.app.state.confirmed)


ProviderHere = Annotated[Provider, Depends(provider)]
ConfirmationsHere = Annotated[Sequence[Confirmation], Depends(confirmations)]
EntryFormHere = Annotated[EntryForm, Depends(entry_form)]
