#!/usr/bin/env python3
"""Records a run of the program on a terminal and draws it as src/guide/terminal.svg.

usage: scripts/terminal-picture.py [--write FILE]

The run solves ten million puzzles: data/mixed.txt, a thousand times. Every state of the progress bar that the program
draws becomes one frame of the animation, at the time at which it was drawn. Readers that show no animation, or that
asked for reduced motion, see the bar in the middle of the run and the summary below it. The colours follow the light or
dark setting of the reader.

BULKDOKU names the program (default: target/release/bulkdoku). --write names another file for the picture.
"""

import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import time
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 90
REPEATS = 1000
COMMAND = "bulkdoku solve ten-million.txt -o solutions.txt"
PAUSE = 4.0  # seconds for which the summary stays before the animation starts again
CELL, LINE, MARGIN, TITLE = 8.4, 22, 18, 34  # pixels
BAR = re.compile(r"^(━*)(─*)(.*)$")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def record(program, folder):
    """Runs the command on a terminal. Returns [(seconds, text drawn)]."""
    mixed = (ROOT / "data" / "mixed.txt").read_bytes()
    with open(Path(folder) / "ten-million.txt", "wb") as file:
        for _ in range(REPEATS):
            file.write(mixed)
    main, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS)}
    subprocess.run(["stty", "cols", str(COLUMNS), "rows", "24"], stdin=terminal, check=True)
    started = time.monotonic()
    words = [str(program), *COMMAND.split()[1:]]
    process = subprocess.Popen(words, cwd=folder, env=environment, stdin=terminal, stdout=terminal, stderr=terminal)
    os.close(terminal)
    drawn = []
    while True:
        try:
            data = os.read(main, 65536)
        except OSError:  # the terminal is closed when the program ends
            break
        if not data:
            break
        drawn.append((time.monotonic() - started, data.decode("utf-8", "replace")))
    if process.wait() != 0:
        sys.exit(f"the run failed: {''.join(text for _, text in drawn)}")
    return drawn


def frames(drawn):
    """Returns the states of the bar as [(seconds, line)], and the summary as (seconds, line)."""
    states, summary = [], None
    for seconds, data in drawn:
        for line in re.split(r"[\r\n]+", ESCAPE.sub("", data)):
            line = line.rstrip()
            if line[:1] in ("━", "─") and (not states or states[-1][1] != line):
                states.append((seconds, line))
            elif " puzzles in " in line:
                summary = (seconds, line)
    if not states or summary is None:
        sys.exit("the program drew no bar or no summary: was the run too short?")
    return states, summary


def tspans(line):
    """A state of the bar in SVG, with colours for what is done and what is left."""
    done, left, rest = BAR.match(line).groups()
    return f'<tspan class="done">{done}</tspan><tspan class="open">{left}</tspan>{escape(rest)}'


def text(line, row, attributes=""):
    y = TITLE + MARGIN + row * LINE
    return f'<text x="{MARGIN}" y="{y}" xml:space="preserve"{attributes}>{line}</text>'


def draw(states, summary):
    total = summary[0] + PAUSE
    style, moving = [], []
    ends = [seconds for seconds, _ in states[1:]] + [summary[0]]
    for number, ((start, line), end) in enumerate(zip(states, ends)):
        begin, until = 100 * start / total, 100 * end / total
        style.append(
            f"@keyframes f{number}{{0%,{begin:.2f}%{{opacity:0}}{begin + 0.01:.2f}%,{until:.2f}%{{opacity:1}}"
            f"{until + 0.01:.2f}%,100%{{opacity:0}}}}.f{number}{{animation-name:f{number}}}"
        )
        moving.append(text(tspans(line), 1, f' class="frame f{number}"'))
    shown = 100 * summary[0] / total
    style.append(f"@keyframes end{{0%,{shown:.2f}%{{opacity:0}}{shown + 0.01:.2f}%,100%{{opacity:1}}}}.end{{animation-name:end}}")
    moving.append(text(escape(summary[1]), 1, ' class="frame end"'))
    moving.append(text("$", 2, ' class="faint frame end"'))
    middle = [line for seconds, line in states if seconds <= max(states[0][0], summary[0] / 2)][-1]
    width = round(2 * MARGIN + COLUMNS * CELL)
    height = round(TITLE + MARGIN + 2 * LINE + MARGIN)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
<title>A run of {COMMAND} on a terminal</title>
<desc>{escape(middle)}; {escape(summary[1])}</desc>
<style>
svg{{--back:#f6f8fa;--edge:#d0d7de;--text:#1f2328;--faint:#8c959f;--done:#1a7f37;--open:#c8ced5}}
@media (prefers-color-scheme:dark){{svg{{--back:#161b22;--edge:#30363d;--text:#e6edf3;--faint:#7d8590;--done:#3fb950;--open:#3d444d}}}}
.back{{fill:#f6f8fa;fill:var(--back);stroke:#d0d7de;stroke:var(--edge)}}
text{{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328;fill:var(--text);white-space:pre}}
.faint{{fill:#8c959f;fill:var(--faint)}}.done{{fill:#1a7f37;fill:var(--done)}}.open{{fill:#c8ced5;fill:var(--open)}}
.frame{{opacity:0;animation-duration:{total:.2f}s;animation-iteration-count:infinite;animation-timing-function:step-end}}
.still{{animation:none}}
@supports (animation-name:end){{@media (prefers-reduced-motion:no-preference){{.still{{opacity:0}}}}}}
@media (prefers-reduced-motion:reduce){{.frame{{animation:none}}}}
{chr(10).join(style)}
</style>
<rect class="back" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>
<circle class="faint" cx="20" cy="17" r="5"/><circle class="faint" cx="37" cy="17" r="5"/><circle class="faint" cx="54" cy="17" r="5"/>
{text(f'<tspan class="faint">$</tspan> {COMMAND}', 0)}
<g class="still">{text(tspans(middle), 1)}{text(escape(summary[1]), 2)}</g>
{chr(10).join(moving)}
</svg>
"""


def main(arguments):
    target = ROOT / "src" / "guide" / "terminal.svg"
    if arguments[:1] == ["--write"] and len(arguments) == 2:
        target = Path(arguments[1])
    elif arguments:
        print(__doc__)
        return 0 if arguments[0] in ("-h", "--help") else 2
    program = Path(os.environ.get("BULKDOKU", ROOT / "target" / "release" / "bulkdoku")).resolve()
    folder = tempfile.mkdtemp()
    try:
        states, summary = frames(record(program, folder))
    finally:
        shutil.rmtree(folder)
    target.write_text(draw(states, summary))
    print(f"{target}: {len(states)} frames, {target.stat().st_size} bytes", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
