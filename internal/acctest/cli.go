// Package acctest is the harness of the acceptance tests: the real CLI, the
// provider in this process, and an emulator a test that is held against the
// contract. Only tests import it.
package acctest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-version"
)

// Main is a test package's TestMain: it finds the CLI and tells the testing
// library about it. The order is the Makefile's; a CLI built from tools/tofu
// comes in as TF_ACC_TERRAFORM_PATH. Tests without a CLI would prove nothing,
// so they do not run without one.
func Main(m *testing.M) {
	if err := useCLI(); err != nil {
		fmt.Fprintln(os.Stderr, "acctest:", err)
		os.Exit(1)
	}
	// A developer's own account is none of the tests' business.
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "PODFLEET_") {
			if err := os.Unsetenv(name); err != nil {
				fmt.Fprintln(os.Stderr, "acctest:", err)
				os.Exit(1)
			}
		}
	}
	code := m.Run()
	for _, cleanup := range cleanups {
		if err := cleanup(); err != nil {
			fmt.Fprintln(os.Stderr, "acctest:", err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

// CLI is the path of the CLI. It is set once Main runs.
func CLI() string { return os.Getenv("TF_ACC_TERRAFORM_PATH") }

func useCLI() error {
	path, err := findCLI()
	if err != nil {
		return err
	}
	tofu, err := isOpenTofu(path)
	if err != nil {
		return err
	}
	settings := map[string]string{"TF_ACC_TERRAFORM_PATH": path, "CHECKPOINT_DISABLE": "1"}
	if tofu {
		// Without these the library writes addresses that OpenTofu takes for a legacy provider's.
		settings["TF_ACC_PROVIDER_HOST"] = "registry.opentofu.org"
		settings["TF_ACC_PROVIDER_NAMESPACE"] = "hashicorp"
	}
	for name, value := range settings {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return nil
}

func findCLI() (string, error) {
	if path := CLI(); path != "" {
		return path, nil
	}
	for _, name := range []string{"terraform", "tofu"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("neither terraform nor tofu is on PATH; `make test` builds one, or set TF_ACC_TERRAFORM_PATH")
}

// isOpenTofu asks the CLI's version: OpenTofu's answer names no Terraform.
func isOpenTofu(path string) (bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	output, err := exec.CommandContext(ctx, path, "version").Output()
	if err != nil {
		return false, fmt.Errorf("%s version: %w", path, err)
	}
	return len(output) >= 8 && string(output[:8]) == "OpenTofu", nil
}

// NeedsCLI skips a test of what only a newer CLI can do. What is skipped here is
// tested over the plugin protocol as well, with every CLI: see Process.
func NeedsCLI(t *testing.T, atLeast string) {
	t.Helper()
	output, err := exec.CommandContext(t.Context(), CLI(), "version", "-json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var found struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal(output, &found); err != nil {
		t.Fatal(err)
	}
	have, err := version.NewVersion(found.Version)
	if err != nil {
		t.Fatal(err)
	}
	if have.Core().LessThan(version.Must(version.NewVersion(atLeast))) {
		t.Skipf("the CLI is %s, and this needs %s", have, atLeast)
	}
}
