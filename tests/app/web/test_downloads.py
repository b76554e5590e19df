"""Tables to download: Excel reads their umlauts, runs none of their texts, and takes their numbers for numbers."""

import csv
import io
from codecs import BOM_UTF8
from fractions import Fraction

from app.web.downloads import as_csv, table


def test_a_table_begins_with_the_mark_by_which_excel_knows_utf_8() -> None:
    sent = bytes(table(as_csv([["Zoë Müller"]]), "roster").body)
    assert sent == BOM_UTF8 + "Zoë Müller\r\n".encode()


def test_texts_are_defused_and_numbers_are_not() -> None:
    cells = ["=1+1", "-0.5", -0.123, Fraction(-1, 3), Fraction(2, 3), 7, None, "a,b"]
    written = as_csv([cells]).removeprefix("\ufeff")
    assert next(csv.reader(io.StringIO(written))) == [
        "'=1+1", "'-0.5", "-0.12", "-0.33", "0.67", "7", "", "a,b",
    ]  # fmt: skip
