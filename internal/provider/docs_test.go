package provider_test

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A secret that nobody knows how to keep out of the state ends up in it: the guide names every write-only argument of
// the schema.
func TestDocs_nameEveryWriteOnlyArgument(t *testing.T) {
	t.Parallel()
	guide := read(t, "../../templates/guides/secrets.md")
	p := acctest.Start(t).Process()
	seen := 0
	for _, typeName := range p.Types() {
		for _, argument := range writeOnly("", p.Schema(typeName).Block.Attributes) {
			seen++
			if row := "| `" + typeName + "` |"; !hasLine(guide, row, "`"+argument+"`", "`"+argument+"_version`") {
				t.Errorf("templates/guides/secrets.md has no row %s … `%s` with `%[2]s_version`", row, argument)
			}
		}
	}
	if seen == 0 {
		t.Error("no write-only argument was found in the schema")
	}
}

// writeOnly are the write-only arguments among attributes and those nested in them, as paths with dots.
func writeOnly(prefix string, attributes []*tfprotov6.SchemaAttribute) []string {
	var names []string
	for _, attribute := range attributes {
		if attribute.WriteOnly {
			names = append(names, prefix+attribute.Name)
		}
		if attribute.NestedType != nil {
			names = append(names, writeOnly(prefix+attribute.Name+".", attribute.NestedType.Attributes)...)
		}
	}
	return names
}

// hasLine reports whether one line of text has all the words.
func hasLine(text string, words ...string) bool {
	for line := range strings.Lines(text) {
		missing := false
		for _, word := range words {
			missing = missing || !strings.Contains(line, word)
		}
		if !missing {
			return true
		}
	}
	return false
}

// What is on the provider's first page is copied: it says where both interfaces are, and no key stands in it.
func TestDocs_firstPage(t *testing.T) {
	t.Parallel()
	example := read(t, "../../examples/provider/provider.tf")
	for _, word := range []string{"rest_url", "queue_url", "required_providers"} {
		if !strings.Contains(example, word) {
			t.Errorf("examples/provider/provider.tf does not show %s", word)
		}
	}
	for line := range strings.Lines(example) {
		if _, value, ok := strings.Cut(line, "="); ok && strings.Contains(line, "key") && strings.Contains(value, `"`) {
			t.Errorf("examples/provider/provider.tf has a literal key: %s", line)
		}
	}
	page := read(t, "../../templates/index.md.tmpl")
	for _, word := range []string{"resources/job", "guides/jobs", "`queue_url`", "PODFLEET_QUEUE_URL"} {
		if !strings.Contains(page, word) {
			t.Errorf("templates/index.md.tmpl does not name %s", word)
		}
	}
}

// A pod that follows a whole template is deleted, with its volume, for a typo in the readme: nothing that is copied
// from here follows one.
func TestDocs_nothingFollowsAWholeTemplate(t *testing.T) {
	t.Parallel()
	follows := regexp.MustCompile(`replace_triggered_by\s*=\s*\[([^\]]*)\]`)
	pages := map[string]string{}
	for _, dir := range []string{"../../templates", "../../examples"} {
		files := os.DirFS(dir)
		err := fs.WalkDir(files, ".", func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := fs.ReadFile(files, file)
			pages[dir+"/"+file] = string(content)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	p := acctest.Start(t).Process()
	for _, typeName := range p.Types() {
		pages[typeName] = p.Schema(typeName).Block.Description
	}
	seen := 0
	for page, text := range pages {
		for _, found := range follows.FindAllStringSubmatch(text, -1) {
			if seen++; !strings.HasSuffix(found[1], ".config_hash") && !strings.HasPrefix(found[1], "podfleet_job.") {
				t.Errorf("%s: %s", page, found[0])
			}
		}
	}
	if want := 3; seen < want { // The guide, the example and the description of the pod.
		t.Errorf("%d places say what a pod follows, want %d", seen, want)
	}
}

// credentials are texts that look like one: keys by their usual beginnings, user and password in a URL, and a literal
// in an argument or a variable that is meant to be secret.
var credentials = regexp.MustCompile(`(?i)\bhf_\w{6,}|\bsk-\w{6,}|\bgh[ps]_\w{6,}|\bAKIA\w{8,}|-----BEGIN|` +
	`://[^/\s"'<>]+@|hunter2|(?-i:PLANTED)|bearer\s+\w{12,}|` +
	`\b(api_key|password|password_wo|access_secret|access_secret_wo)\s*=\s*"[^"$]|` +
	`\bPODFLEET_API_KEY=["']?\w{12,}`)

// What people copy has no credential in it, and nothing that looks like one: else some leave it there, and others put
// theirs in its place.
func TestDocs_noCredentials(t *testing.T) {
	t.Parallel()
	for _, example := range []string{`password = "x"`, "https://bob:x@h", "export PODFLEET_API_KEY=pfk_abcdef123456"} {
		if !credentials.MatchString(example) {
			t.Errorf("this test does not find %s", example)
		}
	}
	files := 0
	for _, root := range []string{"docs", "examples", "templates", "README.md", "SECURITY.md", "CHANGELOG.md"} {
		err := fs.WalkDir(os.DirFS("../.."), root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			files++
			for line := range strings.Lines(read(t, "../../"+path)) {
				if found := credentials.FindString(line); found != "" {
					t.Errorf("%s: %s in %s", path, found, strings.TrimSpace(line))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 50 {
		t.Errorf("%d files: this test looks in the wrong place", files)
	}
}

var (
	releaseHeading = regexp.MustCompile(`(?m)^## \[\d`)
	// published are the places of releases.
	published = regexp.MustCompile(`ghcr\.io|releases? page`)
)

// Pages do not offer downloads before the first release, and do not deny releases after it. The changelog knows.
func TestDocs_noReleaseYet(t *testing.T) {
	t.Parallel()
	released := releaseHeading.MatchString(read(t, "../../CHANGELOG.md"))
	texts := pages(t, templates, "md")
	for name, text := range pages(t, templates, ".tmpl") {
		texts[name] = text
	}
	texts["README.md"] = read(t, "../../README.md")
	for name, text := range texts {
		switch denies := strings.Contains(strings.ToLower(text), "no release yet"); {
		case released && denies:
			t.Errorf("%s says that there is no release yet, and the changelog has one", name)
		case !released && published.MatchString(text):
			t.Errorf("%s offers %q, and the changelog has no release", name, published.FindString(text))
		}
	}
	for _, name := range []string{"README.md", "index.md.tmpl", "guides/getting-started.md", "guides/emulator.md"} {
		if !released && !strings.Contains(strings.ToLower(texts[name]), "no release yet") {
			t.Errorf("%s does not say that there is no release yet", name)
		}
	}
}
