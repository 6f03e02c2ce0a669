"""Print what fields cost on the host and on an OpenCL device, side by side.

    python benchmarks/opencl.py [name of a device]

Nanoseconds a point, over 4 million random points within +-1000 and a grid of 2048 x 2048 with step 0.01: the host
with all its processors, the device with coordinates and results kept there, and how many times as fast it is.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from arrays import processor

import noise_cffi as nc
from noise_cffi import eshelman, opencl, rombauts

POINTS = 2**22
ROUNDS = 7
FIELDS: dict[str, Any] = {
    **{f"noise{n}": getattr(nc, f"noise{n}") for n in (1, 2, 3, 4)},
    **{f"snoise{n}": getattr(nc, f"snoise{n}") for n in (1, 2, 3, 4)},
    "rombauts.noise2": rombauts.noise2,
    **{f"raw_noise_{n}d": getattr(eshelman, f"raw_noise_{n}d") for n in (2, 3, 4)},
    "noise2.tiled": nc.noise2.tiled(8, 8),
    "noise2.seeded.fbm": nc.noise2.seeded(7).fbm(6, frequency=0.01),
    "snoise2.seeded.fbm": nc.snoise2.seeded(7).fbm(6, frequency=0.01),
    "snoise3.warped": nc.snoise3.warped(nc.noise3, 0.5),
}


def measured(*ways: Callable[[], Any]) -> list[float]:
    """Return the best times of ways, in nanoseconds a point."""
    best = [float("inf")] * len(ways)
    for _ in range(ROUNDS):
        for i, way in enumerate(ways):
            start = time.perf_counter()
            way()
            best[i] = min(best[i], (time.perf_counter() - start) / POINTS * 1e9)
    return best


def main() -> None:
    """Print the table."""
    import pyopencl.array

    device = opencl.Device(*sys.argv[1:2])
    print(f"{processor()}, {time.strftime('%Y-%m-%d')}; {device!r}, {device.device.version.strip()}")
    random = np.random.default_rng(1)
    columns = [random.uniform(-1000, 1000, POINTS).astype(np.float32) for _ in range(4)]
    held = [pyopencl.array.to_device(device.queue, column) for column in columns]
    out = np.empty(POINTS, np.float32)
    print(
        f"{'':20s}"
        + "".join(f" {head:>12s}" for head in ("points: host", "device", "", "grid: host", "device", ""))
    )
    for name, field in FIELDS.items():
        n = field.ndim
        shape = (1,) * (n - 2) + ((POINTS,) if n == 1 else (2048, 2048))
        target = out.reshape(shape)

        def at_points(field: Any = field, n: int = n) -> None:
            device(field, *held[:n])
            device.queue.finish()

        def on_grid(field: Any = field, shape: Any = shape) -> None:
            device.grid(field, shape, step=0.01, origin=0.3, keep=True)
            device.queue.finish()

        host, there = measured(lambda f=field, n=n: f(*columns[:n], out=out, workers=-1), at_points)
        grid, gridded = measured(
            lambda f=field, s=shape, t=target: f.grid(s, step=0.01, origin=0.3, out=t, workers=-1), on_grid
        )
        figures = (host, there, host / there, grid, gridded, grid / gridded)
        print(f"{name:20s}" + "".join(f" {figure:12.2f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
