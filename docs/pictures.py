"""The pictures of the documentation: those of recipes by their own code, those of the concepts by the code here.

    python docs/pictures.py

Each block of Python in cookbook.md and embedding.md is run by itself, in a folder of its own, and what it saves
there goes to docs/images. A picture of at most 256 colours is stored with a palette, which changes no pixel.
"""

import io
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from cmap import Colormap
from PIL import Image, ImageDraw

import noise_cffi as nc
from noise_cffi import to_uint8

DOCS = Path(__file__).resolve().parent


def recipes(page: str = "cookbook.md") -> dict[str, str]:
    """Return the code of each recipe of a page by its heading."""
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return dict(blocks)


def run(code: str, folder: Path) -> dict[str, Any]:
    """Run a recipe in a folder; return its variables."""
    before = Path.cwd()
    variables: dict[str, Any] = {}
    os.chdir(folder)
    try:
        exec(compile(code, "cookbook.md", "exec"), variables)
    finally:
        os.chdir(before)
    return variables


# ---- concepts ----

SIDE, GAP = 144, 6
INK, PAPER, RED = 40, 255, "#c8401e"


def row(panels: list[Any]) -> Any:
    """Return pictures side by side, white between them."""
    coloured = [panel if panel.ndim == 3 else np.repeat(panel[..., None], 3, 2) for panel in panels]
    apart = [np.pad(panel, ((0, 0), (0, GAP), (0, 0)), constant_values=PAPER) for panel in coloured]
    return np.hstack(apart)[:, :-GAP]


def shown(field: Any, lo: float = -1, hi: float = 1, **view: Any) -> Any:
    """Return a panel: what a field looks like, four cells wide unless said otherwise."""
    view = {"step": 4 / SIDE, **view}
    return to_uint8(field.grid((1,) * (field.ndim - 2) + (SIDE, SIDE), **view).reshape(SIDE, SIDE), lo, hi)


def smooth(size: tuple[int, int], draw: Any) -> Any:
    """Return a drawing in colours, made four times as large and averaged."""
    large = Image.new("RGB", (4 * size[0], 4 * size[1]), "white")
    draw(large, ImageDraw.Draw(large))
    blocks = np.asarray(large).reshape(size[1], 4, size[0], 4, 3)
    return np.rint(blocks.mean(axis=(1, 3))).astype("u1")


def lattice() -> Any:
    """Draw Perlin noise of 4 by 3 cells: the lattice, the gradients at its corners, and 0 at every corner."""
    cell = 96
    edge = cell // 4
    width, height = 4 * cell + 2 * edge, 3 * cell + 2 * edge
    values = nc.noise2.grid((height, width), step=1 / cell, origin=(1.75, 0.75))

    def draw(large: Any, pen: Any) -> None:
        grey = Image.fromarray(to_uint8(values, -1.4, 1)).resize(large.size, Image.Resampling.BICUBIC)
        large.paste(grey.convert("RGB"))
        for x in range(5):
            pen.line([(4 * (cell * x + edge), 0), (4 * (cell * x + edge), large.height)], fill="white", width=6)
        for y in range(4):
            pen.line([(0, 4 * (cell * y + edge)), (large.width, 4 * (cell * y + edge))], fill="white", width=6)
        small = 1 / 4096
        for y in range(4):
            for x in range(5):
                # The slope at a corner is that of its gradient: all else is 0 there.
                corner = (x + 1.0, y + 2.0)
                slope = np.array(
                    [
                        nc.noise2(corner[0] + small, corner[1]) - nc.noise2(corner[0] - small, corner[1]),
                        nc.noise2(corner[0], corner[1] + small) - nc.noise2(corner[0], corner[1] - small),
                    ]
                )
                along = slope / np.linalg.norm(slope)
                across = np.array([-along[1], along[0]])
                tail = 4 * (cell * np.array([x, y]) + edge)
                tip = tail + 140 * along
                pen.line([*tail, *(tip - 40 * along)], fill=RED, width=14)
                pen.polygon(
                    [tuple(tip), *(tuple(tip - 60 * along + 26 * side * across) for side in (1, -1))], fill=RED
                )
                pen.ellipse([*(tail - 18), *(tail + 18)], fill=RED)

    return smooth((width, height), draw)


def bases() -> Any:
    """Show the four systems in two dimensions, the same four cells."""
    return row([shown(f) for f in (nc.noise2, nc.snoise2, nc.rombauts.noise2, nc.eshelman.raw_noise_2d)])


def octaves() -> Any:
    """Show one, two, three and seven octaves."""
    return row([shown(nc.snoise2.fbm(n), -0.8, 0.8, step=2.5 / SIDE, origin=(3, 1)) for n in (1, 2, 3, 7)])


def curves() -> Any:
    """Draw the octaves of a sum in one dimension, and below them the sum."""
    width, height = 594, 240
    x = np.linspace(0.5, 6.5, 4 * width)

    def draw(large: Any, pen: Any) -> None:
        places = [(0.16, 40, "#9aa5b1", 8), (0.40, 40, "#9aa5b1", 8), (0.56, 40, "#9aa5b1", 8)]
        lines = [nc.noise1(x * 2**k) / 2**k for k in range(3)]
        for line, (middle, _, colour, wide) in zip(
            [*lines, sum(lines)], [*places, (0.82, 40, RED, 12)], strict=True
        ):
            y = large.height * (middle - 0.24 * np.asarray(line))
            pen.line(
                list(zip(range(large.width), y.tolist(), strict=True)), fill=colour, width=wide, joint="curve"
            )

    return smooth((width, height), draw)


def kinds() -> Any:
    """Show the four kinds of sums."""
    base, view = nc.snoise2.seeded(5), {"step": 3 / SIDE, "origin": (0.4, 0.3)}
    return row(
        [
            shown(base.fbm(6), -0.8, 0.8, **view),
            shown(base.turbulence(6), 0, 0.8, **view),
            shown(base.ridged(6), -0.4, 1, **view),
            shown(base.ridged_multifractal(6), 0, 0.9, **view),
        ]
    )


def warps() -> Any:
    """Show a sum, and the same warped more and more."""
    base, by = nc.snoise2.seeded(3).fbm(5), nc.snoise2.seeded(4).fbm(3)
    return row(
        [shown(base.warped(by, s), -0.7, 0.7, step=2 / SIDE, origin=(0.3, 0.8)) for s in (0, 0.1, 0.3, 0.9)]
    )


def tiling() -> Any:
    """Show a picture repeated three times each way: one that does not tile, and one that does."""
    panels = []
    for field in (nc.noise2.seeded(9), nc.noise2.seeded(9).tiled(4, 4)):
        tile = to_uint8(field.fbm(4).grid((96, 96), step=4 / 96, origin=(0, 0.5)), -0.5, 0.5)
        panels.append(np.tile(tile, (3, 3)))
    return row(panels)


def loops() -> Any:
    """Show six frames of a film of five: the sixth is the first."""
    film = nc.snoise4.seeded(6).looped(None, None, 5)
    colours = Colormap(["#10002b", "#7b2cbf", "#ff6d00", "#ffe08a"])
    frames = to_uint8(film.grid((6, 96, 96), step=(1, 1 / 36, 1 / 36)), -0.9, 0.9)
    return row([colours(frame, bytes=True)[..., :3] for frame in frames])


def values() -> Any:
    """Draw how often each value comes: of noise, of a sum, of ridges; the grey marks are -1, 0 and 1."""
    panels = []
    for field in (nc.noise2, nc.snoise2, nc.snoise2.fbm(6), nc.snoise2.ridged_multifractal(6)):
        found = np.histogram(field.grid((1024, 1024), step=0.37), bins=SIDE - 8, range=(-1.06, 1.06))[0]
        heights = np.rint(100 * found / found.max())
        picture = np.full((112, SIDE), PAPER, "u1")
        for value in (-1, 0, 1):
            picture[:, round(4 + (value + 1.06) / 2.12 * (SIDE - 8))] = 205
        below = np.arange(112)[::-1, None] - 4 < heights
        picture[:, 4:-4][below & (found > 0)] = INK
        panels.append(np.pad(picture[1:-1, 1:-1], 1, constant_values=205))
    return row(panels)


# ---- the quick start ----


def preview() -> Any:
    """Show what a notebook shows of a field."""
    field = nc.snoise2.seeded(2024).fbm(6, frequency=1 / 128).scaled(0, 100)
    return np.asarray(Image.open(io.BytesIO(field._repr_png_() or b"")).convert("RGB"))


def relief() -> Any:
    """Draw a field as a landscape with matplotlib."""
    import matplotlib
    from matplotlib import pyplot

    from noise_cffi import plot

    matplotlib.use("agg")
    figure, axes = pyplot.subplots(figsize=(4.2, 4), dpi=100, layout="constrained")
    height = nc.snoise2.seeded(2024).fbm(6, frequency=1 / 128).scaled(0, 100)
    plot.relief(height, ax=axes, step=1, colormap="terrain")
    figure.canvas.draw()
    drawn = np.asarray(figure.canvas.buffer_rgba())[..., :3].copy()
    pyplot.close(figure)
    return drawn


START = {f.__name__: f for f in (preview, relief)}
CONCEPTS = {
    f.__name__: f for f in (lattice, bases, octaves, curves, kinds, warps, tiling, loops, values)
}  # by the names of their files


# ---- files ----


def store(image: Image.Image, target: Path) -> None:
    """Write a picture, with a palette if it has at most 256 colours."""
    image = image.convert("RGB")
    colours = image.getcolors(256)
    if colours is not None:
        image = image.quantize(len(colours), dither=Image.Dither.NONE)
    image.save(target, optimize=True)
    print(f"{target.name}, {target.stat().st_size} bytes")


def main() -> None:
    """Write all pictures."""
    for name, draw in {**START, **CONCEPTS}.items():
        store(Image.fromarray(draw()), DOCS / "images" / f"{name}.png")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    for code in [*recipes().values(), *recipes("embedding.md").values()]:
        with tempfile.TemporaryDirectory() as folder:
            run(code, Path(folder))
            for path in sorted(Path(folder).iterdir()):
                target = DOCS / "images" / path.name
                if path.suffix == ".gif":
                    target.write_bytes(path.read_bytes())
                else:
                    with Image.open(path) as image:
                        store(image, target)


if __name__ == "__main__":
    main()
