"""Sixteen bits as a number: sign, exponent (how large) and mantissa (which digits), and what one flipped bit does.

Binary interchange formats of IEEE 754-2019, section 3.4.
"""

import math

from engine.figures.figure import Figure, Frame, Place
from engine.figures.handles import Options, Slider, Words, nowhere
from engine.solutions.columns import minus
from engine.solutions.pictures import Box, Boxes

WIDTH = 16
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SIGN, EXPONENT, MANTISSA = PARTS = ("sign", "exponent", "mantissa")


def stored(here: Frame) -> str:
    """The bits as typed; bits that are missing are 0."""
    return "".join(bit for bit in here["bits"] if bit in "01")[:WIDTH].ljust(WIDTH, "0")


def flipped(here: Frame) -> str:
    bits, at = stored(here), here["flip"] - 1
    return bits if at < 0 else bits[:at] + "10"[int(bits[at])] + bits[at + 1 :]


def part(here: Frame, at: int) -> str:
    return SIGN if at == 0 else EXPONENT if at <= here["exponent_bits"] else MANTISSA


def fields(here: Frame, bits: str) -> tuple[int, int]:
    """Exponent and mantissa as the whole numbers that are stored."""
    first = 1 + here["exponent_bits"]
    return int(bits[1:first], 2), int(bits[first:], 2)


def reserved(here: Frame, bits: str) -> bool:
    """True if the exponent is all ones: infinity, or NaN."""
    return fields(here, bits)[0] == 2 * int(here["bias"]) + 1


def value(here: Frame, bits: str) -> float:
    (exponent, mantissa), sign = fields(here, bits), -1.0 if bits[0] == "1" else 1.0
    if reserved(here, bits):
        return math.nan if mantissa else sign * math.inf
    if exponent == 0:
        return float(sign * mantissa * here["epsilon"] * here["smallest_normal"])
    return float(sign * (1 + mantissa * here["epsilon"]) * 2.0 ** (exponent - here["bias"]))


def text(x: float) -> str:
    if not math.isfinite(x):
        return "NaN" if math.isnan(x) else minus(f"{x}inity")
    if x == 0 or 1e-4 <= abs(x) < 1e6:
        return minus(f"{x:,.12g}")  # 1 + 1/1024 has eleven digits
    digits, _, power = f"{x:.3e}".partition("e")
    return minus(f"{digits}e{int(power)}")


def opened(here: Frame) -> Place:
    """The largest number where the exponent is all ones, the smallest normal one where it is 0; else the gap of two
    neighbours where a bit of the mantissa flips, and the bias."""
    bits = flipped(here)
    if reserved(here, bits):
        return "largest", ()
    if not fields(here, bits)[0]:
        return "smallest_normal", ()
    return "epsilon" if here["flip"] > 1 + here["exponent_bits"] else "bias", ()


figure = Figure(
    "float-bits", "The bits of a number, and one that flips", family="float_format", section="2.8",
    question="one-rule-for-four-formats",
    start={},
    handles=(
        Options(
            "format", "Format", "float16",
            values={"float16": ((5, 10), "float16"), "bfloat16": ((8, 7), "bfloat16")},
            puts=lambda parameters, sizes: {"exponent_bits": sizes[0], "mantissa_bits": sizes[1]},
        ),
        Slider("flip", "Flip bit (0: none)", 0, least=0, most=WIDTH, puts=nowhere),
        Words("bits", "The 16 bits", "0011111000000000", most=24, puts=nowhere),
    ),
    opens=opened,
)  # fmt: skip


@figure.draws
def boxes(here: Frame) -> Boxes:
    before, after = stored(here), flipped(here)

    def row(name: str, bits: str, notes: list[str]) -> tuple[str, tuple[Box, ...]]:
        return f"{name}{text(value(here, bits))}", tuple(
            Box(bit, part(here, at), wide=1 / WIDTH, note=notes[at]) for at, bit in enumerate(bits)
        )

    rows = [row("", before, [weight(here, at) for at in range(WIDTH)])]
    if here["flip"]:
        arrow = ["↑" if here["flip"] - 1 == at else "" for at in range(WIDTH)]
        rows.append(row(f"with bit {here['flip']} flipped: ", after, arrow))
    return Boxes(
        f"Sixteen bits read as {here['format']}",
        "The number above its bits, below each bit what it counts: in the exponent 1, 2, 4 and so on, in the mantissa "
        "1/2, 1/4 and so on.",
        tuple(rows),
        shades=PARTS,
    )


def weight(here: Frame, at: int) -> str:
    """The value of a bit within its part, if it is 1."""
    last = int(here["exponent_bits"])
    if at == 0:
        return "±"
    return str(2 ** (last - at)) if at <= last else "2" + f"-{at - last}".translate(RAISED)


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    if stored(now) != now["bits"]:
        return f"Sixteen bits are read, each 0 or 1: {stored(now)}. {told(now, None)}"
    return told(now, before)


def told(now: Frame, before: Frame | None) -> str:
    bits = flipped(now)
    is_now, (exponent, mantissa) = text(value(now, bits)), fields(now, bits)
    if before is not None and before["format"] != now["format"]:
        was = text(value(before, flipped(before)))
        return (
            f"The same 16 bits, cut in another place: {was} in {before['format']} is {is_now} in {now['format']}, "
            f"which has {now['exponent_bits']} bits for the exponent."
        )
    if now["flip"]:
        where = part(now, now["flip"] - 1)
        place = SIGN if where == SIGN else f"in the {where}"
        was = text(value(now, stored(now)))
        return f"Flipping bit {now['flip']}, {place}, turns {was} into {is_now}. {meaning(now, where)}"
    if reserved(now, bits):
        return f"These bits are {is_now}. {meaning(now, EXPONENT)}"
    share = f"{mantissa}/{2 ** now['mantissa_bits']}"
    if exponent == 0:
        return f"All zeros in the exponent: {share} of the smallest normal number; with the sign that is {is_now}."
    power = exponent - now["bias"]
    less = minus(f"{exponent} less the bias {now['bias']} is {power}")
    raised = str(power).translate(RAISED)
    made = minus(f"{'-' * (bits[0] == '1')}2{raised} × (1 + {share}) = {is_now}")
    return f"The exponent {less}, the mantissa is 1 + {share}. With the sign that makes {made}."


def meaning(here: Frame, where: str) -> str:
    old, new = stored(here), flipped(here)
    if reserved(here, new):
        return (
            f"All ones in the exponent mean infinity or NaN; the largest number is {text(here['largest'])}."
        )
    if where == SIGN:
        return "Nothing else changes."
    if where == MANTISSA:
        return (
            f"The power of two stays; the number moves by {text(abs(value(here, new) - value(here, old)))}."
        )
    was, now = fields(here, old)[0], fields(here, new)[0]
    if reserved(here, old):
        return "All ones in the exponent meant infinity or NaN, and now stand for a power of two."
    if 0 in (was, now):
        return "All zeros in the exponent have a meaning of their own: 0, or less than the smallest normal number."
    return f"The exponent goes from {was} to {now}, and each step of it is a factor of 2."
