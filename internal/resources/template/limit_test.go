package template

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
)

// The limit of a list is that of one source: several lists that are not full are no reason to warn.
func TestWarnOfLimit(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		received map[string]int
		warns    []string // a source and a filter for each warning
	}{
		"two lists, not full": {map[string]int{"verified": 60, "community": 50, "official": 99}, nil},
		"the account's own":   {map[string]int{"": 500}, nil},
		"one is full":         {map[string]int{"verified": 60, "community": 100}, []string{"community include_public"}},
		"official ones":       {map[string]int{"official": 100}, []string{"official include_platform"}},
		"two are full, and a few": {map[string]int{"verified": 100, "community": 120, "official": 1},
			[]string{"community include_public", "verified include_public"}},
	} {
		var all []api.Template
		for source, count := range test.received {
			for range count {
				all = append(all, api.Template{PublicSource: source})
			}
		}
		var diags diag.Diagnostics
		warnOfLimit(all, &diags)
		if len(diags) != len(test.warns) {
			t.Errorf("%s: %v", name, diags)
			continue
		}
		for i, d := range diags {
			source, filter, _ := strings.Cut(test.warns[i], " ")
			says := fmt.Sprintf("received %d from the source %q", test.received[source], source)
			at, _ := d.(diag.DiagnosticWithPath)
			if !strings.Contains(d.Detail(), says) || at == nil || at.Path().String() != filter {
				t.Errorf("%s: %s", name, d.Detail())
			}
		}
	}
}
