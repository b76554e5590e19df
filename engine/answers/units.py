"""The unit that is printed beside a field, and what people write behind their number all the same.

It may be repeated. Another one is never converted or passed over: the person is asked for the number in the unit that
stands there, so that 12 MB is not read as 12 GB.
"""

from engine.answers.magnitudes import LETTERS, UNSURE, power_of, split, tail
from engine.answers.reading import Unreadable
from engine.answers.refusal import Refusal
from engine.limits import LONGEST

PERCENT = ("%", "٪", "percent", "per cent", "Prozent", "শতাংশ")
OTHERWISE = {
    "bits": ("bit",),
    "nats": ("nat",),
    "bytes": ("byte", "বাইট"),
    "tokens": ("token", "টোকেন"),
    "sequences": ("sequence", "Sequenzen", "Sequenz"),
    "days": ("day", "Tage", "Tag", "দিন"),
    "hours": ("hour", "h", "Stunden", "Stunde", "ঘণ্টা"),
    "s": ("sec", "second", "seconds", "Sekunden", "Sekunde", "সেকেন্ড"),
    "GPU-days": ("GPU-day", "GPU days", "GPU day", "GPU-Tage"),
    "FLOPs": ("FLOP", "flops", "FLOPS"),
    "FLOP/s": ("FLOPs/s", "FLOPS"),
    "times": ("x", "×", "mal", "গুণ"),
    "%": PERCENT,
    "percent": PERCENT,
}
CONSTANTS = frozenset({"e", "pi", "π"})


def without(unit: str, text: str, about: str = "") -> str | Unreadable:
    """The number without the printed unit behind it; ``about`` is the line's text, where no unit is printed.

    Unreadable where another unit stands there, or a letter that can be a unit of bytes as well as a power of ten.
    """
    typed = text.strip()
    if len(typed) > LONGEST:
        return text
    number = _stripped(unit, typed)
    word = "%" if unit and number.endswith(("%", "٪")) else tail(number)
    if not word:
        return number
    column = number.rindex(word)
    power, noun = split(word)
    if (unit.endswith("B") or "byte" in (unit or about).lower()) and power in {*LETTERS, *UNSURE}:
        said = f"“{power}” can be a power of ten or a unit of bytes. Please type the whole number, as digits or with e."
        return Unreadable(said, column, typed)
    if unit and word not in CONSTANTS and (noun or not _is_power(word)):
        other = noun or word
        said = f"This line is in {unit}. Please type the number in {unit}, without “{other}”."
        return Unreadable(said, number.rindex(other), typed)
    return number


def _stripped(unit: str, typed: str) -> str:
    for name in sorted((unit, *OTHERWISE.get(unit, ())), key=len, reverse=True):
        number = typed[: len(typed) - len(name)]
        ends = typed.endswith(name) or (name.islower() and typed.lower().endswith(name))
        if name and ends and number.strip() and not (name[0].isalpha() and number[-1].isalpha()):
            return number.rstrip()
    return typed


def _is_power(word: str) -> bool:
    try:
        return power_of(word, "", 0) is not None
    except Refusal:
        return True  # the reader asks about it
