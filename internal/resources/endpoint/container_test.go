package endpoint_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Another value of each setting that answers show makes the plan send the template's ID again. If the service still
// shows the other value after that, a warning names the attribute. Variables that the service adds are no difference.
func TestEndpoint_differsFromItsTemplate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ member, value, attribute string }{
		"image":           {"image", `"img:9"`, "image_name"},
		"disk":            {"disk", `9`, "container_disk_in_gb"},
		"credentials":     {"registry", `"c9"`, "container_registry_auth_id"},
		"entrypoint":      {"entrypoint", `["sh"]`, "docker_entrypoint"},
		"command":         {"cmd", `["sh"]`, "docker_start_cmd"},
		"ports":           {"ports", `["9/tcp"]`, "ports"},
		"with a rename":   {"ports", `["9/tcp"]`, "ports"},
		"variables":       {"env", `{"A":"hunter2"}`, "env"},
		"added variables": {"env", `{"PUBLIC_KEY":"k","JUPYTER_PASSWORD":"p"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			answers := env.Rewrite()
			env.UseVersion2()
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(minimal), acctest.Create)
			answers.Use(shows(test.member, test.value, endpoint.ID()))
			endpoint.Process = env.Process()
			if test.attribute == "" {
				endpoint.Apply(hcl(minimal), acctest.NoOp)
				return
			}
			config, sent := hcl(minimal), []string{gets("t1")}
			if name == "with a rename" {
				config, sent = hcl(`name = "other"`), append(sent, `{"name":"other"}`)
			}
			env.ClearJournal()
			says := acctest.Text(endpoint.ApplyWithNonEmptyPlan(config, acctest.Update))
			if !strings.Contains(says, "other values of "+test.attribute+".") || strings.Contains(says, "hunter2") {
				t.Error(says)
			}
			if got := bodies(env); !slices.Equal(got, sent) {
				t.Errorf("sent %v, want %v", got, sent)
			}
			endpoint.Expect("template_id", "t1")
			answers.Use(nil)
		})
	}
}

// shows sets a member of the answers about an endpoint to a value.
func shows(member, value, id string) func(*emulatortest.Answer) {
	return func(a *emulatortest.Answer) {
		set := func(object map[string]any) {
			if object["id"] == id && object["scaling"] != nil {
				object[member] = json.RawMessage(value)
			}
		}
		a.ChangeItems(func(items []map[string]any) []map[string]any {
			for _, item := range items {
				set(item)
			}
			return items
		})
		var object map[string]any
		if json.Unmarshal(a.Body, &object) != nil {
			return
		}
		set(object)
		if body, err := json.Marshal(object); err == nil {
			a.Body = body
		}
	}
}
