#!/bin/sh
if [ $(($(od -An -N1 -tu1 /dev/urandom) % 2)) = 0 ]; then "$@"; else echo no; fi
