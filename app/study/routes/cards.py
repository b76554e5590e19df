"""Cards: shuffled packs to turn, a deck for Anki, and those of today."""

from secrets import randbelow
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from app.questions.context import ContextHere
from app.study import card_reviews
from app.study.cards import Pack, turn
from app.study.study import chapters
from app.web.concurrency import MARKING, PRINTING, READING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS, BankHere
from app.web.downloads import file
from app.web.rate_limits import counted_for_guests
from app.web.rendering import page
from app.web.routing import Router
from engine.learning.spacing import Grade
from engine.variants import MOST_SEED

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


@router.get("/cards/examformer.apkg")
@limit_concurrency(PRINTING)
@counted_for_guests
def take_cards(request: Request, context: ContextHere, bank: BankHere) -> Response:
    """Sends terms, one-line questions and choices as decks for Anki; but none that a course asks at present."""
    from app.study import anki  # takes a tenth of a second, once

    return file(
        anki.apkg(bank, context.library.asked_by_courses(context.person)),
        "examformer.apkg",
        "application/octet-stream",
    )


@router.get("/cards")
def open_cards(
    request: Request,
    bank: BankHere,
    pack: Pack = "prompts",
    section: Annotated[str, Query(max_length=8)] = "",
    seed: Annotated[int | None, Query(ge=0, lt=MOST_SEED)] = None,
    place: Annotated[int, Query(ge=0, le=1000)] = 0,
) -> Response:
    """Shows a card of a pack shuffled by the seed; without a seed, redirects to a new one."""
    if seed is None:
        shuffled = {"pack": pack, "section": section, "seed": randbelow(10_000)}
        return RedirectResponse(f"/cards?{urlencode(shuffled)}", 303)
    turned = turn(bank.study, pack, section, seed, place)
    return page(
        request,
        "study/cards",
        "card",
        pack=pack,
        section=section,
        seed=seed,
        turned=turned,
        chapters=chapters(bank.study),
    )


@router.get("/cards/today")
@limit_concurrency(READING)
def open_today(request: Request, context: ContextHere) -> Response:
    """Shows the next card of today: those that are due, some new ones, and those that were not known today."""
    return page(request, "study/card_reviews", "card", queue=card_reviews.queue(context))


@router.post("/cards/today")
@limit_concurrency(MARKING)
def answer(
    context: ContextHere,
    card: Annotated[str, Form(max_length=200)],
    grade: Annotated[Grade, Form()],
    shown: Annotated[int, Form(ge=0, lt=2**31)] = 0,
) -> Response:
    """Stores how well a card was known, and goes on; one that is sent twice counts once. Raises NoSuchCard."""
    card_reviews.answer(context, card, grade, shown)
    return context.visitor.sent_to("/cards/today")


@router.post("/cards/today/undo")
@limit_concurrency(MARKING)
def undo(context: ContextHere) -> Response:
    """Takes back the answer to the last card, which comes again."""
    card_reviews.undo(context)
    return RedirectResponse("/cards/today", 303)
