"""The bare reference functions: C calls without a check, outside the package's promises.

A coordinate outside -2**24 .. 2**24 gives garbage, a period of 0 ends the process, an octave count below 1 gives
NaN and a huge one does not return. The arguments are floats, and ints for periods and for the octaves of
rombauts_fractal1 and rombauts_fractal2, in the order of the C headers: octaves and parameters, coordinates,
periods. Where another library has switched the thread to flush-to-zero, the values change.

>>> from noise_cffi import lib
>>> lib.noise2(0.5, 0.25)
0.225030779838562
"""

from noise_cffi._native import lib as _lib

noise1 = _lib.noise1
noise2 = _lib.noise2
noise3 = _lib.noise3
noise4 = _lib.noise4
pnoise1 = _lib.pnoise1
pnoise2 = _lib.pnoise2
pnoise3 = _lib.pnoise3
pnoise4 = _lib.pnoise4
snoise1 = _lib.snoise1
snoise2 = _lib.snoise2
snoise3 = _lib.snoise3
snoise4 = _lib.snoise4
rombauts_noise1 = _lib.rombauts_noise1
rombauts_noise2 = _lib.rombauts_noise2
rombauts_fractal1 = _lib.rombauts_fractal1
rombauts_fractal2 = _lib.rombauts_fractal2
raw_noise_2d = _lib.raw_noise_2d
raw_noise_3d = _lib.raw_noise_3d
raw_noise_4d = _lib.raw_noise_4d
octave_noise_2d = _lib.octave_noise_2d
octave_noise_3d = _lib.octave_noise_3d
octave_noise_4d = _lib.octave_noise_4d
scaled_octave_noise_2d = _lib.scaled_octave_noise_2d
scaled_octave_noise_3d = _lib.scaled_octave_noise_3d
scaled_octave_noise_4d = _lib.scaled_octave_noise_4d
scaled_raw_noise_2d = _lib.scaled_raw_noise_2d
scaled_raw_noise_3d = _lib.scaled_raw_noise_3d
scaled_raw_noise_4d = _lib.scaled_raw_noise_4d

__all__ = [
    "noise1",
    "noise2",
    "noise3",
    "noise4",
    "octave_noise_2d",
    "octave_noise_3d",
    "octave_noise_4d",
    "pnoise1",
    "pnoise2",
    "pnoise3",
    "pnoise4",
    "raw_noise_2d",
    "raw_noise_3d",
    "raw_noise_4d",
    "rombauts_fractal1",
    "rombauts_fractal2",
    "rombauts_noise1",
    "rombauts_noise2",
    "scaled_octave_noise_2d",
    "scaled_octave_noise_3d",
    "scaled_octave_noise_4d",
    "scaled_raw_noise_2d",
    "scaled_raw_noise_3d",
    "scaled_raw_noise_4d",
    "snoise1",
    "snoise2",
    "snoise3",
    "snoise4",
]
