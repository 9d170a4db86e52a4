"""The installed package: what it says of itself, its doctests, its import."""

from __future__ import annotations

import doctest
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import thrustline as tl

HERE = Path(__file__).resolve().parent


def test_the_installed_package_is_tested():
    assert HERE.parent not in Path(tl.__file__).resolve().parents


@pytest.mark.parametrize(
    "name", [m.name for m in pkgutil.walk_packages(tl.__path__, "thrustline.") if m.name != "thrustline._core"]
)
def test_examples_in_docstrings(name):
    if name == "thrustline.geo":  # its examples import these
        for package in ("geopandas", "pyarrow", "shapely"):
            pytest.importorskip(package)
    try:
        module = importlib.import_module(name)
    except ImportError as missing:
        pytest.skip(f"{name} needs {missing.name}")
    assert doctest.testmod(module).failed == 0


def test_public_functions_are_documented():
    for name in tl.__all__:
        assert getattr(tl, name).__doc__, name


@pytest.mark.parametrize("name", [n for n in tl.__all__ if n.startswith("simplify") or n == "significance"])
def test_shared_arguments_are_documented(name):
    """In the help of each function that has them, whatever the interpreter does to docstrings."""
    text = inspect.getdoc(getattr(tl, name))
    assert "{shared}" not in text and ">>> " in text
    documented = re.findall(r"^(\w+) : ", text, re.MULTILINE)
    for parameter in ("offsets", "closed", "metric", "invalid", "sentinel", "pins", "rings", "on", "stream"):
        assert documented.count(parameter) == 1, parameter


def test_build_info_and_cuda_status_agree():
    info, status = tl.build_info(), tl.cuda_status()
    assert info.version == tl.__version__
    assert status.available or status.reason
    assert bool(info.cuda_toolkit) or not status.available
    assert tl.Executor.best().is_cuda == status.available


def test_import_takes_less_than_that_of_numpy():
    """The least times of ten processes that import numpy, then thrustline: a ratio, as machines differ."""
    code = """if True:
        import time
        begin = time.perf_counter()
        import numpy
        between = time.perf_counter()
        import thrustline
        print(between - begin, time.perf_counter() - between)
    """
    runs = [subprocess.check_output([sys.executable, "-c", code]).split() for _ in range(10)]
    of_numpy, of_thrustline = (min(map(float, times)) for times in zip(*runs))
    assert of_thrustline < of_numpy


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this interpreter has a global lock")
def test_import_leaves_a_free_threaded_interpreter_without_its_lock():
    code = "import sys, numpy, thrustline; print(sys._is_gil_enabled())"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"


def test_import_brings_no_optional_package():
    code = "import sys, thrustline; print([m for m in ('shapely', 'pyarrow', 'pandas', 'torch') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


@pytest.mark.skipif("THRUSTLINE_WHEEL" not in os.environ, reason="THRUSTLINE_WHEEL names no wheel")
def test_wheel_of_cpu_engines_is_at_most_6_mb():
    if tl.build_info().cuda_toolkit:
        pytest.skip("the wheel has CUDA engines")
    assert Path(os.environ["THRUSTLINE_WHEEL"]).stat().st_size <= 6_000_000


def test_a_missing_package_is_named_with_the_extra_that_brings_it():
    call = "import sys; sys.modules['shapely'] = None; import thrustline as tl; tl.geo.simplify(object(), 1)"
    run = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True)
    assert 'shapely is not installed: pip install "thrustline[geo]" brings it' in run.stderr
