package job_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// withJobs returns an account whose endpoint "e" has jobs of these statuses, the last one the newest.
func withJobs(t *testing.T, statuses ...string) *acctest.Env {
	t.Helper()
	w := acctest.Start(t)
	put := func(kind, id string, object map[string]any) {
		t.Helper()
		w.Put(kind, id, object)
	}
	put(emulator.KindTemplates, "t", map[string]any{"name": "t", "imageName": "emulator/echo", "isServerless": true})
	put(emulator.KindEndpoints, "e", map[string]any{"name": "e", "templateId": "t", "workersMax": 0})
	for i, status := range statuses {
		put(emulator.KindJobs, fmt.Sprintf("j%d", i), map[string]any{"endpointId": "e", "status": status,
			"input": map[string]any{"secret": "hunter2"}, "output": map[string]any{"n": i}})
	}
	return w
}

// A list block and the data source have the jobs that the filter selects, with one request each.
func TestJobs_listed(t *testing.T) {
	t.Parallel()
	w := withJobs(t, "COMPLETED", "FAILED", "IN_QUEUE")
	p := w.Process()
	for _, test := range []struct {
		statuses []string
		want     string
	}{
		{nil, "j0 j1 j2"},
		{[]string{"FAILED"}, "j1"},
		{[]string{"FAILED", "IN_QUEUE"}, "j1 j2"},
		{[]string{"IN_PROGRESS"}, ""},
	} {
		config := acctest.Values{"endpoint_id": "e"}
		if test.statuses != nil {
			config["statuses"] = test.statuses
		}
		w.ClearJournal()
		listed, diags := p.Query(typeName, acctest.ListBlock{Config: config, IncludeResource: true})
		if len(diags) > 0 {
			t.Fatal(acctest.Text(diags))
		}
		w.ExpectRequests("ListRequests")
		var ids []string
		for _, job := range listed {
			ids = append(ids, job.ID)
			if !strings.HasPrefix(job.DisplayName, job.ID+" on e (") {
				t.Errorf("the display name is %q", job.DisplayName)
			}
			imported, diags := p.ImportBy(typeName, job.Identity)
			if len(diags) > 0 || string(imported.State.MsgPack) != string(job.Resource.MsgPack) {
				t.Errorf("%s: listed\n%v\nimported\n%v %s", job.ID, p.Attributes(typeName, job.Resource),
					p.Attributes(typeName, imported.State), acctest.Text(diags))
			}
		}
		w.ClearJournal()
		data := p.MustLookup("podfleet_jobs", config)
		w.ExpectRequests("ListRequests")
		data.ExpectLength("jobs", len(ids))
		for i, id := range ids {
			data.Expect(fmt.Sprintf("jobs.%d.id", i), id)
		}
		slices.Sort(ids)
		if got := strings.Join(ids, " "); got != test.want {
			t.Errorf("%v: %s, want %s", test.statuses, got, test.want)
		}
	}
}

// The block that core generates of a listed job lacks the input, which no answer has: its error says what to set. With
// an input, its apply submits nothing, and the next plan is empty.
func TestJobs_generated(t *testing.T) {
	t.Parallel()
	for name, input := range map[string]acctest.Values{
		"stored":     {"input": `{"a":1}`},
		"write-only": {"input_wo": `{"a":1}`, "input_wo_version": 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := withJobs(t, "COMPLETED")
			p := w.Process()
			listed, diags := p.Query(typeName, acctest.ListBlock{Config: acctest.Values{"endpoint_id": "e"},
				IncludeResource: true})
			if len(diags) > 0 || len(listed) != 1 {
				t.Fatalf("%v %s", listed, acctest.Text(diags))
			}
			imported, diags := p.ImportBy(typeName, listed[0].Identity)
			if len(diags) > 0 {
				t.Fatal(acctest.Text(diags))
			}
			generated := p.Generate(typeName, listed[0].Resource)
			refused := acctest.Text(p.PlanGenerated(typeName, imported, generated).Diagnostics)
			matches(t, "error", `^ERROR: Missing input: .*API never returns the input of a job.*`+
				`Next: set input, or input_wo and input_wo_version.* \(at input\)$`, refused)

			config := acctest.Values{}
			for name, value := range p.Attributes(typeName, generated) {
				config[name] = value
			}
			maps.Copy(config, input)
			w.ClearJournal()
			applied := p.MustApply(typeName, imported, config)
			w.ExpectWrites()
			again := p.Plan(typeName, applied, config)
			if len(again.Diagnostics) > 0 || string(again.PlannedState.MsgPack) != string(applied.State.MsgPack) {
				t.Errorf("the second plan has a change: %s", acctest.Text(again.Diagnostics))
			}
		})
	}
}

// A service without a list of jobs is an error that says what to check.
func TestJobs_noList(t *testing.T) {
	t.Parallel()
	w := withJobs(t, "COMPLETED")
	w.SetFaults(emulator.Fault{Operation: "ListRequests", Kind: emulator.FaultStatus, Status: http.StatusNotFound})
	const want = `Cannot list jobs of endpoint: The provider could not list the jobs of endpoint "e"\..*does not exist, or the service cannot list jobs`
	_, diags := w.Process().Query(typeName, acctest.ListBlock{Config: acctest.Values{"endpoint_id": "e"}})
	acctest.ExpectError(t, diags, want)
	_, diags = w.Process().Lookup("podfleet_jobs", acctest.Values{"endpoint_id": "e"})
	acctest.ExpectError(t, diags, want)
}

// If the service lists as many jobs as it can, a warning says that older ones may be missing.
func TestJobs_incomplete(t *testing.T) {
	t.Parallel()
	w := withJobs(t, make([]string, 0)...)
	for i := range 1001 {
		w.Put(emulator.KindJobs, fmt.Sprintf("x%d", i), map[string]any{"endpointId": "e",
			"status": "COMPLETED"})
	}
	listed, diags := w.Process().Query(typeName, acctest.ListBlock{Config: acctest.Values{"endpoint_id": "e"}})
	if text := acctest.Text(diags); len(listed) != 1000 || !strings.Contains(text, "Older jobs are missing") {
		t.Errorf("%d jobs: %s", len(listed), text)
	}
}

// A list block of jobs needs an endpoint.
func TestJobs_needEndpoint(t *testing.T) {
	t.Parallel()
	p := withJobs(t, "COMPLETED").Process()
	for _, config := range []acctest.Values{nil, {"statuses": []string{"COMPLETED"}}, {"endpoint_id": ""}} {
		_, diags := p.Query(typeName, acctest.ListBlock{Config: config})
		acctest.ExpectError(t, diags, `endpoint_id`)
	}
}
