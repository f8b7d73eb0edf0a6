package pluginserver

import (
	"bytes"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// differs returns the error that a short answer is not the framework's. It names no value: one can be secret.
func differs(typeName, difference string) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityError,
		Summary:  "A short answer differs from the framework's",
		Detail: fmt.Sprintf("The provider planned nothing for a %s without the framework, and the framework's plan differs: "+
			"%s. This is a bug in the provider.\n\n"+
			"Next: report it, and set %s=false in the environment until it is corrected.", typeName, difference, Variable),
	}
}

// differentPlan describes the difference between a short answer and the framework's; empty if they are equal.
func differentPlan(of tftypes.Type, short, long *tfprotov6.PlanResourceChangeResponse) string {
	switch {
	case len(long.Diagnostics) > 0:
		return "it says " + long.Diagnostics[0].Summary
	case len(long.RequiresReplace) > 0:
		return "it replaces the object"
	case long.Deferred != nil:
		return "it defers"
	case !bytes.Equal(short.PlannedPrivate, long.PlannedPrivate):
		return "the private state differs"
	case long.PlannedIdentity == nil ||
		!bytes.Equal(short.PlannedIdentity.IdentityData.MsgPack, long.PlannedIdentity.IdentityData.MsgPack):
		return "the identity differs"
	case of == nil || long.PlannedState == nil:
		return "the plan is missing"
	default:
		return differentState(of, short.PlannedState, long.PlannedState)
	}
}

// differentState compares the values: the framework encodes some in another way than core.
func differentState(of tftypes.Type, short, long *tfprotov6.DynamicValue) string {
	a, errA := short.Unmarshal(of)
	b, errB := long.Unmarshal(of)
	if errA != nil || errB != nil {
		return "a plan cannot be read"
	}
	different, err := a.Diff(b)
	switch {
	case err != nil:
		return "the plans cannot be compared"
	case len(different) > 0:
		return fmt.Sprintf("the plan has another %s", different[0].Path)
	default:
		return ""
	}
}
