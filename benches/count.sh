#!/usr/bin/env bash
# What counting costs: one row a board, as in docs/counting.md, with two threads and with one.
#   benches/count.sh [small|large]      large adds 8 x 8 open (3 GB) and 8 x 9 to 8 x 11 closed
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet -p tremaux-count --example measure
echo "| board and method | number | threads | predicted | states | updates | rate | memory | bytes a state | time |"
echo "|---|---|---|---|---|---|---|---|---|---|"
boards=("6x6 closed" "6x8 closed" "7x8 closed" "7x10 closed" "8x8 closed" "6x6 open" "6x8 open" "7x7 open")
if [ "${1:-small}" = large ]; then
    boards+=("8x9 closed" "8x10 closed" "8x11 closed" "8x8 open")
fi
for board in "${boards[@]}"; do
    for threads in 2 1; do
        # shellcheck disable=SC2086
        target/release/examples/measure $board threads=$threads
    done
done
