package pod_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A protected pod that has ended cannot be changed first: the refusal names the way that is left.
func TestPod_endedAndProtected(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	config := acctest.Values{"image_name": "img:1", "deletion_protection": true}
	was := p.MustApply(typeName, acctest.Instance{}, config)
	drift(t, w, map[string]any{"desiredStatus": "TERMINATED"})
	was, _ = p.Read(typeName, was)
	for _, protected := range []bool{true, false} {
		config["deletion_protection"] = protected
		says := acctest.Text(p.Plan(typeName, was, config).Diagnostics)
		if !strings.Contains(says, "Cannot replace a protected pod") || !strings.Contains(says, "terraform state rm") ||
			strings.Contains(says, "apply that first") {
			t.Errorf("with deletion_protection = %v: %s", protected, says)
		}
	}
	if plan := p.Plan(typeName, acctest.Instance{}, config); len(plan.Diagnostics) != 0 {
		t.Errorf("once it is forgotten: %s", acctest.Text(plan.Diagnostics))
	}
}
