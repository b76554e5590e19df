"""Decks for Anki: the glossary, the one-line questions, and the questions with one right option.

Notes keep their numbers (a hash of their identity) from one export to the next, so importing a newer deck updates the
cards and keeps their review history.
"""

import zlib
from collections.abc import Collection, Iterable, Iterator
from io import BytesIO

import genanki
from markupsafe import escape

from app.study.cards import id_of_prompt, id_of_term
from app.study.prose import html, statement
from app.web.sections import SECTIONS
from engine import variants
from engine.answers import cells
from engine.answers.forms import Choice, Program
from engine.bank import Bank
from engine.study import Section
from engine.variants import Asked, Variant

STYLE = ".card { font-family: serif; font-size: 20px; text-align: left; margin: 1rem; line-height: 1.45; }"
MODEL = genanki.Model(
    1_763_800_001,
    "Examformer",
    fields=[{"name": "Front"}, {"name": "Back"}],
    templates=[{"name": "Card", "qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr id=answer>{{Back}}"}],
    css=STYLE,
)


def apkg(bank: Bank, withheld: Collection[str] = ()) -> bytes:
    """A package for Anki's import: one deck for each section, below Examformer, without the questions that are
    ``withheld``."""
    decks = []
    for section, title in SECTIONS.items():
        decks.append(_deck(f"Examformer::{title}", _notes(bank, section, withheld)))
    return _package(decks)


def cards(name: str, made: Iterable[Variant]) -> bytes:
    """A package with one deck of this name: a card for each variant, its answers at the back."""
    return _package([_deck(name, map(_card, made))])


def _deck(name: str, notes: Iterable[tuple[str, str, str]]) -> genanki.Deck:
    deck = genanki.Deck(zlib.crc32(name.encode()) + 2**31, name)
    for key, front, back in notes:
        deck.add_note(
            genanki.Note(model=MODEL, fields=[front, back], guid=genanki.guid_for("examformer", key))
        )
    return deck


def _package(decks: list[genanki.Deck]) -> bytes:
    file = BytesIO()
    genanki.Package(decks).write_to_file(file)
    return file.getvalue()


def _notes(bank: Bank, section: str, withheld: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Yields for each card its identity, its front and its back."""
    if section in bank.study.sections:
        yield from _studied(bank.study.sections[section])
    for question in bank.questions.values():
        if question.section == section and question.kind == "choice" and question.id not in withheld:
            yield (question.id, *_chosen(variants.draw(question, 0, question.default_level)))


def _studied(section: Section) -> Iterator[tuple[str, str, str]]:
    for term in section.terms:
        formula = rf"<p>\({escape(term.formula)}\)</p>" if term.formula else ""
        short = f" ({escape(term.short)})" if term.short else ""
        back = f"{html(term.meaning)}{formula}<p>{escape(term.bn)}</p><p><i>{html(term.example)}</i></p>"
        yield id_of_term(term), f"{escape(term.term)}{short}", back
    for prompt in section.prompts:
        in_bengali = f"<p>{escape(prompt.bn)}</p>" if prompt.bn else ""
        yield id_of_prompt(section, prompt), html(prompt.ask), html(prompt.answer) + in_bengali


def _card(variant: Variant) -> tuple[str, str, str]:
    question = variant.question
    key = f"{question.id}/{variant.seed}" if question.varies else question.id
    if question.kind == "choice":
        return (key, *_chosen(variant))
    asked = "".join(f"<li>{html(one.text or one.step.title)}</li>" for one in variant.asked)
    answers = "".join(f"<li>{_answer(one)}</li>" for one in variant.asked)
    return key, f"{statement(variant)}<ol>{asked}</ol>", f"<ol>{answers}</ol>"


def _answer(asked: Asked) -> str:
    if isinstance(asked.step.form, Program):
        return f"<pre>{escape(asked.key)}</pre>"
    shown = [asked.step.form.show(leaf) for leaf in cells.cells(asked.key)]
    named = zip(cells.labels(asked.key), shown, strict=True)
    written = html if asked.step.reasons else escape
    return "; ".join(str(written(f"{label}: {text}" if label else text)) for label, text in named)


def _chosen(variant: Variant) -> tuple[str, str]:
    """A card of a choice question: the options in the same order for everybody;
    at the back the right one, and why each is right or wrong, or each itself where no reason is given."""
    (asked,) = variant.asked
    options = asked.step.form.names if isinstance(asked.step.form, Choice) else ()
    right = asked.key if isinstance(asked.key, tuple) else (asked.key,)
    listed = "".join(f"<li>{html(option)}</li>" for option in options)
    reasons = "".join(
        f"<li>{'✓' if option in right else '✗'} {html(asked.step.reasons.get(option) or option)}</li>"
        for option in options
    )
    return f"{statement(variant)}<ol type=A>{listed}</ol>", f"<ol type=A>{reasons}</ol>"
