package job_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// gate is a job that stays as the test puts it, and its resource.
type gate struct {
	*acctest.Env
	*acctest.Process

	t      *testing.T
	config acctest.Values
	was    acctest.Instance
}

// gateOf is a job whose worker never ends it by itself.
func gateOf(t *testing.T, config acctest.Values) *gate {
	t.Helper()
	w := acctest.Start(t, emulator.Options{NoStatusSync: true}) // Looks are answered at once, and seen in the journal.
	w.Tune = append(w.Tune, brief)
	g := &gate{Env: w, t: t, config: acctest.Values{"endpoint_id": w.Endpoint("emulator/hang"), "input": "{}"}}
	maps.Copy(g.config, config)
	g.Process = w.Process()
	return g
}

// put makes the job of what it is to be.
func (g *gate) put(fields map[string]any) {
	g.t.Helper()
	g.Patch(kind, g.OnlyID(kind), fields)
}

// apply plans and applies, and does something once the wait has looked at the job: when it looks again, it has taken in
// what it saw before.
func (g *gate) apply(once func() error) string {
	g.t.Helper()
	done := make(chan error, 1)
	looks := len(g.Requests("GetJobStatus"))
	go func() {
		err := until(g.t.Context(), func() bool { return len(g.Requests("GetJobStatus")) > looks+1 })
		done <- errors.Join(err, once())
	}()
	var diags []*tfprotov6.Diagnostic
	g.was, diags = g.Apply(typeName, g.was, g.config)
	if err := <-done; err != nil {
		g.t.Fatal(err)
	}
	return acctest.Text(diags)
}

// applied plans and applies if no look is made, or none is waited for.
func (g *gate) applied() string {
	g.t.Helper()
	var diags []*tfprotov6.Diagnostic
	g.was, diags = g.Apply(typeName, g.was, g.config)
	return acctest.Text(diags)
}

// timeIsUp has the time of the next apply be up while the job is looked at for the second time.
func (g *gate) timeIsUp() {
	g.t.Helper()
	g.Process = timeUp(g.t, g.Env, g.Process, "GetJobStatus", 2)
}

// interrupt applies, and ends that as Ctrl-C does while it waits.
func (g *gate) interrupt() {
	g.t.Helper()
	says := g.apply(g.Interrupt)
	if len(g.Requests("GetHealth")) > 0 || !strings.HasPrefix(says, "WARNING: Interrupted while waiting for the job") ||
		!strings.Contains(says, "submits no other job") ||
		!strings.Contains(says, "To end the job instead, ") || strings.Contains(says, "a destroy") {
		g.t.Fatal(says)
	}
	g.Process = g.Env.Process() // The next command is another process.
}

func (g *gate) refresh() string {
	g.t.Helper()
	read, diags := g.Read(typeName, g.was)
	g.was = read
	return acctest.Text(diags)
}

func (g *gate) status() string {
	g.t.Helper()
	var status string
	if err := g.Attributes(typeName, g.was.State)["status"].As(&status); err != nil {
		g.t.Fatal(err)
	}
	return status
}

// plans is the action of the next plan: nothing, an update in place, or a replacement.
func (g *gate) plans() string {
	g.t.Helper()
	plan := g.Plan(typeName, g.was, g.config)
	prior, planned := g.Attributes(typeName, g.was.State), g.Attributes(typeName, plan.PlannedState)
	changes := false
	for name, value := range planned {
		changes = changes || !value.Equal(prior[name])
	}
	switch says := acctest.Text(plan.Diagnostics); {
	case strings.Contains(says, "ERROR"):
		return says
	case len(plan.RequiresReplace) > 0:
		for _, at := range plan.RequiresReplace { // Core replaces only for what differs.
			if name := fmt.Sprint(at.Steps()[0]); planned["id"].Equal(prior["id"]) &&
				planned["status"].Equal(prior["status"]) {
				g.t.Errorf("%s is to replace, and does not change", name)
			}
		}
		return "replace"
	case changes && !planned["id"].Equal(prior["id"]):
		return "another job in place"
	case changes:
		return "update"
	default:
		return ""
	}
}

func (g *gate) mustPlan(want string) {
	g.t.Helper()
	if got := g.plans(); got != want {
		g.t.Errorf("the plan is %q, want %q", got, want)
	}
}

// submittedOnce holds that nothing was paid for twice.
func (g *gate) submittedOnce() {
	g.t.Helper()
	if n := len(g.Requests("RunJob")); n != 1 {
		g.t.Errorf("submitted %d times", n)
	}
}

// Two addresses that have a job, such as those of an import whose key was renamed, end with an error, and not with the
// cancel of the job.
func TestJob_twoAddresses(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	unfinished(t, w, w.Process())
	endpoint := fmt.Sprint(w.Only(kind)["endpointId"])
	m := w.Module()
	at := func(name string) acctest.Resource {
		return acctest.Resource{Address: typeName + "." + name, Config: acctest.Values{
			"endpoint_id": endpoint, "input": "{}", "wait_for_completion": false}}
	}
	for _, r := range []acctest.Resource{at("train"), at("training")} {
		m.Import(r, endpoint+"/"+w.OnlyID(kind))
	}
	run := m.Apply([]acctest.Resource{at("training")}) // The block of the other one is gone.
	if !strings.Contains(run.Text(), "two addresses have it") || w.Only(kind)["status"] == "CANCELLED" {
		t.Errorf("%v: %v", run.Actions, w.Only(kind)["status"])
	}
}

// The plan of an ended job that an apply no longer accepts keeps what is known of it: the triggers of another job can
// name its status, and would run that job again.
func TestJob_endedInTriggers(t *testing.T) {
	t.Parallel()
	w := start(t)
	bad, good := w.Endpoint("emulator/fail"), w.Endpoint("emulator/echo")
	m := w.Module()
	config := func(onFailure string) []acctest.Resource {
		return []acctest.Resource{
			{Address: typeName + ".first", Config: acctest.Values{"endpoint_id": bad, "input": "{}", "on_failure": onFailure}},
			{Address: typeName + ".second", Config: acctest.Values{"endpoint_id": good, "input": "{}",
				"triggers": map[string]any{"first": acctest.Ref{Address: typeName + ".first", Attribute: "status"}}}},
		}
	}
	if run := m.Apply(config("keep")); run.Failed() {
		t.Fatal(run.Text())
	}
	if run := m.Apply(config("fail")); !strings.Contains(run.Text(), "The job ended FAILED") {
		t.Errorf("accepted: %s", run.Text())
	}
	m.Apply(config("keep"))
	if n := len(w.Requests("RunJob")); n != 2 {
		t.Errorf("%d jobs were submitted, want 2", n)
	}
}
