"""Programs frozen by PyInstaller, with the hook that the package ships, run where there is no Python."""

import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import noise_cffi

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
GAME = """
import noise_cffi as nc
from array import array
out = array("f", bytes(4 * 32 * 32))
nc.snoise2.seeded(7).fbm(6, frequency=1 / 64).grid((32, 32), out=out)
print(nc.noise2(0.5, 0.25).hex(), nc.isa.active(), len(set(out)) > 1000)
"""


def test_the_hook_is_found_through_its_entry_point():
    (found,) = {e for e in entry_points(group="pyinstaller40") if e.module.startswith("noise_cffi.")}
    assert found.name == "hook-dirs"
    (folder,) = found.load()()
    assert (Path(folder) / "hook-noise_cffi.py").exists()


def run_frozen(source, folder, *arguments, **environment):
    """Freeze a program in a folder, move it elsewhere, run it in an empty environment; return what it prints."""
    # An editable installation is found by an import hook, which PyInstaller does not ask: say where it is.
    package = Path(noise_cffi.__file__).parent.parent
    command = [sys.executable, "-m", "PyInstaller", "--log-level=WARN", "--paths", package, source]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    moved = folder / "elsewhere"
    shutil.move(folder / "dist" / source.stem, moved)
    program = moved / (source.stem + (".exe" if sys.platform == "win32" else ""))
    if sys.platform == "win32":
        environment["SYSTEMROOT"] = "C:\\Windows"
    command = [program, *arguments]
    done = subprocess.run(command, env=environment, cwd=moved, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_frozen_program_runs_in_an_empty_environment(tmp_path):
    pytest.importorskip("PyInstaller", reason="needs PyInstaller")
    (tmp_path / "game.py").write_text(GAME)
    value, _, varied = run_frozen(tmp_path / "game.py", tmp_path).split()
    assert (value, varied) == ("0x1.ccdcf00000000p-3", "True")


def test_a_frozen_example_shows_what_it_shows_unfrozen(tmp_path):
    np = pytest.importorskip("numpy")
    image = pytest.importorskip("PIL.Image")
    for module in ("PyInstaller", "pygame"):
        pytest.importorskip(module, reason="needs PyInstaller and the extra examples")
    if not EXAMPLES.exists():
        pytest.skip("the examples are not beside the tests")
    arguments = ("--size", "480x270", "--screenshot", tmp_path / "now.png")
    run_frozen(EXAMPLES / "scroll.py", tmp_path, *arguments, SDL_VIDEODRIVER="dummy")
    with image.open(tmp_path / "now.png") as now, image.open(EXAMPLES / "screenshots" / "scroll.png") as before:
        assert np.array_equal(np.asarray(now.convert("RGB")), np.asarray(before.convert("RGB")))
