package provider_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A null in a map is found by its key, which the CLI does not show if the map is sensitive.
func TestValidation_nullInAMapIsNamed(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	variables := tftypes.Map{ElementType: tftypes.String}
	null := tftypes.NewValue(variables, map[string]tftypes.Value{"GOOD": tftypes.NewValue(tftypes.String, ""),
		"LEVEL": tftypes.NewValue(tftypes.String, nil)})
	seen := 0
	for _, typeName := range p.Types() {
		for name, attribute := range attributesOf(p, typeName) {
			// A job's triggers may be null.
			if !attribute.Optional || !typeOf(attribute).Equal(variables) || typeName == "podfleet_job" {
				continue
			}
			seen++
			says := acctest.Text(p.Validate(typeName, acctest.Values{name: null}))
			if !strings.Contains(says, "ERROR: Null value in map: "+name+` has the key "LEVEL" with the value null`) ||
				strings.Contains(says, "GOOD") {
				t.Errorf("%s.%s: %s", typeName, name, says)
			}
		}
	}
	if want := 9; seen != want { // env and env_wo three times, two triggers of a pod, those of a purge.
		t.Errorf("%d maps, want %d", seen, want)
	}
}

// Every command validates several times: what is good for the next one too is in the documentation, and a valid
// configuration is validated without a word.
func TestValidation_validSecretsAreNoReasonToTalk(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for typeName, config := range map[string]acctest.Values{
		"podfleet_container_registry_auth": {"name": "hub", "username": "u", "password": "hunter2"},
		"podfleet_job": {"endpoint_id": "e1", "input": "{}", "s3_config": acctest.Values{
			"access_id": "id", "access_secret": "hunter2", "bucket_name": "b", "endpoint_url": "https://s3.example.com",
		}},
		"podfleet_template": {"name": "web", "image_name": "img:1", "env": map[string]string{"TOKEN": "hunter2"}},
	} {
		if diags := p.Validate(typeName, config); len(diags) != 0 {
			t.Errorf("%s: %s", typeName, acctest.Text(diags))
		}
	}
}
