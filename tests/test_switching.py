"""The page for those who switch: our lines do what it shows, and others what it says, where they are installed."""

import doctest
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

import noise_cffi as nc  # noqa: E402

PAGE = Path(__file__).resolve().parent.parent / "docs" / "switching.md"
POINTS = np.random.default_rng(1).uniform(0, 200, (2, 4000)).astype("f4").astype("f8")


def need(module):
    return pytest.importorskip(module, reason="needs what tests/peers.txt names")


def crossings(function):
    """Return how often a function crosses zero per unit: the more, the narrower its features."""
    values = np.asarray(function(np.arange(0, 400, 0.02)))
    return (np.diff(np.sign(values)) != 0).sum() / 400


OURS = crossings(lambda x: nc.snoise2(x, 0.37))


def test_our_lines_of_the_page_hold():
    if not PAGE.exists():
        pytest.skip("the documentation is not beside the tests")
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 20
    assert result.failed == 0


def test_the_page_names_what_it_is_checked_against():
    if not PAGE.exists():
        pytest.skip("the documentation is not beside the tests")
    peers = (Path(__file__).parent / "peers.txt").read_text(encoding="utf-8").split()
    *first, last = [peer.replace("==", " ") for peer in peers]
    assert f"Checked against {', '.join(first)} and {last}." in PAGE.read_text(encoding="utf-8")


def test_what_is_said_of_noise():
    noise = need("noise")
    for function in (noise.pnoise2, noise.snoise2):
        assert function(0.3, 0.4, base=1) == pytest.approx(function(1.3, 1.4), abs=1e-5)
    tiled = {"repeatx": 8, "repeaty": 8}
    assert noise.pnoise2(8.3, 0.4, **tiled) == pytest.approx(noise.pnoise2(0.3, 0.4, **tiled), abs=1e-5)
    assert abs(noise.pnoise2(-7.7, 0.4, **tiled) - noise.pnoise2(0.3, 0.4, **tiled)) > 0.1
    assert noise.pnoise2(256.3, 0.4) == pytest.approx(noise.pnoise2(0.3, 0.4), abs=1e-4)
    assert noise.snoise2(4.3, 0.4, repeatx=4, repeaty=4) == pytest.approx(
        noise.snoise2(0.3, 0.4, repeatx=4, repeaty=4), abs=1e-5
    )
    values = [noise.snoise2(x, y) for x, y in POINTS.T]
    assert 0.95 < max(values) < 1.01
    octaves = [sum(noise.snoise2(x * 2**k, y * 2**k) / 2**k for k in range(4)) / 1.875 for x, y in POINTS.T[:100]]
    assert octaves == pytest.approx([noise.snoise2(x, y, 4) for x, y in POINTS.T[:100]], abs=1e-4)
    assert crossings(lambda x: [noise.snoise2(a, 0.37) for a in x]) == pytest.approx(OURS, rel=0.15)
    assert noise.snoise2(float("nan"), 0.5) == noise.snoise2(1e10, 0.5) == noise.pnoise2(1e10, 0.5) == 0
    assert np.isnan(noise.pnoise2(float("nan"), 0.5))


def test_what_is_said_of_opensimplex():
    opensimplex = need("opensimplex")
    theirs = opensimplex.OpenSimplex(7)
    x, y = np.linspace(0, 200, 400), np.linspace(0, 150, 300)
    values = theirs.noise2array(x, y)
    assert (values.shape, values.dtype) == ((300, 400), np.dtype("f8"))
    assert values[3, 5] == theirs.noise2(x[5], y[3])
    assert theirs.noise3array(x[:2], y[:3], y[:4]).shape == (4, 3, 2)
    assert 0.8 < np.abs(values).max() < 0.89
    assert (values.std(), nc.snoise2(x, y[:, None]).std()) == pytest.approx((0.37, 0.48), abs=0.015)
    assert crossings(lambda x: theirs.noise2array(x, np.array([0.37]))[0]) == pytest.approx(OURS / 2, rel=0.15)
    assert theirs.noise2(0.0, 0.0) == 0
    opensimplex.seed(-5)
    assert opensimplex.get_seed() == -5


def test_what_is_said_of_perlin_noise():
    theirs = need("perlin_noise").PerlinNoise
    assert theirs(octaves=4, seed=7)([0.3, 0.4]) == theirs(octaves=1, seed=7)([1.2, 1.6])
    tile = theirs(octaves=1, seed=7)
    assert tile([4.3, 0.4], tile_sizes=[4, 4]) == pytest.approx(tile([-3.7, 0.4], tile_sizes=[4, 4]))
    assert tile([3, 4]) == 0
    assert len({theirs(seed=0).seed for _ in range(5)}) > 1


def test_what_is_said_of_pyfastnoiselite():
    peer = need("pyfastnoiselite.pyfastnoiselite")
    kinds, fractals = peer.NoiseType, peer.FractalType

    def make(kind, seed=7, frequency=1.0):
        made = peer.FastNoiseLite(seed)
        made.noise_type, made.frequency = kind, frequency
        return made

    plain = peer.FastNoiseLite()
    assert (plain.seed, plain.fractal_octaves, plain.fractal_lacunarity, plain.fractal_gain) == (1337, 3, 2, 0.5)
    assert plain.frequency == pytest.approx(0.01)
    assert plain.noise_type == kinds.NoiseType_OpenSimplex2
    assert not [name for name in dir(plain) if name.lower().replace("_", "") == "domainwarp"]
    points = POINTS.astype("f4")
    parts = [make(kinds.NoiseType_Perlin, 7 + k).gen_from_coords(points * 2**k) for k in range(3)]
    summed = make(kinds.NoiseType_Perlin)
    summed.fractal_type = fractals.FractalType_FBm
    expected = sum(part / 2**k for k, part in enumerate(parts)) / 1.75
    assert summed.gen_from_coords(points) == pytest.approx(expected, abs=1e-5)
    summed.fractal_type = fractals.FractalType_Ridged
    expected = sum((1 - 2 * np.abs(part)) / 2**k for k, part in enumerate(parts)) / 1.75
    assert summed.gen_from_coords(points) == pytest.approx(expected, abs=1e-5)
    assert 0.9 < np.abs(parts[0]).max() <= 1
    simplex = make(kinds.NoiseType_OpenSimplex2)
    assert 0.97 < np.abs(simplex.gen_from_coords(points)).max() <= 1
    measured = crossings(lambda x: simplex.gen_from_coords(np.stack([x, np.full_like(x, 0.37)]).astype("f4")))
    assert measured == pytest.approx(OURS, rel=0.15)


def test_what_is_said_of_tcod():
    peer = need("tcod.noise")
    perlin, simplex = peer.Algorithm.PERLIN, peer.Algorithm.SIMPLEX
    fbm, turbulence = peer.Implementation.FBM, peer.Implementation.TURBULENCE
    x, y = POINTS

    def make(algorithm=perlin, implementation=peer.Implementation.SIMPLE, **options):
        return peer.Noise(2, algorithm=algorithm, implementation=implementation, seed=7, **options)

    def octave(k, lacunarity=2):
        return make()[x * lacunarity**k, y * lacunarity**k] / lacunarity**k

    for hurst in (0.1, 0.9):
        summed = make(implementation=fbm, octaves=4, hurst=hurst)
        assert summed[x, y] == pytest.approx(sum(octave(k) for k in range(4)), abs=1e-4)
    wide = make(implementation=fbm, octaves=4, lacunarity=3.0)
    assert wide[x, y] == pytest.approx(sum(octave(k, 3) for k in range(4)), abs=1e-3)
    folded = make(implementation=turbulence, octaves=4)
    assert folded[x, y] == pytest.approx(sum(np.abs(octave(k)) for k in range(4)), abs=1e-4)
    fraction = make(implementation=fbm, octaves=2.5)
    assert fraction[x, y] == pytest.approx(octave(0) + octave(1) + octave(2) / 2, abs=1e-4)
    assert 0.9999 < make(simplex, fbm, octaves=4)[x, y].max() <= 1
    assert 0.86 < make(simplex)[x, y].max() < 0.8845
    measured = crossings(lambda x: make(simplex)[x, np.full_like(x, 0.37)])
    assert measured == pytest.approx(OURS / 2, rel=0.15)
    grid = make().sample_ogrid([np.arange(3) * 0.3, np.arange(5) * 0.3])
    assert grid.shape == (3, 5)
    assert grid[2, 4] == make().get_point(0.6, 1.2)
    part = make()[peer.grid((5, 3), 0.25, offset=(10, 20))]
    assert part.shape == (3, 5)
    assert part[2, 4] == make().get_point(0.25 * 14, 0.25 * 22)
