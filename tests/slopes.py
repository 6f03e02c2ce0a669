"""Fields and their derivatives in float64: the formulas of the noises over numbers that carry their gradient.

Points are where the package has them, rounded to float32 on the way; what happens there is computed in double.
"""

import model
import numpy as np

D = np.float64
SCALES = {"noise": (0.188, 0.507, 0.936, 0.87), "snoise": (0.25, 40.0, 72.0, 62.0)}
SKEWS = {2: ((3**0.5 - 1) / 2, (3 - 3**0.5) / 6), 3: (1 / 3, 1 / 6), 4: ((5**0.5 - 1) / 4, (5 - 5**0.5) / 20)}


class Dual:
    """Values v with their partial derivatives d, one row a coordinate."""

    __array_ufunc__ = None

    def __init__(self, v, d):
        self.v, self.d = v, d

    def __add__(self, other):
        return (
            Dual(self.v + other.v, self.d + other.d) if isinstance(other, Dual) else Dual(self.v + other, self.d)
        )

    def __mul__(self, other):
        if isinstance(other, Dual):
            return Dual(self.v * other.v, self.d * other.v + other.d * self.v)
        return Dual(self.v * other, self.d * other)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def where(self, condition):
        """Return this where the condition holds, else 0."""
        return Dual(np.where(condition, self.v, 0.0), np.where(condition, self.d, 0.0))

    def magnitude(self):
        """Return the absolute value; at 0 it falls off as if it were positive."""
        sign = np.where(self.v < 0, -1.0, 1.0)
        return Dual(self.v * sign, self.d * sign)


class Slopes:
    """Computes fields; `kinks` collects how far points are from one, in values."""

    def __init__(self):
        self.kinks = []

    def field(self, saved, columns):
        """Return value and derivatives of a saved field at float32 columns."""
        columns = [np.asarray(c, np.float32) for c in columns]
        n, size = len(columns), len(columns[0])
        places = [
            Dual(c.astype(D), np.repeat(np.eye(n)[axis][:, None], size, axis=1)) for axis, c in enumerate(columns)
        ]
        return self._field(saved, places)

    @staticmethod
    def at(saved, columns):
        """Return value and derivatives of a base function with a seed, at float64 columns."""
        places = [
            Dual(np.asarray(c, D), np.repeat(np.eye(len(columns))[axis][:, None], len(c), axis=1))
            for axis, c in enumerate(columns)
        ]
        return base(saved["function"], np.frombuffer(model.permutation(saved), np.uint8), places, None)

    def _field(self, saved, places):
        table = np.frombuffer(model.permutation(saved), np.uint8)
        for warp in reversed(saved.get("warps", [])):
            if warp["strength"] != 0:
                places = self._moved(warp, places)
        if "looped" in saved:
            places = [
                axis for p, period in zip(places, saved["looped"], strict=True) for axis in looped(p, period)
            ]
        if "fractal" in saved:
            result = self._summed(saved, table, places)
        else:
            result = base(saved["function"], table, places, saved.get("tiled"), saved.get("turned", 0))
        if "scaled" in saved:
            lo, hi = saved["scaled"]
            if saved.get("fractal", {}).get("kind") in ("turbulence", "ridged_multifractal"):
                result = 2.0 * result - 1.0
            result = result * ((hi - lo) / 2) + (hi + lo) / 2
        return result

    def _moved(self, warp, places):
        columns = [p.v.astype(np.float32) for p in places]
        moved = []
        for axis, place in enumerate(places):
            by, shift = warp["by"][axis if len(warp["by"]) > 1 else 0], np.float32(0)
            if len(warp["by"]) == 1:
                shift = model.warp_shift(by, axis)
            shifted = [
                Dual((c + shift if shift else c).astype(D), p.d) for c, p in zip(columns, places, strict=True)
            ]
            by_value = model.field(by, [s.v.astype(np.float32) for s in shifted])
            value = columns[axis] + np.float32(warp["strength"]) * by_value
            slope = self._field(by, shifted).d
            moved.append(Dual(value.astype(D), place.d + warp["strength"] * slope))
        return moved

    def _summed(self, saved, table, places):
        fractal = saved["fractal"]
        kind, weights = fractal["kind"], fractal.get("weights")
        f, a, total, amplitudes, last = np.float32(fractal["frequency"]), 1.0, 0.0, 0.0, None
        steepness = 0.0
        for k in range(fractal["octaves"]):
            a = weights[k] if weights is not None else a
            columns = [p.v.astype(np.float32) * f for p in places]
            own, periods = table, saved.get("tiled")
            if fractal.get("independent") and k > 0:
                columns = [c + model.octave_offset(k, axis) for axis, c in enumerate(columns)]
                own = np.frombuffer(model.octave_permutation(bytes(table), k), np.uint8)
            periods = periods and [None if p is None else abs(int(p * float(f))) for p in periods]
            octave = [Dual(c.astype(D), p.d * float(f)) for c, p in zip(columns, places, strict=True)]
            n = base(saved["function"], own, octave, periods, saved.get("turned", 0))
            if kind == "damped":
                steepness = steepness + n.d / float(f)
                n = Dual(n.v / (1 + fractal["damping"] * (steepness**2).sum(axis=0)), np.nan * n.d)
            elif kind != "fbm":
                self.kinks.append(np.abs(n.v))
                n = n.magnitude()
            if kind == "ridged":
                n = 1.0 - 2.0 * n
            elif kind == "ridged_multifractal":
                n = fractal["offset"] - n
                n = n * n
                if k > 0:
                    weight = last * fractal["gain"]
                    self.kinks.append(np.abs(weight.v - 1.0))
                    n = n * (weight - 1.0).where(weight.v < 1.0) + n
                last = n
            total, amplitudes = total + a * n, amplitudes + a
            f, a = f * np.float32(fractal["lacunarity"]), a * fractal.get("persistence", 1)
        return total * (1.0 / amplitudes)


def looped(place, period):
    """Return a coordinate that loops as two: the point of the circle that the package takes, and its tangent."""
    if period is None:
        return (place,)
    u, v = (c.astype(D) for c in model.circle(place.v.astype(np.float32), np.float32(period)))
    radius = period / (2 * np.pi)
    return Dual(u, -v / radius * place.d), Dual(v, u / radius * place.d)


def product(h, offsets, turns):
    """Return the product of a hash's gradient, turned, and offsets."""
    total, angle = 0.0, 2 * np.pi * float(np.float32(turns))
    for axis, offset in enumerate(offsets):
        units = [np.full(len(h), float(i == axis)) for i in range(len(offsets))]
        coefficient = np.cos(angle) * model.gradient(h, units)
        if turns:
            coefficient = coefficient + np.sin(angle) * model.turned(h, units)
        total = total + offset * coefficient
    return total


def base(function, table, places, periods, turns=0):
    """Return noise1 to noise4, on a lattice that repeats too, and snoise1 to snoise4."""
    n = len(places)
    kind = function.rstrip("1234")
    made = perlin(table, places, periods, turns) if kind == "noise" else simplex(table, places, turns)
    return SCALES[kind][n - 1] * made


def perlin(table, places, periods, turns):
    n = len(places)
    columns = [p.v for p in places]
    cells = [np.trunc(c).astype(int) - (c <= 0) if periods is None else np.floor(c).astype(int) for c in columns]
    near = [p - i for p, i in zip(places, cells, strict=True)]
    fades = [t * t * t * (t * (t * 6.0 - 15.0) + 10.0) for t in near]

    def hashed_cell(axis, step):
        cell = cells[axis] + step
        period = None if periods is None else periods[axis]
        return cell if period is None else cell % period

    def blend(steps):
        if len(steps) == n:
            h = model.hashed(table, [hashed_cell(axis, step) for axis, step in enumerate(steps)])
            return product(h, [t - float(step) for t, step in zip(near, steps, strict=True)], turns)
        a, b = blend((*steps, 0)), blend((*steps, 1))
        return a + fades[len(steps)] * (b - a)

    return blend(())


def simplex(table, places, turns):
    n = len(places)
    if n == 1:
        i = np.floor(places[0].v).astype(int)
        first, radius, unskew = [places[0] - i], 1.0, 0.0
    else:
        skew, unskew = SKEWS[n]
        s = sum(p.v for p in places) * skew
        i = [np.floor(p.v + s).astype(int) for p in places]
        t = sum(i) * unskew
        first, radius = [p - (k - t) for p, k in zip(places, i, strict=True)], 0.5
    i = i if n > 1 else [i]
    order = np.argsort([-f.v for f in first], axis=0, kind="stable")
    rank = np.argsort(order, axis=0, kind="stable")
    total = 0.0
    for c in range(n + 1):
        steps = [(r < c).astype(int) for r in rank]
        offsets = [f - step + c * unskew for f, step in zip(first, steps, strict=True)]
        t = radius
        for offset in offsets:
            t = t - offset * offset
        h = model.hashed(table, [a + step for a, step in zip(i, steps, strict=True)])
        total = total + (t * t * t * t * product(h, offsets, turns)).where(t.v >= 0)
    return total
