"""Forks, other processes and subinterpreters."""

import multiprocessing
import os
import platform
import subprocess
import sys

import pytest

from noise_cffi import isa


def run(code, *arguments):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


FORK = """
import os, sys, threading
from array import array
from noise_cffi import noise3
x = array("f", [i / 7 for i in range(200_000)])
expected = noise3(x, 0.3, 0.7, workers=4)
stop = threading.Event()
threads = [threading.Thread(target=lambda: [noise3(x, 0.3, 0.7, workers=2) for _ in iter(stop.is_set, True)])
           for _ in range(3)]
for thread in threads:
    thread.start()
for _ in range(10):  # while other threads are in C
    child = os.fork()
    if child == 0:
        os._exit(0 if noise3(x, 0.3, 0.7, workers=3) == expected else 1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
stop.set()
for thread in threads:
    thread.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_children_forked_beside_threads_compute_the_same_bits():
    assert run(FORK) == ["0"] * 10


POOL = """
import multiprocessing, sys
from noise_cffi import noise2
field = noise2.seeded(7).fbm(3, frequency=0.1)
if __name__ == "__main__":
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        xs = [[0.1 * i + k for i in range(1000)] for k in range(4)]
        print([a.tobytes() for a in pool.starmap(field, [(x, 0.5) for x in xs])]
              == [field(x, 0.5).tobytes() for x in xs])
"""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_pools_of_processes_take_fields(method, tmp_path):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"needs the start method {method}")
    (tmp_path / "pool.py").write_text(POOL)
    command = [sys.executable, "-W", "ignore", tmp_path / "pool.py", method]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
if sys.argv[1] != "later":
    from noise_cffi import isa
    with_scalar = isa.select("scalar")
    with_scalar.__enter__()
if interpreters.__name__ == "_interpreters":
    made = interpreters.create("isolated" if sys.argv[1] == "isolated" else "legacy")
else:
    made = interpreters.create(isolated=sys.argv[1] == "isolated")
code = "import noise_cffi; print(noise_cffi.noise2([0.5], 0.25)[0].hex(), flush=True)"
try:
    error = interpreters.run_string(made, code)
    print("none" if error is None else error.msg.replace(" ", "_"))
except interpreters.RunFailedError if hasattr(interpreters, "RunFailedError") else () as error:
    print(str(error).replace(" ", "_"))
from noise_cffi import isa, noise2
print(isa.active(), noise2([0.5], 0.25)[0].hex(), flush=True)
"""
VALUE = "0x1.ccdcf00000000p-3"

cpython = pytest.mark.skipif(
    platform.python_implementation() != "CPython", reason="only CPython has subinterpreters"
)


@cpython
def test_a_subinterpreter_that_shares_the_gil_works():
    assert run(SUBINTERPRETER, "later") == [VALUE, "none", isa.available()[0], VALUE]


@cpython
def test_a_subinterpreters_import_leaves_the_choice_of_kernels_alone():
    assert run(SUBINTERPRETER, "legacy") == [VALUE, "none", "scalar", VALUE]


@cpython
@pytest.mark.skipif(sys.version_info < (3, 12), reason="before Python 3.12 every subinterpreter shares the GIL")
def test_a_subinterpreter_with_its_own_gil_is_refused():
    # By CFFI: what it generates says that it does not support them, and so the import fails cleanly.
    refusal, *rest = run(SUBINTERPRETER, "isolated")
    assert "does_not_support_loading_in_subinterpreters" in refusal
    assert rest == ["scalar", VALUE]
