package simulation_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Two applies in a row submit a job, and the answer to the first submission is lost. Its error names that job. If no
// list shows the job, or no list can be read, the error says so and where else the job leaves traces, and does not
// claim that the service did not accept it.
func TestLostSubmissions(t *testing.T) {
	t.Parallel()
	acctest.WarmUp(t)
	for name, test := range map[string]struct {
		submission, list emulator.Fault
		says             string // Empty: the job's ID.
	}{
		"listed": {emulator.Fault{Kind: emulator.FaultResetAfter}, emulator.Fault{Kind: emulator.FaultPass}, ""},
		// The service accepts it after the client has given it up, and has looked.
		"not listed yet": {emulator.Fault{Kind: emulator.FaultStall, Delay: emulator.Duration(requestTimeout) * 3 / 2},
			emulator.Fault{Kind: emulator.FaultPass}, "lists no job that this run did not submit"},
		"no list": {emulator.Fault{Kind: emulator.FaultResetAfter}, emulator.Fault{Kind: emulator.FaultStatus, Status: 503},
			"could not read the list of jobs"},
	} {
		for mode, operation := range map[string]string{"async": emulator.OpRunJob, "sync": emulator.OpRunJobSync} {
			t.Run(name+"/"+mode, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					test.submission.Operation, test.submission.Count = operation, 1
					test.list.Operation = emulator.OpListRequests
					submitTwice(t, mode, []emulator.Fault{test.submission, test.list}, test.says)
				})
			})
		}
	}
}

// submitTwice applies a job under faults, and again without. The first error has to say something, or the job's ID.
func submitTwice(t *testing.T, mode string, faults []emulator.Fault, says string) {
	t.Helper()
	w := newWorld(t, 1, emulator.Options{ColdStart: 3 * time.Second})
	env := acctest.StartOn(t, w.service)
	env.Tune = append(env.Tune, func(config *client.Config) { w.tune(newNetwork(w, "p1", calm))(config) })
	module, p := env.Module(), &planner{}
	template := p.add(templateType, acctest.Values{"name": "t", "image_name": "emulator/sleep", "is_serverless": true})
	endpoint := p.add(endpointType, acctest.Values{"name": "serve", "template_id": template.ref("id")})
	if run := module.Apply(p.config()); run.Failed() {
		t.Fatal(run.Text())
	}
	endpointID := fmt.Sprint(w.service.Objects(emulator.KindEndpoints)[0]["id"])
	p.add(jobType, acctest.Values{"endpoint_id": endpoint.ref("id"), "input": `{"ms":1500}`, "mode": mode})
	w.service.SetFaults(faults...)
	first := module.Apply(p.config())
	w.service.SetFaults()
	time.Sleep(requestTimeout/2 + time.Second) // A late submission has arrived by then, and an early one is still listed.
	accepted := w.service.Objects(emulator.KindJobs)
	if len(accepted) != 1 {
		t.Fatalf("%d jobs after one apply:\n%s", len(accepted), first.Text())
	}
	lost := fmt.Sprint(accepted[0]["id"])
	if says == "" {
		says = endpointID + "/" + lost
	}
	for _, want := range []string{says, "check the log of the endpoint " + endpointID} {
		if text := first.Text(); !first.Failed() || !strings.Contains(text, want) ||
			strings.Contains(text, "did not accept it") {
			t.Errorf("no %q, or a wrong claim, about the job %s:\n%s", want, lost, text)
		}
	}
	if second := module.Apply(p.config()); second.Failed() {
		t.Error(second.Text())
	}
}
