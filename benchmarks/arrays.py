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

from peers import PEERS

from noise_cffi import isa
from noise_cffi.cli.bench import FUNCTIONS, POINTS, coordinates, millions, processor, ways

ROUNDS = 15


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
            speeds = millions(dict(ways(name)), 0, ROUNDS)
        reference[name] = speeds.pop("reference")
        cells = " | ".join(f"{speed:.0f} ({speed / reference[name]:.1f})" for speed in speeds.values())
        print(f"| {name} | {reference[name]:.1f} | {cells} |", flush=True)
    if options.no_peers:
        return
    print("\n| peer | kind | millions a second | multiple of our reference |\n|---|---|---:|---:|")
    for peer, kind, like, prepare in PEERS:
        try:
            run, points = prepare(coordinates())
            speed = millions({"peer": run}, 0, 3)["peer"] * points / POINTS
        except Exception as error:  # whatever a peer does, the others are measured
            print(f"| {peer} | {kind} | {type(error).__name__}: {str(error)[:60]} | |", flush=True)
            continue
        print(f"| {peer} | {kind} | {speed:.1f} | {speed / reference[like]:.2f} |", flush=True)


if __name__ == "__main__":
    main()
