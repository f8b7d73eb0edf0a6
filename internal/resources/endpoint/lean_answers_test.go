package endpoint_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// leanAnswers are the container settings that answers of version 2 about endpoints can leave out: the members, and
// another value of the setting for a template.
var leanAnswers = map[string]struct {
	members []string
	other   map[string]any
}{
	"image": {[]string{"image"}, map[string]any{"imageName": "img:9"}},
	"env":   {[]string{"env"}, map[string]any{"env": map[string]any{"MODE": "other"}}},
	"all but the image": {[]string{"args", "entrypoint", "cmd", "disk", "ports", "env", "registry"},
		map[string]any{"env": map[string]any{"MODE": "other"}}},
	"all": {containerMembers, map[string]any{"imageName": "img:9"}},
}

// containerMembers are all members with container settings.
var containerMembers = []string{"image", "args", "entrypoint", "cmd", "disk", "ports", "env", "registry"}

// lacking returns a change of answers about endpoints over version 2, which takes members away.
func lacking(members []string) func(*emulatortest.Answer) {
	without := func(endpoints []map[string]any) []map[string]any {
		for _, endpoint := range endpoints {
			maps.DeleteFunc(endpoint, func(name string, _ any) bool { return slices.Contains(members, name) })
		}
		return endpoints
	}
	return func(answer *emulatortest.Answer) {
		var endpoint map[string]any
		switch answer.Operation {
		case "ListEndpoints":
			answer.ChangeItems(without)
		case "CreateEndpoint", "GetEndpoint", "UpdateEndpoint":
			if json.Unmarshal(answer.Body, &endpoint) == nil {
				without([]map[string]any{endpoint})
				answer.Body, _ = json.Marshal(endpoint) // It was JSON before.
			}
		}
	}
}

// leanly starts an account with a template that has each container setting.
func leanly(t *testing.T) *acctest.Env {
	t.Helper()
	env := start(t)
	for _, id := range []string{"c1", "c2"} {
		env.Put("containerRegistryAuths", id, map[string]any{"name": id})
	}
	for _, id := range []string{"t1", "t2"} {
		env.Patch("templates", id, map[string]any{
			"dockerEntrypoint": []string{"/bin/sh"}, "dockerStartCmd": []string{"serve"}, "containerDiskInGb": 30,
			"ports": []string{"8000/http"}, "env": map[string]any{"MODE": "fast"}, "containerRegistryAuthId": "c1",
		})
	}
	return env
}

// A setting that answers about endpoints leave out is not compared: the first plan over version 2 is empty, and so are
// the later ones, whatever the endpoint has.
func TestEndpoint_leanAnswers(t *testing.T) {
	t.Parallel()
	for name, test := range leanAnswers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := leanly(t)
			answers := env.Rewrite()
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(minimal), acctest.Create)
			env.UseVersion(2)
			answers.Use(lacking(test.members))
			env.ClearJournal()
			for range 2 {
				endpoint.Process = env.Process()
				endpoint.Apply(hcl(minimal), acctest.NoOp)
			}
			env.ExpectWrites()
			imported := env.Process().Object(typeName)
			imported.Import(endpoint.ID())
			imported.Apply(hcl(minimal), acctest.Update)
			if len(test.members) < len(containerMembers) {
				env.ExpectWrites() // It adopts template_id.
			} else {
				env.ExpectWrites("UpdateEndpoint") // Nothing says that it has the settings.
			}
			imported.Instance = acctest.Instance{}
			env.Patch("templates", "t2", test.other)
			env.Patch(kind, endpoint.ID(), map[string]any{"templateId": "t2"})
			endpoint.Process = env.Process()
			endpoint.Plan(hcl(minimal), acctest.NoOp)

			own := env.Process().Object(typeName) // Its settings can differ from those of a template: the ID is sent.
			own.Apply(ownHCL(`
				name                       = "own"
				image_name                 = "img:1"
				container_disk_in_gb       = 30
				container_registry_auth_id = "c1"
				docker_entrypoint          = ["/bin/sh"]
				docker_start_cmd           = ["serve"]
				ports                      = ["8000/http"]
				env                        = { MODE = "fast" }
			`), acctest.Create)
			env.ClearJournal()
			own.Apply(hcl(`name = "own"`), acctest.Update)
			env.ExpectSent("UpdateEndpoint", gets("t1"))
		})
	}
}
