"""Class Field: a noise you can call.

>>> from noise_cffi import noise2, snoise3
>>> noise2(0.5, 0.25)
0.225030779838562
>>> list(noise2([0.5, 1.5, 2.5], 0.25))
[0.225030779838562, -0.5332412123680115, 0.0]
>>> snoise3.ndim
3
"""

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

from noise_cffi import _arrays
from noise_cffi._compiled import base_field
from noise_cffi._native import lib

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

    # Of overloads the first that fits decides: numbers alone, then arrays, then sequences, then a mixture.
    Number: TypeAlias = float | Fraction | Decimal | np.integer[Any] | np.floating[Any]
    Arrays: TypeAlias = Number | NDArray[np.integer[Any]] | NDArray[np.floating[Any]]
    Sequences: TypeAlias = Number | Sequence[float]
    Anything: TypeAlias = Arrays | Sequences
    Values: TypeAlias = NDArray[np.float32]

Out = TypeVar("Out")

_ONE = 1  # the default of `workers`: `is` tells it from True and 1.0


class Field:
    """Evaluate one noise function at points and on grids.

    A field is immutable, hashable, comparable and picklable, and many threads may call it at once. Call it with
    as many coordinates as it has dimensions, in the order x, y, z, w: numbers give a float, NumPy arrays of any
    shape, stride and real dtype broadcast to an array of float32, sequences and one-dimensional buffers give an
    ``array.array('f')``. Coordinates are rounded to float32 and must be between -2**24 and 2**24. `out` receives
    the values and is returned; `workers` is the number of threads, -1 for one per CPU, and never changes a value.

    A coordinate that is not a real number raises TypeError, one outside the domain ValueError with its index.

    >>> from noise_cffi import noise1
    >>> noise1(0.5)
    0.32899999618530273
    >>> noise1(float("nan"))
    Traceback (most recent call last):
    ...
    ValueError: 'x' must be between -16777216 and 16777216 (got nan)
    """

    __slots__ = ("_field", "_name", "_point")

    _field: Any  # struct noise_field *
    _name: str
    _point: Any  # the checked C function of one point: NaN for a bad one

    def __new__(cls, *_: object, **__: object) -> "Field":
        """Refuse: fields are made from those that the package has."""
        raise TypeError("fields are not made by calling Field: take one that the package has, such as noise2")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"fields are immutable: '{name}' cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"fields are immutable: '{name}' cannot be deleted")

    @property
    def ndim(self) -> int:
        """Return the number of coordinates, 1 to 4."""
        return int(self._field.dimensions)

    if TYPE_CHECKING:
        __call__: Callable[..., Any]  # each dimension has its own

    # fmt: off
    @overload
    def grid(self, shape: int | Sequence[int], *, step: float | Sequence[float] = 1.0,
        origin: float | Sequence[float] = 0.0, start: int | Sequence[int] = 0,
        out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def grid(self, shape: int | Sequence[int], *, step: float | Sequence[float] = 1.0,
        origin: float | Sequence[float] = 0.0, start: int | Sequence[int] = 0,
        out: Out, workers: int = 1) -> Out: ...
    # fmt: on
    def grid(
        self,
        shape: int | Sequence[int],
        *,
        step: float | Sequence[float] = 1.0,
        origin: float | Sequence[float] = 0.0,
        start: int | Sequence[int] = 0,
        out: Any = None,
        workers: int = 1,
    ) -> Any:
        """Return the values on a regular grid, as an array of float32 of the given shape.

        The coordinate of index i along an axis is ``origin + (start + i) * step``, computed in double precision
        and rounded to float32. `shape`, `step`, `origin` and `start` are in the order of the result's axes, of
        which the last is x: (h, w) in two dimensions. One number serves all axes of `step`, `origin` and `start`.
        A chunk that begins at `start` has the bits that the whole grid has there. `step` may be 0 or negative.

        The result is a NumPy array; where NumPy is missing, `out` must be a writable, contiguous buffer of as
        many float32 as the grid has points. Errors are those of a call.

        >>> from array import array
        >>> from noise_cffi import noise2
        >>> list(noise2.grid((2, 2), step=0.5, out=array("f", bytes(16))))
        [0.0, 0.12675000727176666, 0.3802500367164612, 0.0]
        """
        names = "xyzw"[: self._field.dimensions]
        return _arrays.evaluate_grid(self._field, names, shape, step, origin, start, out, workers)

    def __repr__(self) -> str:
        return self._name

    def __eq__(self, other: object) -> bool:
        return self._name == other._name if isinstance(other, Field) else NotImplemented

    def __hash__(self) -> int:
        return hash((Field, self._name))

    def __reduce__(self) -> tuple[Any, ...]:
        return (base, (self._name,))


class _Field1(Field):
    """A field in one dimension."""

    __slots__ = ()

    # fmt: off
    @overload
    def __call__(self, x: "Number", /, *, out: None = None, workers: int = 1) -> float: ...
    @overload
    def __call__(self, x: "Arrays", /, *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def __call__(self, x: "Sequences", /, *, out: None = None, workers: int = 1) -> "array[float]": ...
    @overload
    def __call__(self, x: "Anything", /, *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def __call__(self, x: "Anything", /, *, out: Out, workers: int = 1) -> Out: ...
    # fmt: on
    def __call__(self, x: Any, /, *, out: Any = None, workers: Any = 1) -> Any:
        """Return the value at each point; see Field."""
        if type(x) is float and out is None and workers is _ONE:
            value = self._point(x)
            if value == value:
                return value
        return _arrays.evaluate(self._field, "x", (x,), out=out, workers=workers)


class _Field2(Field):
    """A field in two dimensions."""

    __slots__ = ()

    # fmt: off
    @overload
    def __call__(self, x: "Number", y: "Number", /, *, out: None = None, workers: int = 1) -> float: ...
    @overload
    def __call__(self, x: "Arrays", y: "Arrays", /, *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def __call__(self, x: "Sequences", y: "Sequences", /,
        *, out: None = None, workers: int = 1) -> "array[float]": ...
    @overload
    def __call__(self, x: "Anything", y: "Anything", /,
        *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def __call__(self, x: "Anything", y: "Anything", /, *, out: Out, workers: int = 1) -> Out: ...
    # fmt: on
    def __call__(self, x: Any, y: Any, /, *, out: Any = None, workers: Any = 1) -> Any:
        """Return the value at each point; see Field."""
        if type(x) is float and type(y) is float and out is None and workers is _ONE:
            value = self._point(x, y)
            if value == value:
                return value
        return _arrays.evaluate(
            self._field,
            "xy",
            (
                x,
                y,
            ),
            out=out,
            workers=workers,
        )


class _Field3(Field):
    """A field in three dimensions."""

    __slots__ = ()

    # fmt: off
    @overload
    def __call__(self, x: "Number", y: "Number", z: "Number", /,
        *, out: None = None, workers: int = 1) -> float: ...
    @overload
    def __call__(self, x: "Arrays", y: "Arrays", z: "Arrays", /,
        *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def __call__(self, x: "Sequences", y: "Sequences", z: "Sequences", /,
        *, out: None = None, workers: int = 1) -> "array[float]": ...
    @overload
    def __call__(self, x: "Anything", y: "Anything", z: "Anything", /,
        *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def __call__(self, x: "Anything", y: "Anything", z: "Anything", /,
        *, out: Out, workers: int = 1) -> Out: ...
    # fmt: on
    def __call__(self, x: Any, y: Any, z: Any, /, *, out: Any = None, workers: Any = 1) -> Any:
        """Return the value at each point; see Field."""
        if type(x) is float and type(y) is float and type(z) is float and out is None and workers is _ONE:
            value = self._point(x, y, z)
            if value == value:
                return value
        return _arrays.evaluate(
            self._field,
            "xyz",
            (
                x,
                y,
                z,
            ),
            out=out,
            workers=workers,
        )


class _Field4(Field):
    """A field in four dimensions."""

    __slots__ = ()

    # fmt: off
    @overload
    def __call__(self, x: "Number", y: "Number", z: "Number", w: "Number", /,
        *, out: None = None, workers: int = 1) -> float: ...
    @overload
    def __call__(self, x: "Arrays", y: "Arrays", z: "Arrays", w: "Arrays", /,
        *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def __call__(self, x: "Sequences", y: "Sequences", z: "Sequences", w: "Sequences", /,
        *, out: None = None, workers: int = 1) -> "array[float]": ...
    @overload
    def __call__(self, x: "Anything", y: "Anything", z: "Anything", w: "Anything", /,
        *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def __call__(self, x: "Anything", y: "Anything", z: "Anything", w: "Anything", /,
        *, out: Out, workers: int = 1) -> Out: ...
    # fmt: on
    def __call__(self, x: Any, y: Any, z: Any, w: Any, /, *, out: Any = None, workers: Any = 1) -> Any:
        """Return the value at each point; see Field."""
        if (
            type(x) is float
            and type(y) is float
            and type(z) is float
            and type(w) is float
            and out is None
            and workers is _ONE
        ):
            value = self._point(x, y, z, w)
            if value == value:
                return value
        return _arrays.evaluate(
            self._field,
            "xyzw",
            (
                x,
                y,
                z,
                w,
            ),
            out=out,
            workers=workers,
        )


_CLASSES = (Field, _Field1, _Field2, _Field3, _Field4)

# Every base function: its name in the package, its kernel, its checked function of one point.
_BASES = {
    **{f"noise{n}": (f"KERNEL_NOISE{n}", f"checked_noise{n}") for n in (1, 2, 3, 4)},
    **{f"snoise{n}": (f"KERNEL_SNOISE{n}", f"checked_snoise{n}") for n in (1, 2, 3, 4)},
    **{f"rombauts.noise{n}": (f"KERNEL_ROMBAUTS{n}", f"checked_rombauts_noise{n}") for n in (1, 2)},
    **{f"eshelman.raw_noise_{n}d": (f"KERNEL_RAW{n}", f"checked_raw_noise_{n}d") for n in (2, 3, 4)},
}


def base(name: str) -> Any:
    """Return the field of a base function by its name in the package, such as 'rombauts.noise2'."""
    kernel, point = _BASES[name]
    field = base_field(getattr(lib, kernel))
    made = object.__new__(_CLASSES[field.dimensions])
    for slot, value in (("_name", name), ("_field", field), ("_point", getattr(lib, point))):
        object.__setattr__(made, slot, value)
    return made


noise1: _Field1 = base("noise1")
noise2: _Field2 = base("noise2")
noise3: _Field3 = base("noise3")
noise4: _Field4 = base("noise4")
snoise1: _Field1 = base("snoise1")
snoise2: _Field2 = base("snoise2")
snoise3: _Field3 = base("snoise3")
snoise4: _Field4 = base("snoise4")
