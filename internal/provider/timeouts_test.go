package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A timeout in which nothing can be done is refused before anything is asked for or deleted, in whatever has timeouts.
func TestTimeouts_areCheckedInThePlan(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	checked := 0
	refused := func(what, value string, diags []*tfprotov6.Diagnostic) {
		t.Helper()
		checked++
		about := slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
			return !strings.Contains(d.Attribute.String(), "timeouts")
		})
		if says := acctest.Text(about); len(about) != 1 ||
			!strings.HasPrefix(says, "ERROR: Invalid value") || !strings.Contains(says, value) {
			t.Errorf("%s = %q: %s", what, value, says)
		}
	}
	for _, value := range []string{"0s", "-5m", "soon", ""} {
		for _, name := range p.Types() {
			whole, ok := p.Schema(name).ValueType().(tftypes.Object)
			if !ok {
				t.Fatal(name)
			}
			timeouts, ok := whole.AttributeTypes["timeouts"].(tftypes.Object)
			if !ok {
				continue
			}
			for _, operation := range slices.Sorted(maps.Keys(timeouts.AttributeTypes)) {
				refused(name+" "+operation, value, p.Validate(name, acctest.Values{
					"timeouts": acctest.Values{operation: value}}))
			}
		}
		for name := range p.Schemas.ActionSchemas {
			_, diags := p.Invoke(name, acctest.Values{"timeouts": acctest.Values{"invoke": value}})
			refused(name, value, diags)
		}
	}
	if checked < 40 {
		t.Errorf("%d timeouts checked", checked)
	}
	w.ExpectRequests()
}
