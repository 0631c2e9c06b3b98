"""The Python code in the guide and in the README runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def run_blocks(page: Path) -> int:
    """Runs the Python blocks of a page from top to bottom. Returns their number."""
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page.name, "exec"), names)
    return len(blocks)


def test_the_readme_runs() -> None:
    assert run_blocks(ROOT / "README.md") == 1


def test_the_page_about_python_runs_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("datasets")
    monkeypatch.chdir(tmp_path)
    assert run_blocks(ROOT / "src" / "guide" / "python.md") >= 5
