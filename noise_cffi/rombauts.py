"""Sebastien Rombauts' SimplexNoise: simplex noise in one and two dimensions and its fractal sum.

The values are those of the 2014-2015 edition. `noise1` and `noise2` are fields; SimplexNoise has the original's
methods. In two dimensions the gradients favour the x axis: 60 of 64 hashes choose a gradient steep along it.

>>> from noise_cffi import rombauts
>>> rombauts.noise2(0.5, 0.25)
-0.36530840396881104
>>> rombauts.SimplexNoise(frequency=1 / 64).fractal(6, 10.0, 20.0)
-0.3853437006473541
"""

from typing import TYPE_CHECKING, Any, overload

from noise_cffi import _arrays, _checks
from noise_cffi._compiled import sum_field
from noise_cffi._native import lib
from noise_cffi.field import Out, _Field1, _Field2, base

if TYPE_CHECKING:
    from array import array

    from noise_cffi.field import Anything, Arrays, Number, Sequences, Values

__all__ = ["SimplexNoise", "noise1", "noise2"]

noise1: _Field1 = base("rombauts.noise1")
noise2: _Field2 = base("rombauts.noise2")

_MISSING: Any = object()  # no second coordinate: None is a wrong one
_KERNELS = (lib.KERNEL_ROMBAUTS1, lib.KERNEL_ROMBAUTS2)


class SimplexNoise:
    """Hold the parameters of a fractal sum.

    Octave k has the frequency ``frequency * lacunarity**k`` and the amplitude ``amplitude * persistence**k``, each
    by repeated multiplication in float32; the sum is divided by the sum of the amplitudes. The parameters are
    rounded to float32; `lacunarity` must be above 0, `frequency` and the others finite. Instances are immutable,
    hashable, comparable and picklable.

    >>> SimplexNoise(persistence=0.25)
    rombauts.SimplexNoise(frequency=1.0, amplitude=1.0, lacunarity=2.0, persistence=0.25)
    """

    __slots__ = ("_parameters",)

    _parameters: tuple[float, float, float, float]

    def __new__(
        cls, *, frequency: float = 1.0, amplitude: float = 1.0, lacunarity: float = 2.0, persistence: float = 0.5
    ) -> "SimplexNoise":
        """Check and round the parameters."""
        made = super().__new__(cls)
        parameters = (
            _checks.float32("frequency", frequency),
            _checks.float32("amplitude", amplitude),
            _checks.positive("lacunarity", lacunarity),
            _checks.float32("persistence", persistence),
        )
        object.__setattr__(made, "_parameters", parameters)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"SimplexNoise is immutable: '{name}' cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"SimplexNoise is immutable: '{name}' cannot be deleted")

    @property
    def frequency(self) -> float:
        """Return the frequency of the first octave."""
        return self._parameters[0]

    @property
    def amplitude(self) -> float:
        """Return the amplitude of the first octave."""
        return self._parameters[1]

    @property
    def lacunarity(self) -> float:
        """Return the factor between the frequencies of octaves."""
        return self._parameters[2]

    @property
    def persistence(self) -> float:
        """Return the factor between the amplitudes of octaves."""
        return self._parameters[3]

    # fmt: off
    @overload
    def noise(self, x: "Number", y: "Number" = ..., /,
        *, out: None = None, workers: int = 1) -> float: ...
    @overload
    def noise(self, x: "Arrays", y: "Arrays" = ..., /,
        *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def noise(self, x: "Sequences", y: "Sequences" = ..., /,
        *, out: None = None, workers: int = 1) -> "array[float]": ...
    @overload
    def noise(self, x: "Anything", y: "Anything" = ..., /,
        *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def noise(self, x: "Anything", y: "Anything" = ..., /, *, out: Out, workers: int = 1) -> Out: ...
    # fmt: on
    def noise(self, x: Any, y: Any = _MISSING, /, *, out: Any = None, workers: int = 1) -> Any:
        """Return the plain noise of one or two coordinates, taken as by a Field; the parameters play no part.

        >>> SimplexNoise().noise(0.5) == noise1(0.5)
        True
        """
        if y is _MISSING:
            return noise1(x, out=out, workers=workers)
        return noise2(x, y, out=out, workers=workers)

    # fmt: off
    @overload
    def fractal(self, octaves: int, x: "Number", y: "Number" = ..., /,
        *, out: None = None, workers: int = 1) -> float: ...
    @overload
    def fractal(self, octaves: int, x: "Arrays", y: "Arrays" = ..., /,
        *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def fractal(self, octaves: int, x: "Sequences", y: "Sequences" = ..., /,
        *, out: None = None, workers: int = 1) -> "array[float]": ...
    @overload
    def fractal(self, octaves: int, x: "Anything", y: "Anything" = ..., /,
        *, out: None = None, workers: int = 1) -> "Values": ...
    @overload
    def fractal(self, octaves: int, x: "Anything", y: "Anything" = ..., /,
        *, out: Out, workers: int = 1) -> Out: ...
    # fmt: on
    def fractal(self, octaves: int, x: Any, y: Any = _MISSING, /, *, out: Any = None, workers: int = 1) -> Any:
        """Return the sum over 1 to 64 octaves at one or two coordinates, taken as by a Field.

        Each coordinate times the frequency of each octave must be within the domain too.

        >>> SimplexNoise().fractal(1, 0.5) == noise1(0.5)
        True
        """
        coordinates = (x,) if y is _MISSING else (x, y)
        frequency, amplitude, lacunarity, persistence = self._parameters
        field = sum_field(
            _KERNELS[len(coordinates) - 1], _checks.octaves(octaves), frequency, lacunarity, amplitude, persistence
        )
        return _arrays.evaluate(field, "xy"[: len(coordinates)], coordinates, out=out, workers=workers)

    def __repr__(self) -> str:
        frequency, amplitude, lacunarity, persistence = map(_checks.shortest, self._parameters)
        return (
            f"rombauts.SimplexNoise(frequency={frequency}, amplitude={amplitude}, "
            f"lacunarity={lacunarity}, persistence={persistence})"
        )

    def __eq__(self, other: object) -> bool:
        return self._parameters == other._parameters if isinstance(other, SimplexNoise) else NotImplemented

    def __hash__(self) -> int:
        return hash((SimplexNoise, self._parameters))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, self._parameters)


def _rebuild(frequency: float, amplitude: float, lacunarity: float, persistence: float) -> SimplexNoise:
    return SimplexNoise(frequency=frequency, amplitude=amplitude, lacunarity=lacunarity, persistence=persistence)
