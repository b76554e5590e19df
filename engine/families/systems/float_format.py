"""Range and precision of a floating-point format: one sign bit, e bits of exponent, m bits of mantissa (IEEE 754).

The exponents of all zeros (subnormal numbers) and all ones (infinity, not a number) are reserved.
"""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from engine.answers.forms import Fixed, Integer, Scientific
from engine.chain import Family
from engine.parameters import Frozen, symbol


class Parameters(Frozen):
    exponent_bits: Annotated[int, Field(ge=2, le=11)] = symbol("e", "bits of the exponent")
    mantissa_bits: Annotated[int, Field(ge=1, le=52)] = symbol("m", "stored bits of the mantissa")


family = Family(
    "float_format", "Range and precision of a number format", section="2.8", parameters=Parameters
)


@family.step(
    "Bits of one number", "1 + <exponent_bits> + <mantissa_bits>", symbol="B", unit="bits", form=Integer()
)
def bits(exponent_bits: int, mantissa_bits: int) -> int:
    return 1 + exponent_bits + mantissa_bits


@family.step(
    "Bias, which is also the largest exponent", "2^{<exponent_bits> - 1} - 1", symbol="b", form=Integer()
)
def bias(exponent_bits: int) -> int:
    return int(2 ** (exponent_bits - 1)) - 1


@family.step("Largest mantissa, with its leading 1", "2 - 2^{-<mantissa_bits>}", symbol="M", form=Fixed(4))
def mantissa(mantissa_bits: int) -> float:
    return 2 - 2.0**-mantissa_bits


@family.step("Largest number", r"<mantissa> \cdot 2^{<bias>}", symbol=r"x_{\mathrm{max}}", form=Scientific())
def largest(mantissa: float, bias: int) -> float:
    return mantissa * 2.0**bias


@family.step("Smallest normal number", "2^{1 - <bias>}", symbol=r"x_{\mathrm{min}}", form=Scientific())
def smallest_normal(bias: int) -> float:
    return 2.0 ** (1 - bias)


@family.step(
    "Gap between 1 and the next number", "2^{-<mantissa_bits>}", symbol=r"\varepsilon", form=Scientific()
)
def epsilon(mantissa_bits: int) -> float:
    return 2.0**-mantissa_bits


family.gives(
    {
        "bits": ("whole number", "Bits of one number: sign, exponent, mantissa."),
        "bias": ("whole number", "Bias of the exponent, which is also the largest exponent."),
        "mantissa": ("number", "Largest mantissa, with its leading 1."),
        "largest": ("number", "Largest finite number."),
        "smallest_normal": ("number", "Smallest positive normal number."),
        "epsilon": ("number", "Gap between 1 and the next larger number."),
    }
)
family.assumes(
    "One sign bit. The exponents of all ones and all zeros are reserved, as in IEEE 754; formats that use "
    "all ones for numbers too, as E4M3, reach further.",
)


@family.mistake(of="bits", says="You left out the sign. It takes one bit more.")
def sign_forgotten(exponent_bits: int, mantissa_bits: int) -> int:
    return exponent_bits + mantissa_bits


@family.mistake(of="bias", says="You left out the - 1. The bias is 2^(e - 1) - 1.")
def bias_one_more(exponent_bits: int) -> int:
    return int(2 ** (exponent_bits - 1))


@family.mistake(
    of="mantissa",
    says="You left out the leading 1, which is not stored. In binary the largest is 1.111... = 2 - 2^-m.",
)
def leading_one_forgotten(right: float) -> float:
    return right - 1


@family.mistake(
    of="largest",
    says="You used the highest exponent. All ones are kept for infinity and NaN: the largest exponent is the bias.",
)
def reserved_exponent(mantissa: float, bias: int) -> float:
    return mantissa * 2.0 ** (bias + 1)


@family.mistake(
    of="smallest_normal",
    says="You used an exponent of all zeros, which is reserved. The smallest normal exponent is 1 - bias.",
)
def zero_exponent(bias: int) -> float:
    return 2.0**-bias


@family.mistake(
    of="smallest_normal",
    says="That is the smallest subnormal number. The smallest normal one has the mantissa 1: 2^(1 - bias).",
)
def subnormal(bias: int, mantissa_bits: int) -> float:
    return 2.0 ** (1 - bias - mantissa_bits)


@family.mistake(
    of="epsilon",
    says="That is half the gap, the largest rounding error. From 1 to the next number it is 2^-m.",
)
def half_the_gap(mantissa_bits: int) -> float:
    return 2.0 ** -(mantissa_bits + 1)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    least, most, finest = {"warm-up": (3, 4, 5), "exam": (3, 7, 32), "hard": (5, 7, 40)}[level]
    return {"exponent_bits": rng.randint(least, most), "mantissa_bits": rng.randint(2, finest)}
