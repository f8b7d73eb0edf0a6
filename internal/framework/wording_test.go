package framework

import "testing"

func TestWithArticle(t *testing.T) {
	t.Parallel()
	for entity, want := range map[string]string{"endpoint": "an endpoint", "pod": "a pod",
		"network volume": "a network volume"} {
		if got := WithArticle(entity); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// No message about a lost endpoint speaks of "a endpoint".
func TestLookFor_article(t *testing.T) {
	t.Parallel()
	if got := WithArticle(called("endpoint", "serve")); got != `an endpoint "serve"` {
		t.Error(got)
	}
}
