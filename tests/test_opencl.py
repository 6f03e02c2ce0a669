"""The functions and whole fields on an OpenCL device: the recorded bits, the host's, and its errors.

Without PyOpenCL and a device the tests are skipped, unless NOISE_CFFI_OPENCL=1 says that there have to be both.
"""

import hashlib
import os
import subprocess
import sys
import warnings
from array import array
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import FIELDS, FUNCTIONS, SWEEPS, arguments, bits, hostile, points, rows, sweep_points, varying
from test_composed import RECORDED, digests, some_fields

import noise_cffi as nc
from noise_cffi import noise1, noise2, noise3, opencl, rombauts, snoise2, snoise3, snoise4

NEEDED = os.environ.get("NOISE_CFFI_OPENCL") == "1"
ORIGINALS = os.environ.get("NOISE_CFFI_ORIGINALS", "")
DOCS = Path(__file__).parent.parent / "docs"
EXACT = "-cl-fp32-correctly-rounded-divide-sqrt"
OCTAVES = {name: "int" if name.startswith("rombauts") else "float" for name in FUNCTIONS}

functions = pytest.mark.parametrize("function", FUNCTIONS)


@pytest.fixture(scope="module")
def device():
    if not NEEDED:
        cl = pytest.importorskip("pyopencl", reason="needs the extra opencl")
        try:
            cl.get_platforms()
        except cl.LogicError:
            pytest.skip("needs an OpenCL device, such as PoCL's")
    return opencl.Device()


def kernel(function, text_name=None):
    """Return a kernel that calls a function for every row, all of its arguments arrays."""
    types = {
        name: "int" if name.startswith("p") and name != "persistence" else "float" for name in arguments(function)
    }
    if "octaves" in types:
        types["octaves"] = OCTAVES[function]
    parameters = "".join(f"global const {kind} *{name}, " for name, kind in types.items())
    given = ", ".join(f"{name}[i]" for name in types)
    return (
        f"kernel void rows_{function}({parameters}global float *out)"
        f" {{ size_t i = get_global_id(0); out[i] = {text_name or function}({given}); }}\n"
    )


class Program:
    """Functions of a text, called for arrays of all of their arguments."""

    def __init__(self, device, text, options=(EXACT,)):
        import pyopencl as cl

        self.device = device
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", cl.CompilerWarning)  # an original is as it is
            program = cl.Program(device.context, text).build(options=list(options))
        self.kernels = {kernel.function_name: kernel for kernel in program.all_kernels()}

    def __call__(self, function, **columns):
        """Return the values."""
        import pyopencl.array

        queue = self.device.queue
        count = max(np.size(column) for column in columns.values())
        held = []
        for name in arguments(function):
            kind = "i4" if name.startswith("p") and name != "persistence" else "f4"
            if name == "octaves" and OCTAVES[function] == "int":
                kind = "i4"
            column = np.ascontiguousarray(np.broadcast_to(columns[name], count), kind)
            held.append(pyopencl.array.to_device(queue, column))
        out = pyopencl.array.empty(queue, count, np.float32)
        self.kernels[f"rows_{function}"](queue, (count,), None, *(h.data for h in held), out.data)
        return out.get()


@pytest.fixture(scope="module")
def program(device):
    return Program(device, opencl.source() + "".join(map(kernel, FUNCTIONS)))


# ---- the functions ----


@functions
def test_the_text_gives_the_recorded_bits(program, function):
    data = rows(function)
    values = program(function, **{name: data[name] for name in arguments(function)})
    assert (bits(values) == bits(data["value"])).all()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_text_gives_the_digest_of_every_sweep(program, function):
    for sweep in (s for s in SWEEPS if s["function"] == function):
        columns = dict(zip(varying(function), sweep_points(sweep), strict=True))
        values = program(function, **columns, **sweep.get("parameters", {}))
        assert hashlib.sha256(values.astype("<f4").tobytes()).hexdigest() == sweep["sha256"]


def test_the_text_is_that_of_the_c_files():
    csrc = Path(__file__).parent.parent / "csrc"
    if not csrc.exists():
        pytest.skip("the source tree is not beside the tests")
    text = opencl.source()
    for name in ("lattice.h", "noise1234.c", "simplexnoise1234.c", "rombauts.c", "eshelman.c"):
        lines = [line for line in (csrc / name).read_text().splitlines() if not line.startswith("#include")]
        assert "\n".join(lines) in text
    assert "#include" not in text
    assert "#pragma OPENCL FP_CONTRACT OFF" in text


@pytest.mark.skipif(not ORIGINALS, reason="NOISE_CFFI_ORIGINALS is not set: no original to compare with")
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_original_opencl_file_gives_equal_bits(device, program, n):
    function = f"snoise{n}"
    text = Path(ORIGINALS, "simplexnoise1234.cl").read_text()
    original = Program(device, f"#pragma OPENCL FP_CONTRACT OFF\n{text}\n{kernel(function)}")
    for part in range(4):
        make = hostile if part % 2 else points
        columns = dict(zip(varying(function), make(1_000_000, n, seed=200 + part), strict=True))
        assert (bits(program(function, **columns)) == bits(original(function, **columns))).all()


# ---- fields ----


def check(device, field, columns):
    """Compare a field's values at points and on a grid with the host's."""
    assert (bits(device(field, *columns)) == bits(field(*columns))).all()
    shape, where = (3, 1, 2, 33)[-field.ndim :], {"step": 0.173, "origin": -1.7, "start": 5}
    assert (bits(device.grid(field, shape, **where)) == bits(field.grid(shape, **where))).all()


@pytest.mark.slow
def test_composed_fields_give_the_recorded_digests(device):
    made = digests(device.grid)
    assert made == RECORDED


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_fields_have_the_hosts_bits_at_hostile_points(device, name):
    base = FIELDS[name]
    columns = hostile(100_000, base.ndim, seed=61)
    few = [c / np.float32(64) for c in columns]
    check(device, base, columns)
    check(device, base.with_permutation(np.random.default_rng(5).permutation(256)), columns)
    check(device, base.fbm(6, frequency=-0.37, lacunarity=1.9, persistence=0.45), few)
    check(device, base.seeded(1).ridged_multifractal(4, independent=True, weights=[1, -0.25, 3, 1]), few)
    check(
        device, base.seeded(1).turbulence(3, frequency=1e-41).warped(base.scaled(-2, 5), -0.75).scaled(-1, 0), few
    )


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_tiles_and_loops_have_the_hosts_bits(device, n):
    columns = hostile(100_000, n, seed=62)
    for periods in ((1, 256, None, 2**24), (257, 3, 2**24 - 1, 8)):
        check(device, FIELDS[f"noise{n}"].seeded(3).tiled(*periods[:n]), columns)
    loops = {1: snoise2.looped(5), 2: snoise4.looped(0.03125, 7e6), 3: snoise4.looped(None, 2.5, None), 4: None}[n]
    if loops is not None:
        check(device, loops, columns)
        check(device, loops.seeded(3).fbm(3, independent=True), [c / np.float32(64) for c in columns])


def test_octaves_may_be_many(device):
    field = snoise2.fbm(64, lacunarity=1.1, independent=True)
    check(device, field, points(1000, 2))


@settings(max_examples=25, deadline=None)
@given(some_fields(), st.integers(0, 2**32))
def test_fields_of_every_kind_have_the_hosts_bits(device, field, seed):
    check(device, field, points(1000, field.ndim, seed=seed, reach=100))


def test_fields_with_zeros_of_either_sign_are_told_apart(device):
    for lo in (0.0, -0.0):
        field = noise1.warped(noise1.scaled(-1, lo) if lo else noise1, 0.5).scaled(-0.5, 0.5)
        check(device, field, [np.float32([0.0, -0.0, 1, -1])])


# ---- values in, results out ----


def test_coordinates_are_taken_as_on_the_host(device):
    x, y = points(600, 2)
    for first, second in (
        (x.reshape(20, 30), y[:30]),
        (x[::2], y[1::2]),
        (x.astype(float), 0.5),
        (np.arange(12, dtype=">i2").reshape(3, 4), np.float16(0.25)),
        (np.empty((0, 3), "f4"), 1.5),
        (2**40 // 2**20 + np.arange(3), np.int64(7)),
    ):
        values, expected = device(noise2, first, second), noise2(first, second)
        assert type(values) is np.ndarray
        assert values.shape == expected.shape
        assert (bits(values) == bits(expected)).all()
    assert device(noise2, 0.5, 0.25) == noise2(0.5, 0.25)
    assert type(device(noise2, 0.5, np.float32(0.25))) is float
    assert device(noise2, [0.5, 1.5], 0.25) == noise2([0.5, 1.5], 0.25)
    assert device(noise2, array("d", [0.5]), 0.25) == noise2(array("d", [0.5]), 0.25)
    assert device(noise2, [], 0.25) == array("f")


def test_results_stay_on_the_device_or_go_where_one_wants_them(device):
    import pyopencl.array

    x, y = points(500, 2)
    kept = device(noise2, x, y, keep=True)
    assert isinstance(kept, pyopencl.array.Array)
    held = [pyopencl.array.to_device(device.queue, c) for c in (x, y)]
    again = device(snoise2, *held)
    assert isinstance(again, pyopencl.array.Array)
    assert (bits(again.get()) == bits(snoise2(x, y))).all()
    assert (bits(device(snoise2, held[0][100:], 0.5).get()) == bits(snoise2(x[100:], 0.5))).all()
    assert (bits(device(noise2, kept, again).get()) == bits(noise2(noise2(x, y), snoise2(x, y)))).all()
    assert isinstance(device.grid(noise2, (2, 3), keep=True), pyopencl.array.Array)
    for out in (np.empty((20, 30), "f4"), np.empty((30, 20), "f4").T):
        assert device.grid(noise2, (20, 30), step=0.3, out=out) is out
        assert (bits(out) == bits(noise2.grid((20, 30), step=0.3))).all()
    out = array("f", bytes(4 * 6))
    assert device.grid(noise2, (2, 3), step=0.3, out=out) is out
    assert (bits(out) == bits(noise2.grid((2, 3), step=0.3)).ravel()).all()
    out = np.empty(500, "f4")
    assert device(noise2, x, y, out=out) is out
    assert (bits(out) == bits(noise2(x, y))).all()


def said(call):
    with pytest.raises((TypeError, ValueError)) as error:
        call()
    return error.type, str(error.value)


def test_errors_are_those_of_the_host(device):
    x = np.linspace(-5, 5, 1000, dtype=np.float32).reshape(10, 100)
    nan, huge = x.copy(), x.copy()
    nan[3, 7] = nan[9, 1] = np.nan
    huge[0, 99], huge[2] = np.inf, -1.7e7
    far = snoise2.warped(noise2, 2e8)
    for field, *coordinates in (
        *((noise2, nan, x), (noise2, x, nan), (noise2, huge, nan), (noise2, 0.5, float("inf"))),
        *((noise2, 2**30, x), (noise2, np.arange(5) * 10**7, 0.5), (noise2, [0.5, 2e7], 0.5)),
        *((snoise2.fbm(30), x, 0.7), (snoise2.fbm(30, independent=True), x, 0.7), (far, x, x)),
        *((noise2.warped(far, 0.5), x, x), (snoise4.looped(3, 5), x, nan), (noise2, "a", 0.5), (noise2, True, x)),
        *((noise2, None, 0.5), (noise2, x[:7], x), (noise2, [1.0], [1.0, 2.0]), (noise2, 1j, 1)),
    ):
        assert said(lambda f=field, c=coordinates: device(f, *c)) == said(lambda f=field, c=coordinates: f(*c))
    for field, shape, where in (
        *((noise2, (300, 300), {"step": 1e6}), (noise3, (2, 3, 40), {"origin": (0, 0, -16777200), "step": -1})),
        *((snoise2.fbm(3), (30, 30), {"step": 5e5}), (noise2, (3,), {}), (noise2, 3, {}), (noise2, (3, -1), {})),
        *(
            (noise2, (3, 3), {"step": float("nan")}),
            (noise2, (3, 3), {"origin": "a"}),
            (far, (9, 9), {"step": 0.3}),
        ),
        *((noise2, (3, 3), {"start": 2**53}), (noise2, (3, 3), {"step": 1e300})),
        (noise2, (3, 3), {"out": np.empty((3, 4), "f4")}),
    ):
        assert said(lambda f=field, s=shape, w=where: device.grid(f, s, **w)) == said(
            lambda f=field, s=shape, w=where: f.grid(s, **w)
        )


def test_what_only_a_device_refuses(device):
    import pyopencl.array

    x = pyopencl.array.to_device(device.queue, np.float32([0.5, 3e7, 0, 0]))
    for call, kind, message in (
        (lambda: device(noise2, 0.5), TypeError, "takes as many coordinates (got 1)"),
        (lambda: device("noise2", 0.5), TypeError, "'field' must be a Field (got str)"),
        (lambda: device(nc.pnoise2, 0.5, 0.5), TypeError, "'field' must be a Field"),
        (
            lambda: device(noise1, x),
            ValueError,
            "'x' must be between -16777216 and 16777216 (got 30000000.0 at index 1)",
        ),
        (lambda: device(noise2, x, np.zeros(4)), TypeError, "'y' must be a number or on the device"),
        (lambda: device(noise2, x, x[:1]), ValueError, "'y' must have the shape of the arrays before it"),
        (lambda: device(noise1, x.astype("f8")), TypeError, "'x' must be of float32 where it is on the device"),
        (lambda: device(noise1, x[::2]), ValueError, "'x' must be contiguous where it is on the device"),
        (lambda: device(noise1, x, out=np.empty(4, "f4")), TypeError, "'out' must be left out"),
        (lambda: device(noise1, 0.5, keep=1), TypeError, "'keep' must be True or False"),
        (lambda: opencl.Device("no such device"), ValueError, "'device' must be one of "),
        (lambda: opencl.Device(7), TypeError, "'device' must be a device or context of PyOpenCL, or a name"),
        (lambda: opencl.source(3), TypeError, "'field' must be a Field (got int)"),
        (lambda: opencl.source(noise2, 3), TypeError, "'name' must be a str (got int)"),
        (lambda: opencl.source(noise2, "a b"), ValueError, "'name' must be an identifier of C (got 'a b')"),
    ):
        with pytest.raises(kind) as error:
            call()
        assert message in str(error.value)


def test_programs_are_kept(device, monkeypatch):
    field = noise2.seeded(123456)
    first = device(field, 0.5, 0.25)
    monkeypatch.setattr(device, "_build", None)
    assert device(noise2.seeded(123456), 0.5, 0.25) == first
    with pytest.raises(TypeError):
        device(noise2.seeded(123457), 0.5, 0.25)


def test_a_device_is_found_by_its_name(device):
    assert opencl.Device(device.device.name[:5].upper()).device == device.device
    assert opencl.Device(device.context).context == device.context
    assert opencl.Device(device.device).differs == ()


# ---- what does not keep the bits ----


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda text: text.replace("FP_CONTRACT OFF", "FP_CONTRACT ON"), "sums of products"),
        (lambda text: text.replace("a[i] / b[i]", "a[i] * (1.0f / b[i])"), "quotients"),
        (
            lambda text: text.replace("= a[i] * b[i];", "= fabs(a[i] * b[i]) < 0x1p-126f ? 0.0f : a[i] * b[i];"),
            "subnormal products",
        ),
        (lambda text: text.replace("return 72.0f", "return 73.0f"), "snoise3"),
    ],
)
def test_a_device_that_differs_is_refused_at_the_start(device, monkeypatch, change, wrong):
    build = opencl.Device._build
    monkeypatch.setattr(opencl.Device, "_build", lambda self, text: build(self, change(text)))
    with pytest.raises(RuntimeError, match=f"^'device' must keep IEEE arithmetic .* differs in .*{wrong}"):
        opencl.Device()
    assert wrong in opencl.Device(exact=False).differs


def test_without_pyopencl_the_text_is_there_and_a_device_says_what_is_missing():
    code = """
import sys
sys.modules["pyopencl"] = sys.modules["numpy"] = None
from noise_cffi import noise2, opencl
assert "float noise2(float x, float y)" in opencl.source(noise2, "f")
try:
    opencl.Device()
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Device needs PyOpenCL and NumPy: pip install 'noise-cffi[opencl]'\n"


# ---- one's own kernels ----


def test_texts_of_several_fields_follow_one_another(device):
    import pyopencl as cl

    a, b = snoise2.seeded(1).fbm(3).warped(noise2.tiled(4, 4), 0.5), snoise3.looped(5, None).seeded(2)
    c = rombauts.noise2.seeded(3)
    text = opencl.source(a, "a") + opencl.source(b, "b") + opencl.source() + opencl.source(c, "c")
    text += (
        "kernel void together(float x, global float *out) { out[0] = a(x, 1.5f) + b(x, 2.5f) * c(x, noise1(x)); }"
    )
    out = cl.array.empty(device.queue, 1, np.float32)
    program = cl.Program(device.context, text).build(options=[EXACT])
    program.together(device.queue, (1,), None, np.float32(0.25), out.data)
    f = np.float32
    expected = f(a(0.25, 1.5)) + f(b(0.25, 2.5)) * f(c(0.25, noise1(0.25)))
    assert bits(out.get()) == bits([expected])


def test_the_value_is_nan_outside_the_domain(device):
    import pyopencl as cl

    text = (
        opencl.source(snoise2.warped(noise2, 1), "f") + "kernel void k(global float *x) { x[0] = f(x[0], 0.5f); }"
    )
    for bad in (np.nan, np.inf, -np.inf, 2.0**24 + 2, -3e38):
        x = cl.array.to_device(device.queue, np.float32([bad]))
        cl.Program(device.context, text).build().k(device.queue, (1,), None, x.data)
        assert np.isnan(x.get()).all()


def test_the_examples_of_the_page_hold(device):
    if not (DOCS / "opencl.md").exists():
        pytest.skip("the pages are not beside the tests")
    blocks = (DOCS / "opencl.md").read_text(encoding="utf-8").split("```python\n")[1:]
    names = {}
    assert blocks
    for block in blocks:
        exec(block.partition("```")[0], names)


@pytest.mark.parametrize(
    "made", [noise2.precise(), noise2.turned(0.1), noise2.warped(noise2.damped(2), 1)], ids=repr
)
def test_what_devices_do_not_compute_is_refused(made):
    with pytest.raises(ValueError, match="'field' must not be (precise|turned|damped) on a device"):
        opencl.source(made)


def test_pictures_are_the_same_on_a_device(device, tmp_path):
    pytest.importorskip("click", reason="needs the extra image")
    for name in ("cpu", "opencl"):
        command = [sys.executable, "-m", "noise_cffi", "render", str(tmp_path / f"{name}.png"), "--size", "64x48"]
        more = ["--device", name, "--function", "noise3", "--origin", "1,2,0.5", "--seed", "7"]
        done = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "cpu.png").read_bytes() == (tmp_path / "opencl.png").read_bytes()
