#!/bin/sh
yes
