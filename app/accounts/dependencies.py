"""Dependencies of handlers: the OpenID provider, and the form to sign in or up."""

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Form, Request
from starlette.exceptions import HTTPException

from app.accounts import credentials
from app.accounts.openid.provider import Provider


async def provider(request: Request) -> Provider:
    """The OpenID provider. Raises HTTPException with 404 where none is configured."""
    if request.app.state.provider is None:
        raise HTTPException(404)
    return cast(Provider, request.app.state.provider)


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The form to sign in or up."""

    email: str
    password: str


async def entry_form(email: Annotated[str, Form()] = "", password: Annotated[str, Form()] = "") -> EntryForm:
    return EntryForm(credentials.tidy(email), password)


ProviderHere = Annotated[Provider, Depends(provider)]
EntryFormHere = Annotated[EntryForm, Depends(entry_form)]
