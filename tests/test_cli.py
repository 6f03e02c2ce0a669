"""The command line: every pixel against direct calls, every refusal against its message."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import noise_cffi as nc

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")
cmap = pytest.importorskip("cmap")
testing = pytest.importorskip("click.testing")
cli = pytest.importorskip("noise_cffi.cli")
fields = cli.render.fields
files = cli.render.files
render = cli.render

ROOT = Path(__file__).resolve().parent.parent
GREY = ("--colormap", "none")
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and terminals as POSIX has them")


def invoke(*arguments):
    return testing.CliRunner().invoke(cli.cli, ["render", *map(str, arguments)])


def picture(path, *options):
    """Render, and return the file as Pillow reads it."""
    result = invoke(path, *options)
    assert (result.exit_code, result.output) == (0, "")
    with Image.open(path) as image:
        image.load()
        return image


def pixels(path, *options):
    return np.asarray(picture(path, *options)).astype(int)


def level(value, lo=-1.0, hi=1.0, most=255):
    """Do what the documentation says, in Python's own numbers; round is half to even."""
    return min(max(round((value - lo) / (hi - lo) * most), 0), most)


def array_of(*options):
    """Return the values of a picture: they are written to a pipe."""
    command = [sys.executable, "-m", "noise_cffi", "render", "-", "--format", "npy", *map(str, options)]
    done = subprocess.run(command, capture_output=True, timeout=100, check=True)
    assert done.stderr == b""
    return np.load(io.BytesIO(done.stdout))


def frames_of(path):
    """Return all frames of a picture or a film: as whole numbers of 16 bits, or as red, green and blue."""
    with Image.open(path) as image:
        if image.mode == "I;16":
            return np.asarray(image)[None]
        frames = []
        for k in range(getattr(image, "n_frames", 1)):
            image.seek(k)
            frames.append(np.asarray(image.convert("RGB")).astype(int))
        return np.stack(frames)


def expected(values, **bounds):
    return [[level(float(v), **bounds) for v in row] for row in values]


def coordinates(width, height, step, x=0.0, y=0.0):
    """Return the coordinates of all pixels as arrays (1, width) and (height, 1) of float32."""
    return (
        (x + np.arange(width) * step).astype("f4")[None, :],
        (y + np.arange(height) * step).astype("f4")[:, None],
    )


# ---- pixels ----


TILED = {"noise2": (3, 5), "noise3": (3, None, 7), "noise4": (3, 5, 7, 11)}


@pytest.mark.parametrize(
    ("name", "periods"),
    [*((name, None) for name in fields.FUNCTIONS if name[-1] != "1"), *TILED.items()],
    ids=lambda v: str(v),
)
def test_each_pixel_is_a_call_of_the_function(tmp_path, name, periods):
    field = eval(name, vars(nc))
    field = field.tiled(*periods) if periods else field
    origin = (0.375, -3.5, 0.7, 1.3)[: field.ndim]
    got = pixels(
        tmp_path / "a.png",
        *("--function", name, "--origin", ",".join(map(str, origin)), "--step", 0.3, "--size", "13x9"),
        *("--octaves", 1, *GREY, *(["--period", "x".join(map(str, periods)).lower()] if periods else [])),
    )
    x, y, *rest = origin
    assert got.tolist() == [[level(field(x + j * 0.3, y + i * 0.3, *rest)) for j in range(13)] for i in range(9)]
    assert len(np.unique(got)) > 10


def test_functions_are_all_that_there_are():
    known = {
        **vars(nc),
        **{f"{m.__name__[11:]}.{k}": v for m in (nc.rombauts, nc.eshelman) for k, v in vars(m).items()},
    }
    assert {name: f for name, f in known.items() if isinstance(f, nc.Field)} == fields.FUNCTIONS
    assert {name for name in known if re.fullmatch("pnoise.", name)} == set(fields.PERIODIC)


def test_picture_without_options_is_a_terrain_in_colour(tmp_path):
    image = picture(tmp_path / "a.png")
    assert (image.size, image.mode, image.format) == ((1024, 768), "RGB", "PNG")
    x, y = coordinates(1024, 768, 1 / 256)
    values, amplitude, frequency, amplitudes = np.zeros((768, 1024), "f4"), 1.0, 1.0, 0.0
    for _ in range(6):
        values += np.float32(amplitude) * nc.snoise2(x * np.float32(frequency), y * np.float32(frequency))
        amplitudes += amplitude
        amplitude, frequency = amplitude / 2, frequency * 2
    values /= np.float32(amplitudes)
    colours = np.rint(cmap.Colormap("bukavu").lut(256)[:, :3] * 255)
    assert np.array_equal(np.asarray(image), colours[expected(values)])


def test_sum_over_octaves_is_that_of_rombauts(tmp_path):
    got = pixels(
        tmp_path / "a.png",
        *("--function", "rombauts.noise2", "--octaves", 5, "--frequency", "1/64", "--lacunarity", 1.9),
        *("--persistence", 0.6, "--step", 1.7, "--origin", "-50,30", "--size", "70x40", *GREY),
    )
    noise = nc.rombauts.SimplexNoise(frequency=1 / 64, lacunarity=1.9, persistence=0.6)
    assert got.tolist() == expected(noise.fractal(5, *coordinates(70, 40, 1.7, -50, 30)))


@pytest.mark.parametrize("ndim", [2, 3, 4])
def test_sum_over_octaves_is_that_of_eshelman(tmp_path, ndim):
    rest = (5.5, -2.25)[: ndim - 2]
    got = pixels(
        tmp_path / "a.png",
        *("--function", f"eshelman.raw_noise_{ndim}d", "--octaves", 4, "--frequency", 0.05),
        *("--persistence", 0.7, "--step", 1, "--size", "40x30", *GREY),
        *("--origin", ",".join(map(str, (1, 2, *rest)))),
    )
    octave_noise = getattr(nc.eshelman, f"octave_noise_{ndim}d")
    assert got.tolist() == expected(octave_noise(4, 0.7, 0.05, *coordinates(40, 30, 1, 1, 2), *rest))


def test_slices_that_are_left_out_lie_at_zero(tmp_path):
    options = ("--function", "noise4", "--size", "20x20", "--step", "1/4", *GREY)
    left_out = pixels(tmp_path / "a.png", *options, "--origin", "0.1,0.2")
    assert np.array_equal(left_out, pixels(tmp_path / "b.png", *options, "--origin", "0.1,0.2,0,0"))
    assert not np.array_equal(left_out, pixels(tmp_path / "c.png", *options, "--origin", "0.1,0.2,0,0.5"))


def test_negative_step_mirrors(tmp_path):
    options = ("--size", "33x33", *GREY)
    there = pixels(tmp_path / "a.png", *options, "--step", "1/8")
    back = pixels(tmp_path / "b.png", *options, "--step", "-1/8", "--origin", "4,4")
    assert np.array_equal(there, back[::-1, ::-1])
    assert not np.array_equal(there, back)


def test_frequency_and_step_are_two_ways_to_zoom(tmp_path):
    by_step = pixels(tmp_path / "a.png", "--step", "1/32", "--size", "50x40")
    by_frequency = pixels(tmp_path / "b.png", "--step", 1, "--frequency", "1/32", "--size", "50x40")
    assert np.array_equal(by_step, by_frequency)


@pytest.mark.parametrize("function", [("snoise2",), ("noise3", "--period", "2x3x4"), ("noise4",)])
@pytest.mark.parametrize("band", [1, 37 * 3 * 5, 37 * 3 * 5 + 1])
def test_bands_leave_no_mark(tmp_path, monkeypatch, function, band):
    options = ("--function", *function, "--octaves", 3, "--step", 0.11, "--origin", "-1,-2", "--size", "37x23")
    whole = pixels(tmp_path / "a.png", *options)
    monkeypatch.setattr(render, "_BAND", band)
    assert np.array_equal(whole, pixels(tmp_path / "b.png", *options))


# ---- periods ----


@pytest.mark.parametrize("octaves", [1, 4])
@pytest.mark.parametrize("name", ["noise2", "noise3", "noise4"])
@pytest.mark.parametrize("origin", ["0,0", "-4,-3", "-6.5,-4.25"])
def test_tiles_meet_across_zero_too(tmp_path, name, octaves, origin):
    period = "x".join(["4", "3", "5", "7"][: fields.FUNCTIONS[name].ndim])
    options = ("--function", name, "--octaves", octaves, "--period", period, "--step", "1/16", *GREY)
    options += ("--origin", origin)
    two = pixels(tmp_path / "a.png", *options, "--size", "128x96")
    tile = pixels(tmp_path / "b.png", *options, "--size", "64x48")
    assert np.array_equal(two, np.tile(tile, (2, 2)))
    assert not np.array_equal(tile[:, :32], tile[:, 32:])
    assert not np.array_equal(tile[:24], tile[24:])


@pytest.mark.parametrize("no_period", ["none", "-", "NONE"])
@pytest.mark.parametrize("axis", [0, 1])
def test_an_axis_may_go_without_a_period(tmp_path, axis, no_period):
    periods = ["4", "4"]
    periods[axis] = no_period
    options = ("--function", "noise2", "--step", "1/16", "--size", "128x128", "--origin", "-4,-4", *GREY)
    got = pixels(tmp_path / "a.png", *options, "--period", "x".join(periods))
    assert np.array_equal(*np.split(got, 2, axis=axis))  # the picture's axes are y and x
    assert not np.array_equal(*np.split(got, 2, axis=1 - axis))


def test_octaves_share_the_period(tmp_path):
    options = ("--function", "noise2", "--period", "4x3", "--octaves", 3, "--lacunarity", 3, "--persistence", 0.25)
    x, y = coordinates(90, 70, 0.1, -3, -2)
    octaves = [nc.noise2.tiled(4 * f, 3 * f)(x * np.float32(f), y * np.float32(f)) for f in (1, 3, 9)]
    values = (octaves[0] + octaves[1] / np.float32(4) + octaves[2] / np.float32(16)) / np.float32(1.3125)
    got = pixels(tmp_path / "a.png", *options, "--step", 0.1, "--origin", "-3,-2", "--size", "90x70", *GREY)
    assert got.tolist() == expected(values)


@pytest.mark.parametrize("ndim", [2, 3, 4])
def test_a_period_of_the_table_changes_nothing(tmp_path, ndim):
    options = ("--octaves", 5, "--frequency", 0.5, "--persistence", 0.7, "--step", 0.13, "--size", "61x47")
    options += ("--origin", "0.3,-2.1,7.7,3.3"[: 8 + 4 * (ndim - 2)], "--bits", 16, "--function", f"noise{ndim}")
    tiled = pixels(tmp_path / "a.png", *options, "--period", 512)
    assert np.array_equal(tiled, pixels(tmp_path / "b.png", *options))


def test_one_period_serves_all_axes(tmp_path):
    options = ("--function", "noise3", "--size", "60x60", "--step", "1/8")
    one = pixels(tmp_path / "a.png", *options, "--period", 3)
    assert np.array_equal(one, pixels(tmp_path / "b.png", *options, "--period", "3x3x3"))


# ---- fields ----


@pytest.mark.parametrize("independent", [False, True])
@pytest.mark.parametrize("kind", fields.KINDS)
def test_kinds_seeds_and_independence_are_those_of_fields(tmp_path, kind, independent):
    options = ("--function", "snoise3", "--seed", 2**64 - 1, "--kind", kind, "--octaves", 3, "--frequency", 1.5)
    options += ("--lacunarity", 1.9, "--persistence", 0.6, *(["--independent"] if independent else []))
    field = getattr(nc.snoise3.seeded(2**64 - 1), kind)(
        3, frequency=1.5, lacunarity=1.9, persistence=0.6, independent=independent
    )
    got = pixels(tmp_path / "a.png", *options, "--origin", "1,2,3.5", "--step", 0.07, "--size", "50x40", *GREY)
    x, y = coordinates(50, 40, 0.07, 1, 2)
    lo = 0 if kind in ("turbulence", "ridged_multifractal") else -1
    assert got.tolist() == expected(field(x, y, 3.5), lo=lo)
    assert len(np.unique(got)) > 40


def test_kinds_are_all_that_fields_have():
    for kind in fields.KINDS:
        assert getattr(nc.noise2, kind)(2).to_dict()["fractal"]["kind"] == kind
    result = testing.CliRunner().invoke(cli.cli, ["render", "a.png", "--kind", "sum"])
    assert (
        "'kind' must be one of fbm, turbulence, ridged, ridged_multifractal, damped, none (got 'sum')"
        in result.output
    )


FIELDS = [
    nc.snoise2,
    nc.noise2.tiled(4, 2).fbm(3, weights=[1, 2, 3]).scaled(-0.5, 0.5),
    nc.noise3.seeded(5).ridged_multifractal(4, offset=0.9, independent=True),
    nc.snoise4.looped(None, None, 5),
    nc.snoise4.looped(8, 6).warped([nc.snoise4.looped(4, 3), nc.snoise4.looped(8, 6).fbm(2)], 0.25),
    nc.eshelman.raw_noise_4d.warped(nc.noise4.fbm(2), 0.5),
]


@pytest.mark.parametrize("field", FIELDS, ids=repr)
def test_a_saved_field_is_shown(tmp_path, field):
    path = tmp_path / "field.json"
    path.write_text(json.dumps(field.to_dict()))
    origin = (-1.5, 2.25, 0.75, 0.5)[: field.ndim]
    options = ("--field", path, "--origin", ",".join(map(str, origin)), "--step", "1/16", "--size", "50x40")
    got = pixels(tmp_path / "a.png", *options, "--lo", -1, *GREY)
    bounds = {"lo": -1, "hi": field.to_dict().get("scaled", (-1, 1))[1]}
    assert got.tolist() == expected(field(*coordinates(50, 40, 1 / 16, *origin[:2]), *origin[2:]), **bounds)
    assert len(np.unique(got)) > 50


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("function", "snoise2"), ("seed", 1), ("period", 4), ("kind", "fbm"), ("octaves", 6), ("frequency", 1)),
        *(("lacunarity", 2), ("persistence", "1/2"), ("independent", None)),
    ],
)
def test_a_saved_field_takes_no_option_of_a_field(tmp_path, option, value):
    path = tmp_path / "field.json"
    path.write_text(json.dumps(nc.snoise2.to_dict()))
    result = invoke(tmp_path / "a.png", "--field", path, f"--{option}", *([] if value is None else [value]))
    assert result.exit_code == 2
    assert f"\nError: '{option}' must be left out where 'field' is given\n" in result.output
    assert not (tmp_path / "a.png").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Expecting value: line 1 column 1 (char 0)"),
        ("{", "Expecting property name"),
        ("\xff", "'utf-8' codec can't decode"),
        ("[" * 100_000, "maximum recursion depth exceeded"),
        ("[]", "a saved field must be a dictionary (got list)"),
        ("{}", "'format' must be given"),
        ('{"format": 2, "function": "noise2"}', "'format' must be 1, which this version reads (got 2)"),
        ('{"format": 1, "function": "noise2", "colour": 1}', "'colour' must be left out: this version does not"),
        ('{"format": 1, "function": "noise2", "seed": 7}', "'seed' must be a string of digits (got int)"),
    ],
)
def test_a_file_that_holds_no_field_is_refused(tmp_path, text, message):
    path = tmp_path / "field.json"
    path.write_bytes(text.encode("latin-1"))
    result = invoke(tmp_path / "a.png", "--field", path)
    assert result.exit_code == 2
    assert f"\nError: 'field' must be a field as Field.to_dict writes it, in JSON: {message}" in result.output
    assert not (tmp_path / "a.png").exists()


def test_fields_that_make_no_picture_are_refused(tmp_path):
    path = tmp_path / "field.json"
    for field, origin, message in (
        (nc.noise1, "0,0", f"'origin' must have 1 number with {path}, one a coordinate (got 2)"),
        (nc.snoise2.looped(5), "0,0", f"'origin' must have 1 number with {path}, one a coordinate (got 2)"),
        (nc.noise2, "0,0,0", f"'origin' must have 2 numbers with {path}, one a coordinate (got 3)"),
        (nc.noise2, "2e7,0", "'x' must be between -16777216 and 16777216 (got 20000000.0)"),
    ):
        path.write_text(json.dumps(field.to_dict()))
        result = invoke(tmp_path / "a.png", "--field", path, "--origin", origin)
        assert result.exit_code == 2
        assert result.output.endswith(f"\nError: {message}\n")
    assert not (tmp_path / "a.png").exists()


def test_a_warp_out_of_the_domain_is_refused_where_it_is(tmp_path, monkeypatch):
    # All corners stay inside: there the field that moves is 0.
    values, strength = nc.noise2.grid((9, 5), step=0.25), 2**24 / 0.36
    row, column = np.argwhere(np.abs(values) > 0.36)[0]
    assert row > 1
    path = tmp_path / "field.json"
    path.write_text(json.dumps(nc.noise2.warped([nc.noise2, nc.noise2], strength).to_dict()))
    monkeypatch.setattr(render, "_BAND", 3 * 5 * 2)  # 3 values a point, 5 columns, 2 rows
    result = invoke(tmp_path / "a.png", "--field", path, "--step", 0.25, "--size", "5x9")
    assert result.exit_code == 2
    assert "\nError: 'x' as the warp moves it must be between -16777216 and 16777216 (got " in result.output
    first = row // 2 * 2
    assert result.output.endswith(f" at index ({row - first}, {column})), in the rows from {first} on\n")
    assert not (tmp_path / "a.png").exists()


def test_a_field_that_cannot_be_read_ends_with_status_1_and_one_line(tmp_path):
    for path, why in ((tmp_path / "missing.json", "No such file or directory"), (tmp_path, "Is a directory")):
        result = invoke(tmp_path / "a.png", "--field", path)
        assert (result.exit_code, result.output) == (1, f"Error: cannot read '{path}': {why}\n")


@pytest.mark.parametrize(
    ("field", "count"),
    [
        (nc.noise2, 1),
        (nc.noise2.fbm(5), 5),
        (nc.noise2.fbm(5).warped(nc.snoise2.fbm(3), 1), 5 + 2 * 3),
        (nc.noise2.warped([nc.snoise2.fbm(3), nc.noise2], 1).warped(nc.noise2, 2), 1 + 3 + 1 + 2),
        (nc.noise3.warped(nc.noise3.warped(nc.noise3.fbm(2), 1), 1), 1 + 3 * (1 + 3 * 2)),
    ],
    ids=repr,
)
def test_work_is_the_number_of_values_a_point_takes(field, count):
    assert fields.work(field) == count


# ---- every field, by options ----

WHOLE = [
    ((), nc.snoise2.fbm(6)),
    (("--kind", "none"), nc.snoise2),
    (
        ("--function", "rombauts.noise2", "--octaves", 5, "--frequency", "1/2"),
        nc.rombauts.noise2.fbm(5, frequency=0.5),
    ),
    (("--weights", "3,0,-1/2"), nc.snoise2.fbm(3, weights=[3, 0, -0.5])),
    (("--persistence", 0, "--lacunarity", 3), nc.snoise2.fbm(6, persistence=0, lacunarity=3)),
    (
        ("--kind", "ridged_multifractal", "--offset", 0.9, "--gain", 3, "--independent"),
        nc.snoise2.ridged_multifractal(6, offset=0.9, gain=3, independent=True),
    ),
    (("--kind", "damped", "--damping", "1/4", "--turned", -0.3), nc.snoise2.turned(-0.3).damped(6, damping=0.25)),
    (("--precise", "--turned", "1/8", "--kind", "none"), nc.snoise2.turned(0.125).precise()),
    (("--seed", 0, "--scaled", "0,255"), nc.snoise2.seeded(0).fbm(6).scaled(0, 255)),
    (("--function", "snoise4", "--looped", "8x6.5"), nc.snoise4.looped(8, 6.5).fbm(6)),
    (
        ("--function", "noise2", "--period", "4x-", "--kind", "none", "--warp", "noise2.tiled(2, None)", "1/3"),
        nc.noise2.tiled(4, None).warped(nc.noise2.tiled(2, None), 1 / 3),
    ),
    (
        ("--warp", "[noise2, nc.snoise2.seeded(5).turbulence(2)]", 2, "--warp", "snoise2", "-0.5", "--octaves", 2),
        nc.snoise2.fbm(2).warped([nc.noise2, nc.snoise2.seeded(5).turbulence(2)], 2).warped(nc.snoise2, -0.5),
    ),
]


@pytest.mark.parametrize(("options", "field"), WHOLE, ids=lambda v: repr(v) if isinstance(v, nc.Field) else "")
def test_options_make_every_field(tmp_path, options, field):
    view = ("--origin", "-1.5,2.25", "--step", 0.07, "--size", "23x17")
    values = field.grid((17, 23), step=0.07, origin=(2.25, -1.5))
    assert array_of(*options, *view).tobytes() == values.tobytes()
    path = tmp_path / "field.json"
    path.write_text(json.dumps(field.to_dict()))
    for one in (repr(field), path):
        assert array_of("--field", one, *view).tobytes() == values.tobytes()


@pytest.mark.parametrize(
    "field", [*FIELDS, nc.noise1.seeded(2**64 - 1), nc.noise4.with_permutation(range(256))], ids=repr
)
def test_expressions_are_what_repr_shows(field):
    assert fields.expression(repr(field)) == field


def test_sums_of_the_other_systems_have_their_bits():
    view = ("--origin", "3,-2,0.5", "--step", 0.3, "--size", "40x30")
    x, y = coordinates(40, 30, 0.3, 3, -2)
    got = array_of(
        "--function", "eshelman.raw_noise_3d", "--octaves", 4, "--persistence", 0.7, "--frequency", 0.05, *view
    )
    assert got.tobytes() == nc.eshelman.octave_noise_3d(4, 0.7, 0.05, x, y, 0.5).tobytes()
    got = array_of("--function", "eshelman.raw_noise_3d", "--kind", "none", "--scaled", "-3,9", *view)
    assert got.tobytes() == nc.eshelman.scaled_raw_noise_3d(-3, 9, x, y, 0.5).tobytes()
    got = array_of("--function", "rombauts.noise2", "--octaves", 5, *view[2:], "--origin", "3,-2")
    assert got.tobytes() == nc.rombauts.SimplexNoise().fractal(5, x, y).tobytes()


@pytest.mark.parametrize("ndim", [1, 2, 3, 4])
def test_periodic_functions_have_their_bits_below_zero_too(ndim):
    periods, origin = (3, 5, 7, 11)[:ndim], (-4.5, -2.25, -1.5, 0.75)[:ndim]
    got = array_of(
        *(
            "--function",
            f"pnoise{ndim}",
            "--period",
            "x".join(map(str, periods)),
            "--step",
            0.3,
            "--size",
            "31x20",
        ),
        *("--origin", ",".join(map(str, origin))),
    )
    x, y = coordinates(31, 20, 0.3, *(*origin, 0.0)[:2])
    values = getattr(nc, f"pnoise{ndim}")(*(x, y, *origin[2:])[:ndim], *periods)
    assert got.tobytes() == np.broadcast_to(values, (20, 31)).tobytes()
    tiled = getattr(nc, f"noise{ndim}").tiled(*periods)(*(x, y, *origin[2:])[:ndim])
    assert got.tobytes() != np.broadcast_to(tiled, (20, 31)).tobytes()


def test_a_field_in_one_dimension_makes_stripes():
    got = array_of("--function", "noise1", "--octaves", 3, "--origin", "-2", "--step", "1/8", "--size", "50x3")
    assert got.tobytes() == np.tile(nc.noise1.fbm(3).grid(50, step=1 / 8, origin=-2), (3, 1)).tobytes()


def test_a_permutation_comes_from_a_file_and_a_field_from_standard_input(tmp_path):
    path = tmp_path / "table.json"
    path.write_text(json.dumps(list(nc.noise2.seeded(7).permutation)))
    seeded = pixels(tmp_path / "a.png", "--seed", 7, "--size", "40x30")
    assert np.array_equal(pixels(tmp_path / "b.png", "--permutation", path, "--size", "40x30"), seeded)
    done = testing.CliRunner().invoke(
        cli.cli,
        ["render", str(tmp_path / "c.png"), "--field", "-", "--size", "40x30"],
        input=json.dumps(nc.snoise2.seeded(7).fbm(6).to_dict()),
    )
    assert (done.exit_code, done.output) == (0, "")
    assert np.array_equal(frames_of(tmp_path / "c.png")[0], seeded)


def test_bounds_are_at_first_those_of_the_field(tmp_path):
    scaled = pixels(tmp_path / "a.png", "--scaled", "3,7", "--size", "40x30", *GREY)
    assert np.abs(scaled - pixels(tmp_path / "b.png", "--size", "40x30", *GREY)).max() <= 1  # the mapping rounds
    ridges = ("--kind", "ridged_multifractal", "--size", "40x30", *GREY)
    assert np.array_equal(pixels(tmp_path / "c.png", *ridges), pixels(tmp_path / "d.png", *ridges, "--lo", 0))


EXPRESSIONS = [
    *("noise2()", "noise2.fbm(__import__('os'))", "noise2.fbm(2).grid((2, 2))", "(lambda: noise2)()", "eval('1')"),
    *("[x for x in (1,)]", "noise2.to_dict()", "noise2.seeded(2**64)", "f(1)", "noise2._sum('fbm')"),
    *(
        "noise2.fbm(*[3])",
        "noise2.fbm(**{'octaves': 3})",
        "bytes.fromhex('xx')",
        "noise2.spawn(2)",
        "(" * 5000 + ")",
    ),
    *("noise2.fbm(3, colour=1)", "noise2.fbm(True)", "noise2.fbm(1/0)", "[noise2]", "(1)"),
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_can_do_nothing_else(tmp_path, text):
    result = invoke(tmp_path / "a.png", "--field", text)
    assert result.exit_code == 2
    assert "\nError: " in result.output
    assert len(result.output) < 400
    assert not any(tmp_path.iterdir())


# ---- films and tiles ----

FILMS = [
    (("--function", "snoise4", "--looped", "nonexnonex5"), nc.snoise4.looped(None, None, 5), (0, 0, 5)),
    (("--function", "noise3", "--period", "-x-x4"), nc.noise3.tiled(None, None, 4), (0, 0, 4)),
    (
        ("--function", "noise4", "--period", "-x-x3x2", "--move", "0,0,-3,2"),
        nc.noise4.tiled(None, None, 3, 2),
        (0, 0, -3, 2),
    ),
    (("--function", "pnoise2", "--period", "4x4", "--move", "4,0"), nc.noise2.tiled(4, 4), (4, 0)),
]


@pytest.mark.parametrize(
    ("options", "field", "way"), FILMS, ids=lambda v: repr(v) if isinstance(v, nc.Field) else ""
)
def test_a_film_ends_where_it_begins(tmp_path, options, field, way):
    frames = 48
    sums = () if "pnoise2" in options else ("--kind", "none")
    origin = (0.5, 0.25, 0.125, 0.375)[: field.ndim]
    view = ("--size", "40x30", "--step", "1/16", "--frames", frames, "--origin", ",".join(map(str, origin)))
    values = array_of(*options, *sums, *view)
    x, y = coordinates(40, 30, 1 / 16)
    for k in range(frames + 1):
        moved = [np.float32(o + k / frames * w) for o, w in zip(origin, way, strict=True)]
        place = [(moved[0] + x).astype("f4"), (moved[1] + y).astype("f4"), *moved[2:]]
        close = np.abs(field(*place) - values[k % frames]).max()
        assert close < 1e-5 if k % 24 else close == 0.0  # half of the way is exact
    changes = [np.abs(values[k] - values[k - 1]).mean() for k in range(frames)]
    assert changes[0] < 1.5 * np.median(changes)  # from the last to the first is a step like another
    assert np.abs(values[frames // 2] - values[0]).mean() > 2 * np.median(changes)

    levels = np.clip(np.rint((values.astype("f8") + 1) / 2 * 255), 0, 255).astype(int)
    colours = render.colours("viridis").astype(int)
    for name in ("a.gif", "a.png", "a.apng"):
        for options_of_colour, want in ((("--colormap", "viridis"), colours[levels]), (GREY, levels[..., None])):
            path = tmp_path / name
            assert invoke(path, *options, *sums, *view, *options_of_colour, "--duration", 80).output == ""
            shown = frames_of(path)
            assert shown.shape == (frames, 30, 40, 3)
            assert (shown == want).all()
            with Image.open(path) as image:
                assert (image.format, image.info["loop"]) == ({".gif": "GIF"}.get(path.suffix, "PNG"), 0)
                assert image.info["duration"] == 80


def test_what_has_no_period_goes_there_and_back():
    film = array_of(
        *("--function", "snoise3", "--octaves", 2, "--frames", 12, "--back", "--move", "0,0,1.5"),
        *("--size", "20x10", "--step", "1/16"),
    )
    there = [nc.snoise3.fbm(2).grid((1, 10, 20), step=1 / 16, origin=(1.5 * k / 6, 0, 0))[0] for k in range(7)]
    assert np.abs(film - np.stack(there + there[5:0:-1])).max() < 1e-5


@pytest.mark.parametrize("frames", [1, 4])
@pytest.mark.parametrize("name", ["a.png", "a.gif", "a.npy"])
def test_tiles_repeat_the_picture(tmp_path, name, frames):
    film = ("--frames", frames, *(("--move", "4,0") if frames > 1 else ()))
    options = ("--function", "noise2", "--period", 4, "--step", "1/16", "--size", "64x64", *film)
    for extra, path in ((("--tile", "3x2"), tmp_path / name), (("--size", "192x128"), tmp_path / f"whole_{name}")):
        assert invoke(path, *options, *extra).output == ""
    read = np.load if name.endswith("npy") else frames_of
    tiled, whole = read(tmp_path / name), read(tmp_path / f"whole_{name}")
    assert tiled.shape[-3 if tiled.shape[-1] == 3 else -2 :][:2] == (128, 192)
    assert np.array_equal(tiled, whole)


# ---- bits, colours ----


@pytest.mark.parametrize("bits", [8, 16])
def test_bounds_are_those_of_the_conversion(tmp_path, bits):
    values = nc.noise3.fbm(2).grid((1, 40, 50), step=0.21)[0]
    convert = {8: nc.to_uint8, 16: nc.to_uint16}[bits]
    options = ("--function", "noise3", "--octaves", 2, "--step", 0.21, "--size", "50x40", "--bits", bits, *GREY)
    got = pixels(tmp_path / "a.png", *options, "--lo", "-1/3", "--hi", 0.25)
    assert np.array_equal(got, convert(values, -1 / 3, 0.25))
    assert len(np.unique(got)) > 200


@pytest.mark.parametrize(
    ("bounds", "want"),
    [((0, 1), (0, 0)), ((-1, 0), (255, 65535)), ((-1, 1), (128, 32768)), ((-3, 1), (191, 49151))],
)
def test_bounds_become_black_and_white(tmp_path, bounds, want):
    # The frequency 0 makes a picture of noise2(0, 0), which is 0.
    options = ("--function", "noise2", "--frequency", 0, "--lo", bounds[0], "--hi", bounds[1], "--size", "3x2")
    assert pixels(tmp_path / "a.png", *options, *GREY).tolist() == [[want[0]] * 3] * 2
    assert pixels(tmp_path / "a.tif", *options, "--bits", 16).tolist() == [[want[1]] * 3] * 2


def test_values_beyond_the_bounds_are_clipped(tmp_path):
    grey = pixels(tmp_path / "a.png", "--lo", -0.1, "--hi", 0.1, "--size", "200x150", *GREY)
    assert (grey.min(), grey.max()) == (0, 255)
    assert (grey == 0).sum() > 1000 < (grey == 255).sum()


@pytest.mark.parametrize("extension", ["png", "tif", "tiff"])
def test_sixteen_bits_are_in_the_file(tmp_path, extension):
    path = tmp_path / f"a.{extension}"
    got = pixels(path, "--bits", 16, "--octaves", 1, "--size", "50x40", "--step", 0.21)
    assert got.tolist() == expected(nc.snoise2(*coordinates(50, 40, 0.21)), most=65535)
    with Image.open(path) as image:
        if extension == "png":
            assert path.read_bytes()[24:26] == bytes((16, 0))  # IHDR: bits and type, grey
        else:
            assert image.mode == "I;16"
            assert image.tag_v2[258] == (16,)


@pytest.mark.parametrize(
    ("extension", "format_"), [("png", "PNG"), ("TIF", "TIFF"), ("tiff", "TIFF"), ("bmp", "BMP")]
)
def test_each_format_keeps_every_pixel(tmp_path, extension, format_):
    options = ("--size", "31x17", "--step", "1/16")
    grey = picture(tmp_path / f"a.{extension}", *options, *GREY)
    assert (grey.format, grey.mode, grey.size) == (format_, "L", (31, 17))
    assert np.array_equal(np.asarray(grey), pixels(tmp_path / "b.png", *options, *GREY))
    colour = picture(tmp_path / f"c.{extension}", *options)
    assert (colour.format, colour.mode) == (format_, "RGB")
    assert np.array_equal(np.asarray(colour), pixels(tmp_path / "d.png", *options))


def test_colour_map_is_looked_up_by_level(tmp_path):
    options = ("--size", "64x64", "--step", "1/8", "--lo", -0.2, "--hi", 0.2)
    grey = pixels(tmp_path / "a.png", *options, *GREY)
    colour = pixels(tmp_path / "b.png", *options, "--colormap", "viridis")
    assert {tuple(c) for c in colour[grey == 0].tolist()} == {(0x44, 0x01, 0x54)}
    assert {tuple(c) for c in colour[grey == 255].tolist()} == {(0xFD, 0xE7, 0x25)}
    assert np.abs(colour - cmap.Colormap("viridis").lut(256)[grey][..., :3] * 255).max() <= 0.5


def test_colour_map_of_few_colours_makes_bands(tmp_path):
    options = ("--size", "100x100", "--step", "1/16", "--lo", -0.3, "--hi", 0.3)
    grey = pixels(tmp_path / "a.png", *options, *GREY)
    colour = pixels(tmp_path / "b.png", *options, "--colormap", "tab10")
    ten = np.rint(cmap.Colormap("tab10").lut()[:, :3] * 255)
    assert len(ten) == 10
    assert np.array_equal(colour, ten[np.minimum(grey * 10 // 255, 9)])


@pytest.mark.parametrize("name", ["terrain", "gist_earth_r", "matplotlib:magma", "Accent_3"])
def test_colour_maps_have_a_colour_for_each_level(name):
    colours = render.colours(name)
    ends = [cmap.Colormap(name)(end) for end in (0.0, 1.0)]
    assert (colours.shape, colours.dtype) == ((256, 3), np.uint8)
    assert colours[[0, -1]].tolist() == [[round(255 * part) for part in tuple(end)[:3]] for end in ends]


# ---- refusals ----

REFUSALS = [
    (["--octaves", "0"], "'octaves' must be at least 1 (got 0)"),
    (["--octaves", "-1"], "'octaves' must be at least 1 (got -1)"),
    (["--octaves", "65"], "'octaves' must be at most 64 (got 65)"),
    (["--octaves", "1.5"], "'octaves' must be an integer (got '1.5')"),
    (["--octaves", "abc"], "'octaves' must be an integer (got 'abc')"),
    (["--octaves", ""], "'octaves' must be an integer (got '')"),
    (["--size", "0x10"], "'size' must be at least 1x1 (got 0x10)"),
    (["--size", "10x0"], "'size' must be at least 1x1 (got 10x0)"),
    (["--size", "-1x10"], "'size' must be at least 1x1 (got -1x10)"),
    (["--size", "abc"], "'size' must be WIDTHxHEIGHT, such as 1024x768 (got 'abc')"),
    (["--size", "10"], "'size' must be WIDTHxHEIGHT, such as 1024x768 (got '10')"),
    (["--size", "10x10x10"], "'size' must be WIDTHxHEIGHT, such as 1024x768 (got '10x10x10')"),
    (["--size", "16385x16384"], "'size' must have at most 268435456 pixels (got 16385x16384)"),
    (["--size", f"{10**20}x1"], f"'size' must have at most 268435456 pixels (got {10**20}x1)"),
    (["--step", "nan"], "'step' must be finite (got nan)"),
    (["--step", "inf"], "'step' must be finite (got inf)"),
    (["--step", "-inf"], "'step' must be finite (got -inf)"),
    (["--step", "1e999"], "'step' must be finite (got inf)"),
    (["--step", "1/0"], "'step' must be a number, or a fraction such as 1/256 (got '1/0')"),
    (["--step", "abc"], "'step' must be a number, or a fraction such as 1/256 (got 'abc')"),
    (["--frequency", "1e39"], "'frequency' must be finite in float32 (got 1e+39)"),
    (["--frequency", "nan"], "'frequency' must be finite (got nan)"),
    (["--lacunarity", "0"], "'lacunarity' must be above 0 in float32 (got 0.0)"),
    (["--lacunarity", "-2"], "'lacunarity' must be above 0 in float32 (got -2.0)"),
    (["--persistence", "inf"], "'persistence' must be finite (got inf)"),
    (
        ["--persistence", "-1"],
        "'persistence' must give amplitudes with a finite sum other than 0 (got 6 octaves with",
    ),
    (["--function", "noise9"], "'function' must be one of noise1, noise2, noise3, noise4, snoise1,"),
    (["--colormap", "nosuch"], "'colormap' must be a name that the package cmap knows, or 'none' (got 'nosuch')"),
    (["--colormap", ""], "'colormap' must be a name that the package cmap knows, or 'none' (got '')"),
    (["--lo", "1", "--hi", "-1"], "'hi' must be above 'lo' (got -1.0 and 1.0)"),
    (["--lo", "1/2", "--hi", "0.5"], "'hi' must be above 'lo' (got 0.5 and 0.5)"),
    (["--lo", "nan"], "'lo' must be finite (got nan)"),
    (["--lo", "-1e308", "--hi", "1e308"], "'hi - lo' must be finite (got inf)"),
    (["--bits", "12"], "'bits' must be 8, 16 or 32 (got 12)"),
    (["--bits", "abc"], "'bits' must be an integer (got 'abc')"),
    (["--bits", "16", "--colormap", "viridis"], "'bits' must be 8 with a colour map (got 16 and 'viridis')"),
    (["--function", "pnoise2"], "'period' must be given with pnoise2"),
    (["--function", "pnoise2", "--period", "4xnone"], "'period' must be a number for each axis with pnoise2"),
    (["--function", "pnoise2", "--period", "4", "--seed", "1"], "'seed' must be left out with pnoise2"),
    (["--seed", "-1"], "'seed' must be at least 0 (got -1)"),
    (["--seed", f"{2**64}"], f"'seed' must be at most {2**64 - 1} (got {2**64})"),
    (["--seed", "0.5"], "'seed' must be an integer (got '0.5')"),
    (
        ["--kind", "FBM"],
        "'kind' must be one of fbm, turbulence, ridged, ridged_multifractal, damped, none (got 'FBM')",
    ),
    (["--period", "8"], "'period' must be left out with snoise2: it is for noise1, noise2, noise3, noise4"),
    (
        ["--period", "8", "--function", "eshelman.raw_noise_2d"],
        "'period' must be left out with eshelman.raw_noise_2d: it is for noise1, noise2, noise3, noise4",
    ),
    (["--function", "noise2", "--period", "0x8"], "'period' must be at least 1 (got 0)"),
    (["--function", "noise2", "--period", "-1x8"], "'period' must be at least 1 (got -1)"),
    (["--function", "noise2", "--period", "8x16777217"], "'period' must be at most 16777216 (got 16777217)"),
    (["--function", "noise2", "--period", "8x"], "'period' must be an integer (got '')"),
    (["--function", "noise2", "--period", "1.5"], "'period' must be an integer (got '1.5')"),
    (["--function", "noise2", "--period", "8x8x8"], "'period' must have 1 or 2 numbers with noise2 (got 3)"),
    (["--function", "noise3", "--period", "8xnone"], "'period' must have 1 or 3 numbers with noise3 (got 2)"),
    (
        ["--function", "noise2", "--period", "8x3", "--lacunarity", "1.5"],
        "'frequency' and 'lacunarity' must give a tiled field whole periods from 1 to 2**24 in every octave "
        "(got 3 * 1.5 in octave 2)",
    ),
    (
        ["--function", "noise2", "--period", "16777216"],
        "'frequency' and 'lacunarity' must give a tiled field whole periods from 1 to 2**24 in every octave "
        "(got 16777216 * 2.0 in octave 2)",
    ),
    (
        ["--function", "noise2", "--period", "8", "--frequency", "0"],
        "'frequency' and 'lacunarity' must give a tiled field whole periods from 1 to 2**24 in every octave "
        "(got 8 * 0.0 in octave 1)",
    ),
    (["--function", "noise2", "--looped", "8"], "'looped' must be called on a simplex field (got noise2)"),
    (["--looped", "8x8"], "'periods' must take 2 axes, two for a number and one for None"),
    (["--weights", "1,2", "--octaves", "3"], "'weights' must have 3 elements, one per octave (got 2)"),
    (["--weights", "1,2", "--persistence", "1"], "'persistence' must be left out where 'weights' are given"),
    (["--gain", "2"], "'gain' must be left out with fbm: it is for ridged_multifractal"),
    (["--damping", "2"], "'damping' must be left out with fbm: it is for damped"),
    (["--function", "noise4", "--turned", "1"], "'turned' must be called on a field of noise2"),
    (["--function", "rombauts.noise2", "--precise"], "'precise' must be called on a field of noise1"),
    (["--kind", "none", "--octaves", "2"], "'octaves' must be left out with the kind none"),
    (["--scaled", "1"], "'scaled' must be two numbers, LO,HI (got 1)"),
    (["--scaled", "1,0"], "'hi' must be above 'lo' in float32 (got 1.0 and 0.0)"),
    (["--warp", "noise3", "1"], "'by' must take 2 coordinates as the field does (got 3)"),
    (["--warp", "noise2", "x"], "'warp' must be a number, or a fraction such as 1/256 (got 'x')"),
    (["--frames", "0"], "'frames' must be at least 1 (got 0)"),
    (["--frames", "8"], "'move' must be given with snoise2: no coordinate beyond y repeats"),
    (["--frames", "8", "--back"], "'move' must be given with snoise2"),
    (["--frames", "8", "--move", "1,0"], "'move' must be a multiple of the period along x, or use --back "),
    (["--move", "1,0"], "'frames' must be at least 2 for a film (got 1)"),
    (
        ["--frames", "8", "--function", "noise2", "--period", "4", "--move", "4,2"],
        "'move' must be a multiple of the period along y, or use --back (got 2.0 and the period 4)",
    ),
    (["--frames", "8", "--move", "1,0", "--back", "--bits", "16"], "'bits' must be 8 in a film (got 16)"),
    (["--frames", "8", "--format", "bmp"], "'frames' must be 1 in a .bmp file (got 8)"),
    (["--duration", "45"], "'duration' must be a multiple of 10, as GIF has no other (got 45)"),
    (["--tile", "3"], "'tile' must be COLUMNSxROWS, such as 3x3 (got '3')"),
    (["--tile", "0x3"], "'tile' must be at least 1x1 (got 0x3)"),
    (["--tile", "1000x1000"], "'size' must have at most 268435456 pixels (got 1024x768 in each frame and tile)"),
    (["--format", "jpg"], "'format' must be one of png, apng, gif, tif, tiff, bmp, npy (got 'jpg')"),
    (["--format", "npy", "--lo", "0"], "'lo' must be left out with 32 bits, which hold the values themselves"),
    (["--format", "npy", "--colormap", "viridis"], "'bits' must be 8 with a colour map (got 32 and 'viridis')"),
    (["--format", "gif", "--bits", "16"], "'bits' must be 8 in a .gif file (got 16)"),
    (["--origin", "1"], "'origin' must have 2 numbers with snoise2, one a coordinate (got 1)"),
    (["--origin", "1,2,3"], "'origin' must have 2 numbers with snoise2, one a coordinate (got 3)"),
    (
        ["--origin", "1,2,3,4", "--function", "noise3"],
        "'origin' must have 2 to 3 numbers with noise3, one a coordinate (got 4)",
    ),
    (["--origin", "1,x"], "'origin' must be a number, or a fraction such as 1/256 (got 'x')"),
    (["--origin", "1,nan"], "'origin' must be finite (got nan)"),
    (["--origin", "2e7,0"], "'x' must be between -16777216 and 16777216 (got 20000000.0)"),
    (["--origin", "0,-2e7"], "'y' must be between -16777216 and 16777216 (got -20000000.0)"),
    (["--origin", "0,0,2e7", "--function", "snoise3"], "'z' must be between -16777216 and 16777216"),
    (
        ["--origin", "0,16777200", "--step", "1", "--octaves", "1", "--size", "1x19"],
        "'y' must be between -16777216 and 16777216 (got 16777218.0)",
    ),
    (["--step", "1e300"], "'x' must be between -16777216 and 16777216 (got 1.02"),
    (["--origin", "8e6,0"], "'x' times the frequency of octave 3 must be between -16777216 and 16777216"),
    (
        ["--origin", "8e6,0", "--function", "noise2", "--period", "4"],
        "'x' times the frequency of octave 3 must be between -16777216 and 16777216",
    ),
]


@pytest.mark.parametrize(("options", "message"), REFUSALS, ids=[" ".join(options) for options, _ in REFUSALS])
def test_wrong_option_ends_with_status_2_and_its_message(tmp_path, options, message):
    result = invoke(tmp_path / "a.png", *options)
    assert result.exit_code == 2
    assert f"\nError: {message}" in result.output
    assert result.output.startswith("Usage: ")
    assert result.output.count("\n") <= 5
    assert not any(tmp_path.iterdir())


def test_wrong_bounds_are_refused_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr(render, "rows", None)
    result = invoke(tmp_path / "a.png", "--lo", 1, "--hi", 1)
    assert result.output.endswith("\nError: 'hi' must be above 'lo' (got 1.0 and 1.0)\n")


@pytest.mark.parametrize("name", ["a.jpg", "a", "png", ".png", "a.png.txt"])
def test_unknown_extension_is_refused(tmp_path, name):
    result = invoke(tmp_path / name, "--size", "2x2")
    assert result.exit_code == 2
    assert (
        f"'output' must end in .png, .apng, .gif, .tif, .tiff, .bmp, .npy (got '{tmp_path / name}')"
        in result.output
    )
    assert not any(tmp_path.iterdir())


def test_sixteen_bits_need_a_format_that_has_them(tmp_path):
    result = invoke(tmp_path / "a.bmp", "--bits", 16)
    assert result.exit_code == 2
    assert "Error: 'bits' must be 8 in a .bmp file (got 16)" in result.output


def test_output_is_needed():
    result = invoke()
    assert result.exit_code == 2
    assert "Missing argument 'OUTPUT'" in result.output


def test_the_edge_of_the_domain_is_inside(tmp_path):
    options = ("--origin", "16777200,-16777216", "--step", 1, "--octaves", 1, "--size", "17x3", *GREY)
    assert pixels(tmp_path / "a.png", *options).shape == (3, 17)


# ---- files ----


def test_file_that_is_there_is_overwritten(tmp_path):
    path = tmp_path / "a.png"
    path.write_bytes(b"something longer than nothing" * 10_000)
    assert picture(path, "--size", "7x5").size == (7, 5)
    assert path.stat().st_size < 1000


def file_error(path, *options):
    result = invoke(path, "--size", "8x8", *options)
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    return result.output.strip()


def test_file_that_cannot_be_written_ends_with_status_1_and_one_line(tmp_path):
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file").write_text("kept")
    for name, why in (
        ("missing/a.png", "No such file or directory"),
        ("folder.png", "Is a directory"),
        ("file/a.png", "Not a directory"),
    ):
        assert file_error(tmp_path / name) == f"Error: cannot write '{tmp_path / name}': {why}"
    assert (tmp_path / "file").read_text() == "kept"


def test_what_is_there_can_be_left_alone(tmp_path):
    path = tmp_path / "a.png"
    options = ("--size", "7x5", "--no-clobber")
    assert picture(path, *options).size == (7, 5)
    before = path.read_bytes()
    assert file_error(path, *options) == f"Error: cannot write '{path}': File exists"
    assert path.read_bytes() == before


@POSIX
def test_a_file_keeps_its_mode_and_a_link_its_target(tmp_path):
    target, link = tmp_path / "a.png", tmp_path / "b.png"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    picture(link, "--size", "7x5")
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"a.png", "b.png"}


@pytest.mark.parametrize("form", ["png", "gif", "tif", "bmp", "npy"])
def test_pictures_go_through_pipes(tmp_path, form):
    command = [sys.executable, "-m", "noise_cffi", "render", "-", "--format", form, "--size", "70x50"]
    done = subprocess.run(command, capture_output=True, timeout=100, check=True)
    assert invoke(tmp_path / f"a.{form}", "--size", "70x50").output == ""
    assert done.stdout == (tmp_path / f"a.{form}").read_bytes()


@POSIX
def test_a_reader_that_leaves_ends_it_without_a_word():
    command = f"{shlex.quote(sys.executable)} -m noise_cffi render - --format npy --size 512x512 | head -c 6"
    done = subprocess.run(command, shell=True, capture_output=True, timeout=100, check=True)
    assert (done.stdout, done.stderr) == (b"\x93NUMPY", b"")


@POSIX
def test_a_terminal_gets_no_picture():
    import pty

    master, slave = pty.openpty()
    command = [sys.executable, "-m", "noise_cffi", "render", "-", "--size", "8x8"]
    done = subprocess.run(command, stdout=slave, stderr=subprocess.PIPE, timeout=100, check=False)
    os.close(slave)
    os.close(master)
    assert (done.returncode, done.stderr) == (1, b"Error: cannot write '-': standard output is a terminal\n")


@POSIX
def test_devices_and_pipes_with_names_are_written_into(tmp_path):
    assert invoke("/dev/null", "--format", "png", "--size", "8x8").output == ""
    assert not Path("/dev/null").is_file()
    program = [sys.executable, "-m", "noise_cffi", "render", "/dev/stdout", "--format", "png", "--size", "8x8"]
    done = subprocess.run(program, capture_output=True, timeout=100, check=True)
    assert Image.open(io.BytesIO(done.stdout)).size == (8, 8)
    os.mkfifo(tmp_path / "a.tif")
    reader = subprocess.Popen(["cat", tmp_path / "a.tif"], stdout=subprocess.PIPE)
    assert invoke(tmp_path / "a.tif", "--size", "8x8").output == ""
    assert Image.open(io.BytesIO(reader.communicate(timeout=60)[0])).size == (8, 8)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="who may write anywhere")
def test_folder_without_permission_is_refused_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr(render, "rows", None)
    tmp_path.chmod(0o500)
    assert "Permission denied" in file_error(tmp_path / "a.png")


def test_folder_without_permission_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path)
    assert file_error(tmp_path / "a.png").endswith("Permission denied")


def test_full_disk_ends_with_one_line(tmp_path, monkeypatch):
    def save(self, file, form):
        file.write(b"half of it")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Image.Image, "save", save)
    (tmp_path / "a.png").write_text("kept")
    assert file_error(tmp_path / "a.png").endswith("a.png': No space left on device")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.png", "kept")]


def test_want_of_memory_ends_with_one_line(tmp_path, monkeypatch):
    def rows(*_):
        raise MemoryError

    monkeypatch.setattr(render, "rows", rows)
    assert file_error(tmp_path / "a.png") == "Error: not enough memory for 8x8 pixels"


# ---- the program ----


def python(*arguments, **options):
    return subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False, **options
    )


def test_module_runs(tmp_path):
    done = python("-m", "noise_cffi", "render", tmp_path / "a.png", "--size", "30x20")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with Image.open(tmp_path / "a.png") as image:
        assert image.size == (30, 20)
    wrong = python("-m", "noise_cffi", "render", tmp_path / "b.png", "--octaves", 0)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.endswith("Error: 'octaves' must be at least 1 (got 0)\n")


def run(*arguments):
    return testing.CliRunner().invoke(cli.cli, list(map(str, arguments)))


def test_info_tells_what_is_installed():
    shown = run("info")
    assert shown.exit_code == 0
    first, second, sets, _, *rows = shown.output.splitlines()
    assert first == f"noise-cffi {nc.__version__}"
    assert "Python" in second or "PyPy" in second
    assert sets.startswith("instruction sets: ")
    assert f"{nc.isa.active()} (in use)" in sets
    assert all(name in sets for name in nc.isa.available())
    assert bytes(map(int, " ".join(rows).split())) == nc.noise2.permutation
    found = json.loads(run("info", "--json", "--seed", 7).output)
    assert bytes(found["permutation"]) == nc.noise2.seeded(7).permutation
    assert (found["seed"], found["version"]) == ("7", nc.__version__)
    assert (found["instruction_sets"], found["active"]) == (list(nc.isa.available()), nc.isa.active())
    assert run("info", "--seed", -1).exit_code == 2


def test_bench_measures_every_function_with_every_instruction_set():
    before = nc.isa.active()
    shown = run("bench", "--seconds", 0.1)
    assert shown.exit_code == 0
    _, _, head, *lines = shown.output.splitlines()
    assert head.split() == ["function", "reference", *nc.isa.available()]
    assert [line.split()[0] for line in lines] == cli.bench.FUNCTIONS
    for line in lines:
        reference, *rest = line.replace("(", "").replace(")", "").split()[1:]
        for speed, ratio in zip(rest[::2], rest[1::2], strict=True):
            # Rounded to 1, to 0.1 and to 0.1: no more than that apart.
            apart = abs(float(speed) - float(reference) * float(ratio))
            assert apart <= 0.5 + 0.051 * (float(reference) + float(ratio)) + 0.01
    found = json.loads(run("bench", "--seconds", 0.1, "--json").output)["millions"]
    assert list(found) == cli.bench.FUNCTIONS
    assert {tuple(speeds) for speeds in found.values()} == {("reference", *nc.isa.available())}
    assert min(speed for speeds in found.values() for speed in speeds.values()) > 0
    assert nc.isa.active() == before
    for seconds in (0, -1, 3601):
        assert (
            f"'seconds' must be above 0 and at most 3600 (got {float(seconds)})"
            in run("bench", "--seconds", seconds).output
        )


def test_info_needs_only_click():
    code = (
        "import sys\nfor name in ('numpy', 'PIL', 'cmap'): sys.modules[name] = None\n"
        "sys.argv = ['noise-cffi', 'info']\nfrom noise_cffi.__main__ import main; main()"
    )
    done = python("-c", code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("noise-cffi ")


def test_version_is_that_of_the_package():
    result = testing.CliRunner().invoke(cli.cli, ["--version"])
    assert (result.exit_code, result.output) == (0, f"noise-cffi, version {nc.__version__}\n")


def test_examples_of_the_help_work(tmp_path):
    told = invoke("--help")
    assert told.exit_code == 0
    examples = re.findall(r"^ +(noise-cffi render .*)$", told.output, re.MULTILINE)
    assert len(examples) == 9
    for example in examples:
        words = shlex.split(example)
        with open(tmp_path / words.pop()[1:] if ">" in example else os.devnull, "wb") as output:
            command = [sys.executable, "-m", "noise_cffi", *words[1:]]
            subprocess.run(command, stdout=output, cwd=tmp_path, check=True, timeout=100)
    assert len(list(tmp_path.iterdir())) == 9
    for path in tmp_path.iterdir():
        shown = np.load(path) * 99 if path.suffix == ".npy" else frames_of(path)[0]
        assert min(np.ravel(shown.std(axis=(0, 1)))) > 5


def test_picture_of_the_documentation_is_what_its_command_writes(tmp_path):
    options = "--size 512x256 --origin 5.25,9 --step 1/220 --lo -0.8 --hi 0.8"
    with Image.open(ROOT / "docs" / "images" / "terrain.png") as image:
        shown = np.asarray(image)
    assert np.array_equal(shown, pixels(tmp_path / "a.png", *options.split()))


@pytest.mark.parametrize(
    ("module", "package"), [("click", "click"), ("PIL", "pillow"), ("cmap", "cmap"), ("numpy", "numpy")]
)
def test_missing_package_ends_with_how_to_install_it(tmp_path, module, package):
    code = (
        f"import sys; sys.modules[{module!r}] = None; sys.argv = ['noise-cffi', 'render', 'a.png']\n"
        "from noise_cffi.__main__ import main; main()"
    )
    done = python("-c", code, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Error: the command line needs the package {package}: pip install 'noise-cffi[image]'\n"
    assert not any(tmp_path.iterdir())


def test_missing_module_of_another_kind_is_not_hidden():
    code = "import sys; sys.modules['json'] = None; from noise_cffi.__main__ import main; main()"
    done = python("-c", code)
    assert done.returncode == 1
    assert "ModuleNotFoundError: import of json halted" in done.stderr


def test_importing_the_package_imports_nothing_of_the_command_line():
    loaded = python("-c", "import sys, noise_cffi; print(*sys.modules)").stdout.split()
    assert "noise_cffi.field" in loaded
    assert not {"click", "PIL", "cmap", "numpy", "noise_cffi.cli"} & set(loaded)


# ---- progress and interruption ----


def test_progress_is_shown_where_it_is_asked_for(tmp_path):
    bar = invoke(tmp_path / "a.png", "--size", "20x20", "--progress")
    assert bar.exit_code == 0
    assert "Rendering" in bar.output
    assert "100%" in bar.output
    assert invoke(tmp_path / "a.png", "--size", "20x20").output == ""


def stderr_on_a_terminal(*options):
    import pty

    master, slave = pty.openpty()
    try:
        command = [sys.executable, "-m", "noise_cffi", "render", *map(str, options)]
        assert subprocess.run(command, stderr=slave, timeout=300, check=False).returncode == 0
        os.set_blocking(master, False)
        try:
            return os.read(master, 2**16).decode()
        except BlockingIOError:
            return ""
    finally:
        os.close(slave)
        os.close(master)


@POSIX
def test_long_work_shows_progress_on_a_terminal(tmp_path):
    long = (tmp_path / "a.bmp", *GREY, "--size", "4096x1024", "--octaves", 4)
    assert "100%" in stderr_on_a_terminal(*long)
    assert stderr_on_a_terminal(*long, "--no-progress") == ""
    assert python("-m", "noise_cffi", "render", *long).stderr == ""
    assert stderr_on_a_terminal(tmp_path / "a.bmp", "--size", "40x10") == ""


@POSIX
def test_ctrl_c_ends_the_work_and_leaves_no_file(tmp_path):
    options = ["--size", "16384x16384", "--octaves", "64", "--lacunarity", "1", "--progress", *GREY]
    command = [sys.executable, "-m", "noise_cffi", "render", "a.png", *options]
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs ignore it
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, preexec_fn=heard)
    try:
        shown = process.stderr.read(30)  # the bar is there: the work has begun
        process.send_signal(signal.SIGINT)
        _, rest = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert b"Rendering" in shown
    assert process.returncode == 1
    assert rest.endswith(b"Aborted!\n")
    assert b"Traceback" not in rest
    assert not any(tmp_path.iterdir())
