"""The documentation: its pages build, what they show happens, and their pictures are what their code makes."""

import doctest
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")
pytest.importorskip("cmap")

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
if not (DOCS / "pictures.py").exists():
    pytest.skip("the documentation is not beside the tests", allow_module_level=True)
_spec = importlib.util.spec_from_file_location("pictures", DOCS / "pictures.py")
pictures = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(pictures)


def pixels(image):
    return np.asarray(image.convert("RGB")).astype(int)


def stored(name):
    with Image.open(DOCS / "images" / name) as image:
        return pixels(image)


@pytest.mark.parametrize("page", ["index.md", "start.md", "bits.md"])
def test_examples_of_the_pages_hold(page):
    result = doctest.testfile(str(DOCS / page), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


# ---- concepts ----


@pytest.mark.parametrize("name", pictures.CONCEPTS)
def test_pictures_of_the_concepts_are_what_their_code_makes(name):
    now, there = pictures.CONCEPTS[name]().astype(int), stored(f"{name}.png")
    drawn = name in ("lattice", "curves")  # lines are as wide as Pillow makes them
    assert now.shape == there.shape
    assert np.abs(now - there).mean() < 0.5 if drawn else np.array_equal(now, there)
    assert there.std() > 20
    text = (DOCS / "concepts.md").read_text(encoding="utf-8")
    assert len(re.findall(rf"!\[[^\]]{{20,}}\]\(images/{name}\.png\)", text)) == 1


def test_pictures_of_the_quick_start_are_what_their_code_makes():
    assert np.array_equal(pictures.START["preview"]().astype(int), stored("preview.png"))
    pytest.importorskip("matplotlib", reason="needs the extra plot")
    now, there = pictures.START["relief"]().astype(int), stored("relief.png")
    assert np.abs(now - there).mean() < 3  # text and rounding are matplotlib's own
    assert there.std() > 20


def test_concepts_show_what_is_said_of_them():
    loops = np.split(np.pad(stored("loops.png"), ((0, 0), (0, 6), (0, 0))), 6, axis=1)
    assert np.array_equal(loops[0][:, :-6], loops[5][:, :-6])
    assert min(np.abs(loops[0] - other).mean() for other in loops[1:5]) > 10
    left, right = stored("tiling.png")[:, :288], stored("tiling.png")[:, 294:]
    for panel in (left, right):
        assert np.array_equal(panel, np.tile(panel[:96, :96], (3, 3, 1)))
    steps = [np.abs(np.diff(panel[..., 0], axis=1)).mean(axis=0) for panel in (left, right)]
    assert steps[0][95] > 3 * np.median(steps[0])
    assert steps[1][95] < 1.5 * np.median(steps[1])
    kinds = [
        panel[:, :144] for panel in np.split(np.pad(stored("kinds.png"), ((0, 0), (0, 6), (0, 0))), 4, axis=1)
    ]
    assert np.median(kinds[3]) < np.median(kinds[2])  # smooth dark valleys
    lattice = stored("lattice.png")
    assert ((lattice[..., 0] > 150) & (lattice[..., 2] < 60)).mean() > 0.01  # red arrows


# ---- embedding ----

ENGINES = {"pygame": "A surface of pygame", "arcade": "A texture of arcade", "panda3d": "A landscape of panda3d"}
RECIPES = pictures.recipes("embedding.md")


def test_each_engine_has_its_recipe():
    assert list(RECIPES) == [*ENGINES.values(), "Without NumPy"]


CHECKS = {
    "A surface of pygame": """
assert surface.get_size() == (384, 192)
assert tuple(surface.get_at((100, 5)))[:3] == tuple(colours[5, 100])
""",
    "A texture of arcade": """
assert (texture.width, texture.height) == (128, 128)
assert len(walls) == 3 and walls[2].right == 384
""",
    "A landscape of panda3d": """
assert abs(terrain.getElevation(3, 256 - 5) - heights[5, 3] / 65535) < 1e-4
low, high = terrain.getRoot().getTightBounds()
assert (high - low)[0] == 256 and 20 < (high - low)[2] <= 40 * (int(heights.max()) - int(heights.min())) / 65535
""",
    "Without NumPy": "import sys; assert len(values) == 64 * 256 and 'numpy' not in sys.modules\n",
}


@pytest.mark.parametrize("name", RECIPES)
def test_recipes_run_without_a_window_and_write_their_pictures(tmp_path, name):
    for module, recipe in ENGINES.items():
        if recipe == name:
            pytest.importorskip(module, reason=f"needs {module}")
    code = RECIPES[name] + CHECKS[name]
    headless = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=headless, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (written,) = tmp_path.iterdir()
    section = (DOCS / "embedding.md").read_text(encoding="utf-8").split(f"## {name}\n")[1].split("## ")[0]
    assert f"](images/{written.name})" in section
    with Image.open(written) as image:
        assert np.array_equal(pixels(image), stored(written.name))
    assert stored(written.name).std() > 10


def test_neighbouring_landscapes_share_their_border():
    namespace = {}
    line = next(line for line in RECIPES["A landscape of panda3d"].splitlines() if line.startswith("hills ="))
    exec("from noise_cffi import snoise2\n" + line, namespace)
    here, right, below = (
        namespace["hills"].grid((257, 257), start=(256 * row, 256 * column))
        for row, column in ((2, -1), (2, 0), (3, -1))
    )
    assert here[:, -1].tobytes() == right[:, 0].tobytes()
    assert here[-1].tobytes() == below[0].tobytes()


# ---- the site ----


def test_the_site_builds_without_a_warning(tmp_path):
    for module in ("sphinx", "myst_parser", "furo", "sphinx_click", "matplotlib"):
        pytest.importorskip(module, reason="needs the extra docs")
    if not (ROOT / "README.md").exists():
        pytest.skip("README.md is not beside the tests")
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-d", tmp_path / "trees", DOCS, tmp_path / "site"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    pages = {path.stem for path in DOCS.glob("*.md")} | {
        f"reference/{path.stem}" for path in DOCS.glob("reference/*.md")
    }
    contents = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    for page in pages:
        text = (tmp_path / "site" / f"{page}.html").read_text(encoding="utf-8")
        assert page == "index" or f'href="{page}.html"' in contents
        for image in re.findall(r'<img [^>]*src="([^":]+)"', text):
            assert (tmp_path / "site" / page).parent.joinpath(image).exists()
    fields = (tmp_path / "site" / "reference" / "fields.html").read_text(encoding="utf-8")
    for method in ("fbm", "warped", "tiled", "looped", "from_dict", "grid"):
        assert f'id="noise_cffi.Field.{method}"' in fields
    commands = (tmp_path / "site" / "reference" / "command.html").read_text(encoding="utf-8")
    assert "noise-cffi render height.tif --bits" in re.sub("<[^>]+>", "", commands)
