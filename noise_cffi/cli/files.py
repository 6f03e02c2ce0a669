"""Files of pictures: their formats, and how they are written whole or not at all."""

import contextlib
import errno
import io
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STANDARD_OUTPUT = "-"


class Format(NamedTuple):
    """What a kind of file can hold."""

    name: str  # as Pillow knows it; NPY is NumPy's own
    bits: tuple[int, ...]  # of a pixel, the usual ones first; 32 are the values themselves
    moves: bool


FORMATS = {
    "png": Format("PNG", (8, 16), True),
    "apng": Format("PNG", (8, 16), True),
    "gif": Format("GIF", (8,), True),
    "tif": Format("TIFF", (8, 16, 32), False),
    "tiff": Format("TIFF", (8, 16, 32), False),
    "bmp": Format("BMP", (8,), False),
    "npy": Format("NPY", (32,), True),
}


def encode(
    file: IO[bytes], levels: "NDArray[Any]", palette: "NDArray[np.uint8] | None", form: Format, duration: int
) -> None:
    """Write frames, an array of whole numbers or of values each, as a picture or as a film."""
    import numpy as np
    from PIL import Image

    if form.name == "NPY":
        np.save(file, levels if len(levels) > 1 else levels[0])
        return

    def image(level: "NDArray[Any]") -> "Image.Image":
        if palette is None or form.name == "GIF":
            made = Image.fromarray(level)
            if palette is not None:
                made.putpalette(palette.tobytes())
            return made
        return Image.fromarray(palette[level])

    class Others:
        """All frames but the first, made again each time: Pillow looks through them more than once."""

        def __iter__(self) -> "Iterator[Image.Image]":
            return map(image, levels[1:])

    if len(levels) == 1:
        image(levels[0]).save(file, form.name)
    else:
        film = {"save_all": True, "append_images": Others(), "duration": duration, "loop": 0}
        image(levels[0]).save(file, form.name, **film)


def check_writable(path: str, overwrite: bool) -> None:
    """Find before the work what can be known then of a file that cannot be written."""
    if path == STANDARD_OUTPUT:
        if sys.stdout.isatty():
            raise OSError(errno.ENOTSUP, "standard output is a terminal")
        return
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.exists(folder):
        code = errno.ENOENT
    elif not os.path.isdir(folder):
        code = errno.ENOTDIR
    elif os.path.isdir(path):
        code = errno.EISDIR
    elif os.path.exists(path) and not overwrite:
        code = errno.EEXIST
    elif not os.access(path if os.path.exists(path) else folder, os.W_OK):
        code = errno.EACCES
    else:
        return
    raise OSError(code, os.strerror(code))


def save(path: str, write: Callable[[IO[bytes]], None]) -> None:
    """Let `write` write a file that takes its place when it is whole: else what was there stays as it was."""
    target = os.path.realpath(path)
    folder, there = os.path.dirname(target), os.path.exists(path)
    if path == STANDARD_OUTPUT or (there and not (os.path.isfile(path) and os.access(folder, os.W_OK))):
        whole = io.BytesIO()  # pipes and devices cannot seek, nor be replaced
        write(whole)
        if path == STANDARD_OUTPUT:
            sys.stdout.buffer.write(whole.getbuffer())
            sys.stdout.buffer.flush()
        else:
            with open(path, "wb") as file:
                file.write(whole.getbuffer())
        return
    part = os.path.join(folder, f".{secrets.token_hex(8)}.part")
    try:
        with open(part, "xb") as file:
            write(file)
        if there:
            shutil.copymode(target, part)
        os.replace(part, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise


class _StandardError(io.StringIO):
    """Standard error that says it is a terminal: click draws no bar elsewhere."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


def progress(length: int, shown: bool) -> AbstractContextManager[Any]:
    """Return a bar on standard error, or None in its place."""
    return click.progressbar(length=length, label="Rendering", file=_StandardError()) if shown else nullcontext()
