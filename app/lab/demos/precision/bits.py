"""The bits of a number as toggles: what each of them counts, and what becomes of the number if it is flipped."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from app.lab.demos.precision.writing import MOST, two, written
from app.web.languages.languages import N_
from engine.demos.precision.formats import Format, of_bits


@dataclass(frozen=True, kw_only=True, slots=True)
class Bit:
    """A bit at its ``place`` among all; ``counts`` is what it adds to its group where it is set, ``flipped`` tells that
    it is not the stored one. With it turned over, all bits are ``to`` and stand for what it ``becomes``."""

    place: int
    digit: str
    counts: str
    flipped: bool
    to: str
    becomes: str


@dataclass(frozen=True, slots=True)
class Group:
    """The bits of one kind, the leftmost first."""

    label: str
    bits: Sequence[Bit]


def stands_for(bits: str, form: Format) -> str:
    value = of_bits(bits, form)
    return "NaN" if isnan(value) else written(value, MOST)


def groups(bits: str, stored: str, form: Format) -> list[Group]:
    """Sign, exponent and mantissa."""
    e, m = form.exponent_bits, form.mantissa_bits
    counts = ["−", *(str(2**n) for n in range(e - 1, -1, -1)), *(two(-n) for n in range(1, m + 1))]
    every = []
    for place, (digit, was) in enumerate(zip(bits, stored, strict=True)):
        turned = "10"[int(digit)]
        to = bits[:place] + turned + bits[place + 1 :]
        every.append(
            Bit(
                place=place,
                digit=digit,
                counts=counts[place],
                flipped=digit != was,
                to=to,
                becomes=stands_for(to, form),
            )
        )
    return [
        Group(N_("sign"), every[:1]),
        Group(N_("exponent"), every[1 : 1 + e]),
        Group(N_("mantissa"), every[1 + e :]),
    ]
