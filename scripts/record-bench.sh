#!/bin/sh
# Measures, and records the figures under benches/results/ with the machine and the commit.
# `bulkdoku bench` measures; this knows where the figures belong, which hyperfine and criterion cannot.
# usage: scripts/record-bench.sh [--try] [OPTION...]
#        scripts/record-bench.sh --peers [OPTION...] FILE...
# The first form runs `bulkdoku bench` and updates the table of benches/results/README.md, which needs --engine lanes,single
# --mode unique. --try records nothing: it checks that figures come out, and that the table matches a recorded file.
# BULKDOKU names the program to --try; otherwise it is built first.
# The second form measures other solvers with benches/peers, and draws the chart of the README. FILE is a set of puzzles.
set -eu

cd "$(dirname "$0")/.."
try=''
peers=''
case ${1:-} in
--try) try=yes && shift ;;
--peers) peers=yes && shift ;;
esac
page=benches/results/README.md
name=benches/results/$(date +%Y-%m-%d)-$(git rev-parse --short HEAD)
# The figures must be those of the commit that is checked out.
if [ -z "$try" ] || [ -z "${BULKDOKU:-}" ]; then
    cargo build --release --quiet
    BULKDOKU=${CARGO_TARGET_DIR:-target}/release/bulkdoku
fi
built="commit $(git describe --always --abbrev=12 --dirty=+ --exclude '*') · $(rustc --version) · release${RUSTFLAGS:+ · $RUSTFLAGS}"
part=$(mktemp -d)
trap 'rm -rf "$part"' EXIT
trap 'exit 130' INT TERM

if [ -n "$peers" ]; then
    # The first two lines are the machine and the build.
    "$BULKDOKU" bench --set easy --runs 2 --time 1ms --progress never | sed 1q >"$part/peers.txt"
    export RUSTFLAGS='-C target-cpu=native'
    printf '%s\n\n' "$built" >>"$part/peers.txt"
    cargo run --release --manifest-path benches/peers/Cargo.toml -- "$@" >>"$part/peers.txt"
    cp "$part/peers.txt" "$name-peers.txt"
    cargo run --release --quiet --manifest-path benches/peers/Cargo.toml -- --draw "$name-peers.txt"
    echo "$name-peers.txt is new; README.md shows it" >&2
    exit
fi

# Writes the page with the text of the file $1 between the comments `bench: begin` and `bench: end`.
with_table() {
    awk -v table="$1" '
        /^<!-- bench: begin/ { print; print ""; while ((getline line < table) > 0) print line; print ""; skip = 1 }
        /^<!-- bench: end/ { skip = 0 }
        !skip { print }' "$page"
}

# Writes the table of the figures in the file $1, with a link to $2: for each set, the rates of the engines `lanes` and
# `single` for proving uniqueness, from memory to memory.
rates_table() {
    python3 - "$1" "$2" <<'EOF'
import json, sys

CLUES = {
    "easy": "36 to 46 clues", "ordinary": "28 to 34 clues", "minimal": "every clue needed", "hard": "many guesses needed",
    "multi-solution": "two solutions or more", "impossible": "no solution", "pencilmarks": "450 candidates",
}
results = json.load(open(sys.argv[1], encoding="utf-8"))
rows = [row for row in results["rows"] if row["mode"] == "unique"]
lanes = [row for row in rows if row["engine"] == "lanes"]
if not lanes:
    sys.exit("no rows of the engine lanes that prove uniqueness")
isa, most = lanes[0]["isa"], max(row["threads"] for row in lanes)


def rate(set_name, engine, threads):
    """Returns the rate with three digits."""
    found = [row for row in rows if (row["set"], row["engine"], row["threads"]) == (set_name, engine, threads)]
    found = [row for row in found if engine != "lanes" or row["isa"] == isa]
    if not found:
        sys.exit(f"no row of the engine {engine} on {threads} threads for the set {set_name}")
    number, unit = found[0]["puzzles_per_second"]["median"], ""
    for bound, letter in [(1e6, " M"), (1e3, " k")]:
        if not unit and number >= bound:
            number, unit = number / bound, letter
    return f"{number:.{0 if number >= 100 else 1 if number >= 10 else 2}f}{unit}"


print(f"| set | `lanes`, 1 thread | `lanes`, {most} threads | `single`, 1 thread |")
print("|---|--:|--:|--:|")
for name in dict.fromkeys(row["set"] for row in rows):
    shown = name + (f", {CLUES[name]}" if name in CLUES else "")
    print(f"| {shown} | {rate(name, 'lanes', 1)} | {rate(name, 'lanes', most)} | {rate(name, 'single', 1)} |")
machine = results["machine"]
memory = machine["memory_bytes"]
memory = f" · {memory / 2**30:.0f} GiB of memory" if memory else ""
print("\nPuzzles per second, from text in memory to text in memory, including the proof that each solution is unique.")
print(f"Instruction set {isa}; {machine['processor']} · {machine['cores']} cores{memory} · {machine['system']}.")
print(f"[Recorded]({sys.argv[2]}) with bulkdoku {results['version']} · {results['built']}.")
EOF
}

# Succeeds if the page has the table of the recorded files $1.json and $1.txt.
is_shown() {
    rates_table "$1.json" "${1##*/}.txt" >"$part/rates.txt" && with_table "$part/rates.txt" | cmp -s - "$page"
}

"$BULKDOKU" bench --summary "$part/measured.json" "$@" >"$part/table.txt"
python3 - "$part/measured.json" "$built" >"$part/figures.json" <<'EOF'
import json, sys

results = json.load(open(sys.argv[1], encoding="utf-8")) | {"built": sys.argv[2]}
print(json.dumps(results, indent=2, ensure_ascii=False))
EOF
if ! grep -q '^| set ' "$part/table.txt" || [ ! -s "$part/figures.json" ]; then
    echo "no table came out: nothing was recorded" >&2
    exit 1
fi

if [ -n "$try" ]; then
    for figures in benches/results/*.json; do
        if is_shown "${figures%.json}"; then
            echo "a table came out; $page shows $figures" >&2
            exit
        fi
    done
    echo "$page shows no file of benches/results/: update it with $0" >&2
    exit 1
fi

if ! rates_table "$part/figures.json" "${name##*/}.txt" >"$part/rates.txt"; then
    echo "the table needs the engines lanes and single, mode unique and one thread: nothing was recorded" >&2
    exit 1
fi
cp "$part/figures.json" "$name.json"
cp "$part/table.txt" "$name.txt"
with_table "$part/rates.txt" >"$part/page.md"
cat "$part/page.md" >"$page"
echo "$name.json and $name.txt are new; $page shows them" >&2
