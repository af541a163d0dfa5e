#!/bin/sh
sleep 3600 &
