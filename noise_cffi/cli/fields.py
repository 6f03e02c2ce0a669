"""The field that a command is about: from its options, from a file, from an expression."""

import ast
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import noise_cffi
from noise_cffi import Field
from noise_cffi._spec import BASES, KINDS, LARGEST_TILE, TILED
from noise_cffi.cli import values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FUNCTIONS: dict[str, Field] = {name: attrgetter(name)(noise_cffi) for name in BASES}
PERIODIC = {f"pnoise{n}": n for n in (1, 2, 3, 4)}
NO_SUM = "none"

_OCTAVES = 6
_METHODS = ("seeded", "with_permutation", "tiled", "looped", "turned", *KINDS, "warped", "scaled", "precise")
_OF_KIND = {"offset": "ridged_multifractal", "gain": "ridged_multifractal", "damping": "damped"}


class Periodic:
    """A periodic function with its periods: as much of a field as a picture needs."""

    def __init__(self, name: str, periods: tuple[int, ...]) -> None:
        """Take what is checked already."""
        self.ndim = len(periods)
        self.periods = periods
        self._function: Callable[..., Any] = getattr(noise_cffi, name)

    def __call__(self, *coordinates: float) -> float:
        """Return the value at a point."""
        return float(self._function(*coordinates, *self.periods))

    def grid(
        self,
        shape: tuple[int, ...],
        *,
        step: float,
        origin: tuple[float, ...],
        start: tuple[int, ...],
        workers: int,
    ) -> "NDArray[np.float32]":
        """Return the values at the coordinates that Field.grid has."""
        import numpy as np

        axes = [
            (first + (begin + np.arange(n)) * step).astype("f4")
            for first, begin, n in zip(origin, start, shape, strict=True)
        ]
        values: NDArray[np.float32] = self._function(*np.ix_(*axes)[::-1], *self.periods, workers=workers)
        return values


# ---- expressions ----


def expression(text: str) -> Any:
    """Return what a text in the form of a field's repr stands for: a field, or several in brackets.

    It can name base functions, call the methods that make fields of them, and hold numbers: nothing else.
    """
    try:
        return _evaluated(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError(f"an expression must be as a field's repr shows it (got '{text[:80]}')") from None
    except TypeError as error:
        raise ValueError(str(error)) from None


def _evaluated(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=None | int() | float()):
            return node.value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return -number
        case ast.BinOp(left=above, op=ast.Div(), right=below):
            return values.real("expression", f"{_evaluated(above)}/{_evaluated(below)}")
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return [_evaluated(element) for element in elements]
        case ast.Name() | ast.Attribute():
            name = ast.unparse(node).removeprefix("nc.")
            if name in FUNCTIONS:
                return FUNCTIONS[name]
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="bytes"), attr="fromhex"),
            args=[ast.Constant(value=str() as digits)],
        ):
            return bytes.fromhex(digits)
        case ast.Call(func=ast.Attribute(value=made, attr=method), args=arguments, keywords=named):
            field = _evaluated(made)
            if isinstance(field, Field) and method in _METHODS and all(keyword.arg for keyword in named):
                return getattr(field, method)(
                    *map(_evaluated, arguments), **{str(k.arg): _evaluated(k.value) for k in named}
                )
    raise ValueError(f"an expression must be as a field's repr shows it (got '{ast.unparse(node)[:80]}')")


# ---- files ----


def read(name: str, path: str) -> Any:
    """Return what is in a file of JSON; '-' is standard input."""
    try:
        text = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise click.ClickException(f"cannot read '{path}': {error.strerror or error}") from None
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"'{name}' must be {_WHAT[name]}, in JSON: {error}") from None


_WHAT = {"field": "a field as Field.to_dict writes it", "permutation": "a list of 256 numbers"}


def read_field(text: str) -> Any:
    """Return the field, or the fields, that a text stands for: the name of a file, or an expression."""
    if text.endswith((")", "]")) or text in FUNCTIONS:
        return expression(text)
    saved = read("field", text)
    try:
        return Field.from_dict(saved)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"'field' must be {_WHAT['field']}, in JSON: {error}") from None


# ---- options ----

_OPTIONS = [
    click.option(
        "--function",
        metavar="NAME",
        callback=values.parsed(values.one_of(*FUNCTIONS, *PERIODIC)),
        show_default="snoise2",
        help=f"One of {', '.join(FUNCTIONS)}; or pnoise1 to pnoise4, which need a period and have no sum.",
    ),
    click.option(
        "--seed",
        metavar="N",
        callback=values.parsed(values.integer),
        help="Seed of the permutation; without it the classic one.",
    ),
    click.option("--permutation", metavar="FILE.json", help="A list of 256 numbers: a permutation of your own."),
    click.option(
        "--period",
        metavar="PxP[...]",
        callback=values.parsed(values.periods(values.whole(1, LARGEST_TILE))),
        help="Period of Perlin noise along x, y, z, w, in noise coordinates; one number serves all, and 'none' is "
        "for an axis that does not wrap. Times the frequency of each octave it must be whole. Tiles meet exactly "
        "where the step and the frequencies are powers of two.",
    ),
    click.option(
        "--looped",
        metavar="P[xP...]",
        callback=values.parsed(values.periods(values.real)),
        help="Periods of simplex noise, one for each coordinate of the picture: a number takes two axes of the "
        "function, 'none' takes one. 8x8 of snoise4 is a seamless tile, nonexnonex5 a film that loops.",
    ),
    click.option(
        "--kind",
        metavar="NAME",
        callback=values.parsed(values.one_of(*KINDS, NO_SUM)),
        show_default="fbm",
        help=f"Kind of sum: one of {', '.join(KINDS)}, {NO_SUM}.",
    ),
    click.option(
        "--octaves",
        metavar="N",
        callback=values.parsed(values.integer),
        show_default=f"{_OCTAVES}, or as many as weights",
        help="Octaves of the sum, 1 to 64.",
    ),
    click.option(
        "--frequency",
        metavar="NUMBER",
        callback=values.parsed(values.real),
        show_default="1",
        help="Frequency of the first octave.",
    ),
    click.option(
        "--lacunarity",
        metavar="NUMBER",
        callback=values.parsed(values.real),
        show_default="2",
        help="Factor between frequencies.",
    ),
    click.option(
        "--persistence",
        metavar="NUMBER",
        callback=values.parsed(values.real),
        show_default="1/2",
        help="Factor between amplitudes.",
    ),
    click.option(
        "--weights",
        metavar="N,N[...]",
        callback=values.parsed(values.reals),
        help="Amplitudes, one an octave, in place of a persistence.",
    ),
    click.option(
        "--offset",
        metavar="NUMBER",
        callback=values.parsed(values.real),
        show_default="1",
        help="Height of the ridges of ridged_multifractal.",
    ),
    click.option(
        "--gain",
        metavar="NUMBER",
        callback=values.parsed(values.real),
        show_default="2",
        help="How much rougher ridged_multifractal is where it is high.",
    ),
    click.option(
        "--damping",
        metavar="NUMBER",
        callback=values.parsed(values.real),
        show_default="1",
        help="How much octaves of damped fade on slopes.",
    ),
    click.option(
        "--turned",
        metavar="TURNS",
        callback=values.parsed(values.real),
        help="Turn the gradients: noise that flows in place.",
    ),
    click.option(
        "--independent",
        is_flag=True,
        show_default=False,
        help="Give each octave a permutation and an offset of its own.",
    ),
    click.option(
        "--warp",
        metavar="FIELD STRENGTH",
        nargs=2,
        multiple=True,
        help="Move the coordinates by the values of another field times a strength. FIELD is as after --field, or "
        "several in brackets, one a coordinate. May be given again: the last one moves points first.",
    ),
    click.option(
        "--precise",
        is_flag=True,
        show_default=False,
        help="Keep coordinates in double precision: fine far from the origin.",
    ),
    click.option("--scaled", metavar="LO,HI", callback=values.parsed(values.reals), help="Map -1 .. 1 to bounds."),
    click.option(
        "--field",
        metavar="FIELD",
        help="In place of all options above: FILE.json, as Field.to_dict writes it, '-' for standard input, or an "
        "expression as Python shows it, such as 'snoise2.seeded(7).ridged(5)'.",
    ),
]


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say what a field is; `chosen` makes it of their values."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def chosen(field: str | None, **parts: Any) -> tuple[Field | Periodic, str]:
    """Return the field that the options describe, and its name in messages."""
    given = {
        name: value for name, value in parts.items() if value is not None and value is not False and value != ()
    }
    if field is None:
        function = given.pop("function", "snoise2")
        made = _periodic(function, **given) if function in PERIODIC else _field(function, **given)
        return made, function
    for name in given:
        raise ValueError(f"'{name}' must be left out where 'field' is given")
    read = read_field(field)
    if not isinstance(read, Field):
        raise ValueError(f"'field' must be one field (got '{field[:80]}')")
    return read, field


def _periodic(name: str, *, period: tuple[int | None, ...] | None = None, **others: Any) -> Periodic:
    for other in others:
        raise ValueError(f"'{other}' must be left out with {name}")
    if period is None:
        raise ValueError(f"'period' must be given with {name}")
    period = _spread(period, PERIODIC[name], name)
    whole = tuple(p for p in period if p is not None)
    if len(whole) != len(period):
        raise ValueError(f"'period' must be a number for each axis with {name}")
    return Periodic(name, whole)


def _spread(period: tuple[int | None, ...], ndim: int, name: str) -> tuple[int | None, ...]:
    if len(period) == 1:
        return period * ndim
    if len(period) != ndim:
        raise ValueError(f"'period' must have 1 or {ndim} numbers with {name} (got {len(period)})")
    return period


def _field(
    function: str,
    *,
    seed: int | None = None,
    permutation: str | None = None,
    period: tuple[int | None, ...] | None = None,
    looped: tuple[float | None, ...] | None = None,
    turned: float | None = None,
    kind: str = "fbm",
    warp: Sequence[tuple[str, str]] = (),
    scaled: tuple[float, ...] | None = None,
    precise: bool = False,
    **of_sum: Any,
) -> Field:
    field: Any = FUNCTIONS[function]
    if seed is not None and permutation is not None:
        raise ValueError("'permutation' must be left out where 'seed' is given")
    if seed is not None:
        field = field.seeded(seed)
    if permutation is not None:
        table = read("permutation", permutation)
        try:
            field = field.with_permutation(table)
        except TypeError as error:
            raise ValueError(f"'permutation' must be {_WHAT['permutation']}: {error}") from None
    if period is not None:
        if function not in TILED:
            raise ValueError(f"'period' must be left out with {function}: it is for {', '.join(TILED)}")
        field = field.tiled(*_spread(period, field.ndim, function))
    if looped is not None:
        field = field.looped(*looped)
    if turned is not None:
        field = field.turned(turned)
    if kind == NO_SUM:
        for name in of_sum:
            raise ValueError(f"'{name}' must be left out with the kind {NO_SUM}")
    else:
        for name, wanted in _OF_KIND.items():
            if name in of_sum and kind != wanted:
                raise ValueError(f"'{name}' must be left out with {kind}: it is for {wanted}")
        if "weights" in of_sum and "persistence" in of_sum:
            raise ValueError("'persistence' must be left out where 'weights' are given")
        octaves = of_sum.pop("octaves", len(of_sum.get("weights", ())) or _OCTAVES)
        field = getattr(field, kind)(octaves, **of_sum)
    for by, strength in warp:
        field = field.warped(read_field(by), values.real("warp", strength))
    if scaled is not None:
        if len(scaled) != 2:
            raise ValueError(f"'scaled' must be two numbers, LO,HI (got {len(scaled)})")
        field = field.scaled(*scaled)
    if precise:
        field = field.precise()
    made: Field = field
    return made


def repeats(field: Field | Periodic) -> tuple[float | None, ...]:
    """Return for each coordinate the period after which a field repeats, if it does."""
    return field.periods if isinstance(field, Periodic) else field._spec.repeats()


def work(field: Field | Periodic) -> int:
    """Return how many values of base functions a point takes."""
    return 1 if isinstance(field, Periodic) else _evaluations(field.to_dict(), field.ndim)


def _evaluations(saved: Mapping[str, Any], ndim: int) -> int:
    count = int(saved.get("fractal", {}).get("octaves", 1))
    for warp in saved.get("warps", ()):
        each = [_evaluations(by, ndim) for by in warp["by"]]
        count += sum(each) if len(each) > 1 else each[0] * ndim  # one field alone moves all coordinates
    return count
