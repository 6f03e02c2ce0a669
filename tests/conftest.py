"""One fixture runs a test under every instruction set that the package knows."""

import pytest

from noise_cffi import isa

INSTRUCTION_SETS = ["avx512vbmi", "avx512", "avx2", "sse41", "neon", "scalar"]


@pytest.fixture(params=INSTRUCTION_SETS)
def instruction_set(request):
    """Use one instruction set; skip, visibly, where the machine lacks it."""
    if request.param not in isa.available():
        pytest.skip(f"this machine has no {request.param}")
    with isa.select(request.param):
        yield request.param
