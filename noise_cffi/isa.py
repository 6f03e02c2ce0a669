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

from noise_cffi import _checks
from noise_cffi._native import ffi, lib

__all__ = ["active", "available", "select"]


def available() -> tuple[str, ...]:
    """Return the names of the instruction sets that this machine can use, the best first."""
    return tuple(ffi.string(lib.dispatch_name(i)).decode() for i in range(lib.dispatch_count()))


def active() -> str:
    """Return the name of the instruction set in use."""
    return str(ffi.string(lib.dispatch_active().name).decode())


class select:  # noqa: N801  # used like a function
    """Use an instruction set within a ``with`` block, in all threads.

    TypeError for what is no string, ValueError for one that this machine cannot use: it lists those that it can.
    """

    def __init__(self, name: str) -> None:
        """Check the name."""
        if not isinstance(name, str):
            raise TypeError(f"'name' must be a string (got {_checks.kind(name)})")
        if name not in available():
            raise ValueError(f"'name' must be one of {', '.join(available())} on this machine (got '{name}')")
        self._name = name
        self._before: list[str] = []

    def __enter__(self) -> None:
        self._before.append(active())
        lib.dispatch_select(self._name.encode())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        lib.dispatch_select(self._before.pop().encode())
