#!/bin/sh
printf '\351\000\377 \033[31mred\007\n'
