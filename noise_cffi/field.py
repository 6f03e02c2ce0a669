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
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

from noise_cffi import _arrays, _checks, _flat, _gradients, _ranges, _spec
from noise_cffi._native import ffi, lib
from noise_cffi._spec import Spec

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
F = TypeVar("F", bound="Field")

_SECOND_STREAM = 0x6A09E667F3BCC909  # the first bits of the fraction of the root of 2
_point1, _point2, _point3, _point4 = lib.noise_point1, lib.noise_point2, lib.noise_point3, lib.noise_point4
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

    __slots__ = ("_field", "_memory", "_point", "_spec")

    _field: Any  # struct noise_field *
    _memory: Any  # what that points to
    _point: Any  # a bare base function's own for one point, NaN for a bad one: a call costs less; else None
    _spec: Spec
    _short_grid = staticmethod(_flat.no_grid)

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

    @property
    def seed(self) -> int | None:
        """Return the seed; None for the classic table, and for one's own."""
        return self._spec.seed

    @property
    def permutation(self) -> bytes:
        """Return the 256 entries of the table that the lattice is hashed with."""
        return self._spec.permutation()

    @property
    def range(self) -> tuple[float, float]:
        """Return bounds that no value leaves, whatever the permutation: they may be wider than need be.

        Those of the base functions are in RANGES; a sum over octaves has the sum of its octaves' bounds.

        >>> from noise_cffi import snoise2
        >>> snoise2.range
        (-0.8844, 0.8844)
        """
        return _ranges.follow(self._spec)

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
        `origin` is in noise units, `start` in samples: another step zooms about the origin and does not move the
        picture. A chunk that begins at `start` has the bits that the whole grid has there, so chunks meet. `step`
        may be 0 or negative.

        The result is a NumPy array; where NumPy is missing, `out` must be a writable, contiguous buffer of as
        many float32 as the grid has points. Errors are those of a call.

        >>> from array import array
        >>> from noise_cffi import noise2
        >>> list(noise2.grid((2, 2), step=0.5, out=array("f", bytes(16))))
        [0.0, 0.12675000727176666, 0.3802500367164612, 0.0]
        """
        if workers is _ONE and _flat.empty is not None:
            values = self._short_grid(self._field, shape, step, origin, start, out)
            if values is not None:
                return values
        names = "xyzw"[: self._field.dimensions]
        return _arrays.evaluate_grid(self._field, names, shape, step, origin, start, out, workers)

    def value_and_gradient(self, *coordinates: "Anything", out: Any = None, workers: int = 1) -> Any:
        """Return values and their partial derivatives: the value, then one derivative per coordinate.

        Coordinates are those of a call, and always broadcast. The result is an array of float32 of shape
        ``(1 + ndim, ...)``. Values have the bits of the call; derivatives are analytic, by the chain rule through
        octaves, warps, loops and bounds, with the same bits on every machine. Where a value has a kink they are
        those of one side: ``|n|`` counts as n where n is 0, and a ridged multifractal's weight as 1 from 1 on.

        Fields of noise1 to noise4 and snoise1 to snoise4, also tiled, looped and warped by such, have derivatives;
        ValueError for others. `out` is a float32 array of that shape. Other errors are those of a call.

        >>> from noise_cffi import noise2
        >>> noise2.value_and_gradient(0.5, 0.25).tolist()
        [0.225030779838562, 0.18505005538463593, -0.2277539223432541]
        """
        return _gradients.evaluate(self._field, "xyzw"[: self._field.dimensions], coordinates, out, workers)

    def grid_value_and_gradient(
        self,
        shape: int | Sequence[int],
        *,
        step: float | Sequence[float] = 1.0,
        origin: float | Sequence[float] = 0.0,
        start: int | Sequence[int] = 0,
        out: Any = None,
        workers: int = 1,
    ) -> Any:
        """Return values and their partial derivatives on the grid that `grid` describes.

        The result is as that of value_and_gradient: first the values, then the derivative along x, then that along
        y and so on, each of the grid's shape. They are derivatives by the coordinates, whatever the step.

        >>> from noise_cffi import noise2
        >>> noise2.grid_value_and_gradient((2, 2), step=0.25).shape
        (3, 2, 2)
        """
        names = "xyzw"[: self._field.dimensions]
        return _gradients.evaluate_grid(self._field, names, shape, step, origin, start, out, workers)

    def seeded(self: F, seed: int) -> F:
        """Return the field with the permutation of a seed, any integer from 0 to 2**64 - 1.

        The permutation starts as 0 to 255; for i = 255 down to 1, entries i and ``next() % (i + 1)`` change
        places, where next() is SplitMix64 with the seed as its first state. This never changes. Equal seeds give
        equal noise everywhere, others unrelated noise; 0 is a seed like any other. There is no global seed.

        >>> from noise_cffi import noise2
        >>> noise2.seeded(7)(0.5, 0.25)
        0.05681470036506653
        >>> noise2.seeded(7).seed
        7
        """
        return self._with(seed=_spec.seed(seed), table=None)

    def with_permutation(self: F, table: Sequence[int]) -> F:
        """Return the field with a permutation of one's own: each of 0 to 255 once, in any sequence of integers.

        >>> from noise_cffi import noise2
        >>> noise2.seeded(7).with_permutation(noise2.permutation) == noise2
        True
        """
        return self._with(seed=None, table=_spec.table(table))

    def spawn(self: F, n: int) -> list[F]:
        """Return n fields like this one with unrelated seeds.

        They are the first n values of SplitMix64 from this field's seed XOR 0x6a09e667f3bcc909, so the first
        children stay what they are when more are asked for. ValueError for a field without a seed.

        >>> from noise_cffi import snoise2
        >>> [child.seed for child in snoise2.seeded(1).spawn(2)]
        [1927618558350093866, 13703392640351029448]
        """
        count = _checks.whole("n", n, 0, 2**20)
        if self._spec.seed is None:
            raise ValueError("'spawn' must be called on a field with a seed: call seeded first")
        seeds = ffi.new("uint64_t[]", count)
        lib.seed_stream(seeds, count, self._spec.seed ^ _SECOND_STREAM)
        return [self.seeded(seed) for seed in seeds]

    def tiled(self: F, *periods: int | None) -> F:
        """Return a Perlin field that repeats: one period from 1 to 2**24 an axis, None for one that does not wrap.

        To each coordinate +0 is added, its cell is the true floor, and cells are taken modulo the period, never
        below 0. So tiles meet across zero too: f(x + k * period) has the bits of f(x) wherever the coordinates,
        and those of every octave, are exact; elsewhere the seam is as wide as a coordinate's rounding. Where all
        coordinates are above 0 it has the bits of pnoise. The permutation itself repeats after 256 cells, so a
        larger period repeats as a whole only.

        Periods are in the units of the finished field's coordinates. A sum over octaves needs whole periods in
        each: period times frequency must be a whole number from 1 to 2**24 in every octave, else ValueError.

        >>> from noise_cffi import noise2
        >>> tile = noise2.tiled(8, 8).fbm(4)
        >>> tile(-7.75, 0.5) == tile(0.25, 8.5)
        True
        >>> noise2.tiled(8, None)  # a cylinder
        noise2.tiled(8, None)
        """
        return self._with(tile=_spec.tile(self._spec.base, periods))

    def looped(self, *periods: float | None) -> "Field":
        """Return a simplex field whose coordinates loop: a number takes two axes as a circle, None takes one.

        There is one period per coordinate of the new field, 2**-5 to 2**24, and together they take all axes: for
        snoise4 (None, None, 5) is a picture that loops in time, (8, 8) a seamless tile. The circle is as long as
        the period, so that features keep their size along it. f(x + period) has the bits of f(x) where the sum is
        exact.

        >>> from noise_cffi import snoise4
        >>> film = snoise4.looped(None, None, 5)
        >>> film.ndim, film(0.25, 0.5, -1.25) == film(0.25, 0.5, 3.75)
        (3, True)
        """
        if self._spec.warps:
            raise ValueError("'looped' must be called before 'warped'")
        if self._spec.loop is not None:
            raise ValueError("'looped' must be called once: the field is looped already")
        made: Field = make(self._spec._replace(loop=_spec.loop(self._spec.base, periods)))
        return made

    def fbm(
        self: F,
        octaves: int,
        *,
        frequency: float = 1.0,
        lacunarity: float = 2.0,
        persistence: float | None = None,
        weights: Sequence[float] | None = None,
        independent: bool = False,
    ) -> F:
        """Return the sum over 1 to 64 octaves, divided by the sum of their amplitudes.

        ``sum(a[k] * n(c * f[k])) / sum(a[k])`` in float32, octave by octave, where f[0] is `frequency`, a[0] is 1,
        f[k + 1] is ``f[k] * lacunarity`` and a[k + 1] is ``a[k] * persistence``, 0.5 unless given; or the a[k] are
        `weights`, one an octave. `lacunarity` must be above 0, all are finite, and amplitudes do not sum to 0.
        Each coordinate times each frequency must be within the domain. A field has one sum at most.

        Octaves of one table line up: all are 0 at the origin, whatever the seed. Where they are `independent`,
        octave k >= 1 adds ``((172, 172, 172, 220)[axis] + (11 * k + 5 * axis) % 16) / 256`` to ``c * f[k]``, axis
        counted from 0, and has a permutation of its own: entry i is the field's entry S[i], with S the permutation
        of seed ``0xbb67ae8584caa73b + k``.

        >>> from noise_cffi import rombauts, snoise2
        >>> snoise2.seeded(7).fbm(6, frequency=1 / 256)
        snoise2.seeded(7).fbm(6, frequency=0.00390625, lacunarity=2.0, persistence=0.5)
        >>> rombauts.noise2.fbm(3)(0.3, 0.7) == rombauts.SimplexNoise().fractal(3, 0.3, 0.7)
        True
        """
        return self._sum("fbm", octaves, frequency, lacunarity, persistence, weights, independent)

    def turbulence(
        self: F,
        octaves: int,
        *,
        frequency: float = 1.0,
        lacunarity: float = 2.0,
        persistence: float | None = None,
        weights: Sequence[float] | None = None,
        independent: bool = False,
    ) -> F:
        """Return the sum of octaves' absolute values, ``sum(a[k] * |n(c * f[k])|) / sum(a[k])``.

        The parameters are those of fbm.

        >>> from noise_cffi import noise2
        >>> noise2.turbulence(4)(0.3, 0.7) >= 0
        True
        """
        return self._sum("turbulence", octaves, frequency, lacunarity, persistence, weights, independent)

    def ridged(
        self: F,
        octaves: int,
        *,
        frequency: float = 1.0,
        lacunarity: float = 2.0,
        persistence: float | None = None,
        weights: Sequence[float] | None = None,
        independent: bool = False,
    ) -> F:
        """Return the sum of octaves' ridges, ``sum(a[k] * (1 - 2 * |n(c * f[k])|)) / sum(a[k])``.

        The parameters are those of fbm.

        >>> from noise_cffi import noise2
        >>> noise2.ridged(4)(0.0, 0.0)
        1.0
        """
        return self._sum("ridged", octaves, frequency, lacunarity, persistence, weights, independent)

    def ridged_multifractal(
        self: F,
        octaves: int,
        *,
        frequency: float = 1.0,
        lacunarity: float = 2.0,
        persistence: float | None = None,
        weights: Sequence[float] | None = None,
        offset: float = 1.0,
        gain: float = 2.0,
        independent: bool = False,
    ) -> F:
        """Return Musgrave's ridged multifractal: ridges that are rough where they are high.

        ``sum(a[k] * v[k]) / sum(a[k])``, where v[0] is ``(offset - |n(c * f[0])|) ** 2`` and from then on v[k] is
        ``(offset - |n(c * f[k])|) ** 2 * min(v[k - 1] * gain, 1)``. With the offset 1 values lie within 0 .. 1 as
        long as the noise lies within -1 .. 1. `gain` must be above 0; the other parameters are those of fbm, and
        amplitudes come of repeated multiplication. From Musgrave's chapters of "Texturing and Modeling".

        >>> from noise_cffi import snoise2
        >>> snoise2.ridged_multifractal(4)(0.0, 0.0)
        1.0
        """
        return self._sum(
            "ridged_multifractal", octaves, frequency, lacunarity, persistence, weights, independent, offset, gain
        )

    def damped(
        self: F,
        octaves: int,
        *,
        frequency: float = 1.0,
        lacunarity: float = 2.0,
        persistence: float | None = None,
        weights: Sequence[float] | None = None,
        damping: float = 1.0,
        independent: bool = False,
    ) -> F:
        """Return the sum of octaves that fade on slopes, as if rain had worn them: smooth flanks, rough heights.

        ``sum(a[k] * n[k] / (1 + damping * |g[k]|**2)) / sum(a[k])``, where n[k] is the noise at ``c * f[k]`` and
        g[k] the sum of the gradients of n[0] to n[k], each by its own octave's coordinates. `damping` is at least
        0, which makes it an fbm; the other parameters are those of fbm. For fields of noise1 to noise4 and snoise1
        to snoise4; it has no derivatives itself. After Quilez, "Value noise derivatives".

        >>> from noise_cffi import snoise2
        >>> abs(snoise2.damped(4)(0.3, 0.7)) < abs(snoise2.fbm(4)(0.3, 0.7))
        True
        """
        return self._sum(
            "damped", octaves, frequency, lacunarity, persistence, weights, independent, None, None, damping
        )

    def turned(self: F, turns: float) -> F:
        """Return the field with every gradient turned, 1 being a whole turn: as it grows, noise flows in place.

        In three dimensions each gradient turns in the plane of the two axes along which it is not 0. The value is
        ``cos * n + sin * q`` in float32, where q is the noise with gradients turned by a quarter: (x, y) becomes
        (-y, x). Whole turns leave the field as it is: a film that loops. For fields of noise2, noise3, snoise2 and
        snoise3, also tiled and looped; sums turn all octaves. After Perlin and Neyret, "Flow noise".

        >>> from noise_cffi import snoise2
        >>> snoise2.turned(3)(0.5, 0.25) == snoise2(0.5, 0.25)
        True
        >>> snoise2.turned(0.5)(0.5, 0.25) == -snoise2(0.5, 0.25)
        True
        """
        if self._spec.turn is not None:
            raise ValueError("'turned' must be called once: the field is turned already")
        return self._with(turn=_spec.turn(self._spec.base, turns))

    def warped(self: F, by: "Field | Sequence[Field]", strength: float) -> F:
        """Return the field with its coordinates moved: each by `strength` times the value of another field.

        `by` has as many coordinates as this field, and may be warped itself, up to 4 fields deep. With one field
        per coordinate each is evaluated where the point is. One field alone moves coordinate number a by its value
        where all coordinates are shifted by (0, 17.625, 29.375, 43.625)[a], divided by the frequency of its
        first octave if it has octaves, taken as 2**-16 at least. Strength 0 changes no bit. Warps add up: the last
        one is applied to the point first. A field that tiles or loops must be warped by such as repeat within its
        periods.

        >>> from noise_cffi import noise2, snoise2
        >>> marble = noise2.warped(snoise2.fbm(3), 0.5)
        >>> marble(0.25, 0.75) == noise2.warped(snoise2.fbm(3), 0.0)(0.25, 0.75)
        False
        """
        if self._spec.bounds is not None:
            raise ValueError("'warped' must be called before 'scaled'")
        fields = [by] if isinstance(by, Field) else by
        if not isinstance(fields, Sequence) or not all(isinstance(mover, Field) for mover in fields):
            raise TypeError(f"'by' must be a field or a sequence of fields (got {_checks.kind(by)})")
        warp = _spec.warp(self._spec, [mover._spec for mover in fields], strength)
        return self._with(warps=(*self._spec.warps, warp))

    def scaled(self: F, lo: float, hi: float) -> F:
        """Return the field with -1 .. 1 mapped to lo .. hi, where lo < hi, without clipping.

        ``v * (hi - lo) / 2 + (hi + lo) / 2`` in float32; turbulence and ridged multifractals, which lie within 0
        .. 1, are first mapped by ``2 * v - 1``. Other values of a field than those within -1 .. 1 go beyond the
        bounds.

        >>> from noise_cffi import noise2
        >>> noise2.scaled(0, 255)(0.0, 0.0)
        127.5
        """
        if self._spec.bounds is not None:
            raise ValueError("'scaled' must be called once: the field is scaled already")
        return self._with(bounds=_spec.bounds(lo, hi))

    def precise(self: F) -> F:
        """Return the field with coordinates in float64: exact far from the origin, between -2**50 and 2**50.

        A coordinate is not rounded to float32; in double precision it is multiplied by frequencies and moved by
        warps, and there its cell and its fraction are found, in skewed space for simplex noise. The fraction is
        then rounded to float32, and all else is computed as before. At 10**9, where float32 has steps of 64, a
        thousand steps of 0.001 give a thousand values. 20 octaves reach as far as that, 30 within 2**20.

        Perlin fields have the bits of the plain ones wherever the coordinates of all octaves are exact in float32
        and within 2**16; simplex fields differ from theirs by the error of skewing in float32, about
        ``1e-6 * max(1, |coordinate|)``. For fields of noise1 to noise4 and snoise1 to snoise4, also tiled, looped
        and warped by such; ValueError for others. `grid` computes its coordinates in double precision.

        >>> from noise_cffi import noise2
        >>> noise2(1e7 + 0.25, 0.5) == noise2(1e7, 0.5)
        True
        >>> noise2.precise()(1e7 + 0.25, 0.5) == noise2.precise()(1e7, 0.5)
        False
        """
        return self._with(precise=True)

    def _sum(self: F, *parameters: Any) -> F:
        kind = parameters[0]
        if self._spec.fractal is not None:
            raise ValueError(f"'{kind}' must be called on a field without octaves (got {self._spec.fractal.kind})")
        if self._spec.bounds is not None:
            raise ValueError(f"'{kind}' must be called before 'scaled'")
        if self._spec.warps:
            raise ValueError(f"'{kind}' must be called before 'warped'")
        return self._with(fractal=_spec.fractal(*parameters))

    def _with(self: F, **changes: Any) -> F:
        spec = self._spec._replace(**changes)
        _spec.check_repeats(spec)
        made: F = make(spec)
        return made

    def to_dict(self) -> dict[str, Any]:
        """Return the field as a dictionary that JSON can hold, with a format version; seeds are decimal strings.

        >>> from noise_cffi import Field, noise1
        >>> noise1.seeded(2**64 - 1).to_dict()
        {'format': 1, 'function': 'noise1', 'seed': '18446744073709551615'}
        >>> Field.from_dict(noise1.to_dict()) == noise1
        True
        """
        return self._spec.to_dict()

    @staticmethod
    def from_dict(saved: Mapping[str, Any]) -> "Field":
        """Return the field that to_dict has written; refuse unknown versions and keys by name."""
        made: Field = make(_spec.from_dict(saved))
        return made

    def __repr__(self) -> str:
        return self._spec.text()

    def _repr_png_(self) -> bytes | None:
        """Return a small picture for notebooks; None without the extra ``image``, or where none can be."""
        try:
            from noise_cffi import _preview  # late: it imports NumPy and Pillow
        except ImportError:
            return None
        return _preview.png(self)

    def __eq__(self, other: object) -> bool:
        return self._spec == other._spec if isinstance(other, Field) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._spec)

    def __dask_tokenize__(self) -> tuple[str, str]:
        return ("noise_cffi.Field", repr(self))  # pickles of equal fields may differ

    def __reduce__(self) -> tuple[Any, ...]:
        return (Field.from_dict, (self.to_dict(),))


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
            value = _point1(self._field, x) if self._point is None else self._point(x)
            if value == value:
                return value
        elif type(x) is _flat.ndarray and workers is _ONE:
            values = _flat.flat1(self._field, x, out)
            if values is not None:
                return values
        return _arrays.evaluate(self._field, "x", (x,), out=out, workers=workers)


class _Field2(Field):
    """A field in two dimensions."""

    __slots__ = ()
    _short_grid = staticmethod(_flat.grid2)

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
            value = _point2(self._field, x, y) if self._point is None else self._point(x, y)
            if value == value:
                return value
        elif type(x) is _flat.ndarray and workers is _ONE:
            values = _flat.flat2(self._field, x, y, out)
            if values is not None:
                return values
        return _arrays.evaluate(self._field, "xy", (x, y), out=out, workers=workers)


class _Field3(Field):
    """A field in three dimensions."""

    __slots__ = ()
    _short_grid = staticmethod(_flat.grid3)

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
            value = _point3(self._field, x, y, z) if self._point is None else self._point(x, y, z)
            if value == value:
                return value
        elif type(x) is _flat.ndarray and workers is _ONE:
            values = _flat.flat3(self._field, x, y, z, out)
            if values is not None:
                return values
        return _arrays.evaluate(self._field, "xyz", (x, y, z), out=out, workers=workers)


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
            value = _point4(self._field, x, y, z, w) if self._point is None else self._point(x, y, z, w)
            if value == value:
                return value
        elif type(x) is _flat.ndarray and workers is _ONE:
            values = _flat.flat4(self._field, x, y, z, w, out)
            if values is not None:
                return values
        return _arrays.evaluate(self._field, "xyzw", (x, y, z, w), out=out, workers=workers)


_CLASSES = (Field, _Field1, _Field2, _Field3, _Field4)


def make(spec: Spec) -> Any:
    """Return the field of a specification."""
    field, memory = spec.compiled()
    if spec == Spec(spec.base):
        point = getattr(lib, "checked_" + spec.base.replace("rombauts.", "rombauts_").replace("eshelman.", ""))
    else:
        point = None
    made = object.__new__(_CLASSES[field.dimensions])
    for slot, value in (("_spec", spec), ("_field", field), ("_memory", memory), ("_point", point)):
        object.__setattr__(made, slot, value)
    return made


def base(name: str) -> Any:
    """Return the field of a base function by its name in the package, such as 'rombauts.noise2'."""
    return make(Spec(name))


noise1: _Field1 = base("noise1")
noise2: _Field2 = base("noise2")
noise3: _Field3 = base("noise3")
noise4: _Field4 = base("noise4")
snoise1: _Field1 = base("snoise1")
snoise2: _Field2 = base("snoise2")
snoise3: _Field3 = base("snoise3")
snoise4: _Field4 = base("snoise4")
