#!/bin/sh
echo a guess
