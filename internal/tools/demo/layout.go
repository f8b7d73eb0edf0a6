package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
)

// providerVersion is the installed version of the provider. The configuration accepts any.
const providerVersion = "0.1.0"

// installProvider lays out a filesystem mirror under dir, for Terraform and for OpenTofu, which each look under the
// name of their own registry, and returns the path of a CLI configuration that installs from there and from nowhere
// else.
func installProvider(dir, provider string) (string, error) {
	mirror := filepath.Join(dir, "mirror")
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		folder := filepath.Join(mirror, host, "podfleet", "podfleet", providerVersion, runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return "", err
		}
		err := copyFile(filepath.Join(folder, "terraform-provider-podfleet_v"+providerVersion), provider, 0o700)
		if err != nil {
			return "", err
		}
	}
	config := filepath.Join(dir, "cli.tfrc")
	text := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n",
		filepath.ToSlash(mirror))
	return config, os.WriteFile(config, []byte(text), 0o600)
}

// copyConfiguration copies the configuration alone: a user may have tried the original, and left a state there.
func copyConfiguration(to, from string) error {
	files, err := filepath.Glob(filepath.Join(from, "*.tf"))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("expected a configuration in %s", from)
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	for _, file := range files {
		if err := copyFile(filepath.Join(to, filepath.Base(file)), file, 0o600); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(to, from string, mode os.FileMode) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, mode)
}

// writeOnly lists the replacements for a CLI that has no write-only arguments and no ephemeral variables.
var writeOnly = []struct {
	is      *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`required_version = ">= 1\.11"`), `required_version = ">= 1.8"`},
	{regexp.MustCompile(`(?m)^ +(\w+_wo_version|ephemeral) += .*\n`), ""},
	{regexp.MustCompile(`(?ms)^  env_wo = \{.*?^  \}\n`), ""},
	{regexp.MustCompile(`\bpassword_wo\b`), "password"},
}

// withoutWriteOnly rewrites the copy in dir as it would have been written for such a CLI: with a plain password, and
// without the secret in the environment.
func withoutWriteOnly(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.tf"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, w := range writeOnly {
			text = w.is.ReplaceAll(text, []byte(w.instead))
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return err
		}
	}
	return nil
}
