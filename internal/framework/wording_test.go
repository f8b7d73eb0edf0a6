package framework

import (
	"strings"
	"testing"
)

func TestWithArticle(t *testing.T) {
	t.Parallel()
	for entity, want := range map[string]string{"endpoint": "an endpoint", "pod": "a pod",
		"network volume": "a network volume"} {
		if got := withArticle(entity); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// No message about a lost endpoint speaks of "a endpoint".
func TestLookFor_article(t *testing.T) {
	t.Parallel()
	if got := withArticle(called("endpoint", "serve")); got != `an endpoint "serve"` {
		t.Error(got)
	}
	if description := NameRegex("endpoint").MarkdownDescription; !strings.Contains(description, "only an endpoint") {
		t.Error(description)
	}
}
