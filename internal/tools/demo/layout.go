package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// providerVersion is the installed version of the provider. The configuration accepts any.
const providerVersion = "0.1.0"

// installProvider lays out a filesystem mirror under dir, for Terraform and for OpenTofu, which each look under the
// name of their own registry, and a CLI configuration that installs from there and from nowhere else.
func installProvider(dir, provider string) error {
	mirror := filepath.Join(dir, "mirror")
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		folder := filepath.Join(mirror, host, "podfleet", "podfleet", providerVersion, runtime.GOOS+"_"+runtime.GOARCH)
		if err := copyFile(filepath.Join(folder, "terraform-provider-podfleet_v"+providerVersion), provider); err != nil {
			return err
		}
	}
	text := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n",
		filepath.ToSlash(mirror))
	return os.WriteFile(filepath.Join(dir, "cli.tfrc"), []byte(text), 0o600)
}

// copyConfiguration copies the configuration alone: a user may have tried the original, and left a state there.
func copyConfiguration(to, from string) error {
	files, err := filepath.Glob(filepath.Join(from, "*.tf"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("expected a configuration in %s", from)
	}
	for _, file := range files {
		if err := copyFile(filepath.Join(to, filepath.Base(file)), file); err != nil {
			return err
		}
	}
	return err
}

// copyFile makes a copy that can be run, in a folder that it makes.
func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o700)
}
