"""A solver of one's own: reads a puzzle per line, prints the solution, or `unsolved` when it gives up."""

import sys

STEPS = 60
PEERS = [
    [other for other in range(81) if other != cell and (
        other // 9 == cell // 9 or other % 9 == cell % 9 or (other // 27, other % 9 // 3) == (cell // 27, cell % 9 // 3))]
    for cell in range(81)
]


def solve(cells, steps):
    """Returns the solution, or None after too many steps."""
    steps[0] -= 1
    if steps[0] < 0:
        return None
    choices = [(set("123456789") - {cells[peer] for peer in PEERS[cell]}, cell) for cell in range(81) if cells[cell] == "."]
    if not choices:
        return cells
    digits, cell = min(choices, key=lambda choice: len(choice[0]))
    for digit in sorted(digits):
        found = solve(cells[:cell] + [digit] + cells[cell + 1 :], steps)
        if found or steps[0] < 0:
            return found
    return None


for line in sys.stdin:
    print("".join(solve(list(line.strip()), [STEPS]) or "unsolved"))
