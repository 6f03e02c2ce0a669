"""Values with their partial derivatives: against a float64 model, and the values against the plain call."""

import itertools

import numpy as np
import pytest
from recorded import bits, hostile
from slopes import Slopes

import noise_cffi as nc
from noise_cffi import eshelman, isa, noise1, noise2, noise3, noise4, rombauts, snoise1, snoise2, snoise3, snoise4

BASES = (noise1, noise2, noise3, noise4, snoise1, snoise2, snoise3, snoise4)


def composed(base):
    """Return fields of every kind over a base function."""
    seeded = base.seeded(3)
    yield from (base, seeded, base.with_permutation(bytes(reversed(range(256)))), base.scaled(-3, 9))
    yield from (base.fbm(3, frequency=0.7), base.fbm(2, weights=[1, -0.25]), seeded.fbm(3, independent=True))
    yield from (base.turbulence(3).scaled(0, 5), base.ridged(2, lacunarity=1.7, independent=True))
    yield from (base.ridged_multifractal(3), base.ridged_multifractal(3, offset=0.8, gain=4).scaled(2, 3))
    yield base.warped(seeded, 0.4)
    yield base.fbm(2).warped(seeded.turbulence(2), 0.4).warped(base.seeded(9), -0.3)
    yield base.warped([seeded.fbm(2, persistence=k / 8) for k in range(base.ndim)], 0.3).scaled(0, 255)
    yield seeded.warped(seeded.warped(base.ridged(2), 0.2), 0.25)
    if base.ndim in (2, 3):
        yield from (base.turned(0.3), seeded.turned(-7.625).fbm(3, independent=True).warped(base.turned(0.5), 0.3))
    if repr(base).startswith("noise"):
        tiled = seeded.tiled(*(8, None, 5, 3)[: base.ndim])
        yield from (tiled, tiled.fbm(3, independent=True), tiled.warped(tiled, 0.5))
    elif base.ndim > 1:
        looped = base.looped(4.5, *(None,) * (base.ndim - 2))
        yield from (
            looped,
            looped.fbm(3),
            looped.turbulence(2, independent=True).warped(looped, 0.25).scaled(1, 2),
        )
        if base.ndim == 4:
            yield base.looped(3, 5).warped(base.looped(3, 5).fbm(2), 0.2)


FIELDS = {repr(field): field for base in BASES for field in composed(base)}
fields = pytest.mark.parametrize("field", FIELDS.values(), ids=range(len(FIELDS)))


def reach_of(field):
    """Return how large an octave's coordinates are where the field's own are 1."""
    saved = field.to_dict()
    fractal = saved.get("fractal", {"frequency": 1, "lacunarity": 1, "octaves": 1})
    movers = [nc.Field.from_dict(by) for warp in saved.get("warps", []) for by in warp["by"]]
    return max(fractal["frequency"] * fractal["lacunarity"] ** (fractal["octaves"] - 1), *map(reach_of, movers), 1)


@fields
@pytest.mark.parametrize("reach", [16, 2000])
def test_derivatives_are_those_of_the_model(field, reach):
    columns = np.random.default_rng(5).uniform(-reach, reach, (field.ndim, 2000)).astype("f4")
    if reach == 16:
        columns /= np.float32(reach_of(field) * 1.1)
    found, slopes = field.value_and_gradient(*columns), Slopes()
    wanted = slopes.field(field.to_dict(), columns)
    simplex, largest = repr(field).startswith("snoise"), max(16.0, reach * reach_of(field))
    bound = 2e-5 if not simplex or reach == 16 else 1e-6 * largest
    smooth = np.ones(len(columns[0]), bool)
    for distance in slopes.kinks:
        smooth &= distance > (1e-4 if not simplex or reach == 16 else max(1e-4, 1e-6 * largest))
    assert smooth.mean() > 0.3
    error = np.abs(found[1:] - wanted.d)[:, smooth].max() / np.abs(wanted.d).max()
    # Warps move points by values that err as simplex noise does, and what they move has slopes too.
    assert error < bound * (1 + 2 * len(field.to_dict().get("warps", [])) * simplex)


@fields
def test_values_have_the_bits_of_the_call(instruction_set, field):
    for columns in (hostile(3000, field.ndim, seed=31), hostile(3000, field.ndim, seed=32) / np.float32(2**12)):
        columns = [np.clip(c, -(2.0**20), 2.0**20) for c in columns]
        assert (bits(field.value_and_gradient(*columns)[0]) == bits(field(*columns))).all()


@fields
def test_every_instruction_set_gives_the_same_bits(field):
    columns = [np.clip(c, -(2.0**20), 2.0**20) for c in hostile(3000, field.ndim, seed=33)]
    results = []
    for name in isa.available():
        with isa.select(name):
            results.append(bits(field.value_and_gradient(*columns)))
    assert all((result == results[0]).all() for result in results)


@fields
def test_no_cutting_changes_a_bit(field):
    columns = np.random.default_rng(6).uniform(-9, 9, (field.ndim, 2 * 3 * 211)).astype("f4")
    whole = bits(field.value_and_gradient(*columns))
    for cut in (1, 7, 130, 600):
        parts = [bits(field.value_and_gradient(*columns[:, i : i + cut])) for i in range(0, 1266, cut)[:4]]
        assert (np.concatenate(parts, axis=1) == whole[:, : sum(part.shape[1] for part in parts)]).all()
    shaped = columns.reshape(field.ndim, 2, 3, 211)
    assert (bits(field.value_and_gradient(*shaped)).reshape(whole.shape) == whole).all()
    turned = [np.asfortranarray(c) for c in shaped]
    assert (bits(field.value_and_gradient(*turned)).reshape(whole.shape) == whole).all()
    out = np.zeros((2, 3, 211, 1 + field.ndim), "f4").transpose(3, 0, 1, 2)
    assert field.value_and_gradient(*shaped.astype("f8"), out=out) is out
    assert (np.ascontiguousarray(out).view("u4").reshape(whole.shape) == whole).all()


@pytest.mark.parametrize("base", BASES, ids=repr)
def test_workers_change_nothing(base):
    field = base.seeded(2).fbm(8, frequency=1 / 64)
    columns = np.random.default_rng(7).uniform(-900, 900, (base.ndim, 100_000)).astype("f4")
    assert (bits(field.value_and_gradient(*columns, workers=3)) == bits(field.value_and_gradient(*columns))).all()
    shape = {1: (90_000,), 2: (301, 299), 3: (44, 45, 46), 4: (17, 17, 17, 17)}[base.ndim]
    grids = [field.grid_value_and_gradient(shape, step=0.3, workers=w) for w in (1, 4)]
    assert (bits(grids[0]) == bits(grids[1])).all()


@fields
def test_grids_have_the_bits_of_their_points(field):
    shape, start = (3, 4, 5, 21)[-field.ndim :], (5, -6, 7, -8)[-field.ndim :]
    grid = field.grid_value_and_gradient(shape, step=0.37, origin=-0.5, start=start)
    axes = [np.float32(-0.5 + np.arange(s, s + n) * 0.37) for s, n in zip(start, shape, strict=True)]
    columns = np.meshgrid(*axes, indexing="ij")[::-1]
    assert (bits(grid) == bits(field.value_and_gradient(*columns))).all()
    assert (bits(grid[0]) == bits(field.grid(shape, step=0.37, origin=-0.5, start=start))).all()
    wide = np.zeros((*shape, 1 + field.ndim), "f4")
    field.grid_value_and_gradient(shape, step=0.37, origin=-0.5, start=start, out=np.moveaxis(wide, -1, 0))
    assert (bits(np.ascontiguousarray(np.moveaxis(wide, -1, 0))) == bits(grid)).all()


@pytest.mark.parametrize("base", BASES, ids=repr)
def test_where_a_value_is_zero_its_magnitude_falls_off_as_if_it_were_positive(base):
    slopes = base.value_and_gradient(*(0.0,) * base.ndim)
    assert slopes[0] == 0
    assert np.abs(slopes[1:]).max() > 0.1
    assert (base.turbulence(1).value_and_gradient(*(0.0,) * base.ndim)[1:] == slopes[1:]).all()
    assert (base.ridged(1).value_and_gradient(*(0.0,) * base.ndim)[1:] == -2 * slopes[1:]).all()


def test_a_weight_that_reaches_one_counts_as_one():
    field = noise1.ridged_multifractal(
        2, lacunarity=1, persistence=1, gain=1
    )  # at 0 the first octave's value is 1
    one = noise1.ridged_multifractal(1)
    assert (field.value_and_gradient(0.0) == one.value_and_gradient(0.0)).all()


def test_all_kinds_of_coordinates():
    wanted = noise2.value_and_gradient(np.float32([0.5, 1.5, 2.5]), np.float32(0.25))
    assert wanted.shape == (3, 3)
    assert wanted.dtype == np.float32
    for x, y in itertools.product(([0.5, 1.5, 2.5], np.float64([0.5, 1.5, 2.5])), (0.25, [0.25] * 3)):
        assert (bits(noise2.value_and_gradient(x, y)) == bits(wanted)).all()
    assert noise2.value_and_gradient(np.ones((4, 1)), np.ones(5)).shape == (3, 4, 5)
    assert noise2.value_and_gradient(0.5, 1).shape == (3,)
    assert noise3.value_and_gradient(np.ones(0), 1, 2).shape == (4, 0)
    assert noise2.grid_value_and_gradient((0, 3)).shape == (3, 0, 3)
    assert (noise1.value_and_gradient(np.arange(3, dtype="i2")) == noise1.value_and_gradient([0, 1, 2])).all()


def test_an_output_that_overlaps_an_input_is_written_last():
    memory = np.random.default_rng(8).uniform(-9, 9, (3, 1000)).astype("f4")
    wanted = bits(snoise2.value_and_gradient(*memory[1:].copy()))
    assert (bits(snoise2.value_and_gradient(*memory[1:], out=memory)) == wanted).all()
    memory[1, 500] = np.nan
    kept = memory.copy()
    with pytest.raises(ValueError, match=r"'x' must be between .* at index 500"):
        snoise2.value_and_gradient(*memory[1:], out=memory)
    assert (memory.view("u4") == kept.view("u4")).all()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: noise2.value_and_gradient(1.0), TypeError, "takes 2 coordinates (got 1)"),
        (lambda: noise2.value_and_gradient(1.0, "a"), TypeError, "'y' must be a real number"),
        (lambda: noise2.value_and_gradient(1.0, np.nan), ValueError, "'y' must be between"),
        (lambda: noise2.value_and_gradient([1, 2e7], 1), ValueError, "at index 1"),
        (lambda: noise2.value_and_gradient([1, 2], [1, 2, 3]), ValueError, "'y' must broadcast"),
        (lambda: noise2.value_and_gradient(1.0, 1.0, workers=0), ValueError, "'workers'"),
        (lambda: noise2.value_and_gradient(1.0, 1.0, out=np.zeros(2, "f4")), ValueError, "shape (3,)"),
        (
            lambda: noise2.value_and_gradient(1.0, 1.0, out=np.zeros(3)),
            TypeError,
            "'out' must be of native float32",
        ),
        (lambda: noise2.fbm(3).value_and_gradient(5e6, 0.0), ValueError, "octave 3"),
        (lambda: noise2.grid_value_and_gradient((2, 2), step=1e7, start=1), ValueError, "at index (0, 1)"),
        (lambda: noise2.grid_value_and_gradient((2, 2, 2)), ValueError, "'shape'"),
        (lambda: noise2.grid_value_and_gradient((2, 2), out=np.zeros((2, 2), "f4")), ValueError, "(3, 2, 2)"),
        (lambda: rombauts.noise2.value_and_gradient(1.0, 1.0), ValueError, "have no derivatives"),
        (lambda: eshelman.raw_noise_3d.grid_value_and_gradient((2, 2, 2)), ValueError, "have no derivatives"),
        (
            lambda: noise2.warped(rombauts.noise2, 1).value_and_gradient(1.0, 1.0),
            ValueError,
            "have no derivatives",
        ),
    ],
)
def test_what_is_wrong_is_refused(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)
