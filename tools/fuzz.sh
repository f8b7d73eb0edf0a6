#!/bin/sh
# Fuzzes every target of the repository, one after the other.
#
#	FUZZ_TIME=10m FUZZ=Raw tools/fuzz.sh
#
# FUZZ_TIME is how long each target runs, FUZZ a regular expression for the names of those that do. What breaks a target
# is written to testdata/fuzz beside it: commit it, and go test runs it from then on. What only reaches new code is kept
# in Go's own cache. An input that reaches new code is made smaller in a few steps only: where goroutines take turns,
# code is reached by chance, and it would be tried for a minute each time.
set -eu

targets=$(grep -rE --include='*_test.go' --exclude-dir=bin '^func Fuzz[A-Za-z0-9_]*\(' . |
	sed -E 's|^(.*)/[^/]*:func (Fuzz[A-Za-z0-9_]*).*|\1 \2|' | sort -u | grep -E -- " .*${FUZZ:-}" || true)
if [ -z "$targets" ]; then
	echo "no fuzz target matches ${FUZZ:-}" >&2
	exit 1
fi
echo "$targets" | while read -r package target; do
	echo "== $target in $package"
	"${GO:-go}" test "$package" -run '^$' -fuzz "^$target\$" -fuzztime "${FUZZ_TIME:-1m}" -fuzzminimizetime 200x </dev/null
done
