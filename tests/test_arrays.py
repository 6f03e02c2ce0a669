"""Arrays of every shape, stride and type; sequences and buffers; `out`."""

import ctypes
import decimal
import fractions
import mmap
import random
import subprocess
import sys
from array import array

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from recorded import FIELDS, PERIODIC, bits, hostile, points

from noise_cffi import eshelman, lib, noise1, noise2, noise3, noise4, pnoise1, pnoise2, rombauts

fields = pytest.mark.parametrize("name", sorted(FIELDS))
DTYPES = ["f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
COPIED = [">f4", ">f8", ">i2", ">u8", "f2", "g"]


def one_by_one(field, *coordinates):
    """Return what scalar calls give over broadcast arrays."""
    arrays = np.broadcast_arrays(*coordinates)
    values = [field(*(float(c) for c in point)) for point in zip(*(a.ravel() for a in arrays), strict=True)]
    return np.array(values, np.float32).reshape(arrays[0].shape)


@fields
def test_array_has_the_bits_of_scalars(name):
    field = FIELDS[name]
    columns = hostile(20_000, field.ndim)
    assert (bits(field(*columns)) == bits(one_by_one(field, *columns))).all()


@pytest.mark.slow
@fields
def test_array_scalar_and_grid_agree_on_1e5_points(name):
    field = FIELDS[name]
    columns = points(100_000, field.ndim, seed=5)
    assert (bits(field(*columns)) == bits(one_by_one(field, *columns))).all()
    shape = {1: (100_000,), 2: (250, 400), 3: (40, 50, 50), 4: (10, 10, 20, 50)}[field.ndim]
    axes = [np.float32(-7.3 + np.arange(n) * 0.37) for n in shape]
    mesh = np.meshgrid(*axes, indexing="ij")[::-1]
    assert (bits(field.grid(shape, step=0.37, origin=-7.3)) == bits(one_by_one(field, *mesh))).all()


@fields
@pytest.mark.parametrize("neighbour", [-np.inf, np.inf])
def test_coordinates_beside_every_integer_have_the_bits_of_scalars(name, neighbour):
    field = FIELDS[name]
    whole = np.arange(-4096, 4097, dtype=np.float32)
    beside = np.nextafter(whole, np.float32(neighbour))
    columns = [np.roll(beside, 11 * axis) for axis in range(field.ndim)]
    assert (bits(field(*columns)) == bits(one_by_one(field, *columns))).all()


@pytest.mark.parametrize("n", range(1, 5))
def test_perlin_noise_is_zero_at_integers(n):
    field = FIELDS[f"noise{n}"]
    columns = [np.float32(np.random.default_rng(axis).integers(-5000, 5000, 10_000)) for axis in range(n)]
    assert (field(*columns) == 0).all()


@fields
def test_origin_and_its_neighbours_are_finite_and_continuous(name):
    field = FIELDS[name]
    near = np.float32([0.0, -0.0, 1e-8, -1e-8, 1e-38, -1e-38, 1e-45, -1e-45])
    values = field(*np.meshgrid(*[near] * field.ndim))
    assert np.isfinite(values).all()
    assert np.abs(values - field(*[0.0] * field.ndim)).max() < 1e-6


@pytest.mark.parametrize("length", [*range(201), 511, 512, 513, 1023, 1024, 1025, 2000])
def test_every_length_at_eight_alignments(length):
    x, y = points(2100, 2, seed=2)
    whole = noise2(x, y)
    for offset in range(8):
        part = slice(offset, offset + length)
        guarded = np.full(length + 16, 77, np.float32)
        out = guarded[offset : offset + length]
        assert noise2(x[part], y[part], out=out) is out
        assert (bits(out) == bits(whole[part])).all()
        assert (guarded[:offset] == 77).all()
        assert (guarded[offset + length :] == 77).all()


@pytest.mark.parametrize("dtype", DTYPES + COPIED)
def test_every_real_dtype_is_read_as_its_values(dtype):
    values = np.arange(0, 120) if "u" in dtype else np.arange(-60, 60)
    values = values.astype(dtype) if np.dtype(dtype).kind in "iu" else (values / 8).astype(dtype)
    expected = noise2(values.astype(np.float32), np.float32(0.25))
    assert (bits(noise2(values, 0.25)) == bits(expected)).all()
    assert (bits(noise2(values[::3], 0.25)) == bits(expected[::3])).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_unaligned_arrays_are_read_and_written(dtype):
    size = np.dtype(dtype).itemsize
    values = np.arange(50).astype(dtype)
    unaligned = np.frombuffer(b"\0" + values.tobytes() + b"\0" * size, dtype, 50, offset=1)
    out = np.frombuffer(bytearray(4 * 50 + 1), np.float32, 50, offset=1)
    noise2(unaligned, 0.25, out=out)
    assert (bits(out.copy()) == bits(noise2(values, 0.25))).all()


def test_float64_is_rounded_once_to_float32():
    x = np.array([0.1, 1 / 3, 16777217.0, -16777217.0, 1e-50])
    assert (bits(noise1(x)) == bits(noise1(x.astype(np.float32)))).all()


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_strides_and_broadcasting_give_the_bits_of_scalars(data):
    shapes = data.draw(hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=4, max_side=5)).input_shapes
    arrays = []
    for k, shape in enumerate(shapes):
        room = np.random.default_rng(k).uniform(-50, 50, [2 * n + 1 for n in shape])
        room = room.astype(data.draw(st.sampled_from(DTYPES[:6])))
        steps = [data.draw(st.sampled_from([1, 2, -1, -2])) for _ in shape]
        cut = tuple(slice(None, None, step) for step in steps)
        view = room[cut][tuple(slice(n) for n in shape)]
        if data.draw(st.booleans()):
            view = np.asfortranarray(view)
        arrays.append(view)
    expected = one_by_one(noise3, *(np.asarray(a, np.float32) for a in arrays))
    result = noise3(*arrays)
    if expected.shape:
        assert result.shape == expected.shape
        assert result.dtype == np.float32
    assert (bits(result) == bits(expected)).all()


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_out_may_have_any_strides(data):
    shape = data.draw(hnp.array_shapes(max_dims=3, max_side=6))
    room = np.full([3 * n + 2 for n in shape], 77, np.float32)
    order = data.draw(st.permutations(range(len(shape))))
    steps = [data.draw(st.sampled_from([1, 2, 3, -1, -3])) for _ in shape]
    view = room[tuple(slice(None, None, step) for step in steps)][tuple(slice(n) for n in shape)]
    out = view.transpose(order)
    x = np.random.default_rng(0).uniform(-9, 9, out.shape)
    noise2(x, 0.25, out=out)
    assert (bits(out.copy()) == bits(noise2(x, 0.25))).all()
    view[...] = 77
    assert (room == 77).all()


def test_many_axes_transposed_and_reversed():
    x = np.random.default_rng(3).uniform(-9, 9, (3, 4, 5, 6, 7)).astype(np.float32)
    for view in (x.T, x[::-1, :, ::-2], x.transpose(2, 0, 4, 1, 3), np.asfortranarray(x), x[:, :1], x[..., None]):
        assert (bits(noise2(view, 0.5)) == bits(noise2(np.ascontiguousarray(view), 0.5))).all()


def test_open_grids_and_zero_strides_broadcast():
    y, x = np.ogrid[-3:3:40j, -5:5:60j]
    assert (bits(noise2(x, y)) == bits(noise2(*np.broadcast_arrays(x, y)))).all()
    still = np.broadcast_to(np.float32(0.3), (30, 20))
    assert (bits(noise2(still, 0.25)) == bits(np.full((30, 20), noise2(0.3, 0.25)))).all()


@pytest.mark.parametrize("shape", [(0,), (0, 5), (5, 0), (3, 0, 2)])
def test_arrays_without_elements_give_such_arrays(shape):
    assert noise2(np.zeros(shape), 0.5).shape == shape
    assert noise2(np.zeros(shape), 0.5, workers=4).shape == shape
    out = np.zeros(shape, np.float32)
    assert noise2(np.zeros(shape), 0.5, out=out) is out


def test_no_elements_in_sequences():
    assert noise2([], 0.5) == array("f")
    assert noise2(array("d"), []) == array("f")


@pytest.mark.parametrize(
    "number",
    [
        1,
        -3,
        0.5,
        np.float32(0.5),
        np.float64(0.5),
        np.float16(0.5),
        np.longdouble(0.5),
        np.int8(3),
        np.uint64(3),
        np.array(0.5),
        np.array(3),
        fractions.Fraction(1, 2),
        decimal.Decimal("0.5"),
    ],
    ids=repr,
)
def test_numbers_of_every_kind_give_floats(number):
    value = noise2(number, 0.25)
    assert type(value) is float
    assert value == noise2(float(number), 0.25)


def test_sequences_and_buffers_give_arrays_of_float():
    x = [0.5, -1.5, 3, 2.25]
    expected = noise2(np.array(x), 0.25)
    view = memoryview(array("d", x))
    backwards = memoryview(array("d", x[::-1]))[::-1]
    numbers = [np.float32(0.5), fractions.Fraction(-3, 2), np.int16(3), 2.25]
    c_array = (ctypes.c_double * 4)(*x)
    for given_x in (x, tuple(x), array("d", x), array("f", x), view, backwards, numbers, c_array):
        result = noise2(given_x, 0.25)
        assert type(result) is array
        assert result.typecode == "f"
        assert (bits(result) == bits(expected)).all()


@pytest.mark.parametrize("typecode", "bBhHiIlLqQ")
def test_buffers_of_integers_are_read(typecode):
    assert noise2(array(typecode, range(50)), 0.5) == noise2(list(range(50)), 0.5)


def test_ranges_are_read():
    assert noise2(range(5), 0.5) == noise2([0, 1, 2, 3, 4], 0.5)


def test_arrays_and_sequences_mix_to_arrays():
    result = noise2(np.array([[0.5], [1.5]]), [0.25, 0.75, 1.25])
    assert result.shape == (2, 3)
    assert (bits(result) == bits(noise2(np.array([[0.5], [1.5]]), np.array([0.25, 0.75, 1.25])))).all()


def test_objects_with_an_array_are_converted():
    class Wrapped:
        def __array__(self, dtype=None, copy=None):
            return np.array([0.5, 1.5], dtype or np.float64)

    assert (bits(noise2(Wrapped(), 0.25)) == bits(noise2(np.array([0.5, 1.5]), 0.25))).all()


def test_subclasses_of_ndarray_give_plain_arrays():
    matrix = np.array([[0.5, 1.5]]).view(type("Special", (np.ndarray,), {}))
    assert type(noise2(matrix, 0.25)) is np.ndarray


@pytest.mark.parametrize(("attribute", "lie"), [("dtype", np.dtype("f8")), ("shape", (10**8,)), ("strides", (8,))])
def test_a_subclass_that_lies_about_its_memory_does_no_harm(attribute, lie):
    cls = type("Liar", (np.ndarray,), {attribute: property(lambda _: lie)})
    x = np.linspace(0, 3, 5, dtype="f4")
    assert noise1(x.view(cls)).tobytes() == noise1(x).tobytes()
    out = np.zeros(5, "f4")
    noise1(x, out=out.view(cls))
    assert out.tobytes() == noise1(x).tobytes()
    over = x.copy()
    noise1(over, out=over.view(cls))
    assert over.tobytes() == noise1(x).tobytes()
    with pytest.raises(ValueError, match=r"'out' must have the shape \(6,\) \(got \(5,\)\)"):
        noise1(np.zeros(6), out=out.view(cls))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="only from Python 3.12 on are buffers made in Python")
def test_a_buffer_that_changes_its_size_is_refused():
    class Shrinking:
        def __init__(self):
            self.buffers = [array("f", [0.5]), array("f", [0.5] * 4)]

        def __buffer__(self, flags):
            return memoryview(self.buffers.pop())

    with pytest.raises(ValueError, match=r"'x' must keep its size while it is read \(got 4 bytes after 16\)"):
        noise1(Shrinking())
    with pytest.raises(ValueError, match=r"'out' must keep its size while it is read \(got 4 bytes after 16\)"):
        noise1(array("f", [0.5] * 4), out=Shrinking())


def test_read_only_inputs_are_read():
    x = np.array([0.5, 1.5], np.float32)
    x.flags.writeable = False
    assert (bits(noise2(x, 0.25)) == bits(noise2(x.copy(), 0.25))).all()


# ---- refusals ----


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (None, "None"),
        ("1", "str"),
        (b"1", "bytes"),
        (bytearray(b"1"), "bytearray"),
        (1j, "complex"),
        (True, "bool"),
        (np.bool_(True), "numpy.bool"),
        (np.complex64(1), "numpy.complex64"),
        (np.str_("1"), "numpy.str_"),
        (np.datetime64("2020-01-01"), "numpy.datetime64"),
        (np.timedelta64(3, "s"), "numpy.timedelta64"),
        (object(), "object"),
        ({}, "dict"),
        ({0.5}, "set"),
        ((v for v in (0.5,)), "generator"),
        (np.array([True]), "bool"),
        (np.array(True), "bool"),
        (np.array([1j]), "complex128"),
        (np.array([None]), "object"),
        (np.array(["a"]), "<U1"),
        (np.array(["2020-01-01"], "M8[D]"), "datetime64"),
        (np.zeros(2, [("a", "f4")]), "[('a'"),
        (np.ma.masked_array([0.5, 1.5], [0, 1]), "masked"),
        (memoryview(np.array([True])), "'?'"),
        (memoryview(np.zeros((2, 2)).data), "2 dimensions"),
        (memoryview(np.array([0.5], ">f8").data), "'>d'"),
        (memoryview(np.array([0.5], "f2").data), "'e'"),
    ],
    ids=repr,
)
def test_coordinates_of_a_wrong_kind_are_type_errors(bad, said):
    for call in (lambda: noise2(bad, 0.5), lambda: noise2(0.5, bad), lambda: noise2(np.zeros(3), bad)):
        with pytest.raises(TypeError, match="^'[xy]' must ") as error:
            call()
        assert said in str(error.value)


@pytest.mark.parametrize("bad", [None, "1", True, 1j, [0.5], np.bool_(True), np.array([1.0])], ids=repr)
def test_sequences_name_the_element_of_a_wrong_kind(bad):
    with pytest.raises(TypeError, match=r"^'y' must be a real number \(got .* at index 2\)$"):
        noise2(0.5, [0.5, 1, bad, 2.5])


def test_dask_is_refused_by_name():
    fake = type("Array", (), {"__module__": "dask.array.core", "__array__": lambda self: np.zeros(3)})
    with pytest.raises(TypeError, match=r"dask\.array\.map_blocks"):
        noise2(fake(), 0.5)


OUTSIDE = [float("nan"), float("inf"), -float("inf"), 2.0**24 + 2, -(2.0**24) - 2, 1e10, 1e300]


@fields
@pytest.mark.parametrize("bad", OUTSIDE)
def test_scalars_outside_the_domain_are_refused(name, bad):
    field = FIELDS[name]
    for axis in range(field.ndim):
        point = [0.5] * field.ndim
        point[axis] = bad
        with pytest.raises(
            ValueError, match=rf"^'{'xyzw'[axis]}' must be between -16777216 and 16777216 \(got "
        ) as e:
            field(*point)
        assert f"(got {bad!r})" in str(e.value)


@fields
@pytest.mark.parametrize("bad", OUTSIDE)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_arrays_name_the_first_bad_element(name, bad, dtype):
    field = FIELDS[name]
    with np.errstate(over="ignore"):
        shown = float(np.array(bad, dtype))
    for axis in range(field.ndim):
        for place in ((0, 0), (1, 250), (2, 399)):
            columns = [np.full((3, 400), 0.5, dtype) for _ in range(field.ndim)]
            with np.errstate(over="ignore"):
                columns[axis][place] = bad
            with pytest.raises(ValueError, match=f"^'{'xyzw'[axis]}' must be between ") as error:
                field(*columns)
            assert f"(got {shown!r} at index {place})" in str(error.value)
            columns[axis] = columns[axis][:, :]  # and by the long way, through strides
            wide = np.full((3, 800), 0.5, dtype)
            with np.errstate(over="ignore"):
                wide[:, ::2][place] = bad
            columns[axis] = wide[:, ::2]
            with pytest.raises(ValueError, match=f"^'{'xyzw'[axis]}' must be between ") as error:
                field(*columns, workers=3)
            assert f"(got {shown!r} at index {place})" in str(error.value)


def test_the_smallest_index_then_the_first_argument_is_named():
    x, y = np.zeros(100_000), np.zeros(100_000)
    x[70_000] = y[70_000] = y[99_999] = np.nan
    for workers in (1, 2, 7):
        with pytest.raises(ValueError, match=r"^'x' .*at index 70000\)$"):
            noise2(x, y, workers=workers)
    y[69_999] = np.inf
    with pytest.raises(ValueError, match=r"^'y' .*at index 69999\)$"):
        noise2(x, y, workers=5)


def test_sequences_name_the_bad_element():
    with pytest.raises(ValueError, match=r"^'y' .*\(got nan at index 1\)$"):
        noise2([0.5, 0.5], [0.5, float("nan")])
    with pytest.raises(ValueError, match=r"^'x' .*\(got 100000000.0 at index 0\)$"):
        noise2([10**8, 0.5], 0.5)


def test_integers_too_large_for_a_float():
    for call in (lambda: noise2(10**400, 0.5), lambda: noise2([0.5, 10**400], 0.5)):
        with pytest.raises(ValueError, match="^'x' must fit a float"):
            call()
    with pytest.raises(ValueError, match="'x' must be between"):
        noise2(10**30, 0.5)
    with pytest.raises(ValueError, match=r"^'x' .*\(got 18446744073709551615 at index 1\)$"):
        noise2(np.array([0, 2**64 - 1], np.uint64), 0.5)
    with pytest.raises(ValueError, match=r"^'x' .*\(got an integer of 1329 bits at index 1\)$"):
        noise2([0.5, 10**400], 0.5)


def test_the_domain_ends_at_the_float32_value():
    edge = 2.0**24
    assert noise1(edge) == noise1(edge + 1) == noise1(-edge) == 0  # edge + 1 rounds to edge
    assert (noise1(np.array([edge, edge + 1, -edge - 1])) == 0).all()
    assert (noise1(np.array([2**24 + 1, -(2**24) - 1])) == 0).all()
    with pytest.raises(ValueError, match="'x' must be between"):
        noise1(np.nextafter(edge + 1, np.inf))


def test_shapes_that_do_not_broadcast():
    with pytest.raises(ValueError, match=r"^'y' must broadcast .*\(4,\).*\(3,\)"):
        noise2(np.zeros(3), np.zeros(4))
    with pytest.raises(ValueError, match="^'y' must be as long"):
        noise2([0.5, 1.5], [0.5])
    with pytest.raises(ValueError, match="^'y' must be as long"):
        noise2([0.5], array("f", [0.5, 0.25]))


def test_a_wrong_count_of_coordinates_is_a_type_error():
    with pytest.raises(TypeError):
        noise2(0.5)
    with pytest.raises(TypeError):
        noise2(0.5, 0.5, 0.5)


# ---- out ----


@pytest.mark.parametrize(
    ("out", "kind", "said"),
    [
        (np.zeros(3), TypeError, "native float32 (got float64)"),
        (np.zeros(3, ">f4"), TypeError, "native float32"),
        (np.zeros(4, np.float32), ValueError, "shape (3,) (got (4,))"),
        (np.zeros((3, 1), np.float32), ValueError, "shape (3,)"),
        (np.broadcast_to(np.float32(0), 3), ValueError, "writable"),
        (np.lib.stride_tricks.as_strided(np.zeros(3, np.float32), (3,), (0,)), ValueError, "overlap each other"),
        (np.lib.stride_tricks.as_strided(np.zeros(3, np.float32), (3,), (2,)), ValueError, "overlap each other"),
        (np.ma.zeros(3, np.float32), TypeError, "masked"),
        ([0.0] * 3, TypeError, "(got list)"),
        (bytearray(12), TypeError, "format 'B'"),
        (array("d", [0] * 3), TypeError, "format 'd'"),
        (array("f", [0] * 2), ValueError, "shape (3,)"),
        (memoryview(array("f", [0] * 3)).toreadonly(), ValueError, "writable"),
        (memoryview(array("f", [0] * 6))[::2], ValueError, "contiguous"),
        (0.5, TypeError, "(got float)"),
    ],
    ids=repr,
)
def test_out_of_a_wrong_kind_is_refused(out, kind, said):
    for x in (np.array([0.5, 1.5, 2.5], np.float32), [0.5, 1.5, 2.5]):
        with pytest.raises(kind, match="^'out' must ") as error:
            noise1(x, out=out)
        assert said in str(error.value)


def test_out_with_strides_that_interleave():
    room = np.zeros(12, np.float32)
    apart = np.lib.stride_tricks.as_strided(room, (2, 3), (12, 8))  # 0 2 4 and 3 5 7
    shared = np.lib.stride_tricks.as_strided(room, (2, 3), (16, 8))  # 0 2 4 and 4 6 8
    x = np.arange(6).reshape(2, 3) / 7
    noise1(x, out=apart)
    assert (bits(apart.copy()) == bits(noise1(x))).all()
    with pytest.raises(ValueError, match="overlap each other"):
        noise1(x, out=shared)


def test_buffers_receive_values():
    expected = noise1(np.array([0.5, 1.5]))
    for out in (array("f", [0, 0]), memoryview(array("f", [0, 0])), (ctypes.c_float * 2)()):
        assert noise1([0.5, 1.5], out=out) is out
        assert (bits(out) == bits(expected)).all()
        assert noise1(np.array([0.5, 1.5]), out=out) is out
    table = np.zeros((2, 1), np.float32)
    noise1(np.array([[0.5], [1.5]]), out=memoryview(table))
    assert (bits(table[:, 0]) == bits(expected)).all()
    with pytest.raises(ValueError, match="shape"):
        noise1(np.array([[0.5], [1.5]]), out=array("f", [0, 0]))


def test_scalars_with_an_out_of_no_dimensions():
    out = np.zeros((), np.float32)
    assert noise2(0.5, 0.25, out=out) is out
    assert out == noise2(0.5, 0.25)


@pytest.mark.parametrize("shift", [-5, -1, 0, 1, 2, 100])
@pytest.mark.parametrize("step", [1, -1, 2])
def test_out_that_overlaps_an_input_behaves_as_if_copied(shift, step):
    room = np.random.default_rng(1).uniform(-99, 99, 5000).astype(np.float32)
    x = room[1000:3000]
    out = room[1000 + shift : 3000 + shift][::step][:1000]
    expected = noise2(x[:1000].copy(), 0.25)
    noise2(x[:1000], 0.25, out=out)
    assert (bits(out.copy()) == bits(expected)).all()


def test_out_that_overlaps_an_input_is_untouched_by_an_error():
    for bad in (0, 999, 1999):
        room = np.random.default_rng(1).uniform(-99, 99, 2001).astype(np.float32)
        room[bad] = np.nan
        before = room.tobytes()
        for out in (room[:-1], room[1:], room[:-1][::-1]):
            with pytest.raises(ValueError, match="'x'"):
                noise2(room[:-1], 0.25, out=out)
            assert room.tobytes() == before


def test_out_that_overlaps_as_another_type_or_in_a_buffer():
    room = np.random.default_rng(1).uniform(-99, 99, 100)
    out = room.view(np.float32)[:100]
    expected = noise2(room.copy(), 0.25)
    noise2(room, 0.25, out=out)
    assert (bits(out) == bits(expected)).all()
    numbers = array("f", [0.5, 1.25, 2.75])
    expected = noise1(numbers)
    assert noise1(numbers, out=numbers) == expected
    view = memoryview(array("f", [0.5, 1.25, 2.75, 3.5]))
    expected = noise1(view[:3].tolist())
    noise1(view[:3], out=view[1:])
    assert view[1:].tolist() == expected.tolist()


# ---- periods, sums and bounds over arrays ----


@pytest.mark.parametrize("name", sorted(PERIODIC))
def test_periods_broadcast(name):
    function, axes = PERIODIC[name], int(name[-1])
    columns = hostile(3000, axes, seed=4)
    random = np.random.default_rng(5)
    periods = [random.choice([1, 2, 3, 7, 255, 256, 257, 1000, 2**24, 2**31 - 1], 3000) for _ in range(axes)]
    expected = [function(*point) for point in zip(*(c.tolist() for c in (*columns, *periods)), strict=True)]
    assert (bits(function(*columns, *periods)) == bits(expected)).all()
    for dtype in ("i8", "u4", "u8", ">i8"):
        assert (bits(function(*columns, *(p.astype(dtype) for p in periods))) == bits(expected)).all()
    lists = function(*(c.tolist() for c in columns), *(p.tolist() for p in periods))
    assert (bits(lists) == bits(expected)).all()
    runs = [np.repeat(p[:30], 100) for p in periods]
    expected = [function(*point) for point in zip(*(c.tolist() for c in (*columns, *runs)), strict=True)]
    assert (bits(function(*columns, *runs)) == bits(expected)).all()
    table = function(*(c[:, None] for c in columns), *(np.array([3, 8]) for _ in range(axes)))
    assert table.shape == (3000, 2)
    assert (bits(table[:, 1]) == bits(function(*columns, *[8] * axes))).all()


def test_periods_alone_may_be_arrays():
    assert (
        bits(pnoise2(7.5, 0.25, np.array([3, 8]), 8)) == bits([pnoise2(7.5, 0.25, p, 8) for p in (3, 8)])
    ).all()
    assert pnoise1(7.5, [3, 8]).tolist() == [pnoise1(7.5, 3), pnoise1(7.5, 8)]


def test_sums_and_bounds_have_one_set_of_bits():
    x, y = points(5000, 2, seed=8, reach=100)
    noise = rombauts.SimplexNoise(frequency=0.37, lacunarity=1.9, persistence=0.6, amplitude=1.5)
    values = noise.fractal(7, x, y)
    assert (
        bits(values) == bits([noise.fractal(7, a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)])
    ).all()
    assert (bits(values) == bits(noise.fractal(7, x[::-1], y[::-1])[::-1])).all()
    assert (
        bits(values) == bits(noise.fractal(7, x.reshape(50, 100), y.reshape(50, 100), workers=3).ravel())
    ).all()
    scaled = eshelman.scaled_octave_noise_2d(6, 0.5, 0.01, 255, 0, x, y)
    expected = [
        eshelman.scaled_octave_noise_2d(6, 0.5, 0.01, 255, 0, a, b)
        for a, b in zip(x.tolist(), y.tolist(), strict=True)
    ]
    assert (bits(scaled) == bits(expected)).all()


def test_an_octave_that_leaves_the_domain_is_named():
    noise = rombauts.SimplexNoise()
    said = r"^'x' times the frequency of octave 27 must be between .*\(got 0.3 \* 67108864.0"
    with pytest.raises(ValueError, match=said + r"\)$"):
        noise.fractal(34, 0.3)
    with pytest.raises(ValueError, match=r"octave 27 .* at index 2\)$"):
        noise.fractal(34, np.array([0.0, 1e-9, 0.3, 1e9]))
    with pytest.raises(ValueError, match=r"^'y' .* at index 1\)$"):
        noise.fractal(34, np.array([0.0, 0.0, 0.3]), np.array([0.0, np.nan, 0.3]))
    with pytest.raises(ValueError, match="octave 27"):
        eshelman.octave_noise_2d(34, 0.5, 1, 0.3, 0.3)


def test_four_dimensions_in_one_call():
    columns = points(100, 4, seed=9)
    assert (bits(noise4(*columns)) == bits(one_by_one(noise4, *columns))).all()


# ---- what is left behind ----


def test_buffers_are_let_go_after_an_error():
    kept = []  # as a console keeps the last error, with all its frames
    for bad in ([0.5, float("nan")], [0.5, 1e300]):
        numbers, out = array("d", bad), array("f", [0, 0])
        with pytest.raises(ValueError, match="'x'") as error:
            noise1(numbers, out=out)
        kept.append(error)
        numbers.append(1.0)
        out.append(1.0)
    numbers = array("d", [0.5])
    for other in ("1", memoryview(np.array([True])), np.zeros((2, 2)).data):
        with pytest.raises(TypeError, match="'y'") as error:
            noise2(numbers, other)
        kept.append(error)
        numbers.append(1.0)
    periods = array("i", [8])
    for x, workers, kind in ((None, 1, TypeError), (0.5, 0, ValueError), (float("nan"), 1, ValueError)):
        with pytest.raises(kind) as error:
            pnoise1(x, periods, workers=workers)
        kept.append(error)
        periods.append(8)
    assert len(kept) == 8


def test_refusing_interleaved_elements_takes_no_memory():
    room = np.zeros(10**6, np.float32)
    out = np.lib.stride_tricks.as_strided(room, (10**5, 10**5), (4, 4))
    with pytest.raises(ValueError, match="overlap each other"):
        noise2(np.zeros((10**5, 1)), np.zeros(10**5), out=out)


def test_longdouble_is_rounded_once():
    x = np.longdouble(1) + np.longdouble(2) ** -24 + np.longdouble(2) ** -60
    expected = noise1(np.float32(x))
    assert noise1(np.array([x]))[0] == noise1(x) == expected


def test_raw_bytes_do_not_pass_for_numbers():
    room = mmap.mmap(-1, 8)
    with pytest.raises(TypeError, match=r"^'x' must say what its bytes are \(got mmap.mmap\)"):
        noise1(room)
    assert noise1(memoryview(room).cast("f")) == noise1([0.0, 0.0])


def test_a_signaling_nan_is_refused_by_name():
    with pytest.raises(ValueError, match="'y' must fit a float"):
        noise2(0.5, decimal.Decimal("sNaN"))


def test_zeros_of_either_sign_are_parameters_of_their_own():
    point = (-6.426359181868204, -5.561518759219732)
    for lo in (0.0, -0.0, 0.0):
        value = eshelman.scaled_raw_noise_2d(lo, lo, *point)
        assert value.hex() == lib.scaled_raw_noise_2d(lo, lo, *point).hex()


def test_no_generator_is_touched():
    random.seed(1)
    np.random.seed(1)  # the global one is what must stay as it is
    before = random.getstate(), np.random.get_state()[1].tobytes()
    noise2(*points(1000, 2))
    noise2.grid((10, 10))
    assert (random.getstate(), np.random.get_state()[1].tobytes()) == before


def test_a_large_grid_into_out_takes_little_memory():
    code = """
import resource, numpy as np
from noise_cffi import noise2
out = np.ones((4096, 4096), np.float32)
noise2.grid((64, 64), out=out[:64, :64], workers=2)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
noise2.grid((4096, 4096), step=0.01, out=out)
noise2.grid((4096, 4096), step=0.01, out=out.T, workers=2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    if sys.platform != "linux":
        pytest.skip("reads Linux's peak of memory")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 2048
