"""Fields at coordinates in double precision: as the plain ones where both are exact, and exact far away."""

import copy
import pickle

import numpy as np
import pytest
from recorded import bits, hostile
from slopes import Slopes
from test_derivatives import BASES, FIELDS

import noise_cffi as nc
from noise_cffi import Field, eshelman, isa, noise1, noise2, noise3, noise4, rombauts, snoise2, snoise4

PERLIN = (noise1, noise2, noise3, noise4)
fields = pytest.mark.parametrize("field", FIELDS.values(), ids=range(len(FIELDS)))
bases = pytest.mark.parametrize("base", BASES, ids=repr)


@bases
def test_a_thousand_small_steps_far_away_are_a_thousand_values(base):
    x = 1e9 + np.arange(1000) * 0.001
    values = base.precise()(x, *[0.3 * k + np.zeros(1000) for k in range(1, base.ndim)])
    assert len(np.unique(values)) == 1000
    assert np.abs(np.diff(values)).max() < 0.01 * np.abs(values).max()


@bases
def test_bits_near_the_origin(base):
    """Perlin noise and snoise1 as they are; the others within what skewing in float32 loses."""
    columns = [np.clip(c, -(2.0**16), 2.0**16) for c in hostile(50_000, base.ndim, seed=41)]
    plain, precise = base(*columns), base.precise()(*columns)
    if base in PERLIN or base.ndim == 1:
        assert (bits(plain) == bits(precise)).all()
    for reach in (16, 1000):
        columns = np.random.default_rng(3).uniform(-reach, reach, (base.ndim, 50_000)).astype("f4")
        assert np.abs(base(*columns) - base.precise()(*columns)).max() < 1e-6 * reach


@pytest.mark.parametrize("make", [lambda f: f.fbm(5), lambda f: f.seeded(3).ridged_multifractal(4).scaled(1, 3)])
@pytest.mark.parametrize("base", PERLIN, ids=repr)
def test_perlin_sums_have_the_plain_bits_where_octaves_are_exact(base, make):
    columns = [np.clip(c, -(2.0**11), 2.0**11) for c in hostile(20_000, base.ndim, seed=42)]
    assert (bits(make(base)(*columns)) == bits(make(base).precise()(*columns))).all()


@pytest.mark.parametrize("base", PERLIN, ids=repr)
def test_perlin_noise_repeats_after_256_cells_however_far(base):
    near = np.random.default_rng(4).integers(-(2**14), 2**14, (base.ndim, 5000)) / 64
    for far in (2**20, 2**32, 2**42):
        moved = near + 256.0 * (far // 256)
        assert (bits(base.precise()(*moved)) == bits(base.precise()(*np.mod(near, 256.0) + 256.0))).all()


@pytest.mark.parametrize("periods", [(3,), (7, None), (100, 3, 255), (5, 2**24, 1, 1000)])
def test_tiles_repeat_however_far(periods):
    tiled = PERLIN[len(periods) - 1].seeded(2).tiled(*periods).precise()
    near = np.random.default_rng(5).integers(0, 2**10, (len(periods), 5000)) / 64
    for far in (1, 2**10, -(2**20), 2**22):
        moved = near + np.array([(256 if p is None else p) * far for p in periods])[:, None]
        assert (bits(tiled(*moved)) == bits(tiled(*near))).all()


def test_loops_repeat_however_far():
    looped = snoise4.looped(3, 5.5).turbulence(3).precise()
    near = np.random.default_rng(6).integers(0, 2**10, (2, 3000)) / 64
    for far in (1, -(2**30), 2**40):
        assert (bits(looped(near[0] + 3 * far, near[1] - 5.5 * far)) == bits(looped(*near))).all()


@bases
def test_values_and_derivatives_far_away_are_those_of_the_model(base):
    """What float64 loses itself, where it skews, is a fraction of a step of 2**-20 at 2**32."""
    origin = float(2**32)
    columns = origin + np.random.default_rng(7).uniform(-99, 99, (base.ndim, 3000))
    found = base.seeded(5).precise().value_and_gradient(*columns)
    wanted = Slopes.at(base.seeded(5).to_dict(), columns)
    assert np.abs(found[0] - wanted.v).max() < 1e-5
    assert np.abs(found[1:] - wanted.d).max() < 2e-5 * np.abs(wanted.d).max()


@fields
def test_every_way_gives_the_same_bits(field):
    field = field.precise()
    columns = np.random.default_rng(8).uniform(-1e7, 1e7, (field.ndim, 1500))
    wanted = bits(field(*columns))
    for name in isa.available():
        with isa.select(name):
            assert (bits(field(*columns)) == wanted).all()
            assert (bits(field(*columns[:, ::-1])) == wanted[::-1]).all()
            assert (bits(field.value_and_gradient(*columns)[0]) == wanted).all()
            assert (
                bits(field.value_and_gradient(*columns[:, :50]))
                == bits(field.value_and_gradient(*columns))[:, :50]
            ).all()
    assert (bits(np.float32([field(*point) for point in columns.T[:60].tolist()])) == wanted[:60]).all()
    assert (bits(field(*columns.reshape(field.ndim, 3, 5, 100), workers=3)).ravel() == wanted).all()
    whole = np.rint(columns).astype("i8")
    assert (bits(field(*whole)) == bits(field(*whole.astype("f8")))).all()
    assert (bits(field(*columns.astype("f4"))) == bits(field(*columns.astype("f4").astype("f8")))).all()


@fields
def test_grids_have_the_bits_of_their_points(field):
    field = field.precise()
    shape, start = (3, 4, 5, 21)[-field.ndim :], (5, -6, 7, -8)[-field.ndim :]
    grid = field.grid(shape, step=0.37, origin=1e6, start=start)
    axes = [1e6 + np.arange(s, s + n) * 0.37 for s, n in zip(start, shape, strict=True)]
    columns = np.meshgrid(*axes, indexing="ij")[::-1]
    assert (bits(grid) == bits(field(*columns))).all()
    slopes = field.grid_value_and_gradient(shape, step=0.37, origin=1e6, start=start)
    assert (bits(slopes) == bits(field.value_and_gradient(*columns))).all()


def test_many_octaves_reach_far():
    assert np.isfinite(noise2.fbm(20).precise()(1e9, -1e9))
    assert np.isfinite(snoise4.fbm(30).precise()(2.0**20, -(2.0**20), 2.0**20, 0.0))
    with pytest.raises(
        ValueError, match=r"'x' times the frequency of octave 22 must be between -1125899906842624"
    ):
        noise2.fbm(22).precise()(1e9, 0.0)


def test_the_domain():
    edge = 2.0**50
    assert noise2.precise()(edge, -edge) == noise2.precise()(0.0, 0.0)
    for bad in (np.nextafter(edge, 2 * edge), -np.inf, np.nan, 1e300, 2**51):
        with pytest.raises(ValueError, match=r"'y' must be between -1125899906842624 and 1125899906842624"):
            noise2.precise()(0.0, bad)
        for name in isa.available():
            with isa.select(name), pytest.raises(ValueError, match=r"'y' must be between .* at index 37\)"):
                snoise2.precise()(np.zeros(50), np.where(np.arange(50) == 37, float(bad), 1.0))
    with pytest.raises(ValueError, match=r"at index \(0, 1\)"):
        noise2.precise().grid((2, 2), step=2.0**51)
    with pytest.raises(ValueError, match="as the warp moves it"):
        noise2.warped(noise2.scaled(1e30, 2e30), 1).precise()(0.0, 0.0)
    with pytest.raises(ValueError, match="within the warp"):
        noise2.warped(noise2.fbm(2, frequency=1e10), 1).precise()(1e9, 0.0)


def test_it_is_part_of_the_field():
    field = noise2.seeded(7).fbm(3).precise()
    assert field != noise2.seeded(7).fbm(3)
    assert repr(field).endswith(".precise()")
    assert field.to_dict()["precise"] is True
    assert Field.from_dict(field.to_dict()) == field
    assert pickle.loads(pickle.dumps(field)) == copy.copy(field) == field == eval(repr(field), vars(nc))
    assert noise3.precise().seeded(3).fbm(2) == noise3.seeded(3).fbm(2).precise()


@pytest.mark.parametrize(
    "make",
    [
        lambda: rombauts.noise2.precise(),
        lambda: eshelman.raw_noise_4d.fbm(3).precise(),
        lambda: noise2.warped(rombauts.noise2, 1).precise(),
        lambda: noise2.precise().warped(eshelman.raw_noise_2d, 1),
        lambda: Field.from_dict({"format": 1, "function": "rombauts.noise1", "precise": True}),
    ],
)
def test_what_cannot_be_precise_is_refused(make):
    with pytest.raises(ValueError, match="'precise' must be called on a field of noise1 to noise4"):
        make()


def test_a_saved_field_says_true_or_false():
    with pytest.raises(TypeError, match="'precise'"):
        Field.from_dict({"format": 1, "function": "noise2", "precise": 1})
