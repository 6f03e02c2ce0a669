"""Fields as objects, and their grids."""

import copy
import pickle
from array import array

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import FIELDS, bits

import noise_cffi as nc
from noise_cffi import Field, noise1, noise2, noise3

fields = pytest.mark.parametrize("name", sorted(FIELDS))
SHAPES = {1: (700,), 2: (19, 37), 3: (5, 7, 23), 4: (3, 4, 5, 13)}


@fields
def test_fields_know_their_dimensions(name):
    field = FIELDS[name]
    assert isinstance(field, Field)
    assert field.ndim == int(name.rstrip("d")[-1])


@fields
def test_fields_survive_repr_pickle_and_copy(name):
    field = FIELDS[name]
    assert eval(repr(field), vars(nc)) == field
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(field, protocol))
        assert again == field
        assert hash(again) == hash(field)
        assert again(*[0.3] * field.ndim) == field(*[0.3] * field.ndim)
    assert copy.copy(field) == copy.deepcopy(field) == field


def test_fields_differ_from_one_another():
    everything = list(FIELDS.values())
    assert len(set(everything)) == len(everything)
    assert all((a == b) == (a is b) for a in everything for b in everything)
    assert noise2 != "noise2"


@fields
def test_fields_are_immutable(name):
    field = FIELDS[name]
    for attribute in ("ndim", "_name", "anything"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(field, attribute, 1)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(field, attribute)


def test_fields_are_not_made_by_calling_the_class():
    for cls in (Field, type(noise2)):
        with pytest.raises(TypeError, match="not made by calling"):
            cls("noise2")


# ---- grids ----


def mesh(shape, step, origin, start):
    """Return a grid's coordinates, x first, by the documented formula."""
    ndim = len(shape)
    step, origin, start = (v if isinstance(v, tuple) else (v,) * ndim for v in (step, origin, start))
    axes = [
        (np.float64(o) + (np.int64(s) + np.arange(n)).astype(np.float64) * np.float64(d)).astype(np.float32)
        for n, d, o, s in zip(shape, step, origin, start, strict=True)
    ]
    return np.meshgrid(*axes, indexing="ij")[::-1]


@fields
@pytest.mark.parametrize("step", [0.01, 0.37, -1.7, 0.0])
def test_grid_has_the_bits_of_arrays(name, step):
    field = FIELDS[name]
    shape = SHAPES[field.ndim]
    grid = field.grid(shape, step=step, origin=-2.3, start=-5)
    assert grid.shape == shape
    assert grid.dtype == np.float32
    assert (bits(grid) == bits(field(*mesh(shape, step, -2.3, -5)))).all()


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_grid_follows_its_formula_on_every_axis(data):
    ndim = data.draw(st.integers(1, 4))
    field = FIELDS[f"noise{ndim}"]
    shape = tuple(data.draw(st.integers(0, 9)) for _ in range(ndim))
    real = st.floats(-100, 100)
    step = tuple(data.draw(real) for _ in range(ndim))
    origin = tuple(data.draw(real) for _ in range(ndim))
    start = tuple(data.draw(st.integers(-10_000, 10_000)) for _ in range(ndim))
    grid = field.grid(shape, step=step, origin=origin, start=start, workers=data.draw(st.sampled_from([1, 2, -1])))
    assert (bits(grid) == bits(field(*mesh(shape, step, origin, start)))).all()


@fields
def test_chunks_have_the_bits_of_the_whole(name):
    field = FIELDS[name]
    shape = tuple(2 * n for n in SHAPES[field.ndim])
    whole = field.grid(shape, step=0.13, origin=4.5)
    half = tuple(n // 2 for n in shape)
    for corner in np.ndindex(*[2] * field.ndim):
        start = tuple(c * n for c, n in zip(corner, half, strict=True))
        chunk = field.grid(half, step=0.13, origin=4.5, start=start)
        part = whole[tuple(slice(s, s + n) for s, n in zip(start, half, strict=True))]
        assert chunk.tobytes() == part.tobytes()


def test_four_chunks_of_64_are_the_map_of_128():
    whole = noise2.grid((128, 128), step=0.05)
    for row in range(2):
        for column in range(2):
            chunk = noise2.grid((64, 64), step=0.05, start=(row * 64, column * 64))
            assert chunk.tobytes() == whole[row * 64 : row * 64 + 64, column * 64 : column * 64 + 64].tobytes()


def test_grid_at_its_first_index_is_a_scalar_call():
    assert noise2.grid((1, 1), origin=(0.25, 0.5))[0, 0] == noise2(0.5, 0.25)
    assert noise3.grid((1, 2, 3), origin=(7.5, 0.25, 0.5))[0, 0, 0] == noise3(0.5, 0.25, 7.5)
    assert noise2.grid((1, 1), start=2**53 - 1, step=2.0**-30)[0, 0] == noise2(2.0**23, 2.0**23)


def test_shapes_and_steps_may_be_any_sequence():
    expected = noise2.grid((2, 3), step=(0.5, 0.25))
    again = noise2.grid(np.array([2, 3]), step=np.array([0.5, 0.25]))
    assert again.tobytes() == expected.tobytes()
    assert noise2.grid(range(2, 4), step=[0.5, 0.25]).tobytes() == expected.tobytes()


def test_one_dimension_takes_a_bare_size():
    assert noise1.grid(5, step=0.3).tobytes() == noise1.grid((5,), step=0.3).tobytes()
    assert noise1.grid(np.int64(5)).shape == (5,)


@pytest.mark.parametrize("workers", [1, 2, 3, 5, 16, -1])
def test_workers_change_no_bit_of_a_grid(workers):
    whole = noise2.grid((301, 499), step=0.03)
    assert noise2.grid((301, 499), step=0.03, workers=workers).tobytes() == whole.tobytes()


def test_grid_writes_to_out():
    expected = noise2.grid((6, 7), step=0.3)
    flat = array("f", bytes(4 * 42))
    assert noise2.grid((6, 7), step=0.3, out=flat) is flat
    assert flat.tobytes() == expected.tobytes()
    room = np.zeros((12, 21), np.float32)
    out = room[::-2, ::3]
    assert noise2.grid((6, 7), step=0.3, out=out) is out
    assert (bits(out.copy()) == bits(expected)).all()
    assert np.count_nonzero(room) == np.count_nonzero(expected)


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"shape": 5}, TypeError, "'shape' must be a sequence of 2 integers (got int)"),
        ({"shape": (5,)}, ValueError, "'shape' must have 2 elements"),
        ({"shape": (5, 5, 5)}, ValueError, "'shape' must have 2 elements"),
        ({"shape": (5, -1)}, ValueError, "'shape[1]' must be at least 0 (got -1)"),
        ({"shape": (5, 1.5)}, TypeError, "'shape[1]' must be an integer (got float)"),
        ({"shape": (5, True)}, TypeError, "'shape[1]' must be an integer (got bool)"),
        ({"shape": "55"}, TypeError, "'shape' must be"),
        ({"shape": None}, TypeError, "'shape' must be"),
        ({"shape": (2**40, 2**40)}, ValueError, "'shape' must have at most 2**53 points"),
        ({"step": float("nan")}, ValueError, "'step' must be finite (got nan)"),
        ({"step": (1.0, float("inf"))}, ValueError, "'step[1]' must be finite (got inf)"),
        ({"step": (1.0, 1.0, 1.0)}, ValueError, "'step' must have 2 elements"),
        ({"step": "1"}, TypeError, "'step' must be a real number (got str)"),
        ({"origin": float("-inf")}, ValueError, "'origin' must be finite (got -inf)"),
        ({"origin": None}, TypeError, "'origin' must be a real number (got None)"),
        ({"start": 1.5}, TypeError, "'start' must be an integer (got float)"),
        ({"start": 2**53}, ValueError, "'start' must be at most 2**53 with the shape added"),
        ({"start": 10**400}, ValueError, "'start' must be at most 9007199254740992 (got an integer of 1329 bits)"),
        ({"start": -(2**53)}, ValueError, "'start' must be at most 2**53 with"),
        ({"out": array("f", bytes(4 * 19))}, ValueError, "'out' must have the shape (4, 5)"),
        ({"out": np.zeros((5, 4), np.float32)}, ValueError, "'out' must have the shape (4, 5)"),
        ({"out": np.zeros((4, 5))}, TypeError, "'out' must be of native float32"),
        ({"workers": 0}, ValueError, "'workers' must be at least 1"),
        (
            {"origin": 1e9},
            ValueError,
            "'x' must be between -16777216 and 16777216 (got 1000000000.0 at index (0, 0))",
        ),
        (
            {"step": (1.0, 1e7)},
            ValueError,
            "'x' must be between -16777216 and 16777216 (got 20000000.0 at index (0, 2))",
        ),
        (
            {"step": (1e7, 1.0)},
            ValueError,
            "'y' must be between -16777216 and 16777216 (got 20000000.0 at index (2, 0))",
        ),
    ],
    ids=repr,
)
def test_grid_refuses_what_is_wrong(options, kind, said):
    with pytest.raises(kind) as error:
        noise2.grid(**{"shape": (4, 5), **options})
    assert said in str(error.value)


def test_grid_takes_the_extremes_of_start():
    assert noise1.grid(1, start=2**53 - 1, step=0).tolist() == [0]
    with pytest.raises(ValueError, match="'x' must be between"):
        noise1.grid(2, start=-(2**53) + 2)
