"""The explorer's page in a browser: headless Chromium, which NOISE_CFFI_BROWSER names or the path has.

Where NOISE_CFFI_BROWSER is set, nothing is skipped: what is missing then is a failure.
"""

import base64
import io
import json
import os
import re
import shutil
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

import noise_cffi as nc

BROWSER = os.environ.get("NOISE_CFFI_BROWSER", "")
if not BROWSER:
    for package in ("numpy", "PIL.Image", "cmap", "starlette", "uvicorn", "playwright"):
        pytest.importorskip(package, reason="needs the extra explore, and playwright")
    if not (shutil.which("chromium") or shutil.which("google-chrome")):
        pytest.skip("there is no chromium", allow_module_level=True)

import numpy as np  # noqa: E402
from explored import FIELDS, PLACE, Explorer, text  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

pytestmark = pytest.mark.slow

RECIPES = 17
DESKTOP = {"viewport": {"width": 1000, "height": 640}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def served():
    one = Explorer()
    yield one
    one.close()


@pytest.fixture(scope="module")
def browser():
    path = BROWSER or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def visit(browser, served):
    """Open the page at an address; at the end of the test nothing must have gone wrong in any."""
    contexts, wrong = [], []

    def hear(message):
        expected = re.search("status of 400|net::ERR_FAILED", message.text)  # as the browser notes what it is told
        if message.type in ("error", "warning") and not expected:
            wrong.append(message.text)

    def open_page(query="", **options):
        context = browser.new_context(accept_downloads=True, **{**DESKTOP, **options})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        page.on("console", hear)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"http://127.0.0.1:{served.port}/{query}")
        page.wait_for_selector(f"#presets button:nth-of-type({RECIPES})")
        settle(page)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="module")
def kept(browser, served):
    """Return a page that stays, and what goes wrong in it: to load it anew for each test takes minutes."""
    context, wrong = browser.new_context(**DESKTOP), []
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.on("console", lambda message: wrong.append(message.text) if message.type != "log" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"http://127.0.0.1:{served.port}/")
    page.wait_for_selector(f"#presets button:nth-of-type({RECIPES})")
    yield page, wrong
    context.close()


@pytest.fixture
def jump(kept):
    """Go to an address as the browser's own buttons do; at the end nothing must have gone wrong."""
    page, wrong = kept

    def go(query):
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        page.evaluate(
            "q => { history.pushState(null, '', q); dispatchEvent(new PopStateEvent('popstate')) }", query
        )
        settle(page)
        return page

    yield go
    assert wrong == []


def settle(page):
    """Wait until the picture is what the controls say."""
    page.wait_for_selector("#picture[aria-busy=false]")


def shown(page):
    """Return the pixels of the picture."""
    settle(page)
    data = page.evaluate("document.getElementById('canvas').toDataURL()")
    with Image.open(io.BytesIO(base64.b64decode(data.partition(",")[2]))) as image:
        pixels = np.asarray(image.convert("RGBA"))
    assert (pixels[..., 3] == 255).all()
    return pixels[..., :3]


def copied(page, button):
    """Press a button; return what it has copied."""
    page.evaluate("navigator.clipboard.writeText('')")
    page.click(button)
    for _ in range(100):
        text = page.evaluate("navigator.clipboard.readText()")
        if text:
            return text
        page.wait_for_timeout(20)
    raise AssertionError(f"{button} copies nothing")


def address(page):
    """Return the parameters of the address that the page gives."""
    link = copied(page, "#copy-link")
    return {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}


def made(page, folder, monkeypatch):
    """Run the Python that the page gives; return the pixels that it writes."""
    code = copied(page, "#copy-python")
    expect(page.locator("#toast")).to_have_text("Python copied")
    monkeypatch.chdir(folder)
    exec(compile(code, "script", "exec"), {})
    with Image.open(folder / "noise.png") as image:
        return np.asarray(image)


def query(field=None, **parameters):
    return f"?{urlencode({**({} if field is None else {'field': text(field)}), **parameters})}"


def set_number(identifier, value):
    return lambda page: page.fill(f"#{identifier}", str(value))


def choose(identifier, value):
    return lambda page: page.select_option(f"#{identifier}", value)


def click(selector):
    return lambda page: page.click(selector)


def slide(identifier):
    def change(page):
        page.focus(f"input[data-for={identifier}]")
        page.keyboard.press("ArrowLeft" if identifier in ("light", "by-octaves") else "ArrowRight")

    return change


PLAIN = query(nc.snoise2.seeded(7).fbm(6), x=0.25)
WORN = query(nc.snoise2.damped(4))
TURNED = query(nc.snoise2.seeded(9).turned(0.25).fbm(2))
COARSE = query(nc.noise2.fbm(3), x=1e6, y=1e6)
RIDGES = query(nc.snoise2.ridged_multifractal(4))
WARPED = query(nc.snoise2.warped(nc.snoise2.seeded(3).fbm(3, frequency=0.5), 0.5))
TILED = query(nc.noise2.tiled(4, 4).fbm(3))
LOOPED = query(nc.snoise4.looped(4, 4))
DEEP = query(nc.snoise4.seeded(1).fbm(2), z=0.5, w=0.25)
SCALED = query(nc.noise2.scaled(0, 1), x=0.25, y=0.5)
LIT = query(nc.noise2, relief=0.2)

# What is done to each control, from where. All have to be here: see the test after the next.
CHANGES = {
    "family": (PLAIN, choose("family", "noise")),
    "seed": (PLAIN, set_number("seed", 8)),
    "dice": (PLAIN, click("#dice")),
    "kind": (PLAIN, choose("kind", "turbulence")),
    "octaves": (PLAIN, set_number("octaves", 2)),
    "frequency": (PLAIN, set_number("frequency", 2)),
    "lacunarity": (PLAIN, set_number("lacunarity", 3)),
    "persistence": (PLAIN, set_number("persistence", 0.9)),
    "independent": (PLAIN, click("#independent")),
    "offset": (RIDGES, set_number("offset", 0.8)),
    "gain": (RIDGES, set_number("gain", 1)),
    "damping": (WORN, set_number("damping", 0.2)),
    "turned": (PLAIN, set_number("turned", 0.25)),
    "precise": (COARSE, click("#precise")),
    "warp": (PLAIN, click("#warp")),
    "strength": (WARPED, set_number("strength", 1)),
    "by": (WARPED, choose("by", "eshelman")),
    "by-seed": (WARPED, set_number("by-seed", 11)),
    "by-octaves": (WARPED, set_number("by-octaves", 1)),
    "by-frequency": (WARPED, set_number("by-frequency", 2)),
    "repeat": (query(nc.noise2), click("#repeat")),
    "loop": (query(nc.snoise3.looped(4, None)), choose("loop", "01")),
    "period-0": (TILED, set_number("period-0", 2)),
    "period-1": (LOOPED, set_number("period-1", 2.5)),
    "period-2": (query(nc.noise3.tiled(4, 4, 2), z=2.5), set_number("period-2", 3)),
    "period-3": (query(nc.noise4.tiled(4, 4, 2, 2), w=2.5, z=0.5), set_number("period-3", 3)),
    "scaled": (PLAIN, click("#scaled")),
    "scaled-lo": (SCALED, set_number("scaled-lo", 0.5)),
    "scaled-hi": (SCALED, set_number("scaled-hi", 2)),
    "map": (PLAIN, choose("map", "viridis")),
    "lo": (PLAIN, set_number("lo", -0.5)),
    "hi": (PLAIN, set_number("hi", 0.5)),
    "fit": (PLAIN, click("#fit")),
    "natural": (query(nc.noise2, lo=0, hi=0.2), click("#natural")),
    "relief": (PLAIN, set_number("relief", 0.2)),
    "light": (LIT, set_number("light", 90)),
    "z": (DEEP, set_number("z", 0.75)),
    "w": (DEEP, set_number("w", 0.75)),
    "closer": (PLAIN, click("#closer")),
    "farther": (PLAIN, click("#farther")),
    "home": (query(nc.snoise2, x=3, y=1), click("#home")),
    **{f"dimension {n}": (PLAIN, click(f"label:has([name=dimension][value='{n}'])")) for n in (1, 3, 4)},
    **{
        f"slider {name}": (start, slide(name))
        for start, names in {
            PLAIN: ("octaves", "frequency", "lacunarity", "persistence", "relief"),
            RIDGES: ("offset", "gain"),
            WORN: ("damping",),
            TURNED: ("turned",),
            WARPED: ("strength", "by-octaves", "by-frequency"),
            LIT: ("light",),
            DEEP: ("z", "w"),
        }.items()
        for name in names
    },
    **{f"preset {n}": (PLAIN, click(f"#presets button:nth-of-type({n})")) for n in range(1, RECIPES + 1)},
    "play": (DEEP, click("[data-axis=z] .play")),
    "play turned": (PLAIN, click("[data-axis=turned] .play")),
    "plus": (PLAIN, lambda page: page.press("#picture", "+")),
    "arrow": (PLAIN, lambda page: page.press("#picture", "ArrowLeft")),
    "home key": (query(nc.snoise2, x=3, y=1), lambda page: page.press("#picture", "Home")),
    "wheel": (PLAIN, lambda page: (page.hover("#picture"), page.mouse.wheel(0, 200))),
    "double click": (PLAIN, lambda page: page.dblclick("#picture")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_each_control_changes_the_picture_and_the_link(jump, name):
    start, change = CHANGES[name]
    page = jump(start)
    before, link, value = shown(page), address(page), page.inner_text("#value")
    change(page)
    page.wait_for_timeout(100)
    if name.startswith("play"):
        page.wait_for_timeout(500)
        page.click(".play[aria-pressed=true]")
    after = shown(page)
    assert page.locator("#message").is_hidden(), page.inner_text("#message")
    assert after.shape == before.shape
    if name.startswith("scaled"):  # the colours go with the values, but for what rounding moves
        assert (after != before).any(axis=-1).mean() < 0.01
        assert page.inner_text("#value") != value
    else:
        assert (after != before).any(axis=-1).mean() > 0.02
    given = address(page)
    assert given != link
    jump(query(nc.snoise2, map="ice"))
    assert not np.array_equal(shown(page), after)
    jump(f"?{urlencode(given)}")
    assert np.array_equal(shown(page), after)
    assert address(page) == given


ACTIONS = {"copy-python", "copy-link", "save-png", "save-json", "open-json", "file", "theme"}


def test_no_control_is_forgotten(visit):
    page = visit(DEEP)
    controls = page.evaluate("""[...document.querySelectorAll("input, select, button")].map((e) =>
        e.id || (e.dataset.for && `slider ${e.dataset.for}`) || (e.name && `${e.name} ${e.value}`) ||
        (e.closest("#presets") && "preset") || (e.closest("dialog") && "dialog") || e.className)""")
    known = {*CHANGES, *ACTIONS, "dimension 2", "preset", "dialog", "icon play"}
    assert set(controls) <= known
    assert {name for name in CHANGES if name.startswith("slider")} <= set(controls)
    assert controls.count("preset") == RECIPES


# ---- pixels ----


STATES = {
    "start": "",
    **{name: query(field, step=0.03125, **{a: PLACE[a] for a in "zw"[: max(field.ndim - 2, 0)]})
       for name, field in FIELDS.items()},
    "lit": query(FIELDS["sum"], relief=0.07, map="oslo", x=-3.3, y=10.7),
    "lit and deep": query(FIELDS["ridges"], relief=0.3, light=77.5, z=-0.1, map="vik", lo=0.1, hi=0.7),
    "one dimension, lit": query(nc.noise1.fbm(3), relief=0.5, light=100, map="twilight"),
    "colours in a list": query(FIELDS["tile"], map="lava", hi=0.5),
    "odd step": query(FIELDS["sum"], step=0.0123456789, x=0.1, y=0.7),
}  # fmt: skip


@pytest.mark.parametrize("name", STATES)
def test_the_python_that_is_copied_makes_the_pixels_of_the_page(jump, name, tmp_path, monkeypatch):
    page = jump(STATES[name] or "?")
    pixels = shown(page)
    assert pixels.std() > 5
    got = made(page, tmp_path, monkeypatch)
    assert got.shape == pixels.shape
    assert np.array_equal(got, pixels)


AWAY = 1e9 + 1 / 512


def test_a_precise_place_far_away_is_as_fine_as_home(visit, tmp_path, monkeypatch):
    field = nc.snoise2.seeded(21).fbm(5).precise()
    page = visit(query(field, x=AWAY, y=-AWAY, step=1 / 512))
    before = shown(page)
    assert (before[:, 1:] != before[:, :-1]).any(axis=-1).mean() > 0.3
    assert np.array_equal(made(page, tmp_path, monkeypatch), before)
    drag(page, -133, 77)
    after = shown(page)
    assert np.array_equal(after[77:, :-133], before[:-77, 133:])
    assert np.array_equal(made(page, tmp_path, monkeypatch), after)
    given = address(page)
    assert (float(given["x"]), float(given["y"])) == (AWAY + 133 / 512, -AWAY - 77 / 512)
    page.hover("#picture", position={"x": 210, "y": 110})
    height, x, y = value(page)
    assert (x * 512).is_integer()
    assert (y * 512).is_integer()
    assert abs(field(x, y) - height) < 1e-6
    assert str(y) in page.inner_text("#profile-place")
    page.mouse.wheel(0, -100)
    near = shown(page)
    assert float(address(page)["step"]) < 1 / 512
    assert np.array_equal(made(page, tmp_path, monkeypatch), near)
    page.click("#precise")  # there is nothing else there
    expect(page.get_by_role("alert")).to_contain_text("'x' must be between -2**24 and 2**24")
    expect(page.locator("#precise")).to_be_checked()
    assert np.array_equal(shown(page), near)


def test_zooming_ends_where_pixels_cannot_be_told_apart(visit):
    page = visit(query(nc.snoise2.fbm(2, frequency=1 / 100).precise(), x=2**49, step=4))
    for _ in range(12):
        page.press("#picture", "+")
    shown(page)
    assert float(address(page)["step"]) == 1 / 4
    assert abs(float(address(page)["x"]) - 2**49) <= 4  # half pixels on the way
    expect(page.locator("#message")).to_be_hidden()


def drag(page, columns, rows, steps=7):
    box = page.locator("#picture").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + columns, y + rows, steps=steps)
    page.mouse.up()
    page.mouse.move(x + columns, y + rows)


@pytest.mark.parametrize("relief", [0, 0.2])
def test_the_picture_is_dragged_across_tiles_without_a_seam(visit, tmp_path, monkeypatch, relief):
    page = visit(query(FIELDS["sum"], relief=relief))
    before = shown(page)
    drag(page, -333, -215)
    after = shown(page)
    assert np.array_equal(after[:-215, :-333], before[215:, 333:])
    assert np.array_equal(made(page, tmp_path, monkeypatch), after)
    drag(page, 333, 215)
    assert np.array_equal(shown(page), before)


def test_what_repeats_is_seen_to_repeat(visit):
    page = visit(query(nc.noise2.tiled(4, 4).fbm(3), step=1 / 32))
    pixels = shown(page)
    assert np.array_equal(pixels[128:256, 128:256], pixels[:128, :128])
    assert not np.array_equal(pixels[64:128, :128], pixels[:64, :128])


def test_zooming_keeps_the_place_under_the_pointer(visit):
    page = visit(query(FIELDS["sum"], step=1 / 128))
    before = shown(page)
    box = page.locator("#picture").bounding_box()
    x, y = 160, 120
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.mouse.wheel(0, -200)
    page.wait_for_selector("#picture[aria-busy=true]")
    near = shown(page)
    assert float(address(page)["step"]) == 1 / 256
    # The picture is twice as large: each pixel of before is there, about the pointer.
    assert np.array_equal(before[y - 60 : y + 60, x - 80 : x + 80], near[: 2 * y : 2, : 2 * x : 2])


# ---- links and files ----


@pytest.mark.parametrize("name", ["sum", "warps", "film", "table"])
def test_a_link_shows_the_same_in_another_window(visit, name):
    page = visit(query(FIELDS[name], relief=0.1))
    page.select_option("#map", "tokyo")
    page.fill("#seed", "18446744073709551615")
    drag(page, 101, -77)
    page.click("#farther")
    pixels, given = shown(page), address(page)
    other = visit(f"?{urlencode(given)}")
    assert np.array_equal(shown(other), pixels)
    assert address(other) == given


def test_what_is_saved_is_what_is_shown_and_is_opened_again(visit, tmp_path):
    page = visit(query(FIELDS["warps"], z=0.3, relief=0.1))
    with page.expect_download() as waiting:
        page.click("#save-png")
    assert waiting.value.suggested_filename == "noise.png"
    waiting.value.save_as(tmp_path / "noise.png")
    with Image.open(tmp_path / "noise.png") as image:
        assert np.array_equal(np.asarray(image.convert("RGB")), shown(page))
    with page.expect_download() as waiting:
        page.click("#save-json")
    waiting.value.save_as(tmp_path / "field.json")
    assert nc.Field.from_dict(json.loads((tmp_path / "field.json").read_bytes())) == FIELDS["warps"]

    other = visit(query(relief=0.1))
    other.set_input_files("#file", tmp_path / "field.json")
    settle(other)
    other.fill("#z", "0.3")
    assert np.array_equal(shown(other), shown(page))
    assert json.loads(address(other)["field"]) == json.loads(text(FIELDS["warps"]))
    other.go_back()
    expect(other.locator("#text")).to_contain_text("snoise2")


def test_edits_keep_what_other_controls_have_made(visit):
    field = nc.snoise2.seeded(7).turned(2.25).damped(3, damping=0.125).precise()
    page = visit(query(field))
    page.fill("#octaves", "4")
    settle(page)
    page.click("#warp")
    settle(page)
    page.click("#scaled")
    settle(page)
    page.fill("#seed", "8")
    settle(page)
    saved = json.loads(address(page)["field"])
    assert (saved["turned"], saved["precise"], saved["fractal"]["damping"]) == (2.25, True, 0.125)
    assert (saved["fractal"]["octaves"], saved["seed"], saved["scaled"]) == (4, "8", [0, 255])
    page.click("label:has([name=dimension][value='4'])")
    settle(page)
    expect(page.locator("[data-axis=turned]")).to_be_hidden()
    saved = json.loads(address(page)["field"])
    assert "turned" not in saved
    assert (saved["precise"], saved["fractal"]["kind"]) == (True, "damped")
    page.click("#warp")
    settle(page)
    page.select_option("#family", "rombauts")
    settle(page)
    expect(page.locator("#message")).to_be_hidden()
    saved = json.loads(address(page)["field"])
    assert "precise" not in saved
    assert (saved["function"], saved["fractal"]["kind"]) == ("rombauts.noise2", "fbm")
    expect(page.locator("#precise")).to_be_disabled()
    expect(page.locator("#axes")).to_be_hidden()


@pytest.mark.parametrize("name", ["table", "warps", "film", "turned", "worn", "precise"])
def test_what_no_control_has_stays(visit, name):
    field = FIELDS[name]
    page = visit(query(field))
    page.fill("#strength" if name == "none" else "#hi", "0.75")
    page.select_option("#map", "magma")
    settle(page)
    assert nc.Field.from_dict(json.loads(address(page)["field"])) == field
    if name == "warps":
        assert page.is_visible("#warp-note")
        page.fill("#seed", "9")
        settle(page)
        assert nc.Field.from_dict(json.loads(address(page)["field"])) == field.seeded(9)
    if name == "table":
        assert page.get_attribute("#seed", "placeholder") == "a table of its own"
        page.select_option("#kind", "ridged")
        settle(page)
        saved = json.loads(address(page)["field"])
        assert saved["permutation"] == list(field.permutation)
        assert saved["fractal"]["weights"] == [1, -0.25]


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("?step=abc", "'step' must be a number (got 'abc')"),
        ("?map=none", "'map' must be one of"),
        ("?field=%7B", "'field' must be JSON"),
        ("?field=%7B%22format%22%3A9%7D", "'function' must be given"),
        ("?x=1&x=2", "'x' must be given once"),
        ("?<script>alert(1)</script>=1", "must be left out: the explorer does not know it"),
        (query(nc.noise2, z="1e99"), "'z' must be between -2**24 and 2**24"),
    ],
)
def test_a_bad_link_is_answered_kindly(visit, link, message):
    page = visit(link)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This link cannot be shown: ")
    expect(alert).to_contain_text(message)
    assert alert.locator("*").count() == 0  # text, whatever it has
    assert np.array_equal(shown(page), shown(visit()))
    page.fill("#seed", "12")
    settle(page)
    expect(page.locator("#message")).to_be_hidden()


def test_what_does_not_go_together_is_said_and_mended(visit):
    page = visit(query(nc.noise2.fbm(3)))
    before = shown(page)
    page.fill("#octaves", "99")
    settle(page)
    expect(page.get_by_role("alert")).to_contain_text("'octaves' must be at most 64 (got 99)")
    assert np.array_equal(shown(page), before)
    page.fill("#octaves", "")
    page.focus("#seed")
    expect(page.locator("#octaves")).to_have_value("3")  # what is shown
    page.fill("#octaves", "2")
    settle(page)
    expect(page.locator("#message")).to_be_hidden()
    assert json.loads(address(page)["field"])["fractal"]["octaves"] == 2


def test_a_file_that_is_no_field_is_refused(visit, tmp_path):
    page = visit()
    before = shown(page)
    for content, message in [("{", "This file is not JSON"), ('{"format": 1}', "'function' must be given")]:
        (tmp_path / "bad.json").write_text(content)
        page.set_input_files("#file", tmp_path / "bad.json")
        expect(page.get_by_role("alert")).to_contain_text(message)
        assert np.array_equal(shown(page), before)


def test_beyond_the_domain_there_is_a_message_not_an_error(visit):
    page = visit(query(nc.noise2, x=2**24, step=0.5))
    expect(page.get_by_role("alert")).to_contain_text("must be between -16777216 and 16777216")
    page.press("#picture", "Home")
    settle(page)
    expect(page.locator("#message")).to_be_hidden()


# ---- values and charts ----


def value(page):
    found = re.match(r"(\S+)at x (\S+),\s+y (\S+?)(?:,|$)", page.inner_text("#value").replace("\n", ""))
    return tuple(map(float, found.groups()))


def test_the_value_under_the_pointer_is_the_field_s(visit):
    page = visit(query(FIELDS["sum"], step=1 / 64))
    box = page.locator("#picture").bounding_box()
    seen = set()
    for x, y in [(10, 10), (333, 222), (500.5, 300.25)]:
        page.mouse.move(box["x"] + x, box["y"] + y)
        shown_value, at_x, at_y = value(page)
        assert abs(FIELDS["sum"](at_x, at_y) - shown_value) < 1e-6  # it is shown with 9 digits
        seen.add((at_x, at_y))
    assert len(seen) == 3
    assert page.inner_text("#profile-place").startswith("along y =")


def test_the_charts_follow(visit):
    page = visit(query(FIELDS["sum"]))
    chart = "document.getElementById('{}').toDataURL()"
    page.hover("#picture", position={"x": 100, "y": 100})
    before = [page.evaluate(chart.format(name)) for name in ("profile", "histogram")]
    page.hover("#picture", position={"x": 100, "y": 160})
    assert page.evaluate(chart.format("profile")) != before[0]
    assert page.evaluate(chart.format("histogram")) == before[1]
    page.select_option("#kind", "turbulence")
    settle(page)
    assert page.evaluate(chart.format("histogram")) != before[1]
    lo, hi = map(float, re.findall(r"-?[\d.]+(?:e-?\d+)?", page.inner_text("#histogram-place"))[:2])
    assert 0 <= lo < hi <= FIELDS["sum"].range[1]
    page.click("#fit")
    settle(page)
    assert [float(page.input_value(f"#{end}")) for end in ("lo", "hi")] == pytest.approx([lo, hi], rel=1e-3)


# ---- for everyone ----


def test_every_control_has_a_name(visit):
    for start in (DEEP, WARPED, TILED, RIDGES):
        page = visit(start)
        session = page.context.new_cdp_session(page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        kinds = "button textbox spinbutton slider combobox checkbox radio application form image region radiogroup"
        found = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n["ignored"]]
        named = [(role, name) for role, name in found if role in kinds.split()]
        assert len(named) > 40
        assert [role for role, name in named if not name.strip()] == []


def test_the_picture_is_driven_by_keys_and_says_the_value(visit):
    page = visit(query(FIELDS["sum"]))
    page.focus("#home")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.id") == "picture"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    expect(page.locator("#said")).to_contain_text("at x 0, y 0")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#said")).to_contain_text("at x 0.03125, y 0")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#said")).to_contain_text("at x 0.03125, y 0.1875")
    page.keyboard.press("-")
    settle(page)
    assert float(address(page)["step"]) > 1 / 256
    assert page.get_attribute("#said", "aria-live") == "polite"


@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_all_controls_are_reached_by_tab_and_fit(visit, options):
    page = visit(DEEP, **options)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= options["viewport"]["width"]
    reached = set()
    page.evaluate("document.activeElement.blur()")
    for _ in range(120):
        page.keyboard.press("Tab")
        name = page.evaluate("""(() => { const e = document.activeElement;
            return e.id || e.dataset.for || e.name || e.closest(".axis")?.dataset.axis + e.className })()""")
        box = page.evaluate("(({left, right}) => [left, right])(document.activeElement.getBoundingClientRect())")
        assert name in ("", "undefined") or box[1] <= options["viewport"]["width"], name
        reached.add(name)
    assert {
        "picture",
        "closer",
        "z",
        "family",
        "dimension",
        "seed",
        "kind",
        "octaves",
        "independent",
        "warp",
    } <= reached
    assert {"repeat", "scaled", "map", "lo", "hi", "fit", "natural", "relief", "light", "copy-python"} <= reached


def test_two_fingers_zoom_and_one_drags(visit):
    page = visit(query(FIELDS["sum"], step=1 / 256), **PHONE)
    session = page.context.new_cdp_session(page)
    box = page.locator("#picture").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(kind, *points):
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]}
        )

    touch("touchStart", (x - 30, y), (x + 30, y))
    for apart in (40, 55, 75, 95, 120):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    settle(page)
    near = address(page)
    assert float(near["step"]) == 1 / 1024
    touch("touchStart", (x, y))
    for way in (10, 20, 40):
        touch("touchMove", (x - way, y))
    touch("touchEnd")
    settle(page)
    far = address(page)
    assert far["step"] == near["step"]
    assert round((float(far["x"]) - float(near["x"])) * 1024) == 80  # two pixels of the picture to one of the page


def test_it_is_dark_or_light_as_one_likes(visit):
    for scheme, other in (("light", "dark"), ("dark", "light")):
        page = visit("", color_scheme=scheme)

        def lightness(page=page):
            return sum(
                map(int, re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).backgroundColor")))
            )

        first = lightness()
        assert (first > 500) == (scheme == "light")
        page.click("#theme")
        assert (lightness() > 500) == (other == "light")
        page.reload()
        settle(page)
        assert (lightness() > 500) == (other == "light")  # remembered


def test_a_copy_that_is_not_allowed_is_shown(visit):
    page = visit()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }")
    page.click("#copy-python")
    expect(page.locator("#by-hand")).to_be_visible()
    assert page.input_value("#by-hand-text").startswith("from cmap import Colormap")
    page.keyboard.press("Escape")
    expect(page.locator("#by-hand")).to_be_hidden()


def test_an_explorer_that_has_ended_is_said_to_have(visit):
    page = visit()
    page.route("**/tile*", lambda route: route.abort())
    page.route("**/state*", lambda route: route.abort())
    page.fill("#seed", "99")
    expect(page.get_by_role("alert")).to_contain_text("Is it still running?")
