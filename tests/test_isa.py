"""Instruction sets: chosen, forced, refused, and all with one set of bits."""

import os
import subprocess
import sys

import numpy as np
import pytest
from conftest import INSTRUCTION_SETS
from recorded import FIELDS, PERIODIC, bits, hostile, points

import noise_cffi as nc
from noise_cffi import isa

WIDEST = 64  # points that the widest kernel takes in one step
FUNCTIONS = {**FIELDS, **PERIODIC}
functions = pytest.mark.parametrize("name", sorted(FUNCTIONS))


def arguments(name, columns, periods=(7, 256, 1000, 2**31 - 1)):
    axes = len(columns)
    return (*columns, *periods[:axes]) if name in PERIODIC else tuple(columns)


def axes_of(name):
    return int(name.rstrip("d")[-1])


def scalars(name, columns, *periods):
    call = FUNCTIONS[name]
    return np.float32([call(*point, *periods) for point in zip(*(c.tolist() for c in columns), strict=True)])


def test_the_best_is_chosen():
    code = "from noise_cffi import isa; print(isa.active(), *isa.available())"
    environment = {k: v for k, v in os.environ.items() if k != "NOISE_CFFI_ISA"}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    active, *available = run.stdout.split()
    assert active == available[0]
    assert available[-1] == "scalar"
    assert set(available) <= set(INSTRUCTION_SETS)


def test_the_environment_forces_one(instruction_set):
    code = "from noise_cffi import isa; print(isa.active())"
    environment = {**os.environ, "NOISE_CFFI_ISA": instruction_set}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert run.stdout.strip() == instruction_set


def test_the_environment_cannot_force_one_that_is_missing():
    environment = {**os.environ, "NOISE_CFFI_ISA": "mmx"}
    run = subprocess.run(
        [sys.executable, "-c", "import noise_cffi"], capture_output=True, text=True, check=False, env=environment
    )
    assert run.returncode == 1
    assert f"NOISE_CFFI_ISA must be one of {', '.join(isa.available())} on this machine (got 'mmx')" in run.stderr


def test_select_restores_what_was_before():
    before = isa.active()
    with isa.select("scalar"):
        assert isa.active() == "scalar"
        with isa.select(before):
            assert isa.active() == before
        assert isa.active() == "scalar"
    assert isa.active() == before
    with pytest.raises(ZeroDivisionError), isa.select("scalar"):
        1 / 0  # noqa: B018
    assert isa.active() == before
    unused = isa.select("scalar")
    assert isa.active() == before
    for _ in range(2):
        with unused:
            assert isa.active() == "scalar"
        assert isa.active() == before


@pytest.mark.parametrize("name", [n for n in [*INSTRUCTION_SETS, "mmx", "", "avx2\0"] if n not in isa.available()])
def test_select_lists_what_there_is(name):
    before = isa.active()
    with pytest.raises(ValueError, match="^'name' must be one of .*scalar on this machine"):
        isa.select(name)
    assert isa.active() == before


def test_select_wants_a_name():
    with pytest.raises(TypeError, match="'name' must be a string"):
        isa.select(2)


@functions
def test_hostile_points_have_the_bits_of_scalars(instruction_set, name):
    columns = hostile(30_000, axes_of(name), seed=11)
    for periods in ((1, 2, 3, 4), (7, 256, 1000, 2**31 - 1), (2**24 + 1, 255, 257, 2**24)):
        periods = periods[: len(columns)] if name in PERIODIC else ()
        assert (bits(FUNCTIONS[name](*columns, *periods)) == bits(scalars(name, columns, *periods))).all()


@functions
def test_every_length_writes_what_it_should_and_no_more(instruction_set, name):
    columns = hostile(6 * WIDEST + 64, axes_of(name), seed=12)
    whole = FUNCTIONS[name](*arguments(name, columns))
    lengths = [
        *range(2 * WIDEST + 2),
        *(4 * WIDEST + k for k in (-1, 0, 1, 2)),
        *(5 * WIDEST + k for k in (-1, 1)),
    ]
    for length in lengths:
        offset = length % 16
        part = slice(offset, offset + length)
        guarded = np.full(length + 64, 77, np.float32)
        out = guarded[32 : 32 + length]
        FUNCTIONS[name](*arguments(name, [c[part] for c in columns]), out=out)
        assert (bits(out) == bits(whole[part])).all()
        assert (guarded[:32] == 77).all()
        assert (guarded[32 + length :] == 77).all()


@functions
@pytest.mark.parametrize("offset", range(16))
def test_every_alignment_gives_the_same_bits(instruction_set, name, offset):
    columns = hostile(1000, axes_of(name), seed=13)
    whole = FUNCTIONS[name](*arguments(name, columns))
    moved = [
        np.concatenate([np.zeros((offset + k) % 16, np.float32), c])[(offset + k) % 16 :]
        for k, c in enumerate(columns)
    ]
    out = np.empty(1016, np.float32)[offset : offset + 1000]
    assert (bits(FUNCTIONS[name](*arguments(name, moved), out=out)) == bits(whole)).all()


@functions
def test_the_first_point_outside_is_found_wherever_it_is(instruction_set, name):
    axes = axes_of(name)
    bad_values = [np.nan, np.inf, -np.inf, 2.0**24 + 2, -(2.0**24) - 2, 3e38, -3e38]
    for length in (1, 3, 63, 64, 65, 200, 700):
        columns = points(length, axes, seed=14)
        for place in {0, 1, length // 2, length - 2, length - 1} - {-1}:
            if place >= length:
                continue
            spoilt = [c.copy() for c in columns]
            axis = place % axes
            spoilt[axis][place] = bad_values[place % len(bad_values)]
            spoilt[axes - 1][place + 1 :: 7] = np.nan
            with pytest.raises(ValueError, match=rf"^'{'xyzw'[axis]}' must be between .* at index {place}\)$"):
                FUNCTIONS[name](*arguments(name, spoilt))


@pytest.mark.slow
@functions
def test_ten_million_hostile_points_agree_with_the_plain_kernels(name):
    for part in range(10):
        columns = hostile(1_000_000, axes_of(name), seed=200 + part)
        random = np.random.default_rng(part)
        periods = [int(p) for p in random.choice([1, 2, 3, 7, 255, 256, 257, 1000, 2**24 + 1, 2**31 - 1], 4)]
        with isa.select("scalar"):
            expected = bits(FUNCTIONS[name](*arguments(name, columns, periods)))
        for other in isa.available()[:-1]:
            with isa.select(other):
                assert (bits(FUNCTIONS[name](*arguments(name, columns, periods))) == expected).all()


def test_grids_and_sums_do_not_depend_on_the_set(instruction_set):
    noise = nc.rombauts.SimplexNoise(frequency=0.3)
    x, y = points(5000, 2, seed=15, reach=100)
    values = [nc.noise3.grid((3, 50, 70), step=0.17, origin=-3.3), noise.fractal(6, x, y), noise.fractal(6, x)]
    with isa.select("scalar"):
        again = [nc.noise3.grid((3, 50, 70), step=0.17, origin=-3.3), noise.fractal(6, x, y), noise.fractal(6, x)]
    assert [v.tobytes() for v in values] == [v.tobytes() for v in again]
    assert (
        bits(values[1]) == bits([noise.fractal(6, a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)])
    ).all()
