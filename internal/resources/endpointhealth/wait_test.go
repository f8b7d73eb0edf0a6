package endpointhealth

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// What a deployment leaves out is not waited for until the time is up.
func TestWaitUntil_countersLeftOut(t *testing.T) {
	t.Parallel()
	some := jobs.Health{Jobs: jobs.JobCounts{Completed: members.Some(int64(0))}}
	for want, w := range map[string]conditions{
		"":              {},
		"workers_ready": {WorkersReady: types.Int64Value(1)},
		"jobs_in_queue": {JobsInQueueAtMost: types.Int64Value(0)},
	} {
		if got := w.missing(some); got != want || w.holds(some) != (want == "") {
			t.Errorf("got %q, want %q; holds: %t", got, want, w.holds(some))
		}
	}
	idle := (jobs.Health{Workers: jobs.WorkerCounts{Idle: members.Some(int64(2))}})
	if !(conditions{WorkersReady: types.Int64Value(2)}).holds(idle) {
		t.Error("idle workers are ready ones")
	}
}
