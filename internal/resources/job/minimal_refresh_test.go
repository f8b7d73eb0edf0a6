package job_test

import "testing"

// With -minimal-refresh, Terraform 1.17 plans before it reads, and reads only objects whose plan has a change. The plan
// of a job whose wait has not ended has one without a read, so the gate does not open: Terraform reads the job, and the
// apply waits for it, or fails. The plan of a job that passed the gate sends nothing.
func TestJob_minimalRefresh(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		meanwhile map[string]any
		plans     string // after the read
		says      string // of the apply, unless the job still runs: then it waits
	}{
		"running":   {nil, "update", ""},
		"completed": {map[string]any{"status": "COMPLETED", "output": 1}, "", `^$`},
		"failed":    {map[string]any{"status": "FAILED", "error": "no"}, "update", `^ERROR: The job ended FAILED`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gateOf(t, nil)
			g.interrupt()
			if test.meanwhile != nil {
				g.put(test.meanwhile)
			}
			g.ClearJournal()
			g.mustPlan("update")
			g.ExpectRequests()
			g.refresh()
			if len(g.Requests("GetJobStatus")) == 0 {
				t.Error("the read sends no request")
			}
			g.mustPlan(test.plans)
			if t.Failed() {
				return // Without a wait, nothing interrupts it.
			}
			if test.meanwhile == nil {
				g.interrupt()
				return
			}
			matches(t, "says", test.says, g.applied())
			if test.plans == "" {
				g.Process = g.Env.Process()
				g.ClearJournal()
				g.mustPlan("")
				g.ExpectRequests()
			}
		})
	}
}
