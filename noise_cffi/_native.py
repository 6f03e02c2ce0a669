"""The built module: nothing else in the package imports it."""

import os

from noise_cffi._noise import ffi, lib

__all__ = ["ffi", "lib"]

lib.noise_init()
_wanted = os.environ.get("NOISE_CFFI_ISA")
if _wanted and not lib.dispatch_select(_wanted.encode()):
    _there = ", ".join(ffi.string(lib.dispatch_name(i)).decode() for i in range(lib.dispatch_count()))
    raise ImportError(f"NOISE_CFFI_ISA must be one of {_there} on this machine (got {_wanted!r})")
