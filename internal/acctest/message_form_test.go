package acctest

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// A test fails if a message has its next steps anywhere but in its last paragraph.
func TestMessageForm(t *testing.T) {
	t.Parallel()
	for detail, wrong := range map[string]bool{
		"It failed.":                                   false,
		"Next: apply again.":                           false,
		"It failed.\n\nNext: apply again.":             false,
		"It failed. Next: apply again.":                true,
		"It failed.\n\nNext: apply again.\n\nIt said.": true,
		"It failed.\n\nNext: plan.\n\nNext: apply.":    true,
		"It failed.\n\nNext: plan. Next: apply.":       true,
	} {
		recorded := &recorder{TB: t}
		messageForm{t: recorded}.check([]*tfprotov6.Diagnostic{errorDiagnostic("Cannot plan", detail)})
		if got := len(recorded.failures) > 0; got != wrong {
			t.Errorf("%q: %v, want %v", detail, recorded.failures, wrong)
		}
	}
}
