"""The text of options, and the values that it stands for."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from noise_cffi import _checks

T = TypeVar("T")


def parsed(parse: Callable[[str, str], Any]) -> Callable[[click.Context, click.Parameter, str | None], Any]:
    """Return what click calls to make a value: `parse` takes the option's name and its text."""

    def callback(ctx: click.Context, param: click.Parameter, text: str | None) -> Any:
        try:
            return None if text is None else parse(str(param.name), text)
        except ValueError as error:
            raise click.UsageError(str(error), ctx) from None

    return callback


def integer(name: str, text: str) -> int:
    """Return an integer."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"'{name}' must be an integer (got '{text}')") from None


def real(name: str, text: str) -> float:
    """Return a finite number, written as one or as a fraction such as 1/256."""
    above, slash, below = text.partition("/")
    try:
        number = float(above) / float(below) if slash else float(above)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"'{name}' must be a number, or a fraction such as 1/256 (got '{text}')") from None
    return _checks.finite(name, number)


def reals(name: str, text: str) -> tuple[float, ...]:
    """Return numbers with commas between them."""
    return tuple(real(name, part) for part in text.split(","))


def whole(lo: int, hi: int) -> Callable[[str, str], int]:
    """Return what makes integers from lo to hi, both included."""
    return lambda name, text: _checks.whole(name, integer(name, text), lo, hi)


def one_of(*choices: str) -> Callable[[str, str], str]:
    """Return what takes one of some words."""

    def choose(name: str, text: str) -> str:
        if text not in choices:
            raise ValueError(f"'{name}' must be one of {', '.join(choices)} (got '{text}')")
        return text

    return choose


def pair(example: str) -> Callable[[str, str], tuple[int, int]]:
    """Return what makes two counts, across and down, with an x between them."""

    def two(name: str, text: str) -> tuple[int, int]:
        try:
            across, down = map(int, text.lower().split("x"))
        except ValueError:
            raise ValueError(f"'{name}' must be {example} (got '{text}')") from None
        if across < 1 or down < 1:
            raise ValueError(f"'{name}' must be at least 1x1 (got {text})")
        return across, down

    return two


def periods(one: Callable[[str, str], T]) -> Callable[[str, str], tuple[T | None, ...]]:
    """Return what makes periods with an x between them: none, or a dash, for a coordinate without one."""
    return lambda name, text: tuple(
        None if part in ("-", "none") else one(name, part) for part in text.lower().split("x")
    )
