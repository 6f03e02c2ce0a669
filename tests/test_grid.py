"""Grids, and arrays broadcast from open axes: however computed, they have the bits of points by themselves."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import FIELDS, bits

import noise_cffi as nc
from noise_cffi import noise1, noise2, noise3, snoise2, snoise3, snoise4


def some(ndim):
    """Return fields of all the kinds that grids treat in ways of their own."""
    perlin, simplex = FIELDS[f"noise{ndim}"], FIELDS[f"snoise{ndim}"]
    periods = (8, 3, None, 300)[:ndim]
    return {
        "plain": perlin,
        "seeded": perlin.seeded(3),
        "tiled": perlin.tiled(*periods),
        "fbm": perlin.seeded(3).fbm(4, frequency=0.7),
        "turbulence": perlin.turbulence(3, lacunarity=2.3),
        "independent": perlin.ridged(3, independent=True),
        "tiled sum": perlin.tiled(*(4, 6, 2, 8)[:ndim]).ridged_multifractal(3, independent=True),
        "scaled": perlin.fbm(2).scaled(-3, 200),
        "warped": perlin.warped(simplex, 0.7),
        "simplex": simplex.seeded(5),
        "simplex sum": simplex.fbm(3, frequency=0.1).scaled(0, 1),
    } | ({"looped": snoise4.looped(*(None,) * (2 * ndim - 4), *(7,) * (4 - ndim))} if ndim in (2, 3) else {})


KINDS = [(ndim, kind) for ndim in (1, 2, 3, 4) for kind in some(ndim)]
kinds = pytest.mark.parametrize(("ndim", "kind"), KINDS, ids=str)


def coordinates(shape, step, origin, start):
    """Return the coordinate of each index, an array per axis of the result, by the documented formula."""
    return [
        (np.float64(o) + (s + np.arange(n)) * np.float64(d)).astype(np.float32)
        for n, d, o, s in zip(shape, step, origin, start, strict=True)
    ]


def of_points(field, axes):
    """Return what a field gives at the points of some axes, as an array of full arrays in an order of its own."""
    full = [np.ascontiguousarray(c).ravel() for c in np.broadcast_arrays(*np.ix_(*axes))]
    order = np.random.default_rng(4).permutation(full[0].size)
    values = np.empty(full[0].size, np.float32)
    values[order] = field(*(c[order] for c in reversed(full)))
    return values.reshape([len(axis) for axis in axes])


@kinds
def test_grids_have_the_bits_of_points(instruction_set, ndim, kind):
    field = some(ndim)[kind]
    for shape, step, origin, start in (
        ((3, 2, 5, 300), (0.01, 0.7, 0.05, 0.037), (-0.1, 2.5, -3.0, -4.0), (0, -2, 3, 7)),
        ((2, 3, 40, 17), (1.0, -0.25, 0.0625, 0.7), (0.0, 0.0, -1.0, -6.0), (0, 0, 0, 0)),
        ((2, 2, 3, 16), (0.5, 0.5, 0.0, 1e-9), (0.0, 3.0, -2.0, 0.0), (-1, 0, 0, -8)),
        ((1, 2, 30, 9), (0.5, 0.5, 0.1, -2.0), (0.0, 3.0, -2.0, 5.0), (0, 0, 0, 0)),
        ((1, 1, 2, 1100), (0.5, 0.5, 0.3, 3.7), (1.0, -0.5, -0.5, -2000.0), (0, 0, 0, 0)),
    ):
        axes = [options[4 - ndim :] for options in (shape, step, origin, start)]
        expected = bits(of_points(field, coordinates(*axes)))
        shape, step, origin, start = axes
        given = {"step": step, "origin": origin, "start": start}
        assert (bits(field.grid(shape, **given)) == expected).all()
        assert (bits(field.grid(list(shape), **given)) == expected).all()  # not the short way
        assert (bits(field.grid(shape, **given, workers=3)) == expected).all()


@kinds
def test_open_arrays_have_the_bits_of_full_ones(instruction_set, ndim, kind):
    field = some(ndim)[kind]
    random = np.random.default_rng(11)
    for shape in ((2, 3, 5, 70), (3, 1, 40, 16), (1, 2, 2, 300)):
        axes = [random.uniform(-9, 9, n).astype(np.float32) for n in shape[4 - ndim :]]
        expected = bits(of_points(field, axes))
        for kind_of_array in (np.float32, np.float64):
            given = [axis.astype(kind_of_array) for axis in np.ix_(*axes)][::-1]
            assert (bits(field(*given)) == expected).all()
            out = np.zeros((*expected.shape[:-1], expected.shape[-1] + 5), np.float32)
            assert (bits(field(*given, out=out[..., 2:-3])) == expected).all()
            assert (out[..., :2] == 0).all()
            assert (out[..., -3:] == 0).all()
            assert (bits(field(*given, workers=3)) == expected).all()


@pytest.mark.parametrize("ndim", [2, 3, 4])
def test_numbers_beside_an_array_have_the_bits_of_full_arrays(ndim):
    x = np.linspace(-5, 5, 333, dtype=np.float32)
    rest = (0.3, -1.7, 2.2)[: ndim - 1]
    for field in some(ndim).values():
        full = field(x, *(np.full_like(x, c) for c in rest))
        assert (bits(field(x, *rest)) == bits(full)).all()
        assert (bits(field(x.astype(np.int64), *rest)) == bits(field(np.trunc(x), *rest))).all()


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_every_chunk_has_the_bits_of_the_whole(data):
    ndim = data.draw(st.integers(1, 4))
    field = some(ndim)[data.draw(st.sampled_from(sorted(some(ndim))))]
    shape = [data.draw(st.integers(1, (700, 60, 12, 7)[ndim - 1])) for _ in range(ndim)]
    step = [data.draw(st.sampled_from([0.01, 0.3, 1.0, -0.7, 0.0])) for _ in range(ndim)]
    whole = field.grid(shape, step=step, origin=0.25)
    first = [data.draw(st.integers(0, n - 1)) for n in shape]
    size = tuple(data.draw(st.integers(1, n - f)) for n, f in zip(shape, first, strict=True))
    part = tuple(slice(f, f + n) for f, n in zip(first, size, strict=True))
    chunk = field.grid(size, step=tuple(map(float, step)), origin=0.25, start=tuple(first))
    assert (bits(chunk) == bits(whole[part])).all()
    out = np.full(shape, 7, np.float32)
    workers = data.draw(st.sampled_from([1, 2, 16]))
    field.grid(size, step=step, origin=0.25, start=first, out=out[part], workers=workers)
    assert (bits(out[part]) == bits(chunk)).all()
    out[part] = 7
    assert (out == 7).all()


@pytest.mark.parametrize("workers", [1, 2, 16])
@pytest.mark.parametrize("field", [noise2, noise2.fbm(3, frequency=0.25), snoise2, noise2.tiled(5, 5)])
def test_the_first_bad_point_of_a_grid_is_named(field, workers):
    with pytest.raises(ValueError, match=r"^'x' .*at index \(0, 22\)\)$"):
        field.grid((40, 50), step=(1.0, 2.0), origin=(0.0, 2.0**24 - 41), workers=workers)
    with pytest.raises(ValueError, match=r"^'y' .*at index \(10, 0\)\)$"):
        field.grid((40, 50), step=(2.0, 0.01), origin=(2.0**24 - 17, 0.0), workers=workers)


def test_the_short_way_of_a_grid_refuses_what_the_long_way_does():
    noise2.grid((2, 20))  # the short way is open from now on
    for options in (
        {"shape": (True, 20)},
        {"shape": (-1, 20)},
        {"shape": (2.0, 20)},
        {"shape": (2, 20, 2)},
        {"shape": (2, 20), "step": float("nan")},
        {"shape": (2, 20), "step": (0.5, float("inf"))},
        {"shape": (2, 20), "step": (0.5,)},
        {"shape": (2, 20), "step": True},
        {"shape": (2, 20), "step": {0.5, 0.25}},
        {"shape": (2, 20), "step": iter((0.5, 0.25))},
        {"shape": (2, 20), "origin": float("inf")},
        {"shape": (2, 20), "origin": {0.5: "y", 0.25: "x"}},
        {"shape": (2, 20), "start": 2**53},
        {"shape": (2, 20), "start": -(2**53), "step": 0.0},
        {"shape": (2, 20), "start": {1, 2}},
        {"shape": (2, 20), "start": (0, 10**30)},
        {"shape": (2, 20), "start": False},
        {"shape": (2, 20), "start": 1.0},
        {"shape": (2, 20), "out": np.zeros((2, 21), np.float32)},
        {"shape": (2, 20), "out": np.zeros((2, 20))},
        {"shape": (2, 20), "out": np.broadcast_to(np.float32(0), (2, 20))},
    ):
        with pytest.raises((TypeError, ValueError), match="^'(shape|step|origin|start|out)"):
            noise2.grid(**options)
    assert noise2.grid((0, 20)).shape == (0, 20)


def test_a_grid_may_go_into_any_memory():
    whole = noise3.grid((3, 20, 64), step=0.3)
    memory = np.zeros((3, 20, 64, 2), np.float32)
    for out in (
        np.zeros((64, 20, 3), np.float32).T,
        np.zeros((3, 20, 64), np.float32)[::-1],
        np.zeros((20, 3, 64), np.float32).transpose(1, 0, 2),
        memory[..., 1],
        np.frombuffer(bytearray(4 * whole.size + 1), np.uint8)[1:].view(np.float32).reshape(whole.shape),
    ):
        assert noise3.grid((3, 20, 64), step=0.3, out=out) is out
        assert (bits(out) == bits(whole)).all()
    assert (memory[..., 0] == 0).all()


def test_lines_and_slices_of_higher_dimensions():
    line = noise1.fbm(3).grid((500,), step=0.1, start=(-250,))
    assert (bits(line) == bits(noise1.fbm(3)((np.arange(-250, 250) * 0.1).astype(np.float32)))).all()
    volume = snoise3.grid((4, 32, 32), step=(0.5, 0.1, 0.1))
    for t in range(4):
        assert (bits(snoise3.grid((1, 32, 32), step=0.1, origin=(t * 0.5, 0, 0))[0]) == bits(volume[t])).all()
    assert nc.noise4.grid((2, 2, 2, 2)).sum() == 0
