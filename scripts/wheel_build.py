"""Builds the Python package as maturin does, but leaves nothing in the clone: cargo compiles into a temporary folder, unless
CARGO_TARGET_DIR names another one to reuse."""

from __future__ import annotations

import os
import sysconfig
import tempfile
from typing import Any

import maturin
from maturin import (  # noqa: F401: what an installer asks a build backend for
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_wheel,
)


def build_wheel(*arguments: Any, **options: Any) -> str:
    """Builds a wheel, and returns its file name."""
    return _apart(maturin.build_wheel, *arguments, **options)


def build_editable(*arguments: Any, **options: Any) -> str:
    """Builds a wheel that refers to the clone, and returns its file name."""
    return _apart(maturin.build_editable, *arguments, **options)


def _apart(build: Any, *arguments: Any, **options: Any) -> str:
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise SystemExit("bulkdoku does not support interpreters without a global lock: use a Python with one")
    if os.environ.get("CARGO_TARGET_DIR"):
        return build(*arguments, **options)
    with tempfile.TemporaryDirectory(prefix="bulkdoku-build-") as folder:
        os.environ["CARGO_TARGET_DIR"] = folder
        try:
            return build(*arguments, **options)
        finally:
            del os.environ["CARGO_TARGET_DIR"]
