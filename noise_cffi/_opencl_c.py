"""Fields as OpenCL C: the text of the references, and functions written for fields.

The references know one permutation. For fields, which have others, their functions are there a second time, with
the permutation as a parameter: the text is changed so, and is otherwise the same.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from noise_cffi import _checks, _spec
from noise_cffi._native import ffi, lib
from noise_cffi._spec import Spec
from noise_cffi.field import Field

_SYSTEMS = ("noise1234", "simplexnoise1234", "rombauts", "eshelman")
COORDINATES = "xyzw"

# A function of a reference: its type, name, parameters and body.
_FUNCTION = re.compile(
    r"^(?:static )?(?:inline )?(float|int) (\w+)\(([^)]*)\) \{( .*? \}|\n.*?^\})$", re.DOTALL | re.MULTILINE
)

# What a simplex corner does where it is too far away.
_EARLY_RETURN = re.compile(r"    if \(t < 0\.0f\)\n        return 0\.0f;\n(.*?)return (.*?);\n", re.DOTALL)

# Corners a point: a loop over octaves is not evaluated at several points at once, but compiles sooner.
_MOST_UNROLLED = 48
# By bits: a call of fabs keeps PoCL from evaluating several points at once.
_INLINE = """\
#ifndef NOISE_INLINE
#define NOISE_INLINE static inline __attribute__((always_inline))
#define NOISE_PERMUTATION __constant const unsigned char *
NOISE_INLINE float noise_magnitude(float v) { return as_float(as_uint(v) & 0x7fffffffu); }
NOISE_INLINE int noise_inside(float c) { return (as_uint(c) & 0x7fffffffu) <= as_uint(16777216.0f); }
#endif
"""


def _own(name: str) -> str:
    """Return a file of csrc without the files that it includes, to be compiled once."""
    text = ffi.unpack(getattr(lib, f"text_{name}"), ffi.typeof(getattr(lib, f"text_{name}")).length).decode()
    text = re.sub(r"^#include .*\n", "", text, flags=re.MULTILINE)
    guard = f"NOISE_CFFI_TEXT_{name.upper()}"
    return f"#ifndef {guard}\n#define {guard}\n{text}#endif\n"


@cache
def _plain(*systems: str) -> str:
    """Return the functions of the systems, as csrc has them."""
    return "".join(map(_own, ("strict", "permutation", "lattice", *systems)))


@cache
def _by_table(name: str) -> str:
    """Return the functions that hash again, with the permutation as their first parameter, and named `..._by`.

    They have no branches, so that compilers for processors evaluate several points at once.
    """
    changed = [] if name == "lattice" else ["lattice_hash"]
    result = []
    for kind, function, parameters, body in _FUNCTION.findall(_own(name)):
        calls = rf"\b({'|'.join(changed)})\("
        if "classic_permutation" in body or (changed and re.search(calls, body)):
            if changed:
                body = re.sub(calls, r"\1_by(table, ", body)
            body = body.replace("classic_permutation", "table")
            body = _EARLY_RETURN.sub(r"\1float value = \2;\n    return t < 0.0f ? 0.0f : value;\n", body)
            changed.append(function)
            result.append(f"NOISE_INLINE {kind} {function}_by(NOISE_PERMUTATION table, {parameters}) {{{body}\n")
    guard = f"NOISE_CFFI_TEXT_{name.upper()}_BY"
    return f"#ifndef {guard}\n#define {guard}\n{''.join(result)}#endif\n"


def source(field: Field | None = None, name: str = "field") -> str:
    """Return the text of functions in OpenCL C 1.2 and later, to put before one's own kernels.

    Without a field: noise1 to noise4, pnoise1 to pnoise4, snoise1 to snoise4, rombauts_noise1 and 2 and
    rombauts_fractal1 and 2, raw_noise_2d to 4d and the octave_, scaled_raw_ and scaled_octave_ functions, with the
    parameters that `noise_cffi.lib` has, and like those without a check. The text is that of the C files that the
    package is compiled from.

    With a field: what it takes of those, and the field's own function, ``float name(float x, ...)`` with as many
    coordinates as the field has. Where a coordinate is outside the domain, there or on its way through the field,
    the value is NaN, as it is nowhere else. Texts of several fields, of different names, may follow one another.
    A field that loops needs a device with doubles.

    Values have the host's bits on devices that keep IEEE arithmetic, where the program is built without options
    that relax it, and, for divisions, with ``-cl-fp32-correctly-rounded-divide-sqrt``. TypeError for what is not a
    field, ValueError for a name that is not one in C, and for fields that are precise, turned or damped.
    """
    if field is None:
        return _plain(*_SYSTEMS)
    check_field(field)
    if not isinstance(name, str):
        raise TypeError(f"'name' must be a str (got {_checks.kind(name)})")
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        raise ValueError(f"'name' must be an identifier of C (got {name!r})")
    writer = _Writer(name, field._field.work << field._field.axes <= _MOST_UNROLLED)
    writer.write(field._spec, field._field, name)
    systems = sorted(writer.systems, key=_SYSTEMS.index)
    parts = [_plain(*systems), _INLINE, *map(_by_table, ("lattice", *systems))]
    parts += [_own(name) for name in ("tiled", "circle") if name in writer.more]
    return "".join(parts + writer.parts)


def check_field(field: object) -> None:
    if not isinstance(field, Field):
        raise TypeError(f"'field' must be a Field (got {_checks.kind(field)})")
    _check_spec(field._spec)


def _check_spec(spec: Spec) -> None:
    """Refuse what devices do not compute yet."""
    kind = spec.fractal.kind if spec.fractal is not None else None
    for name, there in (
        ("precise", spec.precise),
        ("turned", spec.turn is not None),
        ("damped", kind == "damped"),
    ):
        if there:
            raise ValueError(f"'field' must not be {name} on a device, nor warped by such (got {spec.text()})")
    for warp in spec.warps:
        for by in warp.by:
            _check_spec(by)


def _literal(value: float) -> str:
    """Return a float32 as OpenCL C has it."""
    text = f"{float(value).hex()}f"
    return f"({text})" if text.startswith("-") else text


def _list(values: Sequence[Any], shown: Any = str) -> str:
    return "{" + ", ".join(map(shown, values)) + "}"


class _Writer:
    """Write a field as a function, after the functions of the fields that warp it."""

    def __init__(self, name: str, unrolled: bool) -> None:
        self.name = name
        self.unrolled = unrolled
        self.parts: list[str] = []
        self.systems: set[str] = set()
        self.more: set[str] = set()  # files
        self._made: dict[str, str] = {}  # names by the fields' expressions: 0.0 and -0.0 differ there

    def warping(self, spec: Spec) -> str:
        """Write a field that warps another, once, and return its function's name."""
        text = spec.text()
        if text not in self._made:
            name = f"{self.name}_warp{len(self._made)}"
            self._made[text] = name
            self.write(spec, spec.compiled()[0], name)
        return self._made[text]

    def write(self, spec: Spec, field: Any, name: str) -> None:
        """Write a field with the parameters that its C field has."""
        names = COORDINATES[: spec.ndim()]
        lines = [f"    int inside = {_inside(names)};"]
        for warp in reversed([w for w in spec.warps if w.strength]):
            lines += self._warp(warp, names)
        lines += [f"    {c} = inside ? {c} : 0.0f;" for c in names]
        axes = list(names)
        if spec.loop is not None:
            axes, more = _loops(spec.loop)
            lines += more
            self.more.add("circle")
        if spec.fractal is None:
            lines.append(f"    float value = {self._call(spec, name, 0, axes, field.periods)};")
        else:
            lines += self._octaves(spec, field, name, axes)
        if spec.bounds is not None:
            lo, hi = map(_literal, spec.bounds)
            if spec.fractal is not None and spec.fractal.kind in ("turbulence", "ridged_multifractal"):
                lines.append("    value = 2.0f * value - 1.0f;")
            lines.append(f"    value = value * ({hi} - {lo}) / 2.0f + ({hi} + {lo}) / 2.0f;")
        lines.append("    return inside ? value : NAN;")
        self._tables(spec, name)
        parameters = ", ".join(f"float {c}" for c in names)
        self.parts.append(
            f"/* {spec.text()} */\nNOISE_INLINE float {name}({parameters}) {{\n" + "\n".join(lines) + "\n}\n"
        )

    def _warp(self, warp: Any, names: str) -> list[str]:
        lines = ["    {"]
        for axis, c in enumerate(names):
            by = warp.by[axis if len(warp.by) > 1 else 0]
            shift = _spec.by_shift(by, axis) if len(warp.by) == 1 else 0.0
            given = ", ".join(f"{each} + {_literal(shift)}" if shift else each for each in names)
            lines.append(f"        float by_{c} = {self.warping(by)}({given});")
        lines += [f"        {c} += {_literal(warp.strength)} * by_{c};" for c in names]
        return [*lines, f"        inside &= {_inside(names)};", "    }"]

    def _tables(self, spec: Spec, name: str) -> None:
        """Write the permutations: one, or one an octave; none where all octaves have the classic one."""
        own = spec.permutation()
        tables = [own]
        if spec.fractal is not None and spec.fractal.independent:
            tables += [_spec.octave_permutation(own, k) for k in range(1, spec.fractal.octaves)]
        elif own == _spec.CLASSIC:
            return
        rows = _list(tables, _list)
        self.parts.append(f"__constant unsigned char {name}_permutations[{len(tables)}][256] = {rows};\n")

    def _call(self, spec: Spec, name: str, octave: Any, axes: Sequence[str], periods: Sequence[Any]) -> str:
        """Return a call of the base function."""
        self.systems.add(_system(spec.base))
        independent = spec.fractal is not None and spec.fractal.independent
        table = f"{name}_permutations[{octave if independent else 0}]"
        if not independent and spec.permutation() == _spec.CLASSIC:
            table = "classic_permutation"
        base = spec.base.replace("rombauts.", "rombauts_").replace("eshelman.", "")
        given: list[Any] = [table, *axes]
        if spec.tile is not None:
            base = base.replace("noise", "tiled")
            self.more.add("tiled")
            given += list(periods)[: len(axes)]
        return f"{base}_by({', '.join(map(str, given))})"

    def _octaves(self, spec: Spec, field: Any, name: str, axes: Sequence[str]) -> list[str]:
        fractal = spec.fractal
        assert fractal is not None
        octaves = field.octave[0 : fractal.octaves]
        scaled = [f"{axis}_k" for axis in axes]
        self._constants(name, "float", "frequencies", [_literal(o.frequency) for o in octaves])
        self._constants(name, "float", "amplitudes", [_literal(o.amplitude) for o in octaves])
        lines = ["    float sum = 0.0f;"]
        if fractal.kind == "ridged_multifractal":
            lines.append("    float last = 0.0f;")
        if self.unrolled:
            lines.append("#pragma unroll")
        lines.append(f"    for (int k = 0; k < {fractal.octaves}; k++) {{")
        for axis, (to, c) in enumerate(zip(scaled, axes, strict=True)):
            lines.append(f"        float {to} = {c} * {name}_frequencies[k];")
            if fractal.independent:
                offsets = [_literal(o.offsets[axis]) for o in octaves]
                self._constants(name, "float", f"offsets_{axis}", offsets)
                lines.append(f"        {to} = k > 0 ? {to} + {name}_offsets_{axis}[k] : {to};")
        lines.append(f"        int within = {_inside(scaled)};")
        lines.append("        inside &= within;")
        lines += [f"        {c} = within ? {c} : 0.0f;" for c in scaled]
        periods = []
        if spec.tile is not None:
            for axis in range(len(axes)):
                self._constants(name, "int", f"periods_{axis}", [o.periods[axis] for o in octaves])
                periods.append(f"{name}_periods_{axis}[k]")
        lines.append(f"        float n = {self._call(spec, name, 'k', scaled, periods)};")
        if fractal.kind == "turbulence":
            lines.append("        n = noise_magnitude(n);")
        elif fractal.kind == "ridged":
            lines.append("        n = 1.0f - 2.0f * noise_magnitude(n);")
        elif fractal.kind == "ridged_multifractal":
            lines += [
                f"        n = {_literal(field.offset)} - noise_magnitude(n);",
                "        n = n * n;",
                f"        float weight = last * {_literal(field.gain)};",
                "        n = k > 0 ? n * (weight < 1.0f ? weight : 1.0f) : n;",
                "        last = n;",
            ]
        lines += [f"        sum += {name}_amplitudes[k] * n;", "    }"]
        return [*lines, f"    float value = sum / {_literal(field.amplitude_sum)};"]

    def _constants(self, name: str, kind: str, what: str, values: Sequence[Any]) -> None:
        self.parts.append(f"__constant {kind} {name}_{what}[{len(values)}] = {_list(values)};\n")


def _system(base: str) -> str:
    """Return the file that has a base function."""
    if base.startswith("rombauts."):
        return "rombauts"
    if base.startswith("eshelman."):
        return "eshelman"
    return "simplexnoise1234" if base.startswith("s") else "noise1234"


def _inside(names: Sequence[str]) -> str:
    return " & ".join(f"noise_inside({c})" for c in names)


def _loops(periods: Sequence[float | None]) -> tuple[list[str], list[str]]:
    """Return the names of a looped field's axes, and the lines that make them of its coordinates."""
    axes, lines = [], []
    for c, period in zip(COORDINATES, periods, strict=False):
        if period is None:
            axes.append(c)
        else:
            axes += [f"{c}_first", f"{c}_second"]
            lines.append(f"    float {c}_first, {c}_second;")
            lines.append(f"    circle_place(&{c}_first, &{c}_second, &{c}, {_literal(period)}, 1);")
    return axes, lines
