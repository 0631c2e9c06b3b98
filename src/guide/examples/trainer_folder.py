"""usage: trainer_folder.py ROWS.csv FOLDER

Adds to FOLDER, beside the inputs and labels, what the trainers of HRM and TRM read. ROWS.csv is what `bulkdoku augment --format
csv` wrote: the rows of one line of the input are a group, of which a trainer takes one puzzle in every epoch.
"""

import csv
import itertools
import json
import struct
import sys

rows, folder = sys.argv[1:]


def save(name, numbers):
    """Writes an array of int32, as numpy.save does."""
    header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({len(numbers)},), }}".ljust(117) + "\n"
    with open(f"{folder}/all__{name}.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(numbers)}i", *numbers))


with open(rows, newline="") as file:
    groups = [len(list(group)) for _, group in itertools.groupby(csv.DictReader(file), lambda row: row["line"])]
ends = [0, *itertools.accumulate(groups)]
save("group_indices", ends)
save("puzzle_indices", range(ends[-1] + 1))
save("puzzle_identifiers", [0] * ends[-1])
with open(f"{folder}/dataset.json", "w") as file:
    about = {"pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "vocab_size": 11, "seq_len": 81, "sets": ["all"]}
    sizes = {"num_puzzle_identifiers": 1, "mean_puzzle_examples": 1, "total_groups": len(groups), "total_puzzles": ends[-1]}
    json.dump(about | sizes, file)
