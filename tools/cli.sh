#!/bin/sh
# Prints the path of the CLI that tests, demo and formatting run:
#
#	tools/cli.sh          $TF_ACC_TERRAFORM_PATH, else terraform on PATH, else tofu
#	                      on PATH, else OpenTofu built once into the cache folder
#	tools/cli.sh other    the CLI of the other make, Terraform or OpenTofu, if this
#	                      machine has one (on PATH or in the cache), else nothing
set -eu

tools=$(cd "$(dirname "$0")" && pwd)

first() {
	if [ -n "${TF_ACC_TERRAFORM_PATH:-}" ]; then
		echo "$TF_ACC_TERRAFORM_PATH"
	else
		command -v terraform || command -v tofu || "$tools/tool.sh" tofu
	fi
}

is_opentofu() {
	"$1" version 2>/dev/null | grep -q '^OpenTofu'
}

case ${1:-} in
"")
	first
	;;
other)
	if is_opentofu "$(first)"; then
		command -v terraform || true
	else
		command -v tofu || "$tools/tool.sh" --cached tofu
	fi
	;;
*)
	echo "usage: tools/cli.sh [other]" >&2
	exit 2
	;;
esac
