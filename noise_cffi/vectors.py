"""Vectors that derivatives make: normals of height maps, and flows without divergence.

>>> import noise_cffi as nc
>>> nc.normals(nc.snoise2.fbm(5), (64, 64), step=1 / 32, height=0.5).shape
(64, 64, 3)
>>> x, y = nc.curl(nc.snoise2, 0.5, 0.25)
>>> bool(x == nc.snoise2.value_and_gradient(0.5, 0.25)[2])
True

Everything is float32 arithmetic on what Field.value_and_gradient returns, which has the same bits everywhere.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from noise_cffi import _arrays, _checks
from noise_cffi._spec import axis_permutation
from noise_cffi.field import Field
from noise_cffi.pixels import to_uint8

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from noise_cffi.field import Anything, Values


def normals(
    field: Field,
    shape: Sequence[int],
    *,
    height: float = 1.0,
    step: float | Sequence[float] = 1.0,
    origin: float | Sequence[float] = 0.0,
    start: int | Sequence[int] = 0,
    workers: int = 1,
) -> "Values":
    """Return the unit normals of the land whose height is `height` times a field in two dimensions.

    They lie on the grid that Field.grid describes, as float32 of shape (h, w, 3): the components along x, y and
    up, where x and y grow with the column and the row. Lengths and heights are in units of the coordinates. A
    chunk that begins at `start` has the normals that the whole has there: lit chunks meet.

    >>> from noise_cffi import noise2
    >>> float(normals(noise2, (3, 3), step=0.5, height=0.0)[1, 1, 2])
    1.0
    """
    numpy = _arrays.import_numpy("normals are returned as a NumPy array")
    if not isinstance(field, Field) or field.ndim != 2:
        raise TypeError(f"'field' must be a field in two dimensions (got {_described(field)})")
    tall = numpy.float32(_checks.float32("height", height))
    slopes = field.grid_value_and_gradient(shape, step=step, origin=origin, start=start, workers=workers)
    result = numpy.empty((*slopes.shape[1:], 3), "f4")
    result[..., 0] = slopes[1] * -tall
    result[..., 1] = slopes[2] * -tall
    result[..., 2] = 1.0
    length = numpy.sqrt(result[..., 0] ** 2 + result[..., 1] ** 2 + numpy.float32(1.0))
    result /= length[..., None]
    unit: Values = result
    return unit


def to_normal_map(normals: "NDArray[np.floating[Any]]", *, green_up: bool = True) -> "NDArray[np.uint8]":
    """Return unit normals of shape (..., 3) as the usual colours: -1 .. 1 in each component become 0 .. 255.

    Red is along x, blue points out of the surface. `green_up` says which way of the picture green points: up, as
    OpenGL, Blender and most engines have it, so that the component along y is negated, since rows go down; or
    down, as in DirectX.

    >>> import numpy as np
    >>> to_normal_map(np.float32([[0, 0, 1]])).tolist()
    [[128, 128, 255]]
    """
    numpy = _arrays.import_numpy("a normal map is a NumPy array")
    if not isinstance(normals, numpy.ndarray):
        raise TypeError(f"'normals' must be a NumPy array (got {_checks.kind(normals)})")
    if normals.ndim == 0 or normals.shape[-1] != 3:
        raise ValueError(f"'normals' must have three components along the last axis (got shape {normals.shape})")
    if _checks.truth("green_up", green_up):
        normals = normals * numpy.array([1, -1, 1], normals.dtype)
    colours: NDArray[np.uint8] = to_uint8(normals)
    return colours


def curl(potential: "Field | Sequence[Field]", *coordinates: "Anything", workers: int = 1) -> "Values":
    """Return the flow that a potential makes at points: it has no sources, so that what it carries spreads evenly.

    In two dimensions, of a field f: (df/dy, -df/dx). In three, of three fields: (dh/dy - dg/dz, df/dz - dh/dx,
    dg/dx - df/dy); one field f alone stands for three, the others being itself with its permutation shuffled as by
    the seeds 0x3c6ef372fe94f82b + 1 and + 2: entry i is the field's entry S[i], with S the seed's permutation. The
    result has the shape (2, ...) or (3, ...); coordinates and errors are those of Field.value_and_gradient. After
    Bridson, Hourihan and Nordenstam, "Curl-noise for procedural fluid flow".

    >>> from noise_cffi import noise3
    >>> curl(noise3.seeded(1), [0.1, 0.2], 0.5, 0.75).shape
    (3, 2)
    """
    flow: Values = _curl(potential, lambda field: field.value_and_gradient(*coordinates, workers=workers))
    return flow


def grid_curl(
    potential: "Field | Sequence[Field]",
    shape: Sequence[int],
    *,
    step: float | Sequence[float] = 1.0,
    origin: float | Sequence[float] = 0.0,
    start: int | Sequence[int] = 0,
    workers: int = 1,
) -> "Values":
    """Return the flow that a potential makes on the grid that Field.grid describes; see curl.

    >>> from noise_cffi import snoise2
    >>> grid_curl(snoise2, (4, 5), step=0.25).shape
    (2, 4, 5)
    """
    flow: Values = _curl(
        potential,
        lambda field: field.grid_value_and_gradient(shape, step=step, origin=origin, start=start, workers=workers),
    )
    return flow


def _curl(potential: Any, slopes_of: Callable[[Field], Any]) -> Any:
    numpy = _arrays.import_numpy("a flow is returned as a NumPy array")
    fields = [potential] if isinstance(potential, Field) else potential
    if not isinstance(fields, Sequence) or not all(isinstance(field, Field) for field in fields):
        raise TypeError(f"'potential' must be a field or a sequence of fields (got {_described(potential)})")
    if [field.ndim for field in fields] not in ([2], [3], [3, 3, 3]):
        raise ValueError(
            "'potential' must be a field in two or three dimensions, or three fields in three "
            f"(got {[field.ndim for field in fields]})"
        )
    if fields[0].ndim == 2:
        slopes = slopes_of(fields[0])
        return numpy.stack((slopes[2], -slopes[1]))
    if len(fields) == 1:
        table = fields[0].permutation
        fields = [fields[0], *(fields[0].with_permutation(axis_permutation(table, axis)) for axis in (1, 2))]
    f, g, h = map(slopes_of, fields)
    return numpy.stack((h[2] - g[3], f[3] - h[1], g[1] - f[2]))


def _described(value: Any) -> str:
    return f"one in {value.ndim}" if isinstance(value, Field) else _checks.kind(value)
