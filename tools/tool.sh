#!/bin/sh
# Prints the path of a development tool, building it into the cache folder first where it is not there yet:
#
#	tools/tool.sh tofu             OpenTofu, for machines without a CLI of their own
#	tools/tool.sh golangci-lint    the linter
#	tools/tool.sh tfplugindocs     the generator of docs/
#	tools/tool.sh govulncheck      the search for known vulnerabilities, for CI
#	tools/tool.sh --cached tofu    the path if it is built already, else nothing
#
# Each tool has a module of its own beside this file, golangci-lint too although `go install …@version` would do: its
# dependencies then stay out of the provider's go.mod and cannot raise each other, their checksums are in the
# repository, and all four are bumped with the same `go get -tool …@version`.
#
# The cache is $PODFLEET_CACHE, by default the user's cache folder, so that one build serves every checkout. File names
# carry versions: a bump rebuilds.
set -eu

tools=$(cd "$(dirname "$0")" && pwd)
go=${GO:-go}

cached_only=false
if [ "${1:-}" = --cached ]; then
	cached_only=true
	shift
fi

ldflags='-s -w'
suffix=
case ${1:-} in
tofu)
	folder=tofu
	module=github.com/opentofu/opentofu
	package=$module/cmd/tofu
	# Without this it calls itself a development version, which version constraints treat as older than the release.
	ldflags="$ldflags -X $module/version.dev=no"
	;;
golangci-lint)
	folder=lint
	module=github.com/golangci/golangci-lint/v2
	package=$module/cmd/golangci-lint
	# A linter built with one Go cannot read the standard library of a newer one.
	suffix=-$($go env GOVERSION)
	;;
tfplugindocs)
	folder=docs
	module=github.com/hashicorp/terraform-plugin-docs
	package=$module/cmd/tfplugindocs
	;;
govulncheck)
	folder=govulncheck
	module=golang.org/x/vuln
	package=$module/cmd/govulncheck
	# It reads the standard library as the linter does.
	suffix=-$($go env GOVERSION)
	;;
*)
	echo "usage: tools/tool.sh [--cached] tofu|golangci-lint|tfplugindocs|govulncheck" >&2
	exit 2
	;;
esac

if [ -n "${PODFLEET_CACHE:-}" ]; then
	cache=$PODFLEET_CACHE
elif [ -n "${XDG_CACHE_HOME:-}" ]; then
	cache=$XDG_CACHE_HOME/terraform-provider-podfleet
elif [ -n "${HOME:-}" ]; then
	cache=$HOME/.cache/terraform-provider-podfleet
else
	cache=$tools/../.cache
fi
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)

version=$(awk -v module="$module" '$1 == module { print $2 }' "$tools/$folder/go.mod")
# A folder per version keeps the file's own name: CLIs show it in their messages.
binary=$cache/$1-$version$suffix/$1

if [ ! -x "$binary" ]; then
	if $cached_only; then
		exit 0
	fi
	echo "building $1 $version into $cache (once, this can take minutes) …" >&2
	mkdir -p "$(dirname "$binary")"
	# The tool runs here, whatever the caller is building for. It moves into place in one step: two builds at a time, or
	# one cut short, leave no half a binary.
	(
		unset GOOS GOARCH
		cd "$tools/$folder"
		CGO_ENABLED=0 $go build -buildvcs=false -trimpath -ldflags "$ldflags" -o "$binary.$$" "$package"
	) >&2
	mv "$binary.$$" "$binary"
fi
echo "$binary"
