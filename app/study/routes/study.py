"""Study: a page for each section, and the glossary."""

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import JSONResponse, Response

from app.database.connection import DatabaseDown
from app.questions.context import ContextHere
from app.study import study
from app.web.beside import beside
from app.web.concurrency import PRINTING, READING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS, BankHere
from app.web.rate_limits import counted_for_guests
from app.web.rendering import in_bengali, page
from app.web.routing import Router
from engine.variants import MOST_SEED

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


@router.get("/study")
def open_study(request: Request, bank: BankHere) -> Response:
    """Lists the sections that have a page."""
    return page(request, "study/study", chapters=study.chapters(bank.study), study=bank.study)


@router.get("/study/{section}")
@limit_concurrency(READING)
def open_section(
    request: Request, context: ContextHere, section: str, seed: Annotated[int, Query(ge=0, lt=MOST_SEED)] = 1
) -> Response:
    """Shows a section; ``seed`` draws the numbers of its worked example.
    Without a database, only built-in questions are counted."""
    try:
        bank = context.library.everybodys()
    except DatabaseDown:
        bank = context.library.bank
    chapter = study.chapter(bank, section, seed)
    exact = chapter.example.variant.exact if chapter.example else None
    return page(
        request,
        "study/section",
        "example",
        chapter=chapter,
        seed=seed,
        **beside(request, "section", section),
        **beside(request, "solution", exact),
    )


@router.get("/study/{section}/sheet.pdf")
@limit_concurrency(PRINTING)
@counted_for_guests
def print_sheet(request: Request, bank: BankHere, section: str) -> Response:
    """Sends the section's formulas and traps as a PDF of one page."""
    made = study.sheet(bank.study, section, in_bengali(request))
    headers = {
        "Content-Disposition": f'inline; filename="{study.file_name(section)}.pdf"',
        "Cache-Control": "private, max-age=3600",
    }
    return Response(made, media_type="application/pdf", headers=headers)


@router.get("/glossary")
def open_glossary(
    request: Request, bank: BankHere, q: Annotated[str, Query(max_length=100)] = ""
) -> Response:
    """Lists the terms, and the words of exam questions, in which these words are found."""
    terms, words = study.found(bank.study, q), study.found_words(bank.study, q)
    return page(request, "study/glossary", "terms", q=q, terms=terms, words=words)


@router.get("/glossary/abbreviations")
def abbreviations(bank: BankHere) -> Response:
    """Sends the abbreviations that an exam does not accept, for the fields of written answers."""
    return JSONResponse(bank.study.abbreviations, headers={"Cache-Control": "public, max-age=3600"})


@router.get("/glossary/{slug}")
def open_term(request: Request, bank: BankHere, slug: str) -> Response:
    """Shows one term. Raises NoSuchTerm."""
    return page(request, "study/term", "term", term=study.term(bank.study, slug))
