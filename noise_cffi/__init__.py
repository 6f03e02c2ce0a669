"""The classic noise functions, exact to the bit: Perlin, simplex, Rombauts' and Eshelman's.

`noise1` to `noise4` are Perlin noise, `snoise1` to `snoise4` simplex noise, in one to four dimensions: fields,
which take numbers and arrays and have `grid`. `pnoise1` to `pnoise4` are periodic Perlin noise: functions with
the periods after the coordinates. `to_uint8` and `to_uint16` make pixels of values, `normals`, `to_normal_map`,
`curl` and `grid_curl` vectors of derivatives. `rombauts` and `eshelman` have the two other systems, `isa` the
instruction sets, `lib` the bare C functions, without a check.

>>> import noise_cffi as nc
>>> nc.noise2(0.5, 1.25)
-0.2512719929218292
>>> nc.rombauts.SimplexNoise(frequency=1 / 64).fractal(6, 10.0, 20.0)
-0.3853437006473541
"""

from noise_cffi import eshelman, isa, lib, rombauts
from noise_cffi._ranges import RANGES
from noise_cffi.field import Field, noise1, noise2, noise3, noise4, snoise1, snoise2, snoise3, snoise4
from noise_cffi.periodic import pnoise1, pnoise2, pnoise3, pnoise4
from noise_cffi.pixels import to_uint8, to_uint16
from noise_cffi.vectors import curl, grid_curl, normals, to_normal_map

__version__ = "0.1.0"

__all__ = [
    "RANGES",
    "Field",
    "__version__",
    "curl",
    "eshelman",
    "grid_curl",
    "isa",
    "lib",
    "noise1",
    "noise2",
    "noise3",
    "noise4",
    "normals",
    "pnoise1",
    "pnoise2",
    "pnoise3",
    "pnoise4",
    "rombauts",
    "snoise1",
    "snoise2",
    "snoise3",
    "snoise4",
    "to_normal_map",
    "to_uint8",
    "to_uint16",
]
