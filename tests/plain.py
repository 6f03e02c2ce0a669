"""Hold an installed package to the recorded rows with nothing but the standard library.

Run as ``python tests/plain.py``. For interpreters that have neither pytest nor NumPy: every row through bare
calls, calls on numbers, and calls on buffers with every instruction set, in several threads; a grid; a refusal.
"""

import hashlib
import json
import sys
from array import array
from pathlib import Path

import noise_cffi as nc
from noise_cffi import eshelman, isa, lib, rombauts

GOLDEN = Path(__file__).parent / "golden"
PARAMETERS = ("octaves", "frequency", "amplitude", "lacunarity", "persistence", "scale", "lo_bound", "hi_bound")


def read(name, columns):
    """Return the columns of a recorded file: lists of ints and of floats."""
    words = array("I")
    assert words.itemsize == 4
    words.frombytes((GOLDEN / f"{name}.bin").read_bytes())
    if sys.byteorder == "big":
        words.byteswap()
    floats = array("f", words.tobytes())
    integers = array("i", words.tobytes())
    return {
        column: (floats if kind == "<f4" else integers)[k :: len(columns)]
        for k, (column, kind) in enumerate(columns)
    }


def public(name, row):
    """Return the package's function with a row's parameters bound."""
    if name.startswith("rombauts_fractal"):
        noise = rombauts.SimplexNoise(**{key: row[key] for key in PARAMETERS[1:5]})
        return lambda *coordinates, **options: noise.fractal(row["octaves"], *coordinates, **options)
    if name.startswith("rombauts_"):
        return getattr(rombauts, name.removeprefix("rombauts_"))
    function = getattr(nc, name, None) or getattr(eshelman, name)
    return lambda *coordinates, **options: function(*row.values(), *coordinates, **options)


def check(name, columns):
    """Compare every row of one function; return how many values were compared."""
    data = read(name, columns)
    expected = data.pop("value")
    bound = {key: data.pop(key) for key in list(data) if key in PARAMETERS}
    points = list(zip(*data.values(), strict=True))
    rows = [dict(zip(bound, values, strict=True)) for values in zip(*bound.values(), strict=True)]
    rows = rows or [{}] * len(points)
    bare = getattr(lib, name)
    results = [
        array("f", [bare(*row.values(), *point) for row, point in zip(rows, points, strict=True)]),
        array("f", [public(name, row)(*point) for row, point in zip(rows, points, strict=True)]),
    ]
    for instruction_set in isa.available():
        with isa.select(instruction_set):
            if bound:
                buffers = [[array("f", [c]) for c in point] for point in points]
                calls = zip(rows, buffers, strict=True)
                results.append(array("f", [public(name, row)(*point)[0] for row, point in calls]))
            else:
                results.append(public(name, {})(*data.values(), workers=3))
    for k, result in enumerate(results):
        assert result.tobytes() == expected.tobytes(), f"{name}: other bits, way {k}"
    return len(results) * len(expected)


def main():
    """Check everything; an assertion that fails ends it."""
    manifest = json.loads((GOLDEN / "manifest.json").read_text())
    compared = 0
    for name, description in manifest.items():
        digest = hashlib.sha256((GOLDEN / f"{name}.bin").read_bytes()).hexdigest()
        assert digest == description["sha256"], f"{name}.bin is not what was recorded"
        compared += check(name, description["columns"])
    assert len(manifest) == 28, manifest.keys()

    out = array("f", bytes(4 * 5 * 7))
    nc.noise2.grid((5, 7), step=0.3, out=out)
    assert out[-1] == nc.noise2(0.3 * 6, 0.3 * 4)
    try:
        nc.noise2([0.5, float("nan")], 0.5)
    except ValueError:
        pass
    else:
        raise AssertionError("NaN was taken")
    print(f"{sys.implementation.name} {sys.version.split()[0]} on {sys.platform}, {', '.join(isa.available())}:")
    print(f"{compared} passed, 0 failed")


if __name__ == "__main__":
    main()
