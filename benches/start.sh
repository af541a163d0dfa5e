#!/bin/sh
# From the command line to the answer: one small input, `tremaux solve` beside plain contest programs.
#
# usage: benches/start.sh BASELINES [TREMAUX]     BASELINES holds the programs `curling`, `maze`, `knight`
set -eu
tremaux=${2:-target/release/tremaux}
here=$(dirname "$0")
for puzzle in curling maze knight; do
    "$here/compare.py" --rounds=100 "$puzzle" "$here/../examples/$puzzle.in" \
        "baseline=$1/$puzzle" "tremaux=$tremaux solve $puzzle"
done
