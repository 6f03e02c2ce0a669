"""Fields as C has them: made here, then only read."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from noise_cffi import _checks
from noise_cffi._native import ffi, lib


def base_field(kernel: int, periods: tuple[int, ...] = ()) -> Any:
    """Return the C field of a base function."""
    field = ffi.new("struct noise_field *")
    lib.noise_field_base(field, kernel)
    field.periods = periods + (1,) * (4 - len(periods))
    return field


def use_permutation(user: Any, permutation: bytes) -> Any:
    """Give a C field, or an octave, its permutation; return the memory that it points to from now on."""
    tables = ffi.new("char[]", lib.noise_tables_size())
    lib.noise_tables_init(tables, permutation)
    user.tables = ffi.cast("struct kernel_tables *", tables)
    return tables


@lru_cache(maxsize=64)
def turned_tables(permutation: bytes) -> Any:
    """Return the tables of a permutation with its gradients turned by a quarter."""
    tables = ffi.new("char[]", lib.noise_tables_size())
    lib.noise_tables_turn(tables, permutation)
    return tables


def sum_octaves(
    field: Any, octaves: int, frequency: float, lacunarity: float, amplitude: float, persistence: float
) -> None:
    """Make a C field a sum over octaves; the parameters are checked and rounded to float32."""
    if lib.noise_field_sum(field, octaves, frequency, lacunarity, amplitude, persistence):
        names = "'persistence'" if amplitude == 1 else "'amplitude' and 'persistence'"
        raise ValueError(
            f"{names} must give amplitudes with a finite sum other than 0 "
            f"(got {octaves} octaves with amplitude {amplitude} and persistence {persistence})"
        )


def weigh(field: Any, weights: tuple[float, ...]) -> None:
    """Give the octaves of a C field amplitudes of their own."""
    if lib.noise_field_weigh(field, weights):
        raise ValueError(f"'weights' must have a finite sum other than 0 (got {list(weights)})")


def scale(field: Any, lo: float, hi: float, names: tuple[str, str]) -> None:
    """Map a C field's values to bounds."""
    if lib.noise_field_scale(field, lo, hi):
        raise ValueError(
            f"'{names[1]}' must lie so near '{names[0]}' that values are finite in float32 (got {lo} and {hi})"
        )


@lru_cache(maxsize=256)
def sum_field(
    kernel: int, octaves: int, frequency: float, lacunarity: float, amplitude: float, persistence: float
) -> Any:
    """Return the C field of a sum."""
    field = base_field(kernel)
    sum_octaves(field, octaves, frequency, lacunarity, amplitude, persistence)
    return field


def scaled_field(field: Any, lo: Any, hi: Any) -> Any:
    """Return a C field whose values are mapped to the bounds, in either order."""
    scaled = ffi.new("struct noise_field *", field[0])
    scale(scaled, _checks.float32("lo_bound", lo), _checks.float32("hi_bound", hi), ("lo_bound", "hi_bound"))
    return scaled


def cached(make: Callable[..., Any], *parameters: Any) -> Any:
    """Call a function under lru_cache, but not through its cache where that would mix parameters up."""
    try:
        if 0 not in parameters:  # 0.0 and -0.0 are one key, and may give other bits
            return make(*parameters)
    except (TypeError, ValueError):  # an array is no key; a refusal comes again, from where it belongs
        pass
    return make.__wrapped__(*parameters)  # type: ignore[attr-defined]  # lru_cache's
