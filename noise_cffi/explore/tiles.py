"""What the page draws: heights, tile by tile, the 256 colours of a map, and the light on a relief.

Pixels are counted from the origin on: pixel i of an axis is the coordinate ``i * step``, so tiles of one step are
chunks of one grid and have the bits of the whole. A tile has 256 by 256 of them and a border of one pixel around,
which the light needs. Colours and light are the page's work: page/tiles.js does in the same doubles what the
script does.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from noise_cffi.explore.state import MAPS, State, natural

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = 256
LARGEST_TILE = 2**44  # columns and rows: tiles end where a double can no longer count pixels


def heights(state: State, left: int, top: int, width: int, height: int) -> "NDArray[np.float32]":
    """Return the values of a rectangle of pixels; a field in one dimension is the same in each row."""
    if state.field.ndim == 1:
        return np.broadcast_to(state.field.grid(width, step=state.step, start=left), (height, width))
    further = state.further()
    slices = (0,) * len(further)
    values = state.field.grid(
        (*(1 for _ in further), height, width),
        step=state.step,
        origin=(*further, 0, 0),
        start=(*slices, top, left),
    )
    return values.reshape(height, width)


def tile(state: State, column: int, row: int) -> bytes:
    """Return the heights of a tile with its border, row by row, as little-endian float32."""
    border = SIZE + 2
    values = heights(state, column * SIZE - 1, row * SIZE - 1, border, border)
    return values.astype("<f4", copy=False).tobytes()


def colours(name: str) -> bytes:
    """Return red, green and blue of the 256 colours of a map."""
    from cmap import Colormap  # late: it takes longer to import than all else here

    return np.asarray(Colormap(MAPS[name])(np.arange(256, dtype="u1"), bytes=True))[:, :3].tobytes()


class Light(NamedTuple):
    """The light on a relief: ``(up + east * dx + south * dy) / sqrt(dx * dx + dy * dy + 1)``.

    dx and dy are `scale` times the difference of the heights to the right and to the left, below and above.
    """

    scale: float
    east: float
    south: float
    up: float


def light(state: State) -> Light | None:
    """Return the light of a state; None where there is no relief. It stands half way up the sky."""
    if not state.relief:
        return None
    lo, hi = natural(state.field)
    angle = math.radians(state.light)
    place = (-math.sin(angle), math.cos(angle), 1.0)
    # Rounded: so short numbers in the script are exactly these.
    return Light(
        float(f"{state.relief / (hi - lo) / state.step:.6g}"), *(round(math.sqrt(0.5) * a, 4) + 0.0 for a in place)
    )
