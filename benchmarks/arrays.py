"""Print how fast arrays are computed: every function, instruction set and peer, in one run.

    python benchmarks/arrays.py [--no-peers]

65,536 random points within ±1000, float32 in, `out=` given, one worker. Figures are millions of points a second
through Python, and in brackets the multiple of the frozen scalar reference looped in C over the same points in
the same run. Each figure is the best of many runs taken in turn, since machines drift. Peers that are not
installed, or fail, are named; each is used in its best way: arrays where it takes them, else its own grids.
"""

import argparse
import platform
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from peers import PEERS

import noise_cffi as nc
from noise_cffi import isa
from noise_cffi._compiled import base_field
from noise_cffi._native import ffi, lib

POINTS = 65_536
ROUNDS = 15
FUNCTIONS = [
    *(f"{p}noise{n}" for p in ("", "p", "s") for n in (1, 2, 3, 4)),
    *("rombauts.noise1", "rombauts.noise2"),
    *(f"eshelman.raw_noise_{n}d" for n in (2, 3, 4)),
]
PERIODS = (7, 256, 1000, 13)


def processor() -> str:
    """Return the processor's name."""
    try:
        with open("/proc/cpuinfo") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except OSError:
        return platform.processor()


def coordinates(reach: float = 1000.0) -> list[Any]:
    """Return the points, an array per axis."""
    random = np.random.default_rng(1)
    return [random.uniform(-reach, reach, POINTS).astype(np.float32) for _ in range(4)]


def ways(name: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the ways to compute a function: the reference, then each instruction set."""
    function: Any = nc
    for part in name.split("."):
        function = getattr(function, part)
    periodic = name.startswith("pnoise")
    ndim = int(name[-1]) if periodic else function.ndim
    columns, out = coordinates()[:ndim], np.empty(POINTS, np.float32)
    periods = PERIODS[:ndim] if periodic else ()
    field = base_field(getattr(lib, f"KERNEL_PNOISE{ndim}"), periods) if periodic else function._field
    pointers = [ffi.from_buffer("char[]", column) for column in columns]
    inputs, target = ffi.new("char *[]", pointers), ffi.from_buffer("char[]", out, True)
    yield "reference", lambda: lib.noise_flat_reference(field, inputs, target, POINTS)
    for name_of_set in isa.available():

        def compute(name_of_set: str = name_of_set) -> None:
            lib.dispatch_select(name_of_set.encode())
            function(*columns, *periods, out=out)

        yield name_of_set, compute


def millions(ways: dict[str, Callable[[], Any]], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the millions of points a second of each way: the best of all rounds, taken in turn."""
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(rounds):
        for name, run in ways.items():
            start = time.perf_counter()
            run()
            best[name] = min(best[name], time.perf_counter() - start)
    return {name: POINTS / seconds / 1e6 for name, seconds in best.items()}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-peers", action="store_true", help="leave out the other packages")
    options = parser.parse_args()
    sets = isa.available()
    print(f"{processor()}, {time.strftime('%Y-%m-%d')}, Python {platform.python_version()}\n")
    print("| function | reference |", " | ".join(sets), "|")
    print("|---|---:|" + "---:|" * len(sets))
    reference: dict[str, float] = {}
    for name in FUNCTIONS:
        with isa.select(isa.active()):
            speeds = millions(dict(ways(name)))
        reference[name] = speeds.pop("reference")
        cells = " | ".join(f"{speed:.0f} ({speed / reference[name]:.1f})" for speed in speeds.values())
        print(f"| {name} | {reference[name]:.1f} | {cells} |", flush=True)
    if options.no_peers:
        return
    print("\n| peer | kind | millions a second | multiple of our reference |\n|---|---|---:|---:|")
    for peer, kind, like, prepare in PEERS:
        try:
            run, points = prepare(coordinates())
            speed = millions({"peer": run}, 3)["peer"] * points / POINTS
        except Exception as error:  # whatever a peer does, the others are measured
            print(f"| {peer} | {kind} | {type(error).__name__}: {str(error)[:60]} | |", flush=True)
            continue
        print(f"| {peer} | {kind} | {speed:.1f} | {speed / reference[like]:.2f} |", flush=True)


if __name__ == "__main__":
    main()
