"""Print, and plot if matplotlib is there, what a point costs against the number of points and of workers.

    python benchmarks/scaling.py [--most 8] [--plot docs/images/cost.png]

noise2 of float32 arrays with `out=`, with the widest instruction set. Beside it the cost of `o = x + y` over the
same arrays, which memory bounds: from 10^4 points on a point should cost at most 1.3 times the least, plus that.
"""

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import noise_cffi as nc
from noise_cffi import isa


def nanoseconds(run: Callable[[], Any], points: int) -> float:
    """Return the nanoseconds per point of the best of some runs."""
    best, spent = float("inf"), 0.0
    while spent < 0.5 or best == float("inf"):
        start = time.perf_counter()
        run()
        seconds = time.perf_counter() - start
        best, spent = min(best, seconds), spent + seconds
    return best / points * 1e9


def against_points(most: int) -> list[tuple[int, float, float]]:
    """Return (points, nanoseconds of a point of noise2, of the sum) for powers of ten and halves of them."""
    random = np.random.default_rng(1)
    rows = []
    for points in [int(10 ** (k / 2)) for k in range(4, 2 * most + 1)]:
        x, y = (random.uniform(-1000, 1000, points).astype(np.float32) for _ in range(2))
        out = np.empty_like(x)
        noise = nanoseconds(lambda x=x, y=y, out=out: nc.noise2(x, y, out=out), points)
        memory = nanoseconds(lambda x=x, y=y, out=out: np.add(x, y, out=out), points)
        rows.append((points, noise, memory))
    return rows


def against_workers(points: int) -> list[tuple[int, float]]:
    """Return (workers, how many times as fast as one), measured in turn."""
    random = np.random.default_rng(1)
    x, y = (random.uniform(-1000, 1000, points).astype(np.float32) for _ in range(2))
    out = np.empty_like(x)
    counts = range(1, (os.cpu_count() or 1) + 1)
    best = dict.fromkeys(counts, float("inf"))
    for _ in range(7):
        for workers in counts:
            start = time.perf_counter()
            nc.noise2(x, y, out=out, workers=workers)
            best[workers] = min(best[workers], time.perf_counter() - start)
    return [(workers, best[1] / best[workers]) for workers in counts]


def plot(rows: list[tuple[int, float, float]], workers: list[tuple[int, float]], path: str) -> None:
    """Draw both."""
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6), width_ratios=[2, 1], layout="constrained")
    points, noise, memory = zip(*rows, strict=True)
    left.loglog(points, noise, marker="o", label="noise2")
    left.loglog(points, memory, marker=".", label="o = x + y")
    left.set(xlabel="points", ylabel="nanoseconds a point", title=f"one worker, {isa.active()}")
    left.grid(visible=True, alpha=0.3)
    left.legend()
    right.plot(*zip(*workers, strict=True), marker="o")
    right.set(
        xlabel="workers",
        ylabel="times as fast",
        xticks=[w for w, _ in workers],
        ylim=(0, None),
        title="10⁷ points",
    )
    right.grid(visible=True, alpha=0.3)
    figure.savefig(path, dpi=100)


def main() -> None:
    """Print the tables; plot them if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=8, help="largest power of ten of points")
    parser.add_argument("--plot", metavar="FILE", help="where to draw the picture")
    options = parser.parse_args()
    rows = against_points(options.most)
    least = min(noise for points, noise, _ in rows if points >= 10**4)
    print("| points | ns a point | of o = x + y | (ns - that) / least |\n|---:|---:|---:|---:|")
    for points, noise, memory in rows:
        print(f"| {points} | {noise:.2f} | {memory:.2f} | {(noise - memory) / least:.2f} |")
    workers = against_workers(10**7)
    print("\n| workers | times as fast |\n|---:|---:|")
    for count, factor in workers:
        print(f"| {count} | {factor:.2f} |")
    if options.plot:
        plot(rows, workers, options.plot)


if __name__ == "__main__":
    main()
