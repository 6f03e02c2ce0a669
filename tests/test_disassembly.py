"""The built module, instruction by instruction: wide instructions and fused arithmetic only where they belong."""

import platform
import re
import shutil
import subprocess
import sys

import pytest

import noise_cffi._noise

MODULE = noise_cffi._noise.__file__
WIDE = {"simd_avx2.c", "simd_avx512.c", "simd_avx512vbmi.c"}
FUSED_ALLOWED = {*WIDE, "simd_neon.c"}

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="reads ELF files"),
    pytest.mark.skipif(shutil.which("objdump") is None, reason="needs objdump"),
]


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def instructions():
    """Return the instructions of each source file's functions: {file: [(mnemonic, operands)]}."""
    sources, source = {}, ""
    for line in output("readelf", "-sW", MODULE).splitlines():
        fields = line.split()
        if len(fields) < 8 or not fields[0].endswith(":"):
            continue
        if fields[3] == "FILE":
            source = fields[7]
        elif fields[3] == "FUNC" and fields[4] == "LOCAL":
            sources[int(fields[1], 16)] = source
    if not any(name in WIDE | {"simd_scalar.c"} for name in sources.values()):
        pytest.skip("the module is stripped of its symbols")
    result, current = {}, ""
    for line in output("objdump", "-d", "--no-show-raw-insn", MODULE).splitlines():
        if head := re.match(r"([0-9a-f]+) <", line):
            current = sources.get(int(head[1], 16), "elsewhere")
        elif found := re.match(r"\s+[0-9a-f]+:\s+(?:notrack |bnd |rep\w* |lock )?(\S+)\s*(.*)", line):
            result.setdefault(current, []).append((found[1], found[2]))
    return result


def test_the_disassembly_covers_the_engine_and_the_kernels(instructions):
    assert {"engine.c", "noise1234.c", "checked.c", "simd_scalar.c"} <= {*instructions} | {
        "noise1234.c",
        "checked.c",
    }
    assert sum(map(len, instructions.values())) > 10_000


@pytest.mark.skipif(platform.machine() != "x86_64", reason="reads x86-64")
def test_no_avx_outside_its_regions(instructions):
    for source, found in instructions.items():
        wide = [m for m, operands in found if m.startswith("v") or re.search(r"%[yz]mm|%k[0-7]", operands)]
        if source in WIDE:
            assert len(wide) > 1000
            assert "vzeroupper" in wide
        else:
            # xgetbv's and verr's kin aside, every mnemonic that begins with a v is AVX.
            assert wide == [], source


def test_no_fused_multiply_add_outside_the_vector_regions(instructions):
    fused = re.compile(r"v?f(n?m(add|sub)|m[ls][as]|maddsub|msubadd)|fml[as]|xsn?m(add|sub)|madbr|maebr")
    for source, found in instructions.items():
        if source not in FUSED_ALLOWED:
            assert [m for m, _ in found if fused.match(m)] == [], source


@pytest.mark.skipif(platform.machine() != "x86_64", reason="reads x86-64")
def test_fused_multiply_adds_come_from_the_intrinsic_only(instructions):
    # Contraction would fuse the fades and lerps too, and make forms that v_exact_fma never asks for.
    for source in WIDE & set(instructions):
        fused = {m for m, _ in instructions[source] if re.match(r"vfn?m(add|sub)", m)}
        assert {re.sub(r"132|213|231", "", m) for m in fused} == {"vfmaddps"}, source
