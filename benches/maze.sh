#!/bin/sh
# Measures `tremaux solve maze` against the plain contest program, whole process against whole process.
#
# Usage: benches/maze.sh BASELINES [ROWS COLS [KIND...]]
#   BASELINES  a folder with the programs `maze` and `make_maze`
#   ROWS COLS  4000 4000 by default
#   KIND       dfs, snake, braid; dfs and snake by default
# Environment: TREMAUX (target/release/tremaux), ROUNDS (5), SCRATCH (a folder with room for the files).
#
# Runs baseline and tremaux in turn and prints the medians: wall seconds, CPU seconds, peak memory, throughput (bytes
# in and out, cells), the ratios, and what it costs to copy the same bytes. Both outputs must be equal.
set -eu
baselines=$1
rows=${2:-4000}
cols=${3:-4000}
[ $# -ge 3 ] && shift 3 || shift $#
[ $# -gt 0 ] || set -- dfs snake
tremaux=${TREMAUX:-target/release/tremaux}
rounds=${ROUNDS:-5}
scratch=$(mktemp -d "${SCRATCH:-/tmp}/maze-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
ulimit -s unlimited

# run NAME STACK COMMAND: one line "wall cpu kilobytes" more in the file NAME.
run() {
    /usr/bin/env python3 - "$scratch/$1" "$2" "$3" <<'PYTHON'
import os, resource, subprocess, sys, time
log, stack, command = sys.argv[1:]
limit = resource.RLIM_INFINITY if stack == "unlimited" else int(stack) << 20
set_stack = lambda: resource.setrlimit(resource.RLIMIT_STACK, (limit, resource.RLIM_INFINITY))
begin = time.perf_counter()
child = subprocess.Popen(["sh", "-c", "exec " + command], preexec_fn=set_stack)
_, status, usage = os.wait4(child.pid, 0)
wall = time.perf_counter() - begin
if status:
    sys.exit(f"failed with status {status}: {command}")
with open(log, "a") as out:
    print(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=out)
PYTHON
}

for kind in "$@"; do
    in="$scratch/in" base="$scratch/base" ours="$scratch/ours"
    "$baselines/make_maze" "$kind" "$rows" "$cols" > "$in"
    for _ in $(seq "$rounds"); do
        run baseline unlimited "$baselines/maze < $in > $base"
        run tremaux 8 "$tremaux solve maze $in > $ours"
        run copy 8 "cat $in $ours > $scratch/copied"
    done
    cmp "$base" "$ours"
    bytes=$(($(wc -c < "$in") + $(wc -c < "$ours")))
    /usr/bin/env python3 - "$scratch" "$kind" "$rows" "$cols" "$bytes" <<'PYTHON'
import statistics, sys
scratch, kind, rows, cols, size = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
def median(name):
    lines = [list(map(float, line.split())) for line in open(f"{scratch}/{name}")]
    return [statistics.median(column) for column in zip(*lines)]
base = median("baseline")
print(f"{kind} {rows} x {cols}: equal outputs")
for name in ["baseline", "tremaux", "copy"]:
    wall, cpu, memory = median(name)
    print(f"  {name:8}  {wall:7.3f} s wall {cpu:7.3f} s cpu {memory / 1024:8.1f} MB peak"
          f" {size / wall / 1e6:8.1f} MB/s {rows * cols / wall / 1e6:7.2f} Mcells/s"
          f"   {base[0] / wall:6.1f} x wall {base[1] / max(cpu, 1e-9):6.1f} x cpu")
PYTHON
    rm -f "$scratch/baseline" "$scratch/tremaux" "$scratch/copy"
done
