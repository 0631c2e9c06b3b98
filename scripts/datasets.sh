#!/bin/sh
# Fetches public puzzle sets from their publishers, checks them, and writes files of one-line puzzles.
# Tools that fetch data by checksum cannot read the formats of the publishers; the program can.
# usage: scripts/datasets.sh [--from DIR] [--to DIR] [--table FILE] [--list] [NAME...]
# NAME is a set of the table (default: all of them). --list prints the table, which is scripts/datasets.txt.
# --from reads the published files from a folder instead of the network; they may be compressed with gzip there.
# --to (default: datasets) receives NAME.txt and MANIFEST: name, puzzles, SHA-256, date and source of each set. An existing
# file with the SHA-256 of the manifest is not fetched again. A set that fails leaves nothing behind, and the script
# continues with the others. It exits with 1 if any set failed. BULKDOKU names the program.
set -eu

program=${BULKDOKU:-bulkdoku}
table=$(dirname "$0")/datasets.txt
mirror=
to=datasets
list=

usage() {
    echo "usage: $0 [--from DIR] [--to DIR] [--table FILE] [--list] [NAME...]" >&2
    exit 2
}

while [ $# -gt 0 ]; do
    case $1 in
    --list) list=yes && shift ;;
    --from | --to | --table)
        [ $# -gt 1 ] || usage
        case $1 in --from) mirror=$2 ;; --to) to=$2 ;; --table) table=$2 ;; esac
        shift 2
        ;;
    -*) usage ;;
    *) break ;;
    esac
done

# Prints the rows of the table, or the one of the set $1.
rows() {
    awk -v name="${1:-}" '!/^ *(#|$)/ && (name == "" || $1 == name)' "$table"
}

if [ -n "$list" ]; then
    rows | awk '{ printf "%-20s %10s  %s\n", $1, $6, $NF }'
    exit
fi
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names contain no spaces
    set -- $(rows | awk '{ print $1 }')
fi
command -v "$program" >/dev/null || {
    echo "there is no program '$program': install it with 'cargo install --path .', or name it with BULKDOKU" >&2
    exit 2
}

mkdir -p "$to"
manifest=$to/MANIFEST
part=$(mktemp -d "$to/.datasets.XXXXXX") # on the same file system as the sets, so that files can be renamed
published=$part/published
mkdir "$published"
trap 'rm -rf "$part"' EXIT
trap 'exit 130' INT TERM

# Prints why the current set failed, and what to do.
fail() {
    echo "$name: $1" >&2
    return 1
}

sha256() {
    if command -v sha256sum >/dev/null; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d ' ' -f 1
}

# Prints the checksum of a file, of the same kind as $sum.
checksum() {
    case $sum in
    git:*) printf 'git:' && { printf 'blob %s\0' "$bytes" && cat "$1"; } |
        { if command -v sha1sum >/dev/null; then sha1sum; else shasum -a 1; fi; } | cut -d ' ' -f 1 ;;
    *) sha256 "$1" ;;
    esac
}

is_there() {
    [ -f "$to/$name.txt" ] && [ -f "$manifest" ] &&
        grep -q "^$name	[0-9]*	$(sha256 "$to/$name.txt")	" "$manifest"
}

# Puts the published file into a folder, once for all sets made from it.
fetch() {
    [ ! -f "$published/$file" ] || return 0
    if [ -n "$mirror" ] && [ -f "$mirror/$file" ]; then
        cp "$mirror/$file" "$part/fetched"
    elif [ -n "$mirror" ] && [ -f "$mirror/$file.gz" ]; then
        gzip -dc "$mirror/$file.gz" >"$part/fetched" || fail "$mirror/$file.gz is damaged: copy it there again"
    elif [ -n "$mirror" ]; then
        fail "there is no $file and no $file.gz in $mirror: put it there, from ${page:-$address}"
    elif [ "$address" = hand ]; then
        fail "log in at $page, download it, unpack it as DIR/$file, and run $0 --from DIR $name"
    else
        download || fail "could not be downloaded from $address: run $0 $name again, or put $file into DIR and use --from DIR"
    fi && mv "$part/fetched" "$published/$file"
}

download() {
    echo "$name: fetching $address" >&2
    if command -v curl >/dev/null; then
        curl --fail --location --silent --show-error --retry 3 --output "$part/fetched" "$address"
    else
        wget --quiet --tries 3 --output-document "$part/fetched" "$address"
    fi
}

# Compares the size and the checksum of the published file with the table.
check_file() {
    good=$published/$file.$size.$sum.good # several sets may come from one archive, which is checked once
    [ ! -f "$good" ] || return 0
    bytes=$(($(wc -c <"$published/$file")))
    again="fetch or copy $file again; if it has changed where it is published, change $table"
    case $size in
    -) ;;
    *\*) [ $((bytes % ${size%\*})) -eq 0 ] || fail "$file has $bytes bytes, not a multiple of ${size%\*}: $again" ;;
    *) [ "$bytes" -eq "$size" ] || fail "$file has $bytes bytes instead of $size: $again" ;;
    esac &&
        { [ "$sum" = - ] || [ "$(checksum "$published/$file")" = "$sum" ] || fail "$file has another checksum: $again"; } &&
        { [ "$member" = - ] || unzip -tqq "$published/$file" >/dev/null 2>&1 || fail "$file is damaged: $again"; } &&
        touch "$good"
}

# Writes $part/$name.txt: 81 characters per line with '.' for a blank cell. The program reads the published format. It exits
# with 1 if a puzzle has no solution, which is not an error here.
normalise() {
    from=$published/$file
    if [ "$member" != - ]; then
        from=$part/member
        unzip -p "$published/$file" "$member" >"$from" || fail "$file has no $member: fetch or copy it again" || return 1
    fi
    { "$program" solve --quiet --progress never --format csv "$from" 2>"$part/said" || echo $? >"$part/status"; } |
        awk -F , 'NR > 1 { gsub(/[^1-9]/, ".", $2); print $2 }' >"$part/$name.txt"
    status=$(cat "$part/status" 2>/dev/null || echo 0)
    rm -f "$part/status"
    [ "$status" -le 1 ] || fail "$file cannot be read: $(cat "$part/said")"
}

check_puzzles() {
    count=$(($(wc -l <"$part/$name.txt")))
    bad=$(awk 'length != 81 { print NR; exit }' "$part/$name.txt")
    [ -z "$bad" ] || fail "record $bad of $file is not a puzzle: fetch or copy it again" || return 1
    case $puzzles in
    *+) [ "$count" -ge "${puzzles%+}" ] ;;
    *) [ "$count" -eq "$puzzles" ] ;;
    esac || fail "$file has $count puzzles instead of $puzzles: fetch or copy it again"
}

# Moves the set into place, and then writes its line into the manifest.
note() {
    source=$address
    [ -z "$mirror" ] || source="$file in a mirror, from ${page:-$address}"
    printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$count" "$(sha256 "$part/$name.txt")" "$(date -u +%Y-%m-%d)" "$source" >"$part/line"
    mv "$part/$name.txt" "$to/$name.txt"
    {
        printf 'name\tpuzzles\tsha256\tdate\tsource\n'
        [ ! -f "$manifest" ] || awk -F '\t' -v name="$name" 'NR > 1 && $1 != name' "$manifest"
        cat "$part/line"
    } >"$part/MANIFEST"
    mv "$part/MANIFEST" "$manifest"
    echo "$name: $count puzzles" >&2
}

failed=
for name; do
    row=$(rows "$name")
    if [ -z "$row" ]; then
        echo "$name: there is no such set in $table; --list shows them" >&2
        exit 2
    fi
    # shellcheck disable=SC2086 # the columns of a row are words
    set -- $row
    file=$2 member=$3 size=$4 sum=$5 puzzles=$6 address=$7 page=${8:-}
    if is_there; then
        echo "$name: already there" >&2
    elif ! { fetch && check_file && normalise && check_puzzles && note; }; then
        failed="$failed $name"
        rm -f "$part/fetched" "$part/$name.txt"
    fi
done
if [ -n "$failed" ]; then
    echo "these sets failed:$failed" >&2
    exit 1
fi
