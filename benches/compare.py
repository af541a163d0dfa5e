#!/usr/bin/env python3
"""Compares commands, whole process against whole process.

usage: compare.py [--equal] [--rounds=5] TITLE INPUT NAME=COMMAND...

Each command reads the file INPUT and writes to a file. They run in turn, A B A B. Printed are medians: wall
seconds, processor seconds, peak memory (10 MB at the least: those of this script, before the command takes its
place), megabytes in and out a second, and how many times as fast as the first. Last comes what it costs to copy
the bytes that the last command reads and writes. With --equal all outputs must be the same. The last command
gets the usual stack of 8 MB; the others, being recursive, get more.
"""

import argparse
import filecmp
import os
import resource
import shlex
import statistics
import sys
import tempfile
import time

STACK = 8 << 20


def run(command, source, target, stack):
    """Wall seconds, processor seconds and peak kilobytes of one run."""
    begin = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(source, os.O_RDONLY), 0)
        os.dup2(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        resource.setrlimit(resource.RLIMIT_STACK, (stack, resource.RLIM_INFINITY))
        os.execvp(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f"failed with status {status}: {shlex.join(command)}")
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--equal", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("title")
    parser.add_argument("source")
    parser.add_argument("commands", nargs="+")
    given = parser.parse_args()
    title, source, equal, commands = given.title, given.source, given.equal, given.commands
    commands = {name: shlex.split(command) for name, command in (text.split("=", 1) for text in commands)}
    first, last = list(commands)[0], list(commands)[-1]
    with tempfile.TemporaryDirectory() as scratch:
        output = lambda name: os.path.join(scratch, name)
        commands["copying"] = ["cat", "-", output(last)]
        runs = {name: [] for name in commands}
        for _ in range(given.rounds):
            for name, command in commands.items():
                stack = STACK if name == last else resource.RLIM_INFINITY
                runs[name].append(run(command, source, output(name), stack))
                if equal and name != "copying" and not filecmp.cmp(output(first), output(name), shallow=False):
                    sys.exit(f"{title}: {name} and {first} write different things")
        size = os.path.getsize(source) + os.path.getsize(output(last))
    print(title)
    medians = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in runs.items()}
    for name, (wall, cpu, memory) in medians.items():
        print(
            f"  {name:9} {wall:8.4f} s wall {cpu:8.4f} s cpu {memory / 1024:8.1f} MB peak"
            f" {size / wall / 1e6:8.1f} MB/s {medians[first][0] / wall:7.1f} x"
        )


main()
