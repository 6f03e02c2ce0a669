"""What the documentation shows is what happens."""

import doctest
import importlib
import importlib.metadata
import pkgutil
from pathlib import Path

import pytest

import noise_cffi

MODULES = ["noise_cffi", *(f"noise_cffi.{m.name}" for m in pkgutil.iter_modules(noise_cffi.__path__))]
DOCUMENTED = [name for name in MODULES if not name.rpartition(".")[2].startswith("_") and not name.endswith("cli")]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples_of_public_modules_hold(name):
    for extra, module in (("dask", "dask.array"), ("plot", "matplotlib")):
        if name == f"noise_cffi.{extra}":
            pytest.importorskip(module, reason=f"needs the extra {extra}")
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_examples_of_the_readme_hold():
    readme = Path(__file__).parent.parent / "README.md"
    if not readme.exists():
        pytest.skip("README.md is not beside the tests")
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", DOCUMENTED)
def test_public_names_have_docstrings(name):
    module = importlib.import_module(name)
    for public in getattr(module, "__all__", []):
        assert getattr(module, public).__doc__, public


def test_the_readme_has_no_hole():
    root = Path(__file__).parent.parent
    if not (root / "README.md").exists():
        pytest.skip("README.md is not beside the tests")
    assert "@" not in (root / "README.md").read_text(encoding="utf-8")


def test_the_version_is_that_of_the_installed_package():
    assert noise_cffi.__version__ == importlib.metadata.version("noise-cffi")
