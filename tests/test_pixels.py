"""Values as whole numbers: each kind of input against the formula in Python's own numbers."""

import ctypes
import math
import tracemalloc
from array import array
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_alone import run

import noise_cffi as nc
from noise_cffi import to_uint8, to_uint16

CONVERSIONS = [(to_uint8, 255, np.uint8, "B"), (to_uint16, 65535, np.uint16, "H")]
conversions = pytest.mark.parametrize(("convert", "most", "dtype", "code"), CONVERSIONS)
BOUNDS = [(-1.0, 1.0), (-0.3, 0.2), (0.0, 1e-3), (-1e6, 1e6), (0.0, 5e-324), (-3, 500), (1e300, 1.1e300)]


def level(value, lo, hi, most):
    """Do what the documentation says, one number at a time; round is half to even."""
    return min(max((value - lo) / (hi - lo) * most, 0), most).__round__()


# ---- values ----


@conversions
@pytest.mark.parametrize("bounds", BOUNDS)
def test_arrays_sequences_buffers_and_numbers_follow_the_formula(convert, most, dtype, code, bounds):
    lo, hi = bounds
    rng = np.random.default_rng(1)
    values = np.concatenate([rng.uniform(-1.5, 1.5, 3000), lo + (hi - lo) * rng.uniform(-0.2, 1.2, 3000)])
    want = [level(v, lo, hi, most) for v in values.tolist()]
    got = convert(values, lo, hi)
    assert (got.dtype, got.shape) == (dtype, values.shape)
    assert got.tolist() == want
    assert convert(values.tolist(), lo, hi) == convert(array("d", values), lo=lo, hi=hi) == array(code, want)
    assert [convert(v, lo, hi) for v in values.tolist()] == want
    assert len(set(want)) > (1 if hi - lo < 1e-300 else 200 if hi - lo < 1e3 else 150)


@conversions
def test_bounds_reach_zero_and_the_maximum(convert, most, dtype, code):
    for lo, hi in BOUNDS:
        assert convert([lo, hi], lo, hi).tolist() == [0, most]
    assert convert([-1.0, 1.0]).tolist() == [0, most]
    assert convert([0.0, float(most)], 0, most).tolist() == [0, most]


@conversions
def test_halves_go_to_the_even_number(convert, most, dtype, code):
    values = [0.5, 1.5, 2.5, 3.5, most - 0.5, most - 1.5]
    want = [0, 2, 2, 4, most - 1, most - 1]
    assert convert(values, 0, most).tolist() == convert(np.array(values), 0, most).tolist() == want


@conversions
@pytest.mark.parametrize("make", [list, np.array, lambda v: array("d", v)])
def test_nothing_wraps(convert, most, dtype, code, make):
    inf, huge = math.inf, 1.7e308
    values = make([-inf, -huge, -1e9, -257.0, -1.004, 1.004, 257.0, 65537.0, 1e9, huge, inf])
    assert convert(values).tolist() == [0] * 5 + [most] * 6
    assert convert(values, -1e308, 7e307).tolist()[:2] == [0, 0]
    assert convert(values, 0, 5e-324).tolist() == [0] * 5 + [most] * 6


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.floats(allow_nan=False), min_size=1, max_size=20),
    st.floats(-1e300, 1e300),
    st.floats(0, 1e300, exclude_min=True),
)
def test_every_double_gives_a_level_and_a_larger_one_no_lower_level(values, lo, above):
    hi = lo + above
    if hi <= lo:
        hi = math.nextafter(lo, math.inf)
    values = sorted(values)
    for convert, most, _, _ in CONVERSIONS:
        levels = convert(np.array(values), lo, hi).tolist()
        assert levels == sorted(levels) == convert(values, lo, hi).tolist()
        assert 0 <= levels[0] <= levels[-1] <= most
        assert all(got == 0 for v, got in zip(values, levels, strict=True) if v <= lo)
        assert all(got == most for v, got in zip(values, levels, strict=True) if v >= hi)


def test_fields_become_pixels():
    values = nc.snoise2.fbm(4).grid((40, 50), step=1 / 16)
    want = [[level(v, -1.0, 1.0, 255) for v in row] for row in values.tolist()]
    assert to_uint8(values).tolist() == want
    scaled = nc.snoise2.fbm(4).scaled(0, 65535).grid((40, 50), step=1 / 16)
    assert np.abs(to_uint16(scaled, 0, 65535) - scaled).max() <= 0.5


# ---- kinds ----


@conversions
@pytest.mark.parametrize("dtype_in", [*np.typecodes["AllInteger"], "e", "f", "d", "g", ">f4", ">i2", "<f8"])
def test_arrays_of_every_real_type_are_taken(convert, most, dtype, code, dtype_in):
    values = np.arange(0, 120).astype(dtype_in)
    got = convert(values, 10, 100.5)
    assert got.tolist() == [level(float(v), 10, 100.5, most) for v in range(120)]


def test_integers_of_64_bits_do_not_wrap():
    values = np.array([2**53 + 1, 2**63 - 1, -(2**63), 0])
    want = [level(float(int(v)), -(2.0**63), 2.0**63, 65535) for v in values]
    assert to_uint16(values, -(2**63), 2**63).tolist() == want == [32799, 65535, 0, 32768]
    assert to_uint16(array("q", values.tolist()), -(2**63), 2**63).tolist() == want
    assert to_uint16(np.array([2**64 - 1], "u8"), 0, 2**64).tolist() == [65535]


@conversions
def test_long_doubles_are_rounded_to_doubles(convert, most, dtype, code):
    third = np.longdouble(1) / 3
    with np.errstate(over="ignore"):
        beyond = np.longdouble(1e308) * 1e10
    near = np.longdouble(np.nextafter(most - 1.5, 0))  # in float32 it is the half itself
    for value in (third, near, beyond):
        want = level(float(value), 0, most, most)
        assert convert(value, 0, most) == want
        assert convert(np.array([value]), 0, most).tolist() == [want]
    assert convert(near, 0, most) == most - 2


@conversions
def test_shapes_and_strides_are_kept(convert, most, dtype, code):
    base = np.random.default_rng(2).uniform(-1.2, 1.2, (40, 50, 30)).astype("f4")
    flat = np.array([level(v, -1.0, 1.0, most) for v in base.ravel().tolist()]).reshape(base.shape)
    for view in (
        lambda a: a,
        lambda a: a[::3, ::-2, 5:9],
        lambda a: a.transpose(2, 0, 1),
        lambda a: np.asfortranarray(a),
        lambda a: np.broadcast_to(a[0, 0, :], (7, 30)),
        lambda a: a[3, 4, 5:6].reshape(()),
        lambda a: a[:0],
        lambda a: a[:, None, ..., :1],
    ):
        got = convert(view(base))
        assert type(got) is np.ndarray
        assert got.flags.c_contiguous
        assert got.shape == view(base).shape
        assert np.array_equal(got, view(flat))
    frozen = base.copy()
    frozen.flags.writeable = False
    assert np.array_equal(convert(frozen), flat)
    assert np.array_equal(frozen, base)


@conversions
def test_what_makes_an_array_is_taken_as_that(convert, most, dtype, code):
    class Table:
        def __array__(self, dtype=None, copy=None):
            return np.array([[-1.0, 2.0]])

    assert convert(Table()).tolist() == [[0, most]]
    assert convert(np.array([[-1.0, 2.0]]).view(np.recarray)).tolist() == [[0, most]]


@conversions
def test_numbers_of_every_kind_give_an_int(convert, most, dtype, code):
    for number in (1, 1.0, Fraction(1), Decimal(1), np.float32(1), np.int8(1), np.uint64(1), np.float16(1)):
        got = convert(number, 0, 2)
        assert type(got) is int
        assert got == round(most / 2)


@conversions
def test_buffers_and_sequences_give_arrays(convert, most, dtype, code):
    want = array(code, [0, round(most / 2), most])
    for values in (
        [0, 1, 2],
        (0.0, 1.0, 2.0),
        range(3),
        array("b", [0, 1, 2]),
        array("Q", [0, 1, 2]),
        array("f", [0, 1, 2]),
        memoryview(array("d", [0, 9, 1, 9, 2]))[::2],
        memoryview(b"\0\1\2"),
        (ctypes.c_double * 3)(0, 1, 2),
        [Fraction(0), Decimal(1), np.float32(2)],
    ):
        got = convert(values, 0, 2)
        assert type(got) is array
        assert (got.typecode, got) == (code, want)
    assert convert([]) == convert(array("d")) == array(code)


def test_a_buffer_may_grow_again_afterwards():
    values = array("d", [0.5])
    to_uint8(values)
    values.append(math.nan)
    with pytest.raises(ValueError, match="index 1") as refusal:
        to_uint8(values)
    values.append(0.5)
    assert len(values) == 3
    assert refusal.value


def test_large_arrays_are_not_copied():
    values = np.zeros((2**12, 2**11), "f4")[::-1, ::2]
    to_uint8(values[:2])
    tracemalloc.start()
    try:
        to_uint8(values)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert values.size < peak < values.size + 2**20  # the result, and blocks


# ---- refusals ----


@conversions
@pytest.mark.parametrize(
    ("values", "message"),
    [
        (True, "a real number or an array of them (got bool)"),
        (np.True_, "a real number or an array of them (got numpy.bool"),
        ("0.5", "a real number or an array of them (got str)"),
        (b"0.5", "a real number or an array of them (got bytes)"),
        (None, "a real number or an array of them (got None)"),
        (1j, "a real number or an array of them (got complex)"),
        ({0.5}, "a real number or an array of them (got set)"),
        (iter([0.5]), "a real number or an array of them (got list_iterator)"),
        ([0.5, None], "a real number (got None at index 1)"),
        ([0.5, True], "a real number (got bool at index 1)"),
        ([[0.5]], "a real number (got list at index 0)"),
        (["0.5"], "a real number (got str at index 0)"),
        (np.array([True]), "a real number or an array of them (got an array of bool)"),
        (np.array([1j]), "a real number or an array of them (got an array of complex128)"),
        (np.array(["a"]), "a real number or an array of them (got an array of <U1)"),
        (np.array([0.5], object), "a real number or an array of them (got an array of object)"),
        (np.array(["2020"], "M8[Y]"), "a real number or an array of them (got an array of datetime64[Y])"),
    ],
)
def test_wrong_kinds_of_values_are_type_errors(convert, most, dtype, code, values, message):
    with pytest.raises(TypeError) as refusal:
        convert(values)
    assert str(refusal.value).startswith(f"'values' must be {message}")


def test_masked_and_dask_arrays_are_refused():
    with pytest.raises(TypeError, match="'values' must not be masked"):
        to_uint8(np.ma.masked_array([0.5]))
    dask = type("Array", (), {"__module__": "dask.array.core", "__array__": lambda self: np.zeros(1)})
    with pytest.raises(TypeError, match="'values' must not be a dask object"):
        to_uint8(dask())


@conversions
def test_nan_is_refused_with_its_index(convert, most, dtype, code):
    nan = math.nan
    far = np.zeros((3, 2**14, 2), "f4")
    far[2, 77, 1] = far[2, 78, 0] = nan
    for values, where in (
        (nan, ""),
        (np.float32(nan), ""),
        (np.array(nan), ""),
        (Decimal("nan"), ""),
        ([0.5, nan, nan], " at index 1"),
        (array("f", [0.5, 0.5, nan]), " at index 2"),
        (np.array([0.5, nan]), " at index 1"),
        (np.array([[0.5, nan], [nan, 0.5]]).T, " at index (0, 1)"),
        (far, " at index (2, 77, 1)"),
        (far[::-1, ::-1].astype(">f8"), f" at index (0, {2**14 - 79}, 0)"),
        (np.asfortranarray(far), " at index (2, 77, 1)"),
    ):
        with pytest.raises(ValueError, match="NaN") as refusal:
            convert(values)
        assert str(refusal.value) == f"'values' must not be NaN (got nan{where})"


@conversions
@pytest.mark.parametrize("values", [0.5, [0.5], np.array([0.5]), []])
def test_wrong_bounds_are_refused(convert, most, dtype, code, values):
    for bounds, message in (
        ((1.0, -1.0), "'hi' must be above 'lo' (got -1.0 and 1.0)"),
        ((0.5, 0.5), "'hi' must be above 'lo' (got 0.5 and 0.5)"),
        ((math.nan, 1.0), "'lo' must be finite (got nan)"),
        ((0.0, math.inf), "'hi' must be finite (got inf)"),
        ((-1e308, 1e308), "'hi - lo' must be finite (got inf)"),
        ((0, 10**400), "'hi' must fit a float (got an integer of 1329 bits)"),
    ):
        with pytest.raises(ValueError, match="'lo'|'hi") as refusal:
            convert(values, *bounds)
        assert str(refusal.value) == message
    for bounds, message in (
        ({"lo": None}, "'lo' must be a real number (got None)"),
        ({"hi": "1"}, "'hi' must be a real number (got str)"),
        ({"lo": False}, "'lo' must be a real number (got bool)"),
        ({"hi": [1.0]}, "'hi' must be a real number (got list)"),
        ({"hi": 1j}, "'hi' must be a real number (got complex)"),
    ):
        with pytest.raises(TypeError) as wrong:
            convert(values, **bounds)
        assert str(wrong.value) == message


def test_refusals_do_not_depend_on_how_numpy_handles_errors():
    with np.errstate(all="raise"):
        assert to_uint8(np.array([1e308, -1e308, 1e-320]), 0.0, 1e-300).tolist() == [255, 0, 0]
        with pytest.raises(ValueError, match="NaN"):
            to_uint8(np.array([np.nan]))


# ---- without NumPy ----


def test_conversions_work_without_numpy():
    done = run(
        """
import math, sys
from array import array
from noise_cffi import snoise2, to_uint8, to_uint16
assert to_uint8([-2.0, -1.0, 0.0, 1.0, math.inf]) == array("B", [0, 0, 128, 255, 255])
assert to_uint16(array("f", [-1.0, 0.0, 1.0])) == array("H", [0, 32768, 65535])
assert to_uint16(0.5, 0, 1) == 32768
heights = snoise2.fbm(4).grid((20, 30), step=0.1, out=array("f", bytes(4 * 600)))
levels = to_uint8(heights)
assert levels == array("B", [round((v + 1) / 2 * 255) for v in heights])
assert len(set(levels)) > 50
for values, kind in [([0.5, math.nan], ValueError), ([None], TypeError), (None, TypeError)]:
    try:
        to_uint8(values)
    except kind as error:
        print(error)
""",
        "numpy",
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "'values' must not be NaN (got nan at index 1)",
        "'values' must be a real number (got None at index 0)",
        "'values' must be a real number or an array of them (got None)",
    ]


def test_sequences_do_not_import_numpy():
    done = run(
        """
import sys
from array import array
from noise_cffi import to_uint8
to_uint8([0.5]), to_uint8(array("d", [0.5])), to_uint8(0.5)
print("numpy" in sys.modules)
"""
    )
    assert (done.stdout, done.stderr) == ("False\n", "")
