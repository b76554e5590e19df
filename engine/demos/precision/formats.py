"""Number formats at work on a number, a weight matrix, a gradient and an update: FP32, FP16, BF16 and INT8.

Floating point: one sign bit, e bits of exponent, m bits of mantissa, rounded to the nearest, halves to even (IEEE 754;
BF16 is FP32 without the last 16 bits). INT8: whole numbers from -127 to 127 times a scale, one for the whole tensor or
one a row (Dettmers et al. 2022, section 2.1). Loss scaling: Micikevicius et al. 2018, section 3.2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, ldexp, nan, prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.chain import run
from engine.families.systems import float_format, training_memory
from engine.parameters import Array

MOST_COUNTED, MOST_STEPS = 10**8, 10_000  # bytes that are really allocated; updates of one weight
STATES: Mapping[str, Mapping[str, int]] = {  # bytes a parameter; Adam keeps two moments, m and v
    "FP32": {"weight": 4, "gradient": 4, "master": 0, "m": 4, "v": 4},
    "mixed precision": {"weight": 2, "gradient": 2, "master": 4, "m": 4, "v": 4},
}
STORED_IN = {2: np.float16, 4: np.float32}


@dataclass(frozen=True, slots=True)
class Format:
    name: str
    exponent_bits: int
    mantissa_bits: int

    @property
    def bias(self) -> int:
        return int(2 ** (self.exponent_bits - 1)) - 1

    @property
    def finest(self) -> int:
        """Exponent of two of the smallest number above zero, which is subnormal."""
        return 1 - self.bias - self.mantissa_bits

    @property
    def largest(self) -> float:
        return float((2 - 2.0**-self.mantissa_bits) * 2.0**self.bias)

    def range(self) -> dict[str, float]:
        """As the exercise computes them: bits, largest, smallest_normal, epsilon; and smallest."""
        exercise = float_format.Parameters(exponent_bits=self.exponent_bits, mantissa_bits=self.mantissa_bits)
        found = run(float_format.family, exercise).reached
        asked = {name: float(found[name]) for name in ("bits", "largest", "smallest_normal", "epsilon")}
        return asked | {"smallest": 2.0**self.finest}


FP32, FP16, BF16 = Format("FP32", 8, 23), Format("FP16", 5, 10), Format("BF16", 8, 7)
FORMATS = (FP32, FP16, BF16)


def spacing(values: ArrayLike, form: Format) -> Array:
    """From a number to the next larger one that the format has."""
    exact = np.asarray(values, dtype=np.float64)
    exponents = np.where(exact == 0, form.finest, np.frexp(exact)[1] - 1)
    return np.asarray(np.ldexp(1.0, np.maximum(exponents, 1 - form.bias) - form.mantissa_bits))


def nearest(values: ArrayLike, form: Format) -> Array:
    """Rounds float64 numbers to stored ones: infinity beyond the largest, 0 below half of the smallest."""
    exact = np.asarray(values, dtype=np.float64)
    gap = spacing(exact, form)
    rounded = np.rint(exact / gap) * gap
    return np.where(abs(rounded) > form.largest, np.copysign(np.inf, exact), rounded)


@dataclass(frozen=True, kw_only=True, slots=True)
class Stored:
    """One number in a format: its bits, what they stand for, and how far that is from the number."""

    sign: str
    exponent: str
    mantissa: str
    value: float
    error: float
    spacing: float

    @property
    def bits(self) -> str:
        return self.sign + self.exponent + self.mantissa


def one(number: float, form: Format) -> Stored:
    """Raises ValueError for what is no finite number."""
    if not np.isfinite(number):
        raise ValueError("The number must be finite.")
    value = float(nearest(number, form))
    infinite, size = np.isinf(value), abs(value)
    exponent = 2**form.exponent_bits - 1 if infinite else max(int(np.frexp(size)[1]) - 1 + form.bias, 0)
    mantissa = 0 if infinite else int(size / float(spacing(size, form))) % 2**form.mantissa_bits
    if size == 0:
        exponent = 0
    return Stored(
        sign="1" if np.signbit(value) else "0",
        exponent=f"{exponent:0{form.exponent_bits}b}",
        mantissa=f"{mantissa:0{form.mantissa_bits}b}",
        value=value,
        error=value - number,
        spacing=float(spacing(number, form)),
    )


def of_bits(bits: str, form: Format) -> float:
    """The number that the bits stand for, the sign first: where all bits of the exponent are set, infinity or NaN."""
    exponent, mantissa = int(bits[1 : 1 + form.exponent_bits], 2), int(bits[1 + form.exponent_bits :], 2)
    if exponent == 2**form.exponent_bits - 1:
        size = nan if mantissa else inf
    else:
        whole = mantissa + (2**form.mantissa_bits if exponent else 0)
        size = ldexp(whole, max(exponent, 1) - form.bias - form.mantissa_bits)
    return -size if bits[0] == "1" else size


@dataclass(frozen=True, slots=True)
class Quantized:
    """``integers`` (rows, columns) times ``scales``, (rows, 1) or (1, 1), is what was stored."""

    integers: NDArray[np.int8]
    scales: Array

    @property
    def restored(self) -> Array:
        return np.asarray(self.integers * self.scales)

    @property
    def bytes(self) -> int:
        """The size of the integers, and four bytes for each scale."""
        return self.integers.nbytes + 4 * self.scales.size


def quantize(matrix: Array, per_row: bool) -> Quantized:
    """Symmetric INT8: the largest absolute value, of the row or of all, becomes 127."""
    largest = abs(matrix).max(axis=1 if per_row else None, keepdims=True)
    scales = np.where(largest == 0, 1.0, largest / 127)
    return Quantized(np.rint(matrix / scales).astype(np.int8), scales)


@dataclass(frozen=True, kw_only=True, slots=True)
class Errors:
    """Errors of a matrix in a format; ``relative`` is the norm of the error over the norm of the matrix.

    ``worst_row`` is the same for the row which fares worst, ``zeroed`` the share of entries that became 0, ``infinite``
    of those that are too large.
    """

    form: str
    bytes: int
    relative: float
    worst_row: float
    largest: float
    zeroed: float
    infinite: float


def of_matrix(matrix: Array) -> list[Errors]:
    """FP32, FP16, BF16, INT8 with one scale, and INT8 with a scale for each row. Raises ValueError where all is 0."""
    if not matrix.any():
        raise ValueError("Every entry is 0.")
    stored = [
        (form.name, int(form.range()["bits"]) // 8 * matrix.size, nearest(matrix, form)) for form in FORMATS
    ]
    for name, per_row in (("INT8 per tensor", False), ("INT8 per row", True)):
        whole = quantize(matrix, per_row)
        stored.append((name, whole.bytes, whole.restored))
    return [_errors(name, size, matrix, values) for name, size, values in stored]


def _errors(name: str, size: int, matrix: Array, stored: Array) -> Errors:
    finite = np.isfinite(stored)
    error = np.where(finite, stored, matrix) - matrix
    whole, rows = np.linalg.norm(matrix), np.linalg.norm(matrix, axis=1)
    some = rows > 0
    return Errors(
        form=name,
        bytes=size,
        relative=float(np.linalg.norm(error) / whole),
        worst_row=float((np.linalg.norm(error, axis=1)[some] / rows[some]).max()),
        largest=float(abs(error).max()),
        zeroed=float(((stored == 0) & (matrix != 0)).mean()),
        infinite=float((~finite).mean()),
    )


@dataclass(frozen=True, slots=True)
class Underflow:
    """Shares of the gradients that are not 0, after they were multiplied by ``scale`` and stored."""

    scale: float
    zero: float
    subnormal: float
    infinite: float


def underflow(gradients: Array, scale: float, form: Format = FP16) -> Underflow:
    """Subnormal numbers keep some of their bits only. Raises ValueError where every gradient is 0."""
    real = gradients[gradients != 0]
    if not real.size:
        raise ValueError("Every gradient is 0.")
    stored = abs(nearest(real * scale, form))
    small = (stored > 0) & (stored < 2.0 ** (1 - form.bias))
    shares = ((stored == 0).mean(), small.mean(), np.isinf(stored).mean())
    return Underflow(scale, *map(float, shares))


def largest_scale(gradients: Array, form: Format = FP16) -> float:
    """The greatest power of two with which no gradient overflows."""
    scale = 2.0 ** np.floor(np.log2(form.largest / abs(gradients).max()))
    return float(scale)


def added(start: float, update: float, steps: int, form: Format) -> Array:
    """A weight after 0, 1, 2 ... updates of the same size, stored in the format each time: (steps + 1,).

    Raises ValueError above 10,000 steps.
    """
    if not 0 <= steps <= MOST_STEPS:
        raise ValueError(f"There may be 0 to {MOST_STEPS:,} steps.")
    values = [float(nearest(start, form))]
    for _ in range(steps):
        values.append(float(nearest(values[-1] + update, form)))
    return np.array(values)


def counted_state(shapes: Sequence[tuple[int, ...]], state: str) -> dict[str, int]:
    """Bytes of a training state whose arrays are really allocated. Raises ValueError above 100 MB."""
    if sum(map(prod, shapes)) * sum(STATES[state].values()) > MOST_COUNTED:
        raise ValueError("Only states of up to 100 MB are counted array by array.")
    return {
        part: sum(np.empty(shape, STORED_IN[size]).nbytes for shape in shapes) if size else 0
        for part, size in STATES[state].items()
    }


def state_in_gb(parameters: float, state: str) -> dict[str, float]:
    """As the exercise computes it: weights_gb, gradients_gb, master_gb, m_gb, v_gb and total_gb."""
    sizes = {f"{part}_bytes": size for part, size in STATES[state].items()}
    found = run(training_memory.family, training_memory.Parameters(parameters=parameters, **sizes)).reached
    return {name: float(size) for name, size in found.items()}
