"""Signals, the global interpreter lock, threads, forks and memory."""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import bulkdoku
from conftest import EASY, EASY_SOLUTION, EMPTY, HARD, mixed, posix

SPARSE = "12" + "." * 79

INTERRUPTED = """
import contextlib, os, signal, threading, time
import numpy as np
import bulkdoku
from bulkdoku import _inputs

has_begun, shown = threading.Event(), []

@contextlib.contextmanager
def display(*_):
    def show(done):
        shown.append(done)
        has_begun.set()
    yield show

_inputs.shown = display
before = []

def interrupt():
    has_begun.wait({wait})
    before[:] = len(shown), time.process_time()
    os.kill(os.getpid(), signal.SIGINT)

cells = np.frombuffer({puzzle!r}.encode(), dtype=np.uint8)
puzzles = np.tile(cells, ({count}, 1))
threading.Thread(target=interrupt).start()
try:
    {call}
except KeyboardInterrupt:
    print(max(shown, default=0), len(shown) - before[0], time.process_time() - before[1])
"""


def interrupted(call: str, puzzle: str, count: int, wait: float = 60, folder: Path | None = None) -> tuple[int, int, float]:
    """Calls a function and interrupts it when it first shows its progress, or after `wait` seconds. Returns how much it has done,
    how often it showed progress after the interrupt, and its CPU time after the interrupt, which does not depend on how busy the
    machine is."""
    script = INTERRUPTED.format(call=call.format(puzzle=puzzle), puzzle=puzzle, count=count, wait=wait)
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=60, cwd=folder)
    shown, later, seconds = done.stdout.split()
    return int(shown), int(later), float(seconds)


@posix
@pytest.mark.parametrize(
    ("call", "puzzle", "count"),
    [
        ("bulkdoku.solve(puzzles, unique=True)", HARD, 10_000_000),
        ("bulkdoku.count(puzzles, limit=2000)", EMPTY, 1_000_000),
        ("bulkdoku.count(puzzles, limit=5 * 10**5)", EMPTY, 6400),
        ("bulkdoku.count(puzzles, limit=10**15)", EMPTY, 2),
        ("bulkdoku.count(puzzles, limit=10**15, threads=1)", EMPTY, 1),
        ("bulkdoku.count([{puzzle!r}] * 20_000 + ['.' * 81] * 64, limit=10**15, threads=1)", HARD, 1),
        ("bulkdoku.rate(puzzles)", HARD, 1_000_000),
        ("bulkdoku.rate(puzzles, only='depth', threads=1)", HARD, 1_000_000),
        ("bulkdoku.generate(10_000_000, minimal=True)", EMPTY, 10_000_000),
        ("bulkdoku.generate(10_000_000, where='se>4', threads=1)", EMPTY, 10_000_000),
        ("bulkdoku.generate_unbiased(10_000_000)", EMPTY, 10_000_000),
        ("bulkdoku.canon(puzzles)", SPARSE, 10_000_000),
        ("bulkdoku.augment(puzzles, equivalents=3)", HARD, 10_000_000),
        ("bulkdoku.dedupe(puzzles, by='solution')", HARD, 10_000_000),
        ("bulkdoku.dedupe(puzzles, by='text')", HARD, 20_000_000),
        ("bulkdoku.split(puzzles, dict(a=1))", SPARSE, 10_000_000),
        ("bulkdoku.check(puzzles, by=['text', 'puzzle'])", SPARSE, 1_000_000),
        ("bulkdoku.minimize(puzzles)", HARD, 1_000_000),
        ("bulkdoku.sample(puzzles, 9, stratify='level')", HARD, 1_000_000),
        ("bulkdoku.explain(puzzles)", HARD, 100_000),
    ],
)
def test_ctrl_c_ends_a_call_before_its_work_is_done(call: str, puzzle: str, count: int) -> None:
    done, shown_later, seconds = interrupted(f"{call[:-1]}, progress=True)", puzzle, count)
    assert done < count or "20_000" in call and done < 20_064
    assert shown_later <= 2
    assert seconds < 0.5 * (os.cpu_count() or 1)


@posix
def test_ctrl_c_ends_a_search_for_rare_puzzles() -> None:
    _, _, seconds = interrupted("bulkdoku.generate(1_000_000, where='level=6')", EMPTY, 1, wait=1)
    assert seconds < 0.5 * (os.cpu_count() or 1)


@posix
def test_ctrl_c_ends_a_run_of_the_program() -> None:
    call = "bulkdoku.run('generate', '--count', '10000000000', '--minimal', '--output', '/dev/null')"
    _, _, seconds = interrupted(call, EMPTY, 1, wait=0.5)
    assert seconds < 0.5


@posix
def test_ctrl_c_ends_a_run_over_a_file_and_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{HARD}\n" * 2_000_000)
    call = "bulkdoku.solve_file('in.txt', 'out.txt', unique=True, progress=True)"
    done, shown_later, seconds = interrupted(call, HARD, 1, folder=tmp_path)
    assert done < 2_000_000 * 82
    assert shown_later <= 2
    assert seconds < 0.5 * (os.cpu_count() or 1)
    assert os.listdir(tmp_path) == ["in.txt"]


def test_other_threads_run_during_a_call() -> None:
    ticks = 0
    is_over = False

    def tick() -> None:
        nonlocal ticks
        while not is_over:
            ticks += 1
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    bulkdoku.solve([HARD] * 20_000, unique=True, threads=1)
    is_over = True
    ticker.join()
    assert ticks > 20


def test_other_threads_run_while_a_list_is_copied() -> None:
    ticks = 0
    is_over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not is_over.wait(0.0001):
            ticks += 1

    puzzles: list[object] = [*[HARD] * 1_000_000, b"", {}]
    ticks_in_calls = 0
    interval = sys.getswitchinterval()
    sys.setswitchinterval(0.0001)
    ticker = threading.Thread(target=tick)
    ticker.start()
    try:
        for _ in range(5):
            ticks_before = ticks
            with pytest.raises(TypeError, match="item 1000001 is dict"):
                bulkdoku.solve(puzzles)  # type: ignore[arg-type]
            ticks_in_calls += ticks - ticks_before
    finally:
        is_over.set()
        ticker.join()
        sys.setswitchinterval(interval)
    # A call that kept the lock would allow one tick before it and one after it.
    assert ticks_in_calls > 20


def test_calls_from_four_threads_do_not_disturb_each_other() -> None:
    puzzles = mixed(3000)
    expected = list(bulkdoku.solve(puzzles, unique=True))
    with ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(bulkdoku.solve, puzzles, unique=True, threads=1) for _ in range(12)]
        assert all(list(call.result()) == expected for call in calls)


def _processor_time(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def test_four_python_threads_work_at_the_same_time_and_no_more_than_four_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    quarter = np.tile(np.frombuffer(HARD.encode(), dtype=np.uint8), (50_000, 1))
    whole = np.tile(quarter, (4, 1))
    all_are_under_way = threading.Barrier(4)
    meetings = []

    @contextlib.contextmanager
    def display(*_: object) -> Iterator[Callable[[int], object]]:
        # A call that is done at its first report waits there too: no call has returned when the last one meets the others.
        meets = functools.cache(lambda: meetings.append(all_are_under_way.wait(60)))
        yield lambda done: meets()

    def four_threads(*, progress: bool = False) -> None:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: bulkdoku.solve(quarter, threads=1, progress=progress), range(4)))

    with monkeypatch.context() as patch:
        patch.setattr("bulkdoku._inputs.shown", display)
        four_threads(progress=True)
    assert sorted(meetings) == [0, 1, 2, 3]

    pairs = [(_processor_time(four_threads), _processor_time(lambda: bulkdoku.solve(whole, threads=4))) for _ in range(5)]
    assert min(mine for mine, _ in pairs) < 1.4 * min(theirs for _, theirs in pairs), pairs


def _solve_in_child(puzzles: list[str]) -> list[str | None]:
    return [record.solution for record in bulkdoku.solve(puzzles, threads=2)]


@posix
def test_a_process_that_was_forked_after_a_call_works() -> None:
    expected = _solve_in_child([EASY, HARD] * 500)
    with multiprocessing.get_context("fork").Pool(3) as pool:
        assert pool.map(_solve_in_child, [[EASY, HARD] * 500] * 9) == [expected] * 9


@posix
def test_a_fork_during_a_call_of_another_thread_works() -> None:
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(bulkdoku.solve, [HARD] * 30_000, unique=True)
        time.sleep(0.02)
        child = os.fork()
        if child == 0:
            os._exit(0 if bulkdoku.solve([EASY] * 200).tally() == {"solved": 200} else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert call.result().tally() == {"unique": 30_000}


@posix
def test_memory_does_not_grow_over_a_thousand_calls() -> None:
    import pyarrow as pa

    puzzles = mixed(300)
    cells = np.frombuffer("".join(puzzles).encode(), dtype=np.uint8).reshape(-1, 81)
    column = pa.array([*puzzles, None])

    def calls(count: int) -> None:
        for _ in range(count):
            bulkdoku.solve(cells, threads=2)
            bulkdoku.solve(column, threads=1).to_arrow()
            bulkdoku.count(puzzles, threads=1)
            bulkdoku.rate(cells, only="level", threads=1).to_arrow()
            with pytest.raises(TypeError):
                bulkdoku.solve([EASY, {}])

    calls(200)
    before = _resident()
    calls(1000)
    assert _resident() - before < 4_000_000


def _resident() -> int:
    """Returns the memory of this process in bytes."""
    import resource

    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize()


@posix
def test_the_handler_of_another_signal_may_raise() -> None:
    class Late(Exception):
        pass

    def raise_late(*_: object) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, raise_late)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Late):
            bulkdoku.solve([HARD] * 300_000, unique=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_many_solutions_are_counted_up_to_the_limit_in_every_row() -> None:
    puzzles = [EASY, EMPTY, None, HARD, SPARSE, "11" + EMPTY[2:]] * 20
    for limit in (2, 976, 977, 1000, 50_000):
        assert bulkdoku.count(puzzles, limit=limit).solutions.tolist() == [1, limit, 0, 1, limit, 0] * 20
    assert bulkdoku.count([EMPTY], limit=5000, budget=10).tally() == {"budget": 1}
