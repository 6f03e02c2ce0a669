"""Values as whole numbers of 8 and 16 bits, for images and height maps.

A value v becomes the whole number nearest to ``(v - lo) / (hi - lo) * most``, computed in double precision, half
to even, and clipped to 0 .. `most`, which is 255 or 65535.

>>> from noise_cffi import noise2, to_uint8
>>> to_uint8([-2.0, -1.0, 0.0, 1.0, 2.0])
array('B', [0, 0, 128, 255, 255])
>>> to_uint8(noise2.grid((2, 3), step=0.25))
array([[128, 123, 144],
       [161, 151, 156]], dtype=uint8)
"""

import sys
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from noise_cffi import _arrays, _checks
from noise_cffi._native import ffi

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from noise_cffi.field import Arrays, Number

_BLOCK = 2**14  # values that are held in double precision at a time


# fmt: off
@overload
def to_uint8(values: "Number", lo: float = -1.0, hi: float = 1.0) -> int: ...
@overload
def to_uint8(values: "Arrays", lo: float = -1.0, hi: float = 1.0) -> "NDArray[np.uint8]": ...
@overload
def to_uint8(values: Sequence[float], lo: float = -1.0, hi: float = 1.0) -> "array[int]": ...
# fmt: on
def to_uint8(values: Any, lo: Any = -1.0, hi: Any = 1.0) -> Any:
    """Return values as whole numbers from 0 for `lo` to 255 for `hi`.

    A number gives an int, a NumPy array of any shape, stride and real type an array of uint8 of the same shape, a
    sequence or a one-dimensional buffer an ``array.array('B')``. Between the bounds the nearest whole number is
    taken, of two that are equally near the even one; beyond them the bound's own: nothing wraps.

    Bounds that are not finite or not in rising order raise ValueError, and so does a NaN, with its index; what is
    not a real number, bools and text included, raises TypeError.

    >>> to_uint8(0.0), to_uint8(300, 0, 255), to_uint8(float("-inf"))
    (128, 255, 0)
    >>> to_uint8([0.5, float("nan")])
    Traceback (most recent call last):
    ...
    ValueError: 'values' must not be NaN (got nan at index 1)
    """
    return _whole(values, lo, hi, 255, "B")


# fmt: off
@overload
def to_uint16(values: "Number", lo: float = -1.0, hi: float = 1.0) -> int: ...
@overload
def to_uint16(values: "Arrays", lo: float = -1.0, hi: float = 1.0) -> "NDArray[np.uint16]": ...
@overload
def to_uint16(values: Sequence[float], lo: float = -1.0, hi: float = 1.0) -> "array[int]": ...
# fmt: on
def to_uint16(values: Any, lo: Any = -1.0, hi: Any = 1.0) -> Any:
    """Return values as whole numbers from 0 for `lo` to 65535 for `hi`.

    Arrays give arrays of uint16 in the machine's byte order, sequences and buffers an ``array.array('H')``; all
    else is as in to_uint8.

    >>> to_uint16([-1.0, 0.0, 0.25, 1.0])
    array('H', [0, 32768, 40959, 65535])
    """
    return _whole(values, lo, hi, 65535, "H")


def _whole(values: Any, lo: Any, hi: Any, most: int, code: str) -> Any:
    least, largest = _checks.finite("lo", lo), _checks.finite("hi", hi)
    if largest <= least:
        raise ValueError(f"'hi' must be above 'lo' (got {largest} and {least})")
    span = _checks.finite("hi - lo", largest - least)

    numpy = sys.modules.get("numpy")
    if numpy is not None:
        if isinstance(values, numpy.longdouble):  # taken like another number it would be rounded to float32
            values = float(values)
        elif isinstance(values, numpy.ndarray) or _makes_an_array(numpy, values):
            return _array(numpy, values, least, span, most, code)
    taken = _arrays.take("values", values, "fiu")
    if isinstance(taken, float):
        return _number(taken, least, span, most, ())
    try:
        numbers = memoryview(ffi.buffer(taken.owner)).cast(_arrays._LETTERS[taken.type])  # type: ignore[call-overload]
        return array(code, (_number(number, least, span, most, (i,)) for i, number in enumerate(numbers)))
    finally:
        taken.release()


def _makes_an_array(numpy: Any, values: Any) -> bool:
    """Return whether something is to be taken as the array that it makes: a pandas object, not a dask one."""
    cls = type(values)
    return (
        hasattr(cls, "__array__")
        and not isinstance(values, numpy.generic)
        and cls.__module__.partition(".")[0] != "dask"
    )


def _number(value: float, least: float, span: float, most: int, index: tuple[int, ...]) -> int:
    exact = (value - least) / span * most
    if exact != exact:
        _refuse_nan(index)
    return round(min(max(exact, 0.0), float(most)))


def _array(numpy: Any, values: Any, least: float, span: float, most: int, code: str) -> Any:
    if type(values) is not numpy.ndarray and isinstance(values, numpy.ma.MaskedArray):
        raise TypeError("'values' must not be masked (got a masked array): fill it first")
    values = numpy.asarray(values)
    if values.dtype.kind not in "fiu":
        raise TypeError(f"'values' must be a real number or an array of them (got an array of {values.dtype})")
    whole = numpy.empty(values.shape, code)
    blocks = numpy.nditer(
        [values, whole],
        flags=["external_loop", "buffered", "zerosize_ok"],
        op_flags=[["readonly"], ["writeonly"]],
        op_dtypes=["f8", code],
        casting="unsafe",
        buffersize=_BLOCK,
    )
    # What is too large for a double, or for the quotient, becomes infinite, and is clipped.
    with blocks, numpy.errstate(all="ignore"):
        for block, place in blocks:
            exact = block - least
            exact /= span
            exact *= most
            if numpy.isnan(exact).any():
                first = int(numpy.isnan(values).argmax())
                _refuse_nan(tuple(map(int, numpy.unravel_index(first, values.shape))))
            numpy.clip(exact, 0, most, out=exact)
            numpy.rint(exact, out=exact)
            place[...] = exact
    return whole


def _refuse_nan(index: tuple[int, ...]) -> None:
    raise ValueError(f"'values' must not be NaN (got nan{_checks.at(index)})")
