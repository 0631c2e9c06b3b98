#!/bin/sh
# fastexcel 0.21.0 (PyPI, which Polars reads spreadsheets with) gives a puzzle eight columns when its first column has no clue.
#
# Two puzzles, one the mirror image of the other, are in the cells A1 to I9 of two sheets. One has no clue in column A, the other none
# in column I. Both are loaded as 9 rows and 8 columns, in silence, so that they look alike: a reader that fills up rows at the end
# reads the first one shifted by a column. To ask for the cells does not help. use_columns="A:I" and "A:H" raise ColumnNotFoundError
# for the sheet whose column A is empty, "B:I" gives the eight columns again, and nine column_names raise an error.
#
# A blank first row is left out too, and skip_rows=0 brings it back; nothing does that for a column. python-calamine, on the same
# reader of sheets, has skip_empty_area=False, which keeps the first column.
#
# Expected: the nine columns that were named.
# Seen with fastexcel 0.21.0, python-calamine 0.9.1, openpyxl 3.1.5 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --target packages \
    fastexcel==0.21.0 python-calamine==0.9.1 openpyxl==3.1.5

PYTHONPATH=packages python3 - <<'PYTHON'
import fastexcel
import openpyxl
from python_calamine import CalamineWorkbook

NO_FIRST_COLUMN = "....8..3......2..5.49........61....2.9..5.3.....6....8..8.395...7.4.......57...96"
NO_FIRST_ROW = ".........8.9.2...4.3695.7...7...45.8...2...9.......3......7.4.6..75.29......9...."
NO_LAST_COLUMN = "".join(NO_FIRST_COLUMN[at : at + 9][::-1] for at in range(0, 81, 9))


def sheet(name, puzzle):
    book = openpyxl.Workbook()
    for at, cell in enumerate(puzzle):
        if cell != ".":
            book.active.cell(at // 9 + 1, at % 9 + 1, int(cell))
    book.save(name)
    return name


def shape(name, **options):
    try:
        loaded = fastexcel.read_excel(name).load_sheet(0, header_row=None, **options)
    except fastexcel.FastExcelError as error:
        return type(error).__name__
    return loaded.height, loaded.width


def expect(name, wanted, **options):
    found = shape(name, **options)
    print(name, options or "", found)
    assert found == wanted, wanted


first, last = sheet("no_first_column.xlsx", NO_FIRST_COLUMN), sheet("no_last_column.xlsx", NO_LAST_COLUMN)
expect(first, (9, 8))
expect(last, (9, 8))
expect(first, "ColumnNotFoundError", use_columns="A:I")
expect(first, "ColumnNotFoundError", use_columns="A:H")
expect(first, (9, 8), use_columns="B:I")
expect(first, (9, 8), skip_rows=0)
expect(first, "CannotRetrieveCellDataError", column_names=list("ABCDEFGHI"))

row = sheet("no_first_row.xlsx", NO_FIRST_ROW)
expect(row, (8, 9))
expect(row, (9, 9), skip_rows=0)

kept = CalamineWorkbook.from_path(first).get_sheet_by_index(0).to_python(skip_empty_area=False)
print("python-calamine", (len(kept), len(kept[0])))
assert (len(kept), len(kept[0])) == (9, 9)
PYTHON
