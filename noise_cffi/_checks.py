"""Every refusal of a parameter or a coordinate, and its message.

TypeError for a wrong kind, ValueError for a wrong value, as in ``'octaves' must be at least 1 (got 0)``.
"""

import operator
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from noise_cffi._native import lib

DOMAIN = 2**24
PRECISE_DOMAIN = 2**50
LARGEST_PERIOD = 2**31 - 1
MOST_OCTAVES = 64
LARGEST_INDEX = 2**53

_TEXT = (str, bytes, bytearray)


def kind(value: object) -> str:
    """Return what an error message calls a value's type."""
    if value is None:
        return "None"
    cls = type(value)
    return cls.__name__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__name__}"


def is_bool(value: object) -> bool:
    """Return whether a value is a bool, NumPy's included."""
    if isinstance(value, bool):
        return True
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.bool_)


def at(index: Sequence[int] | None) -> str:
    """Return where an element is, for the end of a message: nothing for a number by itself."""
    if not index:
        return ""
    return f" at index {index[0] if len(index) == 1 else tuple(index)}"


def shown(value: Any) -> str:
    """Return a value as a message shows it: the digits of huge integers would fill the screen."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"an integer of {value.bit_length()} bits"
    return repr(value)


def real(name: str, value: Any, index: Sequence[int] | None = None) -> float:
    """Return a real number as a float; refuse what is not one, bools and text included."""
    number = _float_or_none(name, value, index)
    if number is None:
        raise TypeError(f"'{name}' must be a real number (got {kind(value)}{at(index)})")
    return number


def _float_or_none(name: str, value: Any, index: Sequence[int] | None) -> float | None:
    if type(value) is float:
        return value
    if is_bool(value) or isinstance(value, (*_TEXT, complex)):
        return None
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, (numpy.generic, numpy.ndarray)):
        if value.dtype.kind not in "fiu" or value.ndim:
            return None
        if value.dtype.char == "g":  # longdouble is rounded once, as in arrays
            with numpy.errstate(over="ignore"):
                return float(value.astype(numpy.float32))
    elif not (hasattr(type(value), "__float__") or hasattr(type(value), "__index__")):
        return None
    try:
        return float(value)
    except TypeError:
        return None
    except (OverflowError, ValueError):  # an int beyond floats; a signaling NaN of decimal
        raise ValueError(f"'{name}' must fit a float (got {shown(value)}{at(index)})") from None


def integer(name: str, value: Any, index: Sequence[int] | None = None) -> int:
    """Return an integer of any type as an int."""
    if not is_bool(value) and hasattr(type(value), "__index__"):
        try:
            return operator.index(value)
        except TypeError:  # an array of more than one element, or what gives no int
            pass
    raise TypeError(f"'{name}' must be an integer (got {kind(value)}{at(index)})")


def whole(name: str, value: Any, lo: int, hi: int | None = None) -> int:
    """Return an integer of any type as an int from lo to hi, both included."""
    number = integer(name, value)
    if number < lo:
        raise ValueError(f"'{name}' must be at least {lo} (got {shown(number)})")
    if hi is not None and number > hi:
        raise ValueError(f"'{name}' must be at most {hi} (got {shown(number)})")
    return number


def period(name: str, value: Any) -> int:
    """Return one period as an int."""
    return whole(name, value, 1, LARGEST_PERIOD)


def octaves(value: Any) -> int:
    """Return a number of octaves as an int."""
    return whole("octaves", value, 1, MOST_OCTAVES)


def fractional_octaves(value: Any) -> int:
    """Return a float number of octaves, which rounds up, as an int."""
    number = float32("octaves", value)
    if not 0 < number <= MOST_OCTAVES:
        raise ValueError(f"'octaves' must be above 0 and at most {MOST_OCTAVES} (got {number})")
    return -int(-number // 1)


def float32(name: str, value: Any) -> float:
    """Return a parameter rounded to float32: finite."""
    number = real(name, value)
    rounded: float = lib.noise_field_round(number)
    if not -float("inf") < rounded < float("inf"):
        raise ValueError(f"'{name}' must be finite in float32 (got {number})")
    return rounded


def positive(name: str, value: Any) -> float:
    """Return a parameter rounded to float32: finite and above 0."""
    rounded = float32(name, value)
    if not rounded > 0:
        raise ValueError(f"'{name}' must be above 0 in float32 (got {value})")
    return rounded


def truth(name: str, value: Any) -> bool:
    """Return a switch as a bool."""
    if not is_bool(value):
        raise TypeError(f"'{name}' must be True or False (got {kind(value)})")
    return bool(value)


def finite(name: str, value: Any) -> float:
    """Return a parameter as a finite float."""
    number = real(name, value)
    if not -float("inf") < number < float("inf"):
        raise ValueError(f"'{name}' must be finite (got {number})")
    return number


def workers(value: Any) -> int:
    """Return a number of workers: -1 for all CPUs, else at least 1."""
    number = integer("workers", value)
    if number < -1 or number == 0:
        raise ValueError(f"'workers' must be at least 1, or -1 for all CPUs (got {shown(number)})")
    return number


def shape(value: Any, ndim: int) -> tuple[int, ...]:
    """Return a grid's shape: ndim sizes of at least 0; a bare integer serves in one dimension."""
    if ndim > 1 and not is_sequence(value):
        raise TypeError(f"'shape' must be a sequence of {ndim} integers (got {kind(value)})")
    sizes = per_axis("shape", value, ndim, whole_from_zero)
    points = 1
    for size in sizes:
        points *= max(size, 1)
    if points > LARGEST_INDEX:
        raise ValueError(f"'shape' must have at most 2**53 points (got {sizes})")
    return sizes


def whole_from_zero(name: str, value: Any) -> int:
    """Return a size: an integer of at least 0."""
    return whole(name, value, 0)


def start(name: str, value: Any) -> int:
    """Return a first index: any integer that a double holds exactly."""
    return whole(name, value, -LARGEST_INDEX, LARGEST_INDEX)


def is_sequence(value: Any) -> bool:
    """Return whether a parameter has one value an axis: a sequence, or a one-dimensional NumPy array."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        return bool(value.ndim == 1)
    return isinstance(value, Sequence) and not isinstance(value, _TEXT)


def per_axis(name: str, value: Any, count: int, check: Any, per: str = "axis") -> tuple[Any, ...]:
    """Return one checked value per axis, or what else there are several of; for axes one may serve all."""
    if not is_sequence(value):
        if per != "axis":
            raise TypeError(f"'{name}' must be a sequence of {count} numbers (got {kind(value)})")
        return (check(name, value),) * count
    if len(value) != count:
        raise ValueError(f"'{name}' must have {count} elements, one per {per} (got {len(value)})")
    return tuple(check(f"{name}[{i}]", element) for i, element in enumerate(value))


def shortest(value: float) -> str:
    """Return the shortest decimal that rounds to a float32."""
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if lib.noise_field_round(float(text)) == value:
            return repr(float(text))
    return repr(value)


def outside(
    name: str,
    value: Any,
    index: Sequence[int],
    *,
    way: str,
    octave: int,
    frequency: float | None,
    reached: float,
    domain: int = DOMAIN,
) -> NoReturn:
    """Refuse a coordinate outside the domain, or one that something makes of it on its way."""
    if octave and frequency is not None:
        raise ValueError(
            f"'{name}' times the frequency of octave {octave} must be between -{domain} and {domain} "
            f"(got {shown(value)} * {frequency!r}{at(index)})"
        )
    if octave:
        way += f" in octave {octave}"
    became = f", which becomes {reached}" if way else ""
    raise ValueError(
        f"'{name}'{way} must be between -{domain} and {domain} (got {shown(value)}{became}{at(index)})"
    )


def bad_period(name: str, value: Any, index: Sequence[int]) -> NoReturn:
    """Refuse a period in an array of periods."""
    raise ValueError(f"'{name}' must be between 1 and {LARGEST_PERIOD} (got {shown(value)}{at(index)})")
