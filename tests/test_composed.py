"""Seeds, permutations, sums over octaves, bounds, and saving: against the plain model and the recorded digests."""

import copy
import hashlib
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
from noise_cffi import Field, eshelman, noise1, noise2, noise3, rombauts, snoise2

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


@fields
@pytest.mark.parametrize("kind", ["fbm", "turbulence", "ridged"])
def test_sums_have_the_bits_of_the_model(instruction_set, name, kind):
    base = FIELDS[name]
    columns = [c / np.float32(64) for c in hostile(2500, base.ndim, seed=24)]
    for seed, octaves, options in (
        (None, 5, {"frequency": 0.3, "lacunarity": 2.1, "persistence": 0.6}),
        (9, 3, {"frequency": 0.01, "lacunarity": 2.0, "weights": [1, -0.25, 3]}),
    ):
        field = base if seed is None else base.seeded(seed)
        field = getattr(field, kind)(octaves, **options)
        expected = bits(model.summed(repr(base), field.permutation, columns, kind, octaves, **options))
        assert (bits(field(*columns)) == expected).all()
        assert (bits(field(*columns, workers=3)) == expected).all()
        assert (bits(one_by_one(field, columns)) == expected).all()


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


# ---- saving ----


def some_fields():
    seeds = st.none() | st.integers(0, 2**64 - 1)
    real = st.floats(0.015625, 4, width=32)
    weights = st.lists(st.floats(0.125, 8, width=32), min_size=1, max_size=6)
    sums = st.none() | st.tuples(
        st.sampled_from(["fbm", "turbulence", "ridged"]), real, real, real, st.none() | weights
    )
    bounds = st.none() | st.tuples(st.floats(-100, 0, width=32), st.floats(1, 100, width=32))

    def build(name, seed, table, parameters, limits):
        field = FIELDS[name]
        if seed is not None:
            field = field.seeded(seed)
        elif table is not None:
            field = field.with_permutation(table)
        if parameters is not None:
            kind, frequency, lacunarity, persistence, weights = parameters
            weigh = {"weights": weights} if weights else {"persistence": persistence}
            octaves = len(weights) if weights else 4
            field = getattr(field, kind)(octaves, frequency=frequency, lacunarity=lacunarity, **weigh)
        return field if limits is None else field.scaled(*limits)

    tables = st.none() | st.permutations(range(256))
    return st.builds(build, st.sampled_from(sorted(FIELDS)), seeds, tables, sums, bounds)


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
        ("fractal.kind", "hybrid", ValueError, "'kind' must be one of fbm, turbulence, ridged (got 'hybrid')"),
        ("fractal.octaves", ..., ValueError, "'octaves' of 'fractal' must be given"),
        ("fractal.persistence", ..., ValueError, "'fractal' must have either 'persistence' or 'weights'"),
        ("fractal.weights", [1, 2, 3], ValueError, "'fractal' must have either 'persistence' or 'weights'"),
        ("fractal", [], TypeError, "'fractal' must be a dictionary (got list)"),
        ("scaled", [0], ValueError, "'scaled' must have 2 elements, one per bound (got 1)"),
        ("scaled", [1, 0], ValueError, "'hi' must be above 'lo'"),
    ],
    ids=repr,
)
def test_saved_fields_that_are_wrong_are_refused_by_name(path, value, kind, said):
    with pytest.raises(kind) as error:
        Field.from_dict(changed(path, value))
    assert said in str(error.value)


def test_what_is_no_dictionary_is_refused():
    assert Field.from_dict(GOOD) == snoise2.seeded(7).fbm(3, frequency=0.1).scaled(0, 1)
    with pytest.raises(TypeError, match=r"^a saved field must be a dictionary \(got str\)"):
        Field.from_dict("snoise2")


# ---- recorded ----


def digests():
    """Return what is recorded of each new contract: a digest of values on one grid."""
    result = {f"permutation of seed {seed}": noise1.seeded(seed).permutation.hex() for seed in SEEDS}
    for name, base in sorted(FIELDS.items()):
        shape = {1: (4096,), 2: (64, 64), 3: (16, 16, 16), 4: (8, 8, 8, 8)}[base.ndim]
        for label, field in {
            "seeded": base.seeded(7),
            "fbm": base.seeded(7).fbm(5, frequency=0.3, lacunarity=2.1, persistence=0.6),
            "turbulence": base.turbulence(4, frequency=0.3),
            "ridged": base.ridged(3, weights=[1, 0.5, 2]),
            "scaled": base.scaled(-3.5, 255),
        }.items():
            values = field.grid(shape, step=0.37, origin=-9.1)
            result[f"{name} {label}"] = hashlib.sha256(values.astype("<f4").tobytes()).hexdigest()
    return result


def test_composed_fields_give_the_recorded_digests(instruction_set):
    assert digests() == RECORDED
