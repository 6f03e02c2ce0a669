"""Workers, threads, interrupts and another library's floating-point control word."""

import ctypes
import hashlib
import os
import platform
import shutil
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from recorded import FIELDS, bits, points

from noise_cffi import _compiled, eshelman, noise2, noise4, pnoise2, rombauts


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_workers_change_no_bit(name):
    field = FIELDS[name]
    columns = points(150_001, field.ndim, seed=3)
    expected = field(*columns).tobytes()
    for workers in (2, 3, 7, 16, -1, 10**9):
        assert field(*columns, workers=workers).tobytes() == expected


def test_workers_change_no_bit_of_strided_sums():
    x, y = (column.reshape(300, 500).T for column in points(150_000, 2, seed=4))
    noise = rombauts.SimplexNoise(frequency=0.1)
    expected = noise.fractal(5, x, y)
    for workers in (2, 5):
        out = np.zeros((500, 600), np.float32)[:, ::2]
        noise.fractal(5, x, y, out=out, workers=workers)
        assert (bits(out.copy()) == bits(expected)).all()
    periods = np.random.default_rng(1).integers(1, 9, (500, 300))
    assert pnoise2(x, y, 8, periods, workers=4).tobytes() == pnoise2(x, y, 8, periods).tobytes()


def test_sixteen_threads_on_one_field():
    columns = points(1_000_000, 2, seed=6)
    expected = noise2(*columns).tobytes()
    results = [None] * 16

    def work(k):
        results[k] = noise2(*columns).tobytes() == expected

    threads = [threading.Thread(target=work, args=(k,)) for k in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 16


@pytest.mark.parametrize("size", [2**15, 2**19])
def test_threads_of_a_small_stack_are_not_started(size):
    code = (
        f"import threading; threading.stack_size({size})\n"
        "import numpy as np\n"
        "from noise_cffi import snoise4\n"
        "field = snoise4.looped(None, 3, None).fbm(2)\n"
        "for _ in range(4):\n"
        "    field = snoise4.looped(None, 3, None).fbm(2).warped(field, 0.1)\n"
        "x = np.linspace(0, 3, 30_000)\n"
        "assert field(x, x, x, workers=4).tobytes() == field(x, x, x).tobytes()\n"
        "field.grid((20, 30, 40), workers=4)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one CPU cannot show it")
def test_the_main_thread_stays_alive():
    def count_beside(work):
        """Return how far this thread counts while another does some work."""
        stop = threading.Event()
        worker = threading.Thread(target=lambda: [work() for _ in iter(stop.is_set, True)])
        worker.start()
        end, n = time.perf_counter() + 0.3, 0
        while time.perf_counter() < end:
            n += 1
        stop.set()
        worker.join()
        return n

    columns, data = points(1_000_000, 2, seed=7), bytes(2**22)
    shares = []
    for _ in range(10):
        # Hashing lets go of the interpreter too: what is compared does not depend on how busy the machine is.
        alone = count_beside(lambda: hashlib.sha256(data))
        shares.append(count_beside(lambda: noise2(*columns)) / alone)
        if shares[-1] >= 0.8:
            return
    pytest.fail(f"the counting thread kept {shares} of its speed")


INTERRUPTED = """
import threading, time, signal, os, sys
import numpy as np
from noise_cffi import eshelman
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever was inherited
x = np.zeros(40_000_000, np.float32)
def ring():
    time.sleep(0.5)
    global rung
    rung = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=ring).start()
try:
    eshelman.octave_noise_4d(64, 0.9, 0.0, x, x, x, x, workers=int(sys.argv[1]))
except KeyboardInterrupt:
    print(time.perf_counter() - rung)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_interrupts_within_a_second(workers):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(workers)], capture_output=True, text=True, timeout=300, check=True
    )
    assert float(done.stdout) < 1


OFTEN = """
import signal, sys
import numpy as np
from noise_cffi import isa, noise4
if sys.argv[1] == "array":
    call = lambda a: noise4(a, 0.3, 0.7, a, workers=4)
else:
    call = lambda a: noise4.grid((64, 64, 64, 64), out=a.reshape(64, 64, 64, 64), step=0.1, workers=4)
with isa.select("scalar"):
    def interrupt(*_):
        raise KeyboardInterrupt
    signal.signal(signal.SIGALRM, interrupt)
    for _ in range(3):
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.1, 0.005)
            call(np.zeros(2**24, np.float32))
        except KeyboardInterrupt:
            pass
        finally:
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                signal.setitimer(signal.ITIMER_REAL, 0)
    print("alive")
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
@pytest.mark.parametrize("kind", ["array", "grid"])
def test_interrupts_that_rain_leave_threads_what_they_work_on(kind):
    done = subprocess.run(
        [sys.executable, "-c", OFTEN, kind], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr


FLUSHING = """
#include <xmmintrin.h>
unsigned get(void) { return _mm_getcsr(); }
void set(unsigned word) { _mm_setcsr(word); }
"""


@pytest.fixture(scope="module")
def control(tmp_path_factory):
    if platform.machine().lower() not in ("x86_64", "amd64"):
        pytest.skip("switches the control word of x86-64")
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    folder = tmp_path_factory.mktemp("control")
    (folder / "control.c").write_text(FLUSHING)
    library = folder / "control.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, folder / "control.c"], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.get.restype = ctypes.c_uint
    loaded.set.argtypes = [ctypes.c_uint]
    return loaded


@pytest.mark.parametrize("switch", [0x8040, 0x6000, 0x2000, 0x4000], ids=["flush", "truncate", "down", "up"])
def test_another_librarys_control_word_changes_no_bit_and_is_put_back(control, instruction_set, switch):
    tiny = np.float32([1e-42, -3e-45, 1e-20, -1e-38, 0.3, 12.7])
    # NumPy's own conversions follow the control word: they come first.
    backwards, wide, numbers = tiny[::-1].copy(), tiny.astype(float), [*tiny.tolist(), 0.1, 1 / 3]
    many = np.tile(wide, 10_000)

    def everything():
        for cache in (_compiled.sum_field, eshelman._sum, eshelman._scaled_sum, eshelman._scaled_raw):
            cache.cache_clear()
        noise = rombauts.SimplexNoise(amplitude=1e-40, frequency=0.1)
        return [
            noise2(tiny, backwards).tobytes(),
            [noise2(a, 1e-42).hex() for a in numbers],
            [noise2(1, a).hex() for a in numbers],
            [pnoise2(a, 1e-42, 3, 3).hex() for a in numbers],
            [pnoise2(1, a, 3, 3).hex() for a in numbers],
            noise4(wide, tiny[::-1], tiny, 0.5).tobytes(),
            noise2(many, 0.1, workers=2).tobytes(),
            noise2.grid((3, 3), step=1e-42).tobytes(),
            noise2.grid((3, 3), step=0.1).tobytes(),
            noise.fractal(3, tiny).tobytes(),
            [noise.fractal(3, a).hex() for a in numbers],
            [rombauts.SimplexNoise().fractal(1, a).hex() for a in numbers],
            [eshelman.octave_noise_2d(3, 0.5, 0.1, a, 0.3).hex() for a in numbers],
            eshelman.scaled_raw_noise_2d(0, 1e-40, 0.7, 0.3).hex(),
            eshelman.scaled_raw_noise_2d(0, 1e-40, tiny, tiny).tobytes(),
        ]

    before = control.get()
    expected = everything()
    try:
        control.set(before | switch)
        values = everything()
        after = control.get()
    finally:
        control.set(before)
    assert values == expected
    assert after & ~0x3F == (before | switch) & ~0x3F
