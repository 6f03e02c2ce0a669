"""Print what one call costs: a number, a small array, the import. Times are the best of many, in nanoseconds.

python benchmarks/calls.py
"""

import os
import subprocess
import sys
import tempfile
import timeit

import numpy as np

import noise_cffi as nc
from noise_cffi._native import lib as cffi_lib


def best(statement: str, **names: object) -> float:
    """Return the nanoseconds of a statement."""
    timer = timeit.Timer(statement, globals=names)
    count, _ = timer.autorange()
    count = max(1, count // 10)
    return min(timer.repeat(100, count)) / count * 1e9


def import_milliseconds(code: str) -> float:
    """Return the milliseconds of an import with its bytecode written, the best of 30 processes."""
    code = f"import time; t = time.perf_counter(); {code}; print(time.perf_counter() - t)"
    with tempfile.TemporaryDirectory() as cache:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = cache
        run = [sys.executable, "-c", code]
        return 1e3 * min(
            float(subprocess.run(run, capture_output=True, check=True, env=environment).stdout) for _ in range(30)
        )


def main() -> None:
    """Print the table."""
    names = {"lib": cffi_lib, "noise2": nc.noise2, "bare": nc.lib.noise2, "nc": nc}
    bare = best("lib.noise2(0.5, 1.25)", **names)
    rows = [
        ("lib.noise2(0.5, 1.25), CFFI's own lib", bare),
        ("the same, looked up before", best("bare(0.5, 1.25)", **names)),
        ("noise2(0.5, 1.25)", best("noise2(0.5, 1.25)", **names)),
        ("noise2.seeded(7)(0.5, 1.25)", best("field(0.5, 1.25)", field=nc.noise2.seeded(7))),
        ("noise2.tiled(8, 8)(0.5, 1.25)", best("field(0.5, 1.25)", field=nc.noise2.tiled(8, 8))),
        ("noise2(1, 2)", best("noise2(1, 2)", **names)),
        ("pnoise2(0.5, 1.25, 8, 8)", best("nc.pnoise2(0.5, 1.25, 8, 8)", **names)),
        (
            "eshelman.octave_noise_2d(6, ...)",
            best("nc.eshelman.octave_noise_2d(6, 0.5, 0.01, 0.5, 1.25)", **names),
        ),
    ]
    for points in (1, 100):
        x, y = np.random.default_rng(1).uniform(-9, 9, (2, points)).astype(np.float32)
        out = np.empty_like(x)
        arrays = {**names, "x": x, "y": y, "out": out}
        rows.append((f"noise2 of {points} points", best("noise2(x, y)", **arrays)))
        rows.append((f"noise2 of {points} points, out=", best("noise2(x, y, out=out)", **arrays)))
    for name, nanoseconds in rows:
        print(f"{name:40s} {nanoseconds:9.0f} ns {nanoseconds / bare:9.2f} x")
    print(f"{'import noise_cffi':40s} {import_milliseconds('import noise_cffi'):9.1f} ms")


if __name__ == "__main__":
    main()
