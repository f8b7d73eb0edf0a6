package endpoint

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
)

// rolling is the attributes of an update that roll the workers, those whose planned value is unknown included. That
// raises the version. Should a deployment raise it for more than the contract says (2.3), the next refresh shows it.
type rolling struct {
	changes []string
	// follows says that and why the endpoint gets the settings of its template again; empty if it does not.
	follows string
	// variables names the changes of the endpoint's own environment variables; empty for none.
	variables string
}

// rollsNothing are the attributes of an update that leave the workers as they are.
var rollsNothing = []string{
	"name", "workers_min", "workers_max", "idle_timeout", "scaler_type", "scaler_value", "execution_timeout_ms",
	"flashboot",
}

// rollingOf finds it in the planned attributes and in the request that comes of them.
func rollingOf(planned map[string]tftypes.Value, change api.EndpointFields) (r rolling) {
	names := map[string]string{}
	for name := range policies.Rows {
		names[strings.ReplaceAll(name, "_", "")] = name
	}
	fields := reflect.ValueOf(change)
	for i := range fields.NumField() {
		name := names[strings.ToLower(fields.Type().Field(i).Name)]
		if !slices.Contains(rollsNothing, name) && (!fields.Field(i).IsZero() || !planned[name].IsKnown()) {
			r.changes = append(r.changes, name)
		}
	}
	return r
}

func isPresent[T any](o members.Optional[T]) bool {
	_, present := o.Get()
	return present
}

func (r rolling) isEmpty() bool { return len(r.changes) == 0 && r.follows == "" }

// without returns it without an attribute.
func (r rolling) without(name string) rolling {
	r.changes = slices.DeleteFunc(r.changes, func(other string) bool { return other == name })
	return r
}

// warn says so, unless the endpoint has no workers: an endpoint that is paused has none. It names the changed variables
// either way.
func (r rolling) warn(state model, diags *diag.Diagnostics) {
	if diags.HasError() {
		return
	}
	if r.isEmpty() || state.paused() {
		env.WarnChange(state.Object(entity.Name), r.variables, diags)
		return
	}
	var does []string
	if len(r.changes) > 0 {
		does = append(does, "changes "+strings.Join(r.changes, ", "))
	}
	if r.follows != "" {
		does = append(does, r.follows)
	}
	variables := ""
	if r.variables != "" {
		variables = " In its environment variables, the plan " + r.variables + "."
	}
	diags.AddWarning(state.Object(entity.Name).About("Rolling update of the endpoint"), fmt.Sprintf(
		"The plan for the endpoint %q %s. Its idle workers end at once, busy workers finish their job first, and new "+
			"workers start cold.%s",
		state.Name.ValueString(), strings.Join(does, " and "), variables))
}
