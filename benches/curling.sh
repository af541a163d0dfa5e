#!/bin/sh
# `tremaux solve curling` beside a plain contest program, on a hundred hard boards and on 30,000 random ones.
#
# usage: benches/curling.sh BASELINES [TREMAUX]     BASELINES holds the program `curling`
set -eu
baseline=$1/curling
tremaux=${2:-target/release/tremaux}
here=$(dirname "$0")
data=$here/../tests/data/curling
boards=$(mktemp)
trap 'rm -f "$boards"' EXIT

# random_300 a hundred times over.
for _ in $(seq 100); do sed '$d' "$data/random_300.in"; done > "$boards"
echo "0 0" >> "$boards"

compare() {
    "$here/compare.py" --equal "$1" "$2" "baseline=$baseline" "tremaux=$tremaux solve curling"
}
compare "100 hard boards" "$data/bench_100_hard.in"
compare "30,000 random boards" "$boards"
