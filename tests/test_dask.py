"""Lazy grids: whatever the chunks and whoever computes them, the bits are those of the whole grid."""

import builtins
import doctest
import hashlib
import json
import os
import pickle
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
da = pytest.importorskip("dask.array", reason="needs the extra dask")

import dask  # noqa: E402
from dask.base import tokenize  # noqa: E402
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from noise_cffi import Field, noise1, noise2, noise3, snoise2, snoise4  # noqa: E402
from noise_cffi.dask import _Source, grid  # noqa: E402

TERRAIN = snoise2.seeded(7).fbm(4, frequency=1 / 16, independent=True).scaled(0, 255)
VIEW = {"step": (0.3, 0.7), "origin": (2.5, -40), "start": (-5, 9)}
DOCS = Path(__file__).resolve().parent.parent / "docs"
SIZE = float(os.environ.get("NOISE_CFFI_STORE_GIB", "0.25"))  # the store that two workers write, in GiB


@pytest.fixture(autouse=True)
def _in_this_thread():
    with dask.config.set(scheduler="synchronous"):
        yield


CHUNKINGS = [
    1,
    7,
    (50, 70),
    (16, 32),
    (64, 128),
    -1,
    "auto",
    (-1, 1),
    ("auto", 3),
    {0: 11, 1: -1},
    ((1, 48, 1), (33, 37)),
    "1 KiB",
]


@pytest.mark.parametrize("chunks", CHUNKINGS, ids=str)
def test_every_chunking_has_the_bits_of_the_whole(chunks):
    lazy = grid(TERRAIN, (50, 70), chunks=chunks, **VIEW)
    assert (lazy.shape, lazy.dtype) == ((50, 70), np.dtype("f4"))
    made = lazy.compute()
    assert (type(made), made.dtype) == (np.ndarray, np.dtype("f4"))
    assert made.tobytes() == TERRAIN.grid((50, 70), **VIEW).tobytes()


def parts(size):
    """Return a strategy of chunks that fill a size."""
    cuts = st.sets(st.integers(1, size - 1), max_size=8) if size > 1 else st.just(set())
    return cuts.map(lambda inner: tuple(np.diff(sorted({0, size} | inner)).tolist()))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_random_chunks_of_every_dimension_have_the_bits_of_the_whole(data):
    field = data.draw(st.sampled_from([noise1, noise2.tiled(8, 4).fbm(3), noise3.seeded(1), snoise4]))
    shape = data.draw(st.tuples(*[st.integers(1, 40 if field.ndim < 3 else 9)] * field.ndim))
    chunks = data.draw(st.tuples(*map(parts, shape)))
    steps = st.floats(-2, 2).map(lambda step: step / 3)
    view = {
        "step": data.draw(st.tuples(*[steps] * field.ndim)),
        "start": data.draw(st.tuples(*[st.integers(-1000, 1000)] * field.ndim)),
        "origin": data.draw(st.floats(-9, 9)),
    }
    made = grid(field, shape, chunks=chunks, **view)
    assert made.chunks == chunks
    assert made.compute().tobytes() == field.grid(shape, **view).tobytes()


SLICES = [
    np.s_[3:7, 60:65],
    np.s_[::3, ::-2],
    np.s_[5],
    np.s_[-1, 7],
    np.s_[:, -1],
    np.s_[[1, 40, 3]],
    np.s_[2:2],
    np.s_[::-1, 60:1:-7],
    np.s_[..., None, 3],
]


@pytest.mark.parametrize("index", SLICES, ids=str)
def test_slices_have_the_bits_of_the_whole(index):
    whole = TERRAIN.grid((50, 70), **VIEW)
    assert np.array_equal(grid(TERRAIN, (50, 70), chunks=(16, 32), **VIEW)[index].compute(), whole[index])
    # Some versions of dask fuse slices into what they read from.
    source = _Source(TERRAIN, (50, 70), VIEW["step"], VIEW["origin"], VIEW["start"], np.dtype("f4"))
    fused = index if isinstance(index, tuple) else (index, slice(None))
    if all(isinstance(part, (slice, int)) for part in fused):
        assert np.array_equal(source[fused], whole[index])


def test_only_the_blocks_that_a_slice_touches_are_computed(monkeypatch):
    made = []
    original = _Source.__getitem__
    monkeypatch.setattr(_Source, "__getitem__", lambda self, index: made.append(index) or original(self, index))
    world = grid(snoise2.fbm(3, frequency=1 / 256), (10**6, 10**6), chunks=256)
    assert world.nbytes == 4 * 10**12
    here = world[500_000:500_010, 700_000:700_003].compute()
    assert here.tobytes() == snoise2.fbm(3, frequency=1 / 256).grid((10, 3), start=(500_000, 700_000)).tobytes()
    assert len(made) == 1


def test_grids_of_no_points_are_empty():
    assert grid(noise2, (0, 5)).compute().shape == (0, 5)
    assert grid(noise2, (0, 5), origin=2**25).compute().shape == (0, 5)  # as the whole grid: nothing to refuse


def test_equal_grids_have_equal_names():
    first = grid(TERRAIN, (50, 70), **VIEW)
    assert first.name == grid(pickle.loads(pickle.dumps(TERRAIN)), [50, 70], **VIEW).name
    others = [
        grid(TERRAIN.seeded(8), (50, 70), **VIEW),
        grid(TERRAIN, (50, 71), **VIEW),
        grid(TERRAIN, (50, 70), **{**VIEW, "step": 0.3}),
        grid(TERRAIN, (50, 70), **{**VIEW, "origin": 0}),
        grid(TERRAIN, (50, 70), **{**VIEW, "start": 0}),
        grid(TERRAIN, (50, 70), chunks=7, **VIEW),
    ]
    assert len({array.name for array in [first, *others]}) == 7


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
def test_fields_travel_to_threads_and_processes(scheduler):
    lazy = grid(TERRAIN, (50, 70), chunks=(25, 35), **VIEW)
    made = lazy.compute(scheduler=scheduler, num_workers=2)
    assert made.tobytes() == TERRAIN.grid((50, 70), **VIEW).tobytes()


def test_map_blocks_takes_a_field_and_coordinates():
    x, y = np.linspace(-9, 9, 61), np.linspace(3, 8, 47)[:, None]
    lazy = da.map_blocks(TERRAIN, da.from_array(x, chunks=16), da.from_array(y, chunks=(10, 1)), dtype="float32")
    assert (lazy.shape, lazy.dtype) == ((47, 61), np.dtype("f4"))
    assert lazy.compute().tobytes() == TERRAIN(x, y).tobytes()
    points = np.random.default_rng(5).uniform(-99, 99, (2, 1000))
    blocks = da.map_blocks(TERRAIN, *da.from_array(points, chunks=(1, 77)), dtype="float32")
    assert blocks.compute().tobytes() == TERRAIN(*points).tobytes()


def test_equal_fields_have_equal_tokens_in_every_process():
    made = "snoise2.seeded(7).fbm(4, frequency=1 / 16, independent=True).warped(noise2.tiled(8, None), 0.25)"
    field = eval(made)
    code = f"from noise_cffi import noise2, snoise2\nfrom dask.base import tokenize\nprint(tokenize({made}))"
    with dask.config.set({"tokenize.ensure-deterministic": True}):
        equal = [
            field,
            pickle.loads(pickle.dumps(field)),
            Field.from_dict(json.loads(json.dumps(field.to_dict()))),
        ]
        equal.append(field.with_permutation(field.permutation).seeded(7))
        tokens = {tokenize(one) for one in equal}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert tokens == {done.stdout.strip()}
        others = [field.seeded(8), field.scaled(-1, 1), field.with_permutation(field.permutation), noise2, snoise2]
        assert len({tokenize(one) for one in [field, *others]}) == 6


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: grid(abs, (2, 2)), TypeError, "'field' must be a Field (got builtin_function_or_method)"),
        (lambda: grid(noise2, 5), TypeError, "'shape' must be a sequence of 2 integers (got int)"),
        (lambda: grid(noise2, (2, -1)), ValueError, "'shape[1]' must be at least 0 (got -1)"),
        (lambda: grid(noise2, (2, 2), step=float("nan")), ValueError, "'step' must be finite (got nan)"),
        (
            lambda: grid(noise2, (2, 2), origin=(0, 1, 2)),
            ValueError,
            "'origin' must have 2 elements, one per axis (got 3)",
        ),
        (lambda: grid(noise2, (2, 2), start=1.5), TypeError, "'start' must be an integer (got float)"),
        (
            lambda: grid(noise2, (2, 2), start=2**53),
            ValueError,
            "'start' must be at most 2**53 with the shape added (got 9007199254740992)",
        ),
        (
            lambda: grid(noise2, (3, 10**8), step=0.5),
            ValueError,
            "'x' must be between -16777216 and 16777216 (got 49999999.5)",
        ),
        (
            lambda: grid(noise2, (3, 3), start=(-(2**25), 0)),
            ValueError,
            "'y' must be between -16777216 and 16777216 (got -33554432.0)",
        ),
        (
            lambda: grid(noise2.fbm(3), (10**7, 10**7)),
            ValueError,
            "'y' times the frequency of octave 2 must be between -16777216 and 16777216 (got 9999999.0 * 2.0)",
        ),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_computed(call, error, message):
    with pytest.raises(error) as raised:
        call()
    assert str(raised.value) == message


@pytest.mark.parametrize(
    "chunks",
    [0, -5, (0, 3), 1.5, None, "abc", (3,), ((2, 3), 4), ((5, 0), 4), float("nan"), ((-2, 6), 4)],
    ids=str,
)
def test_chunks_that_dask_does_not_take_are_refused(chunks):
    with pytest.raises(ValueError, match="'chunks' must be what dask takes for the shape \\(4, 4\\) \\(got"):
        grid(noise2, (4, 4), chunks=chunks)


def test_a_missing_dask_is_named_when_a_grid_is_made(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.partition(".")[0] == "dask":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=r"pip install 'noise-cffi\[dask\]'"):
        grid(noise2, (2, 2))


def test_the_page_on_worlds_holds():
    if not (DOCS / "worlds.md").exists():
        pytest.skip("the documentation is not beside the tests")
    result = doctest.testfile(str(DOCS / "worlds.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


# ---- a cluster ----


def peak(pid):
    """Return the most memory that a process has held, in MiB: 0 where the system does not tell, or it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0)


def store_with_a_killed_worker(folder, size, capsys):
    """Fill a Zarr store of `size` GiB by two workers, kill one half-way, and compare the digests."""
    distributed = pytest.importorskip("distributed", reason="needs the extra dask")
    zarr = pytest.importorskip("zarr", reason="needs zarr, of the extra dask")
    import psutil  # a requirement of distributed

    field, side = snoise2.seeded(2024).fbm(2, frequency=1 / 256), 2048
    rows = max(int(size * 2**30) // (4 * 8192 * side), 2) * side
    world = grid(field, (rows, 8192), chunks=side)
    store = zarr.open_array(str(folder / "world.zarr"), mode="w", shape=world.shape, chunks=side, dtype="f4")
    began = time.perf_counter()
    with (
        dask.config.set(scheduler=None),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            memory_limit="1 GiB",
            dashboard_address=None,
            local_directory=str(folder),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = client.run(os.getpid)
        assert len(set(pids.values())) == 2
        peaks = dict.fromkeys(pids.values(), 0)
        writing = client.compute(da.store(world, store, lock=False, compute=False))
        killed = None
        while not writing.done():
            for pid in peaks:
                peaks[pid] = max(peaks[pid], peak(pid))
            written = sum(path.is_file() for path in (folder / "world.zarr").rglob("*")) - 1  # one describes it
            if killed is None and written >= world.npartitions // 2:
                killed = next(iter(pids.values()))
                psutil.Process(killed).kill()
            time.sleep(0.05)
        writing.result()
        assert killed is not None
        for pid in client.run(os.getpid).values():
            peaks[pid] = max(peaks.get(pid, 0), peak(pid))
        assert len(peaks) >= 2
        assert killed not in client.run(os.getpid).values()
    wrote = time.perf_counter() - began
    stored, expected = hashlib.sha256(), hashlib.sha256()
    for row in range(0, rows, side):
        stored.update(np.ascontiguousarray(store[row : row + side]))
        expected.update(field.grid((side, 8192), start=(row, 0)))
    with capsys.disabled():
        shown = ", ".join(f"{pid} {most:.0f} MiB" for pid, most in peaks.items())
        print(f"\n{world.nbytes / 2**30:.2f} GiB in {wrote:.0f} s, killed {killed}; peaks: {shown}")
    assert stored.hexdigest() == expected.hexdigest()
    if sys.platform == "linux":
        assert 0 < max(peaks.values()) < 512  # however much is written: a block is 16 MiB


@pytest.mark.slow
def test_two_workers_fill_a_store_though_one_is_killed(tmp_path, capsys):
    store_with_a_killed_worker(tmp_path, SIZE, capsys)


@pytest.mark.slow
def test_the_program_on_the_page_fills_a_store(tmp_path):
    zarr = pytest.importorskip("zarr", reason="needs zarr, of the extra dask")
    pytest.importorskip("distributed", reason="needs the extra dask")
    if not (DOCS / "worlds.md").exists():
        pytest.skip("the documentation is not beside the tests")
    code = re.search(
        r"## 10¹² .*?```python\n(.*?)```", (DOCS / "worlds.md").read_text(encoding="utf-8"), re.DOTALL
    )[1]
    small = code.replace("side, block = 1_000_000, 4096", "side, block = 600, 256")
    small = small.replace("LocalCluster(", "LocalCluster(n_workers=2, ")
    assert code.count("4096") == small.count("4096") + 1
    (tmp_path / "world.py").write_text(small, encoding="utf-8")
    subprocess.run([sys.executable, "world.py"], cwd=tmp_path, check=True, timeout=120)
    terrain = snoise2.seeded(2024).fbm(10, frequency=1 / 4096, independent=True)
    store = zarr.open_array(str(tmp_path / "world.zarr"), mode="r")
    assert np.asarray(store[:]).tobytes() == terrain.grid((600, 600)).tobytes()
