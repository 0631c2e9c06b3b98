"""Builds the Python package as maturin does, and adds the program, but leaves nothing in the clone: cargo compiles into a temporary
folder, unless CARGO_TARGET_DIR names another one to reuse.

usage: python scripts/wheel_build.py WHEEL PROGRAM    adds the program to a wheel
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BINARY = "bulkdoku.exe" if sys.platform == "win32" else "bulkdoku"


def build_wheel(wheel_directory: str, *arguments: Any, **options: Any) -> str:
    """Builds a wheel, and returns its file name."""
    return _with_program("build_wheel", wheel_directory, *arguments, **options)


def build_editable(wheel_directory: str, *arguments: Any, **options: Any) -> str:
    """Builds a wheel that refers to the clone, and returns its file name."""
    return _with_program("build_editable", wheel_directory, *arguments, **options)


def __getattr__(name: str) -> Any:
    """Returns the other functions that an installer asks a build backend for."""
    import maturin

    return getattr(maturin, name)


def _with_program(build: str, directory: str, *arguments: Any, **options: Any) -> str:
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise SystemExit("bulkdoku does not support interpreters without a global lock: use a Python with one")
    import maturin

    # Symbols are 0.4 MB of the program in the wheel. Cargo 1.95 ignores `strip` of a profile that has settings for the package.
    os.environ["RUSTFLAGS"] = f"{os.environ.get('RUSTFLAGS', '')} -Cstrip=symbols".strip()

    def run(target: str) -> str:
        name: str = getattr(maturin, build)(directory, *arguments, **options)
        # The program shares the module's build of the library, because the features of both packages are united for both builds.
        command = ["cargo", "build", "--release", "--bin", "bulkdoku", "--manifest-path", str(ROOT / "Cargo.toml")]
        packages = ["--package", "bulkdoku", "--package", "bulkdoku-python", "--features", "bulkdoku-python/program"]
        subprocess.run([*command, *packages], check=True)
        add_program(Path(directory, name), Path(target, os.environ.get("CARGO_BUILD_TARGET", ""), "release", BINARY))
        return name

    return _in_target_folder(run)


def _in_target_folder(run: Callable[[str], str]) -> str:
    """Calls `run` with the folder that cargo compiles into."""
    folder = os.environ.get("CARGO_TARGET_DIR")
    if folder:
        return run(folder)
    with tempfile.TemporaryDirectory(prefix="bulkdoku-build-") as folder:
        os.environ["CARGO_TARGET_DIR"] = folder
        try:
            return run(folder)
        finally:
            del os.environ["CARGO_TARGET_DIR"]


def add_program(wheel: Path, program: Path) -> None:
    """Adds a program to a wheel: installers put it where the commands are."""
    with zipfile.ZipFile(wheel) as archive:
        entries = [(entry, archive.read(entry)) for entry in archive.infolist()]
    record = next(entry for entry, _ in entries if entry.filename.endswith(".dist-info/RECORD"))
    content = program.read_bytes()
    path = record.filename.replace(".dist-info/RECORD", f".data/scripts/{program.name}")
    added = zipfile.ZipInfo(path, record.date_time)
    added.external_attr, added.compress_type = 0o100755 << 16, zipfile.ZIP_DEFLATED
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    line = f"{path},sha256={digest},{len(content)}\n".encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for entry, data in entries:
            if entry is record:
                archive.writestr(added, content)
                data = line + data
            archive.writestr(entry, data)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    add_program(Path(sys.argv[1]), Path(sys.argv[2]))
