"""Sums over octaves as C fields: what rombauts and eshelman have in common."""

from functools import lru_cache
from typing import Any

from noise_cffi import _checks
from noise_cffi._native import ffi, lib


@lru_cache(maxsize=256)
def sum_field(
    kernel: int, octaves: int, frequency: float, lacunarity: float, amplitude: float, persistence: float
) -> Any:
    """Return the C field of a sum; the parameters are checked and rounded to float32."""
    field = ffi.new("struct noise_field *")
    lib.noise_field_base(field, kernel)
    if lib.noise_field_sum(field, octaves, frequency, lacunarity, amplitude, persistence):
        raise ValueError(
            f"'persistence' must give amplitudes with a finite sum other than 0 "
            f"(got {persistence} with {octaves} octaves of first amplitude {amplitude})"
        )
    return field


def scaled_field(field: Any, lo: Any, hi: Any) -> Any:
    """Return a C field whose values are mapped to the bounds, in either order."""
    lo, hi = _checks.float32("lo_bound", lo), _checks.float32("hi_bound", hi)
    scaled = ffi.new("struct noise_field *", field[0])
    if lib.noise_field_scale(scaled, lo, hi):
        raise ValueError(
            f"'hi_bound' must lie so near 'lo_bound' that values are finite in float32 (got {lo} and {hi})"
        )
    return scaled


def base_field(kernel: int) -> Any:
    """Return the C field of a base function."""
    field = ffi.new("struct noise_field *")
    lib.noise_field_base(field, kernel)
    return field
