package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// modules are the folders of the Go modules here.
func modules(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("tools/*/go.mod")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	folders := []string{"."}
	for _, file := range files {
		folders = append(folders, filepath.Dir(file))
	}
	return folders
}

// The bot looks after every module, every action, and the image.
func TestSupplyChain_updates(t *testing.T) {
	t.Parallel()
	var bot struct {
		Updates []struct {
			Ecosystem   string `json:"package-ecosystem"`
			Directory   string
			Directories []string
		}
	}
	parse(t, ".github/dependabot.yml", &bot)
	var got []string
	for _, update := range bot.Updates {
		for _, folder := range append(update.Directories, update.Directory) {
			if folder != "" {
				got = append(got, update.Ecosystem+" "+folder)
			}
		}
	}
	want := []string{"docker /", "github-actions /", "npm /tools/browser", "npm /tools/openai-js"}
	for _, folder := range modules(t) {
		want = append(want, "gomod "+filepath.Join("/", folder))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("it updates %q, not %q", got, want)
	}
}

// Each archive has a list of what it is made of, which stays out of the list of checksums: that is in every lock file.
func TestSupplyChain_sboms(t *testing.T) {
	t.Parallel()
	for _, file := range releases {
		c := goreleaser(t, file)
		if len(c.SBOMs) != 1 || c.SBOMs[0].Artifacts != "archive" {
			t.Errorf("%s: SBOMs %+v", file, c.SBOMs)
		}
		if !slices.Equal(c.Checksum.IDs, []string{c.Archives[0].ID}) || c.Archives[0].ID == "" {
			t.Errorf("%s: checksums of %q, the archive is %q", file, c.Checksum.IDs, c.Archives[0].ID)
		}
	}
}

// Two clones in different folders make the same bytes, of all programs.
func TestSupplyChain_reproducible(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("this builds two releases")
	}
	if _, err := os.Stat(".git"); err != nil {
		t.Skip("this is no clone")
	}
	var first map[string][]byte
	for _, folder := range []string{"a", "another/folder"} {
		clone := filepath.Join(t.TempDir(), folder)
		command(t, ".", "git", "clone", "--quiet", "--no-hardlinks", ".", clone)
		built := make(map[string][]byte)
		for _, file := range releases {
			b := goreleaser(t, file).Builds[0]
			program := filepath.Join(t.TempDir(), "program")
			ldflags := strings.ReplaceAll(b.Ldflags[0], "{{ .Version }}", "1.2.3")
			arguments := append([]string{"build"}, b.Flags...)
			command(t, clone, "go", append(arguments, "-ldflags", ldflags, "-o", program, b.Main)...)
			bytes, err := os.ReadFile(program)
			if err != nil {
				t.Fatal(err)
			}
			built[b.Main] = bytes
			if b.Main == "./cmd/podfleet-emulator" && len(bytes) > 14_000_000 {
				t.Errorf("the emulator has %d bytes", len(bytes))
			}
		}
		if first == nil {
			first = built
			continue
		}
		for program, made := range built {
			if !bytes.Equal(made, first[program]) {
				t.Errorf("%s differs between two clones: %d and %d bytes", program, len(first[program]), len(made))
			}
		}
	}
}

// command runs a program in a folder as a release does.
func command(t *testing.T, folder, name string, arguments ...string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, arguments...)
	c.Dir, c.Env = folder, append(os.Environ(), "CGO_ENABLED=0")
	if output, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, arguments, err, output)
	}
}
