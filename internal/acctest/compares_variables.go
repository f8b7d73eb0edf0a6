package acctest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// ComparesVariables checks an update that configures the variables which an import left out, those that the object has
// already: TOKEN = "hunter2-hunter2". It needs requests of one operation that compare them. A plan is an error if its
// request fails, and an update then sends nothing. plan and apply plan and apply an object with these variables.
func ComparesVariables(
	t *testing.T, env *Env, operation string, plan, apply func(variables Values) []*tfprotov6.Diagnostic,
) {
	t.Helper()
	variables := func() Values {
		return Values{"env_wo": map[string]string{"TOKEN": "hunter2-hunter2"}, "env_wo_version": 1}
	}
	fault := emulator.Fault{Operation: operation, Kind: emulator.FaultHTML, Status: http.StatusNotFound, Count: 1}
	isQuiet := func(when string) {
		t.Helper()
		if says := Text(plan(variables())); says != "" {
			t.Errorf("%s, a plan of the variables that the object has says %s", when, says)
		}
	}
	isQuiet("at first")
	env.SetFaults(fault)
	ExpectError(t, plan(variables()), `Cannot compare environment variables.*Nothing has changed.*`+
		`HTTP 404.*Next: run the same command again.*at env`)
	isQuiet("after the fault")
	env.ClearJournal()
	env.SetFaults(emulator.Fault{Operation: operation, Kind: emulator.FaultPass, Count: 1}, fault) // The plan succeeds.
	if says := Text(apply(variables())); !strings.Contains(says, "ERROR") || strings.Contains(says, "hunter") {
		t.Errorf("an update that cannot compare says %s", says)
	}
	env.ExpectWrites()
	env.SetFaults()
	if says := Text(apply(variables())); strings.Contains(says, "ERROR") {
		t.Error(says)
	}
	env.ExpectWrites()
}
