package pod_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// What the service would refuse, or find nothing for, is refused in the plan, at the element that it is about.
func TestPod_refusedInThePlan(t *testing.T) {
	t.Parallel()
	p := start(t).Process()
	for name, test := range map[string]struct {
		value    any
		says, at string
	}{
		"ports":         {[]string{"22/tcp", "80/http", "22/tcp"}, "Duplicate List Value: ", "ports"},
		"country_codes": {[]string{"Germany"}, "Invalid value: Each value of country_codes", "country_codes"},
		"env":           {map[string]string{"MY KEY": "v"}, `Invalid value: env["MY KEY"] must`, "MY KEY"},
		"env_wo": {map[string]string{"MY KEY": "v-secret"}, `Invalid value: env_wo["MY KEY"] must`,
			"MY KEY"},
	} {
		config := acctest.Values{"image_name": "img:1", name: test.value}
		if name == "env_wo" {
			config["env_wo_version"] = 1
		}
		diags := p.Validate(typeName, config)
		says := acctest.Text(diags)
		if len(diags) != 1 || !strings.HasPrefix(says, "ERROR: "+test.says) || strings.Contains(says, "v-secret") ||
			!strings.Contains(diags[0].Attribute.String(), test.at) {
			t.Errorf("%s: %s", name, says)
		}
	}
	accepted := acctest.Values{"image_name": "img:1", "ports": []string{"22/tcp", "22/http"},
		"country_codes": []string{"DE"}}
	if diags := p.Validate(typeName, accepted); len(diags) != 0 {
		t.Error(acctest.Text(diags))
	}
}
