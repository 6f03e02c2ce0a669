"""Bake a texture that tiles, and a film of it that tiles and loops: PNG files that any engine takes.

    pip install 'noise-cffi[examples]'
    python examples/bake.py lava

This writes into the folder baked: lava-colour.png; lava-height.png, of 16 bits; lava-normal.png, for engines that
light it; lava-loop.png, the film as an animated PNG that browsers show; lava-sheet.png, the film's frames in rows.
"""

import math
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
from cmap import Colormap
from PIL import Image

from noise_cffi import noise3, to_uint8, to_uint16

CELLS, BEATS = 6, 3  # of the coarsest noise: along each side of the tile, and through the film


class Material(NamedTuple):
    """What a texture is made of: a field that repeats in x, y and time, its heights and colours."""

    field: object
    lo: float
    hi: float
    colours: list[str]
    light: float  # how much of the light from the upper left is painted in
    depth: float  # of the hollows, as a part of the side


def materials(seed):
    """Return all materials by name, made of one seed."""
    base, other = noise3.seeded(seed).tiled(CELLS, CELLS, BEATS).spawn(2)
    drift = other.fbm(3, independent=True)
    return {
        "lava": Material(
            base.turbulence(5, independent=True).warped(drift, 0.25),
            0.0, 0.42, ["#fff3b0", "#f9a03f", "#d1381f", "#4a1412", "#2a1413", "#3b2b2a"], 0.7, 0.02,
        ),
        "water": Material(
            base.ridged(3, persistence=0.35, independent=True).warped(drift, 0.5),
            0.0, 1.0, ["#07406b", "#0b5d8c", "#1580a8", "#3fb0c4", "#c9f3ee"], 0.0, 0.01,
        ),
        "stone": Material(
            base.ridged_multifractal(6, independent=True).warped(drift, 0.6),
            0.0, 1.0, ["#2b2a2c", "#4c4a48", "#77736c", "#98938a", "#bdb8ad"], 1.0, 0.05,
        ),
        "clouds": Material(
            base.fbm(6, independent=True).warped(drift, 0.5),
            -0.25, 0.5, ["#3d7ab8", "#79aadb", "#c4daee", "#f7fafc", "#ffffff"], 0.0, 0.02,
        ),
    }  # fmt: skip


def heights(material, size, frames, *, start=0):
    """Return the film of a material from 0 to 1, frames first."""
    step = BEATS / frames, CELLS / size, CELLS / size
    values = material.field.grid((frames, size, size), step=step, origin=0.25, start=start, workers=-1)
    return np.clip((values - material.lo) / (material.hi - material.lo), 0, 1)


def normals(height, depth):
    """Return the directions that a surface faces, x to the right and y up, over an edge that meets the other."""
    size = height.shape[-1]
    right = (np.roll(height, -1, -1) - np.roll(height, 1, -1)) / 2 * size * depth
    down = (np.roll(height, -1, -2) - np.roll(height, 1, -2)) / 2 * size * depth
    facing = np.stack([-right, down, np.ones_like(height)], -1)
    return facing / np.sqrt((facing**2).sum(-1, keepdims=True))


def paint(material, height):
    """Return the pixels of heights."""
    colours = Colormap(material.colours)(height)[..., :3]
    shade = normals(height, material.depth) @ (np.array([-0.5, 0.5, 0.7]) / math.sqrt(0.99))
    return to_uint8(colours * (1 + material.light * (shade[..., None] - 0.7)), 0, 1)


@click.command()
@click.argument("material", type=click.Choice(sorted(materials(0))))
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=7, show_default=True)
@click.option(
    "--size", type=click.IntRange(8, 8192), default=512, show_default=True, help="Pixels a side of the tile."
)
@click.option("--frames", type=click.IntRange(2, 256), default=48, show_default=True, help="Of the film.")
@click.option(
    "--film-size", type=click.IntRange(8, 1024), default=128, show_default=True, help="Pixels a side of it."
)
@click.option("--fps", type=click.IntRange(1, 100), default=24, show_default=True, help="Frames a second.")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default="baked", show_default=True)
def main(material, seed, size, frames, film_size, fps, folder):
    """Bake a MATERIAL: a texture that tiles and a film that tiles and loops."""
    made = materials(seed)[material]
    folder.mkdir(parents=True, exist_ok=True)

    def save(image, kind, **options):
        path = folder / f"{material}-{kind}.png"
        image.save(path, **options)
        click.echo(f"{path}: {image.width} x {image.height}")

    tile = heights(made, size, 1)[0]  # how the film begins
    save(Image.fromarray(paint(made, tile)), "colour")
    save(Image.fromarray(to_uint16(tile, 0, 1)), "height")
    save(Image.fromarray(to_uint8(normals(tile, made.depth))), "normal")
    images = [Image.fromarray(paint(made, height)) for height in heights(made, film_size, frames)]
    save(images[0], "loop", save_all=True, append_images=images[1:], duration=1000 / fps, loop=0)
    columns = math.ceil(math.sqrt(frames))
    sheet = Image.new("RGB", (columns * film_size, math.ceil(frames / columns) * film_size))
    for i, image in enumerate(images):
        sheet.paste(image, (i % columns * film_size, i // columns * film_size))
    save(sheet, "sheet")


if __name__ == "__main__":
    main()
