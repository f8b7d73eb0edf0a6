package template_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A renamed block: Terraform deletes the old template before the endpoint moves over. The error says so, and its advice
// works: the old block stays for one apply.
func TestTemplate_renamedBlock(t *testing.T) {
	t.Parallel()
	m := acctest.Start(t).Module() // Over version 2 no endpoint holds its template back.
	apply := func(endpoint string, templates ...string) *acctest.Run {
		config := []acctest.Resource{{Address: "podfleet_endpoint.it", Config: acctest.Values{"name": "serve",
			"template_id": acctest.Ref{Address: typeName + "." + endpoint, Attribute: "id"}}}}
		for _, label := range templates {
			config = append(config, acctest.Resource{Address: typeName + "." + label, Config: acctest.Values{
				"name": "web-" + label, "image_name": "img:1", "is_serverless": true}})
		}
		return m.Apply(config)
	}
	apply("old", "old")
	refused := apply("new", "new").Text()
	for _, want := range []string{"Cannot delete template", `used by: endpoint "serve"`, "put it back for one apply"} {
		if !strings.Contains(refused, want) {
			t.Errorf("no %q in\n%s", want, refused)
		}
	}
	for _, run := range []*acctest.Run{apply("new", "old", "new"), apply("new", "new")} {
		if run.Failed() {
			t.Error(run.Text())
		}
	}
}

// A replacement that endpoints are in the way of is announced in the plan, which names them: with a fixed name the old
// one has to go first. One list serves a run, and a run without a warning sends none.
func TestTemplate_replacingWhatEndpointsUseIsAnnounced(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	for id, object := range map[string]map[string]any{
		"t1": {"name": "web", "imageName": "img:1", "isServerless": true, "volumeInGb": 0},
		"t2": {"name": "idle", "imageName": "img:1", "isServerless": true, "volumeInGb": 0},
	} {
		env.Put(kind, id, object)
	}
	env.Put("endpoints", "e1", map[string]any{"name": "serve", "templateId": "t1"})
	env.Put("pods", "p1", map[string]any{"name": "desk", "templateId": "t2"})
	p := env.Process()
	const (
		warning = `The plan deletes the template "web" (t1) before it creates a new one, and the service refuses to delete an object in use. It is used by: endpoint "serve" (e1). Unless the same plan replaces or deletes them,`
	)
	for name, test := range map[string]struct {
		id     string
		config acctest.Values
		says   []string
		not    string
	}{
		"category": {"t1", acctest.Values{"name": "web", "category": "AMD", "is_serverless": true},
			[]string{warning}, "Rolling"},
		"is_serverless": {"t1", acctest.Values{"name": "web"}, []string{warning}, "Rolling"},
		"renamed too": {"t1", acctest.Values{"name": "web-2", "category": "AMD", "is_serverless": true},
			[]string{warning}, "Rolling"},
		"prefix": {"t1", acctest.Values{"name_prefix": "web-", "category": "AMD", "is_serverless": true},
			[]string{"Rolling update of the template's endpoints", `"serve" (e1)`}, "in use"},
		"pods only": {"t2", acctest.Values{"name": "idle", "category": "AMD", "is_serverless": true}, nil,
			"in use"},
		"no container": {"t1", acctest.Values{"name": "web-2", "readme": "x", "is_public": true,
			"is_serverless": true}, nil, "Rolling"},
		"unknown image": {"t1", acctest.Values{"name": "web", "image_name": tftypes.NewValue(tftypes.String,
			tftypes.UnknownValue), "is_serverless": true}, []string{"Rolling update"}, "in use"},
		"unknown credentials": {"t1", acctest.Values{"name": "web", "container_registry_auth_id": tftypes.NewValue(
			tftypes.String, tftypes.UnknownValue), "is_serverless": true}, []string{"Rolling update"}, "in use"},
		"in place": {"t1", acctest.Values{"name": "web", "image_name": "img:2", "is_serverless": true},
			[]string{"Rolling update", `is used by: endpoint "serve" (e1). The apply starts`}, "in use"},
		"unchanged": {"t1", acctest.Values{"name": "web", "is_serverless": true}, nil, "Rolling"},
	} {
		imported := p.MustImport(typeName, test.id, "")
		if test.config["image_name"] == nil {
			test.config["image_name"] = "img:1"
		}
		plan := p.Plan(typeName, imported, test.config)
		says := acctest.Text(plan.Diagnostics)
		for _, want := range test.says {
			if !strings.Contains(says, want) {
				t.Errorf("%s: no %q in: %s", name, want, says)
			}
		}
		if strings.Contains(says, test.not) || strings.Contains(says, "ERROR") || (says == "") != (test.says == nil) {
			t.Errorf("%s: %s", name, says)
		}
	}
	if got := len(env.Requests("ListEndpoints")); got != 1 {
		t.Errorf("%d lists, want one for the run", got)
	}
}

// If the plan cannot find out which endpoints use a template that it changes or replaces, it says so, with the reason:
// no endpoint is named, and that does not mean that none is concerned.
func TestTemplate_planCannotListEndpoints(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		config acctest.Values
		says   []string
		silent bool
	}{
		"rolls": {
			config: acctest.Values{"name": "web", "image_name": "img:2", "is_serverless": true},
			says: []string{"WARNING: Cannot list the endpoints of the template",
				`could not find out which endpoints use the template "web" (t1)`,
				"The apply starts a rolling update of each endpoint that uses it"},
		},
		"replacement": {
			config: acctest.Values{"name": "web", "image_name": "img:1", "category": "AMD", "is_serverless": true},
			says: []string{"WARNING: Cannot list the users of the template: template \"web\" (t1)",
				"the apply waits for two minutes and fails"},
		},
		"neither": {
			config: acctest.Values{"name": "web-2", "image_name": "img:1", "is_serverless": true}, silent: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			object := map[string]any{"name": "web", "imageName": "img:1", "isServerless": true, "volumeInGb": 0}
			env.Put(kind, "t1", object)
			p := env.Process()
			imported := p.MustImport(typeName, "t1", "")
			env.SetFaults(emulator.Fault{Operation: "ListEndpoints", Kind: emulator.FaultStatus,
				Status: http.StatusForbidden, Message: "the API key may not list endpoints"})
			says := acctest.Text(p.Plan(typeName, imported, test.config).Diagnostics)
			if test.silent {
				if says != "" || len(env.Requests("ListEndpoints")) != 0 {
					t.Errorf("%s, after %d lists", says, len(env.Requests("ListEndpoints")))
				}
				return
			}
			for _, want := range append(test.says, "ListEndpoints", "the API key may not list endpoints", "HTTP 403",
				"\n\nNext: ") {
				if !strings.Contains(says, want) {
					t.Errorf("no %q in: %s", want, says)
				}
			}
			if strings.Contains(says, "ERROR") || len(env.Requests("ListEndpoints")) != 1 {
				t.Errorf("%s, after %d lists", says, len(env.Requests("ListEndpoints")))
			}
		})
	}
}
