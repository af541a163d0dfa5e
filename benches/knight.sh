#!/bin/sh
# Knight's tours, whole process against whole process, A B A B, median of five: the baseline (a plain contest
# program) and tremaux. Then large boards, beside copying as many bytes.
#
# usage: benches/knight.sh BASELINES [TREMAUX]     BASELINES holds the baselines' programs
set -eu
baselines=$1
tremaux=${2:-target/release/tremaux}
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

# Wall-clock seconds and peak memory of a command whose output goes to a file.
measure() {
    python3 - "$@" <<'PY'
import os, resource, sys, time
source, target, *command = sys.argv[1:]
begin = time.perf_counter()
pid = os.fork()
if pid == 0:
    os.dup2(os.open(source, os.O_RDONLY), 0)
    os.dup2(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.execvp(command[0], command)
_, status, usage = os.wait4(pid, 0)
print(f"{time.perf_counter() - begin:.4f} {usage.ru_maxrss // 1024} {status}")
PY
}

# Runs two commands in turn, and prints the medians and their ratio.
compare() {
    name=$1 source=$2 one=$3 other=$4
    for _ in 1 2 3 4 5; do
        measure "$source" /dev/null $one >> "$scratch/one"
        measure "$source" /dev/null $other >> "$scratch/other"
    done
    paste -d ' ' "$scratch/one" "$scratch/other" | python3 -c '
import statistics, sys
rows = [line.split() for line in sys.stdin]
one = statistics.median(float(row[0]) for row in rows)
other = statistics.median(float(row[3]) for row in rows)
memory = max(int(row[4]) for row in rows)
print(f"{sys.argv[1]}: {one:.4f} s, {other:.4f} s, {memory} MB, {one / other:.1f} x")' "$name"
    rm "$scratch/one" "$scratch/other"
}

python3 -c '
import random
random.seed(8)
for _ in range(100000): print(random.randint(1, 64))
print(-1)' > "$scratch/starts"
printf '28\n-1\n' > "$scratch/one_start"
seq 30 > "$scratch/all_5x6"; echo -1 >> "$scratch/all_5x6"

compare "100,000 starts on 8 x 8: baseline, tremaux" "$scratch/starts" \
    "$baselines/knight" "$tremaux solve knight"
compare "one start on 8 x 8: baseline, tremaux" "$scratch/one_start" \
    "$baselines/knight" "$tremaux solve knight"
"$tremaux" solve knight < "$scratch/starts" > "$scratch/out"
compare "100,000 starts on 8 x 8: copying the output, tremaux" "$scratch/starts" \
    "cat $scratch/out" "$tremaux solve knight"
compare "all starts of 5 x 6: nothing, tremaux" "$scratch/all_5x6" true "$tremaux solve knight --board 5x6"

for board in 1000x1000:234567 1001x999:7001 10000x10000:12345678; do
    size=${board%:*} start=${board#*:}
    "$tremaux" solve knight --board "$size" --start "$start" > "$scratch/out"
    compare "$size from $start: copying the output, tremaux" /dev/null \
        "cat $scratch/out" "$tremaux solve knight --board $size --start $start"
done
