package template_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// What no container can have is refused in the plan, at the element that it is about.
func TestTemplate_refusedInThePlan(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for name, test := range map[string]struct {
		value    any
		says, at string
	}{
		"ports":  {[]string{"22/tcp", "80/http", "22/tcp"}, "Duplicate List Value: ", "ports"},
		"env":    {map[string]string{"MY KEY": "v"}, `Invalid value: env["MY KEY"] must`, "MY KEY"},
		"env_wo": {map[string]string{"A=B": "v-secret"}, `Invalid value: env_wo["A=B"] must`, "A=B"},
	} {
		config := acctest.Values{"image_name": "img:1", "name": "web", name: test.value}
		if name == "env_wo" {
			config["env_wo_version"] = 1
		}
		diags := p.Validate("podfleet_template", config)
		says := acctest.Text(diags)
		if len(diags) != 1 || !strings.HasPrefix(says, "ERROR: "+test.says) || strings.Contains(says, "v-secret") ||
			!strings.Contains(diags[0].Attribute.String(), test.at) {
			t.Errorf("%s: %s", name, says)
		}
	}
}
