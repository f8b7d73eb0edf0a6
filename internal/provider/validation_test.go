package provider_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
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
			if !strings.Contains(says, "ERROR: Invalid value: "+name+`["LEVEL"] must `) ||
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

// Many modules pass "" for none. An error about that says what to pass instead.
func TestValidation_emptyTextOfAnOptionalArgument(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	refused := 0
	check := func(what string, schema *tfprotov6.Schema, validate func(acctest.Values) []*tfprotov6.Diagnostic) {
		for name, attribute := range attributesOfSchema(schema) {
			if !attribute.Optional || !typeOf(attribute).Is(tftypes.String) {
				continue
			}
			for _, diagnostic := range validate(acctest.Values{name: ""}) {
				aboutAnother := diagnostic.Summary == "Invalid Attribute Combination" ||
					diagnostic.Summary == "Invalid attribute of a GPU pod"
				if aboutAnother ||
					!diagnostic.Attribute.Equal(tftypes.NewAttributePath().WithAttributeName(name)) {
					continue
				}
				refused++
				if !strings.HasSuffix(diagnostic.Detail, "\n\nNext: for none, set null or leave it out.") {
					t.Errorf("%s.%s: %s", what, name, diagnostic.Detail)
				}
			}
		}
	}
	for _, name := range p.Types() {
		check(name, p.Schema(name), func(config acctest.Values) []*tfprotov6.Diagnostic { return p.Validate(name, config) })
	}
	for name, schema := range p.Schemas.DataSourceSchemas {
		check("data."+name, schema, func(config acctest.Values) []*tfprotov6.Diagnostic {
			_, diags := p.Lookup(name, config)
			return diags
		})
	}
	if refused < 25 {
		t.Errorf("%d arguments", refused)
	}
}

// The service accepts texts that no process can get: the container never starts, and is billed.
func TestValidation_textsOfAProcess(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	const says = "ERROR: Invalid value: %s must be a text that a process can get"
	texts := map[string]string{"": "", strings.Repeat("x", 131072): says, "hunter2\x00": says}
	for _, typeName := range []string{"podfleet_endpoint", "podfleet_pod", "podfleet_template"} {
		check := func(attribute string, value any, says string) {
			config := acctest.Values{"image_name": "img:1", attribute: value}
			if typeName == "podfleet_template" {
				config["name"] = "web"
			}
			if attribute == "env_wo" {
				config["env_wo_version"] = 1
			}
			got := acctest.Text(p.Validate(typeName, config))
			if says == "" && got != "" || !strings.HasPrefix(got, says) ||
				strings.Contains(got, "hunter2") {
				t.Errorf("%s.%s: %.300s", typeName, attribute, got)
			}
		}
		for value, says := range texts {
			for _, command := range []string{"docker_start_cmd", "docker_entrypoint"} {
				check(command, []string{value}, strings.ReplaceAll(says, "%s", command+"[0]"))
			}
			for _, variables := range []string{"env", "env_wo"} {
				check(variables, map[string]string{"A": value}, strings.ReplaceAll(says, "%s", variables+`["A"]`))
			}
		}
	}
}
