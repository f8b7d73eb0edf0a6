package endpoint_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// secretHCL is an endpoint of its own settings with a secret variable.
func secretHCL(value string, version int) string {
	return ownHCL(leastOwn + fmt.Sprintf(
		"env = { MODE = \"fast-value\" }\nenv_wo = { TOKENKEY = %q }\nenv_wo_version = %d", value, version))
}

// keeps reports an error if the state or private state of an endpoint has a text.
func keeps(t *testing.T, instance acctest.Instance, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if bytes.Contains(instance.State.MsgPack, []byte(text)) || bytes.Contains(instance.Private, []byte(text)) {
			t.Errorf("%s is in the state: %s %s", text, instance.State.MsgPack, instance.Private)
		}
	}
}

// With a template, an endpoint has none of its secret variables; and back, they are hidden again.
func TestEndpoint_secretEnvironment(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	has := func(want string) {
		t.Helper()
		keeps(t, endpoint.Instance, "hunter", "TOKENKEY")
		for _, template := range env.Objects("templates") {
			if template["id"] == copyOf(t, env) && fmt.Sprint(template["env"]) != want {
				t.Errorf("the service has %s, want %s", template["env"], want)
			}
		}
	}
	endpoint.Apply(secretHCL("hunter5", 4), acctest.Create)
	has("map[MODE:fast-value TOKENKEY:hunter5]")
	endpoint.Apply(hcl(minimal), acctest.Update)
	has("map[]")
	endpoint.Apply(secretHCL("hunter6", 5), acctest.Update)
	has("map[MODE:fast-value TOKENKEY:hunter6]")
	endpoint.Refresh()
	keeps(t, endpoint.Instance, "hunter", "TOKENKEY")
}

// An import without env brings no variable of the endpoint's own into the state: neither do a refresh nor a change to a
// template.
func TestEndpoint_importWithoutEnv(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(secretHCL("hunter2", 1), acctest.Create)
	id := endpoint.ID()
	endpoint.Instance = acctest.Instance{}
	endpoint.Process = env.Process(acctest.Values{"import_env": false})
	endpoint.Import(id)
	keeps(t, endpoint.Instance, "hunter", "TOKENKEY", "fast-value")
	// The detach of an endpoint that may be bound to a shared template is another matter: see detach_test.go.
	for _, template := range []string{"t1", "t2"} {
		env.Patch("templates", template, map[string]any{"imageName": "img:8"})
	}
	env.ClearJournal()
	endpoint.Plan(ownHCL(leastOwn), acctest.NoOp)
	endpoint.Refresh()
	keeps(t, endpoint.Instance, "hunter", "TOKENKEY", "fast-value")
	endpoint.Apply(hcl(minimal), acctest.Update)
	env.ExpectSent("UpdateEndpoint", gets("t1"))
}
