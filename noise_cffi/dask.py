"""Grids too large for one machine, as lazy dask arrays: the extra ``dask``.

Each block is computed where it is needed, by whichever worker, and again after a worker has died: its bits are
those of the same part of the whole grid. Coordinates that are dask arrays already go through dask's own
``map_blocks``: ``dask.array.map_blocks(field, x, y, dtype="float32")``.

>>> import dask.array
>>> from noise_cffi import snoise2
>>> from noise_cffi.dask import grid
>>> terrain = snoise2.seeded(7).fbm(6, frequency=1 / 256)
>>> world = grid(terrain, (10**6, 10**6), chunks=4096)  # 4 TB: nothing is computed yet
>>> world.shape, world.dtype, world.numblocks
((1000000, 1000000), dtype('float32'), (245, 245))
>>> here = world[500_000:500_002, 700_000:700_003].compute()
>>> here.tobytes() == terrain.grid((2, 3), start=(500_000, 700_000)).tobytes()
True
>>> x = dask.array.linspace(0, 8, 1000, chunks=100)
>>> dask.array.map_blocks(terrain, x, x[:, None], dtype="float32").shape
(1000, 1000)
"""

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from noise_cffi import _checks
from noise_cffi.field import Field

if TYPE_CHECKING:
    import dask.array

__all__ = ["grid"]


def grid(
    field: Field,
    shape: int | Sequence[int],
    *,
    chunks: Any = "auto",
    step: float | Sequence[float] = 1.0,
    origin: float | Sequence[float] = 0.0,
    start: int | Sequence[int] = 0,
) -> "dask.array.Array":
    """Return the grid of a field as a lazy dask array of float32.

    Any chunking gives the bits of ``field.grid(shape, step=step, origin=origin, start=start)``, where all
    parameters are described. `chunks` is what dask takes: a size, one an axis, all sizes along each axis, or
    "auto", blocks of dask's ``array.chunk-size``. A slice of the array computes only the blocks it touches.

    Parameters are checked at once, and so are the corners of the grid, so that a coordinate outside the domain
    raises ValueError here and not hours later on a worker; only the reach of a warp shows in the blocks.
    ImportError where dask is missing.
    """
    if not isinstance(field, Field):
        raise TypeError(f"'field' must be a Field (got {_checks.kind(field)})")
    sizes = _checks.shape(shape, field.ndim)
    steps = _checks.per_axis("step", step, field.ndim, _checks.finite)
    origins = _checks.per_axis("origin", origin, field.ndim, _checks.finite)
    starts = _checks.per_axis("start", start, field.ndim, _checks.start)
    for size, first in zip(sizes, starts, strict=True):
        if abs(first) + size > _checks.LARGEST_INDEX:
            raise ValueError(f"'start' must be at most 2**53 with the shape added (got {first})")
    if all(sizes):
        ends = [
            (zero + first * pace, zero + (first + size - 1) * pace)
            for size, pace, zero, first in zip(sizes, steps, origins, starts, strict=True)
        ]
        for corner in itertools.product(*reversed(ends)):
            field(*corner)

    try:
        import dask.array
        import numpy
        from dask.base import tokenize
    except ImportError as error:
        raise ImportError("noise_cffi.dask needs dask: pip install 'noise-cffi[dask]'") from error
    dtype = numpy.dtype("f4")
    try:
        blocks = dask.array.core.normalize_chunks(chunks, sizes, dtype=dtype)  # type: ignore[no-untyped-call, unused-ignore]
        if not all(size >= 0 for axis in blocks for size in axis):
            raise ValueError("a size is below 0")  # dask would slice from behind
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise ValueError(f"'chunks' must be what dask takes for the shape {sizes} (got {chunks!r})") from error
    source = _Source(field, sizes, steps, origins, starts, dtype)
    made: dask.array.Array = dask.array.from_array(  # type: ignore[no-untyped-call, unused-ignore]
        source,
        chunks=blocks,
        name="noise-grid-" + tokenize(field, sizes, steps, origins, starts, blocks),
        inline_array=True,  # each task has all it needs: no worker waits for another
        fancy=False,
        meta=numpy.empty((0,) * field.ndim, dtype),
    )
    return made


class _Source:
    """What dask slices blocks from: computed when it is sliced."""

    def __init__(
        self,
        field: Field,
        shape: tuple[int, ...],
        step: tuple[float, ...],
        origin: tuple[float, ...],
        start: tuple[int, ...],
        dtype: Any,
    ) -> None:
        self.field, self.shape, self.step, self.origin, self.start = field, shape, step, origin, start
        self.ndim, self.dtype = len(shape), dtype

    def __getitem__(self, index: tuple[Any, ...]) -> Any:
        # A multiple of the step is rounded, so that a grid with wider steps has other bits: slices with a step,
        # which dask may fuse into those of the blocks, are taken from the grid around them.
        around: list[tuple[int, int]] = []
        within: list[Any] = []
        for taken, size in zip(index, self.shape, strict=True):
            if isinstance(taken, slice):
                indices = range(*taken.indices(size))
                first, last = (min(indices), max(indices)) if indices else (0, -1)
                around.append((first, last + 1 - first))
                stop = indices.stop - first
                within.append(slice(indices.start - first, stop if stop >= 0 else None, indices.step))
            else:
                around.append((range(size)[taken], 1))
                within.append(0)
        values = self.field.grid(
            tuple(count for _, count in around),
            step=self.step,
            origin=self.origin,
            start=tuple(zero + first for zero, (first, _) in zip(self.start, around, strict=True)),
        )
        return values[tuple(within)]
