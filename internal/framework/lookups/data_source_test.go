package lookups

import (
	"strings"
	"testing"
)

// No description speaks of "a endpoint".
func TestNameRegex_article(t *testing.T) {
	t.Parallel()
	if description := NameRegex("endpoint").MarkdownDescription; !strings.Contains(description, "only an endpoint") {
		t.Error(description)
	}
}
