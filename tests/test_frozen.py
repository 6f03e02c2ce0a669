"""A program frozen by PyInstaller, with the hook that the package ships, runs where there is no Python."""

import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import noise_cffi

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


def test_a_frozen_program_runs_in_an_empty_environment(tmp_path):
    pytest.importorskip("PyInstaller", reason="needs PyInstaller")
    (tmp_path / "game.py").write_text(GAME)
    # An editable installation is found by an import hook, which PyInstaller does not ask: say where it is.
    folder = Path(noise_cffi.__file__).parent.parent
    command = [sys.executable, "-m", "PyInstaller", "--log-level=WARN", "--paths", folder, "game.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    moved = tmp_path / "elsewhere"
    shutil.move(tmp_path / "dist" / "game", moved)
    program = moved / ("game.exe" if sys.platform == "win32" else "game")
    environment = {"SYSTEMROOT": "C:\\Windows"} if sys.platform == "win32" else {}
    done = subprocess.run([program], env=environment, cwd=moved, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    value, _, varied = done.stdout.split()
    assert (value, varied) == ("0x1.ccdcf00000000p-3", "True")
