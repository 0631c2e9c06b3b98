#!/bin/sh
# Tests scripts/datasets.sh on a mirror that it makes itself, in the formats of the publishers: good files are accepted,
# and bad ones are rejected with a message that says what to do, and leave nothing behind.
# usage: scripts/check-datasets.sh
# BULKDOKU names the program, by its full path.
set -eu

cd "$(dirname "$0")"
program=${BULKDOKU:-bulkdoku}
if [ $# -gt 0 ]; then
    echo "usage: $0" >&2
    exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mirror=$work/mirror
to=$work/sets
mkdir "$mirror"

sha1() {
    if command -v sha1sum >/dev/null; then sha1sum; else shasum -a 1; fi | cut -d ' ' -f 1
}

fault() {
    echo "datasets.sh: $1" >&2
    cat "$work/said" >&2
    exit 1
}

datasets() {
    BULKDOKU=$program ./datasets.sh --to "$to" --table "$work/table" "$@" 2>"$work/said"
}

# The set $1 must fail with a message that has $2 in it. $3 and $4 are options.
rejects() {
    if datasets ${3:+"$3"} ${3:+"$4"} "$1"; then fault "'$1' should have failed"; fi
    grep -q "$2" "$work/said" || fault "'$1' should have said '$2'"
    [ ! -e "$to/$1.txt" ] || fault "'$1' left a file behind"
    ! grep -q "^$1	" "$to/MANIFEST" || fault "'$1' is in the manifest"
    [ -z "$(find "$to" -name '.datasets.*')" ] || fault "'$1' left a folder behind"
}

"$program" generate --quiet --count 20 --seed 5 -o "$work/puzzles.txt"
"$program" solve --quiet "$work/puzzles.txt" -o "$work/solutions.txt"

# The files as Royle, Kaggle, the puzzle bank and Tdoku publish them.
tr . 0 <"$work/puzzles.txt" >"$mirror/royle"
{ echo quizzes,solutions && paste -d , "$mirror/royle" "$work/solutions.txt"; } | gzip >"$mirror/kaggle.csv.gz"
awk '{ printf "%012x %s  1.2\n", NR, $0 }' "$mirror/royle" >"$mirror/bank.txt"
mkdir "$work/data"
{ echo '# a comment' && cat "$work/puzzles.txt"; } >"$work/data/puzzles"
if command -v zip >/dev/null && command -v unzip >/dev/null; then
    (cd "$work" && zip -q mirror/archive.zip data/puzzles)
    head -c 300 "$mirror/archive.zip" >"$mirror/short.zip"
    zipped='zipped short_zip no_member'
fi
gzip -dc "$mirror/kaggle.csv.gz" | gzip | head -c 200 >"$mirror/short.csv.gz"
{ cat "$work/puzzles.txt" && echo 123; } >"$mirror/spoilt"
printf '%s\n' "royle royle - 1640 - 20 http://localhost/royle" \
    "kaggle kaggle.csv - - - 20 hand http://localhost/kaggle" \
    "bank bank.txt - 100* - 10+ http://localhost/bank.txt" \
    "zipped archive.zip data/puzzles - - 20 http://localhost/archive.zip" \
    "absent absent - - - 20 http://localhost/absent" \
    "by_hand absent - - - 20 hand http://localhost/absent" \
    "nobody nobody - - - 20 http://127.0.0.1:9/nobody" \
    "size royle - 1641 - 20 http://localhost/royle" \
    "sum royle - - 0123 20 http://localhost/royle" \
    "blob royle - - git:$(printf 'blob 1640\0' | cat - "$mirror/royle" | sha1) 20 http://localhost/royle" \
    "other_blob royle - - git:0123 20 http://localhost/royle" \
    "count royle - - - 21 http://localhost/royle" \
    "few royle - - - 21+ http://localhost/royle" \
    "spoilt spoilt - - - 21 http://localhost/spoilt" \
    "short_gz short.csv - - - 20 http://localhost/short.csv" \
    "short_zip short.zip data/puzzles - - 20 http://localhost/short.zip" \
    "no_member archive.zip data/other - - 20 http://localhost/archive.zip" >"$work/table"

good="royle kaggle bank blob ${zipped:+zipped}"
# shellcheck disable=SC2086 # names contain no spaces
datasets --from "$mirror" $good || fault "a good mirror was rejected"
for name in $good; do
    cmp -s "$to/$name.txt" "$work/puzzles.txt" || fault "$name.txt is not what was published"
    sum=$(if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi <"$to/$name.txt" | cut -d ' ' -f 1)
    grep -q "^$name	20	$sum	20[0-9-]*	.*localhost" "$to/MANIFEST" || fault "the manifest is wrong about $name"
done
datasets --from "$mirror" royle || fault "a set that is already there was rejected"
grep -q 'royle: already there' "$work/said" || fault "a set that is already there was fetched again"
echo >>"$to/royle.txt"
datasets --from "$mirror" royle || fault "a set that was changed could not be made again"
cmp -s "$to/royle.txt" "$work/puzzles.txt" || fault "a set that was changed was not made again"

rejects absent 'put it there, from http://localhost/absent' --from "$mirror"
rejects by_hand 'put it there, from http://localhost/absent' --from "$mirror"
rejects by_hand 'log in at http://localhost/absent'
rejects nobody 'could not be downloaded from http://127.0.0.1:9/nobody: run'
rejects size 'has 1640 bytes instead of 1641: fetch or copy' --from "$mirror"
rejects sum 'another checksum' --from "$mirror"
rejects other_blob 'another checksum' --from "$mirror"
rejects count '20 puzzles instead of 21' --from "$mirror"
rejects few '20 puzzles instead of 21+' --from "$mirror"
rejects spoilt 'record 21 of spoilt is no puzzle' --from "$mirror"
rejects short_gz 'short.csv.gz is damaged' --from "$mirror"
if [ -n "${zipped:-}" ]; then
    rejects short_zip 'short.zip is damaged' --from "$mirror"
    rejects no_member 'has no data/other' --from "$mirror"
else
    echo 'zip or unzip is not installed: archives were not tested' >&2
fi
rm -r "$to"
! datasets --from "$mirror" absent royle || fault "an absent set should make it exit with 1"
[ -f "$to/royle.txt" ] || fault "a set that failed prevented another one"
echo "datasets.sh: made $good and rejected every bad file" >&2
