#!/usr/bin/env bash
# Writes the problem packages and has them verified by the tools of those who defined the forms:
# problemtools (legacy) and BAPCtools (2025-09), from PyPI, in a virtual environment under target/.
# Usage: tests/packages.sh [TREMAUX], default target/debug/tremaux. Needs g++ and Python 3.
set -euo pipefail
cd "$(dirname "$0")/.."
tremaux=$(realpath "${1:-target/debug/tremaux}")
tools=$PWD/target/judges
work=$(mktemp -d "$PWD/target/packages.XXXXXX")
trap 'rm -rf "$work"' EXIT
# BAPCtools warns where there is no pypy3, though nothing of ours is written in Python; and it remembers in
# the user's folder where it has met a problem before.
mkdir "$work/bin"
ln -s "$(command -v python3)" "$work/bin/pypy3"
export PATH=$work/bin:$(dirname "$tremaux"):$PATH XDG_CONFIG_HOME=$work/config

# The commands of the guide, as they are printed there: they install the tools, too.
guide=docs/set-a-problem.md
awk '/^```(sh|bash)$/ { on = 1; next } /^```$/ { on = 0 } on' "$guide" > "$work/guide.sh"
grep -q verifyproblem "$work/guide.sh" && grep -q 'bt run' "$work/guide.sh"
bash -euo pipefail "$work/guide.sh" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
grep -q "sliding tested: 0 errors, 0 warnings" "$work/log" || { cat "$work/log"; exit 1; }
echo "$guide: its commands work"
export PATH=$tools/bin:$PATH

for puzzle in curling maze knight; do
    "$tremaux" package "$puzzle" "$work/legacy/$puzzle" --format legacy
    (cd "$work/legacy" && verifyproblem -p config data validators submissions -- "$puzzle") > "$work/log" 2>&1 || true
    grep -q "$puzzle tested: 0 errors, 0 warnings" "$work/log" || { cat "$work/log"; exit 1; }

    "$tremaux" package "$puzzle" "$work/new/$puzzle" --format 2025-09
    # The drawings of mazes have blanks beside blanks, and each of them matters.
    checks=
    [ "$puzzle" != maze ] || checks=--no-test-case-sanity-checks
    for step in "validate $checks" run; do
        # shellcheck disable=SC2086 # words of a command
        (cd "$work/new/$puzzle" && bt $step) > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    done
    echo "$puzzle: both packages are verified"
done
