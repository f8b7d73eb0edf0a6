package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestCopyConfiguration_leavesTracesOfATryBehind(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "work")
	for _, name := range []string{"main.tf", "terraform.tfstate", ".terraform.lock.hcl"} {
		if err := os.WriteFile(filepath.Join(from, name), []byte("#"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyConfiguration(to, from); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(to)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != "main.tf" {
		t.Errorf("got %v, want main.tf alone", entries)
	}
	if err := copyConfiguration(to, t.TempDir()); err == nil {
		t.Error("a folder without a configuration was not noticed")
	}
}

func TestInstallProvider_forBothRegistries(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	provider := filepath.Join(dir, "provider")
	if err := os.WriteFile(provider, []byte("program"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := installProvider(dir, provider); err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		path := filepath.Join(dir, "mirror", host, "podfleet/podfleet/0.1.0", runtime.GOOS+"_"+runtime.GOARCH,
			"terraform-provider-podfleet_v0.1.0")
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o100 == 0 {
			t.Errorf("%s cannot be run", path)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "cli.tfrc"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "direct") ||
		!strings.Contains(string(text), filepath.ToSlash(filepath.Join(dir, "mirror"))) {
		t.Errorf("the CLI may install from elsewhere:\n%s", text)
	}
}
