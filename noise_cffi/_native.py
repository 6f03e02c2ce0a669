"""The built module: nothing else in the package imports it."""

from noise_cffi._noise import ffi, lib

__all__ = ["ffi", "lib"]
