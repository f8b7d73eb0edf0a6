package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

// program runs the program, and returns its exit code and all that it printed.
func program(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	code = run(context.WithoutCancel(t.Context()), args, &out, &errs, io.Discard)
	return code, out.String(), errs.String()
}

// full is a writer that fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// The key comes from a file, and each end has the exit code that --help lists.
func TestRun_exitCodes(t *testing.T) {
	server := emulator.Start(t, emulator.Options{ReadOnlyAPIKeys: []string{"reader"}})
	put := func(id, name string) {
		if err := server.PutObject(emulator.KindTemplates, id, map[string]any{"name": name, "imageName": "i:1"}); err != nil {
			t.Fatal(err)
		}
	}
	put("t1", "web")
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("reader\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PODFLEET_REST_URL", server.RESTURL())
	t.Setenv("PODFLEET_API_KEY_FILE", file)
	out := filepath.Join(t.TempDir(), "out")
	var stdout, stderr, progress strings.Builder
	code := run(t.Context(), []string{"--out", out, "--only", "templates,pods", "--name-regex", "^w"}, &stdout, &stderr,
		&progress)
	if code != 0 || stderr.String() != "" || !strings.Contains(stdout.String(), "Objects written to "+out+": 1\n") ||
		progress.String() != "pods: 0 read\ntemplates: 1 read\n" {
		t.Errorf("%d\n%s%s%s", code, &stdout, &stderr, &progress)
	}
	put("t2", "")
	for name, test := range map[string]struct {
		code     int
		out      string
		keys     string
		to       io.Writer
		contains string
	}{
		"exists":     {exitFailed, out, file, io.Discard, "exists"},
		"incomplete": {exitWarned, filepath.Join(out, "other"), file, io.Discard, ""},
		"unprinted":  {exitWarned, filepath.Join(out, "third"), file, full{}, "cannot print the summary: no space left\n"},
		"no key":     {exitFailed, filepath.Join(out, "fourth"), "none", io.Discard, "PODFLEET_API_KEY_FILE"},
	} {
		t.Setenv("PODFLEET_API_KEY_FILE", test.keys)
		var stderr strings.Builder
		code := run(t.Context(), []string{"--out", test.out, "--only", "templates"}, test.to, &stderr, io.Discard)
		isNothing := strings.Contains(stderr.String(), "It has written nothing.")
		if code != test.code || !strings.Contains(stderr.String(), test.contains) || isNothing != (code == exitFailed) {
			t.Errorf("%s: %d\n%s", name, code, &stderr)
		}
	}
}

func TestRun_usage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--only", "jobs"}, {"--name-regex", "("}, {"--api-key", "k"}, {"word"}, {"--exclude-state"},
	} {
		if code, stdout, stderr := program(t, args...); code != exitUsage || stdout != "" ||
			!strings.Contains(stderr, "Try podfleet-import --help.") {
			t.Errorf("%v: %d\n%s%s", args, code, stdout, stderr)
		}
	}
	code, stdout, stderr := program(t, "--help")
	for _, want := range []string{"-out folder", `(default ".")`, "-exclude-state file", "Exit codes:",
		"PODFLEET_API_KEY_FILE"} {
		if code != 0 || stderr != "" || !strings.Contains(stdout, want) {
			t.Errorf("%d, no %q in\n%s%s", code, want, stdout, stderr)
		}
	}
}
