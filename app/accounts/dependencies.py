"""What handlers of accounts ask for: the OpenID provider, and what one signs in or up with."""

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Form, Request
from starlette.exceptions import HTTPException

from app.accounts import credentials
from app.accounts.openid.provider import Provider


async def provider(request: Request) -> Provider:
    """Without one, there is nothing at the address that asks for it."""
    if request.app.state.provider is None:
        raise HTTPException(404)
    return cast(Provider, request.app.state.provider)


@dataclass(frozen=True, slots=True)
class EntryForm:
    """What one signs in or up with."""

    email: str
    password: str


async def entry_form(email: Annotated[str, Form()] = "", password: Annotated[str, Form()] = "") -> EntryForm:
    return EntryForm(credentials.tidy(email), password)


ProviderHere = Annotated[Provider, Depends(provider)]
EntryFormHere = Annotated[EntryForm, Depends(entry_form)]
