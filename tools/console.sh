#!/usr/bin/env bash
# Tests the emulator's console in chromium, with bin/podfleet-emulator. A machine without chromium says so and tests
# nothing, unless CI is set.
#
#	tools/console.sh               runs the tests
#	tools/console.sh pictures      takes the pictures of README and guide again
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
go=${GO:-go}
cd "$root/tools/browser"
if [[ -z ${CI:-} ]] && ! command -v chromium >/dev/null; then
	echo "no chromium here: the console of the emulator is not tested in a browser"
	exit
fi
# What judges whether everybody can use a page.
[[ -d node_modules/axe-core ]] || ! command -v npm >/dev/null || npm ci --no-audit --no-fund --silent

case ${1:-} in
# Go's cache does not know what the program under test is made of.
"") $go test -vet=off -count=1 -ldflags='-s -w' . ;;
pictures)
	export CONSOLE_PICTURES=$root/bin/pictures
	mkdir -p "$CONSOLE_PICTURES"
	$go test -vet=off -count=1 -run '^TestConsole_(looks|many)$' .
	cp "$CONSOLE_PICTURES"/{list-1280-light,request-1280-dark,request-360-light}.png "$root/docs/design/"
	;;
*)
	echo "usage: tools/console.sh [pictures]" >&2
	exit 2
	;;
esac
