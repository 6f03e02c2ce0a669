"""Fields in matplotlib's figures: the extra ``plot``.

`image` and `relief` show a grid of a field in two to four dimensions, with the axes in noise coordinates,
`profile` the values along a line. Each draws into the Axes `ax`, or into the current ones, and returns them.

>>> import matplotlib
>>> matplotlib.use("agg")
>>> from noise_cffi import snoise2
>>> from noise_cffi.plot import image, profile
>>> axes = image(snoise2.seeded(7).fbm(6), shape=(96, 128), step=1 / 32)
>>> axes.images[0].get_array().shape
(96, 128)
>>> figure, (left, right) = matplotlib.pyplot.subplots(1, 2)
>>> line = profile(snoise2, (0, 0), (3, 4), points=6, ax=left).lines[0]
>>> [float(x) for x in line.get_xdata()]
[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
>>> matplotlib.pyplot.close("all")
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from noise_cffi import _checks, _ranges
from noise_cffi.field import Field

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from numpy.typing import NDArray

__all__ = ["image", "profile", "relief"]


def image(
    field: Field,
    *,
    ax: "Axes | None" = None,
    shape: Sequence[int] = (256, 256),
    step: float | Sequence[float] = 1 / 64,
    origin: float | Sequence[float] = 0.0,
    start: int | Sequence[int] = 0,
    lo: float | None = None,
    hi: float | None = None,
    colormap: "str | Colormap | None" = None,
    colorbar: bool = False,
    workers: int = 1,
) -> "Axes":
    """Show a field's values as colours, and return the Axes.

    `shape` is (rows, columns); `step`, `origin` and `start` are those of Field.grid, in the order of its axes. In
    three and four dimensions the picture is the slice at the origin along z and w. y goes down, as in a picture.

    The colours run from `lo` to `hi`, which are -1 and 1 unless given, 0 and 1 for turbulence and ridged
    multifractals, the bounds of a scaled field: so two pictures compare. `colormap` is matplotlib's own unless
    given. TypeError for what is no field, ValueError for one in one dimension, ImportError without matplotlib.
    """
    values, extent, _ = _grid(field, shape, step, origin, start, workers)
    least, most = _bounds(field, lo, hi)
    axes = _axes(ax)
    shown = axes.imshow(values, cmap=colormap, vmin=least, vmax=most, extent=extent, interpolation="nearest")
    if colorbar:
        axes.figure.colorbar(shown, ax=axes)
    return axes


def relief(
    field: Field,
    *,
    ax: "Axes | None" = None,
    shape: Sequence[int] = (256, 256),
    step: float | Sequence[float] = 1 / 64,
    origin: float | Sequence[float] = 0.0,
    start: int | Sequence[int] = 0,
    lo: float | None = None,
    hi: float | None = None,
    colormap: "str | Colormap | None" = None,
    azimuth: float = 315.0,
    altitude: float = 45.0,
    exaggeration: float = 0.2,
    workers: int = 1,
) -> "Axes":
    """Show a field as a landscape in the light, and return the Axes.

    The parameters are those of image; the light comes from `azimuth` degrees, clockwise from the top, and
    `altitude` degrees above the plane. From `lo` to `hi` the land rises by ``2 * exaggeration`` times the width
    of a cell of the first octave. The shading is that of matplotlib's LightSource. Errors are those of image.
    """
    values, extent, (dy, dx) = _grid(field, shape, step, origin, start, workers)
    least, most = _bounds(field, lo, hi)
    heights = _checks.finite("exaggeration", exaggeration) * 2 * field._spec.cell() / (most - least)
    light = [_checks.finite("azimuth", azimuth), _checks.finite("altitude", altitude)]
    axes = _axes(ax)
    import matplotlib
    from matplotlib.colors import LightSource

    colours = LightSource(*light).shade(
        values.astype("f8"),
        cmap=matplotlib.colormaps.get_cmap(colormap or matplotlib.rcParams["image.cmap"]),
        blend_mode="soft",
        vmin=least,
        vmax=most,
        vert_exag=heights,
        dx=dx,
        dy=dy,
    )
    axes.imshow(colours, extent=extent, interpolation="nearest")
    return axes


def profile(
    field: Field,
    begin: float | Sequence[float],
    end: float | Sequence[float],
    *,
    ax: "Axes | None" = None,
    points: int = 512,
    workers: int = 1,
    **line: Any,
) -> "Axes":
    """Draw a field's values along the line from one point to another, and return the Axes.

    Points are in the order x, y, z, w; a number will do in one dimension. The horizontal axis is the distance
    from `begin`, in noise coordinates, or x in one dimension. `points`, 2 at least, are evaluated, both ends
    included; what else is given goes to Axes.plot. Errors are those of image, and of a call of the field.
    """
    _check(field)
    one_dimension = field.ndim == 1
    ends = [
        _checks.per_axis(name, (value,) if one_dimension and not _checks.is_sequence(value) else value, field.ndim,
                         _checks.finite, per="coordinate")
        for name, value in (("begin", begin), ("end", end))
    ]  # fmt: skip
    count = _checks.whole("points", points, 2)
    import numpy as np

    first, last = np.array(ends)
    coordinates = np.linspace(first, last, count, axis=1)
    values = field(*coordinates, workers=workers)
    distance = coordinates[0] if one_dimension else np.linspace(0, float(np.linalg.norm(last - first)), count)
    axes = _axes(ax)
    axes.plot(distance, values, **line)
    return axes


def _check(field: Any) -> None:
    if not isinstance(field, Field):
        raise TypeError(f"'field' must be a Field (got {_checks.kind(field)})")


def _grid(
    field: Field, shape: Any, step: Any, origin: Any, start: Any, workers: Any
) -> tuple["NDArray[np.float32]", tuple[float, float, float, float], tuple[float, float]]:
    """Return the values of a picture, where its edges lie, and the steps from row to row and column to column."""
    _check(field)
    if field.ndim == 1:
        raise ValueError("'field' must have two to four dimensions (got 1): profile shows it")
    rows, columns = _checks.per_axis("shape", shape, 2, lambda name, n: _checks.whole(name, n, 1))
    steps = _checks.per_axis("step", step, field.ndim, _checks.finite)
    if 0 in steps[-2:]:
        raise ValueError(f"'step' must not be 0 along x and y (got {step})")
    origins = _checks.per_axis("origin", origin, field.ndim, _checks.finite)
    starts = _checks.per_axis("start", start, field.ndim, _checks.start)
    values = field.grid(
        (1,) * (field.ndim - 2) + (rows, columns), step=steps, origin=origins, start=starts, workers=workers
    )
    dy, dx = steps[-2:]
    top, left = (o + (s - 0.5) * d for o, s, d in zip(origins[-2:], starts[-2:], steps[-2:], strict=True))
    return values.reshape(rows, columns), (left, left + columns * dx, top + rows * dy, top), (dy, dx)


def _bounds(field: Field, lo: Any, hi: Any) -> tuple[float, float]:
    least, most = _ranges.nominal(field._spec)
    least = least if lo is None else _checks.finite("lo", lo)
    most = most if hi is None else _checks.finite("hi", hi)
    if not least < most:
        raise ValueError(f"'hi' must be above 'lo' (got {most} and {least})")
    return least, most


def _axes(ax: Any) -> "Axes":
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("noise_cffi.plot needs matplotlib: pip install 'noise-cffi[plot]'") from None
    return pyplot.gca() if ax is None else ax
