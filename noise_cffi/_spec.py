"""What a field is made of: compared, written down, read back, and compiled to C.

A specification holds parameters that are checked and rounded already. The dictionary that a field is saved as:

    format       1
    function     the base function, such as "snoise2" or "rombauts.noise1"
    seed         a decimal string; or
    permutation  a list of 256 numbers; neither for the classic table
    tiled        a list of periods, null for an axis that does not wrap; or
    looped       a list of periods, null for a coordinate that does not loop; both may be missing
    turned       a number of turns, by which gradients are turned; may be missing
    fractal      {"kind", "octaves", "frequency", "lacunarity", and "persistence" or "weights"}, with "offset" and
                 "gain" for a ridged multifractal, "damping" for a damped sum, and "independent": true; may be
                 missing
    warps        a list of {"by": [fields saved like this one], "strength"}; may be missing
    scaled       [lo, hi]; may be missing
    precise      true; may be missing
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from noise_cffi import _checks
from noise_cffi._compiled import base_field, scale, sum_octaves, turned_tables, use_permutation, weigh
from noise_cffi._native import ffi, lib

FORMAT = 1
KINDS = {
    "fbm": lib.NOISE_FBM,
    "turbulence": lib.NOISE_TURBULENCE,
    "ridged": lib.NOISE_RIDGED,
    "ridged_multifractal": lib.NOISE_RIDGED_MULTIFRACTAL,
    "damped": lib.NOISE_DAMPED,
}

# Every base function: its name in the package and its kernel.
BASES = {
    **{f"noise{n}": f"KERNEL_NOISE{n}" for n in (1, 2, 3, 4)},
    **{f"snoise{n}": f"KERNEL_SNOISE{n}" for n in (1, 2, 3, 4)},
    **{f"rombauts.noise{n}": f"KERNEL_ROMBAUTS{n}" for n in (1, 2)},
    **{f"eshelman.raw_noise_{n}d": f"KERNEL_RAW{n}" for n in (2, 3, 4)},
}
TURNED = ("noise2", "noise3", "snoise2", "snoise3")
TILED = {f"noise{n}": f"KERNEL_TILED{n}" for n in (1, 2, 3, 4)}

CLASSIC = bytes(ffi.buffer(lib.classic_permutation))

LARGEST_TILE = 2**24
LEAST_LOOP = 2.0**-5
MOST_NESTED = 4  # fields within fields: each takes its share of a thread's stack
MOST_WORK = 2**20  # evaluations of base functions a point: so a call can be interrupted
_LARGEST_OFFSET = 2**16  # of a multifractal: values stay finite
_TABLE_REPEATS = 256  # an axis that does not wrap does so where the table repeats
_THIRD_STREAM = 0xBB67AE8584CAA73B  # the first bits of the fraction of the root of 3
_FOURTH_STREAM = 0x3C6EF372FE94F82B  # and of 5
_PARAMETERS = ("frequency", "lacunarity", "persistence", "weights", "offset", "gain", "damping")


class Fractal(NamedTuple):
    """A sum over octaves; with weights the persistence is None, and so is what another kind of sum takes."""

    kind: str
    octaves: int
    frequency: float
    lacunarity: float
    persistence: float | None
    weights: tuple[float, ...] | None
    independent: bool = False
    offset: float | None = None
    gain: float | None = None
    damping: float | None = None

    def text(self) -> str:
        """Return the call that makes the sum."""
        parts = [str(self.octaves)]
        for name in _PARAMETERS:
            value = getattr(self, name)
            if isinstance(value, tuple):
                parts.append(f"{name}=[{', '.join(map(_checks.shortest, value))}]")
            elif value is not None:
                parts.append(f"{name}={_checks.shortest(value)}")
        if self.independent:
            parts.append("independent=True")
        return f"{self.kind}({', '.join(parts)})"

    def to_dict(self) -> dict[str, Any]:
        """Return the sum as JSON can hold it."""
        result: dict[str, Any] = {"kind": self.kind, "octaves": self.octaves}
        for name in _PARAMETERS:
            value = getattr(self, name)
            if isinstance(value, tuple):
                result[name] = [_decimal(element) for element in value]
            elif value is not None:
                result[name] = _decimal(value)
        if self.independent:
            result["independent"] = True
        return result


class Warp(NamedTuple):
    """What moves the coordinates: one field for all of them, or one each."""

    by: tuple["Spec", ...]
    strength: float


class Spec(NamedTuple):
    """A whole field."""

    base: str
    seed: int | None = None
    table: bytes | None = None  # a permutation of one's own; without it that of the seed, or the classic one
    tile: tuple[int | None, ...] | None = None
    loop: tuple[float | None, ...] | None = None
    fractal: Fractal | None = None
    warps: tuple[Warp, ...] = ()
    bounds: tuple[float, float] | None = None
    precise: bool = False
    turn: float | None = None

    def ndim(self) -> int:
        """Return the number of coordinates."""
        return len(self.loop) if self.loop is not None else axes(self.base)

    def depth(self) -> int:
        """Return how many fields stand within one another."""
        return max((1 + by.depth() for warp in self.warps for by in warp.by), default=0)

    def cell(self) -> float:
        """Return how wide a cell of the first octave is in the field's coordinates; 1 where all is one cell."""
        return 1 / (abs(self.fractal.frequency) or 1.0) if self.fractal is not None else 1.0

    def repeats(self) -> tuple[float | None, ...]:
        """Return for each coordinate the period after which the field repeats, if it does."""
        return self.tile or self.loop or (None,) * self.ndim()

    def permutation(self) -> bytes:
        """Return the permutation's 256 entries."""
        if self.table is not None:
            return self.table
        return CLASSIC if self.seed is None else shuffled(self.seed)

    def compiled(self) -> tuple[Any, Any]:
        """Return the C field, and the memory that it points to; refuse what does not go together."""
        memory: list[Any] = []
        field = base_field(getattr(lib, (BASES if self.tile is None else TILED)[self.base]), self.cells(1.0))
        if self.loop is not None:
            lib.noise_field_loop(field, len(self.loop), [period or 0.0 for period in self.loop])
        if self.seed is not None or self.table is not None:
            memory.append(use_permutation(field, self.permutation()))
        if self.turn is not None and self.turn % 1.0 != 0.0:
            memory.append(turned_tables(self.permutation()))
            lib.noise_field_turn(field, ffi.cast("struct kernel_tables *", memory[-1]), self.turn)
        if self.fractal is not None:
            self._compile_fractal(field, self.fractal, memory)
        if any(warp.strength for warp in self.warps):
            self._compile_warps(field, memory)
        if self.bounds is not None:
            scale(field, *self.bounds, names=("lo", "hi"))
        field.precise = self.precise
        if self.precise and not lib.noise_extensible(field):
            raise ValueError(
                "'precise' must be called on a field of noise1 to noise4 or snoise1 to snoise4, warped by such "
                f"(got {self.base})"
            )
        return field, memory

    def cells(self, frequency: float, octave: int = 0) -> tuple[int, ...]:
        """Return the tile's periods in lattice cells at a frequency: none where the field does not tile."""
        periods = []
        for period in self.tile or ():
            cells = abs((period or _TABLE_REPEATS) * frequency)  # exact: 25 bits times 24
            if period is None:
                cells = _TABLE_REPEATS
            elif not (cells.is_integer() and 1 <= cells <= LARGEST_TILE):
                raise ValueError(
                    "'frequency' and 'lacunarity' must give a tiled field whole periods from 1 to 2**24 in every "
                    f"octave (got {period} * {frequency!r} in octave {octave})"
                )
            periods.append(int(cells))
        return tuple(periods)

    def _compile_fractal(self, field: Any, fractal: Fractal, memory: list[Any]) -> None:
        field.fold = KINDS[fractal.kind]
        field.offset, field.gain = fractal.offset or 0.0, fractal.gain or fractal.damping or 0.0
        if fractal.kind == "damped" and not lib.noise_extensible(field):
            raise ValueError(
                f"'damped' must be called on a field of noise1 to noise4 or snoise1 to snoise4 (got {self.base})"
            )
        persistence = 1.0 if fractal.persistence is None else fractal.persistence
        sum_octaves(field, fractal.octaves, fractal.frequency, fractal.lacunarity, 1.0, persistence)
        if fractal.weights is not None:
            weigh(field, fractal.weights)
        field.independent = fractal.independent
        for k in range(fractal.octaves):
            octave = field.octave[k]
            periods = self.cells(octave.frequency, k + 1)
            octave.periods = periods + (1,) * (4 - len(periods))
            if fractal.independent and k > 0:
                octave.offsets = [octave_offset(k, axis) for axis in range(4)]
                own = octave_permutation(self.permutation(), k)
                memory.append(use_permutation(octave, own))
                if field.turned != ffi.NULL:
                    memory.append(turned_tables(own))
                    octave.turned = ffi.cast("struct kernel_tables *", memory[-1])

    def _compile_warps(self, field: Any, memory: list[Any]) -> None:
        moving = [warp for warp in self.warps if warp.strength]
        compiled = ffi.new("struct noise_warp[]", len(moving))
        for place, warp in zip(compiled, moving, strict=True):
            place.strength = warp.strength
            made = [by.compiled() for by in warp.by]
            for axis in range(self.ndim()):
                by = made[axis if len(made) > 1 else 0][0]
                place.by[axis] = by
                place.shifts[axis] = by_shift(warp.by[0], axis) if len(made) == 1 else 0.0
                field.work += by.work
            memory.append(made)
        field.warps, field.warp_count = compiled, len(moving)
        memory.append(compiled)
        if field.work > MOST_WORK:
            raise ValueError(f"'by' must take at most 2**20 evaluations a point in all (got {field.work})")

    def text(self) -> str:
        """Return the expression that makes the field again."""
        text = self.base
        if self.seed is not None:
            text += f".seeded({self.seed})"
        elif self.table is not None:
            text += f".with_permutation(bytes.fromhex('{self.table.hex()}'))"
        if self.tile is not None:
            text += f".tiled({', '.join(map(str, self.tile))})"
        if self.loop is not None:
            text += f".looped({', '.join('None' if p is None else _checks.shortest(p) for p in self.loop)})"
        if self.turn is not None:
            text += f".turned({_checks.shortest(self.turn)})"
        if self.fractal is not None:
            text += f".{self.fractal.text()}"
        for warp in self.warps:
            by = [spec.text() for spec in warp.by]
            movers = by[0] if len(by) == 1 else f"[{', '.join(by)}]"
            text += f".warped({movers}, {_checks.shortest(warp.strength)})"
        if self.bounds is not None:
            text += f".scaled({', '.join(map(_checks.shortest, self.bounds))})"
        if self.precise:
            text += ".precise()"
        return text

    def to_dict(self) -> dict[str, Any]:
        """Return the field as JSON can hold it."""
        result: dict[str, Any] = {"format": FORMAT, "function": self.base}
        if self.seed is not None:
            result["seed"] = str(self.seed)
        elif self.table is not None:
            result["permutation"] = list(self.table)
        if self.tile is not None:
            result["tiled"] = list(self.tile)
        if self.loop is not None:
            result["looped"] = [period and _decimal(period) for period in self.loop]
        if self.turn is not None:
            result["turned"] = _decimal(self.turn)
        if self.fractal is not None:
            result["fractal"] = self.fractal.to_dict()
        if self.warps:
            result["warps"] = [
                {"by": [spec.to_dict() for spec in warp.by], "strength": _decimal(warp.strength)}
                for warp in self.warps
            ]
        if self.bounds is not None:
            result["scaled"] = [_decimal(bound) for bound in self.bounds]
        if self.precise:
            result["precise"] = True
        return result


def axes(base: str) -> int:
    """Return the number of axes of a base function."""
    return int(base.removesuffix("d")[-1])


def shuffled(seed: int) -> bytes:
    """Return the permutation of a seed."""
    entries = ffi.new("unsigned char[256]")
    lib.seeded_permutation(entries, seed)
    return bytes(ffi.buffer(entries))


def octave_permutation(permutation: bytes, octave: int) -> bytes:
    """Return the permutation of an independent octave, counted from 0: the field's own after a fixed shuffle."""
    return bytes(permutation[i] for i in shuffled(_THIRD_STREAM + octave))


def axis_permutation(permutation: bytes, axis: int) -> bytes:
    """Return the permutation of a potential along a further axis: another fixed shuffle of the field's own."""
    return bytes(permutation[i] for i in shuffled(_FOURTH_STREAM + axis))


def octave_offset(octave: int, axis: int) -> float:
    """Return what an independent octave from 1 on adds to a coordinate: there noise varies most."""
    return ((172, 172, 172, 220)[axis] + (11 * octave + 5 * axis) % 16) / 256


def by_shift(by: Spec, axis: int) -> float:
    """Return by how much one field's coordinates are shifted where it moves a coordinate, counted from 0."""
    frequency = abs(by.fractal.frequency) if by.fractal is not None else 1.0
    shift: float = lib.noise_field_round((0.0, 17.625, 29.375, 43.625)[axis] / max(frequency, 2.0**-16))
    return shift


def _decimal(value: float) -> float:
    """Return the float whose shortest decimal rounds to a float32."""
    return float(_checks.shortest(value))


def fractal(
    kind: str,
    octaves: Any,
    frequency: Any,
    lacunarity: Any,
    persistence: Any,
    weights: Any,
    independent: Any = False,
    offset: Any = None,
    gain: Any = None,
    damping: Any = None,
) -> Fractal:
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
        _checks.truth("independent", independent),
        offset if offset is None else _offset(offset),
        gain if gain is None else _checks.positive("gain", gain),
        _damping(damping) if kind == "damped" else None,
    )


def _offset(value: Any) -> float:
    offset = _checks.float32("offset", value)
    if not -_LARGEST_OFFSET <= offset <= _LARGEST_OFFSET:
        raise ValueError(f"'offset' must be between -2**16 and 2**16 (got {value})")
    return offset


def _damping(value: Any) -> float:
    damping = _checks.float32("damping", value)
    if damping < 0:
        raise ValueError(f"'damping' must be at least 0 (got {value})")
    return damping


def turn(base: str, turns: Any) -> float:
    """Return a checked number of turns."""
    if base not in TURNED:
        raise ValueError(f"'turned' must be called on a field of {', '.join(TURNED)} (got {base})")
    return _checks.float32("turns", turns)


def tile(base: str, periods: Sequence[Any]) -> tuple[int | None, ...]:
    """Return checked periods of a tiled field, one an axis."""
    if base not in TILED:
        raise ValueError(f"'tiled' must be called on a Perlin field (got {base}): simplex fields have 'looped'")
    if len(periods) != axes(base):
        raise ValueError(f"'periods' must be {axes(base)}, one per axis (got {len(periods)})")
    return tuple(
        None if period is None else _checks.whole(f"periods[{i}]", period, 1, LARGEST_TILE)
        for i, period in enumerate(periods)
    )


def loop(base: str, periods: Sequence[Any]) -> tuple[float | None, ...]:
    """Return checked periods of a looped field, one a coordinate."""
    if base in TILED:
        raise ValueError(f"'looped' must be called on a simplex field (got {base}): Perlin fields have 'tiled'")
    checked = []
    for i, period in enumerate(periods):
        length = None if period is None else _checks.float32(f"periods[{i}]", period)
        if length is not None and not LEAST_LOOP <= length <= _checks.DOMAIN:
            raise ValueError(f"'periods[{i}]' must be between 2**-5 and 2**24 (got {period})")
        checked.append(length)
    if sum(1 if period is None else 2 for period in checked) != axes(base):
        raise ValueError(
            f"'periods' must take {axes(base)} axes, two for a number and one for None (got {list(periods)})"
        )
    return tuple(checked)


def warp(spec: Spec, by: Sequence[Spec], strength: Any) -> Warp:
    """Return what moves a field's coordinates, checked."""
    if len(by) not in (1, spec.ndim()):
        raise ValueError(f"'by' must be one field, or {spec.ndim()}, one per coordinate (got {len(by)})")
    for mover in by:
        if mover.ndim() != spec.ndim():
            raise ValueError(f"'by' must take {spec.ndim()} coordinates as the field does (got {mover.ndim()})")
        if mover.depth() + 1 > MOST_NESTED:
            raise ValueError(f"'by' must have at most {MOST_NESTED} fields within one another, itself included")
    return Warp(tuple(by), _checks.float32("strength", strength))


def check_repeats(spec: Spec) -> None:
    """Refuse a field that repeats, warped by one that does not repeat with it."""
    for mover in (by for warp in spec.warps for by in warp.by):
        for name, own, period in zip("xyzw", spec.repeats(), mover.repeats(), strict=False):
            if own is not None and (period is None or own % period != 0):
                raise ValueError(
                    f"'by' must repeat as the field does: along {name} with a period that divides {own} "
                    f"(got {'no period' if period is None else period})"
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


def from_dict(saved: Any, nested: int = 0) -> Spec:
    """Return the specification that a dictionary holds; refuse what this version does not know, by name."""
    known = ("seed", "permutation", "tiled", "looped", "turned", "fractal", "warps", "scaled", "precise")
    _check_keys("", saved, {"format", "function", *known}, {"format", "function"})
    if _checks.integer("format", saved["format"]) != FORMAT:
        raise ValueError(f"'format' must be {FORMAT}, which this version reads (got {saved['format']})")
    base = _known("function", saved["function"], BASES)
    for one, other in (("seed", "permutation"), ("tiled", "looped")):
        if one in saved and other in saved:
            raise ValueError(f"'{other}' must be left out where '{one}' is given")
    spec = Spec(
        base,
        _saved_seed(saved["seed"]) if "seed" in saved else None,
        table(saved["permutation"]) if "permutation" in saved else None,
        tile(base, _list("tiled", saved["tiled"])) if "tiled" in saved else None,
        loop(base, _list("looped", saved["looped"])) if "looped" in saved else None,
        _saved_fractal(saved["fractal"]) if "fractal" in saved else None,
        precise=_checks.truth("precise", saved.get("precise", False)),
        turn=turn(base, saved["turned"]) if "turned" in saved else None,
    )
    for element in _list("warps", saved.get("warps", [])):
        spec = spec._replace(warps=(*spec.warps, _saved_warp(spec, element, nested)))
    check_repeats(spec)
    if "scaled" not in saved:
        return spec
    return spec._replace(
        bounds=bounds(*_checks.per_axis("scaled", saved["scaled"], 2, _checks.float32, per="bound"))
    )


def _list(name: str, value: Any) -> Sequence[Any]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise TypeError(f"'{name}' must be a list (got {_checks.kind(value)})")
    return value


def _saved_warp(spec: Spec, saved: Any, nested: int) -> Warp:
    _check_keys("warps", saved, {"by", "strength"}, {"by", "strength"})
    if nested >= MOST_NESTED:
        raise ValueError(f"'by' must have at most {MOST_NESTED} fields within one another, itself included")
    by = [from_dict(element, nested + 1) for element in _list("by", saved["by"])]
    return warp(spec, by, saved["strength"])


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
    kind = saved.get("kind") if isinstance(saved, Mapping) else None
    further = {"ridged_multifractal": {"offset", "gain"}, "damped": {"damping"}}.get(str(kind), set())
    _check_keys("fractal", saved, needed | {"persistence", "weights", "independent"} | further, needed | further)
    if ("persistence" in saved) == ("weights" in saved):
        raise ValueError("'fractal' must have either 'persistence' or 'weights'")
    for name in ("persistence", "weights", *further):
        if name in saved and saved[name] is None:
            raise TypeError(f"'{name}' of 'fractal' must be left out or given (got None)")
    return fractal(
        _known("kind", saved["kind"], KINDS),
        saved["octaves"],
        saved["frequency"],
        saved["lacunarity"],
        saved.get("persistence"),
        saved.get("weights"),
        saved.get("independent", False),
        saved.get("offset"),
        saved.get("gain"),
        saved.get("damping"),
    )
