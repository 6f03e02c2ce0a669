"""The cookbook: each recipe runs as it is written, does what is said of it, and writes the picture below it."""

import importlib.util
import re
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")
pytest.importorskip("cmap")

DOCS = Path(__file__).resolve().parent.parent / "docs"
if not (DOCS / "pictures.py").exists():
    pytest.skip("the documentation is not beside the tests", allow_module_level=True)
_spec = importlib.util.spec_from_file_location("pictures", DOCS / "pictures.py")
pictures = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(pictures)

TEXT = (DOCS / "cookbook.md").read_text(encoding="utf-8")
RECIPES = pictures.recipes()
recipes = pytest.mark.parametrize("name", RECIPES)


def frames(path):
    """Return all frames of a picture as arrays of red, green, blue and opacity."""
    with Image.open(path) as image:
        result = []
        for i in range(getattr(image, "n_frames", 1)):
            image.seek(i)
            result.append(np.asarray(image.convert("RGBA")))
        return np.stack(result)


@lru_cache(None)
def ran(name):
    """Run a recipe; return its variables and what it has written, by the file's name."""
    with TemporaryDirectory() as folder:
        variables = pictures.run(RECIPES[name], Path(folder))
        return variables, {path.name: frames(path) for path in Path(folder).iterdir()}


def variables(name):
    return ran(name)[0]


def test_every_section_is_a_recipe_with_its_picture_below():
    sections = re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]
    assert [section.partition("\n")[0] for section in sections] == list(RECIPES)
    for section in sections:
        assert len(re.findall(r"^!\[[^\]]+\]\(images/[a-z]+\.(?:png|gif)\)$", section, re.MULTILINE)) == 1
    assert len(sections) == TEXT.count("```python") == TEXT.count("![")


@recipes
def test_recipes_are_short(name):
    lines = RECIPES[name].splitlines()
    assert 3 <= len([line for line in lines if line]) <= 12
    assert max(map(len, lines)) <= 115


@recipes
def test_the_picture_is_what_the_recipe_writes(name):
    ((file, written),) = ran(name)[1].items()
    section = TEXT.split(f"## {name}\n")[1].split("## ")[0]
    assert f"](images/{file})" in section
    stored = DOCS / "images" / file
    assert np.array_equal(frames(stored), written)
    assert stored.stat().st_size <= 60_000
    assert file.endswith(".gif") or 256 <= written.shape[2] <= 512
    assert written[..., :3].std() > 20
    assert (written[..., 3] == 255).all()


# ---- what is said of each ----


def test_islands_are_land_in_the_middle_of_the_sea():
    heights = variables("Islands")["heights"]
    border = np.concatenate([heights[0], heights[-1], heights[:, 0], heights[:, -1]])
    assert (border > 0).mean() < 0.1
    assert 0.4 < (heights[44:-44, 88:-88] > 0).mean() < 0.9
    assert 0.15 < (heights > 0).mean() < 0.5


def test_rivers_run_where_the_land_is_low():
    values = variables("Rivers")
    water = values["heights"] == np.float32(-0.3)
    assert 0.03 < water.mean() < 0.12
    near, far = (np.abs(values["course"]) < 0.05) & ~water, np.abs(values["course"]) > 0.2
    assert near.mean() > 0.03
    assert far.mean() > 0.1
    assert values["heights"][near].max() < values["heights"][far].mean()


def test_floors_of_the_cave_are_alike_but_not_the_same():
    values = variables("Caves")
    rock = values["rock"]
    assert rock.shape == (3, 160, 160)
    halls = values["floors"] == np.float32(-0.6)
    assert ((halls.mean(axis=(1, 2)) > 0.3) & (halls.mean(axis=(1, 2)) < 0.6)).all()
    assert np.array_equal(halls, rock <= np.float32(-0.03))
    alike = [np.corrcoef(rock[a].ravel(), rock[b].ravel())[0, 1] for a, b in ((0, 1), (1, 2), (0, 2))]
    assert min(alike[:2]) > 0.5 > alike[2]


def test_bounds_set_the_cover_of_the_sky():
    values = variables("Clouds")
    cover, to_uint8 = values["cover"], values["to_uint8"]
    assert 0.2 < (cover == 0).mean() < 0.6
    assert (cover > 200).mean() > 0.05
    clearer = to_uint8(values["sky"].grid((192, 384), step=(1 / 110, 1 / 170)), 0.15, 0.85)
    assert (clearer == 0).mean() > (cover == 0).mean() + 0.2


def test_wood_varies_across_its_grain():
    wood = variables("Wood")["wood"].astype(int)
    assert wood.shape == (192, 384)
    along, across = (np.abs(np.diff(wood, axis=axis)).mean() for axis in (1, 0))
    assert across > 3 * along


def test_marble_is_white_but_for_its_veins():
    marble, veins = (variables("Marble")[name] for name in ("marble", "veins"))
    assert ((veins >= 0) & (veins <= 1)).all()
    assert marble.mean() > 160
    assert 0.005 < (marble < 64).mean() < 0.12


def test_the_film_ends_where_it_begins():
    values = variables("A film that loops")
    assert values["frames"].shape == (40, 96, 96)
    shown = values["film"].grid((41, 96, 96), step=(5 / 40, 1 / 48, 1 / 48))
    assert shown[40].tobytes() == shown[0].tobytes()
    changes = np.abs(np.diff(shown, axis=0)).mean(axis=(1, 2))
    assert changes[-1] < 1.5 * np.median(changes)  # the seam is a step like another
    assert np.abs(shown[20] - shown[0]).mean() > 1.7 * changes.max()
    written = frames(DOCS / "images" / "film.gif")
    assert len(written) == 40
    with Image.open(DOCS / "images" / "film.gif") as image:
        assert (image.info["loop"], image.info["duration"]) == (0, 60)


def test_chunks_meet():
    values = variables("A world in chunks")
    chunk, world = values["chunk"], values["world"]
    whole = world.grid((180, 360), start=(-90, -180))
    joined = np.block([[chunk(row, column) for column in range(-2, 2)] for row in range(-1, 1)])
    assert joined.tobytes() == whole.tobytes()
    smaller = np.block([[chunk(row, column, 45) for column in range(-4, 4)] for row in range(-2, 2)])
    assert smaller.tobytes() == whole.tobytes()
    assert np.array_equal(values["chunks"][1][3][2:-2, 2:-2], whole[90:, 270:])


def test_the_tile_repeats():
    cracks = variables("A seamless tile")["cracks"]
    tile = cracks.grid((128, 128), step=1 / 32)
    assert cracks.grid((384, 384), step=1 / 32, start=-128).tobytes() == np.tile(tile, (3, 3)).tobytes()
    assert not np.array_equal(tile[:64], tile[64:])
    assert not np.array_equal(tile[:, :64], tile[:, 64:])


def test_the_pillar_closes():
    values = variables("Around a pillar")
    stone, y = values["stone"], np.linspace(0, 40, 641)
    for x in (-1.5, 0.0, 2.25):
        assert stone(np.full_like(y, x), y).tobytes() == stone(np.full_like(y, x + 6), y).tobytes()
    assert len(np.unique(stone(1.5, np.arange(641) / 16))) > 500  # along it nothing repeats
    turns = values["turns"].reshape(3, 96)
    assert np.allclose(np.diff(turns, axis=0), 1 / 3)
    assert np.allclose(turns[0, [0, -1]], [-1 / 4, 1 / 4])


def test_worlds_begin_at_height_0_unless_octaves_are_independent():
    values = variables("A height for the spawn point")
    assert {field(0.0, 0.0) for field in values["plain"]} == {0.0}
    assert len({field(0.0, 0.0) for field in values["apart"]}) > 50
    assert len({field(0.4, 0.6) for field in values["plain"]}) > 190
    plain, apart = values["spread"]
    assert plain[96, 96] == plain.min() == 0
    assert apart.min() > 0.05


def test_the_family_has_every_biome():
    values = variables("A family of maps")
    assert len({field.seed for field in values["maps"]} | {42}) == 4
    assert np.unique(values["biome"]).tolist() == list(range(10))
    pairs = [("height", "warmth"), ("warmth", "rain"), ("height", "rain")]
    assert max(abs(np.corrcoef(values[a].ravel(), values[b].ravel())[0, 1]) for a, b in pairs) < 0.4


def test_normals_are_lit_as_the_land_lies():
    values = variables("Light and a normal map")
    upright, light = values["upright"], values["light"].astype(float)
    assert np.allclose(np.linalg.norm(upright, axis=-1), 1, atol=1e-6)
    towards = -upright[..., 0] - upright[..., 1]  # the lamp hangs above the upper left corner
    assert np.corrcoef(towards.ravel(), light.ravel())[0, 1] > 0.9


def test_worn_hills_are_smooth_where_they_are_steep():
    raw, worn = variables("Worn hills")["slopes"]
    roughness = [np.abs(np.diff(slope, axis=1)) for slope in (raw, worn)]
    assert np.median(roughness[1]) < 0.6 * np.median(roughness[0])
    assert roughness[1].max() > 0.6 * roughness[0].max()


def test_what_the_current_carries_stays_evenly_spread():
    values = variables("Along a current")
    x, y = values["x"], values["y"]
    inside = (x > 1) & (x < 5) & (y > 0.5) & (y < 2.5)
    assert abs(inside.sum() / (24 * 48) - 4 * 2 / (3 * 6)) < 0.06
    assert np.hypot(*values["flow"]).max() > 1


def test_the_water_begins_again():
    fields = variables("Water that flows in place")["fields"]
    frames = np.array([field.grid((88, 88)) for field in [*fields, fields[0].from_dict(fields[0].to_dict())]])
    changes = np.abs(np.diff(frames, axis=0)).mean(axis=(1, 2))
    assert changes.max() < 1.5 * np.median(changes)
    assert np.abs(frames.mean(axis=(1, 2)) - frames.mean()).max() < 0.1 * (frames.max() - frames.min())


def test_precise_land_is_fine_far_away():
    values = variables("Far from home")
    assert len(np.unique(values["plain"])) < 0.1 * values["plain"].size
    assert len(np.unique(values["away"])) > 0.9 * values["away"].size
    near = values["world"].grid((160, 160), step=1 / 64)
    assert 0.5 < np.abs(np.diff(values["away"])).mean() / np.abs(np.diff(near)).mean() < 2
