package provider_test

import (
	"regexp"
	"strings"
	"testing"
)

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
