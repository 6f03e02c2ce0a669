"""The examples run as a newcomer runs them, and show what they showed before."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")
pytest.importorskip("pygame", reason="needs the extra examples")

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
if not EXAMPLES.exists():
    pytest.skip("the examples are not beside the tests", allow_module_level=True)
HEADLESS = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def pixels(path):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def test_examples_are_short():
    for path in EXAMPLES.glob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) < 200


def test_scroll_shows_what_it_showed(tmp_path):
    command = [sys.executable, EXAMPLES / "scroll.py", "--size", "480x270", "--screenshot", tmp_path / "now.png"]
    subprocess.run(command, env=HEADLESS, check=True, timeout=120)
    assert np.array_equal(pixels(tmp_path / "now.png"), pixels(EXAMPLES / "screenshots" / "scroll.png"))


@pytest.mark.slow
def test_frames_are_in_time_while_64_chunks_a_second_arrive(monkeypatch, capsys):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    import pygame

    spec = importlib.util.spec_from_file_location("scroll", EXAMPLES / "scroll.py")
    scroll = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scroll)
    pygame.display.init()
    try:
        seconds = 5
        took, made = scroll.play(pygame.display.set_mode((1280, 720)), seconds=seconds, speed=(1400.0, 0.0))
    finally:
        pygame.display.quit()
    late = float(np.percentile(took, 99))
    with capsys.disabled():
        print(f"\n{len(took)} frames, {made / seconds:.0f} chunks a second, 99th percentile {late * 1000:.1f} ms")
    assert made >= 64 * seconds
    assert late < 0.0167
