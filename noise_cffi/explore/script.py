"""Python that makes the pixels of a page."""

from collections.abc import Iterator, Mapping
from typing import Any

from noise_cffi.explore.state import MAPS, State
from noise_cffi.explore.tiles import light


def script(state: State, left: int, top: int, width: int, height: int) -> str:
    """Return a program that writes what the page shows, as noise.png: a rectangle of pixels."""
    lit = light(state)
    edge = 0 if lit is None else 1
    rectangle = (left - edge, top - edge, width + 2 * edge, height + 2 * edge)
    lines = [
        "from cmap import Colormap",
        f"from noise_cffi import {', '.join(sorted({*_names(state.field.to_dict()), 'to_uint8'}))}",
        "from PIL import Image",
        "",
        f"field = {state.field!r}",
        f"heights = {_heights(state, *rectangle)}",
        f"levels = to_uint8(heights, {state.lo!r}, {state.hi!r})",
        f"colours = Colormap({_quoted(MAPS[state.map])})(levels, bytes=True)[..., :3]",
    ]
    if lit is not None:
        lines += [
            "",
            "# The light: from the slope at each pixel but those of the border.",
            "h = heights.astype(float)",
            f"dx = {lit.scale!r} * (h[1:-1, 2:] - h[1:-1, :-2])",
            f"dy = {lit.scale!r} * (h[2:, 1:-1] - h[:-2, 1:-1])",
            f"light = ({lit.up!r} + {lit.east!r} * dx + {lit.south!r} * dy) / np.sqrt(dx * dx + dy * dy + 1)",
            "lit = colours[1:-1, 1:-1] * (0.25 + 1.06 * np.maximum(light, 0))[..., None]",
            'colours = np.clip(np.rint(lit), 0, 255).astype("u1")',
        ]
    if lit is not None or state.field.ndim == 1:
        lines.insert(0, "import numpy as np")
    return "\n".join([*lines, 'Image.fromarray(colours).save("noise.png")', ""])


def _heights(state: State, left: int, top: int, width: int, height: int) -> str:
    if state.field.ndim == 1:
        return f"np.tile(field.grid({width}, step={state.step!r}, start={left}), ({height}, 1))"
    further = state.further()
    if not further:
        return f"field.grid(({height}, {width}), step={state.step!r}, start=({top}, {left}))"
    shape = ", ".join(["1"] * len(further) + [str(height), str(width)])
    origin = ", ".join([repr(place) for place in further] + ["0", "0"])
    start = ", ".join(["0"] * len(further) + [str(top), str(left)])
    inner = "[0]" * len(further)
    return f"field.grid(({shape}), step={state.step!r}, origin=({origin}), start=({start})){inner}"


def _names(saved: Mapping[str, Any]) -> Iterator[str]:
    """Return what the expression of a saved field has to import."""
    yield saved["function"].partition(".")[0]
    for warp in saved.get("warps", ()):
        for by in warp["by"]:
            yield from _names(by)


def _quoted(colours: str | list[str]) -> str:
    """Return an expression as this project writes it, with double quotes."""
    if isinstance(colours, str):
        return f'"{colours}"'
    return "[" + ", ".join(f'"{colour}"' for colour in colours) + "]"
