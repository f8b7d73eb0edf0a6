package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

// program runs the program against an account, and returns its exit code and all that it printed.
func program(t *testing.T, server *emulator.Server, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	if server != nil {
		args = append([]string{"--rest-url", server.RESTURL()}, args...)
	}
	code = run(context.WithoutCancel(t.Context()), args, &out, &errs)
	return code, out.String(), errs.String()
}

func put(t *testing.T, server *emulator.Server, id string, template map[string]any) {
	t.Helper()
	if err := server.PutObject(emulator.KindTemplates, id, template); err != nil {
		t.Fatal(err)
	}
}

// The key comes from a file, and each end has the exit code that --help lists.
func TestRun_exitCodes(t *testing.T) {
	server := emulator.Start(t, emulator.Options{ReadOnlyAPIKeys: []string{"reader"}})
	put(t, server, "t1", map[string]any{"name": "web", "imageName": "i:1"})
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("reader\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PODFLEET_API_KEY_FILE", file)
	out := filepath.Join(t.TempDir(), "out")
	code, stdout, stderr := program(t, server, "--out", out, "--only", "templates,pods", "--name-regex", "^w")
	if code != 0 || stderr != "" || !strings.Contains(stdout, "Objects written to "+out+": 1\n") {
		t.Errorf("%d\n%s%s", code, stdout, stderr)
	}
	provider, err := os.ReadFile(filepath.Join(out, "provider.tf"))
	if text := string(provider); err != nil || !strings.Contains(text, server.RESTURL()) ||
		strings.Contains(text, "reader") {
		t.Errorf("%v\n%s", err, provider)
	}
	code, stdout, stderr = program(t, server, "--out", out)
	if code != exitFailed || stdout != "" || !strings.Contains(stderr, "exists") ||
		!strings.Contains(stderr, "It has written nothing.") {
		t.Errorf("a second time: %d\n%s%s", code, stdout, stderr)
	}
	put(t, server, "t2", map[string]any{"name": "", "imageName": "i:1"})
	code, stdout, stderr = program(t, server, "--out", filepath.Join(out, "other"))
	if code != exitIncomplete || !strings.Contains(stdout, "template t2") || !strings.Contains(stderr, "left out") {
		t.Errorf("incomplete: %d\n%s%s", code, stdout, stderr)
	}
	t.Setenv("PODFLEET_API_KEY_FILE", filepath.Join(out, "none"))
	if code, _, stderr = program(t, server, "--out", filepath.Join(out, "third")); code != exitFailed ||
		!strings.Contains(stderr, "PODFLEET_API_KEY_FILE") {
		t.Errorf("no key: %d %s", code, stderr)
	}
}

// full is a writer that fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// If the summary cannot be printed, the error lists the files that are written, or says that there are none.
func TestRun_unprintedSummary(t *testing.T) {
	server := emulator.Start(t, emulator.Options{})
	t.Setenv("PODFLEET_API_KEY", server.APIKey())
	put(t, server, "t1", map[string]any{"name": "web", "imageName": "i:1"})
	for only, want := range map[string]struct {
		code int
		text string
	}{
		"templates": {exitIncomplete, "It has written these files to %s: imports.tf, provider.tf, templates.tf.\n"},
		"pods":      {exitFailed, "It has written nothing.\n"},
	} {
		out := filepath.Join(t.TempDir(), "out")
		var stderr strings.Builder
		code := run(t.Context(), []string{"--rest-url", server.RESTURL(), "--out", out, "--only", only}, full{}, &stderr)
		text := "podfleet-import: cannot print the summary: no space left\n" + strings.ReplaceAll(want.text, "%s", out)
		if code != want.code || stderr.String() != text {
			t.Errorf("%s: %d\n%s", only, code, &stderr)
		}
		files, err := filepath.Glob(filepath.Join(out, "*"))
		for i, path := range files {
			files[i] = filepath.Base(path)
		}
		if list := strings.Join(files, ", "); err != nil || list != "" && !strings.Contains(text, ": "+list+".") {
			t.Errorf("%s: the folder has %s", only, list)
		}
	}
}

func TestRun_usage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--only", "jobs"}, {"--name-regex", "("}, {"--api-key", "k"}, {"word"}, {"--exclude-state"},
	} {
		if code, stdout, stderr := program(t, nil, args...); code != exitUsage || stdout != "" ||
			!strings.Contains(stderr, "Try podfleet-import --help.") {
			t.Errorf("%v: %d\n%s%s", args, code, stdout, stderr)
		}
	}
	code, stdout, stderr := program(t, nil, "--help")
	for _, want := range []string{"--out folder", "(default .)", "--exclude-state file", "Exit codes:",
		"PODFLEET_API_KEY_FILE"} {
		if code != 0 || stderr != "" || !strings.Contains(stdout, want) {
			t.Errorf("%d, no %q in\n%s%s", code, want, stdout, stderr)
		}
	}
}
