package endpoint_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// module is a template and endpoints on it.
func module(endpoints int, image string) []acctest.Resource {
	all := []acctest.Resource{{Address: "podfleet_template.shared", Config: acctest.Values{
		"name": "shared", "image_name": image, "is_serverless": true}}}
	for i := range endpoints {
		all = append(all, acctest.Resource{Address: fmt.Sprintf("podfleet_endpoint.it[%d]", i), Config: acctest.Values{
			"name": fmt.Sprintf("serve-%d", i), "workers_max": 0,
			"template_id": acctest.Ref{Address: "podfleet_template.shared", Attribute: "id"}}})
	}
	return all
}

func applied(t *testing.T, m *acctest.Module, config []acctest.Resource) *acctest.Run {
	t.Helper()
	run := m.Apply(config)
	if run.Failed() {
		t.Fatal(run.Text())
	}
	return run
}

// Ten endpoints of version 1 share a template. Over version 2 the end of one of them leaves the others and the
// template, and the end of all leaves nothing, in one apply.
func TestEndpoint_endOfSharedTemplate(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	m := env.Module()
	applied(t, m, module(10, "img:1"))
	env.UseVersion2()
	env.ClearJournal()
	applied(t, m, module(9, "img:1"))
	if got := len(env.Objects(kind)); got != 9 {
		t.Errorf("%d endpoints, want 9", got)
	}
	templates := env.Objects("templates")
	if len(templates) != 1 || templates[0]["name"] != "shared" {
		t.Errorf("templates: %v", templates)
	}
	env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
	run := m.Plan(module(9, "img:1"))
	if run.Failed() || len(run.Actions) != 0 {
		t.Errorf("%v: %s", run.Actions, run.Text())
	}
	applied(t, m, nil)
	if got := len(env.Objects(kind)) + len(env.Objects("templates")); got != 0 {
		t.Errorf("%d objects are left", got)
	}
}

// A rename over version 2 detaches first, of which the plan warns, and the template keeps its name. A name that is
// unknown while planning, or that another prefix brings, can be a rename. After one that turns out to be the same,
// nothing is sent.
func TestEndpoint_renameDetaches(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, after string
		sent          []string
	}{
		"known": {minimal, `name = "other"`, []string{gets("t1"), `{"name":"other"}`}},
		"unknown": {
			minimal, `name = late("other")`, []string{gets("t1"), `{"name":"other"}`},
		},
		"unknown, the same": {minimal, `name = late("serve")`, nil},
		"another prefix": {
			`name_prefix = "a-"`, `name_prefix = "b-"`, []string{gets("t1"), `{"name":"b-…"}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(test.before), acctest.Create)
			env.UseVersion2()
			endpoint.Process = env.Process()
			says := acctest.Text(endpoint.Plan(hcl(test.after), acctest.Update).Diagnostics)
			if !strings.Contains(says, "gives it a copy of its template, if it has one, before the rename") {
				t.Error(says)
			}
			env.ClearJournal()
			endpoint.Apply(hcl(test.after), acctest.Update)
			sent := bodies(env)
			for i := range sent {
				sent[i] = regexp.MustCompile(`"b-\w+"`).ReplaceAllString(sent[i], `"b-…"`)
			}
			if !slices.Equal(sent, test.sent) {
				t.Errorf("sent %v, want %v", sent, test.sent)
			}
			unharmed(t, env)
		})
	}
}

// If the template has another name after the endpoint got a copy, or if the provider cannot read it, nothing more is
// sent. The next apply does both again.
func TestEndpoint_detachFails(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]string{"another name": `"one" \(t1\) was renamed to "serve-template"`,
		"not read": "GetTemplate: "} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			endpoint := env.Process().Object(typeName)
			create1(t, env, endpoint)
			env.OnRequest("UpdateEndpoint", 1, func() {
				if name == "not read" {
					env.SetFaults(emulator.Fault{Operation: "GetTemplate", Kind: emulator.FaultStatus, Status: http.StatusForbidden})
					return
				}
				env.Patch("templates", "t1", map[string]any{"name": "serve-template"})
			})
			endpoint.Process = env.Process()
			_ = env.Writes()
			endpoint.ExpectDestroyError(`its template may be shared.*` + says)
			env.ExpectWrites("UpdateEndpoint")
			env.SetFaults()
			endpoint.Process = env.Process()
			endpoint.Destroy()
			env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
		})
	}
}

// A 404 that a front end sends once in the service's place proves nothing: no shared template is deleted or renamed. A
// second look finds the template; else it is an error.
func TestEndpoint_detachDistrusts404(t *testing.T) {
	t.Parallel()
	for _, operation := range []string{"GetTemplate", "UpdateEndpoint"} {
		for _, kind := range []string{emulator.FaultStatus, emulator.FaultHTML} {
			t.Run(operation+" "+kind, func(t *testing.T) {
				t.Parallel()
				env := start(t)
				endpoint := env.Process().Object(typeName)
				create1(t, env, endpoint)
				endpoint.Process = env.Process()
				env.SetFaults(emulator.Fault{Operation: operation, Kind: kind, Status: http.StatusNotFound, Count: 1})
				if operation == "GetTemplate" {
					endpoint.ApplyWithNonEmptyPlan(hcl(`name = "other"`), acctest.Update)
				} else {
					endpoint.ExpectApplyError(hcl(`name = "other"`), acctest.Update, "its template may be shared")
				}
				unharmed(t, env)
			})
		}
	}
}
