"""The command that tells what is installed."""

import json
import platform

import click

import noise_cffi
from noise_cffi import isa, noise2
from noise_cffi.cli import values

_EXAMPLES = """\b
Examples:
  noise-cffi info
  noise-cffi info --seed 7
  noise-cffi info --json | python -c 'import json, sys; print(json.load(sys.stdin)["permutation"][0])'
"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--seed", metavar="N", callback=values.parsed(values.integer), help="Show the permutation of a seed."
)
@click.option("--json", "as_json", is_flag=True, show_default=False, help="Write JSON.")
@click.pass_context
def info(ctx: click.Context, /, seed: int | None, as_json: bool) -> None:
    """Show the version, the instruction sets and the permutation."""
    try:
        table = list((noise2 if seed is None else noise2.seeded(seed)).permutation)
    except ValueError as error:
        ctx.fail(str(error))
    if as_json:
        found = {
            "version": noise_cffi.__version__,
            "python": platform.python_version(),
            "machine": platform.machine(),
            "instruction_sets": list(isa.available()),
            "active": isa.active(),
            "seed": None if seed is None else str(seed),
            "permutation": table,
        }
        click.echo(json.dumps(found))
        return
    click.echo(f"noise-cffi {noise_cffi.__version__}")
    click.echo(f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}")
    sets = [f"{name} (in use)" if name == isa.active() else name for name in isa.available()]
    click.echo(f"instruction sets: {', '.join(sets)}")
    click.echo(f"the {'classic permutation' if seed is None else f'permutation of seed {seed}'}:")
    for row in range(0, 256, 16):
        click.echo("  " + " ".join(f"{entry:3d}" for entry in table[row : row + 16]))
