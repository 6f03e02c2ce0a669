"""Pictures in notebooks and figures: each pixel against the values that it shows."""

import io

import pytest

import noise_cffi as nc

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")


# ---- notebooks ----


def preview(field):
    with Image.open(io.BytesIO(field._repr_png_())) as image:
        assert image.mode == "L"
        return np.asarray(image).astype(int)


def stretched(values):
    values = values.astype("f8")
    return np.rint((values - values.min()) / np.ptp(values) * 255).astype(int)


@pytest.mark.parametrize(
    ("field", "span", "origin"),
    [
        (nc.snoise2, 4, 0),
        (nc.snoise2.fbm(6, frequency=1 / 256), 4 * 256, 0),
        (nc.noise2.fbm(2, frequency=-2).scaled(0, 255), 2, 0),
        (nc.noise2.tiled(8, 4), 8, 0),
        (nc.noise2.tiled(32, 32), 4, 0),
        (nc.noise3.turbulence(3, frequency=0.5), 8, (1, 0, 0)),
        (nc.snoise4.looped(None, None, 5), 4, (0.5, 0, 0)),
        (nc.eshelman.raw_noise_4d, 4, (0.5, 0.5, 0, 0)),
    ],
    ids=repr,
)
def test_a_field_shows_some_cells_of_itself(field, span, origin):
    depth = (1,) * (field.ndim - 2)
    values = field.grid((*depth, 256, 256), step=span / 256, origin=origin).reshape(256, 256)
    assert np.array_equal(preview(field), stretched(values))


def test_a_field_in_one_dimension_shows_a_curve():
    shown = preview(nc.noise1)
    assert shown.shape == (64, 256)
    assert np.unique(shown).tolist() == [64, 255]
    values = nc.noise1.grid(256, step=1 / 64).astype("f8")
    tops = (shown == 64).sum(axis=0) - 1
    assert np.array_equal(tops, np.rint((values - values.min()) / np.ptp(values) * 63))


def test_constant_and_dear_fields_show_something_and_others_nothing():
    assert np.unique(preview(nc.noise2.fbm(2, frequency=0))).tolist() == [128]
    by = nc.snoise3.warped(nc.snoise3.warped(nc.snoise3.fbm(64, lacunarity=1), 1), 1)
    coarse = preview(nc.snoise3.warped(by, 1))
    assert coarse.shape == (256, 256)
    assert len(np.unique(coarse)) == 256
    assert np.array_equal(coarse, np.repeat(np.repeat(coarse[::2, ::2], 2, 0), 2, 1))
    dear = nc.snoise3
    for _ in range(256):  # half a million evaluations a point
        dear = dear.warped(by, 1)
    assert dear._repr_png_() is None
    assert nc.snoise2.fbm(2, frequency=1e-30)._repr_png_() is None
    assert nc.snoise2.warped(nc.snoise2, 1e9)._repr_png_() is None


def test_ipython_finds_the_picture():
    formatters = pytest.importorskip("IPython.core.formatters", reason="needs IPython")
    shown, _ = formatters.DisplayFormatter().format(nc.snoise2)
    assert shown["text/plain"] == "snoise2"
    assert shown["image/png"][:4] == b"\x89PNG"


# ---- figures ----

matplotlib = pytest.importorskip("matplotlib", reason="needs the extra plot")
matplotlib.use("agg")

from matplotlib import pyplot  # noqa: E402
from matplotlib.colors import LightSource  # noqa: E402

from noise_cffi import plot  # noqa: E402

TERRAIN = nc.snoise2.seeded(7).fbm(5)


@pytest.fixture(autouse=True)
def _no_figures_are_left():
    yield
    pyplot.close("all")


def drawn(width, height, draw):
    """Return the pixels of a figure that is all Axes, one a value."""
    figure = pyplot.figure(figsize=(width / 100, height / 100), dpi=100)
    axes = figure.add_axes((0, 0, 1, 1))
    assert draw(axes) is axes
    axes.set_axis_off()
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba())[..., :3].astype(int)


@pytest.mark.parametrize(
    ("field", "view", "bounds"),
    [
        (TERRAIN, {"step": 1 / 32}, (-1, 1)),
        (TERRAIN.scaled(3, 9), {"step": 1 / 32, "start": (-7, 5)}, (3, 9)),
        (nc.noise2.turbulence(3), {"step": 1 / 16, "origin": (0.5, 2)}, (0, 1)),
        (nc.snoise3, {"step": 1 / 16, "origin": (0.7, 1, 2)}, (-1, 1)),
        (nc.noise4.ridged_multifractal(2), {"step": 1 / 16, "origin": (0.7, 0.3, 1, 2)}, (0, 1)),
    ],
    ids=repr,
)
def test_each_pixel_of_an_image_is_the_colour_of_its_value(field, view, bounds):
    got = drawn(80, 60, lambda axes: plot.image(field, ax=axes, shape=(60, 80), colormap="magma", **view))
    values = field.grid((1,) * (field.ndim - 2) + (60, 80), **view).reshape(60, 80)
    norm = pyplot.Normalize(*bounds)
    want = matplotlib.colormaps["magma"](norm(values), bytes=True)[..., :3].astype(int)
    assert np.abs(got - want).max() <= 1
    assert (got != want).mean() < 0.01  # matplotlib resamples in another precision
    assert len(np.unique(got)) > 50


def test_bounds_of_an_image_can_be_given():
    got = drawn(
        40, 40, lambda axes: plot.image(nc.snoise2, ax=axes, shape=(40, 40), lo=0, hi=0.1, colormap="gray")
    )
    values = nc.snoise2.grid((40, 40), step=1 / 64)
    assert (got[values < 0] == 0).all()
    assert (got[values > 0.1] == 255).all()


def test_axes_have_the_coordinates_of_the_samples():
    axes = plot.image(nc.noise2, shape=(10, 20), step=(0.5, 0.25), origin=(3, 7), start=(2, -4), colorbar=True)
    left, right, bottom, top = axes.images[0].get_extent()
    # The centres of the first and of the last pixel.
    assert (left + 0.125, right - 0.125) == (6, 6 + 19 * 0.25)
    assert (top + 0.25, bottom - 0.25) == (4, 4 + 9 * 0.5)
    assert axes.yaxis_inverted()
    assert axes is pyplot.gcf().axes[0]
    assert len(pyplot.gcf().axes) == 2  # the bar of colours


def test_a_relief_is_lit_from_where_the_light_is():
    view = {"shape": (60, 80), "step": 1 / 32}
    light = {"azimuth": 200, "altitude": 30, "exaggeration": 0.7}
    got = drawn(80, 60, lambda axes: plot.relief(TERRAIN.scaled(0, 10), ax=axes, colormap="gray", **view, **light))
    values = TERRAIN.scaled(0, 10).grid((60, 80), step=1 / 32).astype("f8")
    shade = LightSource(200, 30).hillshade(values, vert_exag=0.7 / 5, dx=1 / 32, dy=1 / 32)
    grey = matplotlib.colormaps["gray"](values / 10)[..., :1]
    shade = shade[..., None]
    want = 2 * shade * grey + (1 - 2 * shade) * grey**2  # "soft light"
    assert np.abs(got - want * 255).max() <= 1.5
    near, far = (
        drawn(
            80,
            60,
            lambda axes, f=f, s=s: plot.relief(nc.snoise2.fbm(2, frequency=f), ax=axes, **{**view, "step": s}),
        )
        for f, s in ((1, 1 / 32), (1 / 64, 2))
    )
    assert np.array_equal(near, far)  # the same land, in other units
    lit = drawn(80, 60, lambda axes: plot.relief(nc.snoise2, ax=axes, colormap="gray", azimuth=90, **view))
    slope = np.gradient(nc.snoise2.grid((60, 80), step=1 / 32), axis=1)
    flat = drawn(80, 60, lambda axes: plot.relief(nc.snoise2, ax=axes, colormap="gray", exaggeration=0, **view))
    brighter = (lit - flat)[..., 0]
    assert brighter[slope < -0.03].mean() > 10 > -10 > brighter[slope > 0.03].mean()  # what faces east is bright


def test_a_profile_has_the_values_along_its_line():
    axes = plot.profile(nc.noise3, (0, 0, 0.5), (3, 4, 0.5), points=101, color="red", label="a line")
    (line,) = axes.lines
    assert (line.get_color(), line.get_label()) == ("red", "a line")
    assert np.allclose(line.get_xdata(), np.linspace(0, 5, 101))
    want = nc.noise3(np.linspace(0, 3, 101), np.linspace(0, 4, 101), 0.5)
    assert line.get_ydata().tobytes() == want.tobytes()
    other = pyplot.figure().subplots()
    for begin, end in ((2, 4), ([2], (4,))):
        assert plot.profile(nc.noise1, begin, end, ax=other, points=5) is other
    assert other.lines[1].get_xdata().tolist() == [2, 2.5, 3, 3.5, 4]
    assert other.lines[1].get_ydata().tobytes() == nc.noise1.grid(5, step=0.5, origin=2).tobytes()


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: plot.image(1), TypeError, "'field' must be a Field (got int)"),
        (lambda: plot.profile(nc.pnoise1, 0, 1), TypeError, "'field' must be a Field (got function)"),
        (lambda: plot.image(nc.noise1), ValueError, "'field' must have two to four dimensions (got 1): profile"),
        (lambda: plot.relief(nc.noise2, shape=(0, 5)), ValueError, "'shape[0]' must be at least 1 (got 0)"),
        (lambda: plot.image(nc.noise2, shape=(5, 5, 5)), ValueError, "'shape' must have 2 elements"),
        (lambda: plot.image(nc.noise3, origin=(0, 0)), ValueError, "'origin' must have 3 elements, one per axis"),
        (lambda: plot.image(nc.noise2, step=1e9), ValueError, "must be between -16777216 and 16777216"),
        (lambda: plot.relief(nc.noise2, step=0), ValueError, "'step' must not be 0 along x and y (got 0)"),
        (lambda: plot.profile(nc.noise2, (0, 0), (1, 1e9)), ValueError, "'y' must be between"),
        (lambda: plot.image(nc.noise2, lo=2), ValueError, "'hi' must be above 'lo' (got 1.0 and 2.0)"),
        (lambda: plot.image(nc.noise2, hi=float("nan")), ValueError, "'hi' must be finite (got nan)"),
        (lambda: plot.relief(nc.noise2, azimuth="n"), TypeError, "'azimuth' must be a real number (got str)"),
        (lambda: plot.profile(nc.noise2, 0, 1), TypeError, "'begin' must be a sequence of 2 numbers (got int)"),
        (
            lambda: plot.profile(nc.noise2, (0, 0), (1,)),
            ValueError,
            "'end' must have 2 elements, one per coordinate",
        ),
        (
            lambda: plot.profile(nc.noise2, (0, 0), (1, 1), points=1),
            ValueError,
            "'points' must be at least 2 (got 1)",
        ),
    ],
)
def test_wrong_parameters_are_refused_by_name(call, kind, message):
    with pytest.raises(kind) as caught:
        call()
    assert message in str(caught.value)
    assert not pyplot.get_fignums()
