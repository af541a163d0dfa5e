#!/bin/sh
# `tremaux solve knight` beside a plain contest program, and on large boards by itself.
#
# usage: benches/knight.sh BASELINES [TREMAUX]     BASELINES holds the program `knight`
set -eu
baseline=$1/knight
tremaux=${2:-target/release/tremaux}
starts=$(mktemp)
trap 'rm -f "$starts"' EXIT
compare=$(dirname "$0")/compare.py

echo 28 -1 | tr ' ' '\n' > "$starts"
"$compare" "one start on 8 x 8" "$starts" "baseline=$baseline" "tremaux=$tremaux solve knight"
awk 'BEGIN { srand(8); for (i = 0; i < 100000; i++) print int(rand() * 64) + 1; print -1 }' > "$starts"
"$compare" "100,000 starts on 8 x 8" "$starts" "baseline=$baseline" "tremaux=$tremaux solve knight"
(seq 30; echo -1) > "$starts"
"$compare" "all starts of 5 x 6" "$starts" "tremaux=$tremaux solve knight --board 5x6"
for board in 1000x1000:234567 1001x999:7001 10000x10000:12345678; do
    "$compare" "${board%:*} from ${board#*:}" /dev/null \
        "tremaux=$tremaux solve knight --board ${board%:*} --start ${board#*:}"
done
