#!/bin/sh
# Generates docs/ from the provider's schema, templates/ and examples/:
#
#	tools/docs.sh            writes docs/
#	tools/docs.sh --check    writes nothing; fails and shows the difference if
#	                         docs/ is not what would be written
#
# docs/design/ is written by hand, and left alone.
#
# Needs no CLI and no network: the schema comes from internal/tools/schemajson.
set -eu

cd "$(dirname "$0")/.."
go=${GO:-go}

case ${1:-} in
"") output=docs ;;
--check) output=bin/docs ;; # Relative, as tfplugindocs wants it.
*)
	echo "usage: tools/docs.sh [--check]" >&2
	exit 2
	;;
esac

# Says what the generator said only if it failed.
quietly() {
	said=$("$@" 2>&1) || {
		echo "$said" >&2
		exit 1
	}
}

generator=$(tools/tool.sh tfplugindocs)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

$go run ./internal/tools/schemajson >"$work/schema.json"
mkdir -p "$output"
quietly "$generator" generate --provider-name podfleet --rendered-provider-name Podfleet \
	--providers-schema "$work/schema.json" --rendered-website-dir "$output"

if [ "$output" = docs ]; then
	quietly "$generator" validate --provider-name podfleet --providers-schema "$work/schema.json"
elif ! diff -ru -x design docs "$output"; then
	echo "docs/ is not what the schema, templates/ and examples/ say: run make generate" >&2
	exit 1
fi
