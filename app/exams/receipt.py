"""The receipt of a sitting: a code by which a student proves what was handed in.

It belongs to one sitting: two students who hand in the same texts, or nothing, have different codes.
"""

import base64
import hashlib

from app.exams.store.audit_log import Standing
from app.exams.store.sitting import Sitting

LETTERS = 12


def receipt(sitting: str, standing: Standing) -> str:
    """Returns the code of these texts in the sitting of this name."""
    return _code([sitting, *_lines(standing)])


def fits(sitting: Sitting, standing: Standing) -> bool:
    """True if these texts give the receipt that was handed out; until December 2026 it was of the texts alone."""
    return sitting.receipt in {receipt(sitting.name, standing), _code(_lines(standing))}


def _lines(standing: Standing) -> list[str]:
    return sorted(
        f"{len(one.text)} {one.place} {one.field} {one.text}" for one in standing.values() if one.text
    )


def _code(lines: list[str]) -> str:
    digest = hashlib.sha256("\n".join(lines).encode()).digest()
    code = base64.b32encode(digest).decode()[:LETTERS]
    return "-".join(code[n : n + 4] for n in range(0, LETTERS, 4))
