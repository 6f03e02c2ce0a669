"""The command line: pictures of the noise functions.

``python -m noise_cffi render terrain.png`` writes a picture; ``--help`` shows the options. A picture is a
Field.grid: a pixel shows the field at ``origin + index * step`` along x and y, and at the origin along z and w.
Its value becomes a whole number as to_uint8 or to_uint16 says. That number is the pixel, or the place of its
colour among the 256 of a colour map.

Only ``python -m noise_cffi`` and the script ``noise-cffi`` import this module; the packages that it needs come
with ``pip install 'noise-cffi[image]'``.
"""

import errno
import io
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import noise_cffi
from noise_cffi import Field, _checks, to_uint8, to_uint16

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FUNCTIONS: dict[str, Field] = {
    name: attrgetter(name)(noise_cffi)
    for name in (
        *("noise2", "noise3", "noise4", "snoise2", "snoise3", "snoise4", "rombauts.noise2"),
        *("eshelman.raw_noise_2d", "eshelman.raw_noise_3d", "eshelman.raw_noise_4d"),
    )
}
_IN_ONE_DIMENSION = ("noise1", "snoise1", "rombauts.noise1")
_TILED = ("noise2", "noise3", "noise4")
_LARGEST_PERIOD = 2**24  # of Field.tiled

KINDS = ("fbm", "turbulence", "ridged", "ridged_multifractal")

# The options that say what a field is, which a file says as well.
_OF_A_FIELD = (
    *("function", "seed", "period"),
    *("kind", "octaves", "frequency", "lacunarity", "persistence", "independent"),
)

FORMATS = {".png": (8, 16), ".tif": (8, 16), ".tiff": (8, 16), ".bmp": (8,)}  # the extensions and their bits

MOST_PIXELS = 2**28
NO_COLORMAP = "none"
COLORMAP = "bukavu"  # water below the middle, land above it

_EXAMPLES = """\b
Examples:
  noise-cffi render terrain.png
  noise-cffi render slice.png --function noise3 --origin 0,0,0.5 --colormap none
  noise-cffi render tile.png --function noise2 --period 4x4 --step 1/64 --size 256x256
  noise-cffi render ridges.png --seed 7 --kind ridged_multifractal --independent --lo 0
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


def _period(name: str, text: str) -> tuple[int | None, ...]:
    return tuple(
        None if part in ("-", "none") else _checks.whole(name, _integer(name, part), 1, _LARGEST_PERIOD)
        for part in text.lower().split("x")
    )


def _kind(name: str, text: str) -> str:
    if text not in KINDS:
        raise ValueError(f"'{name}' must be one of {', '.join(KINDS)} (got '{text}')")
    return text


def _output(name: str, text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in FORMATS:
        raise ValueError(f"'{name}' must end in {', '.join(FORMATS)} (got '{text}')")
    return path


# ---- values ----


def make_field(
    function: str,
    *,
    seed: int | None,
    period: tuple[int | None, ...] | None,
    kind: str,
    octaves: int,
    frequency: float,
    lacunarity: float,
    persistence: float,
    independent: bool,
) -> Field:
    """Return the field that the options describe; refuse options that do not fit each other."""
    field: Any = FUNCTIONS[function]
    if seed is not None:
        field = field.seeded(seed)
    if period is not None:
        if function not in _TILED:
            raise ValueError(f"'period' must be left out with {function}: it is for {', '.join(_TILED)}")
        if len(period) == 1:
            period *= field.ndim
        if len(period) != field.ndim:
            raise ValueError(f"'period' must have 1 or {field.ndim} numbers with {function} (got {len(period)})")
        field = field.tiled(*period)
    made: Field = getattr(field, kind)(
        octaves, frequency=frequency, lacunarity=lacunarity, persistence=persistence, independent=independent
    )
    return made


def read_field(path: str) -> Field:
    """Return the field that a file holds, as Field.to_dict writes it; refuse what it does not write."""
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise click.ClickException(f"cannot read '{path}': {error.strerror or error}") from None
    try:
        field = Field.from_dict(json.loads(text))
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"'field' must be a field as Field.to_dict writes it, in JSON: {error}") from None
    if field.ndim == 1:
        raise ValueError("'field' must have two to four dimensions (got 1)")
    return field


def slice_origin(name: str, ndim: int, origin: tuple[float, ...]) -> tuple[float, ...]:
    """Return where the first pixel is, in all dimensions of what has the name."""
    if not 2 <= len(origin) <= ndim:
        some = "2 numbers" if ndim == 2 else f"2 to {ndim} numbers"
        raise ValueError(f"'origin' must have {some} with {name}, one a coordinate (got {len(origin)})")
    return origin + (0.0,) * (ndim - len(origin))


def rows(
    field: Field, origin: tuple[float, ...], step: float, width: int, first: int, count: int
) -> "NDArray[np.float32]":
    """Return the values of `count` rows of pixels from row `first` on."""
    slices = (0,) * (field.ndim - 2)
    values = field.grid(
        (*(1 for _ in slices), count, width), step=step, origin=origin[::-1], start=(*slices, first, 0), workers=-1
    )
    return values.reshape(count, width)


def check_domain(field: Field, origin: tuple[float, ...], step: float, width: int, height: int) -> None:
    """Refuse coordinates outside the domain: as they are monotonic, the first and the last tell."""
    for column, row in ((0, 0), (width - 1, height - 1)):
        field(origin[0] + column * step, origin[1] + row * step, *origin[2:])


def evaluations(saved: Mapping[str, Any], ndim: int) -> int:
    """Return how many values of base functions a point takes, of a field as Field.to_dict writes it."""
    count = int(saved.get("fractal", {}).get("octaves", 1))
    for warp in saved.get("warps", ()):
        each = [evaluations(by, ndim) for by in warp["by"]]
        count += sum(each) if len(each) > 1 else each[0] * ndim  # one field alone moves all coordinates
    return count


# ---- pixels ----


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


def _check_bits(bits: int, output: Path, colormap: str) -> None:
    if bits not in FORMATS[output.suffix.lower()]:
        raise ValueError(f"'bits' must be 8 in a {output.suffix} file (got {bits})")
    if bits != 8 and colormap != NO_COLORMAP:
        raise ValueError(f"'bits' must be 8 with a colour map (got {bits} and '{colormap}')")


def _check_left_out(ctx: click.Context) -> None:
    for name in _OF_A_FIELD:
        if ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT:
            raise ValueError(f"'{name}' must be left out where 'field' is given")


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
@click.version_option(noise_cffi.__version__, prog_name="noise-cffi")
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
    "--seed", metavar="N", callback=_parsed(_integer), help="Seed of the permutation; without it the classic one."
)
@click.option(
    "--period",
    metavar="PxP[...]",
    callback=_parsed(_period),
    help="Period of noise2 to noise4 along x, y, z, w, in noise coordinates; one number serves all, and 'none' is "
    "for an axis that does not wrap. Times the frequency of each octave it must be whole. Tiles meet exactly "
    "where the step and the frequencies are powers of two.",
)
@click.option(
    "--kind",
    metavar="NAME",
    callback=_parsed(_kind),
    default="fbm",
    help=f"Kind of sum: one of {', '.join(KINDS)}.",
)
@click.option(
    "--octaves", metavar="N", callback=_parsed(_integer), default="6", help="Octaves of the sum, 1 to 64."
)
@click.option(
    "--frequency", metavar="NUMBER", callback=_parsed(_real), default="1", help="Frequency of the first octave."
)
@click.option(
    "--lacunarity", metavar="NUMBER", callback=_parsed(_real), default="2", help="Factor between frequencies."
)
@click.option(
    "--persistence", metavar="NUMBER", callback=_parsed(_real), default="1/2", help="Factor between amplitudes."
)
@click.option(
    "--independent",
    is_flag=True,
    show_default=False,
    help="Give each octave a permutation and an offset of its own.",
)
@click.option(
    "--field", metavar="FILE.json", help="A field that Field.to_dict has written, in place of the options above."
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
    step: float,
    origin: tuple[float, ...],
    lo: float,
    hi: float,
    bits: int,
    colormap: str | None,
    progress: bool | None,
    field: str | None,
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
    convert = to_uint8 if bits == 8 else to_uint16
    try:
        convert(0.0, lo, hi)  # refuses bounds
        _check_bits(bits, output, colormap)
        palette = None if colormap == NO_COLORMAP else colours(colormap)
        if field is None:
            noise = make_field(**options)
        else:
            _check_left_out(ctx)
            noise = read_field(field)
        place = slice_origin(field or options["function"], noise.ndim, origin)
        check_domain(noise, place, step, width, height)
    except ValueError as error:
        ctx.fail(str(error))

    work = evaluations(noise.to_dict(), noise.ndim)
    shown = (width * height * work >= _LONG and sys.stderr.isatty()) if progress is None else progress
    band = max(1, _BAND // (width * work))
    try:
        _check_writable(output)
        # Little-endian whatever the machine: Pillow writes no other 16 bits.
        pixels = np.empty((height, width) if palette is None else (height, width, 3), f"<u{bits // 8}")
        with _progress(height, shown) as bar:
            for first in range(0, height, band):
                count = min(band, height - first)
                try:
                    level = convert(rows(noise, place, step, width, first, count), lo, hi)
                except ValueError as error:  # a warp that leads out of the domain between the corners
                    ctx.fail(f"{error}, in the rows from {first} on")
                pixels[first : first + count] = level if palette is None else palette[level]
                if bar is not None:
                    bar.update(count)
        Image.fromarray(pixels).save(output)
    except OSError as error:
        raise click.ClickException(f"cannot write '{output}': {error.strerror or error}") from None
    except MemoryError:
        raise click.ClickException(f"not enough memory for {width}x{height} pixels") from None
