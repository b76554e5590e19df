"""Renders an exam on paper as PDF: question sheets to write on, and the answer keys to mark them by."""

from collections.abc import Iterable

from app.paper import answer_key, question_sheet
from app.paper.printed_exam import PrintedExam, PrintedQuestion
from app.web.pdf import printing
from engine.study import Study

__all__ = ["PRINTED", "PrintedExam", "PrintedQuestion", "answer_keys", "question_sheets"]

NONE_MORE = Study()


def question_sheets(forms: Iterable[PrintedExam], study: Study = NONE_MORE, title: str = "") -> bytes:
    """Renders one PDF. Every paper version has an even number of pages, so that it begins on a new sheet when printed
    on both sides.

    Without a ``title``, it has that of its first paper version. ``study`` holds the short explanations in Bengali, for
    those that want them. Raises CannotPrint.
    """
    return printing.papers("paper/print/exam", (question_sheet.sheet(form, study) for form in forms), title)


def answer_keys(forms: Iterable[PrintedExam], study: Study = NONE_MORE, title: str = "") -> bytes:
    """Renders the answer keys in the same order. Raises CannotPrint."""
    return printing.papers("paper/print/key", (answer_key.key(form, study) for form in forms), title)


PRINTED = {"sheets": question_sheets, "keys": answer_keys}
