"""The Python of the pages runs, page by page, and the examples leave their pictures."""

from __future__ import annotations

import os
import re
import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "docs/python.md"]
EXAMPLES = [e for e in sorted((ROOT / "python" / "examples").glob("*.py")) if "savefig" in e.read_text()]
DATA = [ROOT / "examples" / "data", Path(os.environ.get("THRUSTLINE_DATA", ROOT.parent / "shared" / "data"))]
MOST_BYTES = 150_000


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    """An empty folder to run in; pictures are drawn without a screen."""
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    if "matplotlib.pyplot" in sys.modules:  # the next one must not draw into this one's figures
        sys.modules["matplotlib.pyplot"].close("all")


def blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_python_of_a_page_runs(page, scratch):
    assert blocks(page)
    names: dict[str, object] = {}
    for block in blocks(page):
        for module in re.findall(r"^(?:import|from) (\w+)", block, re.MULTILINE):
            pytest.importorskip(module)
        exec(compile(block, page, "exec"), names)


def folder_with(names: list[str]) -> Path:
    """The folder of data that has these files."""
    for folder in DATA:
        if all((folder / name).exists() for name in names):
            return folder
    pytest.skip(f"no folder of data has {', '.join(names)}")


@pytest.mark.parametrize("example", EXAMPLES, ids=[e.stem for e in EXAMPLES])
def test_example_leaves_a_picture(example, scratch, monkeypatch):
    text = example.read_text()
    for module in re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE):
        pytest.importorskip(module)
    monkeypatch.setattr(sys, "argv", [str(example), str(folder_with(re.findall(r'folder / "([^"]+)"', text)))])
    runpy.run_path(str(example), run_name="__main__")
    pictures = [f for f in os.listdir(scratch) if f.endswith((".png", ".svg"))]
    assert pictures and all(2000 < os.path.getsize(p) < MOST_BYTES for p in pictures)


def test_pages_show_the_pictures_of_the_examples():
    page = (ROOT / "docs" / "python.md").read_text()
    for example in EXAMPLES:
        for name in re.findall(r'savefig\("([^"]+)"', example.read_text()):
            if example.stem != "first_steps":
                assert (ROOT / "docs" / "pictures" / name).stat().st_size < MOST_BYTES
                assert f"pictures/{name}" in page
