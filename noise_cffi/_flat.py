"""The short way of contiguous arrays of one shape, all float32 or all float64, and of grids: they are often small.

Each function returns the result, or None where the short way is not open or a coordinate is bad: the long way, in
_arrays, then takes the call, or says what is wrong. The caller has seen that x is an ndarray. They are written out
for each number of coordinates, since a loop over them would cost as much as everything else here.
"""

from typing import Any

from noise_cffi._native import ffi, lib

_CHARS = ffi.typeof("char[]")
_from_buffer = ffi.from_buffer

ndarray: Any = object()  # until NumPy is met, no type is this
float32: Any = None
float64: Any = None
empty: Any = None


def meet(numpy: Any) -> None:
    """Keep what is needed of NumPy, once a caller has it."""
    global ndarray, float32, float64, empty
    if ndarray is numpy.ndarray:
        return
    float32, float64, empty = numpy.dtype("f4"), numpy.dtype("f8"), numpy.empty
    ndarray = numpy.ndarray  # last: another thread may look at it at any time


def _fitting(out: Any, shape: tuple[int, ...]) -> Any:
    """Return `out` if values of a shape can go there as they come, else None."""
    return out if type(out) is ndarray and out.dtype is float32 and out.shape == shape else None


def flat1(field: Any, x: Any, out: Any) -> Any:
    """Take the short way with 1 coordinate."""
    dtype = x.dtype
    if dtype is not float32 and dtype is not float64:
        return None
    shape = x.shape
    if not shape:
        return None
    out = empty(shape, float32) if out is None else _fitting(out, shape)
    try:
        bad = lib.noise_flat1(
            field, _from_buffer(_CHARS, x), _from_buffer(_CHARS, out, True), out.size, dtype is float64
        )
    except (AttributeError, BufferError, TypeError, ValueError):  # not contiguous, not writable, not fitting
        return None
    return out if bad == -1 else None


def flat2(field: Any, x: Any, y: Any, out: Any) -> Any:
    """Take the short way with 2 coordinates."""
    dtype = x.dtype
    if type(y) is not ndarray or y.dtype is not dtype or (dtype is not float32 and dtype is not float64):
        return None
    shape = x.shape
    if not shape or y.shape != shape:
        return None
    out = empty(shape, float32) if out is None else _fitting(out, shape)
    try:
        bad = lib.noise_flat2(
            field,
            _from_buffer(_CHARS, x),
            _from_buffer(_CHARS, y),
            _from_buffer(_CHARS, out, True),
            out.size,
            dtype is float64,
        )
    except (AttributeError, BufferError, TypeError, ValueError):  # not contiguous, not writable, not fitting
        return None
    return out if bad == -1 else None


def flat3(field: Any, x: Any, y: Any, z: Any, out: Any) -> Any:
    """Take the short way with 3 coordinates."""
    dtype = x.dtype
    if (
        type(y) is not ndarray
        or type(z) is not ndarray
        or y.dtype is not dtype
        or z.dtype is not dtype
        or (dtype is not float32 and dtype is not float64)
    ):
        return None
    shape = x.shape
    if not shape or y.shape != shape or z.shape != shape:
        return None
    out = empty(shape, float32) if out is None else _fitting(out, shape)
    try:
        bad = lib.noise_flat3(
            field,
            _from_buffer(_CHARS, x),
            _from_buffer(_CHARS, y),
            _from_buffer(_CHARS, z),
            _from_buffer(_CHARS, out, True),
            out.size,
            dtype is float64,
        )
    except (AttributeError, BufferError, TypeError, ValueError):  # not contiguous, not writable, not fitting
        return None
    return out if bad == -1 else None


def flat4(field: Any, x: Any, y: Any, z: Any, w: Any, out: Any) -> Any:
    """Take the short way with 4 coordinates."""
    dtype = x.dtype
    if (
        type(y) is not ndarray
        or type(z) is not ndarray
        or type(w) is not ndarray
        or y.dtype is not dtype
        or z.dtype is not dtype
        or w.dtype is not dtype
        or (dtype is not float32 and dtype is not float64)
    ):
        return None
    shape = x.shape
    if not shape or y.shape != shape or z.shape != shape or w.shape != shape:
        return None
    out = empty(shape, float32) if out is None else _fitting(out, shape)
    try:
        bad = lib.noise_flat4(
            field,
            _from_buffer(_CHARS, x),
            _from_buffer(_CHARS, y),
            _from_buffer(_CHARS, z),
            _from_buffer(_CHARS, w),
            _from_buffer(_CHARS, out, True),
            out.size,
            dtype is float64,
        )
    except (AttributeError, BufferError, TypeError, ValueError):  # not contiguous, not writable, not fitting
        return None
    return out if bad == -1 else None


def grid2(field: Any, shape: Any, step: Any, origin: Any, start: Any, out: Any) -> Any:
    """Take the short way of a grid in 2 dimensions, where its parameters are of the usual types."""
    try:
        h, w = shape
        if type(shape) is not tuple or type(h) is not int or type(w) is not int:
            return None
        if type(step) is float:
            dy = dx = step
        elif type(step) is tuple or type(step) is list:
            dy, dx = step
            if type(dy) is not float or type(dx) is not float:
                return None
        else:
            return None
        if type(origin) is float:
            oy = ox = origin
        elif type(origin) is tuple or type(origin) is list:
            oy, ox = origin
            if type(oy) is not float or type(ox) is not float:
                return None
        else:
            return None
        if type(start) is int:
            sy = sx = start
        elif type(start) is tuple or type(start) is list:
            sy, sx = start
            if type(sy) is not int or type(sx) is not int:
                return None
        else:
            return None
        if out is None:
            out = empty(shape, float32)
        elif type(out) is not ndarray or out.dtype is not float32 or out.shape != shape:
            return None
        held = _from_buffer(_CHARS, out, True)
        bad = lib.noise_flat_grid2(field, h, w, dy, dx, oy, ox, sy, sx, held, len(held))
    except (AttributeError, BufferError, MemoryError, OverflowError, TypeError, ValueError):
        return None
    return out if bad == -1 else None


def grid3(field: Any, shape: Any, step: Any, origin: Any, start: Any, out: Any) -> Any:
    """Take the short way of a grid in 3 dimensions."""
    try:
        d, h, w = shape
        if type(shape) is not tuple or type(d) is not int or type(h) is not int or type(w) is not int:
            return None
        if type(step) is float:
            dz = dy = dx = step
        elif type(step) is tuple or type(step) is list:
            dz, dy, dx = step
            if type(dz) is not float or type(dy) is not float or type(dx) is not float:
                return None
        else:
            return None
        if type(origin) is float:
            oz = oy = ox = origin
        elif type(origin) is tuple or type(origin) is list:
            oz, oy, ox = origin
            if type(oz) is not float or type(oy) is not float or type(ox) is not float:
                return None
        else:
            return None
        if type(start) is int:
            sz = sy = sx = start
        elif type(start) is tuple or type(start) is list:
            sz, sy, sx = start
            if type(sz) is not int or type(sy) is not int or type(sx) is not int:
                return None
        else:
            return None
        if out is None:
            out = empty(shape, float32)
        elif type(out) is not ndarray or out.dtype is not float32 or out.shape != shape:
            return None
        held = _from_buffer(_CHARS, out, True)
        bad = lib.noise_flat_grid3(field, d, h, w, dz, dy, dx, oz, oy, ox, sz, sy, sx, held, len(held))
    except (AttributeError, BufferError, MemoryError, OverflowError, TypeError, ValueError):
        return None
    return out if bad == -1 else None


def no_grid(*_: Any) -> Any:
    """Leave the grid to the long way."""
    return None


FLATS: tuple[Any, ...] = (flat1, flat2, flat3, flat4)
