"""Periods, octaves and the other parameters: what is taken and what is refused."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
from recorded import PERIODIC, bits

import noise_cffi as nc
from noise_cffi import eshelman, noise2, pnoise1, pnoise2, rombauts
from noise_cffi.rombauts import SimplexNoise

INF, NAN = float("inf"), float("nan")


# ---- the values that tell implementations apart ----


@pytest.mark.parametrize(
    ("call", "value"),
    [
        (lambda: nc.noise1(0.5), "0x1.50e56p-2"),
        (lambda: nc.noise1(-0.5), "-0x1.20c49cp-3"),
        (lambda: nc.noise1(-3.5), "0x1.50e56p-1"),
        (lambda: nc.noise2(0.5, 0.25), "0x1.ccdcfp-3"),
        (lambda: pnoise1(-3.5, 4), "0x1.50e56p-1"),
        (lambda: pnoise1(0.5, 4), "0x1.50e56p-2"),
        (lambda: pnoise2(-7.5, 0.25, 8, 8), "0x1.4232d2p-3"),
        (lambda: pnoise2(0.5, 0.25, 8, 8), "0x1.ccdcfp-3"),
    ],
)
def test_values_that_other_libraries_miss(call, value):
    assert call() == float.fromhex(value)


@pytest.mark.parametrize("name", sorted(PERIODIC))
@pytest.mark.parametrize("period", [1, 2, 3, 255, 256, 257, 300, 1000])
def test_the_period_holds_on_each_side_of_zero(name, period):
    function, axes = PERIODIC[name], int(name[-1])
    columns = [np.float32(np.random.default_rng(axis).integers(1, 4096, 500) / 64) for axis in range(axes)]
    periods = [period] * axes
    for sign in (1, -1):
        here = function(*(sign * c for c in columns), *periods)
        there = function(*(sign * (c + period) for c in columns), *periods)
        assert (bits(here) == bits(there)).all()


def test_a_period_that_never_wraps_gives_the_plain_noise():
    x, y = np.float32([0.5, 7.25, 1000.75]), np.float32([3.5, -7.25, -1000.75])
    assert (bits(pnoise2(x, y, 2**31 - 1, 2**31 - 1)) == bits(noise2(x, y))).all()


# ---- periods ----


@pytest.mark.parametrize("name", sorted(PERIODIC))
@pytest.mark.parametrize(
    ("period", "kind"),
    [
        (0, ValueError),
        (-1, ValueError),
        (2**31, ValueError),
        (-(2**31), ValueError),
        (10**30, ValueError),
        (1.5, TypeError),
        (8.0, TypeError),
        (True, TypeError),
        (np.bool_(True), TypeError),
        (None, TypeError),
        ("8", TypeError),
        (np.float32(8), TypeError),
        (np.array([8.0]), TypeError),
        (np.array([True]), TypeError),
        (np.array([4, 0]), ValueError),
        (np.array([4, 2**31]), ValueError),
        (np.array([4, -(2**63)]), ValueError),
        (np.array([4, 2**64 - 1], np.uint64), ValueError),
        ([4, 0], ValueError),
        ([4, 1.5], TypeError),
        ([4, True], TypeError),
        ([4, 10**30], ValueError),
    ],
    ids=repr,
)
def test_bad_periods_are_refused(name, period, kind):
    function, axes = PERIODIC[name], int(name[-1])
    for axis in range(axes):
        periods = [8] * axes
        periods[axis] = period
        for coordinate in (0.5, np.array([0.5, 1.5]), [0.5, 1.5]):
            with pytest.raises(kind, match=f"^'p{'xyzw'[axis]}' must be "):
                function(*[coordinate] * axes, *periods)


def test_a_bad_period_in_an_array_is_named_with_its_index():
    with pytest.raises(ValueError, match=r"^'py' must be between 1 and 2147483647 \(got 0 at index \(1, 2\)\)$"):
        pnoise2(np.zeros((2, 3)), 0.5, 8, np.array([[4, 4, 4], [4, 4, 0]]))
    with pytest.raises(ValueError, match=r"^'x' must be between .*at index 1\)$"):
        pnoise1(np.array([0.5, np.nan]), np.array([4, 0]))
    with pytest.raises(ValueError, match=r"^'px' .*at index 0\)$"):
        pnoise1(np.array([0.5, np.nan]), np.array([0, 4]))


def test_periods_of_every_integer_type():
    for period in (np.int8(8), np.uint64(8), np.array(8)):
        assert pnoise1(11.25, period) == pnoise1(11.25, 8)


def test_bad_periods_in_lists_are_named_like_those_in_arrays():
    with pytest.raises(ValueError, match=r"^'px' .*\(got 0 at index \(0, 2\)\)$"):
        pnoise1(np.full((2, 3), 0.5), [4, 4, 0])
    with pytest.raises(ValueError, match=r"^'x' .*\(got nan at index 0\)$"):
        pnoise1([NAN, 0.5], [4, 0])
    with pytest.raises(ValueError, match=r"^'px' .*\(got 1152921504606846977 at index 1\)$"):
        pnoise1(0.5, np.array([4, 2**60 + 1]))
    with pytest.raises(ValueError, match=r"^'px' .*\(got an integer of 1329 bits at index 1\)$"):
        pnoise1([0.5, 0.5], [4, -(10**400)])
    with pytest.raises(TypeError, match=r"^'px' must be an integer \(got str at index 1\)$"):
        pnoise1([0.5, 0.5], [4, "4"])


def test_bad_periods_leave_the_interpreter_alive():
    code = """
import noise_cffi as nc
refused = 0
for bad in (0, -1, -2**31, 2**31, 2**63, True, 1.5, None):
    for call in (lambda: nc.pnoise1(0.5, bad), lambda: nc.pnoise4(0.5, 0.5, 0.5, 0.5, 8, 8, 8, bad),
                 lambda: nc.pnoise2([0.5, 1.5], 0.5, 8, [8, bad])):
        try:
            call()
        except (TypeError, ValueError):
            refused += 1
print(refused)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "24\n"


# ---- sums ----


def test_sums_take_numbers_of_every_kind_for_parameters():
    expected = SimplexNoise(frequency=0.5, persistence=0.25).fractal(3, 0.7)
    assert (
        SimplexNoise(frequency=np.float64(0.5), persistence=np.float32(0.25)).fractal(np.int8(3), 0.7) == expected
    )
    assert SimplexNoise(frequency=0.1).frequency == float(np.float32(0.1))


@pytest.mark.parametrize(
    ("octaves", "kind"),
    [
        (0, ValueError),
        (-1, ValueError),
        (65, ValueError),
        (10**9, ValueError),
        (10**30, ValueError),
        (True, TypeError),
        (1.5, TypeError),
        (4.0, TypeError),
        ("3", TypeError),
        (None, TypeError),
        (np.array([3, 4]), TypeError),
        (type("Index", (), {"__index__": lambda _: 2.5, "__repr__": lambda _: "2.5"})(), TypeError),
        (type("Index", (), {"__index__": lambda _: "3", "__repr__": lambda _: "text"})(), TypeError),
    ],
    ids=repr,
)
def test_bad_octaves_of_a_fractal_are_refused_at_once(octaves, kind):
    for x in (0.5, np.zeros(3), [0.5]):
        with pytest.raises(kind, match="^'octaves' must be "):
            SimplexNoise().fractal(octaves, x)
        with pytest.raises(kind, match="^'octaves' must be "):
            SimplexNoise().fractal(octaves, x, x)


@pytest.mark.parametrize(
    ("octaves", "kind"),
    [
        (NAN, ValueError),
        (INF, ValueError),
        (0, ValueError),
        (0.0, ValueError),
        (-1, ValueError),
        (64.5, ValueError),
        (10**9, ValueError),
        (1e300, ValueError),
        (True, TypeError),
        ("3", TypeError),
        (None, TypeError),
    ],
    ids=repr,
)
@pytest.mark.parametrize("n", [2, 3, 4])
def test_bad_octaves_of_an_octave_sum_are_refused_at_once(n, octaves, kind):
    with pytest.raises(kind, match="^'octaves' must be "):
        getattr(eshelman, f"octave_noise_{n}d")(octaves, 0.5, 0.01, *[0.5] * n)
    with pytest.raises(kind, match="^'octaves' must be "):
        getattr(eshelman, f"scaled_octave_noise_{n}d")(octaves, 0.5, 0.01, 0, 1, *[np.zeros(2)] * n)


def test_fractional_octaves_round_up():
    x, y = np.float32([0.3, 7.7, -3.1]), np.float32([1.3, -5.7, 3.1])
    for low, high in ((2.5, 3), (0.001, 1), (63.5, 64), (2.0000002, 3)):
        a = eshelman.octave_noise_2d(low, 0.5, 0.01, x / 1e15, y / 1e15)
        b = eshelman.octave_noise_2d(high, 0.5, 0.01, x / 1e15, y / 1e15)
        assert (bits(a) == bits(b)).all()
    assert eshelman.octave_noise_2d(2.5, 0.5, 0.1, 0.3, 1.3) != eshelman.octave_noise_2d(2, 0.5, 0.1, 0.3, 1.3)


@pytest.mark.parametrize("name", ["frequency", "amplitude", "lacunarity", "persistence"])
@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (NAN, ValueError),
        (INF, ValueError),
        (-INF, ValueError),
        (1e300, ValueError),
        (10**400, ValueError),
        (True, TypeError),
        ("1", TypeError),
        (None, TypeError),
        (1j, TypeError),
        (np.array([1.0]), TypeError),
    ],
    ids=repr,
)
def test_bad_parameters_of_a_sum_are_refused(name, value, kind):
    with pytest.raises(kind, match=f"^'{name}' must "):
        SimplexNoise(**{name: value})


def test_lacunarity_must_be_positive_and_frequency_need_not():
    for bad in (0, -2.0, 1e-60):
        with pytest.raises(ValueError, match=r"^'lacunarity' must be above 0"):
            SimplexNoise(lacunarity=bad)
    assert SimplexNoise(frequency=0).fractal(3, 0.7) == rombauts.noise1(0)
    assert SimplexNoise(frequency=-1).fractal(1, 0.7) == rombauts.noise1(-0.7)


@pytest.mark.parametrize(
    ("options", "octaves"),
    [
        ({"persistence": -1}, 2),
        ({"amplitude": 0}, 1),
        ({"persistence": 1e30}, 8),
        ({"amplitude": 3e38, "persistence": 1}, 3),
        ({"amplitude": 3e38, "persistence": -1}, 3),
    ],
)
def test_amplitudes_without_a_usable_sum_are_refused(options, octaves):
    for x in (0.5, np.array([0.5])):
        with pytest.raises(ValueError, match=r"persistence' must give amplitudes with a finite sum other than 0"):
            SimplexNoise(**options).fractal(octaves, x)
    persistence = options.get("persistence", 1)
    if "amplitude" not in options:
        with pytest.raises(ValueError, match="^'persistence' must give"):
            eshelman.octave_noise_3d(octaves, persistence, 1, 0.5, 0.5, 0.5)


@pytest.mark.parametrize(
    ("lo", "hi"), [(NAN, 1), (0, INF), (1e300, 0), ("0", 1), (0, None), (-3e38, 3e38)], ids=repr
)
def test_bad_bounds_are_refused(lo, hi):
    kind = TypeError if isinstance(lo, str) or hi is None else ValueError
    with pytest.raises(kind, match="^'(lo|hi)_bound' must "):
        eshelman.scaled_raw_noise_2d(lo, hi, 0.5, 0.5)
    with pytest.raises(kind, match="^'(lo|hi)_bound' must "):
        eshelman.scaled_octave_noise_4d(3, 0.5, 1, lo, hi, 0.5, 0.5, 0.5, 0.5)


def test_parameters_are_not_arrays():
    with pytest.raises(TypeError, match="^'persistence' must be a real number"):
        eshelman.octave_noise_2d(3, np.array([0.5, 0.25]), 1, 0.5, 0.5)
    with pytest.raises(TypeError, match="^'octaves' must be a real number"):
        eshelman.scaled_octave_noise_2d([3], 0.5, 1, 0, 1, 0.5, 0.5)
    with pytest.raises(TypeError, match="^'lo_bound' must be a real number"):
        eshelman.scaled_raw_noise_2d(np.array([0.0, 1.0]), 1, 0.5, 0.5)


def test_names_of_parameters_serve_as_keywords():
    value = eshelman.octave_noise_2d(octaves=3, persistence=0.5, scale=0.1, x=0.3, y=0.7)
    assert value == eshelman.octave_noise_2d(3, 0.5, 0.1, 0.3, 0.7)


def test_simplex_noise_is_a_value():
    noise = SimplexNoise(frequency=1 / 3, amplitude=2, lacunarity=1.9, persistence=0.6)
    assert eval(repr(noise), vars(nc)) == noise
    assert pickle.loads(pickle.dumps(noise)) == noise
    assert hash(pickle.loads(pickle.dumps(noise))) == hash(noise)
    assert "lacunarity=1.9," in repr(noise)
    assert noise != SimplexNoise()
    with pytest.raises(AttributeError, match="immutable"):
        noise.frequency = 2.0
    assert SimplexNoise(frequency=0.1) == SimplexNoise(frequency=float(np.float32(0.1)))


def test_simplex_noise_cannot_be_changed():
    noise = SimplexNoise(frequency=0.5)
    with pytest.raises(AttributeError, match="immutable"):
        del noise._parameters
    noise.__init__(frequency=3)  # what object's does: nothing
    assert noise == SimplexNoise(frequency=0.5)


def test_a_coordinate_of_none_is_no_missing_coordinate():
    with pytest.raises(TypeError, match="^'y' must be a real number or an array of them"):
        SimplexNoise().fractal(3, 0.5, None)
    with pytest.raises(TypeError, match="^'y' must be a real number or an array of them"):
        SimplexNoise().noise(0.5, None)


def test_an_amplitude_alone_may_be_large():
    assert SimplexNoise(amplitude=2e38).fractal(1, 0.7) == SimplexNoise().fractal(1, 0.7)


def test_noise_of_one_or_two_coordinates():
    assert SimplexNoise().noise(0.3) == rombauts.noise1(0.3)
    assert SimplexNoise(frequency=9).noise(0.3, 0.7) == rombauts.noise2(0.3, 0.7)
    x = np.float32([0.3, 0.7])
    out = np.zeros(2, np.float32)
    assert SimplexNoise().noise(x, x, out=out, workers=2) is out
    assert (bits(out) == bits(rombauts.noise2(x, x))).all()


# ---- workers ----


@pytest.mark.parametrize(
    ("workers", "kind"),
    [(0, ValueError), (-2, ValueError), (True, TypeError), (1.5, TypeError), (1.0, TypeError), (None, TypeError)],
    ids=repr,
)
def test_bad_workers_are_refused(workers, kind):
    for x in (0.5, np.zeros(3), [0.5]):
        with pytest.raises(kind, match="^'workers' must be "):
            noise2(x, 0.5, workers=workers)
        with pytest.raises(kind, match="^'workers' must be "):
            pnoise1(x, 8, workers=workers)
        with pytest.raises(kind, match="^'workers' must be "):
            eshelman.octave_noise_2d(3, 0.5, 1, x, 0.5, workers=workers)


def test_options_are_keyword_only():
    with pytest.raises(TypeError):
        noise2(0.5, 0.5, None)
    with pytest.raises(TypeError):
        pnoise1(0.5, 8, None)
