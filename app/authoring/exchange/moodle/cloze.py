"""The fields of Moodle's cloze questions: ``{2:NUMERICAL:=0.5:0.01~%0%2:0.01#Divide.}``.

Moodle decodes the entities of an answer once. Before that it looks for ``=``, ``%``, ``~``, ``#`` and ``}``, so what is
quoted here has them, and all that HTML reads, as entities. A question is worth the sum of its whole weights.
"""

import math
import re
from collections.abc import Sequence
from fractions import Fraction

from app.authoring.exchange import numbers
from app.authoring.exchange.exchanged import RIGHT, Choice, Gap, Numeric, Range, Short

ESCAPED = re.compile(r"\\([}#])")
SPECIAL = str.maketrans({sign: f"&#{ord(sign)};" for sign in "=%~#{}\\&<>"})


def written(gap: Gap, weight: int) -> str:
    """A gap as a field of this weight."""
    match gap.asks:
        case Numeric(ranges):
            kind = "NUMERICAL"
            answers = [_answer(_number(one), one.share, one.feedback) for one in ranges]
        case Choice(options, several):
            kind = "MULTIRESPONSE" if several else "MULTICHOICE"
            answers = [_answer(quoted(one.text), one.share, one.feedback, several) for one in options]
        case Short(wordings, by_case):
            kind = "SHORTANSWER_C" if by_case else "SHORTANSWER"
            answers = [_answer(quoted(one.text), one.share, one.feedback) for one in wordings]
    return f"{{{weight}:{kind}:{'~'.join(answers)}}}"


def weights(shares: Sequence[Fraction]) -> list[int]:
    """Whole weights from 1 up for fields with these points, whose sum is that of the points, where these are whole and
    no fewer than the fields; else the least sum that Moodle allows. What is left over goes where most is missing."""
    points = sum(shares, Fraction(0))
    total = max(math.ceil(points), len(shares))
    wanted = [share * total / points for share in shares]
    made = [max(1, math.floor(one)) for one in wanted]
    while sum(made) < total:
        made[max(range(len(made)), key=lambda n: (wanted[n] - made[n], -n))] += 1
    while sum(made) > total:
        made[max((n for n, one in enumerate(made) if one > 1), key=lambda n: (made[n] - wanted[n], n))] -= 1
    return made


def quoted(text: str) -> str:
    """HTML, or plain text, as it may stand in a field. A backslash before a brace is doubled: Moodle takes one away."""
    return ESCAPED.sub(r"\\\\\1", text).translate(SPECIAL)


def _number(one: Range) -> str:
    return f"{numbers.written(one.key)}:{numbers.written(one.width)}"


def _answer(text: str, share: Fraction, feedback: str, several: bool = False) -> str:
    right = share == RIGHT or (several and share > 0)
    sign = "=" if right else "" if share == 0 or several else f"%{percent(share)}%"
    return f"{sign}{text}#{quoted(feedback)}" if feedback else f"{sign}{text}"


def percent(share: Fraction) -> str:
    """A share as Moodle writes it: 33.33333, 100."""
    return f"{float(share * 100):.5f}".rstrip("0").rstrip(".")
