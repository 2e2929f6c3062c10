#!/bin/sh
# Runs the randomised tests with a seed that was not used before, and then every
# fuzz target of the module, each for the time given, and stops at the first
# finding. The seed is printed: KEYRANGE_SEED brings the same run again. Making an
# input smaller is bounded: it would take most of the minute for a parser of long
# texts.
set -eu
time=${1:-60s}
KEYRANGE_SEED=${KEYRANGE_SEED:-$(date +%s)}
export KEYRANGE_SEED
echo "the randomised tests, KEYRANGE_SEED=$KEYRANGE_SEED"
go test -count=1 ./engine/... ./app/... ./build/endpoint
unset KEYRANGE_SEED
count=0
for package in $(go list ./...); do
  for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
    echo "$package $target, $time"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 10x "$package"
    count=$((count + 1))
  done
done
echo "$count fuzz targets ran without a finding."
