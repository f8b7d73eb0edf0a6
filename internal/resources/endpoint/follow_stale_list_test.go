package endpoint_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// besideAnother is a template with two endpoints. another adds a second template, whose create lists the templates,
// with these variables. The volume is renamed after that, and the endpoint "late" is updated after the volume.
func besideAnother(image string, another map[string]any) []acctest.Resource {
	ref := func(address, attribute string) acctest.Ref {
		return acctest.Ref{Address: address, Attribute: attribute}
	}
	template := func(name, image string, env map[string]any) acctest.Resource {
		return acctest.Resource{Address: "podfleet_template." + name, Config: acctest.Values{
			"name": name, "image_name": image, "is_serverless": true, "env": env}}
	}
	endpoint := func(name string, more acctest.Values) acctest.Resource {
		more["name"], more["template_id"] = name, ref("podfleet_template.shared", "id")
		return acctest.Resource{Address: "podfleet_endpoint." + name, Config: more}
	}
	all := []acctest.Resource{template("shared", image, map[string]any{})}
	volume := any("another")
	if another != nil {
		all = append(all, template("another", "img:b", another))
		volume = ref("podfleet_template.another", "name")
	}
	return append(all,
		acctest.Resource{Address: "podfleet_network_volume.v", Config: acctest.Values{
			"name": volume, "size": 10, "data_center_id": "EU-RO-1"}},
		endpoint("early", acctest.Values{}),
		endpoint("late", acctest.Values{"network_volume_id": ref("podfleet_network_volume.v", "id")}))
}

// mustFollow applies another image and another template, and checks that the endpoints got that image at once.
func mustFollow(t *testing.T, env *acctest.Env, m *acctest.Module, another map[string]any) {
	t.Helper()
	env.ClearJournal()
	applied(t, m, besideAnother("img:2", another))
	updates := 0
	for _, r := range env.Writes() {
		if r.Operation == "UpdateEndpoint" {
			updates++
		}
	}
	if updates != 2 {
		t.Errorf("%d updates of endpoints, want 2", updates)
	}
	for _, endpoint := range env.Objects(kind) {
		if got := image(t, env, endpoint); got != "img:2" {
			t.Errorf("the endpoint %v runs %v", endpoint["name"], got)
		}
	}
}

// An endpoint follows its template if a list that the service answered before the template's update arrives after it.
func TestEndpoint_followsDespiteALateList(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t).UseVersion(2)
	m := env.Module()
	applied(t, m, besideAnother("img:1", nil))
	late := lateList{listed: make(chan struct{}), updated: make(chan struct{}), arrived: make(chan struct{})}
	walks := 0
	env.Tune = append(env.Tune, func(config *client.Config) {
		if walks++; walks == 2 { // the apply
			config.WrapTransport = late.before
		}
	})
	mustFollow(t, env, m, map[string]any{})
	select {
	case <-late.arrived:
	default:
		t.Error("no list of templates arrived late")
	}
}

// lateList sends the update of a template when the service has answered the first list of templates, which arrives when
// an endpoint gets the template, after the answer to its update.
type lateList struct{ listed, updated, arrived chan struct{} }

func (l lateList) before(network http.RoundTripper) http.RoundTripper {
	var first, follows sync.Once
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		switch {
		case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/templates"):
			answer, err := network.RoundTrip(r)
			first.Do(func() {
				close(l.listed)
				select {
				case <-l.updated:
					close(l.arrived)
				case <-r.Context().Done():
				}
			})
			return answer, err
		case r.Method == http.MethodPatch && strings.Contains(r.URL.Path, "/templates/"):
			<-l.listed
		case r.Method == http.MethodPatch && strings.Contains(r.URL.Path, "/serverless/"):
			follows.Do(func() { close(l.updated) })
		}
		return network.RoundTrip(r)
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// An endpoint follows its template if a list that lags behind the template's update begins after it. A plan
// is empty while the lists lag, and after that.
func TestEndpoint_followsDespiteAListThatLags(t *testing.T) {
	t.Parallel()
	const lag = 10 * time.Minute
	env := acctest.Start(t, emulator.Options{ListLag: lag}).UseVersion(2)
	m := env.Module()
	applied(t, m, besideAnother("img:1", nil))
	env.Advance(2 * lag)
	after := map[string]any{"AFTER": acctest.Ref{Address: "podfleet_template.shared", Attribute: "id"}}
	mustFollow(t, env, m, after)
	if again := m.Plan(besideAnother("img:2", after)); again.Failed() || len(again.Actions) != 0 {
		t.Errorf("while lists lag: %v: %s", again.Actions, again.Text())
	}
	env.Advance(2 * lag)
	if again := m.Plan(besideAnother("img:2", after)); again.Failed() || len(again.Actions) != 0 {
		t.Errorf("%v: %s", again.Actions, again.Text())
	}
}

// A plan right after an apply is empty for many endpoints too, although lists show neither the new template nor the
// endpoints with it. An endpoint that lags gets a GET of its own, and all share one of the template.
func TestEndpoint_planWhileListsLag(t *testing.T) {
	t.Parallel()
	const lag, endpoints = 10 * time.Minute, 9
	env := acctest.Start(t, emulator.Options{ListLag: lag}).UseVersion(2)
	answers := env.Rewrite()
	m := env.Module()
	m.Parallelism = 1
	applied(t, m, module(endpoints, "img:1"))
	env.Advance(2 * lag)
	applied(t, m, module(endpoints, "img:2"))
	answers.Use(func(a *emulatortest.Answer) { // The emulator's lists of endpoints show the settings of the moment.
		if a.Operation == "ListEndpoints" {
			a.ChangeItems(func(items []map[string]any) []map[string]any {
				for _, item := range items {
					if item["name"] == "serve-8" { // The client compares another item with a GET.
						item["image"] = "img:1"
					}
				}
				return items
			})
		}
	})
	env.ClearJournal()
	if again := m.Plan(module(endpoints, "img:2")); again.Failed() || len(again.Actions) != 0 {
		t.Errorf("%v: %s", again.Actions, again.Text())
	}
	reads := map[string]int{}
	for _, r := range env.Journal() {
		reads[r.Operation]++
	}
	if reads["GetTemplate"] > 2 || reads["GetEndpoint"] > 2 {
		t.Errorf("sent %v", reads)
	}
	env.Advance(2 * lag) // Now the list of templates shows the change, and that of endpoints still lags.
	if again := m.Plan(module(endpoints, "img:2")); again.Failed() || len(again.Actions) != 0 {
		t.Errorf("only one list lags: %v: %s", again.Actions, again.Text())
	}
}
