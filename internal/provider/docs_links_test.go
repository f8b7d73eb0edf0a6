package provider_test

import (
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

var (
	linked     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	anchored   = regexp.MustCompile(`<a id="([^"]+)"`)
	notInSlugs = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	codeSpan   = regexp.MustCompile("`[^`]*`")
)

// slug is the anchor that the registry and code hosts give a heading.
func slug(heading string) string {
	heading = linkText.ReplaceAllString(heading, "$1")
	return strings.ReplaceAll(notInSlugs.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}

var linkText = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// anchors are those of a page: its headings, and its own.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for _, part := range sections(text) {
		all[slug(part.heading)] = true
	}
	for _, found := range anchored.FindAllStringSubmatch(text, -1) {
		all[found[1]] = true
	}
	return all
}

// Every link of the documents leads to a file, and to a heading or an anchor in it. The registry's pages link to each
// other without the suffix.
func TestDocs_links(t *testing.T) {
	t.Parallel()
	documents := map[string]string{}
	for name, text := range pages(t, "../../docs", ".md") {
		documents["docs/"+name] = text
	}
	for _, name := range []string{
		"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "DECISIONS.md", "SECURITY.md",
		"cmd/podfleet-emulator/README.md",
	} {
		documents[name] = read(t, "../../"+name)
	}
	links := 0
	for name, text := range documents {
		for _, found := range linked.FindAllStringSubmatch(codeSpan.ReplaceAllString(text, ""), -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			links++
			file, anchor, _ := strings.Cut(found[1], "#")
			target := name
			if file != "" {
				target = path.Join(path.Dir(name), file)
			}
			if _, err := os.Stat("../../" + target); err != nil {
				target += ".md"
			}
			if _, err := os.Stat("../../" + target); err != nil {
				t.Errorf("%s: %s leads nowhere", name, found[1])
				continue
			}
			if anchor != "" && !anchors(read(t, "../../"+target))[anchor] {
				t.Errorf("%s: %s has no heading %s", name, target, anchor)
			}
		}
	}
	if links < 100 {
		t.Errorf("%d links: this test looks in the wrong place", links)
	}
}

// A resource's page shows its first example within 60 words.
func TestDocs_exampleComesFirst(t *testing.T) {
	t.Parallel()
	const most = 60
	for name, text := range pages(t, "../../docs/resources", ".md") {
		_, text, _ = strings.Cut(text, "\n---\n") // the end of the front matter
		parts := sections(text)
		i := slices.IndexFunc(parts, func(s section) bool { return s.heading == "Example Usage" })
		if i < 1 || parts[i].code == "" {
			t.Errorf("%s has no example after its title", name)
			continue
		}
		before := len(parts[i].words)
		for _, part := range parts[:i] {
			before += len(part.words)
		}
		if before > most {
			t.Errorf("%s: %d words before the first example, want at most %d", name, before, most)
		}
	}
}

var frontMatter = regexp.MustCompile(`(?s)^---\n.*?\nsubcategory: "(.*?)"\ndescription: \|-\n  ([^\n]+)\n`)

// Everything that the provider has is documented on a page of its own, in a group of the navigation, with a description
// and an example.
func TestDocs_everyPage(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for folder, names := range map[string][]string{
		"resources":           p.Types(),
		"data-sources":        slices.Collect(maps.Keys(p.Schemas.DataSourceSchemas)),
		"actions":             slices.Collect(maps.Keys(p.Schemas.ActionSchemas)),
		"list-resources":      slices.Collect(maps.Keys(p.Schemas.ListResourceSchemas)),
		"ephemeral-resources": slices.Collect(maps.Keys(p.Schemas.EphemeralResourceSchemas)),
		"functions":           slices.Collect(maps.Keys(p.Schemas.Functions)),
	} {
		for _, name := range names {
			page := read(t, "../../docs/"+folder+"/"+strings.TrimPrefix(name, "podfleet_")+".md")
			found := frontMatter.FindStringSubmatch(page)
			switch {
			case found == nil || found[1] == "" || found[1] != provider.Subcategory(name):
				t.Errorf("%s/%s: the group or the description is missing", folder, name)
			case !strings.Contains(page, "## Example Usage\n\n```terraform\n"):
				t.Errorf("%s/%s has no example", folder, name)
			}
		}
	}
}
