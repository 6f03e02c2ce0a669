"""The values that base functions can have, and what a field's composition makes of them.

`benchmarks/ranges.py` has found them.
"""

from typing import NamedTuple

from noise_cffi._spec import Fractal, Spec


class Range(NamedTuple):
    """The values of a base function: bounds for every permutation, and what was seen with the classic table.

    `lo` and `hi` are rounded outward and never left; `seen_lo` and `seen_hi` are the least and the largest of 500
    million random points. pnoise and tiled fields have the bounds of the plain functions.
    """

    lo: float
    hi: float
    seen_lo: float
    seen_hi: float


RANGES = {
    "noise1": Range(-0.7521, 0.7521, -0.752, 0.7053),
    "noise2": Range(-0.7662, 0.7662, -0.7662, 0.7662),
    "noise3": Range(-0.9701, 0.9701, -0.9591, 0.9364),
    "noise4": Range(-1.3369, 1.3369, -1.0426, 1.0841),
    "snoise1": Range(-0.6329, 0.6329, -0.6328, 0.5946),
    "snoise2": Range(-0.8844, 0.8844, -0.8844, 0.8844),
    "snoise3": Range(-0.9366, 0.9366, -0.9365, 0.9365),
    "snoise4": Range(-0.9877, 0.9877, -0.9875, 0.9875),
    "rombauts.noise1": Range(-0.9999, 0.9999, -0.9998, 0.9395),
    "rombauts.noise2": Range(-1.0001, 1.0001, -1.0, 1.0),
    "eshelman.raw_noise_2d": Range(-0.9979, 0.9979, -0.9979, 0.9979),
    "eshelman.raw_noise_3d": Range(-0.9788, 0.9788, -0.9787, 0.9787),
    "eshelman.raw_noise_4d": Range(-0.9918, 0.9918, -0.9915, 0.9913),
}


def follow(spec: Spec) -> tuple[float, float]:
    """Return bounds of a field's values: none leaves them, but they may be wider than need be."""
    known = RANGES[spec.base]
    bounds = (known.lo, known.hi)
    if spec.turn is not None:  # the sum of two noises, times a cosine and a sine
        bounds = _outward(known.lo * 2**0.5, known.hi * 2**0.5, 1.0)
    if spec.fractal is not None:
        bounds = _summed(spec.fractal, bounds)
    if spec.bounds is not None:
        (lo, hi), (least, most) = spec.bounds, bounds
        if _folded_sum(spec):
            least, most = 2 * least - 1, 2 * most - 1
        half, middle = (hi - lo) / 2, (hi + lo) / 2
        bounds = _outward(least * half + middle, most * half + middle, abs(middle) + half * max(1, -least, most))
    return bounds


def nominal(spec: Spec) -> tuple[float, float]:
    """Return the bounds that a picture shows where none are asked for: values may lie beyond them."""
    if spec.bounds is not None:
        return spec.bounds
    return (0.0, 1.0) if _folded_sum(spec) else (-1.0, 1.0)


def _folded_sum(spec: Spec) -> bool:
    """Return whether a field is a sum that lies within 0 .. 1 as noise lies within -1 .. 1."""
    return spec.fractal is not None and spec.fractal.kind in ("turbulence", "ridged_multifractal")


def _outward(least: float, most: float, size: float) -> tuple[float, float]:
    """Widen bounds by more than float32 arithmetic on numbers of a size can lose in 64 octaves."""
    slack = size * 2.0**-17
    return least - slack, most + slack


def _summed(fractal: Fractal, bounds: tuple[float, float]) -> tuple[float, float]:
    """Return the bounds of a sum over octaves."""
    largest = max(map(abs, bounds))
    least, most, total, size, amplitude = 0.0, 0.0, 0.0, 0.0, 1.0
    for k in range(fractal.octaves):
        if fractal.weights is not None:
            amplitude = fractal.weights[k]
        ends = [amplitude * end for end in _folded(fractal, k, largest)]
        least, most = least + min(ends), most + max(ends)
        total, size = total + amplitude, size + max(map(abs, ends))
        amplitude *= fractal.persistence or 0.0
    ends = [least / total, most / total]
    return _outward(min(ends), max(ends), max(size, 1.0) / abs(total))


def _folded(fractal: Fractal, octave: int, largest: float) -> tuple[float, float]:
    """Return the bounds of what one octave adds, before its amplitude."""
    if fractal.kind == "turbulence":
        return 0.0, largest
    if fractal.kind == "ridged":
        return 1 - 2 * largest, 1.0
    if fractal.kind == "ridged_multifractal":
        offset = fractal.offset or 0.0
        ends = [offset**2, (offset - largest) ** 2]
        least = 0.0 if octave > 0 or 0 <= offset <= largest else min(ends)
        return least, max(ends)
    return -largest, largest
