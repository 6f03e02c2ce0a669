"""What a notebook shows of a field: a small grey picture, black where it is least and white where it is largest.

It spans the period along x, if that is no more than 16 cells of the first octave, and else 4 cells, from the
origin on; along z and w it lies half a cell away from 0, where Perlin noise is flatter. Of a field in one
dimension it is a curve.
"""

import io
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from noise_cffi.field import Field

_SIDE = 256
_CURVE = 64  # the height of a curve
_MOST_WORK = 2**26  # evaluations of base functions: a picture appears at once, or in a coarser grain


def png(field: "Field") -> bytes | None:
    """Return the picture as PNG; None where the coordinates would leave the domain, or the work be too much."""
    spec = field._spec
    cell, period = spec.cell(), spec.repeats()[0]
    side = _SIDE
    while field.ndim > 1 and side * side * field._field.work > _MOST_WORK:
        side //= 2
    if side < 16:
        return None
    step = (period if period is not None and period <= 16 * cell else 4 * cell) / side
    try:
        if field.ndim == 1:
            pixels = _curve(field.grid(_SIDE, step=step))
        else:
            depth = field.ndim - 2
            origin = (cell / 2,) * depth + (0.0, 0.0)
            pixels = _grey(field.grid((1,) * depth + (side, side), step=step, origin=origin).reshape(side, side))
    except ValueError:
        return None
    file = io.BytesIO()
    Image.fromarray(np.repeat(np.repeat(pixels, _SIDE // side, 0), _SIDE // side, 1)).save(file, "PNG")
    return file.getvalue()


def _unit(values: "NDArray[np.float32]") -> "NDArray[np.float64]":
    """Return values as parts of the way from the least to the largest; a half where all are the same."""
    wide = values.astype("f8")
    least, span = wide.min(), np.ptp(wide)
    return (wide - least) / span if span else np.full(wide.shape, 0.5)


def _grey(values: "NDArray[np.float32]") -> "NDArray[np.uint8]":
    return np.rint(_unit(values) * 255).astype("u1")


def _curve(values: "NDArray[np.float32]") -> "NDArray[np.uint8]":
    below = np.arange(_CURVE)[::-1, None] <= np.rint(_unit(values) * (_CURVE - 1))
    return np.where(below, 64, 255).astype("u1")
