package template_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A list of other accounts' templates that is full over version 2 can lack some: a warning says so.
func TestTemplates_limitOverVersion2(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.UseVersion2()
	for i := range 100 {
		w.Put("templates", fmt.Sprintf("other-%d", i), map[string]any{
			"name": fmt.Sprint("n", i), "imageName": "i", "isPublic": true})
		if i == 50 {
			w.Process().MustLookup("podfleet_templates", acctest.Values{"include_public": true})
		}
	}
	p := w.Process()
	found, diags := p.Lookup("podfleet_templates", acctest.Values{"include_public": true})
	if text := acctest.Text(diags); found == nil || len(diags) != 1 ||
		!strings.Contains(text, "The list of templates can be incomplete") {
		t.Errorf("%s", text)
	}
	p.MustLookup("podfleet_templates", nil)
	p.MustLookup("podfleet_templates", acctest.Values{"include_platform": true})
}
