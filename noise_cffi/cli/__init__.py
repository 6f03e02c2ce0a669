"""The command line: pictures of the noise functions, and what this machine makes of them.

``python -m noise_cffi render terrain.png`` writes a picture; ``--help`` shows the commands, and after a command
its options. Each command is a module of its own here.

Only ``python -m noise_cffi`` and the script ``noise-cffi`` import this package; what it needs comes with
``pip install 'noise-cffi[image]'``.
"""

import click

import noise_cffi
from noise_cffi.cli import bench, info, render
from noise_cffi.explore.command import explore

__all__ = ["cli"]


@click.group(context_settings={"show_default": True, "max_content_width": 100})
@click.version_option(noise_cffi.__version__, prog_name="noise-cffi")
def cli() -> None:
    """Make pictures of the classic noise functions."""


cli.add_command(render.render)
cli.add_command(info.info)
cli.add_command(bench.bench)
cli.add_command(explore)
