"""The gradebook as a workbook (XLSX), in which numbers are numbers in every country."""

import io
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

NUMBER = re.compile(r"[0-9]{1,4}(?:[.,]([0-9]{1,4}))?")
Rows = Iterable[Sequence[str | Fraction | None]]


class GradeName(str):
    """A grade: a number in a workbook where its name is one, with as many decimals as that has."""

    __slots__ = ()


def as_xlsx(rows: Rows) -> bytes:
    """Returns a workbook with one sheet, whose texts are texts and no formulas or links, whatever they begin with."""
    from xlsxwriter import Workbook

    content = io.BytesIO()
    book = Workbook(content, {"in_memory": True})
    sheet, bold = book.add_worksheet(), book.add_format({"bold": True})
    decimals = [book.add_format({"num_format": "0." + n * "0" if n else "0"}) for n in range(5)]
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            if isinstance(cell, Fraction):
                sheet.write_number(down, across, round(float(cell), 2), decimals[2])
            elif isinstance(cell, GradeName) and (number := NUMBER.fullmatch(cell)):
                sheet.write_number(
                    down, across, float(cell.replace(",", ".")), decimals[len(number[1] or "")]
                )
            elif cell:
                sheet.write_string(down, across, cell, bold if down == 0 else None)
    sheet.freeze_panes(1, 1)
    sheet.autofit()
    book.close()
    return content.getvalue()
