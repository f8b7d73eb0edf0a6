package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/podfleet/terraform-provider-podfleet"

// ourPackages are the packages of ours that users run.
var ourPackages = []string{"internal/client", "internal/framework", "internal/functions", "internal/pluginserver",
	"internal/provider", "internal/resources"}

// testModules are the modules in go.mod for tests and for the emulator.
var testModules = []string{
	"github.com/getkin/kin-openapi",
	"github.com/gofrs/flock",
	"github.com/modelcontextprotocol/go-sdk",
	"github.com/prometheus/common",
	"pgregory.net/rapid",
	"sigs.k8s.io/yaml",
}

// testingImporters bring the package testing into every provider there is: the framework is built on them.
var testingImporters = []string{"github.com/hashicorp/go-plugin", "github.com/mitchellh/go-testing-interface"}

// Nothing that is there for tests, and no emulator, is among the packages that the provider and podfleet-import are
// made of.
func TestBinary_packages(t *testing.T) {
	t.Parallel()
	for command, ours := range map[string][]string{
		".": ourPackages,
		"./cmd/podfleet-import": append([]string{"cmd/podfleet-import", "internal/core", "internal/importer"},
			ourPackages...),
	} {
		holdsOnly(t, command, ours)
	}
}

// holdsOnly checks that of our packages a command holds these, and nothing for tests.
func holdsOnly(t *testing.T, command string, ours []string) {
	t.Helper()
	forTests := append([]string{"testing", "net/http/httptest"}, testModules...)
	found := 0
	for _, p := range packages(t, command) {
		if path, isOurs := strings.CutPrefix(p.ImportPath, module); isOurs && path != "" {
			found++
			if !slices.ContainsFunc(ours, func(ours string) bool { return within(path[1:], ours) }) {
				t.Errorf("%s holds %s", command, p.ImportPath)
			}
		}
		for _, imported := range p.Imports {
			if imported == "testing" && slices.Contains(testingImporters, p.ImportPath) {
				continue
			}
			if slices.ContainsFunc(forTests, func(root string) bool { return within(imported, root) }) {
				t.Errorf("%s, which %s holds, imports %s", p.ImportPath, command, imported)
			}
		}
	}
	if found < len(ours) {
		t.Errorf("%d packages of ours in %s: this test looks in the wrong place", found, command)
	}
}

// The same of a binary built as a release is, asked itself: what it says of its modules (go version -m), and the names
// of the functions in it. And the release's version arrives.
func TestBinary_release(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("this builds a release")
	}
	const madeUp = "98.7.6-made-up"
	ldflags := strings.ReplaceAll(goreleaser(t, ".goreleaser.yml").Builds[0].Ldflags[0], "{{ .Version }}", madeUp)
	path := filepath.Join(t.TempDir(), "provider")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags", ldflags, "-o", path, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}

	info, err := buildinfo.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Path != module || len(info.Deps) == 0 {
		t.Errorf("it is %s, of %d modules", info.Path, len(info.Deps))
	}
	for _, dep := range info.Deps {
		if slices.Contains(testModules, dep.Path) {
			t.Errorf("the binary holds a module that is for tests only: %s", dep.Path)
		}
	}

	binary, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"internal/provider.", "internal/client."} {
		if !bytes.Contains(binary, []byte(module+"/"+name)) {
			t.Errorf("nothing of %s in the binary: this test looks in the wrong place", name)
		}
	}
	for _, name := range []string{"api.", "internal/emulator.", "internal/acctest.", "internal/contracttest.",
		"internal/tools/"} {
		if bytes.Contains(binary, []byte(module+"/"+name)) {
			t.Errorf("the binary holds functions of %s", name)
		}
	}
	if bytes.Contains(binary, []byte("net/http/httptest.")) {
		t.Error("the binary holds functions of net/http/httptest")
	}
	if !bytes.Contains(binary, []byte(madeUp)) {
		t.Errorf("-ldflags %q did not set the version", ldflags)
	}
}

type goPackage struct {
	ImportPath, Dir string
	Imports         []string
}

// packages are those that a command is made of, the command included.
func packages(t *testing.T, command string) []goPackage {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Dir,Imports", command)
	var stderr strings.Builder
	list.Stderr = &stderr
	output, err := list.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var all []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		// For Go's test cache, which sees what this process reads and not what go list does.
		if within(p.ImportPath, module) {
			if _, err := os.ReadDir(p.Dir); err != nil {
				t.Error(err)
			}
		}
		all = append(all, p)
	}
}

// within says whether path is root or below it.
func within(path, root string) bool {
	return path == root || strings.HasPrefix(path, root+"/")
}
