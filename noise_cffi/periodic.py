"""Periodic Perlin noise with the semantics of the original: the period holds on each side of zero.

>>> from noise_cffi import pnoise1
>>> pnoise1(0.25, 8) == pnoise1(8.25, 8)
True
>>> pnoise1(-0.25, 8) == pnoise1(7.75, 8)
False
"""

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from noise_cffi import _arrays, _checks
from noise_cffi._compiled import base_field
from noise_cffi._native import lib
from noise_cffi.field import Out

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from noise_cffi.field import Anything, Arrays, Number, Sequences, Values

    Period: TypeAlias = int | np.integer[Any]
    Periods: TypeAlias = Period | NDArray[np.integer[Any]]
    PeriodSequences: TypeAlias = Period | Sequence[int]
    AnyPeriods: TypeAlias = Periods | PeriodSequences

_ONE = 1  # the default of `workers`: `is` tells it from True and 1.0
_KERNELS = (None, lib.KERNEL_PNOISE1, lib.KERNEL_PNOISE2, lib.KERNEL_PNOISE3, lib.KERNEL_PNOISE4)


_field = lru_cache(maxsize=256)(base_field)


def _evaluate(coordinates: tuple[Any, ...], periods: tuple[Any, ...], out: Any, workers: Any) -> Any:
    if workers is not _ONE:
        _checks.workers(workers)  # a refusal keeps no hold of buffers
    names = [*"xyzw"[: len(coordinates)], *("px", "py", "pz", "pw")[: len(coordinates)]]
    taken = tuple(_arrays.take(name, p, "iu") for name, p in zip(names[len(periods) :], periods, strict=True))
    if all(isinstance(period, int) for period in taken):
        return _arrays.evaluate(_field(_KERNELS[len(taken)], taken), names, coordinates, out=out, workers=workers)
    field = _field(_KERNELS[len(periods)])
    return _arrays.evaluate(field, names, coordinates, out=out, workers=workers, periods=taken)


# fmt: off
@overload
def pnoise1(x: "Number", px: "Period", /, *, out: None = None, workers: int = 1) -> float: ...
@overload
def pnoise1(x: "Arrays", px: "Periods", /, *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def pnoise1(x: "Sequences", px: "PeriodSequences", /,
    *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def pnoise1(x: "Anything", px: "AnyPeriods", /,
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def pnoise1(x: "Anything", px: "AnyPeriods", /, *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def pnoise1(x: Any, px: Any, /, *, out: Any = None, workers: Any = 1) -> Any:
    """Return periodic Perlin noise in one dimension.

    The coordinate is taken as by a Field; the period is an integer from 1 to 2**31 - 1, or integers that
    broadcast with the coordinate. It holds on each side of zero, but across zero only where it is 1 or a
    multiple of 256; the table that is hashed repeats after 256 cells whatever the period. Source: Gustavson's
    noise1234. Errors are those of a Field, and ValueError for a period out of range.

    >>> from noise_cffi import pnoise1
    >>> pnoise1(0.5, 8) == pnoise1(8.5, 8)
    True
    """
    if type(x) is float and type(px) is int and 0 < px < 2**31 and out is None and workers is _ONE:
        value = lib.checked_pnoise1(x, px)
        if value == value:
            return value
    return _evaluate((x,), (px,), out, workers)


# fmt: off
@overload
def pnoise2(x: "Number", y: "Number", px: "Period", py: "Period", /,
    *, out: None = None, workers: int = 1) -> float: ...
@overload
def pnoise2(x: "Arrays", y: "Arrays", px: "Periods", py: "Periods", /,
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def pnoise2(x: "Sequences", y: "Sequences", px: "PeriodSequences", py: "PeriodSequences", /,
    *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def pnoise2(x: "Anything", y: "Anything", px: "AnyPeriods", py: "AnyPeriods", /,
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def pnoise2(x: "Anything", y: "Anything", px: "AnyPeriods", py: "AnyPeriods", /,
    *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def pnoise2(x: Any, y: Any, px: Any, py: Any, /, *, out: Any = None, workers: Any = 1) -> Any:
    """Return periodic Perlin noise in two dimensions.

    Coordinates are taken as by a Field, periods as by `pnoise1`, one for each. Errors are those of both.

    >>> from noise_cffi import pnoise2
    >>> pnoise2(0.5, 0.25, 8, 8) == pnoise2(8.5, 16.25, 8, 8)
    True
    """
    if (
        type(x) is float
        and type(y) is float
        and type(px) is int
        and 0 < px < 2**31
        and type(py) is int
        and 0 < py < 2**31
        and out is None
        and workers is _ONE
    ):
        value = lib.checked_pnoise2(x, y, px, py)
        if value == value:
            return value
    return _evaluate((x, y), (px, py), out, workers)


# fmt: off
@overload
def pnoise3(x: "Number", y: "Number", z: "Number", px: "Period", py: "Period", pz: "Period", /,
    *, out: None = None, workers: int = 1) -> float: ...
@overload
def pnoise3(x: "Arrays", y: "Arrays", z: "Arrays", px: "Periods", py: "Periods", pz: "Periods", /,
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def pnoise3(x: "Sequences", y: "Sequences", z: "Sequences", px: "PeriodSequences",
    py: "PeriodSequences", pz: "PeriodSequences", /,
    *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def pnoise3(x: "Anything", y: "Anything", z: "Anything", px: "AnyPeriods",
    py: "AnyPeriods", pz: "AnyPeriods", /,
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def pnoise3(x: "Anything", y: "Anything", z: "Anything", px: "AnyPeriods",
    py: "AnyPeriods", pz: "AnyPeriods", /, *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def pnoise3(x: Any, y: Any, z: Any, px: Any, py: Any, pz: Any, /, *, out: Any = None, workers: Any = 1) -> Any:
    """Return periodic Perlin noise in three dimensions.

    Coordinates are taken as by a Field, periods as by `pnoise1`, one for each. Errors are those of both.

    >>> from noise_cffi import pnoise3
    >>> pnoise3(0.5, 0.25, 0.75, 8, 8, 8) == pnoise3(8.5, 16.25, 8.75, 8, 8, 8)
    True
    """
    if (
        type(x) is float
        and type(y) is float
        and type(z) is float
        and type(px) is int
        and 0 < px < 2**31
        and type(py) is int
        and 0 < py < 2**31
        and type(pz) is int
        and 0 < pz < 2**31
        and out is None
        and workers is _ONE
    ):
        value = lib.checked_pnoise3(x, y, z, px, py, pz)
        if value == value:
            return value
    return _evaluate((x, y, z), (px, py, pz), out, workers)


# fmt: off
@overload
def pnoise4(x: "Number", y: "Number", z: "Number", w: "Number", px: "Period",
    py: "Period", pz: "Period", pw: "Period", /, *, out: None = None, workers: int = 1) -> float: ...
@overload
def pnoise4(x: "Arrays", y: "Arrays", z: "Arrays", w: "Arrays", px: "Periods",
    py: "Periods", pz: "Periods", pw: "Periods", /, *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def pnoise4(x: "Sequences", y: "Sequences", z: "Sequences", w: "Sequences", px: "PeriodSequences",
    py: "PeriodSequences", pz: "PeriodSequences", pw: "PeriodSequences", /,
    *, out: None = None, workers: int = 1) -> "array[float]": ...
@overload
def pnoise4(x: "Anything", y: "Anything", z: "Anything", w: "Anything", px: "AnyPeriods",
    py: "AnyPeriods", pz: "AnyPeriods", pw: "AnyPeriods", /,
    *, out: None = None, workers: int = 1) -> "Values": ...
@overload
def pnoise4(x: "Anything", y: "Anything", z: "Anything", w: "Anything", px: "AnyPeriods",
    py: "AnyPeriods", pz: "AnyPeriods", pw: "AnyPeriods", /, *, out: Out, workers: int = 1) -> Out: ...
# fmt: on
def pnoise4(
    x: Any, y: Any, z: Any, w: Any, px: Any, py: Any, pz: Any, pw: Any, /, *, out: Any = None, workers: Any = 1
) -> Any:
    """Return periodic Perlin noise in four dimensions.

    Coordinates are taken as by a Field, periods as by `pnoise1`, one for each. Errors are those of both.

    >>> from noise_cffi import pnoise4
    >>> pnoise4(0.5, 0.25, 0.75, 0.125, 8, 8, 8, 8) == pnoise4(8.5, 16.25, 8.75, 8.125, 8, 8, 8, 8)
    True
    """
    if (
        type(x) is float
        and type(y) is float
        and type(z) is float
        and type(w) is float
        and type(px) is int
        and 0 < px < 2**31
        and type(py) is int
        and 0 < py < 2**31
        and type(pz) is int
        and 0 < pz < 2**31
        and type(pw) is int
        and 0 < pw < 2**31
        and out is None
        and workers is _ONE
    ):
        value = lib.checked_pnoise4(x, y, z, w, px, py, pz, pw)
        if value == value:
            return value
    return _evaluate((x, y, z, w), (px, py, pz, pw), out, workers)
