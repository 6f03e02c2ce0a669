"""The originals, compiled here, against the package on ten million points a function.

NOISE_CFFI_ORIGINALS names a folder with noise1234.c, simplexnoise1234.cl, SimplexNoise.cpp and their headers.
"""

import ctypes
import os
import shutil
import subprocess

import numpy as np
import pytest
from recorded import bits, hostile, points, public, varying

ORIGINALS = os.environ.get("NOISE_CFFI_ORIGINALS", "")
POINTS = 10_000_000
SLICE = 1_000_000

pytestmark = pytest.mark.skipif(
    not ORIGINALS, reason="NOISE_CFFI_ORIGINALS is not set: no originals to compare with"
)

FRACTAL = {"octaves": 5, "frequency": 0.37, "amplitude": 0.8, "lacunarity": 1.9, "persistence": 0.6}
SOURCES = {
    "noise1234.c": ("cc", ["-x", "c"], [f"{p}noise{n}" for p in ("", "p") for n in (1, 2, 3, 4)]),
    "simplexnoise1234.cl": ("cc", ["-x", "c", "-D__constant=static const"], [f"snoise{n}" for n in (1, 2, 3, 4)]),
    "SimplexNoise.cpp": ("c++", ["-x", "c++"], [f"rombauts_{k}{n}" for k in ("noise", "fractal") for n in (1, 2)]),
}
CASES = [(source, function) for source, (_, _, functions) in SOURCES.items() for function in functions]


def looped(function):
    """Return a C function that calls the original for every point."""
    names = varying(function)
    call = function
    if function.startswith("rombauts_noise"):
        call = "SimplexNoise::noise"
    elif function.startswith("rombauts_fractal"):
        values = ", ".join(f"{FRACTAL[k]}f" for k in ("frequency", "amplitude", "lacunarity", "persistence"))
        call = f"SimplexNoise({values}).fractal"
    types = ["const int *" if name.startswith("p") else "const float *" for name in names]
    given = ", ".join(f"{name}[i]" for name in names)
    if "fractal" in function:
        given = f"{FRACTAL['octaves']}, {given}"
    return (
        f"void loop_{function}({', '.join(t + n for t, n in zip(types, names, strict=True))}, float *out, long n)"
        f" {{ for (long i = 0; i < n; i++) out[i] = {call}({given}); }}\n"
    )


@pytest.fixture(scope="module")
def originals(tmp_path_factory):
    folder = tmp_path_factory.mktemp("originals")
    libraries = {}
    for source, (compiler, flags, functions) in SOURCES.items():
        if shutil.which(compiler) is None:
            pytest.skip(f"needs {compiler}")
        text = "".join(map(looped, functions))
        if compiler == "c++":
            text = f'extern "C" {{\n{text}}}\n'
        wrapper, library = folder / f"{source}.wrapper", folder / f"{source}.so"
        wrapper.write_text(f'#include "{source}"\n{text}')
        command = [compiler, *flags, "-I", ORIGINALS, "-O2", "-ffp-contract=off", "-w", "-fPIC", "-shared"]
        subprocess.run([*command, "-o", library, wrapper], check=True)
        libraries[source] = ctypes.CDLL(str(library))
    return libraries


@pytest.mark.parametrize(("source", "function"), CASES, ids=[function for _, function in CASES])
def test_the_original_and_the_package_agree(originals, source, function):
    loop = getattr(originals[source], f"loop_{function}")
    ours = public(function, FRACTAL)
    names = varying(function)
    axes = sum(not name.startswith("p") for name in names)
    for part in range(POINTS // SLICE):
        columns = points(SLICE, axes, seed=100 + part) if part % 2 else hostile(SLICE, axes, seed=100 + part)
        if "fractal" in function:
            columns = [column / np.float32(8) for column in columns]  # each octave stays in the domain
        periods = []
        if len(names) > axes:
            random = np.random.default_rng(part)
            some = [1, 2, 3, 4, 7, 8, 255, 256, 257, 1000, 2**24, 2**24 + 1, 2**31 - 1]
            periods = [int(p) for p in random.choice(some, axes)]
        expected = np.empty(SLICE, np.float32)
        full = [np.full(SLICE, period, np.int32) for period in periods]
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*columns, *full, expected)]
        loop(*pointers, ctypes.c_long(SLICE))
        assert (bits(ours(*columns, *periods)) == bits(expected)).all()
