#!/bin/sh
# Compares `tremaux solve curling` with a plain contest program, whole process against whole process:
#
#     benches/curling.sh BASELINES [TREMAUX]
#
# BASELINES is a folder with the program `curling`, which reads and writes what the judge does; TREMAUX is
# target/release/tremaux unless given. Both run in turn, A B A B, output to a file; medians of five runs.
# Needs GNU time. Prints for each input: the two times, their ratio, megabytes a second, peak memory, and
# what it costs to copy the same bytes.
set -eu
baseline=$1/curling
tremaux=${2:-target/release/tremaux}
data=$(dirname "$0")/../tests/data/curling
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# random_300 a hundred times over: 30,000 boards, most of them easy.
sed '$d' "$data/random_300.in" > "$scratch/boards"
i=0
while [ $i -lt 100 ]; do cat "$scratch/boards"; i=$((i + 1)); done > "$scratch/random_30000.in"
echo "0 0" >> "$scratch/random_30000.in"
cp "$data/bench_100_hard.in" "$scratch"

# measure NAME COMMAND...: appends the wall seconds and the peak kilobytes of a run to files of that name.
measure() {
    name=$1
    shift
    start=$(date +%s.%N)
    command time -f %M -o "$scratch/memory" "$@" < "$input" > "$scratch/$name.out"
    end=$(date +%s.%N)
    echo "$start $end" | awk '{ printf "%.6f\n", $2 - $1 }' >> "$scratch/$name.times"
    cat "$scratch/memory" >> "$scratch/$name.kilobytes"
}

median() { sort -n "$1" | sed -n 3p; }

printf '%-16s %12s %12s %8s %8s %10s %12s\n' input baseline tremaux ratio MB/s peak copying
for input in "$scratch/bench_100_hard.in" "$scratch/random_30000.in"; do
    rm -f "$scratch"/*.times "$scratch"/*.kilobytes
    for _ in 1 2 3 4 5; do
        measure baseline "$baseline"
        measure tremaux "$tremaux" solve curling
        measure copy cat
    done
    cmp "$scratch/baseline.out" "$scratch/tremaux.out"
    echo "$(basename "$input" .in) $(median "$scratch/baseline.times") $(median "$scratch/tremaux.times")" \
        "$(median "$scratch/copy.times") $(median "$scratch/tremaux.kilobytes") $(wc -c < "$input")" |
        awk '{ printf "%-16s %10.4f s %10.4f s %8.1f %8.1f %7.1f MB %10.4f s\n", $1, $2, $3, $2 / $3, $6 / $3 / 1e6, $5 / 1e3, $4 }'
done
