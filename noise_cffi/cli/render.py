"""The command that makes pictures and films.

A picture is a Field.grid: a pixel shows the field at ``origin + index * step`` along x and y, and at the origin
along z and w. Its value becomes a whole number as to_uint8 or to_uint16 says. That number is the pixel, or the
place of its colour among the 256 of a colour map. Of a field in one dimension each column of pixels shows one
value. Frame k of n of a film has its origin moved by ``k / n`` of the way.
"""

import errno
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from noise_cffi import Field, _ranges, to_uint8, to_uint16
from noise_cffi.cli import fields, files, values
from noise_cffi.cli.fields import Periodic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_PIXELS = 2**28
MOST_FRAMES = 10_000
NO_COLORMAP = "none"
COLORMAP = "bukavu"  # water below the middle, land above it

_EXAMPLES = """\b
Examples:
  noise-cffi render terrain.png
  noise-cffi render slice.png --function noise3 --origin 0,0,0.5 --colormap none
  noise-cffi render tile.png --function noise2 --period 4x4 --step 1/64 --size 256x256 --tile 2x2
  noise-cffi render ridges.png --seed 7 --kind ridged_multifractal --independent
  noise-cffi render marble.png --function noise2 --warp 'snoise2.fbm(3)' 1/2 --colormap gray
  noise-cffi render film.gif --function snoise4 --looped nonexnonex5 --frames 40 --size 96x96 --step 1/48
  noise-cffi render height.tif --bits 16 --octaves 8
  noise-cffi render values.npy --field 'snoise2.seeded(7).ridged(5)'
  noise-cffi render - --size 64x64 >small.png
"""  # \b: click keeps these lines as they are

_BAND = 2**22  # values of the base function that are computed between two looks at Ctrl-C
_LONG = 2**24  # values of the base function that are worth a progress bar


def _format(name: str, text: str) -> str:
    return values.one_of(*files.FORMATS)(name, text.lower())


def _bits(name: str, text: str) -> int:
    bits = values.integer(name, text)
    if bits not in (8, 16, 32):
        raise ValueError(f"'{name}' must be 8, 16 or 32 (got {bits})")
    return bits


def _duration(name: str, text: str) -> int:
    duration = values.whole(10, 60_000)(name, text)
    if duration % 10:
        raise ValueError(f"'{name}' must be a multiple of 10, as GIF has no other (got {duration})")
    return duration


def _extension(output: str, asked: str | None) -> str:
    """Return which of the formats a file has: that which was asked for, else that of its name."""
    if asked is not None:
        return asked
    extension = os.path.splitext(output)[1].lower()[1:] if output != files.STANDARD_OUTPUT else "png"
    if extension not in files.FORMATS:
        raise ValueError(f"'output' must end in {', '.join('.' + f for f in files.FORMATS)} (got '{output}')")
    return extension


# ---- values ----


def slice_origin(name: str, ndim: int, origin: tuple[float, ...] | None) -> tuple[float, ...]:
    """Return where the first pixel is, in all dimensions of what has the name."""
    return _each("origin", name, ndim, origin or (0.0,) * min(ndim, 2))


def _each(option: str, name: str, ndim: int, numbers: tuple[float, ...]) -> tuple[float, ...]:
    """Return one number a coordinate: 0 for those beyond y that are left out."""
    if not min(ndim, 2) <= len(numbers) <= ndim:
        some = "1 number" if ndim == 1 else "2 numbers" if ndim == 2 else f"2 to {ndim} numbers"
        raise ValueError(f"'{option}' must have {some} with {name}, one a coordinate (got {len(numbers)})")
    return numbers + (0.0,) * (ndim - len(numbers))


def rows(
    field: Field | Periodic,
    origin: tuple[float, ...],
    step: float,
    width: int,
    first: int,
    count: int,
    grid: "Callable[..., NDArray[np.float32]] | None" = None,
) -> "NDArray[np.float32]":
    """Return the values of `count` rows of pixels from row `first` on, by Field.grid or a device's."""
    import numpy as np

    slices = (0,) * (field.ndim - 2)
    shape, start = ((width,), (0,)) if field.ndim == 1 else ((count, width), (first, 0))
    whole, begin = (*(1 for _ in slices), *shape), (*slices, *start)
    if grid is None:
        found = field.grid(whole, step=step, origin=origin[::-1], start=begin, workers=-1)
    else:
        found = grid(field, whole, step=step, origin=origin[::-1], start=begin)
    return np.broadcast_to(found.reshape(shape), (count, width))


def open_device(name: str, field: Field | Periodic) -> "Callable[..., NDArray[np.float32]] | None":
    """Return the grids of the OpenCL device, or None where it is the processor; refuse where there is none."""
    if name == "cpu":
        return None
    if isinstance(field, Periodic):
        raise ValueError("'device' must be cpu with pnoise: tiled fields go to devices")
    from noise_cffi.opencl import Device, source

    source(field)  # refuses fields that devices do not know
    try:
        grid: Callable[..., NDArray[np.float32]] = Device().grid
    except (ImportError, RuntimeError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    return grid


def check_domain(field: Field | Periodic, origin: tuple[float, ...], step: float, width: int, height: int) -> None:
    """Refuse coordinates outside the domain: as they are monotonic, the first and the last tell."""
    for pixel in ((0, 0), (width - 1, height - 1)):
        moved = [first + index * step for first, index in zip(origin, pixel, strict=False)]
        field(*moved, *origin[2:])


def origins(
    field: Field | Periodic,
    name: str,
    origin: tuple[float, ...],
    frames: int,
    move: tuple[float, ...] | None,
    back: bool,
) -> list[tuple[float, ...]]:
    """Return where the first pixel of each frame is, so that the last frame leads to the first."""
    if frames == 1:
        if move is not None or back:
            raise ValueError("'frames' must be at least 2 for a film (got 1)")
        return [origin]
    periods = fields.repeats(field)
    if move is None:
        beyond = [axis for axis in range(2, field.ndim) if periods[axis] is not None]
        if back or not beyond:
            raise ValueError(
                f"'move' must be given with {name}" + ("" if back else ": no coordinate beyond y repeats")
            )
        way = tuple(float(periods[axis] or 0) if axis == beyond[-1] else 0.0 for axis in range(field.ndim))
    else:
        way = _each("move", name, field.ndim, move)
    if back:
        parts = [1 - abs(1 - 2 * k / frames) for k in range(frames)]
    else:
        for axis, distance in zip("xyzw", zip(way, periods, strict=True), strict=False):
            moved, period = distance
            if moved and (period is None or moved % period):
                raise ValueError(
                    f"'move' must be a multiple of the period along {axis}, or use --back "
                    f"(got {moved} and {'no period' if period is None else f'the period {period}'})"
                )
        parts = [k / frames for k in range(frames)]
    return [tuple(o + part * w for o, w in zip(origin, way, strict=True)) for part in parts]


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


def _check_format(extension: str, bits: int, frames: int, colormap: str | None, bounds: tuple[Any, ...]) -> None:
    form = files.FORMATS[extension]
    if bits not in form.bits:
        raise ValueError(f"'bits' must be {' or '.join(map(str, form.bits))} in a .{extension} file (got {bits})")
    if frames > 1 and not form.moves:
        raise ValueError(f"'frames' must be 1 in a .{extension} file (got {frames})")
    if frames > 1 and bits == 16:
        raise ValueError("'bits' must be 8 in a film (got 16)")
    if bits != 8 and colormap not in (None, NO_COLORMAP):
        raise ValueError(f"'bits' must be 8 with a colour map (got {bits} and '{colormap}')")
    for bound, value in zip(("lo", "hi"), bounds, strict=True):
        if bits == 32 and value is not None:
            raise ValueError(f"'{bound}' must be left out with 32 bits, which hold the values themselves")


def _nominal(field: Field | Periodic) -> tuple[float, float]:
    return (-1.0, 1.0) if isinstance(field, Periodic) else _ranges.nominal(field._spec)


# ---- the command ----


@click.command(epilog=_EXAMPLES)
@click.argument("output")
@fields.options
@click.option(
    "--size",
    metavar="WxH",
    callback=values.parsed(values.pair("WIDTHxHEIGHT, such as 1024x768")),
    default="1024x768",
    help="Width and height in pixels.",
)
@click.option(
    "--step",
    metavar="NUMBER",
    callback=values.parsed(values.real),
    default="1/256",
    help="Noise coordinates from pixel to pixel.",
)
@click.option(
    "--origin",
    metavar="X[,Y[,Z[,W]]]",
    callback=values.parsed(values.reals),
    show_default="0,0",
    help="Noise coordinates of the upper left pixel; z and w choose the slice, 0 where left out.",
)
@click.option(
    "--tile",
    metavar="CxR",
    callback=values.parsed(values.pair("COLUMNSxROWS, such as 3x3")),
    default="1x1",
    help="Repeat the picture across and down, to look for seams.",
)
@click.option(
    "--lo",
    metavar="NUMBER",
    callback=values.parsed(values.real),
    show_default="-1; 0 of turbulence and ridged_multifractal; the bound of a scaled field",
    help="Value of black or the first colour.",
)
@click.option(
    "--hi",
    metavar="NUMBER",
    callback=values.parsed(values.real),
    show_default="1; the bound of a scaled field",
    help="Value of white or the last colour.",
)
@click.option(
    "--bits",
    metavar="8|16|32",
    callback=values.parsed(_bits),
    show_default="8; 32 in .npy",
    help="Bits of a pixel: 16 in grey PNG and TIFF; 32, the values themselves, in TIFF and .npy.",
)
@click.option(
    "--colormap",
    metavar="NAME",
    help=f"Colour map of the package cmap, or '{NO_COLORMAP}' for grey.",
    show_default=f"{COLORMAP}; {NO_COLORMAP} with 16 bits",
)
@click.option(
    "--frames",
    metavar="N",
    callback=values.parsed(values.whole(1, MOST_FRAMES)),
    default="1",
    help="Frames of a film that loops: GIF, or APNG in a .png or .apng file; .npy holds them as well.",
)
@click.option(
    "--move",
    metavar="X,Y[,Z[,W]]",
    callback=values.parsed(values.reals),
    show_default="one period along the last coordinate beyond y that repeats",
    help="How far the film moves before it begins again: along each coordinate a multiple of its period.",
)
@click.option("--back", is_flag=True, show_default=False, help="Move there and back: for what has no period.")
@click.option(
    "--duration",
    metavar="MS",
    callback=values.parsed(_duration),
    default="60",
    help="Milliseconds that a frame is shown, a multiple of 10.",
)
@click.option(
    "--format",
    metavar="NAME",
    callback=values.parsed(_format),
    show_default="by the name of OUTPUT; png on standard output",
    help=f"One of {', '.join(files.FORMATS)}.",
)
@click.option(
    "--no-clobber", is_flag=True, show_default=False, help="Leave a file that is there as it is, and fail."
)
@click.option(
    "--device",
    metavar="NAME",
    callback=values.parsed(values.one_of("cpu", "opencl")),
    default="cpu",
    help="Where to compute: cpu, or opencl, its first GPU, else its first device. The values are the same.",
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
    output: str,
    size: tuple[int, int],
    step: float,
    origin: tuple[float, ...] | None,
    tile: tuple[int, int],
    lo: float | None,
    hi: float | None,
    bits: int | None,
    colormap: str | None,
    frames: int,
    move: tuple[float, ...] | None,
    back: bool,
    duration: int,
    format: str | None,
    no_clobber: bool,
    device: str,
    progress: bool | None,
    **options: Any,
) -> None:
    """Write a picture or a film of a noise function to OUTPUT.

    OUTPUT is a .png, .tif, .tiff, .bmp or .gif file, an .apng or a NumPy .npy file, or '-' for standard output. A
    file that is there is replaced when the new one is whole. Values are clipped to the bounds; numbers may be
    fractions.
    """
    import numpy as np

    width, height = size
    columns, lines = tile
    try:
        if width * height * columns * lines * frames > MOST_PIXELS:
            asked = f"{width}x{height}" + ("" if frames * columns * lines == 1 else " in each frame and tile")
            raise ValueError(f"'size' must have at most {MOST_PIXELS} pixels (got {asked})")
        extension = _extension(output, format)
        bits = files.FORMATS[extension].bits[0] if bits is None else bits
        _check_format(extension, bits, frames, colormap, (lo, hi))
        if colormap is None:
            colormap = COLORMAP if bits == 8 else NO_COLORMAP
        palette = None if colormap == NO_COLORMAP else colours(colormap)
        field, name = fields.chosen(**options)
        least, most = _nominal(field)
        lo, hi = least if lo is None else lo, most if hi is None else hi
        convert: Any = {8: to_uint8, 16: to_uint16}.get(bits)
        if convert is not None:
            convert(0.0, lo, hi)  # refuses bounds
        places = origins(field, name, slice_origin(name, field.ndim, origin), frames, move, back)
        for place in places:
            check_domain(field, place, step, width, height)
        grid = open_device(device, field)
    except ValueError as error:
        ctx.fail(str(error))

    work = fields.work(field)
    shown = (frames * width * height * work >= _LONG and sys.stderr.isatty()) if progress is None else progress
    band = max(1, _BAND // (width * work))
    try:
        files.check_writable(output, not no_clobber)
        # Little-endian whatever the machine: Pillow writes no other 16 bits.
        levels = np.empty((frames, height, width), {8: "u1", 16: "<u2", 32: "<f4"}[bits])
        with files.progress(frames * height, shown) as bar:
            for frame, place in zip(levels, places, strict=True):
                for first in range(0, height, band):
                    count = min(band, height - first)
                    try:
                        found = rows(field, place, step, width, first, count, grid)
                    except ValueError as error:  # a warp that leads out of the domain between the corners
                        ctx.fail(f"{error}, in the rows from {first} on")
                    frame[first : first + count] = found if convert is None else convert(found, lo, hi)
                    if bar is not None:
                        bar.update(count)
        levels = np.tile(levels, (1, lines, columns))
        kind = files.FORMATS[extension]
        files.save(output, lambda file: files.encode(file, levels, palette, kind, duration))
    except OSError as error:
        if error.errno == errno.EPIPE:  # whoever read has had enough: click ends without a word
            raise
        raise click.ClickException(f"cannot write '{output}': {error.strerror or error}") from None
    except MemoryError:
        raise click.ClickException(f"not enough memory for {width}x{height} pixels") from None
