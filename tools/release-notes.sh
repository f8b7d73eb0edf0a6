#!/bin/sh
# Prints what the changelog says of a version, for the page of its release:
#
#	tools/release-notes.sh v1.2.3 [file]
#
# Fails if it says nothing: whoever set the tag forgot to.
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
	echo "usage: tools/release-notes.sh version [file]" >&2
	exit 2
fi
version=${1#v}
file=${2:-$(dirname "$0")/../CHANGELOG.md}

# From the version's heading to the next one, without the blank lines around it and without the link definitions at the
# end of the file.
awk -v heading="## [$version]" '
	/^## /         { inside = $0 == heading || index($0, heading " ") == 1; next }
	!inside        { next }
	/^\[[^]]*\]: / { next }
	/^[ \t]*$/     { blank = 1; next }
	               { if (blank && said) print ""; print; blank = 0; said = 1 }
	END            { exit !said }
' "$file" || {
	echo "$file has nothing under \"## [$version]\"" >&2
	exit 1
}
