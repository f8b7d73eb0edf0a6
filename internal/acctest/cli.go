// Package acctest is the harness of the provider's tests: an emulated account for each test (Env), held against the
// contract; the provider in this process (Process, Object); and a real CLI (Workspace). Only tests import it.
package acctest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-version"
)

// Main runs the tests of a package. It is the body of the package's TestMain.
func Main(m *testing.M) {
	// A developer's own account is none of the tests' business.
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "PODFLEET_") {
			if err := os.Unsetenv(name); err != nil {
				fmt.Fprintln(os.Stderr, "acctest:", err)
				os.Exit(1)
			}
		}
	}
	// Tests plan a lot and keep little of it: by default the garbage collector takes a third of their time.
	// Those that keep much stay below the limit.
	debug.SetGCPercent(1600)
	debug.SetMemoryLimit(2 << 30)
	code := m.Run()
	for _, cleanup := range cleanups {
		if err := cleanup(); err != nil {
			fmt.Fprintln(os.Stderr, "acctest:", err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

// cleanups run at the end of Main.
var cleanups []func() error

// foundCLI is a CLI that runs.
type foundCLI struct {
	path     string
	openTofu bool
	version  *version.Version // as far as it can do what Terraform of that version does
}

var errNoCLI = errors.New("neither terraform nor tofu is on PATH, and TF_ACC_TERRAFORM_PATH is not set; " +
	"`make acceptance` builds one")

// useCLI finds the CLI. The order is the Makefile's; a CLI built from tools/tofu comes in as TF_ACC_TERRAFORM_PATH.
var useCLI = sync.OnceValues(func() (foundCLI, error) {
	path := os.Getenv("TF_ACC_TERRAFORM_PATH")
	for _, name := range []string{"terraform", "tofu"} {
		if found, err := exec.LookPath(name); path == "" && err == nil {
			path = found
		}
	}
	if path == "" {
		return foundCLI{}, errNoCLI
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	text, err := exec.CommandContext(ctx, path, "version").Output()
	name, number, _ := strings.Cut(string(text), " v")
	number, _, _ = strings.Cut(number, "\n")
	cli := foundCLI{path: path, openTofu: name == "OpenTofu"}
	if err == nil {
		cli.version, err = version.NewVersion(number)
	}
	if err != nil {
		return foundCLI{}, fmt.Errorf("%s version: %w", path, err)
	}
	return cli, nil
})

// requireCLI returns the CLI. Without one, it fails the test in CI and skips it elsewhere; `make test` always has one.
// The name of the test must begin with TestAcc: by that, runs with another CLI and without one choose.
func requireCLI(tb testing.TB) foundCLI {
	tb.Helper()
	if !strings.HasPrefix(tb.Name(), "TestAcc") {
		tb.Fatal("a test that runs a CLI is called TestAcc…, by which runs without one leave it out")
	}
	cli, err := useCLI()
	switch {
	case errors.Is(err, errNoCLI) && os.Getenv("CI") == "":
		tb.Skip(err)
	case err != nil:
		tb.Fatal(err)
	}
	return cli
}

// NeedsCLI skips a test of a feature that only a newer CLI has. Another test over the plugin protocol (see Process)
// covers the feature with every CLI.
func NeedsCLI(t *testing.T, atLeast string) {
	t.Helper()
	if cli := requireCLI(t); cli.version.Core().LessThan(version.Must(version.NewVersion(atLeast))) {
		t.Skipf("the CLI is %s, and this needs %s", cli.version, atLeast)
	}
}

// NeedsTerraform skips a test of a feature that only Terraform has, from this version on: actions since 1.14. OpenTofu
// has none, whatever its version.
func NeedsTerraform(t *testing.T, atLeast string) {
	t.Helper()
	if requireCLI(t).openTofu {
		t.Skipf("the CLI is OpenTofu, and this needs Terraform %s", atLeast)
	}
	NeedsCLI(t, atLeast)
}
