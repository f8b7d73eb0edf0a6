package provider

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// A key file that others can read is used all the same, with a warning that says how to close it.
func TestSettings_readableKeyFile(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		mode  fs.FileMode
		warns bool
	}{
		{0o600, false}, {0o400, false}, {0o700, false}, {0o644, true}, {0o640, true}, {0o604, true}, {0o622, false},
		{fs.ModeNamedPipe | 0o644, false}, {fs.ModeDevice | fs.ModeCharDevice | 0o666, false},
	} {
		e := env(map[string]string{"PODFLEET_API_KEY_FILE": "the-file", "file:the-file": "s3cret-key"})
		e.mode = func(string) (fs.FileMode, error) { return test.mode, nil }
		config, diags := model{RESTURL: types.StringValue("https://e/v1")}.settings(e)
		if diags.HasError() || config.APIKey != "s3cret-key" || (len(diags) == 1) != test.warns {
			t.Errorf("%v: %q, %v", test.mode, config.APIKey, diags)
		}
		for _, d := range diags {
			if !strings.Contains(d.Detail(), "chmod 600 the-file") || strings.Contains(d.Detail(), "s3cret") {
				t.Errorf("%v: %s", test.mode, d.Detail())
			}
		}
	}
}

// The same of real files, and through a link, whose own mode says nothing.
func TestSettings_readableKeyFileOnDisk(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing there")
	}
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("k"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := file + "-link"
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	e := processEnvironment()
	e.get = func(name string) string { return map[string]string{"PODFLEET_API_KEY_FILE": link}[name] }
	for mode, warnings := range map[fs.FileMode]int{0o600: 0, 0o644: 1} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		_, diags := model{RESTURL: types.StringValue("https://e/v1")}.settings(e)
		if len(diags) != warnings || diags.HasError() {
			t.Errorf("%v: %v", mode, diags)
		}
	}
}
