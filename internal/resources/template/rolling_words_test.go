package template

import (
	"strings"
	"testing"
)

func TestDescribeRolling(t *testing.T) {
	t.Parallel()
	for want, endpoints := range map[string][]string{
		`1 endpoint uses the template "web": "a" (e1). The apply starts a rolling update: its idle`:             {`"a" (e1)`},
		`2 endpoints use the template "web": "a" (e1), "b" (e2). The apply starts a rolling update: their idle`: {`"a" (e1)`, `"b" (e2)`},
	} {
		if got := describeRolling("web", endpoints); !strings.HasPrefix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
