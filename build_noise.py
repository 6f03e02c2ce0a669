"""Describe noise_cffi._noise to CFFI: out-of-line, API mode, every source in csrc.

The declarations that Python sees are those of the headers, read here, so that each is written once.
`NOISE_CFFI_NOISE1234=/path/to/noise1234.c` in the environment compiles that file, as it is, in place of
csrc/noise1234.c.

The module holds the text of the files that are OpenCL C too, for noise_cffi.opencl: so it is what was compiled.
"""

import os
import re
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
HEADERS = [
    "permutation",
    "noise1234",
    "simplexnoise1234",
    "rombauts",
    "eshelman",
    "checked",
    "kernels",
    "dispatch",
    "field",
    "engine",
]
TEXTS = [
    *("strict.h", "permutation.c", "lattice.h", "noise1234.c", "simplexnoise1234.c", "rombauts.c", "eshelman.c"),
    *("circle.c", "tiled.cl"),
]


def texts() -> dict[str, bytes]:
    """Return the text of the files that are OpenCL C too, by the names of arrays."""
    return {f"text_{Path(name).stem}": (HERE / "csrc" / name).read_bytes() for name in TEXTS}


def text_arrays() -> str:
    """Return the texts as arrays in C: numbers, since compilers limit the length of strings."""
    return "".join(
        f"static const char {name}[{len(text)}] = {{{','.join(map(str, text))}}};\n"
        for name, text in texts().items()
    )


def declarations() -> str:
    """Return the headers' text without directives, save for the constants that array lengths need."""
    lines = []
    for header in HEADERS:
        for line in (HERE / "csrc" / f"{header}.h").read_text(encoding="utf-8").splitlines():
            if not line.startswith("#") or re.fullmatch(r"#define \w+ \d+", line):
                lines.append(line)
    return "\n".join(lines).replace("NOISE_SHARED_TABLE", "const")


def sources() -> list[str]:
    """Return the C files, relative to this folder as setuptools wants them, the original's path as it is given."""
    original = os.environ.get("NOISE_CFFI_NOISE1234")
    found = [path.relative_to(HERE).as_posix() for path in sorted(HERE.glob("csrc/**/*.c"))]
    if original:
        found[found.index("csrc/noise1234.c")] = original
    return found


def headers() -> list[str]:
    """Return the files that a source may include: a change to one rebuilds the extension."""
    return [
        path.relative_to(HERE).as_posix() for path in (*sorted(HERE.glob("csrc/**/*.h")), HERE / "csrc/tiled.cl")
    ]


ffibuilder = FFI()
ffibuilder.cdef(declarations() + "".join(f"extern const char {name}[{len(t)}];\n" for name, t in texts().items()))
ffibuilder.set_source(
    "noise_cffi._noise",
    "\n".join(f'#include "{header}.h"' for header in HEADERS) + "\n" + text_arrays(),
    sources=sources(),
    depends=headers(),
    include_dirs=["csrc"],
)
