"""The examples run as a newcomer runs them, and show what they showed before."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
if not EXAMPLES.exists():
    pytest.skip("the examples are not beside the tests", allow_module_level=True)
SHOTS = EXAMPLES / "screenshots"
HEADLESS = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def need(module):
    return pytest.importorskip(module, reason="needs the extra examples")


def run(*command):
    """Run Python headless; return what it prints."""
    command = [sys.executable, *command]
    done = subprocess.run(command, env=HEADLESS, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pixels(path):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def test_examples_are_short():
    for path in EXAMPLES.glob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) < 200


# ---- scroll ----


def test_scroll_shows_what_it_showed(tmp_path):
    need("pygame")
    run(EXAMPLES / "scroll.py", "--size", "480x270", "--screenshot", tmp_path / "now.png")
    assert np.array_equal(pixels(tmp_path / "now.png"), pixels(SHOTS / "scroll.png"))


@pytest.mark.slow
def test_frames_are_in_time_while_64_chunks_a_second_arrive(monkeypatch, capsys):
    pygame = need("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    scroll = load("scroll")
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


# ---- relief ----

PROBE = """
from panda3d.core import GraphicsPipeSelection
pipe = GraphicsPipeSelection.get_global_ptr().make_module_pipe("p3headlessgl")
print(pipe is not None and pipe.is_valid())
"""
RENDERERS = {"p3tinydisplay": "relief-software.png", "p3headlessgl": "relief.png"}


def far_from(one, other):
    """Return how far two pictures are apart, of 255, on the whole and at worst.

    Renderers differ by a pixel in where an edge runs, and by a few levels in how they filter a texture. Whether
    land, colours and light are the same, the means of blocks of 15 by 15 pixels tell: few edges move one by much.
    """
    means = [picture.reshape(18, 15, 32, 15, 3).mean((1, 3)) for picture in (one, other)]
    apart = np.abs(means[0] - means[1])
    return apart.mean(), apart.max()


@pytest.mark.parametrize("display", RENDERERS)
def test_relief_shows_what_it_showed(display, tmp_path):
    need("panda3d")
    if display == "p3headlessgl" and run("-c", PROBE).split()[-1] != "True":
        pytest.skip("p3headlessgl needs EGL, which is not here")
    command = (EXAMPLES / "relief.py", "--offscreen", display, "--size", "480x270", "--screenshot")
    run(*command, tmp_path / "now.png")
    shown = pixels(SHOTS / RENDERERS[display])
    mean, worst = far_from(pixels(tmp_path / "now.png"), shown)
    assert mean < 2
    assert worst < 30
    run(*command, tmp_path / "other.png", "--seed", "1")
    mean, worst = far_from(pixels(tmp_path / "other.png"), shown)
    assert mean > 10
    assert worst > 60


WALK = """
import json, math, random, sys
sys.path.insert(0, sys.argv[1])
from relief import CELL, EYE, Relief
relief = Relief(3, "load-display p3tinydisplay\\nwindow-type offscreen\\naudio-library-name null\\n")
choose, found = random.Random(1), []
for _ in range(3000):
    relief.heading += choose.uniform(-40, 40)
    relief.walk(1, choose.choice((-1, 0, 1)), choose.uniform(0, 15))
    relief.place()
    left, low = relief.x // CELL * CELL, relief.y // CELL * CELL
    right, up = (relief.x - left) / CELL, (relief.y - low) / CELL
    a, b, c, d = (max(relief.land(left + i, low + j), 0.0) for j in (0.0, CELL) for i in (0.0, CELL))
    if right + up <= 1:
        mesh = a + right * (b - a) + up * (c - a)
    else:
        mesh = d + (1 - right) * (c - d) + (1 - up) * (b - d)
    eye = relief.camera.get_z()
    found.append((eye - max(relief.land(relief.x, relief.y), 0.0), eye - mesh))
relief.chunks.close()
print(json.dumps({"eye": EYE, "over": found}))
"""


def test_nobody_falls_through_the_relief():
    need("panda3d")
    said = json.loads(run("-c", WALK, EXAMPLES).splitlines()[-1])
    over_field, over_mesh = np.array(said["over"]).T
    assert np.abs(over_field - said["eye"]).max() < 1e-3
    assert over_mesh.min() > 0.5  # what is nearer than that the lens cuts away


@pytest.mark.slow
def test_the_relief_is_placed_in_time_while_one_runs(capsys):
    need("panda3d")
    said = run(EXAMPLES / "relief.py", "--offscreen", "p3tinydisplay", "--size", "640x360", "--walk", "5")
    line = said.splitlines()[-1]
    with capsys.disabled():
        print("\n" + line)
    frames, late, before = map(float, re.match(r"(\d+) frames, .* ([\d.]+) ms, of it ([\d.]+) ms", line).groups())
    assert frames > 10
    assert before < 16.7  # what draws is the machine's: here a processor, on other machines a graphics card
    assert late > before


# ---- bake ----


@pytest.fixture(scope="module")
def baked(tmp_path_factory):
    for module in ("click", "cmap"):
        need(module)
    folder = tmp_path_factory.mktemp("baked")
    options = ["--size", "128", "--frames", "24", "--film-size", "64", "--fps", "20", "--folder", folder]
    said = run(EXAMPLES / "bake.py", "lava", *options)
    assert len(said.splitlines()) == len(list(folder.iterdir())) == 5
    return folder


def steps(array, axis):
    """Return how much neighbours differ along an axis, the last and the first included, at its end."""
    others = tuple(other for other in range(array.ndim) if other != axis)
    return np.abs(np.roll(array, -1, axis).astype("f8") - array).mean(others)


def test_what_is_baked_looks_as_it_did(baked):
    for kind in ("colour", "height"):
        with Image.open(baked / f"lava-{kind}.png") as now, Image.open(SHOTS / f"bake-{kind}.png") as before:
            assert now.mode == before.mode
            assert np.array_equal(np.asarray(now), np.asarray(before))


@pytest.mark.parametrize("kind", ["colour", "height", "normal", "loop", "sheet"])
def test_what_is_baked_has_its_size(baked, kind):
    with Image.open(baked / f"lava-{kind}.png") as image:
        size, mode = {"loop": ((64, 64), "RGB"), "sheet": ((320, 320), "RGB"), "height": ((128, 128), "I;16")}.get(
            kind, ((128, 128), "RGB")
        )
        assert (image.size, image.mode) == (size, mode)
        if kind == "height":
            assert len(np.unique(np.asarray(image))) > 4 * 256


@pytest.mark.parametrize("kind", ["colour", "height", "normal"])
def test_baked_tiles_meet(baked, kind):
    with Image.open(baked / f"lava-{kind}.png") as image:
        tile = np.asarray(image)
    for axis in (0, 1):
        *inside, seam = steps(tile, axis)
        assert seam <= max(inside)
        *inside, seam = steps(tile[:100, :100], axis)  # a part of it does not tile
        assert seam > max(inside)


def test_the_baked_film_loops(baked):
    with Image.open(baked / "lava-loop.png") as image:
        assert (image.n_frames, image.info["loop"]) == (24, 0)
        film = []
        for i in range(24):
            image.seek(i)
            assert image.info["duration"] == 50
            film.append(np.asarray(image.convert("RGB")))
    apart = [np.abs(film[i].astype("i2") - film[i - 1]).mean() for i in range(24)]
    assert 0 < apart[0] <= max(apart[1:])  # from the last to the first as between others
    assert max(apart) < np.abs(film[12].astype("i2") - film[0]).mean()  # and they are not all alike
    sheet = pixels(baked / "lava-sheet.png")
    for i, frame in enumerate(film):
        row, column = divmod(i, 5)
        assert np.array_equal(sheet[row * 64 : row * 64 + 64, column * 64 : column * 64 + 64], frame)


def test_every_material_is_the_same_a_tile_and_a_film_further_on():
    for module in ("click", "cmap"):
        need(module)
    bake = load("bake")
    for name, material in bake.materials(2**64 - 1).items():
        here = bake.heights(material, 64, 8)
        assert here.max() - here.min() > 0.5, name
        for further in ((8, 0, 0), (0, 64, 0), (0, 0, -64), (-8, 128, 64)):
            there = bake.heights(material, 64, 8, start=further)
            assert np.abs(there - here).max() < 2**-12, name  # a warp moves by as much as a coordinate is rounded
        for nearer in ((4, 0, 0), (0, 32, 0), (0, 0, 32)):
            assert np.abs(bake.heights(material, 64, 8, start=nearer) - here).max() > 0.1, name
