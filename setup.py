"""What pyproject.toml cannot say: the extension, its compiler's flags, the wheel's tag."""

import re
import struct
import sysconfig

from setuptools import setup
from setuptools.command.build_ext import build_ext


def compile_flags(compiler_type: str) -> list[str]:
    """Return the flags that keep results exact, for setuptools' name of a compiler family."""
    if compiler_type == "msvc":
        return ["/O2", "/fp:precise", "/std:c11"]
    # gnu11, not c11: with -std=c11 some targets evaluate float expressions as double.
    flags = ["-std=gnu11", "-O2", "-fno-fast-math", "-ffp-contract=off", "-fvisibility=hidden", "-g0"]
    is_x86 = re.search("x86|i[3-6]86|amd64|win32", sysconfig.get_platform()) is not None
    if is_x86 and struct.calcsize("P") == 4:
        flags += ["-msse2", "-mfpmath=sse"]
    return flags


class BuildExt(build_ext):  # type: ignore[misc]  # setuptools ships no type information
    """Compile with the flags of the compiler family that is found when building."""

    def build_extensions(self) -> None:
        """Add the flags, then build."""
        for extension in self.extensions:
            extension.extra_compile_args += compile_flags(self.compiler.compiler_type)
        super().build_extensions()


free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
setup(
    cffi_modules=["build_noise.py:ffibuilder"],
    cmdclass={"build_ext": BuildExt},
    options={} if free_threaded else {"bdist_wheel": {"py_limited_api": "cp310"}},
)
