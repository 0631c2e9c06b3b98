"""How the package starts, reads and stops the program, on Windows and elsewhere."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bulkdoku
from bulkdoku import _program


def test_the_messages_of_the_program_are_read_as_utf_8_whatever_the_locale_is(tmp_path: Path) -> None:
    name = "fehlt-ü-数.txt"
    script = f"""
import bulkdoku
try:
    bulkdoku.run("solve", {name.encode()!r})
except bulkdoku.ProgramError as error:
    print(ascii(str(error)))
"""
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert ascii(name)[1:-1] in done.stdout, done


def test_ctrl_c_stops_the_program_which_leaves_no_file(tmp_path: Path) -> None:
    script = f"""
import _thread, threading, time
import bulkdoku
timer = threading.Timer(1.0, lambda: (sent.append(time.monotonic()), _thread.interrupt_main()))
sent = []
timer.start()
try:
    bulkdoku.run("generate", "--count", "100000000", "--minimal", "-o", {str(tmp_path / "out.txt")!r})
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
"""
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=60)
    assert float(done.stdout) < 1, done
    assert os.listdir(tmp_path) == []


class Child:
    """A child process on Windows that records the calls on it."""

    def __init__(self, has_console: bool) -> None:
        self.has_console = has_console
        self.done: list[Any] = []

    def send_signal(self, number: int) -> None:
        if not self.has_console:
            raise OSError("the handle is invalid")
        self.done.append(number)

    def terminate(self) -> None:
        self.done.append("terminated")

    def wait(self) -> None:
        self.done.append("ended")


@pytest.mark.parametrize(("has_console", "done"), [(True, [1, "ended"]), (False, ["terminated", "ended"])])
def test_on_windows_the_program_is_stopped_with_ctrl_break_or_without_a_console_at_once(
    has_console: bool, done: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(signal, "CTRL_BREAK_EVENT", 1, raising=False)
    child = Child(has_console)
    _program._stop(child)  # type: ignore[arg-type]
    assert child.done == done
