package main

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// secret is in every object that can have one.
const secret = "planted-8f3a"

// account returns a deployment with an object of each kind and two jobs.
func account(t *testing.T, options emulator.Options) *acctest.Env {
	t.Helper()
	env := acctest.Start(t, options)
	ctx, c := t.Context(), env.Client()
	variables := members.Some(map[string]string{"TOKEN": secret})
	endpointID := env.Endpoint("emulator/echo")
	for range 2 {
		job := jobs.Submission{Input: []byte(`{"token":"` + secret + `"}`)}
		if _, err := c.RunJob(ctx, endpointID, job); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Pods.Create(ctx, api.PodCreate{PodFields: api.PodFields{
		Name: members.Some("p"), ImageName: members.Some("img:1"), Env: variables,
	}}); err != nil {
		t.Fatal(err)
	}
	if err := env.PutObject(emulator.KindNetworkVolumes, "v1", map[string]any{
		"name": "v", "size": 10, "dataCenterId": "EU-RO-1"}); err != nil {
		t.Fatal(err)
	}
	if err := env.PutObject(emulator.KindContainerRegistryAuths, "a1", map[string]any{
		"name": "a", "username": "u", "password": secret}); err != nil {
		t.Fatal(err)
	}
	return env
}

// look runs the command against a deployment.
func look(t *testing.T, env *acctest.Env) (differs bool, printed string) {
	t.Helper()
	settings := map[string]string{
		"PODFLEET_REST_URL": env.ManagementURL(), "PODFLEET_QUEUE_URL": env.QueueURL(), "PODFLEET_API_KEY": env.APIKey(),
	}
	var out strings.Builder
	differs, err := run(t.Context(), func(name string) string { return settings[name] }, &out)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), secret) || strings.Contains(out.String(), env.APIKey()) {
		t.Errorf("a secret was printed:\n%s", out.String())
	}
	return differs, out.String()
}

// Deployments that answer as some document of the service allows do not differ. Every list and a first object of each
// is read, with GETs only.
func TestRun_nothingDiffers(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]emulator.Options{
		"as published": {}, "sparse": {AnswersAs: []string{"sparse"}}, "own spelling": {PlatformName: "Vendor"},
	} {
		env := account(t, options)
		before := len(env.Server.Requests())
		differs, printed := look(t, env)
		const all = "17 answers, of which 0 refuse and 0 differ from the contract; 2 operations not read"
		if differs || !strings.Contains(printed, all) {
			t.Errorf("%s:\n%s", name, printed)
		}
		for _, request := range env.Server.Requests()[before:] {
			if request.Method != http.MethodGet {
				t.Errorf("%s: sent %s %s", name, request.Method, request.Path)
			}
		}
	}
}

// The same over version 2, whose document decides then. Operations that a deployment does not have (501) are left out.
func TestRun_version2(t *testing.T) {
	t.Parallel()
	env := account(t, emulator.Options{})
	env.UseVersion(2)
	id := fmt.Sprint(env.Objects(emulator.KindEndpoints)[0]["id"])
	if err := env.PatchObject(emulator.KindEndpoints, id, map[string]any{"name": "e"}); err != nil {
		t.Fatal(err) // Version 1 creates an endpoint without a name, which version 2 does not have.
	}
	before := len(env.Server.Requests())
	differs, printed := look(t, env)
	if differs || !strings.Contains(printed, "and 0 differ from the contract") {
		t.Error(printed)
	}
	for _, operation := range []string{
		"ListTemplates", "GetTemplate", "ListPods", "GetPod", "ListEndpoints", "GetEndpoint", "ListNetworkVolumes",
		"GetNetworkVolume", "ListContainerRegistryAuths", "GetContainerRegistryAuth", "ListGPUTypes", "GetGPUType",
		"ListDataCenters", "GetDataCenter", "ListPodBilling", "GetOpenAPI", "GetHealth", "ListRequests", "GetJobStatus",
	} {
		if !strings.Contains(printed, "("+operation+"): as in the contract\n") {
			t.Errorf("%s was not read", operation)
		}
	}
	for _, request := range env.Server.Requests()[before:] {
		if request.Method != http.MethodGet || strings.HasPrefix(request.Path, "/v1/") {
			t.Errorf("sent %s %s", request.Method, request.Path)
		}
	}
	if t.Failed() {
		t.Log(printed)
	}
	env.AllowBadAnswers()
	env.SetFaults(emulator.Fault{Operation: "ListContainerRegistryAuths", Kind: emulator.FaultStatus, Status: 500})
	env.Rewrite().Use(func(a *emulatortest.Answer) {
		switch a.Operation {
		case "ListPods":
			a.Body = []byte(strings.ReplaceAll(string(a.Body), `"status":"RUNNING"`, `"status":"RESTARTING"`))
		case "ListContainerRegistryAuths":
			a.Header.Set("Content-Type", "application/json")
		}
	})
	differs, printed = look(t, env)
	for _, line := range []string{
		"pods[*].status is RESTARTING, which the contract does not list",
		"header Content-Type is \"application/json\", not application/problem+json",
	} {
		if !differs || !strings.Contains(printed, line) {
			t.Errorf("%q is not in\n%s", line, printed)
		}
	}
}

var disk = regexp.MustCompile(`"containerDiskInGb":\d+`)

// Whatever differs is printed once for all objects, with how often it occurs, and without its value.
func TestRun_differences(t *testing.T) {
	t.Parallel()
	env := account(t, emulator.Options{})
	env.AllowBadAnswers()
	env.Rewrite().Use(func(a *emulatortest.Answer) {
		replace := func(from, to string) { a.Body = []byte(strings.ReplaceAll(string(a.Body), from, to)) }
		switch a.Operation {
		case "ListPods":
			replace(`"desiredStatus":"RUNNING"`, `"desiredStatus":"RESTARTING","note":"`+secret+`"`)
		case "GetPod":
			a.Body = disk.ReplaceAll(a.Body, []byte(`"containerDiskInGb":"`+secret+`"`))
			a.Header.Del("X-Request-Id")
		case "ListTemplates":
			a.Status = http.StatusTeapot
		case "ListRequests":
			replace(`"status":"`, `"status":"`+secret)
		case "GetNetworkVolume":
			a.Body = []byte("<html>" + secret)
			a.Header.Set("Content-Type", "text/html")
		case "GetHealth":
			replace(`"jobs":`, `"tasks":`)
		}
	})
	differs, printed := look(t, env)
	if !differs {
		t.Error("nothing differs")
	}
	for _, line := range []string{
		"GET /v1/pods (ListPods): differs\n" +
			"  [*].desiredStatus is RESTARTING, which the contract does not list, 2 times\n" +
			"  [*].note is not in the contract, 2 times\n",
		"  header X-Request-Id is missing\n  containerDiskInGb is a string, not integer\n",
		"  header Content-Type is \"text/html\", not application/json\n  the body is not one JSON value\n",
		"GET /v1/templates (ListTemplates): answered 418 (I'm a teapot), differs\n" +
			"  the status is 418, which the contract does not have\n",
		"GET /v1/templates/{templateId} (GetTemplate): not read: no list has a value for templateId\n",
		"  tasks is not in the contract\n  jobs is missing\n",
		"  requests[*] is none of those that the contract allows, 2 times\n",
	} {
		if !strings.Contains(printed, line) {
			t.Errorf("%q is not in\n%s", line, printed)
		}
	}
}

// A list over which nobody has a right is reported, and what follows from it is left out.
func TestRun_refused(t *testing.T) {
	t.Parallel()
	env := account(t, emulator.Options{})
	env.SetFaults(emulator.Fault{Operation: "ListPods", Kind: emulator.FaultStatus, Status: 500})
	differs, printed := look(t, env)
	if differs || !strings.Contains(printed, "(ListPods): answered 500 (Internal Server Error), as in the contract") ||
		!strings.Contains(printed, "(GetPod): not read: no list has a value for podId") {
		t.Error(printed)
	}
	env.SetFaults(emulator.Fault{Operation: "ListPods", Kind: emulator.FaultReset})
	if _, printed := look(t, env); !strings.Contains(printed, "(ListPods): not read: ") {
		t.Error(printed)
	}
}

func TestRun_settings(t *testing.T) {
	t.Parallel()
	good := map[string]string{
		"PODFLEET_REST_URL": "https://h/v1", "PODFLEET_QUEUE_URL": "https://h/v2", "PODFLEET_API_KEY": "k",
	}
	for name, change := range map[string]map[string]string{
		"no REST URL": {"PODFLEET_REST_URL": ""}, "no queue URL": {"PODFLEET_QUEUE_URL": ""},
		"no key": {"PODFLEET_API_KEY": ""}, "plain http": {"PODFLEET_REST_URL": "http://h/v1"},
		"wrong version": {"PODFLEET_QUEUE_URL": "https://h/v1"},
		"credentials":   {"PODFLEET_REST_URL": "https://user:" + secret + "@h/v1"},
	} {
		_, err := run(context.Background(), func(variable string) string {
			if changed, ok := change[variable]; ok {
				return changed
			}
			return good[variable]
		}, &strings.Builder{})
		if err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
