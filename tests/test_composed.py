"""Seeds, permutations, sums over octaves, bounds, and saving: against the plain model and the recorded digests."""

import copy
import hashlib
import importlib.util
import json
import pickle
from itertools import islice, pairwise

import model
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import FIELDS, GOLDEN, bits, hostile, points

import noise_cffi as nc
from noise_cffi import Field, eshelman, noise1, noise2, noise3, rombauts, snoise2, snoise3

fields = pytest.mark.parametrize("name", sorted(FIELDS))
SEEDS = [0, 1, 7, 10**8, 2**63, 2**64 - 1]
RECORDED = json.loads((GOLDEN / "composed.json").read_text())


def one_by_one(field, columns):
    return np.float32([field(*point) for point in zip(*(c.tolist() for c in columns), strict=True)])


# ---- seeds and permutations ----


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_shuffles_as_documented(seed):
    field = noise2.seeded(seed)
    assert field.permutation == model.shuffled(seed)
    assert field.seed == seed


@fields
def test_the_model_has_the_classic_bits(name):
    columns = hostile(20_000, FIELDS[name].ndim, seed=21)
    assert (
        bits(model.evaluate(repr(FIELDS[name]), FIELDS[name].permutation, columns)) == bits(FIELDS[name](*columns))
    ).all()


@fields
@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_seeded_fields_have_the_bits_of_the_model(instruction_set, name, seed):
    field = FIELDS[name].seeded(seed)
    columns = hostile(5000, field.ndim, seed=22)
    expected = bits(model.evaluate(repr(FIELDS[name]), model.shuffled(seed), columns))
    assert (bits(field(*columns)) == expected).all()
    assert (bits(one_by_one(field, columns)) == expected).all()


def test_the_classic_table_is_its_own_permutation():
    assert list(noise1.permutation) == json.loads((GOLDEN / "permutation.json").read_text())
    assert noise1.seed is None
    assert noise1.with_permutation(noise1.permutation) == noise1
    assert noise2.seeded(3).with_permutation(list(noise1.permutation)) == noise2


@fields
def test_a_permutation_of_ones_own_has_the_bits_of_the_model(name):
    table = np.random.default_rng(5).permutation(256)
    columns = hostile(3000, FIELDS[name].ndim, seed=23)
    expected = bits(model.evaluate(repr(FIELDS[name]), bytes(table.tolist()), columns))
    for given_table in (
        table,
        table.tolist(),
        tuple(table.tolist()),
        bytes(table.tolist()),
        table.astype(np.uint8),
    ):
        field = FIELDS[name].with_permutation(given_table)
        assert field.seed is None
        assert field.permutation == bytes(table.tolist())
        assert (bits(field(*columns)) == expected).all()


@pytest.mark.parametrize(
    ("seed", "kind"),
    [
        (-1, ValueError),
        (2**64, ValueError),
        (10**400, ValueError),
        (1.5, TypeError),
        ("a", TypeError),
        (True, TypeError),
        (None, TypeError),
    ],
    ids=repr,
)
def test_bad_seeds_are_refused(seed, kind):
    with pytest.raises(kind, match="^'seed' must be "):
        noise2.seeded(seed)


@pytest.mark.parametrize(
    ("table", "kind", "said"),
    [
        (range(255), ValueError, "'table' must have 256 elements (got 255)"),
        ([*range(255), 0], ValueError, "each of 0 to 255 once (got 0 more than once)"),
        ([*range(255), 256], ValueError, "'table[255]' must be at most 255 (got 256)"),
        ([*range(255), -1], ValueError, "'table[255]' must be at least 0 (got -1)"),
        ([*range(255), 1.5], TypeError, "'table[255]' must be an integer (got float)"),
        ([*range(255), True], TypeError, "'table[255]' must be an integer (got bool)"),
        (None, TypeError, "'table' must be a sequence of 256 integers (got None)"),
        ("a" * 256, TypeError, "'table' must be a sequence of 256 integers (got str)"),
        (np.zeros((16, 16), int), TypeError, "'table' must be a sequence of 256 integers (got numpy.ndarray)"),
    ],
    ids=lambda v: str(v)[:30],
)
def test_bad_permutations_are_refused(table, kind, said):
    with pytest.raises(kind) as error:
        noise2.with_permutation(table)
    assert said in str(error.value)


def test_neighbouring_seeds_are_unrelated():
    maps = [noise2.seeded(seed).grid((512, 512), step=0.25).ravel() for seed in range(6)]
    for a, b in pairwise(maps):
        assert abs(np.corrcoef(a, b)[0, 1]) < 0.05


@pytest.mark.slow
def test_many_seeds_give_as_many_permutations():
    assert len({noise1.seeded(seed).permutation for seed in range(10**5)}) == 10**5


def test_children_are_a_stream_of_their_own():
    parent = snoise2.seeded(7).fbm(3)
    children = parent.spawn(5)
    assert [c.seed for c in children] == list(islice(model.split_mix(7 ^ 0x6A09E667F3BCC909), 5))
    assert parent.spawn(3) == children[:3]
    assert children[0] == snoise2.seeded(children[0].seed).fbm(3)
    assert parent.spawn(0) == []
    assert len({c.permutation for c in [parent, *children, *snoise2.seeded(8).spawn(5)]}) == 11
    with pytest.raises(ValueError, match="'spawn' must be called on a field with a seed"):
        noise2.spawn(2)
    for bad, kind in ((-1, ValueError), (2**20 + 1, ValueError), (1.0, TypeError)):
        with pytest.raises(kind, match="^'n' must be "):
            parent.spawn(bad)


# ---- sums ----


def check_against_model(field, columns):
    """Compare array calls, threads, single points, and the plain model of a field."""
    expected = bits(model.field(field.to_dict(), columns))
    assert (bits(field(*columns)) == expected).all()
    assert (bits(field(*columns, workers=3)) == expected).all()
    few = [c[:300] for c in columns]
    assert (bits(one_by_one(field, few)) == expected[:300]).all()


KINDS = ["fbm", "turbulence", "ridged", "ridged_multifractal"]


@fields
@pytest.mark.parametrize("kind", KINDS)
def test_sums_have_the_bits_of_the_model(instruction_set, name, kind):
    base = FIELDS[name]
    columns = [c / np.float32(64) for c in hostile(2500, base.ndim, seed=24)]
    more = {"offset": 0.9, "gain": 3.1} if kind == "ridged_multifractal" else {}
    for field, octaves, options in (
        (base, 5, {"frequency": 0.3, "lacunarity": 2.1, "persistence": 0.6}),
        (base.seeded(9), 3, {"frequency": 0.01, "lacunarity": 2.0, "weights": [1, -0.25, 3]}),
        (base.seeded(4), 4, {"frequency": -0.3, "independent": True}),
    ):
        check_against_model(getattr(field, kind)(octaves, **options, **more), columns)


@pytest.mark.parametrize("n", [1, 2])
def test_fbm_of_rombauts_noise_is_its_fractal(n):
    columns = points(5000, n, seed=25, reach=100)
    noise = getattr(rombauts, f"noise{n}").fbm(6, frequency=0.37, lacunarity=1.9, persistence=0.45)
    fractal = rombauts.SimplexNoise(frequency=0.37, lacunarity=1.9, persistence=0.45).fractal(6, *columns)
    assert (bits(noise(*columns)) == bits(fractal)).all()


@pytest.mark.parametrize("n", [2, 3, 4])
def test_fbm_of_raw_noise_is_its_octave_noise(n):
    columns = points(5000, n, seed=26, reach=100)
    noise = getattr(eshelman, f"raw_noise_{n}d").fbm(5, frequency=0.037, persistence=0.55)
    octaves = getattr(eshelman, f"octave_noise_{n}d")(5, 0.55, 0.037, *columns)
    assert (bits(noise(*columns)) == bits(octaves)).all()


@pytest.mark.parametrize(
    ("octaves", "options", "kind", "said"),
    [
        (0, {}, ValueError, "'octaves' must be at least 1 (got 0)"),
        (65, {}, ValueError, "'octaves' must be at most 64 (got 65)"),
        (1.5, {}, TypeError, "'octaves' must be an integer (got float)"),
        (2, {"frequency": float("nan")}, ValueError, "'frequency' must be finite"),
        (2, {"lacunarity": 0}, ValueError, "'lacunarity' must be above 0"),
        (2, {"persistence": -1}, ValueError, "'persistence' must give amplitudes"),
        (2, {"persistence": "1"}, TypeError, "'persistence' must be a real number"),
        (2, {"weights": [1]}, ValueError, "'weights' must have 2 elements, one per octave (got 1)"),
        (2, {"weights": 1}, TypeError, "'weights' must be a sequence of 2 numbers (got int)"),
        (2, {"weights": [1, -1]}, ValueError, "'weights' must have a finite sum other than 0"),
        (2, {"weights": [1, None]}, TypeError, "'weights[1]' must be a real number (got None)"),
        (2, {"weights": [1, 1], "persistence": 0.5}, TypeError, "'persistence' must be left out"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("sum_of", ["fbm", "turbulence", "ridged"])
def test_bad_parameters_of_sums_are_refused(sum_of, octaves, options, kind, said):
    with pytest.raises(kind) as error:
        getattr(noise2, sum_of)(octaves, **options)
    assert said in str(error.value)


def test_a_field_has_one_sum_and_one_scale_in_this_order():
    with pytest.raises(ValueError, match=r"'ridged' must be called on a field without octaves \(got fbm\)"):
        noise2.fbm(2).ridged(2)
    with pytest.raises(ValueError, match="'fbm' must be called before 'scaled'"):
        noise2.scaled(0, 1).fbm(2)
    with pytest.raises(ValueError, match="'scaled' must be called once"):
        noise2.scaled(0, 1).scaled(0, 1)
    assert noise2.fbm(2).scaled(0, 1).seeded(7) == noise2.seeded(7).fbm(2).scaled(0, 1)


def test_an_octave_that_leaves_the_domain_is_named():
    with pytest.raises(ValueError, match=r"^'y' times the frequency of octave 27 "):
        noise2.fbm(34)(0.0, 0.3)
    with pytest.raises(ValueError, match=r"octave 3 .*at index \(0, 1\)\)$"):
        noise2.seeded(1).ridged(3).grid((1, 2), step=5e6)


def test_independent_octaves_do_not_line_up_at_the_origin():
    for name, base in FIELDS.items():
        independent = [base.seeded(seed).fbm(8, independent=True) for seed in range(400)]
        here = np.std([field(*(0.0,) * base.ndim) for field in independent])
        elsewhere = points(400, base.ndim, seed=5)
        away = np.std([field(*elsewhere) for field in independent])
        assert here >= away / 2, name
        assert base.seeded(1).fbm(8)(*(0.0,) * base.ndim) == 0, name


# ---- tiles ----

PERIODS = [1, 2, 7, 8, 255, 256, 257, 300, 1000, 2**24 - 1, 2**24, None]
perlin = pytest.mark.parametrize("n", [1, 2, 3, 4])


@perlin
def test_tiles_have_the_bits_of_the_model(instruction_set, n):
    base = FIELDS[f"noise{n}"]
    columns = hostile(2500, n, seed=31)
    random = np.random.default_rng(32)
    for seed in (None, 3):
        field = base if seed is None else base.seeded(seed)
        for first in PERIODS:
            periods = [first, *(PERIODS[i] for i in random.integers(0, len(PERIODS), n - 1))]
            check_against_model(field.tiled(*periods), columns)
    few = [c / np.float32(64) for c in columns]
    check_against_model(base.tiled(*[8, 12, None, 4][:n]).fbm(4, frequency=0.5), few)
    check_against_model(base.seeded(7).tiled(*[8, 12, 2, 4][:n]).ridged(3, independent=True, lacunarity=3), few)


@perlin
@pytest.mark.parametrize("period", [1, 2, 8, 255, 256, 257, 300, 1000])
def test_tiles_meet_to_the_bit(n, period):
    """Where x + k p and what octaves make of it are exact, that is."""
    random = np.random.default_rng(33)
    plain = FIELDS[f"noise{n}"].seeded(2).tiled(*(period,) * n)
    for field in (plain, plain.fbm(4), plain.turbulence(3, lacunarity=3, independent=True)):
        columns = random.integers(-4 * period * 64, 4 * period * 64, (n, 4000)).astype(np.float32) / np.float32(64)
        columns[:, ::7] = np.round(columns[:, ::7])
        columns[:, ::11] = 0.0
        columns[:, ::13] = -0.0
        values = bits(field(*columns))
        for axis in range(n):
            for k in (-3, -1, 1, 2, 3):
                moved = columns.copy()
                moved[axis] += np.float32(k * period)
                assert (bits(field(*moved)) == values).all()


@perlin
def test_tiles_above_zero_are_periodic_noise(n):
    columns = np.abs(np.stack(hostile(4000, n, seed=34)))
    columns[columns == 0] = 1
    for periods in ((3, 8, 5, 7), (256, 1, 300, 2**24)):
        tiled = FIELDS[f"noise{n}"].tiled(*periods[:n])
        periodic = getattr(nc, f"pnoise{n}")(*columns, *periods[:n])
        assert (bits(tiled(*columns)) == bits(periodic)).all()


def test_an_axis_that_does_not_wrap_is_left_alone():
    x, y = (c[np.abs(c) < 1e6] for c in points(4000, 2, seed=35))
    cylinder = noise2.tiled(8, None)
    assert (bits(cylinder(x, y)) == bits(noise2.tiled(8, 2**24)(x, y))).all()
    assert cylinder(0.25, 0.5) == cylinder(8.25, 0.5) != cylinder(0.25, 8.5)


@pytest.mark.parametrize(
    ("make", "kind", "said"),
    [
        (lambda: noise2.tiled(8), ValueError, "'periods' must be 2, one per axis (got 1)"),
        (lambda: noise2.tiled(0, 8), ValueError, "'periods[0]' must be at least 1 (got 0)"),
        (lambda: noise2.tiled(8, 2**24 + 1), ValueError, "'periods[1]' must be at most 16777216"),
        (lambda: noise2.tiled(8, 1.5), TypeError, "'periods[1]' must be an integer (got float)"),
        (lambda: noise2.tiled(True, 8), TypeError, "'periods[0]' must be an integer (got bool)"),
        (lambda: snoise2.tiled(8, 8), ValueError, "must be called on a Perlin field (got snoise2)"),
        (lambda: noise2.tiled(100, 100).fbm(2, frequency=0.01), ValueError, "whole periods from 1 to 2**24"),
        (
            lambda: noise2.tiled(10, 8).fbm(2, lacunarity=2.1),
            ValueError,
            "(got 10 * 2.0999999046325684 in octave 2)",
        ),
        (
            lambda: noise2.fbm(2, lacunarity=2.1).tiled(10, 8),
            ValueError,
            "(got 10 * 2.0999999046325684 in octave 2)",
        ),
        (lambda: noise2.tiled(8, 8).fbm(2, frequency=0), ValueError, "(got 8 * 0.0 in octave 1)"),
        (lambda: noise2.tiled(2**20, 8).fbm(6), ValueError, "in octave 6)"),
        (lambda: snoise2.looped(8, None), ValueError, "'periods' must take 2 axes"),
        (lambda: snoise2.looped(), ValueError, "'periods' must take 2 axes"),
        (lambda: noise2.looped(8), ValueError, "must be called on a simplex field (got noise2)"),
        (lambda: snoise2.looped(0.03), ValueError, "'periods[0]' must be between 2**-5 and 2**24 (got 0.03)"),
        (lambda: snoise2.looped(-5), ValueError, "'periods[0]' must be between 2**-5 and 2**24 (got -5)"),
        (lambda: snoise2.looped(float("nan")), ValueError, "'periods[0]' must be finite"),
        (lambda: snoise2.looped("8"), TypeError, "'periods[0]' must be a real number (got str)"),
        (lambda: snoise2.looped(8).looped(8), ValueError, "'looped' must be called once"),
        (lambda: snoise2.warped(snoise2, 1).looped(8), ValueError, "'looped' must be called before 'warped'"),
        (lambda: noise2.warped(noise3, 1), ValueError, "'by' must take 2 coordinates as the field does (got 3)"),
        (
            lambda: noise2.warped([noise2] * 3, 1),
            ValueError,
            "'by' must be one field, or 2, one per coordinate (got 3)",
        ),
        (lambda: noise2.warped([], 1), ValueError, "'by' must be one field, or 2, one per coordinate (got 0)"),
        (lambda: noise2.warped(1, 1), TypeError, "'by' must be a field or a sequence of fields (got int)"),
        (lambda: noise2.warped([noise2, 1], 1), TypeError, "'by' must be a field or a sequence of fields"),
        (lambda: noise2.warped(noise2, float("inf")), ValueError, "'strength' must be finite"),
        (lambda: noise2.warped(noise2, "1"), TypeError, "'strength' must be a real number (got str)"),
        (lambda: noise2.scaled(0, 1).warped(noise2, 1), ValueError, "'warped' must be called before 'scaled'"),
        (lambda: noise2.warped(noise2, 1).fbm(2), ValueError, "'fbm' must be called before 'warped'"),
        (
            lambda: noise2.tiled(8, 8).warped(noise2, 1),
            ValueError,
            "along x with a period that divides 8 (got no period)",
        ),
        (lambda: noise2.warped(noise2, 1).tiled(8, None), ValueError, "along x with a period that divides 8"),
        (
            lambda: noise2.tiled(8, 8).warped(noise2.tiled(8, 3), 1),
            ValueError,
            "along y with a period that divides 8 (got 3)",
        ),
        (lambda: snoise2.looped(8).warped(noise1, 1), ValueError, "along x with a period that divides 8.0"),
        (lambda: noise2.fbm(2, independent=1), TypeError, "'independent' must be True or False (got int)"),
        (lambda: noise2.ridged_multifractal(2, offset="1"), TypeError, "'offset' must be a real number (got str)"),
        (lambda: noise2.ridged_multifractal(2, gain=0), ValueError, "'gain' must be above 0"),
        (
            lambda: noise2.ridged_multifractal(2, offset=1e30),
            ValueError,
            "'offset' must be between -2**16 and 2**16",
        ),
    ],
    ids=str,
)
def test_what_does_not_go_together_is_refused(make, kind, said):
    with pytest.raises(kind) as error:
        make()
    assert said in str(error.value)


# ---- loops ----

SIMPLEX = [name for name in sorted(FIELDS) if not name.startswith("noise") and FIELDS[name].ndim > 1]


def loops_of(ndim):
    """Return ways to take that many axes."""
    ways = {
        2: [(5,)],
        3: [(None, 2.5), (300, None)],
        4: [(None, None, 5), (8, 8), (0.03125, 7e6), (3, None, None)],
    }
    return ways[ndim]


@pytest.mark.parametrize("name", SIMPLEX)
def test_loops_have_the_bits_of_the_model(instruction_set, name):
    base = FIELDS[name].seeded(5)
    for periods in loops_of(base.ndim):
        field = base.looped(*periods)
        assert field.ndim == len(periods)
        columns = hostile(2500, field.ndim, seed=41)
        check_against_model(field, columns)
        few = [c / np.float32(64) for c in columns]
        check_against_model(field.fbm(3, frequency=0.7, lacunarity=1.9, independent=True), few)


@pytest.mark.parametrize("name", SIMPLEX)
def test_loops_meet_to_the_bit(name):
    base = FIELDS[name]
    for periods in loops_of(base.ndim):
        field = base.looped(*periods).fbm(2)
        for axis, period in enumerate(periods):
            if period is None:
                continue
            unit = np.float32(2.0 ** np.floor(np.log2(period)) / 4096)
            columns = np.random.default_rng(42).integers(-8000, 8000, (field.ndim, 3000)).astype(np.float32) * unit
            columns[axis, :3] = (0, -0.0, period)
            moved = columns.copy()
            moved[axis] += np.float32(period)
            exact = moved[axis].astype(float) - columns[axis].astype(float) == period
            assert exact.sum() > 1000
            assert (bits(field(*columns))[exact] == bits(field(*moved))[exact]).all()


def test_features_keep_their_size_along_a_loop():
    x = np.arange(0, 64, 0.25, np.float32)
    around = snoise2.looped(64)(x)
    along = snoise2(x, np.float32(0.3))
    ratio = np.abs(np.diff(around)).mean() / np.abs(np.diff(along)).mean()
    assert 0.5 < ratio < 2


# ---- warps ----


@fields
def test_warps_have_the_bits_of_the_model(instruction_set, name):
    base = FIELDS[name]
    n = base.ndim
    columns = [c / np.float32(64) for c in hostile(2000, n, seed=51)]
    by = FIELDS[f"snoise{n}"].seeded(3).fbm(3, frequency=0.125)
    each = [FIELDS[f"noise{n}"].seeded(k).scaled(-2, 5) for k in range(n)]
    check_against_model(base.warped(by, 0.5), columns)
    check_against_model(base.warped(each, -1.25), columns)
    nested = base.seeded(1).fbm(3).warped(by.warped(base, 3), 0.5).warped(each, 2).scaled(0, 255)
    check_against_model(nested, columns)


def test_strength_0_gives_the_plain_bits():
    columns = hostile(4000, 2, seed=52)
    for base in (snoise2, noise2, snoise2.seeded(3).fbm(3, frequency=0.01)):
        assert (bits(base.warped(noise2, 0)(*columns)) == bits(base(*columns))).all()
        assert base.warped(noise2, 0) != base


def test_warped_tiles_and_loops_still_meet():
    tile = noise2.tiled(8, 8).fbm(3).warped(noise2.seeded(1).tiled(4, 8), 0.5)
    x, y = np.random.default_rng(3).integers(0, 8 * 64, (2, 3000)).astype(np.float32) / np.float32(64)
    assert np.abs(tile(x, y) - tile(x - 8, y + 16)).max() < 1e-4
    loop = eshelman.raw_noise_3d.looped(None, 6).warped(snoise3.looped(None, 1.5), 0.5)
    assert np.abs(loop(x, y) - loop(x, y - 6)).max() < 1e-3


def test_fields_nest_up_to_a_limit():
    field = noise1
    for _ in range(4):
        field = noise1.warped(field, 0.25)
    x = points(300, 1, seed=53, reach=100)
    check_against_model(field, x)
    with pytest.raises(ValueError, match="'by' must have at most 4 fields within one another"):
        noise1.warped(field, 0.25)
    saved = field.to_dict()
    with pytest.raises(ValueError, match="'by' must have at most 4 fields within one another"):
        Field.from_dict({**saved, "warps": [{"by": [saved], "strength": 1}]})
    heavy = FIELDS["noise4"].fbm(64)
    for _ in range(3):
        warped = FIELDS["noise4"].fbm(64)
        for _ in range(6):
            warped = warped.warped(heavy, 0.25)
        heavy = warped
    with pytest.raises(ValueError, match=r"'by' must take at most 2\*\*20 evaluations a point in all"):
        FIELDS["noise4"].warped(heavy, 1)


def test_what_a_warp_makes_of_a_coordinate_is_explained():
    far = noise1.scaled(0, 1e9)
    with pytest.raises(
        ValueError, match=r"^'x' as the warp moves it must be between .* \(got 0.5, which becomes "
    ):
        noise1.warped(far, 1)(0.5)
    with pytest.raises(ValueError, match=r"^'y' within the warp must be .* \(got 16777215.0, which becomes "):
        noise2.warped(noise2, 1)(0.5, 16777215.0)
    with pytest.raises(ValueError, match=r"^'x' as the warp moves it in octave 2 must be .*at index 1\)$"):
        noise1.fbm(2, lacunarity=1e6).warped(noise1.scaled(-1000, 1000), 1)(np.float32([0, 0.5]))
    with pytest.raises(ValueError, match=r"^'x' in octave 1 must be between .* \(got 0.0, which becomes "):
        snoise2.looped(2**24).fbm(1, frequency=100)(0.0)
    with pytest.raises(ValueError, match=r"^'y' in octave 2 must be .* \(got 16777216.0, which becomes "):
        noise2.fbm(2, lacunarity=1.5, independent=True)(0.0, 2.0**24)
    with pytest.raises(ValueError, match=r"^'x' must be between .*at index 2\)$"):
        noise1.warped(far, 1e-9)(np.float32([0, 1, np.nan]))


# ---- bounds ----


def test_scaled_follows_its_formula():
    columns = points(3000, 3, seed=27)
    f = np.float32
    plain = noise3.seeded(4)(*columns)
    expected = plain * (f(17.3) - f(-1.25)) / f(2) + (f(17.3) + f(-1.25)) / f(2)
    assert (bits(noise3.seeded(4).scaled(-1.25, 17.3)(*columns)) == bits(expected)).all()
    folded = f(2) * noise3.turbulence(3)(*columns) - f(1)
    expected = folded * (f(17.3) - f(-1.25)) / f(2) + (f(17.3) + f(-1.25)) / f(2)
    assert (bits(noise3.turbulence(3).scaled(-1.25, 17.3)(*columns)) == bits(expected)).all()


@pytest.mark.parametrize(
    ("lo", "hi", "kind"),
    [
        (1, 1, ValueError),
        (1, 0, ValueError),
        (0, float("inf"), ValueError),
        (float("nan"), 1, ValueError),
        ("0", 1, TypeError),
        (-3e38, 3e38, ValueError),
        (1, 1 + 1e-9, ValueError),
    ],
    ids=repr,
)
def test_bad_bounds_are_refused(lo, hi, kind):
    with pytest.raises(kind, match="^'(lo|hi)' must "):
        noise2.scaled(lo, hi)


# ---- fields of every kind ----


def some_fields():
    """Return a strategy for fields made by every method."""
    real = st.floats(0.015625, 4, width=32)

    @st.composite
    def build(draw, name=None, depth=0):
        name = name or draw(st.sampled_from(sorted(FIELDS)))
        field = base = FIELDS[name]
        if draw(st.booleans()):
            field = field.seeded(draw(st.integers(0, 2**64 - 1)))
        elif draw(st.booleans()):
            field = field.with_permutation(draw(st.permutations(range(256))))
        tiles = name.startswith("noise") and draw(st.booleans())
        if tiles:
            field = field.tiled(*(draw(st.sampled_from([None, 4, 12])) for _ in range(field.ndim)))
        if name in SIMPLEX and draw(st.booleans()):
            field = field.looped(*draw(st.sampled_from([p for p in loops_of(base.ndim) if 7e6 not in p])))
        if draw(st.booleans()):
            weights = draw(st.none() | st.lists(st.floats(0.125, 8, width=32), min_size=4, max_size=4))
            weigh = {"weights": weights} if weights else {"persistence": draw(real)}
            factors = (
                {"frequency": 0.5, "lacunarity": 2}
                if tiles
                else {"frequency": draw(real), "lacunarity": draw(real)}
            )
            kind = draw(st.sampled_from(KINDS))
            more = {"offset": draw(real), "gain": draw(real)} if kind == "ridged_multifractal" else {}
            field = getattr(field, kind)(4, **factors, **weigh, **more, independent=draw(st.booleans()))
        if not tiles and field.ndim == base.ndim:
            for _ in range(draw(st.integers(0, 2 - depth))):
                by = [draw(build(name, depth + 1)) for _ in range(draw(st.sampled_from([1, field.ndim])))]
                if all(mover.ndim == field.ndim for mover in by):
                    field = field.warped(by, draw(st.floats(-2, 2, width=32)))
        if draw(st.booleans()):
            field = field.scaled(draw(st.floats(-100, 0, width=32)), draw(st.floats(1, 100, width=32)))
        return field

    return build()


# ---- ranges ----


def test_ranges_are_those_of_the_base_functions():
    assert set(nc.RANGES) == {repr(field) for field in FIELDS.values()}
    for field in FIELDS.values():
        known = nc.RANGES[repr(field)]
        assert field.range == field.seeded(3).range == (known.lo, known.hi)
        assert known.lo <= known.seen_lo < -0.5
        assert 0.5 < known.seen_hi <= known.hi


def test_the_search_finds_the_published_bounds():
    """Rounded outward, with 2e-6 for the rounding of float32."""
    spec = importlib.util.spec_from_file_location("ranges", GOLDEN.parents[1] / "benchmarks" / "ranges.py")
    ranges = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(ranges)
    for field in FIELDS.values():
        found, known = ranges.bound(field), nc.RANGES[repr(field)]
        assert known.hi - 2e-4 < found < known.hi == -known.lo


@settings(max_examples=150, deadline=None)
@given(some_fields(), st.integers(0, 2**32))
def test_no_value_leaves_a_fields_range(field, seed):
    lo, hi = field.range
    columns = np.random.default_rng(seed).uniform(-8, 8, (field.ndim, 3000)).astype(np.float32)
    values = field(*columns)
    assert lo <= values.min()
    assert values.max() <= hi


def test_ranges_follow_compositions():
    assert noise2.fbm(3).range == pytest.approx(noise2.range, abs=1e-4)
    assert noise2.turbulence(4).range == pytest.approx((0, 0.7662), abs=1e-4)
    assert noise2.ridged(4).range == pytest.approx((1 - 2 * 0.7662, 1), abs=1e-4)
    assert noise2.ridged_multifractal(4).range == pytest.approx((0, 1), abs=0.06)
    assert noise2.fbm(2, weights=[2, -1]).range == pytest.approx((-3 * 0.7662, 3 * 0.7662), abs=1e-3)
    assert noise2.scaled(0, 100).range == pytest.approx((50 - 38.31, 50 + 38.31), abs=0.01)
    assert noise2.turbulence(2).scaled(0, 100).range == pytest.approx((0, 76.62), abs=0.01)
    assert noise2.tiled(3, 3).warped(noise2.tiled(3, 3), 2).range == noise2.range


# ---- saving ----


@settings(max_examples=200, deadline=None)
@given(some_fields())
def test_fields_are_rebuilt_from_every_form(field):
    forms = [
        eval(repr(field), vars(nc)),
        Field.from_dict(json.loads(json.dumps(field.to_dict()))),
        pickle.loads(pickle.dumps(field)),
        copy.deepcopy(field),
    ]
    point = [0.3, -1.7, 2.9, 0.45][: field.ndim]
    for again in forms:
        assert again == field
        assert hash(again) == hash(field)
        assert (again.seed, again.permutation, repr(again)) == (field.seed, field.permutation, repr(field))
        assert again(*point).hex() == field(*point).hex()
    assert (bits([field(*point)]) == bits(model.field(field.to_dict(), [[c] for c in point]))).all()


GOOD = {
    "format": 1,
    "function": "snoise2",
    "seed": "7",
    "fractal": {"kind": "fbm", "octaves": 3, "frequency": 0.1, "lacunarity": 2.0, "persistence": 0.5},
    "scaled": [0, 1],
}


def changed(path, value):
    result = copy.deepcopy(GOOD)
    *parents, last = path.split(".")
    place = result
    for parent in parents:
        place = place[parent]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return result


@pytest.mark.parametrize(
    ("path", "value", "kind", "said"),
    [
        ("format", 2, ValueError, "'format' must be 1, which this version reads (got 2)"),
        ("format", "1", TypeError, "'format' must be an integer (got str)"),
        ("format", ..., ValueError, "'format' must be given"),
        ("function", "noise9", ValueError, "'function' must be one of "),
        ("function", 2, TypeError, "'function' must be a string (got int)"),
        ("seed", 7, TypeError, "'seed' must be a string of digits (got int)"),
        ("seed", "-7", ValueError, "'seed' must be a string of at most 20 digits (got '-7')"),
        ("seed", str(2**64), ValueError, "'seed' must be at most 18446744073709551615"),
        ("seed", "7" * 5000, ValueError, "'seed' must be a string of at most 20 digits"),
        ("permutation", list(range(256)), ValueError, "'permutation' must be left out where 'seed' is given"),
        ("warp", 1, ValueError, "'warp' must be left out: this version does not know it"),
        ("fractal.gain", 1, ValueError, "'gain' of 'fractal' must be left out"),
        (
            "fractal.kind",
            "hybrid",
            ValueError,
            "'kind' must be one of fbm, turbulence, ridged, ridged_multifractal, damped (got 'hybrid')",
        ),
        ("fractal.octaves", ..., ValueError, "'octaves' of 'fractal' must be given"),
        ("fractal.persistence", ..., ValueError, "'fractal' must have either 'persistence' or 'weights'"),
        ("fractal.weights", [1, 2, 3], ValueError, "'fractal' must have either 'persistence' or 'weights'"),
        ("fractal", [], TypeError, "'fractal' must be a dictionary (got list)"),
        (
            "fractal.persistence",
            None,
            TypeError,
            "'persistence' of 'fractal' must be left out or given (got None)",
        ),
        ("fractal.kind", "ridged_multifractal", ValueError, "'gain' of 'fractal' must be given"),
        ("fractal.independent", 1, TypeError, "'independent' must be True or False (got int)"),
        ("tiled", [8, 8], ValueError, "'tiled' must be called on a Perlin field (got snoise2)"),
        ("looped", [8, 8], ValueError, "'periods' must take 2 axes"),
        ("looped", 8, TypeError, "'looped' must be a list (got int)"),
        ("warps", {}, TypeError, "'warps' must be a list (got dict)"),
        ("warps", [{"by": []}], ValueError, "'strength' of 'warps' must be given"),
        ("warps", [{"by": [], "strength": 1}], ValueError, "'by' must be one field, or 2"),
        ("scaled", [0], ValueError, "'scaled' must have 2 elements, one per bound (got 1)"),
        ("scaled", [1, 0], ValueError, "'hi' must be above 'lo'"),
    ],
    ids=repr,
)
def test_saved_fields_that_are_wrong_are_refused_by_name(path, value, kind, said):
    with pytest.raises(kind) as error:
        Field.from_dict(changed(path, value))
    assert said in str(error.value)


@pytest.mark.parametrize("name", ["offset", "gain"])
def test_a_saved_multifractal_has_all_its_numbers(name):
    saved = noise2.ridged_multifractal(2).to_dict()
    saved["fractal"][name] = None
    with pytest.raises(TypeError, match=f"^'{name}' of 'fractal' must be left out or given"):
        Field.from_dict(saved)


def test_what_is_no_dictionary_is_refused():
    assert Field.from_dict(GOOD) == snoise2.seeded(7).fbm(3, frequency=0.1).scaled(0, 1)
    with pytest.raises(TypeError, match=r"^a saved field must be a dictionary \(got str\)"):
        Field.from_dict("snoise2")


# ---- recorded ----


def digests(grid=Field.grid):
    """Return what is recorded of each new contract: a digest of values on one grid."""
    result = {f"permutation of seed {seed}": noise1.seeded(seed).permutation.hex() for seed in SEEDS}
    for name, base in sorted(FIELDS.items()):
        forms = {
            "seeded": base.seeded(7),
            "fbm": base.seeded(7).fbm(5, frequency=0.3, lacunarity=2.1, persistence=0.6),
            "turbulence": base.turbulence(4, frequency=0.3),
            "ridged": base.ridged(3, weights=[1, 0.5, 2]),
            "ridged multifractal": base.ridged_multifractal(4, offset=0.9, gain=2.5),
            "independent": base.seeded(7).fbm(4, independent=True),
            "warped": base.warped(base.fbm(2, frequency=0.25), 1.5),
            "warped twice": base.warped([base.seeded(k) for k in range(base.ndim)], 1).warped(base, -0.5),
            "scaled": base.scaled(-3.5, 255),
        }
        if name.startswith("noise"):
            forms["tiled"] = base.tiled(*(3, 8, None, 300)[: base.ndim])
            forms["tiled fbm"] = base.tiled(*(8, 12, 4, 2)[: base.ndim]).fbm(3, independent=True)
        elif base.ndim > 1:
            for periods in loops_of(base.ndim):
                forms[f"looped {periods}"] = base.looped(*periods)
        for label, field in forms.items():
            shape = {1: (4096,), 2: (64, 64), 3: (16, 16, 16), 4: (8, 8, 8, 8)}[field.ndim]
            values = grid(field, shape, step=0.37, origin=-9.1)
            result[f"{name} {label}"] = hashlib.sha256(values.astype("<f4").tobytes()).hexdigest()
    return result


def test_composed_fields_give_the_recorded_digests(instruction_set):
    assert digests() == RECORDED
