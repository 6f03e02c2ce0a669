"""The recorded values, the points of the sweeps, and how each function is called."""

import json
from functools import cache
from pathlib import Path

import numpy as np

import noise_cffi as nc
from noise_cffi import eshelman, lib, rombauts

GOLDEN = Path(__file__).parent / "golden"
MANIFEST = json.loads((GOLDEN / "manifest.json").read_text())
SWEEPS = json.loads((GOLDEN / "sweeps.json").read_text())["sweeps"]
FUNCTIONS = sorted(MANIFEST)
PARAMETERS = {"octaves", "frequency", "amplitude", "lacunarity", "persistence", "scale", "lo_bound", "hi_bound"}

# The base functions as fields, by their C names.
FIELDS = {
    **{f"noise{n}": getattr(nc, f"noise{n}") for n in (1, 2, 3, 4)},
    **{f"snoise{n}": getattr(nc, f"snoise{n}") for n in (1, 2, 3, 4)},
    **{f"rombauts_noise{n}": getattr(rombauts, f"noise{n}") for n in (1, 2)},
    **{f"raw_noise_{n}d": getattr(eshelman, f"raw_noise_{n}d") for n in (2, 3, 4)},
}
PERIODIC = {f"pnoise{n}": getattr(nc, f"pnoise{n}") for n in (1, 2, 3, 4)}


def bits(values):
    """Return float32 values as the integers that hold their bits."""
    return np.asarray(values, np.float32).view("u4")


@cache
def rows(function):
    """Return the recorded rows of a function, the expected value last."""
    return np.fromfile(GOLDEN / f"{function}.bin", [tuple(column) for column in MANIFEST[function]["columns"]])


def arguments(function):
    """Return the names of a function's arguments in C's order."""
    return [name for name, _ in MANIFEST[function]["columns"][:-1]]


def varying(function):
    """Return the arguments that may be arrays: coordinates and periods."""
    return [name for name in arguments(function) if name not in PARAMETERS]


def public(function, parameters):
    """Return the package's function with its parameters bound: what is left takes `varying` arguments."""
    if function in FIELDS:
        return FIELDS[function]
    if function in PERIODIC:
        return PERIODIC[function]
    if function.startswith("rombauts_fractal"):
        octaves = int(parameters["octaves"])
        noise = rombauts.SimplexNoise(**{k: float(v) for k, v in parameters.items() if k != "octaves"})
        return lambda *coordinates, **options: noise.fractal(octaves, *coordinates, **options)
    bound = [float(parameters[name]) for name in arguments(function) if name in PARAMETERS]
    return lambda *coordinates, **options: getattr(eshelman, function)(*bound, *coordinates, **options)


def bare(function, parameters):
    """Return the C function with its parameters bound."""
    bound = [float(parameters[name]) for name in arguments(function) if name in PARAMETERS]
    if function.startswith("rombauts_fractal"):
        bound[0] = int(bound[0])
    call = getattr(lib, function)
    return (lambda *points: call(*bound, *points)) if bound else call


def random_words(seed, count):
    """Return the sweeps' generator: u[k + 1] = u[k] * 1664525 + 1013904223 mod 2**32, from u[1] on."""
    a, c, done = 1664525, 1013904223, 1
    words = np.empty(count, np.uint32)
    words[0] = (seed * a + c) % 2**32
    while done < count:  # what is there, stepped on by as many steps as are there
        more = min(done, count - done)
        words[done : done + more] = words[:more] * np.uint32(a) + np.uint32(c)
        a, c, done = a * a % 2**32, (a * c + c) % 2**32, done + more
    return words


def sweep_points(sweep, count=1_000_000):
    """Return the first points of a sweep: one array per varying argument."""
    names = varying(sweep["function"])
    words = random_words(sweep["seed"], count * len(names)).reshape(count, len(names))
    signed = (words.astype(np.int64) - 2**31) >> 8
    return [
        (1 + (words[:, k] >> 20)).astype(np.int32)
        if name.startswith("p")
        else signed[:, k].astype(np.float32) * np.float32(2.0 ** -sweep["shift"])
        for k, name in enumerate(names)
    ]


def points(count, axes, seed=1, reach=1000.0):
    """Return random coordinates within ±reach, one float32 array per axis."""
    random = np.random.default_rng(seed)
    return [random.uniform(-reach, reach, count).astype(np.float32) for _ in range(axes)]


def hostile(count, axes, seed=1):
    """Return coordinates of the kinds that break noise: whole, signed zeros, tiny, huge, equal, anything."""
    random = np.random.default_rng(seed)
    whole = random.integers(-(2**12), 2**12, (axes, count)).astype(np.float32)
    huge = np.float32(2**24)
    any_bits = random.integers(0, 0x4B800001, (axes, count), dtype=np.uint32)
    any_bits |= random.integers(0, 2, (axes, count), dtype=np.uint32) << np.uint32(31)
    kinds = [
        random.uniform(-1000, 1000, (axes, count)),
        whole,
        np.nextafter(whole, huge),
        np.nextafter(whole, -huge),
        random.uniform(-1e-6, 1e-6, (axes, count)),
        random.uniform(-(2**24), 2**24, (axes, count)),
        random.integers(-64, 64, (axes, count)) / 4,
        np.where(random.random((axes, count)) < 0.5, 0.0, -0.0),
        any_bits.view(np.float32),
        np.where(random.random((axes, count)) < 0.5, huge, -huge),
        (any_bits & np.uint32(0x807FFFFF)).view(np.float32),
    ]
    chosen = random.integers(0, len(kinds), (axes, count))
    chosen[:, random.random(count) < 0.3] = random.integers(0, len(kinds))
    result = np.choose(chosen, [kind.astype(np.float32) for kind in kinds])
    for axis in range(1, axes):
        same = random.random(count) < 0.1
        result[axis, same] = result[axis - 1, same]
    return list(result)
