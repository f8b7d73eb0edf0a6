package endpoint_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// one is a template and an endpoint on it, with workers.
func one(image, name string, workers int) []acctest.Resource {
	m := module(1, image)
	m[1].Config["name"], m[1].Config["workers_max"] = name, workers
	return m
}

// A change of a template replaces the workers of an endpoint of version 1 that is bound to it. The provider does not
// replace them once more, unless the service does not show that it has replaced them.
func TestEndpoint_boundRollsOnce(t *testing.T) {
	t.Parallel()
	lacks := func(member string) func(*emulatortest.Answer) {
		return func(a *emulatortest.Answer) {
			if strings.Contains(string(a.Body), `"flashboot"`) { // Of endpoints.
				a.Body = []byte(strings.ReplaceAll(string(a.Body), `"`+member+`"`, `"unknown"`))
			}
		}
	}
	const gets = `{"gpu":{"allowedCudaVersions":[]},"templateId":"T"}`
	for name, test := range map[string]struct {
		then   []acctest.Resource
		fault  string // an operation that fails
		answer func(*emulatortest.Answer)
		bound  bool     // another client binds the endpoint to another template meanwhile
		sent   []string // to the endpoint
		rolls  float64
		says   string // in the plan's warnings
	}{
		"alone": {then: one("img:2", "serve", 1), rolls: 1,
			says: "the settings of its template, which changes in this plan"},
		"and the workers": {then: one("img:2", "serve", 2), sent: []string{`{"workers":{"max":2}}`}, rolls: 1},
		"and the name": {then: one("img:2", "other", 1), sent: []string{gets, `{"name":"other"}`}, rolls: 2,
			says: "the settings of its template, which changes in this plan"},
		"only the name": {then: one("img:1", "other", 1), sent: []string{gets, `{"name":"other"}`}, rolls: 1,
			says: "a copy of its template, if it has one, before the rename"},
		"no version":       {then: one("img:2", "serve", 1), fault: "ListEndpointReleases", rolls: 1},
		"cannot be read":   {then: one("img:2", "serve", 1), fault: "GetEndpoint", sent: []string{gets}, rolls: 2},
		"no template":      {then: one("img:2", "serve", 1), fault: "GetTemplate", sent: []string{gets}, rolls: 2},
		"without ports":    {then: one("img:2", "serve", 1), answer: lacks("ports"), sent: []string{gets}, rolls: 2},
		"bound elsewhere":  {then: one("img:2", "serve", 1), bound: true, sent: []string{gets}, rolls: 8},
		"without an image": {then: one("img:2", "serve", 1), answer: lacks("image"), sent: []string{gets}, rolls: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			answers := env.Rewrite()
			m := env.Module()
			applied(t, m, one("img:1", "serve", 1))
			env.UseVersion(2)
			applied(t, m, one("img:1", "serve", 1))
			before, _ := env.Objects(kind)[0]["version"].(float64)
			template, _ := env.Objects("templates")[0]["id"].(string)
			if says := m.Plan(test.then).Text(); !strings.Contains(says, test.says) {
				t.Error(says)
			}
			env.ClearJournal()
			env.OnRequest("UpdateTemplate", 1, func() {
				if test.fault != "" {
					env.SetFaults(emulator.Fault{Operation: test.fault, Kind: emulator.FaultStatus, Status: http.StatusForbidden})
				}
				answers.Use(test.answer)
				if !test.bound {
					return
				}
				env.Put("templates", "t9", map[string]any{"name": "nine", "imageName": "img:9",
					"isServerless": true, "volumeInGb": 0})
				id, _ := env.Objects(kind)[0]["id"].(string)
				env.Patch(kind, id, map[string]any{"templateId": "t9", "version": 7})
			})
			applied(t, m, test.then)
			env.SetFaults()
			answers.Use(nil)
			var sent []string
			for _, r := range env.Writes() {
				if r.Operation == "UpdateEndpoint" {
					sent = append(sent, strings.Replace(emulatortest.CanonicalJSON(string(r.Body)), template, "T", 1))
				}
			}
			if !slices.Equal(sent, test.sent) {
				t.Errorf("sent %v, want %v", sent, test.sent)
			}
			endpoint := env.Objects(kind)[0]
			if got, _ := endpoint["version"].(float64); got-before != test.rolls {
				t.Errorf("the version is %v after %v, want %v more", got, before, test.rolls)
			}
			if got := image(t, env, endpoint); got != test.then[0].Config["image_name"] {
				t.Errorf("the endpoint runs %v", got)
			}
			if again := m.Plan(test.then); again.Failed() || len(again.Actions) != 0 {
				t.Errorf("%v: %s", again.Actions, again.Text())
			}
			applied(t, m, nil)
		})
	}
}
