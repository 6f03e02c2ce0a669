"""Gradients that turn, sums that slopes damp, and the vectors that derivatives make."""

import hashlib
import json

import model
import numpy as np
import pytest
from recorded import GOLDEN, bits, hostile
from slopes import Slopes
from test_derivatives import BASES, FIELDS

import noise_cffi as nc
from noise_cffi import Field, isa, noise1, noise2, noise3, noise4, rombauts, snoise2, snoise3, snoise4

TURNED = (noise2, noise3, snoise2, snoise3)
RECORDED = json.loads((GOLDEN / "extended.json").read_text())


def turned_fields(base):
    """Return turned fields of every kind."""
    yield from (base.turned(0.1), base.seeded(3).turned(-0.3), base.turned(1e6 + 0.25).fbm(3))
    yield from (base.seeded(3).turned(0.7).turbulence(3, independent=True), base.turned(0.3).scaled(-3, 9))
    yield base.turned(0.2).warped(base.seeded(5).turned(0.6), 0.4)
    if repr(base).startswith("noise"):
        yield base.seeded(2).turned(0.4).tiled(*(7, None, 5)[: base.ndim]).fbm(2)
    else:
        yield base.seeded(2).turned(0.4).looped(3, *(None,) * (base.ndim - 2)).fbm(2)


def damped_fields(base):
    """Return damped fields of every kind."""
    yield from (base.damped(4), base.seeded(3).damped(3, damping=0.25, frequency=0.7, independent=True))
    yield from (base.damped(3, weights=[1, -0.2, 0.6]).scaled(2, 3), base.warped(base.damped(2), 0.5))


FLOWS = {repr(field): field for base in TURNED for field in turned_fields(base)}
DAMPED = {repr(field): field for base in BASES for field in damped_fields(base)}
EVERY = FLOWS | DAMPED
flows = pytest.mark.parametrize("field", FLOWS.values(), ids=range(len(FLOWS)))
every = pytest.mark.parametrize("field", EVERY.values(), ids=range(len(EVERY)))


# ---- gradients that turn ----


@flows
def test_turned_fields_have_the_bits_of_the_model(instruction_set, field):
    columns = np.random.default_rng(11).uniform(-500, 500, (field.ndim, 2000)).astype("f4")
    wanted = model.field(field.to_dict(), columns)
    assert (bits(field(*columns)) == bits(wanted)).all()
    assert (bits(np.float32([field(*point) for point in columns.T[:100].tolist()])) == bits(wanted)[:100]).all()


@pytest.mark.parametrize("base", TURNED, ids=repr)
def test_whole_turns_change_nothing_and_half_turns_negate(base):
    columns = hostile(5000, base.ndim, seed=43)
    for turns in (0, 1, -3, 2**24):
        assert (bits(base.turned(turns)(*columns)) == bits(base(*columns))).all()
    assert (base.turned(0.5)(*columns) == -base(*columns)).all()
    assert (bits(base.turned(0.25)(*columns)) == bits(base.turned(-1.75)(*columns))).all()


@pytest.mark.parametrize("base", TURNED, ids=repr)
def test_turning_keeps_how_much_there_is_of_a_noise(base):
    columns = np.random.default_rng(12).uniform(-500, 500, (base.ndim, 50_000))
    plain, quarter = base(*columns), base.turned(0.25)(*columns)
    assert abs(np.corrcoef(plain, quarter)[0, 1]) < 0.03
    assert abs(np.std(quarter) / np.std(plain) - 1) < 0.02
    film = np.float32([base.turned(k / 64)(*columns[:, :2000]) for k in range(65)])
    assert (film[0] == film[64]).all()
    assert np.abs(np.diff(film, axis=0)).max() < 0.2  # no jump from one frame to the next


# ---- sums that slopes damp ----


@pytest.mark.parametrize("field", DAMPED.values(), ids=range(len(DAMPED)))
def test_damped_sums_are_those_of_the_model(field):
    columns = np.random.default_rng(13).uniform(-3, 3, (field.ndim, 2000)).astype("f4")
    if field.to_dict().get("warps"):
        field = Field.from_dict(field.to_dict()["warps"][0]["by"][0])
    wanted = Slopes().field(field.to_dict(), columns).v
    assert np.abs(field(*columns) - wanted).max() < 3e-5 * max(1, np.abs(wanted).max())


@pytest.mark.parametrize("base", BASES, ids=repr)
def test_without_damping_it_is_an_fbm(base):
    columns = [np.clip(c, -(2.0**20), 2.0**20) for c in hostile(3000, base.ndim, seed=44)]
    assert (bits(base.damped(4, damping=0)(*columns)) == bits(base.fbm(4)(*columns))).all()
    strong = np.abs(base.damped(4, damping=1e6)(*columns))
    assert np.median(strong) < 0.01 * np.median(np.abs(base.fbm(4)(*columns))) + 1e-6


# ---- both, however they are computed ----


@every
def test_every_way_gives_the_same_bits(field):
    columns = np.random.default_rng(14).uniform(-500, 500, (field.ndim, 1300)).astype("f4")
    wanted, precise = bits(field(*columns)), bits(field.precise()(*columns))
    for name in isa.available():
        with isa.select(name):
            assert (bits(field(*columns)) == wanted).all()
            assert (bits(field(*columns[:, ::-1])) == wanted[::-1]).all()
            assert (bits(field(*columns.astype("f8"))) == wanted).all()
            assert (bits(field.precise()(*columns)) == precise).all()
    assert (bits(np.float32([field(*point) for point in columns.T[:60].tolist()])) == wanted[:60]).all()
    assert (bits(field(*columns, workers=2)) == wanted).all()
    shape = (3, 4, 5, 40)[-field.ndim :]
    points = np.meshgrid(*[np.float32(np.arange(n) * 0.37) for n in shape], indexing="ij")[::-1]
    assert (bits(field.grid(shape, step=0.37)) == bits(field(*points))).all()
    assert field.range[0] <= field(*columns).min() <= field(*columns).max() <= field.range[1]
    assert Field.from_dict(json.loads(json.dumps(field.to_dict()))) == field == eval(repr(field), vars(nc))


# ---- vectors ----


@pytest.mark.parametrize(
    "field", [noise2, snoise2.seeded(2).fbm(4, frequency=0.3), noise2.ridged(3).precise()], ids=repr
)
def test_normals_stand_on_the_land(field):
    found = nc.normals(field, (9, 12), step=0.21, origin=(1, 2), height=0.7)
    assert found.shape == (9, 12, 3)
    assert found.dtype == np.float32
    assert np.abs(np.linalg.norm(found, axis=-1) - 1).max() < 1e-6
    _, dx, dy = field.grid_value_and_gradient((9, 12), step=0.21, origin=(1, 2)).astype("f8")
    wanted = np.stack((-0.7 * dx, -0.7 * dy, np.ones_like(dx)), axis=-1)
    wanted /= np.linalg.norm(wanted, axis=-1, keepdims=True)
    assert np.abs(found - wanted).max() < 1e-6
    part = nc.normals(field, (4, 5), step=0.21, origin=(1, 2), height=0.7, start=(3, 6))
    assert (bits(part) == bits(np.ascontiguousarray(found[3:7, 6:11]))).all()


def test_a_normal_map_has_the_usual_colours():
    steep = np.float32([[0, 0, 1], [1, 0, 0], [0, 1, 0], [-0.6, -0.8, 0]])
    assert nc.to_normal_map(steep).tolist() == [[128, 128, 255], [255, 128, 128], [128, 0, 128], [51, 230, 128]]
    assert nc.to_normal_map(steep, green_up=False)[2:].tolist() == [[128, 255, 128], [51, 25, 128]]


@pytest.mark.parametrize(
    "potential",
    [noise2, snoise2.seeded(4).fbm(3), noise3, snoise3.fbm(2), [noise3, snoise3.seeded(1), noise3.turned(0.2)]],
    ids=repr,
)
def test_curls_are_those_of_the_model_and_have_no_divergence(potential):
    fields = [potential] if isinstance(potential, Field) else potential
    n = fields[0].ndim
    if n == 3 and len(fields) == 1:
        own = [
            bytes(fields[0].permutation[i] for i in model.shuffled(0x3C6EF372FE94F82B + axis)) for axis in (1, 2)
        ]
        fields = [fields[0], *(fields[0].with_permutation(table) for table in own)]

    def flow(columns):
        d = [Slopes().field(field.to_dict(), columns).d for field in fields]
        if n == 2:
            return np.stack((d[0][1], -d[0][0]))
        return np.stack((d[2][1] - d[1][2], d[0][2] - d[2][0], d[1][0] - d[0][1]))

    columns = (np.random.default_rng(15).integers(-3000, 3000, (n, 2000)) / 1024 + 1 / 4096).astype("f4")
    found, wanted = nc.curl(potential, *columns), flow(columns)
    assert np.abs(found - wanted).max() < 2e-5 * np.abs(wanted).max()
    h = np.float32(2**-11)
    divergence, second = 0.0, 0.0
    for axis in range(n):
        step = np.zeros((n, 1), "f4")
        step[axis] = h
        along = (flow(columns + step) - flow(columns - step)) / (2.0 * float(h))
        divergence, second = divergence + along[axis], max(second, np.abs(along).max())
    # Differences of a smooth flow err by h**2; corners of simplexes are less smooth, but rare.
    assert np.quantile(np.abs(divergence), 0.99) < 2e-4 * second
    grid = nc.grid_curl(potential, (3, 4, 5)[-n:], step=0.25)
    points = np.meshgrid(*[np.arange(size) * 0.25 for size in (3, 4, 5)[-n:]], indexing="ij")[::-1]
    assert (bits(grid) == bits(nc.curl(potential, *points))).all()


# ---- what is refused ----


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: noise1.turned(0.5), ValueError, "'turned' must be called on a field of noise2"),
        (lambda: rombauts.noise2.turned(0.5), ValueError, "(got rombauts.noise2)"),
        (lambda: snoise4.turned(0.5), ValueError, "(got snoise4)"),
        (lambda: noise2.turned("a"), TypeError, "'turns'"),
        (lambda: noise2.turned(float("inf")), ValueError, "'turns'"),
        (lambda: noise2.turned(0.5).turned(0.5), ValueError, "'turned' must be called once"),
        (lambda: Field.from_dict({"format": 1, "function": "noise4", "turned": 1}), ValueError, "'turned'"),
        (lambda: noise2.damped(0), ValueError, "'octaves' must be at least 1"),
        (lambda: noise2.damped(2, damping=-1), ValueError, "'damping' must be at least 0 (got -1)"),
        (lambda: noise2.damped(2, damping=None), TypeError, "'damping'"),
        (lambda: noise2.fbm(2).damped(2), ValueError, "'damped' must be called on a field without octaves"),
        (lambda: rombauts.noise2.damped(2), ValueError, "'damped' must be called on a field of noise1"),
        (lambda: noise2.damped(2).value_and_gradient(1.0, 1.0), ValueError, "not damped"),
        (lambda: noise2.warped(noise2.damped(2), 1).value_and_gradient(1.0, 1.0), ValueError, "not damped"),
        (
            lambda: nc.normals(noise3, (2, 2)),
            TypeError,
            "'field' must be a field in two dimensions (got one in 3)",
        ),
        (lambda: nc.normals(noise2, (2, 2), height=np.nan), ValueError, "'height'"),
        (lambda: nc.normals(5, (2, 2)), TypeError, "'field'"),
        (lambda: nc.to_normal_map([0, 0, 1]), TypeError, "'normals' must be a NumPy array"),
        (lambda: nc.to_normal_map(np.zeros((3, 2))), ValueError, "three components"),
        (lambda: nc.to_normal_map(np.full((1, 3), np.nan)), ValueError, "NaN"),
        (lambda: nc.to_normal_map(np.zeros((1, 3)), green_up=1), TypeError, "'green_up'"),
        (lambda: nc.curl(noise4, 1.0, 1.0, 1.0, 1.0), ValueError, "'potential' must be a field in two or three"),
        (lambda: nc.curl([noise3, noise3], 1.0, 1.0, 1.0), ValueError, "(got [3, 3])"),
        (lambda: nc.curl("noise2", 1.0, 1.0), TypeError, "'potential'"),
        (lambda: nc.curl(rombauts.noise2, 1.0, 1.0), ValueError, "have no derivatives"),
        (lambda: nc.curl(noise2, 1.0, 3e9), ValueError, "'y' must be between"),
        (lambda: nc.grid_curl(noise3, (2, 2)), ValueError, "'shape'"),
    ],
)
def test_what_is_wrong_is_refused(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


# ---- recorded bits ----


def digests():
    """Return what tests/golden/extended.json holds: json.dump it there when a bit is meant to change."""
    result = {}
    for name, field in (FIELDS | EVERY).items():
        columns = np.random.default_rng(16).integers(-(2**15), 2**15, (field.ndim, 1500)) / 1024
        values = [field.precise()(*columns), field(*columns.astype("f4"))]
        if name not in DAMPED:
            values += [
                *field.value_and_gradient(*columns.astype("f4")),
                *field.precise().value_and_gradient(*columns),
            ]
        result[name] = hashlib.sha256(np.float32(values).astype("<f4").tobytes()).hexdigest()
    return result


def test_the_recorded_bits():
    assert digests() == RECORDED
