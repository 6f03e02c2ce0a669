"""The command line: pictures of the noise functions.

``python -m noise_cffi render terrain.png`` writes a picture; ``--help`` shows the options. A pixel shows the
function at ``origin + index * step`` along x and y, and at the origin along z and w: the coordinate is computed
in double precision and rounded to float32, as in Field.grid, and the values are those of the sum over octaves
that rombauts.SimplexNoise.fractal describes, whatever the function.

A value v becomes the whole number nearest to ``(v - lo) / (hi - lo) * most``, computed in double precision, half
to even, and clipped to 0 .. `most`, which is 255 or, with 16 bits, 65535. That number is the pixel, or the place
of its colour among the 256 of a colour map.

Only ``python -m noise_cffi`` and the script ``noise-cffi`` import this module; the packages that it needs come
with ``pip install 'noise-cffi[image]'``.
"""

import errno
import io
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noise_cffi import __version__, _arrays, _checks, _compiled, periodic
from noise_cffi.field import base

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FUNCTIONS = {
    **{f"noise{n}": n for n in (2, 3, 4)},
    **{f"snoise{n}": n for n in (2, 3, 4)},
    **{f"pnoise{n}": n for n in (2, 3, 4)},
    "rombauts.noise2": 2,
    **{f"eshelman.raw_noise_{n}d": n for n in (2, 3, 4)},
}
_IN_ONE_DIMENSION = ("noise1", "snoise1", "pnoise1", "rombauts.noise1")

FORMATS = {".png": (8, 16), ".tif": (8, 16), ".tiff": (8, 16), ".bmp": (8,)}  # the extensions and their bits

MOST_PIXELS = 2**28
NO_COLORMAP = "none"
COLORMAP = "bukavu"  # water below the middle, land above it

_EXAMPLES = """\b
Examples:
  noise-cffi render terrain.png
  noise-cffi render slice.png --function noise3 --origin 0,0,0.5 --colormap none
  noise-cffi render tile.png --function pnoise2 --period 4x4 --step 1/64 --size 256x256
  noise-cffi render height.tif --bits 16 --octaves 8
"""  # \b: click keeps these lines as they are

_BAND = 2**22  # values of the base function that are computed between two looks at Ctrl-C
_LONG = 2**24  # values of the base function that are worth a progress bar


# ---- the text of options ----


def _parsed(parse: Callable[[str, str], Any]) -> Callable[[click.Context, click.Parameter, str | None], Any]:
    """Return what click calls to make a value: `parse` takes the option's name and its text."""

    def callback(ctx: click.Context, param: click.Parameter, text: str | None) -> Any:
        try:
            return None if text is None else parse(str(param.name), text)
        except ValueError as error:
            raise click.UsageError(str(error), ctx) from None

    return callback


def _integer(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"'{name}' must be an integer (got '{text}')") from None


def _real(name: str, text: str) -> float:
    """Return a finite number, written as one or as a fraction such as 1/256."""
    above, slash, below = text.partition("/")
    try:
        number = float(above) / float(below) if slash else float(above)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"'{name}' must be a number, or a fraction such as 1/256 (got '{text}')") from None
    return _checks.finite(name, number)


def _octaves(name: str, text: str) -> int:
    return _checks.octaves(_integer(name, text))


def _float32(name: str, text: str) -> float:
    return _checks.float32(name, _real(name, text))


def _positive(name: str, text: str) -> float:
    return _checks.positive(name, _real(name, text))


def _bits(name: str, text: str) -> int:
    bits = _integer(name, text)
    if bits not in (8, 16):
        raise ValueError(f"'{name}' must be 8 or 16 (got {bits})")
    return bits


def _function(name: str, text: str) -> str:
    if text in _IN_ONE_DIMENSION:
        raise ValueError(f"'{name}' must have two to four dimensions (got '{text}')")
    if text not in FUNCTIONS:
        raise ValueError(f"'{name}' must be one of {', '.join(FUNCTIONS)} (got '{text}')")
    return text


def _size(name: str, text: str) -> tuple[int, int]:
    try:
        width, height = map(int, text.lower().split("x"))
    except ValueError:
        raise ValueError(f"'{name}' must be WIDTHxHEIGHT, such as 1024x768 (got '{text}')") from None
    if width < 1 or height < 1:
        raise ValueError(f"'{name}' must be at least 1x1 (got {text})")
    if width * height > MOST_PIXELS:
        raise ValueError(f"'{name}' must have at most {MOST_PIXELS} pixels (got {text})")
    return width, height


def _origin(name: str, text: str) -> tuple[float, ...]:
    return tuple(_real(name, part) for part in text.split(","))


def _period(name: str, text: str) -> tuple[int, ...]:
    return tuple(_checks.period(name, _integer(name, part)) for part in text.lower().split("x"))


def _output(name: str, text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in FORMATS:
        raise ValueError(f"'{name}' must end in {', '.join(FORMATS)} (got '{text}')")
    return path


# ---- values ----


@dataclass(frozen=True)
class Noise:
    """What a picture shows: a sum over octaves of a function, and where its pixels lie."""

    name: str
    field: Any  # struct noise_field *; of a periodic function only its octaves count
    step: float
    origin: tuple[float, ...]  # x, y, z, w, as many as the function has dimensions
    period: tuple[int, ...] | None

    def rows(self, width: int, first: int, count: int) -> "NDArray[np.float32]":
        """Return the values of `count` rows of pixels from row `first` on."""
        if self.period is not None:
            return self._periodic_rows(width, first, count, self.period)
        slices = (1,) * (len(self.origin) - 2)
        values: NDArray[np.float32] = _arrays.evaluate_grid(
            self.field,
            "xyzw"[: len(self.origin)],
            (*slices, count, width),
            self.step,
            self.origin[::-1],
            (*(0 for _ in slices), first, 0),
            None,
            -1,
        )
        return values.reshape(count, width)

    def _periodic_rows(self, width: int, first: int, count: int, period: tuple[int, ...]) -> "NDArray[np.float32]":
        """Do in NumPy what the engine does for a sum, operation by operation: its octaves share one period."""
        import numpy as np

        function = getattr(periodic, self.name)
        x = (self.origin[0] + np.arange(width) * self.step).astype(np.float32)
        y = (self.origin[1] + np.arange(first, first + count) * self.step).astype(np.float32)[:, None]
        coordinates: tuple[Any, ...] = (x, y, *map(np.float32, self.origin[2:]))
        total = np.zeros((count, width), np.float32)
        for octave in range(self.field.octaves):
            frequency = np.float32(self.field.frequencies[octave])
            amplitude = np.float32(self.field.amplitudes[octave])
            periods = (int(p * Fraction(float(frequency))) for p in period)
            total += amplitude * function(*(c * frequency for c in coordinates), *periods, workers=-1)
        total /= np.float32(self.field.amplitude_sum)
        return total

    def check(self, width: int, height: int) -> None:
        """Refuse pixels outside the domain: as coordinates are monotonic, the first and the last tell."""
        for column, row in ((0, 0), (width - 1, height - 1)):
            point = (self.origin[0] + column * self.step, self.origin[1] + row * self.step, *self.origin[2:])
            _arrays.evaluate(self.field, "xyzw"[: len(point)], point)


def make_noise(
    name: str,
    *,
    octaves: int,
    frequency: float,
    lacunarity: float,
    persistence: float,
    step: float,
    origin: tuple[float, ...],
    period: tuple[int, ...] | None,
) -> Noise:
    """Return what a picture shows; refuse options that do not fit each other or the function."""
    ndim = FUNCTIONS[name]
    if not 2 <= len(origin) <= ndim:
        some = "2 numbers" if ndim == 2 else f"2 to {ndim} numbers"
        raise ValueError(f"'origin' must have {some} with {name}, one a coordinate (got {len(origin)})")
    is_periodic = name.startswith("pnoise")
    if period is not None and not is_periodic:
        raise ValueError(f"'period' must be left out with {name}: it is for pnoise2, pnoise3 and pnoise4")
    if period is None and is_periodic:
        raise ValueError(f"'period' must be given with {name}, such as {'x'.join(['8'] * ndim)}")
    if period is not None and len(period) == 1:
        period *= ndim
    if period is not None and len(period) != ndim:
        raise ValueError(f"'period' must have 1 or {ndim} numbers with {name} (got {len(period)})")

    kernel = periodic._KERNELS[ndim] if is_periodic else base(name)._field.kernel
    field = _compiled.sum_field(kernel, octaves, frequency, lacunarity, 1.0, persistence)
    for octave in range(octaves if period else 0):
        _check_periods(period or (), octave + 1, field.frequencies[octave])
    return Noise(name, field, step, origin + (0.0,) * (ndim - len(origin)), period)


def _check_periods(period: tuple[int, ...], octave: int, frequency: float) -> None:
    for p in period:
        cells = p * Fraction(frequency)
        if cells.denominator != 1 or not 1 <= cells <= _checks.LARGEST_PERIOD:
            raise ValueError(
                f"'period' times the frequency of octave {octave} must be a whole number "
                f"between 1 and {_checks.LARGEST_PERIOD} (got {p} * {frequency})"
            )


# ---- pixels ----


def levels(values: "NDArray[Any]", lo: float, hi: float, bits: int) -> "NDArray[np.integer[Any]]":
    """Return values as whole numbers: `lo` becomes 0, `hi` the largest of so many bits; see the module."""
    import numpy as np

    most = 2**bits - 1
    with np.errstate(over="ignore"):  # a small hi - lo may give an infinity, which is clipped
        exact = (values.astype(np.float64) - lo) / (hi - lo) * most
    whole: NDArray[np.integer[Any]] = np.rint(np.clip(exact, 0, most)).astype(f"u{bits // 8}")
    return whole


def colours(name: str) -> "NDArray[np.uint8]":
    """Return the 256 colours of a map of the package cmap, as rows of red, green and blue."""
    import cmap
    import numpy as np

    try:
        colormap = cmap.Colormap(name)
    except ValueError:
        raise ValueError(
            f"'colormap' must be a name that the package cmap knows, or '{NO_COLORMAP}' (got '{name}')"
        ) from None
    table = np.asarray(colormap(np.arange(256) / 255))  # not its lut: that of few colours has only those
    return np.rint(table[:, :3] * 255).astype(np.uint8)


def _check_bounds(lo: float, hi: float) -> None:
    if hi <= lo:
        raise ValueError(f"'hi' must be above 'lo' (got {hi} and {lo})")
    _checks.finite("hi - lo", hi - lo)


def _check_bits(bits: int, output: Path, colormap: str) -> None:
    if bits not in FORMATS[output.suffix.lower()]:
        raise ValueError(f"'bits' must be 8 in a {output.suffix} file (got {bits})")
    if bits != 8 and colormap != NO_COLORMAP:
        raise ValueError(f"'bits' must be 8 with a colour map (got {bits} and '{colormap}')")


# ---- files and progress ----


def _check_writable(output: Path) -> None:
    """Find before the work what can be known then of a file that cannot be written."""
    folder = output.parent
    if not folder.exists():
        code = errno.ENOENT
    elif not folder.is_dir():
        code = errno.ENOTDIR
    elif output.is_dir():
        code = errno.EISDIR
    elif not os.access(output if output.exists() else folder, os.W_OK):
        code = errno.EACCES
    else:
        return
    raise OSError(code, os.strerror(code))


class _StandardError(io.StringIO):
    """Standard error that says it is a terminal: click draws no bar elsewhere."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


def _progress(rows: int, shown: bool) -> AbstractContextManager[Any]:
    return click.progressbar(length=rows, label="Rendering", file=_StandardError()) if shown else nullcontext()


# ---- commands ----


@click.group(context_settings={"show_default": True, "max_content_width": 100})
@click.version_option(__version__, prog_name="noise-cffi")
def cli() -> None:
    """Make pictures of the classic noise functions."""


@cli.command(epilog=_EXAMPLES)
@click.argument("output", callback=_parsed(_output))
@click.option(
    "--function",
    metavar="NAME",
    callback=_parsed(_function),
    default="snoise2",
    help=f"One of {', '.join(FUNCTIONS)}.",
)
@click.option(
    "--size", metavar="WxH", callback=_parsed(_size), default="1024x768", help="Width and height in pixels."
)
@click.option(
    "--step",
    metavar="NUMBER",
    callback=_parsed(_real),
    default="1/256",
    help="Noise coordinates from pixel to pixel.",
)
@click.option(
    "--origin",
    metavar="X,Y[,Z[,W]]",
    callback=_parsed(_origin),
    default="0,0",
    help="Noise coordinates of the upper left pixel; z and w choose the slice, 0 where left out.",
)
@click.option(
    "--octaves", metavar="N", callback=_parsed(_octaves), default="6", help="Octaves of the sum, 1 to 64."
)
@click.option(
    "--frequency", metavar="NUMBER", callback=_parsed(_float32), default="1", help="Frequency of the first octave."
)
@click.option(
    "--lacunarity", metavar="NUMBER", callback=_parsed(_positive), default="2", help="Factor between frequencies."
)
@click.option(
    "--persistence", metavar="NUMBER", callback=_parsed(_float32), default="1/2", help="Factor between amplitudes."
)
@click.option(
    "--period",
    metavar="PxP[...]",
    callback=_parsed(_period),
    help="Period of pnoise2 to pnoise4 along x, y, z, w, in noise coordinates; one number serves all. Times the "
    "frequency of each octave it must be whole. Tiles meet exactly, on each side of zero, where the step and the "
    "frequencies are powers of two.",
)
@click.option(
    "--lo", metavar="NUMBER", callback=_parsed(_real), default="-1", help="Value of black or the first colour."
)
@click.option(
    "--hi", metavar="NUMBER", callback=_parsed(_real), default="1", help="Value of white or the last colour."
)
@click.option(
    "--bits",
    metavar="8|16",
    callback=_parsed(_bits),
    default="8",
    help="Bits of a pixel; 16 in grey PNG and TIFF.",
)
@click.option(
    "--colormap",
    metavar="NAME",
    help=f"Colour map of the package cmap, or '{NO_COLORMAP}' for grey.",
    show_default=f"{COLORMAP}; {NO_COLORMAP} with 16 bits",
)
@click.option(
    "--progress/--no-progress",
    default=None,
    help="Whether to show a progress bar.",
    show_default="for long work, on a terminal",
)
@click.pass_context
def render(
    ctx: click.Context,
    /,
    output: Path,
    size: tuple[int, int],
    lo: float,
    hi: float,
    bits: int,
    colormap: str | None,
    progress: bool | None,
    function: str,
    **options: Any,
) -> None:
    """Write a picture of a noise function to OUTPUT, a .png, .tif, .tiff or .bmp file.

    A file that is there is overwritten. Values are clipped to the bounds; numbers may be fractions.
    """
    import numpy as np
    from PIL import Image

    width, height = size
    if colormap is None:
        colormap = COLORMAP if bits == 8 else NO_COLORMAP
    try:
        _check_bounds(lo, hi)
        _check_bits(bits, output, colormap)
        palette = None if colormap == NO_COLORMAP else colours(colormap)
        noise = make_noise(function, **options)
        noise.check(width, height)
    except ValueError as error:
        ctx.fail(str(error))

    evaluations = width * height * noise.field.octaves
    shown = (evaluations >= _LONG and sys.stderr.isatty()) if progress is None else progress
    band = max(1, _BAND // (width * noise.field.octaves))
    try:
        _check_writable(output)
        # Little-endian whatever the machine: Pillow writes no other 16 bits.
        pixels = np.empty((height, width) if palette is None else (height, width, 3), f"<u{bits // 8}")
        with _progress(height, shown) as bar:
            for first in range(0, height, band):
                count = min(band, height - first)
                level = levels(noise.rows(width, first, count), lo, hi, bits)
                pixels[first : first + count] = level if palette is None else palette[level]
                if bar is not None:
                    bar.update(count)
        Image.fromarray(pixels).save(output)
    except OSError as error:
        raise click.ClickException(f"cannot write '{output}': {error.strerror or error}") from None
    except MemoryError:
        raise click.ClickException(f"not enough memory for {width}x{height} pixels") from None
