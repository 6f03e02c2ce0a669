"""Print the range of values seen at random points with the classic table: what README's table quotes.

    python benchmarks/ranges.py [millions of points per function, 200 by default]

Points lie within one period of the table, 256 cells, at multiples of 2**-15. A range seen is no bound.
"""

import sys

import numpy as np

import noise_cffi as nc

FIELDS = [
    *(nc.noise1, nc.noise2, nc.noise3, nc.noise4, nc.snoise1, nc.snoise2, nc.snoise3, nc.snoise4),
    *(nc.rombauts.noise1, nc.rombauts.noise2),
    *(nc.eshelman.raw_noise_2d, nc.eshelman.raw_noise_3d, nc.eshelman.raw_noise_4d),
]
CHUNK = 2**20


def seen(field: nc.Field, points: int) -> tuple[float, float]:
    """Return the least and the largest of a field's values at random points."""
    random = np.random.default_rng(1)
    least, largest = 0.0, 0.0
    for _ in range(0, points, CHUNK):
        columns = random.integers(0, 256 * 2**15, (field.ndim, CHUNK)).astype(np.float32) / np.float32(2**15)
        values = field(*columns, workers=-1)
        least, largest = min(least, float(values.min())), max(largest, float(values.max()))
    return least, largest


def main() -> None:
    """Print the table."""
    points = int(sys.argv[1] if len(sys.argv) > 1 else "200") * 10**6
    for field in FIELDS:
        least, largest = seen(field, points)
        print(f"{field!r:24} {least:8.4f} {largest:8.4f}", flush=True)


if __name__ == "__main__":
    main()
