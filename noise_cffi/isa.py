"""The instruction sets that arrays and grids are computed with: which there are, which is used.

The best that this machine has is chosen at import; the environment variable ``NOISE_CFFI_ISA`` names another. The
values never depend on it. Numbers, one at a time, are computed by plain C whatever the set.

>>> from noise_cffi import isa
>>> isa.active() in isa.available()
True
>>> with isa.select("scalar"):
...     isa.active()
'scalar'
"""

from types import TracebackType

from noise_cffi._native import ffi, lib

__all__ = ["active", "available", "select"]


def available() -> tuple[str, ...]:
    """Return the names of the instruction sets that this machine can use, the best first."""
    return tuple(ffi.string(lib.dispatch_name(i)).decode() for i in range(lib.dispatch_count()))


def active() -> str:
    """Return the name of the instruction set in use."""
    return str(ffi.string(lib.dispatch_active().name).decode())


def use(name: str, source: str) -> None:
    """Use an instruction set from now on; `source` is what an error says has named it."""
    if not isinstance(name, str):
        raise TypeError(f"{source} must be a string (got {type(name).__name__})")
    if "\0" in name or not lib.dispatch_select(name.encode()):
        raise ValueError(f"{source} must be one of {', '.join(available())} on this machine (got {name!r})")


class select:  # noqa: N801  # used like a function
    """Use an instruction set within a ``with`` block, in all threads.

    ValueError if this machine cannot use it: the message lists those that it can.
    """

    def __init__(self, name: str) -> None:
        """Check the name, and use it at once."""
        self._before = active()
        use(name, "'name'")

    def __enter__(self) -> None:
        """Do nothing more."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        use(self._before, "'name'")
