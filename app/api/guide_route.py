"""The guide to the JSON interface, for programmers."""

from fastapi import Request, Response

from app.accounts.api_tokens import SCOPES
from app.api.access import PREFIX
from app.api.guide import calls, event, examples
from app.web.addresses import address_of
from app.web.dependencies import OUTSIDE_OF_EXAMS, BankHere
from app.web.rendering import page
from app.web.routing import Router

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


@router.get("/guide/interface")
def open_interface(request: Request, bank: BankHere) -> Response:
    settings = request.app.state.settings
    address = address_of(request, PREFIX)
    shown, every = examples(bank, address), calls(address)
    rate = settings.requests_per_token
    told = {"calls": every, "scopes": SCOPES, "rate": rate, "event": event()}
    return page(request, "api/guide", examples=shown, **told)
