"""The command that measures this machine; benchmarks/arrays.py measures more carefully with the same parts."""

import json
import platform
import time
from collections.abc import Callable, Iterator
from typing import Any

import click

import noise_cffi
from noise_cffi import isa
from noise_cffi._compiled import base_field
from noise_cffi._native import ffi, lib
from noise_cffi.cli import values

POINTS = 65_536
FUNCTIONS = [
    *(f"{p}noise{n}" for p in ("", "p", "s") for n in (1, 2, 3, 4)),
    *("rombauts.noise1", "rombauts.noise2"),
    *(f"eshelman.raw_noise_{n}d" for n in (2, 3, 4)),
]
PERIODS = (7, 256, 1000, 13)

_EXAMPLES = """\b
Examples:
  noise-cffi bench
  noise-cffi bench --seconds 20
  noise-cffi bench --json >speed.json
"""


def processor() -> str:
    """Return the processor's name."""
    try:
        with open("/proc/cpuinfo") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def coordinates(reach: float = 1000.0) -> list[Any]:
    """Return the points, an array per axis."""
    import numpy as np

    random = np.random.default_rng(1)
    return [random.uniform(-reach, reach, POINTS).astype(np.float32) for _ in range(4)]


def ways(name: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the ways to compute a function: the reference, then each instruction set."""
    import numpy as np

    function: Any = noise_cffi
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


def millions(ways: dict[str, Callable[[], Any]], seconds: float, rounds: int = 1) -> dict[str, float]:
    """Return the millions of points a second of each way: the best of all rounds, taken in turn.

    There are `rounds` at least, and as many as `seconds` have room for.
    """
    best = dict.fromkeys(ways, float("inf"))
    end = time.perf_counter() + seconds
    while rounds > 0 or time.perf_counter() < end:
        rounds -= 1
        for name, run in ways.items():
            start = time.perf_counter()
            run()
            best[name] = min(best[name], time.perf_counter() - start)
    return {name: POINTS / took / 1e6 for name, took in best.items()}


@click.command(epilog=_EXAMPLES)
@click.option(
    "--seconds",
    metavar="NUMBER",
    callback=values.parsed(values.real),
    default="4",
    help="About how long to measure.",
)
@click.option("--json", "as_json", is_flag=True, show_default=False, help="Write JSON.")
@click.pass_context
def bench(ctx: click.Context, /, seconds: float, as_json: bool) -> None:
    """Measure this machine: millions of points a second, one thread.

    The reference is the scalar C code in a loop; in brackets is how many times as fast arrays are, through Python,
    with each instruction set. On a busy machine figures are low; the best of several runs counts.
    """
    if not 0 < seconds <= 3600:
        ctx.fail(f"'seconds' must be above 0 and at most 3600 (got {seconds})")
    found: dict[str, dict[str, float]] = {}
    names = ["reference", *isa.available()]
    if not as_json:
        click.echo(f"{processor()}, Python {platform.python_version()}, noise-cffi {noise_cffi.__version__}\n")
        click.echo(f"{'function':22s}" + "".join(f"{name:>16s}" for name in names))
    for function in FUNCTIONS:
        with isa.select(isa.active()):
            found[function] = millions(dict(ways(function)), seconds / len(FUNCTIONS))
        if not as_json:
            reference = found[function]["reference"]
            cells = [
                f"{reference:.1f}",
                *(f"{found[function][n]:.0f} ({found[function][n] / reference:.1f})" for n in names[1:]),
            ]
            click.echo(f"{function:22s}" + "".join(f"{cell:>16s}" for cell in cells))
    if as_json:
        click.echo(json.dumps({"processor": processor(), "version": noise_cffi.__version__, "millions": found}))
