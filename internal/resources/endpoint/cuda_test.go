package endpoint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// An update with a template's ID gives a GPU endpoint the template's CUDA versions unless the request has a constraint
// (contract-v2 5.3). The endpoint keeps its own: those that are configured, or none.

// constraint returns the CUDA constraint of the one endpoint.
func constraint(env *acctest.Env) string {
	endpoint := env.Objects(kind)[0]
	return fmt.Sprintf("%v, %v", endpoint["allowedCudaVersions"], endpoint["minCudaVersion"])
}

// gets is the update that gives an endpoint without a constraint the settings of a template.
func gets(template string) string {
	return `{"gpu":{"allowedCudaVersions":[]},"templateId":"` + template + `"}`
}

// bodies returns the bodies of the requests that can change something, in order.
func bodies(env *acctest.Env) []string {
	var all []string
	for _, r := range env.Writes() {
		all = append(all, emulatortest.CanonicalJSON(string(r.Body)))
	}
	return all
}

func TestEndpoint_keepsItsCUDAConstraint(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ arguments, sent, want string }{
		"none":     {minimal, `,"gpu":{"allowedCudaVersions":[]}`, "[], <nil>"},
		"versions": {minimal + "\nallowed_cuda_versions = [\"12.8\"]", `,"gpu":{"allowedCudaVersions":["12.8"]}`, "[12.8], <nil>"},
		"least":    {minimal + "\nmin_cuda_version = \"12.6\"", `,"gpu":{"minCudaVersion":"12.6"}`, "[], 12.6"},
		"CPU":      {minimal + "\ncompute_type = \"CPU\"", "", "[], <nil>"},
	} {
		copies := emulatortest.CanonicalJSON(`{"templateId":"t1"` + test.sent + `}`)
		begin := func(t *testing.T, version int) (*acctest.Env, *acctest.Object) {
			t.Helper()
			env := start(t).UseVersion(version)
			env.Patch("templates", "t1", map[string]any{"allowedCudaVersions": []string{"12.4"}})
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(test.arguments), acctest.Create)
			env.UseVersion(2)
			endpoint.Process = env.Process()
			return env, endpoint
		}
		renamed := strings.Replace(test.arguments, "serve", "other", 1)
		t.Run(name+" in a create", func(t *testing.T) {
			t.Parallel()
			env, _ := begin(t, 2)
			if got := constraint(env); got != test.want {
				t.Errorf("the endpoint has %q, want %q", got, test.want)
			}
		})
		t.Run(name+" in a rename", func(t *testing.T) {
			t.Parallel()
			env, endpoint := begin(t, 1)
			env.ClearJournal()
			endpoint.Apply(hcl(renamed), acctest.Update)
			if got, want := bodies(env), []string{copies, `{"name":"other"}`}; !slices.Equal(got, want) {
				t.Errorf("sent %v, want %v", got, want)
			}
			if got := constraint(env); got != test.want {
				t.Errorf("the endpoint has %q, want %q", got, test.want)
			}
		})
		t.Run(name+" in a change of the template", func(t *testing.T) {
			t.Parallel()
			env, endpoint := begin(t, 2)
			endpoint.Apply(hcl(test.arguments), acctest.NoOp)
			env.Patch("templates", "t1", map[string]any{"imageName": "img:9"})
			endpoint.Process = env.Process()
			env.ClearJournal()
			endpoint.Apply(hcl(test.arguments), acctest.Update)
			env.ExpectSent("UpdateEndpoint", copies)
			if got := constraint(env); got != test.want {
				t.Errorf("the endpoint has %q, want %q", got, test.want)
			}
		})
	}
}

// A change of the constraint beside the template's ID is the one that counts.
func TestEndpoint_changesItsCUDAConstraint(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	env.Patch("templates", "t2", map[string]any{"allowedCudaVersions": []string{"12.4"}, "imageName": "img:2"})
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(hcl(minimal+"\nallowed_cuda_versions = [\"12.8\"]"), acctest.Create)
	env.ClearJournal()
	endpoint.Apply(strings.Replace(hcl(minimal), `"t1"`, `"t2"`, 1), acctest.Update)
	env.ExpectSent("UpdateEndpoint", `{"templateId":"t2","gpu":{"allowedCudaVersions":[]}}`)
	if got := constraint(env); got != "[], <nil>" {
		t.Errorf("the endpoint has %q", got)
	}
}

// An endpoint of version 1 can have both constraints, and version 2 takes no request that leaves it both: then the
// provider sends neither.
func TestEndpoint_hasBothCUDAConstraints(t *testing.T) {
	t.Parallel()
	env := start(t)
	endpoint := env.Process().Object(typeName)
	both := "\nallowed_cuda_versions = [\"12.8\"]\nmin_cuda_version = \"12.4\""
	endpoint.Apply(hcl(minimal+both), acctest.Create)
	env.UseVersion(2)
	endpoint.Process = env.Process()
	env.ClearJournal()
	endpoint.Apply(hcl(`name = "other"`+both), acctest.Update)
	env.ExpectWrites("UpdateEndpoint", "UpdateEndpoint")
	if got := constraint(env); got != "[12.8], 12.4" {
		t.Errorf("the endpoint has %q", got)
	}
}
