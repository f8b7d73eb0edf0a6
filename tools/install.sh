#!/bin/sh
# Writes bin/dev.tfrc, a CLI configuration that makes Terraform and OpenTofu take the provider from bin/, and says how
# to use it. Changes nothing outside bin/.
set -eu

bin=$(cd "$(dirname "$0")/../bin" && pwd)
platform=$(${GO:-go} env GOOS)_$(${GO:-go} env GOARCH)

cat >"$bin/dev.tfrc" <<EOF
provider_installation {
  dev_overrides {
    "registry.terraform.io/podfleet/podfleet" = "$bin"
    "registry.opentofu.org/podfleet/podfleet" = "$bin"
  }
  direct {}
}
EOF

cat <<EOF
In a shell with

  export TF_CLI_CONFIG_FILE=$bin/dev.tfrc

plan and apply use this build of the provider for source "podfleet/podfleet", whatever
version a configuration asks for, and say so in a warning. After a change, run make build
again. Leave terraform init out: it would look for a release.

Where you need init (modules, other providers, a lock file), use a filesystem mirror
instead. Put the binary, under this name and in this folder of your choice,

  MIRROR/registry.terraform.io/podfleet/podfleet/0.1.0/$platform/terraform-provider-podfleet_v0.1.0

(registry.opentofu.org for OpenTofu) and name it in the CLI configuration:

  provider_installation {
    filesystem_mirror {
      path    = "MIRROR"
      include = ["podfleet/podfleet"]
    }
    direct {
      exclude = ["podfleet/podfleet"]
    }
  }

The lock file then holds this build's checksum: after a change, delete its entry before you run
init, which fails with -upgrade too.
EOF
