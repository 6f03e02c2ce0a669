"""Scaled and multi-octave simplex noise in two to four dimensions, as known from Eliot Eshelman's code.

The functions have the original's names and order of arguments. `raw_noise_2d` to `raw_noise_4d` are fields. In
three and four dimensions a radius of 0.6 makes the noise jump slightly across simplex faces, as in the original.

The parameters of a sum: `octaves`, above 0 and at most 64, where a fraction rounds up; `persistence`, the
factor between the amplitudes of octaves; `scale`, the frequency of the first octave, which each octave doubles.
The sum is divided by the sum of the amplitudes. Bounds map -1 .. 1 to `lo_bound` .. `hi_bound`, in either order.
Parameters are numbers, rounded to float32. Coordinates are taken as by a Field; each times the frequency of each
octave must be within the domain too.

>>> from noise_cffi import eshelman
>>> eshelman.scaled_octave_noise_2d(6, 0.5, 0.01, 0, 255, 10.0, 20.0)
105.83557891845703
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, overload

from noise_cffi import _arrays, _checks
from noise_cffi._compiled import base_field, cached, scaled_field, sum_field
from noise_cffi._native import lib
from noise_cffi.field import Out, _Field2, _Field3, _Field4, base

if TYPE_CHECKING:
    from array import array

    from noise_cffi.field import Anything, Arrays, Number, Sequences, Values

__all__ = [
    "octave_noise_2d",
    "octave_noise_3d",
    "octave_noise_4d",
    "raw_noise_2d",
    "raw_noise_3d",
    "raw_noise_4d",
    "scaled_octave_noise_2d",
    "scaled_octave_noise_3d",
    "scaled_octave_noise_4d",
    "scaled_raw_noise_2d",
    "scaled_raw_noise_3d",
    "scaled_raw_noise_4d",
]

raw_noise_2d: _Field2 = base("eshelman.raw_noise_2d")
raw_noise_3d: _Field3 = base("eshelman.raw_noise_3d")
raw_noise_4d: _Field4 = base("eshelman.raw_noise_4d")

_KERNELS = {2: lib.KERNEL_RAW2, 3: lib.KERNEL_RAW3, 4: lib.KERNEL_RAW4}


@lru_cache(maxsize=256, typed=True)
def _sum(dimensions: int, octaves: Any, persistence: Any, scale: Any) -> Any:
    return cached(
        sum_field,
        _KERNELS[dimensions],
        _checks.fractional_octaves(octaves),
        _checks.float32("scale", scale),
        2.0,
        1.0,
        _checks.float32("persistence", persistence),
    )


@lru_cache(maxsize=256, typed=True)
def _scaled_sum(dimensions: int, octaves: Any, persistence: Any, scale: Any, lo: Any, hi: Any) -> Any:
    return scaled_field(cached(_sum, dimensions, octaves, persistence, scale), lo, hi)


@lru_cache(maxsize=256, typed=True)
def _scaled_raw(dimensions: int, lo: Any, hi: Any) -> Any:
    return scaled_field(base_field(_KERNELS[dimensions]), lo, hi)


def _evaluate(field: Any, coordinates: tuple[Any, ...], out: Any, workers: Any) -> Any:
    return _arrays.evaluate(field, "xyzw"[: len(coordinates)], coordinates, out=out, workers=workers)


# fmt: off
@overload
def octave_noise_2d(octaves: float, persistence: float, scale: float, x: "Number", y: "Number",
    *, out: None = None, workers: int = 1) -> float: ...
@overload
def octave_noise_2d(octaves: float, persistence: float, scale: float, x: "Arrays", y: "Arrays",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def octave_noise_2d(octaves: float, persistence: float, scale: float, x: "Sequences", y: "Sequences",
    *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def octave_noise_2d(octaves: float, persistence: float, scale: float, x: "Anything", y: "Anything",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def octave_noise_2d(octaves: float, persistence: float, scale: float, x: "Anything", y: "Anything",
    *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def octave_noise_2d(
    octaves: float, persistence: float, scale: float, x: Any, y: Any, *, out: Any = None, workers: int = 1
) -> Any:
    """Return the sum of octaves of simplex noise in two dimensions, within -1 .. 1.

    See the module for the parameters and the coordinates.
    """
    return _evaluate(cached(_sum, 2, octaves, persistence, scale), (x, y), out, workers)


# fmt: off
@overload
def scaled_octave_noise_2d(octaves: float, persistence: float, scale: float, lo_bound: float,
    hi_bound: float, x: "Number", y: "Number", *, out: None = None, workers: int = 1) -> float: ...
@overload
def scaled_octave_noise_2d(octaves: float, persistence: float, scale: float, lo_bound: float,
    hi_bound: float, x: "Arrays", y: "Arrays", *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_octave_noise_2d(octaves: float, persistence: float, scale: float, lo_bound: float,
    hi_bound: float, x: "Sequences", y: "Sequences",
    *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def scaled_octave_noise_2d(octaves: float, persistence: float, scale: float, lo_bound: float,
    hi_bound: float, x: "Anything", y: "Anything",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_octave_noise_2d(octaves: float, persistence: float, scale: float, lo_bound: float,
    hi_bound: float, x: "Anything", y: "Anything", *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def scaled_octave_noise_2d(
    octaves: float,
    persistence: float,
    scale: float,
    lo_bound: float,
    hi_bound: float,
    x: Any,
    y: Any,
    *,
    out: Any = None,
    workers: int = 1,
) -> Any:
    """Return the sum of octaves of simplex noise in two dimensions, mapped to bounds.

    See the module for the parameters and the coordinates.
    """
    return _evaluate(cached(_scaled_sum, 2, octaves, persistence, scale, lo_bound, hi_bound), (x, y), out, workers)


# fmt: off
@overload
def scaled_raw_noise_2d(lo_bound: float, hi_bound: float, x: "Number", y: "Number",
    *, out: None = None, workers: int = 1) -> float: ...
@overload
def scaled_raw_noise_2d(lo_bound: float, hi_bound: float, x: "Arrays", y: "Arrays",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_raw_noise_2d(lo_bound: float, hi_bound: float, x: "Sequences", y: "Sequences",
    *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def scaled_raw_noise_2d(lo_bound: float, hi_bound: float, x: "Anything", y: "Anything",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_raw_noise_2d(lo_bound: float, hi_bound: float, x: "Anything", y: "Anything",
    *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def scaled_raw_noise_2d(
    lo_bound: float, hi_bound: float, x: Any, y: Any, *, out: Any = None, workers: int = 1
) -> Any:
    """Return simplex noise in two dimensions, mapped to bounds.

    See the module for the parameters and the coordinates.
    """
    return _evaluate(cached(_scaled_raw, 2, lo_bound, hi_bound), (x, y), out, workers)


# fmt: off
@overload
def octave_noise_3d(octaves: float, persistence: float, scale: float, x: "Number", y: "Number", z: "Number",
    *, out: None = None, workers: int = 1) -> float: ...
@overload
def octave_noise_3d(octaves: float, persistence: float, scale: float, x: "Arrays", y: "Arrays", z: "Arrays",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def octave_noise_3d(octaves: float, persistence: float, scale: float, x: "Sequences",
    y: "Sequences", z: "Sequences", *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def octave_noise_3d(octaves: float, persistence: float, scale: float, x: "Anything",
    y: "Anything", z: "Anything", *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def octave_noise_3d(octaves: float, persistence: float, scale: float, x: "Anything",
    y: "Anything", z: "Anything", *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def octave_noise_3d(
    octaves: float, persistence: float, scale: float, x: Any, y: Any, z: Any, *, out: Any = None, workers: int = 1
) -> Any:
    """Return the sum of octaves of simplex noise in three dimensions, within -1 .. 1.

    See the module for the parameters and the coordinates.
    """
    return _evaluate(cached(_sum, 3, octaves, persistence, scale), (x, y, z), out, workers)


# fmt: off
@overload
def scaled_octave_noise_3d(octaves: float, persistence: float, scale: float, lo_bound: float, hi_bound: float,
    x: "Number", y: "Number", z: "Number", *, out: None = None, workers: int = 1) -> float: ...
@overload
def scaled_octave_noise_3d(octaves: float, persistence: float, scale: float, lo_bound: float, hi_bound: float,
    x: "Arrays", y: "Arrays", z: "Arrays", *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_octave_noise_3d(octaves: float, persistence: float, scale: float, lo_bound: float, hi_bound: float,
    x: "Sequences", y: "Sequences", z: "Sequences",
    *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def scaled_octave_noise_3d(octaves: float, persistence: float, scale: float, lo_bound: float, hi_bound: float,
    x: "Anything", y: "Anything", z: "Anything",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_octave_noise_3d(octaves: float, persistence: float, scale: float, lo_bound: float, hi_bound: float,
    x: "Anything", y: "Anything", z: "Anything", *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def scaled_octave_noise_3d(
    octaves: float,
    persistence: float,
    scale: float,
    lo_bound: float,
    hi_bound: float,
    x: Any,
    y: Any,
    z: Any,
    *,
    out: Any = None,
    workers: int = 1,
) -> Any:
    """Return the sum of octaves of simplex noise in three dimensions, mapped to bounds.

    See the module for the parameters and the coordinates.
    """
    return _evaluate(
        cached(_scaled_sum, 3, octaves, persistence, scale, lo_bound, hi_bound), (x, y, z), out, workers
    )


# fmt: off
@overload
def scaled_raw_noise_3d(lo_bound: float, hi_bound: float, x: "Number", y: "Number", z: "Number",
    *, out: None = None, workers: int = 1) -> float: ...
@overload
def scaled_raw_noise_3d(lo_bound: float, hi_bound: float, x: "Arrays", y: "Arrays", z: "Arrays",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_raw_noise_3d(lo_bound: float, hi_bound: float, x: "Sequences", y: "Sequences", z: "Sequences",
    *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def scaled_raw_noise_3d(lo_bound: float, hi_bound: float, x: "Anything", y: "Anything", z: "Anything",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_raw_noise_3d(lo_bound: float, hi_bound: float, x: "Anything", y: "Anything", z: "Anything",
    *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def scaled_raw_noise_3d(
    lo_bound: float, hi_bound: float, x: Any, y: Any, z: Any, *, out: Any = None, workers: int = 1
) -> Any:
    """Return simplex noise in three dimensions, mapped to bounds.

    See the module for the parameters and the coordinates.
    """
    return _evaluate(cached(_scaled_raw, 3, lo_bound, hi_bound), (x, y, z), out, workers)


# fmt: off
@overload
def octave_noise_4d(octaves: float, persistence: float, scale: float, x: "Number",
    y: "Number", z: "Number", w: "Number", *, out: None = None, workers: int = 1) -> float: ...
@overload
def octave_noise_4d(octaves: float, persistence: float, scale: float, x: "Arrays",
    y: "Arrays", z: "Arrays", w: "Arrays", *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def octave_noise_4d(octaves: float, persistence: float, scale: float, x: "Sequences",
    y: "Sequences", z: "Sequences", w: "Sequences",
    *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def octave_noise_4d(octaves: float, persistence: float, scale: float, x: "Anything",
    y: "Anything", z: "Anything", w: "Anything",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def octave_noise_4d(octaves: float, persistence: float, scale: float, x: "Anything",
    y: "Anything", z: "Anything", w: "Anything", *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def octave_noise_4d(
    octaves: float,
    persistence: float,
    scale: float,
    x: Any,
    y: Any,
    z: Any,
    w: Any,
    *,
    out: Any = None,
    workers: int = 1,
) -> Any:
    """Return the sum of octaves of simplex noise in four dimensions, within -1 .. 1.

    See the module for the parameters and the coordinates.
    """
    return _evaluate(cached(_sum, 4, octaves, persistence, scale), (x, y, z, w), out, workers)


# fmt: off
@overload
def scaled_octave_noise_4d(octaves: float, persistence: float, scale: float, lo_bound: float, hi_bound: float,
    x: "Number", y: "Number", z: "Number", w: "Number", *, out: None = None, workers: int = 1) -> float: ...
@overload
def scaled_octave_noise_4d(octaves: float, persistence: float, scale: float, lo_bound: float, hi_bound: float,
    x: "Arrays", y: "Arrays", z: "Arrays", w: "Arrays",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_octave_noise_4d(octaves: float, persistence: float, scale: float, lo_bound: float, hi_bound: float,
    x: "Sequences", y: "Sequences", z: "Sequences", w: "Sequences",
    *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def scaled_octave_noise_4d(octaves: float, persistence: float, scale: float, lo_bound: float, hi_bound: float,
    x: "Anything", y: "Anything", z: "Anything", w: "Anything",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_octave_noise_4d(octaves: float, persistence: float, scale: float, lo_bound: float, hi_bound: float,
    x: "Anything", y: "Anything", z: "Anything", w: "Anything", *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def scaled_octave_noise_4d(
    octaves: float,
    persistence: float,
    scale: float,
    lo_bound: float,
    hi_bound: float,
    x: Any,
    y: Any,
    z: Any,
    w: Any,
    *,
    out: Any = None,
    workers: int = 1,
) -> Any:
    """Return the sum of octaves of simplex noise in four dimensions, mapped to bounds.

    See the module for the parameters and the coordinates.
    """
    return _evaluate(
        cached(_scaled_sum, 4, octaves, persistence, scale, lo_bound, hi_bound), (x, y, z, w), out, workers
    )


# fmt: off
@overload
def scaled_raw_noise_4d(lo_bound: float, hi_bound: float, x: "Number", y: "Number", z: "Number", w: "Number",
    *, out: None = None, workers: int = 1) -> float: ...
@overload
def scaled_raw_noise_4d(lo_bound: float, hi_bound: float, x: "Arrays", y: "Arrays", z: "Arrays", w: "Arrays",
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_raw_noise_4d(lo_bound: float, hi_bound: float, x: "Sequences", y: "Sequences",
    z: "Sequences", w: "Sequences", *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def scaled_raw_noise_4d(lo_bound: float, hi_bound: float, x: "Anything", y: "Anything",
    z: "Anything", w: "Anything", *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def scaled_raw_noise_4d(lo_bound: float, hi_bound: float, x: "Anything", y: "Anything",
    z: "Anything", w: "Anything", *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def scaled_raw_noise_4d(
    lo_bound: float, hi_bound: float, x: Any, y: Any, z: Any, w: Any, *, out: Any = None, workers: int = 1
) -> Any:
    """Return simplex noise in four dimensions, mapped to bounds.

    See the module for the parameters and the coordinates.
    """
    return _evaluate(cached(_scaled_raw, 4, lo_bound, hi_bound), (x, y, z, w), out, workers)
