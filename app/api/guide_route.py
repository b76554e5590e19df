"""The guide to the JSON interface, for programmers."""

from fastapi import APIRouter, Request, Response

from app.api.guide import examples
from app.web.addresses import address_of
from app.web.dependencies import BankHere
from app.web.rendering import page

router = APIRouter()


@router.get("/guide/interface")
def open_interface(request: Request, bank: BankHere) -> Response:
    settings = request.app.state.settings
    shown = examples(bank, address_of(request, "/api/v1"))
    return page(request, "api/guide", examples=shown, rate=settings.requests_per_token)
