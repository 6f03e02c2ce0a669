"""What CFFI builds from csrc; see build_noise.py."""

from typing import Any

ffi: Any
lib: Any
