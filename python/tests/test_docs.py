"""The Python of the pages runs, page by page, and the examples leave their pictures."""

from __future__ import annotations

import os
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "docs/python.md"]
EXAMPLES = sorted((ROOT / "python" / "examples").glob("*.py"))


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    """An empty folder to run in; pictures are drawn without a screen."""
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(tmp_path)
    return tmp_path


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


@pytest.mark.parametrize("example", EXAMPLES, ids=[e.stem for e in EXAMPLES])
def test_example_leaves_a_picture(example, scratch):
    for module in re.findall(r"^(?:import|from) (\w+)", example.read_text(), re.MULTILINE):
        pytest.importorskip(module)
    runpy.run_path(str(example), run_name="__main__")
    pictures = [f for f in os.listdir(scratch) if f.endswith((".png", ".svg"))]
    assert pictures and all(os.path.getsize(p) > 2000 for p in pictures)
