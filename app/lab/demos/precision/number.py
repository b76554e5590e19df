"""One number in each number format."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import copysign, frexp, isfinite, isinf
from typing import Any

import numpy as np

from app.lab.demos import prediction_marks
from app.lab.demos.demo import Asked
from app.lab.demos.parts import Part
from app.lab.demos.precision.bits import Group, groups, stands_for
from app.lab.demos.precision.state import State
from app.lab.demos.precision.writing import MOST, two, written
from app.web.languages.languages import N_
from engine.answers.reading import Unreadable, read_number
from engine.demos.precision import formats
from engine.demos.precision.formats import FORMATS, Format, Stored
from engine.solutions.columns import minus
from engine.solutions.pictures import Bars, Curve, Line

BY_NAME = {form.name: form for form in FORMATS}
AROUND = 4  # steps of a format to each side of the stored number
NOT_DECIMAL = re.compile(
    r"\s*[+-]?0[xob][0-9a-f]", re.IGNORECASE
)  # of which 0x10 would be read as 0 times 10


def read(text: str) -> float | str:
    """Reads the number; returns a sentence if it is none."""
    if NOT_DECIMAL.match(text):
        return N_("Type the number with decimal digits, as 16 for 0x10.")
    found = read_number(text.replace("\0", ""))
    if isinstance(found, Unreadable):
        return found.message
    number = float(found.value)
    return number if isfinite(number) else N_("This is larger than any number that is computed with here.")


@dataclass(frozen=True)
class Number(Part):
    """A number as a format stores it; for one that is too large, the largest number of the format is asked for."""

    state: State
    label = N_("A number")
    uses = ("number", "format", "bits")
    question = "one-rule-for-four-formats"

    @property
    def wrong(self) -> str:
        found = read(self.state.number)
        return found if isinstance(found, str) else ""

    @cached_property
    def number(self) -> float:
        found = read(self.state.number)
        assert isinstance(found, float)
        return found

    @property
    def form(self) -> Format:
        return BY_NAME[self.state.format]

    @cached_property
    def stored(self) -> Stored:
        return formats.one(self.number, self.form)

    @property
    def infinite(self) -> bool:
        return isinf(self.stored.value)

    @property
    def end(self) -> tuple[float, float, float]:
        """The last finite number of the format on this side of 0; the next step, which is infinity already; and the
        middle between the two."""
        largest, step = self.form.largest, float(formats.spacing(self.form.largest, self.form))
        ends = (largest, largest + step, largest + step / 2)
        return ends if self.number >= 0 else (-ends[0], -ends[1], -ends[2])

    @property
    def at_the_end(self) -> bool:
        """True if the number lies between the last finite number and the next step."""
        last, beyond, _ = map(abs, self.end)
        return last < abs(self.number) < beyond

    @property
    def bits(self) -> str:
        """The bits as they were flipped by hand, or those that are stored."""
        mine, stored = self.state.bits, self.stored.bits
        return mine if len(mine) == len(stored) else stored

    @property
    def groups(self) -> list[Group]:
        return groups(self.bits, self.stored.bits, self.form)

    @property
    def stands_for(self) -> str:
        """The number that the bits stand for."""
        return stands_for(self.bits, self.form)

    @property
    def sums(self) -> tuple[str, str, str]:
        """The exponent of the bits less the bias, the mantissa with its leading bit, and the power of two."""
        exponent, e = int(self.bits[1 : 1 + self.form.exponent_bits], 2), self.form.exponent_bits
        part = int(self.bits[1 + e :], 2) / 2**self.form.mantissa_bits
        power = max(exponent, 1) - self.form.bias
        less = f"{max(exponent, 1)} − {self.form.bias} = {minus(str(power))}"
        return less, f"{part + (exponent > 0):.{MOST}g}", two(power)

    @property
    def rows(self) -> list[tuple[Format, Stored]]:
        """The same number in every format."""
        return [(form, formats.one(self.number, form)) for form in FORMATS]

    @property
    def asked(self) -> Asked:
        """Accepts the typed number itself only if it is stored exactly.

        At the end of the format it asks for one of two: the last finite number, or the step that is infinity.
        """
        if self.at_the_end:
            last, beyond, _ = self.end
            within = abs(beyond - last) / 8
            return Asked(
                words="which end it goes to", outcome=beyond if self.infinite else last, within=within
            )
        if self.infinite:
            largest = self.form.largest
            within = largest * max(2.0 ** -(self.form.mantissa_bits + 2), 1e-4)
            return Asked(words="the end of the format", outcome=copysign(largest, self.number), within=within)
        error = abs(self.stored.error)
        within = self.stored.spacing / 8
        return Asked(
            words="what is stored",
            outcome=self.stored.value,
            within=min(within, error / 2) if error else within,
        )

    @property
    def too_large(self) -> bool:
        """True if FP16 cannot hold the number, and BF16 can."""
        short, wide = (formats.one(self.number, BY_NAME[name]).value for name in ("FP16", "BF16"))
        return isinf(short) and isfinite(wide)

    @property
    def numbers(self) -> Mapping[str, Any]:
        return {"exponent_bits": self.form.exponent_bits, "mantissa_bits": self.form.mantissa_bits}

    @property
    def power(self) -> int:
        """The exponent of two that the bits stand for; for subnormal numbers that of the smallest normal ones."""
        return max(int(self.stored.exponent, 2), 1) - self.form.bias

    @property
    def leading(self) -> int:
        """The bit before the point, which is not stored."""
        return int("1" in self.stored.exponent)

    @property
    def places(self) -> list[int]:
        """Places of the set bits of the mantissa, from 1."""
        return [place for place, bit in enumerate(self.stored.mantissa, 1) if bit == "1"]

    @property
    def mantissa(self) -> float:
        return self.leading + sum(2.0**-place for place in self.places)

    def picture(self, predicted: float | None) -> Curve | Bars:
        far = self.infinite and not self.at_the_end
        return self._beyond(predicted) if far else self._stairs(predicted)

    def _beyond(self, predicted: float | None) -> Bars:
        """Draws sizes, one of which is too large.

        A prediction on the other side of 0 has no bar, and no bar is more than twice as long as the others.
        """
        size, sign = abs(self.number), copysign(1.0, self.number)
        low = sign < 0
        end = f"lowest of {self.state.format}" if low else f"largest of {self.state.format}"
        bars = [("your number", size), (end, self.form.largest)]
        if predicted is not None:
            bars.insert(0, ("you said", min(max(sign * predicted, 0.0), 2 * size)))
        if low:
            bars = [(f"{name}, without its minus", value) for name, value in bars]
        about = "Your number beside the end of the format, and what you said"
        title = f"Too {'low' if low else 'large'} for {self.state.format}"
        return Bars(title, about, ("size",), tuple((n, (x,)) for n, x in bars))

    def _stairs(self, predicted: float | None) -> Curve:
        """Draws the numbers of the format as stairs, in steps from the stored one, or from the last finite one."""
        gap, value = self.stored.spacing, self.end[0] if self.infinite else self.stored.value
        here = (self.number - value) / gap
        across = np.linspace(-AROUND, AROUND, 16 * AROUND * 5 + 1)
        up = (formats.nearest(value + across * gap, self.form) - value) / gap
        stairs = tuple((float(x), float(y)) for x, y in zip(across, up, strict=True) if isfinite(y))
        said = "infinite" if self.infinite else f"stored: {written(value, MOST)}"
        came = copysign(1.0, self.number) if self.infinite else 0.0
        found: tuple[prediction_marks.Mark, ...] = ((said, here, came),)
        if predicted is not None:
            place = min(max((predicted - value) / gap, -AROUND), AROUND)
            yours = f"you: {written(predicted, MOST)}"
            apart = abs(place - came) > 2 * AROUND * prediction_marks.NEAR
            found = ((yours, here, place), *found) if apart else ((f"{yours}; {said}", here, came),)
        return Curve(
            f"{self.state.format} around {written(value, MOST)}",
            "What is stored of the numbers near it, as steps. Both axes count steps of "
            f"{written(gap, 3)} from {written(value, MOST)}",
            f"number, in steps of {written(gap, 3)}",
            "stored",
            (Line("stored", stairs), Line("the number itself", ((-AROUND, -AROUND), (AROUND, AROUND)))),
            marks=found,
        )

    @property
    def reach(self) -> Curve:
        """Draws how fine each format is over the size of the number, as a share of it: straight between three
        corners."""
        lines = []
        for form in (BY_NAME["FP16"], BY_NAME["BF16"], BY_NAME["FP32"]):
            corners = [2.0**power for power in (form.finest, 1 - form.bias, form.bias)]
            lines.append(Line(form.name, tuple((size, self._share(size, form)) for size in corners)))
        size = abs(self.number)
        here: tuple[prediction_marks.Mark, ...] = ()
        if 2.0**self.form.finest <= size and not self.infinite:
            power = 2.0 ** (frexp(size)[1] - 1)
            here = (("here", power, self._share(power, self.form)),)
        about = (
            "The step to the next number as a share of the number, at powers of two; where a line ends, its format "
            "ends, and where it is level, numbers are normal"
        )
        return Curve(
            "How fine, and how far",
            about,
            "size",
            "step / size",
            tuple(lines),
            marks=here,
            log_x=True,
            log_y=True,
        )

    @staticmethod
    def _share(size: float, form: Format) -> float:
        return float(formats.spacing(size, form)) / size
