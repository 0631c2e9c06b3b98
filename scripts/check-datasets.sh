#!/bin/sh
# Runs scripts/datasets.sh on a mirror that it makes itself, in the publishers' formats, and sees that what is wrong is
# refused with a word on how to go on, and leaves nothing behind. BULKDOKU names the program.
set -eu

cd "$(dirname "$0")"
program=${BULKDOKU:-bulkdoku}
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
trap 'exit 130' INT TERM
mirror=$room/mirror
to=$room/sets
mkdir "$mirror"

wrong() {
    echo "datasets.sh: $1" >&2
    cat "$room/said" >&2
    exit 1
}

datasets() {
    BULKDOKU=$program ./datasets.sh --to "$to" --table "$room/table" "$@" 2>"$room/said"
}

# The set that cannot be had, what has to be said of it, and the options to try with.
refuses() {
    if datasets ${3:+"$3"} ${3:+"$4"} "$1"; then wrong "'$1' should have failed"; fi
    grep -q "$2" "$room/said" || wrong "'$1' should have said '$2'"
    [ ! -e "$to/$1.txt" ] || wrong "'$1' left a file behind"
    ! grep -q "^$1	" "$to/MANIFEST" || wrong "'$1' is in the manifest"
    [ -z "$(find "$to" -name '.datasets.*')" ] || wrong "'$1' left a folder behind"
}

"$program" generate --quiet --count 20 --seed 5 -o "$room/puzzles.txt"
"$program" solve --quiet "$room/puzzles.txt" -o "$room/solutions.txt"

# As Royle, Kaggle, the puzzle bank and Tdoku publish them.
tr . 0 <"$room/puzzles.txt" >"$mirror/royle"
{ echo quizzes,solutions && paste -d , "$mirror/royle" "$room/solutions.txt"; } | gzip >"$mirror/kaggle.csv.gz"
awk '{ printf "%012x %s  1.2\n", NR, $0 }' "$mirror/royle" >"$mirror/bank.txt"
mkdir "$room/data"
{ echo '# a comment' && cat "$room/puzzles.txt"; } >"$room/data/puzzles"
if command -v zip >/dev/null && command -v unzip >/dev/null; then
    (cd "$room" && zip -q mirror/archive.zip data/puzzles)
    head -c 300 "$mirror/archive.zip" >"$mirror/short.zip"
    zipped='zipped short_zip no_member'
fi
gzip -dc "$mirror/kaggle.csv.gz" | gzip | head -c 200 >"$mirror/short.csv.gz"
{ cat "$room/puzzles.txt" && echo 123; } >"$mirror/spoilt"
printf '%s\n' "royle royle - 1640 - 20 http://localhost/royle" \
    "kaggle kaggle.csv - - - 20 hand http://localhost/kaggle" \
    "bank bank.txt - 100* - 10+ http://localhost/bank.txt" \
    "zipped archive.zip data/puzzles - - 20 http://localhost/archive.zip" \
    "absent absent - - - 20 http://localhost/absent" \
    "by_hand absent - - - 20 hand http://localhost/absent" \
    "nobody nobody - - - 20 http://127.0.0.1:9/nobody" \
    "size royle - 1641 - 20 http://localhost/royle" \
    "sum royle - - 0123 20 http://localhost/royle" \
    "count royle - - - 21 http://localhost/royle" \
    "few royle - - - 21+ http://localhost/royle" \
    "spoilt spoilt - - - 21 http://localhost/spoilt" \
    "short_gz short.csv - - - 20 http://localhost/short.csv" \
    "short_zip short.zip data/puzzles - - 20 http://localhost/short.zip" \
    "no_member archive.zip data/other - - 20 http://localhost/archive.zip" >"$room/table"

good="royle kaggle bank ${zipped:+zipped}"
# shellcheck disable=SC2086 # names have no blanks
datasets --from "$mirror" $good || wrong "a good mirror was refused"
for name in $good; do
    cmp -s "$to/$name.txt" "$room/puzzles.txt" || wrong "$name.txt is not what was published"
    sum=$(if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi <"$to/$name.txt" | cut -d ' ' -f 1)
    grep -q "^$name	20	$sum	20[0-9-]*	.*localhost" "$to/MANIFEST" || wrong "the manifest is wrong about $name"
done
datasets --from "$mirror" royle || wrong "what is there was refused"
grep -q 'royle: is there' "$room/said" || wrong "what is there was fetched again"
echo >>"$to/royle.txt"
datasets --from "$mirror" royle || wrong "a set that was changed could not be made again"
cmp -s "$to/royle.txt" "$room/puzzles.txt" || wrong "a set that was changed was not made again"

refuses absent 'put it there, from http://localhost/absent' --from "$mirror"
refuses by_hand 'put it there, from http://localhost/absent' --from "$mirror"
refuses by_hand 'log in at http://localhost/absent'
refuses nobody 'could not be downloaded from http://127.0.0.1:9/nobody: run'
refuses size 'has 1640 bytes instead of 1641: fetch or copy' --from "$mirror"
refuses sum 'another SHA-256' --from "$mirror"
refuses count '20 puzzles instead of 21' --from "$mirror"
refuses few '20 puzzles instead of 21+' --from "$mirror"
refuses spoilt 'record 21 of spoilt is no puzzle' --from "$mirror"
refuses short_gz 'short.csv.gz is damaged' --from "$mirror"
if [ -n "${zipped:-}" ]; then
    refuses short_zip 'short.zip is damaged' --from "$mirror"
    refuses no_member 'has no data/other' --from "$mirror"
else
    echo 'zip or unzip is not installed: archives were not tried' >&2
fi
rm -r "$to"
! datasets --from "$mirror" absent royle || wrong "a set that is absent should end with 1"
[ -f "$to/royle.txt" ] || wrong "one set that failed kept another from being made"
echo "datasets.sh: made $good; what is wrong was refused" >&2
