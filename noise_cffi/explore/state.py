"""What the address of the page says: read here, and nowhere else, and refused here if it cannot be shown.

    field      the field, as Field.to_dict writes it, in JSON
    x, y       noise coordinates of the middle of the picture
    step       noise coordinates from pixel to pixel
    z, w       the place along the further axes
    lo, hi     the values of the first and the last colour
    map        the name of a colour map, one of MAPS
    relief     how high the lit relief is, as a multiple of the heights' own span; 0 for none
    light      where the light comes from, in degrees from the top, clockwise

All may be missing. Numbers are decimal.
"""

import json
import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from noise_cffi import Field

# Every colour map of the page: its name in an address, and what the package cmap makes it of.
MAPS: dict[str, str | list[str]] = {
    **{
        name: name
        for name in ("bukavu", "oleron", "fes", "gray", "viridis", "magma", "inferno", "cividis", "turbo")
    },
    **{
        name: name for name in ("batlow", "oslo", "lajolla", "tokyo", "turku", "davos", "imola", "vik", "twilight")
    },
    "topography": "cmocean:topo",
    "thermal": "cmocean:thermal",
    "ice": "cmocean:ice",
    "sunset": "tol:sunset",
    "rivers": ["#6b4c2a", "#a98f58", "#8fae5a", "#d5dfa8", "#2f6690", "#d5dfa8", "#8fae5a", "#a98f58", "#6b4c2a"],
    "caves": ["#120d0a", "#2a1d14", "#6b5544", "#b39c85"],
    "sky": ["#3d7ab8", "#9cc3e6", "#f4f7fa", "#ffffff"],
    "wood": [*["#c8955c", "#b47b43", "#7a4a22"] * 6],
    "marble": ["#39424e", "#a9adb3", "#e9e7e2", "#f7f6f3"],
    "blobs": ["#10002b", "#7b2cbf", "#ff6d00", "#ffe08a"],
    "lava": ["#f9d976", "#e2571e", "#4a1c12", "#1d0f0c"],
    "current": [*["#07090d", "#dfe7ee"] * 5, "#07090d"],
    "water": ["#012a4a", "#2a6f97", "#61a5c2", "#e6f9ff"],
    "stone": ["#123b33", "#3f8f78", "#d9f0e3"],
}

START = '{"format":1,"function":"snoise2","seed":"7","fractal":{"kind":"fbm","octaves":6,"frequency":1.0,'
START += '"lacunarity":2.0,"persistence":0.5}}'

MOST_EVALUATIONS = 256  # of base functions a point: so a tile takes a fraction of a second on any machine
MOST_TEXT = 16384
LEAST_STEP, LARGEST_STEP = 2.0**-30, 2.0**16


class State(NamedTuple):
    """What the page shows."""

    field: Field
    x: float
    y: float
    z: float
    w: float
    step: float
    lo: float
    hi: float
    map: str
    relief: float
    light: float

    def further(self) -> tuple[float, ...]:
        """Return the place along the axes that the picture does not have, in the order of a grid's axes."""
        return (self.w, self.z)[4 - self.field.ndim :] if self.field.ndim > 2 else ()


def read(parameters: Mapping[str, str], others: tuple[str, ...] = ()) -> State:
    """Return what the parameters of an address say; `others` are names that mean something to the caller.

    Raises ValueError for a name that is not known and for a value that cannot be shown.
    """
    for name in parameters:
        if name not in _NAMES and name not in others:
            raise ValueError(f"'{name[:40]}' must be left out: the explorer does not know it")
    field = _field(parameters.get("field", START))
    lo, hi = natural(field)
    far = farthest(field)
    state = State(
        field,
        **{name: _number(parameters, name, 0.0, -far, far) for name in "xyzw"},
        step=_number(parameters, "step", 1 / 256, LEAST_STEP, LARGEST_STEP),
        lo=_number(parameters, "lo", lo, -1e30, 1e30),
        hi=_number(parameters, "hi", hi, -1e30, 1e30),
        map=parameters.get("map", "bukavu"),
        relief=_number(parameters, "relief", 0.0, 0.0, 100.0),
        light=_number(parameters, "light", 315.0, 0.0, 360.0),
    )
    if not state.lo < state.hi:
        raise ValueError(f"'hi' must be above 'lo' (got {state.hi} and {state.lo})")
    if state.map not in MAPS:
        raise ValueError(f"'map' must be one of {', '.join(MAPS)} (got '{state.map[:40]}')")
    return state


def whole(parameters: Mapping[str, str], name: str, least: int, largest: int) -> int:
    """Return the integer that a parameter, which must be there, holds."""
    text = parameters.get(name, "")
    if not re.fullmatch("-?[0-9]{1,18}", text, re.ASCII):
        raise ValueError(f"'{name}' must be an integer (got '{text[:40]}')")
    if not least <= int(text) <= largest:
        raise ValueError(f"'{name}' must be between {least} and {largest} (got {text})")
    return int(text)


def natural(field: Field) -> tuple[float, float]:
    """Return the ends for colours: what -1 and 1, or 0 and 1 where values lie within those, are in a field."""
    saved = field.to_dict()
    if "scaled" in saved:
        lo, hi = saved["scaled"]
        return lo, hi
    return (0.0 if saved.get("fractal", {}).get("kind") in ("turbulence", "ridged_multifractal") else -1.0), 1.0


def farthest(field: Field) -> float:
    """Return the largest coordinate that a field takes."""
    return 2.0**50 if "precise" in field.to_dict() else 2.0**24


_NAMES = State._fields


def _number(parameters: Mapping[str, str], name: str, default: float, least: float, largest: float) -> float:
    text = parameters.get(name)
    if text is None:
        return default
    try:
        number = float(text) if len(text) < 40 else math.nan
    except ValueError:
        number = math.nan
    if number != number:
        raise ValueError(f"'{name}' must be a number (got '{text[:40]}')")
    if not least <= number <= largest:
        raise ValueError(f"'{name}' must be between {_short(least)} and {_short(largest)} (got {text})")
    return number


def _short(number: float) -> str:
    exponent = math.frexp(number)[1] - 1
    if abs(number) == 2.0**exponent and abs(exponent) > 9:
        return f"{'-' if number < 0 else ''}2**{exponent}"
    return f"{number:g}"


@lru_cache(64)
def _field(text: str) -> Field:
    if len(text) > MOST_TEXT:
        raise ValueError(f"'field' must have at most {MOST_TEXT} characters (got {len(text)})")
    try:
        saved: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"'field' must be JSON as Field.to_dict gives it: {error}") from None
    try:
        field = Field.from_dict(saved)
    except (TypeError, ValueError) as error:
        raise ValueError(str(error)) from None
    evaluations = int(field._field.work)
    if evaluations > MOST_EVALUATIONS:
        raise ValueError(
            f"'field' must take at most {MOST_EVALUATIONS} evaluations a point in the explorer (got {evaluations})"
        )
    return field
