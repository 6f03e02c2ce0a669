"""Print the ranges of the base functions: what noise_cffi.RANGES holds.

    python benchmarks/ranges.py [millions of points per function, 200 by default]

The bound holds for every permutation: at a fixed place within a cell each corner has its best gradient, whatever
the others have, and the place is searched for. The range seen is that of the classic table at random points within
one of its periods, 256 cells, at multiples of 2**-15.
"""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import noise_cffi as nc

FIELDS = [
    *(nc.noise1, nc.noise2, nc.noise3, nc.noise4, nc.snoise1, nc.snoise2, nc.snoise3, nc.snoise4),
    *(nc.rombauts.noise1, nc.rombauts.noise2),
    *(nc.eshelman.raw_noise_2d, nc.eshelman.raw_noise_3d, nc.eshelman.raw_noise_4d),
]
CHUNK = 2**20
STARTS = 2**18  # places that a search begins with
KEPT = 64  # places that it refines
ROUNDS = 60


def steepest(offsets: Any, raw: bool) -> Any:
    """Return the largest product of a gradient and offsets, whose first axis counts the dimensions."""
    size = np.abs(offsets)
    if len(size) == 1:
        return 8 * size[0]
    if len(size) == 2:
        return size.sum(0) if raw else size.sum(0) + size.max(0)
    return size.sum(0) - size.min(0)


def perlin(places: Any, scale: float) -> Any:
    """Return the largest value at places within a cell."""
    fades = places**3 * (places * (places * 6 - 15) + 10)
    total = np.zeros(places.shape[1])
    for corner in np.ndindex((2,) * len(places)):
        far = np.array(corner)[:, None]
        total += np.where(far, fades, 1 - fades).prod(0) * steepest(places - far, False)
    return scale * total


def simplex(places: Any, scale: float, radius: float, raw: bool) -> Any:
    """Return the largest value at places within a simplex: barycentric weights of its corners, scaled at will."""
    n = len(places) - 1
    weights = places / places.sum(0)
    unskew = (1 - 1 / np.sqrt(n + 1)) / n
    # Corner k has stepped along the first k axes: all orders of the axes give the same.
    corners = [np.array([1.0] * k + [0.0] * (n - k)) - k * unskew for k in range(n + 1)]
    point = sum(weight * corner[:, None] for weight, corner in zip(weights, corners, strict=True))
    total = np.zeros(places.shape[1])
    for corner in corners:
        offsets = point - corner[:, None]
        t = np.maximum(radius - (offsets**2).sum(0), 0)
        total += t**4 * steepest(offsets, raw)
    return scale * total


def line(places: Any, scale: float) -> Any:
    """Return the largest value of the one-dimensional simplex functions."""
    (x,) = places
    return scale * ((1 - x**2) ** 4 * 8 * x + (1 - (1 - x) ** 2) ** 4 * 8 * (1 - x))


def largest(values_at: Callable[[Any], Any], dimensions: int) -> float:
    """Search for the largest value of a function of places in the unit cube."""
    random = np.random.default_rng(1)
    places = random.uniform(0, 1, (dimensions, STARTS))
    reach = 0.1
    for _ in range(ROUNDS):
        best = places[:, np.argsort(-values_at(places))[:KEPT]]
        near = np.repeat(best, 200, axis=1)
        near += random.uniform(-reach, reach, near.shape)
        places = np.concatenate([best, np.clip(near, 1e-12, 1)], axis=1)
        reach *= 0.7
    return float(values_at(places).max())


def bound(field: nc.Field) -> float:
    """Return the bound of a base function's values over all permutations."""
    name = repr(field)
    n = field.ndim
    if name.startswith("noise"):
        return largest(lambda p: perlin(p, (0.188, 0.507, 0.936, 0.87)[n - 1]), n)
    if n == 1:
        return largest(lambda p: line(p, 0.395 if "rombauts" in name else 0.25), 1)
    raw = "raw" in name
    scale = (70, 32, 27)[n - 2] if raw else 45.23065 if "rombauts" in name else (40, 72, 62)[n - 2]
    return largest(lambda p: simplex(p, scale, 0.6 if raw and n > 2 else 0.5, raw), n + 1)


def seen(field: nc.Field, points: int) -> tuple[float, float]:
    """Return the least and the largest of a field's values at random points."""
    random = np.random.default_rng(1)
    least, most = 0.0, 0.0
    for _ in range(0, points, CHUNK):
        columns = random.integers(0, 256 * 2**15, (field.ndim, CHUNK)).astype(np.float32) / np.float32(2**15)
        values = field(*columns, workers=-1)
        least, most = min(least, float(values.min())), max(most, float(values.max()))
    return least, most


def main() -> None:
    """Print the table."""
    points = int(sys.argv[1] if len(sys.argv) > 1 else "200") * 10**6
    for field in FIELDS:
        least, most = seen(field, points)
        print(f"{field!r:24} +-{bound(field):.8f} {least:8.4f} {most:8.4f}", flush=True)


if __name__ == "__main__":
    main()
