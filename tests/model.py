"""The functions again, in NumPy, operation by operation and with any permutation: slow and plain."""

import numpy as np

F = np.float32
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


def perlin(table, columns, tile=None):
    """Return noise1 to noise4."""
    n = len(columns)
    i = [np.trunc(c).astype(np.int32) - (c <= 0) for c in columns]
    near = [c - k.astype(F) for c, k in zip(columns, i, strict=True)]
    fades = [t * t * t * (t * (t * F(6) - F(15)) + F(10)) for t in near]

    def corner(steps):
        offsets = [t - F(1) if s else t for t, s in zip(near, steps, strict=True)]
        return gradient(hashed(table, [k + s for k, s in zip(i, steps, strict=True)]), offsets)

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


def simplex(table, columns, scale, kind="snoise"):
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
            term = t * t * gradient(hashed(table, [i + step]), [offset])
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
            dot = gradient(h, offsets, 63 if kind == "rombauts" else 7)
        squared = t * t
        term = np.where(t < 0, F(0), squared * squared * dot)
        total = term if total is None else total + term
    return F(scale) * total


def evaluate(name, table, columns):
    """Return a base function by its name in the package."""
    table = np.frombuffer(table, np.uint8)
    columns = [np.asarray(c, F) for c in columns]
    n = len(columns)
    if name.startswith("noise"):
        return perlin(table, columns)
    if name.startswith("snoise"):
        return simplex(table, columns, (0.25, 40, 72, 62)[n - 1])
    if name.startswith("rombauts"):
        return simplex(table, columns, (0.395, 45.23065)[n - 1], "rombauts")
    return simplex(table, columns, (0, 70, 32, 27)[n - 1], "raw")


def summed(name, table, columns, kind, octaves, frequency, lacunarity, persistence=0.5, weights=None):
    """Return a sum over octaves, by the formulas of Field.fbm, turbulence and ridged."""
    f, a, total, amplitudes = F(frequency), F(1), F(0), F(0)
    for k in range(octaves):
        a = F(weights[k]) if weights is not None else a
        n = evaluate(name, table, [np.asarray(c, F) * f for c in columns])
        n = {"fbm": lambda n: n, "turbulence": np.abs, "ridged": lambda n: F(1) - F(2) * np.abs(n)}[kind](n)
        total = total + a * n
        amplitudes = amplitudes + a
        f, a = f * F(lacunarity), a * F(persistence)
    return total / amplitudes


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
