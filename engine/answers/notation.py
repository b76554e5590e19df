"""Rewrites the many ways in which people write numbers into Python's: ০,৯৬ − 5 × 10²¹ -> 0.96 - 5 * 10²¹.

Every rewriting keeps the length of the text, so that a column found later is a column of what was typed; and none
guesses: where two readings are left, the person is asked.

**Commas.** 0,96 · 12,5 · 1,2345 have a decimal comma. 1,234,567 · 1,234.5 · 1.234,5 · 1'234 · 1 234 567 · 12,34,567
are grouped. One comma before three digits, as in 1,234, can be either: asked. A lone point is always decimal. Only
where a whole number is wanted, 1,234 and 1.234 are both thousands (`engine.answers.reading.read_integer`).

**The letter e.** Before digits it is a power of ten, everywhere: 5.88e21, 6*7e9. Before a sign without spaces it can
be Euler's number, and is where another e can be nothing else: 2e/(2e+1). Otherwise it is a power of ten where nobody
would write it so for Euler's (2E+1, 1e-5, 3e-05), and in a whole answer (3e-4, 5.88e+21) but for those like 2e+1.
What is left is asked: 2e+1, 1/(2e-1). Alone, 6.93e, 12e and 1e are powers of ten that are not finished; 2e is twice
Euler's number. Where a power of ten or a whole number is asked, no e right behind digits is: 2e, 6.93e^10, (12e)/3.
"""

import re
import unicodedata
from decimal import Decimal

from engine.answers.refusal import Refusal

ASCII = {
    **dict.fromkeys("×·⋅∙∗", "*"),
    **dict.fromkeys("÷∕⁄", "/"),
    **dict.fromkeys("≈≃≅", "="),
    **dict.fromkeys("’‘ʼ′", "'"),
    **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)),
    "−": "-",
    "٫": ".",
    "٬": "_",
    "،": ",",
    "٪": "%",
}
GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ϵ": "epsilon", "η": "eta", "θ": "theta",
    "ϑ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho",
    "σ": "sigma", "τ": "tau", "φ": "phi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
SUPERSCRIPTS = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")
LETTER_TIMES = re.compile(r"(?<=[\d)])(\s*)[xX](?=\s*[\d(.√+-])")
LABEL = re.compile(r"\A\s*([^\W\d]\w*\s*)?[=~]\s*(?=\S)")

POINT = re.compile(r"\d[\d_]*(?:\.\d*)?|\.\d+")
EITHER = re.compile(r"([1-9]\d{0,2}),(\d{3})")
DECIMAL_COMMA = re.compile(r"[\d_]*,\d+")
GROUPED = re.compile(r"[1-9]\d{0,2}([,.' ])\d{3}(\1\d{3})*((?!\1)[.,]\d+)?")
GROUPED_BY_TWO = re.compile(r"[1-9]\d?(,\d\d)+,\d{3}(\.\d+)?")  # 12,34,567 in India and Bangladesh
WITH_SEPARATORS = re.compile(r"(?<![\w.,'])\d*([.,']\d+)+")

EULER = re.compile(r"(?<![\w.])e(?![a-zA-Z0-9_(])|(?<=[\d.])e(?![a-zA-Z0-9_(]|[+-]\d)")
E_AND_SIGN = re.compile(r"(?<![\w.,'])(\d[\d_.,']*|[.,]\d+)e([+-])(\d+)(?!\w|[.,]\d|\s*[(√])")

UNFINISHED = re.compile(r"[+-]?\s*([.,]?\d[\d.,'_]*)(e\d+)?\s*([eE])([\s+-]*)(\d*)", re.ASCII)
BEHIND_DIGITS = re.compile(r"(?<=[\d.,])\s*([eE])(?![+-]?\d|[^\W\d])", re.ASCII)
TWO_TENS = re.compile(r"([+-]?\s*[.,]?\d[\d.,'_]*)\s*\*\s*10[eE]([+-]?\d{1,3})", re.ASCII)
OTHER_BASE = re.compile(r"(?<![\w.,])0(?:[xX][\da-fA-F]|[bB][01]|[oO][0-7])", re.ASCII)


def usual(text: str) -> str:
    """The text with ASCII digits and signs, an x between numbers as *, and a label in front ("x =", "≈") blanked."""
    text = LETTER_TIMES.sub(r"\1*", in_ascii(text))
    return LABEL.sub(lambda label: " " * len(label[0]), text)


def in_ascii(text: str) -> str:
    """The text with ASCII digits and signs; letters and superscripts stay."""
    return text if text.isascii() else "".join(map(_ascii, text))


def spelled(word: str) -> str:
    """The word with a Greek letter at its head by the letter's name: beta for β, beta_1 for β_1."""
    head, line, index = word.partition("_")
    return f"{GREEK.get(head, head)}{line}{index}"


def _ascii(sign: str) -> str:
    """The ASCII counterpart of a sign. Superscripts stay as they are: they stand for a power, not for their digit."""
    if sign.isascii():
        return sign
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    if "！" <= sign <= "～":  # the full-width twins of ASCII
        return chr(ord(sign) - ord("！") + ord("!"))
    match unicodedata.category(sign):
        case "Pd":
            return "-"
        case "Zs" | "Zl" | "Zp" | "Cf":  # spaces, and marks that nobody sees
            return " "
    return ASCII.get(sign, sign)


def pointed(numeral: str, column: int = 0) -> str:
    """One numeral with a point before its decimals and _ between its groups. Raises Refusal where it is unsure."""
    if POINT.fullmatch(numeral):
        return numeral
    if either := EITHER.fullmatch(numeral):
        whole, thousandths = "".join(either.groups()), ".".join(either.groups())
        raise Refusal(f"Did you mean {whole} or {thousandths}? Please type one of the two.", column)
    if DECIMAL_COMMA.fullmatch(numeral):
        return numeral.replace(",", ".")
    if grouped := GROUPED.fullmatch(numeral):
        return numeral.replace(grouped[1], "_").replace(",", ".")
    if GROUPED_BY_TWO.fullmatch(numeral):
        return numeral.replace(",", "_")
    if " " in numeral:
        raise Refusal("Please type one number: here are several.", column + numeral.rindex(" ") + 1)
    last = max(map(numeral.rfind, ",.'_"))
    raise Refusal(
        "Please type this number with a point before its decimals and no other separator.", column + last
    )


def all_pointed(text: str) -> str:
    """The text with every separated numeral as ``pointed`` writes it. Raises Refusal where one can mean two numbers."""
    return WITH_SEPARATORS.sub(lambda numeral: pointed(numeral[0], numeral.start()), text)


def with_sure_powers(text: str) -> str:
    """The text with E for every e that is a power of ten though a sign follows it."""
    if EULER.search(text):
        return text
    whole_answer = text.strip().lstrip("+-").lstrip()

    def settled(power: re.Match[str]) -> str:
        mantissa, sign, digits = power.groups()
        never_eulers = mantissa == "1" or digits[0] == "0" or len(digits) > 2
        like_2e_plus_1 = mantissa.isdecimal() and sign == "+" and len(digits) == 1
        if never_eulers or (power[0] == whole_answer and not like_2e_plus_1):
            return power[0].replace("e", "E")
        ten = f"{mantissa}E{sign}{digits}"
        if len(digits) == 1:
            ten = f"{Decimal(pointed(mantissa, power.start()) + f'e{sign}{digits}'):f}"
        asked = f"Did you mean {ten} or {mantissa}*e{sign}{digits}? Please type one of the two."
        raise Refusal(asked, power.start())

    return E_AND_SIGN.sub(settled, text)


def check_base(text: str) -> None:
    """Refuses digits of another base before their x is taken for a sign of multiplication."""
    if other := OTHER_BASE.search(text):
        said = "Please type this number with decimal digits; a product needs the sign *."
        raise Refusal(said, other.start())


def check_power(text: str, eulers: bool) -> None:
    """Refuses a power of ten that is not finished; ``eulers`` where 2e and 2e - 1 can be Euler's number, too."""
    body = text.strip()
    if ten := TWO_TENS.fullmatch(body):
        numeral, power = ten[1].replace(" ", ""), int(ten[2])
        either = f"{numeral}e{power} or {numeral}e{power + 1}"
        raise Refusal(f"Did you mean {either}? Please type one of the two.", text.index(body))
    said = "The power of ten is missing right behind this e. Please type it, or *e for Euler's number."
    if not eulers and (behind := BEHIND_DIGITS.search(text)):
        raise Refusal(said, behind.start(1))
    inside = body.lstrip("+-( ").rstrip(") ") if body.endswith(")") else body
    if not (typed := UNFINISHED.fullmatch(inside)):
        return
    mantissa, exponent, letter, between, digits = typed.groups("")
    if digits and not exponent and between in ("", "+", "-"):
        return
    whole = letter == "e" and not exponent and mantissa in set("23456789")
    if eulers and whole and (between, bool(digits)) in ((" + ", True), (" - ", True), ("", False)):
        return
    raise Refusal(said, text.index(inside) + typed.start(3))
