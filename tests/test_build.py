"""Building the extension in other ways. These need the source tree and a C compiler."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CSRC = ROOT / "csrc"
REFERENCES = ["permutation", "noise1234", "simplexnoise1234", "rombauts", "eshelman"]
STRICT = ["-std=gnu11", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Wconversion", "-Werror"]

pytestmark = [
    pytest.mark.skipif(not CSRC.exists(), reason="the source tree is not beside the tests"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler"),
]


def build(folder, **environment):
    """Build the package into a folder, off the source tree."""
    tree = folder / "tree"
    shutil.copytree(ROOT / "csrc", tree / "csrc")
    shutil.copytree(ROOT / "noise_cffi", tree / "noise_cffi", ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    for name in ("setup.py", "build_noise.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=tree,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return tree


def run(tree, code):
    done = subprocess.run([sys.executable, "-c", code], cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


COMPARE = """
import numpy as np, hashlib, noise_cffi as nc
from pathlib import Path
assert Path(nc.__file__).parent == Path.cwd() / "noise_cffi"
random = np.random.default_rng(1)
digest = hashlib.sha256()
for n in (1, 2, 3, 4):
    c = [random.uniform(-999, 999, 100_000).astype(np.float32) for _ in range(n)]
    for values in (getattr(nc, f"noise{n}")(*c), getattr(nc, f"pnoise{n}")(*c, *[7] * n),
                   getattr(nc, f"snoise{n}")(*c)):
        digest.update(values.tobytes())
    digest.update(np.float32([getattr(nc, f"noise{n}")(*p) for p in np.stack(c, 1)[:999].tolist()]).tobytes())
    digest.update(np.float32([getattr(nc.lib, f"noise{n}")(*p) for p in np.stack(c, 1)[:999].tolist()]).tobytes())
print(digest.hexdigest())
"""


def test_an_original_given_by_path_is_what_runs(tmp_path):
    changed = tmp_path / "noise1234.c"
    text = (CSRC / "noise1234.c").read_text()
    assert text.count("0.507f") == 2
    changed.write_text(text.replace("0.507f", "0.25f"))
    tree = build(tmp_path, NOISE_CFFI_NOISE1234=str(changed))
    code = "import noise_cffi as nc; print(nc.noise2(0.5, 0.25), nc.lib.noise2(0.5, 0.25), nc.noise1(0.5))"
    plain = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    values = run(tree, code).split()
    assert values[0] == values[1] != plain[0]
    assert values[2] == plain[2]


@pytest.mark.skipif("NOISE_CFFI_ORIGINALS" not in os.environ, reason="NOISE_CFFI_ORIGINALS is not set")
def test_the_original_noise1234_gives_equal_bits(tmp_path):
    original = Path(os.environ["NOISE_CFFI_ORIGINALS"]).resolve() / "noise1234.c"
    tree = build(tmp_path, NOISE_CFFI_NOISE1234=str(original))
    ours = build(tmp_path / "ours")
    assert run(tree, COMPARE) == run(ours, COMPARE)


@pytest.mark.parametrize("compiler", ["gcc", "clang", "clang-19"])
def test_csrc_compiles_without_a_warning(compiler, tmp_path):
    if shutil.which(compiler) is None:
        pytest.skip(f"needs {compiler}")

    def compiled(source):
        command = [compiler, *STRICT, "-I", CSRC, "-c", source, "-o", tmp_path / f"{source.stem}.o"]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in pool.map(compiled, sorted(CSRC.glob("**/*.c"))):
            assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("flag", ["-ffast-math", "-Ofast"])
def test_fast_math_is_refused(flag, tmp_path):
    command = ["cc", "-std=gnu11", flag, "-c", CSRC / "noise1234.c", "-o", tmp_path / "x.o"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "exact bits" in done.stderr


def test_the_module_exports_its_init_function_only():
    import noise_cffi._noise

    if shutil.which("nm") is None or sys.platform != "linux":
        pytest.skip("needs nm on Linux")
    done = subprocess.run(
        ["nm", "-D", "--defined-only", noise_cffi._noise.__file__], capture_output=True, text=True, check=True
    )
    assert [line.split()[-1] for line in done.stdout.splitlines()] == ["PyInit__noise"]


@pytest.mark.parametrize("version", ["CL1.2", "CL3.0"])
def test_references_are_opencl_c_too(version, tmp_path):
    clang = shutil.which("clang-19") or shutil.which("clang")
    if clang is None:
        pytest.skip("needs clang")
    unit = tmp_path / "unit.cl"
    unit.write_text("".join(f'#include "{name}.c"\n' for name in REFERENCES))
    command = [clang, "-x", "cl", f"-cl-std={version}", "-I", CSRC, "-fsyntax-only", "-Wall", "-Werror", unit]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
