"""What a field is made of: compared, written down, read back, and compiled to C.

A specification holds parameters that are checked and rounded already. The dictionary that a field is saved as:

    format       1
    function     the base function, such as "snoise2" or "rombauts.noise1"
    seed         a decimal string; or
    permutation  a list of 256 numbers; neither for the classic table
    fractal      {"kind", "octaves", "frequency", "lacunarity", and "persistence" or "weights"}; may be missing
    scaled       [lo, hi]; may be missing
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from noise_cffi import _checks
from noise_cffi._compiled import base_field, scale, sum_octaves, use_permutation, weigh
from noise_cffi._native import ffi, lib

FORMAT = 1
KINDS = {"fbm": lib.NOISE_FBM, "turbulence": lib.NOISE_TURBULENCE, "ridged": lib.NOISE_RIDGED}

# Every base function: its name in the package and its kernel.
BASES = {
    **{f"noise{n}": f"KERNEL_NOISE{n}" for n in (1, 2, 3, 4)},
    **{f"snoise{n}": f"KERNEL_SNOISE{n}" for n in (1, 2, 3, 4)},
    **{f"rombauts.noise{n}": f"KERNEL_ROMBAUTS{n}" for n in (1, 2)},
    **{f"eshelman.raw_noise_{n}d": f"KERNEL_RAW{n}" for n in (2, 3, 4)},
}

CLASSIC = bytes(ffi.buffer(lib.classic_permutation))


class Fractal(NamedTuple):
    """A sum over octaves; with weights, the persistence is None."""

    kind: str
    octaves: int
    frequency: float
    lacunarity: float
    persistence: float | None
    weights: tuple[float, ...] | None


class Spec(NamedTuple):
    """A whole field."""

    base: str
    seed: int | None = None
    table: bytes | None = None  # a permutation of one's own; without it that of the seed, or the classic one
    fractal: Fractal | None = None
    bounds: tuple[float, float] | None = None

    def permutation(self) -> bytes:
        """Return the permutation's 256 entries."""
        if self.table is not None:
            return self.table
        if self.seed is None:
            return CLASSIC
        entries = ffi.new("unsigned char[256]")
        lib.seeded_permutation(entries, self.seed)
        return bytes(ffi.buffer(entries))

    def compiled(self) -> tuple[Any, Any]:
        """Return the C field, and the memory that it points to."""
        field, memory = base_field(getattr(lib, BASES[self.base])), None
        if self.seed is not None or self.table is not None:
            memory = use_permutation(field, self.permutation())
        if self.fractal is not None:
            kind, octaves, frequency, lacunarity, persistence, weights = self.fractal
            field.fold = KINDS[kind]
            sum_octaves(field, octaves, frequency, lacunarity, 1.0, 1.0 if persistence is None else persistence)
            if weights is not None:
                weigh(field, weights)
        if self.bounds is not None:
            scale(field, *self.bounds, names=("lo", "hi"))
        return field, memory

    def text(self) -> str:
        """Return the expression that makes the field again."""
        text = self.base
        if self.seed is not None:
            text += f".seeded({self.seed})"
        elif self.table is not None:
            text += f".with_permutation(bytes.fromhex('{self.table.hex()}'))"
        if self.fractal is not None:
            f, shortest = self.fractal, _checks.shortest
            weight = f"persistence={shortest(f.persistence)}" if f.persistence is not None else ""
            if f.weights is not None:
                weight = f"weights=[{', '.join(map(shortest, f.weights))}]"
            factors = f"frequency={shortest(f.frequency)}, lacunarity={shortest(f.lacunarity)}"
            text += f".{f.kind}({f.octaves}, {factors}, {weight})"
        if self.bounds is not None:
            text += f".scaled({', '.join(map(_checks.shortest, self.bounds))})"
        return text

    def to_dict(self) -> dict[str, Any]:
        """Return the field as JSON can hold it."""
        result: dict[str, Any] = {"format": FORMAT, "function": self.base}
        if self.seed is not None:
            result["seed"] = str(self.seed)
        elif self.table is not None:
            result["permutation"] = list(self.table)
        if self.fractal is not None:
            f = self.fractal
            result["fractal"] = {
                "kind": f.kind,
                "octaves": f.octaves,
                "frequency": _decimal(f.frequency),
                "lacunarity": _decimal(f.lacunarity),
            }
            if f.weights is None:
                result["fractal"]["persistence"] = _decimal(f.persistence or 0.0)
            else:
                result["fractal"]["weights"] = [_decimal(weight) for weight in f.weights]
        if self.bounds is not None:
            result["scaled"] = [_decimal(bound) for bound in self.bounds]
        return result


def _decimal(value: float) -> float:
    """Return the float whose shortest decimal rounds to a float32."""
    return float(_checks.shortest(value))


def fractal(kind: str, octaves: Any, frequency: Any, lacunarity: Any, persistence: Any, weights: Any) -> Fractal:
    """Return a checked sum over octaves."""
    count = _checks.octaves(octaves)
    if weights is not None:
        if persistence is not None:
            raise TypeError("'persistence' must be left out where 'weights' are given")
        weights = _checks.per_axis("weights", weights, count, _checks.float32, per="octave")
    else:
        persistence = _checks.float32("persistence", 0.5 if persistence is None else persistence)
    return Fractal(
        kind,
        count,
        _checks.float32("frequency", frequency),
        _checks.positive("lacunarity", lacunarity),
        persistence,
        weights,
    )


def bounds(lo: Any, hi: Any) -> tuple[float, float]:
    """Return checked bounds in rising order."""
    least, largest = _checks.float32("lo", lo), _checks.float32("hi", hi)
    if not least < largest:
        raise ValueError(f"'hi' must be above 'lo' in float32 (got {least} and {largest})")
    return least, largest


def seed(value: Any) -> int:
    """Return a checked seed."""
    return _checks.whole("seed", value, 0, 2**64 - 1)


def table(value: Any) -> bytes | None:
    """Return a checked permutation of 0 to 255; None for the classic one."""
    if not isinstance(value, (bytes, bytearray)) and not _checks.is_sequence(value):
        raise TypeError(f"'table' must be a sequence of 256 integers (got {_checks.kind(value)})")
    if len(value) != 256:
        raise ValueError(f"'table' must have 256 elements (got {len(value)})")
    entries = [_checks.whole(f"table[{i}]", entry, 0, 255) for i, entry in enumerate(value)]
    if len(set(entries)) < 256:
        twice = next(entry for entry in range(256) if entries.count(entry) > 1)
        raise ValueError(f"'table' must have each of 0 to 255 once (got {twice} more than once)")
    return None if bytes(entries) == CLASSIC else bytes(entries)


# ---- reading back ----


def from_dict(saved: Any) -> Spec:
    """Return the specification that a dictionary holds; refuse what this version does not know, by name."""
    known = {"format", "function", "seed", "permutation", "fractal", "scaled"}
    _check_keys("", saved, known, {"format", "function"})
    if _checks.integer("format", saved["format"]) != FORMAT:
        raise ValueError(f"'format' must be {FORMAT}, which this version reads (got {saved['format']})")
    base = _known("function", saved["function"], BASES)
    if "seed" in saved and "permutation" in saved:
        raise ValueError("'permutation' must be left out where 'seed' is given")
    return Spec(
        base,
        _saved_seed(saved["seed"]) if "seed" in saved else None,
        table(saved["permutation"]) if "permutation" in saved else None,
        _saved_fractal(saved["fractal"]) if "fractal" in saved else None,
        bounds(*_checks.per_axis("scaled", saved["scaled"], 2, _checks.float32, per="bound"))
        if "scaled" in saved
        else None,
    )


def _check_keys(name: str, saved: Any, known: set[str], needed: set[str]) -> None:
    if not isinstance(saved, Mapping):
        raise TypeError(
            f"{repr(name) if name else 'a saved field'} must be a dictionary (got {_checks.kind(saved)})"
        )
    where = f" of '{name}'" if name else ""
    for key in saved:
        if key not in known:
            raise ValueError(f"{key!r}{where} must be left out: this version does not know it")
    for key in sorted(needed):
        if key not in saved:
            raise ValueError(f"'{key}'{where} must be given")


def _known(name: str, value: Any, names: Mapping[str, Any] | Sequence[str]) -> str:
    if not isinstance(value, str):
        raise TypeError(f"'{name}' must be a string (got {_checks.kind(value)})")
    if value not in names:
        raise ValueError(f"'{name}' must be one of {', '.join(names)} (got '{value}')")
    return value


def _saved_seed(value: Any) -> int:
    if not isinstance(value, str):
        raise TypeError(f"'seed' must be a string of digits (got {_checks.kind(value)})")
    if not (value.isascii() and value.isdigit() and len(value) <= 20):
        raise ValueError(f"'seed' must be a string of at most 20 digits (got '{value[:24]}')")
    return seed(int(value))


def _saved_fractal(saved: Any) -> Fractal:
    needed = {"kind", "octaves", "frequency", "lacunarity"}
    _check_keys("fractal", saved, needed | {"persistence", "weights"}, needed)
    if ("persistence" in saved) == ("weights" in saved):
        raise ValueError("'fractal' must have either 'persistence' or 'weights'")
    return fractal(
        _known("kind", saved["kind"], KINDS),
        saved["octaves"],
        saved["frequency"],
        saved["lacunarity"],
        saved.get("persistence"),
        saved.get("weights"),
    )
