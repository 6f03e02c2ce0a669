"""Other packages, each in its best way: (package, kind of noise, our function to compare with, preparation).

A preparation takes four float32 arrays of coordinates and returns what to run and how many points that computes.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

Prepared = tuple[Callable[[], Any], int]


def noise_package(function: str, axes: int) -> Callable[[list[Any]], Prepared]:
    """Loop over numbers by map, the fastest way: the package `noise` takes nothing else."""

    def prepare(columns: list[Any]) -> Prepared:
        import noise

        call, lists = getattr(noise, function), [column.tolist() for column in columns[:axes]]
        return lambda: list(map(call, *lists)), len(lists[0])

    return prepare


def vec_noise(function: str, axes: int) -> Callable[[list[Any]], Prepared]:
    """Pass arrays of coordinates."""

    def prepare(columns: list[Any]) -> Prepared:
        import vec_noise

        call = getattr(vec_noise, function)
        return lambda: call(*columns[:axes]), len(columns[0])

    return prepare


def fastnoiselite(kind: str, axes: int) -> Callable[[list[Any]], Prepared]:
    """Pass one array of shape (axes, points)."""

    def prepare(columns: list[Any]) -> Prepared:
        from pyfastnoiselite import pyfastnoiselite

        noise = pyfastnoiselite.FastNoiseLite()
        noise.noise_type = getattr(pyfastnoiselite.NoiseType, f"NoiseType_{kind}")
        noise.frequency = 1.0
        points = np.stack(columns[:axes])
        return lambda: noise.gen_from_coords(points), points.shape[1]

    return prepare


def fastnoisesimd(kind: str) -> Callable[[list[Any]], Prepared]:
    """Pass one array of shape (3, points), in the memory that it makes itself."""

    def prepare(columns: list[Any]) -> Prepared:
        import pyfastnoisesimd

        noise = pyfastnoisesimd.Noise(numWorkers=1)
        noise.noiseType = getattr(pyfastnoisesimd.NoiseType, kind)
        noise.frequency = 1.0
        points = pyfastnoisesimd.empty_coords(len(columns[0]))
        points[:, : len(columns[0])] = np.stack(columns[:3])
        return lambda: noise.genFromCoords(points), len(columns[0])

    return prepare


def opensimplex_grid(axes: int) -> Callable[[list[Any]], Prepared]:
    """Make grids from one array per axis, compiled by numba."""

    def prepare(_: list[Any]) -> Prepared:
        import numba  # noqa: F401  # without it opensimplex is plain Python
        import opensimplex

        opensimplex.seed(1)
        ticks = np.linspace(-1000, 1000, 256 if axes == 2 else 40)
        call = opensimplex.noise2array if axes == 2 else opensimplex.noise3array
        call(*[ticks[:2]] * axes)
        return lambda: call(*[ticks] * axes), len(ticks) ** axes

    return prepare


def tcod_noise(algorithm: str, axes: int) -> Callable[[list[Any]], Prepared]:
    """Index by arrays."""

    def prepare(columns: list[Any]) -> Prepared:
        import tcod.noise

        noise = tcod.noise.Noise(axes, algorithm=getattr(tcod.noise.Algorithm, algorithm))
        return lambda: noise[tuple(columns[:axes])], len(columns[0])

    return prepare


def perlin_numpy(axes: int) -> Callable[[list[Any]], Prepared]:
    """Make grids: it has nothing else."""

    def prepare(_: list[Any]) -> Prepared:
        import perlin_numpy

        if axes == 2:
            return lambda: perlin_numpy.generate_perlin_noise_2d((256, 256), (8, 8)), 256**2
        return lambda: perlin_numpy.generate_perlin_noise_3d((32, 32, 64), (8, 8, 8)), 32 * 32 * 64

    return prepare


def vnoise_arrays(axes: int) -> Callable[[list[Any]], Prepared]:
    """Pass arrays of points."""

    def prepare(columns: list[Any]) -> Prepared:
        import vnoise

        noise = vnoise.Noise()
        call = noise.noise2 if axes == 2 else noise.noise3
        return lambda: call(*columns[:axes], grid_mode=False), len(columns[0])

    return prepare


PEERS: list[tuple[str, str, str, Callable[[list[Any]], Prepared]]] = [
    ("noise", "Perlin 2-D", "noise2", noise_package("pnoise2", 2)),
    ("noise", "Perlin 3-D", "noise3", noise_package("pnoise3", 3)),
    ("noise", "simplex 2-D", "snoise2", noise_package("snoise2", 2)),
    ("noise", "simplex 3-D", "snoise3", noise_package("snoise3", 3)),
    ("noise", "simplex 4-D", "snoise4", noise_package("snoise4", 4)),
    ("vec-noise-numpy2", "Perlin 2-D", "noise2", vec_noise("pnoise2", 2)),
    ("vec-noise-numpy2", "simplex 2-D", "snoise2", vec_noise("snoise2", 2)),
    ("pyfastnoiselite", "Perlin 2-D", "noise2", fastnoiselite("Perlin", 2)),
    ("pyfastnoiselite", "Perlin 3-D", "noise3", fastnoiselite("Perlin", 3)),
    ("pyfastnoiselite", "OpenSimplex2 2-D", "snoise2", fastnoiselite("OpenSimplex2", 2)),
    ("pyfastnoiselite", "OpenSimplex2 3-D", "snoise3", fastnoiselite("OpenSimplex2", 3)),
    ("pyfastnoisesimd", "Perlin 3-D", "noise3", fastnoisesimd("Perlin")),
    ("pyfastnoisesimd", "simplex 3-D", "snoise3", fastnoisesimd("Simplex")),
    ("opensimplex, numba", "OpenSimplex 2-D grid", "snoise2", opensimplex_grid(2)),
    ("opensimplex, numba", "OpenSimplex 3-D grid", "snoise3", opensimplex_grid(3)),
    ("tcod", "Perlin 2-D", "noise2", tcod_noise("PERLIN", 2)),
    ("tcod", "Perlin 3-D", "noise3", tcod_noise("PERLIN", 3)),
    ("tcod", "simplex 2-D", "snoise2", tcod_noise("SIMPLEX", 2)),
    ("tcod", "simplex 3-D", "snoise3", tcod_noise("SIMPLEX", 3)),
    ("perlin-numpy", "Perlin 2-D grid", "noise2", perlin_numpy(2)),
    ("perlin-numpy", "Perlin 3-D grid", "noise3", perlin_numpy(3)),
    ("vnoise", "Perlin 2-D", "noise2", vnoise_arrays(2)),
    ("vnoise", "Perlin 3-D", "noise3", vnoise_arrays(3)),
]
