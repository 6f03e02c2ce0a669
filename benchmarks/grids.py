"""Print what grids and sums over grids cost, in one run with the frozen scalar reference over random points.

    python benchmarks/grids.py

Each cell is the multiple of the reference looped in C over 65,536 random points within +-1000; sums of 8 octaves
count every octave's points. One worker, `out=` given.
"""

import platform
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import noise_cffi as nc
from noise_cffi import isa
from noise_cffi._native import ffi, lib
from noise_cffi.cli.bench import POINTS, coordinates, processor

ROUNDS = 25
FIELDS: dict[str, Any] = {"noise2": nc.noise2, "noise3": nc.noise3, "noise4": nc.noise4}
FIELDS |= {"noise2.tiled": nc.noise2.tiled(8, 8), "noise3.tiled": nc.noise3.tiled(8, 8, 8)}
FIELDS |= {"snoise2": nc.snoise2, "snoise3": nc.snoise3, "snoise4": nc.snoise4}
SHAPES = {2: [(128, 512), (64, 64)], 3: [(4, 64, 256), (32, 32, 32)], 4: [(2, 2, 64, 256), (8, 8, 8, 64)]}
STEPS = (0.01, 0.7)


def reference(field: Any) -> Callable[[], Any]:
    """Return the work that everything is measured against."""
    columns, out = coordinates()[: field.ndim], np.empty(POINTS, np.float32)
    plain = ffi.new("struct noise_field *", field._field[0])
    pointers = [ffi.from_buffer("char[]", column) for column in columns]
    inputs, target = ffi.new("char *[]", pointers), ffi.from_buffer("char[]", out, True)

    def run(_: Any = (columns, out)) -> None:
        lib.noise_flat_reference(plain, inputs, target, POINTS)

    return run


def ways(name: str) -> dict[str, tuple[Callable[[], Any], int]]:
    """Return what is measured of a field: a call and its points."""
    field = FIELDS[name]
    result: dict[str, tuple[Callable[[], Any], int]] = {}
    for shape in SHAPES[field.ndim]:
        out = np.empty(shape, np.float32)
        for step in STEPS:
            result[f"{shape} step {step}"] = (
                lambda s=shape, d=step, o=out: field.grid(s, step=d, origin=0.3, out=o),
                out.size,
            )
    shape = SHAPES[field.ndim][0]
    out = np.empty(shape, np.float32)
    summed = field.fbm(8)
    result[f"fbm, {shape} step 0.01"] = (lambda: summed.grid(shape, step=0.01, origin=0.3, out=out), 8 * out.size)
    open_axes = [
        (np.arange(n, dtype=np.float32) * np.float32(0.7)).reshape(
            [-1 if a == b else 1 for b in range(len(shape))]
        )
        for a, n in enumerate(shape)
    ][::-1]
    full = [np.ascontiguousarray(np.broadcast_to(axis, shape)) for axis in open_axes]
    result[f"open arrays, {shape} step 0.7"] = (lambda: field(*open_axes, out=out), out.size)
    result[f"full arrays, {shape} step 0.7"] = (lambda: field(*full, out=out), out.size)
    return result


def warp_cost(field: Any, by: Any) -> float:
    """Return what a warped field costs, as a multiple of its own evaluations and those of what warps it."""
    columns, out = coordinates()[: field.ndim], np.empty(POINTS, np.float32)
    warped = field.warped(by, 0.5)
    best = dict.fromkeys((field, by, warped), float("inf"))
    for _ in range(2 * ROUNDS):
        for each in best:
            start = time.perf_counter()
            each(*columns, out=out)
            best[each] = min(best[each], time.perf_counter() - start)
    return best[warped] / (best[field] + field.ndim * best[by])


def main() -> None:
    """Print the tables."""
    print(f"{processor()}, {time.strftime('%Y-%m-%d')}, Python {platform.python_version()}")
    for name in FIELDS:
        plain = getattr(nc, name.split(".")[0])
        print(f"\n{name}", flush=True)
        for label, (run, points) in ways(name).items():
            cells = []
            for name_of_set in isa.available():
                with isa.select(name_of_set):
                    measured, base = float("inf"), float("inf")
                    bare = reference(plain)
                    for turn in range(ROUNDS):
                        start = time.perf_counter()
                        run()
                        middle = time.perf_counter()
                        measured = min(measured, middle - start)
                        if turn % 2 == 0:
                            bare()
                            base = min(base, time.perf_counter() - middle)
                cells.append(f"{name_of_set} {base / POINTS / (measured / points):7.1f}")
            print(f"  {label:36s}", "   ".join(cells), flush=True)
    print("\nwarps, as multiples of all the evaluations that they take")
    for field, by in (
        (nc.noise2, nc.snoise2),
        (nc.snoise2.fbm(6, frequency=0.01), nc.snoise2.seeded(1).fbm(3, frequency=0.01)),
        (nc.noise3, nc.snoise3),
        (nc.noise3.fbm(6, frequency=0.01), nc.snoise3),
    ):
        print(f"  {field!r} by {by!r}: {warp_cost(field, by):.2f}", flush=True)


if __name__ == "__main__":
    main()
