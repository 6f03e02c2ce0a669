"""The functions again, in NumPy, operation by operation and with any permutation: slow and plain."""

import json
import math

import numpy as np
from recorded import GOLDEN

F = np.float32
CLASSIC = bytes(json.loads((GOLDEN / "permutation.json").read_text()))
SIGNS = [(1 if s & 4 == 0 else -1, 1 if s & 2 == 0 else -1, 1 if s & 1 == 0 else -1) for s in range(8)]
G12 = [
    *((1, 1, 0), (-1, 1, 0), (1, -1, 0), (-1, -1, 0), (1, 0, 1), (-1, 0, 1)),
    *((1, 0, -1), (-1, 0, -1), (0, 1, 1), (0, -1, 1), (0, 1, -1), (0, -1, -1)),
]
G32 = [(*signs[:zero], 0, *signs[zero:]) for zero in range(4) for signs in SIGNS]


def hashed(table, cells):
    """Return P[i + P[j + ...]] of cells, x first."""
    entry = np.zeros_like(cells[0])
    for cell in reversed(cells):
        entry = table[(cell + entry) & 255].astype(np.int32)
    return entry


def negated(h, bit, v):
    return np.where((h & bit) != 0, -v, v)


def gradient(h, c, mask=7):
    """Return the product of a hash's gradient and the offsets."""
    if len(c) == 1:
        return negated(h, 8, (1 + (h & 7)).astype(F)) * c[0]
    if len(c) == 2:
        first = (h & mask) < 4
        return negated(h, 1, np.where(first, *c)) + negated(h, 2, F(2) * np.where(first, c[1], c[0]))
    if len(c) == 3:
        x, y, z = c
        g = h & 15
        v = np.where(g < 4, y, np.where((g == 12) | (g == 14), x, z))
        return negated(g, 1, np.where(g < 8, x, y)) + negated(g, 2, v)
    x, y, z, w = c
    g = h & 31
    a, b, d = np.where(g < 24, x, y), np.where(g < 16, y, z), np.where(g < 8, z, w)
    return negated(g, 1, a) + negated(g, 2, b) + negated(g, 4, d)


def turned(h, c, mask=7):
    """Return the product of a hash's gradient, turned by a quarter, and the offsets."""
    g = [gradient(h, [np.full_like(o, i == axis) for i, o in enumerate(c)]) for axis in range(len(c))]
    if len(c) == 2:
        return -g[1] * c[0] + g[0] * c[1]
    flat, upright = g[2] == 0, g[1] == 0  # in the plane of x and y, of x and z, else of y and z
    first = np.where(flat, -g[1] * c[0], np.where(upright, -g[2] * c[0], -g[2] * c[1]))
    return first + np.where(flat, g[0] * c[1], np.where(upright, g[0] * c[2], g[1] * c[2]))


def perlin(table, columns, periods=None, product=gradient):
    """Return noise1 to noise4; with periods, those of a lattice that repeats."""
    n = len(columns)
    if periods is None:
        i = [np.trunc(c).astype(np.int32) - (c <= 0) for c in columns]
    else:
        columns = [c + F(0) for c in columns]
        i = [floor_of(c) for c in columns]
    near = [c - k.astype(F) for c, k in zip(columns, i, strict=True)]
    cells = [(k, k + 1) for k in i]
    if periods is not None:
        cells = [tuple(k if p is None else k % p for k in pair) for pair, p in zip(cells, periods, strict=True)]
    fades = [t * t * t * (t * (t * F(6) - F(15)) + F(10)) for t in near]

    def corner(steps):
        offsets = [t - F(1) if s else t for t, s in zip(near, steps, strict=True)]
        return product(hashed(table, [pair[s] for pair, s in zip(cells, steps, strict=True)]), offsets)

    def blend(steps):
        if len(steps) == n:
            return corner(steps)
        a, b = blend((*steps, 0)), blend((*steps, 1))
        return a + fades[len(steps)] * (b - a)

    return F((0.188, 0.507, 0.936, 0.87)[n - 1]) * blend(())


def floor_of(v):
    return np.floor(v).astype(np.int32)


def cell_of(v):
    return np.trunc(v).astype(np.int32) - (v <= 0)


def simplex(table, columns, scale, kind="snoise", product=gradient):
    """Return snoise1 to snoise4, Rombauts' two, and the raw functions."""
    n = len(columns)
    if n == 1:
        (x,) = columns
        i = floor_of(x)
        total = None
        for step in (0, 1):
            offset = x - i.astype(F) - F(step) if step else x - i.astype(F)
            t = F(1) - offset * offset
            t = t * t
            term = t * t * product(hashed(table, [i + step]), [offset])
            total = term if total is None else total + term
        return F(scale) * total
    if kind == "raw":
        root3, root5 = F(np.sqrt(3.0)), F(np.sqrt(5.0))
        skew, unskew = {
            2: (F(0.5) * (root3 - F(1)), (F(3) - root3) / F(6)),
            3: (F(1) / F(3), F(1) / F(6)),
            4: ((root5 - F(1)) / F(4), (F(5) - root5) / F(20)),
        }[n]
        floor, radius = cell_of, F(0.5 if n == 2 else 0.6)
    else:
        skew, unskew = [
            (F(0.366025403), F(0.211324865)),
            (F(0.333333333), F(0.166666667)),
            (F(0.309016994), F(0.138196601)),
        ][n - 2]
        floor, radius = floor_of, F(0.5)
    s = columns[0]
    for c in columns[1:]:
        s = s + c
    s = s * skew
    i = [floor(c + s) for c in columns]
    t = sum(i[1:], i[0]).astype(F) * unskew
    first = [c - (k.astype(F) - t) for c, k in zip(columns, i, strict=True)]
    ranks = [np.zeros(len(first[0]), np.int32) for _ in range(n)]
    for a in range(n):
        for b in range(a + 1, n):
            wins = first[a] >= first[b] if n == 3 else first[a] > first[b]
            ranks[a] += wins
            ranks[b] += ~wins
    total = None
    for k in range(n + 1):
        steps = [(rank >= n - k).astype(np.int32) for rank in ranks]
        if k == 0:
            offsets = first
        else:
            offsets = [f - step.astype(F) + F(k) * unskew for f, step in zip(first, steps, strict=True)]
        t = np.full(len(first[0]), radius)
        for offset in offsets:
            t = t - offset * offset
        h = hashed(table, [a + step for a, step in zip(i, steps, strict=True)])
        if kind == "raw":
            g = np.array(G32 if n == 4 else G12, F)[h % (32 if n == 4 else 12)]
            dot = g[:, 0] * offsets[0]
            for axis in range(1, n):
                dot = dot + g[:, axis] * offsets[axis]
        else:
            dot = product(h, offsets, 63 if kind == "rombauts" else 7)
        squared = t * t
        term = np.where(t < 0, F(0), squared * squared * dot)
        total = term if total is None else total + term
    return F(scale) * total


def evaluate(name, table, columns, periods=None, turns=0):
    """Return a base function by its name in the package, with its gradients turned."""
    plain = straight(name, table, columns, periods, gradient)
    if turns % 1 == 0:
        return plain
    cosine, sine = circle(np.array([F(turns)]), 1.0, radius=1.0)
    return plain * cosine + sine * straight(name, table, columns, periods, turned)


def straight(name, table, columns, periods, product):
    table = np.frombuffer(table, np.uint8)
    columns = [np.asarray(c, F) for c in columns]
    n = len(columns)
    if name.startswith("noise"):
        return perlin(table, columns, periods, product)
    if name.startswith("snoise"):
        return simplex(table, columns, (0.25, 40, 72, 62)[n - 1], product=product)
    if name.startswith("rombauts"):
        return simplex(table, columns, (0.395, 45.23065)[n - 1], "rombauts")
    return simplex(table, columns, (0, 70, 32, 27)[n - 1], "raw")


def split_mix(seed):
    """Yield SplitMix64."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = seed
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        yield z ^ z >> 31


def shuffled(seed):
    """Return the permutation of a seed."""
    table, stream = list(range(256)), split_mix(seed)
    for i in range(255, 0, -1):
        j = next(stream) % (i + 1)
        table[i], table[j] = table[j], table[i]
    return bytes(table)


def circle(column, period, radius=None):
    """Return a coordinate that loops as a point of a circle."""
    c, p = column.astype(np.float64), np.float64(period)
    rest = c - np.floor(c / p) * p
    rest = np.where(rest < 0, rest + p, rest)
    rest = np.where(rest >= p, rest - p, rest)
    quarters = rest / p * 4.0
    quarter = np.floor(quarters + 0.5)
    x = (quarters - quarter) * 1.5707963267948966
    s = x * x
    sine = np.full_like(x, -1.0 / math.factorial(15))
    for n in (13, 11, 9, 7, 5, 3):
        sine = sine * s + (-1.0) ** (n // 2) / math.factorial(n)
    sine = sine * s * x + x
    cosine = np.full_like(x, 1.0 / math.factorial(16))
    for n in (14, 12, 10, 8, 6, 4, 2):
        cosine = cosine * s + (-1.0) ** (n // 2) / math.factorial(n)
    cosine = cosine * s + 1.0
    turn = quarter.astype(int) % 4
    radius = p / 6.283185307179586 if radius is None else radius
    first = np.choose(turn, [cosine, -sine, -cosine, sine])
    second = np.choose(turn, [sine, cosine, -sine, -cosine])
    return (radius * first).astype(F), (radius * second).astype(F)


def octave_offset(k, axis):
    return F(((172, 172, 172, 220)[axis] + (11 * k + 5 * axis) % 16) / 256)


def octave_permutation(table, k):
    return bytes(table[i] for i in shuffled(0xBB67AE8584CAA73B + k))


def permutation(saved):
    """Return the permutation of a saved field."""
    if "seed" in saved:
        return shuffled(int(saved["seed"]))
    return bytes(saved.get("permutation", CLASSIC))


def warp_shift(by, axis):
    """Return by how much coordinates are shifted where one field moves a coordinate."""
    frequency = abs(float(F(by["fractal"]["frequency"]))) if "fractal" in by else 1.0
    return F((0, 17.625, 29.375, 43.625)[axis] / max(frequency, 2**-16))


def summed(base, table, columns, tile, fractal, turns):
    """Return a sum over octaves, by the formulas of Field.fbm and its like."""
    kind, weights = fractal["kind"], fractal.get("weights")
    f, a, total, amplitudes, last = F(fractal["frequency"]), F(1), F(0), F(0), None
    for k in range(fractal["octaves"]):
        a = F(weights[k]) if weights is not None else a
        scaled, own = [c * f for c in columns], table
        if fractal.get("independent") and k > 0:
            scaled = [c + octave_offset(k, axis) for axis, c in enumerate(scaled)]
            own = octave_permutation(table, k)
        periods = tile and [None if p is None else abs(int(p * float(f))) for p in tile]
        n = evaluate(base, own, scaled, periods, turns)
        if kind == "turbulence":
            n = np.abs(n)
        elif kind == "ridged":
            n = F(1) - F(2) * np.abs(n)
        elif kind == "ridged_multifractal":
            n = F(fractal["offset"]) - np.abs(n)
            n = n * n
            if k > 0:
                n = n * np.minimum(last * F(fractal["gain"]), F(1))
            last = n
        total = total + a * n
        amplitudes = amplitudes + a
        f, a = f * F(fractal["lacunarity"]), a * F(fractal.get("persistence", 1))
    return total / amplitudes


def field(saved, columns):
    """Return a field's values from the dictionary that it is saved as."""
    columns = [np.asarray(c, F) for c in columns]
    table = permutation(saved)
    for warp in reversed(saved.get("warps", [])):
        if warp["strength"] == 0:
            continue
        moves = []
        for axis in range(len(columns)):
            by, shift = warp["by"][axis if len(warp["by"]) > 1 else 0], F(0)
            if len(warp["by"]) == 1:
                shift = warp_shift(by, axis)
            moves.append(field(by, [c + shift for c in columns] if shift else columns))
        columns = [c + F(warp["strength"]) * m for c, m in zip(columns, moves, strict=True)]
    if "looped" in saved:
        pairs = zip(columns, saved["looped"], strict=True)
        columns = [axis for c, p in pairs for axis in ((c,) if p is None else circle(c, F(p)))]
    if "fractal" in saved:
        values = summed(
            saved["function"], table, columns, saved.get("tiled"), saved["fractal"], saved.get("turned", 0)
        )
    else:
        values = evaluate(saved["function"], table, columns, saved.get("tiled"), saved.get("turned", 0))
    if "scaled" in saved:
        lo, hi = map(F, saved["scaled"])
        if saved.get("fractal", {}).get("kind") in ("turbulence", "ridged_multifractal"):
            values = F(2) * values - F(1)
        values = values * (hi - lo) / F(2) + (hi + lo) / F(2)
    return values
