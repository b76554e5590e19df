"""Against NumPy's float16 and float32, the bits in memory, and torch's bfloat16, int8 and tensors."""

import struct
from collections.abc import Callable

import numpy as np
import pytest
import torch

from engine.demos.precision.formats import (
    BF16,
    FORMATS,
    FP16,
    FP32,
    STATES,
    Format,
    added,
    counted_state,
    largest_scale,
    nearest,
    of_bits,
    of_matrix,
    one,
    quantize,
    spacing,
    state_in_gb,
    underflow,
)
from engine.parameters import Array


def with_bfloat16(values: Array) -> Array:
    return np.asarray(torch.tensor(values, dtype=torch.float32).bfloat16().double().numpy())


def with_numpy(kind: type[np.float16 | np.float32]) -> Callable[[Array], Array]:
    def stored(values: Array) -> Array:
        with np.errstate(over="ignore", under="ignore"):
            return values.astype(kind).astype(np.float64)

    return stored


LIBRARIES = {"FP32": with_numpy(np.float32), "FP16": with_numpy(np.float16), "BF16": with_bfloat16}
CODES = {"FP32": (">f", 32), "FP16": (">e", 16)}


def numbers() -> Array:
    """Numbers of every size that the formats can tell apart, halves between neighbours among them; exact in float32."""
    rng = np.random.default_rng(11)
    drawn = rng.normal(size=4_000) * 2.0 ** rng.integers(-150, 128, 4_000)
    ties = (1 + rng.integers(0, 256, 500) / 256) * 2.0 ** rng.integers(-30, 17, 500)
    edges = np.array([0.0, -0.0, 65504, 65519, 65520, -65536, 2.0**-24, 2.0**-25, 3 * 2.0**-25, 2.0**-149])
    found: Array = np.concatenate([drawn, ties, edges]).astype(np.float32).astype(np.float64)
    return found[np.isfinite(found)]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_numbers_are_stored_as_the_libraries_store_them(form: Format) -> None:
    assert (nearest(numbers(), form) == LIBRARIES[form.name](numbers())).all()


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_the_range_is_the_one_that_torch_tells(form: Format) -> None:
    theirs = torch.finfo({"FP32": torch.float32, "FP16": torch.float16, "BF16": torch.bfloat16}[form.name])
    found = form.range()
    assert (found["bits"], found["epsilon"]) == (theirs.bits, theirs.eps)
    assert found["largest"] == form.largest == theirs.max
    assert (found["smallest_normal"], found["smallest"]) == (
        theirs.tiny,
        float(nearest(found["smallest"], form)),
    )
    assert nearest(found["smallest"] / 2, form) == 0


def test_every_pattern_of_bits_stands_for_what_the_machine_reads() -> None:
    patterns = np.arange(2**16, dtype=np.uint16)
    with np.errstate(invalid="ignore"):
        half = patterns.view(np.float16).astype(float)
        brain = (patterns.astype(np.uint32) << 16).view(np.float32).astype(float)
    for form, read in ((FP16, half), (BF16, brain)):
        ours = np.array([of_bits(f"{n:016b}", form) for n in range(2**16)])
        assert ((ours == read) | (np.isnan(ours) & np.isnan(read))).all()
        assert (np.signbit(ours) == np.signbit(read))[~np.isnan(read)].all()
    drawn = np.random.default_rng(5).integers(0, 2**32, 2_000, dtype=np.uint32)
    for n, read in zip(drawn.tolist(), drawn.view(np.float32).tolist(), strict=True):
        assert of_bits(f"{n:032b}", FP32) == read or np.isnan(read)


@pytest.mark.parametrize("form", [FP32, FP16], ids=lambda form: form.name)
def test_the_bits_are_those_in_memory(form: Format) -> None:
    code, size = CODES[form.name]
    for number in numbers()[::7]:
        if abs(number) <= form.largest:
            stored = one(float(number), form)
            memory = f"{int.from_bytes(struct.pack(code, stored.value)):0{size}b}"
            assert stored.sign + stored.exponent + stored.mantissa == memory


def test_bf16_is_the_front_half_of_fp32() -> None:
    for number in with_bfloat16(numbers())[::7]:
        if np.isfinite(number):
            short, long = one(float(number), BF16), one(float(number), FP32)
            assert long.sign + long.exponent + long.mantissa == (
                short.sign + short.exponent + short.mantissa + "0" * 16
            )


def test_infinity_has_an_exponent_of_ones_and_no_other_number_is_refused() -> None:
    assert one(70_000, FP16).exponent + one(70_000, FP16).mantissa == "11111" + "0" * 10
    for number in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="finite"):
            one(number, FP16)


def test_the_spacing_leads_to_the_next_number() -> None:
    for number in (0.0, 2.0**-24, 1e-5, 0.1, 1.0, 1000.0, 60_000.0):
        here = float(np.float16(number))
        assert here + float(spacing(here, FP16)) == np.nextafter(np.float16(number), np.float16(np.inf))


@pytest.mark.parametrize("per_row", [False, True])
def test_int8_is_what_torch_quantizes_to(per_row: bool) -> None:
    matrix = np.random.default_rng(12).normal(size=(6, 9)) * np.array([[1, 1, 30, 1, 0, 2]]).T
    mine = quantize(matrix, per_row)
    scales = torch.tensor(mine.scales).expand(6, 1).reshape(-1)
    theirs = torch.fake_quantize_per_channel_affine(
        torch.tensor(matrix, dtype=torch.float32),
        scales.float(),
        torch.zeros(6, dtype=torch.int32),
        0,
        -127,
        127,
    )
    assert mine.restored == pytest.approx(theirs.double().numpy(), abs=1e-5)
    assert abs(mine.integers).max() == 127
    assert (abs(mine.restored - matrix) <= mine.scales / 2 + 1e-12).all()


def test_one_large_row_ruins_the_others_unless_each_has_its_scale() -> None:
    matrix = np.random.default_rng(13).normal(0, 0.02, (128, 32))
    matrix[5] *= 50
    fp32, fp16, bf16, tensor, rows = of_matrix(matrix)
    assert [errors.bytes for errors in (fp32, fp16, bf16, tensor, rows)] == [16384, 8192, 8192, 4100, 4608]
    assert fp32.relative < fp16.relative < bf16.relative < rows.relative < tensor.relative
    assert (tensor.worst_row > 0.25, rows.worst_row < 0.02) == (True, True)
    assert (tensor.zeroed > 0.2, rows.zeroed < 0.02) == (True, True)
    assert of_matrix(matrix * 1e6)[1].infinite > 0 == of_matrix(matrix * 1e6)[2].infinite


def test_a_scale_rescues_gradients_that_would_be_zero() -> None:
    rng = np.random.default_rng(14)
    gradients = rng.normal(size=10_000) * 1e-7
    bare = underflow(gradients, 1.0)
    assert bare.zero == pytest.approx((gradients.astype(np.float16) == 0).mean())
    scale = largest_scale(gradients)
    rescued = underflow(gradients, scale)
    assert (rescued.zero, rescued.infinite) == (0, 0)
    assert underflow(gradients, 2 * scale).infinite > 0
    assert underflow(gradients, 1.0, BF16).zero == 0
    with pytest.raises(ValueError, match="0"):
        underflow(np.zeros(3), 1.0)


def test_small_updates_are_lost_where_the_spacing_is_wide() -> None:
    assert added(1, 0.001, 1_000, BF16)[-1] == 1
    assert added(1, 0.001, 1_000, FP32)[-1] == pytest.approx(2, abs=1e-4)
    value = np.float16(1)
    for expected in added(1, 0.001, 300, FP16)[1:]:
        value = np.float16(float(value) + 0.001)
        assert value == expected
    with pytest.raises(ValueError, match="10,000 steps"):
        added(1, 0.001, 10_001, FP16)


def test_the_state_is_what_tensors_of_these_kinds_hold() -> None:
    model = torch.nn.Linear(7, 5)
    kinds = {
        "weight": torch.half,
        "gradient": torch.half,
        "master": torch.float,
        "m": torch.float,
        "v": torch.float,
    }
    assert counted_state([(5, 7), (5,)], "mixed precision") == {
        part: sum(weights.to(kind).nbytes for weights in model.parameters()) for part, kind in kinds.items()
    }


def test_mixed_precision_does_not_halve_the_training_state() -> None:
    for state in STATES:
        assert state_in_gb(7e9, state)["total_gb"] == pytest.approx(112)
        assert sum(counted_state([(100, 20), (20,)], state).values()) == 16 * 2020
    with pytest.raises(ValueError, match="100 MB"):
        counted_state([(10_000, 10_000)], "FP32")
