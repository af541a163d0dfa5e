#!/bin/sh
# `tremaux solve maze` beside a plain contest program, on mazes of 4000 x 4000 cells.
#
# usage: benches/maze.sh BASELINES [TREMAUX [SIDE]]     BASELINES holds the programs `maze` and `make_maze`
set -eu
baselines=$1
tremaux=${2:-target/release/tremaux}
side=${3:-4000}
maze=$(mktemp)
trap 'rm -f "$maze"' EXIT

for kind in dfs snake; do
    "$baselines/make_maze" "$kind" "$side" "$side" > "$maze"
    "$(dirname "$0")/compare.py" --equal "$kind, $side x $side" "$maze" \
        "baseline=$baselines/maze" "tremaux=$tremaux solve maze"
done
