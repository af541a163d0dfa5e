#!/bin/sh
# From the command line to the answer: one small dataset, whole process against whole process, in turn, the median
# of a hundred runs each: the baseline (a plain contest program) and tremaux.
#
# usage: benches/start.sh BASELINES [TREMAUX]     BASELINES holds the baselines' programs
set -eu
baselines=$1
tremaux=${2:-target/release/tremaux}
for puzzle in curling maze knight; do
    python3 - "$puzzle" "examples/$puzzle.in" "$baselines/$puzzle" "$tremaux" solve "$puzzle" <<'PY'
import statistics, subprocess, sys, time
name, source, baseline, *ours = sys.argv[1:]
times = [], []
for _ in range(100):
    for command, taken in zip(([baseline], ours), times):
        with open(source) as dataset:
            begin = time.perf_counter()
            subprocess.run(command, stdin=dataset, stdout=subprocess.DEVNULL, check=True)
            taken.append(time.perf_counter() - begin)
one, other = (1000 * statistics.median(taken) for taken in times)
print(f"{name:8} baseline {one:6.2f} ms   tremaux {other:6.2f} ms   {other / one:.2f} x")
PY
done
