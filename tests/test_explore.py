"""The explorer: what its server answers, over a socket."""

import http.client
import json
import math
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import noise_cffi as nc

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")
Colormap = pytest.importorskip("cmap").Colormap
testing = pytest.importorskip("click.testing")
for package in ("starlette", "uvicorn"):
    pytest.importorskip(package, reason="needs the extra explore")

from explored import FIELDS, PLACE, Explorer, text  # noqa: E402

from noise_cffi.explore import server as explorer  # noqa: E402
from noise_cffi.explore import state as states  # noqa: E402
from noise_cffi.explore.presets import presets  # noqa: E402

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = Path(explorer.__file__).parent / "page"
fields = pytest.mark.parametrize("name", FIELDS)


@pytest.fixture(scope="module")
def served():
    one = Explorer()
    yield one
    one.close()


def places(field):
    return {name: PLACE[name] for name in "zw"[: max(field.ndim - 2, 0)]}


def coordinates(field, pixels, step):
    """Return where pixels of an axis are, counted from the origin, as a field takes them."""
    return (pixels * step).astype("f8" if "precise" in field.to_dict() else "f4")


def tile(served, field, column, row, step=0.03125, **parameters):
    parameters = {"field": text(field), "step": step, "column": column, "row": row, **parameters}
    answer = served.ask("/tile", parameters)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/octet-stream"), answer.body
    return np.frombuffer(answer.body, "<f4").reshape(258, 258)


# ---- what is shown ----


def whole(field, left, top, width, height, step):
    """Return heights as they are, from calls of the field at each pixel."""
    x = coordinates(field, left + np.arange(width), step)
    y = coordinates(field, top + np.arange(height), step)[:, None]
    further = [float(PLACE[name]) for name in places(field)]
    x, y = np.broadcast_arrays(x, y)
    return field(*([x] if field.ndim == 1 else [x, y]), *further)


@fields
def test_a_tile_has_the_bits_of_calls(served, name):
    field = FIELDS[name]
    got = tile(served, field, -2, 1, **places(field))
    assert np.array_equal(got.view("u4"), whole(field, -513, 255, 258, 258, 0.03125).view("u4"))


def test_tiles_meet(served):
    field = FIELDS["sum"]
    tiles = {(c, r): tile(served, field, c, r, step=0.01) for c in (-1, 0) for r in (-1, 0)}
    inner = [[tiles[c, r][1:-1, 1:-1] for c in (-1, 0)] for r in (-1, 0)]
    assert np.block(inner).tobytes() == field.grid((512, 512), step=0.01, start=-256).tobytes()
    assert tiles[-1, 0][:, -1].tobytes() == tiles[0, 0][:, 1].tobytes()  # borders are the neighbour's
    assert tiles[0, -1][-1].tobytes() == tiles[0, 0][1].tobytes()


FAR = [(10**9, 2.0**-8), (2**31, 2.0**-20), (2**40, 2.0**-11), (2**50 - 2**9, 1.0)]


@pytest.mark.parametrize(("place", "step"), FAR)
@pytest.mark.parametrize("kind", [nc.snoise2.seeded(3), nc.noise3.seeded(3).turned(0.25), nc.noise1])
def test_a_precise_tile_far_away_has_the_bits_of_calls(served, kind, place, step):
    field = kind.fbm(2, frequency=max(step, 2.0**-9) * 3 / 4, lacunarity=1.25).precise()
    column = int(place / step) // 256 - 1
    further = {"z": repr(float(place) - 0.25)} if field.ndim == 3 else {}
    got = tile(served, field, -column, column, step, **further, x=float(-place), y=float(place))
    x, y = (coordinates(field, start * 256 - 1 + np.arange(258), step) for start in (-column, column))
    assert len(np.unique(x)) == 258
    want = field(*np.broadcast_arrays(x, y[:, None])[: field.ndim], *map(float, further.values()))
    assert got.tobytes() == want.tobytes()
    assert len(np.unique(got)) > 64


@pytest.mark.parametrize("place", [1e9 + 1 / 3, -(2.0**50)])
def test_precise_fields_are_looked_at_up_to_2_50(served, place):
    view = {"field": text(nc.noise4.precise()), **dict.fromkeys("xyzw", repr(place))}
    state = json.loads(served.ask("/state", view).body)
    assert [state[name] for name in "xyzw"] == [place] * 4
    assert state["farthest"] == 2**50
    assert json.loads(served.ask("/state").body)["farthest"] == 2**24
    assert (
        f"origin=({place!r}, {place!r}, 0, 0)"
        in served.ask("/script", {**view, "left": 0, "top": 0, "width": 1, "height": 1}).body.decode()
    )


def test_choices_tell_what_turns(served):
    choices = json.loads(served.ask("/choices").body)
    for name in choices["functions"]:
        turned = {"format": 1, "function": name, "turned": 0.25}
        assert (served.ask("/state", {"field": json.dumps(turned)}).status == 200) == (name in choices["turned"])


def level(value, lo, hi):
    return min(max(round((float(value) - lo) / (hi - lo) * 255), 0), 255)


def pixels(heights, lo, hi, colours, light=None):
    """Return the pixels of heights with a border, by Python's own numbers."""
    result = np.zeros((heights.shape[0] - 2, heights.shape[1] - 2, 3), "u1")
    for y, x in np.ndindex(result.shape[:2]):
        bright = 1.0
        if light is not None:
            scale, east, south, up = light
            dx = scale * (float(heights[y + 1, x + 2]) - float(heights[y + 1, x]))
            dy = scale * (float(heights[y + 2, x + 1]) - float(heights[y, x + 1]))
            slope = (up + east * dx + south * dy) / math.sqrt(dx * dx + dy * dy + 1)
            bright = 0.25 + 1.06 * max(slope, 0.0)
        colour = colours[level(heights[y + 1, x + 1], lo, hi)]
        result[y, x] = [min(round(int(channel) * bright), 255) for channel in colour]
    return result


def written(code, folder, monkeypatch):
    """Run a script in a folder; return the pixels that it writes."""
    monkeypatch.chdir(folder)
    exec(compile(code, "script", "exec"), {})
    with Image.open(folder / "noise.png") as image:
        assert image.mode == "RGB"
        return np.asarray(image)


@fields
@pytest.mark.parametrize("relief", [None, "0.2"])
def test_the_script_makes_the_pixels_of_the_page(served, name, relief, tmp_path, monkeypatch):
    field = FIELDS[name]
    view = {"field": text(field), "step": "0.03125", **places(field), "map": "topography", "light": "80"}
    if relief:
        view["relief"] = relief
    state = json.loads(served.ask("/state", view).body)
    answer = served.ask("/script", {**view, "left": -11, "top": 5, "width": 23, "height": 17})
    assert answer.status == 200
    got = written(answer.body.decode(), tmp_path, monkeypatch)
    colours = Colormap("cmocean:topo")(np.arange(256, dtype="u1"), bytes=True)[:, :3]
    light = state["lighting"] and [state["lighting"][key] for key in ("scale", "east", "south", "up")]
    assert (light is None) == (relief is None)
    heights = whole(field, -12, 4, 25, 19, 0.03125)
    assert np.array_equal(got, pixels(heights, state["lo"], state["hi"], colours, light))


@pytest.mark.parametrize("name", states.MAPS)
def test_colour_maps_are_those_of_the_script(served, name, tmp_path, monkeypatch):
    colours = bytes.fromhex(json.loads(served.ask("/choices").body)["maps"][name])
    assert len(colours) == 768
    assert len(set(zip(*[iter(colours)] * 3, strict=True))) > 16
    view = {"field": text(nc.snoise2), "map": name, "left": 0, "top": 0, "width": 64, "height": 64, "step": 0.02}
    got = written(served.ask("/script", view).body.decode(), tmp_path, monkeypatch)
    levels = nc.to_uint8(nc.snoise2.grid((64, 64), step=0.02))
    assert np.array_equal(got, np.frombuffer(colours, "u1").reshape(256, 3)[levels])


def test_light_comes_from_where_it_is_said_to_come_from(served):
    def light(angle):
        got = json.loads(served.ask("/state", {"relief": "0.5", "light": angle}).body)["lighting"]
        return got["east"], got["south"]

    # A slope that rises eastward faces west: it is bright in light from there, 270 degrees.
    assert light("270") == (0.7071, 0.0)
    assert light("90") == (-0.7071, 0.0)
    assert light("0") == (0.0, 0.7071)
    assert light("180") == (0.0, -0.7071)


@fields
def test_a_state_tells_what_a_field_is(served, name):
    field = FIELDS[name]
    state = json.loads(served.ask("/state", {"field": text(field)}).body)
    assert nc.Field.from_dict(state["field"]) == field
    assert eval(state["text"], vars(nc)) == field
    assert (state["ndim"], tuple(state["range"])) == (field.ndim, field.range)
    assert (state["lo"], state["hi"]) == tuple(state["natural"])
    ends = {"warp": (0, 255), "tile": (0, 1), "ridges": (0, 1)}
    assert tuple(state["natural"]) == ends.get(name, (-1, 1))


def test_presets_are_the_recipes_of_the_cookbook(served):
    if not DOCS.exists():
        pytest.skip("the documentation is not beside the tests")
    recipes = re.findall("^## (.+)$", (DOCS / "cookbook.md").read_text(encoding="utf-8"), re.MULTILINE)
    found = json.loads(served.ask("/choices").body)["presets"]
    assert list(found) == recipes
    for name, preset in found.items():
        assert served.ask("/state", preset).status == 200, name
        heights = tile(served, nc.Field.from_dict(json.loads(preset["field"])), 0, 0, preset["step"])
        assert heights.std() > 0.02, name


# ---- what is refused ----


DEEP = {"format": 1, "function": "snoise2"}
for _ in range(5):
    DEEP = {"format": 1, "function": "snoise2", "warps": [{"by": [DEEP], "strength": 1}]}
HEAVY = nc.snoise4.fbm(64).warped(nc.snoise4.fbm(49), 0.1)
REFUSED = {
    "unknown": ({"colour": "red"}, "'colour' must be left out: the explorer does not know it"),
    "step": ({"step": "abc"}, "'step' must be a number (got 'abc')"),
    "step 0": ({"step": "0"}, "'step' must be between 2**-30 and 2**16 (got 0)"),
    "nan": ({"x": "nan"}, "'x' must be a number (got 'nan')"),
    "far": ({"z": "1e9"}, "'z' must be between -2**24 and 2**24 (got 1e9)"),
    "farther": (
        {"field": text(nc.noise3.precise()), "z": "-2e15"},
        "'z' must be between -2**50 and 2**50 (got -2e15)",
    ),
    "damping": (
        {"field": text(nc.noise2.damped(2)).replace('"damping": 1.0', '"damping": -1')},
        "'damping' must be at least 0 (got -1)",
    ),
    "turned": ({"field": '{"format":1,"function":"noise4","turned":1}'}, "'turned' must be called on a field of"),
    "precise": (
        {"field": '{"format":1,"function":"rombauts.noise2","precise":true}'},
        "'precise' must be called on a field of noise1 to noise4 or snoise1 to snoise4",
    ),
    "long": ({"z": "1" * 5000}, "'z' must be a number (got '1111111111111111111111111111111111111111')"),
    "bounds": ({"lo": "1", "hi": "1"}, "'hi' must be above 'lo' (got 1.0 and 1.0)"),
    "infinite": ({"hi": "inf"}, "'hi' must be between -1e+30 and 1e+30 (got inf)"),
    "map": ({"map": "../../etc/passwd"}, "'map' must be one of"),
    "empty": ({"field": ""}, "'field' must be JSON as Field.to_dict gives it"),
    "not a field": ({"field": "[1]"}, "a saved field must be a dictionary (got list)"),
    "nested JSON": ({"field": "[" * 10000}, "'field' must be JSON as Field.to_dict gives it"),
    "large JSON": ({"field": " " * 20000}, "'field' must have at most 16384 characters (got 20000)"),
    "octaves": (
        {"field": '{"format":1,"function":"snoise2","fractal":{"kind":"fbm","octaves":0,"frequency":1,'
         '"lacunarity":2,"persistence":0.5}}'},
        "'octaves' must be at least 1 (got 0)",
    ),
    "function": ({"field": '{"format":1,"function":"os.system"}'}, "'function' must be one of noise1,"),
    "warps": ({"field": json.dumps(DEEP)}, "'by' must have at most 4 fields within one another"),
    "work": ({"field": text(HEAVY)}, "'field' must take at most 256 evaluations a point in the explorer (got 26"),
}  # fmt: skip


def refused(answer, message):
    assert (answer.status, answer.headers["content-type"]) == (400, "text/plain; charset=utf-8")
    assert message in answer.body.decode()


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("path", ["/state", "/tile", "/script"])
def test_what_cannot_be_shown_is_refused_in_a_sentence(served, path, name):
    parameters, message = REFUSED[name]
    others = {"/state": (), "/tile": ("column", "row"), "/script": ("left", "top", "width", "height")}[path]
    refused(served.ask(path, {**parameters, **dict.fromkeys(others, 1)}), message)


def test_tiles_and_scripts_are_limited(served):
    refused(served.ask("/tile"), "'column' must be an integer (got '')")
    refused(served.ask("/tile", {"column": "1.5", "row": 0}), "'column' must be an integer (got '1.5')")
    refused(served.ask("/tile", {"column": 0, "row": 2**60}), "'row' must be an integer")
    refused(served.ask("/tile", {"column": 0, "row": 2**45}), "'row' must be between")
    refused(served.ask("/tile", {"column": 2**40, "row": 0}), "must be between -16777216 and 16777216")
    refused(served.ask("/tile?row=0&column=0&column=1"), "each parameter must be given once")
    view = {"left": 0, "top": 0, "width": 1, "height": 1}
    refused(served.ask("/script", {**view, "width": 0}), "'width' must be between 1 and 16384 (got 0)")
    refused(served.ask("/script", {**view, "height": 10**9}), "'height' must be between 1 and 16384")


def test_the_dearest_tile_takes_no_seconds(served):
    field = nc.snoise4.fbm(64, lacunarity=1).warped(nc.snoise4.fbm(48, lacunarity=1), 0.1)
    start = time.perf_counter()
    tile(served, field, 0, 0)
    assert time.perf_counter() - start < (2 if nc.isa.available()[0] != "scalar" else 10)


@pytest.mark.slow
def test_tiles_are_answered_at_once(capsys):
    benchmark = DOCS.parent / "benchmarks" / "explore.py"
    if not benchmark.exists():
        pytest.skip("the benchmarks are not beside the tests")
    done = subprocess.run(
        [sys.executable, benchmark, "6"], capture_output=True, text=True, check=True, timeout=300
    )
    with capsys.disabled():
        print(f"\n{done.stdout}")
    late = [float(found) for found in re.findall(r"95th percentile ([\d.]+) ms", done.stdout)]
    assert len(late) == 6
    assert min(late) < 30  # a busy machine spoils most rounds


numbers = st.one_of(st.floats().map(repr), st.integers().map(str), st.text(max_size=8))
saved = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.floats(), st.integers(), st.text(max_size=6), st.sampled_from([*FIELDS])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                [
                    *DEEP,
                    "seed",
                    "tiled",
                    "looped",
                    "fractal",
                    "scaled",
                    "by",
                    "octaves",
                    "kind",
                    "turned",
                    "precise",
                ]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=8,
)


@settings(deadline=None, max_examples=150)
@given(
    path=st.sampled_from(["/state", "/tile", "/script"]),
    start=st.sampled_from([field.to_dict() for field in FIELDS.values()]),
    changes=st.dictionaries(
        st.sampled_from([*DEEP, "seed", "tiled", "looped", "fractal", "scaled", "turned", "precise"]),
        saved,
        max_size=2,
    ),
    rest=st.dictionaries(
        st.sampled_from(
            ["x", "z", "w", "step", "lo", "hi", "map", "relief", "light", "column", "row", "left", "a"]
        ),
        numbers,
        max_size=4,
    ),
)
def test_nothing_that_is_asked_is_an_error_of_the_server(served, path, start, changes, rest):
    answer = served.ask(path, {"column": 0, "row": 0, "field": json.dumps({**start, **changes}), **rest})
    assert answer.status in (200, 400)
    assert answer.body


@pytest.mark.parametrize(
    "raw", [b"/state?field=%ff%fe", b"/state?field=%00", b"/%2e%2e/server.py", b"/..%2fserver.py"]
)
def test_bytes_that_are_no_text_do_no_harm(served, raw):
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as connection:
        connection.sendall(b"GET " + raw + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        status = int(connection.makefile("rb").readline().split()[1])
    assert status in (400, 404)


# ---- who may ask, and for what ----


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *[(name, 200) for name in ("localhost", "LOCALHOST:80", "127.0.0.1:8642", "[::1]", "[::1]:8642")],
        *[
            (name, 400)
            for name in ("evil.example", "evil.example:8642", "localhost.evil.example", "localhost:evil")
        ],
        *[
            (name, 400)
            for name in ("", "127.0.0.2", "[::2]:80", "evil@localhost", "0.0.0.0", ":80", "localhost:80:80")
        ],
    ],
)
def test_only_this_machine_s_own_names_are_answered(served, host, status):
    for path in ("/", "/state", "/tile?column=0&row=0", "/nothing"):
        got = served.ask(path, Host=host).status
        assert got == (404 if (path, status) == ("/nothing", 200) else status)


def test_the_host_that_is_listened_at_is_answered_too():
    served = Explorer("Noise.example")
    try:
        assert served.ask("/state", Host="noise.example:80").status == 200
        assert served.ask("/state", Host="localhost").status == 200
        assert served.ask("/state", Host="other.example").status == 400
    finally:
        served.close()


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_all_is_asked_with_get(served, method):
    for path in ("/", "/choices", "/state", "/tile", "/script"):
        assert served.ask(path, method=method).status == 405


@pytest.mark.parametrize("path", ["/", "/main.js", "/style.css", "/state", "/tile", "/nothing"])
@pytest.mark.parametrize("host", ["localhost", "evil.example"])
def test_every_answer_says_what_the_page_may_do(served, path, host):
    headers = served.ask(path, Host=host).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


def test_the_page_is_small_and_all_its_own(served):
    names = {path.name for path in PAGE.iterdir()}
    assert {"index.html", "style.css", "main.js"} <= names
    assert sum(path.stat().st_size for path in PAGE.iterdir()) < 200_000
    for path in PAGE.iterdir():
        answer = served.ask("/" if path.name == "index.html" else f"/{path.name}")
        assert (answer.status, answer.body) == (200, path.read_bytes())
        found = re.findall(r"https?://[^\s\"']+", path.read_text(encoding="utf-8"))
        assert set(found) <= {"http://www.w3.org/2000/svg"}, path
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script[^>]*>[^<]", page)  # the policy forbids them


def luminance(colour):
    linear = [(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4) for v in (c / 255 for c in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [":root {", ':root[data-theme="dark"] {'])
def test_text_stands_out_from_what_is_below_it(theme):
    rules = (PAGE / "style.css").read_text(encoding="utf-8").partition(theme)[2].partition("}")[0]
    bright = {
        name: luminance(bytes.fromhex(code)) for name, code in re.findall(r"--([\w-]+): #([0-9a-f]{6})", rules)
    }
    for ink, below in [
        *[(ink, below) for ink in ("ink", "quiet") for below in ("paper", "sheet", "hover")],
        *[("on-accent", "accent"), ("accent", "sheet"), ("alert", "alert-paper"), ("paper", "ink")],
    ]:
        dark, light = sorted((bright[ink], bright[below]))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, below)  # of WCAG 2, level AA


opened = None


def watch(event, arguments):
    if opened is not None and event in ("open", "os.listdir", "os.scandir", "os.remove", "os.rename", "os.mkdir"):
        opened.append((event, arguments))


def test_no_request_opens_a_file(served):
    global opened
    ask = [("/", None), ("/choices", None), ("/main.js", None), ("/state", {"map": "../x"}), ("/etc/passwd", None)]
    ask += [("/state", presets()["Clouds"]), ("/tile", {"column": 0, "row": 0, "relief": 1})]
    ask += [("/script", {"left": 0, "top": 0, "width": 9, "height": 9})]
    for each in ask:  # what is imported late has been
        served.ask(*each)
    sys.addaudithook(watch)
    opened = []
    try:
        for each in ask:
            served.ask(*each)
        assert opened == []
        open(os.devnull).close()
        assert len(opened) == 1  # it would have been seen
    finally:
        opened = None


# ---- the command ----


def invoke(*arguments):
    from noise_cffi.cli import cli

    return testing.CliRunner().invoke(cli, ["explore", *map(str, arguments)])


def run(*arguments, code="from noise_cffi.__main__ import main; main()", **options):
    command = [sys.executable, "-c", code, "explore", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


@pytest.mark.parametrize("kind", ["file", "link", "nothing"])
def test_the_command_serves_until_ctrl_c(tmp_path, kind):
    field = FIELDS["warps"]
    (tmp_path / "field.json").write_text(text(field))
    start = {"file": [tmp_path / "field.json"], "link": [f"http://x/?{urlencode({'field': text(field)})}"]}
    group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if sys.platform == "win32" else {}
    process = run(*start.get(kind, []), "--port", 0, "--no-browser", **group)
    try:
        address = re.search(r"http://127\.0\.0\.1:(\d+)/(\S*)", process.stdout.readline())
        connection = http.client.HTTPConnection("127.0.0.1", int(address[1]), timeout=30)
        connection.request("GET", f"/state{address[2]}")
        shown = json.loads(connection.getresponse().read())["field"]
        connection.close()
        assert nc.Field.from_dict(shown) == (FIELDS["sum"] if kind == "nothing" else field)
        process.send_signal(signal.CTRL_BREAK_EVENT if sys.platform == "win32" else signal.SIGINT)
        _, trouble = process.communicate(timeout=20)
    finally:
        process.kill()
        process.wait()
    assert trouble == ""
    if sys.platform != "win32":
        assert process.returncode == 0


def test_the_page_is_opened_unless_it_is_not_to_be(monkeypatch):
    from noise_cffi.explore import command

    shown = []
    monkeypatch.setattr(command.webbrowser, "open", shown.append)
    monkeypatch.setattr(explorer.uvicorn.Server, "run", lambda self, sockets: None)
    result = invoke("--port", 0, "?step=0.5")
    assert result.exit_code == 0
    assert len(shown) == 1
    assert shown[0] in result.output
    assert shown[0].endswith("/?step=0.5")
    assert invoke("--port", 0, "--no-browser").exit_code == 0
    assert len(shown) == 1


def test_the_command_refuses_what_it_cannot_do(tmp_path):
    missing, wrong, unknown = (tmp_path / name for name in ("a.json", "b.json", "c.json"))
    wrong.write_text("{")
    unknown.write_text('{"format": 2}')
    for arguments, code, message in [
        ([missing], 1, f"cannot read '{missing}': No such file"),
        ([wrong], 2, "must be a field as Field.to_dict writes it, in JSON"),
        ([unknown], 2, "'function' must be given"),
        (["?step=-1"], 2, "'step' must be between"),
        (["--port", "70000"], 2, "70000 is not in the range"),
        (["--host", "no.such.host.invalid"], 1, "cannot listen at no.such.host.invalid"),
    ]:
        result = invoke(*arguments, "--no-browser")
        assert (result.exit_code, message in " ".join(result.output.split())) == (code, True), result.output


def test_a_port_that_is_taken_is_said_to_be():
    with explorer.listen("127.0.0.1", 0) as taken:
        result = invoke("--port", taken.getsockname()[1], "--no-browser")
    assert result.exit_code == 1
    assert "cannot listen at 127.0.0.1, port" in result.output


def test_without_its_packages_the_command_says_what_to_install():
    code = """
import sys
sys.modules["starlette"] = sys.modules["uvicorn"] = None
from noise_cffi.__main__ import main
main()
"""
    process = run("--no-browser", code=code)
    _, trouble = process.communicate(timeout=60)
    assert process.returncode == 1
    assert re.search(r"the explorer needs the package (starlette|uvicorn)", trouble)
    assert "pip install 'noise-cffi[explore]'" in trouble


def test_the_help_has_examples():
    assert "noise-cffi explore terrain.json" in invoke("--help").output


def test_other_commands_import_nothing_of_it():
    code = """
import sys
import noise_cffi
assert not [name for name in sys.modules if name.startswith("noise_cffi.explore")]
import noise_cffi.cli
assert not {"starlette", "uvicorn", "anyio", "numpy"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
