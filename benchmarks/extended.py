"""Print what derivatives and precise coordinates cost, as multiples of the plain call, by instruction set.

    python benchmarks/extended.py

65,536 random points, contiguous arrays, `out=` given, one worker; each ratio is of the best of many calls in one
run.
"""

import time
from collections.abc import Callable

import numpy as np

import noise_cffi as nc
from noise_cffi import isa

POINTS = 2**16
ROUNDS = 40
KINDS: dict[str, Callable[[nc.Field], nc.Field]] = {
    "bare": lambda field: field,
    "fbm, 6": lambda field: field.fbm(6, frequency=1 / 64),
    "turbulence, 6": lambda field: field.turbulence(6, frequency=1 / 64),
    "ridged multifractal, 6": lambda field: field.ridged_multifractal(6, frequency=1 / 64),
}


def best(call: Callable[..., object], coordinates: np.ndarray, out: np.ndarray) -> float:
    """Return the seconds of the fastest of some calls."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        call(*coordinates, out=out)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print the table."""
    print("| function | field | set | ns a point | with derivatives | precise | both, to precise |")
    print("|---|---|---|---:|---:|---:|---:|")
    for base in (nc.noise1, nc.noise2, nc.noise3, nc.noise4, nc.snoise1, nc.snoise2, nc.snoise3, nc.snoise4):
        wide = np.random.default_rng(1).uniform(-1000, 1000, (base.ndim, POINTS))
        single, out, slopes = wide.astype("f4"), np.empty(POINTS, "f4"), np.empty((1 + base.ndim, POINTS), "f4")
        for kind, make in KINDS.items():
            field, precise = make(base), make(base).precise()
            for name in isa.available():
                with isa.select(name):
                    plain = best(field, single, out)
                    derived = best(field.value_and_gradient, single, slopes)
                    far = best(precise, wide, out)
                    both = best(precise.value_and_gradient, wide, slopes)
                print(
                    f"| {base!r} | {kind} | {name} | {plain / POINTS * 1e9:.2f} "
                    f"| {derived / plain:.2f} | {far / plain:.2f} | {both / far:.2f} |"
                )


if __name__ == "__main__":
    main()
