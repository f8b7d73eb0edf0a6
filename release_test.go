package main

import (
	goversion "go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"sigs.k8s.io/yaml"
)

// goreleaserConfig has the parts of a GoReleaser configuration that tests read.
type goreleaserConfig struct {
	ProjectName string `json:"project_name"`
	Dist        string
	Builds      []struct {
		Main, Binary        string
		Env, Flags, Ldflags []string
		Goos, Goarch        []string
		Ignore              []struct{ Goos, Goarch string }
	}
	Archives []struct {
		ID           string
		Formats      []string
		NameTemplate string `json:"name_template"`
	}
	SBOMs    []struct{ Artifacts string } `json:"sboms"`
	Checksum struct {
		IDs          []string
		NameTemplate string `json:"name_template"`
		Algorithm    string
		ExtraFiles   []extraFile `json:"extra_files"`
	}
	Signs   []struct{ Artifacts, Signature string }
	Release struct {
		Disable    bool
		ExtraFiles []extraFile `json:"extra_files"`
	}
}

type extraFile struct {
	Glob         string
	NameTemplate string `json:"name_template"`
}

func goreleaser(t *testing.T, file string) goreleaserConfig {
	t.Helper()
	var config goreleaserConfig
	parse(t, file, &config)
	if len(config.Builds) != 1 || len(config.Builds[0].Ldflags) != 1 || len(config.Archives) != 1 ||
		len(config.Signs) != 1 {
		t.Fatalf("%s: %+v", file, config)
	}
	return config
}

// name returns the text that GoReleaser makes of a template in a release 1.2.3 for Linux.
func (c goreleaserConfig) name(t *testing.T, text string) string {
	t.Helper()
	parsed, err := template.New("").Option("missingkey=error").Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var name strings.Builder
	fields := map[string]string{"ProjectName": c.ProjectName, "Version": "1.2.3", "Os": "linux", "Arch": "amd64"}
	if err := parsed.Execute(&name, fields); err != nil {
		t.Fatal(err)
	}
	return name.String()
}

// The registries go by these names: a release with others is not found, or not installed.
func TestRelease_names(t *testing.T) {
	t.Parallel()
	c := goreleaser(t, ".goreleaser.yml")
	for _, name := range []struct{ got, want string }{
		{c.name(t, c.Builds[0].Binary), "terraform-provider-podfleet_v1.2.3"},
		{c.name(t, c.Archives[0].NameTemplate) + "." + strings.Join(c.Archives[0].Formats, " "),
			"terraform-provider-podfleet_1.2.3_linux_amd64.zip"},
		{c.name(t, c.Checksum.NameTemplate), "terraform-provider-podfleet_1.2.3_SHA256SUMS"},
		{c.Checksum.Algorithm, "sha256"},
		{c.Signs[0].Artifacts, "checksum"},
		{c.Signs[0].Signature, ""}, // So the list's name and .sig.
	} {
		if name.got != name.want {
			t.Errorf("%q, not %q", name.got, name.want)
		}
	}
	// The manifest is published, and vouched for, and alone in that beside the archives.
	manifest := extraFile{"terraform-registry-manifest.json", "{{ .ProjectName }}_{{ .Version }}_manifest.json"}
	if !slices.Equal(c.Checksum.ExtraFiles, []extraFile{manifest}) {
		t.Errorf("in the list of checksums: %v", c.Checksum.ExtraFiles)
	}
	if c.Release.Disable || !slices.Contains(c.Release.ExtraFiles, manifest) {
		t.Errorf("published: %v", c.Release.ExtraFiles)
	}
}

// releases are the configurations of all releases: the provider's, and those of the programs that it carries.
var releases = append([]string{".goreleaser.yml"}, carried...)

var carried = []string{".goreleaser.emulator.yml", ".goreleaser.import.yml"}

// The provider's release carries what the runs of the other programs made. No run can wipe out what another made, or
// take it for its own.
func TestRelease_carried(t *testing.T) {
	t.Parallel()
	provider := goreleaser(t, ".goreleaser.yml")
	folders := []string{provider.Dist}
	for _, file := range carried {
		c := goreleaser(t, file)
		if !c.Release.Disable || c.Signs[0].Artifacts != "checksum" || c.Builds[0].Main != "./cmd/"+c.ProjectName ||
			c.Builds[0].Binary != c.ProjectName || provider.Builds[0].Main != "." {
			t.Errorf("%+v", c)
		}
		for _, other := range folders {
			if within(c.Dist, other) || within(other, c.Dist) {
				t.Errorf("a run with --clean deletes what the other made: %s, %s", other, c.Dist)
			}
		}
		folders = append(folders, c.Dist)
		list := c.name(t, c.Checksum.NameTemplate)
		if strings.HasSuffix(list, "SHA256SUMS") {
			t.Errorf("%s could be taken for the provider's", list)
		}
		for _, file := range []string{list, list + ".sig", c.name(t, c.Archives[0].NameTemplate) + ".tar.gz"} {
			if !slices.ContainsFunc(provider.Release.ExtraFiles, func(extra extraFile) bool {
				match, err := filepath.Match(provider.name(t, extra.Glob), c.Dist+"/"+file)
				return err == nil && match && extra.NameTemplate == ""
			}) {
				t.Errorf("%s is not published: %v", file, provider.Release.ExtraFiles)
			}
		}
		for _, workflow := range []string{"ci.yml", "release.yml"} {
			if !strings.Contains(read(t, ".github/workflows/"+workflow), "--config "+c.file()) {
				t.Errorf("%s does not build %s", workflow, c.ProjectName)
			}
		}
	}
}

// file returns the name of the configuration of a program that the provider's release carries.
func (c goreleaserConfig) file() string {
	return ".goreleaser." + strings.TrimPrefix(c.ProjectName, "podfleet-") + ".yml"
}

// All are static, say nothing of the machine that built them, and exist for platforms that Go knows.
func TestRelease_builds(t *testing.T) {
	t.Parallel()
	output, err := exec.CommandContext(t.Context(), "go", "tool", "dist", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Fields(string(output))
	for _, file := range releases {
		b := goreleaser(t, file).Builds[0]
		if !slices.Equal(b.Env, []string{"CGO_ENABLED=0"}) || !slices.Equal(b.Flags, []string{"-trimpath"}) {
			t.Errorf("%s: %v, %v", file, b.Env, b.Flags)
		}
		if !strings.Contains(b.Ldflags[0], "-X main.version={{ .Version }}") {
			t.Errorf("%s: the program does not know its version: %q", file, b.Ldflags)
		}
		for _, goos := range b.Goos {
			for _, goarch := range b.Goarch {
				if !slices.Contains(b.Ignore, struct{ Goos, Goarch string }{goos, goarch}) &&
					!slices.Contains(known, goos+"/"+goarch) {
					t.Errorf("%s: Go does not build for %s/%s", file, goos, goarch)
				}
			}
		}
	}
}

var (
	uses   = regexp.MustCompile(`(?m)^\s*(?:- )?uses: (.*)$`)
	pinned = regexp.MustCompile(`^(\./\S+|[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$`)
)

// Actions are pinned to the commit, which a moved tag cannot change under us, and nothing may write that need not.
func TestRelease_workflows(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(".github/workflows/*")
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		var workflow struct {
			Permissions map[string]string
			Jobs        map[string]struct {
				Permissions map[string]string
				Timeout     int    `json:"timeout-minutes"`
				Uses        string `json:"uses"`
			}
		}
		parse(t, file, &workflow)
		for _, permission := range workflow.Permissions {
			if permission != "read" {
				t.Errorf("%s: permissions %v for all jobs", file, workflow.Permissions)
			}
		}
		if workflow.Permissions == nil || len(workflow.Jobs) == 0 {
			t.Errorf("%s: permissions %v, %d jobs", file, workflow.Permissions, len(workflow.Jobs))
		}
		for name, job := range workflow.Jobs {
			if job.Timeout == 0 && job.Uses == "" {
				t.Errorf("%s: %s has no timeout", file, name)
			}
		}
		for _, match := range uses.FindAllStringSubmatch(read(t, file), -1) {
			if !pinned.MatchString(match[1]) {
				t.Errorf("%s: %q is not a commit with its version in a comment", file, match[1])
			}
		}
	}
}

var (
	goImage   = regexp.MustCompile(`(?m)^FROM .*\bgolang:([^@\s]+)@sha256:[0-9a-f]{64} AS `)
	goVersion = regexp.MustCompile(`(?m)^\s+go-version: "(.+)"$`)
	goLine    = regexp.MustCompile(`(?m)^go (\S+)$`)
)

// The image and the workflows build with one Go, new enough for every module here.
func TestRelease_go(t *testing.T) {
	t.Parallel()
	image := goImage.FindStringSubmatch(read(t, "Dockerfile"))
	if image == nil || goversion.Lang("go"+image[1]) == "go"+image[1] {
		t.Fatalf("the image of the Dockerfile has no full version with its digest: %q", image)
	}
	for _, file := range []string{".github/workflows/ci.yml", ".github/workflows/release.yml"} {
		found := goVersion.FindAllStringSubmatch(read(t, file), -1)
		for _, match := range found {
			if "go"+match[1] != goversion.Lang("go"+image[1]) {
				t.Errorf("%s has Go %s, the Dockerfile %s", file, match[1], image[1])
			}
		}
		if len(found) == 0 {
			t.Errorf("%s names no version of Go", file)
		}
	}
	for _, folder := range modules(t) {
		file := filepath.Join(folder, "go.mod")
		needed := goLine.FindStringSubmatch(read(t, file))
		if needed == nil || goversion.Compare("go"+image[1], "go"+needed[1]) < 0 {
			t.Errorf("%s needs Go %q, the Dockerfile has %s", file, needed, image[1])
		}
	}
}

// What the emulator is made of reaches the image's build, and nothing else of ours does.
func TestRelease_imageContext(t *testing.T) {
	t.Parallel()
	var folders []string
	for _, p := range packages(t, "./cmd/podfleet-emulator") {
		if folder, ours := strings.CutPrefix(p.ImportPath, module+"/"); ours {
			folders = append(folders, folder)
		}
	}
	allowed := []string{"LICENSE", "go.mod", "go.sum"}
	for _, folder := range folders {
		within := func(above string) bool { return strings.HasPrefix(folder, above+"/") }
		if !slices.ContainsFunc(folders, within) { // A folder comes with those in it.
			allowed = append(allowed, folder)
		}
	}
	var got []string
	for line := range strings.Lines(read(t, ".dockerignore")) {
		if path, found := strings.CutPrefix(line, "!"); found {
			got = append(got, strings.TrimSpace(path))
		}
	}
	slices.Sort(allowed)
	slices.Sort(got)
	if !slices.Equal(got, allowed) {
		t.Errorf(".dockerignore lets %v in, and the emulator needs %v", got, allowed)
	}
}

// The notes of a release are the changelog's, of that version and of no other.
func TestRelease_notes(t *testing.T) {
	t.Parallel()
	changelog := filepath.Join(t.TempDir(), "CHANGELOG.md")
	const text = `# Changelog

Words.

## [Unreleased]

## [1.2.0] - 2026-01-02

### Added

- One, see [1.2.0].


- Two.

## [1.2.0-rc.1] - 2026-01-01

- Three.

[1.2.0]: https://example.com/1.2.0
`
	if err := os.WriteFile(changelog, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	const script = "tools/release-notes.sh"
	_ = read(t, script) // For Go's test cache, which does not see what a script does.
	for _, c := range []struct{ version, want string }{
		{"v1.2.0", "### Added\n\n- One, see [1.2.0].\n\n- Two.\n"},
		{"1.2.0-rc.1", "- Three.\n"},
		{"v1.2", ""},
		{"v1.2.0-rc", ""},
		{"v1x2.0", ""},
		{"vUnreleased", ""},
	} {
		notes := exec.CommandContext(t.Context(), script, c.version, changelog)
		output, err := notes.Output()
		if string(output) != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v", c.version, output, err)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func parse(t *testing.T, file string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(read(t, file)), into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}
